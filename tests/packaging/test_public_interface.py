"""The public names, parameters and options are those that the last release promised."""

from __future__ import annotations

import doctest
import shutil
import subprocess
from pathlib import Path

import pytest
from distribution import man_page, public_interface
from distribution.public_interface import breaks, interface, recorded

from ptxpy.cli.command_line import COMMANDS


def test_nothing_that_was_promised_is_gone() -> None:
    """What must go nevertheless is recorded anew by `tools/record_interface`."""
    now = [*interface()]
    assert len(now) > 1000
    assert not breaks(recorded(), now)


def test_breaks_are_found() -> None:
    """A name, a parameter and an option that are gone, and one that is newly required."""
    promised = recorded()
    for lost in ("ptxpy.parse", "ptxpy.emit(0 module) (required)", "$ ptxpy import(--flat)"):
        assert breaks(promised, [line for line in promised if line != lost]) == [lost]
    assert breaks(promised, [*promised, "ptxpy.parse(more=)", "ptxpy.new(a=) (required)"]) == []
    needed = "ptxpy.parse(more=) (required)"
    assert breaks(promised, [*promised, needed]) == [needed]
    assert doctest.testmod(public_interface).failed == 0


def test_the_manual_page_is_that_of_the_commands(tmp_path: Path) -> None:
    """All of them are in it, and it is not stale."""
    text = man_page.PAGE.read_text(encoding="utf-8")
    assert all(f'.SH "PTXPY {command.name.upper()}"' in text for command in COMMANDS)
    assert man_page.main(["--check"]) == 0
    stale = tmp_path / "ptxpy.1"
    assert man_page.main(["--check"], stale) == 1
    assert man_page.main([], stale) == 0
    assert man_page.main(["--check"], stale) == 0


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff")
def test_groff_formats_the_manual_page() -> None:
    """Without a warning, and nothing of the text is taken for a request."""
    words = ["groff", "-man", "-Tutf8", "-ww", "-P-c", str(man_page.PAGE)]
    ended = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ended.stderr == ""
    assert "several, OUT is the directory" in ended.stdout
