"""`@intrinsic`: what a function emits stands under its name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import TraceError, dsl, intrinsic, kernel, ptx, u64


@intrinsic
def square(value: Any) -> Any:
    """Return the square of a value."""
    return value * value


@intrinsic
def fourth(value: Any, *, note: str = "") -> Any:
    """Return the fourth power."""
    if note:
        ptx.comment(note)
    return square(square(value))


@kernel(arch="sm_80", block=1)
def powers(x: u64) -> None:
    """Replace a number by its fourth power."""
    address = ptx.ld.param.u64([x])
    value = ptx.ld.global_.f32([address])
    ptx.st.global_.f32([address], fourth(value, note="twice the square"))
    ptx.ret()


def test_scopes_are_visible() -> None:
    """As comments around what is emitted, nested as the functions are."""
    assert powers.ptx().partition("{\n")[2] == (
        "    .reg .b64 %rd<1>;\n"
        "    .reg .f32 %f<3>;\n"
        "    ld.param.u64 %rd0, [x];\n"
        "    ld.global.f32 %f0, [%rd0];\n"
        "    // begin fourth\n"
        "    // twice the square\n"
        "    // begin square\n"
        "    mul.f32 %f1, %f0, %f0;\n"
        "    // end square\n"
        "    // begin square\n"
        "    mul.f32 %f2, %f1, %f1;\n"
        "    // end square\n"
        "    // end fourth\n"
        "    st.global.f32 [%rd0], %f2;\n"
        "    ret;\n"
        "}\n"
    )


def test_they_change_nothing() -> None:
    """The function is what it was, and so is the kernel; the comments come back from PTX."""
    x = np.array([3], np.float32)
    powers.launch(x, grid=1, device="cpu")
    assert x == 81
    text = powers.ptx()
    assert ptxpy.emit(ptxpy.parse(text)) == text
    assert square.__name__ == "square"
    assert square.__doc__ == "Return the square of a value."


def test_outside_a_kernel() -> None:
    """It is the function itself."""

    @intrinsic
    def doubled(x: int) -> int:
        return 2 * x

    assert doubled(3) == 6


RECURSIVE = """\
from ptxpy import *
@intrinsic
def down(n):
    ptx.bar.sync(n % 16)
    {condition}down(n - 1)
@kernel(arch="sm_80")
def k():
    down(8)
    ptx.ret()
"""


def test_one_that_calls_itself() -> None:
    """It is unrolled, and refused where that does not end."""
    module = ptxpy.from_python(RECURSIVE.format(condition="if n: "))
    assert ptxpy.emit(module).count("// begin down") == 9
    with pytest.raises(TraceError, match="the intrinsic down calls itself 64 deep") as caught:
        dsl.trace_python(RECURSIVE.format(condition=""), filename="k.py")
    assert dsl.raising_line(caught.value, "k.py") == 5


def test_two_that_call_each_other() -> None:
    """Likewise."""
    text = RECURSIVE.format(condition="up").replace(
        "@kernel", "@intrinsic\ndef updown(n):\n    down(n)\n@kernel"
    )
    with pytest.raises(TraceError, match="calls itself 64 deep"):
        ptxpy.from_python(text)


def test_one_that_fails_is_left() -> None:
    """Another kernel begins anew."""

    @intrinsic
    def failing() -> None:
        raise OSError

    @kernel(arch="sm_80")
    def caught() -> None:
        for _ in range(100):
            with pytest.raises(OSError):  # noqa: PT011 - what the body raises
                failing()
        ptx.ret()

    assert "ret;" in caught.ptx()


def test_in_a_device_function_and_in_a_module() -> None:
    """Wherever PTX is written."""
    text = (
        "from ptxpy import *\n"
        'module("ptxpy", version="8.0", target="sm_80")\n'
        "@intrinsic\ndef sync():\n    ptx.bar.sync(0)\n"
        "@func\ndef f():\n    sync()\n    ptx.ret()\n"
        "@kernel\ndef k(x: u64):\n    sync()\n    ptx.ret()\n"
    )
    emitted = ptxpy.emit(ptxpy.from_python(text))
    assert emitted.count("    // begin sync\n    bar.sync 0;\n    // end sync\n    ret;") == 2
