"""The features of a kernel that prevent its capture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from ptxpy.analysis import free_names
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim import Program, reachable_routines

if TYPE_CHECKING:
    from ptxpy.launch_request import ModuleSource

__all__ = ["obstacle_in", "obstacle_of"]

_HEAP: Final = frozenset({"malloc", "free"})
_LAUNCHES: Final = frozenset({"__cudaCDP2LaunchDeviceV2", "__cudaCDP2LaunchDeviceV2_ptsz"})

_PROGRAMS: Final[WeakKeyDictionary[ModuleSource, Program]] = WeakKeyDictionary()


def obstacle_of(source: ModuleSource, kernel: str) -> str:
    """Return why launches of a kernel of a module cannot be captured; empty if they can."""
    found = _PROGRAMS.get(source)
    if found is None:
        found = _PROGRAMS[source] = Program(source.module)
    return obstacle_in(found, kernel)


def obstacle_in(program: Program, kernel: str) -> str:
    """Return why launches of a kernel of a program cannot be captured; empty if they can."""
    routines = reachable_routines(program, kernel)
    if any(type(each) is n.CallPrototype for held in routines for each in held.code.statements):
        routines = [*program.routines.values()]  # through a pointer, any function may be called
    for routine in routines:
        if _HEAP & free_names(routine.code):
            return "it calls malloc or free, and a capture does not hold the heap of a device"
        if _LAUNCHES & free_names(routine.code):
            return "it launches kernels, which a capture does not hold"
        if any(
            type(each) is n.Instruction and traits(each.opcode, each.modifiers).opaque
            for each in routine.code.statements
        ):
            return "it uses textures or surfaces, which a capture does not hold"
    return ""
