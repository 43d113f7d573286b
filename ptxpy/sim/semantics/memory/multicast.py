"""Addresses of multicast objects, which `multimem` instructions alone access (PTX ISA 9.7.9.14).

The multicast objects have one device, the simulated one: the memory of an address is a single place
in global memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import MULTICAST_WINDOW

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["memory_at"]

_WINDOW: Final = np.uint64(MULTICAST_WINDOW)


def memory_at(machine: Machine, address: Any, guard: Any, lanes: Any) -> Any:
    """Return the addresses in global memory for addresses of multicast objects, lane by lane.

    Raises `FaultError` for other addresses of lanes for which the guard holds.
    """
    found = machine.flat(address) if address.ndim else address
    wrong = (found < _WINDOW) | (found >= 2 * _WINDOW)
    if guard is not None:
        wrong = wrong & guard
    if wrong.any():
        at = int(wrong.argmax()) if wrong.ndim else 0
        each = int(found[at] if found.ndim else found)
        text = (
            f"multimem at address {each:#x}, which is not that of a multicast object; "
            "the argument is to be ptxpy.multicast(x) for the array x"
        )
        raise FaultError(text, at if lanes is None else int(lanes[at]), "address")
    return found ^ _WINDOW
