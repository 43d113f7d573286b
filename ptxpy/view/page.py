"""The page of `ptxpy view`: its data, three columns with facts about their lines, and its HTML.

The page is one file, which asks nothing of the network.
"""

from __future__ import annotations

import gzip
import html
import json
from importlib.resources import files
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ptxpy.__about__ import __version__
from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.summaries import Survey
from ptxpy.syntax import emit
from ptxpy.view.function_facts import function_facts
from ptxpy.view.line_facts import LineFacts
from ptxpy.view.machine_code import does
from ptxpy.view.product_lines import product_lines
from ptxpy.view.roofline import roofline, target_of
from ptxpy.view.source_lines import source_data

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.sim import Timeline, Trace
    from ptxpy.view.machine_code import MachineCode
    from ptxpy.view.run import Run

__all__ = ["ShownProgram", "page", "page_data"]


class ShownProgram(NamedTuple):
    """A module as Python: the imported form, or the one that it was authored in."""

    name: str
    text: str
    lines: tuple[int, ...]
    """The line of each statement, in the order of `ptxpy.ir.statements`; 0 for none."""
    calls: tuple[tuple[int, ...], ...] = ()
    """The lines of the calls that led to the line of each statement, the innermost first."""


_NO_SOURCES: Mapping[int, tuple[str, Sequence[str]]] = MappingProxyType({})


def page_data(
    module: n.Module,
    name: str,
    program: ShownProgram | None,
    machine: MachineCode,
    run: Run | None = None,
    sources: Mapping[int, tuple[str, Sequence[str]]] = _NO_SOURCES,
) -> dict[str, Any]:
    """Return the data of a page.

    Args:
        module: The module.
        name: The name of its file; the folders of a path are left out, as they are of no use to
            whom the page is sent to.
        program: Its Python; None without.
        machine: Its machine code, or why there is none.
        run: The counts, the timeline and the values of a run; None without.
        sources: The name and the lines of its sources, by their numbers in `.file`.
    """
    survey = Survey(module)
    ptx = emit(module)
    facts = LineFacts(survey, ptx)
    return {
        "name": PurePath(name).name,
        "producer": f"ptxpy {__version__}",
        "target": target_of(module),
        "version": next((each.number for each in module.body if type(each) is n.Version), ""),
        "ptx": {"lines": ptx.split("\n"), **facts.arrays()},
        "python": None if program is None else _python(program, facts),
        "source": source_data(module, facts.lines, sources),
        "sass": _machine(machine, facts, product_lines(survey, facts.lines, machine)),
        "functions": [
            function_facts(
                survey,
                number,
                facts,
                target_of(module),
                machine,
                run,
            )
            for number, _ in enumerate(survey.functions)
        ],
        "diagnostics": facts.diagnostics(),
        "profile": None if run is None else json.loads(run.profile.to_json()),
        "roofline": None if run is None else roofline(run.profile, facts.works, target_of(module)),
        "shared": None if run is None else _shared(run.timeline),
        "timeline": None if run is None else json.loads(run.timeline.to_json()),
        "launch": None if run is None else _launch(run),
        "values": None if run is None or run.trace is None else _values(run.trace),
    }


def _machine(machine: MachineCode, facts: LineFacts, products: Mapping[int, int]) -> dict[str, Any]:
    """Return the column of machine code, given the lines of products by indices."""
    lines = [
        facts.first_line(products.get(at, line.ptx_line)) for at, line in enumerate(machine.lines)
    ]
    return {
        "lines": [line.text for line in machine.lines],
        # Machine code refers to any line of a statement, the columns are joined by first lines.
        "ptx": lines,
        "addresses": [line.address for line in machine.lines],
        "controls": [line.control for line in machine.lines],
        # What stands for a line of PTX: its access or its product, and not what makes the address.
        "principal": [
            at
            for at, (line, of) in enumerate(zip(machine.lines, lines, strict=True), 1)
            if does(line.text, facts.kind(of))
        ],
        "auxiliary": [at for at, line in enumerate(machine.lines, 1) if line.is_auxiliary],
        **_lives(machine),
        "reason": machine.reason,
        "assembler": machine.assembly.assembler if machine.assembly else "",
        "arch": machine.assembly.arch if machine.assembly else "",
    }


def _launch(run: Run) -> dict[str, Any]:
    """Return the sizes of a launch, and the CTAs and notes of the timeline."""
    geometry = run.timeline.geometry
    return {
        **({} if geometry is None else geometry._asdict()),
        "recorded": run.timeline.ctas,
        "notes": run.timeline.notes,
    }


_MAX_EFFECT: Final = 120
"""The most characters of an effect: a product of matrices writes a hundred registers."""


def _values(trace: Trace) -> dict[str, Any]:
    """Return how often threads came to each line, and the effects of the first and last time.

    The rows of a line are [thread, times, first, last].
    """
    rows: dict[int, dict[tuple[int, int, int], list[Any]]] = {}
    ran = {record.line for record in trace.records if record.executed}
    for record in trace.records:
        # A thread that skipped an instruction tells nothing of it beside one that ran it.
        if not record.executed and not record.branches and record.line in ran:
            continue
        held = rows.setdefault(record.line, {})
        effect = record.effect
        if len(effect) > _MAX_EFFECT:
            effect = f"{effect[: _MAX_EFFECT - 1]}…"
        row = held.setdefault(record.thread, [list(record.thread), 0, effect, effect])
        row[1] += 1
        row[3] = effect
    return {
        "cta": trace.records[0].cta if trace.records else (0, 0, 0),
        "reached": trace.reached,
        "lines": {line: list(held.values()) for line, held in rows.items()},
    }


def _python(program: ShownProgram, facts: LineFacts) -> dict[str, Any]:
    """Return the column of Python: for each line, the lines of PTX that it gives.

    The lines that a function gives belong to its calls, too. `calls` has [line of PTX, line of the
    call in the kernel].
    """
    made: dict[int, list[int]] = {}
    called: dict[int, int] = {}
    for ordinal, line in enumerate(program.lines[: len(facts.lines)]):
        calls = program.calls[ordinal] if line and program.calls else ()
        for each in (line, *calls) if line else ():
            made.setdefault(each, []).append(facts.lines[ordinal])
        if calls:
            called.setdefault(facts.lines[ordinal], calls[-1])
    rows = program.text.split("\n")
    return {
        "name": PurePath(program.name).name,
        "lines": rows,
        "ptx": [sorted(set(made.get(line, ()))) for line in range(1, len(rows) + 1)],
        "calls": sorted(called.items()),
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


def page(title: str, data: Mapping[str, Any]) -> str:
    """Return the HTML of a page.

    Names and code may be hostile: the title is escaped, and the data cannot end the element around
    them, whatever they contain. The page shows them as text, never as markup.
    """
    assets = files("ptxpy.view") / "assets"
    parts = {
        "@TITLE@": html.escape(title),
        "@PRODUCER@": html.escape(str(data["producer"])),
        "@LICENCES@": html.escape((assets / "LICENSES.txt").read_text(encoding="utf-8")),
        "@CSS@": "\n".join(
            (assets / name).read_text(encoding="utf-8") for name in ("theme.css", "page.css")
        ),
        "@SCRIPT@": gzip.decompress((assets / "page.js.gz").read_bytes()).decode("utf-8"),
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
