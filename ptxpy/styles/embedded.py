"""The styles of PTX in binaries: what `fatbinary` leaves of the layout that nvcc wrote.

It drops margins, and of several spaces and tabs keeps the first. Of comments, the versions of CUDA
leave different things. Each style here is that of a producer with such gaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import State, StatementKind, TriviaState
from ptxpy.styles.llvm import LLVM_QUIET, NVVM_20
from ptxpy.styles.nvvm import NVVM
from ptxpy.styles.style import BASE_GAPS, Style

__all__ = ["detect_embedded_style", "embedded_styles"]

_COMMENT: Final = re.compile(r"//[^\n]*")
_COMMENT_OF_LINE: Final = re.compile(r"(?<=\n)//[^\n]*")
_MARGIN: Final = re.compile(r"\n[ \t]+")
_SPACES: Final = re.compile(r"([ \t])[ \t]+")


def _strip_11(gap: str) -> str:
    """CUDA 11 and 12.0 to 12.2: comments are dropped, the text on the next line is not."""
    return _COMMENT.sub("", _MARGIN.sub("\n", gap, count=1))


def _strip_12(gap: str) -> str:
    """CUDA 12.3 to 12.9: of a comment that begins a line, the slashes are left."""
    # Margins go first, so that a comment on a line of its own begins the line.
    return _COMMENT_OF_LINE.sub("//", _MARGIN.sub("\n", gap))


def _strip_13(gap: str) -> str:
    """CUDA 13: comments are dropped."""
    return _MARGIN.sub("\n", _COMMENT.sub("", gap))


class _Generation(NamedTuple):
    """The versions of `fatbinary` that leave the same of a text."""

    suffix: str
    header: str
    """The rest of the seven lines of comment at the beginning, and the blank one."""
    strip: Callable[[str], str]

    def left_of(self, gap: str) -> str:
        """Return the rest of a gap."""
        # `fatbinary` keeps the first of several spaces, whichever it is.
        return _SPACES.sub(r"\1", self.strip(gap))

    def style(self, producer: Style) -> Style:
        """Return the style of the embedded texts of a producer."""
        predict = producer.predict_leading_gap
        leading_gaps: dict[tuple[State | None, StatementKind], str | None] = {
            # The gaps of the base are all rewritten here, so all must be given.
            (None, kind): producer.usual_leading_gap(kind)
            for kind in StatementKind
        }
        leading_gaps.update(producer.leading_gaps)

        def predict_leading_gap(
            layout: TriviaState, kind: StatementKind, node: n.Node | None
        ) -> str:
            return self.left_of(predict(layout, kind, node)) if predict is not None else "\n"

        return producer._replace(
            name=producer.name + self.suffix,
            header=self.header,
            indent="",
            gaps={role: self.left_of(gap) for role, gap in {**BASE_GAPS, **producer.gaps}.items()},
            opcode_gaps={
                opcode: {role: self.left_of(gap) for role, gap in gaps.items()}
                for opcode, gaps in producer.opcode_gaps.items()
            },
            leading_gaps={key: gap and self.left_of(gap) for key, gap in leading_gaps.items()},
            predict_leading_gap=predict_leading_gap,
            # Comments are dropped, and what is left of them names no function and numbers no call.
            has_function_comments=False,
            numbers_calls=False,
        )


_BLANK_HEADER: Final = "\n" * 8
_SLASHES_HEADER: Final = "\n" + "//\n" * 6 + "\n"
_GENERATIONS: Final = (
    _Generation("-embedded-11", _BLANK_HEADER, _strip_11),
    _Generation("-embedded-12", _SLASHES_HEADER, _strip_12),
    _Generation("-embedded", _BLANK_HEADER, _strip_13),
)
_PRODUCERS: Final = (NVVM, NVVM_20.named("nvvm-20", ""), LLVM_QUIET)


@cache
def embedded_styles() -> Mapping[str, Style]:
    """Return the styles by name.

    They are `nvvm-embedded` for CUDA 13, `nvvm-embedded-12`, `nvvm-20-embedded`, and so on.
    """
    styles = (each.style(producer) for each in _GENERATIONS for producer in _PRODUCERS)
    return MappingProxyType({style.name: style for style in styles})


_TARGET: Final = re.compile(r"\n\.target sm_([0-9]{1,4})")
_BLACKWELL: Final = 100
"""For architectures from this one on, nvcc has another producer than for those before."""
_LABEL: Final = re.compile(r"(\n?)\n\$L__BB")
_SEARCHED_CHARACTERS: Final = 1_000_000
_ROUNDED: Final = re.compile(r"\n(?:@\S+ )?(?:add|sub|mul)(\.rn)?\.f(?:32|64) ")


def detect_embedded_style(text: str) -> Style | None:
    """Return the style of a text from a binary; None for any other."""
    if text.startswith(_SLASHES_HEADER + ".version"):
        suffix = "-embedded-12"
    elif text.startswith(_BLANK_HEADER + ".version"):
        suffix = "-embedded-11" if "\n\n\t.shared" in text else "-embedded"
    else:
        return None
    return embedded_styles()[_producer(text) + suffix]


def _producer(text: str) -> str:
    """Return the name of the style of the producer of a text.

    NVVM 7 writes a blank line before each label, its successors write none.
    """
    # Labels tell the producers apart, since embedded text has no header that names one.
    labels = _LABEL.findall(text, 0, _SEARCHED_CHARACTERS)
    if labels:
        is_first = all(labels)
    else:
        target = _TARGET.search(text)
        is_first = target is None or int(target[1]) < _BLACKWELL
    if is_first:
        return "nvvm"
    rounded = _ROUNDED.search(text, 0, _SEARCHED_CHARACTERS)
    # NVVM 21 rounds explicitly, and its predecessor does not.
    return "llvm-quiet" if rounded is not None and rounded[1] else "nvvm-20"
