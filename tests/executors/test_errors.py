"""Public errors are the same after a process has sent them."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest

import ptxpy
from ptxpy.assemble import AssembleError, Message
from ptxpy.check import RetargetError, retarget
from ptxpy.isa.targets import parse_target
from ptxpy.launch.cuda.errors import CudaError

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"


def syntax() -> None:
    """Have PTX that does not parse."""
    ptxpy.parse(HEAD + ".entry k() { mov.u32 %r1 %r2; add; }\n", filename="x.ptx")


def simulation() -> None:
    """Have a kernel read address 0."""
    text = HEAD + ".entry k() { .reg .b32 %r1; ld.global.u32 %r1, [0]; ret; }\n"
    ptxpy.load(text).launch(grid=1, block=1, device="cpu")


def strict() -> None:
    """Have a kernel that two threads of write to the same place."""
    text = HEAD + (
        ".entry k(.param .u64 p) { .reg .b32 %r1; .reg .b64 %rd1; ld.param.u64 %rd1, [p];\n"
        "mov.u32 %r1, %tid.x; st.global.u32 [%rd1], %r1; ret; }\n"
    )
    found = np.zeros(4, np.uint32)
    ptxpy.load(text).launch(found, grid=1, block=64, strict=True)


def unsupported() -> None:
    """Have an instruction that the simulator does not know."""
    text = HEAD + ".entry k() { .reg .b32 %r1; frobnicate.u32 %r1; ret; }\n"
    ptxpy.load(text).launch(grid=1, block=1, device="cpu")


def argument() -> None:
    """Launch without an argument."""
    ptxpy.load(HEAD + ".entry k(.param .u32 n) { ret; }\n").launch(grid=1, block=1, device="cpu")


def retargeted() -> None:
    """Have a target that lacks an instruction."""
    module = ptxpy.parse(HEAD + ".entry k() { setmaxnreg.inc.sync.aligned.u32 24; ret; }\n")
    retarget(module, target=parse_target("sm_80"))


def assembled() -> None:
    """Have an error of an assembler."""
    raise AssembleError([Message("error", "no such thing", 3)])


def driver() -> None:
    """Have an error of the driver."""
    call, name, text = "cuLaunchKernel", "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal address"
    raise CudaError(call, name, text, "saxpy")


@pytest.mark.parametrize(
    ("fail", "kind"),
    [
        (syntax, ptxpy.PtxSyntaxError),
        (simulation, ptxpy.SimulationError),
        (strict, ptxpy.SimulationError),
        (unsupported, ptxpy.UnsupportedError),
        (argument, ptxpy.ArgumentError),
        (retargeted, RetargetError),
        (assembled, AssembleError),
        (driver, CudaError),
    ],
)
def test_errors_can_be_sent(fail: Callable[[], None], kind: type[Exception]) -> None:
    """With all that they know."""
    with pytest.raises(kind) as caught:
        fail()
    error = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert type(error) is type(caught.value)
    assert str(error) == str(caught.value)
    assert vars(error) == vars(caught.value)
