"""Random documents for property tests: any value, written in any style a person or tool might use.

What is written reads as the value it was made of, whatever the style: spellings of scalars, block and flow style, JSON,
indents, wide dashes, comments and blank lines anywhere, anchors and aliases for parts that repeat, line endings.
"""

import json
from random import Random
from typing import Any

from meshinject.yamltext import quote, scalars

WORDS = [
    "web",
    "app: x",
    "nginx:1.25",
    "yes",
    "0123",
    "a #b",
    "it's",
    '{"a":"b"}',
    "",
    "é",
    "-x",
    "l1\nl2\n",
    "l1\n  l2",
    "x\n\n",
]
KEYS = ["name", "image", "labels", "args", "env", "spec", "x-y", "istio.io/rev", "value", "on", "q k", "k1", "k2", "k3"]


def tree(random: Random, depth: int = 4) -> Any:
    """Make any value."""
    kind = random.random()
    if depth == 0 or kind < 0.35:
        return random.choice(
            [random.choice(WORDS), random.choice(WORDS), 80, 0, -7, 420, True, False, None, 1.5, {}, []]
        )
    if kind < 0.7:
        return {key: tree(random, depth - 1) for key in random.sample(KEYS, random.randint(1, 4))}
    return [tree(random, depth - 1) for _ in range(random.randint(1, 3))]


def deployment(random: Random) -> Any:
    """Make something like a Deployment; its labels and selector are often the same."""
    labels = {"app": "web", **random.choice([{}, {"version": "v1"}])}
    containers = []
    for name in random.sample(["app", "sidecar", "cache"], random.randint(1, 3)):
        container: dict[str, Any] = {"name": name, "image": f"registry.example.com/{name}:1.{random.randint(0, 9)}"}
        for key in random.sample(["args", "env", "ports", "resources", "livenessProbe", "extra"], random.randint(0, 3)):
            container[key] = {
                "args": ["--flag=x", "on", "echo a\necho b\n"],
                "env": [{"name": "A", "value": "1"}, {"name": "B", "value": random.choice(WORDS)}],
                "ports": [{"name": "http", "containerPort": 8080}],
                "resources": {"limits": {"cpu": "2", "memory": "1Gi"}, "requests": {}},
                "livenessProbe": {"httpGet": {"path": "/live", "port": "http"}, "periodSeconds": 10},
                "extra": tree(random, 2),
            }[key]
        containers.append(container)
    pod: dict[str, Any] = {"containers": containers}
    if random.random() < 0.4:
        pod["volumes"] = random.choice([[], None, [{"name": "data", "emptyDir": {}}]])
    meta = random.choice(
        [None, {}, {"labels": dict(labels)}, {"labels": dict(labels), "annotations": {}}, {"annotations": None}]
    )
    template = {"metadata": meta, "spec": pod} if meta is not None else {"spec": pod}
    spec = {"selector": {"matchLabels": labels}, "template": template}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec}


