"""What threads did, instruction by instruction."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from ptxpy.isa import BRANCHES
from ptxpy.sim.observe.shown_values import decode, format_bits
from ptxpy.sim.observe.text_tables import align_columns

__all__ = ["Accessed", "Record", "Trace", "Value"]

Coordinates: TypeAlias = tuple[int, int, int]

_OPCODE: Final = re.compile(r"[a-z]+")
_TEXT: Final = 60
"""The width of the column of instructions, at most."""


class Value(NamedTuple):
    """What a register holds."""

    register: str
    """Its name."""
    type: str
    """The type as which it is shown: the instruction's, or else the register's."""
    bits: int
    """All bits of the register."""

    @property
    def value(self) -> Any:
        """The number, or a `bool`; of packed types a tuple, the lowest element first."""
        return decode(self.type, self.bits)

    def __str__(self) -> str:
        """Show the register and what it holds."""
        return f"{self.register} = {format_bits(self.type, self.bits)}"


class Accessed(NamedTuple):
    """An access to memory."""

    what: str
    """`load`, `store` or `atomic`; of bulk copies `tensor load`, `bulk store` and the like."""
    space: str
    """`global`, `shared`, `local`, `const` or `param`."""
    address: int
    place: str
    """What lies there and how many bytes further: `x+12`; empty where that is not known."""
    size: int
    """Bytes."""
    values: tuple[Value, ...]
    """What was read or written, by the registers that it came to or from; of an atomic operation
    what the registers gave."""

    def __str__(self) -> str:
        """Show the place, and what went to memory."""
        text = f"{self.what} {self.space}[{self.place or hex(self.address)}]"
        if " " in self.what:
            return f"{text}, {self.size:,} bytes"
        if self.what == "load" or not self.values:
            return text
        return f"{text} = {', '.join([format_bits(each.type, each.bits) for each in self.values])}"


class Record(NamedTuple):
    """An instruction that a thread ran."""

    cta: Coordinates
    thread: Coordinates
    ordinal: int
    """The instruction, by its number in `ptxpy.ir.statements(module)`."""
    line: int
    """Its line in the PTX."""
    python_line: int
    """Its line in the Python that the kernel was written in; 0 for none."""
    text: str
    executed: bool
    """False where the guard said that the thread skips it."""
    written: tuple[Value, ...]
    """What the registers hold that it has written."""
    read: tuple[Value, ...]
    """What those held that it read, the guard included."""
    accesses: tuple[Accessed, ...]
    mbarrier: str = ""
    """For an operation on an mbarrier, its state after the operation."""

    @property
    def branches(self) -> bool:
        """Whether it is a branch that has a guard."""
        guard, _, rest = self.text.partition(" ")
        opcode = _OPCODE.match(rest.lstrip())
        return guard.startswith("@") and opcode is not None and opcode[0] in BRANCHES

    @property
    def effect(self) -> str:
        """What it did, in words."""
        if not self.executed:
            what = "not taken" if self.branches else "skipped"
            return f"{what}: {self.read[0]}" if self.read else what
        if self.branches:
            return "taken"
        parts = [*map(str, self.written), *map(str, self.accesses)]
        return "; ".join([*parts, self.mbarrier] if self.mbarrier else parts)

    def as_json(self) -> dict[str, Any]:
        """Return what `Trace.to_json` says of it, as objects."""
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
    """Return a value for JSON, which has no infinities and NaN: they are strings there."""
    if isinstance(value, tuple):
        return [_finite(each) for each in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


class Trace(Sequence[Record]):
    """The instructions that threads ran, in the order in which the simulator ran them."""

    def __init__(
        self,
        name: str,
        records: list[Record],
        *,
        limit: int,
        reached: bool,
        error: RuntimeError | None = None,
    ) -> None:
        """Keep records.

        Args:
            name: The kernel.
            records: The instructions.
            limit: How many are kept.
            reached: Whether there were more.
            error: What the launch ended with.
        """
        self.name = name
        self.records = records
        self.limit = limit
        self.reached = reached
        """Whether there were more instructions than `limit`."""
        self.error = error
        """The error that the launch ended with; None when it went well."""

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
        """What is to be said of the trace as a whole."""
        notes = []
        if not self.records:
            notes.append("no instruction was recorded: the threads or lines did not run")
        if self.reached:
            notes.append(f"{self.limit:,} instructions were recorded, the limit; more followed")
        if self.error is not None:
            notes.append(f"the kernel ended with an error: {self.error}")
        return notes

    def __str__(self) -> str:
        """Show the table and the notes."""
        return "\n".join([*self._rows(), *self.notes])

    def table(self) -> str:
        """Return a table: line, thread, instruction, what it did."""
        return "\n".join(self._rows())

    def _rows(self) -> list[str]:
        """Return the lines of the table: lines, thread where there are several, text, effect."""
        records = self.records
        if not records:
            return []
        several = len({record.thread for record in records}) > 1
        python = any(record.python_line for record in records)
        flat = all(record.thread[1:] == (0, 0) for record in records)
        rows = [["Python", "PTX", "thread", "instruction", ""]]
        for record in records:
            thread = str(record.thread[0] if flat else record.thread)
            text = record.text if len(record.text) <= _TEXT else f"{record.text[: _TEXT - 1]}…"
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
                "kernel": self.name,
                "records": [record.as_json() for record in self.records],
                "limit": self.limit,
                "reached": self.reached,
                "error": None if self.error is None else str(self.error),
            },
            indent=indent,
        )
