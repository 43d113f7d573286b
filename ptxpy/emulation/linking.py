"""Modules of a program that are made of several units, linked as for the command line.

Functions without a body in any unit stay declared: a kernel that calls one cannot be launched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy import link as linker
from ptxpy.emulation.device_library import DEVICE_LIBRARY, DEVICE_LIBRARY_NAMES
from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.ir import nodes as n
from ptxpy.link import LinkError, Segment, Unit
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Segment", "Unit", "link", "with_device_library"]


def with_device_library(units: Sequence[Unit]) -> Sequence[Unit]:
    """Return units with that of the device library behind them, if they need it."""
    functions = [each for unit in units for each in unit.module.functions]
    wanted = {each.name.name for each in functions} & DEVICE_LIBRARY_NAMES
    defined = {each.name.name for each in functions if each.body is not None}
    if not wanted - defined:
        return units
    return [*units, Unit(parse(DEVICE_LIBRARY, "<device library>"), "<device library>")]


def link(units: Sequence[Unit]) -> tuple[n.Module, Sequence[Segment]]:
    """Link units; raise `DeviceError` for a name that is defined twice, or a variable that is not.

    Returns the module, and the origin of each of its items.
    """
    try:
        linked = linker.link(units)
    except LinkError as error:
        text = "\n".join(f"{each.place}: {each.message}" for each in error.problems)
        raise DeviceError(Status.INVALID_PTX, text) from None
    missing = [
        f"the variable {variable.declarators[0].name.name} is declared in {units[unit].name}, and "
        "defined in no unit"
        for unit, _, variable in linked.unresolved
        if type(variable) is n.Variable
    ]
    if missing:
        raise DeviceError(Status.INVALID_PTX, "\n".join(missing))
    return linked.module, linked.segments
