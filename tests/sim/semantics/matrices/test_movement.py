"""`ldmatrix`, `stmatrix` and `movmatrix` in kernels, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ptxpy.sim.errors import SimulationError
from tests.sim.semantics.matrices.kernels import launch, loaded, wrapped

THREADS = 64
CTAS = 2
SHAPES = [(count, trans) for count in (1, 2, 4) for trans in ("", ".trans")]

LANE = """
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mad.lo.u32 %r2, %r1, 64, %r0;      // thread of the grid
    mul.wide.u32 %l0, %r2, 4;
    add.u64 %l1, %a1, %l0;             // its place in p1
    ld.global.u32 %r4, [%l1];          // the offset of its row
    mov.u32 %r5, tile;
    add.u32 %r5, %r5, %r4;
"""
TILE = ".shared .align 16 .b8 tile[1024];"
COPY = """
    mul.wide.u32 %l2, %r2, 16;
    add.u64 %l3, %a0, %l2;
    ld.global.v4.u32 {%r10,%r11,%r12,%r13}, [%l3];
    mov.u32 %r6, tile;
    mad.lo.u32 %r6, %r0, 16, %r6;
    st.shared.v4.u32 [%r6], {%r10,%r11,%r12,%r13};
    bar.sync 0;
"""


def _expected(rows: npt.NDArray[np.uint16], trans: str, lane: int) -> tuple[int, int]:
    """Return what a lane holds of an 8 by 8 matrix."""
    g, t = lane // 4, lane % 4
    if trans:
        return int(rows[2 * t][g]), int(rows[2 * t + 1][g])
    return int(rows[g][2 * t]), int(rows[g][2 * t + 1])


def _element(row: npt.NDArray[np.uint8], index: int, packing: str) -> int:
    """Return an element of a row of 16 bytes: bits from the lowest on."""
    bits = {"b8": 8, "b8x16.b4x16_p64": 4, "b8x16.b6x16_p32": 6}[packing]
    whole = int.from_bytes(row.tobytes(), "little")
    return whole >> bits * index & ((1 << bits) - 1)


def _address(space: str) -> tuple[str, str]:
    """Return code for the address of a row in a state space, and the operand."""
    if space == "generic":
        return "cvt.u64.u32 %l6, %r5;\ncvta.shared.u64 %l6, %l6;", "[%l6]"
    return "", "[%r5]"


def _offsets(random: np.random.Generator) -> npt.NDArray[np.uint32]:
    """Return for each thread the offset of a row, in any order, in tiles of 64 rows."""
    rows = [random.permutation(64) for _ in range(CTAS)]
    return (np.concatenate(rows) * 16).astype(np.uint32)


@pytest.mark.parametrize("space", [".shared", "generic"])
@pytest.mark.parametrize(("count", "trans"), SHAPES)
def test_ldmatrix(count: int, trans: str, space: str) -> None:
    """Rows lie where lanes say, in any order, in the shared memory of each CTA."""
    prepare, operand = _address(space)
    word = space if space != "generic" else ""
    registers = ",".join(f"%r{20 + q}" for q in range(count))
    stores = "\n".join(f"st.global.u32 [%l5+{4 * q}], %r{20 + q};" for q in range(count))
    body = f"""{LANE}{COPY}{prepare}
    ldmatrix.sync.aligned.m8n8.x{count}{trans}{word}.b16 {{{registers}}}, {operand};
    mul.wide.u32 %l4, %r2, {4 * count};
    add.u64 %l5, %a2, %l4;
    {stores}"""
    random = np.random.default_rng(count)
    data = random.integers(0, 1 << 16, (CTAS, 64, 8), np.uint16)
    offsets = _offsets(random)
    out = np.zeros((CTAS * THREADS, count), np.uint32)
    module = loaded(wrapped(3, body, declarations=TILE))
    found = launch(module, "k", [data, offsets, out], grid=(CTAS, 1, 1), block=(THREADS, 1, 1))[2]
    for thread in range(CTAS * THREADS):
        first = thread // 32 * 32
        for q in range(count):
            rows = data[thread // THREADS][offsets[first + 8 * q : first + 8 * q + 8] // 16]
            low, high = _expected(rows, trans, thread % 32)
            assert found[thread, q] == low | high << 16


@pytest.mark.parametrize("space", [".shared", "generic"])
@pytest.mark.parametrize(("count", "trans"), SHAPES)
def test_stmatrix(count: int, trans: str, space: str) -> None:
    """Elements come where the rows lie, and nothing else changes."""
    prepare, operand = _address(space)
    word = space if space != "generic" else ""
    registers = ",".join(f"%r{20 + q}" for q in range(count))
    loads = "\n".join(f"ld.global.u32 %r{20 + q}, [%l5+{4 * q}];" for q in range(count))
    body = f"""{LANE}{COPY}{prepare}
    mul.wide.u32 %l4, %r2, {4 * count};
    add.u64 %l5, %a2, %l4;
    {loads}
    stmatrix.sync.aligned.m8n8.x{count}{trans}{word}.b16 {operand}, {{{registers}}};
    bar.sync 0;
    ld.shared.v4.u32 {{%r10,%r11,%r12,%r13}}, [%r6];
    st.global.v4.u32 [%l3], {{%r10,%r11,%r12,%r13}};"""
    random = np.random.default_rng(count)
    data = random.integers(0, 1 << 16, (CTAS, 64, 8), np.uint16)
    values = random.integers(0, 1 << 32, (CTAS * THREADS, count), np.uint32)
    offsets = _offsets(random)
    module = loaded(wrapped(3, body, declarations=TILE))
    found = launch(module, "k", [data, offsets, values], grid=(CTAS, 1, 1), block=(THREADS, 1, 1))
    expected = data.copy()
    for thread in range(CTAS * THREADS):
        first, lane = thread // 32 * 32, thread % 32
        g, t = lane // 4, lane % 4
        for q in range(count):
            rows = offsets[first + 8 * q : first + 8 * q + 8] // 16
            for h in range(2):
                row, column = (2 * t + h, g) if trans else (g, 2 * t + h)
                part = int(values[thread, q]) >> 16 * h & 0xFFFF
                expected[thread // THREADS, rows[row], column] = part
    assert (found[0] == expected).all()


@pytest.mark.parametrize("packing", ["b8", "b8x16.b4x16_p64", "b8x16.b6x16_p32"])
@pytest.mark.parametrize("count", [1, 2])
def test_ldmatrix_of_octets(count: int, packing: str) -> None:
    """A register has four octets of a column, from rows that lanes say."""
    registers = ",".join(f"%r{20 + q}" for q in range(2 * count))
    stores = "\n".join(f"st.global.u32 [%l5+{4 * q}], %r{20 + q};" for q in range(2 * count))
    body = f"""{LANE}{COPY}
    ldmatrix.sync.aligned.m16n16.x{count}.trans.shared.{packing} {{{registers}}}, [%r5];
    mul.wide.u32 %l4, %r2, {8 * count};
    add.u64 %l5, %a2, %l4;
    {stores}"""
    random = np.random.default_rng(count)
    data = random.integers(0, 256, (CTAS, 64, 16), np.uint8)
    offsets = _offsets(random)
    out = np.zeros((CTAS * THREADS, 2 * count, 4), np.uint8)
    module = loaded(wrapped(3, body, declarations=TILE))
    found = launch(module, "k", [data, offsets, out], grid=(CTAS, 1, 1), block=(THREADS, 1, 1))[2]
    for thread in range(CTAS * THREADS):
        first, g, t = thread // 32 * 32, thread % 32 // 4, thread % 4
        for q in range(2 * count):
            for h in range(4):
                lane = first + 16 * (q // 2) + 4 * t + h
                row = data[thread // THREADS][offsets[lane] // 16]
                assert found[thread, q, h] == _element(row, g + 8 * (q % 2), packing)


@pytest.mark.parametrize("space", [".shared", "generic"])
@pytest.mark.parametrize("packing", ["b8x16.b4x16_p64", "b8x16.b6x16_p32"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_ldmatrix_of_packed_rows(count: int, packing: str, space: str) -> None:
    """A register has four neighbours of a row, each in the lower bits of an octet."""
    prepare, operand = _address(space)
    word = space if space != "generic" else ""
    registers = ",".join(f"%r{20 + q}" for q in range(count))
    stores = "\n".join(f"st.global.u32 [%l5+{4 * q}], %r{20 + q};" for q in range(count))
    body = f"""{LANE}{COPY}{prepare}
    ldmatrix.sync.aligned.m8n16.x{count}{word}.{packing} {{{registers}}}, {operand};
    mul.wide.u32 %l4, %r2, {4 * count};
    add.u64 %l5, %a2, %l4;
    {stores}"""
    random = np.random.default_rng(count)
    data = random.integers(0, 256, (CTAS, 64, 16), np.uint8)
    offsets = _offsets(random)
    out = np.zeros((CTAS * THREADS, count, 4), np.uint8)
    module = loaded(wrapped(3, body, declarations=TILE))
    found = launch(module, "k", [data, offsets, out], grid=(CTAS, 1, 1), block=(THREADS, 1, 1))[2]
    for thread in range(CTAS * THREADS):
        first, g, t = thread // 32 * 32, thread % 32 // 4, thread % 4
        for q in range(count):
            row = data[thread // THREADS][offsets[first + 8 * q + g] // 16]
            for h in range(4):
                assert found[thread, q, h] == _element(row, 4 * t + h, packing)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_stmatrix_of_octets(count: int) -> None:
    """Octets come where the rows lie, and nothing else changes."""
    registers = ",".join(f"%r{20 + q}" for q in range(count))
    loads = "\n".join(f"ld.global.u32 %r{20 + q}, [%l5+{4 * q}];" for q in range(count))
    body = f"""{LANE}{COPY}
    mul.wide.u32 %l4, %r2, {4 * count};
    add.u64 %l5, %a2, %l4;
    {loads}
    stmatrix.sync.aligned.m16n8.x{count}.trans.shared.b8 [%r5], {{{registers}}};
    bar.sync 0;
    ld.shared.v4.u32 {{%r10,%r11,%r12,%r13}}, [%r6];
    st.global.v4.u32 [%l3], {{%r10,%r11,%r12,%r13}};"""
    random = np.random.default_rng(count)
    data = random.integers(0, 256, (CTAS, 64, 16), np.uint8)
    values = random.integers(0, 256, (CTAS * THREADS, count, 4), np.uint8)
    offsets = _offsets(random)
    module = loaded(wrapped(3, body, declarations=TILE))
    found = launch(module, "k", [data, offsets, values], grid=(CTAS, 1, 1), block=(THREADS, 1, 1))
    expected = data.copy()
    for thread in range(CTAS * THREADS):
        first, g, t = thread // 32 * 32, thread % 32 // 4, thread % 4
        for q in range(count):
            for h in range(4):
                row = offsets[first + 8 * q + 2 * t + h % 2] // 16
                expected[thread // THREADS, row, g + 8 * (h // 2)] = values[thread, q, h]
    assert (found[0] == expected).all()


def test_movmatrix() -> None:
    """A matrix is transposed, in place, too."""
    body = """
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %l0, %r0, 4;
    add.u64 %l1, %a0, %l0;
    ld.global.u32 %r1, [%l1];
    movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1;
    st.global.u32 [%l1], %r1;"""
    data = np.random.default_rng(1).integers(0, 1 << 16, (2, 8, 8), np.uint16)
    (found,) = launch(loaded(wrapped(1, body)), "k", [data], block=(64, 1, 1))
    assert (found == data.transpose(0, 2, 1)).all()


def _guarded(condition: str, form: str = "m8n8.x1.shared.b16") -> Any:
    body = f"""{LANE}{COPY}
    {condition}
    mov.u32 %r20, 7;
    @%p1 ldmatrix.sync.aligned.{form} {{%r20}}, [%r5];
    add.u64 %l5, %a2, %l0;
    st.global.u32 [%l5], %r20;"""
    data = np.arange(CTAS * 64 * 8, dtype=np.uint16).reshape(CTAS, 64, 8)
    offsets = np.tile(np.arange(64, dtype=np.uint32) * 16, CTAS)
    out = np.zeros(CTAS * THREADS, np.uint32)
    module = loaded(wrapped(3, body, declarations=TILE))
    found = launch(module, "k", [data, offsets, out], grid=(CTAS, 1, 1), block=(THREADS, 1, 1))
    return found[2].reshape(CTAS, THREADS), data


def test_guard() -> None:
    """Warps whose guard is false keep what they have."""
    found, data = _guarded("setp.lt.u32 %p1, %r0, 32;")
    assert (found[:, :32] == data.reshape(CTAS, -1).view(np.uint32)[:, :32]).all()
    assert (found[:, 32:] == 7).all()


@pytest.mark.parametrize("limit", [0, 64])
def test_uniform_guard(limit: int) -> None:
    """No warp runs it, or all do."""
    found, data = _guarded(f"setp.lt.u32 %p1, %r0, {limit};")
    read = data.reshape(CTAS, -1).view(np.uint32)
    expected = np.concatenate([read[:, :32], read[:, 128:160]], axis=1) if limit else 7
    assert (found == expected).all()


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("setp.lt.u32 %p1, %r0, 40;", "needs all 32 threads of a warp, and 8 of them are here"),
        ("setp.lt.u32 %p1, %r0, 64; add.u32 %r5, %r5, 8;", "not a multiple of the 16 bytes"),
        (
            "setp.lt.u32 %p1, %r0, 64; add.u32 %r5, %r5, 1024;",
            "outside of the 1,024 bytes of shared",
        ),
    ],
)
@pytest.mark.parametrize("form", ["m8n8.x1.shared.b16", "m8n16.x1.shared.b8x16.b4x16_p64"])
def test_faults(condition: str, message: str, form: str) -> None:
    """Warps that are not whole, and rows that are not there."""
    with pytest.raises(SimulationError, match=message):
        _guarded(condition, form)


def test_generic_address_must_be_shared() -> None:
    """Matrices lie in shared memory (PTX ISA 9.7.14.5.15)."""
    body = "ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%a0];"
    with pytest.raises(SimulationError, match="is not one of shared memory"):
        launch(loaded(wrapped(1, body)), "k", [np.zeros(64, np.uint32)])


def test_meeting_after_a_branch() -> None:
    """Lanes that a branch has parted meet again; ended ones leave their warp incomplete."""
    body = """
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %l0, %r0, 4;
    add.u64 %l1, %a0, %l0;
    ld.global.u32 %r1, [%l1];
    setp.lt.u32 %p1, %r0, 5;
    @%p1 bra low;
    shl.b32 %r1, %r1, 1;
    bra join;
low:
    add.u32 %r1, %r1, %r1;
join:
    movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1;
    st.global.u32 [%l1], %r1;"""
    data = np.arange(64, dtype=np.uint16)
    (found,) = launch(loaded(wrapped(1, body)), "k", [data])
    assert (found == 2 * data.reshape(8, 8).T.reshape(-1)).all()
    ending = body.replace("@%p1 bra low;", "@%p1 ret;").replace("low:", "")
    with pytest.raises(SimulationError, match="27 of them are here"):
        launch(loaded(wrapped(1, ending)), "k", [data])
