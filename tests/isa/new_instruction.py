"""An instruction that no GPU has, and everything that must know it once the table has its entry.

Run by `test_new_instruction.py` in a process of its own, with a copy of the table.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import ptxpy
from ptxpy import kernel, ptx, reg
from ptxpy.analysis import bodies, control_flow, flatten, liveness, register_table
from ptxpy.analysis.instruction_classes import classify
from ptxpy.check.report import check_text
from ptxpy.compare import compare
from ptxpy.isa import table
from ptxpy.types import u32, u64

ENTRY = """
[avgdiff] 9.7.1.99 Average two integers, and keep the distance.

avgdiff{.sat}.type  d, a, b;
    .type = { .u32, .s32 }
    ptx 8.0 sm_80

[ringload] 9.7.9.99 Load from memory around a ring.
    read a
    size type
    order weak

ringload{.ss}.type  d, [a];
    .ss = { .global, .shared }
    .type = { .u32, .f32 }
    a: addr .ss
    ptx 8.0 sm_80

[ringstore] 9.7.9.99 Copy to shared memory around a ring, asynchronously.
    read src
    write dst
    order weak
    proxy async
    completion bulk-async-group

ringstore.bulk_group  [dst], [src], size;
    dst: addr .global
    src: addr .shared
    size: reg .u32 or imm 0..1024
    ptx 8.0 sm_80
"""

PTX = """.version 8.0
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .b32 	%r<6>;
	.reg .b64 	%rd<3>;

	ld.param.u64 	%rd1, [k_param_0];
	ringload.global.u32 	%r1, [%rd1];
	avgdiff.sat.u32 	%r2, %r1, 7;
	avgdiff.s32 	%r3, %r2, %r1;
	st.global.u32 	[%rd1], %r3;
	ret;

}
"""


def add(folder: str) -> None:
    """Let the table have the entry: a copy of its files lies in a folder."""
    target = Path(folder)
    for path in table._FOLDER.glob("*.txt"):  # noqa: SLF001 - the test's own copy
        target.joinpath(path.name).write_bytes(path.read_bytes())
    with target.joinpath("integer.txt").open("a", encoding="utf-8") as file:
        file.write(ENTRY)
    vars(table)["_FOLDER"] = target
    table._index.cache_clear()  # noqa: SLF001
    table.entries.cache_clear()


def check_conversion() -> None:
    """Import gives the value form; the way back is identical; the form is right in the tracer."""
    python = ptxpy.to_python(ptxpy.parse(PTX))
    assert " = ptx.ringload.global_.u32([param_0_base])  #: r1\n" in python, python
    assert "r2 = ptx.avgdiff.sat.u32(param_0_val, 7)  #: r.2\n" in python, python
    assert "([param_0_base], ptx.avgdiff.s32(r2, param_0_val))  #: r3\n" in python, python
    flat = ptxpy.to_python(ptxpy.parse(PTX), flat=True)
    assert "r[1] = ptx.ringload.global_.u32([rd[1]])\n" in flat, flat
    assert "r[2] = ptx.avgdiff.sat.u32(r[1], 7)\n" in flat, flat
    assert "r[3] = ptx.avgdiff.s32(r[2], r[1])\n" in flat, flat
    assert ptxpy.emit(ptxpy.from_python(flat)) == PTX
    assert ptxpy.emit(ptxpy.from_python(python)) == PTX


def check_tracing() -> None:
    """A traced kernel calls it with values, and gets one; a wrong operand is refused."""

    @kernel(arch="sm_90", version="8.0")
    def traced() -> None:
        left = reg.scalar(u32, 3)
        mean = ptx.avgdiff.u32(left, 5)  # type: ignore[attr-defined] # the table of the package
        ptx.avgdiff.u32(mean + 1, mean)  # type: ignore[attr-defined]
        ptx.ret()

    assert "avgdiff.u32" in traced.ptx()

    @kernel(arch="sm_90", version="8.0")
    def wrong() -> None:
        ptx.avgdiff.u32(reg.scalar(u64, 3), 5)  # type: ignore[attr-defined]
        ptx.ret()

    try:
        wrong.ptx()
    except ptxpy.InstructionError:
        return
    raise AssertionError


def check_rules() -> None:
    """The checker knows its operands, versions and targets, and what it does to memory."""

    def codes(text: str) -> list[str]:
        return [each.code for each in check_text(text).found]

    assert codes(PTX) == []
    assert codes(PTX.replace("%r1, 7;", "%rd1, 7;")) == ["PTX014"]
    assert codes(PTX.replace(".sat.u32", ".sta.u32")) == ["PTX011"]
    assert "PTX018" in codes(PTX.replace("sm_90", "sm_70"))
    asynchronous = "ringstore.bulk_group [%rd1], [s], 16;\n\tret;"
    text = PTX.replace("ret;", asynchronous).replace(
        "\t.reg .b32", "\t.shared .b32 s[4];\n\t.reg .b32"
    )
    assert codes(text) == ["PTX052"]
    ordered = text.replace("ringstore.bulk", "st.shared.u32 [s], %r3;\n\tringstore.bulk")
    assert "PTX056" in codes(ordered)


def check_analysis() -> None:
    """Liveness follows its reads and writes, and counting knows its chapter."""
    (body,) = bodies(ptxpy.parse(PTX))
    code = flatten(body.function, body.ordinal)
    registers, accesses = register_table(code)
    found = liveness(control_flow(code), registers, accesses)
    written = [[registers.names[k] for k in access.writes] for access in accesses]
    assert ["%r2"] in written
    assert ["%r1"] in written
    assert found.pressure(0).words == 4, found.pressure(0)
    assert classify("avgdiff", (".u32",)).kind == "integer"


def check_comparison() -> None:
    """Two spellings of one constant of it are the same; another constant is not."""

    def differs(new: str) -> bool:
        return not compare(ptxpy.parse(PTX), ptxpy.parse(PTX.replace("%r1, 7;", new))).equal

    assert not differs("%r1, 0x7;")
    assert differs("%r1, 8;")


def check_stubs() -> None:
    """Editors complete it."""
    tool = Path(__file__).parents[2] / "tools" / "generate_stubs"
    lines = runpy.run_path(str(tool))["text"]()
    assert "avgdiff" in lines
    assert "ringstore" in lines


if __name__ == "__main__":
    add(sys.argv[1])
    for check in (
        check_conversion,
        check_tracing,
        check_rules,
        check_analysis,
        check_comparison,
        check_stubs,
    ):
        print(check.__name__, flush=True)  # noqa: T201 - the test reads it
        check()
