"""`Style`: a named description of the layout that one producer of PTX writes.

A style predicts every gap, that is the white space and comments between two tokens. Inside a
statement the gap follows from the role of the token after it (`ptxpy.ir.tokens`). Before a
statement the gap follows from the kind of the statement and the layout state
(`ptxpy.styles.kinds`); or else from the function `predict_leading_gap`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from sys import intern
from types import MappingProxyType
from typing import TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import SEPARATED, Tokens
from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import (
    ASM_STATES,
    MODULE_STATES,
    State,
    StatementKind,
    TriviaState,
    next_state,
)
from ptxpy.styles.options import STATEMENT_KINDS, expand_tabs, gap_rewriter, measure_column

Row: TypeAlias = tuple[tuple[str | None, ...], tuple[State, ...]]
"""For one state: the gap before each kind of statement, and the state after it. A gap of `None`
means that `Style.predict_leading_gap` must be called."""

TableRow: TypeAlias = "tuple[tuple[str | None, ...], list[TableRow], int]"
"""For one state: the gap before each kind of statement, the row after it, the index of the state.
"""

LeadingGapPredictor: TypeAlias = Callable[[TriviaState, StatementKind, n.Node | None], str]
CounterUpdate: TypeAlias = Callable[[TriviaState, StatementKind, n.Node | None], None]

ASM_BEGIN = "// begin inline asm"
"""The comment that compilers write before inline assembly."""
ASM_END = "// end inline asm"
"""The comment that compilers write after inline assembly."""

BASE_GAPS: dict[str, str] = {
    "guarded": " ",
    "operands": " ",
    "operand": " ",
    "element": " ",
    "coordinate": " ",
    "operator": " ",
    "operator.right": " ",
    "conditional": " ",
    "specifier": " ",
    "align": " ",
    "linkage": " ",
    "kind": " ",
    "equals": " ",
    "initializer": " ",
    "value": " ",
    "declarator.register": " ",
    "declarator.reg": " ",
    "declarator.local": " ",
    "declarator.param": " ",
    "declarator.shared": " ",
    "declarator.global": " ",
    "declarator.const": " ",
    "declarator.sreg": " ",
    "declarator.tex": " ",
    "parameter.name": " ",
    "parameter": "\n\t",
    "parameter.next": "\n\t",
    "parameter.close": "\n",
    "return.next": " ",
    "returns": " ",
    "function.name": " ",
    "function.name.entry": " ",
    "function.name.func": " ",
    "declared.parameters": "\n",
    "declared.semicolon": "\n",
    "directive": "\n",
    "directive.value": " ",
    "directive.next": " ",
    "function.open": "\n",
    "call.returns": " ",
    "call.target": " ",
    "call.target.only": " ",
    "call.arguments": " ",
    "call.argument": " ",
    "call.prototype": " ",
    "prototype": " ",
    "prototype.returns": " ",
    "prototype.function": " ",
    "prototype.parameters": " ",
    "prototype.parameter.next": " ",
    "prototype.return.next": " ",
    "prototype.directive": " ",
    "targets": " ",
    "targets.first": " ",
    "targets.next": " ",
    "location.file": " ",
    "location": " ",
    "pragma": " ",
    "word": " ",
    "file.number": " ",
    "file.name": " ",
    "data": " ",
    "data.next": " ",
    "section.name": " ",
    "section.open": " ",
}
"""Gaps by role, unless a style overrides them. A role that is not listed has an empty gap."""


MAX_CACHED_PREDICTIONS = 10_000
"""The most sequences of roles whose gaps one gap table caches: a bound on memory."""
MAX_CACHED_ROLES = 300
"""The most tokens of a statement whose gaps are cached. Longer ones, such as arrays, rarely recur.
"""


class _InstructionGaps:
    """Gaps by role, with exceptions for some instructions; each table has a prediction cache."""

    def __init__(
        self, table: Mapping[str, str], exceptions: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.plain: _GapTable = (table, {})
        self.special: dict[str, list[tuple[str, _GapTable]]] = {}
        """By opcode: prefixes (an opcode with modifiers) that have exceptions, longest first."""
        # The longest prefix comes first: `tcgen05.mma` has other gaps than `tcgen05`.
        for prefix in sorted(exceptions, key=len, reverse=True):
            gap_table: _GapTable = ({**table, **exceptions[prefix]}, {})
            self.special.setdefault(prefix.split(".")[0], []).append((prefix, gap_table))

    def for_instruction(self, opcode: str, modifiers: Sequence[str]) -> _GapTable:
        """Return the gap table of an instruction."""
        if opcode in self.special:
            # The dot at the end keeps a prefix from ending inside of a modifier.
            text = opcode + "".join(modifiers) + "."
            for prefix, gap_table in self.special[opcode]:
                if text.startswith(prefix + "."):
                    return gap_table
        return self.plain


_GapTable: TypeAlias = tuple[Mapping[str, str], dict[tuple[str, ...], n.Gaps]]


class StyleData(NamedTuple):
    """The layout of one producer of PTX, as data, written by hand, one per producer."""

    name: str
    header: str
    """The text before `.version`: the producer's header comment."""
    gaps: Mapping[str, str]
    """Gap by role of the token after it; missing roles come from `BASE_GAPS` or have none."""
    asm_gaps: Mapping[str, str] = MappingProxyType({})
    """Gap by role inside inline assembly, on top of `BASE_GAPS`."""
    opcode_gaps: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """Gaps of some instructions, on top of `gaps`, by opcode and the modifiers to match."""
    asm_opcode_gaps: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """Gaps of some instructions inside inline assembly, on top of `asm_gaps`."""
    leading_gaps: Mapping[tuple[State | None, StatementKind], str | None] = MappingProxyType({})
    """Gap before a statement by state and kind; a state of `None` stands for any state."""
    predict_leading_gap: LeadingGapPredictor | None = None
    """Function for the gap before a statement where `leading_gaps` has `None`."""
    update_counters: CounterUpdate | None = None
    """Function that updates the counters that `predict_leading_gap` reads, for each statement
    whose gap is `None` in `leading_gaps`."""
    comment_column: int | None = None
    """The column at which trailing comments are aligned."""
    describe_location: Callable[[TriviaState, n.Location], str] | None = None
    """Function for the text of the comment after a `.loc`, if the style has one."""
    has_debug_comments: bool = False
    """Whether the data of debug sections has comments with the names of DWARF."""
    compares_equality_untyped: bool = False
    """Whether integers are compared for equality as untyped bits: `setp.eq.b32`."""
    call_form: str = "llvm"
    """The form of call sequences (`ptxpy.dialect.calls`)."""
    has_function_comments: bool = False
    """Whether a comment names a function before it is defined: `// .globl scale`."""
    numbers_calls: bool = True
    """Whether comments number call sequences; else a space is left where they were."""
    moves_untyped: bool = False
    """Whether registers of bit types are moved by an untyped `mov.b32`, not `mov.u32`."""
    is_typed: bool = False
    """Whether values have types that instructions must match. Compiler output has no such types."""
    rounds_explicitly: bool = False
    """Whether floating-point additions and multiplications have a rounding modifier:
    `add.rn.f32`."""
    block_prefix: str = "$L__BB"
    """Basic-block labels are named `<prefix><function>_<block>`."""
    parameter_names: str = "{function}_param_{position}"
    """Template of the names of formal parameters; `{name}` is the parameter's Python name."""
    indent: str = "\t"
    """The indentation of a line inside a function."""
    options: n.StyleOptions = n.NO_OPTIONS
    """Deviations of one file from the style (`ptxpy.styles.options`)."""
    base: Style | None = None
    """The style without the options, or `None` if it has no options."""


