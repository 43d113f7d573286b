"""What the lanes of a warp give each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ptxpy.ir import nodes as n
from ptxpy.naming.rule import Name, Rule

_MODES: Final = {
    ".bfly": "from_partner",
    ".up": "from_lower",
    ".down": "from_higher",
    ".idx": "from_lane",
}
_SHUFFLE: Final = "shfl"


class Exchanges(Rule):
    """What a shuffle gives a lane is a value of another lane; its operands have roles."""

    name = "exchanges"
    help = "what shuffles give: from_partner, from_lower, from_higher, from_lane"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield names for the results of shuffles, and for what only they take."""
        facts = self.facts
        roles: dict[int, set[str]] = {}
        for index, statement in enumerate(facts.code.statements):
            if type(statement) is not n.Instruction or statement.opcode != _SHUFFLE:
                continue
            mode = next((word for word in statement.modifiers if word in _MODES), "")
            target, *sources = statement.operands
            target = target.first if isinstance(target, n.Pair) else target
            register = facts.number(target, index)
            if mode and register >= 0 and facts.definitions[register] == [index]:
                yield Name(register, _MODES[mode])
            for name, operand in zip(_operands(mode), sources, strict=False):
                number = facts.number(operand, index)
                if number >= 0:
                    roles.setdefault(number, set()).add(name)
        for register, names in roles.items():
            if len(names) == 1 and (name := names.pop()) and self._is_only_taken(register):
                yield Name(register, name)

    def _is_only_taken(self, register: int) -> bool:
        facts = self.facts
        return len(facts.definitions[register]) == 1 and all(
            type(statement := facts.code.statements[index]) is n.Instruction
            and statement.opcode == _SHUFFLE
            for index in facts.uses[register]
        )


def _operands(mode: str) -> tuple[str, ...]:
    """Return what the operands of a shuffle are, after its result."""
    lane = {".bfly": "lane_mask", ".idx": "source_lane"}.get(mode, "lane_delta")
    return ("", lane, "segment_mask", "member_mask")
