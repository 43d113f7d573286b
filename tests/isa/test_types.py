"""Types, register classes and state spaces."""

from __future__ import annotations

import pytest

from ptxpy import isa


@pytest.mark.parametrize(
    ("name", "bits", "lanes", "register"),
    [
        ("pred", 1, 1, "pred"),
        ("b8", 8, 1, "b16"),
        ("u16", 16, 1, "b16"),
        ("s32", 32, 1, "b32"),
        ("u64", 64, 1, "b64"),
        ("b128", 128, 1, "b128"),
        ("f16", 16, 1, "b16"),
        ("bf16x2", 32, 2, "b32"),
        ("tf32", 32, 1, "b32"),
        ("f32", 32, 1, "f32"),
        ("f32x2", 64, 2, "b64"),
        ("f64", 64, 1, "f64"),
        ("e4m3x2", 16, 2, "b16"),
        ("e2m1x2", 8, 2, "b8"),
        ("e2m1x4", 16, 4, "b16"),
        ("e3m2x4", 32, 4, "b32"),
        ("ue8m0x2", 16, 2, "b16"),
        ("u8x4", 32, 4, "b32"),
        ("s4", 4, 1, "b16"),
        ("b6x16_p32", 128, 16, "b128"),
        ("texref", 64, 1, "b64"),
    ],
)
def test_type(name: str, bits: int, lanes: int, register: str) -> None:
    """Size, packing and register class of a type."""
    entry = isa.TYPES[name]
    assert (entry.name, entry.bits, entry.lanes) == (name, bits, lanes)
    assert isa.register_class(name) == register


def test_every_type_has_a_register_class() -> None:
    """Each class is one that a compiler declares, and the size fits."""
    for entry in isa.TYPES.values():
        assert isa.register_class(entry.name) in isa.REGISTER_CLASSES


def test_an_unknown_type_is_refused() -> None:
    """There is no guess for a type that does not exist."""
    with pytest.raises(KeyError):
        isa.register_class("f12")


def test_state_spaces() -> None:
    """Sub-spaces name a space that exists, and what has no address is marked."""
    for space in isa.STATE_SPACES.values():
        assert space.parent is None or space.name.startswith(f"{space.parent}::")
        assert space.parent is None or space.parent in isa.STATE_SPACES
    unaddressable = {space.name for space in isa.STATE_SPACES.values() if not space.addressable}
    assert unaddressable == {"reg", "sreg"}
