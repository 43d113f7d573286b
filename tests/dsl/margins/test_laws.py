"""Laws of the margin, on programs that are made up: stripping, editing, formatting."""

from __future__ import annotations

import difflib
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ptxpy
from ptxpy.compare import compare
from ptxpy.dialect.margin_notation import format_names
from ptxpy.dsl.margins.logical_lines import strip_margins

HEAD = """from ptxpy import b32, f32, kernel, module, ptx, reg, u32, u64

module("{style}", version="8.0", target="sm_90a")


def pair(x, y):
    low = x + y
    high = low ^ 7
    return high, low


@kernel
def k(n: u32, x: u64):
    p, r, f = reg.bulk(p=500, r=2000, f=200)
"""
OPERATORS = ("+", "-", "*", "&", "|", "^")


class Writer:
    """Writes a kernel at random, whose statements all name the registers of their values."""

    def __init__(self, choice: random.Random) -> None:
        """Take the source of choices."""
        self.choice = choice
        self.values = ["r[1]", "r[2]", "r[3]"]
        self.lines: list[str] = []
        self.next = {"r": 10, "p": 1, "f": 1}
        self.depth = 1

    def name(self, kind: str = "r") -> str:
        """Return a register that is not used yet."""
        number = self.next[kind]
        self.next[kind] += 1
        return f"%{kind}{number}"

    def expression(self, depth: int) -> tuple[str, int]:
        """Return an expression, and how many values it makes."""
        if depth == 0:
            return self.choice.choice(self.values), 0
        left, before = self.expression(depth - 1)
        if self.choice.random() < 0.2:
            return f"ptx.max.s32({left}, u32({self.choice.randrange(99)}))", before + 2
        right, after = (
            self.expression(self.choice.randrange(depth))
            if self.choice.random() < 0.5
            else (str(self.choice.randrange(1, 99)), 0)
        )
        return f"({left} {self.choice.choice(OPERATORS)} {right})", before + after + 1

    def write(self, text: str, names: list[str | None]) -> None:
        """Write a statement with its margin."""
        margin = f"  #: {format_names(names)}" if names else ""
        self.lines.append("    " * self.depth + text + margin)

    def statement(self) -> None:
        """Write a statement of some kind."""
        kind = self.choice.randrange(9)
        text, count = self.expression(self.choice.randrange(1, 4))
        names: list[str | None] = [self.name() for _ in range(count)]
        at = len(self.lines)
        if kind <= 2:
            self.write(f"v{at}_ = {text}", names)
            self.values.append(f"v{at}_")
        elif kind == 3:
            last = names.pop()
            self.write(f"{str(last)[1:]} = {text}", names)
            self.values.append(str(last)[1:])
        elif kind == 4:
            names.pop()
            self.write(f"r[{1500 + at}] = {text}", names)
        elif kind == 5:
            self.write(f"v{at}_, w{at}_ = pair({text}, 3)", [*names, self.name(), self.name()])
            self.values += [f"v{at}_", f"w{at}_"]
        elif kind == 6:
            self.write(f"v{at}_ = reg.from_({text}, b32)", names)
            self.write(f"v{at}_ += r[2]", [])
            self.values.append(f"v{at}_")
        elif kind == 7:
            self.write(f"with ptx.if_({text} < r[1]):", [*names, self.name("p")])
            self.depth += 1
            inner, made = self.expression(2)
            self.write(f"r[1] = {inner}", [self.name() for _ in range(made - 1)])
            self.depth -= 1
        else:
            self.write(f"for i{at}_ in range(3):", [])
            self.depth += 1
            inner, made = self.expression(2)
            loop = [self.name() for _ in range(3 * made)]
            self.write(f"v{at}_ = {inner}", list(loop))
            self.depth -= 1
            self.values.append(f"v{at}_")


def program(seed: int, size: int, style: str) -> str:
    """Return a program that is made up."""
    writer = Writer(random.Random(seed))  # noqa: S311 - for tests
    for _ in range(size):
        writer.statement()
    writer.write(f"ptx.st.global_.b32([r[1]], {writer.values[-1]})", [])
    writer.write("ptx.ret()", [])
    return HEAD.format(style=style) + "\n".join(writer.lines) + "\n"


def lines_of(text: str) -> list[str]:
    """Return the lines of PTX of a program, without those that declare fresh registers."""
    written = ptxpy.emit(ptxpy.from_python(text))
    return [line for line in written.splitlines() if "%new_" not in line or ".reg" not in line]


SEEDS = st.integers(0, 1 << 32)
STYLES = st.sampled_from(["nvcc-13.0", "llvm", "llvm-quiet", "plain"])


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.integers(1, 25), STYLES)
def test_stripping_changes_names_only(seed: int, size: int, style: str) -> None:
    """Without margins the modules are equal, and only then are there fresh registers."""
    text = program(seed, size, style)
    named = ptxpy.from_python(text)
    assert "%new_" not in ptxpy.emit(named)
    bare = strip_margins(text)
    assert "#:" not in bare
    assert compare(named, ptxpy.from_python(bare)).equal


def positioned(text: str, seed: int) -> str:
    """Return a program with positions in the margins of some statements of its kernel."""
    choice = random.Random(seed)  # noqa: S311 - for tests
    lines = text.splitlines()
    for at in range(HEAD.count("\n"), len(lines)):
        if choice.random() < 0.4 and lines[at].strip():
            line, mark = choice.randrange(99), choice.choice(("", "!", "!7"))
            where = choice.choice(("", "<3:4", "/2<5:3:4", ">6:7/1"))
            lines[at] += "  #:" if "#:" not in lines[at] else ""
            lines[at] += f" {mark}@{line}:{at}{where}"
    return "\n".join(lines) + "\n"


