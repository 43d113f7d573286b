"""Inference of style options: the consistent deviations of a file from its style.

A module that was read in a style without options is walked once, and the predicted gaps are counted
against the actual ones. Then each option in turn is decided by a vote of the gaps it concerns: it
is set if it predicts more than half of these gaps, and more than the style alone does. Whether
comments name functions is decided by the first function alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import JOINED, NO_OPTIONS, SEPARATED, StyleOptions, tokens
from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import ASM_STATES, StatementKind, classify_item, classify_statement
from ptxpy.styles.options import STATEMENT_KINDS, expand_tabs, kind_name
from ptxpy.styles.predictor import TriviaPredictor, lacks_function_comments, summarise_module
from ptxpy.styles.style import ASM_BEGIN, ASM_END, Style

__all__ = ["infer_options"]

MAX_STATEMENTS_SAMPLED: Final = 20_000
"""Statements that are examined before a module is walked: enough to see its layout."""
MIN_DEVIATING_FRACTION: Final = 50
"""Inference runs if more than one in 50 statements deviates from the style."""
MIN_DEVIATING_STATEMENTS: Final = 1
"""Inference runs if more than this number of statements deviate from the style."""
TOKENS_PER_VOTE: Final = 16
"""A statement has one vote, and one more for each 16 tokens."""
MIN_GAPS_GAINED: Final = 2
"""An option must predict at least this number of gaps more than the style alone."""
MIN_GAIN_FRACTION: Final = 200
"""An option must predict more gaps than the style alone, for at least one in 200 statements."""
MAX_TAB_SAMPLES: Final = 2000
"""Statements that are laid out with each tab width: enough to find the right one."""
_TAB_STOPS: Final = (8, 4, 2)
MAX_GAP_CHARACTERS: Final = 64
"""Characters of a gap that is an option's value, as `ptxpy.styles.options` accepts."""

_BODIES: Final[dict[type, StatementKind]] = {
    n.Scope: StatementKind.SCOPE_END,
    n.Function: StatementKind.FUNCTION_END,
    n.Section: StatementKind.SECTION_END,
}


# ----------------------------------------------------------------------- sampling


def _deviates_from_style(module: n.Module) -> bool:
    """Return whether enough statements of a module deviate from its style to infer options.

    Inline assembly, which has the layout of another author, and comments in functions do not
    count. Only the beginning of a long module is examined.
    """
    seen = deviating = 0
    for body in _bodies(module):
        asm = False
        for node in body:
            before = node.before
            if before is not None and "inline asm" in before:
                # The mode after a gap with several comments is that of the last one.
                asm = before.rfind(ASM_BEGIN) > before.rfind(ASM_END)
            seen += 1
            if asm:
                continue
            within = getattr(node, "within", None)
            if within is not None:
                # A statement of hundreds of tokens says more about the layout than a short one.
                deviating += 1 + len(within) // TOKENS_PER_VOTE
            elif before is not None and (body is module.body or not before.strip()):
                deviating += 1
        if seen > MAX_STATEMENTS_SAMPLED:
            break
    return deviating > MIN_DEVIATING_STATEMENTS and deviating * MIN_DEVIATING_FRACTION > seen


def _bodies(module: n.Module) -> Iterator[Sequence[Any]]:
    yield module.body
    for item in module.body:
        if type(item) in _BODIES:
            yield item.body or ()  # type: ignore[union-attr]


# ----------------------------------------------------------------------- counting


class _Before(NamedTuple):
    """A gap before a statement."""

    kind: StatementKind
    is_usual: bool
    """Whether the prediction is the usual gap of the style before statements of the kind."""
    predicted: str
    actual: str


class _Within(NamedTuple):
    """A gap inside a statement."""

    role: str
    is_usual: bool
    predicted: str
    actual: str


_Aligned: TypeAlias = "tuple[list[str], n.Gaps, n.Gaps]"
"""The tokens of a statement, its predicted gaps and its actual gaps."""


