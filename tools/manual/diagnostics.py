"""The catalogue of diagnostics."""

from __future__ import annotations

from manual.markdown import code, escaped, fenced, indexed, table
from ptxpy.check.diagnostic import Entry, catalog

__all__ = ["diagnostics_page"]


def diagnostics_page() -> dict[str, str]:
    """Return the page of all codes, with what is wrong and right."""
    found = sorted(catalog().values())
    rows = [
        (f"[{entry.code}](#{entry.code.lower()})", entry.severity, escaped(entry.title))
        for entry in found
    ]
    parts = [
        "# Diagnostics\n",
        (
            "What `ptxpy check` says: `PTX…` of PTX and of kernels in Python, `INL…` of inline PTX "
            "in CUDA C++ and Python. In a terminal: `ptxpy check --explain CODE`.\n"
        ),
        table(("Code", "Severity", "Title"), rows),
        *map(_entry, found),
    ]
    return {"diagnostics": "\n".join(parts)}


def _entry(entry: Entry) -> str:
    language = "cuda" if entry.code.startswith("INL") else "ptx"
    return "\n".join(
        [
            indexed(entry.code),
            f"({entry.code.lower()})=\n\n## {entry.code}: {escaped(entry.title)}\n",
            f"{entry.severity.capitalize()}, {code(entry.name)}.\n",
            f"{escaped(entry.explanation)}\n",
            f"Wrong:\n\n{fenced(entry.wrong, language)}",
            f"Right:\n\n{fenced(entry.right, language)}",
        ]
    )
