"""What a file does otherwise than its style, as a rule: the options that suit it.

A module that was read in a style without options is walked once, and what the style predicted is
counted against what stands there. Then the gaps decide by majority, one option after the other: an
option is taken where it predicts more than half of the gaps that it is about, and more of them
than the style alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from ptxpy.ir import nodes as n
from ptxpy.ir.nodes import NO_OPTIONS, StyleOptions
from ptxpy.ir.tokens import JOINED, SEPARATED, tokens
from ptxpy.styles.kinds import Kind, kind_of, module_kind_of
from ptxpy.styles.layout import Layout, facts_of
from ptxpy.styles.options import BEFORE, expanded, kind_name
from ptxpy.styles.style import ASM_BEGIN, ASM_END, ASM_STATES, Style

__all__ = ["is_odd", "options_of"]

_MOST_SEEN: Final = 20_000
"""Statements that are looked at before a module is walked."""
_ODD: Final = 50
"""A file may be odd when one in so many statements has layout of its own, and more than a few."""
_FEWEST_ODD: Final = 1
_TOKENS: Final = 16
"""A statement counts once, and once more for so many tokens."""
_LEAST_GAIN: Final = 2
_LEAST_SHARE: Final = 200
"""An option predicts so many more gaps than the style, and one in so many statements."""
_ALIGNED: Final = 2000
"""So many statements are laid out with tab stops to find their width."""
_TAB_STOPS: Final = (8, 4, 2)
_WIDEST: Final = 64

_BODIES: Final[dict[type, Kind]] = {
    n.Scope: Kind.SCOPE_END,
    n.Function: Kind.FUNCTION_END,
    n.Section: Kind.SECTION_END,
}


# ----------------------------------------------------------------------- whether to look


def is_odd(module: n.Module) -> bool:
    """Return whether so much of a module has layout of its own that options may suit it.

    Blocks of inline assembly do not count, whose layout is that of others, nor do comments
    in functions. Looks at the beginning of a long module only.
    """
    seen = odd = 0
    for body in _bodies(module):
        asm = False
        for node in body:
            before = node.before
            if before is not None and "inline asm" in before:
                asm = before.rfind(ASM_BEGIN) > before.rfind(ASM_END)
            seen += 1
            if asm:
                continue
            within = getattr(node, "within", None)
            if within is not None:
                odd += 1 + len(within) // _TOKENS
            elif before is not None and (body is module.body or not before.strip()):
                odd += 1
        if seen > _MOST_SEEN:
            break
    return odd > _FEWEST_ODD and odd * _ODD > seen


def _bodies(module: n.Module) -> Iterator[Sequence[Any]]:
    yield module.body
    for item in module.body:
        if type(item) in _BODIES:
            yield item.body or ()  # type: ignore[union-attr]


# ----------------------------------------------------------------------- counting


class _Before(NamedTuple):
    """A gap before a statement."""

    kind: Kind
    usual: bool
    """Whether the style predicts what it usually does before such statements."""
    predicted: str
    actual: str


class _Within(NamedTuple):
    """A gap inside a statement."""

    role: str
    usual: bool
    predicted: str
    actual: str


_Aligned: TypeAlias = "tuple[list[str], n.Gaps, n.Gaps]"
"""The tokens of a statement, and its gaps, as predicted and as they are."""


class _Survey:
    """A walk over a module that counts its gaps."""

    def __init__(self, module: n.Module, style: Style) -> None:
        self.style = style
        self.layout = Layout(style, facts_of(module.body))
        self.before: Counter[_Before] = Counter()
        self.within: Counter[_Within] = Counter()
        self.aligned: list[_Aligned] = []
        self.statements = 0
        self._body(module.body, module_kind_of)

    def gains(self, gaps: int) -> bool:
        """Return whether it is worth an option that so many more gaps are predicted."""
        return gaps >= max(_LEAST_GAIN, self.statements / _LEAST_SHARE)

    def _body(self, body: Iterable[Any], kind_of: Callable[[n.Node], Kind]) -> None:
        self.layout.previous = None
        for node in body:
            self.statements += 1
            kind = kind_of(node)
            self._lead(node.before, kind, node)
            self._inner(node)
            self.layout.advance(kind, node)
            if type(node) in _BODIES and node.body is not None:
                self._nested(node)

    def _nested(self, node: Any) -> None:  # noqa: ANN401 - a scope, function or section
        if type(node) is n.Section:
            self.layout.enter_section(node.name, node.body)
        self._body(node.body, kind_of)
        end = _BODIES[type(node)]
        self._lead(node.closing, end, node)
        self.layout.advance(end, node)

    def _lead(self, gap: str | None, kind: Kind, node: n.Node) -> None:
        layout = self.layout
        predicted = layout.predict(kind, node)
        actual = predicted if gap is None else gap
        usual = layout.state not in ASM_STATES and layout.style.rows[layout.state][0][
            kind
        ] == layout.style.usual_lead(kind)
        self.before[_Before(kind, usual, predicted, actual)] += 1
        layout.mark(actual)

    def _inner(self, node: Any) -> None:  # noqa: ANN401 - any statement
        asm = self.layout.asm
        spelled = tokens(node)
        predicted = self.style.within(spelled, asm=asm)
        gaps = getattr(node, "within", None)
        actual = predicted if gaps is None or len(gaps) != len(predicted) else gaps
        usual = self.style.statement_gaps
        found: Counter[_Within] = Counter()
        for (role, _), expected, gap in zip(spelled[1:], predicted, actual, strict=True):
            own = not asm and usual.get(role, "") == expected
            found[_Within(role, own, expected, gap)] += 1
        for item, count in found.items():
            self.within[item] += 1 + count // _TOKENS
        if len(self.aligned) < _ALIGNED and "\t" in "".join(predicted):
            self.aligned.append(([text for _, text in spelled], predicted, actual))


# ----------------------------------------------------------------------- deciding


def options_of(module: n.Module, style: Style) -> StyleOptions:
    """Return the options of a style that suit a module, which was read without them."""
    survey = _Survey(module, style)
    options = NO_OPTIONS
    for decide in (_indent, _most_blank_lines, _tab, _before, _within):
        options = decide(survey, style.with_options(options), options)
    return options


def _winner(survey: _Survey, votes: Counter[str], now: int) -> str | None:
    """Return what more than half of the gaps are, if that is more than are predicted now."""
    for value, count in votes.most_common(1):
        if 2 * count > votes.total() and survey.gains(count - now) and len(value) <= _WIDEST:
            return value
    return None


def _indent(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    votes: Counter[str] = Counter()
    for item, count in survey.before.items():
        _, newline, end = item.actual.rpartition("\n")
        if newline and item.predicted.endswith(f"\n{style.unit}") and not end.strip(" \t"):
            votes[end] += count
    winner = _winner(survey, votes, votes[style.unit])
    return options if winner is None else options._replace(indent=winner)


def _most_blank_lines(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    votes: Counter[int | None] = Counter()
    total = 0
    styles = {
        most: style.with_options(options._replace(most_blank_lines=most)) for most in (None, 0, 1)
    }
    for item, count in survey.before.items():
        if "\n\n" in item.predicted:
            total += count
            for most, laid_out in styles.items():
                if laid_out.lead_gap(item.predicted) == item.actual:
                    votes[most] += count
    best = max((0, 1), key=lambda most: votes[most])
    if 2 * votes[best] > total and survey.gains(votes[best] - votes[None]):
        return options._replace(most_blank_lines=best)
    return options


def _tab(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    votes: Counter[str] = Counter()
    for item, count in survey.within.items():
        front, tab, back = item.predicted.partition("\t")
        if not tab or "\n" in item.predicted:
            continue
        fits = item.actual.startswith(front) and item.actual.endswith(back)
        inner = item.actual[len(front) : len(item.actual) - len(back)] if fits else "?"
        votes[inner if not inner.strip(" \t") else "?"] += count
    total = votes.total()
    spaces = max((votes[value] for value in votes if value not in {"?", "\t"}), default=0)
    most = max(votes["\t"], spaces)
    stop, share = _tab_stop(survey, style) if survey.gains(total - most) else (0, 0)
    if survey.gains(int(share * total) - most):
        own = options.indent if options.indent != " " * stop else None
        return options._replace(tab=stop, indent=own)
    del votes["?"]
    winner = _winner(survey, votes, votes["\t"])
    return options if winner is None else options._replace(tab=winner)


def _tab_stop(survey: _Survey, style: Style) -> tuple[int, float]:
    """Return the width of columns that most statements fit, and the share of those that do."""
    if not survey.aligned:
        return 0, 0
    hits: Counter[int] = Counter()
    for stop in _TAB_STOPS:
        start = len(style.lead_gap(f"\n{style.unit}").expandtabs(stop)) - 1
        hits[stop] = sum(
            expanded(texts, predicted, start, stop) == actual
            for texts, predicted, actual in survey.aligned
        )
    stop, count = hits.most_common(1)[0]
    share = count / len(survey.aligned)
    return (stop, share) if 2 * share > 1 else (0, 0)


def _before(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    found = _replaced(
        survey,
        (
            (kind_name(item.kind), style.lead_gap(item.predicted), item.actual, count)
            for item, count in survey.before.items()
            if item.usual and "\n" in item.actual
        ),
        frozenset(BEFORE),
    )
    return options._replace(before=found)


def _within(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    if style.tab_stop:
        return options
    found = _replaced(
        survey,
        (
            (item.role, style.within_gap(item.role, item.predicted), item.actual, count)
            for item, count in survey.within.items()
            if item.usual
        ),
        JOINED | SEPARATED,
    )
    return options._replace(within=tuple((r, gap) for r, gap in found if gap or r in JOINED))


def _replaced(
    survey: _Survey, seen: Iterable[tuple[str, str, str, int]], known: frozenset[str]
) -> tuple[tuple[str, str], ...]:
    """Return the gaps by name that most of those with the name are, where it is another one."""
    votes: dict[str, Counter[str]] = {}
    now: Counter[str] = Counter()
    for name, predicted, actual, count in seen:
        votes.setdefault(name, Counter())[actual] += count
        if actual == predicted:
            now[name] += count
    found: dict[str, str] = {}
    for name in sorted(known & votes.keys()):
        winner = _winner(survey, votes[name], now[name])
        if winner is not None and not winner.strip(" \t\n"):
            found[name] = winner
    return tuple(found.items())