class _Survey:
    """A walk through a module that counts its predicted and actual gaps."""

    def __init__(self, module: n.Module, style: Style) -> None:
        self.style = style
        self.layout = TriviaPredictor(style, summarise_module(module.body))
        self.before: Counter[_Before] = Counter()
        self.within: Counter[_Within] = Counter()
        self.tabbed: list[_Aligned] = []
        self.statements = 0
        self._body(module.body, classify_item)

    def gains(self, gaps: int) -> bool:
        """Return whether an option that predicts this number of further gaps is worth setting."""
        return gaps >= max(MIN_GAPS_GAINED, self.statements / MIN_GAIN_FRACTION)

    def _body(self, body: Iterable[Any], classify: Callable[[n.Node], StatementKind]) -> None:
        self.layout.previous = None
        for node in body:
            self.statements += 1
            kind = classify(node)
            self._lead(node.before, kind, node)
            asm = self.layout.asm
            spelled = tokens(node)
            predicted = self.style.predict_inner_gaps(spelled, asm=asm)
            gaps = getattr(node, "within", None)
            actual = predicted if gaps is None or len(gaps) != len(predicted) else gaps
            usual = self.style.statement_gaps
            found: Counter[_Within] = Counter()
            for (role, _), expected, gap in zip(spelled[1:], predicted, actual, strict=True):
                # Only usual gaps can be replaced by an option: exceptions of a style stay.
                own = not asm and usual.get(role, "") == expected
                found[_Within(role, own, expected, gap)] += 1
            for item, count in found.items():
                self.within[item] += 1 + count // TOKENS_PER_VOTE
            # Only tabs between tokens depend on tab stops.
            if len(self.tabbed) < MAX_TAB_SAMPLES and "\t" in "".join(predicted):
                self.tabbed.append(([text for _, text in spelled], predicted, actual))
            self.layout.advance(kind, node)
            if type(node) in _BODIES and node.body is not None:
                if type(node) is n.Section:
                    self.layout.enter_section(node.name, node.body)
                self._body(node.body, classify_statement)
                end = _BODIES[type(node)]
                self._lead(node.closing, end, node)
                self.layout.advance(end, node)

    def _lead(self, gap: str | None, kind: StatementKind, node: n.Node) -> None:
        layout = self.layout
        predicted = layout.predict(kind, node)
        actual = predicted if gap is None else gap
        usual = layout.state not in ASM_STATES and layout.style.rows[layout.state][0][
            kind
        ] == layout.style.usual_leading_gap(kind)
        self.before[_Before(kind, usual, predicted, actual)] += 1
        layout.advance_over_comments(actual)


# ----------------------------------------------------------------------- deciding


def infer_options(module: n.Module, style: Style) -> StyleOptions:
    """Return the style options of a module that was read without options."""
    options = NO_OPTIONS
    if lacks_function_comments(module, style):
        options = options._replace(function_comments=False)
    if not _deviates_from_style(module):
        return options
    survey = _Survey(module, style)
    # Each option is decided with those before it applied, since it may explain what they left.
    for decide in (_indent, _most_blank_lines, _tab, _before, _within):
        options = decide(survey, style.with_options(options), options)
    return options


def _winner(survey: _Survey, votes: Counter[str], predicted: int) -> str | None:
    """Return the text of more than half of the gaps, if it gains over the number predicted."""
    for value, count in votes.most_common(1):
        # A bare majority of a few gaps is no layout: the option must gain enough, too.
        has_majority = 2 * count > votes.total() and survey.gains(count - predicted)
        if has_majority and len(value) <= MAX_GAP_CHARACTERS:
            return value
    return None


