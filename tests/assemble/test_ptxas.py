"""Assembling with ptxas: with scripts in its place, and with a real one where there is one."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from ptxpy.assemble import AssembleError, Limits, Message, Resources, assemble
from ptxpy.assemble.assembly import read_sections
from tests.assemble.cases import ROOT, SMALL, check_needs, needs, spilling
from tests.assemble.fakes import Machine
from tests.assemble.real import needs_nvjitlink, needs_ptxas, needs_ptxas_13

scripts = pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts")

LOG = """\
ptxas input.ptx, line 7; warning : Something about 'k'
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'k' for 'sm_80'
ptxas info    : Function properties for k
    96 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 12 registers, used 1 barriers, 160 bytes cumulative stack size
ptxas info    : Compile time = 15.953 ms
"""


@scripts
def test_what_it_says_and_writes(machine: Machine) -> None:
    """Messages, resources and the cubin."""
    machine.put("path", f"/bin/cat >&2 <<'END'\n{LOG}END\n{machine.works}")
    assembly = assemble(SMALL)
    assert assembly.assembler == "ptxas 13.9"
    assert assembly.cubin == machine.cubin.read_bytes()
    assert assembly.messages == (Message("warning", "Something about 'k'", 7),)
    assert assembly.kernels == (Resources("k", True, 12, 160, 8, 4, 1 << 40, 0, 1),)  # noqa: FBT003


@scripts
def test_how_it_is_called(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes are a file in a temporary folder, which is gone afterwards; there is no shell."""
    folder = machine.folder / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    seen = shlex.quote(str(machine.folder))
    record = f"""
/bin/cp input.ptx {seen}/source
printf '%s\\n' "$@" >{seen}/arguments
pwd >{seen}/pwd
/bin/cat >{seen}/standard_input
"""
    machine.put("path", record + machine.works)
    source = SMALL.encode() + b"// \xff $(touch x)\r\n"
    assemble(source + b"\0", arch="sm_90a", options=["-O0", "$(x) ;"], assembler="ptxas")
    assert (machine.folder / "source").read_bytes() == source
    assert machine.read("arguments").split("\n") == [
        *("-O0", "$(x) ;", "-v", "-arch=sm_90a", "-o", "output.cubin", "input.ptx", ""),
    ]
    assert Path(machine.read("pwd").strip()).parent == folder.resolve()
    assert machine.read("standard_input") == ""
    assert list(folder.iterdir()) == []


@scripts
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("kill -11 $$", "error: ptxas 13.9 crashed (SIGSEGV)"),
        ("exit 139", "error: ptxas 13.9 crashed (exit status 139)"),
        ("echo oh >&2; echo no >&2; exit 1", "error: ptxas 13.9 crashed (exit status 1): no"),
        (
            "echo 'ptxas error   : bad' >&2; kill -6 $$",
            "error: bad\nerror: ptxas 13.9 crashed (SIGABRT): ptxas error   : bad",
        ),
        (
            "exit 0",
            "error: the output of ptxas 13.9 is not a cubin: not a 64-bit little-endian ELF file",
        ),
        (
            "echo 'ptxas fatal   : Memory allocation failure' >&2; exit 255",
            "error: Memory allocation failure",
        ),
    ],
)
def test_how_it_fails(machine: Machine, script: str, expected: str) -> None:
    """A crash names the assembler; nothing is tried in its place."""
    machine.put("path", script)
    machine.put("default/bin", machine.works, "13.8")
    with pytest.raises(AssembleError) as caught:
        assemble(SMALL)
    assert str(caught.value) == expected


@scripts
@pytest.mark.parametrize("wait", ["exec /bin/sleep 60", "/bin/sleep 60", "/bin/sleep 60 & wait"])
def test_one_that_does_not_end(machine: Machine, wait: str) -> None:
    """It is stopped, together with what it has started."""
    machine.put("path", wait)
    start = time.monotonic()
    with pytest.raises(AssembleError) as caught:
        assemble(SMALL, limits=Limits(seconds=1.0))
    assert str(caught.value) == "error: ptxas 13.9 was stopped: it took more than 1 s"
    assert time.monotonic() - start < 20


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has limits of memory")
@pytest.mark.parametrize("memory", [1 << 30, None])
def test_its_limits(machine: Machine, memory: int | None) -> None:
    """The process has no more memory than it may, and dumps no core."""
    show = f"ulimit -v >{machine.folder}/limits; ulimit -c >>{machine.folder}/limits\n"
    # The limits are set when the process has begun.
    machine.put("path", f"/bin/sleep 0.3\n{show}{machine.works}")
    assemble(SMALL, limits=Limits(memory=memory))
    if memory is None:
        ours = subprocess.run(["/bin/sh", "-c", "ulimit -v"], capture_output=True, check=True)
        expected = ours.stdout.decode().strip()
    else:
        expected = str(memory >> 10)
    assert machine.read("limits").split() == [expected, "0"]


@needs_ptxas_13
@pytest.mark.parametrize(("name", "rows"), list(needs("resources_ptxas.txt")))
def test_what_kernels_need(name: str, rows: list[list[str]]) -> None:
    """Each row of the data file, but for the numbers that it leaves open."""
    check_needs(assemble((ROOT / name).read_bytes(), assembler="ptxas"), rows)


@needs_ptxas
def test_options_and_spills() -> None:
    """Options reach the assembler, which warns of spills."""
    (roomy,) = assemble(spilling(64), assembler="ptxas").kernels
    assert (roomy.stack, roomy.spill_stores, roomy.spill_loads) == (0, 0, 0)
    options = ["-maxrregcount=32", "--warn-on-spills"]
    assembly = assemble(spilling(64), assembler="ptxas", options=options)
    (tight,) = assembly.kernels
    assert tight.registers is not None
    assert tight.registers <= 32
    assert tight.spill_stores >= 4 * 32
    (warning,) = [said for said in assembly.messages if said.severity == "warning"]
    assert (warning.kernel, warning.line) == ("k", None)


@needs_ptxas
def test_the_architecture_wins_over_options() -> None:
    """So it is the one that the result names; ptxas warns."""
    plain = assemble(SMALL, arch="sm_90a", assembler="ptxas")
    assembly = assemble(SMALL, arch="sm_90a", options=["-arch=sm_80"], assembler="ptxas")
    assert assembly.kernels[0].constant == plain.kernels[0].constant
    assert assembly.messages[0].severity == "warning"


@needs_ptxas
def test_an_unknown_option() -> None:
    """It is an error that says so."""
    with pytest.raises(AssembleError, match=r"^error: Unknown option"):
        assemble(SMALL, options=["--frobnicate"], assembler="ptxas")


@needs_ptxas
@needs_nvjitlink
def test_what_nvjitlink_refuses() -> None:
    """A variable that is defined elsewhere is a warning for a whole program."""
    source = SMALL.replace(".visible", ".extern .global .u32 g;\n.visible")
    source = source.replace("ret;", "ld.global.u32 %r1, [g]; st.global.u32 [g], %r1; ret;")
    with pytest.raises(AssembleError, match="Undefined reference to 'g'"):
        assemble(source, assembler="nvjitlink")
    assembly = assemble(source, assembler="ptxas")
    assert "Unresolved extern variable 'g'" in assembly.messages[0].text
    assert ".text.k" in {section.name for section in read_sections(assembly.cubin)}


@needs_ptxas
def test_setmaxnreg_counts() -> None:
    """Nothing says that it is ignored, as it is through nvJitLink."""
    source = (ROOT / "corpus/cutlass/hopper_gemm.ptx").read_bytes()
    assert assemble(source, assembler="ptxas").messages == ()
