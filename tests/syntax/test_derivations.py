"""A statement that is made of known forms is what Lark makes of it, and no other is taken."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.ir.tokens import tokens
from ptxpy.syntax import derivations, lark_parser, shapes
from ptxpy.syntax.derivations import DerivationError, Forms, read_forms, shipped_rules
from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.ir_templates import RUN
from ptxpy.syntax.node_mapping import node_mapping
from ptxpy.syntax.parser import clear_memo

CORPUS = Path(__file__).parents[2] / "corpus"
LARGEST = 150_000

Shape = tuple[str, ...]
"""A start rule and terminals."""


@cache
def reference_parser() -> lark.Lark:
    """Give Lark's own parser with the rules' functions in Lark's own tree builder."""
    return lark_parser.make_parser(lark_parser.STARTS, node_mapping())


def reference(shape: Shape) -> Any:
    """Return what Lark alone builds of a shape; `None` where it has an error."""
    start, *terminals = shape
    reading = reference_parser().parse_interactive(start=start)
    try:
        for position, terminal in enumerate(terminals):
            text = f"{RUN}{position}" if terminal.startswith(RUN) else str(position)
            reading.feed_token(lark.Token(terminal.removeprefix(RUN), text))
        return reading.feed_eof()  # type: ignore[no-untyped-call]
    except lark.UnexpectedToken:
        return None


@cache
def corpus_shapes() -> tuple[Shape, ...]:
    """Return the shapes of the files of the corpus that are not large."""
    found: set[Shape] = set()
    for path in sorted(CORPUS.rglob("*.ptx")):
        if path.stat().st_size <= LARGEST:
            shapes.forget_shapes()
            clear_memo()
            ptxpy.parse(path.read_bytes())
            found |= shapes.known_shapes()
    return tuple(sorted(found))


def shipped() -> Forms:
    """Return the forms of the package alone."""
    return Forms(shipped_rules(), read_forms(derivations.FORMS.read_text(encoding="utf-8")))


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    """So a sequence of terminals has one derivation at most, and any that replays is Lark's.

    Lark settles a conflict between a shift and a reduction by itself, and says so in its log alone.
    """
    with caplog.at_level(logging.DEBUG, logger="lark"):
        lark.Lark('start: start "+" start | "x"', parser="lalr")
        assert "conflict" in caplog.text
        caplog.clear()
        lark_parser.make_parser(lark_parser.STARTS)
    assert "conflict" not in caplog.text


def test_the_corpus_needs_no_lark() -> None:
    """Its statements are made of the forms that are shipped; each is what Lark makes of it."""
    forms = shipped()
    found = corpus_shapes()
    assert len(found) > 800
    for start, *terminals in found:
        template = forms.template(start, terminals)
        assert template is not None
        assert template == reference((start, *terminals))


def test_what_lark_derives_is_what_it_builds() -> None:
    """The same where nothing is known: from Lark's own derivation of each shape."""
    for start, *terminals in corpus_shapes():
        plain = [terminal.removeprefix(RUN) for terminal in terminals]
        steps, rules = lark_parser.parse_shape(start, plain)
        template, forms = derivations.forms_of(terminals, steps, rules)
        assert template == reference((start, *terminals))
        # What has been learned is enough for the same shape.
        assert Forms(rules, forms).template(start, terminals) == template


TERMINALS = sorted(
    {terminal for rule in shipped_rules() for terminal in rule.symbols if terminal.isupper()}
)


def mutated(shape: Shape, random: random.Random) -> Shape:
    """Return a shape with some terminals removed, added, exchanged, or taken from another shape."""
    start, *terminals = shape
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(terminals) + 1)
        other = random.choice(corpus_shapes())[1:]
        begin = random.randrange(len(other))
        piece = other[begin : begin + random.randint(1, 6)]
        what = random.randrange(5)
        if what == 0:
            terminals[place : place + 1] = []
        elif what == 1:
            terminals[place:place] = [random.choice(TERMINALS)]
        elif what == 2:
            terminals[place:place] = piece
        elif what == 3:
            terminals[place : place + len(piece)] = piece
        else:
            end = random.randrange(place, len(terminals) + 1)
            terminals[place:place] = terminals[place:end]
    return (start, *terminals)


def changed_shapes(number: int, seed: int) -> Iterator[Shape]:
    """Yield mutations of the corpus's shapes that are not too long."""
    source = random.Random(seed)  # noqa: S311 - the same in every run
    for _ in range(number):
        shape = mutated(source.choice(corpus_shapes()), source)
        if len(shape) < 300:
            yield shape


@given(st.integers(0, 2**32))
def test_mutations_are_read_as_lark_reads_them(seed: int) -> None:
    """Whatever the terminals are: known forms give what Lark builds, or nothing; never another."""
    forms = shipped()
    for shape in changed_shapes(20, seed):
        start, *terminals = shape
        template = forms.template(start, terminals)
        if template is not None:
            assert template == reference(shape)


