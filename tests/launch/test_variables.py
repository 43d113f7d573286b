"""The variables of a module, on the CPU and on an emulated GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy.launch import Globals, Kernel, load, register
from ptxpy.launch.backends import CPU
from ptxpy.launch_request import ArgumentError, LaunchError

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 count = 3;
.global .f32 grid[2][3] = {{1.0, 2.0, 3.0}, {4.0}};
.const .s16 signs[4] = {-1, 2, -3, 4};
.global .v4 .f32 quads[2];
.global .align 8 .b8 record[12];
.global .b32 words[2];
.global .f16 half;
.global .b128 wide;
.global .align 16 .b64 address = count;
.extern .global .u32 elsewhere;
.extern .shared .b8 dynamic[];
.shared .u32 tile[4];
.global .texref image;
.entry advance()
{
    .global .u32 inner;
    .reg .u32 %r<3>;
    .reg .s16 %h;
    ld.const.s16 %h, [signs+2];
    cvt.s32.s16 %r1, %h;
    atom.global.add.u32 %r2, [count], %r1;
    ret;
}
"""


@pytest.fixture
def kernel() -> Kernel:
    """Return a kernel whose variables hold what they begin with."""
    return load(PTX)


@pytest.fixture
def found(kernel: Kernel) -> Globals:
    """Return its variables on the CPU."""
    return kernel.globals.on("cpu")


def test_what_there_is(found: Globals) -> None:
    """Variables of the module with a place of their own; the types are those of NumPy."""
    assert list(found) == [
        "count", "grid", "signs", "quads", "record", "words", "half", "wide", "address",
    ]  # fmt: skip
    assert len(found) == 9
    assert "elsewhere" not in found
    kinds = {name: (value.dtype.name, value.shape) for name, value in found.items()}
    assert kinds == {
        "count": ("uint32", ()),
        "grid": ("float32", (2, 3)),
        "signs": ("int16", (4,)),
        "quads": ("float32", (2, 4)),
        "record": ("uint8", (12,)),
        "words": ("uint32", (2,)),
        "half": ("float16", ()),
        "wide": ("uint64", (2,)),
        "address": ("uint64", ()),
    }
    assert repr(found).startswith("<Globals count .global .u32, grid .global .f32, signs .const")


def test_initial_values(found: Globals) -> None:
    """Those of the PTX."""
    assert found["count"] == 3
    assert found["grid"].tolist() == [[1, 2, 3], [4, 0, 0]]
    assert found["signs"].tolist() == [-1, 2, -3, 4]
    assert not found["quads"].any()
    assert int(found["address"]) >= 1 << 32


def test_launches_see_what_is_set_and_keep_what_they_change(kernel: Kernel) -> None:
    """Constants too, which a kernel cannot change."""
    found = kernel.globals.on("cpu")
    kernel.launch(grid=2, block=32, device="cpu")
    assert found["count"] == 3 + 64 * 2
    found["count"] = 10
    found["signs"] = [0, -5, 0, 0]
    kernel.launch(grid=1, block=1, device="cpu")
    assert found["count"] == 5
    assert kernel.globals.on("cpu")["count"] == 5
    assert load(kernel, "advance").globals.on("cpu")["count"] == 5
    assert load(PTX).globals.on("cpu")["count"] == 3


def test_an_array_is_a_copy(found: Globals) -> None:
    """Neither direction is shared."""
    mine = found["grid"]
    mine[:] = 7
    assert found["grid"].tolist() == [[1, 2, 3], [4, 0, 0]]
    found["grid"] = mine
    mine[:] = 8
    assert found["grid"].tolist() == [[7] * 3] * 2


RECORD = np.array((1, 2.5), np.dtype([("number", "<u4"), ("value", "<f8")]))

FITS: list[tuple[str, Any, Any]] = [
    ("count", 5, 5),
    ("count", -1, 0xFFFFFFFF),
    ("count", np.int32(-2), 0xFFFFFFFE),
    ("count", np.uint8(9), 9),
    ("count", True, 1),
    ("count", b"\x01\x02\x00\x00", 0x201),
    ("grid", 2.5, [[2.5] * 3] * 2),
    ("grid", [1, 2, 3], [[1, 2, 3]] * 2),
    ("grid", np.arange(6, dtype=np.float64).reshape(2, 3), [[0, 1, 2], [3, 4, 5]]),
    ("grid", np.asfortranarray(np.arange(6, dtype=">f4").reshape(2, 3)), [[0, 1, 2], [3, 4, 5]]),
    ("signs", [-32768, 65535, 0, 1], [-32768, -1, 0, 1]),
    ("quads", np.ones((2, 4), np.float32), [[1.0] * 4] * 2),
    ("record", bytearray(range(12)), [*range(12)]),
    ("record", RECORD, [*RECORD.tobytes()]),
    ("record", RECORD[()], [*RECORD.tobytes()]),
    ("record", 255, [255] * 12),
    ("words", np.array([1, 2], np.float32), [0x3F800000, 0x40000000]),
    ("words", [-1, 1 << 31], [0xFFFFFFFF, 1 << 31]),
    ("half", 1.5, 1.5),
    ("wide", [1, (1 << 64) - 1], [1, (1 << 64) - 1]),
    ("wide", [-1, 1], [(1 << 64) - 1, 1]),
]


