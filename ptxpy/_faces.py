"""Faces: the names that a package exports, each imported from its module at its first use.

A package is used through its face, so its `__init__` names everything that others need. Were all
imported there, a command that parses a file would load the simulator's tables as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from sys import modules
from typing import Any

__all__ = ["lazy_names"]


def lazy_names(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package, which imports the module of a name that is asked for.

    The package gets a `__dir__` as well, which lists the names that have not been used yet.

    Args:
        package: The package, `__name__`.
        names: The names that modules define, separated by spaces, by module.

    >>> find = lazy_names("ptxpy", {"ptxpy.demangle": "demangled abridged"})
    >>> find("demangled")("_Z4axpyfPf").signature
    'axpy(float, float*)'
    """
    homes = {name: module for module, words in names.items() for name in words.split()}

    def find(name: str) -> Any:  # noqa: ANN401 - whatever the name is
        home = homes.get(name)
        if home is None:
            msg = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(msg)
        found = getattr(import_module(home), name)
        setattr(modules[package], name, found)
        return found

    def names_of_package() -> list[str]:
        return sorted({*vars(modules[package]), *homes})

    # A package may have a `__dir__` of its own.
    vars(modules[package]).setdefault("__dir__", names_of_package)
    return find