class Writer:
    """Writes values in one random style."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.step = random.choice([2, 2, 2, 4, 1, 3])
        self.offset = random.choice([0, 0, self.step])
        self.width = random.choice([2, 2, 2, 4])
        self.comments = random.choice([0, 0, 0.15, 0.4])
        self.flowing = random.choice([0, 0.1, 0.3])
        self.anchoring = random.choice([0, 0, 0.5])
        self.blank = random.choice(["", "", "\t", " "])
        self.anchored: list[tuple[str, Any]] = []
        self.count = 0
        # Whether a block scalar was just written.
        self.literal = False

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def document(self, value: Any) -> str:
        """Write a whole document."""
        random = self.random
        if self.chance(0.15):
            lines = [self.json(value, random.choice(["", "  ", "\t"]), "")]
        elif isinstance(value, dict | list):
            head, lines = self.plain_block(value, 0)
            lines = [head, *lines] if head else lines
        else:
            lines = [self.flow(value)]
        above = random.choice([[], [], ["---"], ["# top", "---"], ["--- # here"], ["%YAML 1.1", "---"]])
        below = random.choice([[], [], ["# foot"], ["..."], ["", "# foot"]][: 4 if self.literal else 5])
        text = "\n".join([*above, *lines, *below]) + random.choice(["\n", "\n", "\n", "\n" if self.literal else ""])
        text = random.choice(["", "", "", "\ufeff"]) + text
        return text.replace("\n", random.choice(["\n", "\n", "\r\n"]))

    def json(self, value: Any, unit: str, outer: str) -> str:
        """Write JSON, over lines where there is a unit of indent."""
        line, comma = (f"\n{outer}{unit}", ",") if unit else ("", self.random.choice([", ", ","]))
        if isinstance(value, dict | list) and value:
            pairs = value.items() if isinstance(value, dict) else (("", item) for item in value)
            parts = [
                (f"{quote.double(key)}: " if isinstance(value, dict) else "") + self.json(item, unit, outer + unit)
                for key, item in pairs
            ]
            opening, closing = "{}" if isinstance(value, dict) else "[]"
            return f"{opening}{line}{(comma + line).join(parts)}{line[: len(line) - len(unit)]}{closing}"
        return quote.double(value) if isinstance(value, str) else json.dumps(value)

    def flow(self, value: Any, depth: int = 0) -> str:
        """Write flow style on one line."""
        if isinstance(value, dict | list) and value:
            pad = self.random.choice(["", "", " "]) if depth == 0 else ""
            if isinstance(value, dict):
                inner = ", ".join(
                    f"{quote.string(key, flow=True)}: {self.flow(item, depth + 1)}" for key, item in value.items()
                )
                return f"{{{pad}{inner}{pad}}}"
            return f"[{pad}{', '.join(self.flow(item, depth + 1) for item in value)}{pad}]"
        if isinstance(value, str):
            return quote.string(value, flow=True)
        return self.scalar(value)

    def scalar(self, value: Any) -> str:
        """Write a scalar that is no text over lines in one of its spellings."""
        choose = self.random.choice
        if isinstance(value, str):
            single = [f"'{value.replace(chr(39), chr(39) * 2)}'"] if value.isprintable() else []
            return choose([quote.string(value), quote.double(value), *single])
        if value is None:
            return choose(["null", "~", "Null"])
        if isinstance(value, bool):
            return choose(["true", "yes", "On"]) if value else choose(["false", "no", "OFF"])
        if isinstance(value, int):
            return choose([str(value), f"0x{value:x}", f"0{value:o}", f"{value}_"]) if value > 0 else str(value)
        return repr(value)

    def remark(self) -> str:
        """Give a comment, each with its own text."""
        self.count += 1
        return f"# c{self.count}"

    def beside(self) -> str:
        return self.random.choice([" ", "  ", "\t"]) + self.remark() if self.chance(self.comments) else ""

    def between(self, column: int) -> list[str]:
        """Give comment and blank lines before an entry, but none that a block scalar above would take for its own."""
        lines: list[str] = []
        while not self.literal and self.chance(self.comments):
            shift = self.random.choice([0, 0, 0, self.step, -self.step, 1, -99])
            lines.append(self.random.choice(["", " " * max(0, column + shift) + self.remark()]))
        return lines

    def block(self, value: Any, inner: int) -> tuple[str, list[str]]:
        """Write the value of a key or item; collections stand in column ``inner``."""
        for name, known in self.anchored:
            if scalars.same(known, value) and self.chance(self.anchoring):
                return f"*{name}", []
        anchor = ""
        if isinstance(value, dict | list) and value and self.chance(self.anchoring):
            anchor = f"a{self.count}"
            self.count += 1
        head, lines = self.plain_block(value, inner)
        if anchor:
            self.anchored.append((anchor, value))
            head = f"&{anchor} {head}".rstrip()
        return head, lines

    def plain_block(self, value: Any, inner: int) -> tuple[str, list[str]]:
        if isinstance(value, dict | list) and value:
            if self.chance(self.flowing):
                return self.flow(value), []
            return "", self.map(value, inner) if isinstance(value, dict) else self.list(value, inner)
        if (
            isinstance(value, str)
            and "\n" in value
            and (chomping := quote.literal(value)) is not None
            and self.chance(0.8)
        ):
            pad = " " * (inner + self.random.choice([0, 0, 3]))
            lines = value.removesuffix("\n").split("\n") if chomping != "-" else value.split("\n")
            self.literal = True
            return f"|{chomping}", [pad + line if line else "" for line in lines]
        if value is None and self.chance(0.3):
            return "", []
        return self.scalar(value), []

    def map(self, value: dict[str, Any], column: int) -> list[str]:
        lines = []
        pairs = list(value.items())
        for name, known in self.anchored:
            is_part = isinstance(known, dict) and all(
                scalars.same(item, value.get(key, ...)) for key, item in known.items()
            )
            if is_part and self.chance(self.anchoring):
                lines.append(f"{' ' * column}<<: *{name}")
                pairs = [pair for pair in pairs if pair[0] not in known]
                break
        for key, item in pairs:
            lines += self.between(column) if lines else []
            self.literal = False
            compact = isinstance(item, list) and self.offset == 0
            head, below = self.block(item, column + (0 if compact else self.step))
            blank = (self.blank or " ") if head else ""
            comment = "" if head[:1] in ("|", ">") else self.beside()
            lines += [f"{' ' * column}{quote.string(key)}:{blank}{head}{comment}", *below]
        return lines + self.between(column)

    def list(self, value: list[Any], column: int) -> list[str]:
        lines: list[str] = []
        for item in value:
            lines += self.between(column) if lines else []
            self.literal = False
            head, below = self.block(item, column + self.width)
            if not head and below:
                first = below[0]
                if first.strip().startswith("#") or not first.strip() or self.chance(0.1):
                    lines += [f"{' ' * column}-", *below]
                else:
                    lines += [f"{' ' * column}-{' ' * (self.width - 1)}{first[column + self.width :]}", *below[1:]]
            else:
                comment = "" if head[:1] in ("|", ">") else self.beside().replace("\t", " ")
                lines += [f"{' ' * column}-{' ' * (self.width - 1)}{head}".rstrip() + comment, *below]
        return lines + self.between(column)
