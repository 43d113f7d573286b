"""Diagnostics in SARIF 2.1.0, a format of editors and code hosts (docs.oasis-open.org/sarif)."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ptxpy.__about__ import __version__
from ptxpy.check import catalog

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.check import Located

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(found: Iterable[tuple[str, Located]]) -> dict[str, Any]:
    """Return a SARIF log of diagnostics, each with the name of its file."""
    rules = [
        {
            "id": entry.code,
            "name": "".join(word.capitalize() for word in entry.name.split("-")),
            "shortDescription": {"text": entry.title},
            "fullDescription": {"text": " ".join(entry.explanation.split())},
            "defaultConfiguration": {"level": entry.severity},
        }
        for entry in catalog().values()
    ]
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    results = [_result(file, diagnostic, index[diagnostic.code]) for file, diagnostic in found]
    driver = {"name": "ptxpy", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(file: str, found: Located, rule: int) -> dict[str, Any]:
    text = f"{found.message}\n{found.help}" if found.help else found.message
    uri = quote(PurePath(file).as_posix())
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if found.line:
        place["region"] = {
            "startLine": found.line,
            "startColumn": found.column,
            "endColumn": found.column + found.length,
        }
    return {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }
