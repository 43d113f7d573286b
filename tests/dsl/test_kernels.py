"""`@kernel` outside a module: what it takes, how often it is traced, what its launches need."""

# ruff: noqa: ARG001 - bodies of kernels take what they need not use

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import Tile, TraceError, dsl, f32, kernel, ptx, reg, smem, u32, u64
from ptxpy.dsl import Loader


def nothing() -> None:
    """Return at once."""
    ptx.ret()


def one(a: Any) -> None:
    """Take a tensor."""
    ptx.ret()


def traced(**options: Any) -> tuple[Any, list[dict[str, Any]]]:
    """Return a kernel with dimensions and templates, and what its body has been run with."""
    runs: list[dict[str, Any]] = []

    @kernel(
        arch="sm_80",
        in_specs=(Tile("M", "K", f32),),
        out_specs=(Tile("N", "M", f32),),
        **options,
    )
    def sized(a: Any, b: Any, *, BM: int, DTYPE: Any = f32) -> None:  # noqa: N803 - as users do
        runs.append({"K": a.shape[1], "BM": BM, "DTYPE": DTYPE})
        smem.alloc(DTYPE, (BM, runs[-1]["K"]))
        ptx.ret()

    return sized, runs


# --------------------------------------------------------------------- tracing


def test_a_trace_for_each_choice() -> None:
    """Of template parameters, and of the dimensions that the body looks at."""
    sized, runs = traced()
    assert sized.dims == ("M", "K", "N")
    assert not runs
    first = sized.bind(M=1, K=4, N=9, BM=2)
    assert sized.bind(M=2, K=4, BM=2) is first, "M is not looked at"
    assert sized.bind(K=4, BM=2) is first
    assert len(runs) == 1
    assert sized.bind(M=1, K=4, BM=3) is not first
    assert sized.bind(M=1, K=4, BM=2, DTYPE=u32) is not first
    assert sized.bind(M=1, K=5, BM=2) is not first
    assert len(runs) == 4
    assert ".b8 smem_0[32];" in sized.ptx(M=1, K=4, BM=2)
    assert len(runs) == 4


@kernel
def copied() -> None:
    """Do nothing; it is found by its name."""
    ptx.ret()


def test_copies_are_the_kernel_itself() -> None:
    """As of functions: they are pickled by their name, so those without one are not."""
    assert pickle.loads(pickle.dumps(copied)) is copied  # noqa: S301 - of this test
    assert copy.deepcopy(copied) is copied
    assert (copied.__module__, copied.__qualname__) == (__name__, "copied")
    with pytest.raises(Exception, match="traced"):
        pickle.dumps(traced()[0])


def test_the_same_text_each_time() -> None:
    """Names depend on nothing but the kernel."""
    texts = {traced()[0].ptx(M=1, K=4, BM=2) for _ in range(3)}
    assert len(texts) == 1


def test_a_template_takes_the_number_of_a_dimension() -> None:
    """Where both have the name."""

    @kernel(arch="sm_80", in_specs=(Tile("N", f32),))
    def row(x: Any, *, N: int) -> None:  # noqa: N803 - as users do
        smem.alloc(f32, N)
        ptx.ret()

    assert "smem_0[12]" in row.ptx(N=3)
    with pytest.raises(TypeError, match=r"row needs a value for its template parameter 'N': row\."):
        row.ptx()
    with pytest.raises(TypeError, match=r"N of row must be a number of at least 1, got 2\.5"):
        row.ptx(N=2.5)


def test_bindings_that_there_are_not() -> None:
    """Neither dimensions nor template parameters."""
    sized, _ = traced()
    with pytest.raises(TypeError, match="no dimension or template 'Q'; it has M, K, N, BM, DTYPE"):
        sized.ptx(Q=3)
    with pytest.raises(
        TypeError, match="dimension K of sized must be a number of at least 1, got 0"
    ):
        sized.ptx(K=0, BM=2)
    with pytest.raises(TraceError, match="the dimension K has no value yet: call the kernel"):
        sized.ptx(BM=2)
    with pytest.raises(TypeError, match="it has none"):
        kernel(nothing).ptx(M=3)


