"""The requests of an editor about sources, and about the PTX as the disassembly."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from ptxpy.debugger.adapter.host import RequestError

if TYPE_CHECKING:
    from ptxpy.debugger.adapter.host import Host
    from ptxpy.debugger.adapter.wire import Message
    from ptxpy.debugger.source_map import SourceMap

__all__ = ["SourceRequests", "index_of", "path_of", "source_of"]

_MAX_DISASSEMBLED: Final = 10_000


def path_of(lines: SourceMap, source: Message) -> str:
    """Return the path of a source that the editor names."""
    if source.get("sourceReference"):
        return lines.ptx_path
    path = str(source.get("path") or source.get("name") or "")
    return lines.file_of(path) or path


def source_of(lines: SourceMap, path: str) -> Message:
    """Return the source of a path for the editor."""
    name = path.replace("\\", "/").rpartition("/")[2]
    if path == lines.ptx_path and not os.path.isfile(path):  # noqa: PTH113 - any name
        # The PTX of a Python kernel, or of a captured launch, has no file.
        return {"name": name, "sourceReference": 1}
    return {"name": name, "path": os.path.abspath(path)}  # noqa: PTH100 - as above


def index_of(reference: str) -> int:
    """Return the index of the instruction that the editor names."""
    try:
        return int(reference, 0)
    except ValueError:
        message = f"{reference!r} is no instruction"
        raise RequestError(message) from None


class SourceRequests:
    """Shows sources."""

    def __init__(self, host: Host) -> None:
        """Take the parts that the requests share."""
        self._host = host

    def request_source(self, _: Message) -> Message:
        """Give the text of the PTX, if it has no file."""
        lines = self._host.lines
        return {"content": "\n".join(lines.rows(lines.ptx_path) or [])}

    def request_loaded_sources(self, _: Message) -> Message:
        """List the sources that instructions come from."""
        lines = self._host.lines
        return {"sources": [source_of(lines, path) for path in lines.paths]}

    def request_disassemble(self, arguments: Message) -> Message:
        """List instructions of the PTX."""
        lines = self._host.lines
        first = index_of(str(arguments["memoryReference"]))
        first += int(arguments.get("offset") or 0) + int(arguments.get("instructionOffset") or 0)
        count = min(int(arguments["instructionCount"]), _MAX_DISASSEMBLED)
        told: list[Message] = []
        for at in range(first, first + count):
            if not 0 <= at < len(lines.instructions):
                told.append(
                    {
                        "address": hex(at & 0xFFFFFFFF),
                        "instruction": "",
                        "presentationHint": "invalid",
                    }
                )
                continue
            ordinal = lines.instructions[at][0]
            place = lines.place(ordinal)
            told.append(
                {
                    "address": hex(at),
                    "instruction": lines.text(ordinal),
                    "location": source_of(lines, place.path),
                    "line": place.line,
                }
            )
        return {"instructions": told}
