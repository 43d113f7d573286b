"""The macros of a C++ file, and of the files that it includes, if they are found."""

from __future__ import annotations

import os
import re
from collections import deque
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx.guards import is_excluded
from ptxpy.inline_ptx.preprocessing import OUTSIDE, Macro, blank_comments, scan_directives

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.inline_ptx.preprocessing import Directives

__all__ = ["ASM", "MacroTable", "has_statement"]

ASM: Final = re.compile(r"\b(?:asm|__asm__|__asm)\b")
"""The keyword of an `asm` statement."""
MAX_FILES: Final = 2000
"""Included files after which no further ones are read: a bound on time."""
MAX_DIGITS: Final = 9
MAX_FILE_BYTES: Final = 8 << 20
"""The size up to which an included file is read."""


class _Included(NamedTuple):
    """The parts of an included file that matter."""

    includes: tuple[str, ...] = ()
    """The paths of the files that it includes, of those that are found."""
    macros: Mapping[str, Macro] = MappingProxyType({})
    has_asm: bool = False
    """Whether a macro has an `asm` statement."""


@lru_cache(maxsize=4096)
def _read(path: str) -> _Included:
    """Return the macros and includes of a file; none if it cannot be read."""
    try:
        if Path(path).stat().st_size > MAX_FILE_BYTES:
            return _Included()
        text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return _Included()
    found = scan_directives(blank_comments(text))
    folder = str(Path(path).parent)
    paths = (_find(name, folder) for name in found.includes)
    macros = {
        # The body of a macro of another file has no places in the file that is checked.
        macro.name: macro._replace(
            body=tuple(token._replace(origin=OUTSIDE) for token in macro.body)
        )
        for macro in _possible(found)
    }
    has_asm = any(map(has_statement, macros.values()))
    return _Included(tuple(each for each in paths if each is not None), macros, has_asm)


def has_statement(macro: Macro) -> bool:
    """Return whether the body of a macro has an `asm` statement."""
    return any(token.kind == "name" and ASM.fullmatch(token.text) for token in macro.body)


def _possible(directives: Directives) -> Iterator[Macro]:
    """Yield the macros whose conditions are not known to be false."""
    for macro in directives.macros:
        if not is_excluded(macro.conditions):
            yield macro


@lru_cache(maxsize=1 << 16)
def _find(name: str, folder: str) -> str | None:
    """Return an included file: beside the file that includes it, or in a folder above that."""
    if "\0" in name or Path(name).is_absolute():
        return None
    # The folders above stand in for the include paths, which the build knows and this tool does
    # not.
    for above in (Path(folder), *Path(folder).parents):
        for candidate in (above / name, above / "include" / name):
            if candidate.is_file():
                return os.path.normpath(candidate)
    return None


class MacroTable:
    """The macros that are visible in a file."""

    def __init__(self, directives: Directives, filename: str) -> None:
        """Create the table; included files are read when they are first needed."""
        self._own: dict[str, list[Macro]] = {}
        for macro in _possible(directives):
            self._own.setdefault(macro.name, []).append(macro)
        self._includes = directives.includes
        self._path = Path(filename)
        self._folder = self._path.parent if filename and filename != "-" else None
        self._others: dict[str, Macro] | None = None

    def find(self, name: str, offset: int) -> Macro | None:
        """Return the macro of a name at an offset of the file, or None."""
        own = self._own.get(name)
        if own is not None:
            before = [macro for macro in own if macro.offset <= offset]
            # A macro may be used before its definition in the file, inside of another macro.
            return before[-1] if before else own[0]
        return self.others.get(name)

    def number(self, name: str) -> int | None:
        """Return the value of a macro that is a number, in all its definitions; else None."""
        if name not in self._own:
            return None
        values = {
            macro.body[0].text if len(macro.body) == 1 and macro.parameters is None else ""
            for macro in self._own[name]
        }
        # A macro that has several values depends on conditions, so its number is not known.
        text = values.pop()
        return int(text) if not values and text.isdecimal() and len(text) <= MAX_DIGITS else None

    @property
    def others(self) -> dict[str, Macro]:
        """The macros of included files."""
        if self._others is None:
            self._others = {}
            for included in self._included():
                for name, macro in included.macros.items():
                    self._others.setdefault(name, macro)
        return self._others

    def _included(self) -> Iterator[_Included]:
        if self._folder is None:
            return
        folder = str(self._folder.resolve())
        names = list(self._includes)
        # A header often includes a part of itself, `x.hpp`, which uses the macros of `x.h`.
        if self._path.suffix not in {".cu", ".h"}:
            names.append(f"{self._path.stem}.h")
        # The nearest files come first: their macros win over those of files that they include.
        waiting = deque(filter(None, (_find(name, folder) for name in names)))
        seen: set[str] = set()
        while waiting and len(seen) < MAX_FILES:
            path = waiting.popleft()
            if path not in seen:
                seen.add(path)
                included = _read(path)
                yield included
                waiting += included.includes

    def with_asm(self) -> dict[str, Macro | None]:
        """Return the macros whose expansion has an `asm` statement; None for other files' ones."""
        own = [macro for macros in self._own.values() for macro in macros]
        has_asm = any(map(has_statement, own))
        if not has_asm and not any(included.has_asm for included in self._included()):
            return {}
        bodies: dict[str, set[str]] = {}
        # Which macros make `asm` follows backwards from the keyword: users of a maker are makers,
        # too.
        for macro in (*own, *self.others.values()):
            names = {token.text for token in macro.body if token.kind == "name"}
            bodies.setdefault(macro.name, set()).update(names)
        users: dict[str, list[str]] = {}
        for name, names in bodies.items():
            for used in names:
                users.setdefault(used, []).append(name)
        known: set[str] = set()
        waiting = ["asm", "__asm__", "__asm"]
        while waiting:
            more = set(users.get(waiting.pop(), ())) - known
            known |= more
            waiting += more
        return {name: self._own[name][0] if name in self._own else None for name in known}
