"""Facts about the lines of PTX: kinds, live registers, documentation, diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.analysis import classify, control_flow, liveness, register_table
from ptxpy.check import diagnose_module
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.isa import TYPES, describe, entries, example_lines, matches, work_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis import Accesses, Code, Liveness, RegisterTable
    from ptxpy.isa import Gate, Match, Work
    from ptxpy.summaries import Survey

__all__ = ["LineFacts"]

_BITS_PER_BYTE: Final = 8


class LineFacts:
    """Facts about the lines of PTX; those of a statement are on its first line."""

    def __init__(self, survey: Survey, ptx: str) -> None:
        """Find the facts.

        Args:
            survey: The module with its functions.
            ptx: The text that the lines are of.
        """
        self._survey = survey
        self._count = ptx.count("\n") + 1
        self.kinds: list[str] = []
        self.works: dict[int, list[Work | None]] = {}
        """The operations of the instructions of each line; None for one without arithmetic."""
        # The arrays have an item for line 0, which makes indices those of lines.
        self._kind = [-1] * (self._count + 1)
        self._live = [-1] * (self._count + 1)
        self._bytes = [0] * (self._count + 1)
        self._starts = [0] * (self._count + 1)
        self._document = [-1] * (self._count + 1)
        self._crowded: set[int] = set()
        self._documents: dict[tuple[str, ...], int] = {}
        self._documented: list[dict[str, Any]] = []
        self._names: list[str] = []
        self._ranges: list[int] = []
        self._types: list[str] = []
        self._writers: list[list[int]] = []
        self._readers: list[list[int]] = []
        self.lines = [
            survey.line_of(ordinal) for ordinal, _ in enumerate(statements(survey.module))
        ]
        """The line of each statement."""
        for line in self.lines:
            self._starts[line] = line
        held = 0
        # A statement of several lines is one thing to the page.
        # A line that begins no statement belongs to the one before.
        for line in range(1, self._count + 1):
            held = self._starts[line] or held
            self._starts[line] = held
        for code, _ in survey.functions:
            if code.function.body is not None:
                self._function(code)

    def first_line(self, line: int) -> int:
        """Return the first line of the statement that a line is in; 0 for none."""
        return self._starts[line] if 0 <= line <= self._count else 0

    def is_instruction(self, line: int) -> bool:
        """Return whether an instruction or a call begins at a line."""
        return self._kind[line] >= 0

    def is_product(self, line: int) -> bool:
        """Return whether the instruction of a line multiplies matrices."""
        return any(
            work is not None and work.kind.startswith("tensor") for work in self.works.get(line, ())
        )

    def kind(self, line: int) -> str:
        """Return the kind of the instruction of a line; empty for none."""
        return self.kinds[self._kind[line]] if self._kind[line] >= 0 else ""

    def _function(self, code: Code) -> None:
        graph = control_flow(code)
        table, held = register_table(code)
        live = liveness(graph, table, held)
        for number, block in enumerate(graph.blocks):
            for index, pressure in zip(
                range(block.start, block.stop), live.pressures(number), strict=False
            ):
                statement = code.statements[index]
                line = self.lines[code.ordinals[index]]
                if type(statement) in (n.Instruction, n.Call) and self._kind[line] >= 0:
                    self._crowded.add(line)
                if type(statement) is n.Instruction:
                    kind, _ = classify(statement.opcode, statement.modifiers)
                    self._kind[line] = self._number(kind)
                    self.works.setdefault(line, []).append(
                        work_of(statement.opcode, statement.modifiers)
                    )
                    self._bytes[line] = _bytes(kind, statement.modifiers)
                    self._document[line] = self._documentation(statement)
                elif type(statement) is n.Call:
                    self._kind[line] = self._number("call")
                else:
                    continue
                self._live[line] = pressure.words
        self._lives(code, live)
        self._accesses(code, table, held)

    def _lives(self, code: Code, live: Liveness) -> None:
        """Add the intervals of lines before whose instructions each register is live."""
        names = live.table.names
        first = len(self._names)
        self._names += names
        opened: dict[int, int] = {}
        before, last = 0, 0
        for number, block in enumerate(live.graph.blocks):
            for index, held in zip(
                range(block.start, block.stop), live.registers(number), strict=False
            ):
                if type(code.statements[index]) not in (n.Instruction, n.Call):
                    continue
                line = self.lines[code.ordinals[index]]
                changed = before ^ held
                while changed:
                    low = changed & -changed
                    register = low.bit_length() - 1
                    if held & low:
                        opened[register] = line
                    else:
                        self._ranges += [first + register, opened.pop(register), last]
                    changed ^= low
                before, last = held, line
        for register, line in opened.items():
            self._ranges += [first + register, line, last]

    def _accesses(self, code: Code, table: RegisterTable, accesses: Sequence[Accesses]) -> None:
        """Add the types of the registers, and the lines that write and read each."""
        writers: list[set[int]] = [set() for _ in table.names]
        readers: list[set[int]] = [set() for _ in table.names]
        for index, each in enumerate(accesses):
            line = self.lines[code.ordinals[index]]
            for lines, registers in ((writers, each.writes), (readers, each.reads)):
                for register in registers:
                    lines[register].add(line)
        self._types += table.types
        self._writers += map(sorted, writers)
        self._readers += map(sorted, readers)

    # Kinds are few, and the page has them once, by number.
    def _number(self, kind: str) -> int:
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def _documentation(self, statement: n.Instruction) -> int:
        """Return the number of the documentation of a form; -1 if the form is unknown."""
        key = (statement.opcode, *statement.modifiers)
        if key in self._documents:
            return self._documents[key]
        found = matches(statement.opcode, statement.modifiers)
        number = -1
        if found:
            form = found[0].form
            entry = next(
                each for each in entries(statement.opcode) if any(f is form for f in each.forms)
            )
            said = describe(entry)
            number = len(self._documented)
            self._documented.append(
                {
                    "meaning": entry.meaning,
                    "text": said.text,
                    "example": [] if said.example.kernel else example_lines(said.example),
                    "section": entry.section,
                    "syntax": form.syntax,
                    "needs": _needs(found[0]),
                }
            )
        self._documents[key] = number
        return number

    def arrays(self) -> dict[str, Any]:
        """Return the facts as arrays, of which item 0 stands for line 1."""
        return {
            "kinds": self.kinds,
            "kind": self._kind[1:],
            "live": self._live[1:],
            "bytes": self._bytes[1:],
            "start": self._starts[1:],
            # The counts of a run are of lines: these have those of several instructions.
            "crowded": sorted(self._crowded),
            "document": self._document[1:],
            "documents": self._documented,
            "registers": self._names,
            "ranges": self._ranges,
            "types": self._types,
            "writers": self._writers,
            "readers": self._readers,
        }

    def diagnostics(self) -> list[dict[str, Any]]:
        """Return what `ptxpy check` says."""
        return [
            # A diagnostic about the whole file is shown on the first line.
            {
                "line": self.lines[each.ordinal] if each.ordinal < len(self.lines) else 1,
                "code": each.code,
                "severity": each.severity,
                "message": each.message,
                "help": each.help,
            }
            for each in diagnose_module(self._survey.module)
        ]


def _bytes(kind: str, modifiers: Sequence[str]) -> int:
    """Return the bytes that an access to memory moves for a thread; 0 for other instructions."""
    if "memory" not in kind:
        return 0
    found = [TYPES[word[1:]].bits for word in modifiers if word[1:] in TYPES]
    vector = next((int(w[2:]) for w in modifiers if w[:2] == ".v" and w[2:].isdigit()), 1)
    return vector * found[-1] // _BITS_PER_BYTE if found else 0


def _needs(match: Match) -> str:
    """Return the version and the targets of an instruction: `PTX 8.0, sm_90a`."""
    held: list[Gate] = [
        each for each in match.form.gates if not each.until and each.condition.holds(match.binding)
    ]
    version = max((each.version for each in held), default=None)
    targets = [" or ".join(map(str, each.targets)) for each in held if each.targets]
    words = [] if version is None else [f"PTX {version[0]}.{version[1]}"]
    return ", ".join([*words, *targets[-1:]])
