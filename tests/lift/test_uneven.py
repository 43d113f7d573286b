"""Repetitions in which a number or two grow unevenly."""

from __future__ import annotations

import pytest

import ptxpy

HEAD = """\
.version 9.0
.target sm_90a
.address_size 64

.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .pred 	%p<9>;
	.reg .b32 	%r<99>;
	.reg .b64 	%rd<4>;

	ld.param.u64 	%rd1, [k_param_0];
	cvta.to.global.u64 	%rd2, %rd1;
"""


def lines_of(statements: list[str]) -> list[str]:
    """Return the lines of the body of a kernel's Python, without margins; prove the program."""
    source = HEAD + "".join(f"\t{line};\n" for line in [*statements, "ret"]) + "\n}\n"
    python = ptxpy.prove(source.encode()).python
    assert ptxpy.emit(ptxpy.from_python(python)) == source
    body = python[python.index("param_0_global = ") :].splitlines()
    return [line.partition("  #:")[0].removeprefix("    ") for line in body[1:-1]]


def reduction(masks: tuple[int, ...]) -> list[str]:
    """Return the steps of a reduction by shuffles, and a store of its result."""
    steps = [
        line
        for at, mask in enumerate(masks)
        for line in (
            f"shfl.sync.bfly.b32 \t%r{2 * at + 2}, %r{2 * at + 1}, {mask}, 31, -1",
            f"max.u32 \t%r{2 * at + 3}, %r{2 * at + 1}, %r{2 * at + 2}",
        )
    ]
    return [
        "ld.global.u32 \t%r1, [%rd2]",
        *steps,
        f"st.global.u32 \t[%rd2+4], %r{2 * len(masks) + 1}",
    ]


def test_a_reduction() -> None:
    """The operand that differs has its name, and the value is carried under another."""
    assert lines_of(reduction((16, 8, 4, 2, 1))) == [
        "param_0_val = ptx.ld.global_.u32([param_0_global])",
        "partial_max = param_0_val",
        "for lane_mask in (16, 8, 4, 2, 1):",
        "    from_partner = ptx.shfl.sync.bfly.b32(",
        "        partial_max, lane_mask, 31, ptx.FULL_MASK",
        "    )",
        "    partial_max = ptx.max.u32(partial_max, from_partner)",
        "ptx.st.global_.u32([param_0_global, 4], partial_max)",
    ]


def test_two_turns_are_no_loop() -> None:
    """A loop has three turns at least."""
    assert not any(line.startswith("for ") for line in lines_of(reduction((2, 1))))


def stores(*rows: tuple[int, ...]) -> list[str]:
    """Return stores of numbers, the first of each row to the offset of that name."""
    return [f"st.global.v2.u32 \t[%rd2+{first}], {{{a}, {b}}}" for first, a, b in rows]


STORES = {
    "one number": (
        stores((0, 1, 7), (8, 1, 7), (32, 1, 7), (40, 1, 7)),
        [
            "for offset in (0, 8, 32, 40):",
            "    ptx.st.global_.v2.u32([param_0_global, offset], (1, 7))",
        ],
    ),
    "the same number twice is one": (
        stores((0, 1, 0), (8, 1, 8), (32, 1, 32), (40, 1, 40)),
        [
            "for offset in (0, 8, 32, 40):",
            "    ptx.st.global_.v2.u32([param_0_global, offset], (1, offset))",
        ],
    ),
    "one number beside another that is even": (
        stores((0, 1, 7), (8, 2, 7), (32, 3, 7), (40, 4, 7)),
        [
            "for i, offset in enumerate((0, 8, 32, 40)):",
            "    ptx.st.global_.v2.u32([param_0_global, offset], (i + 1, 7))",
        ],
    ),
    "two numbers": (
        stores((0, 1, 9), (8, 1, 7), (32, 1, 1), (40, 1, 0)),
        [
            "for offset, number in ((0, 9), (8, 7), (32, 1), (40, 0)):",
            "    ptx.st.global_.v2.u32([param_0_global, offset], (1, number))",
        ],
    ),
}


@pytest.mark.parametrize("case", STORES)
def test_stores(case: str) -> None:
    """The counter is written where something needs it; two numbers are pairs."""
    statements, lines = STORES[case]
    assert lines_of(statements) == lines


CONSTANTS = [f"mov.u32 \t%r{10 + at}, {number}" for at, number in enumerate((2, 31, 16, 9))]
KEPT = {
    "three numbers are a table": stores((0, 1, 9), (8, 3, 7), (32, 4, 1), (40, 9, 0)),
    "registers are not even": [
        f"st.global.u32 \t[%rd2+{at}], %r{at * at * at + 1}" for at in range(4)
    ],
    "constants alone tell nothing": [
        *CONSTANTS,
        "st.global.v4.u32 \t[%rd2+4], {%r10, %r11, %r12, %r13}",
    ],
    "values with names are read behind": [
        *[f"ld.global.u32 \t%r{10 + at}, [%rd2+{16 * at * at}]" for at in range(3)],
        *[f"st.global.u32 \t[%rd2+{at + 4}], %r{at % 3 + 10}" for at in (0, 2, 4, 1, 3, 5)],
    ],
}


@pytest.mark.parametrize("case", KEPT)
def test_what_stays(case: str) -> None:
    """What would not be read more easily as a loop is none."""
    lines = lines_of(KEPT[case])
    assert not any(line.startswith("for ") and "," in line for line in lines)
