"""Threads: special registers, lanes and warps, and who is elected among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.analysis import constant as value_of
from ptxpy.ir import nodes as n
from ptxpy.naming.helper_names import operand_names
from ptxpy.naming.rule import Name
from ptxpy.naming.values import Value, constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ptxpy.naming.facts import Facts

_SPECIAL: Final = {
    "laneid": "lane",
    "clock64": "clock",
    "clock_hi": "clock_hi",
    "cluster_ctarank": "cta_rank",
    "cluster_nctarank": "cta_count",
}
_INDICES: Final = {"x": "i", "y": "j", "z": "k"}
_INDEX: Final = "index"
_PRODUCTS: Final = {("nctaid", "ntid"): "grid_stride", ("ctaid", "ntid"): "block_start"}
_LANE: Final = 31
_SHIFTS: Final = {5: "warp", 7: "warpgroup"}
_BITS_OF_AXIS: Final = 10
"""A block has 1,024 threads along an axis at most (CUDA programming guide)."""
_WARP_IN_GROUP: Final = (5, 3)
"""The shift and the mask that make the number of a warp in its warpgroup."""
_START: Final = "0"
"""The meaning of a value that comes before the result of an election."""


def name_special_registers(facts: Facts) -> Iterator[Name]:
    """A copy of a special register has its name; the first axis is left out.

    >>> from ptxpy.naming.rule import named
    >>> named(name_special_registers, "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.y;")
    {'%r1': 'tid', '%r2': 'ctaid_y'}
    """
    for register, _, _ in facts.singles():
        value = facts.values[register]
        if value.kind == "special":
            plain = value.name.removesuffix(".x").replace(".", "_")
            yield Name(register, _SPECIAL.get(value.name, plain))


def name_threads(facts: Facts) -> Iterator[Name]:
    """Some bits of the thread index are a lane or a warp if a block is one row of threads.

    Sums and products are the index of the thread in the grid, and the stride of the grid.

    >>> from ptxpy.naming.rule import named
    >>> named(name_threads, "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r1, 31;")
    {'%r2': 'warp', '%r3': 'lane'}
    """
    is_row = _is_row(facts)
    for register, _, statement in facts.singles():
        value = facts.values[register]
        axis = value.name if value.kind == "index" else _indexed_axis(facts, register, statement)
        if value.kind == "index":
            yield Name(register, _INDICES[axis])
        if axis:
            yield Name(register, _INDEX if axis == "x" else f"{_INDEX}_{axis}")
        if value.kind == "product":
            first, _, axis = value.name.partition(".")
            second, _, other = value.other.partition(".")
            if axis == other and (word := _PRODUCTS.get((first, second))):
                yield Name(register, word if axis == "x" else f"{word}_{axis}")
        elif value.kind == "bits" and value.name == "tid.x" and is_row:
            # A mask that keeps all bits that are left after the shift has no effect.
            everything = (1 << _BITS_OF_AXIS) - 1 >> value.shift
            if value.shift == 0:
                name = "lane" if value.mask == _LANE else ""
            elif value.mask < 0 or value.mask & everything == everything:
                name = _SHIFTS.get(value.shift, "")
            else:
                name = "warp_in_group" if (value.shift, value.mask) == _WARP_IN_GROUP else ""
            if name:
                # What all lanes read from the first is the same in the whole warp.
                is_read = statement.opcode == "shfl"
                yield Name(register, f"{name}_uniform" if is_read else name)


def _indexed_axis(facts: Facts, register: int, statement: n.Instruction) -> str:
    """Return the axis along which a sum is `ctaid * size + tid`, whatever the size; "" for none."""
    numbers = facts.numbers(statement.operands[1:], facts.definitions[register][0])
    symbol = operator_of(statement.opcode, statement.modifiers)
    if symbol not in ("+", "*+") or any(each < 0 for each in numbers[-1:]):
        return ""
    if symbol == "*+":
        products = [(numbers[:2], numbers[2])]
    else:
        products = [
            (facts.numbers(made.operands[1:], facts.definitions[first][0]), second)
            for first, second in (numbers, numbers[::-1])
            if first >= 0 <= second
            and (made := facts.single(first)) is not None
            and operator_of(made.opcode, made.modifiers) in ("*", "<<")
        ]
    for factors, added in products:
        name, _, axis = facts.values[added].name.partition(".")
        blocks = [facts.values[each] for each in factors if each >= 0]
        is_special = facts.values[added].kind == "special"
        if is_special and name == "tid" and Value("special", f"ctaid.{axis}") in blocks:
            return axis
    return ""


def _is_row(facts: Facts) -> bool:
    """Return whether a block is a row of threads: it says so, or only x is ever asked for."""
    for directive in facts.function.directives:
        if type(directive) is n.TuningDirective and directive.name in (".reqntid", ".maxntid"):
            # `.reqntid 128, 1, 1` has one thread along y and z.
            return all(value_of(value) == 1 for value in directive.values[1:])
    return not any(
        value.kind == "special" and value.name in ("tid.y", "tid.z") for value in facts.values
    )


def name_elections(facts: Facts) -> Iterator[Name]:
    """A predicate or flag is called after the question that it answers.

    It says whether this thread is the elected one, or whether a barrier's phase is over. The lane
    that is elected is the leader.

    >>> from ptxpy.naming.rule import named
    >>> named(name_elections, "elect.sync _|%p1, -1; selp.b32 %r1, 1, 0, %p1; st.u32 [%rd1], %r1;")
    {'%p1': 'elected', '%r1': 'elected'}
    """
    results = _results(facts)
    for register, name in results.items():
        yield Name(register, name)
    flags: set[int] = set()
    # A flag is made of such a predicate: most functions have none.
    for register, definitions in enumerate(facts.definitions) if results else ():
        if register in results or not definitions:
            continue
        names = {_flag(facts, register, index, results) for index in definitions}
        names.discard(_START)
        # A read before the last definition would see the start, not the result.
        is_read_after = facts.uses[register][:1] > definitions[-1:]
        if len(names) == 1 and (name := names.pop()) and is_read_after:
            yield Name(register, name)
            flags.add(register)
    yield from (Name(register, "leader") for register in _leaders(facts, flags))


def _results(facts: Facts) -> dict[int, str]:
    """Return the predicates that one instruction writes as its answer."""
    found = {}
    for index, statement in facts.instructions:
        if not statement.operands:
            continue
        target = statement.operands[0]
        name = ""
        # `elect.sync d|p, mask` gives the elected lane in `d`, and in `p` whether it is this one.
        if type(target) is n.Pair and _elects(statement):
            target, name = target.second, "elected"
        elif "wait" in isa.traits(statement.opcode, statement.modifiers).mbarrier:
            name = "ready" if operand_names(statement)[:1] == ("waitComplete",) else ""
        register = facts.number(target, index) if name else -1
        if register >= 0 and len(facts.definitions[register]) == 1:
            found[register] = name
    return found


def _flag(facts: Facts, register: int, index: int, results: dict[int, str]) -> str:
    """Return the result that a statement turns into 0 or 1, or `_START` for a start before it."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or len(statement.operands) < 2:  # noqa: PLR2004
        return ""
    traits = isa.traits(statement.opcode, statement.modifiers)
    source = constant(statement.operands[1])
    # `mov.u32 %r1, 0; @%p1 mov.u32 %r1, 1;` makes a flag of a predicate.
    if traits.copies:
        if statement.guard is None:
            return _START if len(facts.definitions[register]) > 1 else ""
        guard = facts.number(statement.guard.register, index)
        return results.get(guard, "") if source == 1 and not statement.guard.negated else ""
    # `selp.u32 %r1, 1, 0, %p1` makes a flag of a predicate, too.
    if traits.passes and not traits.collective and source == 1:
        selected = facts.number(statement.operands[-1], index)
        return results.get(selected, "") if constant(statement.operands[2]) == 0 else ""
    return ""


