"""Kernels by LLVM: switches, loops, irreducible flow, initial values, vectors, 128 bits."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.sim.errors import SimulationError
from tests.sim.kernels.corpus import Simulated, run

CONTROL = ("sm_80_O3", "sm_120a")


@pytest.mark.parametrize(("which", "expected"), [(0, 10), (1, 12), (2, 12), (4, 10), (9, 0)])
@pytest.mark.parametrize("version", CONTROL)
def test_dispatch(which: int, expected: int, version: str) -> None:
    """A switch with cases that fall through; the default is a breakpoint, which is passed."""
    out = np.zeros(1, "i4")
    run(f"llvmlite/control_flow_{version}.ptx", "dispatch", out, which, block=3)
    assert out[0] == expected


@pytest.mark.parametrize("version", CONTROL)
def test_trap(version: str) -> None:
    """A case that traps is an error."""
    with pytest.raises(SimulationError, match="trap"):
        run(f"llvmlite/control_flow_{version}.ptx", "dispatch", np.zeros(1, "i4"), 3, block=3)


@pytest.mark.parametrize(
    ("which", "expected"), [(-1, 2), (10**6, 3), (123456789012, 2), (5, 1), (10**6 + 2**32, 1)]
)
@pytest.mark.parametrize("version", CONTROL)
def test_sparse_switch(which: int, expected: int, version: str) -> None:
    """A switch of 64-bit numbers far apart."""
    out = np.zeros(1, "i4")
    run(f"llvmlite/control_flow_{version}.ptx", "sparse_switch", out, which, block=1)
    assert out[0] == expected


@pytest.mark.parametrize("version", CONTROL)
def test_loops(random: np.random.Generator, version: str) -> None:
    """Nested loops with a branch, which write what they read later; each step rounds once."""
    data = random.standard_normal(35).astype("f4")
    expected = data.copy()
    for row in range(5):
        total = np.float32(0)
        for x in expected[7 * row : 7 * row + 7]:
            total += -x if x < 0 else np.sqrt(x)
        expected[row] = total
    run(f"llvmlite/control_flow_{version}.ptx", "loops", data, 5, 7, block=1)
    assert (data == expected).all()


def _irreducible(n: int, *, enter: bool) -> int:
    value = n if enter else 0
    left = enter
    while True:
        value = value + 1 if left else value * 3
        if value > (100 if left else 1000):
            return value
        left = not left


@pytest.mark.parametrize("version", CONTROL)
@pytest.mark.parametrize("enter", [True, False])
@pytest.mark.parametrize("n", [5, 99, 100, -1])
def test_irreducible(n: int, version: str, *, enter: bool) -> None:
    """A loop that can be entered at two places."""
    out = np.zeros(1, "i4")
    run(f"llvmlite/control_flow_{version}.ptx", "irreducible", out, enter, n, block=1)
    assert out[0] == _irreducible(n, enter=enter)


@pytest.mark.parametrize("version", ["sm_75", "sm_90"])
def test_initial_values(version: str) -> None:
    """Initial values: nested, packed, with addresses of variables, bytes of them, functions."""
    module = Simulated(f"llvmlite/globals_{version}.ptx")
    where = module.loaded.addresses

    def words(name: str, count: int) -> list[int]:
        found: list[int] = module.get(name, np.zeros(count, "u8")).tolist()
        return found

    matrix, scalar, text = where["matrix"], where["scalar"], where["text"]
    assert module.get("matrix", np.zeros(6, "i4")).tolist() == [1, 2, 3, -4, -5, -6]
    assert words("addresses", 4) == [matrix + 4, 0, text, text + 7]
    assert words("plain_address", 1) == [scalar]
    assert words("generic_address", 1) == [matrix]
    assert words("generic_offset", 1) == [matrix + 16]
    assert words("integer_of_address", 1) == [scalar]
    assert words("table", 2) == [where["first"], where["second"]]
    packed = module.get("unaligned", np.zeros(19, "u1")).tobytes()
    assert packed == b"\1" + scalar.to_bytes(8, "little") + b"\1\2" + matrix.to_bytes(8, "little")
    record = np.dtype([("i", "i4"), ("c", "u1"), ("gap", "u1", 3), ("f", "f4", 2), ("p", "u8")])
    records = module.get("records", np.zeros(2, record))
    assert records["i"].tolist() == [7, 8]
    assert records["c"].tolist() == [65, 66]
    assert records["f"].tolist() == [[1.5, 2.5], [0, 0]]
    assert records["p"].tolist() == [scalar, 0]
    assert module.get("halves", np.zeros(3, "f2")).tolist() == [1, -2, 65504]
    low, high = words("wide", 2)
    assert high << 64 | low == 1234567890123456789012345678901234567890 % 2**128
    assert module.get("bits", np.zeros(5, "u1")).tolist() == [1, 0, 1, 1, 0]
    assert module.get("text", np.zeros(14, "u1")).tobytes() == b'Hello, PTX!\n"\0'


@pytest.mark.parametrize("version", ["sm_75", "sm_90"])
def test_use_of_globals(version: str) -> None:
    """Constants that are no numbers, calls of weak functions, dynamic shared memory."""
    module = Simulated(f"llvmlite/globals_{version}.ptx")
    out = module.put(np.zeros(1, "u4"))
    module.run("use_globals", out, block=1, shared=64)
    assert module.get(out, np.zeros(1, "u4"))[0] == 0x7FC00000
    assert module.get("common_value", np.zeros(1, "i4"))[0] == 1


@pytest.mark.parametrize("version", ["sm_52", "sm_80_O3", "sm_100a_O2"])
def test_vectors(random: np.random.Generator, version: str) -> None:
    """Vectors of many types; the last store of each part stays."""
    p, q = random.random(8).astype("f4"), np.zeros(8, "f4")
    run(f"llvmlite/vectors_{version}.ptx", "vectors", p, q, 2, block=1)
    longs = p.view("i8")[:2]
    halves = p.view("f2")[4:8].astype("f4")
    assert q.view("i8")[:2].tolist() == (longs << np.array([3, 7])).tolist()
    assert (q[4:] == halves + p[4:]).all()


def test_memory(random: np.random.Generator) -> None:
    """Local arrays, copies, odd widths and 128-bit division, of which the low word is replaced."""
    x = random.integers(-(2**31), 2**31, 64).astype("i4")
    out = np.zeros(64, "i4")
    run("llvmlite/memory_sm_90_O2.ptx", "memory", x, out, 13, block=1)
    given = int.from_bytes(x[:4].tobytes(), "little")
    quotient = given * given % 2**128 // 10
    expected = np.frombuffer(quotient.to_bytes(16, "little"), "i4").copy()
    expected[0] = (int(x[0]) + int(x[13]) + 2**31) % 2**32 - 2**31
    assert out[:4].tolist() == expected.tolist()
    assert not out[4:].any()
