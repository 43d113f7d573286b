"""What a style is: a named description of how one producer lays text out.

A style predicts every gap between tokens. Inside a statement a gap follows from the role of the
token behind it (`ptxpy.ir.tokens`); before a statement it follows from the statement's class and
the state that precedes it (`ptxpy.styles.kinds`), or from `lead` where that is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from sys import intern
from typing import TypeAlias

from ptxpy.ir import nodes as n
from ptxpy.ir.tokens import SEPARATED, Tokens
from ptxpy.styles.kinds import Kind, State
from ptxpy.styles.options import BEFORE, column_of, expanded, rewriting
from ptxpy.styles.trivia_state import TriviaState

Row: TypeAlias = tuple[tuple[str | None, ...], tuple[State, ...]]
"""For one state: the gap before each kind of statement, and the state after it. A gap of `None`
means that `Style.lead` must be asked."""

TableRow: TypeAlias = "tuple[tuple[str | None, ...], list[TableRow], int]"
"""For one state: the gap before each kind of statement, the row after it, the state's number."""

Lead: TypeAlias = Callable[[TriviaState, Kind, n.Node | None], str]
Count: TypeAlias = Callable[[TriviaState, Kind, n.Node | None], None]

ASM_BEGIN = "// begin inline asm"
ASM_END = "// end inline asm"

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
"""Gaps by role where a style says nothing else; a role that is not here has no gap."""


_CACHED = 10_000
_CACHED_ROLES = 300


