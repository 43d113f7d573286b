"""Which names may stand in a generated program: nothing from a stranger's symbol goes unchecked."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Final

__all__ = ["is_allowed"]

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_REGISTER: Final = re.compile(r"(?:r|rd|rs|rq|rh|f|fd|p|h|hh|b|SP|SPL)[0-9]*\Z")
"""How registers themselves are spelled, and the files that they are elements of."""
_LONGEST: Final = 32
_RESERVED: Final = frozenset({*dir(builtins), *keyword.kwlist, *keyword.softkwlist})


def is_allowed(name: str) -> bool:
    """Return whether a name is a plain identifier that means nothing else.

    It must not be a keyword, a built-in or spelled as a register is, nor longer than 32 characters.
    The generator also keeps it apart from the names of the DSL and from those around.
    """
    return (
        len(name) <= _LONGEST
        and _NAME.match(name) is not None
        and name not in _RESERVED
        and _REGISTER.match(name) is None
    )
