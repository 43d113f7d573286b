"""Which operand an instruction writes, and what register that takes.

Python shows an instruction's destination left of ``=``, so whoever writes or reads that form asks
here. The facts are in ``roles.txt`` beside this module, a line a form, to be laid beside the PTX
ISA manual; this module finds the line that an instruction is of and works out what it says. The
file is read at the first question.

An instruction has one destination or none: it is always the first operand, and it may consist of
several registers, a vector ``{a, b}`` or a pair ``d|p``. What an instruction writes beyond that
(`explicit_writes`) stands among its sources. So does an operand that it both reads and writes: the
accumulator of ``wgmma.mma_async`` belongs to all the instructions of its group, and an assignment
would suggest that each makes it anew.

Every question takes an opcode and its modifiers, each with its dot: ``"mad"`` and
``(".lo", ".s32")``, ``"mbarrier"`` and ``(".arrive", ".shared::cta", ".b64")``. The answers are
cached, so that asking again costs a dictionary lookup. An unknown opcode has no destination; its
operands all stay where they are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ptxpy.isa.types import REGISTER_CLASSES, TYPES, register_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "Kind",
    "allows_predicate",
    "destination_arity",
    "destinations",
    "explicit_writes",
    "is_known",
    "opcodes",
    "part_types",
    "result_type",
]

Kind = Literal["none", "scalar", "vector", "pair"]
"""How a destination may be written: not at all, as a register, as ``{a, b}``, as ``d|p``."""


def destinations(opcode: str, modifiers: Sequence[str]) -> int:
    """Return how many leading operands are destinations.

    Returns:
        1 or 0; 0 also for an opcode that the table does not know.
    """
    return _role(opcode, tuple(modifiers)).destinations


def destination_arity(opcode: str, modifiers: Sequence[str]) -> tuple[int, Kind]:
    """Return of how many registers the destination consists, when it is written as several.

    Returns:
        - ``(4, "vector")`` for ``ld.global.v4.f32``: exactly four registers in braces, of which
          some may be the sink ``_``;
        - ``(2, "pair")`` for ``setp.lt.s32``: a register, or that and a predicate after ``|``;
        - ``(2, "vector")`` for ``mov`` with a bit type, which may unpack a register into its
          halves. Only the program shows whether it does, and it may also unpack into four;
        - ``(1, "scalar")`` for a single register, which may stand in braces of its own (Triton
          writes ``ld.global.b32 { %r1 }, …``); ``(0, "none")`` without a destination;
        - ``(0, "vector")`` when the modifiers that would give the length are missing or new.

        A vector before an optional predicate (``tex``, `allows_predicate`) counts as a vector.
    """
    role = _role(opcode, tuple(modifiers))
    return role.arity, role.kind


def result_type(opcode: str, modifiers: Sequence[str]) -> str | None:
    """Return the class of a fresh register for the destination.

    Returns:
        ``pred``, ``b8``, ``b16``, ``b32``, ``b64``, ``b128``, ``f32`` or ``f64``: the class in
        which NVVM would declare it (recent LLVM declares ``b32`` and ``b64`` for ``f32`` and
        ``f64`` too, which assembles as well). For a vector it is the class of each element, for
        a pair that of the first part (the second is a predicate), for ``mov`` that of the whole.
        None when there is no destination or no type among the modifiers.
    """
    return _role(opcode, tuple(modifiers)).result


def part_types(opcode: str, modifiers: Sequence[str]) -> tuple[str, ...]:
    """Return the class of each register of a destination that is written as several.

    Returns:
        As many classes as `destination_arity` counts: ``("b32", "pred")`` for ``shfl.sync``,
        ``("b32", "b32")`` for ``mov.b64``. Empty where `result_type` is None.
    """
    return _role(opcode, tuple(modifiers)).parts


def allows_predicate(opcode: str, modifiers: Sequence[str]) -> bool:
    """Return whether ``|`` and a predicate may follow the destination."""
    return _role(opcode, tuple(modifiers)).predicate


def explicit_writes(opcode: str, modifiers: Sequence[str]) -> tuple[int, ...]:
    """Return the positions of operands that are written but are not the destination.

    Positions count all operands from 0. Some of these operands are optional (the report of
    ``mbarrier.try_wait``): where an address stands at such a position, it is only read.
    """
    return _role(opcode, tuple(modifiers)).writes


def is_known(opcode: str) -> bool:
    """Return whether the table has an opcode, given without modifiers."""
    return opcode in _forms()


def opcodes() -> frozenset[str]:
    """Return all base opcodes of the table."""
    return frozenset(_forms())


class _Form(NamedTuple):
    """A line of ``roles.txt``."""

    modifiers: frozenset[str]
    shape: str
    rule: str
    writes: tuple[int, ...]


class _Role(NamedTuple):
    """What the table says of one opcode with its modifiers: all the answers above."""

    destinations: int
    arity: int
    kind: Kind
    result: str | None
    parts: tuple[str, ...]
    predicate: bool
    writes: tuple[int, ...]


_NONE: Final = _Role(0, 0, "none", None, (), predicate=False, writes=())
_CACHE_SIZE: Final = 1 << 14  # real programs have some 1,200 distinct forms; hostile ones any


@lru_cache(maxsize=1)
def _forms() -> dict[str, tuple[_Form, ...]]:
    """Read the table: the forms of each base opcode, those with most modifiers first."""
    forms: dict[str, list[_Form]] = {}
    table = Path(__file__).with_name("roles.txt").read_text(encoding="utf-8")
    for line in table.splitlines():
        columns, _, writes = line.partition("#")[0].partition(" writes ")
        if not columns.strip():
            continue
        name, shape, *rule = columns.split()
        opcode, *modifiers = name.split(".")
        form = _Form(
            frozenset(f".{modifier}" for modifier in modifiers),
            shape,
            "".join(rule),
            tuple(map(int, writes.split(","))) if writes else (),
        )
        forms.setdefault(opcode, []).append(form)
    return {
        opcode: tuple(sorted(rows, key=lambda form: -len(form.modifiers)))
        for opcode, rows in forms.items()
    }


@lru_cache(maxsize=_CACHE_SIZE)
def _role(opcode: str, modifiers: tuple[str, ...]) -> _Role:
    """Find an instruction's form and work out what it says."""
    form = next(
        (form for form in _forms().get(opcode, ()) if form.modifiers.issubset(modifiers)), None
    )
    if form is None:
        return _NONE
    if form.shape == "-":
        return _NONE._replace(writes=form.writes)
    types = [modifier[1:] for modifier in modifiers if modifier[1:] in TYPES]
    shape, _, predicate = form.shape.partition("|")
    result = _class(form.rule, types)
    count = _vector_length(shape, opcode, modifiers, types)
    kind: Kind = "vector"
    if count is None:
        count, kind = (2, "pair") if predicate else (1, "scalar")
    parts: tuple[str, ...] = ()
    if result is not None:
        if kind == "pair":
            parts = (result, "pred")
        elif shape == "d.unpack" and kind == "vector" and not _VECTORS.keys() & modifiers:
            parts = (f"b{TYPES[types[-1]].bits // 2}",) * count
        else:
            parts = (result,) * count
    return _Role(1, count, kind, result, parts, bool(predicate), form.writes)


