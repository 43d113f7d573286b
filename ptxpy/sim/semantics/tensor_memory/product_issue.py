"""Issuing `tcgen05.mma`: the operands of each thread that issues a product."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.sim.semantics.tensor_memory.addresses import check_group, issuing_lanes
from ptxpy.sim.semantics.tensor_memory.issue_queue import issue
from ptxpy.sim.semantics.tensor_memory.product import Product

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.semantics.tensor_memory.instruction_fields import Form

__all__ = ["multiply"]


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
