"""Integer instructions against Python's integers, in all their forms."""

from __future__ import annotations

import zlib
from itertools import product
from typing import Any

import numpy as np
import pytest

from ptxpy.isa.types import TYPES
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.integers.integer_operations import integer_operation
from tests.sim.reference import integers as reference
from tests.sim.semantics.numbers.forms import modifiers_of

OPCODES = (
    "abs",
    "add",
    "addc",
    "and",
    "bfe",
    "bfi",
    "bfind",
    "bmsk",
    "brev",
    "clmad",
    "clz",
    "cnot",
    "div",
    "dp2a",
    "dp4a",
    "fns",
    "lop3",
    "mad",
    "mad24",
    "madc",
    "max",
    "min",
    "mul",
    "mul24",
    "neg",
    "not",
    "or",
    "popc",
    "prmt",
    "rem",
    "sad",
    "selp",
    "set",
    "setp",
    "shf",
    "shl",
    "shr",
    "slct",
    "sub",
    "subc",
    "szext",
    "xor",
)

INTEGERS = {"pred", *reference.LANES, *(f"{kind}{n}" for kind in "bus" for n in (16, 32, 64))}
VALUES = {"f32", "f64", *INTEGERS}
"""Types that a value may have that is only chosen."""

Form = tuple[str, tuple[str, ...]]


def is_integer(form: Form) -> bool:
    """Return whether a form computes with integers alone."""
    opcode, modifiers = form
    types = [modifier[1:] for modifier in modifiers if modifier[1:] in TYPES]
    if opcode == "set":
        return types[1] in INTEGERS
    if opcode in ("selp", "slct"):
        return types[0] in VALUES and types[1:] != ["f32"]
    return bool(types) and INTEGERS.issuperset(types)


FORMS = [
    form
    for opcode in OPCODES
    for form in ((opcode, modifiers) for modifiers in modifiers_of(opcode))
    if is_integer(form)
]

EDGES = (0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256)


