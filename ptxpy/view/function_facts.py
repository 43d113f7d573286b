"""Facts about the functions of a module: resources, occupancy, stages, the hottest line."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

from ptxpy.analysis import SymbolTable, constant
from ptxpy.demangle import abridged, demangled
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.lift import dynamic_extent, shared_memory_map
from ptxpy.naming import Uses
from ptxpy.view.computation import computation
from ptxpy.view.occupancy import occupancy
from ptxpy.view.pipeline import rings_of, shared_variables, stages_of, tiles
from ptxpy.view.roofline import runs_on

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis import Code
    from ptxpy.lift import SharedVariable
    from ptxpy.sim import Profile
    from ptxpy.summaries import BlockSummary, Body, FlowSummary, Summary, Survey
    from ptxpy.view.line_facts import LineFacts
    from ptxpy.view.machine_code import MachineCode
    from ptxpy.view.run import Run

__all__ = ["function_facts"]

_MAX_TITLE: Final = 80
_TIMES: Final = 10
"""How often a loop is taken to run unless a run says it."""
_WORK: Final = ("tensor core", "float", "half precision", "global memory", "shared memory")
"""Kinds of instructions by which the hottest of equally frequent lines is chosen."""


def function_facts(
    survey: Survey,
    number: int,
    facts: LineFacts,
    target: str,
    machine: MachineCode,
    run: Run | None = None,
) -> dict[str, Any]:
    """Return the facts about a function.

    Args:
        survey: The module with its functions.
        number: The index of the function in `Survey.functions`.
        facts: The facts about the lines.
        target: The target of the module, `sm_90a`.
        machine: The machine code of the module.
        run: A run of one of the kernels; None without.
    """
    code, ordinal = survey.functions[number]
    summary = survey.summarize(code, ordinal)
    mine = run if run is not None and run.profile.name == summary.name else None
    found: dict[str, Any] = {
        "kind": summary.kind,
        "name": summary.name,
        "title": abridged(demangled(summary.name).name or summary.name, _MAX_TITLE),
        "signature": summary.signature,
        "line": summary.line,
        "parameters": [
            [each.offset, f"{each.type or each.space}", each.name, each.size]
            for each in summary.parameters
        ],
        "directives": list(summary.directives),
        "cluster": _cluster(summary.directives, mine),
    }
    if summary.body is None:
        return found
    body = _body(summary, summary.body, target, machine, mine)
    uses = Uses(code.function, _names_of(survey.module))
    pipeline = _pipeline(survey, code, uses, facts.lines)
    geometry = mine.timeline.geometry if mine is not None else None
    block = geometry.block if geometry is not None else _extents(summary.directives)
    return {
        **found,
        **body,
        **pipeline,
        **_of_clusters_and_registers(code, facts.lines),
        "computes": computation(uses, pipeline["rings"], block, body["features"]),
        **_focus(summary.body.flow, facts, None if mine is None else _counts(mine.profile)),
        "ran": mine is not None,
    }


def _body(
    summary: Summary, body: Body, target: str, machine: MachineCode, run: Run | None
) -> dict[str, Any]:
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
    extents = _extents(summary.directives)
    threads = prod(extents) if extents else 0
    geometry = run.timeline.geometry if run is not None else None
    # The threads and the dynamic shared memory of a run are facts, a directive is a bound.
    dynamic = geometry.shared_bytes if geometry is not None else 0
    if geometry is not None:
        threads = prod(geometry.block)
    registers = resources.registers if resources is not None else None
    return {
        "instructions": body.instructions,
        "registers": body.registers,
        "shared": [[each.name, each.size, each.alignment] for each in body.shared],
        "shared_bytes": shared,
        "dynamic": any(each.size is None for each in body.shared),
        "dynamic_bytes": dynamic,
        "mix": _mix(body.mix),
        "features": body.features,
        "calls": body.calls,
        "resources": None if resources is None else resources._asdict(),
        "threads": threads,
        # Occupancy follows from the number of threads, which a kernel need not state.
        "occupancy": (
            [
                each._asdict()
                for each in occupancy(threads, registers, shared + dynamic)
                if runs_on(each.arch, target)
            ]
            if threads and registers
            else []
        ),
        "flow": _flow(body.flow),
    }


def _names_of(module: n.Module) -> SymbolTable:
    names = SymbolTable(None)
    names.declare(module.body)
    return names


def _pipeline(survey: Survey, code: Code, uses: Uses, lines: Sequence[int]) -> dict[str, Any]:
    """Return the tiles, stages and shared memory of a function."""
    variables = shared_memory_map(survey.module, code.function, uses)
    return {
        "tiles": tiles(code, lines),
        "stages": stages_of(variables),
        "rings": rings_of(variables),
        "dynamic_extent": _dynamic_extent(variables),
        "map": shared_variables(variables, code, lines),
    }


def _dynamic_extent(variables: Sequence[SharedVariable]) -> tuple[int, bool]:
    """Return the bytes of dynamic shared memory that addresses reach, and whether they are bounds.

    Where not all that they reach is known, it is at the least what the known ones do.
    """
    found, is_bound = dynamic_extent(variables)
    if found:
        return found, is_bound
    ends = [
        part.offset + part.number * part.stride
        for each in variables
        if each.size is None
        for part in each.parts
        if part.stride is not None and not part.is_computed and not part.is_bound
    ]
    return max(ends, default=0), False


def _counts(profile: Profile) -> dict[int, int]:
    """Return how often warps ran each line of PTX."""
    found: dict[int, int] = {}
    for line in profile.lines:
        found[line.line] = found.get(line.line, 0) + line.counts.warps
    return found


def _focus(flow: FlowSummary, facts: LineFacts, counts: Mapping[int, int] | None) -> dict[str, Any]:
    """Return the first instruction, the hottest line, and how much a function does in all.

    Without the counts of a run, a loop is taken to run ten times, and products of matrices come
    first: a loop that waits for a barrier may be nested deeper.
    """
    found: list[tuple[bool, int, int, int]] = []
    for block in flow.blocks:
        for line in _instruction_lines(block, facts):
            count = _TIMES ** min(block.depth, 4) if counts is None else counts.get(line, 0)
            is_product = counts is None and facts.is_product(line)
            rank = 1 if facts.is_product(line) else _rank(facts.kind(line))
            found.append((is_product, count, rank, line))
    if not found:
        return {"body": 0, "focus": 0, "weight": 0}
    products = [each for each in found if each[0]] or found
    most = max(count for _, count, _, _ in products)
    # The test of a loop runs once more than its body, which is what matters.
    hot = [each for each in products if each[1] * _NEARLY >= most]
    _, _, _, focus = max(hot, key=lambda each: (each[2], each[1], -each[3]))
    return {
        "body": found[0][3],
        "focus": focus,
        "weight": sum(count for _, count, _, _ in found),
    }


_NEARLY: Final = 2
"""The lines that run at least this part of the most frequent one count as equally frequent."""


def _rank(kind: str) -> int:
    return -_WORK.index(kind) if kind in _WORK else -len(_WORK)


def _instruction_lines(block: BlockSummary, facts: LineFacts) -> list[int]:
    return [line for line in range(block.first, block.last + 1) if facts.is_instruction(line)]


def _extents(directives: Sequence[str]) -> list[int]:
    """Return the extents of a CTA that a kernel requires or allows; empty if it says nothing."""
    # A required number of threads is exact, an allowed one an upper bound.
    for name in (".reqntid", ".maxntid"):
        for each in directives:
            words = each.split(maxsplit=1)
            if words[0] == name and len(words) > 1:
                extents = [extent.strip() for extent in words[1].split(",")]
                # An extent that is no number makes all unknown.
                return list(map(int, extents)) if all(map(str.isdigit, extents)) else []
    return []


def _cluster(directives: Sequence[str], run: Run | None) -> list[int]:
    """Return the extents of a cluster of CTAs, of a run or required; empty for one CTA, or none."""
    geometry = run.timeline.geometry if run is not None else None
    if geometry is not None and geometry.cluster is not None:
        extents = [*geometry.cluster]
    else:
        words = [each.split(maxsplit=1) for each in directives]
        given = next(
            (rest[0] for word, *rest in words if word == ".reqnctapercluster" and rest), ""
        )
        named = [each.strip() for each in given.split(",")]
        extents = [*map(int, named)] if all(map(str.isdigit, named)) else []
    while extents and extents[-1] == 1:
        extents.pop()
    return extents


def _of_clusters_and_registers(code: Code, lines: Sequence[int]) -> dict[str, Any]:
    """Return how many copies go to several CTAs, and what the warps ask for by `setmaxnreg`."""
    counts: dict[tuple[str, int], int] = {}
    multicast = 0
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        found = traits(statement.opcode, statement.modifiers)
        multicast += bool(found.completion) and ".multicast::cluster" in statement.modifiers
        number = constant(statement.operands[0]) if statement.operands else None
        if "register-count" in found.implicit_writes and number is not None:
            key = statement.modifiers[0].removeprefix("."), number
            counts.setdefault(key, lines[code.ordinals[index]])
    rows = [[line, action, number] for (action, number), line in counts.items()]
    return {"multicast": multicast, "register_counts": rows}


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
                    [to, (block.number, to) in back, _edge(block, to)]
                    for to in sorted(block.successors)
                    if to < len(flow.blocks)
                ],
            }
            for block in flow.blocks
        ],
    }


def _edge(block: BlockSummary, to: int) -> str:
    """Return when an edge is taken: `taken`, `not taken`; empty without a choice."""
    branch = block.branch
    if branch is None or len(block.successors) < 2:  # noqa: PLR2004 - a choice of two
        return ""
    # A guarded branch to the next block would go there in both cases.
    if not block.falls:
        return ""
    return "not taken" if to == block.number + 1 else "taken"
