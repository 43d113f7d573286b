"""`json.md` documents each field that a command writes as JSON, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy._schema import SCHEMA
from tests.cli.conftest import SAXPY, Run

DOCUMENT = Path(ptxpy.__file__).parent / "cli" / "json.md"
ROOT = Path(__file__).parents[2]

KERNEL = """\
.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.func (.param .b32 r) twice(.param .b32 x) { ret; }
.visible .entry k(.param .u64 p) .maxntid 32
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    .shared .align 8 .b8 s[64];
    .local .align 4 .b8 l[64];
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
loop:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, 4;
    @%p1 bra loop;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r2;
    st.shared.u32 [s], %r2;
    mbarrier.init.shared.b64 [s+8], 1;
    call (_), twice, (%r2);
    ret;
}
"""
BRANCHES = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{{
    .reg .pred %p<2>;
    .reg .b32 %r<{count}>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra second;
    bra first;
{blocks}end:
    st.global.u32 [%rd1], %r2;
    ret;
}}
"""
BLOCKS = (
    "first:\n    add.u32 %r2, %r1, 7;\n    xor.b32 %r2, %r2, 5;\n    bra end;\n",
    "second:\n    mul.lo.u32 %r2, %r1, 9;\n    or.b32 %r2, %r2, 3;\n    bra end;\n",
)
FAULTS = (
    ".version 8.0\n.target sm_80\n.entry k() {\n" + "    add.u33 %r1, %r2, %r3;\n" * 1010 + "}\n"
)
INLINE = 'void f(int a) { asm("add.s33 %0, %1;" : "=r"(a) : "r"(a)); asm(NAME : : ); '
INLINE += 'asm("{ .reg .f32 f; add.s32 %0, f, %1; }" : "=r"(a) : "r"(a)); }\n'


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, as the current one, with the files that commands are given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.ptx").write_text(KERNEL)
    (tmp_path / "other.ptx").write_text(
        KERNEL.replace("%r2, 4;", "%r2, 5;")
        .replace("twice", "thrice")
        .replace(".align 16", "")
        .replace("mul.wide.u32 %rd2, %r1, 4;", "mul.wide.u32 %rd2, %r3, 4;")
        + ".func more() { ret; }\n"
    )
    first, second = BLOCKS
    (tmp_path / "blocks.ptx").write_text(BRANCHES.format(blocks=first + second, count=9))
    (tmp_path / "moved.ptx").write_text(BRANCHES.format(blocks=second + first, count=8))
    (tmp_path / "faults.ptx").write_text(FAULTS)
    (tmp_path / "inline.cu").write_text(INLINE)
    (tmp_path / "saxpy.ptx").write_bytes(SAXPY.read_bytes())
    (tmp_path / "baseline.json").write_text('{"kernels": []}')
    return tmp_path


RUN = ["--grid", "1", "--block", "2", "--arg", "uint32[2]"]
COMMANDS = {
    "check": [
        ["check", "faults.ptx", "inline.cu", "--json"],
        ["check", "saxpy.ptx", "--max-registers", "1", "--baseline", "baseline.json", "--json"],
    ],
    "show": [["show", "k.ptx", "--json"]],
    "diff": [
        ["diff", "k.ptx", "other.ptx", "--json"],
        ["diff", "blocks.ptx", "moved.ptx", "--json"],
        ["diff", "other.ptx", "k.ptx", "--json"],
    ],
    "roundtrip": [["roundtrip", "k.ptx", "--json"]],
    "isa": [
        ["isa", "mbarrier.try_wait", "--json"],
        ["isa", "shfl", "--json"],
        ["isa", "atom", "--json"],
    ],
    "isa of a special register": [["isa", "%tid", "--json"]],
    "isa of a directive": [["isa", ".maxntid", "--json"]],
    "run --profile": [["run", "k.ptx", *RUN, "--profile", "--json"]],
    "run --trace": [["run", "k.ptx", *RUN, "--trace", "0", "--json"]],
}
FREE = {
    "functions[].registers": "type",
    "functions[].features": "feature",
    "functions[].calls": "function",
    "instructions[].forms[].modifiers": "class",
    "style_options": "option",
    "style_options.{option}": "place",
}
"""Objects whose keys are data, and what a key is."""


