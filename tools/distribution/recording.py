"""The pictures of the README: a recording of `tools/demo`, and a page of `ptxpy view`."""

from __future__ import annotations

import argparse
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from distribution.running import ROOT

__all__ = ["DEMO", "draw_recording", "main", "screens", "texts"]

DEMO: Final = ROOT / "tools" / "pictures" / "demo.svg"
VIEW: Final = ROOT / "tools" / "pictures" / "view.png"

_KERNEL: Final = "corpus/nvcc/hopper.sm_90a.ptx"
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
_PAGE_SIZE: Final = "1400,820"

_COLUMNS: Final = 104
_SCREEN_SECONDS: Final = 7
_LINE_HEIGHT: Final = 17
_CHARACTER_WIDTH: Final = 7.83
_MARGIN: Final = 14

_HEADINGS: Final = ("Another kernel", "What came back")
"""The beginnings of the lines with which the second and the third screen begin."""

_COLOURS: Final = (("$ ", "command"), ("-  ", "less"), ("+  ", "more"), ("identical", "more"))
"""The class of a line by its beginning."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the pictures; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="draw_pictures",
        description="Record tools/demo as an SVG, and take a picture of a page of ptxpy view with "
        "Chromium.",
    )
    parser.parse_args(arguments)
    DEMO.parent.mkdir(exist_ok=True)
    DEMO.write_text(draw_recording(run_demo()), encoding="utf-8")
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        print(f"no picture of the page: there is none of {', '.join(_BROWSERS)}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        words = [sys.executable, "-m", "ptxpy", "view", _KERNEL, "-o", str(page)]
        subprocess.run(words, cwd=ROOT, check=True)
        options = [
            "--headless",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--window-size={_PAGE_SIZE}",
        ]
        options += ["--virtual-time-budget=8000", f"--screenshot={VIEW}"]
        # Chromium's sandbox is not for root, as in a container; the page is our own.
        options += ["--no-sandbox"] if os.geteuid() == 0 else []
        subprocess.run([browser, *options, page.as_uri()], check=True, capture_output=True)
    return 0


def run_demo() -> str:
    """Return what the demo prints."""
    command = [str(ROOT / "tools" / "demo")]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def screens(output: str) -> list[list[str]]:
    """Return the lines of the demo, screen by screen; none is left out."""
    found: list[list[str]] = [[]]
    for line in output.rstrip("\n").split("\n"):
        if line.startswith(_HEADINGS):
            found.append([])
        found[-1].append(line)
    return found


def draw_recording(output: str) -> str:
    """Return an SVG that shows one screen of the demo after the other, again and again.

    Where nothing moves, it is the first screen.
    """
    shown = screens(output)
    rows = max(sum(len(_wrapped(line)) for line in screen) for screen in shown)
    width = round(_COLUMNS * _CHARACTER_WIDTH) + 2 * _MARGIN
    height = rows * _LINE_HEIGHT + 2 * _MARGIN
    share = 100 / len(shown)
    period = _SCREEN_SECONDS * len(shown)
    svg = f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"
  viewBox="0 0 {width} {height}">
<title>tools/demo in a terminal</title>
<style>
text {{ font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #d8dee9; }}
.command {{ font-weight: bold; fill: #ffffff; }}
.less {{ fill: #ff8f8f; }} .more {{ fill: #8fdf8f; }}
.screen + .screen {{ visibility: hidden; }}
@keyframes show {{
  0% {{ visibility: visible; }} {share:.2f}%, 100% {{ visibility: hidden; }}
}}
@media (prefers-reduced-motion: no-preference) {{
  .screen {{ animation: show {period}s step-end infinite; }}
}}
</style>
<rect width="{width}" height="{height}" rx="8" fill="#20242c"/>
"""
    parts = [svg.rstrip("\n")]
    for number, screen in enumerate(shown):
        parts.append(f'<g class="screen" style="animation-delay: {number * _SCREEN_SECONDS}s">')
        row = 0
        for line in screen:
            kind = next((name for start, name in _COLOURS if line.startswith(start)), "")
            # A line that is too long goes on in the next, as in a terminal.
            for number_of_part, part in enumerate(_wrapped(line)):
                row += 1
                place = f'x="{_MARGIN}" y="{_MARGIN + row * _LINE_HEIGHT - 4}"'
                named = f' class="{kind}"' if kind else ""
                continued = ' data-continued=""' if number_of_part else ""
                text = html.escape(part, quote=False)
                parts.append(f'<text {place}{named}{continued} xml:space="preserve">{text}</text>')
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def texts(svg: str) -> list[str]:
    """Return the text of each screen of a recording."""
    found = []
    for group in re.findall(r'<g class="screen".*?</g>', svg, re.DOTALL):
        lines: list[str] = []
        for attributes, text in re.findall(r"<text ([^>]*)>(.*?)</text>", group):
            if "data-continued" in attributes:
                lines[-1] += html.unescape(text)
            else:
                lines.append(html.unescape(text))
        found.append("\n".join(lines))
    return found


def _wrapped(line: str) -> list[str]:
    return [line[at : at + _COLUMNS] for at in range(0, len(line), _COLUMNS)] or [""]
