"""The overview of a function that `ptxpy show` prints by default, and the table of its blocks."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count
from ptxpy.analysis import Storage
from ptxpy.cli.console import paint, printable, write_stdout
from ptxpy.demangle import abridged, demangled

if TYPE_CHECKING:
    from ptxpy.analysis import InstructionClass
    from ptxpy.summaries import BlockSummary, FlowSummary, Summary

__all__ = [
    "WIDTH",
    "abbreviate",
    "block_json",
    "label_of",
    "show_blocks",
    "show_overview",
    "show_title",
]


WIDTH: Final = 100
_INDENT: Final = 18
"""The column in which values begin, after the titles."""
_MAX_LISTED_LINES: Final = 40
_MAX_OPCODES_PER_CLASS: Final = 4
_MAX_NAME_CHARACTERS: Final = 44


def show_title(summary: Summary) -> None:
    """Print the kind, name, line and C++ declaration of a function."""
    kind = f"{'' if summary.body else 'declared '}{summary.kind}"
    name = abbreviate(
        printable(summary.name), WIDTH - len(kind) - len(f" line {summary.line:,}") - 2
    )
    write_stdout(f"\n{kind} {paint(name, 'bold', sys.stdout)}  line {summary.line:,}")
    if summary.signature:
        write_stdout(f"    {printable(abridged(summary.signature, WIDTH - 4))}")


def show_overview(summary: Summary) -> None:
    """Print the title of a function, and its parameters, resources and instructions."""
    show_title(summary)
    for title, value in _rows(summary):
        write_stdout(f"    {title:{_INDENT - 5}} {printable(value)}".rstrip())


def _rows(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield titles and values; the title of a continued list is empty."""
    short = f"{summary.name}_"
    yield from _listed("returns", [_parameter(storage, short) for storage in summary.returns])
    yield from _listed("parameters", _parameters(summary.parameters, short))
    yield from _listed("directives", summary.directives)
    body = summary.body
    if body is not None:
        registers = [f"{number:,} {kind}" for kind, number in body.registers.items()]
        yield from _wrapped("registers", registers)
        if body.flow.blocks:
            most = body.flow.most
            words = format_count(most.words, "word")
            predicates = format_count(most.predicates, "predicate")
            # The line is that before which most registers are live.
            fullest = max(body.flow.blocks, key=lambda block: block.profile.most.words)
            where = f"line {fullest.peak:,} in {label_of(fullest.number, fullest.labels)}"
            yield "live at once", f"at most {words} and {predicates}; {where}"
        yield from _variables("shared", body.shared)
        yield from _variables("local", body.local)
        flow = body.flow
        yield "instructions", f"{body.instructions:,} in {format_count(len(flow.blocks), 'block')}"
        yield from _listed("", _mix(body.mix, body.instructions))
        if flow.loops.back_edges:
            headers = {to for _, to in flow.loops.back_edges}
            text = f"{len(headers):,}"
            deepest = max(flow.loops.depths)
            if deepest > 1:
                text += f", nested {deepest:,} deep"
            if flow.loops.irreducible:
                text += f", {len(flow.loops.irreducible):,} of them with several entries"
            yield "loops", text
        dead = [
            block.number for block in flow.blocks if not block.is_reachable and block.statements
        ]
        if dead:
            yield "unreachable", format_count(len(dead), "block")
        calls = []
        for name, number in body.calls.items():
            callee = abbreviate(demangled(name).name, _MAX_NAME_CHARACTERS) if name else ""
            calls.append(f"{callee or 'through pointers'} {number:,}")
        yield from _wrapped("calls", calls)
        yield from _wrapped(
            "uses", [f"{name} {number:,}" for name, number in body.features.items()]
        )
        major, minor = body.needs.version
        yield "needs", f"PTX {major}.{minor}, {body.needs.least}"


