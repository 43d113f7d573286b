"""Steps of rings: the stage after the last one is the first, and the phase changes with it.

A ring of buffers in shared memory is used again and again; the parity of the barrier's phase says
which time round it is. These are the instructions that compilers write for the step to the next
buffer.
"""

from __future__ import annotations

from typing import Any

from ptxpy.dialect import opcode_of
from ptxpy.dsl.tracing.instructions import explicit, helper
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart, value_type
from ptxpy.dsl.values.operand_conversion import Handle, Register, in_register
from ptxpy.dsl.values.operators import View, operation, style
from ptxpy.isa import TYPES

_BITS = 32
"""The bits of a stage and a phase."""


def _checked(name: str, what: str, value: Any) -> Any:
    """Return a stage or a phase in a register; `TypeError` for anything else."""
    value = in_register(value)
    entry = TYPES.get(value_type(value))
    is_integer = entry is not None and entry.kind in ("signed", "unsigned", "bits")
    if not isinstance(value, Handle | PendingResult | ResultPart) or not is_integer:
        msg = f"ptx.{name} takes the {what} in a register of 32 bits, not {value!r}"
        if type(value) is int:
            msg += f": begin it as {what} = reg.scalar(u32, {value})"
        raise TypeError(msg)
    if entry is not None and (entry.bits != _BITS or entry.lanes > 1):
        msg = f"ptx.{name} takes the {what} in a register of 32 bits, not a .{value_type(value)}"
        raise TypeError(msg)
    return value


def _begun(name: str, stage: Any, stages: Any) -> tuple[PendingResult, PendingResult, bool]:
    """Emit the sum and the comparison; return them, and whether the comparison has a sign."""
    if type(stages) is bool or (type(stages) is int and stages < 1):
        msg = f"ptx.{name} goes round at least one stage, not {stages!r}"
        raise ValueError(msg)
    declared = "" if isinstance(stage, PendingResult) else getattr(stage, "declared", "")
    declared = declared or value_type(stage)
    view = stage.type if isinstance(stage, View) else ""
    rules = style()
    following = operation(str(opcode_of("+", declared, "", rules)))(stage, 1)
    comparison = str(opcode_of("==", declared, view, rules))
    return following, operation(comparison)(following, stages), not comparison.endswith(".b32")


def _flag(wraps: PendingResult, *, is_signed: bool) -> PendingResult:
    """Emit the number that a predicate is, as compilers do that compare so."""
    return operation("selp.u32" if is_signed else "selp.b32")(1, 0, wraps)


def _like(result: PendingResult, value: Any) -> PendingResult:
    """Give a result of untyped bits the type of the value that it follows."""
    if style().is_typed:
        result.declared = value_type(value)
    return result


@helper("wrap")
def wrap(stage: Any, stages: Any, phase: Any = None) -> Any:
    """Return the stage after one of a ring, and the phase if one is given.

    `stage, phase = ptx.wrap(stage, 4, phase)`, or `stage = ptx.wrap(stage, 4)`. Emits, the last
    two for a phase:

    ```
    add.s32 a, stage, 1;
    setp.eq.s32 p, a, 4;
    selp.b32 next_stage, 0, a, p;
    selp.u32 b, 1, 0, p;
    xor.b32 next_phase, phase, b;
    ```

    `stages` is a number or a register. Stage and phase are registers of 32 bits, which stay as they
    are: in a loop of the device use `ptx.advance`. `TypeError` for anything else.
    """
    stage = _checked("wrap", "stage", stage)
    held = None if phase is None else _checked("wrap", "phase", phase)
    following, wraps, is_signed = _begun("wrap", stage, stages)
    chosen = _like(operation("selp.b32")(0, following, wraps), stage)
    if phase is None:
        return chosen
    mixed = operation("xor.b32")(held, _flag(wraps, is_signed=is_signed))
    return chosen, _like(mixed, held)


@helper("advance")
def advance(stage: Any, stages: Any, phase: Any = None) -> None:
    """Let a stage go on to the next one of a ring, and its phase change after the last one.

    Emits as `ptx.wrap`, with the registers of `stage` and `phase` in the places of the results:
    `ptx.advance(stage, 4, phase)`. Both are registers that are declared to change, as
    `stage = reg.scalar(u32, 0)`; `TypeError` for a value.
    """
    own = [_variable("stage", _checked("advance", "stage", stage))]
    if phase is not None:
        own.append(_variable("phase", _checked("advance", "phase", phase)))
    following, wraps, is_signed = _begun("advance", stage, stages)
    explicit("selp.b32")(own[0], 0, following, wraps)
    if phase is not None:
        explicit("xor.b32")(own[1], phase, _flag(wraps, is_signed=is_signed))


def _variable(what: str, value: Any) -> Register:
    """Return the register of a stage or phase; `TypeError` for a value, which stays as it is."""
    # After `stage += 1` the name is of the sum, which is bound to the register.
    bound = getattr(value, "bound", None)
    value = value if bound is None else bound
    is_register = isinstance(value, Register | View)
    if not is_register or (style().is_typed and not value.variable):
        msg = (
            f"ptx.advance writes the {what}, and this one is a value, which stays as it is: begin "
            f"it as {what} = reg.from_({what}, u32), or take what follows, "
            "stage, phase = ptx.wrap(stage, …, phase)"
        )
        raise TypeError(msg)
    if isinstance(value, Register):
        return value
    return Register(value.node, value.declared, value.storage, variable=value.variable)
