"""Instruction descriptors of matrices that are not K-major, for which the manual has limits."""

from __future__ import annotations

import pytest

from ptxpy.sim.semantics.tensor_memory.instruction_fields import Form, decode


def form(kind: str, group: int = 1) -> Form:
    """Return a product with A in shared memory."""
    scales = int(kind.startswith("mx"))
    return Form(
        kind,
        group,
        a_in_tensor_memory=False,
        sparse=False,
        ws=False,
        scales=scales,
        shifted=False,
        scale_d=0,
        collector="",
    )


def bits(kind: str, n: int, *, group: int = 1, a: int = 0, b: int = 0, majors: int = 0) -> int:
    """Return a descriptor of 128 rows of each CTA; bits of `majors` are those of A and of B."""
    fields = a << 7 | b << 10 | majors << 15 | n >> 3 << 17
    rows = 128 * group
    if kind.startswith("mx"):
        return fields | 1 << 23 | rows >> 7 << 27
    return fields | (2 if kind == "i8" else 1) << 4 | rows >> 4 << 24


@pytest.mark.parametrize(
    ("kind", "group", "right", "wrong"),
    [
        ("f8f6f4", 1, 16, 24),
        ("f8f6f4", 2, 32, 16),
        ("mxf8f6f4", 1, 32, 8),
        ("mxf8f6f4", 2, 64, 48),
        ("i8", 1, 16, 24),
    ],
)
def test_octets_along_n(kind: str, group: int, right: int, wrong: int) -> None:
    """N of an MN-major B is a multiple of 16 for each CTA; of others it is not asked."""
    assert decode(form(kind, group), bits(kind, right, group=group, majors=2)).b_major == "MN"
    assert decode(form(kind, group), bits(kind, wrong, group=group, majors=1)).n == wrong
    message = f"N, say {wrong} columns; B of .* that is MN-major has a multiple of {16 * group}$"
    with pytest.raises(ValueError, match=message):
        decode(form(kind, group), bits(kind, wrong, group=group, majors=2))


@pytest.mark.parametrize("kind", ["f8f6f4", "mxf8f6f4"])
@pytest.mark.parametrize(("code", "type_"), [(3, "e2m3"), (4, "e3m2"), (5, "e2m1")])
def test_narrow_elements_are_k_major(kind: str, code: int, type_: str) -> None:
    """Elements of 4 and 6 bits are K-major; the other matrix may be as it likes."""
    assert decode(form(kind), bits(kind, 32, a=code, majors=2)).b_major == "MN"
    with pytest.raises(ValueError, match=rf"^bit 15 is 1: A of {type_} is MN-major"):
        decode(form(kind), bits(kind, 32, a=code, majors=1))
    with pytest.raises(ValueError, match=rf"^bit 16 is 1: B of {type_} is MN-major"):
        decode(form(kind), bits(kind, 32, b=code, majors=2))


def test_long_k_of_other_targets() -> None:
    """Only sm_103 has products with K of 96."""
    descriptor = bits("mxf4", 64, a=1, b=1) | 1 << 31
    assert decode(form("mxf4"), descriptor).k == 96
    with pytest.raises(ValueError, match=r"bit 31, K of 96, needs \.target sm_103a"):
        decode(form("mxf4")._replace(has_long_k=False), descriptor)
