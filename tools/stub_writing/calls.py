"""The calls of an instruction as overloads: as few as say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from stub_writing.operand_kinds import ANYTHING, NUMBER, NUMBERS, Kinds
from stub_writing.states import Parameter, Signature

_ORDER = (*NUMBERS, "C", "P", "A", "V", ANYTHING)
RESULTS_BY_SIZE = ("Number16", "Number32", "Number64", "Number128")


class Call(NamedTuple):
    """One overload."""

    parameters: tuple[Parameter, ...]
    required: int
    """How many of the parameters must be given."""
    result: str


def returning(signatures: Iterable[Signature]) -> list[Call]:
    """Return the calls whose value is the destination."""
    found = [*signatures]
    # The tracer takes the first operand for the destination where one of the forms writes it.
    writes = any(each.result for each in found)
    result = _joined({each.result for each in found} - {""}) if writes else "Emitted"
    return _merged(Call(each.parameters[writes:], 0, result) for each in found)


def in_full(signatures: Iterable[Signature]) -> list[Call]:
    """Return the calls with all operands in the order of PTX."""
    return _merged(Call(each.parameters, 0, "Emitted") for each in signatures)


def _joined(results: set[str]) -> str:
    """Return the class of a value that may be one or several registers."""
    if len(results) == 1:
        return min(results)
    return "Number" if results <= {*RESULTS_BY_SIZE, "Number"} else "NumberOrParts"


def _merged(calls: Iterable[Call]) -> list[Call]:
    """Merge calls that differ in one operand, then those that differ in operands at the end."""
    found: dict[tuple[Kinds, ...], Call] = {}
    for call in sorted(calls, key=_rank):
        kinds = tuple(each.kinds for each in call.parameters)
        found.setdefault(kinds, call._replace(required=len(kinds)))
    merged = sorted(found.values(), key=_rank)
    for join in (_with_wider_operand, _with_optional_end):
        joined = True
        while joined:
            joined = False
            for first, second in combinations(merged, 2):
                both = join(first, second)
                if both is not None:
                    others = [each for each in merged if each not in (first, second)]
                    merged = sorted([both, *others], key=_rank)
                    joined = True
                    break
    return merged


def _rank(call: Call) -> tuple[int, list[str]]:
    return len(call.parameters), [f"{each.name} {sorted(each.kinds)}" for each in call.parameters]


def _with_wider_operand(first: Call, second: Call) -> Call | None:
    if len(first.parameters) != len(second.parameters):
        return None
    pairs = [*zip(first.parameters, second.parameters, strict=True)]
    other = [at for at, (one, two) in enumerate(pairs) if one.kinds != two.kinds]
    if len(other) > 1:
        return None
    parameters = tuple(Parameter(one.name, one.kinds | two.kinds) for one, two in pairs)
    return first._replace(parameters=parameters)


def _with_optional_end(first: Call, second: Call) -> Call | None:
    shorter, longer = sorted((first, second), key=lambda call: len(call.parameters))
    count = len(shorter.parameters)
    is_start = all(
        one.kinds == two.kinds
        for one, two in zip(shorter.parameters, longer.parameters, strict=False)
    )
    if not is_start or longer.required > count + 1:
        return None
    return longer._replace(required=shorter.required)


def parameters_text(call: Call) -> str:
    """Return the parameters of a call as Python has them, behind `self`."""
    return ", ".join(_parameters(call))


def _parameters(call: Call) -> Iterator[str]:
    taken: set[str] = {"self"}
    for at, parameter in enumerate(call.parameters):
        name = stem = parameter.name.replace("-", "_").lower() or "operand"
        if not stem.isidentifier():  # a number that the manual fixes
            name = stem = f"_{stem}"
        number = 1
        while name in taken:
            number += 1
            name = f"{stem}{number}"
        taken.add(name)
        default = "" if at < call.required else " = ..."
        yield f"{name}: {kinds_text(parameter.kinds)}{default}"
    if call.parameters:
        yield "/"


def kinds_text(kinds: Kinds) -> str:
    """Return the type of an operand."""
    if ANYTHING in kinds:
        return ANYTHING
    if NUMBER in kinds:
        kinds -= {*NUMBERS[1:]}
    return " | ".join(sorted(kinds, key=_ORDER.index))
