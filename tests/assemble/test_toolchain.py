"""Finding ptxas, and choosing among assemblers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ptxpy.assemble import (
    AssembleError,
    AssemblerMissingError,
    Limits,
    Message,
    assemble,
    toolchain,
)
from tests.assemble.cases import SMALL
from tests.assemble.fakes import NO_SUCH_ARCH, TOO_OLD, Machine
from tests.assemble.real import needs_nvjitlink

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts")


def install(machine: Machine, patch: pytest.MonkeyPatch, name: str) -> Path:
    """Install a wheel with ptxas, and return it."""
    packages = machine.folder / "packages"
    path = machine.put("packages/nvidia/cu13/bin", machine.works, "13.1")
    info = packages / "some_nvcc-13.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 13.1\n")
    (info / "RECORD").write_text("nvidia/cu13/bin/nvcc,,\nnvidia/cu13/bin/ptxas,,\ngone/ptxas,,\n")
    patch.syspath_prepend(packages)
    patch.setattr(toolchain, "WHEEL", name)
    return path


def test_the_order(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel, the path, the toolkits that are named, and the usual one."""
    assert list(toolchain.candidates()) == []
    expected = [install(machine, monkeypatch, "some-nvcc")]
    places = ("path", "home/bin", "other/bin", "default/bin")
    expected += [machine.put(place, "") for place in places]
    monkeypatch.setenv("CUDA_HOME", str(machine.folder / "home"))
    monkeypatch.setenv("CUDA_PATH", str(machine.folder / "other"))
    assert list(toolchain.candidates()) == expected
    assert toolchain.find_configured() is None
    assert assemble(SMALL).assembler == "ptxas 13.1"


