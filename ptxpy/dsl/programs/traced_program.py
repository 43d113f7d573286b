"""Tracing of Python text with the source line of each statement of the module."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from ptxpy._records import NamedTuple
from ptxpy.dsl.functions.binding import LaunchDefaults
from ptxpy.dsl.functions.function import Function
from ptxpy.dsl.lowering.lower import count_declarations
from ptxpy.dsl.programs.exception_locations import (
    ExceptionLocation,
    location_of,
    raising_line,
)
from ptxpy.dsl.programs.exec_program import run
from ptxpy.dsl.programs.linking import RecordedModule, link_modules, link_places
from ptxpy.dsl.tracing.module_trace import ModuleTrace
from ptxpy.dsl.tracing.source_lines import CodeLocation, LineTable, LocatedBody
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.verification.instruction_checks import InstructionError, checking, deferring
from ptxpy.ir import nodes as n


class Traced(NamedTuple):
    """A module, and the lines of the Python text that emitted its statements."""

    module: n.Module
    lines: tuple[int, ...]
    """For each statement, in the order of `ptxpy.ir.statements`, a line of the text, from 1.

    The line is 0 if no line of the text emitted the statement: fresh registers are declared by no
    line, and the body of a kernel may be a function of another file.
    """
    kernels: Mapping[str, Function] = MappingProxyType({})
    """Its kernels as they have been traced, by symbol."""
    calls: tuple[tuple[int, ...], ...] = ()
    """For each statement, the lines of the calls that led to its line, the innermost first.

    They are those of functions of the text, up to the body of the kernel; empty for a statement
    that the body emitted itself.
    """
    locations: tuple[CodeLocation | None, ...] = ()
    """For each statement, the position in the program that emitted it; None for none of its own."""
    errors: tuple[InstructionError, ...] = ()
    """Without checks, the first errors that the instruction table would have raised with them."""

    def columns(self, ordinal: int, row: str) -> tuple[int, int]:
        """Return the first character of the call that emitted a statement, and its length.

        `row` is the line of the statement. The whole line counts where no more is known.
        """
        location = self.locations[ordinal] if self.locations else None
        place = ExceptionLocation(0) if location is None else location_of(*location)
        return place.columns(row)

    @property
    def defaults(self) -> dict[str, LaunchDefaults]:
        """The default launch configuration of each kernel, by symbol."""
        return {name: made.defaults for name, made in self.kernels.items()}


class Written(NamedTuple):
    """A traced kernel function, and the file that contains it."""

    module: n.Module
    filename: str
    """The file that contains the function."""
    text: str
    """The text of the file; empty if it cannot be read."""
    lines: tuple[int, ...]
    """As in `Traced`."""


def trace_python(
    text: str,
    *,
    filename: str = "<python>",
    check: bool = True,
    bindings: Mapping[str, Any] = MappingProxyType({}),
    namespace: dict[str, Any] | None = None,
) -> Traced:
    """Run Python text as `from_python` does, and return the source line of each statement.

    `bindings` has values for dimensions and template parameters of standalone kernels; `TraceError`
    for a name that no kernel has. `namespace` has the names that
    the text may use; without it, all of Python.

    The line is that of the innermost frame in the text: in a template or a loop, the line of its
    body. A statement that spans several lines has the first. A label at the end of a `with` has the
    line of the `with`, as has a branch that the `with` emits; a function has the line of its `def`.

    Without `check`, an instruction that the table does not have is no error by itself. It is raised
    in the place of an exception on a later line, for it makes no value, which may be the cause.
    """
    if namespace is None:
        namespace = {"__name__": "<ptxpy>", "__file__": filename}
    parts, errors = _run(text, filename, bindings, namespace, check=check)
    places = link_places(
        parts, [_places(part.recorded, part.lowered, text, filename) for part in parts]
    )
    kernels = {
        function.name: function
        for part in parts
        for function, _ in part.recorded.functions
        if function.kind == ".entry"
    }
    return Traced(
        link_modules(parts),
        _lines(places),
        kernels,
        tuple([each.lines[1:] for each in places]),
        tuple([each.location for each in places]),
        tuple(errors),
    )


def _run(
    text: str,
    filename: str,
    bindings: Mapping[str, Any],
    namespace: dict[str, Any],
    *,
    check: bool,
) -> tuple[list[RecordedModule], Sequence[InstructionError]]:
    if check:
        with checking(on=True):
            return run(text, filename, namespace, located=True, bindings=bindings), ()
    with deferring(filename) as kept:
        try:
            return run(text, filename, namespace, located=True, bindings=bindings), kept.found
        except Exception as error:
            first = kept.first
            if first is None or raising_line(first, filename) > raising_line(error, filename):
                raise
            raise first from error


def trace_kernel(kernel: Function) -> Written:
    """Trace a standalone kernel, and return the source line of each statement.

    Raises `TraceError` for a kernel of a module that is not complete, and whatever its body raises.
    """
    lowered = kernel.module()
    module = cast("ModuleTrace", kernel.module_trace)
    if not isinstance(module.body, LocatedBody):
        return Written(lowered, "", "", ())
    filename = module.body.filename
    text = "".join(linecache.getlines(filename))
    return Written(lowered, filename, text, _lines(_places(module, lowered, text, filename)))


def add_source_lines(kernel: Function) -> n.Module:
    """Return the module of a kernel with `.loc` directives that name the lines of Python.

    A directive precedes each instruction whose line differs from that of the instruction before.
    """
    written = trace_kernel(kernel)
    numbers = iter(written.lines)
    if not written.lines:
        return written.module
    head: list[Any] = []
    rest: list[Any] = []
    for item in written.module.body:
        # There is a number for each item, also for those that get no location.
        next(numbers)
        target = head if type(item) in (n.Version, n.Target, n.AddressSize) else rest
        if type(item) is n.Function and item.body is not None:
            target.append(item.replace(body=_insert_locations(item.body, numbers, [0])))
        else:
            target.append(item)
    # A text of PTX can hold no quotation mark, and has no escapes.
    name = written.filename.replace("\\", "/").replace('"', "'")
    file = n.File(n.Literal("1"), name, ())
    return written.module.replace(body=(*head, file, *rest))


def _insert_locations(
    body: tuple[Any, ...], numbers: Iterator[int], last: list[int]
) -> tuple[n.Statement, ...]:
    """Return statements with a `.loc` at each change of line; `last` holds the current line."""
    found: list[Any] = []
    for item in body:
        line = next(numbers)
        if type(item) in (n.Instruction, n.Call) and line not in (0, last[0]):
            location = n.Location(n.Literal("1"), n.Literal(str(line)), n.Literal("0"), None)
            found.append(location.replace(before=item.before))
            item = item.replace(before=None)  # noqa: PLW2901 - its comments stand before the line
            last[0] = line
        if type(item) is n.Scope:
            found.append(item.replace(body=_insert_locations(item.body, numbers, last)))
        else:
            # Control may come to a label from elsewhere, so the line is said again.
            if type(item) is n.Label:
                last[0] = 0
            found.append(item)
    return tuple(found)


class _Place(NamedTuple):
    """The place in a program that emitted a statement."""

    lines: tuple[int, ...]
    """Its own line, and those of the calls that led to it, the innermost first."""
    location: CodeLocation | None = None
    """The position of its own line; None if that line is not in the code that ran."""


def _lines(places: Sequence[_Place]) -> tuple[int, ...]:
    """Return the innermost line of each place; 0 for none."""
    return tuple([each.lines[0] if each.lines else 0 for each in places])


def _places(module: ModuleTrace, lowered: n.Module, text: str, filename: str) -> tuple[_Place, ...]:
    """Return the place of each statement of a module that `LocatedBody` has recorded."""
    table = LineTable(text)
    functions = {id(statement): function.body for function, statement in module.functions}
    found: list[_Place] = []
    stack = [_recorded(module.body, lowered.body)]
    while stack:
        for statement, node, locations in stack[-1]:
            lines = tuple(table.line(location) for location in locations)
            if statement is None or statement.body is None:
                found.append(_Place(lines, locations[0] if locations else None))
                continue
            definition = table.definition(functions.get(id(statement)), filename)
            found.append(_Place((definition,) if definition else lines))
            stack.append(_recorded(statement.body, node.body))
            break
        else:
            stack.pop()
    return tuple(found)


def _recorded(
    body: Body, nodes: tuple[Any, ...]
) -> Iterator[tuple[RecordedStatement | None, Any, tuple[CodeLocation, ...]]]:
    """Return statements, nodes and locations; declarations of fresh registers have a node only."""
    statements: list[RecordedStatement | None] = [*body.statements]
    locations: list[tuple[CodeLocation, ...]] = [*cast("LocatedBody", body).locations]
    fresh = len(nodes) - len(statements)
    if fresh:
        # Lowering has put the declarations of fresh registers behind the program's own.
        at = count_declarations(nodes) - fresh
        statements[at:at] = [None] * fresh
        locations[at:at] = [()] * fresh
    return zip(statements, nodes, locations, strict=True)
