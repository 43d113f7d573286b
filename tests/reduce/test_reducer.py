"""The search: what is left, how often is tested, and in which order."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.reduce import PASSES, NotInterestingError, Outcome, Reducer
from tests.reduce.making import CORPUS, contains, large_module

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"


def _reduced(
    text: str,
    test: Callable[[bytes], Outcome],
    *,
    jobs: int = 1,
    kept: frozenset[str] = frozenset(),
) -> Reducer:
    reducer = Reducer(ptxpy.parse(text), test, jobs=jobs, kept=kept)
    reducer.run()
    reducer.close()
    return reducer


def test_one_instruction_of_two_thousand_is_left() -> None:
    """Nothing is that the test does not ask for."""
    reducer = _reduced(large_module(), contains(r"redux\.sync"))
    expected = ".visible .entry k0()\n{\n\tredux.sync t, 0, 0;\n}\n"
    assert ptxpy.emit(reducer.best) == HEADER + expected
    assert reducer.size == (len(ptxpy.emit_bytes(reducer.best)), 1)
    assert reducer.tests < 80


def test_the_test_decides() -> None:
    """What it asks for stays: instructions, operands, a guard, a name, a comment."""
    text = large_module().replace(
        "\tret;\n}\n.visible .entry o", "\t@%p1 exit; // why\n}\n.entry o"
    )
    patterns = ["redux", r"setp\.lt\.s32 %p1, %r150, 5;", r"@%p1 exit; // why", "large"]
    tests = [contains(pattern) for pattern in patterns]
    reducer = _reduced(
        text, lambda candidate: Outcome(all(each(candidate).interesting for each in tests), "")
    )
    assert all(each(ptxpy.emit_bytes(reducer.best)).interesting for each in tests)
    assert reducer.size.instructions == 3


def test_no_candidate_is_tested_twice() -> None:
    """And each of them parses, to what is printed again."""
    tested: list[bytes] = []
    found = contains(r"redux\.sync\.add")

    def test(candidate: bytes) -> Outcome:
        assert ptxpy.emit_bytes(ptxpy.parse(candidate)) == candidate
        tested.append(candidate)
        return found(candidate)

    reducer = _reduced(large_module(400), test)
    assert len(tested) == len(set(tested)) == reducer.tests
    assert reducer.tests > 20


class _Counting:
    """A test that knows how many of it ran at the same time; the first two wait for each other."""

    def __init__(self, test: Callable[[bytes], Outcome]) -> None:
        self._test = test
        self._met = threading.Barrier(2)
        self._calls = 0
        self.met = False

    def __call__(self, candidate: bytes) -> Outcome:
        self._calls += 1
        # The first call is of the module itself, before any candidate.
        if self._calls > 1 and not self.met:
            try:
                self._met.wait(0.05)
                self.met = True
            except threading.BrokenBarrierError:
                self._met = threading.Barrier(2)
        return self._test(candidate)


@pytest.mark.parametrize("name", ["nvcc/asm.sm_90.ptx", "triton/*.ptx", "cutedsl/*.ptx"])
def test_jobs_change_nothing(name: str) -> None:
    """The result with four tests at a time is that with one."""
    text = min(CORPUS.glob(name)).read_text()
    instructions = [
        each for each in ptxpy.ir.statements(ptxpy.parse(text)) if type(each) is n.Instruction
    ]
    test = contains(rf"\s{instructions[len(instructions) // 2].opcode}[. ]")
    counting = _Counting(test)
    alone, together = _reduced(text, test), _reduced(text, counting, jobs=4)
    assert counting.met
    assert ptxpy.emit(together.best) == ptxpy.emit(alone.best)
    assert together.tests >= alone.tests
    assert alone.size.instructions == 1


def test_it_ends_when_nothing_more_can_be_removed() -> None:
    """A second reduction changes nothing."""
    test = contains(r"fma\.rn\.f32.*\n(.*\n)*.*st\.global")
    text = (CORPUS / "nvcc" / "saxpy.sm_90a.ptx").read_text()
    once = _reduced(text, test)
    assert once.size.instructions == 2
    assert _reduced(ptxpy.emit(once.best), test).best == once.best


MARKED = [f"\tadd.s32 %r{number}, %r{number}, {1000 + number};" for number in range(60)]


@given(
    st.sets(st.integers(0, len(MARKED) - 1), min_size=1, max_size=6),
    st.sets(st.integers(0, len(MARKED) - 1), max_size=20),
    st.integers(1, 3),
)
def test_exactly_the_wanted_instructions_are_left(
    wanted: set[int], labelled: set[int], jobs: int
) -> None:
    """Whichever they are, and wherever labels and scopes are."""
    lines = [
        f"$L{number}:\n\t{{\n{line}\n\t}}\n\tbra $L{number};" if number in labelled else line
        for number, line in enumerate(MARKED)
    ]
    body = "\n".join(lines)
    text = f"{HEADER}.entry k()\n{{\n\t.reg .b32 %r<60>;\n{body}\n\tret;\n}}\n"

    def test(candidate: bytes) -> Outcome:
        has_all = all(b"%d;" % (1000 + number) in candidate for number in wanted)
        return Outcome(interesting=has_all, said="")

    reducer = _reduced(text, test, jobs=jobs)
    assert reducer.size.instructions == len(wanted)
    assert not any(type(each) is n.Label for each in ptxpy.ir.statements(reducer.best))


def test_what_is_not_interesting_is_told() -> None:
    """With what the test said."""
    outcome = Outcome(interesting=False, said="exit status 3")
    reducer = Reducer(ptxpy.parse(large_module(100)), lambda _: outcome)
    with pytest.raises(NotInterestingError, match="exit status 3"):
        reducer.run()
    assert reducer.tests == 1


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_best_is_kept_when_a_test_raises(jobs: int) -> None:
    """As Ctrl-C does."""
    text = large_module()
    found = contains("redux")
    calls: list[bytes] = []

    def test(candidate: bytes) -> Outcome:
        calls.append(candidate)
        if len(calls) > 30:
            raise KeyboardInterrupt
        return found(candidate)

    reducer = Reducer(ptxpy.parse(text), test, jobs=jobs)
    with pytest.raises(KeyboardInterrupt):
        reducer.run()
    reducer.close()
    left = ptxpy.emit_bytes(reducer.best)
    assert b"redux" in left
    assert left in calls
    assert len(left) < len(text) / 2


def test_names_that_are_kept() -> None:
    """A kernel keeps its parameters, a variable its value, both their names."""
    reducer = _reduced(large_module(100), contains(""), kept=frozenset({"large", "table"}))
    assert " ".join(ptxpy.emit(reducer.best).split()) == " ".join(HEADER.split()) + (
        " .global .align 4 .b8 table[4096] = {1, 2, 3};"
        " .visible .entry large(.param .u64 out, .param .u32 n) { }"
    )


CALL = """.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 r) f(.param .b32 a, .param .b32 b);
.visible .entry k()
{
    .param .b32 p;
    .param .b32 q;
    .param .b32 s;
    call (s), f, (p, q);
    ret;
}
.func (.param .b32 r) f(.param .b32 a, .param .b32 b)
{
    ret;
}
"""


def _has_matching_call(candidate: bytes) -> Outcome:
    """Whether there is a call with `q`, with as many arguments as the function has parameters."""
    module = ptxpy.parse(candidate)
    calls = [each for each in ptxpy.ir.statements(module) if type(each) is n.Call]
    functions = [each for each in module.functions if each.kind == ".func"]
    counts = {(len(each.parameters or ()), len(each.returns or ())) for each in functions}
    counts |= {(len(each.arguments or ()), len(each.returns or ())) for each in calls}
    named = any(n.Symbol("q") in (each.arguments or ()) for each in calls)
    return Outcome(interesting=named and bool(functions) and len(counts) == 1, said="")


def test_parameters_are_removed_from_calls_too() -> None:
    """Of the function, its prototype and its calls."""
    left = ptxpy.parse(ptxpy.emit(_reduced(CALL, _has_matching_call).best))
    call = next(each for each in ptxpy.ir.statements(left) if type(each) is n.Call)
    assert call.arguments == (n.Symbol("q"),)
    assert call.returns is None
    assert [len(each.parameters or ()) for each in left.functions if each.kind == ".func"] == [1]


def test_passes_have_names_of_their_own() -> None:
    """They are shown as progress."""
    assert len({each.name for each in PASSES}) == len(PASSES)
