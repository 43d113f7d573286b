"""A map of shared memory: the parts of its variables, as comments: `# smem + 64: 4 x 8 bytes, …`.

Addresses are followed from a variable through sums, products and conversions to those who take
them: operations on an mbarrier, copies, the allocation of tensor memory, loads and stores. Each
fact in a line follows from them; a size that does not is left out. Where memory is used again, as
an epilogue does with that of a ring of stages, its parts overlap.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import SymbolTable, variables_of
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.lift.shared_memory_parts import (
    BARRIER,
    DATA,
    MOST_BYTES,
    TENSOR_MEMORY,
    TILE,
    Part,
    SharedVariable,
)
from ptxpy.naming import Uses
from ptxpy.pytree import INDENT, WIDTH
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ptxpy.analysis import Storage
    from ptxpy.lift.barrier_arrays import BarrierArray
    from ptxpy.lift.index_values import Form, IndexValues
    from ptxpy.lift.memory_facts import Fact
    from ptxpy.lift.tiles import Tile

__all__ = ["SharedVariable", "memory_comments", "shared_memory_map"]

MAX_PARTS: Final = 24
"""The most parts of a variable that are listed."""
SWIZZLED: Final = 64
"""The most bytes by which a swizzle moves an address."""
MAX_REACH: Final = 32 << 10
"""The most bytes that the bits of an index may span; a wider span tells nothing of an address."""


def memory_comments(
    module: n.Module,
) -> Callable[[n.Function, Mapping[str, str], Uses | None], list[t.Comment]]:
    """Return a function that returns the map of a function's shared memory, a line a part.

    Nothing if no variable has several parts: its declaration says all. It takes one of the
    module's functions, the Python names of variables and parameters by their exact names, and
    where the function's registers are written and read, or None.
    """
    outer = tuple(_variables(module.body))
    return partial(_comments, module, outer)


def _comments(
    module: n.Module,
    outer: Sequence[Storage],
    function: n.Function,
    names: Mapping[str, str],
    uses: Uses | None,
) -> list[t.Comment]:
    variables = _storages(outer, function)
    if not variables:
        return []
    from ptxpy.lift.memory_facts import has_parts  # noqa: PLC0415 - seldom needed

    uses = uses or _uses(module, function)
    # What is loaded and stored alone is one part.
    if not has_parts(uses):
        return []
    found = _map(variables, uses)
    if all(len(variable.parts) < 2 for variable in found):  # noqa: PLR2004 - parts
        return []
    lines = [line for variable in found for line in _lines(variable, names)]
    return [t.Comment(line) for line in lines]


def _lines(variable: SharedVariable, names: Mapping[str, str]) -> Iterator[str]:
    name = names.get(variable.name, variable.name)
    room = WIDTH - len(f"{INDENT}# ")
    for part in variable.parts[:MAX_PARTS]:
        place = f"{name}{_offset(part)}: "
        if len(part.operations) > 1:  # there is no barrier that nobody initialises
            part = part._replace(operations=part.operations - {"init"})  # noqa: PLW2901
        text = place + part.describe(names, variable.name)
        # What is done there is left out where it does not fit.
        yield text if len(text) <= room else text.rpartition(": ")[0]
    left = len(variable.parts) - MAX_PARTS
    if left > 0:
        yield f"{name}: {left} more"


def _offset(part: Part) -> str:
    sign = "-" if part.offset < 0 else "+"
    constant = f" {sign} {abs(part.offset)}" if part.offset else ""
    return f"{constant} + …" if part.is_computed else constant


def shared_memory_map(
    module: n.Module, function: n.Function, uses: Uses | None = None
) -> tuple[SharedVariable, ...]:
    """Return the variables in shared memory that a function names, with their parts.

    Where its registers are written and read, `uses`, is found if it is not given.
    """
    variables = _storages(tuple(_variables(module.body)), function)
    return _map(variables, uses or _uses(module, function)) if variables else ()


def _storages(outer: Sequence[Storage], function: n.Function) -> dict[str, Storage]:
    """Return the variables in shared memory that a function may name."""
    return {each.name: each for each in (*outer, *_variables(statements(function)))}


def _uses(module: n.Module, function: n.Function) -> Uses:
    names = SymbolTable(None)
    names.declare(module.body)
    return Uses(function, names)


def _map(variables: Mapping[str, Storage], uses: Uses) -> tuple[SharedVariable, ...]:
    """Return the map of a function, given the variables in shared memory that it may name."""
    from ptxpy.lift.memory_facts import MemoryFacts  # noqa: PLC0415 - seldom needed

    facts = MemoryFacts(uses, variables)
    return tuple(_read(variables, facts.facts, facts.forms.values)) if facts.facts else ()


def _variables(body: Iterable[n.Node]) -> Iterator[Storage]:
    """Yield the variables in shared memory among statements."""
    for statement in body:
        if type(statement) is n.Variable and statement.space == ".shared":
            yield from variables_of(statement)


def _read(
    variables: Mapping[str, Storage], facts: Mapping[str, Sequence[Fact]], values: IndexValues
) -> Iterator[SharedVariable]:
    """Yield the variables that facts are about, with their parts."""
    from ptxpy.lift.barrier_arrays import barrier_arrays  # noqa: PLC0415 - seldom needed
    from ptxpy.lift.barrier_roles import roles_of  # noqa: PLC0415 - seldom needed
    from ptxpy.lift.tiles import copied_by_threads, tiles_of  # noqa: PLC0415 - seldom needed

    copies = [fact for each in facts.values() for fact in each if fact.is_bulk]
    arrays = {
        name: barrier_arrays(
            [fact for fact in each if fact.role == BARRIER],
            [copy for copy in copies if copy.barrier is not None and copy.barrier.symbol == name],
            values,
        )
        for name, each in facts.items()
    }
    tiles = {
        name: [
            *tiles_of([fact for fact in each if fact.is_bulk], arrays, values),
            *copied_by_threads(
                [fact for fact in each if fact.role == TILE and not fact.is_bulk], values
            ),
        ]
        for name, each in facts.items()
    }
    barriers = roles_of(arrays, tiles)
    for name, variable in variables.items():
        if not facts.get(name):
            continue
        others, left = _with_data(tiles[name], arrays[name], facts[name], values)
        parts = [
            *barriers.get(name, ()),
            *others,
            *_data(left, arrays[name], others, variable.size, values),
        ]
        if len(parts) == 1 and parts[0].role == DATA and variable.size is not None:
            rest = variable.size - parts[0].offset
            parts = [parts[0]._replace(stride=rest, is_bound=False, is_computed=False)]
        parts.sort(key=_order)
        yield SharedVariable(name, variable.size, variable.alignment, tuple(parts))


_ROLES: Final = (BARRIER, TENSOR_MEMORY, TILE)


def _order(part: Part) -> tuple[int, int, int]:
    role = _ROLES.index(part.role) if part.role in _ROLES else len(_ROLES)
    return part.offset, role, part.statements[0]


def _with_data(
    tiles: Sequence[Tile],
    arrays: Sequence[BarrierArray],
    facts: Sequence[Fact],
    values: IndexValues,
) -> tuple[list[Part], list[Fact]]:
    """Return the tiles as parts, with the loads and stores in them, and those elsewhere."""
    starts = sorted({each.offset for each in tiles} | {each.offset for each in arrays})
    found: list[tuple[Tile, list[Fact]]] = [(tile, list(tile.facts)) for tile in tiles]
    memory: dict[int, list[Fact]] = {}
    left: list[Fact] = []
    for fact in facts:
        if fact.role == TENSOR_MEMORY:
            memory.setdefault(fact.form.offset, []).append(fact)
        elif fact.role == DATA:
            # Where memory is used again, a load may be from the one or the other.
            near = [each for each in found if _is_in(fact, each[0], starts, values)]
            # What a bulk copy takes at an index may be another part of it.
            is_sure = not any(tile.is_computed and tile.facts[0].is_bulk for tile, _ in near)
            around = [taken for _, taken in near] if is_sure else []
            if fact.form.offset in memory and not fact.form.terms and "read" in fact.operations:
                around = [memory[fact.form.offset]]
            if len(around) == 1:
                around[0].append(fact)
            else:
                left.append(fact)
    parts = [_part(tile, taken) for tile, taken in found]
    for offset, taken in memory.items():
        parts.append(_plain_part(offset, taken[0].size, TENSOR_MEMORY, taken))
    return parts, left


def _is_in(fact: Fact, tile: Tile, starts: Sequence[int], values: IndexValues) -> bool:
    """Return whether an instruction may take an address in a tile; True if that is unknown."""
    offset = fact.form.offset
    if tile.end is None:
        # A tile of unknown size goes on at most to the next thing.
        is_near = bisect_right(starts, offset) == bisect_right(starts, tile.offset)
        is_only = len(starts) == 1 and offset == tile.offset
        return is_near and (is_only or tile.is_computed or values.range(fact.form) is not None)
    if not tile.offset <= offset < tile.end:
        return False
    # The number of a stage is one of those that there are.
    stride = tile.stride if tile.is_ring else 0
    inner = tuple([each for each in fact.form.terms if each[1] != stride])
    found = values.range(fact.form if values.range(fact.form) else fact.form._replace(terms=inner))
    # A swizzle adds or takes bytes such that the address stays in its row.
    low, high = tile.offset - SWIZZLED, tile.end + SWIZZLED
    return found is not None and low <= found[0] and found[1] < high


def _part(tile: Tile, facts: Sequence[Fact]) -> Part:
    sources = {fact.source for fact in tile.facts}
    found = _plain_part(tile.offset, tile.stride, tile.role, facts)
    return found._replace(
        number=tile.number,
        source=sources.pop() if len(sources) == 1 else "",
        is_ring=tile.is_ring,
        is_computed=tile.is_computed,
        is_bound=tile.is_bound,
    )


def _plain_part(offset: int, size: int | None, role: str, facts: Sequence[Fact]) -> Part:
    return Part(
        offset,
        1,
        size,
        role,
        "",
        frozenset[str]().union(*[fact.operations for fact in facts]),
        any(fact.form.terms for fact in facts),
        tuple(sorted({fact.statement for fact in facts})),
    )


def _data(
    facts: Iterable[Fact],
    arrays: Iterable[BarrierArray],
    parts: Iterable[Part],
    size: int | None,
    values: IndexValues,
) -> Iterator[Part]:
    """Yield the parts that threads load and store: one between two offsets at which parts begin."""
    from ptxpy.lift.tiles import bounds  # noqa: PLC0415 - seldom needed

    starts = sorted({each.offset for each in arrays} | {each.offset for each in parts})
    groups: dict[int, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(sum(each <= fact.form.offset for each in starts), []).append(fact)
    for number, group in groups.items():
        end = starts[number] if number < len(starts) else size or MOST_BYTES
        within: list[Fact] = []
        others: list[Fact] = []
        for fact in group:
            reach = bounds([fact], values)
            is_within = reach is not None and reach[1] <= end and reach[1] - reach[0] <= MAX_REACH
            (within if is_within else others).append(fact)
        found = bounds(within, values)
        if found is not None:
            is_exact = len({fact.form for fact in within}) == 1 and not within[0].form.terms
            part = _plain_part(found[0], found[1] - found[0], DATA, within)
            yield part._replace(is_bound=not is_exact)
        if others:
            # An index may be one that is never 0, so a constant address says more.
            placed = [fact.form.offset for fact in others if _is_placed(fact.form, values)]
            first = min(placed or [fact.form.offset for fact in others])
            yield _plain_part(first, None, DATA, others)._replace(is_computed=not placed)


def _is_placed(form: Form, values: IndexValues) -> bool:
    """Return whether an address is its constant, or that of the first stage of a ring."""
    offsets = values.offsets(form) if form.terms else None
    return not form.terms or (
        offsets is not None
        and min(offsets) == form.offset
        and all(len(values.definitions(register)) > 1 for register, _ in form.terms)
    )
