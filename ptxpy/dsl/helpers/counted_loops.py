"""Loops that count: `for k in ptx.range_(0, n, 64)` and `ptx.kloop`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal
from weakref import WeakKeyDictionary

from ptxpy.dsl.control_flow.blocks import PendingLabel, RecordedBranch, RecordedLabel
from ptxpy.dsl.helpers.typed_forms import register_kind, signed
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import explicit, helper
from ptxpy.dsl.tracing.pending_results import PendingResult, fresh
from ptxpy.dsl.values.operand_conversion import LoadedValue, Register
from ptxpy.dsl.values.operators import View, check_signs
from ptxpy.dsl.verification.call_sites import for_statements
from ptxpy.dsl.verification.loop_conditions import LoopCount
from ptxpy.dsl.verification.rebinding import Region
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_COUNTER_TYPES: Final = ("s32", "u32", "s64", "u64")
"""The types of a loop counter."""


def _as_register(what: str, value: Any) -> Any:
    """Return a bound of a loop: a Python integer or a register."""
    if isinstance(value, PendingResult | LoadedValue):
        value = value.register()
    if type(value) is int or isinstance(value, Register | View):
        return value
    msg = f"{what} must be a Python integer or a register, got {value!r}"
    raise TypeError(msg)


def _shown(value: Any) -> str:
    return str(value) if type(value) is int else str(value.node.name)


def _counter_kind(what: str, *bounds: Any) -> str:
    """Return the type of a loop's counter: that of the first register, or s32.

    Untyped registers have the sign of the others, and count as signed without any. `TypeError` for
    registers that are no integers of one type, `ValueError` for a number that does not fit.
    """
    kinds = [_integer_kind(what, bound) for bound in bounds if type(bound) is not int]
    signs = [kind for kind in kinds if kind[0] != "b"]
    found = signed((signs or kinds or ["s32"])[0])
    for kind in kinds:
        if TYPES[kind].bits != TYPES[found].bits:
            msg = f"{what} has registers of .{found} and .{kind}: convert one with cvt"
            raise TypeError(msg)
    other = next((kind for kind in signs if kind != found), None)
    if other is not None:
        msg = (
            f"{what} has registers of .{found} and .{other}: they count in one type, which views "
            f"say, x.s{found[1:]} for numbers that may be negative, else x.u{found[1:]}"
        )
        raise TypeError(msg)
    least, most = _limits(found)
    for bound in bounds:
        if type(bound) is int and not least <= bound <= most:
            msg = f"{what} counts in {found}: {bound} is not a number of that type"
            if found[0] == "u" and bound < 0:
                msg += f"; count in s{found[1:]}, with a view of the register, x.s{found[1:]}"
            raise ValueError(msg)
    return found


def _integer_kind(what: str, bound: Any) -> str:
    """Return the type of a register that can be counted with; `TypeError` for any other."""
    check_signs(what, (bound,))
    kind = register_kind(bound)
    if signed(kind) not in _COUNTER_TYPES:
        msg = f"{what} counts in s32, u32, s64 or u64, not in {kind or 'an unknown type'}"
        raise TypeError(msg)
    return kind


def _check_step(what: str, kind: str, step: Any) -> bool:
    """Return whether a step in a register may be negative; `TypeError` for one that must not be.

    A step without a sign may lead in either direction, as Python's does.
    """
    given = _integer_kind(what, step)
    if TYPES[given].bits != TYPES[kind].bits:
        msg = f"{what} has registers of .{kind} and .{given}: convert one with cvt"
        raise TypeError(msg)
    if kind[0] == "u" and given[0] == "s":
        msg = (
            f"{what}: {kind} cannot count down, and the step, a .{given}, may be negative: give it "
            f"as .u{kind[1:]} where it is not, or count in s{kind[1:]}, both with views"
        )
        raise TypeError(msg)
    return kind[0] == "s" and given[0] != "u"


def _limits(kind: str) -> tuple[int, int]:
    bits = TYPES[kind].bits
    return (-1 << bits - 1, (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)


def _branch(
    target: PendingLabel,
    guard: Register | None = None,
    leaves: Literal["top", "before"] | None = None,
) -> None:
    """Emit a branch, under a predicate or without one; `leaves` is that of `RecordedBranch`."""
    guarded = None if guard is None else n.Guard(guard.node, False)  # noqa: FBT003 - a node's field
    modifiers = (".uni",) if guard is None else ()
    branch = RecordedBranch(guarded, modifiers, target, None, None)
    if leaves is not None:
        branch.leaves = leaves
    trace.function_body().append(branch)


def _label(target: PendingLabel) -> None:
    trace.function_body().append(RecordedLabel(target, None))


class _CountedLoop:
    """A loop of the device that has not been opened: `for` opens it, and nothing else can."""

    __slots__ = ("_bounds", "_kind", "_passed", "_what")

    def __init__(self, what: str, kind: str, bounds: tuple[Any, Any, Any], passed: str) -> None:
        """Take the loop's text in messages, the type of the counter, start, stop and step.

        `passed` is the comparison of counter and stop that ends it: `ge`, `le`, or nothing if the
        sign of the step is known on the device only.
        """
        self._what = what
        self._kind = kind
        self._bounds = bounds
        self._passed = passed

    def __iter__(self) -> Iterator[Register]:
        """Open the loop; `TypeError` unless a `for` statement asks for its numbers."""
        frame = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
        if frame.f_lasti not in for_statements(frame.f_code):
            raise self._refused()
        return _counting(self._what, self._kind, self._bounds, self._passed)

    def __next__(self) -> Register:
        """Refuse: there is one number, of which the device makes the others."""
        raise self._refused()

    def _refused(self) -> TypeError:
        return TypeError(
            f"{self._what} is a loop of the device, whose body is written once: list, enumerate, "
            "zip, next and comprehensions would get one number. Write for k in ptx.range_(…): … "
            "alone, and count what else changes in registers, i = reg.scalar(u32, 0) before it and "
            "i += 1 in it; Python's range writes the body for each number"
        )

    def __repr__(self) -> str:
        """Show start, stop and step."""
        return f"<{self._what}>"


@helper("range_")
def range_(start: Any, stop: Any = None, step: Any = 1) -> Iterable[Register]:
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

    `ptx.range_(n)` is `ptx.range_(0, n)`. Each of the three is a Python integer or a register. The
    counter has the type of the registers `stop` and `start`, else of `step`, and is an s32 where
    all are integers; of untyped registers a view says the sign, except under a compiler's style,
    which counts them as signed. A step in a signed register may be negative when the kernel runs:
    two more instructions, `setp.lt.s32 %q, step, 0` before the loop and
    `@%q setp.le.s32 %p, k, stop` in it. One that is not negative is a `.u32`, also with bounds of
    `.s32`. A step in a register must not be 0, and `stop + step` must be a number of the type.

    The counter belongs to the loop: `TraceError` if it is read after the loop, or written in it,
    and if the body writes the register of the stop or the step, or the stop is `n - 8` of an
    unsigned n that nothing has compared before: `n.max(8) - 8` is none below 0. `ValueError` for a
    step of 0, or one that leads out of the type; `TypeError` for values that cannot count, and for
    numbers that are asked for otherwise than by `for`.

    `break` and `return` end Python's loop, not the device's, and leave it half written, which the
    tracer refuses: branch out of a `ptx.block` with `leave`.
    """
    if stop is None:
        start, stop = 0, start
    bounds = [_as_register("a bound of ptx.range_", bound) for bound in (start, stop)]
    counted = _as_register("the step of ptx.range_", step)
    what = f"ptx.range_({', '.join(map(_shown, (*bounds, counted)))})"
    if type(counted) is int and not counted:
        msg = f"{what}: a step of 0 never ends"
        raise ValueError(msg)
    down = type(counted) is int and counted < 0
    # The first register gives the counter its type: the stop comes before the start.
    chosen = [bounds[1], bounds[0]]
    if type(counted) is not int and all(type(bound) is int for bound in bounds):
        # A step without a sign may lead up from a number that is negative.
        chosen += [] if min(bounds) < 0 and register_kind(counted)[:1] == "u" else [counted]
    kind = _counter_kind(what, *chosen)
    if down and kind[0] == "u":
        msg = f"{what}: {kind} cannot count down to a stop; count in s{kind[1:]}, with a view"
        raise TypeError(msg)
    if type(counted) is int:
        _counter_kind(what, *bounds, *([] if down else [counted]))
        if type(bounds[1]) is int:
            # The counter passes the stop by up to a step before the comparison ends the loop.
            least, most = _limits(kind)
            last = bounds[1] + counted + (1 if down else -1)
            if not least <= last <= most:
                msg = f"{what}: the counter, {kind}, may come to {last}, which it cannot hold"
                raise ValueError(msg)
        passed = "le" if down else "ge"
    else:
        passed = "" if _check_step(what, kind, counted) else "ge"
    return _CountedLoop(what, kind, (bounds[0], bounds[1], counted), passed)