@pytest.mark.parametrize(("name", "value", "expected"), FITS)
def test_what_may_be_set(found: Globals, name: str, value: object, expected: object) -> None:
    """Numbers in range, arrays of the type, bytes; what is beside it stays."""
    before = {other: found[other].tobytes() for other in found if other != name}
    found[name] = value
    assert found[name].tolist() == expected
    assert {other: found[other].tobytes() for other in before} == before


WRONG: list[tuple[str, Any, str]] = [
    ("count", 1 << 32, r"count: int 4294967296 given; expected uint32, 4 bytes, for .global .u32"),
    ("count", -(1 << 31) - 1, "count: int -2147483649 given"),
    ("count", 1 << 80, "count: int"),
    ("count", 1.0, "count: float 1.0 given"),
    ("count", np.float32(1), r"count: np\.float32 1\.0 given"),
    ("count", [1, 2], "count: list given"),
    ("count", b"123", "count: 3 bytes given"),
    ("count", None, "count: NoneType given"),
    ("grid", [1, 2], r"of shape \(2, 3\), 24 bytes"),
    ("grid", [1j], "grid: list given"),
    ("grid", ["1"], "grid: list given"),
    ("grid", np.zeros((3, 2), np.float32), r"an array of float32, shape \(3, 2\) given"),
    ("signs", [0, 0, 0, 65536], "signs: list given"),
    ("record", np.zeros(8, np.uint8), "record: an array of uint8"),
    ("record", np.array([None] * 12), "record: an array of object"),
    ("words", [0.5, 1.0], "words: list given"),
    ("words", np.array([0.5, 1.0]), "words: an array of float64"),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG)
def test_what_may_not(found: Globals, name: str, value: object, message: str) -> None:
    """The variable keeps what it holds."""
    before = found[name].tobytes()
    with pytest.raises(ArgumentError, match=message):
        found[name] = value
    assert found[name].tobytes() == before


def test_names_that_there_are_not(found: Globals) -> None:
    """Shared variables, those of functions and of other modules, textures."""
    for name in ("tile", "inner", "elsewhere", "dynamic", "image", "advance", ""):
        with pytest.raises(KeyError, match="no variable"):
            found[name]
        with pytest.raises(KeyError, match="no variable"):
            found[name] = 1
    with pytest.raises(KeyError, match="did you mean count"):
        found["coumt"]


def test_a_back_end_without_variables(kernel: Kernel) -> None:
    """It says so; and a device must be one."""

    class Other:
        def count(self) -> int:
            return 1

    register("other", Other())  # type: ignore[arg-type]
    with pytest.raises(LaunchError, match="device 'other' cannot read or write"):
        kernel.globals.on("other")["count"]
    with pytest.raises(LaunchError, match="no device 'gpu'"):
        kernel.globals.on("gpu")["count"] = 1


def test_the_default_device(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a launch: the CPU where there is no GPU."""
    monkeypatch.setattr("ptxpy.launch.backends._Cuda.count", lambda _: 0)
    kernel.globals["count"] = 6
    assert kernel.globals.on(CPU)["count"] == 6


@pytest.mark.parametrize("value", [7, np.int32(7), np.array([7]), np.array([[7]], np.uint32)])
def test_a_number_may_be_an_array_of_one(kernel: Kernel, value: Any) -> None:
    """As in an assignment of NumPy; extents of 1 in front do not count."""
    kernel.globals["count"] = value
    assert kernel.globals["count"] == 7
    kernel.globals["grid"] = np.full((1, 2, 3), 2.0)
    assert (kernel.globals["grid"] == 2.0).all()
    for wrong in (np.array([7, 7]), np.zeros(0, np.int32)):
        with pytest.raises(ArgumentError, match="count: "):
            kernel.globals["count"] = wrong
    with pytest.raises(ArgumentError, match="grid: "):
        kernel.globals["grid"] = np.zeros((2, 2, 3))
