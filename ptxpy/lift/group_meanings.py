"""The meaning of a group where its statements prove it.

A group may be a division, a descriptor, the next stage of a ring, or a reduction by shuffles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.lift.group_flow import Operation, is_position, operations, written
from ptxpy.pytree import tree as t

__all__ = ["Meaning", "has_meaning", "meaning_of", "reduction_of"]


@dataclass
class Meaning:
    """The meaning of statements, and the meanings of the values that they take."""

    name: str
    roles: dict[t.Expression, str] = field(default_factory=dict)
    statements: Collection[t.Statement] = ()
    """The statements that do it; the others of the group do something else."""


def meaning_of(body: t.Block) -> Meaning | None:
    """Return the meaning of a group's statements, or of some, if they prove it."""
    reduction = reduction_of(body)
    if reduction:
        return Meaning(reduction, {}, [*body])
    known = [*operations(body)]
    flow = _Flow(known)
    for find in (_division, _mantissa_and_exponent, _next_stage):
        found = find(flow)
        if found is not None:
            return found
    step = _step(body)
    if step is not None:
        return step
    name = _descriptor(known)
    return Meaning(name, {}, [*body]) if name else None


def has_meaning(body: Sequence[t.Statement]) -> bool:
    """Return whether statements are exactly a form with a name of its own."""
    if reduction_of(body):
        return True
    known = [*operations(body)]
    flow = _Flow(known)
    found = _division(flow) or _mantissa_and_exponent(flow)
    if found is None:
        return False
    done = {id(statement) for statement in found.statements}
    return all(id(statement) in done for statement in body)


class _Flow:
    """The operations of a group, and which reads the result of which."""

    def __init__(self, known: Sequence[tuple[t.Statement, Operation | None]]) -> None:
        self.every = [(statement, each) for statement, each in known if each is not None]

    def readers(self, value: t.Expression) -> list[tuple[t.Statement, Operation]]:
        """Return the operations that read a value."""
        return [each for each in self.every if value in each[1].operands]

    def one(self, name: str, *operands: t.Expression) -> tuple[t.Statement, Operation] | None:
        """Return the operation with a name and operands, None among them for any."""
        for each in self.every:
            if each[1].name == name and operands == each[1].operands[: len(operands)]:
                return each
        return None

    def either(
        self, name: str, one: t.Expression, other: t.Expression
    ) -> tuple[t.Statement, Operation] | None:
        """Return the operation of two operands, whatever their order."""
        return self.one(name, one, other) or self.one(name, other, one)

    def named(self, name: str) -> Iterator[tuple[t.Statement, Operation]]:
        """Yield the operations with a name."""
        return (each for each in self.every if each[1].name == name)


def _number(expression: t.Expression) -> int | None:
    """Return the number that an expression is."""
    found = t.number_of(expression)
    if isinstance(found, t.Hexadecimal):
        return found.value
    return found if isinstance(found, int) else None


# --------------------------------------------------------------------------------- divisions


def _division(flow: _Flow) -> Meaning | None:
    """Return a division by a constant, which compilers write as a product's upper half.

    Its factor and shift prove the divisor: for all dividends of the type, as in Granlund and
    Montgomery, "Division by Invariant Integers using Multiplication".
    """
    for product in flow.named("mul.hi"):
        dividend, *multiplier = product[1].operands
        factor = _number(multiplier[0]) if len(multiplier) == 1 else None
        if factor is None:
            continue
        found = _signed(flow, product, factor) if product[1].is_signed else None
        found = found or (None if product[1].is_signed else _unsigned(flow, product, factor))
        if found is None:
            continue
        divisor, quotient, statements = found
        roles = {dividend: "dividend"}
        # The dividend less the product of quotient and divisor is the remainder.
        times = flow.one("*", quotient, divisor)
        if times is not None:
            rest = flow.one("-", dividend, times[1].target)
            if rest is not None:
                return Meaning(f"remainder_by_{divisor}", roles, [*statements, times[0], rest[0]])
        return Meaning(f"divide_by_{divisor}", roles, statements)
    return None


