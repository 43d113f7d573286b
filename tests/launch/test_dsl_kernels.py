"""Kernels of the DSL are launched as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import SimulationError, TraceError, b32, f32, kernel, ptx, reg, s32, u8, u32, u64
from ptxpy.dsl import Loader
from ptxpy.launch import load
from ptxpy.launch_request import LaunchError

traced: list[str] = []


@kernel(arch="sm_80", grid=2, block=(4, 2))
def count(x: u64) -> None:
    """Add 1 to a number for each thread."""
    traced.append("count")
    rd = reg.bulk(rd=2)
    rd[1] = ptx.ld.param.u64([x])
    ptx.inst.red.global_.add.u32([rd[1]], 1)  # counting
    ptx.ret()


@kernel(arch="sm_80", block=1, smem=16)
def dynamic(x: u64) -> None:
    """Store how much shared memory there is."""
    rd, r = reg.bulk(rd=2, r=2)
    rd[1] = ptx.ld.param.u64([x])
    r[1] = ptx.mov.u32(ptx.special.total_smem_size)
    ptx.st.global_.u32([rd[1]], r[1])
    ptx.ret()


def launched(made: Any, *configuration: Any, **given: Any) -> int:
    """Return what a kernel stores, launched by `launch` or, with a configuration, by `[…]`."""
    x = np.zeros(1, np.uint32)
    if configuration:
        made[configuration](x, device="cpu")
    else:
        made.launch(x, device="cpu", **given)
    return int(x[0])


def test_what_the_decorator_states_is_the_default() -> None:
    """Both of the function and of what is loaded from it; a launch may say otherwise."""
    for made in (count, load(count)):
        assert launched(made) == 16
        assert launched(made, 3, 5) == 15
        assert launched(made, 3) == 24
        assert launched(made, None, 5) == 10
        assert launched(made, grid=(1, 2), block=1) == 2
    for made in (dynamic, load(dynamic)):
        assert launched(made, grid=1) == 16
        assert launched(made, grid=1, shared_bytes=48) == 48
        assert launched(made, grid=1, shared_bytes=0) == 0
        assert launched(made, 1, 1, 32) == 32
        with pytest.raises(LaunchError, match="dynamic needs a grid"):
            launched(made)


def test_nothing_of_it_is_in_the_ptx() -> None:
    """The defaults are of launches; `.reqntid` is a requirement of the kernel."""
    assert "ntid" not in count.ptx()

    @kernel(arch="sm_80", reqntid=(8, 1, 1), grid=2)
    def required(x: u64) -> None:
        rd = reg.bulk(rd=2)
        rd[1] = ptx.ld.param.u64([x])
        ptx.inst.red.global_.add.u32([rd[1]], 1)
        ptx.ret()

    assert launched(required) == 16
    with pytest.raises(TypeError, match="unknown option 'grid'"):

        @ptxpy.func(grid=1)
        def device_function() -> None:
            ptx.ret()


def test_a_cluster_is_a_default_too() -> None:
    """It is checked as one that is given."""

    @kernel(arch="sm_90", grid=6, block=1, cluster=4)
    def clustered() -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match=r"not a multiple of the 4 of cluster \(4, 1, 1\)"):
        clustered.launch(device="cpu")


def test_the_body_is_traced_once() -> None:
    """All launches and loads have the same module."""
    launched(count)
    launched(count, 1, 1)
    assert load(count) is load(count)
    assert load(load(count)) is load(count)
    assert load(count, "count") is load(count)
    assert traced == ["count"]


def test_faults_name_the_line_of_python() -> None:
    """The file of the function is known, though nobody loaded it from there."""
    rows = Path(__file__).read_text(encoding="utf-8").split("\n")
    here = next(number for number, row in enumerate(rows, 1) if row.endswith("# counting"))
    with pytest.raises(SimulationError) as caught:
        count.launch(64, device="cpu")
    assert f"at {__file__}:{here} (<ptx of count>:" in str(caught.value)


def test_a_file_has_defaults_as_well(tmp_path: Path) -> None:
    """Of each of its kernels."""
    path = tmp_path / "kernels.py"
    path.write_text(
        'from ptxpy import *\nmodule(version="8.0", target="sm_80")\n'
        "@kernel(grid=3, block=2)\ndef one(x: u64):\n"
        "    rd = reg.bulk(rd=2)\n    rd[1] = ptx.ld.param.u64([x])\n"
        "    ptx.inst.red.global_.add.u32([rd[1]], 1)\n    ptx.ret()\n"
        "@kernel\ndef two(x: u64):\n    ptx.ret()\n",
        encoding="utf-8",
    )
    assert launched(load(path, "one")) == 6
    assert launched(load(load(path, "two"), "one")) == 6
    with pytest.raises(LaunchError, match="two needs a grid"):
        launched(load(path, "two"))


def test_what_is_no_kernel_of_its_own() -> None:
    """A device function is called; a kernel of a module that is written has to wait for its end."""

    @ptxpy.func
    def helper() -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match="helper is a device function"):
        helper.launch()
    text = 'from ptxpy import *\nmodule(version="8.0")\n@kernel\ndef k(): ptx.ret()\nk[1, 1]()\n'
    with pytest.raises(TraceError, match=r"k belongs to a module.* that must end first"):
        ptxpy.from_python(text)


def test_without_anything_that_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tracer has a place for what does."""
    monkeypatch.setattr(Loader, "load", None)
    with pytest.raises(TraceError, match="count cannot be launched"):
        launched(count)


