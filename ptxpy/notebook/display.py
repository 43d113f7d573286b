"""Objects of ptxpy as HTML: modules and kernels, diffs, diagnostics, profiles, timelines."""

from __future__ import annotations

import inspect
from functools import singledispatch
from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count
from ptxpy.check import Checked, Diagnostic, Located, diagnose_module, limit_diagnostics, locate
from ptxpy.codegen import ProofError, to_python
from ptxpy.compare import Comparison, ModuleDiff
from ptxpy.demangle import abridged
from ptxpy.dsl import StandaloneKernel
from ptxpy.ir import nodes as n
from ptxpy.launch import Kernel
from ptxpy.notebook.listing import dressed, listing, messages
from ptxpy.sim import Profile, Timeline
from ptxpy.summaries import Summary, Survey
from ptxpy.syntax import emit, positions
from ptxpy.view import Html, diff_markup, diff_summary, join, tag

if TYPE_CHECKING:
    from ptxpy.sim import Line

__all__ = ["checked_markup", "html", "module_markup", "profile_markup", "timeline_markup"]


_MAX_PYTHON_CHARACTERS: Final = 200_000
"""Characters of PTX of a module whose Python is shown; to write that of a larger one takes long."""
_MAX_NAME_CHARACTERS: Final = 100


@singledispatch
def html(value: Any) -> str | None:  # noqa: ANN401 - any object may be asked for
    """Return an object as HTML, in which all that is hostile is text; None for an unknown one."""
    del value
    return None


@html.register
def _module(module: n.Module) -> str:
    return dressed(module_markup(module))


@html.register
# The kernel alone is shown, although the module may have others.
def _loaded(kernel: Kernel) -> str:
    return dressed(module_markup(kernel.module, only=kernel.name))


@html.register
def _authored(kernel: StandaloneKernel) -> str:
    # The source of a cell that was run again, or of a generated function, is not there.
    try:
        source = inspect.getsource(kernel.body)
    except (OSError, TypeError):
        source = ""
    python = tag("details", tag("summary", "Python"), listing(source, "python")) if source else None
    try:
        module = kernel.module()
    except Exception as error:  # noqa: BLE001 - the user's code may raise anything
        title = tag("h3", f"kernel {abridged(kernel.name, _MAX_NAME_CHARACTERS)}")
        message = tag("pre", f"{type(error).__name__}: {error}", class_="message")
        return dressed(title, message, python)
    return dressed(module_markup(module, python=python))


@html.register
def _diff(diff: ModuleDiff) -> str:
    return dressed(diff_summary(diff, has_links=False), diff_markup("", "", diff))


@html.register
def _comparison(found: Comparison) -> str:
    summary = diff_summary(found.diff, has_links=False)
    return dressed(summary, diff_markup("", "", found.diff, found))


@html.register
def _profile(profile: Profile) -> str:
    return dressed(profile_markup(profile))


@html.register
def _timeline(timeline: Timeline) -> str:
    return dressed(timeline_markup(timeline))


@html.register
def _diagnostic(diagnostic: Diagnostic) -> str:
    words = f"{diagnostic.severity}: {diagnostic.message} [{diagnostic.code}]"
    words += f"\n    help: {diagnostic.help}" if diagnostic.help else ""
    return dressed(tag("pre", words, class_=f"message {diagnostic.severity}"))


@html.register
def _located(found: Located) -> str:
    return dressed(messages([found], ""))


@html.register
def _checked(checked: Checked) -> str:
    return dressed(tag("p", _counts(checked.found)), messages(checked.found, "<ptx>"))


def _counts(found: tuple[Located, ...]) -> str:
    errors = sum(each.severity == "error" for each in found)
    return f"{_count(errors, 'error')}, {_count(len(found) - errors, 'warning')}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


# ----------------------------------------------------------------------------------- modules


