"""The parser: Lark's grammar, memoised by the shape of statements.

An LALR parse depends only on the sequence of terminals. So the file is split into statements; each
is looked up by its text with the register names cut out; a new text is cut into tokens, whose
terminals are looked up; and a new sequence of terminals is parsed by Lark, once, into a factory of
nodes. Every new text is checked token by token against the text that the IR would print.
"""

from __future__ import annotations

import gc
import re

from ptxpy.ir import compile_pattern
from ptxpy.ir import nodes as n
from ptxpy.styles import (
    EMPTY_SUMMARY,
    ModuleSummary,
    Style,
    detect_line_ends,
    detect_style,
    infer_options,
    normalise_line_ends,
    summarise_module,
)
from ptxpy.syntax.memo import (
    MEMO_LIMIT,
    MEMO_TEXT_LIMIT,
    NUMBER,
    Context,
    Entry,
    Pattern,
    clear_memo,
    number_tokens,
)
from ptxpy.syntax.reader import Place, Reader, UnreadableError
from ptxpy.syntax.statement import read_statement
from ptxpy.syntax.statement_splitting import (
    MARKS,
    WHITE_SPACE,
    register_pattern,
    split_statements,
)

__all__ = ["clear_memo", "read_module"]


class _Registers(dict[str, n.Register]):
    """Register nodes by name without the percent sign, made on demand."""

    def __missing__(self, key: str) -> n.Register:
        node = self[key] = tuple.__new__(n.Register, ("%" + key,))
        return node


def read_module(text: str, style: Style | None = None) -> n.Module:
    """Parse a module on the fast path.

    The facts of the whole module that the style needs are guessed first; if the guess proves wrong,
    the module is read again with the true facts. It is also read again where the style predicts
    little, and would predict more with options that suit the file.

    Raises `UnreadableError` or `ShapeError` when the text has an error; `diagnose` says which.
    """
    ends = detect_line_ends(text)
    text = normalise_line_ends(text, ends)
    # The mark takes the place of registers in the text, so it must not occur in the text itself.
    mark = next((mark for mark in MARKS if mark not in text), None)
    if mark is None or not text.strip(WHITE_SPACE):
        raise UnreadableError
    found = style or detect_style(text)
    module = _read_styled(text, found, mark)
    if style is None:
        options = infer_options(module, found)
        if options != module.options:
            module = _read_styled(text, found.with_options(options), mark)
    # Line ends are an option apart from the style's: `\r\n` throughout is one fact, not one per
    # line.
    if ends != module.options:
        options = module.options._replace(newline=ends.newline, blank_line=ends.blank_line)
        module = module.replace(options=options)
    return module


def _read_styled(text: str, style: Style, mark: str) -> n.Module:
    """Read a module in a style."""
    facts = guessed_facts(text) if style.predict_leading_gap is not None else EMPTY_SUMMARY
    module = _read(text, style, facts, mark)
    true_facts = summarise_module(module.body)
    # The gaps of a style follow from such facts as the name of the first function: with wrong ones,
    # fewer gaps are predicted.
    if style.predict_leading_gap is not None and true_facts != facts:
        module = _read(text, style, true_facts, mark)
    return module


def _read(text: str, style: Style, facts: ModuleSummary, mark: str) -> n.Module:
    collecting = gc.isenabled()
    gc.disable()  # nothing that is built here is garbage, and looking for it doubles the time
    try:
        # The split gives texts and registers alternately: the odd parts are names.
        parts = register_pattern().split(text)
        registers = list(map(_Registers().__getitem__, parts[1::2]))
        # Statements that differ in their registers only now have the same text, and share an entry
        # of the memo.
        marked = mark.join(parts[::2])
        del parts
        reader = _MemoisedReader(style, facts, registers, marked, mark)
        return reader.read(reader.pieces)
    finally:
        if collecting:
            gc.enable()