def paths(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path of each field, `functions[].name`, with its type."""
    if isinstance(value, dict) and "alignment" in value:
        assert {*value} == {*documented()[STORAGE]}
        yield at, "storage"
    elif isinstance(value, dict) and at in FREE:
        for key in value:
            yield from paths(value[key], f"{at}.{{{FREE[at]}}}")
    elif isinstance(value, dict):
        for key in value:
            yield from paths(value[key], f"{at}.{key}".removeprefix("."))
    elif isinstance(value, list):
        for each in value:
            yield from paths(each, f"{at}[]")
    else:
        yield at, {bool: "boolean", int: "number", float: "number", str: "string"}.get(
            type(value), "null"
        )


STORAGE = "a storage"
"""The title of the table of an object that occurs in several places."""


def documented() -> dict[str, dict[str, str]]:
    """Return the fields of each section of the document, with their types."""
    found: dict[str, dict[str, str]] = {}
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if title := re.fullmatch(r"## `ptxpy (.*)`(.*)", line):
            fields = found.setdefault(title[1] + title[2], {})
        elif line.startswith("| Field of a storage"):
            fields = found.setdefault(STORAGE, {})
        elif row := re.fullmatch(r"\| `([^`]+)` \| ([^|]+) \| [^|]+ \|", line):
            fields[row[1]] = row[2]
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_fields(run: Run, files: Path, command: str) -> None:
    """Each is in the table of its command with its type, and each of the table occurs."""
    del files
    seen: dict[str, set[str]] = {}
    for arguments in COMMANDS[command]:
        report = json.loads(run(*arguments).out)
        assert report["schema"] == SCHEMA
        for path, kind in paths(report):
            seen.setdefault(path, set()).add(kind)
    known = documented()[command]
    for path, kinds in sorted(seen.items()):
        assert path in known, f"{path}: {kinds} is not documented"
        assert kinds <= {*known[path].split(" or ")}, path
    assert {*known} == {*seen}


def test_every_command_with_json_is_documented() -> None:
    """Those that have an option --json."""
    said = {title.partition(" ")[0] for title in documented() if title != STORAGE}
    folder = Path(ptxpy.__file__).parent / "cli"
    having = {
        path.stem.removesuffix("_command").replace("observation", "run")
        for path in folder.glob("*.py")
        if '"--json"' in path.read_text(encoding="utf-8")
    }
    assert said == having
    assert f"`schema` is {SCHEMA}" in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "status", "error"),
    [
        (["show", "bad.ptx"], 1, ("bad.ptx", 1, 1, "this is not PTX")),
        (["diff", "k.ptx", "bad.ptx"], 2, ("bad.ptx", 1, 1, "this is not PTX")),
        (["diff", "k.ptx", "none.ptx"], 2, ("", 0, 0, "none.ptx: no such file")),
        (["show", "none.ptx"], 2, ("", 0, 0, "none.ptx: no such file")),
        (["show", "bad.py"], 1, ("bad.py", 2, 5, "NameError: ")),
        (["isa", "ad"], 1, ("", 0, 0, "no instruction ad")),
        (["isa", ".none"], 1, ("", 0, 0, "no directive or special register .none")),
        (["run", "bad.ptx", *RUN, "--profile"], 1, ("bad.ptx", 1, 1, "this is not PTX")),
    ],
)
def test_errors(
    run: Run, files: Path, arguments: list[str], status: int, error: tuple[str, int, int, str]
) -> None:
    """A command without a result writes its errors in JSON, with its usual exit status."""
    (files / "bad.ptx").write_text("bad\n")
    (files / "bad.py").write_text("import ptxpy\nx = none\n")
    ended = run(*arguments, "--json")
    assert ended.status == status
    report = json.loads(ended.out)
    assert report["schema"] == SCHEMA
    (found,) = report["errors"]
    assert (found["file"], found["line"], found["column"]) == error[:3]
    assert found["message"].startswith(error[3])
    assert ended.err
