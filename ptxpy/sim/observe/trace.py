"""Traces: the instructions that threads executed, with values and accesses."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy._schema import SCHEMA
from ptxpy.isa import BRANCHES
from ptxpy.sim.observe.shown_values import decode, format_bits
from ptxpy.sim.observe.text_tables import align_columns

__all__ = ["Accessed", "Record", "Trace", "Value"]

Coordinates: TypeAlias = tuple[int, int, int]

_OPCODE: Final = re.compile(r"[a-z]+")
_MAX_TEXT_LENGTH: Final = 60
"""The most characters of an instruction in a table."""


class Value(NamedTuple):
    """The value of a register."""

    register: str
    """Its name."""
    type: str
    """The type in which it is displayed: of the operand, or else of the register."""
    bits: int
    """All bits of the register."""

    @property
    def value(self) -> Any:
        """The number, or a `bool`; for packed types a tuple, the lowest element first."""
        return decode(self.type, self.bits)

    def __str__(self) -> str:
        """Return the name of the register and its value."""
        return f"{self.register} = {format_bits(self.type, self.bits)}"


class Accessed(NamedTuple):
    """An access to memory."""

    what: str
    """`load`, `store` or `atomic`; for bulk copies `tensor load`, `bulk store` and so on."""
    space: str
    """`global`, `shared`, `local`, `const` or `param`."""
    address: int
    place: str
    """The variable or argument at the address, and the offset in it: `x+12`; empty if unknown."""
    size: int
    """How many bytes were accessed."""
    values: tuple[Value, ...]
    """The registers that were loaded or stored; for an atomic operation, its operands."""

    def __str__(self) -> str:
        """Return the address, and the stored values."""
        text = f"{self.what} {self.space}[{self.place or hex(self.address)}]"
        # A bulk copy (`tensor load`) has no registers to show.
        if " " in self.what:
            return f"{text}, {self.size:,} bytes"
        if self.what == "load" or not self.values:
            return text
        return f"{text} = {', '.join([format_bits(each.type, each.bits) for each in self.values])}"


class Record(NamedTuple):
    """An instruction that a thread executed."""

    cta: Coordinates
    thread: Coordinates
    ordinal: int
    """The index of the instruction in `ptxpy.ir.statements(module)`."""
    line: int
    """Its line in the PTX."""
    python_line: int
    """Its line in the Python that the kernel was written in; 0 for none."""
    text: str
    executed: bool
    """False if the guard disabled it for the thread."""
    written: tuple[Value, ...]
    """The registers that it wrote, with their new values."""
    read: tuple[Value, ...]
    """The registers that it read, including the guard."""
    accesses: tuple[Accessed, ...]
    mbarrier: str = ""
    """For an operation on an mbarrier, its state after the operation."""

    @property
    def branches(self) -> bool:
        """Whether it is a branch with a guard."""
        guard, _, rest = self.text.partition(" ")
        opcode = _OPCODE.match(rest.lstrip())
        return guard.startswith("@") and opcode is not None and opcode[0] in BRANCHES

    @property
    def effect(self) -> str:
        """A description of its effect."""
        if not self.executed:
            what = "not taken" if self.branches else "skipped"
            return f"{what}: {self.read[0]}" if self.read else what
        if self.branches:
            return "taken"
        parts = [*map(str, self.written), *map(str, self.accesses)]
        return "; ".join([*parts, self.mbarrier] if self.mbarrier else parts)

    def as_json(self) -> dict[str, Any]:
        """Return the record as objects for JSON."""
        return {
            "cta": self.cta,
            "thread": self.thread,
            "ordinal": self.ordinal,
            "line": self.line,
            "python_line": self.python_line or None,
            "text": self.text,
            "executed": self.executed,
            "written": [_json(each) for each in self.written],
            "read": [_json(each) for each in self.read],
            "accesses": [
                {
                    **access._asdict(),
                    "values": [_json(each) for each in access.values],
                }
                for access in self.accesses
            ],
            "mbarrier": self.mbarrier or None,
        }


def _json(value: Value) -> dict[str, Any]:
    return {
        "register": value.register,
        "type": value.type,
        "value": _finite(value.value),
        "bits": f"{value.bits:#x}",
    }


def _finite(value: Any) -> Any:
    """Return a value for JSON: infinities and NaN become strings, as JSON does not have them."""
    if isinstance(value, tuple):
        return [_finite(each) for each in value]
    # `json` writes `NaN` and `Infinity`, which other parsers refuse.
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


class Trace(Sequence[Record]):
    """The instructions that threads executed, in the order of the simulator."""

    def __init__(
        self,
        name: str,
        records: list[Record],
        *,
        limit: int,
        reached: bool,
        error: RuntimeError | None = None,
    ) -> None:
        """Create a trace.

        Args:
            name: The kernel.
            records: The instructions.
            limit: The most records.
            reached: Whether there were more instructions than `limit`.
            error: The error that ended the launch.
        """
        self.name = name
        self.records = records
        self.limit = limit
        self.reached = reached
        """Whether there were more instructions than `limit`."""
        self.error = error
        """The error that ended the launch; None if there was none."""

    def __len__(self) -> int:
        """Return the number of instructions."""
        return len(self.records)

    def __getitem__(self, index: Any) -> Any:
        """Return an instruction, or several as a list."""
        return self.records[index]

    def __iter__(self) -> Iterator[Record]:
        """Yield the instructions in their order."""
        return iter(self.records)

    @property
    def notes(self) -> list[str]:
        """Remarks on the trace as a whole."""
        notes = []
        if not self.records:
            notes.append("no instruction was recorded: the threads or lines did not run")
        if self.reached:
            notes.append(f"{self.limit:,} instructions were recorded, the limit; more followed")
        if self.error is not None:
            notes.append(f"the kernel ended with an error: {self.error}")
        return notes

    def __str__(self) -> str:
        """Return the table and the notes."""
        return "\n".join([*self._rows(), *self.notes])

    def table(self) -> str:
        """Return a table: line, thread, instruction, effect."""
        return "\n".join(self._rows())

    def _rows(self) -> list[str]:
        """Return the lines of the table: line, thread if there are several, instruction, effect."""
        records = self.records
        if not records:
            return []
        several = len({record.thread for record in records}) > 1
        python = any(record.python_line for record in records)
        # Threads of a one-dimensional block are shown by one number.
        flat = all(record.thread[1:] == (0, 0) for record in records)
        rows = [["Python", "PTX", "thread", "instruction", ""]]
        for record in records:
            thread = str(record.thread[0] if flat else record.thread)
            text = (
                record.text
                if len(record.text) <= _MAX_TEXT_LENGTH
                else f"{record.text[: _MAX_TEXT_LENGTH - 1]}…"
            )
            line = str(record.python_line or "")
            rows.append([line, str(record.line), thread, text, record.effect])
        left = [False, False, False, True, True]
        shown = [python, True, several, True, True]
        rows = [[text for text, keep in zip(row, shown, strict=True) if keep] for row in rows]
        sides = [side for side, keep in zip(left, shown, strict=True) if keep]
        first = f"{self.name}: CTA {records[0].cta}"
        return [
            first if several else f"{first}, thread {records[0].thread}",
            *align_columns(rows, sides),
        ]

    def to_json(self, indent: int | None = None) -> str:
        """Return the trace as JSON: `{"kernel": …, "records": […], "reached": …, "error": …}`.

        A record has the fields of `Record`; a value its register, type, value and bits (as a
        string in hexadecimal). Infinities and NaN are strings.
        """
        return json.dumps(
            {
                "schema": SCHEMA,
                "kernel": self.name,
                "records": [record.as_json() for record in self.records],
                "limit": self.limit,
                "reached": self.reached,
                "error": None if self.error is None else str(self.error),
            },
            indent=indent,
        )
