"""How the page looks in windows of several sizes, and the order of focus, in Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.view.shown_page import line_of

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")


@pytest.mark.parametrize("wide", [420, 900, 1280, 1440])
@pytest.mark.parametrize("tab", ["code", "flow", "overview"])
def test_nothing_is_off_the_window(browser: Any, path: Path, wide: int, tab: str) -> None:
    """All buttons of the header are to be reached, and nothing scrolls sideways."""
    opened = browser.new_page(viewport={"width": wide, "height": 800})
    opened.goto(f"{path.as_uri()}#tab={tab}")
    assert opened.evaluate("document.documentElement.scrollWidth") <= wide
    assert opened.evaluate("document.body.scrollWidth") <= wide
    for name in ("theme", "help", "go"):
        box = opened.locator(f"#{name}").bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= wide
    if tab == "code":
        assert opened.evaluate(
            "[...document.querySelectorAll('#toolbar :is(label, select)')].every("
            f"e => e.getBoundingClientRect().right <= {wide})"
        )
        least = """Math.min(...[...document.querySelectorAll('.column:not([hidden])')]
            .map((each) => each.getBoundingClientRect().width))"""
        assert opened.evaluate(least) >= 250
        head = """[...document.querySelectorAll('.column:not([hidden]) .column-head')]
            .filter((each) => each.scrollWidth > each.clientWidth).length"""
        assert opened.evaluate(head) == 0
    opened.close()


def test_tabs_stay_where_they_are(shown: Any) -> None:
    """Neither they nor what is below moves when one is chosen."""
    places = """[...document.querySelectorAll('[role=tab], main')]
        .map((each) => [each.getBoundingClientRect().left, each.getBoundingClientRect().top])"""
    before = shown.evaluate(places)
    for key in "ogtmdc":
        shown.keyboard.press(key)
        assert shown.evaluate(places) == before
        assert shown.is_visible("#facts")


def test_what_is_shown_is_checked(shown: Any) -> None:
    """A checked box means that something is shown, of columns and of lines alike."""
    for name in ("toggle-ptx", "toggle-python", "filter-loc", "filter-comments"):
        was = shown.is_checked(f"#{name}")
        shows = {
            "toggle-ptx": "#column-ptx:not([hidden])",
            "toggle-python": "#column-python:not([hidden])",
            "filter-loc": "#column-ptx .cm-line:has-text('.loc 1 3 5')",
            "filter-comments": "#column-source .cm-line:has-text('three times')",
        }[name]
        for state in (was, not was, was):
            shown.set_checked(f"#{name}", state)
            assert (shown.locator(shows).count() > 0) == state, name
    # The keys still go to the panels.
    shown.keyboard.press("g")
    assert shown.is_visible("#panel-flow")


def test_the_code_is_near_in_the_order_of_focus(shown: Any) -> None:
    """The first stop leads to it; a list is one stop, whose arrows go on."""
    shown.keyboard.press("Tab")
    assert shown.evaluate("document.activeElement.id") == "skip"
    shown.keyboard.press("Enter")
    assert shown.evaluate("document.activeElement.getAttribute('aria-label')") == "scale.cu code"
    shown.evaluate("document.activeElement.blur()")
    shown.focus("#skip")
    stops = 0
    while not shown.evaluate("document.activeElement.matches('.cm-content')"):
        shown.keyboard.press("Tab")
        stops += 1
        assert stops < 20
    shown.focus(".jump >> nth=0")
    shown.keyboard.press("ArrowDown")
    assert shown.evaluate("document.activeElement === document.querySelectorAll('.jump')[1]")


def test_the_details_are_whole(browser: Any, path: Path) -> None:
    """At the usual size nothing of a line that ran is cut."""
    opened = browser.new_page(viewport={"width": 1440, "height": 900})
    opened.goto(f"{path.as_uri()}#L{line_of('fma.rn')}")
    cut = """[...document.querySelectorAll('#details, #details > div, #details section')]
        .filter((each) => each.scrollHeight > each.clientHeight + 1
            || each.scrollWidth > each.clientWidth + 1).length"""
    assert opened.evaluate(cut) == 0
    opened.close()


def test_saved_machine_code_has_addresses(shown: Any) -> None:
    """As nvdisasm writes them, and the control codes behind."""
    with shown.expect_download() as saved:
        shown.click("#column-sass button:text-is('Save')")
    text = Path(saved.value.path()).read_text()
    assert "/*0010*/     FFMA R2, R1, UR5, R1     // B------:R-:W-:-:S04" in text
    assert "/*0020*/" in text