_Divided = tuple[int, t.Expression, list[t.Statement]]


def _signed(flow: _Flow, product: tuple[t.Statement, Operation], factor: int) -> _Divided | None:
    """Return the divisor of a signed division, its quotient and its statements."""
    width = product[1].width
    high, statements = product[1].target, [product[0]]
    dividend = product[1].operands[0]
    # The multiplication is signed, so that a factor of all bits is written as a negative number.
    if factor < 0:
        factor += 1 << width
    if factor >> (width - 1):
        # The factor stands for a negative one: the dividend makes up for it.
        total = flow.either("+", high, dividend)
        if total is None:
            return None
        statements.append(total[0])
        high = total[1].target
    # The sign bit is added, since a signed division rounds towards zero.
    sign = flow.one(">>", high, width - 1)
    if sign is None or sign[1].is_signed:
        return None
    shifted = next(
        (
            each
            for each in flow.named(">>")
            if each[1].operands[0] == high and each is not sign and each[1].is_signed
        ),
        None,
    )
    # Without a shift, the upper half of the product is the quotient.
    shift = _number(shifted[1].operands[1]) if shifted is not None else 0
    quotient = high if shifted is None else shifted[1].target
    last = flow.either("+", quotient, sign[1].target)
    if last is None or shift is None:
        return None
    divisor = _divisor(factor, width + shift, width - 1)
    statements += [sign[0], *([shifted[0]] if shifted is not None else []), last[0]]
    return None if divisor is None else (divisor, last[1].target, statements)


def _unsigned(flow: _Flow, product: tuple[t.Statement, Operation], factor: int) -> _Divided | None:
    """Return the divisor of an unsigned division, its quotient and its statements."""
    width = product[1].width
    high = product[1].target
    factor %= 1 << width
    for statement, each in flow.readers(high):
        shift = _number(each.operands[1]) if each.name == ">>" and not each.is_signed else None
        if shift is None or each.operands[0] != high:
            continue
        divisor = _divisor(factor, width + shift, width)
        if divisor is not None:
            return divisor, each.target, [product[0], statement]
    return None


def _divisor(factor: int, exponent: int, bits: int) -> int | None:
    """Return the divisor d for which `n * factor >> exponent` is n / d, for all n of some bits."""
    divisor = round((1 << exponent) / factor) if factor else 0
    if divisor < 3:  # noqa: PLR2004 - nobody multiplies to divide by less
        return None
    # The quotient is right for all `n` of so many bits if the factor exceeds `2**exponent / d`, by
    # no more than `2**(exponent - bits) / d`.
    error = factor * divisor - (1 << exponent)
    return divisor if 0 < error <= 1 << (exponent - bits) else None


# ------------------------------------------------------------------------- parts of functions

_LEAST_MANTISSAS: Final = 0x3F2AAAAB, 0x3F3504F3, 0x3F400000
"""The bits of 2/3, of the root of 1/2, and of 3/4: where a mantissa begins in libdevice."""
_EXPONENT: Final = 0xFF800000
_SCALING: Final = frozenset({"<", "*", "mul", "selp", "cvt"})


def _mantissa_and_exponent(flow: _Flow) -> Meaning | None:
    """Return the first part of a logarithm: a number's mantissa and its exponent apart."""
    for first, each in (*flow.named("-"), *flow.named("+")):
        number, least = each.operands[0], _number(each.operands[1])
        if least is None or (least if each.name == "-" else -least) not in _LEAST_MANTISSAS:
            continue
        for second, exponent in flow.named("&"):
            # PTX may write 0xFF800000 as a negative number.
            bits = _number(exponent.operands[1])
            if exponent.operands[0] != each.target or bits is None or bits % 2**32 != _EXPONENT:
                continue
            mantissa = flow.one("-", number, exponent.target)
            if mantissa is not None:
                # A number too small for a normal mantissa is scaled before, by the same rule.
                scaled = [one for one, other in flow.every if other.name in _SCALING]
                statements = [first, second, mantissa[0], *scaled]
                return Meaning("split_mantissa_and_exponent", {}, statements)
    return None