def test_a_body_that_fails_is_run_again() -> None:
    """Nothing is kept of it."""
    runs = []

    @kernel(arch="sm_80")
    def failing() -> None:
        runs.append(1)
        if len(runs) == 1:
            raise OSError
        ptx.ret()

    with pytest.raises(OSError):  # noqa: PT011 - what the body raises
        failing.ptx()
    assert "ret;" in failing.ptx()


# --------------------------------------------------------------------- the head


def test_parameters_and_directives() -> None:
    """Tensors and scalars, raw parameters, tensor maps; `.reqntid` before raw directives."""

    @kernel(
        arch="sm_90a",
        in_specs=(Tile(64, 64, f32, tma_box=(32, 32)), Tile(4, f32)),
        raw_params=[
            ("u32", "n"),
            ("b8.align64.array128", "map"),
            (u64.ptr("global", align=16), "p"),
            ("u64.ptr.global.palign32", "q"),
        ],
        reqntid=(32, 2),
        raw_directives=[("minnctapersm", (2,)), ("maxnreg", (64,))],
    )
    def parameters(a: Any, scale: f32, b: Any) -> None:
        a.tma_desc()
        reg.from_(ptx.param(u32, "n"), u32)
        ptx.ret()

    text = parameters.ptx()
    assert text.partition("parameters")[2].partition("{")[0] == (
        "(\n"
        "    .param .u64 a,\n"
        "    .param .f32 scale,\n"
        "    .param .u64 b,\n"
        "    .param .u32 n,\n"
        "    .param .align 64 .b8 map[128],\n"
        "    .param .u64 .ptr .global .align 16 p,\n"
        "    .param .u64 .ptr .global .align 32 q,\n"
        "    .param .align 64 .b8 a_tma_desc[128]\n"
        ")\n.reqntid 32, 2\n.minnctapersm 2\n.maxnreg 64\n"
    )
    made = parameters.bind()
    assert [kind for kind, _ in made.parameter_kinds] == [
        *("tensor", "scalar", "tensor", "raw", "raw", "raw", "raw", "map")
    ]
    assert made.maps == [("a", "a_tma_desc")]


def mixed(a: Any, n: u32) -> None:
    """Take a parameter without a type beside one that has it."""


def test_parameters_without_types_are_addresses() -> None:
    """Where neither specs nor a type say what any parameter is."""

    @kernel
    def copy(a, b):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - as users write it
        pa, pb = ptx.global_ptrs(a, b)
        ptx.st.global_.f32([pb], ptx.ld.global_.f32([pa]))
        ptx.ret()

    assert "(\n    .param .u64 a,\n    .param .u64 b\n)" in copy.ptx()
    assert (copy.block, copy.cluster) == ((1, 1, 1), (1, 1, 1))
    x, y = np.full(1, 3, np.float32), np.zeros(1, np.float32)
    copy.launch(x, y, grid=1, block=1, device="cpu")
    assert y == 3
    with pytest.raises(TypeError, match=r"the parameter a is \.u64, and 32 bits of it are read"):
        kernel(reads_a_number).ptx()


def reads_a_number(a: Any) -> None:
    """Read a number from a parameter that says no type."""
    ptx.st.global_.f32([ptx.param(u64, "a")], ptx.param(f32, "a"))
    ptx.ret()


