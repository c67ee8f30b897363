"""Go's grammar of pipelines, and the parser's dealings with tokens and errors.

Functions are resolved here: an unknown one is an error of the parse.
"""

from collections.abc import Mapping
from typing import NoReturn

from meshinject.gotemplate import lexer as lx
from meshinject.gotemplate.errors import TemplateError
from meshinject.gotemplate.lexer import Token, lex
from meshinject.gotemplate.nodes import (
    Bool,
    Chain,
    Command,
    Dot,
    Field,
    Identifier,
    Nil,
    Number,
    Operand,
    Pipe,
    Source,
    String,
    Tree,
    Variable,
)
from meshinject.gotemplate.quoting import quote, unescape, unquote
from meshinject.gotemplate.scope import Scope
from meshinject.gotemplate.values import Function

# Go allows 10000 nested parentheses; they would be that deep in Python's stack as well.
MAX_PARENTHESES = 1000
_FRAMES_BRANCH, _FRAMES_PARENTHESES, _FRAMES_BASE = 5, 8, 40

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
_SIMPLE = (lx.FIELD, lx.IDENTIFIER, lx.STRING)
_CONSTANTS = (Bool, Dot, Nil, Number, String)
_SAFE_DIGITS = 18  # so many decimal digits always fit an int
_SHOWN_BYTES = 10  # of a token in a message


class PipelineParser:
    """The state of one parse: the tokens, the place in them, and the scope; and all that belongs to pipelines."""

    def __init__(self, source: Source, functions: Mapping[str, Function], builtins: Mapping[str, Function]) -> None:
        self.source = source
        self.functions = functions
        self.builtins = builtins
        self.known: dict[str, tuple[Function, bool]] = {}  # those met so far, and whether they are builtins
        self.tokens = lex(source.text)
        self.at = 0
        self.action_pos: int | None = None
        self.depth = 0
        self.nesting = 0
        self.scope = Scope(Tree(source.name, source))

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

    def deepened(self) -> None:
        """Note how deeply Python's stack is used here when the template runs, or is compiled."""
        tree = self.scope.tree
        tree.frames = max(tree.frames, _FRAMES_BRANCH * self.nesting + _FRAMES_PARENTHESES * self.depth + _FRAMES_BASE)

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
            operand = self.simple() or self.operand()
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

    def simple(self) -> Operand | None:
        """A lone field, a known function or a plain string, as most operands are; None for all others.

        What `operand` would give, without its calls: templates have a thousand of them, and all are parsed at every
        start.
        """
        kind, text, pos, _ = self.tokens[self.at]
        if kind not in _SIMPLE:
            return None
        following = self.tokens[self.at + 1]
        if following[0] == lx.FIELD and not following[3]:
            return None
        node: Operand
        if kind == lx.FIELD:
            node = Field(pos, (text[1:],), self.scope.origin)
        elif kind == lx.IDENTIFIER and text in self.known:
            function, builtin = self.known[text]
            node = Identifier(pos, text, function, builtin=builtin)
        elif kind == lx.STRING and text[0] == '"' and "\\" not in text:
            node = String(pos, text, text[1:-1])
        else:
            return None
        self.at += 1
        return node

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

    def term(self) -> Operand | None:  # noqa: PLR0911 - one return for each kind of token
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
        known = self.known.get(name)
        if known is None:
            builtin = name not in self.functions
            if builtin and name not in self.builtins:
                self.fail(f"function {quote(name)} not defined", token)
            known = self.known[name] = (self.builtins if builtin else self.functions)[name], builtin
        return Identifier(pos, name, known[0], builtin=known[1])

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
        simple = kind == lx.NUMBER and text.isascii() and text.isdecimal() and len(text) < _SAFE_DIGITS
        if simple and (text[0] != "0" or text == "0"):
            return Number(pos, text, int(text))
        from meshinject.gotemplate.numbers import parse_complex, parse_number  # noqa: PLC0415 - rare in templates

        try:
            if kind == lx.CHARACTER:
                return Number(pos, text, _rune(text))
            return parse_complex(pos, text) if kind == lx.COMPLEX else parse_number(pos, text)
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
    if kind >= lx.DOT:  # a keyword
        return f"<{text}>"
    if len(text.encode("utf-8", "surrogateescape")) > _SHOWN_BYTES:
        return f"{quote(text[:10])}..."
    return quote(text)
