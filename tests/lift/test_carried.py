"""Repetitions that carry values from turn to turn."""

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
	.reg .f32 	%f<99>;
	.reg .b64 	%rd<4>;

	ld.param.u64 	%rd1, [k_param_0];
	cvta.to.global.u64 	%rd2, %rd1;
"""
TURNS = 5


def lines_of(turns: list[list[str]], before: list[str], after: list[str]) -> list[str]:
    """Return the lines of the body of a kernel's Python, and prove the program."""
    statements = [*before, *(line for turn in turns for line in turn), *after, "ret"]
    source = HEAD + "".join(f"\t{line};\n" for line in statements) + "\n}\n"
    python = ptxpy.to_python(ptxpy.parse(source))
    assert ptxpy.emit(ptxpy.from_python(python)) == source
    body = python[python.index("param_0_global = ") :].splitlines()
    return [line.partition("  #:")[0].removeprefix("    ") for line in body[1:]]


def turn(number: int, first: int = 10) -> list[str]:
    """Return a turn that reads the register of the turn before and writes its own."""
    own = first + 10 * number
    return [
        f"ld.global.f32 \t%f{own + 1}, [%rd2+{4 * number + 4}]",
        f"sub.f32 \t%f{own + 2}, %f{own + 1}, %f{own}",
        f"mul.f32 \t%f{own + 3}, %f{own + 2}, %f{own + 1}",
        f"fma.rn.f32 \t%f{own + 10}, %f{own + 3}, %f{own + 2}, %f{own}",
    ]


FIRST = ["ld.global.f32 \t%f10, [%rd2]"]
STORE = ["st.global.f32 \t[%rd2], %f60"]


def test_a_value_is_carried() -> None:
    """The name is bound anew by each turn, and has the last value behind the loop."""
    assert lines_of([turn(number) for number in range(TURNS)], FIRST, STORE) == [
        "param_0_val = ptx.ld.global_.f32([param_0_global])",
        "sum_a = param_0_val",
        "for i in range(5):",
        "    param_0_val = ptx.ld.global_.f32([param_0_global, 4 * i + 4])",
        "    param_0_diff = param_0_val - sum_a",
        "    param_0_product = param_0_diff * param_0_val",
        "    sum_a = ptx.fma.rn.f32(param_0_product, param_0_diff, sum_a)",
        "ptx.st.global_.f32([param_0_global], sum_a)",
        "ptx.ret()",
    ]


def test_the_first_turn_reads_another_register() -> None:
    """The register that the first turn reads may have any number."""
    turns = [turn(number) for number in range(TURNS)]
    turns[0] = [line.replace("%f10", "%f7") for line in turns[0]]
    lines = lines_of(turns, ["ld.global.f32 \t%f7, [%rd2]"], STORE)
    assert "for i in range(5):" in lines
    assert len(lines) <= 9


KEPT = {
    "a value of another turn is read later": ["st.global.f32 \t[%rd2], %f30"],
    "a value of a turn is read twice": [
        "add.f32 \t%f98, %f40, %f50",
        "st.global.f32 \t[%rd2], %f98",
    ],
}


@pytest.mark.parametrize("name", KEPT)
def test_no_name_can_carry_it(name: str) -> None:
    """A name has one value: a register that is read elsewhere, too, is none of it."""
    lines = lines_of([turn(number) for number in range(TURNS)], FIRST, KEPT[name])
    assert not any(line.startswith("for i in range(5)") for line in lines)


def test_a_reader_keeps_four_things_in_mind() -> None:
    """A loop that would carry five names stays as it is."""

    def turns(count: int) -> list[list[str]]:
        return [
            [
                f"{opcode}.f32 \t%f{10 * each + number + 11}, %f{10 * each + number + 10}, "
                f"%f{10 * min(each + 1, count - 1) + number + 10}"
                for each, opcode in enumerate(["add", "sub", "mul", "max", "min"][:count])
            ]
            for number in range(TURNS)
        ]

    begins = [f"ld.global.f32 \t%f{10 * each + 10}, [%rd2+{64 * each}]" for each in range(5)]
    ends = [f"st.global.f32 \t[%rd2+{8 * each}], %f{10 * each + 15}" for each in range(5)]
    assert sum("ptx.max" in line for line in lines_of(turns(4), begins, ends)) == 1
    assert sum("ptx.max" in line for line in lines_of(turns(5), begins, ends)) == TURNS
