"""The registers that the margins of a function name, while its body is run.

Each instruction that writes a register reports itself (`FunctionMargins.take`) and gets the next
name of the statement of the function's own body that has been reached. A name is only proposed: an
assignment to an element of a file binds the destination as ever, and the name is free again. At the
end of the function, the names of statements that make more or fewer values than they name are given
again (`margins.repair`).
"""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from math import gcd
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from ptxpy.dialect import has_positions, has_values_row
from ptxpy.dsl.margins.function_source import SourceStatement
from ptxpy.dsl.margins.sources import ProgramText, is_compiled_from, text_of
from ptxpy.dsl.margins.statement_map import (
    StatementMap,
    function_text,
    has_margins,
    has_named_values,
    has_numbered_names,
    map_of,
)
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import FunctionTrace, TraceError
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from ptxpy.dsl.margins.helper_values import Callers, Origin
    from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart

__all__ = ["FunctionMargins", "StatementValues", "open_margins"]


class Claim:
    """A register that is declared while a statement runs, and that its margin names."""

    __slots__ = ("at", "kind", "line", "name", "node", "origin")

    def __init__(
        self,
        at: int,
        name: n.Register | None,
        node: n.Register,
        kind: str,
        line: int,
        origin: Origin,
    ) -> None:
        self.at = at
        """How many values the statement had made before."""
        self.name = name
        """Its name in the margin, if the values before it are those that the margin counts on."""
        self.node = node
        """The register that is recorded: a fresh one while the name is of another class."""
        self.kind = kind
        """The type with which it is declared."""
        self.line = line
        self.origin = origin
        """The calls of helpers in which it is declared."""


class StatementValues:
    """The values that one statement of the function makes, and the registers that it names."""

    __slots__ = (
        "claims",
        "entries",
        "explicit",
        "line",
        "names",
        "offset",
        "tail",
        "written",
    )

    def __init__(
        self,
        line: int,
        offset: int,
        names: list[n.Register | None],
        tail: int,
        written: tuple[str | None, ...],
    ) -> None:
        self.claims: list[Claim] = []
        self.line = line
        self.offset = offset
        """An offset in its code, for messages."""
        self.names = names
        self.tail = tail
        """How many of the names belong to the last values, however many there are."""
        self.entries: list[Any] = []
        """The values in order, but for those that are bound to a register explicitly."""
        self.explicit: list[Any] = []
        """The values that are bound to a register explicitly."""
        self.written = written
        """The names in its margin as it is written; `names` has those that its targets say, too."""

    def add(self, value: Any) -> None:
        """Take a value, and propose the next name for it."""
        at = len(self.entries)
        self.entries.append(value)
        if at < len(self.names):
            value.margin = self.names[at]

    def remove(self, value: Any) -> None:
        """Leave out a value that is bound to a register explicitly; its name is free again."""
        held, value.margin = value.margin, None
        self.explicit.append(value)
        if self.claims:
            self._move_claims(value)
        last = len(self.entries) - 1
        if self.entries and self.entries[last] is value:
            self.entries.pop()
        else:
            self.entries = [each for each in self.entries if each is not value]
        name = self.names[last] if last < len(self.names) else None
        if name is not None and name is not held:
            # Another value holds it, and the next one gets a node of its own.
            self.names[last] = n.Register(name.name)

    def _move_claims(self, value: Any) -> None:
        """Let registers that were declared after a value take the names before theirs."""
        place = next(
            (at for at, each in enumerate(self.entries) if each is value), len(self.entries)
        )
        for claim in self.claims:
            if claim.at <= place:
                continue
            claim.at -= 1
            if claim.at >= len(self.names):
                continue
            # The name that the declared register had is the next value's.
            taken = self.names[claim.at]
            if claim.name is None:
                del self.names[claim.at]
            else:
                self.names[claim.at] = n.Register(claim.name.name)
            claim.name = None if taken is None else n.Register(taken.name)

    def agree(self, value: Any) -> None:
        """Leave out a value that is bound to the register that the margin names for it, too."""
        # The node itself is looked for: a margin may have the same name twice.
        at = next((at for at, name in enumerate(self.names) if name is value.margin), None)
        if at is not None:
            del self.names[at]
            for claim in self.claims:
                claim.at -= claim.at > at
        value.margin = None
        self.explicit.append(value)
        self.entries = [each for each in self.entries if each is not value]

    def replace(self, value: PendingResult, parts: list[ResultPart]) -> None:
        """Take the registers of a destination that consists of several, in place of the value."""
        value.margin = None
        at = next((at for at, each in enumerate(self.entries) if each is value), None)
        if at is None:
            return
        self.entries[at : at + 1] = parts
        for number, part in enumerate(parts, at):
            part.margin = self.names[number] if number < len(self.names) else None


