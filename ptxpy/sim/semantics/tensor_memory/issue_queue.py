"""Products that have been issued and wait until somebody can see what they do.

A product is performed when its thread commits or starts an operation of another kind, or when
tensor memory is loaded, stored to or freed: until then nothing but a race can see whether it has
been. So products that follow each other with the same D become one with a longer K.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.sim.semantics.asynchronous.copies import start
from ptxpy.sim.semantics.tensor_memory.addresses import check_pair
from ptxpy.sim.semantics.tensor_memory.product import Product, ctas_of, fields_of
from ptxpy.sim.semantics.tensor_memory.products import follows, perform

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["flush_all", "flush_lane", "issue", "run_products"]


def issue(machine: Machine, product: Product) -> None:
    """Issue a product; `FaultError` for a wrong instruction descriptor or a pair that has ended.

    With hooks that watch accesses, products are started one by one, so that they can be deferred.
    """
    fields_of(product)
    if machine.ended_ctas is not None:
        check_pair(machine, ctas_of(machine, product), product.lane, "tcgen05.mma")
    if machine.access_hooks is not None:
        start(machine, perform, (product,))
    else:
        machine.tensor_memory.queues.setdefault(product.lane, []).append(product)


def flush_lane(machine: Machine, lane: int) -> None:
    """Perform the products that a thread has issued."""
    queue = machine.tensor_memory.queues.pop(lane, None)
    if queue is not None:
        run_products(machine, queue)


def flush_all(machine: Machine) -> None:
    """Perform all products that have been issued."""
    queues = machine.tensor_memory.queues
    for lane in list(queues):
        flush_lane(machine, lane)


def run_products(machine: Machine, queue: list[Product]) -> None:
    """Perform products in order; those that follow each other with the same D as one."""
    steps: list[Product] = []
    for product in queue:
        if steps and not follows(steps, product):
            perform(machine, tuple(steps))
            steps = []
        steps.append(product)
    perform(machine, tuple(steps))
