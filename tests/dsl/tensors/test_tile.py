"""`Tile` and `Layout`: what they take, what they refuse, what follows from them."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any

import pytest

from ptxpy.dsl.tensors import Layout, Tile, unify_envs
from ptxpy.dsl.values.types import Type, b8, bf16, e4m3, f16, f32, fundamental, pred, tf32, u8, u64

MATRIX = Tile("M", "K", bf16)


def test_the_parts() -> None:
    """Dimensions, type and layout by position or by name; the rest has defaults."""
    tile = Tile("M", 64, bf16, Layout.TMA_128B, tma_box=(128, 64))
    assert tile.shape == ("M", 64)
    assert tile.dtype is bf16
    assert (tile.layout, tile.tma_box) == (Layout.TMA_128B, (128, 64))
    assert (tile.tma_rank, tile.tma_padding) == (2, False)
    assert tile == Tile("M", 64, dtype=bf16, layout=Layout.TMA_128B, tma_box=(128, 64))
    assert (Tile.layout, Tile.tma_box, Tile.tma_rank, Tile.tma_padding) == (Layout.ROW, None, 2, 0)
    assert (tile.rank, Tile("N", f32).rank, Tile(2, 3, 4, u8).rank) == (2, 1, 3)
    assert Tile("A", 3, "B", f32).symbolic_dims == ("A", "B")


def test_the_layouts() -> None:
    """Six, with the values that the reference has."""
    assert [each.value for each in Layout] == [
        "row",
        "col",
        "tma_128b",
        "tma_64b",
        "tma_32b",
        "interleaved",
    ]
    assert [each.span for each in Layout] == [0, 0, 128, 64, 32, 0]


def test_the_signature() -> None:
    """The names, kinds and defaults are those of the reference."""
    listed = [(p.name, p.kind.name, p.default) for p in inspect.signature(Tile).parameters.values()]
    none = inspect.Parameter.empty
    assert listed == [
        ("dims_and_dtype", "VAR_POSITIONAL", none),
        ("dtype", "KEYWORD_ONLY", None),
        ("layout", "KEYWORD_ONLY", Layout.ROW),
        ("tma_box", "KEYWORD_ONLY", None),
        ("tma_rank", "KEYWORD_ONLY", 2),
        ("tma_padding", "KEYWORD_ONLY", False),
    ]


def test_it_is_a_value() -> None:
    """Equal parts make equal tiles with one hash; none can be changed."""
    same = Tile("M", "K", fundamental("bf16"))
    assert same == MATRIX
    assert hash(same) == hash(MATRIX)
    for other in (Tile("K", "M", bf16), Tile("M", "K", f16), Tile("M", "K", bf16, Layout.COL), "M"):
        assert other != MATRIX
    with pytest.raises(dataclasses.FrozenInstanceError):
        MATRIX.shape = (1,)  # type: ignore[misc]


def test_it_shows_how_it_is_written() -> None:
    """Only what differs from the defaults."""
    assert repr(MATRIX) == "Tile('M', 'K', bf16)"
    tile = Tile("N", 128, bf16, tma_box=(64, 64), tma_rank=3, tma_padding=True)
    assert repr(tile) == "Tile('N', 128, bf16, tma_box=(64, 64), tma_rank=3, tma_padding=True)"
    assert repr(Tile(3, f32, Layout.TMA_32B)) == "Tile(3, f32, Layout.TMA_32B)"


@pytest.mark.parametrize(
    ("parts", "options", "error", "message"),
    [
        ((0, f32), {}, ValueError, "dimension 0 is 0; a dimension has at least 1"),
        (("M", -4, f32), {}, ValueError, "dimension 1 is -4"),
        ((1.5, f32), {}, TypeError, "dimension 0 is 1.5; it is a number of elements, or a name"),
        ((True, f32), {}, TypeError, "dimension 0 is True"),
        ((None, f32), {}, TypeError, "dimension 0 is None"),
        (("2M", f32), {}, ValueError, "dimension 0 is '2M'; a symbolic dimension is named like"),
        (("lambda", f32), {}, ValueError, "dimension 0 is 'lambda'"),
        ((f32,), {}, ValueError, "a tile has at least one dimension"),
        (("M", "K"), {}, ValueError, "a tile has a dtype"),
        (("M", f32, bf16), {}, ValueError, "a tile has one dtype, not both"),
        (("M", f32), {"dtype": bf16}, ValueError, "a tile has one dtype, not both"),
        (("M", f32, Layout.ROW, Layout.COL), {}, ValueError, "a tile has one layout, not both"),
        (("M", f32), {"layout": "zigzag"}, TypeError, "layout is 'zigzag'; there are Layout.ROW,"),
        (("M", pred), {}, TypeError, "a tensor has no elements of type pred; there are u8, s8"),
        (("M",), {"dtype": "f32"}, TypeError, "dtype is 'f32'; it is a type of PTX"),
        (("M", b8[4]), {}, TypeError, "a tensor has no elements of type"),
        (("M", f32.v2), {}, TypeError, "a tensor has no elements of type"),
        (("M", f32), {"tma_rank": 4}, ValueError, "tma_rank is 4; it is 2, or 3"),
        (("M", f32), {"tma_rank": 3}, ValueError, "of 2 or 3 dimensions; this one has 1"),
        (("M", "K", f16), {"tma_padding": True}, ValueError, "it needs a matrix and tma_rank=3"),
        (("M", "K", f16), {"tma_box": 64}, TypeError, "tma_box is 64; it is a tuple"),
        (("M", "K", f16), {"tma_box": (64,)}, ValueError, "has 1 extent for 2 dimensions"),
        (("M", "K", f16), {"tma_box": (64, 0)}, ValueError, r"tma_box\[1\] is 0"),
    ],
)
def test_what_is_no_tile(
    parts: tuple[Any, ...], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    """Dimensions, types and options are checked where they are written."""
    with pytest.raises(error, match=message):
        Tile(*parts, **options)


@pytest.mark.parametrize(
    ("dtype", "layout", "options", "message"),
    [
        (bf16, Layout.ROW, {"tma_box": (257, 64)}, "257 elements in one dimension; a box has 1 to"),
        (u8, Layout.ROW, {"tma_box": (1, 512)}, "512 elements in one dimension"),
        (
            bf16,
            Layout.ROW,
            {"tma_box": (8, 9)},
            "9 elements of bf16 has 18 bytes; it is a multiple",
        ),
        (bf16, Layout.TMA_128B, {"tma_box": (64, 128)}, "256 bytes; with Layout.TMA_128B it has"),
        (f32, Layout.TMA_64B, {"tma_box": ("M", 32)}, "at most 64: 16 elements"),
        (e4m3, Layout.TMA_32B, {"tma_box": (8, 48)}, "at most 32: 32 elements"),
        (bf16, Layout.COL, {"tma_box": (9, 64)}, "9 elements of bf16 has 18 bytes"),
        (bf16, Layout.INTERLEAVED, {"tma_box": (8, 16)}, "it has 16: 8 elements"),
        (bf16, Layout.COL, {"tma_rank": 3}, "rows of 64 elements, not for Layout.COL"),
        (f32, Layout.TMA_128B, {"tma_rank": 3, "tma_box": (8, 64)}, "at most 128: 32 elements"),
        (bf16, Layout.ROW, {"tma_rank": 3, "tma_box": (8, 96)}, "96 columns with tma_rank=3"),
        (bf16, Layout.ROW, {"tma_rank": 3, "tma_box": (300, 64)}, "300 elements in one dimension"),
        (
            bf16,
            Layout.TMA_128B,
            {"tma_rank": 3, "tma_padding": True, "tma_box": (8, 64)},
            "tma_padding with Layout.TMA_128B",
        ),
        (
            u8,
            Layout.ROW,
            {"tma_rank": 3, "tma_padding": True, "tma_box": (8, 64)},
            "72 elements of u8 has 72 bytes; it is a multiple of 16 bytes",
        ),
    ],
)
def test_boxes_that_tma_cannot_copy(
    dtype: Type, layout: Layout, options: dict[str, Any], message: str
) -> None:
    """The rules of `cuTensorMapEncodeTiled`, as far as numbers are known."""
    with pytest.raises(ValueError, match=message):
        Tile("M", "K", dtype, layout, **options)


def test_boxes_of_whole_tensors_are_checked_when_a_map_is_needed() -> None:
    """A tensor that TMA never copies may have any shape."""
    tile = Tile("M", 2048, f32)
    with pytest.raises(ValueError, match=r"a box of the whole tensor, \(16, 2048\): 2048 elements"):
        tile.resolve_box({"M": 16})
    with pytest.raises(
        ValueError, match=r"a box of the whole tensor, \('M', 2048\): 2048 elements"
    ):
        tile.check_map()
    Tile("M", "K", f32).check_map()
    with pytest.raises(ValueError, match="96 is not a multiple of 64"):
        Tile("M", "K", bf16, tma_rank=3).resolve_box({"M": 16, "K": 96})


def test_symbolic_boxes() -> None:
    """They are resolved with the dimensions, and checked then."""
    tile = Tile("M", "K", bf16, Layout.TMA_128B, tma_box=(64, "K"))
    assert tile.resolve_box({"M": 512, "K": 64}) == (64, 64)
    with pytest.raises(ValueError, match=r"the box \(64, 128\): a row of 128 elements"):
        tile.resolve_box({"M": 512, "K": 128})
    with pytest.raises(KeyError, match="the dimension K has no number"):
        tile.resolve_box({"M": 512})


@pytest.mark.parametrize(
    ("k", "layout"), [(8, "ROW"), (16, "TMA_32B"), (32, "TMA_64B"), (64, "TMA_128B")]
)
def test_the_layout_of_wgmma_operands(k: int, layout: str) -> None:
    """It follows the bytes of a row of the box: 16, 32, 64, 128."""
    assert Tile.wgmma_a(64, k, bf16).layout is Layout[layout]
    assert Tile.wgmma_b(16, k, bf16).layout is Layout[layout]
    assert Tile.wgmma_a("M", 1024, bf16, tile_m=64, tile_k=k).layout is Layout[layout]
    assert Tile.wgmma_b("K", "N", bf16, tile_k=64, tile_n=k).layout is Layout[layout]
    symbolic = Tile.wgmma_a("M", "K", bf16, tile_m=64)
    assert symbolic.layout is Layout.ROW
    assert symbolic.resolve_layout({"M": 128, "K": k}) is Layout[layout]
    assert symbolic.resolve_box({"M": 128, "K": k}) == (64, k)


def test_the_boxes_of_wgmma_operands() -> None:
    """Parts that are not given are those of the tensor; without any there is no box."""
    assert Tile.wgmma_a(64, 16, bf16).tma_box is None
    assert Tile.wgmma_a(64, 64, bf16, tile_k=16).tma_box == (64, 16)
    assert Tile.wgmma_a(2048, 64, bf16, tile_m=64, tile_k=16).tma_box == (64, 16)
    assert Tile.wgmma_b(64, 512, bf16, tile_n=64).tma_box == (64, 64)
    assert Tile.wgmma_b(64, 128, bf16).layout is Layout.TMA_128B


def test_wgmma_operands_that_cannot_be() -> None:
    """Rows of odd sizes, and boxes that no copy moves."""
    with pytest.raises(ValueError, match="wgmma_a: 24 elements of bf16 are 48 bytes in a row"):
        Tile.wgmma_a(64, 24, bf16)
    with pytest.raises(ValueError, match="wgmma: 24 elements"):
        Tile.wgmma_a(64, "K", bf16).resolve_layout({"K": 24})
    with pytest.raises(ValueError, match="at most 128: 64 elements"):
        Tile.wgmma_b("K", "N", bf16, tile_k=64, tile_n=256)
    with pytest.raises(ValueError, match="2048 elements in one dimension"):
        Tile.wgmma_a(2048, 64, bf16, tile_k=16)


def test_shapes_and_dimensions() -> None:
    """From names to numbers, and back."""
    assert MATRIX.resolve_shape({"M": 128, "K": 64, "N": 1}) == (128, 64)
    assert MATRIX.extract_env((128, 64)) == {"M": 128, "K": 64}
    with pytest.raises(KeyError, match="the dimension K has no number; those that have one: M"):
        MATRIX.resolve_shape({"M": 128})
    with pytest.raises(ValueError, match=r"\(128,\) has 1 dimension; Tile\(.*\) has 2"):
        MATRIX.extract_env((128,))
    with pytest.raises(ValueError, match=r"65 in dimension 1; .* has 64"):
        Tile("M", 64, bf16).extract_env((3, 65))
    with pytest.raises(ValueError, match=r"4 in dimension 1; .* has N, 3 before"):
        Tile("N", "N", f32).extract_env((3, 4))


@pytest.mark.parametrize(
    ("tile", "shape", "dtype", "expected"),
    [
        (MATRIX, (3, 4), "bfloat16", True),
        (MATRIX, (3, 4), "bf16", True),
        (MATRIX, (3, 4), "uint16", True),
        (MATRIX, (3, 4), "float16", False),
        (MATRIX, (3, 4, 5), "bfloat16", False),
        (Tile("M", 4, tf32), (3, 4), "float32", True),
        (Tile("M", 4, tf32), (3, 5), "float32", False),
        (Tile("M", e4m3), (3,), "float8_e4m3fn", True),
        (Tile("M", u64), (3,), "int64", False),
    ],
)
def test_matches(tile: Tile, shape: tuple[int, ...], dtype: str, *, expected: bool) -> None:
    """Rank, concrete dimensions and type; not what symbolic dimensions are."""
    assert tile.matches(shape, dtype) is expected


def test_dimensions_of_several_tensors() -> None:
    """They agree, or the message names both tensors."""
    envs = {"A": {"M": 128, "K": 64}, "B": {"K": 64, "N": 32}}
    assert unify_envs(envs) == {"M": 128, "K": 64, "N": 32}
    with pytest.raises(ValueError, match=r"^M is 128 in A and 256 in C$"):
        unify_envs({**envs, "C": {"M": 256, "N": 32}})


def test_unify_envs_of_tensors_without_names() -> None:
    """Tensors are counted; none have no dimensions."""
    assert unify_envs([]) == {}
    assert unify_envs([{"M": 1}, {"M": 1, "K": 2}]) == {"M": 1, "K": 2}
    with pytest.raises(ValueError, match="M is 1 in tensor 0 and 2 in tensor 2"):
        unify_envs(iter([{"M": 1}, {}, {"M": 2}]))
