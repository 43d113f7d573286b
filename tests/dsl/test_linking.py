"""The kernels of a file without `module(…)` are one module."""

from __future__ import annotations

import re

import pytest

import ptxpy
from ptxpy import TraceError, dsl, ir
from ptxpy.assemble import assemble
from tests.assemble.real import needs_nvjitlink

pytestmark = needs_nvjitlink

HEAD = "from ptxpy import *\n"

TWICE = """
@func(returns=f32)
def twice(x: f32):
    v = ptx.ld.param.f32([x])
    ptx.st.param.f32(["func_retval0"], v + v)
    ptx.ret()
"""

KERNEL = """
@kernel(arch="{arch}"{options})
def {name}(x: u64):
    {body}
    ptx.ret()
"""


def kernel_of(name: str, *body: str, arch: str = "sm_80", options: str = "") -> str:
    """Return a kernel with a body."""
    lines = "\n    ".join(body or ("pass",))
    return KERNEL.format(name=name, arch=arch, options=options and f", {options}", body=lines)


def made(text: str) -> str:
    """Return the PTX of a file; it assembles, and lines are known of all statements."""
    traced = dsl.trace_python(HEAD + text, filename="k.py")
    assert len([*ir.statements(traced.module)]) == len(traced.lines)
    emitted = ptxpy.emit(traced.module)
    assert emitted == ptxpy.emit(ptxpy.from_python(HEAD + text))
    assert ptxpy.emit(ptxpy.parse(emitted)) == emitted
    assert assemble(emitted.encode()).messages == ()
    return emitted


def functions(text: str) -> list[str]:
    """Return the functions of a module in order; those that are only declared end with `;`."""
    return [
        item.name.name + ("" if item.body is not None else ";")
        for item in ptxpy.parse(text).body
        if isinstance(item, ir.Function)
    ]


STORE = "ptx.st.global_.f32([ptx.ld.param.u64([x])], twice(ptx.mov.f32(1.0)))"


def test_a_device_function_is_defined_once() -> None:
    """However many kernels call it."""
    text = made(TWICE + kernel_of("a", STORE) + kernel_of("b") + kernel_of("c", STORE, STORE))
    assert functions(text) == ["twice", "a", "b", "c"]


def test_a_device_function_is_in_each_kernel_of_its_own() -> None:
    """What one kernel prints is complete."""
    namespace: dict[str, object] = {}
    text = TWICE + kernel_of("a", STORE) + kernel_of("b", STORE)
    exec(compile(HEAD + text, "k.py", "exec"), namespace)  # noqa: S102 - this test's own text
    for name in ("a", "b"):
        kernel = namespace[name]
        assert isinstance(kernel, dsl.StandaloneKernel)
        assert functions(kernel.ptx()) == ["twice", name]
        assert assemble(kernel.ptx().encode()).messages == ()


def test_the_number_of_other_functions_makes_no_difference() -> None:
    """Labels are numbered by functions; a function is the same all the same."""
    branch = TWICE.replace(
        "    ptx.ret()", "    with ptx.if_(v > 1.0):\n        ptx.ret()\n    ptx.ret()"
    )
    other = TWICE.replace("twice", "thrice")
    both = STORE.replace("twice", "thrice")
    text = made(branch + other + kernel_of("a", both, STORE) + kernel_of("b", STORE))
    assert sorted(functions(text)) == ["a", "b", "thrice", "twice"]


EVEN = """
@func(returns=u32)
def even(n: u32):
    v = ptx.ld.param.u32([n])
    with ptx.if_(v == 0):
        ptx.st.param.b32(["func_retval0"], 1)
        ptx.ret()
    ptx.st.param.b32(["func_retval0"], odd(v - 1))
    ptx.ret()

@func(returns=u32)
def odd(n: u32):
    v = ptx.ld.param.u32([n])
    with ptx.if_(v == 0):
        ptx.st.param.b32(["func_retval0"], 0)
        ptx.ret()
    ptx.st.param.b32(["func_retval0"], even(v - 1))
    ptx.ret()
"""


def test_functions_that_call_one_another() -> None:
    """One of them is declared above, once."""
    store = "ptx.st.global_.u32([ptx.ld.param.u64([x])], {}(ptx.mov.u32(5)))"
    text = EVEN + kernel_of("a", store.format("even")) + kernel_of("b", store.format("odd"))
    traced = ptxpy.emit(ptxpy.from_python(HEAD + text))
    assert functions(traced)[:3] == ["even;", "odd", "even"]
    assert functions(traced).count("even") == functions(traced).count("odd") == 1
    quiet = [note for note in assemble(traced.encode()).messages if "stack size" not in note.text]
    assert not quiet


