"""Results of reductions over the lanes of a warp, by exchanges in halves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy import isa
from ptxpy.naming.rule import Name, Rule, singles
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

QUAD: Final = "quad"
_GROUPS: Final = {(1, 2): QUAD, (1, 2, 4, 8, 16): "warp"}
"""The lanes over which exchanges with these distances reduce."""
_NAMES: Final = {"+": "sum", "max": "max", "min": "min"}
_MAX_STEPS: Final = 5


class Reductions(Rule):
    """After exchanges over all distances within a warp every lane has the warp's result."""

    name = "reductions"
    help = "results of reductions by shuffles: warp_max, quad_sum"

    def names(self) -> Iterator[Name]:
        """Yield a name for the last value of each chain of exchanges."""
        for register, name in reductions_of(self.facts).items():
            yield Name(register, name)


def reductions_of(facts: Facts) -> dict[int, str]:
    """Return what the last value of each chain of exchanges is: `quad_max`, `warp_sum`."""
    steps = {
        register: step
        for register in singles(facts)
        if (step := _step(facts, register)) is not None
    }
    inner = {step.before for step in steps.values()}
    found: dict[int, str] = {}
    for register, step in steps.items():
        if register in inner:
            continue
        distances = [step.distance]
        chain = step
        while len(distances) < _MAX_STEPS and (earlier := steps.get(chain.before)) is not None:
            if earlier.operation != step.operation:
                break
            distances.append(earlier.distance)
            chain = earlier
        group = _GROUPS.get(tuple(sorted(distances)), "")
        if group:
            found[register] = f"{group}_{_NAMES[step.operation]}"
    return found


def partial_of(facts: Facts, register: int) -> str:
    """Return what one exchange makes of a value and the same in another lane, "" for others."""
    step = _step(facts, register)
    return f"partial_{_NAMES[step.operation]}" if step is not None else ""


class _Step(NamedTuple):
    """A value that is made of another and of the same in another lane."""

    before: int
    distance: int
    operation: str


def _step(facts: Facts, register: int) -> _Step | None:
    """Return how a register is reduced from another one, if it is."""
    statement = facts.single(register)
    if statement is None or len(statement.operands) != 3:  # noqa: PLR2004
        return None
    symbol = operator_of(statement.opcode, statement.modifiers)
    name = isa.traits(statement.opcode, statement.modifiers).name
    operation = symbol if symbol in _NAMES else name if name in _NAMES else ""
    if not operation:
        return None
    index = facts.definitions[register][0]
    first, second = (_uncopied(facts, facts.number(each, index)) for each in statement.operands[1:])
    for before, exchanged in ((first, second), (second, first)):
        distance = _distance(facts, exchanged, before)
        if distance:
            return _Step(before, distance, operation)
    return None


def _distance(facts: Facts, exchanged: int, before: int) -> int:
    """Return the distance to the lane that a value comes from, 0 if it is not the other's."""
    statement = facts.single(exchanged) if exchanged >= 0 and before >= 0 else None
    if statement is None or ".bfly" not in statement.modifiers:
        return 0
    index = facts.definitions[exchanged][0]
    source = _uncopied(facts, facts.number(statement.operands[1], index))
    operand = statement.operands[2]
    number = facts.number(operand, index)
    value = facts.values[number] if number >= 0 else None
    distance = value.offset if value and value.kind == "constant" else constant(operand)
    return distance or 0 if source == before else 0


def _uncopied(facts: Facts, register: int) -> int:
    """Follow copies back to what they copy."""
    for _ in range(_MAX_STEPS):
        statement = facts.single(register) if register >= 0 else None
        if statement is None or len(statement.operands) != 2:  # noqa: PLR2004
            break
        if not isa.traits(statement.opcode, statement.modifiers).copies:
            break
        source = facts.number(statement.operands[1], facts.definitions[register][0])
        if source < 0:
            break
        register = source
    return register
