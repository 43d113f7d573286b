"""Operands that an instruction takes, and that the author surely does not mean.

The checks are for modules that are written by hand, in which values have types: a value whose sign
the instruction reads otherwise, a constant outside of the type that it is read as, an amount to
shift by that no bit survives, a division by 0, a lane that no warp has, and a mask of threads in
place of a value.

Comparisons with a constant that every number of their type passes, or none, are found here, too:
`tid - 1 >= 0` of a `.u32` is always true, since below 0 an unsigned number continues from the
largest one. So are `max` and `min` with such a bound. A constant in the text of the kernel is a
mistake; a name may have another number in another trace.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES, matches, segment_clamp, traits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.dsl.tracing.qualified_opcode import QualifiedOpcode
    from ptxpy.isa import Actual
from typing import Any

from ptxpy.dsl.tracing.qualified_opcode import QualifiedOpcode
from ptxpy.dsl.verification.call_sites import is_written
from ptxpy.isa import order

_STORES: Final = ("st",)
"""Instructions that store their second operand."""
_INTEGERS: Final = ("signed", "unsigned")
_ALL_THREADS: Final = 0xFFFFFFFF
_LAST_LANE: Final = 31
"""The clamp of a shuffle over a warp, which is no mask that anybody means."""
_SEGMENT_BITS: Final = 0x1F1F
"""The bits of a segment that a shuffle reads."""
_WIDTHS: Final = (2, 4, 8, 16, 32)
_ALONE: Final = 2
"""The operands of an instruction that takes nothing but a mask of threads."""
_OTHER: Final = {"signed": "u", "unsigned": "s"}
"""The letter of the other sign."""


class _Meaning(NamedTuple):
    """The operands of an instruction whose values are looked at."""

    signed: tuple[tuple[int, str, str], ...] = ()
    """The operands whose sign matters: index, name and the integer type that they are read as."""
    taken: tuple[tuple[int, str, str], ...] = ()
    """The operands that become the result, or are stored: index, name and their signed type."""
    shift: tuple[tuple[int, str, int], ...] = ()
    """The operands that are amounts to shift by: index, name and the largest amount."""
    divisor: tuple[int, ...] = ()
    """The indices of the operands that are divisors."""
    lane: tuple[tuple[int, str], ...] = ()
    """The operands that are lanes: index and name."""
    segment: tuple[tuple[int, str], ...] = ()
    """The operands that say which lanes are a segment: index and name."""
    mask: int = 0
    """The index of the mask of threads that take part; 0 if there is none, or nothing else."""
    passes: bool = False
    """Whether the value of another thread is the result."""


def meaning_problem(operation: QualifiedOpcode, operands: Sequence[Actual]) -> str | None:
    """Return the problem of operands that an instruction takes; None if there is none."""
    opcode, modifiers = operation.opcode, operation.modifiers
    meaning = _meaning(opcode, modifiers)
    for at, name, kind in meaning.signed:
        # An operator takes the sign of its operands: the author has chosen one only in an
        # instruction that is written out.
        if operands[at].kind == "register" and not operation.is_written:
            continue
        found = _sign_problem(opcode, modifiers, operands[at], name, kind)
        if found:
            return found
    for at, name, kind in meaning.taken:
        found = _range_problem(opcode, modifiers, operands[at], name, kind)
        if found:
            return found
    problems = [_shift_problem(operands[at], name, most) for at, name, most in meaning.shift]
    problems += ["a division by 0" for at in meaning.divisor if _is(operands[at], 0)]
    if meaning.mask:
        found = _mask_problem(operands[1], operands[meaning.mask], passes=meaning.passes)
        if found:
            return (
                f"{opcode}{''.join(modifiers)}: {found}; the value comes first and the mask of "
                f"threads last, as in {_example(opcode, modifiers)}"
            )
    problems += [_lane_problem(operands[at], name) for at, name in meaning.lane]
    is_up = ".up" in modifiers
    problems += [_segment_problem(operands[at], name, is_up=is_up) for at, name in meaning.segment]
    return next((f"{opcode}{''.join(modifiers)}: {each}" for each in problems if each), None)


@lru_cache(maxsize=4096)
def _meaning(opcode: str, modifiers: tuple[str, ...]) -> _Meaning:
    found = traits(opcode, modifiers)
    taken = found.copies if found.has_member_mask else (*found.copies, *found.passes)
    if opcode in _STORES:
        taken = (1,)
    looked_at = found.signed or found.shift or found.has_member_mask or taken
    if not looked_at or not found.is_known:
        return _Meaning()
    match = matches(opcode, modifiers)[0]
    names = [slot.name for slot in match.form.slots if not slot.optional]
    has_value = (
        found.has_member_mask and isa.destinations(opcode, modifiers) and len(names) > _ALONE
    )
    signed = []
    for at in found.signed:
        kinds = match.form.constraint_of(names[at], match.binding).type_names(match.binding)
        if len(kinds) == 1 and TYPES[kinds[0]].kind in _INTEGERS and TYPES[kinds[0]].lanes == 1:
            signed.append((at, names[at], kinds[0]))
    kind = modifiers[-1][1:] if modifiers else ""
    is_signed = kind in TYPES and TYPES[kind].kind == "signed" and TYPES[kind].lanes == 1
    copied = tuple([(at, names[at], kind) for at in taken if is_signed])
    shift = []
    for at in found.shift:
        kinds = match.form.constraint_of(names[0], match.binding).type_names(match.binding)
        bits = TYPES[kinds[0]].bits
        # `shf.l.clamp` by all 32 bits gives the other word as it is, which is of use.
        shift.append((at, names[at], bits if ".clamp" in modifiers else bits - 1))
    mask = len(names) - 1 if has_value else 0
    lane, segment = (tuple((at, names[at]) for at in each) for each in (found.lane, found.segment))
    return _Meaning(
        tuple(signed), copied, tuple(shift), found.divisor, lane, segment, mask, bool(found.passes)
    )


def _range_problem(
    opcode: str, modifiers: tuple[str, ...], actual: Actual, name: str, kind: str
) -> str:
    """Return the problem of a number that is beyond those of a signed type.

    One below 0 is taken for its bits by an unsigned type, as it is by `x + -1` and `x & -4`: -1 is
    all ones.
    """
    bits = TYPES[kind].bits
    for part in actual.parts if actual.kind == "vector" else (actual,):
        if part.kind == "integer" and part.value_type and part.value >= 1 << bits - 1:
            taken = part.value - (1 << bits)
            return (
                f"{opcode}{''.join(modifiers)}: {name} is the constant {part.value}, which .{kind} "
                f"takes for {taken}: write {taken} where that is meant, or take a type that has "
                f"the number, as .u{bits}"
            )
    return ""


def _sign_problem(
    opcode: str, modifiers: tuple[str, ...], actual: Actual, name: str, kind: str
) -> str:
    """Return the problem of an operand whose sign matters."""
    required = TYPES[kind]
    text = f"{opcode}{''.join(modifiers)}"
    other = f"{_OTHER[required.kind]}{required.bits}"
    changed = tuple(f".{other}" if each == f".{kind}" else each for each in modifiers)
    remedy = f"ptx.{opcode}{''.join(changed)}" if matches(opcode, changed) else ""
    if actual.kind == "integer" and actual.value_type:
        least = -1 << required.bits - 1 if required.kind == "signed" else 0
        if least <= actual.value < least + (1 << required.bits):
            return ""
        taken = (actual.value - least) % (1 << required.bits) + least
        return (
            f"{text}: {name} is the constant {actual.value}, which .{kind} takes for {taken}: "
            f"write {remedy or 'an instruction of the other sign'}, or {taken} where that is meant"
        )
    held = TYPES.get(actual.value_type)
    if actual.kind != "register" or held is None or held.kind not in _INTEGERS:
        return ""
    if held.kind == required.kind:
        return ""
    if held.kind == "unsigned" and _is_for_indices(opcode, modifiers, required.bits):
        return ""
    return (
        f"{text}: {name} is a .{actual.value_type} value, read as .{kind}, which is another number "
        f"{'below 0' if held.kind == 'signed' else f'from {1 << held.bits - 1} on'}: write "
        f"{remedy or 'an instruction of its type'}, or say with the view .{kind} that its bits "
        "are meant"
    )


def _is_for_indices(opcode: str, modifiers: tuple[str, ...], bits: int) -> bool:
    """Return whether an instruction widens or compares integers, as is done with indices.

    An unsigned index is read as signed there without harm: no memory has 2**31 elements of an index
    of 32 bits. The other way round, an index below 0 becomes one beyond all memory.
    """
    result = TYPES[isa.result_type(opcode, modifiers) or "pred"]
    return result.kind == "pred" or (result.kind != "float" and result.bits > bits)


def _example(opcode: str, modifiers: tuple[str, ...]) -> str:
    """Return a call with operands in their order."""
    names = [slot.name for slot in matches(opcode, modifiers)[0].form.slots if not slot.optional]
    return f"ptx.{opcode}{''.join(modifiers)}({', '.join(['value', *names[2:-1], '0xffffffff'])})"


def _mask_problem(value: Actual, mask: Actual, *, passes: bool) -> str:
    """Return the problem of a value and a mask of threads, which may be in CUDA's order."""
    # `__shfl_sync` and its like in CUDA take the mask first, where PTX has the value.
    if value.kind == "integer" and (passes or value.value in (-1, _ALL_THREADS)):
        return f"the value is the constant {value.value}"
    if _is(mask, 0):
        return "the mask 0 names no thread"
    if not passes or mask.kind != "integer":
        return ""
    lanes = mask.value & _ALL_THREADS
    if lanes.bit_count() == 1:
        return f"the mask {mask.value} names one thread, lane {lanes.bit_length() - 1}"
    return f"the mask {mask.value} names lanes 0 to 4" if lanes == _LAST_LANE else ""