def _next_stage(flow: _Flow) -> Meaning | None:
    """Return the step of a ring buffer: the stage after the last is the first.

    Where the phase changes with it, that belongs to it. A stage that is set advances.
    """
    for first, following in flow.named("+"):
        stage, one = following.operands
        if _number(one) != 1:
            continue
        for second, wraps in (*flow.named("=="), *flow.named("!=")):
            if wraps.operands[0] != following.target:
                continue
            # `selp d, a, b, p` is `a` if `p` holds: 0 where the stage reaches the end.
            values = (0, following.target)
            chosen = flow.one(
                "selp", *(values if wraps.name == "==" else values[::-1]), wraps.target
            )
            if chosen is None:
                continue
            statements = [first, second, chosen[0]]
            roles = {stage: "stage", wraps.operands[1]: "stages"}
            verb = "advance" if isinstance(chosen[0], t.Evaluate) else "next"
            changed = _changed_phase(flow, wraps)
            if changed is None:
                return Meaning(f"{verb}_stage", roles, statements)
            phase, more = changed
            roles[phase] = "phase"
            return Meaning(f"{verb}_stage_and_phase", roles, statements + more)
    return None


def _step(body: Sequence[t.Statement]) -> Meaning | None:
    """Return the step of a ring that is a call, `ptx.wrap` or `ptx.advance`."""
    for statement in body:
        call = statement.value if isinstance(statement, t.Assign | t.Evaluate) else None
        verb = "next"
        if isinstance(call, t.Call) and str(call.function).endswith(".set") and call.arguments:
            call, verb = call.arguments[0], "advance"
        if not isinstance(call, t.Call) or call.function not in ("ptx.wrap", "ptx.advance"):
            continue
        if call.function == "ptx.advance":
            verb = "advance"
        operands = [each.value if isinstance(each, t.View) else each for each in call.arguments]
        roles = dict(zip(operands, ("stage", "stages", "phase"), strict=False))
        ending = "_and_phase" if len(operands) > 2 else ""  # noqa: PLR2004
        return Meaning(f"{verb}_stage{ending}", roles, [statement])
    return None


def _changed_phase(flow: _Flow, wraps: Operation) -> tuple[t.Expression, list[t.Statement]] | None:
    """Return the phase that changes where a stage is the first again, and the statements."""
    values = (1, 0) if wraps.name == "==" else (0, 1)
    changes = flow.one("selp", *values, wraps.target)
    if changes is None:
        return None
    for statement, each in flow.named("^"):
        if changes[1].target in each.operands:
            others = [part for part in each.operands if part != changes[1].target]
            if len(others) == 1:
                return others[0], [changes[0], statement]
    return None


# ------------------------------------------------------------------------------- descriptors

_DESCRIPTOR_BITS: Final = 0x40000000_00000000
_DESCRIPTOR_SHIFT: Final = 4


def _descriptor(known: Sequence[tuple[t.Statement, Operation | None]]) -> str:
    """Return the name of a group that makes matrix descriptors from addresses in shared memory.

    The low bits are an address without its last four bits, and the constant bits are above them.
    """
    shifted: set[t.Expression] = set()
    joined = 0
    for statement, each in known:
        if each is None or isinstance(statement, t.Evaluate):
            return ""
        if _is_shifted(each, shifted):
            shifted.add(each.target)
        elif each.name == "|" and each.operands[0] in shifted:
            joined += bool((_number(each.operands[1]) or 0) & _DESCRIPTOR_BITS)
    return "" if not joined else "matrix_descriptor" if joined == 1 else "matrix_descriptors"


def _is_shifted(each: Operation, shifted: Collection[t.Expression]) -> bool:
    """Return whether a value is an address without its last bits."""
    first = each.operands[0]
    if each.name in (">>", "bfe"):
        return first in shifted or _DESCRIPTOR_SHIFT in map(_number, each.operands[1:2])
    if each.name in ("&", "+", "-"):
        return first in shifted
    return each.name.startswith("cvt") and first in shifted


