"""`s[i]` of an array of one dimension is the element, whatever the index is, and in all places."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import TraceError, emit, from_python

HEAD = """from ptxpy import *
import numpy as np
@kernel(arch="sm_80", in_specs=(Tile(32, {dtype}),), out_specs=(Tile(32, {dtype}),), grid=1,
        block=32)
def k(x, out):
    px, po = ptx.global_ptrs(x, out)
    t = ptx.special.tid.x()
    s = smem.alloc({dtype}, 32, name="s")
    other = smem.alloc(u32, 32, name="other")
    s[t] = ptx.ld.global_.{dtype}([px + t * {size}])
    other[t] = t
    ptx.bar.sync(0)
    three, five = reg.scalar(u32, 3), reg.scalar(u32, 5)
"""

TAIL = """    ptx.bar.sync(0)
    ptx.st.global_.{dtype}([po + t * {size}], r)
    ptx.ret()
"""

FORMS = """
r = s[3]
r = reg.scalar({dtype}, s[3])
r = reg.from_(s[3], {dtype})
r = reg.from_(s[3] + s[5], {dtype})
r = reg.scalar({dtype}, {zero}); r.set(s[3])
r = reg.scalar({dtype}, {zero}); r += s[3]; r = r * s[5] - s[3]
r = {one} + s[3]
r = s[3].max(s[5])
r = ptx.max.{dtype}(s[3], s[5])
r = ptx.mov.{dtype}(s[5])
r = ptx.selp.{dtype}(s[3], s[5], other[3] < t)
r = ptx.selp.{dtype}(s[3], s[5], t >= other[5])
r = reg.scalar({dtype}, {zero}); ptx.inst.add.{dtype}(r, s[3], s[5])
r = ptx.ld.global_.{dtype}([po], when=t > 40, default=s[5])
r = reg.array({dtype}, 2); r[1] = s[3]; r = r[1] + s[5]
r = s[3]; ptx.bar.sync(0); s[3] = {one}; r = r + s[3]
s[3] += s[5]; r = s[3]
s[3] = s[5]; r = s[3]
s[3] = s[3]; r = s[three]
r = s[other[3]]
r = reg.scalar({dtype}, {zero})
for j in ptx.range_(0, other[3]): r += s[5]
r = reg.scalar({dtype}, {zero})
with ptx.if_(other[5] == other[5]): r.set(s[3])
r = ptx.warp.reduce_sum(s[3], width=4)
r = smem.load({dtype}, s[3])
r = ptx.ld.shared.{dtype}([s[3]])
r = ptx.ld.shared.{dtype}([s[3], {size}])
"""

INDICES = ("3", "np.int64(3)", "np.uint8(3)", "(3,)", "three")
TYPES = {"u32": ("0", "1"), "s32": ("0", "1"), "f32": ("0.0", "1.0"), "f64": ("0.0", "1.0")}
"""Nought and one of each type."""


def forms() -> list[str]:
    """Return the forms; a line with `for` or `with` belongs to the one before."""
    found: list[str] = []
    for line in FORMS.strip().splitlines():
        if line.startswith(("for", "with")):
            found[-1] += "\n" + line
        else:
            found.append(line)
    return found


def program(form: str, dtype: str, tail: str = TAIL) -> str:
    """Return a program with a form in it, after which `r` is stored."""
    zero, one = TYPES[dtype]
    lines = [part for line in form.splitlines() for part in _statements(line)]
    values = {"dtype": dtype, "size": np.dtype(_numpy(dtype)).itemsize, "zero": zero, "one": one}
    body = "".join(f"    {line}\n" for line in lines)
    return (HEAD + body + tail).format(**values)


def _statements(line: str) -> list[str]:
    return [line] if line.startswith(("for", "with")) else line.split("; ")


def _numpy(dtype: str) -> str:
    return {"u32": "u4", "s32": "i4", "f32": "f4", "f64": "f8"}[dtype]


def result(text: str, dtype: str) -> Any:
    """Run a program on the multiples of ten."""
    namespace: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec", dont_inherit=True), namespace)  # noqa: S102
    return namespace["k"](np.arange(0, 320, 10).astype(_numpy(dtype)), device="cpu")


@pytest.mark.parametrize("form", forms())
def test_an_index_in_a_register_and_a_number_mean_the_same(form: str) -> None:
    """Whatever kind of index it is; in brackets, a number alone."""
    for dtype in ("u32", "f32"):
        expected = result(program(form, dtype), dtype)
        assert expected[7] not in (0, 3)  # neither the element of the thread nor an address
        brackets = "[s[3]" in form or "smem.load" in form
        for index in INDICES[1:3] if brackets else INDICES[1:]:
            other = form.replace("s[3]", f"s[{index}]")
            np.testing.assert_array_equal(result(program(other, dtype), dtype), expected)


def test_the_values() -> None:
    """They are those of the array."""
    assert result(program("r = s[3]", "u32"), "u32").tolist() == [30] * 32
    assert result(program("r = s[3] + s[5]", "f32"), "f32").tolist() == [80.0] * 32
    assert result(program("r = s[3] * s[5]", "f64"), "f64").tolist() == [1500.0] * 32
    late = "r = s[3]; ptx.bar.sync(0); s[3] = {one}; ptx.bar.sync(0); r = r + s[3]"
    assert result(program(late, "s32"), "s32").tolist() == [31] * 32


def test_an_address_loads_nothing() -> None:
    """In brackets, and for helpers that take a place in shared memory."""
    form = (
        "ptx.cp.async_.ca(s[4], px, 4); ptx.st.shared.u32([s[3]], t); "
        "smem.store(u32, s[5], t); first = s[1]; r = t"
    )
    text = emit(from_python(program(form, "u32")))
    assert "[s+16]" in text
    assert "[s+12]" in text
    assert "[s+20]" in text
    assert "ld.shared" not in text


REFUSED = {
    "r = s[-1]": "has the elements 0 to 31, not -1",
    "r = s[32]": "has the elements 0 to 31, not 32",
    "s[32] = t": "32 is not from 0 to 31",
    "s[np.int64(32)] = t": "32 is not from 0 to 31",
    "r = s[True]": "an element must be a[i], with an integer or a register, got True",
    "r = s[0:4]": "an element must be a[i], with an integer or a register, got slice",
    "r = ptx.ld.shared.u32([s[t]])": "its address a.at(i)",
    "r = ptx.ld.shared.u32([s[3,]])": "its address a.at(i)",
    "r = smem.load(u32, s[t])": "its address a.at(i)",
    "r = t; ptx.inst.mov.u32(s[3], t)": "a[i] = v writes that",
    "r = t; ptx.inst.mov.u32(s[t], t)": "a[i] = v writes that",
    "s[3].set(t)": "cannot be changed, as it is a value",
    "r = 1 if s[3] else 2": "is not known while a kernel is traced",
    "r = s[3] + 1.0": "write",
}


@pytest.mark.parametrize("form", REFUSED)
def test_refused(form: str) -> None:
    """With what to write."""
    with pytest.raises((TraceError, TypeError, ValueError, IndexError)) as caught:
        from_python(program(form, "u32"))
    assert REFUSED[form] in str(caught.value)


POINTER = "s[3] = ptx.mov.u32(s) + 20; ptx.bar.sync(0); p = reg.from_({}, u32); "
"""An address of an element, which is kept in the array."""


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("r = ptx.ld.shared.u32([s.at(three)])", 30),
        (POINTER.format("s[three]") + "r = ptx.ld.shared.u32([p])", 50),
        (POINTER.format("s[3]") + "r = ptx.ld.shared.u32([p])", 50),
    ],
)
def test_advice(form: str, value: int) -> None:
    """What is written instead is right."""
    assert result(program(form, "u32"), "u32").tolist() == [value] * 32


def test_halves_are_halves() -> None:
    """An element of f16 is added as f16, with either index."""
    text = """from ptxpy import *
@kernel(arch="sm_80")
def k(x: u64):
    h = smem.alloc(f16, 32, name="h")
    t = ptx.special.tid.x()
    h[1] = h[t] + h[2]
    h[2] = smem.load(f16, h[3]) * h[t]
    ptx.ret()
"""
    found = emit(from_python(text))
    assert "add.f16" in found
    assert "mul.f16" in found


def test_in_a_style_of_a_compiler() -> None:
    """Elements are loaded by a call, and an address is one."""
    text = """from ptxpy import *
module("plain", version="8.0", target="sm_80")
@kernel
def k():
    r = reg.bulk(r=9)
    s = smem.alloc(u32, 32, name="s")
    r[1] = {}
    ptx.ret()
"""
    assert "ld.shared.u32 %r1, [s+12]" in emit(
        from_python(text.format("ptx.ld.shared.u32([s[3]])"))
    )
    with pytest.raises(TypeError, match=r"smem\.load"):
        from_python(text.format("ptx.mov.u32(s[3])"))
    assert ptxpy.emit(from_python(text.format("smem.load(u32, s[3])"))).count("[s+12]") == 1
    assert "mad.lo" in emit(from_python(text.format("s.at(3)")))
