"""The column of the source: the files that `.file` names, and the lines that `.loc` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.ir import nodes as n
from ptxpy.ir import statements

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["source_data"]


def source_data(
    module: n.Module, lines: Sequence[int], sources: Mapping[int, tuple[str, Sequence[str]]]
) -> dict[str, Any] | None:
    """Return the sources, and the places in them of each line of PTX; None without a source.

    An instruction that was inlined has the place in the function that it is from, and those of the
    calls that it came by. A file that no instruction is from is left out.

    Args:
        module: The module.
        lines: The line of each statement of the module.
        sources: The name and the lines of the sources, by their numbers in `.file`.
    """
    places: dict[int, list[tuple[int, int]]] = {}
    current: list[tuple[int, int]] = []
    for ordinal, statement in enumerate(statements(module)):
        if type(statement) is n.Function:
            current = []
        elif type(statement) is n.Location:
            found = [(statement.file.text, statement.line.text)]
            if statement.inlined is not None:
                found.append((statement.inlined.file.text, statement.inlined.line.text))
            current = [
                (int(file), int(line))
                for file, line in found
                if file.isdecimal() and line.isdecimal()
            ]
        elif type(statement) in (n.Instruction, n.Call) and current:
            places.setdefault(lines[ordinal], []).extend(current)
    used = sorted(
        {
            file
            for each in places.values()
            for file, line in each
            if file in sources and 0 < line <= len(sources[file][1])
        }
    )
    if not used:
        return None
    number = {file: at for at, file in enumerate(used)}
    return {
        "files": [{"name": sources[file][0], "lines": list(sources[file][1])} for file in used],
        # A list is [line of PTX, file, line, file, line, …].
        "places": [
            [line, *(word for place in dict.fromkeys(held) for word in place)]
            for line, found in sorted(places.items())
            if (
                held := [
                    (number[file], at)
                    for file, at in found
                    if file in number and 0 < at <= len(sources[file][1])
                ]
            )
        ],
    }
