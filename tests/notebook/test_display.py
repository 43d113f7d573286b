"""Objects as HTML: what they show, and that hostile names stay text."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.check import check_text, diagnose_module
from ptxpy.compare import compare, compare_in_detail
from ptxpy.examples.saxpy import saxpy
from ptxpy.notebook import html
from ptxpy.notebook.listing import colours
from ptxpy.sim.observe.profile import Counts, Line, Profile
from ptxpy.sim.observe.timeline import Slice, Timeline, Track

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HOSTILE = "</style></pre><script>alert(1)</script><img src=x onerror=alert(1)>\"'&lt;"
PTX = """\
.version 8.0
.target sm_90
.address_size 64

.visible .entry scale(.param .u64 x)
{
	.reg .b64 %rd<2>;
	.reg .b32 %r<3>;
	.shared .b32 tile[32];
	ld.param.u64 %rd1, [x];
	mov.u32 %r1, %tid.x;
	st.global.u32 [%rd1], %r1; // COMMENT
	ret;
}
"""


class _Elements(HTMLParser):
    """The elements of an output with the names of their attributes, and its text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.names: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.names.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(value: Any) -> str:
    """Return the text that a notebook shows."""
    found = value._repr_html_()
    assert isinstance(found, str)
    assert "<script" not in found
    assert "http" not in found
    return _Elements(found).text


def test_modules_and_kernels() -> None:
    """Resources, Python and PTX."""
    for value in (ptxpy.parse(PTX), ptxpy.load(PTX)):
        text = shown(value)
        assert "kernel scale" in text
        assert "128" in text  # bytes of the shared variable
        assert "st.global.u32 [%rd1], %r1;" in text
        assert "ptx.st.global_" in text


def test_kernels_of_the_dsl() -> None:
    """The Python is what was written."""
    text = shown(saxpy)
    assert "def saxpy(x: Any, y: Any, z: Any) -> None:" in text
    assert "fma.rn.f32" in text


def test_a_kernel_that_cannot_be_traced() -> None:
    """What is wrong is said, and the notebook goes on."""

    @ptxpy.kernel
    def broken() -> None:
        ptxpy.ptx.mov.u99(1)  # type: ignore[attr-defined]

    text = shown(broken)
    assert "u99" in text
    assert "def broken" in text


def test_diagnostics_are_at_their_lines() -> None:
    """With a caret below the statement, and the PTX open."""
    module = ptxpy.parse(PTX.replace("ret;", "add.s32 %r1, %r1;"))
    markup = html(module)
    assert markup is not None
    assert '<details open="">' in markup
    assert re.search(r"add\.s32 %r1, %r1;\n *\t\^+ error: .* \[PTX012\]", _Elements(markup).text)
    diagnostic, *_ = diagnose_module(module)
    assert "error: add.s32 takes 3 operands" in shown(diagnostic)
    assert "add.s32 takes 3 operands" in shown(check_text(ptxpy.emit(module)))


def test_differences() -> None:
    """Side by side, from a comparison with all lines, from a diff with hunks."""
    modules = ptxpy.parse(PTX), ptxpy.parse(PTX.replace("%tid.x", "%ntid.x"))
    for value in (compare(*modules), compare_in_detail(*modules)):
        text = shown(value)
        assert "1 function differs; 1 line removed, 1 added" in text
        assert "mov.u32 %r1, %ntid.x;" in text
    assert "1 function equal" in shown(compare(modules[0], modules[0]))


def test_profiles_and_timelines() -> None:
    """Counts as a table, slices as a drawing."""
    kernel = ptxpy.load(PTX)
    x = np.zeros(64, np.uint32)
    text = shown(kernel.profile(x, grid=1, block=64))
    assert "profile of scale" in text
    assert "st.global.u32 [%rd1], %r1;" in text
    timeline = kernel.timeline(x, grid=1, block=64)
    markup = html(timeline)
    assert markup is not None
    assert markup.count("<rect") == len(timeline.slices) > 0
    assert "timeline of scale" in shown(timeline)


def hostile_objects(name: str) -> list[Any]:
    """Return objects in which a name is in every place that takes any text."""
    module = ptxpy.parse(PTX.replace("COMMENT", name))
    other = ptxpy.parse(PTX.replace("%tid.x", "%ntid.x"))
    diff = compare(module, other)
    (function,) = diff.functions
    named = function._replace(a=function.a._replace(signature=name), notes=(name,))
    diagnostic, *_ = diagnose_module(ptxpy.parse(PTX.replace("ret;", "add.s32 %r1, %r1;")))
    track = Track(0, 0, name, 0)
    return [
        module,
        diff._replace(functions=(named,)),
        diagnostic._replace(message=name, help=name),
        Profile(name, [Line(1, 1, name, Counts())]),
        Timeline(
            name, [(0, 0, 0)], [Slice(track, name, name, 0, 3, {})], [], limit=9, reached=False
        ),
    ]


def test_hostile_names_stay_text() -> None:
    """They begin no element and no attribute, and are shown as they are."""
    for plain, hostile in zip(
        hostile_objects("x" * len(HOSTILE)), hostile_objects(HOSTILE), strict=True
    ):
        markup = html(hostile)
        assert markup is not None
        names = [each for each in _Elements(html(plain) or "").names if each[0] != "span"]
        assert [each for each in _Elements(markup).names if each[0] != "span"] == names
        assert HOSTILE in _Elements(markup).text


def test_unknown_objects_have_no_html() -> None:
    """IPython then shows their text."""
    assert html(object()) is None


def test_the_dress_is_that_of_the_page() -> None:
    """Both sets of colours are found, and name the same colours."""
    light, dark = ({each.split(":")[0].strip() for each in c.split(";")} for c in colours())
    assert light == dark
    assert {"--back", "--text", "--accent", "--minus", "--plus"} <= light
    assert colours()[0] != colours()[1]


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize(
    ("body", "back"),
    [
        ('<body data-jp-theme-light="true">', "rgb(255, 255, 255)"),
        ('<body data-jp-theme-light="false">', "rgb(21, 24, 30)"),
        ('<body class="vscode-dark" data-vscode-theme-kind="vscode-dark">', "rgb(21, 24, 30)"),
    ],
)
def test_the_theme_of_the_notebook(tmp_path: Path, body: str, back: str) -> None:
    """JupyterLab and VS Code say whether they are dark."""
    path = tmp_path / "page.html"
    probe = "document.title = getComputedStyle(document.querySelector('.ptxpy')).backgroundColor"
    markup = html(ptxpy.parse(PTX))
    path.write_text(f"<!doctype html><title></title>{body}{markup}<script>{probe}</script>")
    done = subprocess.run(
        [
            str(CHROMIUM),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert f"<title>{back}</title>" in done.stdout
