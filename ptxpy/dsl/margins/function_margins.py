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
from collections.abc import Callable
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from ptxpy.dsl.margins.function_source import SourceStatement
from ptxpy.dsl.margins.sources import ProgramText, is_compiled_from, text_of
from ptxpy.dsl.margins.statement_map import StatementMap, has_margins, has_named_values, map_of
from ptxpy.dsl.tracing.trace import FunctionTrace, TraceError
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart

__all__ = ["FunctionMargins", "StatementValues", "open_margins"]


class StatementValues:
    """The values that one statement of the function makes, and the registers that it names."""

    __slots__ = ("counts", "entries", "is_named", "line", "names", "offset", "tail")

    def __init__(self, line: int, offset: int, names: list[n.Register | None], tail: int) -> None:
        self.line = line
        self.offset = offset
        """An offset in its code, for messages."""
        self.names = names
        self.tail = tail
        """How many of the names belong to the last values, however many there are."""
        self.is_named = bool(names)
        self.entries: list[Any] = []
        """The values in order, but for those that are bound to a register explicitly."""
        self.counts: dict[int, int] = {}
        """How many instructions have been recorded, by the offset in the code."""

    def add(self, value: Any) -> None:
        """Take a value, and propose the next name for it."""
        at = len(self.entries)
        self.entries.append(value)
        if at < len(self.names):
            value.margin = self.names[at]

    def remove(self, value: Any) -> None:
        """Leave out a value that is bound to a register explicitly; its name is free again."""
        value.margin = None
        if self.entries and self.entries[-1] is value:
            self.entries.pop()
            return
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

    def __init__(self, code: CodeType, statements: StatementMap, function: FunctionTrace) -> None:
        self.code = code
        self.statements = statements
        self.function = function
        self.frame: FrameType | None = None
        """The frame of the function's own body, once it has recorded something."""
        self.takes_numbered = not function.has_compiler_names
        """Whether a name such as `r319` is the register."""
        self.by_line: dict[int, StatementValues] = {}
        self._by_offset: dict[int, StatementValues] = {}
        self.renamed: dict[int, tuple[n.Register, n.Register]] = {}
        """Registers to be renamed, by identity: the one that is recorded, and the new one."""

    def take(self, value: PendingResult) -> None:
        """Take an instruction that writes a register, as it is recorded."""
        frame = self.frame
        if frame is None:
            frame = self._find_frame()
            if frame is None:
                return
        offset = frame.f_lasti
        statement = self._by_offset.get(offset)
        if statement is None:
            statement = self._locate(offset)
        value.statement = statement
        if statement.is_named:
            statement.counts[offset] = statement.counts.get(offset, 0) + 1
            statement.add(value)

    def check(self, register: n.Register, kind: str) -> None:
        """Raise `TraceError` if a register is not of the class of a value that it is to hold.

        `kind` is the type of the result.
        """
        function = self.function
        declared = function.files.storage(register[0])
        wanted = function.value_class(kind).storage
        if declared is None or declared == wanted:
            return
        if function.has_compiler_names and function.value_class(declared).storage == wanted:
            return
        msg = (
            f"{register[0]} is declared .{declared}, and the value here is a .{wanted}: name a "
            f"register of that class, or write the register itself, {_element(register[0])} = …"
        )
        raise TraceError(msg)

    def here(self) -> StatementValues | None:
        """Return the statement that the function has reached; None before the first."""
        frame = self.frame or self._find_frame()
        if frame is None:
            return None
        return self._by_offset.get(frame.f_lasti) or self._locate(frame.f_lasti)

    def claim(self, count: int) -> list[n.Register | None]:
        """Return the next names of the statement, for registers that no instruction writes."""
        statement = self.here()
        if statement is None:
            return [None] * count
        at = len(statement.entries)
        found = statement.names[at : at + count]
        del statement.names[at : at + count]
        if statement.is_named and not statement.names and not statement.entries:
            statement.tail = 0
        return [*found, *[None] * (count - len(found))]

    def _find_frame(self) -> FrameType | None:
        frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - the only way, and documented
        while frame is not None and frame.f_code is not self.code:
            frame = frame.f_back
        self.frame = frame
        return frame

    def _locate(self, offset: int) -> StatementValues:
        """Return the statement of an offset of the code, which has not been met before."""
        line = self.statements.line(offset)
        found = self.by_line.get(line)
        if found is None:
            names, tail = self._names(self.statements.source.statements.get(line))
            found = self.by_line[line] = StatementValues(line, offset, names, tail)
        self._by_offset[offset] = found
        return found

    def _names(self, source: SourceStatement | None) -> tuple[list[n.Register | None], int]:
        """Return the registers that a statement names, and how many are of its last values."""
        if source is None:
            return [], 0
        names = [None if name is None else self._declared(name) for name in source.names]
        targets = [self.numbered(name) for name in source.targets if name != "_"]
        if not any(targets):
            return names, min(1, len(names))
        free = targets.count(None)
        own = names[len(names) - free :] if free else []
        own += [None] * (free - len(own))
        rest = iter(own)
        tail = [next(rest) if target is None else target for target in targets]
        return [*names[: max(0, len(names) - free)], *tail], len(tail)

    def _declared(self, name: str) -> n.Register:
        """Return a register of the function by its name; `TraceError` if it declares none."""
        if self.function.files.storage(name) is None:
            raise TraceError(self.function.files.explain(name))
        return n.Register(name)

    def rename(self, old: n.Register, new: n.Register) -> None:
        """Have a register renamed in all statements when the function has been run."""
        self.renamed[id(old)] = (old, new)

    def numbered(self, name: str | None) -> n.Register | None:
        """Return the register that a name of Python is, if it is one."""
        if name is None or not self.takes_numbered:
            return None
        for register in (f"%{name}", name):
            if self.function.files.holds(register):
                return n.Register(register)
        return None


def _element(name: str) -> str:
    """Return how a register is written as an element of its file."""
    stem = name.rstrip("0123456789")
    return f"{stem.removeprefix('%')}[{name[len(stem) :]}]"


def open_margins(
    body: Callable[..., Any] | None, function: FunctionTrace, program: ProgramText | None
) -> FunctionMargins | None:
    """Return what names the registers of a function; None where its text asks for nothing.

    In the style of a compiler, that is where it has neither margins nor names for values without
    their registers. Without its text, `FunctionTrace.lacks_source` is set.
    """
    code = getattr(inspect.unwrap(body), "__code__", None) if body is not None else None
    if type(code) is not CodeType or code.co_name == "<lambda>":
        return None
    lines = text_of(code, program)
    is_compilers = not function.has_compiler_names
    if not lines:
        function.lacks_source = is_compilers
        return None
    if not has_margins(code, lines) and not (is_compilers and has_named_values(code, lines)):
        return None
    statements = map_of(code, lines) if is_compiled_from(code, lines, program) else None
    if statements is None:
        function.lacks_source = is_compilers
        return None
    return FunctionMargins(code, statements, function)
