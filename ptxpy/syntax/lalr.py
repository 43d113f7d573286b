"""The grammar's LALR(1) parser from its tables, without Lark: for shapes that come up at run time.

Lark makes the tables from grammar/ptx.lark, `tools/generate_shapes` writes them to
`parse_table.py`, and tests compare what both make of the corpus. A rule's children are treated
as Lark treats them: filtered-out tokens are dropped, helper rules are spliced in, and a rule
marked `?` with one child is that child.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple


class Token(str):
    """A token: its text, and the terminal that it is."""

    __slots__ = ("type",)
    type: str

    @classmethod
    def of(cls, kind: str, text: str) -> Token:
        """Return a token of a terminal."""
        token = cls(text)
        token.type = kind
        return token


class Rule(NamedTuple):
    """A rule of the grammar, as the parser needs it."""

    origin: str
    length: int
    kept: tuple[int, ...]
    """The positions of the children that are kept."""
    spliced: tuple[bool, ...]
    """Whether each of these is a helper rule whose children are taken instead."""
    callback: str
    """The name of the method that takes the children; "" for a helper rule."""
    single: bool
    """Whether one child alone stands for the whole."""


class Tables(NamedTuple):
    """LALR(1) tables."""

    starts: dict[str, int]
    """The first state of each start rule."""
    ends: dict[str, int]
    """The state in which it has been read."""
    actions: Sequence[dict[str, int]]
    """By state: where to go on after a terminal or rule; `~n` reduces by rule n."""
    rules: Sequence[Rule]


class UnexpectedTokenError(Exception):
    """A token that cannot stand where it stands: its position, and what could."""

    def __init__(self, position: int, expected: Sequence[str]) -> None:
        """Take the position in the sequence and the names of terminals."""
        super().__init__(position)
        self.position = position
        self.expected = tuple(expected)


END = "$END"


class Parser:
    """Parses sequences of tokens, and gives the children of each rule to a transformer."""

    def __init__(self, tables: Tables, transformer: object) -> None:
        """Take the tables and an object with a method for each rule."""
        self.tables = tables
        self.transformer = transformer

    def parse(self, start: str, tokens: Sequence[Token]) -> Any:  # noqa: ANN401
        """Return what the transformer makes of the tokens; raises `UnexpectedTokenError`."""
        tables = self.tables
        states = [tables.starts[start]]
        values: list[Any] = []
        end = Token.of(END, "")
        for position, token in enumerate(_with_end(tokens, end)):
            while True:
                action = tables.actions[states[-1]].get(token.type)
                if action is None:
                    raise UnexpectedTokenError(position, self._acceptable(states))
                if action >= 0:
                    break
                self._reduce(tables.rules[~action], states, values)
                if states[-1] == tables.ends[start] and token is end:
                    return values[-1]
            states.append(action)
            values.append(token)
        return values[-2] if values and values[-1] is end else values[-1]

    def _reduce(self, rule: Rule, states: list[int], values: list[Any]) -> None:
        children: list[Any] = []
        if rule.length:
            found = values[-rule.length :]
            del values[-rule.length :], states[-rule.length :]
            for position, splice in zip(rule.kept, rule.spliced, strict=True):
                if splice and not children:
                    children = found[position]  # not a copy: a list grows by one with each rule
                elif splice:
                    children += found[position]
                else:
                    children.append(found[position])
        if not rule.callback:
            value: Any = children
        elif rule.single and len(children) == 1:
            value = children[0]
        else:
            value = getattr(self.transformer, rule.callback)(children)
        states.append(self.tables.actions[states[-1]][rule.origin])
        values.append(value)

    def _acceptable(self, states: Sequence[int]) -> list[str]:
        """Return the terminals that can follow: those that are shifted in the end."""
        actions, rules = self.tables.actions, self.tables.rules
        found = []
        for terminal in actions[states[-1]]:
            stack = list(states)
            action: int | None = actions[stack[-1]].get(terminal)
            while action is not None and action < 0:
                rule = rules[~action]
                if rule.length:
                    del stack[-rule.length :]
                stack.append(actions[stack[-1]][rule.origin])
                action = actions[stack[-1]].get(terminal)
                if terminal == END and stack[-1] in self.tables.ends.values():
                    break
            if (action is not None and terminal.isupper()) or terminal == END:
                found.append(terminal)
        return found


def _with_end(tokens: Sequence[Token], end: Token) -> Iterator[Token]:
    yield from tokens
    yield end
