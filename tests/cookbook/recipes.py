"""Runs a recipe as a reader would: each block in order, in a folder of its own.

| Block | What becomes of it |
|---|---|
| `console` | each line behind `$ ` is run; what it prints must be what stands below it |
| `python`, `ptx`, `cuda` whose first line is a comment, a name | is written to that file |
| `python` without | is executed; the blocks of a recipe share their names |
| `text` | what the Python block before it prints |
| `diff` | is applied to the first file, whose lines it must find once, and makes the second |
| `ptx` without a name | must stand in a file of the folder |

A line `…` stands for lines left out. A command that fails says so, `# exit status 1` behind it. In
front of a block, `<!-- not run: REASON -->` leaves it out, and `<!-- needs: MODULE -->` does where
that cannot be imported. Anything else is an error.
"""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.cli import main

if TYPE_CHECKING:
    import pytest

BLOCK = re.compile(
    r"(?:^<!-- ([a-z ]+): ([^\n]+) -->\n)?^```(\S*)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
FILE = re.compile(r"(?:#|//) ([\w.]+\.(?:py|ptx|cu))\n")
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
STATUS = re.compile(r"\s+# exit status (\d+)$")
VARYING = re.compile(r"(?:, )?\b\d+\.\d+ m?s\b|\b0x10[0-9a-f]{7}\b")
"""What differs from run to run: how long something took, and addresses in global memory."""
LONGEST = 24
"""Lines of output that BLESS=1 puts in; of longer ones it shows some."""
WRITTEN = frozenset({"python", "ptx", "cuda"})


class Block(NamedTuple):
    """A block of a recipe."""

    mark: str
    reason: str
    language: str
    text: str


class RecipeError(AssertionError):
    """What a recipe shows is not what happens."""


def blocks(text: str) -> list[Block]:
    """Return the blocks of a recipe."""
    fences = len(re.findall(r"^```", text, re.MULTILINE))
    found = [Block(*parts) for parts in BLOCK.findall(text)]
    if fences != 2 * len(found):
        msg = f"{fences} fences are not {len(found)} blocks"
        raise RecipeError(msg)
    return found


def needed(text: str) -> set[str]:
    """Return the modules that blocks of a recipe need."""
    return {block.reason for block in blocks(text) if block.mark == "needs"}


def matches(shown: str, printed: str) -> bool:
    """Whether what is printed is what is shown, where `…` may stand for lines left out."""
    lines = re.split(r"^…\n", VARYING.sub("", shown), flags=re.MULTILINE)
    parts = [re.escape(part) for part in lines]
    return re.fullmatch("(?:.*\n)*?".join(parts), VARYING.sub("", printed)) is not None


def shortened(printed: str) -> str:
    """Return what is printed, as BLESS=1 shows it."""
    lines = printed.splitlines(keepends=True)
    return "".join([*lines[: LONGEST // 2], "…\n", *lines[-3:]] if len(lines) > LONGEST else lines)


def applied(block: str, folder: Path) -> None:
    """Make the edit that a block shows."""
    heads = re.findall(r"^(?:---|\+\+\+) (\S+)$", block, re.MULTILINE)
    if len(heads) != 2:
        msg = f"a diff names two files, not {heads}"
        raise RecipeError(msg)
    text = (folder / heads[0]).read_text(encoding="utf-8")
    for hunk in re.split(r"^@@.*\n", block, flags=re.MULTILINE)[1:]:
        lines = [line or " " for line in hunk.splitlines()]
        old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        if old == new or any(line[0] not in " -+" for line in lines):
            msg = f"a hunk that changes nothing, or is none:\n{hunk}"
            raise RecipeError(msg)
        if f"\n{text}".count(f"\n{old}") != 1:
            msg = f"{heads[0]} has these lines {text.count(old)} times, not once:\n{old}"
            raise RecipeError(msg)
        text = f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]
    (folder / heads[1]).write_text(text, encoding="utf-8")


@dataclass
class Recipe:
    """A recipe that is run in a folder, which is the current one."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    printed: str | None = None
    """What the last block of Python printed, until a block shows it."""

    def run(self, text: str) -> str:
        """Run all blocks; return the text with what was printed in the place of what is shown."""
        for block in blocks(text):
            if block.mark not in {"", "needs", "not run"}:
                msg = f"unknown mark: {block.mark}"
                raise RecipeError(msg)
            missing = block.mark == "needs" and importlib.util.find_spec(block.reason) is None
            if block.mark == "not run" or missing:
                continue
            found = self.block(block.language, block.text)
            head = f"```{block.language}\n"
            text = text.replace(f"{head}{block.text}```", f"{head}{found}```", 1)
        self.shown()
        return text

    def block(self, language: str, text: str) -> str:
        """Run a block; return it as it should be."""
        if language == "text":
            printed, self.printed = self.printed, None
            if printed is None:
                msg = f"no Python stands before this output:\n{text}"
                raise RecipeError(msg)
            return self.compared(text, printed)
        self.shown()
        name = FILE.match(text) if language in WRITTEN else None
        if name is not None:
            (self.folder / name[1]).write_text(text, encoding="utf-8")
        elif language == "console":
            return self.console(text)
        elif language == "python":
            self.capsys.readouterr()
            exec(compile(text, "recipe", "exec"), self.names)  # noqa: S102 - our own text
            self.printed = "".join(self.capsys.readouterr()) or None
        elif language == "diff":
            applied(text, self.folder)
        elif language == "ptx":
            files = [path.read_text(encoding="utf-8") for path in self.folder.glob("*.ptx")]
            if not any(text in each for each in files):
                msg = f"no PTX file of the folder has\n{text}"
                raise RecipeError(msg)
        else:
            msg = f"a block of {language!r} cannot be run, and does not say why"
            raise RecipeError(msg)
        return text

    def shown(self) -> None:
        """Make sure that what Python printed has been shown."""
        if self.printed is not None:
            msg = f"not shown in a block of text:\n{self.printed}"
            raise RecipeError(msg)

    def console(self, text: str) -> str:
        """Run the commands of a block; return it with what they print."""
        found = ""
        for command, shown in COMMAND.findall(text):
            status = STATUS.search(command)
            expected = int(status[1]) if status else 0
            line = re.sub(r"\\\n\s*", "", STATUS.sub("", command))
            code, printed = self.command(line)
            if code != expected:
                msg = f"{line}: exit status {code}, not {expected}\n{printed}"
                raise RecipeError(msg)
            found += f"$ {command}\n{self.compared(shown, printed)}"
        if len(re.findall(r"^\$ ", text, re.MULTILINE)) != len(COMMAND.findall(text)) or not found:
            msg = f"not commands with their output:\n{text}"
            raise RecipeError(msg)
        return found

    def compared(self, shown: str, printed: str) -> str:
        """Return what is shown where it is what is printed, and else what should be."""
        return shown if matches(shown, printed) else shortened(printed)

    def command(self, line: str) -> tuple[int, str]:
        """Run a command; return its exit status and what it prints, errors behind the rest."""
        words = shlex.split(line)
        plain = not {*shlex.shlex(line, punctuation_chars=True)} & {"|", ">", ">>", "<", "&&", ";"}
        self.capsys.readouterr()
        if plain and words[0] == "ptxpy":
            code = main(words[1:])
        elif plain and words[0] == "python" and words[1].endswith(".py"):
            sys.argv[:] = words[1:]
            runpy.run_path(words[1], run_name="__main__")
            code = 0
        else:
            return self.process(line)
        return code, "".join(self.capsys.readouterr())

    def process(self, line: str) -> tuple[int, str]:
        """Run a command of the shell."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(  # noqa: S602 - our own commands
            line,
            shell=True,
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return done.returncode, done.stdout + done.stderr
