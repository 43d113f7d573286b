"""The recording in the README is that of the demo as it is now."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from distribution.recording import DEMO, draw_recording, run_demo, screens, texts

ROOT = Path(__file__).parents[2]


def test_the_recording_shows_all_that_was_printed() -> None:
    """In its order, whatever characters there are; it is well-formed."""
    output = f"a <b> & 'c'\n\n  indented  text\nAnother kernel\n{'long ' * 60}\nWhat came back\nx\n"
    svg = draw_recording(output)
    ET.fromstring(svg)  # noqa: S314 - our own
    assert "\n".join(texts(svg)) + "\n" == output
    assert len(texts(svg)) == len(screens(output)) == 3


@pytest.mark.skipif(
    not (ROOT / ".venv" / "ptxpy-installed").is_file(), reason="tools/demo would make .venv first"
)
def test_the_first_screen_is_what_comes_out() -> None:
    """So are the others, but for the seconds that the proof took."""

    def timeless(screen: str) -> str:
        return re.sub(r"\d+\.\d s$", "… s", screen, flags=re.MULTILINE)

    shown = texts(DEMO.read_text(encoding="utf-8"))
    printed = ["\n".join(screen) for screen in screens(run_demo())]
    assert shown[0] == printed[0], "run tools/draw_pictures"
    assert [*map(timeless, shown)] == [*map(timeless, printed)], "run tools/draw_pictures"