def module_markup(module: n.Module, *, only: str | None = None, python: Html | None = None) -> Html:
    """Return a module: its functions and their resources, its Python, its PTX with diagnostics.

    Args:
        module: The module.
        only: The kernel to show; None for all functions.
        python: The Python that it was authored in; None for what `ptxpy.to_python` writes.
    """
    survey = Survey(module)
    summaries = [survey.summarize(*function) for function in survey.functions]
    chosen = [each for each in summaries if only in (None, each.name)]
    ptx = emit(module)
    first, rest = limit_diagnostics(diagnose_module(module))
    found = locate(first, positions(module))
    target = next((item for item in module.body if isinstance(item, n.Target)), None)
    names = (
        ""
        if target is None
        else ", ".join(str(name) for name in tuple(getattr(target, target.fields[0])))
    )
    lines = ptx.count("\n") + 1
    errors = sum(each.severity == "error" for each in first) + rest.errors
    title = format_count(len(chosen), "function")
    if len(chosen) == 1:
        title = f"{chosen[0].kind} {_title(chosen[0])}"
    return join(
        tag("h3", title, title=chosen[0].name if len(chosen) == 1 else None),
        tag("p", f"{names}; {format_count(lines, 'line')} of PTX", class_="faint"),
        _resources(chosen),
        tag("p", _count(errors, "error"), class_="error") if errors else None,
        _python_of(module, ptx) if python is None else python,
        tag(
            "details",
            tag("summary", "PTX"),
            listing(ptx, "ptx", found),
            # PTX with diagnostics is open at once: the user looks for their lines.
            open="" if found else None,
        ),
    )


def _title(summary: Summary) -> str:
    return abridged(summary.signature or summary.name, _MAX_NAME_CHARACTERS)


def _resources(summaries: list[Summary]) -> Html:
    heads = ("function", "parameters", "instructions", "registers", "live words", "shared bytes")
    rows = []
    for each in summaries:
        body = each.body
        cells: tuple[str, ...] = ("", "", "", "")
        if body is not None:
            registers = ", ".join(f"{name} {count:,}" for name, count in body.registers.items())
            shared = sum(one.size or 0 for one in body.shared)
            live = body.flow.most.words
            cells = (f"{body.instructions:,}", registers, f"{live:,}", f"{shared:,}")
        kinds = ", ".join(str(one.type or one.space) for one in each.parameters)
        rows.append(
            tag(
                "tr",
                tag("td", _title(each), title=each.name),
                tag("td", kinds),
                *[tag("td", cell) for cell in cells],
            )
        )
    return tag(
        "table",
        tag("thead", tag("tr", *[tag("th", head) for head in heads])),
        tag("tbody", *rows),
    )


def _python_of(module: n.Module, ptx: str) -> Html:
    # Writing Python proves it, which takes seconds for a large module.
    if len(ptx) > _MAX_PYTHON_CHARACTERS:
        words = "Python: ptxpy.to_python(module) writes it; that of a file of this size takes long"
        return tag("p", words, class_="faint")
    try:
        text = to_python(module)
    except ProofError as error:
        return tag("p", f"without Python: {str(error).splitlines()[0]}", class_="faint")
    return tag("details", tag("summary", "Python"), listing(text, "python"))


def checked_markup(text: str, checked: Checked, *, skipped: int = 0) -> Html:
    """Return a text that was checked, with its diagnostics at their lines.

    Args:
        text: The text.
        checked: The result of the check.
        skipped: Lines that were checked before the first one of the text.
    """
    found = [
        each._replace(line=max(0, each.line - skipped)) if each.line else each
        for each in checked.found
    ]
    return join(
        tag("p", _counts(checked.found), class_="error" if found else "faint"),
        listing(text, "ptx", found) if found else None,
    )


_MAX_PROFILE_LINES: Final = 40
_MAX_TRACKS: Final = 64
_MAX_SLICES: Final = 1_500
"""Slices of a drawing; of a larger timeline, the longest ones are drawn."""

_WIDTH: Final = 900
_NAMES: Final = 190
_ROW: Final = 16

