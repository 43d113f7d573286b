"""Roles of operands, against a table of cases and against ptxas."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from ptxpy import isa


class Case(NamedTuple):
    """A line of ``cases.txt``."""

    line: int
    target: str
    destinations: int
    parts: str
    result: str | None
    statement: str

    @property
    def opcode(self) -> str:
        """The base opcode."""
        return self.statement.rstrip(";").split()[0].split(".")[0]

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The modifiers, each with its dot."""
        _, *modifiers = self.statement.rstrip(";").split()[0].split(".")
        return tuple(f".{modifier}" for modifier in modifiers)

    @property
    def arity(self) -> tuple[int, str]:
        """The number of registers and the kind of a composite destination."""
        if self.parts == "-":
            return 0, "none"
        kind = {"v": "vector", "p": "pair"}.get(self.parts[-1], "scalar")
        return int(self.parts.rstrip("vp")), kind


def read_cases() -> list[Case]:
    """Read ``cases.txt``."""
    cases = []
    text = Path(__file__).with_name("cases.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            target, count, parts, result, statement = line.split(maxsplit=4)
            named = None if result == "-" else result
            cases.append(Case(number, target, int(count), parts, named, statement))
    return cases


def read_words(name: str) -> list[str]:
    """Read the words of a file, but not its comments."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return re.sub("#.*", "", text).split()


CASES = read_cases()
OPCODES = read_words("opcodes.txt")


def test_every_opcode_of_the_manual_has_an_entry() -> None:
    """The table has the opcodes of the manual, and no others."""
    assert len(OPCODES) == 139
    assert isa.opcodes() == set(OPCODES)


def test_there_are_enough_cases() -> None:
    """No case has vanished."""
    assert len(CASES) >= 400


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.statement)
def test_role(case: Case) -> None:
    """The answers are those of the case."""
    opcode, modifiers = case.opcode, case.modifiers
    assert isa.destinations(opcode, modifiers) == case.destinations
    assert isa.destination_arity(opcode, modifiers) == case.arity
    assert isa.result_type(opcode, modifiers) == case.result
    parts = isa.part_types(opcode, modifiers)
    assert len(parts) == (case.arity[0] if case.result else 0)
    assert set(parts) <= set(isa.REGISTER_CLASSES)


@pytest.mark.parametrize(
    ("instruction", "positions"),
    [
        ("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", (0,)),
        ("wgmma.fence.sync.aligned", ()),
        ("tcgen05.ld.sync.aligned.32x32b.x2.b32", ()),
        ("tcgen05.ld.red.sync.aligned.32x32b.x2.min.f32", (0, 1)),
        ("tcgen05.ld.red.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.f32.b2", (0, 1, 2)),
        ("mbarrier.try_wait.parity.phase_type::primary.shared::cta.b64", (1,)),
        ("mbarrier.try_wait.parity.shared::cta.b64", ()),
        ("spcompress.b8.b4.sp::2:4.x1", (0, 1)),
        ("mad.lo.s32", ()),
        ("frobnicate.u32", ()),
    ],
)
def test_writes_that_are_no_destination(instruction: str, positions: tuple[int, ...]) -> None:
    """Operands that are written, but read as well or not alone, are told apart."""
    opcode, *modifiers = instruction.split(".")
    dotted = [f".{modifier}" for modifier in modifiers]
    assert isa.explicit_writes(opcode, dotted) == positions


@pytest.mark.parametrize(
    ("instruction", "parts"),
    [
        ("mov.b16", ("b8", "b8")),
        ("mov.b64", ("b32", "b32")),
        ("mov.b128", ("b64", "b64")),
        ("mov.v2.b64", ("b64", "b64")),
        ("mov.u64", ("b64",)),
        ("setp.lt.s32", ("pred", "pred")),
        ("shfl.sync.idx.b32", ("b32", "pred")),
        ("ld.v2.b16", ("b16", "b16")),
        ("st.u32", ()),
    ],
)
def test_parts(instruction: str, parts: tuple[str, ...]) -> None:
    """Each register of a composite destination has a class of its own."""
    opcode, *modifiers = instruction.split(".")
    assert isa.part_types(opcode, [f".{modifier}" for modifier in modifiers]) == parts


def test_a_predicate_may_follow() -> None:
    """Only some forms allow `|` and a predicate, scalar and vector ones."""
    assert isa.allows_predicate("tex", (".2d", ".v4", ".f32", ".f32"))
    assert isa.allows_predicate("setp", (".lt", ".s32"))
    assert isa.allows_predicate("lop3", (".or", ".b32"))
    assert not isa.allows_predicate("lop3", (".b32",))
    assert not isa.allows_predicate("ld", (".v4", ".f32"))


@pytest.mark.parametrize("opcode", OPCODES)
def test_answers_agree_on_any_modifiers(opcode: str) -> None:
    """Whatever stands among the modifiers, the answers are sound and agree with each other."""
    tails = [(), *((f".{name}",) for name in isa.TYPES), (".b64", ".f16"), (".v4",), (".x128",)]
    heads = [(), (".wide",), (".arrive",), (".ld",), (".load", ".a"), (".red",), (".m8n8k4",)]
    for modifiers in (head + tail for head in heads for tail in tails):
        count, kind = isa.destination_arity(opcode, modifiers)
        result = isa.result_type(opcode, modifiers)
        assert isa.destinations(opcode, modifiers) == (kind != "none")
        assert result is None or result in isa.REGISTER_CLASSES
        assert len(isa.part_types(opcode, modifiers)) == (count if result else 0)


def test_known() -> None:
    """Known opcodes are told from others."""
    assert isa.is_known("mad")
    assert not isa.is_known("mad.lo")
    assert not isa.is_known("")


# What the statements use; each stands on a line of its own, so that an error names its statement.
PROLOGUE = """\
.version 9.0
.target sm_{target}
.address_size 64
.global .texref tex;
.global .surfref surf;
.shared .align 128 .b8 smem[256];
.func function()
{{
    ret;
}}
.entry kernel(.param .u64 param)
{{
    .reg .pred %p<3>;
    .reg .b8 %c<5>;
    .reg .b16 %h<5>;
    .reg .b32 %r<9>;
    .reg .b64 %d<4>;
    .reg .b128 %q<2>;
    .reg .f32 %f<5>;
    .reg .f64 %e<4>;
targets: .branchtargets label;"""
EPILOGUE = """\
label:
    ret;
}
"""


def statement_of(case: Case) -> str:
    """Return the statement of a case with fresh registers for its destination."""
    parts = isa.part_types(case.opcode, case.modifiers)
    if "$d" in case.statement:
        parts = (str(case.result),)
    declared = "".join(f".reg .{part} %x{i}; " for i, part in enumerate(parts))
    names = [f"%x{i}" for i in range(len(parts))]
    vector = "{" + ", ".join(names) + "}"
    places = {"d": "".join(names), "v": vector, "p": "|".join(names), "e": f"{vector}|%p1"}
    statement = re.sub(r"\$([dvpe])", lambda place: places[place[1]], case.statement)
    return f"    {{ {declared}{statement} }}"


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="needs ptxas")
@pytest.mark.parametrize("target", sorted({case.target for case in CASES} - {"-"}))
def test_ptxas_accepts_the_destinations(target: str, tmp_path: Path) -> None:
    """Ptxas takes each statement with a destination of the class and the length predicted."""
    cases = [case for case in CASES if case.target == target]
    lines = PROLOGUE.format(target=target).splitlines()
    first = len(lines) + 1
    source = tmp_path / "cases.ptx"
    source.write_text("\n".join([*lines, *map(statement_of, cases), EPILOGUE]), encoding="utf-8")
    command = ["ptxas", f"-arch=sm_{target}", str(source), "-o", str(tmp_path / "cases.cubin")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    errors = [
        (cases[int(found[1]) - first], found[2])
        for found in re.finditer(r"line (\d+); error\s*: (.*)", run.stderr)
    ]
    assert not errors
    assert run.returncode == 0, run.stderr
