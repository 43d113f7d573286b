"""Bodies of branches and labels, as compilers write them and as nobody does, come back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy

HEAD = """\
.version 8.0
.target sm_90a
.address_size 64

.visible .entry k(
    .param .u64 out
)
{
    .reg .pred %p<4>;
    .reg .b32 %r<4>;
"""


def module(lines: list[str]) -> bytes:
    """Return a module with a kernel that has the lines as its body; `#5` is a label."""
    body = "".join(f"{'' if line.endswith(':') else '    '}{line}\n" for line in lines)
    return (HEAD + re.sub(r"#(\d+)", r"$L__BB0_\1", body) + "}\n").encode()


def check(lines: list[str]) -> None:
    """The Python gives equal IR and the same text; it is determined, and a fixed point."""
    source = module(lines)
    parsed = ptxpy.parse(source)
    for roll in (True, False):
        python = ptxpy.to_python(parsed, roll=roll)
        traced = ptxpy.from_python(python, check=False)
        emitted = ptxpy.emit_bytes(traced)
        assert emitted == source
        assert traced == parsed
        assert ptxpy.to_python(parsed, roll=roll) == python
        assert ptxpy.to_python(ptxpy.parse(emitted), roll=roll) == python


# --------------------------------------------------------------------------- structured programs

GUARDS = st.sampled_from(["@%p1", "@!%p1", "@%p2"])
WORK = st.sampled_from(["add.s32 %r1, %r1, 1;", "mov.u32 %r2, %r1;", "@%p3 add.s32 %r1, %r1, 2;"])

Emit = Callable[[list[str], Callable[[], str], str], None]
"""Adds lines to a body, with fresh labels, and the label to which `break` goes."""


def simple(line: str) -> Emit:
    """Return what emits a line."""
    return lambda out, _fresh, _leave: out.append(line)


def sequence(parts: list[Emit]) -> Emit:
    """Return what emits one after the other."""

    def emit(out: list[str], fresh: Callable[[], str], leave: str) -> None:
        for part in parts:
            part(out, fresh, leave)

    return emit


def when(guard: str, then: Emit, other: Emit | None, form: str) -> Emit:
    """Return what emits a condition: plain, as a branch of two, or with the else moved behind."""

    def emit(out: list[str], fresh: Callable[[], str], leave: str) -> None:
        first, second, end = fresh(), fresh(), fresh()
        if other is None:
            second = end
        if form == "plain":
            out.append(f"{guard} bra {second};")
        elif form == "next":
            out.extend([f"{guard} bra {second};", f"bra.uni {first};", f"{first}:"])
        else:
            out.extend([f"{guard} bra {first};", f"bra.uni {second};", f"{first}:"])
        then(out, fresh, leave)
        if other is not None:
            out.extend([f"bra.uni {end};", f"{second}:"])
            other(out, fresh, leave)
        out.append(f"{end}:")

    return emit


def loop(guard: str, body: Emit, form: str) -> Emit:
    """Return what emits a loop: entered at its top, by a branch, or at its test."""

    def emit(out: list[str], fresh: Callable[[], str], _leave: str) -> None:
        top, test, end = fresh(), fresh(), fresh()
        if form == "rotated":
            out.append(f"bra.uni {test};")
        elif form == "entered":
            out.append(f"bra.uni {top};")
        out.append(f"{top}:")
        body(out, fresh, end)
        if form == "rotated":
            out.append(f"{test}:")
        if form == "entered":
            out.extend([f"{guard} bra {end};", f"bra.uni {top};"])
        else:
            out.append(f"{guard} bra {top};")
        out.append(f"{end}:")

    return emit


def leaving(guard: str) -> Emit:
    """Return what leaves the loop around it."""
    return lambda out, _fresh, leave: out.append(f"{guard} bra {leave};")


def switch(cases: list[Emit]) -> Emit:
    """Return what emits cases that branches lead to, one behind the other."""

    def emit(out: list[str], fresh: Callable[[], str], leave: str) -> None:
        labels, end = [fresh() for _ in cases], fresh()
        out.extend(f"@%p1 bra {label};" for label in labels)
        out.append(f"bra.uni {end};")
        for label, case in zip(labels, cases, strict=True):
            out.append(f"{label}:")
            case(out, fresh, leave)
            out.append(f"bra.uni {end};")
        out.append(f"{end}:")

    return emit


def grown(inner: st.SearchStrategy[Emit]) -> st.SearchStrategy[Emit]:
    """Return what holds other parts."""
    bodies = st.lists(inner, min_size=1, max_size=3).map(sequence)
    return st.one_of(
        st.builds(
            when,
            GUARDS,
            bodies,
            st.one_of(st.none(), bodies),
            st.sampled_from(["plain", "plain", "next", "over"]),
        ),
        st.builds(loop, GUARDS, bodies, st.sampled_from(["plain", "entered", "rotated"])),
        st.lists(bodies, min_size=2, max_size=8).map(switch),
        bodies,
    )


PROGRAMS = st.recursive(
    st.one_of(WORK.map(simple), WORK.map(simple), GUARDS.map(leaving)), grown, max_leaves=12
)
ORDERS = st.sampled_from(["up", "down", "named"])


def lines_of(program: Emit, order: str) -> list[str]:
    """Return the lines of a program, with its labels numbered or named."""
    count = 0

    def fresh() -> str:
        nonlocal count
        count += 1
        return {"up": f"#{count}", "down": f"#{1000 - count}", "named": f"name{count}"}[order]

    out: list[str] = []
    program(out, fresh, end := fresh())
    return [*out, f"{end}:", "ret;"]


@given(PROGRAMS, ORDERS)
def test_structured_programs(program: Emit, order: str) -> None:
    """Conditions, loops and switches in each other, whatever their labels are called."""
    check(lines_of(program, order))


@given(PROGRAMS, ORDERS, st.sampled_from(["operators", "names", "control"]))
def test_programs_without_a_pass(program: Emit, order: str, name: str) -> None:
    """No pass needs another."""
    source = module(lines_of(program, order))
    assert ptxpy.prove(source, without=[name]).size == len(source)


# --------------------------------------------------------------------------- any bodies

LABEL_COUNT = 11
TARGETS = st.integers(1, LABEL_COUNT)


def pieces(form: int, label: int, target: int, guard: str) -> list[str]:
    """Return a few lines with one label."""
    return [
        [f"{guard} bra #{label};", f"bra.uni #{target};", f"#{label}:"],
        [f"{guard} bra #{target};", f"bra.uni #{label};", f"#{label}:"],
        [f"{guard} bra #{target};", "mov.u32 %r1, 7;", f"#{label}:"],
        [f"bra.uni #{target};", f"#{label}:", "mov.u32 %r1, 7;"],
        [f"bra.uni #{target};", f"#{label}:"],
        [f"#{label}:"],
    ][form]


BODIES = st.permutations(range(1, LABEL_COUNT + 1)).flatmap(
    lambda labels: st.tuples(
        *[
            st.builds(pieces, st.integers(0, 5), st.just(label), TARGETS, GUARDS)
            for label in labels
        ],
        st.lists(TARGETS.map(lambda target: f"@%p1 bra #{target};"), max_size=3),
    )
)


@given(BODIES)
def test_any_body(parts: tuple[list[str], ...]) -> None:
    """Branches in any direction, every label once."""
    check([line for part in parts for line in part])


HARD = {
    "pairs that lead into each other": (
        "@!%p1 bra #1; @!%p1 bra #1; bra.uni #4; #1: @!%p1 bra #4; bra.uni #7; #4: #5: "
        "bra.uni #6; #7: #6:"
    ),
    "a loop at the end of a block, in a loop that begins behind it": (
        "bra.uni #8; #8: #13: @!%p1 bra #8; bra.uni #13;"
    ),
    "three such loops": ("@%p1 bra #1; #1: #9: #10: bra.uni #1; bra.uni #9; bra.uni #10;"),
    "a loop at the end of a block that is one with a rotated loop": (
        "@!%p1 bra #1; #1: bra.uni #5; #9: bra.uni #1; #5: @%p1 bra #9;"
    ),
    "a rotated loop of which the entry is a loop": (
        "bra.uni #11; #13: #11: #7: @!%p1 bra #4; bra.uni #11; #4: @!%p1 bra #7; bra.uni #13; "
        "@!%p1 bra #4;"
    ),
    "a rotated loop between loops that cross": (
        "@!%p1 bra #4; #11: #4: bra.uni #9; #2: #9: @%p1 bra #6; bra.uni #4; #6: bra.uni #11; "
        "bra.uni #6; @!%p1 bra #2;"
    ),
    "a branch of two that goes round a loop at the end of a block": (
        "@%p1 bra #14; #14: #7: @!%p1 bra #16; bra.uni #14; #16: @%p1 bra #7; @!%p1 bra #16;"
    ),
}
"""Bodies in short, by what is hard about them."""


@pytest.mark.parametrize("case", HARD)
def test_hard_body(case: str) -> None:
    """Regions that share labels and statements."""
    check(re.findall(r"[^;: ][^;:]*[;:]", HARD[case]))
