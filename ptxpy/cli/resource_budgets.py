"""Budgets of `ptxpy check`: the most registers and spills that kernels may need, and a baseline."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.console import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.assemble import Resources

__all__ = ["Budgets", "Excess", "add_budgets", "budgets_of"]


class Excess(NamedTuple):
    """A kernel that needs more of a resource than it may."""

    file: str
    kernel: str
    resource: str
    """``registers``, or ``spills``: bytes of spill stores and loads per thread."""
    used: int
    allowed: int
    source: str
    """``--max-registers``, ``--max-spills`` or ``--baseline``."""

    def render(self) -> str:
        """Return a line for a reader."""
        unit = "register" if self.resource == "registers" else "byte"
        of = "" if self.resource == "registers" else " of spills"
        place = f"{printable(self.file)}: {printable(self.kernel)}"
        used = format_count(self.used, unit)
        return f"{place} needs {used}{of}, and {self.source} allows {self.allowed:,}"


class Budgets(NamedTuple):
    """The limits that a command line sets."""

    registers: int | None
    spills: int | None
    baseline: Mapping[tuple[str, str], Mapping[str, Any]] | None
    """The resources of kernels in an earlier report, by file and symbol."""
    assembler: str = ""
    """Name and version of the assembler of that report; empty if it does not say."""

    @property
    def are_set(self) -> bool:
        """Whether there is any limit."""
        return (self.registers, self.spills, self.baseline) != (None, None, None)

    def excesses(self, kernels: Sequence[tuple[str, Resources]]) -> Iterator[Excess]:
        """Yield each limit that a kernel exceeds; functions have none of their own."""
        for file, found in kernels:
            if not found.kernel:
                continue
            used = {"registers": found.registers or 0, "spills": spills(found._asdict())}
            for resource, number in used.items():
                limit = self.registers if resource == "registers" else self.spills
                if limit is not None and number > limit:
                    yield Excess(file, found.name, resource, number, limit, f"--max-{resource}")
                before = self._before(file, found.name)
                if before is None:
                    continue
                allowed = before["registers"] if resource == "registers" else spills(before)
                if number > allowed:
                    yield Excess(file, found.name, resource, number, allowed, "--baseline")

    def unknown(self, kernels: Sequence[tuple[str, Resources]]) -> list[tuple[str, str]]:
        """Return the kernels that the baseline does not have, each after its file."""
        if self.baseline is None:
            return []
        return [
            (file, found.name)
            for file, found in kernels
            if found.kernel and self._before(file, found.name) is None
        ]

    def _before(self, file: str, name: str) -> Mapping[str, Any] | None:
        """Return the resources of a kernel in the baseline, which may have it in another file."""
        baseline = self.baseline or {}
        named = [each for (_, known), each in baseline.items() if known == name]
        # A build writes its files into new folders; a symbol of several files needs its file.
        return baseline.get((file, name), named[0] if len(named) == 1 else None)


def spills(resources: Mapping[str, Any]) -> int:
    """Return the bytes of spill stores and loads per thread."""
    return int(resources["spill_stores"]) + int(resources["spill_loads"])


def add_budgets(parser: argparse.ArgumentParser) -> None:
    """Add the options that limit the resources of kernels."""
    group = parser.add_argument_group("budgets", "each implies --assemble")
    group.add_argument(
        "--max-registers", metavar="N", type=_count, help="registers that a kernel may need"
    )
    group.add_argument(
        "--max-spills",
        metavar="BYTES",
        type=_count,
        help="bytes of spill stores and loads that a thread of a kernel may need; 0 for none",
    )
    group.add_argument(
        "--baseline",
        metavar="FILE.json",
        help="an earlier report of `check --assemble --json`: no kernel may need more registers or "
        "spills than there; one that is not there is told, and no error",
    )


def budgets_of(options: argparse.Namespace) -> Budgets:
    """Return the limits of a command line; `CommandError` for a baseline that is none."""
    limits = options.max_registers, options.max_spills
    return Budgets(*limits, *((None, "") if options.baseline is None else _read(options.baseline)))


_NUMBERS: Final = ("registers", "spill_stores", "spill_loads")


def _read(path: str) -> tuple[dict[tuple[str, str], dict[str, Any]], str]:
    """Return the resources of a report, and its assembler."""
    source = files.read(path)
    assembler = ""
    try:
        report = json.loads(source)
        assembler = str(report.get("assembler", ""))
        kernels = [each for each in report["kernels"] if each["kernel"]]
        found = {(str(each["file"]), str(each["name"])): each for each in kernels}
        is_report = all(type(each[name]) is int for each in kernels for name in _NUMBERS)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        is_report = False
    if not is_report:
        message = (
            f"{files.display(path)}: no report of kernels; "
            "`ptxpy check --assemble --json FILE` writes one"
        )
        raise CommandError(message)
    return found, assembler


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):  # noqa: PLR2004 - 1 GB
        message = f"{text!r} is not a number from 0 to 999999999"
        raise argparse.ArgumentTypeError(message)
    return int(text)
