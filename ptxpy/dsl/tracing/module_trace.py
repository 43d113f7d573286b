r"""The module that is being traced: `module(…)` begins it, the end of the program closes it.

A module may name layout: with `ptx.layout({"fma": ("\n  ", "| |||")})` a statement has
`before="fma"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from ptxpy.check import Checker
from ptxpy.dialect import Marks, vocabulary
from ptxpy.dsl.margins.sources import ProgramText, RunningProgram
from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.source_lines import LocatedBody
from ptxpy.dsl.tracing.trace import Body, RecordedStatement, TraceError
from ptxpy.dsl.verification.instruction_checks import ModuleScope, is_checking
from ptxpy.ir import NO_OPTIONS, StyleOptions
from ptxpy.isa import format_words
from ptxpy.styles import check_options, is_gap, style_with_options

Layout = str | tuple[str, str]
"""A gap, or the gap before a statement and those between its tokens."""


def check_gaps(given: Mapping[str, Layout]) -> dict[str, Layout]:
    """Return layout by name; `TypeError` or `ValueError` for a wrong name or layout."""
    for name, layout in given.items():
        if not name.isidentifier():
            msg = f"gaps: a name must be an identifier, got {name!r}"
            raise ValueError(msg)
        parts = layout if isinstance(layout, tuple) else (layout,)
        if not all(isinstance(part, str) for part in parts) or len(parts) > 2:  # noqa: PLR2004
            msg = f"gaps: {name!r} must be a text, or (before, within), got {layout!r}"
            raise TypeError(msg)
        for gap in (parts[0], *parts[-1].split("|")):
            if not is_gap(gap.replace("|", "")):
                msg = f"gaps: {name!r} may only contain white space and comments, not {gap!r}"
                raise ValueError(msg)
    return dict(given)


def layout_of(
    gaps: Mapping[str, Layout], before: str | None, within: str | tuple[str, ...] | None
) -> tuple[str | None, str | tuple[str, ...] | None]:
    """Return the layout of a statement with its names replaced by the layout that they name.

    A name for a pair in `before` says both. `TraceError` for a name that there is not.
    """
    if isinstance(within, str) and within.isidentifier():
        named = _named(gaps, within)
        within = named[1] if isinstance(named, tuple) else named
    if before is not None and before.isidentifier():
        named = _named(gaps, before)
        if isinstance(named, tuple):
            # A `within=` of the statement itself counts for more than that of the pair.
            before, within = named[0], named[1] if within is None else within
        else:
            before = named
    return before, within


def _named(gaps: Mapping[str, Layout], name: str) -> Layout:
    if name not in gaps:
        known = format_words(tuple(gaps)) if gaps else "none"
        msg = (
            f"a gap may only contain white space and comments, not {name!r}, and no layout is "
            f"called so: ptx.layout({{…}}) has {known}"
        )
        raise TraceError(msg)
    return gaps[name]


def _scope_class(*, is_typed: bool) -> type[ModuleScope]:
    """Return the class of the scope of a module, whose values have types or not."""
    # Without checks here, a later check of the whole module reports all its errors at once.
    if not is_checking():
        from ptxpy.dsl.verification import deferred_checks  # noqa: PLC0415 - seldom needed

        both = deferred_checks.DeferringModuleScope, deferred_checks.DeferringValueScope
        return both[is_typed]
    if is_typed:
        from ptxpy.dsl.verification.value_types import ValueScope  # noqa: PLC0415 - for authors

        return ValueScope
    return ModuleScope


class ModuleTrace:
    """A module while it is written."""

    def __init__(
        self,
        style: str,
        *,
        options: StyleOptions = NO_OPTIONS,
        checks: bool = True,
        filename: str | None = None,
    ) -> None:
        self.style = style_with_options(style, options)
        self.options = options
        scope = _scope_class(is_typed=self.style.is_typed)(Checker()) if checks else None
        self.body = (
            Body(self, None, scope)
            if filename is None
            else LocatedBody(filename, self, None, scope)
        )
        self.dialect = 1
        """The version of the notation (`vocabulary.DIALECT`)."""
        self.zero_offsets = True
        """Whether the address `[x, 0]` is `[x+0]`."""
        self.gaps: Mapping[str, str | tuple[str, str]] = {}
        """Layout that statements name."""
        self.sequence = -1
        """The number of the last call sequence."""
        self.marks = Marks()
        """The numbers of labels for debug information."""
        self.defined = 0
        """The number of functions with a body so far."""
        self.functions: list[tuple[Any, RecordedStatement]] = []
        """Functions whose bodies are still to be traced."""

    def header(self, version: str | None, target: Any, address_size: int | None) -> None:
        """Write `.version`, `.target` and `.address_size`."""
        statements = Statements()
        with trace.opened(self.body):
            if version is not None:
                statements.version(version)
            if target is not None:
                statements.target(*((target,) if isinstance(target, str) else target))
            if address_size is not None:
                statements.address_size(address_size)

    def add_gaps(self, given: Mapping[str, Layout]) -> None:
        """Add layout by name; `TraceError` for a name that is another layout's."""
        added = check_gaps(given)
        for name, layout in added.items():
            if self.gaps.get(name, layout) != layout:
                msg = f"the layout {name!r} is {self.gaps[name]!r} already: take another name"
                raise TraceError(msg)
        self.gaps = {**self.gaps, **added}

    def add_function(self, function: Any, statement: RecordedStatement) -> None:
        """Put a function where the module has got to; its body is traced later."""
        self.body.append(statement)
        self.functions.append((function, statement))


