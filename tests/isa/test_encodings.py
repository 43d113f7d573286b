"""Descriptors and tables of truth: what is encoded is read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.isa.instruction_descriptors import (
    BLOCK_SCALE_KINDS,
    KINDS,
    BlockScaleFields,
    InstructionFields,
    block_scale_descriptor,
    instruction_descriptor,
    read_block_scale_descriptor,
    read_descriptor,
)
from ptxpy.isa.lookup_tables import TABLES, table_expression, table_of
from ptxpy.isa.matrix_descriptors import (
    MatrixFields,
    read_tcgen05_descriptor,
    read_wgmma_descriptor,
    tcgen05_bits,
    tcgen05_descriptor,
    wgmma_descriptor,
)
from ptxpy.isa.operand_slots import operand_names
from ptxpy.isa.swizzles import TCGEN05_CODES, WGMMA_CODES

offsets = st.integers(0, 0x3FFF).map(lambda units: 16 * units)
bases = st.integers(0, 7)


@given(offsets, offsets, st.sampled_from(sorted(WGMMA_CODES)), bases)
def test_wgmma_fields_are_read_back(leading: int, stride: int, swizzle: str, base: int) -> None:
    """A descriptor without an address has these fields and no others."""
    bits = wgmma_descriptor(leading, stride, swizzle, base)
    assert read_wgmma_descriptor(bits) == MatrixFields(leading, stride, swizzle, base)


@given(offsets, offsets, st.sampled_from(sorted(TCGEN05_CODES)), bases, st.integers(0, 1))
def test_tcgen05_fields_are_read_back(
    leading: int, stride: int, swizzle: str, base: int, mode: int
) -> None:
    """The same for tcgen05."""
    bits = tcgen05_descriptor(leading, stride, swizzle, base_offset=base, lbo_mode=mode)
    assert read_tcgen05_descriptor(bits) == MatrixFields(leading, stride, swizzle, base, mode)


@given(st.integers(0, (1 << 64) - 1))
def test_any_bits_have_fields_only_if_these_give_the_bits(bits: int) -> None:
    """What has an address or a bit that no field has is refused."""
    fields = read_wgmma_descriptor(bits)
    assert fields is None or wgmma_descriptor(*fields[:4]) == bits
    fields = read_tcgen05_descriptor(bits)
    assert fields is None or tcgen05_bits(fields) == bits
    assert read_wgmma_descriptor(bits | 1) is None
    assert read_tcgen05_descriptor(bits | 1 << 48) is None


@given(
    st.sampled_from(sorted(KINDS)).flatmap(
        lambda kind: st.tuples(
            st.just(kind),
            st.sampled_from(sorted(KINDS[kind].sums)),
            st.sampled_from(sorted(KINDS[kind].inputs)),
        )
    ),
    st.sampled_from([64, 128, 256]),
    st.integers(1, 16),
    st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 1)),
    st.integers(0, 3),
)
def test_instruction_fields_are_read_back(
    types: tuple[str, str, str], m: int, n: int, flags: tuple[int, int, int], shift: int
) -> None:
    """A descriptor of a kind has these fields and no others."""
    kind, d, a = types
    if (d, a) == ("f16", "bf16"):
        d = "f32"
    fields = InstructionFields(
        m, 16 * n, d, a, a, flags[0], flags[1], sparse=flags[2], max_shift=shift
    )
    assert read_descriptor(kind, instruction_descriptor(kind, fields)) == fields


@pytest.mark.parametrize(
    ("kind", "bits"),
    [
        ("f16", 0),  # no rows and columns
        ("f16", 0x8400490 | 1 << 6),  # a bit of no field
        ("tf32", 0x8400490),  # types of another kind
        ("mxf8f6f4", 0x8400490),  # another layout
        ("f16", 1 << 32),
    ],
)
def test_what_is_no_instruction_descriptor(kind: str, bits: int) -> None:
    """It has no fields."""
    assert read_descriptor(kind, bits) is None


@st.composite
def block_scale_fields(draw: st.DrawFn) -> tuple[str, BlockScaleFields]:
    """Return a kind with block scaling and fields that it allows."""
    kind = draw(st.sampled_from(sorted(BLOCK_SCALE_KINDS)))
    allowed = BLOCK_SCALE_KINDS[kind]
    types = st.sampled_from(sorted(allowed.inputs))
    sparse = draw(st.integers(0, 1))
    k = draw(st.sampled_from([None, None if sparse or kind == "mxf8f6f4" else 96]))
    scale_ids = st.sampled_from(range(4) if k else allowed.scale_ids)
    majors = st.integers(0, int(kind == "mxf8f6f4"))
    signs = st.sampled_from([1, -1])
    return kind, BlockScaleFields(
        m=draw(st.sampled_from([128, 256])),
        n=8 * draw(st.integers(1, 32)),
        dtype_a=draw(types),
        dtype_b=draw(types),
        scale_type=draw(st.sampled_from(sorted(allowed.scales))),
        a_scale_id=draw(scale_ids),
        b_scale_id=draw(scale_ids),
        a_major=draw(majors),
        b_major=draw(majors),
        scale_a=draw(signs),
        scale_b=draw(signs),
        sparse=sparse,
        k=k,
    )


@given(block_scale_fields())
def test_block_scale_fields_are_read_back(given: tuple[str, BlockScaleFields]) -> None:
    """A descriptor of a kind with block scaling has these fields and no others."""
    kind, fields = given
    assert read_block_scale_descriptor(kind, block_scale_descriptor(kind, fields)) == fields


@given(block_scale_fields(), st.integers(0, 31))
def test_a_changed_bit_has_other_fields_or_none(
    given: tuple[str, BlockScaleFields], bit: int
) -> None:
    """What is read from a descriptor gives the very same bits."""
    kind, fields = given
    bits = block_scale_descriptor(kind, fields) ^ 1 << bit
    found = read_block_scale_descriptor(kind, bits)
    assert found != fields
    assert found is None or block_scale_descriptor(kind, found) == bits


MXF8F6F4 = block_scale_descriptor("mxf8f6f4", BlockScaleFields(128, 64, "e4m3", "e5m2"))


@pytest.mark.parametrize(
    ("kind", "bits"),
    [
        ("mxf8f6f4", 0),  # no rows and columns
        ("mxf8f6f4", MXF8F6F4 | 1 << 6),  # a bit of no field
        ("mxf8f6f4", MXF8F6F4 | 1 << 31),  # K of 96
        ("mxf8f6f4", MXF8F6F4 | 2 << 7),  # a type without a name
        ("mxf4", MXF8F6F4),  # types of another kind
        ("f8f6f4", MXF8F6F4),  # another layout
        ("mxf8f6f4", MXF8F6F4 | 1 << 32),
        ("mxf8f6f4", -1),
    ],
)
def test_what_is_no_block_scale_descriptor(kind: str, bits: int) -> None:
    """It has no fields."""
    assert read_block_scale_descriptor(kind, bits) is None


EXPRESSIONS_OF_TABLES = {table: table_expression(table) for table in range(256)}


@pytest.mark.parametrize("table", [t for t, text in EXPRESSIONS_OF_TABLES.items() if text])
def test_expression_of_a_table(table: int) -> None:
    """It has the table."""
    function = eval(f"lambda a, b, c: {EXPRESSIONS_OF_TABLES[table]}")  # noqa: S307 - of our own
    assert table_of(function) == table


def test_tables_without_an_expression() -> None:
    """They are the constant ones, and those that take more than four operators."""
    without = [table for table, text in EXPRESSIONS_OF_TABLES.items() if not text]
    assert len(without) == 20
    assert {0, 255} < {*without}
    assert not {*TABLES.values()} & {*without}


EXPRESSIONS = """
    0xF8 a | b & c
    0x96 a ^ b ^ c
    0x80 a & b & c
    0xFE a | b | c
    0xEA a & b | c
    0xCA a & b | ~a & c
    0xE2 b & a | ~b & c
    0xE8 a & b | a & c | b & c
    0x78 a ^ b & c
    0x55 ~c