def _shift_problem(actual: Actual, name: str, most: int) -> str:
    """Return the problem of an amount to shift by."""
    if actual.kind != "integer" or 0 <= actual.value <= most:
        return ""
    return f"{name} is the constant {actual.value}, and an amount to shift by is 0 to {most}"


def _lane_problem(actual: Actual, name: str) -> str:
    """Return the problem of a lane, or a distance of lanes, of which five bits are read."""
    if actual.kind != "integer" or 0 <= actual.value <= _LAST_LANE:
        return ""
    return f"{name} is the constant {actual.value}, and a lane or a distance of lanes is 0 to 31"


def _segment_problem(actual: Actual, name: str, *, is_up: bool) -> str:
    """Return the problem of the operand that says which lanes are a segment.

    Bits 0 to 4 are the last lane that is read, and the first with `.up`; bits 8 to 12 are set for
    those bits of a lane that tell segments apart. CUDA gives the number of lanes instead.
    """
    if actual.kind != "integer":
        return ""
    value = actual.value
    if value & ~_SEGMENT_BITS or (is_up and value == _LAST_LANE):
        width = value if value in _WIDTHS else _LAST_LANE + 1
    elif value in _WIDTHS:
        width = value
    else:
        return ""
    mode = ", up=True" if is_up else ""
    return (
        f"{name} is the constant {value}, which names no segment of the warp: write "
        f"ptx.shfl.clamp({width}{mode}), which is {segment_clamp(width, up=is_up)}, for segments "
        f"of {width} lanes"
    )


