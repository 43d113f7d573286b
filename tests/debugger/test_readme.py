"""The walk through the README is what the command does."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import ptxpy
from tests.debugger.conftest import KERNELS

README = Path(ptxpy.__file__).parent / "debugger" / "README.md"


def test_walk() -> None:
    """Command by command, in a process of its own, as from a terminal without echo."""
    text = README.read_text(encoding="utf-8")
    walk = re.search(r"<!-- A walk .*?-->\n```\n\$ ptxpy (.*?)\n(.*?)```\n", text, re.DOTALL)
    assert walk is not None
    commands = re.findall(r"^\(ptxpy\) (.*)$", walk[2], re.MULTILINE)
    assert len(commands) > 8
    found = subprocess.run(
        [sys.executable, "-m", "ptxpy", *shlex.split(walk[1])],
        cwd=KERNELS, input="".join(f"{each}\n" for each in commands), text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    # A terminal shows the commands behind the prompts.
    shown = io.StringIO()
    rest = found.stdout
    for command in commands:
        before, prompt, rest = rest.partition("(ptxpy) ")
        shown.write(f"{before}{prompt}{command}\n")
    assert f"{shown.getvalue()}{rest}" == walk[2]
    assert not found.stderr