def _counting(
    what: str, kind: str, bounds: tuple[Any, Any, Any], passed: str
) -> Iterator[Register]:
    """Emit the head of the loop, yield its counter, and emit the end."""
    start, stop, step = bounds
    body = trace.function_body()
    unfinished = body.function.unfinished_loops
    counter, over = fresh(kind), fresh("pred")
    top, end = PendingLabel(None), PendingLabel(None)
    first = explicit(f"mov.{kind}")(counter, start)
    down = None if passed else fresh("pred")
    # The sign of the step does not change, and is found once, before the loop.
    if down is not None:
        explicit(f"setp.lt.{kind}")(down, step, 0)
    _label(top)
    explicit(f"setp.{passed or 'ge'}.{kind}")(over, counter, stop)
    # Where the step is negative, this comparison replaces the result of the one above.
    if down is not None:
        explicit(f"setp.le.{kind}")(over, counter, stop, when=down)
    _branch(end, over, "top")
    region = Region("ptx.range_", repeated=True)
    entry = (f"for … in {what}", body)
    unfinished.append(entry)
    yield counter
    region.close()
    if trace.function_body() is not body:
        msg = f"{what}: the loop ends in another scope than that in which it began"
        raise trace.TraceError(msg)
    # An inner loop that break or return has left did not come to its own end.
    if unfinished[-1] is not entry:
        msg = f"{unfinished[-1][0]}: left with break or return inside {what}"
        raise trace.TraceError(msg)
    unfinished.pop()
    last = explicit(f"add.{kind}")(counter, counter, step)
    _branch(top)
    _label(end)
    limits = frozenset(bound.node.name for bound in (stop, step) if type(bound) is not int)
    held = "" if type(stop) is int else stop.node.name
    body.function.counts_of_loops.append(LoopCount(what, counter.name, held, limits, first, last))