_COLUMNS: Final = (
    "PTX", "Python", "warps", "threads", "lanes", "bytes", "sectors", "conflicts", "waited",
)  # fmt: skip


def profile_markup(profile: Profile) -> Html:
    """Return the lines of a profile that warps executed most often."""
    lines = profile.sorted("warps")
    shown = lines[:_MAX_PROFILE_LINES]
    cells = [_cells(line) for line in shown]
    # A column without any value is left out.
    kept = [k for k in range(len(_COLUMNS)) if any(row[k] for row in cells)]
    heads = [*[tag("th", _COLUMNS[k], class_="number") for k in kept], tag("th", "instruction")]
    rows = [
        tag(
            "tr",
            *[tag("td", row[k], class_="number") for k in kept],
            tag("td", tag("code", line.text)),
        )
        for line, row in zip(shown, cells, strict=True)
    ]
    total = profile.total
    words = f"{total.warps:,} instructions of warps, {total.threads:,} of threads, "
    words += f"{total.lanes:.1f} lanes on average, {format_count(total.bytes, 'byte')}"
    more = f"and {len(lines) - len(shown):,} lines more" if len(lines) > len(shown) else None
    return join(
        tag("h3", f"profile of {abridged(profile.name, _MAX_NAME_CHARACTERS)}"),
        tag("p", words, class_="faint"),
        tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows)),
        more and tag("p", more, class_="faint"),
    )


def _cells(line: Line) -> tuple[str, ...]:
    counts = line.counts
    numbers = (
        line.line,
        line.python_line,
        counts.warps,
        counts.threads,
        counts.bytes,
        line.total("sectors"),
        line.total("conflicts"),
        counts.waited,
    )
    found = [f"{number:,}" if number else "" for number in numbers]
    return (*found[:4], f"{counts.lanes:.1f}", *found[4:])


def timeline_markup(timeline: Timeline) -> Html:
    """Return a timeline as a drawing, whose slices have their names under the pointer."""
    tracks = sorted({each.track for each in timeline.slices})
    shown = {track: row for row, track in enumerate(tracks[:_MAX_TRACKS])}
    slices = [each for each in timeline.slices if each.track in shown]
    # The longest slices show where the time goes.
    drawn = sorted(slices, key=lambda each: each.start - each.end)[:_MAX_SLICES]
    end = max(timeline.end, 1)
    scale = (_WIDTH - _NAMES) / end
    parts = [
        tag("text", f"{timeline.ctas[track.cta]} {track.name}", x="0", y=str(row * _ROW + 12))
        for track, row in shown.items()
    ]
    parts += [
        tag(
            "rect",
            tag("title", f"{each.name}: {each.start:,} to {each.end:,}"),
            x=f"{_NAMES + each.start * scale:.1f}",
            y=str(shown[each.track] * _ROW + 2),
            # A slice of less than a pixel is widened, so that it is seen.
            width=f"{max((each.end - each.start) * scale, 0.8):.1f}",
            height=str(_ROW - 4),
            class_=f"slice {each.kind}",
        )
        # Later slices are drawn over earlier ones.
        for each in sorted(drawn, key=lambda each: each.start)
    ]
    height = str(max(len(shown), 1) * _ROW)
    notes = [str(timeline)]
    if len(tracks) > len(shown):
        notes.append(f"{len(tracks) - len(shown):,} rows more")
    if len(slices) > len(drawn):
        notes.append(f"the {len(drawn):,} longest of {len(slices):,} slices are drawn")
    return join(
        tag("h3", f"timeline of {abridged(timeline.name, _MAX_NAME_CHARACTERS)}"),
        tag("p", "; ".join(notes), class_="faint"),
        tag("svg", *parts, viewBox=f"0 0 {_WIDTH} {height}", width=str(_WIDTH), height=height),
        tag("p", "blue: runs, grey: waits, yellow: copies, violet: wgmma", class_="faint"),
    )