_COMBINED: Final = {"+": "sum", "max": "max", "min": "min", "&": "and", "|": "or", "^": "xor"}


class _Shuffled(NamedTuple):
    """A value of another lane."""

    value: t.Expression | _Shuffled
    mask: int


def reduction_of(body: Sequence[t.Statement]) -> str:
    """Return the name of a reduction by shuffles, or nothing.

    The chain is followed from its first value to its last: each shuffle takes the result of the
    step before it, and nothing but the reduction may be in the group.
    """
    chain = _Chain()
    for statement in body:
        target, value = written(statement)
        if target is None:
            if not is_position(statement):
                return ""
        elif not chain.add(target, value):
            return ""
    return chain.name()


class _Chain:
    """The steps of a reduction, in the order in which they are read."""

    def __init__(self) -> None:
        self.values: dict[t.Expression, t.Expression | _Shuffled] = {}
        """The sources of copies and shuffles."""
        self.operators: set[str] = set()
        self.masks: list[int] = []
        self.current: t.Expression | _Shuffled | None = None
        self.pending: _Shuffled | None = None
        """The value of another lane that has not been combined with the lane's own."""

    def add(self, target: t.Expression, value: t.Expression) -> bool:
        """Read a statement; return whether it may be a step."""
        if _is_copy(value):
            source = value.arguments[0] if isinstance(value, t.Call) else value
            self.values[target] = self._known(source)
            return True
        if isinstance(value, t.Call) and str(value.function).startswith(_BUTTERFLY):
            return self._shuffle(target, value)
        operator, operands = _combined(value)
        pair = [self._known(each) for each in operands]
        own, other = self.current, self.pending
        if operator not in _COMBINED or other is None or pair not in ([own, other], [other, own]):
            return False
        self.operators.add(_COMBINED[operator])
        self.current, self.pending = target, None
        return True

    def _shuffle(self, target: t.Expression, value: t.Call) -> bool:
        source, *rest = [self._known(argument) for argument in value.arguments]
        # A value that is exchanged again before it has been combined is no step of a reduction.
        if self.pending is not None or not rest or not isinstance(rest[0], int):
            return False
        if self.current is not None and source != self.current:
            return False
        self.current = source
        self.pending = self.values[target] = _Shuffled(source, rest[0])
        self.masks.append(rest[0])
        return True

    def _known(self, key: t.Expression | _Shuffled) -> t.Expression | _Shuffled:
        """Return the value of which a value is a copy."""
        key = key.value if isinstance(key, t.View) else key
        while isinstance(key, str | t.Register) and key in self.values:
            key = self.values[key]
        return key

    def name(self) -> str:
        """Return the value that has been reduced, and its lanes."""
        where = _LANES.get(tuple(sorted(self.masks)), "")
        if self.pending is not None or len(self.operators) != 1 or not where:
            return ""
        return f"{where}_{self.operators.pop()}"


_BUTTERFLY: Final = "ptx.shfl.sync.bfly."
_LANES: Final = {(1, 2): "quad", (1, 2, 4): "octet", (1, 2, 4, 8, 16): "warp"}
"""The lanes that exchange their values when their numbers differ in these bits."""


def _is_copy(value: t.Expression) -> bool:
    if isinstance(value, t.Call):
        return str(value.function).startswith("ptx.mov.") and len(value.arguments) == 1
    return isinstance(value, t.View | str | int | t.Hexadecimal | t.Spelled | t.Register)


def _combined(value: t.Expression) -> tuple[str, list[t.Expression]]:
    """Return the operator of two operands, and these without views."""
    if isinstance(value, t.Binary):
        operator, operands = value.operator, [value.left, value.right]
    elif isinstance(value, t.Call) and len(value.arguments) == 2:  # noqa: PLR2004
        operator = str(value.function).split(".")[1] if "." in str(value.function) else ""
        operator = {"add": "+"}.get(operator, operator)
        operands = [*value.arguments]
    else:
        return "", []
    return operator, [each.value if isinstance(each, t.View) else each for each in operands]