class _MemoisedReader(Reader):
    """Reads a file without errors; statements are looked up in the memo of their context."""

    def __init__(
        self,
        style: Style,
        facts: ModuleSummary,
        registers: list[n.Register],
        marked: str,
        mark: str,
    ) -> None:
        super().__init__(style, facts, registers, mark)
        self.marked = marked
        self.pieces = split_statements(marked)

    def read_new(self, here: Context, piece: str, at: int) -> Entry:
        """Read a statement whose text is new, and keep the parts that may come again."""
        # Where tabs are spaces, gaps depend on how long the name of a guard is.
        short = len(piece) <= MEMO_TEXT_LIMIT and not (self.style.tab_stop and "@" in piece)
        numbers: list[str] = []
        if short:
            if len(here.memo) >= MEMO_LIMIT:
                here.memo.clear()
                here.patterns.clear()
            # NUMBER has two groups, for a plain number and for one at the end of a name.
            numbers = [a or b for a, b in NUMBER.findall(piece)]
            if numbers:
                # A vertical tab belongs to no token and is not white space of PTX.
                key = NUMBER.sub("\v", piece)
                pattern = here.patterns.get(key)
                if pattern is not None:
                    entry = here.memo[piece] = pattern.fill(numbers, here.names)
                    return entry
        text, count = self.restore(piece, at)
        reading = read_statement(here, text)
        entry = reading.entry
        found = reading.registers
        if found == [register.name for register in self.registers[at : at + count]]:
            if short:
                here.memo[piece] = entry
                # A statement that declares names depends on its numbers: `.reg .b32 r<4>` and
                # `r<8>` declare others.
                if numbers and entry.names is None:
                    cut_out = number_tokens(reading.values, numbers)
                    if cut_out is not None:
                        here.patterns[key] = Pattern(
                            reading.factory, reading.values, cut_out, reading.gaps, entry
                        )
            return entry
        # A name that only looks like a register's, in a comment or string: not memoised.
        # The IR's registers are those that the tokens have: the comment's words are part of a gap.
        node_registers = [n.Register(name) for name in found]
        build = entry.build
        return entry._replace(
            registers=count,
            node=None,
            build=lambda _registers, _at, before: build(node_registers, 0, before),
        )

    def restore(self, piece: str, at: int) -> tuple[str, int]:
        """Put the names of registers back into a piece."""
        parts = piece.split(self.mark)
        count = len(parts) - 1
        if not count:
            return piece, 0
        names = self.registers[at : at + count]
        return (
            parts[0]
            + "".join(
                [register.name + part for register, part in zip(names, parts[1:], strict=True)]
            ),
            count,
        )

    def refuse(self, error: Exception, here: Context) -> Context:
        """Stop at the first error."""
        del here
        raise error

    def close_broken(self, place: Place) -> None:
        """Do nothing: there is none."""

    def end(self) -> str:
        """Return the white space at the end; no body may be open there."""
        tail = self.marked[sum(map(len, self.pieces)) :]
        if self.stack or tail.strip(WHITE_SPACE):
            raise UnreadableError
        return tail


_FILES = compile_pattern(r'^[ \t]*+\.file[ \t]++([0-9]{1,9}+)[ \t]++"([^"\n]*+)"', re.MULTILINE)
_FIRST = compile_pattern(
    r"^(?:\.(visible|weak|extern)[ \t]++)?+\.(?:entry|func)\b[^;{]*?([A-Za-z_$][\w$]*+)\s*+"
    r"(?:\([^;{)]*+\)[^;{(]*+)?+\{",
    re.MULTILINE | re.ASCII,
)


def guessed_facts(text: str) -> ModuleSummary:
    """Guess the facts of a module before it is parsed; the parser checks them afterwards."""
    files = {int(number): name.rpartition("/")[2] for number, name in _FILES.findall(text)}
    match = _FIRST.search(text)
    linkage = ("." + match[1],) if match is not None and match[1] else ()
    return ModuleSummary(files, None if match is None else (match[2], linkage))
