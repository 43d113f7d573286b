r"""Layout that statements name: `module(gaps={"fma": ("\n  ", "| |||")})`, then `before="fma"`."""

from __future__ import annotations

from collections.abc import Mapping

from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.isa.suggest import format_words
from ptxpy.styles.comments import is_gap

Layout = str | tuple[str, str]
"""A gap, or the gap before a statement and those between its tokens."""


def check_gaps(given: Mapping[str, Layout]) -> dict[str, Layout]:
    """Return layout by name; `TypeError` or `ValueError` for what is no name or no layout."""
    for name, layout in given.items():
        if not name.isidentifier():
            msg = f"gaps: a name must be an identifier, got {name!r}"
            raise ValueError(msg)
        parts = layout if isinstance(layout, tuple) else (layout,)
        if not all(isinstance(part, str) for part in parts) or len(parts) > 2:  # noqa: PLR2004
            msg = f"gaps: {name!r} must be a text, or (before, within), got {layout!r}"
            raise TypeError(msg)
        for gap in (parts[0], *parts[-1].split("|")):
            if not is_gap(gap.replace("|", "")):
                msg = f"gaps: {name!r} may only contain white space and comments, not {gap!r}"
                raise ValueError(msg)
    return dict(given)


def layout_of(
    gaps: Mapping[str, Layout], before: str | None, within: str | tuple[str, ...] | None
) -> tuple[str | None, str | tuple[str, ...] | None]:
    """Return the layout of a statement with its names replaced by what they stand for.

    A name for a pair in `before` says both. `TraceError` for a name that there is not.
    """
    if isinstance(within, str) and within.isidentifier():
        named = _named(gaps, within)
        within = named[1] if isinstance(named, tuple) else named
    if before is not None and before.isidentifier():
        named = _named(gaps, before)
        if isinstance(named, tuple):
            before, within = named[0], named[1] if within is None else within
        else:
            before = named
    return before, within


def _named(gaps: Mapping[str, Layout], name: str) -> Layout:
    if name not in gaps:
        known = format_words(tuple(gaps)) if gaps else "none"
        msg = (
            f"a gap may only contain white space and comments, not {name!r}, and no layout is "
            f"called so: module(…, gaps={{…}}) has {known}"
        )
        raise TraceError(msg)
    return gaps[name]
