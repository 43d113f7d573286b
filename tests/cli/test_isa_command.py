"""`ptxpy isa`: entries, near names, JSON."""

from __future__ import annotations

import json

import pytest

from ptxpy.cli.command_line import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command; return its status, output and errors."""
    status = main(["isa", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("mad", ["mad.mode.type d, a, b, c;", "9.7.1.4", "9.7.3.7"]),
        ("mad.lo.s32", ["mad.mode.type d, a, b, c;"]),
        ("ptx.mad.lo.s32;", ["mad.mode.type d, a, b, c;"]),
        ("mbarrier.try_wait", ["waitComplete: result: predicate", "PTX 7.8, sm_90 and later"]),
        ("atom.cas", ["atom.global.cas.b32 e, [a], 12, b;", "d, [a], b, c;"]),
        ("add.s32", ["wraps around", "// a = 2, b = 3", "d = a + b  # ptx.add.s32(a, b)"]),
        ("wgmma", ["wgmma.fence", "wgmma.mma_async", "wgmma.commit_group"]),
        ("tcgen05.mma", ["tcgen05.mma", "sm_100"]),
        ("%laneid", ["lane in the warp", ".u32", "PTX 1.3"]),
        ("%tid", ["components x y z"]),
        (".maxntid", [".maxntid x{, y{, z}}", "11.4.2"]),
        (".shared", ["state space, an instance for each cta"]),
        (".b32", ["type of 32 bits"]),
        ("WARP_SZ", ["the threads of a warp, 32"]),
        ("WGMMA", ["wgmma.fence", "wgmma.mma_async"]),
        ("ptx.ld.global_.f32", ["ld{.weak}", ".ss: .global\n"]),
        ("ld.global.v4", [".ss: .global\n", ".vec: .v4\n"]),
        ("mad.cc", ["mad.mode.cc.type d, a, b, c;"]),
        ("bar.sync", ["The same as barrier.aligned, which all threads of a warp"]),
        ("cvt.rn.bf16x2.f32", ["the first becomes the upper half"]),
    ],
)
def test_an_entry(capsys: pytest.CaptureFixture[str], name: str, texts: list[str]) -> None:
    """It has its meaning, its section, and its forms in words."""
    status, out, err = run(capsys, name)
    assert (status, err) == (0, "")
    for text in texts:
        assert text in out


def test_a_form_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """An instruction with its modifiers shows the forms that they fit, and no other."""
    _, out, _ = run(capsys, "add.bf16x2")
    assert "add{.rnd}.bf16x2" in out
    assert ".f64" not in out


def test_a_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    """An instruction that is not complete shows the forms that begin so."""
    status, out, _ = run(capsys, "mad.lo")
    assert status == 0
    assert "mad.mode.type d, a, b, c;" in out
    assert "mad.mode.cc.type d, a, b, c;" in out
    assert "mad.wide.type" not in out
    assert ".f32" not in out
    assert run(capsys, "mad.lo.")[1] == out


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("mbarier.try_wait", "did you mean mbarrier.try_wait"),
        ("wgma", "did you mean wgmma"),
        ("add.s33", "add has no .s33 (did you mean .s32?)"),
        ("%lanid", "did you mean %laneid"),
        (".maxtid", "did you mean .maxntid"),
        ("xyzzy", "no instruction xyzzy; ptxpy isa lists all"),
        ("PTX050", "ptxpy check --explain PTX050 explains it"),
        ("", "no instruction"),
        ("'; import os", "no instruction"),
    ],
)
def test_near_names(capsys: pytest.CaptureFixture[str], name: str, hint: str) -> None:
    """What does not exist gets the nearest that does."""
    status, out, err = run(capsys, name)
    assert (status, out) == (1, "")
    assert hint in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The same facts for machines."""
    _, out, _ = run(capsys, "mad.wide.s32", "--json")
    (entry,) = json.loads(out)["instructions"]
    assert entry["name"] == "mad"
    assert entry["example"]["result"] == "d = 10"
    (form,) = entry["forms"]
    assert form["modifiers"] == {".type": [".u16", ".u32", ".s16", ".s32"]}
    assert {"name": "d", "kind": "out wide .type", "with": ""} in form["operands"]
    assert form["requires"] == [{"ptx": "1.0", "targets": [], "with": ""}]
    _, out, _ = run(capsys, "%tid", "--json")
    assert json.loads(out)["components"] == "xyz"


@pytest.mark.parametrize(
    ("name", "begin"),
    [("strunc", "ptx.strunc(x: Any, multiple: int)"), ("ptx.tma.load", "ptx.tma.load(dst: Any, ")],
)
def test_a_helper(capsys: pytest.CaptureFixture[str], name: str, begin: str) -> None:
    """What writes several instructions is described as Python has it."""
    assert main(["isa", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(begin)
    assert "Emits" in shown
    assert main(["isa", "--json", name]) == 1
    assert "is a helper of the Python" in capsys.readouterr().err


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name, every instruction with its meaning, and all entries as JSON."""
    _, out, _ = run(capsys)
    lines = out.splitlines()
    assert len(lines) >= 214
    assert any(line.startswith("bar.warp.sync ") for line in lines)
    _, out, _ = run(capsys, "--json")
    assert len(json.loads(out)["instructions"]) >= 214
