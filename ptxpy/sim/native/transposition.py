"""The transposition of 8 rows of 8 elements, as shuffles of LLVM IR."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["transposed"]

_SIDE: Final = 8


def transposed(let: Callable[[str], str], rows: list[str], type_: str) -> list[str]:
    """Return the columns of 8 vectors of 8 elements.

    Each of the three stages interleaves rows that are 4 apart; `let` writes an instruction and
    returns the name of its result.
    """
    kind = f"<{_SIDE} x {type_}>"
    lower = ", ".join(f"i32 {k // 2 + _SIDE * (k % 2)}" for k in range(_SIDE))
    upper = ", ".join(f"i32 {4 + k // 2 + _SIDE * (k % 2)}" for k in range(_SIDE))
    for _ in range(3):
        rows = [
            let(
                f"shufflevector {kind} {rows[k // 2]}, {kind} {rows[k // 2 + 4]}, "
                f"<{_SIDE} x i32> <{upper if k % 2 else lower}>"
            )
            for k in range(_SIDE)
        ]
    return rows
