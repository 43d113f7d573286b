"""The numbering of basic blocks: every step is passed once, and numbers are given by the rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.dialect.labels import Step, Steps, block_number, number_labels, order_of

BREAK = -1
KEYS = st.integers(0, 9)
JUMPS = st.builds(Step, st.sampled_from(["bra", "bra", "bra", "brx"]), KEYS, st.booleans())
TURNED = KEYS.map(lambda key: Step("branch", key, guarded=True, negated=True))
LABELS = KEYS.map(lambda key: Step("label", key))
OTHERS = st.sampled_from(
    [Step("plain"), Step("call"), Step("end"), Step("end", None, guarded=True)]
)
SEQUENCES = st.lists(st.one_of(JUMPS, TURNED, LABELS, LABELS, OTHERS), max_size=40)

PAIRS = st.tuples(KEYS, KEYS, st.booleans()).map(
    lambda found: [
        Step("branch", found[0], guarded=True, negated=found[2]),
        Step("branch", found[1]),
        Step("label", found[0]),
    ]
)
BLOCKS = st.tuples(KEYS, KEYS).map(
    lambda found: [Step("label", found[0]), Step("plain"), Step("branch", found[1])]
)
STRUCTURED = st.lists(st.one_of(PAIRS, PAIRS, BLOCKS, TURNED.map(lambda step: [step])), max_size=12)


def check(steps: list[Step]) -> None:
    """Every step is passed once, and what stands between them are breaks."""
    order = order_of(steps)
    assert sorted(index for index in order if index != BREAK) == [*range(len(steps))]
    assert {index for index in order if index < 0} <= {BREAK}


@given(SEQUENCES)
def test_every_step_is_passed_once(steps: list[Step]) -> None:
    """Whatever the branches say: labels that stand twice or nowhere, branches into themselves."""
    check(steps)


@given(STRUCTURED)
def test_every_step_of_blocks_is_passed_once(blocks: list[list[Step]]) -> None:
    """Where many blocks have been moved, some behind others that have been moved as well."""
    check([step for block in blocks for step in block])


@given(STRUCTURED, st.integers(0, 400))
def test_long_bodies(blocks: list[list[Step]], spread: int) -> None:
    """The same a hundred times over, with labels of their own or of others."""
    steps = [
        step._replace(key=(step.key, time if spread == 0 else time * spread % 7))
        for time in range(100)
        for block in blocks
        for step in block
    ]
    check(steps)


LONG = 10_000
SHAPES: dict[str, list[Step]] = {
    "labels": [Step("label", index) for index in range(LONG)],
    "branches ahead": [Step("branch", LONG, guarded=True) for _ in range(LONG)],
    "branches back": [
        step
        for index in range(LONG // 2)
        for step in (Step("label", index), Step("branch", index // 2, guarded=True))
    ],
    "pairs in a row": [
        step
        for index in range(LONG // 3)
        for step in (
            Step("branch", index, guarded=True),
            Step("branch", index + 1),
            Step("label", index),
        )
    ],
    "pairs in pairs": [
        *[
            step
            for index in range(LONG // 6)
            for step in (
                Step("branch", ("in", index), guarded=True),
                Step("branch", ("out", index)),
                Step("label", ("in", index)),
            )
        ],
        *[
            step
            for index in reversed(range(LONG // 6))
            for step in (Step("branch", "end"), Step("label", ("out", index)), Step("plain"))
        ],
        Step("label", "end"),
    ],
    "negated branches to one place": [
        *[
            step
            for _ in range(LONG // 2)
            for step in (Step("branch", "end", guarded=True, negated=True), Step("plain"))
        ],
        Step("label", "end"),
    ],
    "negated branches ahead": [
        step
        for index in range(LONG // 4)
        for step in (
            Step("branch", index, guarded=True, negated=True),
            Step("plain"),
            Step("branch", "end"),
            Step("label", index),
        )
    ],
    "rotated loops in each other": [
        *[
            step
            for index in range(LONG // 5)
            for step in (
                Step("branch", ("top", index)),
                Step("label", ("tail", index)),
                Step("plain"),
            )
        ],
        *[
            step
            for index in reversed(range(LONG // 5))
            for step in (
                Step("label", ("top", index)),
                Step("branch", ("tail", index), guarded=True),
            )
        ],
    ],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_of_ten_thousand_steps(shape: str) -> None:
    """Neither the depth of Python's calls nor the number of labels is a limit."""
    check(SHAPES[shape])


