"""Gaps put into words: comments, blank lines, and what no style predicts."""

from __future__ import annotations

from typing import NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.ir.patterns import compile_pattern
from ptxpy.styles import StatementKind, TriviaPredictor, classify_comment

_COMMENT = compile_pattern(r"// %bb\.\d++:(?= ++//)|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|#[^\n]*+\n")
_LOOKAHEAD = 4


class Remark(NamedTuple):
    """One comment or run of blank lines before a statement."""

    kind: StatementKind
    """`COMMENT`, `ASM`, `ASM_END`; `END` stands for blank lines."""
    text: str
    """The comment with its delimiters; for blank lines, line breaks."""
    behind: bool
    """Whether it stands on the line of the statement before."""
    space: str | None
    """The white space before it, when the style does not predict it."""
    block: bool = False
    """Whether it stands behind the comment that the style puts before a basic block."""


def explain(
    layout: TriviaPredictor, gap: str, kind: StatementKind, node: n.Node | None
) -> tuple[list[Remark], str | None]:
    """Take a gap apart; return remarks and the white space before the statement, if odd.

    The predictor stays where it was; call its `advance_over_comments` with the gap afterwards.
    """
    saved = layout.save()
    remarks: list[Remark] = []
    comments = [match.span() for match in _COMMENT.finditer(gap)]
    position = 0
    index = 0
    before: str | None = None
    announced = layout.predict_block_comment(kind, node) if len(comments) > 1 else ""
    if announced and gap.startswith(announced):
        index = sum(end <= len(announced) for _, end in comments)
        if index < len(comments) and gap[
            len(announced) : comments[index][0]
        ] == layout.predict_trailing_space(announced):
            start, position = comments[index]
            remarks.append(
                Remark(
                    StatementKind.COMMENT, gap[start:position], behind=False, space=None, block=True
                )
            )
            layout.advance(StatementKind.COMMENT, layout.previous, trailing=True)
            index += 1
        else:
            announced, index = "", 0
    else:
        announced = ""
    while True:
        rest = gap[position:]
        if rest == layout.predict(kind, node)[len(announced) :]:
            break
        if index == len(comments):
            before = _final(remarks, rest, layout.predict(kind, node)[len(announced) :])
            break
        index = _next(layout, gap, comments, position, index, remarks)
        position = comments[index][1]
        index += 1
    layout.restore(saved)
    return remarks, before


def _next(
    layout: TriviaPredictor,
    gap: str,
    comments: list[tuple[int, int]],
    position: int,
    index: int,
    remarks: list[Remark],
) -> int:
    """Take the next comment that has to be said; return its index."""
    for candidate in range(index, min(index + _LOOKAHEAD, len(comments))):
        start, end = comments[candidate]
        text = gap[start:end]
        kind = classify_comment(text)
        if gap[position:start] == layout.predict(kind, None):
            remarks.append(Remark(kind, text, behind=False, space=None))
            layout.advance(kind, layout.previous)
            return candidate
    start, end = comments[index]
    text = gap[start:end]
    kind = classify_comment(text)
    space: str | None = gap[position:start]
    behind = False
    predicted = layout.predict(kind, None)
    if kind is StatementKind.COMMENT and space == layout.predict_trailing_space(gap[:position]):
        space, behind = None, True
    elif space is not None and _blank(space, predicted):
        remarks.append(_blank_remark(space, predicted))
        space = None
    remarks.append(Remark(kind, text, behind=behind, space=space))
    layout.advance(kind, layout.previous, trailing=behind)
    return index


def _blank(space: str, predicted: str) -> bool:
    """Whether white space is what is predicted, with blank lines before it."""
    return (
        predicted != "" and space.endswith(predicted) and space[: -len(predicted)].strip("\n") == ""
    )


def _blank_remark(space: str, predicted: str) -> Remark:
    return Remark(StatementKind.END, space[: -len(predicted)], behind=False, space=None)


def _final(remarks: list[Remark], rest: str, predicted: str) -> str | None:
    if _blank(rest, predicted):
        remarks.append(_blank_remark(rest, predicted))
        return None
    return rest
