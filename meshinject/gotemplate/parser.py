"""From tokens to trees: Go's grammar of templates, with Go's error texts."""

from collections.abc import Mapping

from meshinject.gotemplate import lexer as lx
from meshinject.gotemplate.lexer import Token
from meshinject.gotemplate.nodes import Action, Branch, Break, Call, Continue, Node, Pipe, Source, Text, Tree, Variable
from meshinject.gotemplate.pipelines import PipelineParser
from meshinject.gotemplate.quoting import quote
from meshinject.gotemplate.scope import Scope
from meshinject.gotemplate.values import Function

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


class Parser(PipelineParser):
    """Finds the templates of a text."""

    def __init__(self, source: Source, functions: Mapping[str, Function], builtins: Mapping[str, Function]) -> None:
        super().__init__(source, functions, builtins)
        self.trees: dict[str, Tree] = {}

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
        if token[0] != lx.TEXT:
            self.unexpected(token, "input")
        return Text(token[2], token[1])

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
        """The actions break and continue."""
        word = f"{{{{{token[1]}}}}}"
        last = self.take()
        if last[0] != lx.RIGHT:
            self.unexpected(last, word)
        if not self.scope.ranges:
            self.fail(f"{word} outside {{{{range}}}}", last)
        return Break(token[2]) if token[0] == lx.BREAK else Continue(token[2])

    def branch(self, start: Token) -> Branch:
        """The actions if, with and range with all their branches."""
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