def test_a_function_that_calls_itself() -> None:
    """It needs no declaration."""
    text = """
@func(returns=u32)
def product(n: u32):
    v = ptx.ld.param.u32([n])
    with ptx.if_(v == 0):
        ptx.st.param.b32(["func_retval0"], 1)
        ptx.ret()
    ptx.st.param.b32(["func_retval0"], product(v - 1) * v)
    ptx.ret()
"""
    store = "ptx.st.global_.u32([ptx.ld.param.u64([x])], product(ptx.mov.u32(5)))"
    traced = ptxpy.emit(ptxpy.from_python(HEAD + text + kernel_of("a", store)))
    assert functions(traced) == ["product", "a"]


def test_shared_memory_of_launches_is_declared_once() -> None:
    """Above all functions, with the largest alignment that a kernel asks for."""
    big = "smem.alloc(f32, 1 << 15)"
    text = made(
        kernel_of("a", big)
        + kernel_of("b", "smem.alloc(f32, 4, align=1024)", options="extern_smem=True")
        + kernel_of("c", big)
        + kernel_of("d", big, options="extern_smem='other'")
    )
    assert re.findall(r".*\.extern.*", text) == [
        ".extern .shared .align 1024 .b8 dyn_smem[];",
        ".extern .shared .align 128 .b8 other[];",
    ]
    assert text.index("other[]") < text.index(".entry a")
    lines = dsl.trace_python(HEAD + kernel_of("a", big) + kernel_of("b", big)).lines
    assert set(lines) == {0, 4, 6, 9, 11}


def test_the_version_is_the_highest() -> None:
    """Each kernel may ask for one."""
    text = made(kernel_of("a") + kernel_of("b", options="version='8.6'"))
    assert text.startswith(".version 8.6\n.target sm_80\n.address_size 64\n\n.visible .entry a(")


def test_targets_do_not_mix() -> None:
    """A module has one."""
    with pytest.raises(TraceError, match="must have one target; found sm_80 and sm_90a"):
        ptxpy.from_python(HEAD + kernel_of("a") + kernel_of("b", arch="sm_90a"))


def test_names_are_there_once() -> None:
    """Two kernels of one name are refused at the line of the second."""
    text = HEAD + kernel_of("a") + kernel_of("b", options="symbol='a'")
    with pytest.raises(TraceError, match="two functions of this file are called a: ") as caught:
        dsl.trace_python(text, filename="k.py")
    assert text.splitlines()[dsl.raising_line(caught.value, "k.py") - 1].startswith("@kernel(")
    assert dsl.raising_line(caught.value, "k.py") == 8


def test_only_what_the_file_declares(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that it imports are those of another file."""
    monkeypatch.syspath_prepend(str(tmp_path))
    with open(f"{tmp_path}/kernels_elsewhere.py", "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(HEAD + kernel_of("imported"))
    assert functions(made("from kernels_elsewhere import imported\n" + kernel_of("a"))) == ["a"]
    with pytest.raises(TraceError, match=r"must begin a module\(…\) or declare a kernel"):
        ptxpy.from_python(HEAD + "from kernels_elsewhere import imported\n")


SIZED = """
@kernel(arch="sm_80", in_specs=(Tile("M", f32),))
def {name}(a, *, {templates}):
    smem.alloc(f32, a.shape[0] * {size})
    ptx.ret()
"""


def test_bindings() -> None:
    """Each kernel takes the dimensions and template parameters that it has."""
    one = SIZED.format(name="one", templates="BM", size="BM")
    two = SIZED.format(name="two", templates="BN=3", size="BN")
    given = {"M": 2, "BM": 5}
    module = dsl.trace_python(HEAD + one + two, bindings=given).module
    assert re.findall(r"smem_0\[(\d+)\]", ptxpy.emit(module)) == ["40", "24"]
    with pytest.raises(TraceError, match="'N'; there are M, BM, BN"):
        dsl.trace_python(HEAD + one + two, bindings={**given, "N": 3})
    with pytest.raises(TraceError, match="template parameter 'BM': give it a default") as caught:
        dsl.trace_python(HEAD + one + two, filename="k.py", bindings={"M": 2})
    assert dsl.raising_line(caught.value, "k.py") == 3
    with pytest.raises(TraceError, match="dimension M has no value yet") as caught:
        dsl.trace_python(HEAD + one + two, filename="k.py", bindings={"BM": 2})
    assert dsl.raising_line(caught.value, "k.py") == 5
    head = 'module("ptxpy", version="8.0", target="sm_80")\n'
    with pytest.raises(TraceError, match="'M'; there are none"):
        dsl.trace_python(HEAD + head, bindings={"M": 2})
