"""Divergence and reconvergence: split a group of lanes at a branch and merge it again."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

__all__ = ["ReconvergenceTracker"]

_MAX_REMEMBERED_SPLITS: Final = 256
"""How many splits are remembered. Two halves of a remembered split are merged without sorting."""
_SORT_BELOW_FRACTION: Final = 32
"""Groups are merged by sorting lane indices if they hold less than this fraction (1/32) of all
lanes, else by a mask."""


class ReconvergenceTracker:
    """Splits groups, and remembers the splits: usually the two halves of one split reconverge."""

    def __init__(self, lanes: Any) -> None:
        """Create a tracker for the lanes of a batch, given their indices."""
        self._lanes = lanes
        self._splits: dict[tuple[int, int], tuple[Any, Any, Any]] = {}

    def split(self, lanes: Any, mask: Any) -> tuple[Any, Any]:
        """Return the indices of the lanes for which a mask holds, and of the others.

        Args:
            lanes: The indices of the lanes, in order; None for all.
            mask: One Boolean per lane.
        """
        chosen, rest = mask.nonzero()[0], (~mask).nonzero()[0]
        if lanes is not None:
            chosen, rest = lanes[chosen], lanes[rest]
        if len(self._splits) >= _MAX_REMEMBERED_SPLITS:
            self._splits.clear()
        self._splits[id(chosen), id(rest)] = chosen, rest, lanes
        return chosen, rest

    def merge(self, groups: list[Any]) -> Any:
        """Return the indices of the lanes of several groups, in order; None for all."""
        if len(groups) == 1:
            return groups[0]
        if len(groups) == 2:  # noqa: PLR2004 - the two halves of one branch
            first, second = groups
            for a, b in ((first, second), (second, first)):
                found = self._splits.pop((id(a), id(b)), None)
                if found is not None and found[0] is a and found[1] is b:
                    return found[2]
        count = len(self._lanes)
        total = sum(map(len, groups))
        if total == count:
            return None
        if total * _SORT_BELOW_FRACTION < count:
            return np.sort(np.concatenate(groups))
        mask = np.zeros(count, bool)
        for group in groups:
            mask[group] = True
        return mask.nonzero()[0]