REFUSED: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    (nothing, {"in_specs": (Tile("M", f32),)}, TypeError, "nothing has 0 parameters without a"),
    (mixed, {}, TypeError, "'a' of mixed needs a PTX type as its annotation, or a Tile"),
    (
        one,
        {"in_specs": (Tile("M", f32),), "raw_params": [("u32", "a")]},
        TypeError,
        "one has two parameters 'a'",
    ),
    (nothing, {"raw_params": [("u33", "n")]}, ValueError, "u33 is not a fundamental type"),
    (nothing, {"raw_params": [("u32.twice", "n")]}, ValueError, "'twice' is not alignN"),
    (nothing, {"raw_params": [("u32", "a b")]}, ValueError, "not an identifier: 'a b'"),
    (nothing, {"symbol": "a b"}, ValueError, "not an identifier: 'a b'"),
    (nothing, {"grids": 3}, TypeError, "nothing: unknown option 'grids'"),
    (nothing, {"block": 2000}, ValueError, "nothing: block 2000 is 2000, and 1024 is the most"),
    (
        nothing,
        {"block": "128"},
        ValueError,
        "block must be a number of at least 1, or up to three, got '1",
    ),
    (
        nothing,
        {"block": (1, 2, 3, 4)},
        ValueError,
        "block must be a number of at least 1, or up to three",
    ),
    (nothing, {"cluster": 32}, ValueError, "nothing: cluster 32 is 32, and 16 is the most"),
    (nothing, {"in_specs": (u32,)}, TypeError, "have a Tile for each tensor, not u32"),
    (lambda: None, {"block": 1}, ValueError, "a lambda has no name: give the kernel one, symbol="),
    (3, {"block": 1}, TypeError, "@kernel stands before a function that emits PTX, not before 3"),
    (nothing, {"arch": "sm_33"}, ValueError, "nothing: no target 'sm_33'; did you mean sm_"),
    (nothing, {"arch": 90}, ValueError, "nothing: no target 90; did you mean sm_90 or sm_90a"),
    (nothing, {"version": "7.0"}, ValueError, "sm_90a requires PTX 8.0 or later, not 7.0"),
    (nothing, {"version": (9, 9)}, ValueError, "no PTX version '9.9'"),
    (nothing, {"smem": -1}, ValueError, "smem must be a number of bytes, at least 0, got -1"),
    (nothing, {"smem": "1"}, TypeError, "smem must be a number of bytes, at least 0, got '1'"),
]


@pytest.mark.parametrize(("function", "options", "error", "message"), REFUSED)
def test_refused_where_it_is_declared(
    function: Any,
    options: dict[str, Any],
    error: type[Exception],
    message: str,
) -> None:
    """The decorator itself says what does not fit together."""
    with pytest.raises(error, match=message):
        kernel(**options)(function)


def test_the_version_is_the_first_that_has_what_is_emitted() -> None:
    """Without a version, instructions ask for theirs; with one, they are refused."""

    def fenced(*, STAGES: int = 1) -> None:  # noqa: N803 - a template parameter
        if STAGES > 1:
            ptx.inst.fence.proxy.tensormap__generic.release.gpu()
        if STAGES > 2:
            ptx.fence.proxy_async_generic_acquire_shared_cluster()
        ptx.ret()

    free = kernel(fenced)
    assert [free.ptx(STAGES=count).split("\n")[0] for count in (1, 2, 3, 1)] == [
        ".version 8.0",
        ".version 8.3",
        ".version 8.6",
        ".version 8.0",
    ]
    bound = kernel(version="8.5")(fenced)
    assert bound.ptx(STAGES=2).startswith(".version 8.5")
    with pytest.raises(ptxpy.InstructionError, match=r"needs PTX 8.6 \(this module is PTX 8.5\)"):
        bound.ptx(STAGES=3)


