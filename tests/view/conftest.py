"""Chromium, and a page that it has opened."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ptxpy.view.page import page
from tests.view.shown_page import data_of


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page."""
    made = tmp_path_factory.mktemp("page") / "page.html"
    data = data_of()
    made.write_text(page(data["name"], data))
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start a browser."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Chromium")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def shown(browser: Any, path: Path) -> Iterator[Any]:
    """Open the page at the smaller of the usual sizes; any error of its script fails."""
    errors: list[str] = []
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text))
    opened.goto(path.as_uri())
    yield opened
    opened.close()
    assert errors == []
