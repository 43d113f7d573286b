"""Matrices in shared memory that a descriptor of 64 bits describes (PTX ISA 9.7.15.5.1).

Bits 0 to 13 are the start address, 16 to 29 the leading and 32 to 45 the stride dimension byte
offset, all in units of 16 bytes; 49 to 51 the base offset; 62 and 63 the swizzle. The order of the
elements is that of CUTLASS's canonical layouts (cute/atom/mma_traits_sm90_gmma.hpp). A swizzle
exchanges units of 16 bytes by the bits of their address in shared memory.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.isa import (
    LINE_BYTES,
    NO_SWIZZLE,
    STANDARD_SWIZZLES,
    UNIT_BYTES,
    WGMMA_CODES,
    Swizzle,
    standard_swizzle,
)
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.matrices.wgmma_elements import decode
from ptxpy.sim.semantics.matrices.whole_warps import Warpgroups

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "UNIT",
    "WIDTHS",
    "DescriptorError",
    "DescriptorFields",
    "OperandTile",
    "Source",
    "layout_of",
    "places",
    "unit_offsets",
]

UNIT: Final = UNIT_BYTES
"""Bytes that stay together."""
_BASE: Final = 7 << 49
_START: Final = np.uint64(14)
"""Bits of the start address."""
WIDTHS: Final = tuple(standard_swizzle(name).width or UNIT for name in WGMMA_CODES)
"""Bytes of a row of the pattern by the swizzle, 16 without one."""
_RESERVED: Final = ((14, 15), (30, 31), (46, 48), (52, 61))


class OperandTile(NamedTuple):
    """The part of a matrix that one instruction takes."""

    name: str
    """`A` or `B`."""
    extent: int
    """Rows of A or columns of B."""
    octets: int
    """Bytes along K."""
    size: int
    """Bytes of an element; 1 for less."""
    major: str
    """`K` or `MN`: along which elements are neighbours in memory."""
    order: tuple[int, ...] | None = None
    """Which row or column is wanted at each place; None for each at its own.

    `places` heeds it with `K` alone: else units of several are together.
    """


class DescriptorFields(NamedTuple):
    """The fields of a descriptor except the start address."""

    leading: int
    """The leading dimension byte offset."""
    stride: int
    """The stride dimension byte offset."""
    width: int
    """Bytes of a row of the swizzle's pattern; 16 without a swizzle."""


def layout_of(descriptor: int) -> DescriptorFields:
    """Read the fields of a descriptor."""
    leading, stride = descriptor >> 16 & 0x3FFF, descriptor >> 32 & 0x3FFF
    return DescriptorFields(leading * UNIT, stride * UNIT, WIDTHS[descriptor >> 62])


class DescriptorError(FaultError):
    """A descriptor that hardware would not take as it is meant."""

    def __init__(self, message: str, lane: int, step: int) -> None:
        """Keep which of several descriptors it is, too."""
        super().__init__(message, lane)
        self.step = step


def _starts(descriptors: Any) -> Any:
    """Return the start addresses in units."""
    return np.asarray(descriptors, np.uint64).astype(np.int64) & 0x3FFF