class _Instructions:
    """Gaps by role, with exceptions for some instructions; each with what was predicted from it."""

    def __init__(
        self, table: Mapping[str, str], exceptions: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.plain: _Layout = (table, {})
        self.special: dict[str, list[tuple[str, _Layout]]] = {}
        """By opcode: the beginnings that have gaps of their own, the longest first."""
        for beginning in sorted(exceptions, key=len, reverse=True):
            layout: _Layout = ({**table, **exceptions[beginning]}, {})
            self.special.setdefault(beginning.split(".")[0], []).append((beginning, layout))

    def of(self, opcode: str, modifiers: Sequence[str]) -> _Layout:
        """Return what holds for an instruction."""
        if opcode in self.special:
            text = opcode + "".join(modifiers) + "."
            for beginning, layout in self.special[opcode]:
                if text.startswith(beginning + "."):
                    return layout
        return self.plain


_Layout: TypeAlias = tuple[Mapping[str, str], dict[tuple[str, ...], n.Gaps]]


@dataclass(frozen=True)
class Style:
    """How one producer lays out PTX. Instances are data: one per producer, written by hand."""

    name: str
    header: str
    """The text before `.version`: the producer's header comment."""
    gaps: Mapping[str, str]
    """Gap by role of the token behind it; what is missing comes from `BASE_GAPS` or is empty."""
    asm_gaps: Mapping[str, str] = field(default_factory=dict)
    """The same inside inline assembly, on top of `BASE_GAPS`."""
    opcodes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Gaps of some instructions, on top of `gaps`, by opcode with as many modifiers as it takes."""
    asm_opcodes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The same inside inline assembly, on top of `asm_gaps`."""
    leads: Mapping[tuple[State | None, Kind], str | None] = field(default_factory=dict)
    """Gap before a statement by state and kind; a state of `None` stands for every state."""
    lead: Lead | None = None
    """Gap before a statement where `leads` has `None`."""
    count: Count | None = None
    """Keeps count of what `lead` numbers; called for every statement that `lead` is asked for."""
    comment_column: int | None = None
    """The column at which comments behind a statement are aligned."""
    position: Callable[[TriviaState, n.Location], str] | None = None
    """What the comment behind a `.loc` says, where the style has one."""
    debug_comments: bool = False
    """Whether the lines of debug sections have comments that say what they are."""
    untyped_equality: bool = False
    """Whether integers are compared for equality without a sign: `setp.eq.b32`."""
    calls: str = "llvm"
    """The form of call sequences (`ptxpy.lift.calls`)."""
    untyped_moves: bool = False
    """Whether registers that are declared without a type are moved so: `mov.b32`, not `.u32`."""
    typed: bool = False
    """Whether values have types, with which instructions must agree; compilers' have none."""
    rounded: bool = False
    """Whether sums and products of floats name their rounding: `add.rn.f32`."""
    block_prefix: str = "$L__BB"
    """Basic-block labels are named `<prefix><function>_<block>`."""
    parameter_names: str = "{function}_param_{position}"
    """How formal parameters are named; also from their Python name, `{name}`."""
    unit: str = "\t"
    """What a line inside a function begins with."""
    options: n.StyleOptions = n.NO_OPTIONS
    """What one file does otherwise (`ptxpy.styles.options`)."""
    base: Style | None = None
    """The style without the options, where there are any."""

    def parameter_name(self, function: str, position: int, name: str) -> str:
        """Return the name of a function's parameter."""
        return self.parameter_names.format(function=function, position=position, name=name)

    def named(self, name: str, header: str) -> Style:
        """Return this style under another name and with another header comment."""
        return replace(self, name=name, header=header)

    def with_options(self, options: n.StyleOptions) -> Style:
        """Return this style with what one file does otherwise."""
        base = self.base or self
        return base if options == n.NO_OPTIONS else replace(base, options=options, base=base)

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
        for role, gap in inside.items():
            if gap != outside.get(role, ""):
                gaps[role] = self.within_gap(role, gap)
        return gaps

    @cached_property
    def _rewrite(self) -> Callable[[str], str]:
        return rewriting(self.options, self.unit)

    def _gaps_within(self, gaps: dict[str, str]) -> dict[str, str]:
        """Return gaps by role as the options have them."""
        if self.base is None:
            return gaps
        new = {role: self.within_gap(role, gap) for role, gap in gaps.items()}
        return {**new, **dict(self.options.within)}

    def within_gap(self, role: str, gap: str) -> str:
        """Return what the options make of a gap inside a statement, the gaps by role aside."""
        new = self._rewrite(gap)
        return gap and " " if role in SEPARATED and not new else new

    def lead_gap(self, gap: str) -> str:
        """Return what the options make of a gap between statements."""
        if self.base is None:
            return gap
        gap = self._rewrite(gap)
        if self.tab_stop:
            head, newline, rest = gap.partition("\n")
            gap = head + newline + rest.expandtabs(self.tab_stop)
        return gap

    @cached_property
    def tab_stop(self) -> int:
        """The width of the columns that the style's tabs lead to, where they are spaces; or 0.

        Gaps inside statements depend on the text before them then, not on roles alone.
        """
        return self.options.tab if isinstance(self.options.tab, int) else 0

    @cached_property
    def _margin(self) -> int:
        """The column at which statements inside functions begin, with tab stops."""
        return column_of(self.lead_gap(f"\n{self.unit}"), self.tab_stop)

    def within(self, spelled: Tokens, *, asm: bool) -> n.Gaps:
        """Predict the gaps between the tokens of a statement (the first gap excluded)."""
        roles = tuple([role for role, _ in spelled])
        known = self._asm_instructions if asm else self._instructions
        table, cache = known.plain
        if known.special:
            at = roles.index("guarded") if "guarded" in roles else 0
            if spelled[at][1] in known.special:
                words = [text for role, text in spelled[at + 1 :] if role == "modifier"]
                table, cache = known.of(spelled[at][1], words)
        gaps = cache.get(roles)
        if gaps is None:
            gaps = tuple([table.get(role, "") for role in roles[1:]])
            if len(cache) < _CACHED and len(roles) < _CACHED_ROLES:
                cache[roles] = gaps
        if self.tab_stop and "\t" in "".join(gaps):
            return expanded([text for _, text in spelled], gaps, self._margin, self.tab_stop)
        return gaps

    def instruction_gaps(
        self, opcode: str, modifiers: Sequence[str], *, asm: bool
    ) -> Mapping[str, str]:
        """Gap by role in one instruction."""
        return (self._asm_instructions if asm else self._instructions).of(opcode, modifiers)[0]

    @cached_property
    def _instructions(self) -> _Instructions:
        return _Instructions(self.statement_gaps, self._exceptions(self.opcodes))

    @cached_property
    def _asm_instructions(self) -> _Instructions:
        return _Instructions(self.assembly_gaps, self._exceptions(self.asm_opcodes))

    def _exceptions(
        self, opcodes: Mapping[str, Mapping[str, str]]
    ) -> Mapping[str, Mapping[str, str]]:
        """Return the gaps of some instructions as the options have them."""
        if self.base is None:
            return opcodes
        return {
            opcode: {role: self.within_gap(role, gap) for role, gap in gaps.items()}
            for opcode, gaps in opcodes.items()
        }

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The gaps and following states, by state."""
        return tuple(self._row(state) for state in State)

    @cached_property
    def table(self) -> list[TableRow]:
        """The same as `rows`, linked to each other, with plain integers: for the parser."""
        table: list[TableRow] = [
            (gaps, [], int(state)) for state, (gaps, _) in zip(State, self.rows, strict=True)
        ]
        for row, (_, following) in zip(table, self.rows, strict=True):
            row[1].extend([table[state] for state in following])
        return table

    def usual_lead(self, kind: Kind) -> str | None:
        """Return the gap before statements of a kind where the style has no exception."""
        return self.leads.get((None, kind), DEFAULT_LEADS.get(kind, "\n\t"))

    def _row(self, state: State) -> Row:
        gaps: list[str | None] = []
        for kind in Kind:
            gap = self.leads.get((state, kind), self.usual_lead(kind))
            if (
                kind is Kind.COMMENT
                and state in MODULE_STATES
                and ((state, kind) not in self.leads and (None, kind) not in self.leads)
            ):
                gap = "\n"
            gaps.append(gap)
        if state is State.START:
            gaps[Kind.VERSION] = self.header
            gaps[Kind.COMMENT] = ""
        if self.base is not None:
            gaps = self._leads(gaps, asm=state in ASM_STATES)
        return tuple([gap and intern(gap) for gap in gaps]), tuple(
            next_state(state, kind) for kind in Kind
        )

    def _leads(self, gaps: list[str | None], *, asm: bool) -> list[str | None]:
        """Return gaps between statements as the options have them."""
        new = [None if gap is None else self.lead_gap(gap) for gap in gaps]
        for name, own in () if asm else self.options.before:
            kind = BEFORE[name]
            if gaps[kind] is not None and gaps[kind] == self.usual_lead(kind):
                new[kind] = own
        return new


DEFAULT_LEADS: dict[Kind, str] = {
    Kind.BLOCK_LABEL: "\n",
    Kind.LABEL: "\n",
    Kind.FUNCTION_END: "\n",
    Kind.VERSION: "\n",
    Kind.TARGET: "\n",
    Kind.ADDRESS_SIZE: "\n",
    Kind.FILE: "\n",
    Kind.ALIAS: "\n",
    Kind.GLOBAL: "\n",
    Kind.DECLARATION: "\n",
    Kind.FUNCTION: "\n",
    Kind.SECTION: "\n",
    Kind.DATA: "\n",
    Kind.SECTION_END: "\n",
    Kind.END: "\n",
}


_ENTRY_STATES = frozenset({State.ENTRY, State.ENTRY_SHARED, State.ENTRY_LOCATION})
_AFTER: dict[Kind, State] = {
    Kind.CONDITIONAL: State.AFTER_CONDITIONAL,
    Kind.JUMP: State.AFTER_JUMP,
    Kind.EXIT: State.AFTER_EXIT,
    Kind.BLOCK_LABEL: State.AFTER_LABEL,
    Kind.LABEL: State.BODY,
    Kind.LOCATION: State.AFTER_LOCATION,
    Kind.SCOPE: State.AFTER_SCOPE,
    Kind.ASM: State.ASM,
    Kind.FUNCTION_END: State.AFTER_FUNCTION,
    Kind.ADDRESS_SIZE: State.HEADER,
    Kind.FUNCTION: State.ENTRY,
    Kind.SECTION: State.SECTION,
    Kind.DATA: State.DATA,
    Kind.SECTION_END: State.AFTER_SECTION,
}
_MODULE_KINDS = frozenset(
    {
        Kind.VERSION,
        Kind.TARGET,
        Kind.FILE,
        Kind.ALIAS,
        Kind.GLOBAL,
        Kind.DECLARATION,
        Kind.END,
    }
)
_NESTED = frozenset({Kind.ALIAS, Kind.DECLARATION})
"""Kinds of module items that may also stand in the body of a function."""
_RESETTING = frozenset(
    {
        Kind.ADDRESS_SIZE,
        Kind.FUNCTION,
        Kind.FUNCTION_END,
        Kind.SECTION,
        Kind.DATA,
        Kind.SECTION_END,
    }
)
_TRANSPARENT = frozenset({Kind.COMMENT, Kind.ASM, Kind.ASM_END, Kind.PRAGMA, Kind.LOCATION})
MODULE_STATES = frozenset(
    {
        State.START,
        State.MODULE,
        State.HEADER,
        State.AFTER_FUNCTION,
        State.AFTER_SECTION,
        State.SECTION,
        State.DATA,
    }
)
"""The states outside functions."""
ASM_STATES = frozenset({State.ASM, State.ASM_LOCATION})
"""The states inside inline assembly."""


def next_state(  # noqa: C901, PLR0911 - a table in the form of code
    state: State, kind: Kind
) -> State:
    """Return the state after a statement."""
    if kind in _MODULE_KINDS and (state in MODULE_STATES or kind not in _NESTED):
        return State.MODULE
    if kind in _RESETTING:
        return _AFTER[kind]
    if state in MODULE_STATES and kind in _TRANSPARENT:
        return State.MODULE if state is State.START else state
    if state in ASM_STATES and kind is not Kind.ASM_END:
        return State.ASM_LOCATION if kind is Kind.LOCATION else State.ASM
    if state in _ENTRY_STATES:
        if kind in (Kind.REGISTERS, Kind.LOCAL, Kind.COMMENT, Kind.LABEL):
            return State.ENTRY if state is State.ENTRY_LOCATION else state
        if kind is Kind.LOCATION:
            twice = state is State.ENTRY_LOCATION
            return State.AFTER_LOCATION if twice else State.ENTRY_LOCATION
        if kind is Kind.VARIABLE:
            return State.ENTRY_SHARED
    if kind is Kind.COMMENT:
        return state
    if state in (State.SECTION, State.DATA) and kind is Kind.LABEL:
        return State.DATA
    return _AFTER.get(kind, State.BODY)


def column(text: str) -> int:
    """Return the column that a cursor reaches at the end of a line with tab stops of eight."""
    at = 0
    for character in text:
        at = (at // 8 + 1) * 8 if character == "\t" else at + 1
    return at


def aligned(line: str, to: int) -> str:
    """Return the spaces that lead from the end of a line to a column: at least one.

    LLVM does not count the tab at the beginning of a line.
    """
    return " " * max(1, to - column(line.removeprefix("\t")))


def join(spelled: Tokens, gaps: Sequence[str]) -> str:
    """Join tokens with the gaps between them (none before the first)."""
    texts = [spelled[0][1]]
    for gap, (_, text) in zip(gaps, spelled[1:], strict=True):
        texts.append(gap)
        texts.append(text)
    return "".join(texts)


def even_gaps(style: Style) -> dict[State, str]:
    """Return the gap between plain instructions, for states that they do not change."""
    found = {}
    for state in State:
        gaps, following = style.rows[state]
        gap = gaps[Kind.INSTRUCTION]
        same = following[Kind.INSTRUCTION] == state
        if same and state not in ASM_STATES and gap and "/" not in gap:
            found[state] = gap
    return found
