"""The registers that a function declares: their names and their types."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["DeclaredRegisters"]

_NUMBERED: Final = re.compile(r"(.*?)(0|[1-9][0-9]*)", re.ASCII | re.DOTALL)
_DIGITS: Final = "0123456789"
_MAX_DIGITS: Final = 12
"""No file has registers whose numbers have more."""


class DeclaredRegisters:
    """Files of registers, `%r<10>`, and single registers."""

    def __init__(self) -> None:
        """Begin without registers."""
        self.types: dict[str, str] = {}
        """The type of each file, by its prefix."""
        self._counts: dict[str, int | None] = {}
        self._single: dict[str, str] = {}

    def __bool__(self) -> bool:
        """Return whether any is declared."""
        return bool(self.types or self._single)

    def declare(self, name: str, kind: str, count: int | None, *, is_file: bool) -> None:
        """Add a register, or a file with a number of registers, None where that is unknown."""
        if is_file:
            self.types[name] = kind
            self._counts[name] = count
        else:
            self._single[name] = kind

    def storage(self, name: str) -> str | None:
        """Return the type with which a register is declared; None if it is not."""
        found = self.in_file(name)
        return self._single.get(name) if found is None else found

    def in_file(self, name: str) -> str | None:
        """Return the type of the file that has a register; None if there is none."""
        if name[-1:] not in _DIGITS:
            return None
        prefix, number = self.parts(name)
        storage = self.types.get(prefix)
        if storage is None or len(number) > _MAX_DIGITS:
            return None
        count = self._counts[prefix]
        return storage if count is None or int(number) < count else None

    def parts(self, name: str) -> tuple[str, str]:
        """Return the prefix and the number of a name that ends in one."""
        # The prefix itself may end in digits: %r0<10> has %r01.
        number = name[len(name.rstrip(_DIGITS)) :].lstrip("0") or "0"
        return name[: -len(number)], number

    def is_beyond(self, name: str) -> bool:
        """Return whether a name ends in a number that is beyond the end of its file."""
        match = _NUMBERED.fullmatch(name)
        count = None if match is None else self._counts.get(name[: match.start(2)])
        return count is not None and self.in_file(name) is None

    def explain(self, name: str) -> str:
        """Return why no register has a name."""
        match = _NUMBERED.fullmatch(name)
        prefix = name[: match.start(2)] if match is not None else name
        if prefix in self._counts:
            count = self._counts[prefix] or 0
            return (
                f"{name} is not declared: {prefix}<{count}> are {prefix}0 to {prefix}{count - 1}; "
                "raise the number in reg.bulk to use it"
            )
        known = ", ".join([*(f"{each}<{self._counts[each]}>" for each in self._counts)]) or "none"
        return (
            f"{name} is not declared: the files of this function are {known}; a margin holds names "
            "of registers and nothing else, and another comment begins with a blank, # …"
        )
