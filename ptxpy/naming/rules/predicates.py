"""Predicates and flags: the comparison that makes one, or the decision that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.dialect import COMPARISONS
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.naming.rule import Name, RunName, run_names
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_FIRSTS: Final = {"tid.x": "first_thread", "ctaid.x": "first_block", "laneid": "first_lane"}
_FIRST_BITS: Final = {(0, 31): "first_lane", (5, 31): "first_warp"}
"""Names by the bits of a thread's index, of ten in all: shift and mask."""
_ALL: Final = 0x3FF
_IN_RANGE: Final = {"<": "in_range", ">=": "out_of_range"}
_MIRRORED: Final = {">": "<", "<=": ">="}
_BACKWARDS: Final = {False: "more", True: "done"}
"""The meaning of the guard of a branch backwards, by whether it is negated.

A branch forwards leaves statements out, which says nothing of the predicate itself.
"""
_MAX_SPAN: Final = 32
"""The most statements from the definition of a predicate to its last use, if a decision names it.

Many predicates of a function decide the same: farther away, nobody knows which one is meant.
"""
_BITS: Final = {0, 1}


def name_comparisons(facts: Facts) -> Iterator[Name | RunName]:
    """A comparison with a parameter says whether a value is in range, one with 0 who is first.

    Those that are made together are a run.

    >>> from ptxpy.naming.rule import named
    >>> named(name_comparisons, "mov.u32 %r1, %tid.x; setp.eq.s32 %p1, %r1, 0;")
    {'%p1': 'is_first_thread'}
    """
    found = [*_compared_names(facts)]
    yield from run_names(facts, found)
    yield from found


def _compared_names(facts: Facts) -> Iterator[Name]:
    asked = {value.name for value in facts.values if value.kind == "special"}
    # If `%tid.y` is read as well, all threads with `%tid.x` 0 are meant, and not the first.
    rows = {
        special
        for special in ("tid", "ctaid")
        if asked.isdisjoint({f"{special}.y", f"{special}.z"})
    }
    for register, index, statement in facts.singles():
        if len(statement.operands) != 3:  # noqa: PLR2004
            continue
        symbol = operator_of(statement.opcode, statement.modifiers)
        if symbol not in COMPARISONS:
            continue
        left, right = facts.numbers(statement.operands[1:], index)
        if left < 0:
            continue
        if constant(statement.operands[2]) == 0 and symbol in ("==", "!="):
            name = _first(facts, left, rows)
            if name:
                yield Name(register, f"{'is' if symbol == '==' else 'not'}_{name}")
                continue
        # A float that is compared with a parameter is no index.
        kinds = {TYPES[word[1:]].kind for word in statement.modifiers if word[1:] in TYPES}
        if right >= 0 and kinds <= {"signed", "unsigned"}:
            bounds = _is_bound(facts, left), _is_bound(facts, right)
            # `n > i` is `i < n`.
            sign = symbol if bounds == (False, True) else _MIRRORED.get(symbol, "")
            if bounds[0] != bounds[1] and sign in _IN_RANGE:
                yield Name(register, _IN_RANGE[sign])


def _first(facts: Facts, register: int, rows: set[str]) -> str:
    """Return who has the value 0: the first thread, lane, warp or block; "" if nobody is meant.

    Args:
        facts: The function.
        register: The value that is compared with 0.
        rows: The special registers of which only the first axis counts.
    """
    value = facts.values[register]
    if value.kind == "special" and value.name == "laneid":
        return _FIRSTS[value.name]
    if value.offset or value.name.partition(".")[0] not in rows:
        return ""
    if value.kind == "special":
        return _FIRSTS.get(value.name, "")
    if value.kind == "bits" and value.name == "tid.x":
        return _FIRST_BITS.get((value.shift, value.mask & (_ALL >> value.shift)), "")
    return ""


def _is_bound(facts: Facts, register: int) -> bool:
    """Return whether a value is a parameter and no pointer."""
    value = facts.values[register]
    return (
        value.kind == "parameter"
        and value.name in facts.scalars
        and not value.offset
        and register not in facts.pointers
    )


_FEWEST_CASES: Final = 4


