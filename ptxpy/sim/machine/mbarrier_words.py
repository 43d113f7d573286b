"""The 64-bit words of mbarrier objects: their format, and names for them in messages.

The manual leaves the format open. Here, from bit 0 on: 20 bits of pending arrivals, 20
of the arrivals that a phase awaits, 21 of the tx-count as a signed integer, the phase's parity, and
a top bit that is 1 in every object. The state that an arrival returns is the
word before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "COUNT",
    "LIVE",
    "MAX_COUNT",
    "PARITY",
    "MbarrierState",
    "describe_address",
    "describe_mbarrier",
    "mbarrier_at",
    "pack",
    "unpack",
]

MAX_COUNT: Final = (1 << 20) - 1
"""The largest count, and the largest tx-count in either direction."""

COUNT: Final = np.uint64(MAX_COUNT)
"""The bits of the pending arrivals."""
PARITY: Final = np.uint64(61)
"""The position of the bit of the parity."""
LIVE: Final = np.uint64(1 << 63)
"""The bit that is set in every object."""
_EXPECTED: Final = np.uint64(20)
_TX: Final = np.uint64(40)
_TX_BITS: Final = np.int64((1 << 21) - 1)
_TX_SIGN: Final = np.int64(1 << 20)
_ONE: Final = np.uint64(1)


def pack(pending: Any, expected: Any, tx: Any, parity: Any) -> Any:
    """Return the words of mbarriers, given their fields as `int64`."""
    word = pending | (expected << 20) | ((tx & _TX_BITS) << 40) | (parity << 61)
    return word.view(np.uint64) | LIVE


def unpack(word: Any) -> tuple[Any, Any, Any, Any]:
    """Return pending and expected arrivals, tx-count and parity, as `int64`."""
    pending = (word & COUNT).astype(np.int64)
    expected = (word >> _EXPECTED & COUNT).astype(np.int64)
    # The tx-count may be negative: bytes can arrive before `expect_tx` announces them. This extends
    # its sign.
    tx = ((word >> _TX).astype(np.int64) & _TX_BITS ^ _TX_SIGN) - _TX_SIGN
    return pending, expected, tx, (word >> PARITY & _ONE).astype(np.int64)


class MbarrierState(NamedTuple):
    """The fields of an mbarrier object."""

    address: int
    """Its offset in the shared memory of its CTA."""
    pending: int
    expected: int
    tx: int
    parity: int


def mbarrier_at(machine: Machine, word: int) -> MbarrierState:
    """Return the object at an index among the 64-bit words of shared memory."""
    held = machine.view("shared", "u8")[word : word + 1]
    pending, expected, tx, parity = (int(each[0]) for each in unpack(held))
    return MbarrierState(8 * word % machine.shared_stride, pending, expected, tx, parity)


def describe_mbarrier(machine: Machine, word: int) -> str:
    """Describe the location of an mbarrier: `full+8 at 0x108`, and with clusters its CTA."""
    cta, address = divmod(8 * word, machine.shared_stride)
    of = (
        f" of CTA {machine.geometry.cta_coordinates(machine.first + cta)}"
        if machine.clustered
        else ""
    )
    return describe_address(machine, address) + of


def describe_address(machine: Machine, address: int) -> str:
    """Describe an address in shared memory relative to a variable: `full+8 at 0x108`."""
    variables = machine.shared_names.items()
    # In PTX dynamic shared memory is one variable: the nearest one below is the best name.
    near = max(((offset, name) for name, offset in variables if offset <= address), default=None)
    if near is None:
        return f"at {address:#x}"
    offset, name = near
    beyond = f"+{address - offset}" if address > offset else ""
    return f"{name.rpartition(':')[2]}{beyond} at {address:#x}"