class ProgramRun:
    """A run of Python text: the module that it opens."""

    def __init__(self, located: str | None = None, text: ProgramText | None = None) -> None:
        """Start without a module; `located` is the file whose lines its statements record."""
        self.text = text
        """The text that runs, or None; margins are read from it."""
        self.module: ModuleTrace | None = None
        self.kernels: list[Any] = []
        """The kernels that have modules of their own (`kernels.StandaloneKernel`)."""
        self.located = located


_PROGRAM: ContextVar[ProgramRun | None] = ContextVar("ptxpy_program", default=None)

enter_program = _PROGRAM.set
leave_program = _PROGRAM.reset


def current_program() -> ProgramRun | None:
    """Return the program that runs, or `None`."""
    return _PROGRAM.get()


def _running_text() -> ProgramText | None:
    program = current_program()
    return None if program is None else program.text


RunningProgram.text = staticmethod(_running_text)


def current_module() -> ModuleTrace | None:
    """Return the module that is open, or `None`."""
    program = _PROGRAM.get()
    return program.module if program is not None else None


def module(
    style: str = "ptxpy",
    *,
    version: str | None = None,
    target: str | tuple[str, ...] | None = None,
    address_size: int | None = None,
    dialect: int = 1,
    zero_offsets: bool = False,
    checks: bool = True,
    newline: str | None = None,
    blank_line: str | None = None,
    indent: str | None = None,
    tab: str | int | None = None,
    most_blank_lines: int | None = None,
    before: Mapping[str, str] | None = None,
    within: Mapping[str, str] | None = None,
    function_comments: bool = True,
    gaps: Mapping[str, str | tuple[str, str]] | None = None,
    closing: str | None = None,
) -> None:
    r"""Begin a module: its style, and what `.version`, `.target`, `.address_size` say.

    Layout is white space in which the file differs from the style. In all gaps `\n` is the end of a
    line, whatever `newline` is.

    Args:
        style: The producer whose layout is kept (`ptxpy.styles`).
        version: What `.version` says.
        target: What `.target` says.
        address_size: 64 when there is a version; `0` leaves it out.
        dialect: The version of the notation. Version 2 reads as compilers write: the address
            `[x, 0]` is `[x]`, and `ptx.if_(i < n)` of integers is `setp.ge` and `@p bra`. In
            version 1, that of programs which name none, it is `[x+0]`, `setp.lt` and `@!p bra`.
        zero_offsets: Whether `[x, 0]` is `[x+0]` in version 2, too, as inline assembly writes it.
        checks: Whether the instruction table is asked if it allows each instruction.
        newline: The end of a line, with the white space before it: `"\r\n"`, `" \n"`.
        blank_line: A line without text, end included, if it is not just `newline`.
        indent: The beginning of lines for which the style has a tab (`ptxpy`: four spaces).
        tab: The white space in place of any other tab of the style; a number for spaces up to
            the next multiple of that number.
        most_blank_lines: The most blank lines in a place for which the style has some.
        before: The gaps before statements by kind: `{"label": "\n\n"}`.
        within: The gaps before tokens in statements by role: `{"operand": ""}`.
        function_comments: Whether the comments are written by which the producer of the style
            names functions, `// .globl scale`.
        gaps: Layout by names, as that of `ptx.layout`, which may follow anywhere.
        closing: The text at the end of the file, if the style does not predict it.
    """
    program = _PROGRAM.get()
    # A script that Python runs itself has not begun a program here.
    if program is None:
        program = ProgramRun()
        _PROGRAM.set(program)
    if program.module is not None and program.module.body.statements:
        msg = "a program has one module"
        raise trace.TraceError(msg)
    options = check_options(
        newline=newline,
        blank_line=blank_line,
        indent=indent,
        tab=tab,
        most_blank_lines=most_blank_lines,
        before=before,
        within=within,
        function_comments=function_comments,
    )
    opened = program.module = ModuleTrace(
        style, options=options, checks=checks, filename=program.located
    )
    if type(dialect) is not int or not 1 <= dialect <= vocabulary.DIALECT:
        msg = (
            f"dialect must be a version from 1 to {vocabulary.DIALECT}, got {dialect!r}: a program "
            "of a later version needs a later ptxpy"
        )
        raise trace.TraceError(msg)
    opened.dialect = dialect
    opened.zero_offsets = zero_offsets or dialect == 1
    opened.body.closing = closing
    opened.gaps = check_gaps(gaps or {})
    if version is not None and address_size is None:
        address_size = 64
    opened.header(version, target, address_size or None)
    # No block closes this body: the module is open until the program ends.
    trace.enter(opened.body)
