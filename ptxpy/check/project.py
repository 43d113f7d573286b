"""The settings of a project: the table `[tool.ptxpy]` in its pyproject.toml."""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ptxpy._pickling import PicklableError
from ptxpy._records import NamedTuple
from ptxpy.check.diagnostic import catalog, hint_of_code
from ptxpy.check.diagnostic_places import Located
from ptxpy.check.report import HiddenCounts
from ptxpy.isa import Target, Version, nearest, parse_target, parse_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["NO_PROJECT", "Project", "ProjectError", "error_codes", "project_of"]

FILE_NAME: Final = "pyproject.toml"
MAX_CACHED_FILES: Final = 64
EVERY_WARNING: Final = "warning"
"""The word for all codes in the list of warnings that are errors."""


class ProjectError(PicklableError, ValueError):
    """A pyproject.toml with a mistake in its table `[tool.ptxpy]`, or that cannot be read."""

    def __init__(self, file: Path, found: Located) -> None:
        """Create the error for a diagnostic in a file."""
        self.file = file
        self.found = found
        super().__init__(found.render(str(file)))


class _MistakeError(ValueError):
    """A wrong key or value."""

    def __init__(self, message: str, *keys: str, value: str | None = None, help_: str = "") -> None:
        """Create the error for a key, and a string in its value; without a key for the table."""
        self.keys = keys
        self.value = value
        self.help = help_
        super().__init__(message)


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
    errors: tuple[str, ...] = ()
    """Beginnings of the codes whose warnings are errors."""

    def reports(self, code: str, path: Path) -> bool:
        """Return whether a code is reported for a file."""
        if self.select and not code.startswith(self.select):
            return False
        if code.startswith(self.ignore) and self.ignore:
            return False
        try:
            name = _without_parents(path).relative_to(self.folder).as_posix()
        except ValueError:
            return True
        return not any(
            code.startswith(codes)
            for pattern, codes in self.folders
            if fnmatchcase(name, pattern) or name.startswith(f"{pattern.rstrip('/')}/")
        )

    def reported(self, found: Iterable[Located], path: Path) -> tuple[Located, ...]:
        """Return the diagnostics of a file that are reported, with the severity that they have."""
        if not (self.select or self.ignore or self.folders or self.errors):
            return tuple(found)
        return tuple(
            each._replace(severity="error") if each.code.startswith(self.errors) else each
            for each in found
            if self.reports(each.code, path)
        )

    def counted(self, rest: HiddenCounts, path: Path) -> HiddenCounts:
        """Return the numbers of diagnostics beyond the limit that would be reported for a file."""
        codes = tuple(each for each in rest.codes if self.reports(each[0], path))
        severities: Counter[str] = Counter()
        for code, count in codes:
            is_error = code.startswith(self.errors) or catalog()[code].severity == "error"
            severities["error" if is_error else "warning"] += count
        return HiddenCounts(severities["error"], severities["warning"], codes)


NO_PROJECT: Final = Project(Path())
"""No settings."""


def error_codes(values: Sequence[str]) -> tuple[str, ...]:
    """Return the beginnings of the codes whose warnings are errors: `warning` means every code.

    Raises:
        ValueError: If no code begins so; the message has what to write after a semicolon.

    >>> error_codes(["INL", "PTX056"])
    ('INL', 'PTX056')
    >>> error_codes(["warning"])
    ('',)
    """
    found = []
    for value in values:
        if value != EVERY_WARNING and (
            not value or not any(known.startswith(value) for known in catalog())
        ):
            message = f"no code begins with {value!r}; {hint_of_code(value)}"
            raise ValueError(message)
        found.append("" if value == EVERY_WARNING else value)
    return tuple(found)


def project_of(path: Path) -> Project:
    """Return the settings for a file: those of the nearest pyproject.toml with `[tool.ptxpy]`.

    The folders above a file are those by which it is named, whatever the working directory is. A
    symbolic link is not followed, so that a file which a project links to has the settings of the
    project that names it.

    Raises:
        ProjectError: If the file cannot be read, or a key or value of the table is wrong.
    """
    for folder in _without_parents(path).parents:
        file = folder / FILE_NAME
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            continue
        found = _read(file, changed)
        if found is not None:
            return found
    return NO_PROJECT


def _without_parents(path: Path) -> Path:
    """Return the absolute path of a file without `..`, which would name a folder twice.

    `a/../b` is `b` only if `a` is no symbolic link: the folders before a `..` are resolved by the
    system, and the names behind the last one are kept.
    """
    parts = path.absolute().parts
    if ".." not in parts:
        return Path(*parts)
    last = len(parts) - parts[::-1].index("..")
    return Path(os.path.realpath(Path(*parts[:last])), *parts[last:])


@lru_cache(maxsize=MAX_CACHED_FILES)
def _read(file: Path, changed: int) -> Project | None:
    """Return the settings in a file; None if it has no table of ours."""
    del changed  # a file that has changed is read again
    try:
        text = file.read_bytes().decode()
    except (OSError, ValueError) as error:
        raise ProjectError(file, Located(_CODE, "error", 0, 0, 0, str(error))) from None
    try:
        content = tomllib.loads(text)
    except ValueError as error:
        raise ProjectError(file, _of_toml(text, str(error))) from None
    table = content.get("tool", {}).get("ptxpy")
    if table is None:
        return None
    try:
        return _project(file.parent, table)
    except _MistakeError as error:
        raise ProjectError(file, _located(text, error)) from None