class Style(StyleData):
    """The layout of one producer of PTX, and the gaps that follow from it."""

    def parameter_name(self, function: str, position: int, name: str) -> str:
        """Return the name of a function's parameter."""
        return self.parameter_names.format(function=function, position=position, name=name)

    def named(self, name: str, header: str) -> Style:
        """Return this style under another name and with another header comment."""
        return self._replace(name=name, header=header)

    def with_options(self, options: n.StyleOptions) -> Style:
        """Return this style with the deviations of one file."""
        base = self.base or self
        return base if options == n.NO_OPTIONS else base._replace(options=options, base=base)

    @cached_property
    def statement_gaps(self) -> dict[str, str]:
        """Gap by role outside inline assembly."""
        return self._gaps_within({**BASE_GAPS, **self.gaps})

    @cached_property
    def assembly_gaps(self) -> dict[str, str]:
        """Gap by role inside inline assembly."""
        if self.base is None:
            return {**BASE_GAPS, **self.asm_gaps}
        outside, inside = self.base.statement_gaps, self.base.assembly_gaps
        gaps = self._gaps_within(inside)
        # Inside assembly only gaps that differ from those outside keep their own form.
        for role, gap in inside.items():
            if gap != outside.get(role, ""):
                gaps[role] = self.rewrite_inner_gap(role, gap)
        return gaps

    @cached_property
    def _rewrite(self) -> Callable[[str], str]:
        return gap_rewriter(self.options, self.indent)

    def _gaps_within(self, gaps: dict[str, str]) -> dict[str, str]:
        """Return gaps by role with the options applied."""
        if self.base is None:
            return gaps
        new = {role: self.rewrite_inner_gap(role, gap) for role, gap in gaps.items()}
        return {**new, **dict(self.options.within)}

    def rewrite_inner_gap(self, role: str, gap: str) -> str:
        """Apply the options to a gap inside a statement, except the overrides by role."""
        new = self._rewrite(gap)
        # Two words must not grow together, whatever the options say.
        return gap and " " if role in SEPARATED and not new else new

    def rewrite_leading_gap(self, gap: str) -> str:
        """Apply the options to a gap between statements."""
        if self.base is None:
            return gap
        gap = self._rewrite(gap)
        if self.tab_stop:
            # The first line of the gap follows text whose column is not known here.
            head, newline, rest = gap.partition("\n")
            gap = head + newline + rest.expandtabs(self.tab_stop)
        return gap

    @cached_property
    def tab_stop(self) -> int:
        """The tab width if the options expand tabs to spaces, else 0.

        With expanded tabs, a gap depends on the text before it and not on roles alone.
        """
        return self.options.tab if isinstance(self.options.tab, int) else 0

    @cached_property
    def _margin(self) -> int:
        """The column at which statements inside functions begin, with tab stops."""
        return measure_column(self.rewrite_leading_gap(f"\n{self.indent}"), self.tab_stop)

    def predict_inner_gaps(self, tokens: Tokens, *, asm: bool) -> n.Gaps:
        """Predict the gaps between the tokens of a statement, without the gap before it."""
        roles = tuple([role for role, _ in tokens])
        instruction_gaps = self._asm_instructions if asm else self._instructions
        table, cache = instruction_gaps.plain
        if instruction_gaps.special:
            # The opcode is the first token, or follows the guard.
            index = roles.index("guarded") if "guarded" in roles else 0
            if tokens[index][1] in instruction_gaps.special:
                words = [text for role, text in tokens[index + 1 :] if role == "modifier"]
                table, cache = instruction_gaps.for_instruction(tokens[index][1], words)
        gaps = cache.get(roles)
        if gaps is None:
            gaps = tuple([table.get(role, "") for role in roles[1:]])
            # Lists of a table's size would fill the cache without being met again.
            if len(cache) < MAX_CACHED_PREDICTIONS and len(roles) < MAX_CACHED_ROLES:
                cache[roles] = gaps
        if self.tab_stop and "\t" in "".join(gaps):
            return expand_tabs([text for _, text in tokens], gaps, self._margin, self.tab_stop)
        return gaps

    def instruction_gaps(
        self, opcode: str, modifiers: Sequence[str], *, asm: bool
    ) -> Mapping[str, str]:
        """Gap by role in one instruction."""
        return (self._asm_instructions if asm else self._instructions).for_instruction(
            opcode, modifiers
        )[0]

    @cached_property
    def _instructions(self) -> _InstructionGaps:
        return _InstructionGaps(self.statement_gaps, self._exceptions(self.opcode_gaps))

    @cached_property
    def _asm_instructions(self) -> _InstructionGaps:
        return _InstructionGaps(self.assembly_gaps, self._exceptions(self.asm_opcode_gaps))

    def _exceptions(
        self, exceptions: Mapping[str, Mapping[str, str]]
    ) -> Mapping[str, Mapping[str, str]]:
        """Return the exceptions of some instructions with the options applied."""
        if self.base is None:
            return exceptions
        return {
            opcode: {role: self.rewrite_inner_gap(role, gap) for role, gap in gaps.items()}
            for opcode, gaps in exceptions.items()
        }

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """For each state: the gap before each kind of statement, and the state after it."""
        return tuple(self._row(state) for state in State)

    @cached_property
    def table(self) -> list[TableRow]:
        """The table `rows` for the parser: plain integers, and rows that refer to each other."""
        # Rows refer to each other directly, so that the parser needs no second lookup.
        table: list[TableRow] = [
            (gaps, [], int(state)) for state, (gaps, _) in zip(State, self.rows, strict=True)
        ]
        for row, (_, following) in zip(table, self.rows, strict=True):
            row[1].extend([table[state] for state in following])
        return table

    def usual_leading_gap(self, kind: StatementKind) -> str | None:
        """Return the gap before statements of a kind in states without an exception."""
        return self.leading_gaps.get((None, kind), DEFAULT_LEADING_GAPS.get(kind, "\n\t"))

    def _row(self, state: State) -> Row:
        gaps: list[str | None] = []
        for kind in StatementKind:
            gap = self.leading_gaps.get((state, kind), self.usual_leading_gap(kind))
            if (
                # A comment at module level begins its line; in functions it is indented like a
                # statement.
                kind is StatementKind.COMMENT
                and state in MODULE_STATES
                and (
                    (state, kind) not in self.leading_gaps and (None, kind) not in self.leading_gaps
                )
            ):
                gap = "\n"
            gaps.append(gap)
        if state is State.START:
            gaps[StatementKind.VERSION] = self.header
            gaps[StatementKind.COMMENT] = ""
        if self.base is not None:
            gaps = self._apply_options(gaps, asm=state in ASM_STATES)
        # Gaps are interned, since the parser compares millions of them.
        return tuple([gap and intern(gap) for gap in gaps]), tuple(
            next_state(state, kind) for kind in StatementKind
        )

    def _apply_options(self, gaps: list[str | None], *, asm: bool) -> list[str | None]:
        """Return the gaps between statements with the options applied."""
        new = [None if gap is None else self.rewrite_leading_gap(gap) for gap in gaps]
        # Inline assembly has the layout of its author, so options for statements do not apply.
        for name, override in () if asm else self.options.before:
            kind = STATEMENT_KINDS[name]
            if gaps[kind] is not None and gaps[kind] == self.usual_leading_gap(kind):
                new[kind] = override
        return new


