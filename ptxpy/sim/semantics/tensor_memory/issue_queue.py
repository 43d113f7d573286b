"""Issuing `tcgen05.mma`: products wait until somebody can see whether they are performed.

A product is performed when its thread commits or starts an operation of another kind, or when
tensor memory is loaded, stored to or freed: until then nothing but a race can see whether it has
been. So products that follow each other with the same D become one with a longer K.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.sim.semantics.asynchronous.copies import start
from ptxpy.sim.semantics.tensor_memory.addresses import check_group, check_pair, issuing_lanes
from ptxpy.sim.semantics.tensor_memory.product import Product, ctas_of, fields_of
from ptxpy.sim.semantics.tensor_memory.products import follows, perform

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.tensor_memory.instruction_fields import Form

__all__ = ["flush_all", "flush_lane", "issue", "multiply", "run_products"]


def multiply(
    machine: Machine,
    form: Form,
    ordinal: int,
    d: Any,
    a: Any,
    b: Any,
    descriptor: Any,
    adds: Any,
    scales: tuple[Any, ...],
    metadata: Any,
    disabled: tuple[Any, ...],
    mask: Any,
    guard: Any,
    lanes: Any,
) -> None:
    """Issue products, one for each lane that runs the instruction.

    Args:
        machine: The machine.
        form: The immediate part of the instruction.
        ordinal: The statement.
        d: The address of D in tensor memory, for each lane, like all following arguments.
        a: The matrix descriptor of A, or its address in tensor memory.
        b: The matrix descriptor of B.
        descriptor: The instruction descriptor.
        adds: Whether D is added.
        scales: The addresses of the scale factors of A and of B; empty without block scaling.
        metadata: The address of the metadata of A; None if it is dense.
        disabled: The words of the mask of disabled lanes; empty for none.
        mask: The zero-column mask; None for none.
        guard: Which lanes run it; None for all.
        lanes: The lanes.
    """
    optional = [each for each in (metadata, mask) if each is not None]
    values = (d, a, b, descriptor, adds, *scales, *disabled, *optional)
    for lane, operands in issuing_lanes(machine, guard, lanes, *values):
        at_d, at_a, at_b, bits, added, *rest = operands
        check_group(machine, int(machine.cta_of[lane]), form.group, lane, ordinal)
        product = Product(
            form,
            ordinal,
            lane,
            at_d & 0xFFFFFFFF,
            at_a & 0xFFFFFFFF if form.a_in_tensor_memory else at_a,
            at_b,
            bits,
            bool(added),
            tuple(each & 0xFFFFFFFF for each in rest[: len(scales)]),
            disabled=tuple(rest[len(scales) : len(scales) + len(disabled)]),
        )
        rest = rest[len(scales) + len(disabled) :]
        if metadata is not None:
            product = product._replace(metadata=rest.pop(0) & 0xFFFFFFFF)
        if mask is not None:
            product = product._replace(mask=rest.pop(0))
        issue(machine, product)


def issue(machine: Machine, product: Product) -> None:
    """Issue a product; `FaultError` for a wrong instruction descriptor or a pair that has ended.

    With hooks that watch accesses, products are started one by one, so that they can be deferred.
    """
    # A wrong descriptor is reported when its product is issued, not when the queue is run.
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
    # The dictionary loses the queues as they are run.
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
