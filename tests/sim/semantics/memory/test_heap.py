"""What `malloc` gives in one launch, in those that follow; what kernels of a module share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import Kernel, load
from ptxpy.sim import SimulationError
from ptxpy.sim.machine.allocations import MAX_HEAP_BYTES, Heap
from ptxpy.sim.machine.global_memory import Memory

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b64 address) malloc (.param .b64 size);
.extern .func free (.param .b64 address);
.global .align 8 .u64 blocks[64];
.visible .entry give(.param .u64 size)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<9>;
    ld.param.u64 %d1, [size];
    mov.u32 %r1, %tid.x;
    {
        .param .b64 wanted;
        .param .b64 given;
        st.param.b64 [wanted], %d1;
        call.uni (given), malloc, (wanted);
        ld.param.b64 %d2, [given];
    }
    mad.wide.u32 %d3, %r1, 8, blocks;
    st.global.u64 [%d3], %d2;
    ret;
}
.visible .entry fill(.param .u32 value)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<9>;
    ld.param.u32 %r2, [value];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %d3, %r1, 8, blocks;
    ld.global.u64 %d2, [%d3];
    add.u32 %r2, %r2, %r1;
    st.u32 [%d2], %r2;
    ret;
}
.visible .entry read(.param .u64 out)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<9>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %d3, %r1, 8, blocks;
    ld.global.u64 %d2, [%d3];
    ld.u32 %r2, [%d2];
    mad.wide.u32 %d1, %r1, 4, %d1;
    st.global.u32 [%d1], %r2;
    ret;
}
.visible .entry take()
{
    .reg .b32 %r<5>;
    .reg .b64 %d<9>;
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %d3, %r1, 8, blocks;
    ld.global.u64 %d2, [%d3];
    {
        .param .b64 given;
        st.param.b64 [given], %d2;
        call.uni free, (given);
    }
    ret;
}
"""


class Module:
    """A loaded module, and its kernels by name."""

    def __init__(self, *, strict: bool = False) -> None:
        """Load it."""
        self.module = ptxpy.parse(PTX)
        self.strict = strict
        self.kept = load(self.module, "give")

    def run(self, name: str, *arguments: Any, block: int = 32) -> None:
        """Launch one of the kernels, loaded anew."""
        kernel = load(self.module, name)
        kernel.launch(*arguments, grid=1, block=block, device="cpu", strict=self.strict)

    def read(self) -> list[int]:
        """Return what the blocks of 32 threads hold."""
        out = np.zeros(32, np.int32)
        self.run("read", out)
        return [int(value) for value in out]

    @property
    def blocks(self) -> list[int]:
        """The addresses that are kept."""
        return [int(value) for value in self.kept.globals.on("cpu")["blocks"]]


@pytest.mark.parametrize("strict", [False, True])
def test_blocks_outlive_a_launch(*, strict: bool) -> None:
    """They are given in one kernel, filled in the next, read in a third, and freed in a fourth."""
    module = Module(strict=strict)
    for value in (5, 700):
        module.run("give", 48)
        module.run("fill", value)
        assert module.read() == [value + lane for lane in range(32)]
        assert len({*module.blocks[:32]}) == 32
        module.run("take")


@pytest.mark.parametrize("strict", [False, True])
def test_what_is_wrong_is_found_in_later_launches(*, strict: bool) -> None:
    """A block that is freed twice, and one that is used when it has been freed."""
    module = Module(strict=strict)
    module.run("give", 48, block=1)
    module.run("take", block=1)
    address = module.blocks[0]
    with pytest.raises(SimulationError, match=f"free of {address:#x}, which has been freed before"):
        module.run("take", block=1)
    module.run("give", 48, block=1)
    assert module.blocks[0] != address
    module.kept.globals.on("cpu")["blocks"] = [address] * 64
    with pytest.raises(SimulationError, match="in a block from malloc that has been freed"):
        module.run("fill", 1, block=1)
    module.kept.globals.on("cpu")["blocks"] = [address + 8] * 64
    with pytest.raises(SimulationError, match="which malloc did not give"):
        module.run("take", block=1)


def test_there_is_no_more_than_the_heap() -> None:
    """What does not fit is a null pointer; what is freed can be given again."""
    module = Module()
    module.run("give", MAX_HEAP_BYTES // 32)
    assert sum(address != 0 for address in module.blocks[:32]) == 31
    module.run("take")
    module.run("give", MAX_HEAP_BYTES)
    assert not any(module.blocks[:32])
    module.run("give", MAX_HEAP_BYTES // 2, block=1)
    assert module.blocks[0]


def test_addresses_are_given_again_when_all_have_been() -> None:
    """Blocks never overlap, whatever is freed in between."""
    memory = Memory()
    heap = Heap(memory)
    live: dict[int, int] = {}
    random = np.random.default_rng(7)
    for _ in range(3000):
        size = int(random.integers(1, MAX_HEAP_BYTES // 8))
        start = heap.allocate(size)
        if not start:
            for old in [*live][::2]:
                assert heap.free(old) == ""
                del live[old]
            continue
        assert heap.start <= start
        assert start + size <= heap.stop
        assert all(start + size <= other or end <= start for other, end in live.items())
        live[start] = start + size
        assert heap.allocated_bytes <= MAX_HEAP_BYTES


def test_kernels_of_a_module_share_its_variables() -> None:
    """Of the same object, or of another kernel; a text that is loaded twice is two modules."""
    module = ptxpy.parse(PTX)
    one = load(module, "give")
    assert load(module, "read").source is one.source
    assert load(one, "read").source is one.source
    assert load(PTX, "give").source is not load(PTX, "read").source
    other = ptxpy.parse(PTX)
    assert load(other, "give").source is not one.source
    one.globals.on("cpu")["blocks"] = range(64)
    assert load(module, "read").globals.on("cpu")["blocks"].tolist() == [*range(64)]
    assert not load(PTX, "read").globals.on("cpu")["blocks"].any()


class Hooked:
    """Something that gives a module when it is asked for it."""

    def __init__(self) -> None:
        """Parse it once."""
        self.module = ptxpy.parse(PTX)

    def __ptxpy_module__(self) -> ptxpy.ir.Module:
        """Return the module."""
        return self.module


def test_an_object_gives_the_same_module_each_time() -> None:
    """Its kernels share variables, too."""
    hooked = Hooked()
    kernel: Kernel = load(hooked, "give")
    assert load(hooked, "take").source is kernel.source