def _is(actual: Actual, number: int) -> bool:
    return actual.kind == "integer" and actual.value == number


_MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

_OUTCOMES: Final = {
    ("<", False): "is always false",
    (">=", False): "is always true",
    (">", True): "is always false",
    ("<=", True): "is always true",
}
"""The outcome of a comparison with the least number of a type, or with the largest (True)."""

_SELECTED: Final = {
    (">", False): "is x",
    ("<", False): "is always that number",
    (">", True): "is always that number",
    ("<", True): "is x",
}
"""The larger (`>`) or the smaller of a value and such a number."""


def has_one_outcome(operation: QualifiedOpcode, values: tuple[Any, ...]) -> bool:
    """Return whether the result of an instruction follows from the constant that it is given.

    Raises `TypeError` if the constant is written in the text of the kernel.
    """
    opcode, modifiers = operation.opcode, operation.modifiers
    found = order(opcode, modifiers)
    kind = modifiers[-1][1:] if modifiers else ""
    if found is None or TYPES[kind].kind not in ("signed", "unsigned"):
        return False
    first = isa.destinations(opcode, modifiers) if operation.explicit else 0
    compared = values[first : first + 2]
    constant = next((each for each in compared if type(each) is int), None)
    if constant is None:
        return False
    bits, is_signed = TYPES[kind].bits, TYPES[kind].kind == "signed"
    least = -1 << bits - 1 if is_signed else 0
    largest = least + (1 << bits) - 1
    # `5 < x` says the same as `x > 5`.
    is_mirrored = compared[0] is constant and not found.selects
    symbol = _MIRRORED[found.symbol] if is_mirrored else found.symbol
    named = opcode if found.selects else symbol
    if not least <= constant <= largest:
        taken = (constant - least) % (1 << bits) + least
        msg = (
            f"{named} of {constant} and a .{kind}, which does not have that number: it would be "
            f"taken for {taken}"
        )
        raise TypeError(f"{msg}; {_signed(named, bits, constant)}" if constant < 0 else msg)
    outcomes = _SELECTED if found.selects else _OUTCOMES
    outcome = outcomes.get((symbol, constant == largest)) if constant in (least, largest) else None
    if outcome is None:
        return False
    if is_written(constant):
        shown = f"{named} of x and {constant}" if found.selects else f"x {symbol} {constant}"
        msg = f"{shown} {outcome}, as x is a .{kind}"
        if constant == 0:
            msg += (
                f", which is never negative: 0 - 1 is {largest}; {_signed(named, bits, 0)}, or "
                "compare before the subtraction, as x >= 1"
            )
        else:
            msg += f", of which {constant} is the {'largest' if constant == largest else 'least'}"
        raise TypeError(msg)
    return True


def _signed(name: str, bits: int, constant: int) -> str:
    call = name not in _MIRRORED
    wanted = f"x.s{bits}.{name}({constant})" if call else f"x.s{bits} {name} {constant}"
    return f"for a number that may be negative write {wanted}, with a view"
