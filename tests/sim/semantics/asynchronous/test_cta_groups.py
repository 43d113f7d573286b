"""The mbarriers that copies with `.cta_group` signal."""

import numpy as np
import pytest

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.sim.machine.global_memory import Memory
from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.semantics.asynchronous.copies import signals


def cluster_of_four() -> Machine:
    """Return a cluster of four CTAs of a warp."""
    return Machine(Geometry((4, 1, 1), (32, 1, 1), (4, 1, 1)), Memory(), {}, {}, 1024, 0, 0, 4)


def places(
    lane: int, target: int, barrier: int, mask: int | None, group: int, *, own: bool = False
) -> list[tuple[int, int]]:
    """Return the destination CTA and the mbarrier's CTA of each signal."""
    machine = cluster_of_four()
    found = signals(machine, lane, target, barrier, mask, own=own, group=group)
    return [(each.cta, each.barrier_cta) for each in found]


@pytest.mark.parametrize(
    ("target", "barrier", "group"), [(1, 0, 2), (0, 1, 2), (3, 2, 2), (3, 3, 2), (2, 2, 1)]
)
def test_the_mbarrier_is_in_the_pair(target: int, barrier: int, group: int) -> None:
    """The mbarrier is in the destination, or with `::2` its peer."""
    found = places(0, target << 24, (barrier << 24) + 64, None, group)
    assert found == [(target, barrier)]


def test_an_own_destination_may_signal_its_peer() -> None:
    """Its mbarrier has bit 24 of the address cleared, the destination is `.shared::cta`."""
    assert places(96, 3 << 24, 3 << 24 & 0xFEFFFFFF, None, 2, own=True) == [(3, 2)]


@pytest.mark.parametrize(("target", "barrier", "group"), [(1, 2, 2), (0, 3, 2), (1, 0, 1)])
def test_another_mbarrier_is_an_error(target: int, barrier: int, group: int) -> None:
    """It is told where the mbarrier may be."""
    with pytest.raises(FaultError, match=f"cta_group::{group} the mbarrier is in the destination"):
        places(0, target << 24, barrier << 24, None, group)


@pytest.mark.parametrize(
    ("barrier", "group", "expected"),
    [(0, 2, [0, 0, 2, 2]), (1, 2, [1, 1, 3, 3]), (3, 2, [1, 1, 3, 3]), (0, 1, [0, 1, 2, 3])],
)
def test_a_multicast_signals_each_pair(barrier: int, group: int, expected: list[int]) -> None:
    """With `::2` the parity of the mbarrier's CTA chooses; with `::1` it is the destination."""
    found = places(0, 0, barrier << 24, np.uint16(15).item(), group)
    assert found == list(zip(range(4), expected, strict=True))