# --------------------------------------------------------------------------- numbers


@given(SEQUENCES, st.data())
def test_numbers(steps: list[Step], data: st.DataObject) -> None:
    """Each label gets one number; a number that is known is kept, and no other label gets it."""
    counts = st.one_of(st.none(), st.integers(0, 30))
    given_ = [
        step._replace(number=data.draw(counts)) if step.kind == "label" else step for step in steps
    ]
    labels = [index for index, step in enumerate(given_) if step.kind == "label"]
    known = {step.number for step in given_ if step.number is not None}
    found = [*number_labels(given_)]
    assert sorted(index for index, _, _ in found) == labels
    made = [number for index, number, _ in found if given_[index].number is None]
    assert len({*made}) == len(made)
    assert not {*made} & known
    for index, number, expected in found:
        assert number == (expected if given_[index].number is None else given_[index].number)
        assert expected > 0


@given(SEQUENCES)
def test_numbers_that_are_given_as_expected_change_nothing(steps: list[Step]) -> None:
    """A generator leaves such numbers out, and the tracer finds them again."""
    numbers = {index: number for index, number, _ in number_labels(steps)}
    full = [step._replace(number=numbers.get(index)) for index, step in enumerate(steps)]
    for index, number, expected in number_labels(full):
        assert number == expected == numbers[index]


def read(text: str) -> list[Step]:
    """Return the steps of a body in short: `a:`, `?a`, `!a`, `>a`, `ret`, `call`, `x`."""
    steps = Steps("$")
    for word in text.split():
        if word.endswith(":"):
            steps.label(word[:-1], None)
        elif word[0] in "?!>":
            key = int(word[1:]) if word[1:].isdecimal() else (word[1:],)
            steps.instruction("bra", key, guarded=word[0] != ">", negated=word[0] == "!")
        elif word == "call":
            steps.call()
        else:
            steps.instruction({"x": "add"}.get(word, word), None, guarded=False)
    found = []
    for step in steps.found:
        name = step.key[0] if isinstance(step.key, tuple) else step.key
        found.append(step._replace(key=name))
    return found


NUMBERS = {
    "a:": "a1",
    "x a: b:": "a1 b2",
    "?a x a:": "a2",
    "?a a:": "a1",
    "!a x a:": "a2",
    "?a x ?b x b: a:": "b3 a4",
    "a: x ?a x b: ?b": "a1 b3",
    "?a >b b: x a:": "b1 a2",
    "ret x a:": "a2",
    "ret a:": "a1",
    "call a:": "a1",
    # the block of the other side was first, and has been moved behind
    "?a >b a: x >c b: x c: ret": "b1 a2 c3",
    "!a x >c a: x c: ret": "a1 c3",
    "?a >b a: ?c >d c: x >e d: x e: x >f b: x f: ret": "b1 a2 d3 c4 e5 f6",
    # a loop of which the last block stands before the first
    "x >top tail: x top: x ?tail ret": "top1 tail2",
    "x >top tail: x top: ?out x ?tail out: ret": "top1 tail3 out4",
}
"""The numbers of labels, in their order, by the bodies in short."""


@pytest.mark.parametrize("body", NUMBERS)
def test_the_rule(body: str) -> None:
    """Blocks are counted as before they were placed."""
    steps = read(body)
    found = [f"{steps[index].key}{number}" for index, number, _ in number_labels(steps)]
    assert " ".join(found) == NUMBERS[body]


def test_a_branch_to_a_named_label_ends_no_block() -> None:
    """It was not there when blocks were numbered."""
    steps = Steps("$L__BB0_")
    steps.instruction("bra", "done", guarded=True)
    steps.instruction("add", None, guarded=False)
    steps.label("$L__BB0_1", None)
    assert [number for _, number, _ in number_labels(steps.found)] == [1]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("$L__BB0_0", 0),
        ("$L__BB0_12", 12),
        ("$L__BB0_999999999", 999_999_999),
        ("$L__BB0_1000000000", None),
        ("$L__BB0_01", None),
        ("$L__BB0_", None),
        ("$L__BB0_x", None),
        ("$L__BB0_-1", None),
        ("$L__BB0_١", None),  # noqa: RUF001 - a digit, but none of PTX
        ("$L__BB1_1", None),
        ("done", None),
    ],
)
def test_block_number(name: str, number: int | None) -> None:
    """Only what the tracer would spell the same way is a number."""
    assert block_number(name, "$L__BB0_") == number
    assert block_number(name, None) is None
