"""What each object of ptxpy is as HTML."""

from __future__ import annotations

import inspect
from functools import singledispatch
from typing import Any, Final

from ptxpy.check import Diagnostic, Located, diagnose_module, locate
from ptxpy.check.report import Checked, limit_diagnostics
from ptxpy.codegen import ProofError, to_python
from ptxpy.compare import Comparison, ModuleDiff
from ptxpy.demangle import abridged
from ptxpy.dsl import StandaloneKernel
from ptxpy.ir import nodes as n
from ptxpy.launch import Kernel
from ptxpy.notebook.dress import dressed
from ptxpy.notebook.listing import listing, messages
from ptxpy.notebook.observations import profile_markup, timeline_markup
from ptxpy.sim.observe import Profile, Timeline
from ptxpy.summaries import Summary, Survey
from ptxpy.syntax.printer import emit, positions
from ptxpy.view.diff_markup import diff_markup, diff_summary
from ptxpy.view.markup import Html, join, tag

__all__ = ["checked_markup", "html", "module_markup"]

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
def _loaded(kernel: Kernel) -> str:
    return dressed(module_markup(kernel.module, only=kernel.name))


@html.register
def _authored(kernel: StandaloneKernel) -> str:
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
    names = "" if target is None else ", ".join(str(name) for name in _targets(target))
    lines = ptx.count("\n") + 1
    errors = sum(each.severity == "error" for each in first) + rest.errors
    title = f"{len(chosen):,} functions"
    if len(chosen) == 1:
        title = f"{chosen[0].kind} {_title(chosen[0])}"
    return join(
        tag("h3", title, title=chosen[0].name if len(chosen) == 1 else None),
        tag("p", f"{names}; {lines:,} lines of PTX", class_="faint"),
        _resources(chosen),
        tag("p", _count(errors, "error"), class_="error") if errors else None,
        _python_of(module, ptx) if python is None else python,
        tag(
            "details",
            tag("summary", "PTX"),
            listing(ptx, "ptx", found),
            open="" if found else None,
        ),
    )


def _targets(target: n.Target) -> tuple[Any, ...]:
    return tuple(getattr(target, target.fields[0]))


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
        checked: What was found.
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
