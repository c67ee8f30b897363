"""From tokens to trees: Go's grammar of templates, with Go's error texts.

Execution looks variables up on a stack that grows as declarations run; since what may be live at a point of the
text is known here, each variable gets its place on that stack (its slot) now. Functions are resolved now as well:
an unknown one is an error of the parse.
"""

from collections.abc import Mapping
from typing import NoReturn

from meshinject.gotemplate import lexer as lx
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.lexer import Token, lex
from meshinject.gotemplate.nodes import (
    Action,
    Bool,
    Branch,
    Break,
    Call,
    Chain,
    Command,
    Continue,
    Dot,
    Field,
    Identifier,
    Nil,
    Node,
    Number,
    Operand,
    Pipe,
    Source,
    String,
    Text,
    Tree,
    Variable,
)
from meshinject.gotemplate.quoting import quote, unescape, unquote
from meshinject.gotemplate.values import Function

# Go allows 10000 nested parentheses; they would be that deep in Python's stack as well.
MAX_PARENTHESES = 1000
_FRAMES_BRANCH, _FRAMES_PARENTHESES, _FRAMES_BASE = 5, 8, 40

_KEYWORDS_FROM = lx.DOT
_OPERANDS = frozenset(
    (
        lx.BOOL,
        lx.CHARACTER,
        lx.COMPLEX,
        lx.DOT,
        lx.FIELD,
        lx.IDENTIFIER,
        lx.NUMBER,
        lx.NIL,
        lx.STRING,
        lx.VARIABLE,
        lx.LEFT_PAREN,
    )
)
_CONSTANTS = (Bool, Dot, Nil, Number, String)
_BRANCHES = {lx.IF: "if", lx.WITH: "with", lx.RANGE: "range"}
BLOCK = "block clause"
_END = "{{end}}"
_ELSE = "{{else}}"


def parse(source: Source, functions: Mapping[str, Function], builtins: Mapping[str, Function]) -> dict[str, Tree]:
    """All templates that the text defines, the text itself under the source's name.

    Raises:
        TemplateError: the text is no template.
    """
    return Parser(source, functions, builtins).parse()


class Scope:
    """What belongs to the template being parsed: the variables in view and where the cursor comes from."""

    __slots__ = ("assumed", "names", "origin", "origins", "ranges", "tree")

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.names = ["$"]
        self.origins: list[int | None] = [None]
        # Names that a use may mention although no variable has a place yet: those before the `:=` or `=` of their
        # pipeline, and those that were only assigned to, which fails when it is executed.
        self.assumed: list[str] = []
        self.origin: int | None = None
        self.ranges = 0

    def declare(self, variable: Variable) -> None:
        """Give the variable the next slot."""
        variable.slot = len(self.names)
        self.names.append(variable.name)
        self.origins.append(None)
        self.tree.slots = max(self.tree.slots, len(self.names))

    def find(self, name: str) -> int | None:
        """The slot of the variable that a use of the name means."""
        names = self.names
        for slot in range(len(names) - 1, -1, -1):
            if names[slot] == name:
                return slot
        return None

    def mark(self) -> tuple[int, int]:
        """What is known now, for `drop`."""
        return len(self.names), len(self.assumed)

    def drop(self, mark: tuple[int, int]) -> None:
        """Forget the variables that came since the mark."""
        del self.names[mark[0] :]
        del self.origins[mark[0] :]
        del self.assumed[mark[1] :]


