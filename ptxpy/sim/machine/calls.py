"""Calls of functions with a body: frames, arguments, return values (PTX ISA 7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import MAX_LOCAL_BYTES
from ptxpy.sim.machine.frame import Frame, gather_lanes, scatter_lanes

if TYPE_CHECKING:
    from ptxpy.sim.machine.compiled_code import CompiledCode
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.ready_groups import Group, ReadyGroups
    from ptxpy.sim.pieces import Call

__all__ = ["Calls"]

_MAX_NESTED_CALLS: Final = MAX_LOCAL_BYTES // 64
"""How deeply calls may be nested: a device saves at least some registers of each caller."""


class Calls:
    """The activations of functions of a batch, other than the kernel."""

    def __init__(self, machine: Machine, pieces: CompiledCode, ready: ReadyGroups) -> None:
        """Create an empty set of activations."""
        self._machine = machine
        self._pieces = pieces
        self._ready = ready
        self._frames: dict[tuple[Frame, int, int], Frame] = {}
        self._steps: dict[Frame, Call] = {}
        self._lanes: dict[Frame, int] = {}

    def enter(self, group: Group, step: Call) -> None:
        """Let lanes enter the functions that they call."""
        lanes = self._machine.lanes if group.lanes is None else group.lanes
        here = np.arange(len(lanes))
        if step.guard is not None:
            guard = np.broadcast_to(step.guard, lanes.shape)
            self._ready.add(group.frame, step.following, lanes[~guard])
            here = guard.nonzero()[0]
        function = np.broadcast_to(step.function, lanes.shape)[here]
        # An indirect call may take the lanes to several functions: `call (%r), %rd1, (…),
        # prototype;`.
        for address in np.unique(function):
            self._enter(group.frame, step, int(address), lanes, here[function == address])

    def _enter(self, outer: Frame, step: Call, address: int, lanes: Any, here: Any) -> None:
        machine = self._machine
        routine = self._pieces.routine_at(address)
        chosen = lanes[here]
        if routine is None:
            text = f"a call of {address:#x}, which is not the address of a function"
            raise FaultError(text, int(chosen[0]), "function")
        # Lanes that call the function from the same place share a frame, so that they run together.
        key = (outer, step.following << 20 | routine.number, outer.dynamic)
        frame = self._frames.get(key)
        if frame is None:
            frame = Frame(
                routine, self._pieces.kinds(routine), machine.shape, outer, step.following
            )
            self._frames[key] = frame
            self._steps[frame] = step
            self._lanes[frame] = 0
            needed = int(frame.local) + routine.local_bytes
            if len(frame.order) > _MAX_NESTED_CALLS:
                text = f"more than {_MAX_NESTED_CALLS:,} nested calls"
                raise FaultError(text, int(chosen[0]))
            if needed > MAX_LOCAL_BYTES:
                text = f"calls nested so deeply that a thread has {needed:,} bytes of stack"
                raise FaultError(text, int(chosen[0]))
            # Twice what is needed now, so that a recursion grows the memory a few times only.
            if needed > machine.local_bytes:
                machine.grow_local(min(MAX_LOCAL_BYTES, 2 * needed))
        self._lanes[frame] += len(chosen)
        # The frame may have been used by lanes that called before: these have no `alloca` yet.
        if frame.stack is not None:
            frame.stack[chosen] = 0
        formals = self._pieces.formals(routine)
        if len(formals) != len(step.arguments):
            text = (
                f"{routine.name} takes "
                f"{format_count(len(formals), 'argument')}, {len(step.arguments)} given"
            )
            raise FaultError(text, int(chosen[0]))
        for formal, (how, value, size) in zip(formals, step.arguments, strict=True):
            self._pass_argument(frame, formal, (how, value, size), outer, chosen, here)
        self._ready.add(frame, routine.first, chosen)

    def _pass_argument(
        self,
        frame: Frame,
        formal: tuple[str, Any, int],
        actual: tuple[str, Any, int],
        outer: Frame,
        lanes: Any,
        here: Any,
    ) -> None:
        """Copy an argument into a parameter of the function."""
        machine = self._machine
        where, place, size = formal
        how, value, given = actual
        local = machine.local.reshape(machine.count, machine.local_bytes)
        if where == "local" and machine.access_hooks is not None:
            machine.access_hooks.local_written(lanes, int(frame.local) + place, size)
        # Each side has its value in local memory (a parameter that is a variable) or in registers.
        if how == "local" and where == "local":
            length = min(size, given)
            source, target = int(outer.local) + value, int(frame.local) + place
            local[lanes, target : target + length] = local[lanes, source : source + length]
        elif how == "value" and len(value) != (len(place) if where == "slot" else 1):
            text = f"{frame.routine.name} takes an argument with another number of elements"
            raise FaultError(text, int(lanes[0]))
        elif how == "value" and where == "slot":
            for slot, each in zip(place, value, strict=True):
                part = each[here] if each.ndim else each
                scatter_lanes(frame, slot, part.astype(frame[slot].dtype), lanes)
        elif how == "value":
            (value,) = value
            part = np.broadcast_to(value[here] if value.ndim else value, lanes.shape)
            target = int(frame.local) + place
            # Little-endian, so the low bytes come first, and a narrower parameter takes those.
            data = np.ascontiguousarray(part).view(np.uint8).reshape(len(lanes), -1)[:, :size]
            local[lanes, target : target + data.shape[1]] = data
        else:
            source = int(outer.local) + value
            (place,) = place
            kind = frame[place].dtype
            data = np.ascontiguousarray(local[lanes, source : source + kind.itemsize])
            scatter_lanes(frame, place, data.view(kind).reshape(-1), lanes)

    def return_lanes(self, frame: Frame, lanes: Any) -> None:
        """Return lanes to their caller, with the return values."""
        machine = self._machine
        outer = frame.outer
        assert outer is not None  # noqa: S101 - only called functions return
        lanes = machine.lanes if lanes is None else lanes
        results = self._pieces.results(frame.routine)
        # A caller may ignore results, so the two need not be equally many.
        for (where, place, size), (how, value, given) in zip(
            results, self._steps[frame].returns, strict=False
        ):
            if how == "none":
                continue
            local = machine.local.reshape(machine.count, machine.local_bytes)
            if how == "local" and machine.access_hooks is not None:
                machine.access_hooks.local_written(lanes, int(outer.local) + value, given)
            if where == "local" and how == "local":
                length = min(size, given)
                source, target = int(frame.local) + place, int(outer.local) + value
                local[lanes, target : target + length] = local[lanes, source : source + length]
            elif where == "local":
                source = int(frame.local) + place
                (slot,) = value
                kind = outer[slot].dtype
                data = np.ascontiguousarray(local[lanes, source : source + kind.itemsize])
                scatter_lanes(outer, slot, data.view(kind).reshape(-1), lanes)
            else:
                if len(place) != len(value):
                    text = f"{frame.routine.name} returns another number of elements"
                    raise FaultError(text, int(lanes[0]))
                for slot, target in zip(place, value, strict=True):
                    part = gather_lanes(frame, slot, lanes)
                    scatter_lanes(outer, target, part.astype(outer[target].dtype), lanes)
        self._forget(frame, len(lanes))
        self._ready.add(outer, frame.back, lanes)

    def end(self, frame: Frame, lanes: Any) -> None:
        """Remove lanes whose threads end inside called functions."""
        number = self._machine.count if lanes is None else len(lanes)
        inner: Frame | None = frame
        # `exit` in a function ends the thread in all its callers, too.
        while inner is not None and inner.outer is not None:
            outer = inner.outer
            self._forget(inner, number)
            inner = outer

    def _forget(self, frame: Frame, number: int) -> None:
        """Count lanes that leave a frame; remove it when no lane is in it."""
        self._lanes[frame] -= number
        if not self._lanes[frame]:
            del self._lanes[frame], self._steps[frame]
            self._frames = {key: each for key, each in self._frames.items() if each is not frame}
