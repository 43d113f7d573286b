"""Matrix operations and copies of tensors: fragments, descriptors, coordinates."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import classify
from ptxpy.ir import nodes as n
from ptxpy.naming.helper_names import operand_names, operand_roles, role_names
from ptxpy.naming.rule import Name, RunName, is_allowed, together
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.naming.facts import Facts

_FRAGMENTS: Final = {"d": "acc", "c": "acc", "a": "a_frag", "b": "b_frag"}
_TENSOR_CORE: Final = "tensor core"
_WORD: Final = 32
_MIN_FRAGMENTS: Final = 2
_MAP: Final = "tensor_map"
_ROLES: Final = {
    "a_desc": "a_desc",
    "b_desc": "b_desc",
    "idesc": "idesc",
    "sp_meta": "metadata",
    "tx_count": "tx_count",
    "phase_parity": "parity",
    "suspend_time_hint": "time_hint",
    "cache_policy": "cache_policy",
    _MAP: _MAP,
    "cta_mask": "cta_mask",
    "membermask": "member_mask",
    "dst_mem": "dst_tile",
    "src_mem": "src_tile",
    "a_tmem": "a_tmem",
    "d_tmem": "acc_tmem",
    "taddr": "tmem_addr",
    "n_cols": "columns",
    "cta_rank": "cta_rank",
}
"""Roles that are worth a name."""
_IN_RUNS: Final = ("a_desc", "b_desc")
_MIN_DESCRIPTORS: Final = 3
_AXES: Final = "xyz"
_SCALES: Final = ("<<", "*")
_OTHER_COORDINATES: Final = ("gather4", "scatter4", "im2col")
"""Parts of modifiers with which coordinates are no corner of a tile."""


class _Operand(NamedTuple):
    """A vector of a multiplication."""

    registers: tuple[int, ...]
    name: str
    at: int
    """The index of the multiplication."""


def name_fragments(facts: Facts) -> Iterator[RunName]:
    """A register that is only ever part of one operand of multiplications is part of a run.

    Fragments that are made one after the other, before a multiplication takes the first of the
    run, are one run in the order of the text; so are the accumulators that multiplications of one
    block take at the same depth of their chains. Accumulators beside others are a product.

    >>> from ptxpy.naming.rule import named
    >>> named(name_fragments, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
    ...     "{%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};")
    {'%f1 %f2 %f3 %f4': 'acc', '%r1 %r2 %r3 %r4': 'a_frag', '%r5 %r6': 'b_frag'}
    """
    operands: list[_Operand] = []
    depths: dict[tuple[int, ...], int] = {}
    """How many multiplications of its block an accumulator has been through."""
    for index, statement in facts.instructions:
        found: dict[str, tuple[int, ...]] = {}
        for slot, registers in _vectors(facts, statement, index):
            found[slot] = registers
            operands.append(_Operand(registers, _FRAGMENTS[slot], index))
        result, added = found.get("d"), found.get("c")
        # A multiplication that adds to its own result stays at its depth.
        if result and added and result != added:
            depths.setdefault(result, depths.get(added, 0) + 1)
    names: dict[int, str] = {}
    for registers, name, _ in operands:
        for register in registers:
            # A register in two kinds of operands is a fragment of neither.
            names[register] = name if names.get(register, name) == name else ""
    wholes = [each for each in operands if all(names[k] for k in each.registers)]
    taken: set[int] = set()
    for name in ("acc", "a_frag", "b_frag"):
        own = [each for each in wholes if each.name == name]
        groups = _accumulators(facts, own, depths) if name == "acc" else _fragments(facts, own)
        for group in groups:
            registers = tuple(dict.fromkeys(k for each in group for k in each))
            if len(registers) >= _MIN_FRAGMENTS and taken.isdisjoint(registers):
                taken.update(registers)
                yield RunName(registers, name)
                if name == "acc":
                    yield RunName(registers, "product")


def _vectors(
    facts: Facts, statement: n.Instruction, index: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the names and registers of the fragments that a multiplication of matrices has."""
    if classify(statement.opcode, statement.modifiers).kind != _TENSOR_CORE:
        return
    slots = operand_names(statement)
    if not ("d" in slots and "a" in slots) and "b-desc" not in slots:
        return
    for operand, slot in zip(statement.operands, slots, strict=False):
        elements = operand.elements if isinstance(operand, n.Vector) else (operand,)
        registers = tuple(facts.numbers(elements, index))
        # A run has nothing but registers, and each once.
        if min(registers, default=-1) < 0 or len({*registers}) != len(registers):
            continue
        # A single register is a fragment if it has 32 bits; a larger one is a descriptor.
        is_fragment = isinstance(operand, n.Vector) or facts.table.bits(registers[0]) <= _WORD
        if is_fragment and slot in _FRAGMENTS:
            yield slot, registers


