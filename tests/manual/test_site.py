"""The whole site: its examples have been run, and a browser searches it without a server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

PROBE = """<script>
window.addEventListener("load", () => {
  const field = document.querySelector("input[name=q]");
  field.value = "WORDS";
  field.form.submit();
});
</script></body>"""

SITE = os.environ.get("PTXPY_SITE", "")
"""The site, as `tools/build_manual --test` has built it: building one takes minutes."""

pytestmark = pytest.mark.skipif(not SITE, reason="tools/build_manual --test runs these")


@pytest.fixture(scope="module")
def site() -> Path:
    """Return the folder of the manual."""
    return Path(SITE)


def browse(page: Path, profile: Path) -> tuple[str, str]:
    """Open a page in Chromium; return what it shows in the end, and what it logs."""
    done = subprocess.run(
        [
            str(CHROMIUM),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            f"--user-data-dir={profile}",
            "--virtual-time-budget=10000",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout, done.stderr


def test_examples_have_what_they_print(site: Path) -> None:
    """They were run."""
    page = (site / "examples" / "vector_add.html").read_text(encoding="utf-8")
    assert "largest error 0" in re.sub(r"<[^>]*>", "", page)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("mbarrier.try_wait", "instructions/opcode-mbarrier.html#isa-mbarrier-"),
        ("to_python", "api/ptxpy.html"),
        ("PTX014", "diagnostics.html#index-"),
        ("bank conflicts", "cookbook/ptxpy-examples-cookbook-10_find_bank_conflicts.html"),
    ],
)
def test_the_search_finds_pages(site: Path, tmp_path: Path, words: str, target: str) -> None:
    """First in the list, typed into the field of the first page, from local files."""
    text = (site / "index.html").read_text(encoding="utf-8")
    probe = site / "probe.html"
    probe.write_text(text.replace("</body>", PROBE.replace("WORDS", words)), encoding="utf-8")
    try:
        shown, logged = browse(probe, tmp_path / "profile")
    finally:
        probe.unlink()
    # Sphinx takes the points in the names of the API for classes and shows that page's beginning.
    lines = [line for line in logged.splitlines() if "Anchored content block not found" not in line]
    assert "CONSOLE" not in "\n".join(lines)
    results = shown.split('id="search-results"')[1]
    first = re.search(r'<a href="([^"?#]*)[^"#]*(#[^"]*)?"', results)
    assert first is not None
    assert "".join(each or "" for each in first.groups()).startswith(target)
    # An excerpt below a result has one of the words.
    excerpts = re.findall(r'<p class="context">(.*?)</p>', results, re.DOTALL)
    plain = [re.sub(r"<[^>]*>", "", each).lower() for each in excerpts]
    assert any(word.lower() in text for text in plain for word in re.split(r"[ ._]", words))


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_code_can_be_copied(site: Path, tmp_path: Path) -> None:
    """Each block has a button."""
    shown, _ = browse(site / "instructions" / "opcode-mad.html", tmp_path / "profile")
    assert shown.count("copybtn") >= shown.count('<div class="highlight">') > 0


def test_ptx_is_coloured(site: Path) -> None:
    """By the lexer of ptxpy: an opcode, a modifier and a type differ."""
    page = (site / "instructions" / "opcode-mad.html").read_text(encoding="utf-8")
    assert (
        '<span class="k">mad</span><span class="na">.lo</span><span class="kt">.s32</span>' in page
    )


def test_the_first_page(site: Path) -> None:
    """It has the picture, both texts of a kernel, and three ways in."""
    page = (site / "index.html").read_text(encoding="utf-8")
    assert '<svg class="picture"' in page
    assert page.count('class="way docutils container"') == 3
    assert "_Z5saxpyifPKfPf" in page
    assert "loop" in page


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize(
    "name", ["index", "guides/start", "instructions/opcode-wgmma", "api/ptxpy.ir"]
)
def test_pages_have_no_errors(site: Path, tmp_path: Path, name: str) -> None:
    """Their scripts run, and the main part is there."""
    shown, logged = browse(site / f"{name}.html", tmp_path / "profile")
    assert "CONSOLE" not in logged
    assert 'role="main"' in shown
