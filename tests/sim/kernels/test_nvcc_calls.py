"""Kernels by nvcc with calls, structures, tables, and what the runtime provides."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.sim.errors import SimulationError
from tests.sim.kernels.corpus import EPSILON, Simulated, close, run

CALLS = ("sm_75", "sm_80.debug", "sm_90.nvcc-13.5", "sm_90.rdc")
DATA = ("sm_75", "sm_80.rdc", "sm_90", "sm_90.debug")

BIG = np.dtype([("values", "f8", 9), ("tail", "i1"), ("gap", "u1", 7)])
PARAMETERS = np.dtype([("sizes", "i4", 4), ("data", "u8"), ("scale", "f8")])


@pytest.mark.parametrize("version", CALLS)
def test_structs_by_value(random: np.random.Generator, version: str) -> None:
    """Structures as arguments and results: a cross product, and a copy of 80 bytes.

    A component of a cross product is the difference of two products: three roundings.
    """
    a = random.standard_normal((34, 3)).astype("f4")
    out = np.zeros((33, 3), "f4")
    big = np.zeros(33, BIG)
    big["values"] = random.standard_normal((33, 9))
    big["tail"] = random.integers(-128, 127, 33)
    before = big.copy()
    run(f"nvcc/calls.{version}.ptx", "call_structs", a, out, big, 5, block=33)
    left, right = a[:-1].astype("f8"), a[1:].astype("f8")
    size = np.abs(np.roll(left, 1, 1) * np.roll(right, 2, 1))
    size += np.abs(np.roll(left, 2, 1) * np.roll(right, 1, 1))
    close(out, np.cross(left, right), 3 * EPSILON["f4"] * size)
    assert (big["values"] == np.roll(before["values"], -5, axis=1)).all()
    assert (big["tail"] == before["tail"] + 1).all()


@pytest.mark.parametrize("version", CALLS)
@pytest.mark.parametrize("n", [0, 3])
def test_recursion(version: str, n: int) -> None:
    """Ackermann's function, A(2, n) = 2n + 3, and two functions that call each other."""
    out = np.zeros(2, "u4")
    run(f"nvcc/calls.{version}.ptx", "call_recursive", out, n, block=1)
    assert out.tolist() == [2 * n + 3, n % 2 == 0]


@pytest.mark.parametrize("version", CALLS)
def test_function_pointers(random: np.random.Generator, version: str) -> None:
    """Calls through a table in global memory; each function rounds once."""
    x = random.standard_normal(61).astype("f4")
    which = random.integers(0, 3, 61).astype("i4")
    expected = np.choose(which, [2 * x, x * x, 1 / x])
    run(f"nvcc/calls.{version}.ptx", "call_indirect", x, which, block=61)
    assert (x == expected).all()


@pytest.mark.parametrize("version", CALLS)
def test_virtual_calls(version: str) -> None:
    """Objects from malloc, a virtual function, a virtual destructor."""
    out = np.zeros(37, "f4")
    run(f"nvcc/calls.{version}.ptx", "call_virtual", out, 3, block=37)
    pi = np.float32(3.14159265)
    assert (out[1::2] == 9).all()
    assert (out[::2] == pi * np.float32(3) * np.float32(3)).all()


