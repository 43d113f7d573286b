"""Sequences that compilers write for one operation become calls: divisions, and steps of rings.

The shifts and products of a division by a constant are `ptx.srem(x, 4)` (`ptxpy.dialect.divisions`
has them). In a ring, `ptx.wrap(stage, 4)` is the next stage, and
`stage, phase = ptx.wrap(stage, 4, phase)` has the phase that changes with the first stage;
`ptx.advance(stage, 4, phase)` writes them to the registers from which they come.

A sequence becomes a call if its statements are next to each other, nothing else reads the values
on the way, and they are the very instructions that the call emits. The registers on the way are
values that the call emits, without a place in the text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import DIVISIONS, Literal, division_steps
from ptxpy.ir import nodes as n
from ptxpy.lift.mentions import Loop, Mentions
from ptxpy.lift.values import is_value
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.dialect import Step
    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["is_division", "roles_in", "write_divisions", "write_rings"]

_ADVANCE: Final = "ptx.advance"
_ADD: Final = "add", (".s32",)
_CHOOSE: Final = "selp", (".b32",)
_MIX: Final = "xor", (".b32",)
_FLAGS: Final[dict[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]] = {
    ("setp", (".eq", ".s32")): ("selp", (".u32",)),
    ("setp", (".eq", ".b32")): ("selp", (".b32",)),
}
"""The comparisons with the number of stages, each with what makes a number of it."""
_STEPS: Final = 3
"""The instructions without a phase; two more change it."""

_MAX_STEPS: Final = 9
"""The most instructions of a sequence."""
_LEAST_STEPS: Final = 2
"""The fewest instructions of a sequence that is no operator."""
_MAX_EXPONENT: Final = 128
"""The bits of the longest product."""
_LEAST_MULTIPLIER: Final = 1 << 8
"""No multiplier of a division is smaller."""
_WIDTHS: Final = {
    ("shr", (".u16",)): 16,
    ("shr", (".s32",)): 32,
    ("shr", (".u32",)): 32,
    ("shr", (".s64",)): 64,
    ("shr", (".u64",)): 64,
    ("mul", (".hi", ".u16")): 16,
    ("mul", (".hi", ".s32")): 32,
    ("mul", (".hi", ".u32")): 32,
    ("mul", (".wide", ".u32")): 32,
    ("mul", (".hi", ".s64")): 64,
    ("mul", (".hi", ".u64")): 64,
}
"""The instructions with which a sequence begins, and the widths of the dividends."""


_CALLS: Final = frozenset({f"ptx.{name}" for name in (*DIVISIONS, "cdiv")})


def is_division(expression: t.Expression) -> bool:
    """Return whether an expression is the call of a division by a constant."""
    return type(expression) is t.Call and expression.function in _CALLS


class _Found(NamedTuple):
    """A call, and the statements in whose place it is."""

    call: t.Assign | t.Evaluate
    length: int
    uses: int = 0
    """How often they read the dividend."""


class _Sequences(ABC):
    """Finds sequences of one kind in a function, and writes them as calls."""

    def __init__(self, tree: FunctionTree) -> None:
        self._tree = tree
        self._mentions = tree.mentions
        self._has_changed = False

    def write(self) -> None:
        """Write the sequences of the function."""
        self.block(self._tree.block)
        self._tree.mentions = None if self._has_changed else self._mentions

    def block(self, block: t.Block) -> None:
        """Write the sequences of a block, and of those within it."""
        found: list[t.Statement] = []
        at = 0
        while at < len(block):
            statement = block[at]
            made = self._at(block, at) if type(statement) is t.Assign else None
            if made is not None:
                self._add(found, made)
                at += made.length
                continue
            found.append(statement)
            at += 1
            if statement.body is not None:
                self.block(statement.body)
        if len(found) < len(block):
            block[:] = found
            self._has_changed = True

    @abstractmethod
    def _at(self, block: t.Block, at: int) -> _Found | None:
        """Return the sequence that begins with an assignment."""

    def _add(self, found: t.Block, made: _Found) -> None:
        """Add a call to the statements before it."""
        found.append(made.call)

    def _is_value(self, register: t.Expression, uses: int | None = None) -> bool:
        """Return whether a register is a value, which is read so often if that is given."""
        if type(register) is not t.Register:
            return False
        if self._mentions is None:
            self._mentions = Mentions(self._tree.block)
        key = self._mentions.key(register, Loop((), 0))
        mention = self._mentions.found.get(key)
        if mention is None or not (uses is None or mention.uses == uses):
            return False
        return bool(mention.targets) and is_value(self._tree, self._mentions, key, mention)


def write_divisions(tree: FunctionTree) -> None:
    """Write the divisions of a function as calls."""
    _Divisions(tree).write()


class _Divisions(_Sequences):
    """Finds the divisions of one function."""

    def _add(self, found: t.Block, made: _Found) -> None:
        rounded = self._round_up(found[-1], made) if found else None
        if rounded is None:
            found.append(made.call)
        else:
            found[-1] = rounded

    def _at(self, block: t.Block, at: int) -> _Found | None:
        first = block[at].instruction  # type: ignore[attr-defined]
        if first is None or first.opcode not in ("shr", "mul"):
            return None
        bits = _WIDTHS.get((first.opcode, first.modifiers))
        number = _number(first.operands[-1])
        if bits is None or number is None or len(first.operands) != 3:  # noqa: PLR2004
            return None
        is_sign = number == bits - 1
        if first.opcode == "mul":
            if abs(number) < _LEAST_MULTIPLIER:
                return None
        elif not is_sign and first.modifiers[0][1] == "s":
            return None
        window = _window(block, at)
        for name, divisor, wide in _candidates(window, bits):
            steps = division_steps(name, bits, divisor, wide=wide)
            if steps is not None and _are(window, steps[0]):
                made = self._call(block[at : at + len(steps[0])], name, divisor, steps, wide=wide)
                if made is not None:
                    return made
        return None

    def _call(
        self,
        statements: Sequence[t.Statement],
        name: str,
        divisor: int,
        found: tuple[tuple[Step, ...], tuple[int, ...]],
        *,
        wide: bool,
    ) -> _Found | None:
        """Return the call in the place of statements; None if others read their values."""
        steps, results = found
        assigned = [each for each in statements if isinstance(each, t.Assign)]
        targets = [each.targets[0] for each in assigned]
        dividend = _dividend(assigned[0].value)
        if type(dividend) is not t.Register or dividend in targets[:-1]:
            return None
        # What is read within the sequence.
        uses = [0] * (len(steps) + 1)
        for step in steps:
            for source in step.sources:
                if type(source) is int:
                    uses[source] += 1
        several = len(results) > 1
        emits: list[t.Register] = []
        for number, target in enumerate(targets, 1):
            if type(target) is not t.Register:
                return None
            is_result = number in results
            is_own = self._is_value(target, None if is_result else uses[number])
            if is_own:
                emits.append(target)
            elif not is_result or several:
                return None
        arguments: list[t.Expression] = [dividend, divisor]
        if not wide:
            arguments.append(t.Keyword("wide", "False"))
        own = [targets[each - 1] for each in results]
        call = t.Call(f"ptx.{name}", tuple(arguments))
        if several:
            made = t.Assign([t.Tuple((*own,))], call)
        else:
            made = t.Assign(own, call, assigned[-1].instruction)
        made.emits = tuple(emits)
        return _Found(made, len(steps), uses[0])

    def _round_up(self, before: t.Statement, made: _Found) -> t.Assign | None:
        """Return the call for a sum and its quotient that are a division which rounds up."""
        call = made.call.value
        if not isinstance(call, t.Call) or call.function != "ptx.sdiv":
            return None
        dividend, divisor, *options = call.arguments
        if (
            options
            or not isinstance(made.call, t.Assign)
            or not isinstance(before, t.Assign)
            or before.instruction is None
            or before.emits
        ):
            return None
        value, instruction = before.value, before.instruction
        if (
            instruction.guard is not None
            or instruction.opcode != "add"
            or before.targets != [dividend]
            or not isinstance(value, t.Binary)
            or type(value.left) is not t.Register
            or type(dividend) is not t.Register
            or type(divisor) is not int
            or t.number_of(value.right) != divisor - 1
            or not self._is_value(dividend, made.uses)
        ):
            return None
        rounded = t.Call("ptx.cdiv", (value.left, divisor))
        found = t.Assign(made.call.targets, rounded, made.call.instruction)
        found.emits = (dividend, *made.call.emits)
        return found


def _window(block: t.Block, at: int) -> list[n.Instruction]:
    """Return the instructions that may be a sequence, from a statement to the last that may."""
    found: list[n.Instruction] = []
    for statement in block[at : at + _MAX_STEPS]:
        if not isinstance(statement, t.Assign) or len(statement.targets) != 1:
            break
        instruction = statement.instruction
        if instruction is None or instruction.guard is not None or statement.makers:
            break
        value = statement.value
        if type(value) is t.Call and any(type(each) is t.Keyword for each in value.arguments):
            break
        found.append(instruction)
    return found


def _number(operand: n.Operand) -> int | None:
    """Return the number that an operand is, written as compilers do."""
    if type(operand) is not n.Literal:
        return None
    text = operand.text
    digits = text.removeprefix("-")
    # Twenty digits are those of 64 bits; `0x1F` is written by nobody in such a sequence.
    return int(text) if digits.isdecimal() and len(digits) <= 20 else None  # noqa: PLR2004


def _candidates(window: Sequence[n.Instruction], bits: int) -> Iterator[tuple[str, int, bool]]:
    """Yield the divisions that may begin so: a name, a divisor and the product of each."""
    if len(window) < _LEAST_STEPS:
        return
    first, second = window[:2]
    if first.opcode == "shr" and second.opcode != "mul":
        # The sign, or a mask of its bits, is added: the divisor is a power of two.
        amount = _shifted(first if second.opcode == "add" else second, "u")
        if 0 < amount < bits:
            for name in DIVISIONS:
                if name[0] == "s":
                    yield name, 1 << (bits - amount), True
        return
    # An even divisor may be divided by its power of two before.
    before = _shifted(first, "u")
    product = window[1:] if first.opcode == "shr" else window
    modifiers = product[0].modifiers
    if _WIDTHS.get(("mul", modifiers)) != bits or not 0 <= before < bits:
        return
    multiplier = _number(product[0].operands[-1])
    if multiplier is None:
        return
    if modifiers[1][1] == "s":
        for divisor in _signed(product, bits, multiplier):
            yield "srem", divisor, True
            yield "sdiv", divisor, True
    else:
        is_wide = modifiers[0] == ".wide"
        for divisor in _unsigned(product, bits, multiplier, is_wide=is_wide):
            # Only of 32 bits there is a choice.
            wide = is_wide or bits != 32  # noqa: PLR2004
            yield "urem", divisor << before, wide
            yield "udiv", divisor << before, wide


def _shifted(instruction: n.Instruction, sign: str) -> int:
    """Return by how much an instruction shifts to the right; 0 if it does something else."""
    if instruction.opcode != "shr" or instruction.modifiers[:1] not in _SHIFTS[sign]:
        return 0
    return _number(instruction.operands[-1]) or 0


_SHIFTS: Final = {
    sign: tuple([(f".{sign}{width}",) for width in (16, 32, 64)]) for sign in ("s", "u")
}


def _signed(window: Sequence[n.Instruction], bits: int, multiplier: int) -> Iterator[int]:
    """Yield the divisor for which a product may be taken."""
    # A multiplier of the other sign is one of a bit more, for which the dividend makes up.
    added = window[1].opcode if len(window) > 1 else ""
    if added == "add" and multiplier < 0:
        multiplier += 1 << bits
    elif added == "sub" and multiplier > 0:
        multiplier -= 1 << bits
    yield _nearest(bits + max([_shifted(each, "s") for each in window[1:4]]), multiplier)


def _unsigned(
    window: Sequence[n.Instruction], bits: int, multiplier: int, *, is_wide: bool
) -> Iterator[int]:
    """Yield the divisors for which a product may be taken."""
    factor = multiplier % (1 << bits)
    shift = _shifted(window[1], "u") if len(window) > 1 else 0
    if is_wide:
        shift -= bits
    # The upper half is shifted at once, or added to what is left of the dividend, and shifted then.
    adding = window[3:7] if is_wide else window[1:5]
    if [each.opcode for each in adding] == ["sub", "shr", "add", "shr"]:
        yield _nearest(bits + _shifted(adding[3], "u") + 1, factor + (1 << bits))
    yield _nearest(bits + shift, factor)


def _nearest(exponent: int, factor: int) -> int:
    """Return the divisor whose multiplier a factor may be, 0 for none."""
    if not factor or not 0 <= exponent <= _MAX_EXPONENT:
        return 0
    # The multiplier is the next number above `2**exponent / d`: the divisor is above its inverse.
    size = (1 << exponent) // abs(factor) + 1
    return size if factor > 0 else -size


def _are(window: Sequence[n.Instruction], steps: Sequence[Step]) -> bool:
    """Return whether instructions are those of a sequence."""
    if len(window) < len(steps):
        return False
    dividend = window[0].operands[1]
    if type(dividend) is not n.Register:
        return False
    values: list[str] = [dividend.name]
    for instruction, step in zip(window, steps, strict=False):
        target, *sources = instruction.operands
        if (
            instruction.opcode + "".join(instruction.modifiers) != step.opcode
            or len(sources) != len(step.sources)
            or type(target) is not n.Register
        ):
            return False
        for source, wanted in zip(sources, step.sources, strict=True):
            if not isinstance(wanted, Literal):
                if type(source) is not n.Register or source.name != values[wanted]:
                    return False
            elif type(source) is not n.Literal or source.text != str(wanted.value):
                return False
        values.append(target.name)
    return True


def _dividend(value: t.Expression) -> t.Expression:
    """Return the operand that the first statement of a sequence divides."""
    found = value.left if isinstance(value, t.Binary) else value
    if isinstance(found, t.Call):
        found = found.arguments[0]
    return found.value if isinstance(found, t.View) else found


def write_rings(tree: FunctionTree) -> None:
    """Write the steps of rings in a function as calls."""
    _Rings(tree).write()


def roles_in(statements: Iterable[t.Statement]) -> dict[t.Expression, str]:
    """Return the registers that statements let go on, as what: `stage` or `phase`."""
    found: dict[t.Expression, str] = {}
    for statement in statements:
        call = statement.value if isinstance(statement, t.Evaluate) else None
        if isinstance(call, t.Call) and call.function == _ADVANCE:
            stage, _, *phase = call.arguments
            found[stage.value if isinstance(stage, t.View) else stage] = "stage"
            found.update(dict.fromkeys(phase, "phase"))
    return found


class _Rings(_Sequences):
    """Finds the steps of rings in one function."""

    def _at(self, block: t.Block, at: int) -> _Found | None:
        value = block[at].value  # type: ignore[attr-defined]
        if type(value) is not t.Binary or value.operator != "+" or value.right != 1:
            return None
        lines = _lines(block[at : at + _STEPS + 2])
        if len(lines) < _STEPS:
            return None
        kinds = [(each.opcode, each.modifiers) for _, each in lines]
        (add, adding), (compare, comparing), (_, choosing) = lines[:_STEPS]
        compared = compare.value
        if kinds[0] != _ADD or kinds[1] not in _FLAGS or kinds[2] != _CHOOSE:
            return None
        if not isinstance(add.value, t.Binary) or not isinstance(compared, t.Binary):
            return None
        following, wraps = adding.operands[0], comparing.operands[0]
        zero, other, condition = choosing.operands[1:]
        if comparing.operands[1] != following or (other, condition) != (following, wraps):
            return None
        if type(zero) is not n.Literal or zero.text != "0" or type(wraps) is not n.Register:
            return None
        stage = add.value.left
        flag = self._changed_phase(lines, kinds, wraps)
        plus_one, predicate, chosen = [each.targets[0] for each, _ in lines[:_STEPS]]
        if not (
            isinstance(stage, t.Register)
            and self._is_value(plus_one, 2)
            and self._is_value(predicate, 1 if flag is None else 2)
        ):
            return None
        # The view says the type of the comparison.
        left = compared.left
        shown = t.View(stage, left.name) if isinstance(left, t.View) else stage
        arguments: tuple[t.Expression, ...] = (shown, compared.right)
        own = (plus_one, predicate)
        if flag is None:
            made = t.Assign([chosen], t.Call("ptx.wrap", arguments), choosing)
            made.emits = (*own, chosen) if self._is_value(chosen) else own  # type: ignore[assignment]
            return _Found(made, _STEPS)
        phase, number, mixed = flag
        if not self._is_value(number, 1):
            return None
        arguments = (*arguments, phase)
        if (chosen, mixed) == (stage, phase):
            step = t.Evaluate(t.Call(_ADVANCE, arguments))
            step.emits = (*own, number)  # type: ignore[assignment]
            return _Found(step, len(lines))
        if not self._is_value(chosen) or not self._is_value(mixed):
            return None
        made = t.Assign([t.Tuple((chosen, mixed))], t.Call("ptx.wrap", arguments))
        made.emits = (*own, chosen, number, mixed)  # type: ignore[assignment]
        return _Found(made, len(lines))

    def _changed_phase(
        self,
        lines: Sequence[tuple[t.Assign, n.Instruction]],
        kinds: Sequence[tuple[str, tuple[str, ...]]],
        wraps: n.Register,
    ) -> tuple[t.Expression, t.Expression, t.Expression] | None:
        """Return the phase, the number that changes it, and the changed phase; None without any."""
        if len(lines) < _STEPS + 2 or kinds[3:] != [_FLAGS[kinds[1]], _MIX]:
            return None
        (flag, flagging), (mix, mixing) = lines[_STEPS:]
        one, zero, condition = flagging.operands[1:]
        if [one, zero] != [n.Literal("1"), n.Literal("0")] or condition != wraps:
            return None
        value = mix.value
        if mixing.operands[2] != flagging.operands[0] or not isinstance(value, t.Binary):
            return None
        phase = value.left
        return (phase, flag.targets[0], mix.targets[0]) if isinstance(phase, t.Register) else None


def _lines(statements: Sequence[t.Statement]) -> list[tuple[t.Assign, n.Instruction]]:
    """Return the assignments of three operands with which statements begin."""
    found: list[tuple[t.Assign, n.Instruction]] = []
    for statement in statements:
        if not isinstance(statement, t.Assign) or len(statement.targets) != 1:
            break
        instruction = statement.instruction
        if instruction is None or instruction.guard is not None or statement.makers:
            break
        value = statement.value
        if isinstance(value, t.Call) and any(type(each) is t.Keyword for each in value.arguments):
            break
        if len(instruction.operands) != (4 if instruction.opcode == "selp" else 3):
            break
        found.append((statement, instruction))
    return found