def _leaders(facts: Facts, flags: Container[int]) -> Iterator[int]:
    """Yield the registers that are given the lane which is elected, after a start.

    That start may be copied to flags of who is elected, but not used otherwise.
    """
    for index, statement in facts.instructions:
        target = statement.operands[0] if _elects(statement) else None
        lane = facts.number(target.first, index) if type(target) is n.Pair else -1
        for use in facts.uses[lane] if lane >= 0 else ():
            written = facts.accesses[use].writes
            if not _is_copy(facts, use) or len(written) != 1:
                continue
            starts = [each for each in facts.definitions[written[0]] if each != use]
            if all(each < use and _is_copy(facts, each) for each in starts) and all(
                each > use or (_is_copy(facts, each) and facts.accesses[each].writes[0] in flags)
                for each in facts.uses[written[0]]
            ):
                yield written[0]


def _is_copy(facts: Facts, index: int) -> bool:
    statement = facts.code.statements[index]
    is_move = type(statement) is n.Instruction and statement.opcode == "mov"
    return is_move and not facts.accesses[index].guarded


def _elects(statement: n.Instruction) -> bool:
    """Return whether an instruction says which lane is elected."""
    return (
        bool(statement.operands)
        and isa.traits(statement.opcode, statement.modifiers).name == "elect.sync"
    )
