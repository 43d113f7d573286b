"""The process that checks documents in the background, so that the server answers at once.

It reads requests from standard input and writes answers to standard output, each a line of JSON. A
request replaces an earlier one for the same document.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Any

from ptxpy.check import (
    Located,
    ProjectError,
    apply_ignores,
    check_text,
    limit_diagnostics,
    project_of,
)
from ptxpy.inline_ptx import Block, check_source
from ptxpy.language_server.python_text import is_ptx_python

__all__ = ["check_request", "main"]


class _ReplacedError(Exception):
    """A newer text of the document is waiting."""


class _Requests:
    """The requests that wait, the last of each document."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, dict[str, Any]] = {}
        self._arrived: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read(self) -> None:
        """Read standard input to its end."""
        for line in sys.stdin:
            request = json.loads(line)
            with self._lock:
                self._waiting.pop(request["uri"], None)
                self._waiting[request["uri"]] = request
            self._arrived.put(request["uri"])
        self._arrived.put("")

    def next(self) -> dict[str, Any] | None:
        """Wait for a request; None at the end of the input."""
        while self._arrived.get():
            with self._lock:
                if self._waiting:
                    return self._waiting.pop(next(iter(self._waiting)))
        return None

    def stop_if_replaced(self, uri: str) -> None:
        """Raise an error if a newer request for a document waits."""
        if uri in self._waiting:
            raise _ReplacedError


def main() -> None:
    """Answer requests until the input ends."""
    # Answers have the output for themselves: what anything else prints goes to standard error.
    output, sys.stdout = sys.stdout, sys.stderr
    requests = _Requests()
    threading.Thread(target=requests.read, daemon=True).start()
    while (request := requests.next()) is not None:
        uri = request["uri"]
        try:
            answer = check_request(request, lambda uri=uri: requests.stop_if_replaced(uri))
        except _ReplacedError:
            continue
        except ProjectError as error:
            answer = _settings_answer(error)
        except Exception as error:  # noqa: BLE001 - the process outlives a file that breaks it
            problem = f"this file could not be checked: {type(error).__name__}: {error}"
            answer = {"found": [Located("PTX004", "error", 0, 0, 0, problem)._asdict()]}
        answer["uri"], answer["version"] = uri, request["version"]
        output.write(json.dumps(answer) + "\n")
        output.flush()


def _settings_answer(error: ProjectError) -> dict[str, Any]:
    """Return the answer for a document whose project has wrong settings: nothing is checked."""
    message = f"{error.file.name}: {error.found.message}, so this file is not checked"
    found = Located("PTX004", "error", 0, 0, 0, message, error.found.help)
    settings = {"file": str(error.file), "found": error.found._asdict()}
    return {"found": [found._asdict()], "settings": settings}


def check_request(request: dict[str, Any], pause: Any = None) -> dict[str, Any]:  # noqa: ANN401
    """Check a document.

    Args:
        request: `uri`, `path`, `language`, `text` and `version`.
        pause: Called between the rules; an error that it raises ends the check.
    """
    text: str = request["text"]
    path: str = request["path"]
    file = Path(path)
    project = project_of(file)
    target, version = project.target, project.version
    if request["language"] == "ptx":
        checked = check_text(text, filename=path, version=version, target=target, pause=pause)
        return {"found": [each._asdict() for each in project.reported(checked.found, file)]}
    source = text.encode("utf-8", "surrogatepass")
    name = "source.py" if request["language"] == "python" else path
    is_program = request["language"] == "python" and is_ptx_python(text)
    inline = check_source(
        source, filename=name, version=version, target=target, ignores_idle=not is_program
    )
    every = [*inline.found]
    if is_program:
        from ptxpy.language_server.python_check import check_python  # noqa: PLC0415 - loads slowly

        found_there = check_python(text, version=version, target=target, pause=pause)
        every += apply_ignores(found_there, text, "#", is_whole=False)
    found, _ = limit_diagnostics(every)
    return {
        "found": [each._asdict() for each in project.reported(found, file)],
        "blocks": _blocks(inline.blocks.found, text),
    }


def _blocks(found: Iterable[Block], text: str) -> list[dict[str, Any]]:
    """Return blocks of inline PTX with places as offsets, each template once at its place."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def offset(line: int, column: int) -> int:
        return min(starts[min(line, len(starts)) - 1] + column - 1, len(text))

    blocks: dict[tuple[Any, ...], dict[str, Any]] = {}
    for block in found:
        # The body of a macro has its place in the macro, but belongs to no place of its own.
        template = block.template
        runs: list[tuple[int, int, int]] = []
        ends = [run.start for run in block.positions.runs[1:]] + [len(template)]
        for run, end in zip(block.positions.runs, ends, strict=True):
            at, place = run.start, offset(run.line, run.column)
            length = 0
            # An escape is longer in the file than in the template: a run ends before it.
            while (
                at + length < end
                and text[place + length : place + length + 1] == template[at + length]
            ):
                length += 1
            if length and run.advances:
                runs.append((at, place, length))
        operands = [
            (each.constraint, each.text, each.type or "", offset(each.line, each.column))
            for each in (*block.outputs, *block.inputs)
        ]
        blocks.setdefault(
            (template, tuple(runs)),
            {
                "text": template,
                "runs": runs,
                "sign": "%" if block.dialect == "cuda" else "$",
                "operands": operands,
            },
        )
    return list(blocks.values())


if __name__ == "__main__":
    main()