def _indent(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    votes: Counter[str] = Counter()
    for item, count in survey.before.items():
        _, newline, end = item.actual.rpartition("\n")
        # Only gaps that end in the style's indentation say what replaces it.
        if newline and item.predicted.endswith(f"\n{style.indent}") and not end.strip(" \t"):
            votes[end] += count
    winner = _winner(survey, votes, votes[style.indent])
    return options if winner is None else options._replace(indent=winner)


def _most_blank_lines(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    votes: Counter[int | None] = Counter()
    total = 0
    styles = {
        # `None` is the style as it is, which the others are compared with.
        most: style.with_options(options._replace(most_blank_lines=most))
        for most in (None, 0, 1)
    }
    for item, count in survey.before.items():
        if "\n\n" in item.predicted:
            total += count
            for most, laid_out in styles.items():
                if laid_out.rewrite_leading_gap(item.predicted) == item.actual:
                    votes[most] += count
    best = max((0, 1), key=lambda most: votes[most])
    if 2 * votes[best] > total and survey.gains(votes[best] - votes[None]):
        return options._replace(most_blank_lines=best)
    return options


def _tab(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    votes: Counter[str] = Counter()
    for item, count in survey.within.items():
        # The text around the tab must be there, so that the gap differs in the tab alone.
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
        # An indentation of as many spaces as the tab stop has follows from the tab stop.
        own = options.indent if options.indent != " " * stop else None
        return options._replace(tab=stop, indent=own)
    # Gaps that fit no form count for the total, and must not win.
    del votes["?"]
    winner = _winner(survey, votes, votes["\t"])
    return options if winner is None else options._replace(tab=winner)


def _tab_stop(survey: _Survey, style: Style) -> tuple[int, float]:
    """Return the tab width that fits most statements, and the share of statements that it fits."""
    if not survey.tabbed:
        return 0, 0
    hits: Counter[int] = Counter()
    # A statement with tabs left in it was not expanded.
    spaced = [item for item in survey.tabbed if "\t" not in "".join(item[2])]
    for stop in _TAB_STOPS:
        start = len(style.rewrite_leading_gap(f"\n{style.indent}").expandtabs(stop)) - 1
        hits[stop] = sum(
            expand_tabs(texts, predicted, start, stop) == actual
            for texts, predicted, actual in spaced
        )
    stop, count = hits.most_common(1)[0]
    share = count / len(survey.tabbed)
    return (stop, share) if 2 * share > 1 else (0, 0)


def _before(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    found = _replaced(
        survey,
        (
            (kind_name(item.kind), style.rewrite_leading_gap(item.predicted), item.actual, count)
            for item, count in survey.before.items()
            if item.is_usual and "\n" in item.actual
        ),
        frozenset(STATEMENT_KINDS),
    )
    return options._replace(before=found)


def _within(survey: _Survey, style: Style, options: StyleOptions) -> StyleOptions:
    # With tab stops a gap does not follow from its role alone.
    if style.tab_stop:
        return options
    found = _replaced(
        survey,
        (
            (item.role, style.rewrite_inner_gap(item.role, item.predicted), item.actual, count)
            for item, count in survey.within.items()
            if item.is_usual
        ),
        JOINED | SEPARATED,
    )
    return options._replace(within=tuple((r, gap) for r, gap in found if gap or r in JOINED))


def _replaced(
    survey: _Survey, seen: Iterable[tuple[str, str, str, int]], known: frozenset[str]
) -> tuple[tuple[str, str], ...]:
    """Return, by name, the actual gap of the majority if that differs from the prediction."""
    votes: dict[str, Counter[str]] = {}
    as_predicted: Counter[str] = Counter()
    for name, predicted, actual, count in seen:
        votes.setdefault(name, Counter())[actual] += count
        if actual == predicted:
            as_predicted[name] += count
    found: dict[str, str] = {}
    for name in sorted(known & votes.keys()):
        winner = _winner(survey, votes[name], as_predicted[name])
        # Comments are no layout that an option could have.
        if winner is not None and not winner.strip(" \t\n"):
            found[name] = winner
    return tuple(found.items())
