"""How long an editor waits for what may follow in `ptx.mad.lo.`: by jedi, and by pyright's server.

jedi is that of IPython (the extra `notebook`), the server that of basedpyright (`dev`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import IO, Any, Final, Self, cast

from benchmarks.corpus import ROOT

_TYPED: Final = (
    "ptx.",
    "ptx.mad.",
    "ptx.mad.lo.",
    "ptx.ld.global_.",
    "ptx.mbarrier.",
    "ptx.cp.async_.bulk.tensor._2d.",
    "ptx.wgmma.mma_async.sync.aligned.",
)
"""What stands before the cursor; the first one waits for the stubs to be read, too."""

_HEAD: Final = "from ptxpy import ptx\n"


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure each completion, first and again."""
    results: dict[str, Any] = {}
    for name, measured in (("jedi", _jedi), ("pyright", _pyright)):
        needed = {"jedi": "jedi", "pyright": "basedpyright"}[name]
        if find_spec(needed) is None:
            print(f"{name}: needs {needed}, which is not installed")
            continue
        results[name] = measured(options.repeat)
        print(f"{name:36} {'words':>6} {'first':>8} {'again':>8}")
        for typed, row in results[name].items():
            print(f"{typed:36} {row['words']:6} {row['first']:7.2f}s {row['again']:7.2f}s")
    return results


def _timed(complete: Callable[[str], int], repeat: int) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for typed in _TYPED:
        times = []
        words = 0
        for _ in range(repeat + 1):
            start = time.perf_counter()
            words = complete(typed)
            times.append(time.perf_counter() - start)
        rows[typed] = {"words": words, "first": times[0], "again": median(times[1:])}
    return rows


def _jedi(repeat: int) -> dict[str, Any]:
    """Measure jedi, with what it keeps on disk of earlier times."""
    import jedi  # noqa: PLC0415 - it need not be installed

    project = jedi.Project(ROOT, sys_path=[str(ROOT), *sys.path])

    def complete(typed: str) -> int:
        script = jedi.Script(_HEAD + typed, path=ROOT / "typed.py", project=project)
        found = script.complete(2, len(typed))
        return sum(not each.name.startswith("_") or each.name[1].isdigit() for each in found)

    return _timed(complete, repeat)


def _pyright(repeat: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, _Server(Path(folder)) as server:
        return _timed(server.complete, repeat)


class _Server:
    """A language server that a file is open in."""

    def __init__(self, folder: Path) -> None:
        settings = {"extraPaths": [str(ROOT)], "typeCheckingMode": "standard"}
        (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        self._document: dict[str, Any] = {
            "uri": (folder / "typed.py").as_uri(),
            "languageId": "python",
            "version": 0,
        }
        self._folder = folder
        self._last = 0

    def __enter__(self) -> Self:
        """Start the server."""
        program = "from basedpyright.langserver import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        folder = {"uri": self._folder.as_uri(), "name": "typed"}
        self._ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder["uri"],
                "workspaceFolders": [folder],
                "capabilities": {"textDocument": {"completion": {}}},
            },
        )
        self._send({"method": "initialized", "params": {}})
        self._send(
            {
                "method": "textDocument/didOpen",
                "params": {"textDocument": {**self._document, "text": _HEAD}},
            }
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the server."""
        self._ask("shutdown", None)
        self._send({"method": "exit", "params": None})
        self._process.communicate()

    def complete(self, typed: str) -> int:
        """Type something; return how many words may follow."""
        self._document["version"] += 1
        self._send(
            {
                "method": "textDocument/didChange",
                "params": {
                    "textDocument": self._document,
                    "contentChanges": [{"text": _HEAD + typed}],
                },
            }
        )
        found = self._ask(
            "textDocument/completion",
            {
                "textDocument": {"uri": self._document["uri"]},
                "position": {"line": 1, "character": len(typed)},
            },
        )
        words = [each["label"] for each in found["items"]]
        return sum(not each.startswith("_") or each[1].isdigit() for each in words)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        pipe = cast("IO[bytes]", self._process.stdin)
        pipe.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        pipe.flush()

    def _ask(self, method: str, parameters: dict[str, Any] | None) -> dict[str, Any]:
        """Send a request and return the answer; those of the server are answered with nothing."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if "method" not in message and message["id"] == self._last:
                return cast("dict[str, Any]", message.get("result") or {})
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})

    def _receive(self) -> dict[str, Any]:
        pipe = cast("IO[bytes]", self._process.stdout)
        length = 0
        while line := pipe.readline().strip():
            name, _, value = line.partition(b": ")
            if name == b"Content-Length":
                length = int(value)
        return cast("dict[str, Any]", json.loads(pipe.read(length)))