def _accumulators(
    facts: Facts, operands: list[_Operand], depths: Mapping[tuple[int, ...], int]
) -> list[list[tuple[int, ...]]]:
    """Group vectors by the block that takes them first and their depth there."""
    groups: dict[tuple[int, int], dict[tuple[int, ...], None]] = defaultdict(dict)
    seen: set[tuple[int, ...]] = set()
    for registers, _, at in operands:
        if registers not in seen:
            seen.add(registers)
            groups[facts.block_of(at), depths.get(registers, 0)][registers] = None
    return [[*group] for group in groups.values()]


def _fragments(facts: Facts, operands: list[_Operand]) -> list[list[tuple[int, ...]]]:
    """Group vectors by the place that makes them, until the first is taken."""
    first_use: dict[tuple[int, ...], int] = {}
    for registers, _, at in operands:
        first_use.setdefault(registers, at)
    made = sorted(
        (next(iter(facts.definitions[registers[0]]), -1), registers) for registers in first_use
    )
    groups: list[list[tuple[int, ...]]] = []
    block, end = -1, -1
    for index, registers in made:
        here = facts.block_of(index)
        if not groups or here != block or index > end:
            groups.append([])
            block, end = here, first_use[registers]
        groups[-1].append(registers)
        end = min(end, first_use[registers])
    return groups


def name_roles(facts: Facts) -> Iterator[Name | RunName]:
    """A register that is one operand of instructions, and nothing else, is called after it.

    Descriptors that are made before the first is taken are a run, in the order in which they are
    taken. A tensor map is told from others by the parameter that it is.

    >>> from ptxpy.naming.rule import named
    >>> named(name_roles, "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1], %r2;")
    {'%r2': 'tx_count'}
    """
    roles: dict[int, set[str]] = {}
    for index, statement in facts.instructions:
        if not facts.accesses[index].reads:
            continue
        found: dict[int, str] = {}
        # Names of operands are known by form: most instructions are done after one lookup.
        possible = role_names(statement.opcode, statement.modifiers)
        for name, role in () if possible.isdisjoint(_ROLES) else operand_roles(statement):
            number = facts.table.number(name, facts.code.scopes[index])
            known = _ROLES.get(role.name, "") if role.place is None else ""
            found[number] = known if found.get(number, known) == known else ""
        for register in facts.accesses[index].reads:
            if register in found or not facts.is_update(register, index):
                roles.setdefault(register, set()).add(found.get(register, ""))
    agreed = {
        register: name
        for register, own in roles.items()
        if len(own) == 1 and (name := next(iter(own)))
    }
    made: dict[str, list[int]] = {name: [] for name in _IN_RUNS}
    for register, name in sorted(agreed.items(), key=lambda item: facts.spans[item[0]]):
        if name in made and facts.single(register) is not None:
            made[name].append(register)
    for name, registers in made.items():
        for group in together(facts, registers):
            if len(group) >= _MIN_DESCRIPTORS:
                group.sort(key=lambda register: facts.uses[register][0])
                yield RunName(tuple(group), name)
    for register, name in agreed.items():
        own = _variable(facts, register) if name == _MAP else ""
        yield Name(register, f"{own}_map" if own and is_allowed(f"{own}_map") else name)


