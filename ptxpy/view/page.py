"""The page of `ptxpy view`: its data, three columns with facts about their lines, and its HTML.

The page is one file, which asks nothing of the network.
"""

from __future__ import annotations

import html
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from ptxpy.__about__ import __version__
from ptxpy._records import NamedTuple
from ptxpy.analysis import classify, control_flow, liveness, register_table
from ptxpy.check import diagnose_module
from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.isa import TYPES, work_of
from ptxpy.lift import shared_memory_map
from ptxpy.summaries import Survey
from ptxpy.syntax import emit
from ptxpy.view.occupancy import occupancy
from ptxpy.view.pipeline import shared_variables, stages_of, tiles
from ptxpy.view.roofline import roofline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis import Code
    from ptxpy.isa import Work
    from ptxpy.sim import Profile, Timeline
    from ptxpy.summaries import FlowSummary, Summary
    from ptxpy.view.machine_code import MachineCode

__all__ = ["Run", "ShownProgram", "page", "page_data"]


_BITS_PER_BYTE: Final = 8


class ShownProgram(NamedTuple):
    """A module as Python: the imported form, or the one that it was authored in."""

    name: str
    text: str
    lines: tuple[int, ...]
    """The line of each statement, in the order of `ptxpy.ir.statements`; 0 for none."""


class Run(NamedTuple):
    """The counts and the timeline of a run of a kernel in the simulator."""

    profile: Profile
    timeline: Timeline


def page_data(
    module: n.Module,
    name: str,
    program: ShownProgram | None,
    machine: MachineCode,
    run: Run | None = None,
) -> dict[str, Any]:
    """Return the data of a page.

    Args:
        module: The module.
        name: The name of its file.
        program: Its Python; None without.
        machine: Its machine code, or why there is none.
        run: The counts and the timeline of a run; None without.
    """
    survey = Survey(module)
    ptx = emit(module)
    facts = _Facts(survey, ptx)
    summaries = [survey.summarize(*function) for function in survey.functions]
    return {
        "name": name,
        "producer": f"ptxpy {__version__}",
        "ptx": {"lines": ptx.split("\n"), **facts.arrays()},
        "python": None if program is None else _python(program, facts),
        # Machine code refers to any line of a statement, the columns are joined by first lines.
        "sass": {
            "lines": [line.text for line in machine.lines],
            "ptx": [facts.first_line(line.ptx_line) for line in machine.lines],
            **_lives(machine),
            "reason": machine.reason,
            "assembler": machine.assembly.assembler if machine.assembly else "",
            "arch": machine.assembly.arch if machine.assembly else "",
        },
        "functions": [
            {**_function(each, machine), **_pipeline(survey, code, facts.lines)}
            for each, (code, _) in zip(summaries, survey.functions, strict=True)
        ],
        "diagnostics": facts.diagnostics(),
        "profile": None if run is None else json.loads(run.profile.to_json()),
        "roofline": None if run is None else roofline(run.profile, facts.works, _target(module)),
        "shared": None if run is None else _shared(run.timeline),
        "timeline": None if run is None else json.loads(run.timeline.to_json()),
    }


