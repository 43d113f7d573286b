"""The computation of a kernel in one sentence: products, tile, stages, or its threads' work.

The sentence has only facts that follow from the instructions; uncertain ones are left out.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import constant, control_flow, loops, register_table
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, matrix_of, read_descriptor
from ptxpy.view.thread_work import thread_work

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.analysis import Accesses, Code
    from ptxpy.naming import Uses

__all__ = ["computation"]

_WARPGROUP: Final = 128
"""Threads of a warpgroup."""
_ROWS: Final = 64
"""Rows of D that a `wgmma` has, and the least of a tile of warpgroups."""
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_ARROW: Final = "\N{RIGHTWARDS ARROW}"
_KILO: Final = 1024
_KIND: Final = ".kind::"
_ALL_TYPES: Final = 3
"""Types that a product names which names those of its factors: D, A, B, and C."""


class _Product(NamedTuple):
    """An instruction that multiplies matrices."""

    at: int
    """Its index in `Code.statements`."""
    opcode: str
    shape: tuple[int, ...]
    """m, n and k; m and n of a descriptor; empty if they are not known."""
    types: tuple[str, ...]
    """The types of A, of B and of D; empty if they are not known."""
    sums: tuple[str, ...]
    """The registers of D; empty if it is in tensor memory."""
    addends: tuple[str, ...]
    """The registers of C; those of D where they are the same."""
    factors: frozenset[str]
    """The registers of A and of B, and of their descriptors."""


def computation(
    uses: Uses,
    rings: Sequence[Mapping[str, Any]],
    block: Sequence[int],
    features: Mapping[str, int],
) -> str:
    """Return a sentence about the computation of a kernel; "" if nothing is certain.

    Args:
        uses: The function.
        rings: Its rings of stages (`ptxpy.view.pipeline.rings_of`).
        block: The threads of a CTA along x, y and z; empty if they are not known.
        features: Its features (`ptxpy.analysis.features`), with how many instructions use each.
    """
    code = uses.code
    products = _products(code)
    if not products:
        return thread_work(uses)
    # The first part is of the products that do most, and only said of all if all are alike.
    kinds = Counter((each.opcode, each.shape, each.types) for each in products)
    (opcode, shape, types), _ = kinds.most_common(1)[0]
    inner = _innermost(code, products)
    accumulators = _accumulators(inner)
    tile = _tile(inner, accumulators, rings, prod(block)) if len(kinds) == 1 and types else None
    head = "Tiled matrix multiply" if tile is not None else "Matrix products"
    if _has_exponentials_between(code, products):
        head = "Matrix products with exp2 between them (as in attention)"
    factors = f"{types[0]} {_TIMES} {types[1]} {_ARROW} {types[2]} " if types else ""
    parts = [f"{head}: {factors}by {opcode} {_shape(shape)}".rstrip()]
    if len(kinds) > 1 and (others := _others(kinds)):
        parts[0] += f" and {others}"
    if tile is not None:
        m, n_, k, groups = tile
        ending = "s" if groups > 1 else ""
        parts.append(f"C tile {m}{_TIMES}{n_} by {groups} warpgroup{ending}, K {k} a stage")
    elif accumulators:
        held = sum(len(each.sums) for each in accumulators.values())
        parts.append(f"{held} registers of accumulators a thread")
    if rings:
        by = "TMA ring" if any(name.startswith("tensor copies") for name in features) else "ring"
        sizes = " + ".join(f"{size / _KILO:g}" for size in rings[0]["bytes"])
        number = rings[0]["stages"]
        each = f"({sizes}) kB" if " " in sizes else f"{sizes} kB"
        parts.append(f"{by} of {number} stages ({number} {_TIMES} {each})")
    roles = ""
    if block:
        # Computing for all threads takes NumPy and the simulator, which other kernels do not need.
        from ptxpy.view.warp_roles import describe_roles, warp_roles  # noqa: PLC0415

        roles = describe_roles(warp_roles(uses, block))
    return ", ".join([*parts, *([roles] if roles else [])])


def _shape(shape: Sequence[int]) -> str:
    return "".join(f"{letter}{size}" for letter, size in zip("mnk", shape, strict=False))


def _others(kinds: Counter[tuple[str, tuple[int, ...], tuple[str, ...]]]) -> str:
    """Return the instructions and shapes of products that the most frequent ones do not have."""
    first, *others = (
        f"{opcode} {_shape(shape)}".strip() for (opcode, shape, _), _ in kinds.most_common()
    )
    return ", ".join(each for each in dict.fromkeys(others) if each != first)


# ----------------------------------------------------------------------------------- products


def _products(code: Code) -> list[_Product]:
    found = []
    writes: dict[str, list[n.Instruction]] = {}
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        _, opcode, modifiers, operands, *_ = statement
        matrix = matrix_of(opcode, modifiers)
        if matrix is not None and len(operands) > _ALL_TYPES - 1:
            types = [word[1:] for word in modifiers if word[1:] in TYPES]
            # `wmma` names the types of the sums alone where the factors are halves.
            types = (
                [types[0], "f16", "f16"] if opcode == "wmma" and len(types) == len("DC") else types
            )
            is_dense = not any(word.startswith(".sp") for word in modifiers)
            known = (*types[1:3], types[0]) if len(types) >= _ALL_TYPES and is_dense else ()
            sums = _registers(operands[:1])
            addends = _registers(operands[3:4]) if opcode != "wgmma" else sums
            factors = frozenset(_registers(operands[1:3]))
            shape = (matrix.m, matrix.n, matrix.k)
            found.append(_Product(index, opcode, shape, known, sums, addends, factors))
        elif opcode == "tcgen05" and ".mma" in modifiers[:1]:
            writes = writes or _writes(code)
            found.append(_tensor_memory_product(writes, index, statement))
    return found


def _writes(code: Code) -> dict[str, list[n.Instruction]]:
    """Return the instructions whose first operand is a register, by its name."""
    found: dict[str, list[n.Instruction]] = {}
    for statement in code.statements:
        if type(statement) is n.Instruction:
            for name in _registers(statement.operands[:1]):
                found.setdefault(name, []).append(statement)
    return found


def _registers(operands: Iterable[n.Node]) -> tuple[str, ...]:
    found: list[str] = []
    for operand in operands:
        parts = operand.elements if isinstance(operand, n.Vector) else (operand,)
        found += [each.name for each in parts if isinstance(each, n.Register)]
    return tuple(found)


def _tensor_memory_product(
    writes: Mapping[str, Sequence[n.Instruction]], index: int, statement: n.Instruction
) -> _Product:
    """Return a product whose shape and types are in a descriptor, if that is a constant."""
    kind = next((word for word in statement.modifiers if word.startswith(_KIND)), "")
    name = "tcgen05.mma"
    found = set()
    has_descriptor = len(statement.operands) > _ALL_TYPES
    for bits in _values_of(writes, statement.operands[3]) if has_descriptor else ():
        fields = read_descriptor(kind.removeprefix(_KIND), bits)
        types = (fields.dtype_a, fields.dtype_b, fields.dtype_d) if fields is not None else ()
        found.add(((fields.m, fields.n) if fields is not None else (), types))
    # A descriptor may be chosen, as its first product does not add: all choices have one shape.
    shape, types = found.pop() if len(found) == 1 else ((), ())
    return _Product(index, name, shape, types, (), (), frozenset())


_MAX_VALUES: Final = 16
_MAX_DEPTH: Final = 8


def _values_of(
    writes: Mapping[str, Sequence[n.Instruction]], operand: n.Node, depth: int = 0
) -> set[int]:
    """Return the numbers that an operand may be; empty if they are not known or are too many."""
    if not isinstance(operand, n.Register):
        number = constant(operand)
        return set() if number is None else {number}
    found = writes.get(operand.name, ())
    if len(found) != 1 or found[0].guard is not None or depth > _MAX_DEPTH:
        return set()
    opcode, sources = found[0].opcode, found[0].operands[1:]
    choices = [_values_of(writes, each, depth + 1) for each in sources[:2]]
    if not all(choices):
        return set()
    if opcode == "mov":
        return choices[0]
    if opcode == "selp":
        values = choices[0] | choices[1]
    elif opcode == "or":
        values = {one | other for one in choices[0] for other in choices[1]}
    else:
        return set()
    return values if len(values) <= _MAX_VALUES else set()


def _innermost(code: Code, products: Sequence[_Product]) -> list[_Product]:
    """Return the products of the innermost loop with the most products; all if none has any."""
    graph = control_flow(code)
    held = loops(graph)
    heads = {header for _, header in held.back_edges}
    by_index = {each.at: each for each in products}
    by_loop: dict[int, list[_Product]] = {}
    for number, block in enumerate(graph.blocks):
        header = number if number in heads else held.headers[number]
        mine = [by_index[at] for at in range(block.start, block.stop) if at in by_index]
        if header >= 0 and mine:
            by_loop.setdefault(header, []).extend(mine)
    return max(by_loop.values(), key=len, default=list(products))


def _accumulators(products: Sequence[_Product]) -> dict[tuple[str, ...], _Product]:
    """Return the products that begin the chains of sums, by the registers of C."""
    if not all(each.sums and each.addends for each in products):
        return {}
    # What adds to the sums of another goes on with its accumulators.
    made = {each.sums for each in products if each.sums != each.addends}
    return {each.addends: each for each in products if each.addends not in made}


def _tile(
    products: Sequence[_Product],
    accumulators: Mapping[tuple[str, ...], _Product],
    rings: Sequence[Mapping[str, Any]],
    threads: int,
) -> tuple[int, int, int, int] | None:
    """Return m and n of a tile of C, k of a stage, and the warpgroups that share the tile.

    The bytes of the two tiles of a stage and the accumulators of a thread both tell the size: only
    a solution that fits both is one, and only if there is no other.
    """
    # Rings of one tile are of something else: an epilogue has some for C.
    pairs = [each["bytes"] for each in rings if len(each["bytes"]) > 1]
    if (
        len(pairs) != 1
        or len(pairs[0]) != len("AB")
        or not accumulators
        or products[0].opcode != "wgmma"
        or len(products) % len(accumulators)
        or not threads
    ):
        return None
    _, columns, depth = products[0].shape
    a, b, _ = products[0].types
    k = depth * (len(products) // len(accumulators))
    one, other = pairs[0]
    found = set()
    for bytes_a, bytes_b in ((one, other), (other, one)):
        m, m_rest = divmod(bytes_a * 8, TYPES[a].bits * k)
        n_, n_rest = divmod(bytes_b * 8, TYPES[b].bits * k)
        groups, rest = divmod(m * n_, len(accumulators) * _ROWS * columns)
        is_whole = not (m_rest or n_rest or rest or m % _ROWS or n_ % columns)
        if is_whole and 0 < groups * _WARPGROUP <= threads:
            found.add((m, n_, k, groups))
    return found.pop() if len(found) == 1 else None


def _has_exponentials_between(code: Code, products: Sequence[_Product]) -> bool:
    """Return whether the sums of products come to factors of others through `ex2`."""
    table, accesses = register_table(code)
    names = table.names
    numbers = {name: at for at, name in enumerate(names)}
    indices = {each.at for each in products}
    sums = {numbers[name] for each in products for name in each.sums if name in numbers}
    factors = {numbers[name] for each in products for name in each.factors if name in numbers}
    from_sums = _reached(code, accesses, sums, indices)
    exponentials = {
        register
        for statement, held in zip(code.statements, accesses, strict=True)
        if type(statement) is n.Instruction and statement.opcode == "ex2"
        if not from_sums.isdisjoint(held.reads)
        for register in held.writes
    }
    return not factors.isdisjoint(_reached(code, accesses, exponentials, indices))


def _reached(
    code: Code, accesses: Sequence[Accesses], sources: set[int], ends: set[int]
) -> set[int]:
    """Return the registers that values of some come to, through all instructions but some."""
    uses: dict[int, list[int]] = {}
    for index, held in enumerate(accesses):
        if index not in ends and type(code.statements[index]) is n.Instruction:
            for register in held.reads:
                uses.setdefault(register, []).append(index)
    found = set(sources)
    open_ = list(sources)
    while open_:
        for index in uses.get(open_.pop(), ()):
            new = [register for register in accesses[index].writes if register not in found]
            found.update(new)
            open_ += new
    return found
