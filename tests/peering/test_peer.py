"""`tools/peer` says which kernels differ, and reads files with a package renamed."""

from __future__ import annotations

import importlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from peering import cli, tracing
from peering.comparing import Comparison, Outcome, compare
from peering.reasons import Reason, read_reasons
from peering.renaming import RenamingFinder, StandIn, rename
from peering.wheel import WheelError, install

SAME = Outcome({"k": b"\x01"})
OTHER = Outcome({"k": b"\x02\x03"})
BROKEN = Outcome({}, "TypeError: no")
WORDS = Reason("words", "in words alone", {})
SHOWN = Reason("shown", "with what to rewrite", {"ptxpy": [("a", "b")]})


@pytest.mark.parametrize(
    ("found", "verdict", "fails"),
    [
        (Comparison("k", SAME, SAME), "same", False),
        (Comparison("k", SAME, OTHER), "FAILS: the machine code has 1 bytes, and 2 wi", True),
        (Comparison("k", SAME, OTHER, (WORDS,)), "differs: words", False),
        (Comparison("k", BROKEN, OTHER, (WORDS, SHOWN)), "differs: words, shown", False),
        (Comparison("k", SAME, OTHER, (SHOWN,), is_explained=True), "the same but for: sho", False),
        (Comparison("k", SAME, OTHER, (SHOWN,)), "FAILS: the machine code has 1 byte", True),
        (Comparison("k", BROKEN, OTHER), "FAILS: ptxpy: TypeError: no", True),
        (Comparison("k", SAME, BROKEN), "FAILS: pyptx: TypeError: no", True),
        (Comparison("k", BROKEN, BROKEN), "FAILS: ptxpy: TypeError: no", True),
        (Comparison("k", SAME, SAME, (WORDS,)), "same", True),
    ],
)
def test_verdicts(found: Comparison, verdict: str, fails: bool) -> None:
    """A difference needs reasons that explain it, and a reason a difference."""
    lines, failures = cli.verdicts([found], ["k"] if found.reasons else [], complete=True)
    assert lines[0].split(maxsplit=1)[1].startswith(verdict)
    assert failures == (["k"] if fails else [])
    assert f"{int(fails)} fail" in lines[-1]
    is_stale = found.is_same and bool(found.reasons)
    assert ("k: no reason is needed" in lines) is is_stale
    assert ("words: in words alone" in lines) is (WORDS in found.reasons and not is_stale)


def test_reasons_of_kernels_that_were_not_chosen_are_not_stale() -> None:
    """A run of some kernels says nothing about the others."""
    assert not cli.verdicts([], ["k"], complete=False)[1]
    assert cli.verdicts([], ["k"], complete=True)[1] == ["k"]


def test_reasons_have_names(tmp_path: Path) -> None:
    """Kernels name their reasons; one that is missing is an error, and one without a kernel too."""
    file = tmp_path / "differences.toml"
    reasons = "[reasons.map]\ntext='by value'\n[reasons.sign]\ntext='kept'\nptxpy=[['s','u']]\n"
    file.write_text(f"{reasons}[kernels]\na=['map', 'sign']\nb=['sign']\n")
    found = read_reasons(file)
    sign = Reason("sign", "kept", {"ptxpy": [("s", "u")]})
    assert found == {"a": [Reason("map", "by value", {}), sign], "b": [sign]}
    assert [sign.rewrite(package, "s32") for package in ("ptxpy", "pyptx")] == ["u32", "s32"]
    for kernels in ("a=['map']", "a=['map', 'sign', 'other']"):
        file.write_text(f"{reasons}[kernels]\n{kernels}\n")
        with pytest.raises(ValueError, match=r"not in the table: (sign|other)"):
            read_reasons(file)


PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd{register}, [p];
    mov.u32 %r1, {value};
    st.global.u32 [%rd{register}], %r1;
    ret;
}}
"""


@pytest.mark.parametrize(
    ("theirs", "same"),
    [
        ({"ptx": PTX.format(register=0, value=3)}, True),
        ({"ptx": PTX.format(register=1, value=4)}, False),
        ({"ptx": "nothing"}, False),
        ({"error": "TypeError"}, False),
    ],
)
def test_machine_code_decides(theirs: dict[str, str], same: bool) -> None:
    """Names of registers make no difference; another constant does."""
    found = compare("k", {"ptx": PTX.format(register=1, value=3)}, theirs)
    assert found.is_same is same
    assert bool(found.difference) is not same


@pytest.mark.parametrize(
    ("rewrites", "is_explained"),
    [
        ({"pyptx": [(r"%r1, 4", "%r1, 3")]}, True),
        ({"ptxpy": [(r"%r1, (\d)", r"%r1, 7")], "pyptx": [(r"%r1, 4", "%r1, 7")]}, True),
        ({"ptxpy": [(r"%r1, 3", "%r1, 5")]}, False),
        ({"ptxpy": [(r"ret;", "nothing;")]}, False),
        ({}, False),
    ],
)
def test_rewrites_explain_all_or_fail(
    rewrites: dict[str, list[tuple[str, str]]], is_explained: bool
) -> None:
    """A reason with rewrites excuses a kernel whose machine code is the same after them."""
    ours, theirs = ({"ptx": PTX.format(register=1, value=value)} for value in (3, 4))
    found = compare("k", ours, theirs, [Reason("value", "another", rewrites)])
    assert not found.is_same
    assert found.is_explained is is_explained
    assert found.is_excused is (is_explained or not rewrites)


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("from one import x", "from two import x"),
        ("import one.examples.add", "import three.add"),
        ("import oneself, a.one, one_", "import oneself, a.one, one_"),
        ("one.kernel(one.examples)", "two.kernel(three)"),
    ],
)
def test_rename(text: str, renamed: str) -> None:
    """Whole names are replaced, and parts of others are not."""
    assert rename(text, {"one.examples": "three", "one": "two"}) == renamed


def test_files_are_imported_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of a folder import each other and a framework, and leave no files behind."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "deep" / "__init__.py").write_text("")
    (tmp_path / "deep" / "a.py").write_text("from nowhere.deep.b import word\nimport frame.part\n")
    (tmp_path / "deep" / "b.py").write_text("import nowhere_json as j\nword = j.dumps([1])\n")
    names = {"nowhere": "found", "nowhere_json": "json"}
    monkeypatch.setattr(
        sys, "meta_path", [RenamingFinder("found", tmp_path, names), *sys.meta_path]
    )
    for name in ("frame", "frame.part", "found", "found.deep", "found.deep.a", "found.deep.b"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    StandIn.install("frame", "frame.part")
    module = importlib.import_module("found.deep.a")
    assert module.word == "[1]"
    assert module.frame.part.anything(1, two=2) is None
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [
        *("__init__.py", "__init__.py", "a.py", "b.py")
    ]
    for name in [name for name in sys.modules if name.split(".")[0] in {"frame", "found"}]:
        del sys.modules[name]


def test_our_kernels_are_traced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each file has a kernel; what fails in a file is a result, and a kernel fails for a reason."""
    wrong = tmp_path / "kernels" / "wrong.py"
    wrong.parent.mkdir()
    wrong.write_text("from ptxpy import kernel\n\n@kernel\ndef k():\n    raise KeyError('x')\n")
    jobs = [*cli.kernel_jobs(), {"name": "wrong", "file": str(wrong)}]
    request: dict[str, Any] = {"package": "ptxpy", "wheel": str(tmp_path), "jobs": jobs}
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(request)))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(StandIn, "install", lambda *_names: None)
    assert tracing.main() == 0
    found = json.loads(capsys.readouterr().out)
    assert found.pop("wrong.k") == {"error": "KeyError: 'x' (wrong.py:5)"}
    assert {name.partition(".")[0] for name in found} == {job["name"] for job in jobs} - {"wrong"}
    failed = {name for name, each in found.items() if ".entry" not in each.get("ptx", "")}
    assert failed <= {*read_reasons(cli.HERE / "differences.toml")}
    assert len(found) - len(failed) >= 20


def test_no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The reason is that of pip, and no folder is left that would count as the package."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WheelError, match=r"pip does not download pyptx 0\.1\.1"):
        install(tmp_path / "cache")
    assert not [*(tmp_path / "cache").iterdir()]
