"""The forms that Lark has parsed in earlier processes, in a folder of the user.

They are text, as those that the package ships, in one file for the rules whose numbers they have. A
form that is read is checked step by step before it is used (`derivations.py`): one that is wrong is
not known, and no form can make a parse that the grammar does not have.
"""

from __future__ import annotations

import atexit
from functools import cache
from typing import Final

from ptxpy._user_cache import UserCache, cache_folder, key_of
from ptxpy.syntax.derivations import TABLES, read_forms

__all__ = ["FORMS_KIND", "MAX_FORMS_BYTES", "keep", "read"]

FORMS_KIND: Final = "forms"
"""The folder, and the suffix of its files."""

MAX_FORMS_BYTES: Final = 4 << 20
"""Maximum total size of the files, which are of several versions of the grammar."""

_MAX_FILE: Final = 1 << 20
"""Characters of a file; the forms that were learned first are left out."""

_learned: dict[str, str] = {}
"""The forms of this process."""
_written: int = 0
"""How many of these forms are on disk."""


def read() -> dict[str, str]:
    """Return the forms of earlier processes, for the rules that the package ships."""
    files = _files()
    data = None if files is None else files.find(_key())
    try:
        return {} if data is None else read_forms(data.decode())
    except ValueError:
        return {}


def keep(forms: dict[str, str]) -> None:
    """Keep forms for later processes."""
    if not _learned:
        atexit.register(_write)
    _learned.update(forms)
    # Workers end without `atexit`, so forms are written now and then as well.
    if len(_learned) >= 2 * _written:
        _write()


def _write() -> None:
    """Add the forms of this process to the file; of two that do so at once, one may win."""
    global _written  # noqa: PLW0603 - of this process
    files = _files()
    if files is None or len(_learned) == _written:
        return
    lines = [f"{form}\t{steps}\n" for form, steps in (read() | _learned).items()]
    size = sum(map(len, lines))
    while size > _MAX_FILE:
        size -= len(lines.pop(0))
    files.store(_key(), "".join(lines).encode())
    _written = len(_learned)


def _files() -> UserCache | None:
    folder = cache_folder(FORMS_KIND)
    return None if folder is None else UserCache(folder, FORMS_KIND, MAX_FORMS_BYTES)


@cache
def _key() -> str:
    """Return the key of the rules: the grammar's hash, the version of Lark, and the rules."""
    head, _, _ = TABLES.read_bytes().partition(b"\nstates\n")
    return key_of([head])