DEFAULT_LEADING_GAPS: dict[StatementKind, str] = {
    StatementKind.BLOCK_LABEL: "\n",
    StatementKind.LABEL: "\n",
    StatementKind.FUNCTION_END: "\n",
    StatementKind.VERSION: "\n",
    StatementKind.TARGET: "\n",
    StatementKind.ADDRESS_SIZE: "\n",
    StatementKind.FILE: "\n",
    StatementKind.ALIAS: "\n",
    StatementKind.GLOBAL: "\n",
    StatementKind.DECLARATION: "\n",
    StatementKind.FUNCTION: "\n",
    StatementKind.SECTION: "\n",
    StatementKind.DATA: "\n",
    StatementKind.SECTION_END: "\n",
    StatementKind.END: "\n",
}


def measure_line(text: str) -> int:
    """Return the width of a line in columns, with a tab width of eight."""
    column = 0
    for character in text:
        column = (column // 8 + 1) * 8 if character == "\t" else column + 1
    return column


def pad_to_column(line: str, column: int) -> str:
    """Return the spaces between the end of a line and a column: at least one.

    LLVM does not count the tab at the beginning of a line.
    """
    return " " * max(1, column - measure_line(line.removeprefix("\t")))


def join(tokens: Tokens, gaps: Sequence[str]) -> str:
    """Join tokens with the gaps between them; `gaps` has none before the first token."""
    texts = [tokens[0][1]]
    for gap, (_, text) in zip(gaps, tokens[1:], strict=True):
        texts.append(gap)
        texts.append(text)
    return "".join(texts)


def stable_gaps(style: Style) -> dict[State, str]:
    """Return the gap before a plain instruction, for states that an instruction leaves unchanged.

    In those states a run of instructions can be printed without looking up each gap.
    """
    result = {}
    for state in State:
        gaps, following = style.rows[state]
        gap = gaps[StatementKind.INSTRUCTION]
        is_stable = following[StatementKind.INSTRUCTION] == state
        # A gap with a comment may change the state.
        if is_stable and state not in ASM_STATES and gap and "/" not in gap:
            result[state] = gap
    return result
