"""How long an editor waits for what may follow in `ptx.mad.lo.`: by jedi, and by pyright's server.

jedi is that of IPython (the extra `notebook`), the server that of basedpyright (`dev`).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, Final, Self

from benchmarks.corpus import ROOT
from benchmarks.editor_session import EditorSession

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


class _Server(EditorSession):
    """pyright's server, with a file open in it."""

    def __init__(self, folder: Path) -> None:
        settings = {"extraPaths": [str(ROOT)], "typeCheckingMode": "standard"}
        (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        program = "from basedpyright.langserver import main; main()"
        super().__init__([sys.executable, "-c", program, "--stdio"], folder)
        self._document: dict[str, Any] = {
            "uri": (folder / "typed.py").as_uri(),
            "languageId": "python",
            "version": 0,
        }

    def __enter__(self) -> Self:
        """Start the server and open the file."""
        super().__enter__()
        self.tell("textDocument/didOpen", {"textDocument": {**self._document, "text": _HEAD}})
        return self

    def complete(self, typed: str) -> int:
        """Type something; return how many words may follow."""
        self._document["version"] += 1
        self.tell(
            "textDocument/didChange",
            {"textDocument": self._document, "contentChanges": [{"text": _HEAD + typed}]},
        )
        found = self.ask(
            "textDocument/completion",
            {
                "textDocument": {"uri": self._document["uri"]},
                "position": {"line": 1, "character": len(typed)},
            },
        )
        words = [each["label"] for each in found["items"]]
        return sum(not each.startswith("_") or each[1].isdigit() for each in words)
