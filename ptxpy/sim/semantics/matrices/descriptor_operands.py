"""Reading the matrices that descriptors describe, of many warpgroups at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.sim.semantics.matrices.descriptors import UNIT, OperandTile, places
from ptxpy.sim.semantics.matrices.warpgroups import Warpgroups
from ptxpy.sim.semantics.matrices.wgmma_elements import decode

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["Source"]


class Source:
    """A or B of warpgroups, in shared memory.

    Mostly all CTAs of a batch have the same descriptors: then places are found for one of them.
    """

    def __init__(
        self, machine: Machine, groups: Warpgroups, descriptors: Any, block: OperandTile, type_: str
    ) -> None:
        """Find the places; `FaultError` when a descriptor is wrong.

        Args:
            machine: The machine.
            groups: The warpgroups.
            descriptors: For each of them one or more, [warpgroup, step].
            block: What each descriptor describes.
            type_: The type of the elements.
        """
        self.block = block
        self.type = type_
        self.each = each = _regular(groups)
        """The number of adjacent warpgroups of each CTA; 0 if the CTAs are not in order."""
        self.shared = 1
        """The number of adjacent warpgroups that share a matrix."""
        units = machine.view("shared", "c16").reshape(machine.ctas, -1)
        if each:
            by_cta = descriptors.reshape(-1, each, descriptors.shape[1])
            if (by_cta == by_cta[:1]).all():
                few = Warpgroups(*(part[:each] for part in groups))
                descriptors = by_cta[0]
                if block.name == "B" and (descriptors == descriptors[:1]).all():
                    self.shared = each
                    few = Warpgroups(*(part[:1] for part in groups))
                    descriptors = descriptors[:1]
                self._places = places(machine, few, descriptors, block)
                first = int(groups.ctas[0])
                self._units = units[first : first + len(by_cta)]
                return
            self.each = 0
        self._units = units.reshape(-1)
        found = places(machine, groups, descriptors, block)
        stride = machine.shared_stride // UNIT
        self._places = found + (groups.ctas * stride).reshape(-1, 1, 1, 1)

    def read(self, here: slice) -> Any:
        """Return the matrices of some warpgroups, of whole CTAs if they are ordered.

        They are [warpgroup, row, k] of A, or [warpgroup, column, k] of B, one for as many
        warpgroups as share it.
        """
        if self.each:
            index = self._places
            some = self._units[here.start // self.each : here.stop // self.each]
            units = some.take(index.reshape(-1), axis=1).reshape(-1, *index.shape[1:])
        else:
            units = self._units.take(self._places[here])
        count, first, second, last = units.shape
        if self.block.major == "K":
            return decode(self.type, units.reshape(count, first, second * last).view(np.uint32))
        values = decode(self.type, units.reshape(count, first * second, last).view(np.uint32))
        if self.block.order is not None:
            values = values.take(self.block.order, axis=2)
        return values.swapaxes(1, 2)


def _regular(groups: Warpgroups) -> int:
    """Return how many warpgroups each CTA has, if the CTAs follow each other; else 0."""
    ctas = groups.ctas
    each = int(np.argmax(ctas != ctas[0])) or len(ctas)
    if len(ctas) % each:
        return 0
    expected = np.repeat(np.arange(ctas[0], ctas[0] + len(ctas) // each), each)
    return each if (ctas == expected).all() else 0
