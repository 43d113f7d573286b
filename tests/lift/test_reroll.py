"""Lines that repeat evenly become loops of Python; others stay as they are."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

import ptxpy
from ptxpy.lift.reroll import MAX_PERIOD, MIN_REPETITIONS, roll
from ptxpy.pytree import tree as t
from ptxpy.pytree.wrap import lay_out

HEAD = """\
.version 8.0
.target sm_90a{debug}
.address_size 64

.visible .entry k(
    .param .u64 out
)
{{
    .reg .pred %p<64>;
    .reg .b32 %r<999>;
    .reg .b64 %rd<99>;
    .reg .f32 %f<999>;
"""


def module(*lines: str, debug: bool = False) -> bytes:
    """Return a module with a kernel that has the lines as its body."""
    body = "".join(f"    {line}\n" for line in (*lines, "ret;"))
    return f"{HEAD.format(debug=', debug' if debug else '')}{body}}}\n".encode()


def rolled(*lines: str, debug: bool = False) -> str:
    """Return the body of the Python of such a kernel, rolled up."""
    proof = ptxpy.prove(module(*lines, debug=debug), without=["nest", "names"])
    assert ptxpy.emit_bytes(ptxpy.from_python(proof.python)) == module(*lines, debug=debug)
    body = proof.python.partition("def k(out: u64):\n")[2]
    kept = [line for line in textwrap.dedent(body).splitlines() if "reg.bulk" not in line]
    assert kept.pop() == "ptx.ret()"
    return "\n".join(kept)


def repeated(line: str, times: int) -> list[str]:
    """Return a line as often as asked for, with `{i}` and sums of it filled in."""
    return [line.format(*[i + k for k in range(8)], i=i, i4=4 * i, i8=8 * i) for i in range(times)]


CASES: dict[str, tuple[list[str], str]] = {
    "numbers of which one means something": (
        [f"add.s32 %r{i}, %r{i}, {2**31 - 3 + i};" for i in range(4)],
        "for i in range(4):\n    r[i] = r[i] + (i + 2147483645)",
    ),
    "masks in even steps": (
        [f"or.b32 %r{i}, %r9, {1024 * i + 1024};" for i in range(4)],
        "for i in range(4):\n    r[i] = r[9] | (1024 * i + 1024)",
    ),
    "a number with a meaning that stays": (
        [f"or.b32 %r{i}, %r9, -2147483648;" for i in range(4)],
        "for i in range(4):\n    r[i] = r[9] | -0x80000000",
    ),
    "one line": (
        repeated("mov.u32 %r{i}, {i4};", 5),
        "for i in range(5):\n    r[i] = 4 * i",
    ),
    "with an offset": (
        repeated("add.s32 %r{3}, %r{1}, 7;", 4),
        "for i in range(4):\n    r[i + 3] = r[i + 1] + 7",
    ),
    "downwards": (
        [f"mov.u32 %r{9 - i}, {40 - 8 * i};" for i in range(4)],
        "for i in range(4):\n    r[9 - i] = 40 - 8 * i",
    ),
    "several lines": (
        [
            line
            for i in range(6)
            for line in (
                f"ld.global.f32 %f{2 * i}, [%rd1+{16 * i}];",
                f"mul.f32 %f{2 * i + 1}, %f{2 * i}, 0f40000000;",
                f"st.global.f32 [%rd2+{16 * i}], %f{2 * i + 1};",
                f"bar.sync {i};",
            )
        ],
        (
            "for i in range(6):\n"
            "    f[2 * i] = ptx.ld.global_.f32([rd[1], 16 * i])\n"
            "    f[2 * i + 1] = f[2 * i] * 2.0\n"
            "    ptx.st.global_.f32([rd[2], 16 * i], f[2 * i + 1])\n"
            "    ptx.bar.sync(i)"
        ),
    ),
    "a vector": (
        [f"ld.global.v2.f32 {{%f{2 * i}, %f{2 * i + 1}}}, [%rd1+{8 * i + 8}];" for i in range(4)],
        (
            "for i in range(4):\n"
            "    f[2 * i : 2 * i + 2] = ptx.ld.global_.v2.f32([rd[1], 8 * i + 8])"
        ),
    ),
    "two": (
        repeated("mov.u32 %r{i}, {i4};", MIN_REPETITIONS - 1),
        "r[0] = 0\nr[1] = 4",
    ),
    "uneven": (
        [f"mov.u32 %r{i}, {i * i};" for i in range(5)],
        "r[0] = 0\nr[1] = 1\nr[2] = 4\nr[3] = 9\nr[4] = 16",
    ),
    "uneven, beside registers": (
        [f"ld.global.f32 %f{i}, [%rd1+{offset}];" for i, offset in enumerate((4, 8, 32, 40))],
        (
            "for i, offset in enumerate((4, 8, 32, 40)):\n"
            "    f[i] = ptx.ld.global_.f32([rd[1], offset])"
        ),
    ),
    "uneven, in pairs": (
        [
            line
            for i, (a, b) in enumerate(((1, 64), (2, 96), (4, 32), (8, 64)))
            for line in (f"bar.sync {a}, {b};", f"st.global.u32 [%rd1+{4 * i}], {b};")
        ],
        (
            "for i, (number_a, number_b) in enumerate(((1, 64), (2, 96), (4, 32), (8, 64))):\n"
            "    ptx.bar.sync(number_a, number_b)\n"
            "    ptx.st.global_.u32([rd[1], 4 * i], number_b)"
        ),
    ),
    "uneven registers": (
        [f"add.s32 %r{i}, %r{i * i + 20}, 7;" for i in range(4)],
        "r[0] = r[20] + 7\nr[1] = r[21] + 7\nr[2] = r[24] + 7\nr[3] = r[29] + 7",
    ),
    "another instruction between them": (
        [f"{'or' if i % 3 == 2 else 'and'}.b32 %r{i}, %r40, %r41;" for i in range(5)],
        (
            "r[0] = r[40] & r[41]\nr[1] = r[40] & r[41]\nr[2] = r[40] | r[41]\n"
            "r[3] = r[40] & r[41]\nr[4] = r[40] & r[41]"
        ),
    ),
    "the first is another": (
        ["add.s32 %r0, %r1, 100;", *repeated("add.s32 %r{2}, %r{3}, {i};", 4)],
        "r[0] = r[1] + 100\nfor i in range(4):\n    r[i + 2] = r[i + 3] + i",
    ),
    "the last is another": (
        [*repeated("add.s32 %r{2}, %r{3}, {i};", 4), "add.s32 %r6, %r7, 90;"],
        "for i in range(4):\n    r[i + 2] = r[i + 3] + i\nr[6] = r[7] + 90",
    ),
    "loops in loops": (
        [
            f"st.global.u32 [%rd{j + 1}+{4 * i}], %r{2 * i + 120 * j + 1};"
            for j in range(4)
            for i in range(60)
        ],
        (
            "for j in range(4):\n"
            "    for i in range(60):\n"
            "        ptx.st.global_.u32([rd[j + 1], 4 * i], r[2 * i + 120 * j + 1])"
        ),
    ),
    "a sum that is carried in a short body": (
        repeated("add.s32 %r{1}, %r{0}, %r50;", 4),
        "sum_a = r[0]\nfor i in range(4):\n    sum_a = sum_a + r[50]  #: r1..4",
    ),
}
"""Bodies by what is said of them, and their Python."""


@pytest.mark.parametrize("case", CASES)
def test_roll(case: str) -> None:
    """The Python is as expected, and emits the same instructions."""
    lines, python = CASES[case]
    assert rolled(*lines) == python


def test_positions_are_rolled_up() -> None:
    """Lines of the source that grow evenly grow with the loop."""
    lines = [line for i in range(5) for line in (f".loc 1 {i + 10} 4", f"mov.u32 %r{i}, {4 * i};")]
    found = rolled(*lines, debug=True)
    assert "for i in range(5):" in found
    assert "at(i + 10, 4)" in found


def carried(times: int) -> list[str]:
    """Return bodies of four lines that read what the one before has written."""
    return [
        line
        for i in range(times)
        for line in (
            f"add.s32 %r{4 * i + 5}, %r{4 * i + 4}, 1;",
            f"xor.b32 %r{4 * i + 6}, %r{4 * i + 5}, 7;",
            f"mul.lo.s32 %r{4 * i + 7}, %r{4 * i + 6}, 3;",
            f"sub.s32 %r{4 * i + 8}, %r{4 * i + 7}, %r60;",
        )
    ]


def test_a_long_body_carries_a_value_under_a_name() -> None:
    """A name says what is read from the turn before; `tests/lift/test_carried.py` has more."""
    python = rolled(*carried(6))
    assert python.startswith("diff = r[4]\nfor i in range(6):\n    r[4 * i + 5] = diff + 1\n")


def test_a_long_body_that_carries_nothing_is_rolled_up() -> None:
    """The same lines, of which each repetition reads its own registers."""
    lines = [
        line
        for i in range(6)
        for line in (
            f"add.s32 %r{4 * i + 1}, %r{i + 100}, 1;",
            f"xor.b32 %r{4 * i + 2}, %r{4 * i + 1}, 7;",
            f"mul.lo.s32 %r{4 * i + 3}, %r{4 * i + 2}, 3;",
            f"sub.s32 %r{4 * i + 4}, %r{4 * i + 3}, %r60;",
        )
    ]
    assert rolled(*lines) == (
        "for i in range(6):\n"
        "    r[4 * i + 1] = r[i + 100] + 1\n"
        "    r[4 * i + 2] = r[4 * i + 1] ^ 7\n"
        "    r[4 * i + 3] = r[4 * i + 2] * 3\n"
        "    r[4 * i + 4] = r[4 * i + 3] - r[60]"
    )


def call(function: str, *arguments: t.Expression) -> t.Evaluate:
    """Return a statement that calls a function."""
    return t.Evaluate(t.Call(function, arguments))


def texts(block: list[t.Statement]) -> list[str]:
    """Return the lines of a block after it has been rolled."""
    roll(block, lambda name: name)
    return [*lay_out(block)]


STAYING: dict[str, Callable[[int], t.Statement]] = {
    "a block": lambda i: t.With([t.Context(t.Call("ptx.unless", (t.Register("p", i),)))]),
    "a comment": lambda i: call("ptx.comment", i),
    "a name": lambda i: t.Assign(["x"], t.Call("reg.array", ("b32", i))),
    "a name and a register": lambda i: t.Assign(["tid", t.Register("r", i)], "ptx.special.tid.x"),
    "a text": lambda i: call("ptx.bra", f"'{i}'"),
    "digits in names": lambda i: call(f"x{i}", i),
    "floats": lambda i: call("f", f"{i}.5"),
    "hexadecimal numbers": lambda i: call("f", t.Hexadecimal(i)),
}


@pytest.mark.parametrize("name", STAYING)
def test_statements_that_stay(name: str) -> None:
    """What gives names, what differs in a text and what opens a block is not repeated."""
    block = [STAYING[name](i) for i in range(6)]
    before = [*lay_out(block)]
    assert texts(block) == before


def test_the_same_text_is_repeated() -> None:
    """Stores to what a function returns, and gaps that are the same."""
    store = "ptx.st.param.b64"
    address = '"func_retval0"'
    block: list[t.Statement] = [
        call(store, t.List((address, 8 * i + 8)), t.Register("rd", i)) for i in range(6)
    ]
    assert texts(block) == [
        "for i in range(6):",
        '    ptx.st.param.b64(["func_retval0", 8 * i + 8], rd[i])',
    ]


@pytest.mark.parametrize("period", [1, 2, MAX_PERIOD - 1, MAX_PERIOD, MAX_PERIOD + 1])
def test_the_longest_period(period: int) -> None:
    """A body has a limit, as what is read at once has."""
    block: list[t.Statement] = [
        call(f"f{k}", t.Register("r", i)) for i in range(4) for k in range(period)
    ]
    assert (len(texts(block)) == period + 1) is (period <= MAX_PERIOD)


def run(lines: list[str]) -> list[str]:
    """Return what lines of Python do: the statements, with their numbers computed."""
    found: list[str] = []
    offered = {"do": lambda *values: found.append(repr(values))}
    exec("\n".join(lines), offered)  # noqa: S102 - made above
    return found


@pytest.mark.parametrize("step", [-3, -1, 0, 1, 2, 16])
@pytest.mark.parametrize("times", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("period", [1, 2, 5])
def test_a_loop_does_what_its_statements_do(step: int, times: int, period: int) -> None:
    """For steps up and down, also of several statements."""
    block: list[t.Statement] = [
        call("do", k, 4 + step * i, i, t.List((i + k, t.Binary(-4, "*", 2))), t.Unary("-", i))
        for i in range(times)
        for k in range(period)
    ]
    lines = [*lay_out(block)]
    found = texts(block)
    assert run(found) == run(lines)
    assert len(found) <= len(lines)
    if times > MIN_REPETITIONS:
        # The statements of a long body repeat in it: a loop in a loop.
        assert len(found) == (3 if period >= MIN_REPETITIONS else period + 1)