def _variable(facts: Facts, register: int) -> str:
    """Return the name of the parameter or variable whose address a register holds, "" if none."""
    value = facts.values[register]
    return facts.python_name(value.name) if value.kind == "address" and not value.offset else ""


def name_coordinates(facts: Facts) -> Iterator[Name]:
    """A number that copies of tensors are given for one axis is the coordinate of a tile.

    A number that is carried from turn to turn and scaled to a coordinate is the index of the tile.
    If several registers are coordinates of one axis, one that only one tensor is given may be
    called after its map.

    >>> from ptxpy.naming.rule import named
    >>> named(name_coordinates, "cp.async.bulk.tensor.2d.shared::cluster.global.tile"
    ...     ".mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4];")
    {'%r2': 'x', '%r3': 'y'}
    """
    axes = _coordinates(facts)
    maps = {each for _, own in axes.values() for each in own}
    for register, (axis, own) in axes.items():
        if facts.definitions[register][1:] and _is_shared(facts, register):
            continue
        yield Name(register, axis)
        # With one tensor, the axis alone says enough.
        [name] = own if len(own) == 1 and len(maps) > 1 else [""]
        if name and is_allowed(f"{name}_{axis}"):
            yield Name(register, f"{name}_{axis}")
    tiles: dict[int, set[str]] = defaultdict(set)
    for register, (axis, _) in axes.items():
        for source in _scaled(facts, register, axes):
            tiles[source].add(axis)
    for register, found in tiles.items():
        is_carried = register not in axes and facts.definitions[register][1:]
        if len(found) == 1 and is_carried and not _is_shared(facts, register):
            yield Name(register, f"tile_{found.pop()}")


def _coordinates(facts: Facts) -> dict[int, tuple[str, frozenset[str]]]:
    """Return each register that is a coordinate of one axis, with that and the tensors' maps."""
    axes: dict[int, set[int]] = defaultdict(set)
    maps: dict[int, set[str]] = defaultdict(set)
    for index, statement in facts.instructions:
        if any(part in word for part in _OTHER_COORDINATES for word in statement.modifiers):
            continue
        for operand in statement.operands:
            if type(operand) is not n.Address or not operand.coordinates:
                continue
            base = facts.number(operand.base, index)
            name = _variable(facts, base) if base >= 0 else ""
            first = operand.coordinates[0]
            # Coordinates are one vector, `[map, {x, y}]`, or are listed one by one.
            corner = first.elements if type(first) is n.Vector else operand.coordinates
            for axis, register in enumerate(facts.numbers(corner, index)):
                # Constants and copies of special registers have better names.
                if register >= 0 and facts.values[register].kind == "register":
                    axes[register].add(axis)
                    maps[register].add(name)
    return {
        register: (_AXES[axis], frozenset(maps[register]))
        for register, found in axes.items()
        if len(found) == 1 and (axis := next(iter(found))) < len(_AXES)
    }


def _is_shared(facts: Facts, register: int) -> bool:
    """Return whether a changing register is copied: its number may mean another thing there."""
    return any(
        type(statement := facts.code.statements[index]) is n.Instruction
        and statement.opcode == "mov"
        for index in facts.uses[register]
    )


def _scaled(facts: Facts, register: int, axes: Mapping[int, object]) -> Iterator[int]:
    """Yield the registers that are scaled to a coordinate, or to a part of one."""
    # A loop may add to the value that it started from, so a sum can have itself as a part.
    seen, waiting = {register}, [register]
    while waiting:
        register = waiting.pop()
        statement = facts.single(register)
        if statement is None:
            continue
        symbol = operator_of(statement.opcode, statement.modifiers)
        numbers = facts.numbers(statement.operands[1:], facts.definitions[register][0])
        if symbol == "+":
            parts = [
                each for each in numbers if each >= 0 and each not in axes and each not in seen
            ]
            seen.update(parts)
            waiting += reversed(parts)
        elif symbol in _SCALES and constant(statement.operands[-1]) is not None and numbers[0] >= 0:
            yield numbers[0]
