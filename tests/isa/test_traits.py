"""Traits of instructions, against the manual's words in `traits.txt`, and against ptxas."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ptxpy.isa import CONTROL_FLOW, TERMINATORS, Traits, is_pure, traits
from ptxpy.isa.notation import NotationError
from ptxpy.isa.table import _RawEntry, _traits, all_entries, all_opcodes, all_traits
from ptxpy.isa.trait_notation import parse_traits

CASES = [
    tuple(part.strip() for part in line.split("=", maxsplit=1))
    for line in Path(__file__).with_name("traits.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def split(name: str) -> tuple[str, tuple[str, ...]]:
    """Return opcode and modifiers."""
    opcode, *words = name.split(".")
    return opcode, tuple(f".{word}" for word in words)


def said(found: Traits) -> set[str]:
    """Return traits in the words of the file."""
    words = {
        f"{access.kind} {access.position} {access.space or 'generic'}" for access in found.accesses
    }
    for name, values in (
        ("completion", found.completion),
        ("commit", found.commits),
        ("wait", found.waits),
        ("wait-all", found.waits_all),
        ("track", found.tracks),
        ("mbarrier", found.mbarrier),
        ("fence", found.fences),
        ("reads", found.implicit_reads),
        ("writes", found.implicit_writes),
        ("map", map(str, found.tensor_maps)),
    ):
        words.update(f"{name} {value}" for value in values)
    for name, value in (
        ("order", found.order),
        ("scope", found.scope),
        ("barrier", found.barrier),
        ("collective", found.collective),
        ("proxy", found.proxy.replace("generic", "")),
    ):
        words.update([f"{name} {value}"] if value else [])
    for name, holds in (
        ("sized", found.has_size_of_type),
        ("aligned", found.is_aligned),
        ("mask", found.has_member_mask),
    ):
        words.update([name] if holds else [])
    if found.mbarrier_position >= 0:
        words.add(f"at mbarrier {found.mbarrier_position}")
    return words


@pytest.mark.parametrize(("name", "wanted"), CASES, ids=[name for name, _ in CASES])
def test_the_manual_says_the_same(name: str, wanted: str) -> None:
    """The table says what the manual does, and nothing more."""
    found = traits(*split(name))
    assert found.is_known
    assert said(found) == {word.strip() for word in wanted.split(",") if word.strip()}


def test_every_trait_is_of_an_operand_that_is_there() -> None:
    """Operands of traits are those of a form of their entry."""
    for opcode in all_opcodes():
        names = {
            part.name
            for entry in all_entries()
            if entry.name.partition(".")[0] == opcode
            for form in entry.forms
            for slot in form.slots
            for part in (slot, *slot.parts)
        }
        for lines in all_traits(opcode):
            for line in lines:
                if line.word != "implicit":
                    assert set(line.operands) <= names, (opcode, line)


@pytest.mark.parametrize(
    "text", ["control jump", "reads a", "completion groups", "aligned now", "order strong", "write"]
)
def test_a_trait_that_is_none_is_refused(text: str) -> None:
    """The notation has no other words, and an error names the entry."""
    raw = _RawEntry("float", "frob", "9.7.3", "Frob.", f"    {text}\n", "")
    if text == "write":
        assert parse_traits(text)[0].operands == ()
        return
    with pytest.raises(NotationError, match=r"\[frob\] not a trait"):
        _traits(raw)


def test_control_flow_is_said_in_its_chapter() -> None:
    """Where blocks end is known without reading the other chapters; all of it stands in one."""
    lines = {
        (opcode, line.value)
        for opcode in all_opcodes()
        for found in all_traits(opcode)
        for line in found
        if line.word == "control"
    }
    assert lines == set(CONTROL_FLOW.items())


def test_what_control_flow_the_manual_has() -> None:
    """Section 9.7.12: bra, brx.idx, call, ret, exit; 9.7.19: trap and brkpt."""
    assert CONTROL_FLOW == {
        "bra": "branch",
        "brx": "indexed-branch",
        "call": "call",
        "ret": "return",
        "exit": "exit",
        "trap": "trap",
        "brkpt": "breakpoint",
    }
    assert {"bra", "brx", "ret", "exit", "trap"} == TERMINATORS


def test_modifiers_that_fit_no_form() -> None:
    """The entry is that of the longest name; an unknown opcode has no traits."""
    nearest = traits("bar", (".warp", ".sync", ".strange"))
    assert not nearest.is_known
    assert nearest.name == "bar.warp.sync"
    assert nearest.collective == "warp"
    assert traits("frob", (".u32",)) == Traits()


@pytest.mark.parametrize(
    ("name", "pure"),
    [
        ("add.u32", True),
        ("addc.u32", False),
        ("mov.u32", True),
        ("ld.param.u32", False),
        ("shfl.sync.idx.b32", False),
        ("activemask.b32", False),
        ("mbarrier.try_wait.parity.shared::cta.b64", False),
        ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", False),
        ("st.global.u32", False),
        ("frob.u32", False),
    ],
)
def test_what_follows_from_operands_alone(name: str, pure: bool) -> None:
    """No memory, no other threads, no state: and there is a result."""
    assert is_pure(*split(name)) is pure


ADDRESSED = {
    "ld.global.u32 %r2, [%r1];": True,
    "ldu.global.u32 %r2, [%r1];": True,
    "st.global.u32 [%r1], %r2;": True,
    "st.u32 [%r1], %r2;": True,
    "atom.global.add.u32 %r2, [%r1], %r2;": True,
    "red.global.add.u32 [%r1], %r2;": True,
    "prefetch.global.L2 [%r1];": True,
    "discard.global.L2 [%r1], 128;": True,
    "applypriority.global.L2::evict_normal [%r1], 128;": True,
    "cp.async.ca.shared.global [%r2], [%r1], 4;": False,
    "cp.async.bulk.prefetch.L2.global [%r1], 16;": False,
    "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1,%r1,%r1,%r1,%r1,%r1,%r1,%r1}, [%r1];": (
        False
    ),
}


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="needs ptxas")
@pytest.mark.parametrize(("text", "refused"), ADDRESSED.items(), ids=[*ADDRESSED])
def test_ptxas_says_where_addresses_have_64_bits(text: str, refused: bool, tmp_path: Path) -> None:
    """Ptxas refuses a register of 32 bits exactly where the table has `wide-address`."""
    opcode, modifiers = split(text.split(maxsplit=1)[0])
    assert bool(traits(opcode, modifiers).wide_addresses) is refused
    source = tmp_path / "a.ptx"
    source.write_text(
        ".version 8.0\n.target sm_90a\n.address_size 64\n"
        f".entry k() {{ .reg .b32 %r<3>; {text} ret; }}\n",
        encoding="ascii",
    )
    done = subprocess.run(
        ["ptxas", "-arch=sm_90a", source, "-o", tmp_path / "a.cubin"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) is refused, done.stderr