def test_the_target_of_the_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` is that of the GPU here, `sm_90a` without one; versions are the first that have it."""
    auto = kernel(arch="auto")(nothing)
    for found, head in (
        (None, ".version 8.0\n.target sm_90a\n"),
        ("sm_80", ".version 8.0\n.target sm_80\n"),
        ("sm_100a", ".version 8.6\n.target sm_100a\n"),
    ):
        monkeypatch.setattr(Loader, "architecture", staticmethod(lambda found=found: found))
        assert auto.ptx().startswith(head)
    monkeypatch.setattr(Loader, "architecture", None)
    assert auto.arch == "sm_90a"
    assert kernel(version=(8, 6))(nothing).ptx().startswith(".version 8.6\n")


# --------------------------------------------------------------------- in a module

MODULE = """\
from ptxpy import *
module("ptxpy", version="8.0", target="sm_90a")
@kernel(
    in_specs=(Tile(64, 64, f32, tma_box=(32, 32)),), smem=64, raw_params=[("u32", "n")],
    block=32,{options}
)
def first(a, *, BM={default}):
    smem.alloc(f32, (BM, a.shape[1]))
    ptx.param(u32, "n")
    a.tma_desc()
    ptx.ret()
@kernel
def second(x: u64):
    smem.alloc(f32, 1 << 14)
    ptx.ret()
@kernel(extern_smem=True)
def third(x: u64):
    smem.alloc(f32, 4, align=512)
    ptx.ret()
"""


def test_in_a_module() -> None:
    """Tensors, templates and shared memory are those of `@kernel` anywhere."""
    made = dsl.trace_python(MODULE.format(options="", default=2))
    emitted = ptxpy.emit(made.module)
    assert ".b8 smem_0[512];" in emitted
    assert "a_tma_desc[128]" in emitted
    assert emitted.count(".extern .shared .align 512 .b8 dyn_smem[];") == 1
    assert {name: given.smem for name, given in made.defaults.items()} == {
        "first": 64,
        "second": 65536,
        "third": 16,
    }
    assert made.defaults["first"].block == 32


@pytest.mark.parametrize(
    ("options", "default", "message"),
    [
        ("arch='sm_80'", 2, "first belongs to a module, which says version and target for all"),
        ("version='8.1'", 2, "first belongs to a module, which says version and target"),
        ("maxregs=3", 2, "first: unknown option 'maxregs'"),
    ],
)
def test_refused_in_a_module(options: str, default: int, message: str) -> None:
    """The module says version and target."""
    with pytest.raises(TypeError, match=message):
        dsl.trace_python(MODULE.format(options=options, default=default))


def test_templates_in_a_module_have_defaults() -> None:
    """There is no one who would give them values."""
    text = MODULE.format(options="", default=2).replace("BM=2", "BM")
    with pytest.raises(TypeError, match="its template parameter 'BM' needs a default"):
        dsl.trace_python(text)


def test_the_body_with_its_options() -> None:
    """As `@kernel(…)` does, without the decorator's notation."""
    made = kernel(nothing, arch="sm_80", maxntid=(64,))
    assert ".target sm_80\n" in made.ptx()
    assert ".maxntid 64\n" in made.ptx()


def test_template_parameters_are_told_apart_by_type() -> None:
    """1, 1.0 and True are equal in Python, and not in PTX."""

    @kernel(arch="sm_80")
    def moved(*, value: Any = 1) -> None:
        reg.scalar(f32 if type(value) is float else u32, value)
        ptx.ret()

    assert "mov.f32 %f0, 0f3F800000;" in moved.ptx(value=1.0)
    assert "mov.u32 %r0, 1;" in moved.ptx(value=1)
    with pytest.raises(TypeError, match="value of moved must be a value that stays as it is"):
        moved.ptx(value=[1])


def test_what_is_kept_is_bounded() -> None:
    """The choices that were used longest ago are forgotten."""

    @kernel(arch="sm_80")
    def moved(*, value: int = 1) -> None:
        reg.scalar(u32, value)
        ptx.ret()

    first = moved.bind(value=0)
    assert moved.bind(value=0) is first
    for value in range(1, 200):
        moved.bind(value=value)
    assert moved.bind(value=199) is moved.bind(value=199)
    assert moved.bind(value=0) is not first


def test_threads_see_one_text() -> None:
    """A kernel is traced once, also when several threads ask for it at the same time."""
    runs: list[int] = []

    @kernel(arch="sm_80")
    def many(*, count: int = 2000) -> None:
        runs.append(count)
        value = reg.from_(ptx.special.tid.x(), u32)
        for index in range(count):
            value = value + index
        ptx.st.shared.u32([smem.alloc(u32, 1)], value)
        ptx.ret()

    with ThreadPoolExecutor(8) as pool:
        texts = {*pool.map(lambda _: many.ptx(), range(8))}
    assert len(texts) == 1
    assert runs == [2000]


def test_a_late_error_names_its_line() -> None:
    """What is found at the end of a body has a note with file and line."""

    @kernel(arch="sm_80")
    def twice() -> None:
        ptx.label("here")
        ptx.label("here")  # the line
        ptx.ret()

    with pytest.raises(TraceError, match="two labels here") as caught:
        twice.ptx()
    lines = Path(__file__).read_text("utf-8").splitlines()
    line = 1 + next(at for at, text in enumerate(lines) if text.endswith('("here")  # the line'))
    assert caught.value.__notes__ == [f"  written at {__file__}:{line}"]
