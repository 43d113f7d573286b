"""The inline PTX of a CUDA C++ file.

Each `asm` statement is cut out of the file, its macros are replaced, and tree-sitter parses the
rest. A macro that makes an `asm` statement is replaced at each use.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.inline_ptx.blocks import (
    HOST,
    Blocks,
    Lines,
    Skipped,
    is_for_other_processor,
    join_tokens,
)
from ptxpy.inline_ptx.cuda_grammar import UNKNOWN_MACRO, UNPARSED, read_statements
from ptxpy.inline_ptx.guards import is_excluded, surroundings
from ptxpy.inline_ptx.included_files import ASM, MacroTable, has_statement
from ptxpy.inline_ptx.macros import ExpansionError, expand
from ptxpy.inline_ptx.operand_types import Declarations
from ptxpy.inline_ptx.preprocessing import (
    OUTSIDE,
    blank_comments,
    blank_strings,
    scan_directives,
)
from ptxpy.inline_ptx.statement_tokens import (
    StatementReader,
    argument_in_text,
    has_plain_text,
    insert_commas,
    name_in_text,
    statements_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.inline_ptx.blocks import Block
    from ptxpy.inline_ptx.guards import Surroundings
    from ptxpy.inline_ptx.preprocessing import Directives, Macro, Token

__all__ = ["EXCLUDED", "find_blocks"]

EXCLUDED: Final = "the condition around it is false for nvcc on 64-bit Linux"
DEPENDENT: Final = "a macro that is not used here depends on its arguments"


def find_blocks(text: bytes, filename: str = "") -> Blocks:
    """Return the inline PTX of a CUDA C++ file.

    Args:
        text: The file.
        filename: Its name; files that it includes are searched for in its folder and those above.
    """
    return _Finder(text.decode("utf-8", "surrogateescape").removeprefix("\ufeff"), filename).find()


class _Finder:
    """The search for blocks in one file."""

    def __init__(self, text: str, filename: str) -> None:
        self.text = text
        self.blank = blank_strings(text)
        self.has_asm = ASM.search(self.blank) is not None
        self.filename = filename

    def find(self) -> Blocks:
        """Return the blocks of the file in the order of lines."""
        self.directives: Directives = scan_directives(blank_comments(self.text))
        self.macros = MacroTable(self.directives, self.filename)
        self.used: set[str] = set()
        self.failed: set[str] = set()
        self.found: dict[Block, None] = {}
        self.skipped: dict[Skipped, None] = {}
        self.lines = Lines(self.text)
        self.reader = StatementReader(self.text, self.directives)
        makers = self.macros.with_asm()
        names = sorted(makers, key=len, reverse=True)
        pattern = "|".join(["asm", "__asm__", "__asm", *map(re.escape, names)])
        sites = []
        # The search is in text without strings and comments, so that `"asm"` in a message is not
        # found.
        for match in re.finditer(rf"(?<![\w$])(?:{pattern})(?![\w$])", self.blank):
            # `asm` in a `#define` is read where the macro is used, or as an unused macro.
            if self.reader.directive_end(match.start()) >= 0:
                continue
            self.used.add(match[0])
            sites.append((match.start(), match[0]))
        if not sites and not self.has_asm:
            return Blocks((), ())
        self.declarations = Declarations(self.text)
        for offset, name in sites:
            self._read_site(offset, name)
        # A header may only define macros: each is read once as if it were used.
        for name, macro in makers.items():
            if macro is not None and name not in self.used and has_statement(macro):
                self._read_unused(macro)
        return Blocks(
            tuple(sorted(self.found, key=lambda block: (block.line, block.column))),
            tuple(sorted(self.skipped)),
        )

    def _read_site(self, offset: int, name: str) -> None:
        conditions = self.directives.conditions(offset)
        where = surroundings(conditions)
        if where.is_host or is_excluded(conditions, self.macros.number):
            self._skip(offset, HOST if where.is_host else EXCLUDED)
            return
        is_asm = ASM.fullmatch(name) is not None
        statements = self.reader.read(offset, is_asm=is_asm)
        if statements is None:
            self._skip(offset, "the statement does not end")
            return
        for statement in statements:
            self._read(statement, where, offset, "" if is_asm else name)

    def _read_unused(self, macro: Macro) -> None:
        """Read the body of a macro that the file does not use, if it depends on no argument."""
        where = surroundings(self.directives.conditions(macro.offset))
        if where.is_host:
            self._skip(macro.offset, HOST)
            return
        for statement in statements_of(macro.body):
            parameters = frozenset(macro.parameters or ())
            argument = argument_in_text(statement, parameters)
            # An argument in the text is any string: only a use of the macro says which.
            if argument:
                self._skip(macro.offset, DEPENDENT, argument)
                continue
            self._read(statement, where, macro.offset, macro.name, parameters)

    def _read(
        self,
        statement: Sequence[Token],
        where: Surroundings,
        offset: int,
        macro: str,
        parameters: frozenset[str] = frozenset(),
    ) -> None:
        """Read the blocks that tokens make; `parameters` are those of the macro that they are of.

        Tokens of an `asm` statement whose text has no macros are taken as they are.
        """

        # A parameter hides a macro of its name while the body is read by itself.
        def lookup(name: str) -> Macro | None:
            return None if name in parameters else self.macros.find(name, offset)

        given = list(statement)
        if macro in self.failed:
            self._skip(offset, "a macro cannot be replaced", macro)
            return
        if macro or not has_plain_text(given):
            try:
                given = expand(given, lookup)
            except (ExpansionError, RecursionError) as error:
                # A macro that fails is not tried again: a file may use it a thousand times.
                self.failed.update({macro} - {""})
                self._skip(offset, "a macro cannot be replaced", str(error))
                return
        # A name that is left among the strings of the text is a macro that was not found.
        unknown = name_in_text(given) if not macro or parameters else ""
        if unknown:
            self._skip(offset, UNKNOWN_MACRO, unknown)
            return
        given, missing = insert_commas(given)
        commas = tuple(
            self.lines.place(offset if token.origin == OUTSIDE else token.origin)
            for token in missing
        )
        expansion = join_tokens(given, self.lines, offset)
        for read in read_statements(expansion, self.declarations):
            if isinstance(read, Skipped):
                dependent = parameters and read.reason == UNPARSED
                self.skipped[read._replace(reason=DEPENDENT) if dependent else read] = None
            elif is_for_other_processor(read):
                self.skipped[Skipped(read.line, read.column, HOST)] = None
            else:
                block = read._replace(
                    guard=where.guard, open=where.is_open, macro=macro, missing_commas=commas
                )
                self.found[block] = None

    def _skip(self, offset: int, reason: str, detail: str = "") -> None:
        self.skipped[Skipped(*self.lines.place(offset), reason, detail)] = None