@kernel(arch="sm_80", grid=1, block=1)
def store_scaled(
    out: u64,
    n: u32,
    scale: f32 = 2.0,  # type: ignore[assignment]  # the number that a launch passes
    *,
    plus: int = 0,
) -> None:
    """Store `n * scale + plus`."""
    address, count = ptx.ld.param.u64([out]), ptx.ld.param.u32([n])
    factor = ptx.ld.param.f32([scale])
    total = ptx.cvt.rn.f32.u32(count) * factor + float(plus)
    ptx.st.global_.f32([address], total)
    ptx.ret()


def test_arguments_by_name_and_by_default() -> None:
    """Parameters are given in their order or by name; a scalar with a default may be left out."""
    out = np.zeros(1, np.float32)
    cases: Any = [
        ((out, 3), {}, 6),
        ((out,), {"n": 4}, 8),
        ((), {"out": out, "scale": 0.5, "n": 4}, 2),
        ((out, 5, 1.0), {}, 5),
        ((out, 5), {"plus": 7}, 17),
        ((out,), {"n": np.uint32(6), "strict": True}, 12),
    ]
    for arguments, named, expected in cases:
        store_scaled.launch(*arguments, device="cpu", **named)
        assert out[0] == expected
    store_scaled[1, 1](out, n=2, device="cpu")
    assert out[0] == 4
    found = store_scaled.profile(out, n=9)
    assert out[0] == 18
    assert found is not None
    loaded = load(store_scaled.ptx())
    loaded.launch(out, scale=3.0, n=1, grid=1, block=1, device="cpu")
    assert out[0] == 3


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((), {"n": 1}, "needs its parameter out: out=…"),
        ((0, 1), {"n": 1}, "n is given twice, in its place and by name"),
        ((0, 1), {"gird": 4}, "has no parameter 'gird'; it has out, n, scale, and a launch has"),
        ((0,), {}, r"takes 3 arguments \(out \.u64, n \.u32, scale \.f32\); 1 given"),
        ((0, 1, 2.0, 3), {}, "takes 3 arguments .* 4 given"),
    ],
)
def test_arguments_that_are_not_understood(
    arguments: tuple[Any, ...], named: dict[str, Any], message: str
) -> None:
    """Arguments that are missing, unknown or given twice are refused by name."""
    with pytest.raises(LaunchError, match=message):
        store_scaled.launch(*arguments, device="cpu", **named)


COMPILED = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry fill(.param .u64 fill_param_0, .param .u32 fill_param_1)
{
	.reg .b64 %rd<2>;
	.reg .b32 %r<2>;
	ld.param.u64 %rd1, [fill_param_0];
	ld.param.u32 %r1, [fill_param_1];
	st.global.u32 [%rd1], %r1;
	ret;
}
"""


def test_names_of_compilers_are_taken_without_the_kernel() -> None:
    """As the command line and imported Python write them."""
    fill, out = ptxpy.load(ptxpy.parse(COMPILED)), np.zeros(1, np.uint32)
    fill.launch(param_0=out, fill_param_1=7, grid=1, block=1, device="cpu")
    assert out[0] == 7
    with pytest.raises(LaunchError, match="fill_param_0 is given twice, by both of its names"):
        fill.launch(param_0=out, fill_param_0=out, grid=1, block=1, device="cpu")


@kernel(arch="sm_80")
def copied(p: u64, unsigned: u32, signed: s32, byte: u8, bits: b32) -> None:
    """Write numbers to memory."""
    numbers = (ptx.ld.param.u32([unsigned]), ptx.ld.param.s32([signed]), ptx.ld.param.b32([bits]))
    at = ptx.ld.param.u64([p])
    ptx.st.global_.v4.b32([at], (*numbers, ptx.cvt.u32.u8(ptx.ld.param.u8([byte]))))
    ptx.ret()


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("unsigned", -1, False),
        ("unsigned", np.int32(-1), False),
        ("unsigned", 2**32 - 1, True),
        ("signed", -(2**31), True),
        ("signed", 2**31, False),
        ("signed", np.uint32(2**31), False),
        ("byte", -1, False),
        ("byte", 255, True),
        ("bits", -1, True),
        ("bits", 2**32 - 1, True),
        ("p", -1, False),
    ],
)
def test_numbers_have_the_sign_that_the_author_has_written(
    name: str, value: Any, fits: bool
) -> None:
    """`.u32` is not what a compiler writes for an `int` here."""
    out = np.zeros(4, np.uint32)
    numbers = {"p": out, "unsigned": 1, "signed": 1, "byte": 1, "bits": 1, name: value}
    if fits:
        copied.launch(*numbers.values(), grid=1, block=1, device="cpu")
        named = ("unsigned", "signed", "bits", "byte")
        assert out.tolist() == [int(numbers[each]) % 2**32 for each in named]
        return
    with pytest.raises(ptxpy.ArgumentError, match=rf"{name}: .*is out of the range of \."):
        copied.launch(*numbers.values(), grid=1, block=1, device="cpu")
