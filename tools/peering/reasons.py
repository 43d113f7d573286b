"""Why a kernel may differ from that of pyptx: in words, and as rewrites that undo it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

__all__ = ["Reason", "read_reasons"]

_PACKAGES: Final = ("ptxpy", "pyptx")


class Reason(NamedTuple):
    """A way in which kernels of the two packages differ."""

    name: str
    text: str
    rewrites: dict[str, list[tuple[str, str]]]
    """Patterns and what takes their place, in order, in the PTX of a package; empty if there is
    none that makes the two kernels alike."""

    def rewrite(self, package: str, text: str) -> str:
        """Return PTX of a package as it were without this difference."""
        for pattern, replacement in self.rewrites.get(package, ()):
            text = re.sub(pattern, replacement, text)
        return text


def read_reasons(path: Path) -> dict[str, list[Reason]]:
    """Return the reasons of each kernel, by its name, from a file like `differences.toml`.

    Raises `ValueError` for a reason that no kernel has, or that the file lacks.
    """
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return _resolved(table["reasons"], table["kernels"])


def _resolved(
    reasons: Mapping[str, Mapping[str, Any]], kernels: Mapping[str, Iterable[str]]
) -> dict[str, list[Reason]]:
    if wrong := {name for names in kernels.values() for name in names} ^ {*reasons}:
        names = ", ".join(sorted(wrong))
        message = f"reasons that no kernel has, or that are not in the table: {names}"
        raise ValueError(message)
    known = {name: _reason(name, entry) for name, entry in reasons.items()}
    return {kernel: [known[name] for name in names] for kernel, names in kernels.items()}


def _reason(name: str, entry: Mapping[str, Any]) -> Reason:
    rewrites = {
        package: [(pattern, replacement) for pattern, replacement in entry[package]]
        for package in _PACKAGES
        if package in entry
    }
    return Reason(name, entry["text"], rewrites)
