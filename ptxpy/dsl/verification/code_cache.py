"""What is found out about a function's code, kept by which code it is.

`lru_cache` would hash and compare the code, with all its constants, at every look.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from types import CodeType
from typing import Final, TypeVar

_Found = TypeVar("_Found")

MAX_CODES: Final = 32
"""Codes of which the results of one function are kept, the newest."""


def cached_by_code(find: Callable[[CodeType], _Found]) -> Callable[[CodeType], _Found]:
    """Keep the results of a function of a code object."""
    kept: OrderedDict[int, tuple[CodeType, _Found]] = OrderedDict()

    @wraps(find)
    def look_up(code: CodeType) -> _Found:
        held = kept.get(id(code))
        if held is not None and held[0] is code:
            return held[1]
        result = find(code)
        kept[id(code)] = (code, result)
        if len(kept) > MAX_CODES:
            kept.popitem(last=False)
        return result

    return look_up