class FunctionMargins:
    """The values and the names of a function while its body is run."""

    def __init__(
        self,
        code: CodeType,
        statements: StatementMap,
        function: FunctionTrace,
        lines: Sequence[str],
    ) -> None:
        self.code = code
        self.statements = statements
        self.function = function
        self.lines = lines
        """The lines of the whole program."""
        self.callers: Callers | None = None
        """Who makes each value, if the program says how many each statement of helpers made."""
        self.frame: FrameType | None = None
        """The frame of the function's own body, once it has recorded something."""
        self.takes_numbered = not function.has_compiler_names
        """Whether a name such as `r319` is the register."""
        self.by_line: dict[int, StatementValues | int] = {}
        """The statements that have been reached: those without names by their lines alone."""
        if any(map(has_values_row, lines)):
            from ptxpy.dsl.margins.helper_values import Callers  # noqa: PLC0415 - seldom needed

            self.callers = Callers(code.co_filename)
        self._by_offset: dict[int, StatementValues | int] = {}
        self.visits: list[int] = []
        """The offset of each value of a statement with names, in order."""
        self.claimed: list[Claim] = []
        """The registers that no instruction writes, as those of runs."""
        self._reached: set[int] = set()
        """The offsets at which instructions without a result are recorded."""
        self._storage: dict[str, str] = {}
        """The declared types of the registers that margins name."""
        self._numbered: dict[str, str] = {}
        """The registers of names that end in a number, "" where a name is no register's."""
        self._wanted: dict[str, str] = {}
        """The declared type that the values of a type need."""
        self.renamed: dict[int, tuple[n.Register, n.Register]] = {}
        """Registers to be renamed, by identity: the one that is recorded, and the new one."""

    def take(self, value: PendingResult) -> None:
        """Take an instruction that writes a register, as it is recorded."""
        frame = self.frame
        if frame is None:
            frame = self._find_frame()
            if frame is None:
                return
        # A loop of Python comes to the same offsets thousands of times: the statement of each is
        # kept.
        offset = frame.f_lasti
        statement = self._by_offset.get(offset)
        if statement is None:
            statement = self._locate(offset)
        value.statement = statement
        if type(statement) is StatementValues:
            self.visits.append(offset)
            if self.callers is not None:
                value.origin = self.callers.origin(frame)
            statement.add(value)

    def reach(self) -> None:
        """Note the place in the function at which an instruction without a result is recorded."""
        frame = self.frame or self._find_frame()
        if frame is not None:
            self._reached.add(frame.f_lasti)

    def reached_lines(self) -> set[int]:
        """Return the lines of the statements that have recorded instructions."""
        return {*self.by_line, *map(self.statements.line, self._reached)}

    def fits(self, register: n.Register, kind: str) -> bool:
        """Return whether a register is of the class of a value; `kind` is the type of the result.

        A name that does not fit is not refused at once: the statement may be about to make more
        values than it names, so that the name is another one's.
        """
        function = self.function
        declared = self._storage[register[0]]
        wanted = self._wanted.get(kind)
        if wanted is None:
            wanted = self._wanted[kind] = function.value_class(kind).storage
        if declared == wanted:
            return True
        return function.has_compiler_names and function.value_class(declared).storage == wanted

    def may_hold(self, register: n.Register, kind: str) -> bool:
        """Return whether a register may be a variable that the program says to be of a type."""
        return self._storage[register[0]] == kind or self.fits(register, kind)

    def check(self, register: n.Register, kind: str) -> None:
        """Raise `TraceError` if a register is not of the class of a value that it is to hold."""
        if self.fits(register, kind):
            return
        msg = (
            f"{register[0]} is declared .{self._storage[register[0]]}, and the value here is a "
            f".{self._wanted[kind]}: leave it out of the margin for a new register, name one of "
            f"that class, or write the instruction of a .{self._storage[register[0]]}"
        )
        raise TraceError(msg)

    def is_own(self, value: Any) -> bool:
        """Return whether the statement that runs has made a value."""
        return bool(value.statement == self.here())

    def here(self) -> StatementValues | int | None:
        """Return the statement that the function has reached; None before the first.

        One without names is known by its line.
        """
        frame = self.frame or self._find_frame()
        if frame is None:
            return None
        return self._by_offset.get(frame.f_lasti) or self._locate(frame.f_lasti)

    @property
    def named(self) -> list[StatementValues]:
        """The statements with names that have been reached."""
        return [each for each in self.by_line.values() if isinstance(each, StatementValues)]

    def count_executions(self, statement: StatementValues) -> int:
        """Return how often a statement has been executed: as often as all its parts, evenly."""
        counts = Counter(self.visits)
        # An offset to which one execution comes several times, as in a comprehension, has a
        # multiple.
        return gcd(*(counts[at] for at in counts if self._by_offset[at] is statement))

    def claim(self, count: int, kind: str) -> list[n.Register | None]:
        """Return the next names of the statement, for registers that are declared with a type."""
        statement = self.here()
        if not isinstance(statement, StatementValues):
            return [None] * count
        at = len(statement.entries)
        origin: Origin = ()
        if self.callers is not None and self.frame is not None:
            origin = self.callers.origin(self.frame)
        found = statement.names[at : at + count]
        del statement.names[at : at + count]
        nodes: list[n.Register | None] = []
        for name in [*found, *[None] * (count - len(found))]:
            is_own = name is not None and self.fits(name, kind)
            node = name if name is not None and is_own else self.function.fresh(kind)
            claim = Claim(at, name, node, kind, statement.line, origin)
            statement.claims.append(claim)
            self.claimed.append(claim)
            nodes.append(node)
        return nodes

    def _find_frame(self) -> FrameType | None:
        self.frame = _frame_of(self.code)
        return self.frame

    def _locate(self, offset: int) -> StatementValues | int:
        """Return the statement of an offset of the code, which has not been met before."""
        line = self.statements.line(offset)
        found = self.by_line.get(line)
        if found is None:
            found = line
            try:
                names, tail = self._names_at(line)
            except TraceError as error:  # it is the margin's, wherever the value is made
                attach_location(error, self.statements.location(line))
                raise
            if names:
                found = StatementValues(line, offset, names, tail, self._written_at(line))
            self.by_line[line] = found
        self._by_offset[offset] = found
        return found

    def _names_at(self, line: int) -> tuple[list[n.Register | None], int]:
        """Return the registers that the statement of a line names, as `_names`; none without."""
        source = self.statements.source
        name = source.single.get(line)
        if name is not None:
            return [self._declared(name)], 1
        return self._names(source.statements[line]) if line in source.statements else ([], 1)

    def _written_at(self, line: int) -> tuple[str | None, ...]:
        """Return the names in the margin of the statement of a line."""
        source = self.statements.source
        return (source.single[line],) if line in source.single else source.statements[line].names

    def _names(self, source: SourceStatement) -> tuple[list[n.Register | None], int]:
        """Return the registers that a statement names, and how many are of its last values."""
        if not source.targets:
            return [None if name is None else self._declared(name) for name in source.names], 1
        names = [None if name is None else self._declared(name) for name in source.names]
        targets = [self.numbered(name) for name in source.targets if name != "_"]
        if not any(targets):
            return names, 1
        if all(target is None or target in names for target in targets):
            return names, len(targets)  # the margin names the targets, too
        # The last names of the margin are for the targets that are not registers themselves.
        free = targets.count(None)
        own = names[len(names) - free :] if free else []
        own += [None] * (free - len(own))
        rest = iter(own)
        tail = [next(rest) if target is None else target for target in targets]
        return [*names[: max(0, len(names) - free)], *tail], len(tail)

    def _declared(self, name: str) -> n.Register:
        """Return a register of the function by its name; `TraceError` if it declares none."""
        storage = self.function.files.storage(name)
        if storage is None:
            variable = name.removeprefix("%")
            if variable in self.code.co_varnames:
                msg = (
                    f"{variable} is a variable, and a margin names registers: write the register "
                    "there as it was before the variable was renamed"
                )
                raise TraceError(msg)
            raise TraceError(self.function.files.explain(name))
        self._storage[name] = storage
        return _register(name)

    def rename(self, old: n.Register, new: n.Register) -> None:
        """Have a register renamed in all statements when the function has been run."""
        self.renamed[id(old)] = (old, new)

    def numbered(self, name: str | None) -> n.Register | None:
        """Return the register that a name of Python is, if it is one."""
        if name is None or not self.takes_numbered:
            return None
        if name not in self._numbered:
            self._numbered[name] = ""
            # A file is declared as `%r<9>` or, without the percent sign, as `r<9>`.
            for register in (f"%{name}", name):
                storage = self.function.files.in_file(register)
                if storage is not None:
                    self._storage[register] = storage
                    self._numbered[name] = register
                    break
        found = self._numbered[name]
        return _register(found) if found else None


