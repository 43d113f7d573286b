"""What a loaded module takes is given back when nothing refers to its kernels."""

from __future__ import annotations

import gc
from collections.abc import Callable
from weakref import ref

import numpy as np
import pytest

import ptxpy
from ptxpy import kernel, ptx, u64
from ptxpy.sim.backend import _loaded

TEXT = """.version 8.0
.target sm_80
.address_size 64
.entry k(.param .u64 p) {
    .reg .b64 %d<2>;
    ld.param.u64 %d0, [p];
    st.global.u32 [%d0], 1;
    ret;
}
"""


def _of_python() -> ptxpy.Kernel:
    @kernel(arch="sm_80", raw_params=[("u64", "p")])
    def k() -> None:
        ptx.st.global_.u32([ptx.param(u64, "p")], 1)
        ptx.ret()

    return ptxpy.load(k)


@pytest.mark.usefixtures("collect_new_objects")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    "load",
    [lambda: ptxpy.load(TEXT), lambda: ptxpy.load(ptxpy.parse(TEXT)), _of_python],
    ids=["text", "module", "python"],
)
def test_memory_is_given_back(load: Callable[[], ptxpy.Kernel], *, strict: bool) -> None:
    """A process may load any number of modules: each reserves much address space."""
    loaded = load()
    out = np.zeros(1, np.int32)
    loaded.launch(out, grid=1, block=1, device="cpu", strict=strict)
    assert out[0] == 1
    memory = ref(_loaded(loaded.source)[0].memory)
    assert memory() is not None
    del loaded
    gc.collect()
    assert memory() is None