@given(st.integers(0, 2**32))
def test_learned_forms_are_lark_s(seed: int) -> None:
    """The same where forms are learned on the way; and every error of Lark's is one."""
    shapes.forget_shapes()
    for shape in changed_shapes(20, seed):
        start, *terminals = shape
        expected = reference(shape)
        try:
            shapes.factory_for(start, terminals, range(len(terminals)), len(terminals))
        except (ShapeError, NotImplementedError):
            assert expected is None or RUN in " ".join(shape) or deep(terminals)
        else:
            template = shapes.known_forms().template(start, terminals)
            assert template is not None
            assert template == expected


def deep(terminals: Sequence[str]) -> bool:
    """Return whether a shape has more operators in a row than the parser takes."""
    return len(terminals) > shapes.MAX_NESTING


def test_mutations_compose() -> None:
    """The tests above would be empty if no mutation were made of known forms."""
    forms = shipped()
    read = sum(
        forms.template(start, terminals) is not None
        for start, *terminals in changed_shapes(2_000, 1)
    )
    assert 50 < read < 1_500


@pytest.mark.parametrize("count", [1, 2, 3, 5, 31, 64, 127])
def test_lists_of_any_length(count: int) -> None:
    """Long lists follow from two short ones."""
    items = ["REGISTER", "COMMA"] * count
    for shape in (
        ("body_item", "DOTTED", "LBRACE", *items[:-1], "RBRACE", "COMMA", "REGISTER", "SEMICOLON"),
        ("body_item", "DOTTED", *items[:-1], "SEMICOLON"),
        ("section_item", "DOTNAME", *(["INT", "COMMA"] * count)[:-1]),
    ):
        template = shipped().template(shape[0], shape[1:])
        assert template == reference(shape)
        assert template is not None


@pytest.mark.parametrize("known", [False, True])
def test_long_lists_take_linear_time(known: bool) -> None:
    """Ten times the operands, and not a hundred times the time; learned from Lark or not."""
    times = []
    for count in (3_000, 30_000):
        terminals = ["DOTTED", *(["REGISTER", "COMMA"] * count)[:-1], "SEMICOLON"]
        started = time.process_time()
        if known:
            assert shipped().template("body_item", terminals) is not None
        else:
            steps, rules = lark_parser.parse_shape("body_item", terminals)
            assert derivations.forms_of(terminals, steps, rules).forms
        times.append(time.process_time() - started)
    assert times[1] < 40 * times[0]


def forged(steps: str, random: random.Random) -> str:
    """Return steps with some changed."""
    words = steps.split(" ")
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(words))
        rule = str(random.randrange(-3, len(shipped_rules()) + 2))
        what = random.randrange(5)
        if what == 0:
            del words[place]
        elif what == 1:
            words.insert(place, rule)
        elif what == 2:
            words[place] = rule
        elif what == 3:
            words[place] = random.choice([".", "", "x", "1e3", "\u0663", "-1", "9" * 5000])
        else:
            other = random.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        words = words or ["."]
    return " ".join(words)


@given(st.integers(0, 2**32))
def test_forged_forms_are_refused(seed: int) -> None:
    """A form with other steps is a derivation by the grammar, and so the same; or it is unknown."""
    source = random.Random(seed)  # noqa: S311 - the same in every run
    known = read_forms(derivations.FORMS.read_text(encoding="utf-8"))
    for start, *terminals in source.sample(corpus_shapes(), 10):
        wrong = {form: forged(steps, source) for form, steps in known.items()}
        mixed = {form: source.choice((steps, wrong[form])) for form, steps in known.items()}
        for forms in (wrong, mixed):
            template = Forms(shipped_rules(), forms).template(start, terminals)
            assert template is None or template == reference((start, *terminals))


def test_a_forged_exchange_of_forms() -> None:
    """Steps of one form under the name of another are refused."""
    known = read_forms(derivations.FORMS.read_text(encoding="utf-8"))
    names = list(known)
    for form, steps in known.items():
        for name in names:
            if name != form:
                with pytest.raises(DerivationError):
                    derivations.check_form(name, steps, shipped_rules())


def test_templates_spell_the_tokens_in_order() -> None:
    """What is built of distinct tokens spells them, each at its place."""
    text = HEAD + "\t@!%p1 mad.lo.s32 \t%r1, %r2, {%r3, %r4}, [%r5+4], -7;\n\tret;\n}\n"
    (kernel,) = ptxpy.parse(text).kernels
    assert kernel.body is not None
    assert "".join(spelled for _, spelled in tokens(kernel.body[0])) == (
        "@!%p1mad.lo.s32%r1,%r2,{%r3,%r4},[%r5+4],-7;"
    )


HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