_LOOPS_BY_NAME: WeakKeyDictionary[trace.FunctionTrace, Counter[str]] = WeakKeyDictionary()
"""For each function, how many loops it has of each name."""


def _top(name: str) -> PendingLabel:
    """Return the label of a loop: the second of a name is `kloop_2`."""
    # This refuses a name that is no identifier, before the name is counted.
    PendingLabel(name)
    names = _LOOPS_BY_NAME.setdefault(trace.function_body().function, Counter())
    names[name] += 1
    return PendingLabel(name if names[name] == 1 else f"{name}_{names[name]}")


@helper("kloop")
def kloop(total: Any, *, unroll: int, body: Callable[[], None], loop_label: str = "kloop") -> None:
    """Run `body()` `total` times on the device, `unroll` copies of it per iteration.

    `total` is a Python integer or a register of 32 or 64 bits, `unroll` at least 1. `body` takes
    no arguments and is traced `unroll` times for the loop, and for the remaining iterations: once
    more, in a loop of its own, for a register; `total % unroll` times for a Python integer. With a
    register, in which a negative number means no iteration:

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

    With an integer, only the part from `kloop` to its branch is emitted, after
    `mov.u32 left, total - total % unroll`, and no loop at all if it would run once. `loop_label` is
    the label; a second loop of the name has `kloop_2`.
    """
    total = _as_register("the total of ptx.kloop", total)
    if type(unroll) is not int or unroll < 1:
        msg = f"ptx.kloop: unroll must be a number of copies, at least 1, got {unroll!r}"
        raise ValueError(msg)
    if not callable(body):
        msg = f"ptx.kloop: body must be a function without arguments, got {body!r}"
        raise TypeError(msg)
    if type(total) is int:
        _counted(total, unroll, body, loop_label)
        return
    what = f"ptx.kloop({_shown(total)})"
    kind = _counter_kind(what, total, unroll)
    left = fresh(kind)
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
        left = fresh(kind)
        explicit(f"mov.{kind}")(left, total - rest)
        _rounds(left, unroll, body, _top(name), guarded=False)
    elif total >= unroll:
        # One round needs no loop: its copies are written with the rest.
        rest += unroll
    for _ in range(rest):
        body()


def _rounds(
    left: Register, unroll: int, body: Callable[[], None], top: PendingLabel, *, guarded: bool
) -> None:
    """Emit a loop that runs while `unroll` are left; `guarded` if there may be no round."""
    kind = left.declared
    end = PendingLabel(None)
    if guarded:
        none = fresh("pred")
        explicit(f"setp.lt.{kind}")(none, left, unroll)
        _branch(end, none, "before")
    _label(top)
    opened = trace.function_body()
    region = Region("ptx.kloop", repeated=True, always=not guarded)
    for _ in range(unroll):
        body()
    region.close()
    if trace.function_body() is not opened:
        msg = "ptx.kloop: the body ends in another scope than that in which it began"
        raise trace.TraceError(msg)
    again = fresh("pred")
    explicit(f"sub.{kind}")(left, left, unroll)
    explicit(f"setp.ge.{kind}")(again, left, unroll)
    _branch(top, again)
    if guarded:
        _label(end)
