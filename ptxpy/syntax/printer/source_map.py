"""The places of a module's statements in its text, and of the tokens in them.

Printing gives back the text that was parsed, so these are also positions in the source.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import AnyStatement, operand_tokens, statements, tokens
from ptxpy.ir import nodes as n
from ptxpy.styles import restore_line_ends, style_of
from ptxpy.syntax.printer.printer import marked_parts

Focus: TypeAlias = tuple[str] | tuple[str, int] | tuple[str, str]
"""A token of a statement: `("opcode",)`, `("modifier", 0)`, `("operand", 2)`, `("name", "%r1")`;
or a place beside one: `("behind", 0)`, `("before", "\\ufeff")`."""


class Place(NamedTuple):
    """A piece of a text."""

    line: int
    """Line, from 1; lines end with a line feed."""
    column: int
    """Column in characters, from 1; a tab and a byte-order mark are one character each."""
    offset: int
    """Characters before it in the text."""
    length: int
    """Its characters."""


class Lines:
    """The lines of a text."""

    def __init__(self, text: str) -> None:
        """Find the beginnings of lines."""
        self.text = text
        self._starts = [0, *accumulate([len(line) + 1 for line in text.split("\n")])]

    def place(self, offset: int, length: int = 0) -> Place:
        """Return the place at an offset, in characters."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1, offset, length)

    def line_text(self, line: int) -> str:
        """Return a line, counted from 1, without its end; `IndexError` if there is none."""
        if not 1 <= line < len(self._starts):
            msg = f"no line {line}: the text has {len(self._starts) - 1}"
            raise IndexError(msg)
        return self.text[self._starts[line - 1] : self._starts[line] - 1].removesuffix("\r")


class _Spelling(NamedTuple):
    """The tokens of one statement."""

    ordinal: int
    texts: list[str]
    offsets: list[int]
    first: dict[str, int]
    """The first token of each text."""
    opcode: int
    modifiers: list[int]
    operands: list[tuple[int, int]]
    """First and last token of each operand of an instruction."""


class Positions:
    """The places of a module's statements, by ordinal: their number in `statements(module)`."""

    def __init__(self, module: n.Module) -> None:
        """Print a module, and note where its statements begin."""
        parts, self._marks = marked_parts(module)
        self.module = module
        self.text = "".join(parts)
        """The text of the module, as `emit` gives it."""
        before = [0, *accumulate(map(len, parts))]
        self.offsets: list[int] = [before[count] for count in self._marks.parts]
        """How many characters come before the first token of each statement."""
        self._spelled: _Spelling | None = None

    def __len__(self) -> int:
        """Return the number of statements."""
        return len(self.offsets)

    @cached_property
    def lines(self) -> Lines:
        """The lines of the text."""
        return Lines(self.text)

    @cached_property
    def _statements(self) -> list[AnyStatement]:
        return list(statements(self.module))

    def line_text(self, line: int) -> str:
        """Return a line of the text, counted from 1, without its end."""
        return self.lines.line_text(line)

    def place(self, ordinal: int, focus: Focus | None = None) -> Place:
        """Return the place of a statement's first token, or of what `focus` names in it.

        - `("opcode",)`: the opcode without modifiers, after the guard;
        - `("modifier", k)`: the modifier of that number with its dot, from 0;
        - `("operand", k)`: the operand of that number of an instruction, all its tokens;
        - `("name", text)`: the first token that is exactly the text;
        - `("behind", k)`: the character behind the last token before the operand of that number;
        - `("before", text)`: the last such text before the statement.

        A token that the statement does not have is at the place of its first token. Ordinal 0 of a
        module without statements is the end of its text, white space apart.
        """
        if not self.offsets and ordinal == 0:
            return self.lines.place(len(self.text.rstrip()))
        if self._spelled is None or self._spelled.ordinal != ordinal:
            self._spelled = self._spell(ordinal)
        spelling = self._spelled
        if focus and focus[0] == "before":
            text = str(focus[-1])
            found = self.text.rfind(text, 0, spelling.offsets[0])
            return self.lines.place(max(found, 0), len(text))
        first, last = _focused(spelling, focus) if focus else (0, 0)
        if focus and focus[0] == "behind":
            return self.lines.place(spelling.offsets[first] + len(spelling.texts[first]), 1)
        start = spelling.offsets[first]
        return self.lines.place(start, spelling.offsets[last] + len(spelling.texts[last]) - start)

    def _spell(self, ordinal: int) -> _Spelling:
        offset = self.offsets[ordinal]
        node = self._statements[ordinal]
        spelled = tokens(node)
        within = getattr(node, "within", None)
        # A changed node may have kept gaps that no longer fit, which the printer ignores likewise.
        if within is None or len(within) != len(spelled) - 1:
            asm = self._marks.asm[ordinal]
            within = style_of(self.module).predict_inner_gaps(spelled, asm=asm)
        options = self.module.options
        texts = [restore_line_ends(text, options, begins_line=False) for _, text in spelled]
        within = [restore_line_ends(gap, options, begins_line=False) for gap in within]
        offsets = [offset]
        for text, gap in zip(texts, within, strict=False):
            offset += len(text) + len(gap)
            offsets.append(offset)
        # The list is reversed so that the first of equal texts wins.
        first = {text: len(texts) - 1 - i for i, text in enumerate(reversed(texts))}
        roles = [role for role, _ in spelled]
        # Only after a guard does the opcode have the role `guarded`; else it is the first token.
        opcode = roles.index("guarded") if "guarded" in roles else 0
        modifiers = [i for i, role in enumerate(roles) if role == "modifier"]
        operands = []
        if isinstance(node, n.Instruction):
            at = opcode + 1 + len(modifiers)
            for operand in node.operands:
                end = at + len(operand_tokens(operand))
                operands.append((at, end - 1))
                # One token, a comma, is between two operands.
                at = end + 1
        return _Spelling(ordinal, texts, offsets, first, opcode, modifiers, operands)


def _focused(spelling: _Spelling, focus: Focus) -> tuple[int, int]:
    """Return the first and the last token of a focus."""
    what, which = (*focus, 0)[:2]
    if what == "opcode":
        return spelling.opcode, spelling.opcode
    if what == "name":
        token = spelling.first.get(str(which), 0)
        return token, token
    if what == "operand":
        found = spelling.operands
    elif what == "modifier":
        found = [(token, token) for token in spelling.modifiers]
    elif what == "behind":
        found = [(first - 1, first - 1) for first, _ in spelling.operands]
    else:
        msg = f"not a focus: {focus!r}"
        raise ValueError(msg)
    return found[which] if isinstance(which, int) and 0 <= which < len(found) else (0, 0)


def positions(module: n.Module) -> Positions:
    """Return the places of a module's statements in its text."""
    return Positions(module)
