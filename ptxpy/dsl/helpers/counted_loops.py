"""Loops that count: `for k in ptx.range_(0, n, 64)` and `ptx.kloop`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

from ptxpy.dsl.control_flow.blocks import PendingLabel, RecordedBranch, RecordedLabel
from ptxpy.dsl.helpers.typed_arithmetic import register_kind
from ptxpy.dsl.helpers.typed_forms import explicit, signed
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult, fresh
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View, check_signs
from ptxpy.dsl.verification.rebinding import Region
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_COUNTER_TYPES: Final = ("s32", "u32", "s64", "u64")
"""The types of a loop counter."""


def _as_register(what: str, value: Any) -> Any:
    """Return a bound of a loop: a Python integer or a register."""
    if isinstance(value, PendingResult):
        value = value.register()
    if type(value) is int or isinstance(value, Register | View):
        return value
    msg = f"{what} is a Python integer or a register, not {value!r}"
    raise TypeError(msg)


def _shown(value: Any) -> str:
    return str(value) if type(value) is int else str(value.node.name)


def _counter_kind(what: str, *bounds: Any) -> str:
    """Return the type of a loop's counter: that of the first register, or s32.

    `TypeError` for registers that are no integers of one size, `ValueError` for a number that does
    not fit.
    """
    for bound in bounds:
        check_signs(what, (bound,))
    kinds = [signed(register_kind(bound)) for bound in bounds if type(bound) is not int]
    for kind in kinds:
        if kind not in _COUNTER_TYPES:
            msg = f"{what} counts in s32, u32, s64 or u64, not in {kind or 'an unknown type'}"
            raise TypeError(msg)
        if TYPES[kind].bits != TYPES[kinds[0]].bits:
            msg = f"{what} has registers of .{kinds[0]} and .{kind}: convert one with cvt"
            raise TypeError(msg)
    found = kinds[0] if kinds else "s32"
    least, most = _limits(found)
    for bound in bounds:
        if type(bound) is int and not least <= bound <= most:
            msg = f"{what} counts in {found}: {bound} is not a number of that type"
            raise ValueError(msg)
    return found


def _limits(kind: str) -> tuple[int, int]:
    bits = TYPES[kind].bits
    return (-1 << bits - 1, (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)


def _fresh(kind: str) -> Register:
    return fresh(kind)


def _branch(target: PendingLabel, guard: Register | None = None) -> None:
    """Emit a branch, under a predicate or without one."""
    guarded = None if guard is None else n.Guard(guard.node, False)  # noqa: FBT003 - a node's field
    modifiers = (".uni",) if guard is None else ()
    trace.function_body().append(RecordedBranch(guarded, modifiers, target, None, None))


def _label(target: PendingLabel) -> None:
    trace.function_body().append(RecordedLabel(target, None))


@helper("range_")
def range_(start: Any, stop: Any, step: Any = 1) -> Iterator[Register]:
    """Count in a register on the device: `for k in ptx.range_(0, n, 64): …` traces its body once.

    ```
    mov.s32 k, start;
    TOP: setp.ge.s32 %p, k, stop;     // setp.le for a negative step
    @%p bra END;
    …                                  // the body
    add.s32 k, k, step;
    bra.uni TOP;
    END:
    ```

    Each of the three is a Python integer or a register. The counter has the type of `stop` where
    that is a register, else that of `start` or `step`, and s32 where all are integers; of
    untyped registers a view says the sign, but under a compiler's style, where they count as
    signed. A step in a register must be positive when the kernel runs, and
    `stop + step` must be a number of the type. `ValueError` for a step of 0, or one that leads out
    of the type; `TypeError` for what cannot count.

    `break` and `return` end Python's loop, not the device's, and leave it half written, which the
    tracer refuses: branch out of a `ptx.block` with `leave`.
    """
    bounds = [_as_register("a bound of ptx.range_", bound) for bound in (start, stop)]
    counted = _as_register("the step of ptx.range_", step)
    what = f"ptx.range_({', '.join(map(_shown, (*bounds, counted)))})"
    if type(counted) is int and not counted:
        msg = f"{what}: a step of 0 never ends"
        raise ValueError(msg)
    down = type(counted) is int and counted < 0
    kind = _counter_kind(what, bounds[1], bounds[0], *([] if down else [counted]))
    if down and kind[0] == "u":
        msg = f"{what}: {kind} cannot count down to a stop; count in s{kind[1:]}, with a view"
        raise TypeError(msg)
    if type(bounds[1]) is int and type(counted) is int:
        last = bounds[1] + counted + (1 if down else -1)
        least, most = _limits(kind)
        if not least <= last <= most:
            msg = f"{what}: the counter, {kind}, may come to {last}, which it cannot hold"
            raise ValueError(msg)
    return _counting(what, kind, (bounds[0], bounds[1], counted), "le" if down else "ge")


def _counting(
    what: str, kind: str, bounds: tuple[Any, Any, Any], passed: str
) -> Iterator[Register]:
    """Emit the head of the loop, yield its counter, and emit the end."""
    start, stop, step = bounds
    body = trace.function_body()
    unfinished = body.function.unfinished_loops
    counter, over = _fresh(kind), _fresh("pred")
    top, end = PendingLabel(None), PendingLabel(None)
    explicit(f"mov.{kind}")(counter, start)
    _label(top)
    explicit(f"setp.{passed}.{kind}")(over, counter, stop)
    _branch(end, over)
    region = Region("ptx.range_", repeated=True)
    entry = (f"for … in {what}", body)
    unfinished.append(entry)
    yield counter
    region.close()
    if trace.function_body() is not body:
        msg = f"{what}: the loop ends in another scope than that in which it began"
        raise trace.TraceError(msg)
    if unfinished[-1] is not entry:
        msg = f"{unfinished[-1][0]}: left with break or return inside {what}"
        raise trace.TraceError(msg)
    unfinished.pop()
    explicit(f"add.{kind}")(counter, counter, step)
    _branch(top)
    _label(end)


_LOOPS_BY_NAME: WeakKeyDictionary[trace.FunctionTrace, Counter[str]] = WeakKeyDictionary()
"""For each function, how many loops it has of each name."""


def _top(name: str) -> PendingLabel:
    """Return the label of a loop: the second of a name is `kloop_2`."""
    PendingLabel(name)
    names = _LOOPS_BY_NAME.setdefault(trace.function_body().function, Counter())
    names[name] += 1
    return PendingLabel(name if names[name] == 1 else f"{name}_{names[name]}")


@helper("kloop")
def kloop(total: Any, *, unroll: int, body: Callable[[], None], loop_label: str = "kloop") -> None:
    """Run `body()` `total` times on the device, `unroll` copies of it per iteration.

    `total` is a Python integer or a register of 32 or 64 bits, `unroll` at least 1. `body` takes
    no arguments and is traced `unroll` times for the loop, and for what remains after it: once
    more, in a loop of its own, for a register; `total % unroll` times for a Python integer. With a
    register, of which a negative number means none:

    ```
    mov.u32 left, total;
    setp.lt.u32 %p, left, unroll;
    @%p bra REST;
    kloop: …                            // the body, unroll times
    sub.u32 left, left, unroll;
    setp.ge.u32 %q, left, unroll;
    @%q bra kloop;
    REST: setp.lt.u32 %p, left, 1;
    @%p bra END;
    ONE: …                              // the body
    sub.u32 left, left, 1;
    setp.ge.u32 %q, left, 1;
    @%q bra ONE;
    END:
    ```

    With an integer, only the part from `kloop` to its branch is there, after
    `mov.u32 left, total - total % unroll`, and not that where it runs once. `loop_label` is the
    label; a second loop of the name has `kloop_2`.
    """
    total = _as_register("the total of ptx.kloop", total)
    if type(unroll) is not int or unroll < 1:
        msg = f"ptx.kloop: unroll is a number of copies, at least 1, not {unroll!r}"
        raise ValueError(msg)
    if not callable(body):
        msg = f"ptx.kloop: body is a function without arguments, not {body!r}"
        raise TypeError(msg)
    if type(total) is int:
        _counted(total, unroll, body, loop_label)
        return
    what = f"ptx.kloop({_shown(total)})"
    kind = _counter_kind(what, total, unroll)
    left = _fresh(kind)
    explicit(f"mov.{kind}")(left, total)
    _rounds(left, unroll, body, _top(loop_label), guarded=True)
    if unroll > 1:
        _rounds(left, 1, body, PendingLabel(None), guarded=True)


def _counted(total: int, unroll: int, body: Callable[[], None], name: str) -> None:
    """Emit a loop of a known number of iterations, and the copies after it."""
    if total < 0:
        msg = f"ptx.kloop: a body cannot run {total} times"
        raise ValueError(msg)
    rest = total % unroll
    if total - rest > unroll:
        kind = "u32" if total <= _limits("u32")[1] else "u64"
        left = _fresh(kind)
        explicit(f"mov.{kind}")(left, total - rest)
        _rounds(left, unroll, body, _top(name), guarded=False)
    elif total >= unroll:
        rest += unroll
    for _ in range(rest):
        body()


def _rounds(
    left: Register, unroll: int, body: Callable[[], None], top: PendingLabel, *, guarded: bool
) -> None:
    """Emit a loop that runs while `unroll` are left; `guarded` where there may be none."""
    kind = left.declared
    end = PendingLabel(None)
    if guarded:
        none = _fresh("pred")
        explicit(f"setp.lt.{kind}")(none, left, unroll)
        _branch(end, none)
    _label(top)
    opened = trace.function_body()
    region = Region("ptx.kloop", repeated=True, always=not guarded)
    for _ in range(unroll):
        body()
    region.close()
    if trace.function_body() is not opened:
        msg = "ptx.kloop: the body ends in another scope than that in which it began"
        raise trace.TraceError(msg)
    again = _fresh("pred")
    explicit(f"sub.{kind}")(left, left, unroll)
    explicit(f"setp.ge.{kind}")(again, left, unroll)
    _branch(top, again)
    if guarded:
        _label(end)
