"""The table in the simulator's guide: the share of the corpus that is simulated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sim_reporting.files import Count, count_files

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["README", "replaced", "table"]

ROOT: Final = Path(__file__).resolve().parents[2]
README: Final = ROOT / "ptxpy" / "sim" / "README.md"
NEWEST: Final = 121
BEGIN: Final = "<!-- Made by tools/sim_coverage --readme. -->\n"
END: Final = "<!-- End of the table. -->\n"


def table(corpus: Path = ROOT / "corpus") -> str:
    """Return the table in Markdown: a row for each producer, and one for all."""
    return "".join(f"{row}\n" for row in _rows(corpus))


def _rows(corpus: Path) -> Iterator[str]:
    yield "| Corpus | Files | Kernels | Run | Instructions | Run | Calls of functions elsewhere |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    total = Count()
    for folder in sorted(path for path in corpus.iterdir() if path.is_dir()):
        found = count_files(sorted(folder.rglob("*.ptx")), NEWEST)
        if not found.files:
            continue
        yield _row(f"`{folder.name}/`", found)
        total.add(found)
    yield _row("all", total)


def _row(name: str, found: Count) -> str:
    counted = found.statements - found.elsewhere
    run = found.statements - found.missing
    kernels = f"{found.kernels} | {found.whole}, {_share(found.whole, found.kernels)}"
    instructions = f"{counted:,} | {run:,}, {_share(run, counted)}"
    return f"| {name} | {found.files} | {kernels} | {instructions} | {found.elsewhere} |"


def _share(part: int, all_: int) -> str:
    """Return a percentage, rounded down to two places."""
    return f"{10000 * part // all_ / 100:g} %" if all_ else "-"


def replaced(text: str, made: str) -> str:
    """Return the guide with another table; raise `ValueError` if the guide has no table."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        message = f"{README.name} has no place for the table: {BEGIN.strip()} … {END.strip()}"
        raise ValueError(message)
    return head + begin + made + end + tail