def name_selectors(facts: Facts) -> Iterator[Name]:
    """A value that is compared with several constants, if it is equal to them, selects a case.

    >>> from ptxpy.naming.rule import named
    >>> named(name_selectors, "setp.eq.s32 %p1, %r1, 2; setp.ne.s32 %p2, %r1, 7; "
    ...     "setp.eq.s32 %p3, %r1, 4; setp.eq.s32 %p4, %r1, 5; ld.global.u32 %r1, [%rd1];")
    {'%r1': 'selector'}
    """
    cases: dict[int, set[object]] = {}
    for index, statement in facts.instructions:
        if statement.opcode != "setp" or statement.modifiers[:1] not in ((".eq",), (".ne",)):
            continue
        left, *_ = facts.numbers(statement.operands[1:2], index)
        number = constant(statement.operands[2])
        if left >= 0 and type(number) is int:
            cases.setdefault(left, set()).add(number)
    for register, numbers in cases.items():
        if len(numbers) >= _FEWEST_CASES:
            yield from (Name(register, name) for name in ("selector", "selector_b"))


def name_conditions(facts: Facts) -> Iterator[Name]:
    """A predicate that only guards branches, or only accesses of one kind, is called after these.

    All of its uses are near.

    >>> from ptxpy.naming.rule import named
    >>> named(name_conditions, "setp.eq.s32 %p1, %r1, %r2; @%p1 st.shared.u32 [%r3], %r1;")
    {'%p1': 'may_store'}
    """
    labels: dict[str, int] = {}
    for index, statement in enumerate(facts.code.statements):
        if type(statement) is n.Label:
            # A label that is there twice, in two scopes, says nothing.
            labels[statement.name] = -1 if statement.name in labels else index
    for register, uses in enumerate(facts.uses):
        if facts.table.types[register] != "pred" or not uses:
            continue
        if max(uses) - min((*facts.definitions[register], *uses)) > _MAX_SPAN:
            continue
        found = {_decided(facts, register, index, labels) for index in uses}
        if len(found) == 1 and (name := found.pop()):
            yield Name(register, name)


def _decided(facts: Facts, register: int, index: int, labels: dict[str, int]) -> str:
    """Return the decision of a predicate at a statement that reads it."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction:
        return ""
    guard = statement.guard
    if guard is None:
        return "wraps" if _starts_again(facts, statement, register, index) else ""
    if facts.number(guard.register, index) != register or any(
        facts.number(each, index) == register for each in statement.operands
    ):
        return ""
    if statement.opcode == "bra":
        target = statement.operands[0]
        at = labels.get(target.name, -1) if isinstance(target, n.Symbol) else -1
        return _BACKWARDS[guard.negated] if 0 <= at <= index else ""
    # Under a negated guard it is the opposite that allows the access.
    if guard.negated:
        return ""
    traits = isa.traits(statement.opcode, statement.modifiers)
    if "init" in traits.mbarrier:
        return "may_init"
    if "arrive" in traits.mbarrier or "expect-tx" in traits.mbarrier:
        return "may_arrive"
    if traits.completion and traits.accesses:
        return "may_copy"
    kinds = {access.kind for access in traits.accesses}
    if traits.mbarrier or traits.collective or len(kinds) != 1:
        return ""
    return {"read": "may_load", "write": "may_store"}.get(kinds.pop(), "")


def _starts_again(facts: Facts, statement: n.Instruction, register: int, index: int) -> bool:
    """Return whether a predicate selects 0 in the place of another number: a ring wraps around.

    The predicate compares that number.
    """
    traits = isa.traits(statement.opcode, statement.modifiers)
    operands = statement.operands
    compared = facts.single(register)
    return (
        bool(traits.passes)
        and not traits.collective
        and facts.number(operands[-1], index) == register
        and constant(operands[1]) == 0
        and compared is not None
        and (number := facts.number(operands[2], index)) >= 0
        and number in facts.numbers(compared.operands[1:3], facts.definitions[register][0])
    )


def name_flags(facts: Facts) -> Iterator[Name]:
    """A register that is only ever made 0 or 1, and is both, is a flag.

    >>> from ptxpy.naming.rule import named
    >>> named(name_flags, "mov.u32 %r1, 0; @%p1 mov.u32 %r1, 1;")
    {'%r1': 'flag'}
    """
    for register, definitions in enumerate(facts.definitions):
        if facts.table.types[register] in ("pred", "f16", "f32", "f64") or not definitions:
            continue
        found: set[int | None] = set()
        for index in definitions:
            statement = facts.code.statements[index]
            if type(statement) is not n.Instruction:
                found.add(None)
                continue
            traits = isa.traits(statement.opcode, statement.modifiers)
            places = () if traits.collective else traits.copies or traits.passes
            if not places:
                found.add(None)
            for place in places:
                operand = statement.operands[place]
                number = facts.number(operand, index)
                value = facts.values[number] if number >= 0 else None
                if value is None:
                    found.add(constant(operand))
                else:
                    found.add(value.offset if value.kind == "constant" else None)
        if found == _BITS:
            yield Name(register, "flag")
