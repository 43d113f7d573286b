"""Divergence and reconvergence: split a group of lanes at a branch, and merge it again."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

__all__ = ["ReconvergenceTracker"]

_MAX_REMEMBERED_SPLITS: Final = 256
"""Splits that are remembered, so that the same two halves are merged without sorting."""
_SORT_BELOW_FRACTION: Final = 32
"""Groups are merged by sorting lane numbers if they hold less than this fraction (1/32) of all
lanes, else by a mask."""


class ReconvergenceTracker:
    """Splits groups, and remembers the splits: mostly the same two halves reconverge."""

    def __init__(self, lanes: Any) -> None:
        """Begin with the numbers of all lanes."""
        self._lanes = lanes
        self._splits: dict[tuple[int, int], tuple[Any, Any, Any]] = {}

    def split(self, lanes: Any, mask: Any) -> tuple[Any, Any]:
        """Return the numbers of the lanes for which a mask holds, and of the others.

        Args:
            lanes: The numbers of the lanes, in order; None for all.
            mask: An element for each.
        """
        chosen, rest = mask.nonzero()[0], (~mask).nonzero()[0]
        if lanes is not None:
            chosen, rest = lanes[chosen], lanes[rest]
        if len(self._splits) >= _MAX_REMEMBERED_SPLITS:
            self._splits.clear()
        self._splits[id(chosen), id(rest)] = chosen, rest, lanes
        return chosen, rest

    def merge(self, parts: list[Any]) -> Any:
        """Return the numbers of the lanes of several groups, in order; None for all."""
        if len(parts) == 1:
            return parts[0]
        if len(parts) == 2:  # noqa: PLR2004 - as they are after a branch
            first, second = parts
            for a, b in ((first, second), (second, first)):
                found = self._splits.pop((id(a), id(b)), None)
                if found is not None and found[0] is a and found[1] is b:
                    return found[2]
        count = len(self._lanes)
        total = sum(map(len, parts))
        if total == count:
            return None
        if total * _SORT_BELOW_FRACTION < count:
            return np.sort(np.concatenate(parts))
        mask = np.zeros(count, bool)
        for part in parts:
            mask[part] = True
        return mask.nonzero()[0]