"""


@pytest.mark.parametrize("line", EXPRESSIONS.strip().splitlines())
def test_expressions_read_well(line: str) -> None:
    """Few operators, operands in their order, and no parentheses where none are needed."""
    table, expression = line.split(maxsplit=1)
    assert table_expression(int(table, 16)) == expression


NAMES = """
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 vppppppp 1 a-desc
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 vvppppp 1 a
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 vvppppp 2 b-desc
    tcgen05.mma.cta_group::1.kind::f16 apppp 3 idesc
    cp.async.cg.shared.global.L2::cache_hint aapp 3 cache-policy
    cp.async.cg.shared.global aapp 3 -
    tcgen05.commit.cta_group::1.mbarrier::arrive::one.multicast::cluster.b64 ap 1 ctaMask
    ld.global.L2::cache_hint.v4.b32 vap 2 cache-policy
    ld.global.v4.b32 vap 2 -
    shfl.sync.bfly.b32 ppppp 3 c
    shfl.sync.bfly.b32 2pppp 4 membermask
    elect.sync 2p 1 membermask
    lop3.b32 ppppp 4 immLut
    lop3.and.b32 2ppppp 4 immLut
    tensormap.replace.tile.elemtype.global.b1024.b32 ap 1 new_val
    mbarrier.init.shared::cta.b64 ap 1 count
    mov.b64 pv 1 a
    add.s32 ppp 2 b
    add.s32 pppp 3 -
    nonsense.b32 pp 1 -
"""
SHAPES = {"p": "plain", "v": "vector", "a": "address", "2": "pair"}


@pytest.mark.parametrize("line", NAMES.strip().splitlines())
def test_names_of_operands(line: str) -> None:
    """An operand has its name in the manual where modifiers and shapes leave one form."""
    name, shapes, position, wanted = line.split()
    opcode, *modifiers = name.split(".")
    found = operand_names(
        opcode, tuple([f".{word}" for word in modifiers]), tuple([SHAPES[s] for s in shapes])
    )
    assert found[int(position)] == ("" if wanted == "-" else wanted)
    assert len(found) == len(shapes)
