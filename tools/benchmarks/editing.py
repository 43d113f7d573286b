"""How much processor time a keystroke costs `ptxpy lsp` in files of a megabyte.

A statement is typed in the middle of a file, character by character. After each, the editor asks
for all that an editor may: completion, signatures, colours, outline, folds, lenses, links,
selections, notes, calls and the mentions of the word. What the server's process spends on all of it
is one number a keystroke; the check runs in another process, and counts apart.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.corpus import ROOT
from benchmarks.editor_session import EditorSession
from benchmarks.synthetic import synthesise

CORPUS: Final = ROOT / "corpus"
SIZE: Final = 1_000_000
LIMIT_MILLISECONDS: Final = 100
PTX: Final = "\tmad.lo.s32 %r1, %r2, 4, %r3;\n"
PYTHON: Final = "    ptx.mad.lo.s32(a, b, 4)\n"
CUDA: Final = "mad.lo.u32 %0, %1, 4, %0; "
_VISIBLE_LINES: Final = 60
_REST_SECONDS: Final = 60.0


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure each file; exit status 1 if a keystroke is beyond the limit."""
    rows: dict[str, Any] = {}
    print(f"{'':38} {'MB':>5} {'open':>7} {'median':>8} {'most':>8} {'check':>7}  (CPU, ms)")
    with tempfile.TemporaryDirectory() as folder:
        for name, path, typed, line in _files(Path(folder)):
            row = _measure(path, typed, line, options.repeat)
            rows[name] = row
            print(
                f"{name:38} {row['bytes'] / 1e6:5.2f} {row['open']:7.0f} {row['median']:8.1f} "
                f"{row['most']:8.1f} {row['check']:7.0f}",
                flush=True,
            )
    slow = [name for name, row in rows.items() if row["median"] > LIMIT_MILLISECONDS]
    if slow:
        print(f"more than {LIMIT_MILLISECONDS} ms a keystroke: {', '.join(slow)}")
    return {"files": rows, "regressions": slow}


def _files(folder: Path) -> list[tuple[str, Path, str, int]]:
    """Return the files: name, path, what is typed, and the line before which it is typed."""
    found = []
    for path in (CORPUS / "cutlass/hopper_gemm.lineinfo.ptx", synthesise(SIZE)):
        rows = path.read_text(encoding="utf-8").split("\n")
        middle = len(rows) // 3
        line = next(k for k in range(middle, len(rows)) if rows[k].startswith("\tadd"))
        found.append((f"{path.parent.name}/{path.name}", path, PTX, line))
    python = folder / "imported.py"
    text = (CORPUS / "imported/cutlass_hopper_gemm.py").read_text(encoding="utf-8")
    head, _, rest = text.partition("\ndef ")
    python.write_text(head + ("\ndef " + rest) * (SIZE // len(rest)), encoding="utf-8")
    rows = python.read_text(encoding="utf-8").split("\n")
    line = next(k for k in range(len(rows) // 2, len(rows)) if rows[k].startswith("    ptx."))
    found.append(("imported.py", python, PYTHON, line))
    cuda = folder / "inline.cu"
    function = """\
__device__ unsigned f{0}(unsigned a) {{
  unsigned b;
  asm volatile("{{ .reg .pred p; "
               "setp.ne.u32 p, %1, 0; "
               "@p add.u32 %0, %1, {0}; }}" : "=&r"(b) : "r"(a));
  return b;
}}
"""
    one = function.format(1000)
    cuda.write_text("".join(map(function.format, range(SIZE // len(one)))), encoding="utf-8")
    rows = cuda.read_text(encoding="utf-8").split("\n")
    line = next(k for k in range(len(rows) // 2, len(rows)) if "setp.ne" in rows[k])
    found.append(("inline.cu", cuda, CUDA, line))
    return found


def _measure(path: Path, typed: str, line: int, repeat: int) -> dict[str, Any]:
    text = path.read_text(encoding="utf-8")
    uri = path.as_uri()
    language = {".py": "python", ".cu": "cuda-cpp"}.get(path.suffix, "ptx")
    with EditorSession([sys.executable, "-m", "ptxpy", "lsp"], ROOT) as editor:
        pid = editor.process.pid
        item = {"uri": uri, "languageId": language, "version": 0, "text": text}
        before = _milliseconds(pid)
        editor.tell("textDocument/didOpen", {"textDocument": item})
        name = {"uri": uri}
        colours = editor.ask("textDocument/semanticTokens/full", {"textDocument": name})
        opened = _milliseconds(pid) - before
        _wait_for_check(editor, pid, 0)
        # The inline PTX of a source is known now, so editors ask for its colours again.
        colours = editor.ask("textDocument/semanticTokens/full", {"textDocument": name})
        column = 16 if language == "cuda-cpp" else 0
        costs: list[float] = []
        version = 0
        for _ in range(repeat):
            for number, character in enumerate(typed):
                version += 1
                place = {"line": line, "character": column + number}
                after = {"line": line, "character": column + number + 1}
                if character == "\n":
                    after = {"line": line + 1, "character": 0}
                before = _milliseconds(pid)
                edit = {"range": {"start": place, "end": place}, "text": character}
                editor.tell(
                    "textDocument/didChange",
                    {"textDocument": {"uri": uri, "version": version}, "contentChanges": [edit]},
                )
                colours = _ask_all(editor, name, after, colours)
                costs.append(_milliseconds(pid) - before)
        checked = _wait_for_check(editor, pid, version)
    return {
        "bytes": len(text),
        "open": opened,
        "median": median(costs),
        "most": max(costs),
        "check": checked,
        "keystrokes": len(costs),
    }


def _ask_all(
    editor: EditorSession, name: dict[str, Any], place: dict[str, int], colours: dict[str, Any]
) -> dict[str, Any]:
    """Ask for all that an editor shows; return the colours."""
    here = {"textDocument": name, "position": place}
    first = max(place["line"] - _VISIBLE_LINES // 2, 0)
    lines = {
        "start": {"line": first, "character": 0},
        "end": {"line": first + _VISIBLE_LINES, "character": 0},
    }
    for method in ("completion", "signatureHelp", "documentHighlight", "prepareCallHierarchy"):
        editor.ask(f"textDocument/{method}", here)
    for method in ("documentSymbol", "foldingRange", "codeLens", "documentLink"):
        editor.ask(f"textDocument/{method}", {"textDocument": name})
    editor.ask("textDocument/selectionRange", {"textDocument": name, "positions": [place]})
    editor.ask("textDocument/inlayHint", {"textDocument": name, "range": lines})
    editor.ask("textDocument/semanticTokens/range", {"textDocument": name, "range": lines})
    asked = {"textDocument": name, "previousResultId": colours["resultId"]}
    return editor.ask("textDocument/semanticTokens/full/delta", asked)


def _wait_for_check(editor: EditorSession, pid: int, version: int) -> float:
    """Wait for the diagnostics of a version; return what the checking process has spent, in ms."""
    before = sum(map(_milliseconds, _children(pid)))
    end = time.monotonic() + _REST_SECONDS
    while time.monotonic() < end:
        for message in editor.told:
            given = message["params"]
            if message["method"].endswith("publishDiagnostics") and given["version"] == version:
                return sum(map(_milliseconds, _children(pid))) - before
        editor.receive()
    raise SystemExit("no diagnostics came")


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


def _milliseconds(pid: int) -> float:
    """Return the processor time of a process, by Linux's scheduler, which counts nanoseconds."""
    total = 0
    for path in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        total += int(path.read_text(encoding="ascii").split()[0])
    return total / 1e6