class _Facts:
    """Facts about the lines of PTX; those of a statement are on its first line."""

    def __init__(self, survey: Survey, ptx: str) -> None:
        self._survey = survey
        self._count = ptx.count("\n") + 1
        self.kinds: list[str] = []
        self.works: dict[int, list[Work | None]] = {}
        # The arrays have an item for line 0, which makes indices those of lines.
        self._kind = [-1] * (self._count + 1)
        self._live = [-1] * (self._count + 1)
        self._bytes = [0] * (self._count + 1)
        self._starts = [0] * (self._count + 1)
        self.lines = [
            survey.line_of(ordinal) for ordinal, _ in enumerate(statements(survey.module))
        ]
        for ordinal, _ in enumerate(self.lines):
            self._starts[self.lines[ordinal]] = self.lines[ordinal]
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

    def _function(self, code: Code) -> None:
        graph = control_flow(code)
        live = liveness(graph, *register_table(code))
        for number, block in enumerate(graph.blocks):
            for index, pressure in zip(
                range(block.start, block.stop), live.pressures(number), strict=False
            ):
                statement = code.statements[index]
                line = self.lines[code.ordinals[index]]
                if type(statement) is n.Instruction:
                    kind, _ = classify(statement.opcode, statement.modifiers)
                    self._kind[line] = self._number(kind)
                    self.works.setdefault(line, []).append(
                        work_of(statement.opcode, statement.modifiers)
                    )
                    self._bytes[line] = _bytes(kind, statement.modifiers)
                elif type(statement) is n.Call:
                    self._kind[line] = self._number("call")
                else:
                    continue
                self._live[line] = pressure.words

    # Kinds are few, and the page has them once, by number.
    def _number(self, kind: str) -> int:
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def arrays(self) -> dict[str, Any]:
        """Return the facts as arrays, of which item 0 stands for line 1."""
        return {
            "kinds": self.kinds,
            "kind": self._kind[1:],
            "live": self._live[1:],
            "bytes": self._bytes[1:],
            "start": self._starts[1:],
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


def _python(program: ShownProgram, facts: _Facts) -> dict[str, Any]:
    """Return the column of Python: for each line, the lines of PTX that it gives."""
    made: dict[int, list[int]] = {}
    for ordinal, line in enumerate(program.lines):
        if line and ordinal < len(facts.lines):
            made.setdefault(line, []).append(facts.lines[ordinal])
    rows = program.text.split("\n")
    return {
        "name": program.name,
        "lines": rows,
        "ptx": [sorted(set(made.get(line, ()))) for line in range(1, len(rows) + 1)],
    }


def _lives(machine: MachineCode) -> dict[str, Any]:
    """Return the registers of machine code: counts by file, accesses, and intervals."""
    files: list[str] = []
    counts: list[list[int]] = []
    marks: list[str] = []
    open_: dict[str, int] = {}
    # An interval of a register goes from the first line that marks it to the last.
    ranges: list[tuple[str, int, int]] = []
    for number, line in enumerate(machine.lines, 1):
        life = line.life
        if life is None:
            counts.append([])
            marks.append("")
            # The name of a function ends all intervals of the function before it.
            if line.text and not line.text.startswith((" ", ".L_")):
                ranges += [(name, first, number - 1) for name, first in open_.items()]
                open_ = {}
            continue
        files = files or list(life.counts)
        counts.append([life.counts.get(name, 0) for name in files])
        # A register that is only in use needs no mark, as its interval shows it.
        marks.append(" ".join(f"{mark}{name}" for name, mark in life.marks.items() if mark != ":"))
        for name in [each for each in open_ if each not in life.marks]:
            ranges.append((name, open_.pop(name), number - 1))
        for name in life.marks:
            open_.setdefault(name, number)
    ranges += [(name, first, len(machine.lines)) for name, first in open_.items()]
    return {"files": files, "live": counts, "marks": marks, "ranges": ranges} if files else {}


def _function(summary: Summary, machine: MachineCode) -> dict[str, Any]:
    body = summary.body
    found: dict[str, Any] = {
        "kind": summary.kind,
        "name": summary.name,
        "title": demangled(summary.name).name or summary.name,
        "signature": summary.signature,
        "line": summary.line,
        "parameters": [
            [each.offset, f"{each.type or each.space}", each.name, each.size]
            for each in summary.parameters
        ],
        "directives": list(summary.directives),
    }
    if body is None:
        return found
    # Resources are only known if the module was assembled.
    resources = next(
        (
            each
            for each in (machine.assembly.kernels if machine.assembly else ())
            if each.name == summary.name
        ),
        None,
    )
    shared = sum(each.size or 0 for each in body.shared)
    threads = _threads(summary.directives)
    registers = resources.registers if resources is not None else None
    return {
        **found,
        "instructions": body.instructions,
        "registers": body.registers,
        "shared": [[each.name, each.size, each.alignment] for each in body.shared],
        "shared_bytes": shared,
        "mix": _mix(body.mix),
        "features": body.features,
        "calls": body.calls,
        "resources": None if resources is None else resources._asdict(),
        "threads": threads,
        # Occupancy follows from the number of threads, which a kernel need not state.
        "occupancy": (
            [each._asdict() for each in occupancy(threads, registers, shared)]
            if threads and registers
            else []
        ),
        "flow": _flow(body.flow),
    }


def _pipeline(survey: Survey, code: Code, lines: Sequence[int]) -> dict[str, Any]:
    """Return the tiles, stages and shared memory of a function; nothing of a declaration."""
    if code.function.body is None:
        return {}
    variables = shared_memory_map(survey.module, code.function)
    return {
        "tiles": tiles(code, lines),
        "stages": stages_of(variables),
        "map": shared_variables(variables, code, lines),
    }


def _shared(timeline: Timeline) -> dict[str, Any]:
    """Return when the shared memory of a CTA was accessed, and by which lines."""
    kinds = sorted({span.kind for span in timeline.shared})
    return {
        "cta": timeline.ctas[0] if timeline.ctas else [],
        "end": timeline.end,
        "reached": timeline.shared_reached,
        "kinds": kinds,
        "spans": [
            [span.time, span.first, span.last, kinds.index(span.kind), span.line]
            for span in timeline.shared
        ],
    }


def _target(module: n.Module) -> str:
    """Return the architecture that a module is written for; empty if it names none."""
    words = (word for item in module.body if type(item) is n.Target for word in item.names)
    return next((word for word in words if word.startswith("sm_")), "")


def _threads(directives: Sequence[str]) -> int:
    """Return the threads of a CTA that a kernel requires or allows; 0 if it says nothing."""
    # A required number of threads is exact, an allowed one an upper bound.
    for name in (".reqntid", ".maxntid"):
        for each in directives:
            words = each.split(maxsplit=1)
            if words[0] == name and len(words) > 1:
                product = 1
                for extent in words[1].split(","):
                    # An extent that is no number makes the product unknown, that is 0.
                    product *= int(extent) if extent.strip().isdigit() else 0
                return product
    return 0


def _mix(mix: Mapping[Any, int]) -> list[tuple[str, int, list[tuple[str, int]]]]:
    kinds: dict[str, list[tuple[str, int]]] = {}
    for each, count in mix.items():
        kinds.setdefault(each.kind, []).append((each.name, count))
    rows = [(kind, sum(count for _, count in names), names) for kind, names in kinds.items()]
    return sorted(rows, key=lambda row: -row[1])


def _flow(flow: FlowSummary) -> dict[str, Any]:
    back = flow.back_edges
    return {
        "most": flow.most.words,
        "blocks": [
            {
                "label": ", ".join(block.labels),
                "first": block.first,
                "last": block.last,
                "count": len(block.statements),
                "depth": block.depth,
                "header": block.is_header,
                "reachable": block.is_reachable,
                "exits": block.exits,
                "most": block.profile.most.words,
                "next": [
                    [to, (block.number, to) in back]
                    for to in sorted(block.successors)
                    if to < len(flow.blocks)
                ],
            }
            for block in flow.blocks
        ],
    }


def page(title: str, data: Mapping[str, Any]) -> str:
    """Return the HTML of a page.

    Names and code may be hostile: the title is escaped, and the data cannot end the element around
    them, whatever they contain. The page shows them as text, never as markup.
    """
    assets = files("ptxpy.view") / "assets"
    parts = {
        "@TITLE@": html.escape(title),
        "@REASON@": html.escape(str(data["sass"]["reason"])),
        "@CSS@": (assets / "page.css").read_text(encoding="utf-8"),
        "@SCRIPT@": (assets / "page.js").read_text(encoding="utf-8"),
        "@DATA@": _json(data),
    }
    text = (assets / "page.html").read_text(encoding="utf-8")
    pieces: list[str] = []
    while text:  # each place is filled once: what is filled in may have such names too
        # The nearest place comes first, so that text which was filled in is never searched.
        name = min(parts, key=lambda each: text.find(each) % (len(text) + 1))
        before, found, text = text.partition(name)
        pieces += [before, parts[name] if found else ""]
        if not found:
            break
    return "".join(pieces)


def _json(data: Mapping[str, Any]) -> str:
    """Return JSON for an element `script`, without characters that could end the element."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    # `</script>` would end the element, and `<!--` would begin a comment in it.
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
