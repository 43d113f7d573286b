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
        "warp_max = partial_max",
        "ptx.st.global_.u32([param_0_global, 4], warp_max)",
    ]


DISTANCES = [
    f"mov.u32 \t%r{register}, {number}"
    for register, number in ((40, 8), (41, 2), (42, 16), (45, 1), (46, 4))
]
"""Distances of shuffles in registers, in the order in which other code needs them."""


def by_registers(result: int) -> list[str]:
    """Return a reduction whose distances are in registers, and its result in one out of order."""
    chain = [1, 3, 5, 7, 9, result]
    steps = [
        line
        for at, distance in enumerate((42, 40, 46, 41, 45))
        for line in (
            f"shfl.sync.down.b32 \t%r{2 * at + 2}, %r{chain[at]}, %r{distance}, 31, -1",
            f"max.u32 \t%r{chain[at + 1]}, %r{chain[at]}, %r{2 * at + 2}",
        )
    ]
    uses = [f"st.global.u32 \t[%rd2+{at}], %r{at}" for at in (40, 41, 42, 45, 46)]
    return [
        "ld.global.u32 \t%r1, [%rd2]",
        *DISTANCES,
        *steps,
        f"st.global.u32 \t[%rd2+4], %r{result}",
        *uses,
    ]


@pytest.mark.parametrize("result", [11, 77])
def test_distances_in_registers(result: int) -> None:
    """A loop is over registers; the one that the last turn writes is in the margin alone."""
    lines = lines_of(by_registers(result))
    at = lines.index("for lane_delta in (const16, const8, const4, const2, one):")
    assert lines[at - 1 : at + 6] == [
        "larger = param_0_val",
        "for lane_delta in (const16, const8, const4, const2, one):",
        "    from_higher = ptx.shfl.sync.down.b32(",
        "        larger, lane_delta, 31, ptx.FULL_MASK",
        "    )",
        "    larger = ptx.max.u32(larger, from_higher)",
        "ptx.st.global_.u32([param_0_global, 4], larger)",
    ]
    # The constants keep their names for those who read them behind the loop.
    assert "ptx.st.global_.u32([param_0_global, 42], const16)" in lines


def test_a_list_of_registers_is_no_loop_by_itself() -> None:
    """Where nothing is carried along, four statements read better than a list of four values."""
    loads = [f"ld.global.u32 \t%r{10 + at}, [%rd2+{16 * at * at}]" for at in range(4)]
    sums = [f"add.s32 \t%r{20 + at}, %r{read}, 5" for at, read in enumerate((12, 10, 13, 11))]
    stores = [f"st.global.u32 \t[%rd2+{4 * at}], %r{20 + at}" for at in range(4)]
    assert not any(" in (" in line for line in lines_of([*loads, *sums, *stores]))


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
            "for offset, value in ((0, 9), (8, 7), (32, 1), (40, 0)):",
            "    ptx.st.global_.v2.u32([param_0_global, offset], (1, value))",
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
