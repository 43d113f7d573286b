"""The swizzles against the figures of the manual, and the laws of a permutation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.isa.swizzles import (
    LINE_BYTES,
    MAX_PATTERN_BYTES,
    STANDARD_SWIZZLES,
    SWIZZLES,
    UNIT_BYTES,
    Swizzle,
    standard_swizzle,
)

FIGURES = {
    "none": ("01234567",),
    "32B": ("01234567", "10325476"),
    "64B": ("01234567", "10325476", "23016745", "32107654"),
    "128B": (
        *("01234567", "10325476", "23016745", "32107654"),
        *("45670123", "54761032", "67452301", "76543210"),
    ),
    "128B_ATOM_32B": ("01234567", "23016745", "45670123", "67452301"),
    "128B_ATOM_32B_FLIP_8B": ("01234567", "23016745", "45670123", "67452301"),
    "128B_ATOM_64B": ("01234567", "45670123"),
}
"""For each line of 128 bytes which unit of 16 bytes lies in which place (PTX ISA 5.5.7)."""

ADDRESSES = st.integers(0, 1 << 24)
ANY = st.sampled_from(SWIZZLES)


@pytest.mark.parametrize("swizzle", SWIZZLES, ids=lambda each: each.name)
def test_figures(swizzle: Swizzle) -> None:
    """Units lie where the figures of the manual show them, and 8 lines later again."""
    lines = FIGURES[swizzle.name]
    for line in range(16):
        found = [
            swizzle.permute(line * LINE_BYTES + unit * UNIT_BYTES) % LINE_BYTES // UNIT_BYTES
            for unit in range(8)
        ]
        assert "".join(map(str, found)) == lines[line % len(lines)]


def test_halves_of_units() -> None:
    """Halves of 16 bytes are exchanged in odd lines, where the swizzle says so."""
    flip = SWIZZLES[5]
    assert flip.flip
    assert [flip.permute(LINE_BYTES + at) % UNIT_BYTES for at in (0, 7, 8, 15)] == [8, 15, 0, 7]
    assert [flip.permute(at) for at in (0, 7, 8, 15)] == [0, 7, 8, 15]


@given(ANY, ADDRESSES)
def test_it_is_its_own_inverse(swizzle: Swizzle, address: int) -> None:
    """A swizzle permutes each line of 128 bytes, and undoes itself."""
    there = swizzle.permute(address)
    assert there // LINE_BYTES == address // LINE_BYTES
    assert swizzle.permute(there) == address


@given(ANY, ADDRESSES)
def test_it_keeps_units_together_and_repeats(swizzle: Swizzle, address: int) -> None:
    """The bytes of a unit stay together, and the pattern begins anew after `pattern_bytes`."""
    unit = address - address % swizzle.unit
    assert swizzle.permute(address) == swizzle.permute(unit) + address % swizzle.unit
    assert MAX_PATTERN_BYTES % (swizzle.pattern_bytes or 1) == 0
    later = swizzle.permute(address + swizzle.pattern_bytes)
    assert later == swizzle.permute(address) + swizzle.pattern_bytes


@given(st.sampled_from([*STANDARD_SWIZZLES.values()]), ADDRESSES)
def test_units_of_16_bytes(swizzle: Swizzle, units: int) -> None:
    """Addresses that count units are permuted as those that count bytes."""
    assert swizzle.permute_units(units) * UNIT_BYTES == swizzle.permute(units * UNIT_BYTES)


def test_modes_are_numbered_as_in_tensor_maps() -> None:
    """No two swizzles have the same numbers."""
    assert [each.mode for each in STANDARD_SWIZZLES.values()] == [0, 1, 2, 3]
    assert len({(each.mode, each.atomicity) for each in SWIZZLES}) == len(SWIZZLES)


@pytest.mark.parametrize("name", ["16B", "none", 128, "128B_BASE32B", ["128B"]])
def test_other_names_are_refused(name: object) -> None:
    """The error lists the names."""
    with pytest.raises(ValueError, match="'32B', '64B', '128B' or None"):
        standard_swizzle(name)
