"""Steps of rings: a stage that goes on by one and begins anew becomes a call.

`ptx.wrap(stage, 4)` is the next stage, and `stage, phase = ptx.wrap(stage, 4, phase)` has the phase
that changes with the first stage; `ptx.advance(stage, 4, phase)` writes them to the registers from
which they come. A sequence becomes a call if its statements are next to each other and nothing
else reads the values on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.lift.mentions import Loop, Mentions
from ptxpy.lift.values import is_value
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["roles_in", "write_rings"]

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


def write_rings(tree: FunctionTree) -> None:
    """Write the steps of rings in a function as calls."""
    _Rings(tree).block(tree.block)


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


class _Rings:
    """Finds the steps of rings in one function."""

    def __init__(self, tree: FunctionTree) -> None:
        self._tree = tree
        self._mentions: Mentions | None = None

    def block(self, block: t.Block) -> None:
        """Write the steps of a block, and of those within it."""
        found: list[t.Statement] = []
        at = 0
        while at < len(block):
            statement = block[at]
            made = None
            if (
                type(statement) is t.Assign
                and type(statement.value) is t.Binary
                and statement.value.operator == "+"
                and statement.value.right == 1
            ):
                made = self._at(block[at : at + _STEPS + 2])
            if made is not None:
                call, length = made
                found.append(call)
                at += length
                continue
            found.append(statement)
            at += 1
            if statement.body is not None:
                self.block(statement.body)
        if len(found) < len(block):
            block[:] = found

    def _at(self, statements: Sequence[t.Statement]) -> tuple[t.Statement, int] | None:
        """Return the step that begins with a sum, and the number of its statements."""
        lines = _lines(statements)
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
            return made, _STEPS
        phase, number, mixed = flag
        if not self._is_value(number, 1):
            return None
        arguments = (*arguments, phase)
        if (chosen, mixed) == (stage, phase):
            step = t.Evaluate(t.Call(_ADVANCE, arguments))
            step.emits = (*own, number)  # type: ignore[assignment]
            return step, len(lines)
        if not self._is_value(chosen) or not self._is_value(mixed):
            return None
        made = t.Assign([t.Tuple((chosen, mixed))], t.Call("ptx.wrap", arguments))
        made.emits = (*own, chosen, number, mixed)  # type: ignore[assignment]
        return made, len(lines)

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
