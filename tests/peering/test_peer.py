"""`tools/peer` says which kernels differ, and reads files with a package renamed."""

from __future__ import annotations

import importlib
import io
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from peering import cli, tracing
from peering.comparing import Comparison, Outcome, compare
from peering.renaming import RenamingFinder, StandIn, rename
from peering.wheel import WheelError, install

SAME = Outcome({"k": b"\x01"})
OTHER = Outcome({"k": b"\x02\x03"})
BROKEN = Outcome({}, "TypeError: no")


@pytest.mark.parametrize(
    ("ours", "theirs", "reason", "line", "fails"),
    [
        (SAME, SAME, None, "same       k", []),
        (SAME, OTHER, None, "FAILS      k: the machine code has 1 bytes, and 2 with pyptx", ["k"]),
        (SAME, OTHER, "by value", "differs    k: the machine code has 1 bytes, and 2 with p", []),
        (BROKEN, OTHER, None, "FAILS      k: ptxpy: TypeError: no", ["k"]),
        (SAME, BROKEN, None, "FAILS      k: pyptx: TypeError: no", ["k"]),
        (BROKEN, BROKEN, None, "FAILS      k: ptxpy: TypeError: no", ["k"]),
        (SAME, SAME, "not needed", "same       k", ["k"]),
    ],
)
def test_verdicts(
    ours: Outcome, theirs: Outcome, reason: str | None, line: str, fails: list[str]
) -> None:
    """A difference needs a reason, and a reason a difference."""
    reasons = {} if reason is None else {"k": reason}
    lines, failures = cli.verdicts([Comparison("k", ours, theirs)], reasons, complete=True)
    assert lines[0].startswith(line)
    assert failures == fails
    if reason is not None:
        text = "\n".join(lines)
        assert (f"           {reason}" in text) is (ours != theirs)
        assert ("STALE      k" in text) is (ours == theirs)


def test_reasons_of_kernels_that_were_not_chosen_are_not_stale() -> None:
    """A run of some kernels says nothing about the others."""
    assert not cli.verdicts([], {"k": "a reason"}, complete=False)[1]
    assert cli.verdicts([], {"k": "a reason"}, complete=True)[1] == ["k"]


DIFFERENCES = tomllib.loads((cli.HERE / "differences.toml").read_text(encoding="utf-8"))


def test_reasons_have_names() -> None:
    """Kernels name their reasons; one that is missing is an error, and one without a kernel too."""
    reasons = {"map": "By value.", "sign": "Kept."}
    table: dict[str, Any] = {"reasons": reasons, "kernels": {"a": ["map", "sign"], "b": ["sign"]}}
    assert cli.known_reasons(table) == {"a": "By value. Kept.", "b": "Kept."}
    for kernels in ({"a": ["map"]}, {"a": ["map", "sign", "other"]}):
        with pytest.raises(ValueError, match=r"differences\.toml: (sign|other): reasons"):
            cli.known_reasons({"reasons": reasons, "kernels": kernels})


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
    assert failed <= {*cli.known_reasons(DIFFERENCES)}
    assert len(found) - len(failed) >= 20


def test_no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The reason is that of pip, and no folder is left that would count as the package."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WheelError, match=r"pip does not download pyptx 0\.1\.1"):
        install(tmp_path / "cache")
    assert not [*(tmp_path / "cache").iterdir()]