def _parameters(parameters: tuple[Storage, ...], short: str) -> Iterator[str]:
    names = [_shape(storage) for storage in parameters]
    width = max(map(len, names), default=0)
    offsets = [f"+{storage.offset:,}" for storage in parameters if storage.offset is not None]
    margin = max(map(len, offsets), default=0)
    for storage, name in zip(parameters, names, strict=True):
        offset = "" if storage.offset is None else f"+{storage.offset:,}"
        place = f"{offset:{margin}}  " if margin else ""
        yield f"{place}{name:{width}}  {_parameter(storage, short, shape=False)}"
    last = parameters[-1] if parameters else None
    # A single parameter has no sum worth telling.
    if len(offsets) > 1 and last is not None and None not in (last.offset, last.size):
        yield format_count((last.offset or 0) + (last.size or 0), "byte")


def _parameter(storage: Storage, short: str, *, shape: bool = True) -> str:
    """Describe a parameter, with the function's name, by which compilers prefix it, abbreviated."""
    name = storage.name
    # Compilers begin the names of parameters with that of the kernel.
    if name.startswith(short):
        name = f"…_{name[len(short):]}"
    words = [abbreviate(name, _MAX_NAME_CHARACTERS)]
    if shape:
        words.insert(0, _shape(storage))
    if storage.dimensions:
        words.append(f"{_bytes(storage)}, align {storage.alignment:,}")
    if storage.pointer:
        words.append(f"{storage.pointer.removeprefix('.ptr ').replace('.align', 'align')} pointer")
    return "  ".join(words)


def _shape(storage: Storage) -> str:
    extents = "".join(f"[{'' if d is None else d}]" for d in storage.dimensions)
    return f"{storage.type or storage.space}{extents}"


def _bytes(storage: Storage) -> str:
    return "size not known" if storage.size is None else format_count(storage.size, "byte")


def _variables(title: str, variables: tuple[Storage, ...]) -> Iterator[tuple[str, str]]:
    known = [storage.size for storage in variables if storage.size is not None]
    if len(known) > 1:
        yield title, f"{format_count(sum(known), 'byte')} in {format_count(len(known), 'variable')}"
        title = ""
    yield from _listed(title, [_variable(storage) for storage in variables])


def _variable(storage: Storage) -> str:
    size = _bytes(storage)
    # The launch says the size of an `.extern` array.
    if storage.size is None and storage.extern:
        size = "dynamic"
    name = abbreviate(demangled(storage.name).name, _MAX_NAME_CHARACTERS)
    return f"{size}, align {storage.alignment:,}  {_shape(storage)}  {name}"


def _mix(mix: Mapping[InstructionClass, int], every: int) -> Iterator[str]:
    """Yield a line for each class of instructions: count, share, and the most frequent ones."""
    kinds: dict[str, list[tuple[str, int]]] = {}
    for (kind, name), number in mix.items():
        kinds.setdefault(kind, []).append((name, number))
    totals = {kind: sum(number for _, number in names) for kind, names in kinds.items()}
    width = max(map(len, kinds), default=0)
    digits = max((len(f"{total:,}") for total in totals.values()), default=0)
    for kind in sorted(totals, key=lambda kind: -totals[kind]):
        total = totals[kind]
        head = f"{total:{digits},} {100 * total / every:3.0f} %  {kind:{width}}  "
        names = [f"{name} {number:,}" for name, number in kinds[kind]]
        yield head + _fitting(names, WIDTH - _INDENT - len(head))


def _fitting(names: list[str], room: int) -> str:
    """Return as many of the names as fit, and the number of the others."""
    text = names[0]
    for count, name in enumerate(names[1:], start=1):
        more = f", {len(names) - count} more"
        if count == _MAX_OPCODES_PER_CLASS or len(text) + len(name) + len(more) + 2 > room:
            # The number of further opcodes must fit as well.
            return text + more
        text += f", {name}"
    return text


def label_of(number: int, labels: tuple[str, ...]) -> str:
    """Return the name of a block: its number, with its first label if there is one."""
    return f"B{number} ({abbreviate(labels[0], _MAX_NAME_CHARACTERS)})" if labels else f"B{number}"


