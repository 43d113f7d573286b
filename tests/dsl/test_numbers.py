"""Expressions for numbers evaluate to the exact bits, and constants are the nearest numbers."""

from __future__ import annotations

from decimal import Decimal, getcontext
from pathlib import Path
from typing import Any

import pytest

from ptxpy import ptx
from ptxpy.dsl.namespaces.ptx_namespace import NUMBERS, NamedNumbers
from ptxpy.dsl.values.operand_conversion import float_text
from ptxpy.isa.named_values import CONSTANTS, TENSOR_MAP_CODES
from ptxpy.launch_request import TENSOR_FILLS, TENSOR_INTERLEAVES, TENSOR_TYPES

CASES = [
    tuple(line.split(maxsplit=1))
    for line in Path(__file__).with_name("numbers.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]

getcontext().prec = 80
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628621")
LN2 = Decimal(2).ln()
EXACT = {
    "PI": PI,
    "E": Decimal(1).exp(),
    "LN2": LN2,
    "LN10": Decimal(10).ln(),
    "LOG2E": 1 / LN2,
    "LOG10E": 1 / Decimal(10).ln(),
}


@pytest.mark.parametrize(("bits", "expression"), CASES)
def test_an_expression(bits: str, expression: str) -> None:
    """It evaluates to a plain number, whose operand is as PTX spells it."""
    found: Any = eval(expression, {"ptx": ptx})  # noqa: S307 - the lines of a file of the tests
    if bits[:2] in ("0f", "0d"):
        assert float_text(found, double=bits[1] == "d") == bits
    else:
        assert type(found) is int
        assert found == int(bits, 16)


@pytest.mark.parametrize("name", sorted(EXACT))
def test_a_constant_is_the_nearest_number(name: str) -> None:
    """Of 64 bits; rounding it to 32 bits gives the nearest of those."""
    assert float(EXACT[name]) == CONSTANTS[name]
    assert float_text(CONSTANTS[name], double=False) == float_text(float(EXACT[name]), double=False)


@pytest.mark.parametrize(
    ("exact", "parts", "error"),
    [
        (EXACT["LN2"], ("LN2", "LN2_F64_2"), -108),
        (PI / 2, ("HALF_PI_F32_1", "HALF_PI_F32_2", "HALF_PI_F32_3"), -71),
        (PI / 2, (float.fromhex("0x1.921fb54442d18p+0"), "HALF_PI_F64_2", "HALF_PI_F64_3"), -153),
        (EXACT["LOG2E"], (float.fromhex("0x1.715476p+0"), "LOG2E_F32_2"), -50),
    ],
)
def test_parts(exact: Decimal, parts: tuple[str | float, ...], error: int) -> None:
    """The parts of a constant add up to it, up to half a unit in the last place of the last."""
    numbers = [CONSTANTS[part] if isinstance(part, str) else part for part in parts]
    assert abs(sum(map(Decimal, numbers)) - exact) < Decimal(2) ** error


def test_the_namespace_has_all_names() -> None:
    """Each is annotated, for editors, and `ptx` has its number."""
    assert NamedNumbers.__annotations__.keys() == NUMBERS.keys()
    assert all(getattr(ptx, name) == number for name, number in NUMBERS.items())


def test_codes_of_tensor_maps_are_those_of_launches() -> None:
    """Tensor maps that are made for a launch number types, interleaves and fills in this order."""
    assert TENSOR_MAP_CODES["elemtype"] == tuple(element.name for element in TENSOR_TYPES)
    assert TENSOR_MAP_CODES["interleave_layout"] == TENSOR_INTERLEAVES
    assert TENSOR_MAP_CODES["fill_mode"] == TENSOR_FILLS


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("ptx.shfl.clamp(12)", "1, 2, 4, 8, 16 or 32 lanes, not 12"),
        ('ptx.tensormap.code("rank", "2")', "no field 'rank'"),
        ('ptx.tensormap.code("elemtype", "e4m3")', "elemtype must be one of u8"),
        ("ptx.wgmma.descriptor_bits(stride_byte_offset=8)", "multiple of 16 bytes"),
        ('ptx.tcgen05.descriptor_bits(swizzle="16B")', "the swizzle must be one of"),
    ],
)
def test_errors_say_what_there_is(expression: str, message: str) -> None:
    """A field that cannot be is a `ValueError`."""
    with pytest.raises(ValueError, match=message):
        eval(expression, {"ptx": ptx})  # noqa: S307 - the lines above
