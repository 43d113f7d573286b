"""The settings of a project: the table `[tool.ptxpy]` in its pyproject.toml."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.check.diagnostic import catalog
from ptxpy.isa import Target, Version, nearest, parse_target, parse_version

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.check.diagnostic_places import Located

__all__ = ["NO_PROJECT", "Project", "ProjectError", "project_of"]

FILE_NAME: Final = "pyproject.toml"
MAX_CACHED_FILES: Final = 64


class ProjectError(ValueError):
    """A table `[tool.ptxpy]` with a mistake."""


class Project(NamedTuple):
    """The settings for the files below a folder."""

    folder: Path
    """The folder of the pyproject.toml."""
    select: tuple[str, ...] = ()
    """Beginnings of the codes that are reported, `INL`; empty for all."""
    ignore: tuple[str, ...] = ()
    """Beginnings of the codes that are not."""
    target: Target | None = None
    """The target to check for; None for that of each file."""
    version: Version | None = None
    """The version of PTX to check against; None for that of each file."""
    folders: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Folders or patterns of paths, each with the beginnings of the codes ignored there."""

    def reports(self, code: str, path: Path) -> bool:
        """Return whether a code is reported for a file."""
        if self.select and not code.startswith(self.select):
            return False
        if code.startswith(self.ignore) and self.ignore:
            return False
        try:
            name = path.absolute().relative_to(self.folder).as_posix()
        except ValueError:
            return True
        return not any(
            code.startswith(codes)
            for pattern, codes in self.folders
            if fnmatchcase(name, pattern) or name.startswith(f"{pattern.rstrip('/')}/")
        )

    def reported(self, found: Iterable[Located], path: Path) -> tuple[Located, ...]:
        """Return the diagnostics of a file that are reported."""
        if not (self.select or self.ignore or self.folders):
            return tuple(found)
        return tuple(each for each in found if self.reports(each.code, path))


NO_PROJECT: Final = Project(Path())
"""No settings."""


def project_of(path: Path) -> Project:
    """Return the settings for a file: those of the nearest pyproject.toml with `[tool.ptxpy]`.

    Raises:
        ProjectError: If the file cannot be read, or a key or value of the table is wrong.
    """
    for folder in path.absolute().parents:
        file = folder / FILE_NAME
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            continue
        found = _read(file, changed)
        if found is not None:
            return found
    return NO_PROJECT


@lru_cache(maxsize=MAX_CACHED_FILES)
def _read(file: Path, changed: int) -> Project | None:
    """Return the settings in a file; None if it has no table of ours."""
    del changed  # a file that has changed is read again
    try:
        text = file.read_bytes().decode()
        content = tomllib.loads(text)
    except (OSError, ValueError) as error:
        msg = f"{file}: {error}"
        raise ProjectError(msg) from None
    table = content.get("tool", {}).get("ptxpy")
    if table is None:
        return None
    try:
        return _project(file.parent, table)
    except ValueError as error:
        line = _line_of_mistake(text, file.parent, table)
        msg = f"{file}:{line}: [tool.ptxpy]: {error}" if line else f"{file}: [tool.ptxpy]: {error}"
        raise ProjectError(msg) from None


def _line_of_mistake(text: str, folder: Path, table: Any) -> int:  # noqa: ANN401 - of TOML
    """Return the line, from 1, of the first key that is wrong by itself; 0 if it is not found."""
    parts = table.items() if isinstance(table, dict) else ()
    for key, value in parts:
        entries = [{key: value}]
        if key == _FOLDERS and isinstance(value, dict):
            entries = [{key: {name: codes}} for name, codes in value.items()]
        for entry in entries:
            try:
                _project(folder, entry)
            except ValueError:
                is_folder = key == _FOLDERS and isinstance(value, dict)
                return _line_of_key(text, next(iter(entry[key])) if is_folder else key)
    return 0


def _line_of_key(text: str, key: str) -> int:
    is_ours = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("["):
            is_ours = line.lstrip().startswith("[tool.ptxpy")
        before, equals, _ = line.partition("=")
        if is_ours and equals and before.strip().strip("\"'") == key:
            return number
    return 0


_VERSION: Final = "ptx-version"
_FOLDERS: Final = "per-folder-ignores"
_KEYS: Final = ("arch", "ignore", _FOLDERS, _VERSION, "select")


def _project(folder: Path, table: Any) -> Project:  # noqa: ANN401 - a value of TOML
    if not isinstance(table, dict):
        msg = "it must be a table"
        raise ValueError(msg)  # noqa: TRY004 - told as other wrong values
    for key in table:
        if key not in _KEYS:
            close = nearest(key, _KEYS)
            hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(_KEYS)}"
            msg = f"no key {key}{hint}"
            raise ValueError(msg)
    folders = table.get(_FOLDERS, {})
    if not isinstance(folders, dict):
        msg = 'per-folder-ignores must be a table: "third_party" = ["PTX042"]'
        raise ValueError(msg)  # noqa: TRY004 - told as other wrong values
    return Project(
        folder.absolute(),
        _codes("select", table.get("select", [])),
        _codes("ignore", table.get("ignore", [])),
        parse_target(_text("arch", table["arch"])) if "arch" in table else None,
        parse_version(_text(_VERSION, table[_VERSION])) if _VERSION in table else None,
        tuple((name, _codes(name, codes)) for name, codes in folders.items()),
    )


def _text(key: str, value: Any) -> str:  # noqa: ANN401 - a value of TOML
    if not isinstance(value, str):
        msg = f"{key} must be a string, got {value!r}"
        raise ValueError(msg)  # noqa: TRY004 - told as other wrong values
    return value


def _codes(key: str, value: Any) -> tuple[str, ...]:  # noqa: ANN401 - a value of TOML
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        msg = f'{key} must be a list of codes: ["PTX042", "INL"]'
        raise ValueError(msg)
    for code in value:
        if not code or not any(known.startswith(code) for known in catalog()):
            msg = f"{key}: no code begins with {code!r}; `ptxpy check --explain all` lists them"
            raise ValueError(msg)
    return tuple(value)