def _listed(title: str, values: Iterable[str]) -> Iterator[tuple[str, str]]:
    lines = list(values)
    hidden = len(lines) - _MAX_LISTED_LINES
    # One hidden line would be replaced by another, so two are needed.
    if hidden > 1:
        lines[_MAX_LISTED_LINES - 1 : -1] = [f"… {hidden:,} more"]
    for value in lines:
        yield title, value
        title = ""


def _wrapped(title: str, values: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield values joined by commas, in as many lines as needed."""
    lines: list[str] = []
    for value in values:
        if lines and len(lines[-1]) + len(value) + 3 <= WIDTH - _INDENT:
            lines[-1] += f", {value}"
        else:
            if lines:
                lines[-1] += ","
            lines.append(value)
    yield from _listed(title, lines)


def abbreviate(text: str, longest: int) -> str:
    """Abbreviate a name to a number of characters, by its beginning and its end."""
    if len(text) <= longest:
        return text
    end = longest // 3
    return f"{text[: longest - end - 1]}…{text[-end:]}"


_HEADS: Final = ("block", "lines", "instr.", "loop", "in", "most", "out", "pred.", "next", "label")
_LEFT: Final = frozenset({"block", "lines", "next", "label"})
_MAX_LABEL_CHARACTERS: Final = 32
_MAX_SUCCESSORS: Final = 6
"""Successors that are listed; the others are counted."""


def show_blocks(flow: FlowSummary) -> None:
    """Print a table with a line for each block.

    `in`, `most` and `out` are live words: at its beginning, at most, and at its end; `pred.` is the
    maximum number of live predicates; `loop` is the loop depth, `*` marks a loop header.
    """
    rows = [_row(block) for block in flow.blocks]
    widths = [max(map(len, column)) for column in zip(_HEADS, *rows, strict=True)]
    for number, row in enumerate([_HEADS, *rows]):
        cells = [
            f"{cell:{width}}" if head in _LEFT else f"{cell:>{width}}"
            for head, cell, width in zip(_HEADS, row, widths, strict=True)
        ]
        line = "  ".join(cells).rstrip()
        write_stdout(f"    {paint(line, 'bold', sys.stdout) if number == 0 else line}")


def _row(block: BlockSummary) -> tuple[str, ...]:
    profile = block.profile
    successors = [f"B{number}" for number in block.successors[:_MAX_SUCCESSORS]]
    if len(block.successors) > _MAX_SUCCESSORS:
        successors.append(f"and {len(block.successors) - _MAX_SUCCESSORS:,} more")
    if block.exits:
        branch = block.branch
        successors.append("end" if branch is None else branch.opcode)
    lines = f"{block.first}" if block.first == block.last else f"{block.first}-{block.last}"
    depth = f"{'*' if block.is_header else ''}{block.depth or ''}"
    # The depth of code that never runs says nothing.
    if not block.is_reachable:
        depth = "dead"
    return (
        f"B{block.number}",
        lines,
        f"{len(block.statements):,}",
        depth,
        f"{profile.before.words:,}",
        f"{profile.most.words:,}",
        f"{profile.after.words:,}",
        f"{profile.most.predicates:,}",
        " ".join(successors),
        printable(abbreviate(", ".join(block.labels), _MAX_LABEL_CHARACTERS)),
    )


def block_json(block: BlockSummary) -> dict[str, Any]:
    """Return the summary of a block for JSON."""
    profile = block.profile
    return {
        "number": block.number,
        "labels": list(block.labels),
        "lines": [block.first, block.last],
        "instructions": len(block.statements),
        "successors": list(block.successors),
        "exits": block.exits,
        "reachable": block.is_reachable,
        "loop_depth": block.depth,
        "loop_header": block.is_header,
        "live_in": profile.before._asdict(),
        "live_out": profile.after._asdict(),
        "most_live": profile.most._asdict(),
        "most_live_line": block.peak,
    }