def split(form: Form) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the modifiers that are no types, and the types."""
    types = tuple(modifier[1:] for modifier in form[1] if modifier[1:] in TYPES)
    return frozenset(form[1]) - {f".{name}" for name in types}, types


def interesting(name: str, generator: np.random.Generator, count: int) -> list[int]:
    """Return values of a type: small ones, those at its limits, and random ones of all sizes."""
    if name == "pred":
        return [0, 1]
    if name in ("f32", "f64"):
        return [0, 1, 2]
    bits = reference.bits_of(name)
    near = [0, 1, -1, -2, 1 << (bits - 1), (1 << (bits - 1)) - 1, (1 << (bits - 1)) + 1]
    near += [0x80, 0x7FFF8000, 0x80007FFF, 0x7F80FF01, 0x00FFFFFF, 0xFF800000]
    words = [int.from_bytes(generator.bytes(8), "little") for _ in range(count)]
    sizes = generator.integers(0, bits, count)
    random = [word >> int(size) for word, size in zip(words, sizes, strict=True)]
    return [reference.wrapped(value, name) for value in (*EDGES, *near, *random)]


def cases(sources: tuple[str, ...], seed: int, count: int) -> list[tuple[int, ...]]:
    """Return sources: combinations of edge values, and random ones, as many as told of each."""
    generator = np.random.default_rng(seed)
    values = [interesting(name, generator, 40) for name in sources]
    edges = [row[:5] + row[len(EDGES) : len(EDGES) + 5] for row in values]
    every = list(product(*edges))
    generator.shuffle(every)
    mixed = [
        tuple(row[int(index)] for row, index in zip(values, indices % lengths, strict=True))
        for lengths in [np.array([len(row) for row in values])]
        for indices in generator.integers(0, 1 << 32, (count, len(values)))
    ]
    return [*every[:count], *mixed]


def kind_of(name: str) -> str:
    """Return the NumPy type of a source or result."""
    return "u4" if name == "table" else KINDS[name]


def is_exact(got: Any, wanted: list[int], name: str) -> bool:
    """Return whether a result has its type and the values wanted."""
    assert got.dtype == np.dtype(kind_of(name))
    return bool((np.asarray(got) == np.array(wanted, kind_of(name))).all())


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form[0] + "".join(form[1]))
def test_integers(form: Form) -> None:
    """Vectors, scalars, and vectors with scalars give what the manual says."""
    flags, types = split(form)
    operation = integer_operation(*form)
    assert operation is not None
    sources, results = reference.signature(form[0], flags, types)
    seed = zlib.crc32(repr(form).encode())
    tables = [seed & 0xFF, 0x96] if "table" in sources else [0]
    plain = tuple("b32" if name == "table" else name for name in sources)
    table = sources.index("table") if "table" in sources else None
    is_various = not form[0].startswith("set")  # there are 1,300 forms of these
    rows = cases(plain, seed, 250 if is_various else 10)
    with np.errstate(all="ignore"):
        for constant in tables:
            if table is not None:
                rows = [(*row[:table], constant, *row[table + 1 :]) for row in rows]
            check(operation, form, rows, (sources, results))


def check(
    operation: Any,
    form: Form,
    rows: list[tuple[int, ...]],
    signature: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    """Compare an operation on the rows with the reference, in all mixes of vectors and scalars."""
    sources, results = signature
    flags, types = split(form)

    def compare(columns: list[Any], inputs: list[tuple[int, ...]]) -> None:
        before = [np.array(column) for column in columns]
        got = operation(*columns)
        wanted = [reference.evaluate(form[0], flags, types, row) for row in inputs]
        outputs = got if isinstance(got, tuple) else (got,)
        assert len(outputs) == len(results)
        for index, (output, name) in enumerate(zip(outputs, results, strict=True)):
            assert is_exact(output, [row[index] for row in wanted], name)
        for column, kept in zip(columns, before, strict=True):
            assert np.array_equal(column, kept), "a source has been changed"

    vectors = [
        np.array([row[index] for row in rows], kind_of(name)) for index, name in enumerate(sources)
    ]
    scalars = [[vector[i] for i in range(len(rows))] for vector in vectors]
    whole = [
        s[0] if name == "table" else v for v, s, name in zip(vectors, scalars, sources, strict=True)
    ]
    compare(whole, rows)
    for i in range(0, len(rows), 37):
        compare([column[i] for column in scalars], [rows[i]])
        for fixed in range(len(sources)):
            if sources[fixed] == "table" or len(sources) == 1:
                continue
            mixed = [*whole[:fixed], scalars[fixed][i], *whole[fixed + 1 :]]
            kept = [(*row[:fixed], rows[i][fixed], *row[fixed + 1 :]) for row in rows[:12]]
            short = [x[:12] if isinstance(x, np.ndarray) else x for x in mixed]
            compare(short, kept)
            lone = [
                column[i] if index != fixed else whole[fixed][:12]
                for index, column in enumerate(scalars)
            ]
            alone = [(*rows[i][:fixed], row[fixed], *rows[i][fixed + 1 :]) for row in rows[:12]]
            compare(lone, alone)


def test_tables_of_truth() -> None:
    """All 256 logical operations of three inputs give their table of truth."""
    operation = integer_operation("lop3", (".b32",))
    assert operation is not None
    a, b, c = (np.full(2, column, "u4") for column in (0xF0, 0xCC, 0xAA))
    for table in range(256):
        got = np.broadcast_to(operation(a, b, c, np.uint32(table)), 2)
        assert got.dtype == np.uint32
        assert (got & np.uint32(0xFF) == table).all()


@pytest.mark.parametrize("mode", ["", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"])
def test_permutations(mode: str) -> None:
    """All controls of `prmt` pick as told, given as constants and as vectors."""
    modifiers = (".b32", mode) if mode else (".b32",)
    operation = integer_operation("prmt", modifiers)
    assert operation is not None
    flags, types = split(("prmt", modifiers))
    a, b = np.uint32(0x83726150), np.uint32(0x47B6A594)
    controls = np.arange(0, 65536, 1 if mode else 7, dtype=np.uint32)
    vector = operation(np.full(len(controls), a), b, controls)
    for control, got in zip(controls[:2000], vector, strict=False):
        wanted = reference.evaluate("prmt", flags, types, (int(a), int(b), int(control)))
        assert (int(operation(a, b, control)),) == wanted
        assert (int(got),) == wanted


@pytest.mark.parametrize(
    "form",
    [
        ("add", (".f32",)),
        ("add", (".rn", ".f32")),
        ("setp", (".lt", ".f32")),
        ("setp", (".lo", ".s32")),
        ("set", (".lt", ".u32", ".f16")),
        ("min", (".relu", ".s16")),
        ("mul", (".wide", ".u64")),
        ("bar", (".sync",)),
    ],
)
def test_others_have_no_integer_operation(form: Form) -> None:
    """What is no integer instruction has no operation here."""
    assert integer_operation(*form) is None


def test_order_of_modifiers() -> None:
    """Modifiers that are no types may stand anywhere."""
    one = integer_operation("madc", (".lo", ".cc", ".u32"))
    other = integer_operation("madc", (".lo", ".u32", ".cc"))
    assert one is not None
    assert other is not None
    values = (np.uint32(3), np.uint32(1 << 31), np.uint32(1 << 31), np.bool_(1))
    with np.errstate(all="ignore"):
        assert one(*values) == other(*values) == (1, True)


@pytest.mark.parametrize(
    ("bits", "wanted"),
    [
        (0x00000000, True),
        (0x80000000, True),
        (0x80000001, False),
        (0x807FFFFF, False),
        (0x80800000, False),
        (0x7FC00000, False),
        (0xFFC00000, False),
        (0x7F800000, True),
        (0xFF800000, False),
        (0x00000001, True),
    ],
)
def test_selection_by_sign(bits: int, wanted: bool) -> None:
    """`slct` chooses its first value for zeros of any sign, and its second for NaN."""
    value = np.uint32(bits).view(np.float32)
    a, b = np.uint64(1), np.uint64(2)
    subnormal = 0 < bits & 0x7FFFFFFF < 0x00800000
    for modifiers, expected in (
        ((".b64", ".f32"), wanted),
        ((".ftz", ".b64", ".f32"), wanted or subnormal),
    ):
        operation = integer_operation("slct", modifiers)
        assert operation is not None
        assert operation(a, b, value) == (a if expected else b)
        assert operation(a, b, np.full(3, value)).tolist() == [1 if expected else 2] * 3