def _register(name: str) -> n.Register:
    """Return a node of its own for a register: there are more than instructions."""
    node: n.Register = tuple.__new__(n.Register, (name,))
    return node


class UnreadMargins:
    """The values of a function whose text cannot be read, so that its margins are unknown.

    It may run as long as every value gets its register in its own statement, as in `r[3] = x + 1`.
    """

    def __init__(self, code: CodeType, function: FunctionTrace) -> None:
        self.code = code
        self.function = function
        self.frame: FrameType | None = None

    def reach(self) -> None:
        """Do nothing: there are no names to compare with the values that they stand for."""

    def take(self, value: PendingResult) -> None:
        """Take an instruction that writes a register, as it is recorded."""
        frame = self.frame
        if frame is None:
            frame = self.frame = _frame_of(self.code)
        if frame is not None:
            value.statement = frame.f_lasti

    def is_own(self, value: Any) -> bool:
        """Return True; `TraceError` if a name has been given to the value in between."""
        frame, made = self.frame, value.statement
        if frame is None or made is None:
            return True
        from ptxpy.dsl.tracing.unpacking import stores_a_name  # noqa: PLC0415 - seldom needed

        # If the code has gone back, or a name was given in between, another statement is running.
        if frame.f_lasti < made or stores_a_name(self.code, made, frame.f_lasti):
            raise TraceError(self.function.explain_source())
        return True

    @staticmethod
    def claim(count: int, kind: str) -> list[n.Register | None]:  # noqa: ARG004 - as above
        """Return no names."""
        return [None] * count