def _class(rule: str, types: Sequence[str]) -> str | None:
    """Apply a type rule (column 3) to the types among the modifiers."""
    if rule not in ("first", "last", "wide", "frag"):
        return rule
    if not types:
        return None
    if rule == "last":
        return register_class(types[-1])
    if rule == "wide":
        wide = f"b{2 * TYPES[types[0]].bits}"
        return wide if wide in REGISTER_CLASSES else None
    if rule == "frag" and TYPES[types[0]].bits < _REGISTER_BITS:
        return "b32"
    return register_class(types[0])


_REGISTER_BITS: Final = 32
_VECTORS: Final = {".v2": 2, ".v4": 4, ".v8": 8}
_NUMBERS: Final = {f".x{1 << power}": 1 << power for power in range(8)}


def _vector_length(
    shape: str, opcode: str, modifiers: Sequence[str], types: Sequence[str]
) -> int | None:
    """Apply a shape (column 2).

    Returns:
        The length of the vector, 0 when the modifiers do not say, or None for no vector.
    """
    shape, _, factor = shape.partition("*")
    if shape == "d.num":
        return _lookup(_NUMBERS, modifiers) * int(factor or 1)
    if shape == "d.frag":
        return _fragment_length(opcode, modifiers, types)
    if shape == "d.sparse":
        return _sparse_length(modifiers, types)
    vector = _lookup(_VECTORS, modifiers) if shape in ("d.vec", "d.unpack") else 0
    if vector:
        return vector
    if shape == "d.unpack" and types and types[-1] in ("b16", "b32", "b64", "b128"):
        return 2
    return None


def _lookup(lengths: dict[str, int], modifiers: Iterable[str]) -> int:
    """Return the length that the first modifier of a kind gives, or 0."""
    return next((lengths[modifier] for modifier in modifiers if modifier in lengths), 0)


_WARP: Final = 32
_SHAPE: Final = re.compile(r"\.m(\d{1,3})n(\d{1,3})k(\d{1,3})")
_QUAD_PAIRS: Final = 4  # mma.m8n8k4 of halves is four products at once, one per quad pair
_WMMA_F16: Final = 8  # registers of a .f16 fragment of A or B, whatever the shape


def _fragment_length(opcode: str, modifiers: Sequence[str], types: Sequence[str]) -> int:
    """Return how many registers of each thread a fragment of a matrix takes.

    The elements are spread over the 32 threads of a warp, and those narrower than 32 bits are
    packed (PTX ISA 9.7.14.4.1 and 9.7.14.5).
    """
    shape = next(filter(None, map(_SHAPE.fullmatch, modifiers)), None)
    if shape is None or not types:
        return 0
    m, n, k = map(int, shape.groups())
    element = types[0]
    elements = m * n
    if opcode == "wmma" and ".load" in modifiers and ".c" not in modifiers:
        if element == "f16":
            return _WMMA_F16
        elements = k * (m if ".a" in modifiers else n)
    elif opcode == "mma" and (m, n, k) == (8, 8, 4) and element != "f64":
        elements *= _QUAD_PAIRS
    bits = TYPES[element].bits
    return elements * bits // (_WARP * max(bits, _REGISTER_BITS))


_SPARSITY: Final = re.compile(r"\.sp::(\d):(\d)")


def _sparse_length(modifiers: Sequence[str], types: Sequence[str]) -> int:
    """Return how many registers ``spdecompress`` fills: groups of T elements each (ISA 9.4)."""
    sparsity = next(filter(None, map(_SPARSITY.fullmatch, modifiers)), None)
    if sparsity is None or not types:
        return 0
    bits = int(sparsity[2]) * TYPES[types[0]].bits * _lookup(_NUMBERS, modifiers)
    return -(-bits // _REGISTER_BITS)