def test_what_is_not_found(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what cannot be executed, nor what depends on the folder that this runs in."""
    machine.put("path", "").chmod(0o644)
    machine.put("here/bin", "")
    monkeypatch.chdir(machine.folder)
    monkeypatch.setenv("PATH", f"here/bin::{machine.folder / 'path'}")
    monkeypatch.setenv("CUDA_HOME", "here")
    monkeypatch.setenv("CUDA_PATH", str(machine.folder / "nowhere"))
    assert list(toolchain.candidates()) == []
    with pytest.raises(AssemblerMissingError, match=r"^no ptxas; .*install .*\[ptxas\]'?, or set"):
        assemble(SMALL, assembler="ptxas")


@needs_nvjitlink
@pytest.mark.parametrize(
    ("script", "reason"),
    [(TOO_OLD, "PTX 8.0"), (NO_SUCH_ARCH, "for sm_80")],
    ids=["version", "architecture"],
)
def test_one_that_does_not_know_enough(machine: Machine, script: str, reason: str) -> None:
    """The next is taken, at last nvJitLink; what was passed over is told, each version once."""
    count = f"echo asked >>{machine.folder}/asked\n"
    machine.put("path", count + script, "11.8")
    machine.put("default/bin", count + script, "11.8")
    passed = Message("info", f"ptxas 11.8 does not assemble {reason}")
    assembly = assemble(SMALL)
    assert assembly.assembler.startswith("nvJitLink ")
    assert assembly.messages == (passed,)
    assert machine.read("asked") == "asked\n"

    machine.put("default/bin", machine.works, "13.9")
    assembly = assemble(SMALL)
    assert assembly.assembler == "ptxas 13.9"
    assert assembly.messages == (passed,)


def test_ptxas_alone_that_does_not_know_enough(machine: Machine) -> None:
    """When nothing else may be used, that is the error."""
    machine.put("path", TOO_OLD, "11.8")
    with pytest.raises(AssembleError) as caught:
        assemble(SMALL, assembler="ptxas")
    words = "Unsupported .version 8.0; current version is '7.8'"
    assert caught.value.messages == (
        Message("info", "ptxas 11.8 does not assemble PTX 8.0"),
        Message("error", words, 1),
    )
    machine.put("path", NO_SUCH_ARCH, "11.8")
    with pytest.raises(AssembleError, match=r"^error: ptxas 11\.8 does not assemble for sm_80$"):
        assemble(SMALL, assembler="ptxas")


def test_nothing_knows_enough(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without nvJitLink, what ptxas says is the error; without ptxas too, that it is missing."""
    package = machine.folder / "packages" / "cuda"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(package.parent)
    with pytest.raises(AssemblerMissingError, match=r"no nvJitLink; .*install .*\[assemble\]'? \("):
        assemble(SMALL)
    machine.put("path", TOO_OLD, "11.8")
    with pytest.raises(AssembleError, match=r"^line 1: error: Unsupported \.version 8\.0"):
        assemble(SMALL)


@needs_nvjitlink
def test_both_refuse(machine: Machine) -> None:
    """The error is nvJitLink's; that ptxas was passed over is kept."""
    machine.put("path", TOO_OLD, "11.8")
    with pytest.raises(AssembleError) as caught:
        assemble(SMALL.replace("ret;", "mov.u32 %r1, x;"))
    assert str(caught.value).endswith("line 7: error: Unknown symbol 'x'")
    assert caught.value.messages[0].text == "ptxas 11.8 does not assemble PTX 8.0"


BROKEN = [
    ("exit 3", r"\(exit status 3\)"),
    ("echo 'cannot open shared object file' >&2; exit 127", r"\(exit status 127\): cannot open .*"),
    ("echo 'release 13.0'", "it does not print a version of ptxas"),
    ("kill -9 $$", r"\(SIGKILL\)"),
    ("/bin/sleep 60", r"\(stopped\)"),
]


@pytest.mark.parametrize(("script", "why"), BROKEN)
def test_one_that_does_not_run(machine: Machine, script: str, why: str) -> None:
    """It is passed over, and told; when there is no other, what is missing is told."""
    broken = machine.put_raw("path", script)
    machine.put("default/bin", machine.works)
    limits = Limits(seconds=5.0 if "sleep" not in script else 0.5)
    assembly = assemble(SMALL, assembler="ptxas", limits=limits)
    assert assembly.assembler == "ptxas 13.9"
    (message,) = assembly.messages
    assert message.text.startswith(f"{broken} does not run: ")
    (machine.folder / "default/bin/ptxas").unlink()
    with pytest.raises(
        AssemblerMissingError, match=rf"^no ptxas; .*pip .*; \S+ does not run: {why}$"
    ):
        assemble(SMALL, assembler="ptxas", limits=limits)


def test_one_for_another_machine(machine: Machine) -> None:
    """A file that the system cannot run is one that does not run."""
    machine.put_raw("path", "").write_bytes(b"\x7fELF for something else")
    with pytest.raises(AssemblerMissingError, match=r"does not run: Exec format error$"):
        assemble(SMALL, assembler="ptxas")


def test_the_variable(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the only ptxas, and may be relative; an empty one says nothing."""
    machine.put("path", machine.works, "13.1")
    machine.put("mine", machine.works, "13.2")
    monkeypatch.chdir(machine.folder)
    monkeypatch.setenv(toolchain.VARIABLE, "mine/ptxas")
    assert assemble(SMALL).assembler == "ptxas 13.2"
    monkeypatch.setenv(toolchain.VARIABLE, "")
    assert assemble(SMALL).assembler == "ptxas 13.1"


def test_a_variable_that_names_none(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an error, though there is another."""
    machine.put("path", machine.works)
    monkeypatch.setenv(toolchain.VARIABLE, str(machine.folder / "nothing"))
    with pytest.raises(
        AssemblerMissingError, match=r"^PTXPY_PTXAS: .*/nothing does not run: No such"
    ):
        assemble(SMALL)


def test_a_variable_that_names_one_too_old(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is used in its place."""
    machine.put("path", machine.works)
    monkeypatch.setenv(toolchain.VARIABLE, str(machine.put("mine", TOO_OLD, "11.8")))
    with pytest.raises(AssembleError, match=r"^line 1: error: Unsupported \.version 8\.0"):
        assemble(SMALL)


@needs_nvjitlink
def test_nvjitlink_when_it_is_named(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """No ptxas is looked for."""
    machine.put("path", machine.works)
    monkeypatch.setenv(toolchain.VARIABLE, str(machine.folder / "nothing"))
    assembly = assemble(SMALL, assembler="nvjitlink")
    assert assembly.assembler.startswith("nvJitLink ")
    assert assembly.messages == ()