def _frame_of(code: CodeType) -> FrameType | None:
    """Return the innermost frame of a function."""
    frame: FrameType | None = sys._getframe(3)  # noqa: SLF001 - the only way, and documented
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame


def open_margins(
    body: Callable[..., Any] | None, function: FunctionTrace, program: ProgramText | None
) -> FunctionMargins | UnreadMargins | None:
    """Return the object that names the registers of a function; None if its text asks for none.

    A text in the style of a compiler asks for none if it has neither margins nor names for values
    without their registers. Without the text, `FunctionTrace.lacks_source` is set.
    """
    inner: Any = inspect.unwrap(body) if body is not None else None
    code = getattr(inner, "__code__", None)
    # A lambda has no statements that could have a margin.
    if type(code) is not CodeType or code.co_name == "<lambda>":
        return None
    lines = text_of(code, program)
    is_compilers = not function.has_compiler_names
    if not lines:
        return _unread(code, function)
    text = function_text(code, lines)
    names_values = has_named_values(text) or has_numbered_names(code)
    if not has_margins(text) and not (is_compilers and names_values):
        return None
    # The comparison compiles the whole file, and so comes last.
    if has_positions(text):
        from ptxpy.dsl.margins.margin_positions import (  # noqa: PLC0415 - seldom needed
            add_positions,
            original_code,
        )

        if is_compiled_from(original_code(inner), lines, program):
            add_positions(inner, lines)
            code = inner.__code__
        else:
            return _unread(code, function)
    elif not is_compiled_from(code, lines, program):
        return _unread(code, function)
    statements = map_of(code, lines)
    if statements is None:
        return _unread(code, function)
    # A margin outside of these lines is misplaced (`refuse_misplaced_margins`).
    if program is not None and lines is program.lines:
        program.functions.append((code.co_firstlineno, statements.source.last_line))
    return FunctionMargins(code, statements, function, lines)


def _unread(code: CodeType, function: FunctionTrace) -> UnreadMargins | None:
    """Return the guard of a function whose text cannot be read; None for an authored one."""
    function.lacks_source = not function.has_compiler_names
    return UnreadMargins(code, function) if function.lacks_source else None