@pytest.mark.parametrize("version", CALLS)
def test_printf_and_malloc(version: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`malloc`, an assertion that holds, `printf`, `free`; a negative number traps."""
    out = np.zeros(1, "i4")
    path = f"nvcc/calls.{version}.ptx"
    run(path, "call_system", np.array([42], "i4"), out, block=3)
    text = '42 1.500000 text with \t and "quotes"\n'
    assert capsys.readouterr().out == "".join(f"thread {i}: {text}" for i in range(3))
    assert out[0] == 42
    with pytest.raises(SimulationError, match="trap"):
        run(path, "call_system", np.array([-42], "i4"), out, block=3)


@pytest.mark.parametrize("version", DATA)
@pytest.mark.parametrize("i", [0, 1])
def test_tables(version: str, i: int) -> None:
    """Initial values of every space: nested structures, pointers, strings, managed memory."""
    module = Simulated(f"nvcc/data.{version}.ptx")
    module.write("bytes", np.arange(40, dtype="u1") + 9)
    module.write("uninitialised", np.full(1024, 0.5, "f4"))
    out = module.put(np.zeros(5, "f4"))
    module.run("read_tables", out, i, block=2, shared=8)
    f, text = np.float32, b"a string,\nof two lines"
    values = [1, -2, 3, 2**31 - 1]
    # The sum of the integers of the second node wraps.
    node = [values[1] + text[2], values[3] + text[0] - 2**32][i]
    expected = [
        f([0.0625, 0.25][i]) + f([1, -0.5][i]) + f([1, 2**64 - 1][i]),
        f(values[i] + text[i] + [-1, 0][i]),
        f(node) + f([2.5, 1e-3][i]),
        f([values[0], values[2]][i] + 0.5 + 9 + i),
        f(i),
    ]
    assert module.get(out, np.zeros(5, "f4")).tolist() == expected
    assert module.get("managed_counter", np.zeros(1, "i4"))[0] == 43
    assert module.get("managed_table", np.zeros(16, "f4"))[i] == 42


@pytest.mark.parametrize("version", DATA)
@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_local_arrays(random: np.random.Generator, version: str, n: int) -> None:
    """Arrays in local memory that are indexed by what was read; zero where nothing was stored."""
    x = random.integers(-100, 100, 33).astype("i4")
    x[:32] = random.permutation(x[:32] * 32 + np.arange(32))
    out = np.zeros(7, "i4")
    run(f"nvcc/data.{version}.ptx", "local_arrays", x, out, n, block=7)
    stack = np.zeros(32, "i4")
    for i in range(32):
        stack[x[i] & 31] = x[i + 1]
    expected = stack[n] + (x[0] if n % 4 == 0 else 0) + (x[1] if n % 4 == 1 else 0)
    assert (out == expected).all()


def test_parameters_by_value() -> None:
    """Structures as parameters of kernels: indexed in place, and with odd sizes."""
    module = Simulated("nvcc/attributes.sm_80.ptx")
    data = module.put(np.zeros(8, "f4"))
    p = np.zeros(1, PARAMETERS)
    p["sizes"], p["data"], p["scale"] = (3, 5, 7, 11), data, 1.5
    module.run("constant_parameters", p.tobytes(), 6, block=1)
    assert module.get(data, np.zeros(8, "f4")).tolist() == [0, 0, 0, 0, 0, 0, 10.5, 0]
    small, wide = np.array([1, 2, -3], "i1"), np.array([1, 2, 3, 4.5], "f4")
    module.run("by_value", p.tobytes(), small, wide, block=1)
    assert module.get(data, np.zeros(1, "f4"))[0] == 7 - 3 + 4.5


def test_a_function_that_does_not_return() -> None:
    """A store to null, behind a call that has no return, is an error with its place."""
    out = np.zeros(1, "i4")
    run("nvcc/attributes.sm_80.ptx", "uses", out, 5, block=1)
    assert out[0] == 6
    with pytest.raises(SimulationError, match=r"address 0x0 [\s\S]*st\.volatile\.global"):
        run("nvcc/attributes.sm_80.ptx", "uses", out, -5, block=1)


@pytest.mark.parametrize("version", ["sm_80", "sm_100"])
def test_statics_of_templates(version: str) -> None:
    """Functions with static variables keep them from one launch to the next."""
    module = Simulated(f"nvcc/templates.{version}.lambdas.ptx")
    i, d = module.put(np.array([0, 10], "i4")), module.put(np.array([0, 0.25]))
    for count in (1, 2, 3):
        module.run("use_state", i, d, block=1)
        assert module.get(i, np.zeros(1, "i4"))[0] == 5 + 11 * count
        assert module.get(d, np.zeros(1))[0] == 5 + 1.25 * count


@pytest.mark.parametrize("version", ["sm_80", "sm_100"])
def test_lambdas(random: np.random.Generator, version: str) -> None:
    """A lambda that holds a pointer is the kernel's parameter."""
    module = Simulated(f"nvcc/templates.{version}.lambdas.ptx")
    x = random.standard_normal(77).astype("f4")
    data = module.put(x)
    closure = np.array([data], "u8")
    module.run("_Z8for_eachIZ6launchPfiEUliE_EvT_i", closure.tobytes(), 70, block=32)
    expected = np.concatenate([2 * x[:70], x[70:]])
    assert (module.get(data, x) == expected).all()
