"""Importing files with a package renamed: in memory, so that a file is what its author wrote."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

__all__ = ["RenamingFinder", "StandIn", "rename"]


def rename(text: str, names: Mapping[str, str]) -> str:
    """Return a text with dotted names replaced; the first of `names` that fits is taken."""
    pattern = "|".join(rf"(?<![\w.]){re.escape(name)}(?!\w)" for name in names)
    return re.sub(pattern, lambda match: names[match[0]], text)


class _RenamingLoader(SourceFileLoader):
    """Loads a source file with names replaced, without bytecode files."""

    names: Mapping[str, str] = {}

    def get_code(self, fullname: str) -> CodeType:
        """Compile the renamed text."""
        path = self.get_filename(fullname)
        text = rename(Path(path).read_text(encoding="utf-8"), self.names)
        return compile(text, path, "exec", dont_inherit=True)


class RenamingFinder(MetaPathFinder):
    """Finds the modules of a folder under another package name, and renames in what they say."""

    def __init__(self, package: str, folder: Path, names: Mapping[str, str]) -> None:
        """Take the name of the package, the folder with its files, and the names to replace."""
        self._package = package
        self._folder = folder
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of the package; None for any other."""
        del path, target
        first, *rest = fullname.split(".")
        if first != self._package:
            return None
        place = self._folder.joinpath(*rest)
        is_package = place.is_dir()
        file = place / "__init__.py" if is_package else place.with_suffix(".py")
        if not file.is_file():
            return None
        loader = _RenamingLoader(fullname, str(file))
        loader.names = self._names
        folders = [str(place)] if is_package else None
        return spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=folders
        )


class StandIn(ModuleType):
    """A module whose attributes are functions that return None: a framework that is not called."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a framework has
        """Return a function, or raise `AttributeError` for what the import system asks for."""
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_arguments, **_options: None

    @classmethod
    def install(cls, *names: str) -> None:
        """Put stand-ins under these names, each after the package that it lies in."""
        for name in names:
            made = cls(name)
            package, _, attribute = name.rpartition(".")
            if package:
                setattr(sys.modules[package], attribute, made)
            sys.modules[name] = made