class Parser:
    """The state of one parse: the tokens, the place in them, and the templates found so far."""

    def __init__(self, source: Source, functions: Mapping[str, Function], builtins: Mapping[str, Function]) -> None:
        self.source = source
        self.functions = functions
        self.builtins = builtins
        self.tokens = lex(source.text)
        self.at = 0
        self.action_pos: int | None = None
        self.depth = 0
        self.nesting = 0
        self.trees: dict[str, Tree] = {}
        self.scope = Scope(Tree(source.name, source))

    # -- errors -------------------------------------------------------------------------------------

    def fail(self, message: str, token: Token) -> NoReturn:
        """Stop with a message; Go names the line of the token it read last."""
        raise TemplateError("parse", self.source.name, self.source.line(token[2]), None, message)

    def unexpected(self, token: Token, context: str) -> NoReturn:
        """Stop at a token that has no business there; for a lexical error its own message is given."""
        kind, text, pos, _ = token
        if kind == lx.ERROR:
            if self.action_pos is not None:
                started = self.source.line(self.action_pos)
                if started != self.source.line(pos):
                    where = f" started at {self.source.name}:{started}"
                    text += where if text.endswith(" action") else f" in action{where}"
            self.fail(text, token)
        self.fail(f"unexpected {_shown(token)} in {context}", token)

    # -- structure ----------------------------------------------------------------------------------

    def parse(self) -> dict[str, Tree]:
        """Read the whole text."""
        tokens = self.tokens
        root = self.scope.tree.root
        self.deepened()
        while tokens[self.at][0] != lx.EOF:
            if tokens[self.at][0] == lx.LEFT and tokens[self.at + 1][0] == lx.DEFINE:
                self.at += 2
                self.definition()
                continue
            node = self.text_or_action()
            if isinstance(node, str):
                self.fail(f"unexpected {node}", tokens[self.at - 1])
            root.append(node)
        self.add(self.scope.tree)
        return self.trees

    def add(self, tree: Tree) -> None:
        """Keep a template under its name; a blank one never replaces another."""
        known = self.trees.get(tree.name)
        if known is None or known.empty():
            self.trees[tree.name] = tree
        elif not tree.empty():
            last = self.tokens[min(self.at, len(self.tokens)) - 1]
            self.fail(f"template: multiple definition of template {quote(tree.name)}", last)

    def definition(self) -> None:
        """The rest of a define action, to its end."""
        context = "define clause"
        token = self.take()
        if token[0] != lx.STRING:
            self.unexpected(token, context)
        name = self.unquoted(token)
        self.expect(lx.RIGHT, context)
        self.inner_template(name, context)

    def inner_template(self, name: str, context: str) -> None:
        """The body of a define or block, in a scope of its own."""
        outer, action_pos = self.scope, self.action_pos
        self.scope, self.action_pos = Scope(Tree(name, self.source)), None
        self.deepened()
        start = self.tokens[self.at - 1]
        body, end = self.item_list()
        self.action_pos = action_pos
        if end != _END:
            # A block belongs to the template around it, which has read no further than the block's own action.
            self.fail(f"unexpected {end} in {context}", start if context == BLOCK else self.tokens[self.at - 1])
        self.scope.tree.root = body
        self.add(self.scope.tree)
        self.scope = outer

    def item_list(self) -> tuple[list[Node], str]:
        """Text and actions up to an end or else, which is returned beside them."""
        tokens = self.tokens
        nodes: list[Node] = []
        while True:
            token = tokens[self.at]
            if token[0] == lx.TEXT:
                self.at += 1
                nodes.append(Text(token[2], token[1]))
                continue
            if token[0] == lx.EOF:
                self.fail("unexpected EOF", token)
            node = self.text_or_action()
            if isinstance(node, str):
                return nodes, node
            nodes.append(node)

    def text_or_action(self) -> Node | str:
        """One node, or the text of the end or else that stands there."""
        token = self.take()
        if token[0] == lx.LEFT:
            self.action_pos = token[2]
            node = self.action()
            self.action_pos = None
            return node
        if token[0] == lx.TEXT:
            return Text(token[2], token[1])
        self.unexpected(token, "input")

    def action(self) -> Node | str:
        """What stands inside the delimiters."""
        token = self.tokens[self.at]
        kind = token[0]
        if kind >= lx.BLOCK:
            self.at += 1
            if kind == lx.END:
                self.expect(lx.RIGHT, "end")
                return _END
            if kind in _BRANCHES:
                return self.branch(token)
            if kind == lx.ELSE:
                return self.otherwise()
            if kind == lx.TEMPLATE:
                return self.call()
            if kind == lx.BLOCK:
                return self.block()
            if kind != lx.DEFINE:
                return self.leave(token)
            self.at -= 1
        return Action(token[2], self.pipeline("command", lx.RIGHT))

    def otherwise(self) -> str:
        """An else, possibly followed by the if or with that continues the chain."""
        if self.tokens[self.at][0] not in (lx.IF, lx.WITH):
            self.expect(lx.RIGHT, "else")
        return _ELSE

    def leave(self, token: Token) -> Node:
        """break or continue."""
        word = f"{{{{{token[1]}}}}}"
        last = self.take()
        if last[0] != lx.RIGHT:
            self.unexpected(last, word)
        if not self.scope.ranges:
            self.fail(f"{word} outside {{{{range}}}}", last)
        return Break(token[2]) if token[0] == lx.BREAK else Continue(token[2])

    def deepened(self) -> None:
        """Note how deeply Python's stack is used here when the template runs, or is compiled."""
        tree = self.scope.tree
        tree.frames = max(tree.frames, _FRAMES_BRANCH * self.nesting + _FRAMES_PARENTHESES * self.depth + _FRAMES_BASE)

    def branch(self, start: Token) -> Branch:
        """if, with or range with all its branches."""
        self.nesting += 1
        self.deepened()
        node = self.branches(start)
        self.nesting -= 1
        return node

    def branches(self, start: Token) -> Branch:
        """The inside of `branch`."""
        scope = self.scope
        kind = _BRANCHES[start[0]]
        known, origin = scope.mark(), scope.origin
        pipe = self.pipeline(kind, lx.RIGHT)
        node = Branch(pipe.pos, kind, pipe)
        if kind == "range":
            hidden = Variable(pipe.pos, "", None, None)
            scope.declare(hidden)
            node.origin = scope.origin = hidden.slot
            self.elements_from(hidden.slot, pipe)
            scope.ranges += 1
        elif kind == "with":
            scope.origin = None
        node.body, end = self.item_list()
        scope.origin = origin
        if kind == "range":
            scope.ranges -= 1
            self.elements_from(None, pipe)
        if end == _ELSE:
            token = self.tokens[self.at]
            if token[0] in (lx.IF, lx.WITH) and self.tokens[self.at - 1][0] == lx.ELSE and _BRANCHES[token[0]] == kind:
                self.at += 1
                node.otherwise = [self.branch(token)]
            else:
                node.otherwise, end = self.item_list()
                if end != _END:
                    self.fail(f"expected end; found {end}", self.tokens[self.at - 1])
        scope.drop(known)
        return node

    def elements_from(self, slot: int | None, pipe: Pipe) -> None:
        """Note where the type of what a range puts into its variable is kept."""
        for variable in pipe.variables[-1:]:
            if variable.slot is not None:
                self.scope.origins[variable.slot] = slot

    def call(self) -> Call:
        """The template action."""
        context = "template clause"
        token = self.take()
        name = self.template_name(token, context)
        if self.tokens[self.at][0] == lx.RIGHT:
            self.at += 1
            return Call(token[2], name, None)
        return Call(token[2], name, self.pipeline(context, lx.RIGHT))

    def block(self) -> Call:
        """The block action: a definition, and its use in the same place."""
        context = BLOCK
        token = self.take()
        name = self.template_name(token, context)
        pipe = self.pipeline(context, lx.RIGHT)
        self.inner_template(name, context)
        return Call(token[2], name, pipe)

    def template_name(self, token: Token, context: str) -> str:
        """The name in a template or block action."""
        if token[0] != lx.STRING:
            self.unexpected(token, context)
        return self.unquoted(token)

    # -- pipelines ----------------------------------------------------------------------------------

    def pipeline(self, context: str, end: int) -> Pipe:
        """Commands up to the closing token, with the variables declared or assigned before them."""
        tokens = self.tokens
        start = tokens[self.at]
        variables: list[Variable] = []
        assign = False
        if start[0] == lx.VARIABLE:
            assign = self.declarations(variables, context)
        commands: list[Command] = []
        assumed = len(self.scope.assumed)
        self.scope.assumed += [variable.name for variable in variables]
        while True:
            token = tokens[self.at]
            kind = token[0]
            if kind == end:
                self.at += 1
                break
            if kind not in _OPERANDS:
                self.unexpected(token, context)
            commands.append(self.command())
        if not commands:
            self.fail(f"missing value for {context}", token)
        for stage, command in enumerate(commands[1:], 2):
            if isinstance(command.args[0], _CONSTANTS):
                self.fail(f"non executable command in pipeline stage {stage}", token)
        if not assign:
            del self.scope.assumed[assumed : assumed + len(variables)]
        for variable in variables:
            if not assign:
                self.scope.declare(variable)
            else:
                variable.slot = self.scope.find(variable.name)
                if variable.slot is not None:
                    self.scope.origins[variable.slot] = None
        return Pipe(start[2], variables, assign, commands)

    def declarations(self, variables: list[Variable], context: str) -> bool:
        """The variables in front of a pipeline, if `:=` or `=` follows them; true for `=`."""
        tokens = self.tokens
        while tokens[self.at][0] == lx.VARIABLE:
            token, following = tokens[self.at], tokens[self.at + 1]
            kind = following[0]
            is_comma = kind == lx.CHAR and following[1] == ","
            if not is_comma and kind not in (lx.ASSIGN, lx.DECLARE):
                break
            self.at += 2
            variables.append(Variable(token[2], token[1], None, None))
            if not is_comma:
                return kind == lx.ASSIGN
            if context != "range" or len(variables) > 1:
                self.fail(f"too many declarations in {context}", following)
            if tokens[self.at][0] not in (lx.VARIABLE, lx.RIGHT, lx.RIGHT_PAREN):
                self.fail("range can only initialize variables", tokens[self.at])
        return False

    def command(self) -> Command:
        """Operands separated by blanks, up to a pipe (taken) or the end of the pipeline (left)."""
        tokens = self.tokens
        args: list[Operand] = []
        start = tokens[self.at][2]
        while True:
            operand = self.operand()
            if operand is not None:
                args.append(operand)
            token = tokens[self.at]
            if token[3] and operand is not None:
                continue
            kind = token[0]
            if kind == lx.PIPE:
                self.at += 1
            elif kind not in (lx.RIGHT, lx.RIGHT_PAREN):
                self.unexpected(token, "operand")
            break
        if not args:
            self.fail("empty command", token)
        return Command(start, args)

    def operand(self) -> Operand | None:
        """A term with the fields that hang on it; None when no term stands there."""
        node = self.term()
        tokens = self.tokens
        token = tokens[self.at]
        if node is None or token[0] != lx.FIELD or token[3]:
            return node
        pos = token[2]
        names: list[str] = []
        while token[0] == lx.FIELD and not token[3]:
            names.append(token[1][1:])
            self.at += 1
            token = tokens[self.at]
        if isinstance(node, Field):
            return Field(pos, [*node.names, *names], node.origin)
        if isinstance(node, Variable):
            node.names = names
            node.pos = pos
            return node
        if isinstance(node, _CONSTANTS):
            self.fail(f"unexpected . after term {quote(str(node))}", token)
        return Chain(pos, node, names)

    def term(self) -> Operand | None:  # noqa: C901, PLR0911, PLR0912 - one branch for each kind of token
        """One operand without fields."""
        token = self.tokens[self.at]
        kind, text, pos, _ = token
        self.at += 1
        if kind == lx.FIELD:
            return Field(pos, (text[1:],), self.scope.origin)
        if kind == lx.IDENTIFIER:
            return self.identifier(token)
        if kind == lx.STRING:
            return String(pos, text, self.unquoted(token))
        if kind == lx.VARIABLE:
            return self.variable(token)
        if kind == lx.LEFT_PAREN:
            self.depth += 1
            if self.depth > MAX_PARENTHESES:
                self.fail("max expression depth exceeded", token)
            self.deepened()
            pipe = self.pipeline("parenthesized pipeline", lx.RIGHT_PAREN)
            self.depth -= 1
            return pipe
        if kind == lx.DOT:
            return Dot(pos, self.scope.origin)
        if kind == lx.BOOL:
            return Bool(pos, text == "true")
        if kind == lx.NIL:
            return Nil(pos)
        if kind in (lx.NUMBER, lx.COMPLEX, lx.CHARACTER):
            return self.number(token)
        self.at -= 1
        return None

    def identifier(self, token: Token) -> Identifier:
        """A function, which must be known."""
        _, name, pos, _ = token
        function = self.functions.get(name)
        if function is not None:
            return Identifier(pos, name, function, builtin=False)
        function = self.builtins.get(name)
        if function is None:
            self.fail(f"function {quote(name)} not defined", token)
        return Identifier(pos, name, function, builtin=True)

    def variable(self, token: Token) -> Variable:
        """The use of a variable, which must be in view."""
        _, name, pos, _ = token
        scope = self.scope
        slot = scope.find(name)
        if slot is None:
            if name not in scope.assumed:
                following = self.tokens[self.at]
                self.fail(f"undefined variable {quote(name)}", following)
            return Variable(pos, name, None, None)
        return Variable(pos, name, slot, scope.origins[slot])

    def number(self, token: Token) -> Number:
        """A numeric constant."""
        kind, text, pos, _ = token
        if (
            kind == lx.NUMBER
            and text.isdecimal()
            and text.isascii()
            and len(text) < 18
            and (text[0] != "0" or text == "0")
        ):  # noqa: PLR2004
            return Number(pos, text, int(text))
        from meshinject.gotemplate.numbers import parse_complex, parse_number  # noqa: PLC0415 - rare in templates

        try:
            if kind == lx.CHARACTER:
                return Number(pos, text, _rune(text))
            return parse_complex(pos, text) if kind == lx.COMPLEX else parse_number(pos, text)
        except ValueError as error:
            self.fail(str(error), token)

    # -- tokens -------------------------------------------------------------------------------------

    def take(self) -> Token:
        """The next token, passed."""
        token = self.tokens[self.at]
        # EOF and ERROR come last and are never passed.
        if token[0] not in (lx.EOF, lx.ERROR):
            self.at += 1
        return token

    def expect(self, kind: int, context: str) -> None:
        """Pass a token of this kind."""
        token = self.take()
        if token[0] != kind:
            self.unexpected(token, context)

    def unquoted(self, token: Token) -> str:
        """The text of a string token."""
        text = token[1]
        if "\\" not in text:
            return text[1:-1].replace("\r", "") if text[0] == "`" else text[1:-1]
        try:
            return unquote(text)
        except ValueError as error:
            self.fail(str(error), token)


def _rune(text: str) -> int:
    """The code of a character constant.

    Raises:
        ValueError: it is none, or not one.
    """
    body = text[1:-1]
    if not body:
        raise ValueError("invalid syntax")
    if body[0] != "\\":
        code, end = ord(body[0]), 1
    else:
        code, _, end = unescape(body, 0, "'")
    if end != len(body):
        raise ValueError(f"malformed character constant: {text}")
    return code


def _shown(token: Token) -> str:
    """A token as Go's messages name it."""
    kind, text, _, _ = token
    if kind == lx.EOF:
        return "EOF"
    if kind >= _KEYWORDS_FROM:
        return f"<{text}>"
    if len(text.encode("utf-8", "surrogateescape")) > 10:  # noqa: PLR2004 - Go's limit, in bytes
        return f"{quote(text[:10])}..."
    return quote(text)
