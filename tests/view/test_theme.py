"""The colours of the pages: text on each background has the contrast of WCAG 2.2, AA."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ASSETS = Path(__file__).parents[2] / "ptxpy" / "view" / "assets"
LEAST = 4.5
TEXTS = (
    *("text", "faint", "accent", "comment", "string", "keyword", "number", "label"),
    *("function", "variable", "error", "warning"),
)
BACKGROUNDS = ("back", "panel", "chosen", "partner", "minus", "plus", "moved")


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["", '[data-theme="dark"]', ':not([data-theme="light"])'])
def test_text_can_be_read(theme: str) -> None:
    """In the light theme, the dark one, and the dark one of the system."""
    colours: dict[str, str] = {}
    for name, suffix in (("theme.css", ""), ("diff.css", " .diff")):
        selector = f":root{theme}{suffix}" if theme or not suffix else ".diff"
        found = re.search(
            rf"^ *{re.escape(selector)} {{([^}}]*)}}", (ASSETS / name).read_text(), re.MULTILINE
        )
        assert found is not None
        colours.update(re.findall(r"--([\w-]+): (#\w{6});", found[1]))
    low = {}
    for text in TEXTS:
        for back in BACKGROUNDS:
            dark, light = sorted(luminance(colours[each]) for each in (text, back))
            if (light + 0.05) / (dark + 0.05) < LEAST:
                low[text, back] = (light + 0.05) / (dark + 0.05)
    assert low == {}
