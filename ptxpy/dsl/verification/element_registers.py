"""Registers of elements of shared memory that are taken for the elements themselves.

`a[i]` is the value of an element, in a register. In the brackets of an access to shared memory it
would be an address, which `[a[3]]` is not: that is the place of the element. As the destination of
an instruction it would change the register, and not the element.
"""

from __future__ import annotations

from typing import Final

from ptxpy.dsl.tracing.trace import Body
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
    located_error,
    located_statements,
    read_registers,
    statement_parts,
    written_registers,
)
from ptxpy.ir import nodes as n

__all__ = ["check_elements"]

_SHARED: Final = ".shared"
_WIDE_TYPES: Final = ("b64", "u64", "s64")
"""Types of addresses of other memory, which an access to both may have."""


def check_elements(body: Body) -> None:
    """Raise `TraceError` for a loaded element that is an address of shared memory, or written."""
    elements = body.function.elements
    written: dict[str, list[LocatedStatement]] = {name: [] for name in elements}
    for step in located_statements(body) if elements else ():
        for name in read_registers(step.statement):
            if name in elements:
                del written[name][1:]  # what has been written is read
        for name in written_registers(step.statement):
            if name in elements:
                written[name].append(step)
        name = _shared_base(step)
        if name in elements and elements[name].dtype.fundamental not in _WIDE_TYPES:
            msg = (
                f"an element of {elements[name]!r} is the address here: the element itself is "
                "a[i], and its address a.at(i); for what lies at the address that it holds, "
                "write x = reg.from_(a[i], u32) and [x]"
            )
            raise located_error(step.body, step.at, msg)
    for name, steps in written.items():
        # The first write is the load of the element.
        for step in steps[1:]:
            msg = (
                f"{name} is written here, where the value of an element of {elements[name]!r} is, "
                "and not the element: a[i] = v writes that"
            )
            raise located_error(step.body, step.at, msg)


def _shared_base(step: LocatedStatement) -> str:
    """Return the register in the address of an access to shared memory; "" if there is none."""
    _, modifiers, operands, _ = statement_parts(step.statement)
    if any(each.startswith(_SHARED) for each in modifiers):
        for operand in operands:
            if type(operand) is n.Address and type(operand.base) is n.Register:
                return operand.base.name
    return ""