@lru_cache(maxsize=1024)
def unit_offsets(block: OperandTile, layout: DescriptorFields) -> tuple[Any, int, int]:
    """Return the distance of each unit from the start, and how far each byte offset leads.

    Distances are in units, [row, unit along K] or [index along K, unit along the rows].
    """
    leading, stride, width = (each // UNIT for each in layout)
    if block.major == "K":
        rows = np.arange(block.extent) if block.order is None else np.array(block.order)
        row, unit = rows[:, None], np.arange(block.octets // UNIT)
        around, along = row // 8 * stride, 0 * unit
        inside = row % 8 * width + unit
        if width == 1:
            # Without a swizzle, units of a row are a leading offset apart, not adjacent.
            along, inside = unit * leading, row % 8 + 0 * unit
    else:
        row = np.arange(block.octets // block.size)[:, None]
        unit = np.arange(block.extent * block.size // UNIT)
        around, along = row // 8 * stride, unit // width * leading
        if width == 1:
            # Without a swizzle, MN-major matrices have the roles of the two offsets exchanged.
            around, along = row // 8 * leading, unit * stride
        inside = row % 8 * width + unit % width
    far = (int(along.max()), int(around.max()))
    if width == 1 and block.major == "MN":
        # The offsets are exchanged there, and so are the distances that they lead to.
        far = far[::-1]
    found = (around + along + inside).astype(np.int64)
    found.setflags(write=False)
    return found, far[0] * UNIT, far[1] * UNIT


def places(machine: Machine, groups: Warpgroups, descriptors: Any, block: OperandTile) -> Any:
    """Return the number of each unit of 16 bytes in the shared memory of its CTA.

    Args:
        machine: The machine.
        groups: The warpgroups.
        descriptors: One or more for each warpgroup, [warpgroup, step].
        block: The tile that each descriptor describes.

    Returns:
        [warpgroup, row, step, unit along K], or [warpgroup, step, index along K, unit along the
        rows] when elements are neighbours along these.
    """
    kinds = descriptors >> _START
    starts = _starts(descriptors)
    # Mostly all descriptors differ in their starts alone: then places are found at once.
    if (kinds == kinds[0, 0]).all():
        offsets, swizzle = _checked(machine, groups, descriptors, np.ones(kinds.shape, bool), block)
        if block.major == "K":
            found = starts[:, None, :, None] + offsets[:, None]
        else:
            found = starts[..., None, None] + offsets
        if swizzle.width:
            found = swizzle.permute_units(found)
    else:
        found = np.empty((*kinds.shape, *_shape(block)), np.int64)
        for kind in np.unique(kinds):
            here = kinds == kind
            offsets, swizzle = _checked(machine, groups, descriptors, here, block)
            some = starts[here][:, None, None] + offsets
            found[here] = swizzle.permute_units(some)
        if block.major == "K":
            found = np.ascontiguousarray(found.swapaxes(1, 2))
    return found


def _shape(block: OperandTile) -> tuple[int, int]:
    if block.major == "K":
        return block.extent, block.octets // UNIT
    return block.octets // block.size, block.extent * block.size // UNIT


def _checked(
    machine: Machine, groups: Warpgroups, descriptors: Any, here: Any, block: OperandTile
) -> tuple[Any, Swizzle]:
    """Return the distances of units from the start, and the swizzle.

    `FaultError` when a descriptor is wrong; those that are meant differ in their starts alone.
    """
    where = np.argwhere(here)[0]
    descriptor = int(descriptors[tuple(where)])
    for first, last in _RESERVED:
        bits = descriptor >> first & (1 << last - first + 1) - 1
        if bits:
            text = f"bits {first} to {last} are reserved and hold {bits:#x}, not 0"
            raise _wrong(groups, descriptors, where, block, text)
    if descriptor & _BASE:
        text = f"the base offset is {descriptor >> 49 & 7}; only 0 can be simulated"
        raise _wrong(groups, descriptors, where, block, text)
    width = layout_of(descriptor).width
    if width != UNIT:
        length = block.octets if block.major == "K" else min(width, block.extent * block.size)
        if length > width:
            text = (
                f"the swizzle has rows of {width} bytes, which cannot be simulated: the product "
                f"takes {length} bytes along K"
            )
            raise _wrong(groups, descriptors, where, block, text)
        starts = _starts(descriptors[here]) * UNIT
        crossing = starts % width + length > width
        if crossing.any():
            position = np.argmax(crossing)
            text = (
                f"the start address {int(starts[position]):#x} is misaligned: from there {length} "
                f"bytes do not fit in a row of {width} bytes of the swizzle"
            )
            raise _wrong(groups, descriptors, np.argwhere(here)[position], block, text)
    layout = layout_of(int(descriptors[here][0]))
    swizzle = STANDARD_SWIZZLES.get(layout.width, NO_SWIZZLE)
    offsets, leading, stride = unit_offsets(block, layout)
    # A swizzle exchanges units of a line of 128 bytes, so the last line tells how far it goes.
    last = (int(_starts(descriptors[here]).max()) + int(offsets.max())) * UNIT
    end = (last | LINE_BYTES - 1 if swizzle.width else last) + UNIT
    if end > machine.shared_bytes:
        # The line may reach beyond the memory though its units do not: look at each one.
        for where in np.argwhere(here):
            units = int(_starts(descriptors[tuple(where)])) + offsets
            units = swizzle.permute_units(units)
            if (int(units.max()) + 1) * UNIT > machine.shared_bytes:
                raise _outside(machine, groups, descriptors, where, block, leading, stride)
    return offsets, swizzle


def _outside(
    machine: Machine,
    groups: Warpgroups,
    descriptors: Any,
    where: Any,
    block: OperandTile,
    leading: int,
    stride: int,
) -> DescriptorError:
    descriptor = int(descriptors[tuple(where)])
    layout, start = layout_of(descriptor), int(_starts(descriptor)) * UNIT
    name, value = "start address", start
    if start < machine.shared_bytes <= start + max(leading, stride):
        # Where the start is within memory, the larger offset leads outside.
        name, value = "stride dimension byte offset", layout.stride
        if leading > stride:
            name, value = "leading dimension byte offset", layout.leading
    text = (
        f"with the {name} {value:#x} the tile reaches outside of the {machine.shared_bytes:,} "
        "bytes of shared memory"
    )
    return _wrong(groups, descriptors, where, block, text)


def _wrong(
    groups: Warpgroups, descriptors: Any, where: Any, block: OperandTile, text: str
) -> DescriptorError:
    number, step = (int(each) for each in where)
    text = f"the matrix descriptor {int(descriptors[number, step]):#018x} of {block.name}: {text}"
    return DescriptorError(text, int(groups.first[number]), step)


class Source:
    """A or B of warpgroups, in shared memory.

    Mostly all CTAs of a batch have the same descriptors: then places are found for one CTA.
    """

    def __init__(
        self, machine: Machine, groups: Warpgroups, descriptors: Any, block: OperandTile, type_: str
    ) -> None:
        """Find the places; `FaultError` when a descriptor is wrong.

        Args:
            machine: The machine.
            groups: The warpgroups.
            descriptors: One or more for each warpgroup, [warpgroup, step].
            block: The tile that each descriptor describes.
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
                    # Where all warpgroups of a CTA have one B, it is read once.
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