_CODE: Final = "PTX004"
_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def _of_toml(text: str, message: str) -> Located:
    """Return the error of a file that is no TOML."""
    rows = text.split("\n")
    place = _TOML_PLACE.search(message)
    line, column = len(rows), len(rows[-1]) + 1
    if place is not None and place[1]:
        line, column = int(place[1]), int(place[2])
    row = rows[line - 1].removesuffix("\r")
    told = f"this is no TOML: {_TOML_PLACE.sub('', message)}"
    return Located(_CODE, "error", line, column, 1, told, "", row[:MAX_ROW])


def _located(text: str, mistake: _MistakeError) -> Located:
    """Return the error about a key of the table, or about a string in its value."""
    rows = text.split("\n")
    line, column, length = _place(rows, mistake.keys, mistake.value)
    row = rows[line - 1].removesuffix("\r")[:MAX_ROW] if line else ""
    message = f"[tool.ptxpy]: {mistake}"
    return Located(_CODE, "error", line, column, length, message, mistake.help, row)


def _place(rows: Sequence[str], keys: Sequence[str], value: str | None) -> tuple[int, int, int]:
    """Return line and column, from 1, and length of a key, or of a string behind it.

    TOML has several ways to write a table; one in which the key is not found has the place 0.
    """
    table = ""
    for number, row in enumerate(rows, 1):
        head = _TABLE.match(row)
        if head is not None:
            table = re.sub(r"[\s\"']", "", head[1])
            if not keys and table == "tool.ptxpy":
                return number, head.start(1) + 1, len(head[1])
            continue
        found = _KEY.match(row)
        if found is None or not table.startswith("tool.ptxpy"):
            continue
        words = [*table.split(".")[2:], found[1].strip("\"'")]
        if words != [*keys] and words[-1:] != [*keys][-1:]:
            continue
        if value is None:
            return number, found.start(1) + 1, len(found[1])
        # A list goes on in the lines behind its key.
        for later, text in enumerate(rows[number - 1 :], number):
            for quote in "\"'":
                at = text.find(f"{quote}{value}{quote}", found.end() if later == number else 0)
                if at >= 0:
                    return later, at + 2, max(len(value), 1)
        return number, found.start(1) + 1, len(found[1])
    return 0, 0, 0


_TABLE: Final = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY: Final = re.compile(r"\s*(\"[^\"]*\"|'[^']*'|[\w-]+)\s*=")
MAX_ROW: Final = 400
"""The most characters of a line that are shown."""
_VERSION: Final = "ptx-version"
_FOLDERS: Final = "per-folder-ignores"
_ERRORS: Final = "error-on"
_KEYS: Final = ("arch", _ERRORS, "ignore", _FOLDERS, _VERSION, "select")


def _project(folder: Path, table: Any) -> Project:  # noqa: ANN401 - a value of TOML
    if not isinstance(table, dict):
        msg = "it must be a table"
        raise _MistakeError(msg)
    for key in table:
        if key not in _KEYS:
            close = nearest(key, _KEYS)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_KEYS)}"
            msg = f"no key {key}"
            raise _MistakeError(msg, key, help_=hint)
    folders = table.get(_FOLDERS, {})
    if not isinstance(folders, dict):
        msg = f"{_FOLDERS} must be a table"
        raise _MistakeError(msg, _FOLDERS, help_='write "third_party" = ["PTX042"] in it')
    return Project(
        folder.absolute(),
        _codes(table.get("select", []), "select"),
        _codes(table.get("ignore", []), "ignore"),
        _parsed(table, "arch", parse_target),
        _parsed(table, _VERSION, parse_version),
        tuple((name, _codes(codes, _FOLDERS, name)) for name, codes in folders.items()),
        _codes(table.get(_ERRORS, []), _ERRORS),
    )


_Parsed = TypeVar("_Parsed")


def _parsed(table: Mapping[str, Any], key: str, parse: Callable[[str], _Parsed]) -> _Parsed | None:
    """Return the meaning of the string of a key; None without the key."""
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        msg = f"{key} must be a string, not {value!r}"
        raise _MistakeError(msg, key)
    try:
        return parse(value)
    except ValueError as error:
        message, _, hint = str(error).partition("; ")
        raise _MistakeError(message, key, value=value, help_=hint) from None


def _codes(value: Any, *keys: str) -> tuple[str, ...]:  # noqa: ANN401 - a value of TOML
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        msg = f"{keys[-1]} must be a list of codes"
        raise _MistakeError(msg, *keys, help_='write ["PTX042", "INL"]')
    found: tuple[str, ...] = ()
    for code in value:
        if code == EVERY_WARNING and keys != (_ERRORS,):
            msg = f"{code!r} stands for all codes in {_ERRORS} alone"
            raise _MistakeError(msg, *keys, value=code, help_='write ["PTX", "INL"]')
        try:
            found += error_codes([code])
        except ValueError as error:
            message, _, hint = str(error).partition("; ")
            raise _MistakeError(message, *keys, value=code, help_=hint) from None
    return found