def statements_of(text: str) -> list[str]:
    """Return the lines of PTX of a program, without those that a style has where it likes."""
    lines = ptxpy.emit(ptxpy.from_python(text)).split("\n")
    return [line for line in lines if line.strip() and not line.strip().startswith("//")]


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.integers(1, 25), STYLES)
def test_positions_change_nothing_else(seed: int, size: int, style: str) -> None:
    """A program with positions emits them, and besides these what it emits without them."""
    text = program(seed, size, style)
    emitted = statements_of(positioned(text, seed))
    others = [line for line in emitted if not line.strip().startswith((".loc", "$L__tmp"))]
    assert others == statements_of(text)


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.integers(2, 25), STYLES)
def test_a_position_is_that_of_its_statement(seed: int, size: int, style: str) -> None:
    """Without the position of one statement, its `.loc` is missing and nothing else."""
    lines = positioned(program(seed, size, style), seed).splitlines()
    places = [at for at, line in enumerate(lines) if ":" in line and "@" in line.partition("#:")[2]]
    if not places:
        return
    at = random.Random(seed).choice(places)  # noqa: S311 - for tests
    before = statements_of("\n".join(lines) + "\n")
    lines[at] = re.sub(r"(?:  #:)? [@!]\S*$", "", lines[at])
    after = statements_of("\n".join(lines) + "\n")
    # Labels have other numbers, and the column of a position is the line of its statement.
    before, after = ([row for row in rows if "$L__tmp" not in row] for rows in (before, after))
    changed = [row for row in difflib.ndiff(before, after) if row[0] in "+-"]
    assert changed
    assert all(row.startswith("- ") and ".loc" in row for row in changed)
    assert any(f" {at}" in row for row in changed)


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.integers(2, 20), STYLES)
def test_an_insertion_touches_its_own_lines(seed: int, size: int, style: str) -> None:
    """What is inserted takes no register of another value."""
    text = program(seed, size, style)
    lines = text.splitlines()
    first = len(HEAD.splitlines())
    places = [
        at
        for at in range(first, len(lines))
        if lines[at].startswith("    ") and not lines[at].startswith("     ")
    ]
    at = random.Random(seed).choice(places)  # noqa: S311 - for tests
    lines.insert(at, "    own = (r[3] + 5) * 9")
    before, after = lines_of(text), lines_of("\n".join(lines) + "\n")
    added = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert [line[0] for line in added] == ["+", "+"]


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.integers(2, 20), STYLES)
def test_a_deeper_statement_touches_its_own_lines(seed: int, size: int, style: str) -> None:
    """The last name is the last value's: what others use keeps its register."""
    text = program(seed, size, style)
    lines = text.splitlines()
    pattern = re.compile(r"    (v\d+_|r\d+) = (\(.*\))(  #: .*)?$")
    places = [at for at, line in enumerate(lines) if pattern.fullmatch(line)]
    if not places:
        return
    at = random.Random(seed).choice(places)  # noqa: S311 - for tests
    lines[at] = pattern.sub(r"    \1 = (\2 ^ 77) + 78\3", lines[at])
    before, after = lines_of(text), lines_of("\n".join(lines) + "\n")
    marks = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert sum(line[0] == "+" for line in marks) == sum(line[0] == "-" for line in marks) + 2
    assert sum(line[0] == "-" for line in marks) <= 1


FORMATTED = Path(__file__).with_name("unformatted.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "formatter", [["black", "-q", "-l"], ["ruff", "format", "-q", "--isolated", "--line-length"]]
)
@pytest.mark.parametrize("width", ["60", "88", "100"])
def test_formatters_leave_margins(formatter: list[str], width: str, tmp_path: Path) -> None:
    """The statements may be wrapped: the margin stands behind their last lines."""
    tool = shutil.which(formatter[0], path=str(Path(sys.executable).parent))
    if tool is None:
        pytest.skip(f"{formatter[0]} is not installed")
    file = tmp_path / "program.py"
    file.write_text(FORMATTED, encoding="utf-8")
    subprocess.run([tool, *formatter[1:], width, str(file)], check=True)
    formatted = file.read_text(encoding="utf-8")
    assert formatted != FORMATTED
    assert formatted.count("#:") == FORMATTED.count("#:")
    assert ptxpy.emit(ptxpy.from_python(formatted)) == ptxpy.emit(ptxpy.from_python(FORMATTED))


def test_stripping_leaves_strings_and_comments() -> None:
    """Only comments behind code that begin with the mark are margins."""
    text = 'x = "#: r1"  #: r2\n#: r3\ny = f("""\n#: r4\n""")  # note #: r5\nz = 1  #: r6 \r\n'
    assert strip_margins(text) == (
        'x = "#: r1"\n#: r3\ny = f("""\n#: r4\n""")  # note #: r5\nz = 1\r\n'
    )
    assert strip_margins("x = 1\n") == "x = 1\n"
    assert strip_margins("x = 1  #: r1 !2@3:4  \n") == "x = 1  #: !2@3:4\n"
    assert strip_margins("x = 1  #: r1 !2@3:4\n", positions=True) == "x = 1\n"
    table = "def k():\n    x = 1  #: &x\n    #: &x: r1 @3:4\n\n\ndef k2():\n    x = 1  #: &x\n"
    bare = "def k():\n    x = 1  #: @3:4\n\n\ndef k2():\n    x = 1\n"
    assert strip_margins(table) == bare
