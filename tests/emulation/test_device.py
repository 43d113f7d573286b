"""The emulated device: allocations, modules, and launches with their errors."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest

from ptxpy.emulation.launches import Launch
from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.syntax import parse
from tests.emulation.device_harness import HEADER, device, launch, load, words

STORE = """
.visible .entry store(.param .u64 p, .param .u64 value)
{
    .reg .u64 %rd<3>;
    .reg .u32 %r<3>;
    ld.param.u64 %rd1, [p];
    ld.param.u64 %rd2, [value];
    cvt.u32.u64 %r1, %rd2;
    st.global.u32 [%rd1], %r1;
    ret;
}
"""

COUNTER = """
.visible .global .align 4 .u32 counter = 5;
.visible .const .align 4 .u32 step = 3;
.visible .entry count()
{
    .reg .u32 %r<4>;
    ld.global.u32 %r1, [counter];
    ld.const.u32 %r2, [step];
    add.u32 %r3, %r1, %r2;
    st.global.u32 [counter], %r3;
    ret;
}
"""


def test_a_kernel_writes_to_an_allocation() -> None:
    """A kernel writes where the program reads."""
    found = device()
    module = load(found, STORE)
    address = found.allocate(4)
    assert launch(found, module, "store", address, 7).status == Status.SUCCESS
    assert words(found, address, 1) == [7]


def test_two_modules_share_the_memory() -> None:
    """A kernel reaches the variables of another module by their addresses."""
    found = device()
    one, other = load(found, STORE), load(found, COUNTER)
    address, size = found.variable(other, "counter")
    assert size == 4
    assert words(found, address, 1) == [5]
    launch(found, one, "store", address, 40)
    launch(found, other, "count")
    launch(found, other, "count")
    assert words(found, address, 1) == [46]


def test_a_kernel_is_described() -> None:
    """Parameters, resources and directives of a kernel are as its PTX has them."""
    found = device()
    module = load(
        found,
        """
        .visible .entry k(.param .u8 a, .param .align 8 .b8 b[12], .param .u32 c)
        .reqntid 64, 2 .reqnctapercluster 2
        {
            .shared .align 4 .b8 tile[400];
            .reg .u32 %r<2>;
            mov.u32 %r1, tile;
            ret;
        }
        .visible .entry m() .maxntid 96 { ret; }
        .func f() { ret; }
        """,
    )
    info = found.kernel(module, "k")
    assert info.parameters == ((0, 1), (8, 12), (20, 4))
    assert (info.parameter_bytes, info.static_shared) == (24, 400)
    assert (info.required_block, info.max_threads, info.cluster) == ((64, 2, 1), 128, (2, 1, 1))
    assert (info.architecture, info.target, info.ptx_version) == (90, "sm_90", 80)
    assert found.kernels(module) == ["k", "m"]
    assert found.kernel(module, "m").max_threads == 96
    assert found.kernel(module, "m").id != info.id
    assert found.kernel(module, "k") == info


ERRORS = [
    ("st.global.u32 [%rd1+2], 1;", Status.MISALIGNED_ADDRESS, "not a multiple of the 4 bytes"),
    ("st.global.u32 [%rd1+8], 1;", Status.ILLEGAL_ADDRESS, "right behind the allocation at"),
    ("trap;", Status.LAUNCH_FAILED, "trap"),
    ("L: bra L;", Status.LAUNCH_TIMEOUT, "has not ended"),
    ("bar.sync %r1, 33;", Status.LAUNCH_FAILED, "not whole warps"),
]


@pytest.mark.parametrize(("statement", "status", "text"), ERRORS)
def test_a_fault_has_its_number_and_a_message(statement: str, status: Status, text: str) -> None:
    """A fault is the error that a device gives, and says where."""
    found = device(max_steps=1000)
    source = STORE.replace("st.global.u32 [%rd1], %r1;", statement)
    module = load(found, source)
    result = launch(found, module, "store", found.allocate(8), 7)
    assert result.status == status
    assert text in result.message
    assert result.message.startswith("store: ")
    assert result.ran


def test_an_access_to_freed_memory_names_the_allocation() -> None:
    """A stale pointer is told by the allocation that was freed."""
    found = device()
    module = load(found, STORE)
    address = found.allocate(4096)
    found.free(address)
    result = launch(found, module, "store", address + 8, 7)
    assert result.status == Status.ILLEGAL_ADDRESS
    assert f"in the allocation at {address:#x} of 4,096 bytes, which has been freed" in (
        result.message
    )


def test_the_line_of_the_source_is_named() -> None:
    """With line information, a message has the line of the CUDA source."""
    found = device()
    text = STORE.replace("st.global", ".loc 1 42 7\n    st.global").replace("[%rd1]", "[%rd1+2]")
    module = load(found, text + '.file 1 "/home/me/saxpy.cu"\n')
    result = launch(found, module, "store", found.allocate(4), 7)
    assert "at /home/me/saxpy.cu:42 (unit0.ptx:13): st.global.u32" in result.message


def test_launches_that_exceed_limits_do_not_run() -> None:
    """A block that is too large is refused by the launch."""
    found = device()
    module = load(found, STORE)
    result = launch(found, module, "store", found.allocate(4), 7, block=2048)
    assert result.status == Status.LAUNCH_OUT_OF_RESOURCES
    assert not result.ran
    assert "1,024" in result.message


CLUSTERS = """
.visible .entry k(.param .u64 p) .reqntid 32 .reqnctapercluster 2
{
    .reg .u64 %rd<2>;
    .reg .u32 %r<2>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %nclusterid.x;
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry plain() { ret; }
"""


def test_the_cluster_is_that_of_the_directive() -> None:
    """A launch without a cluster has that of `.reqnctapercluster`."""
    found = device()
    module = load(found, CLUSTERS)
    address = found.allocate(4)
    assert launch(found, module, "k", address, grid=6).status == Status.SUCCESS
    assert words(found, address, 1) == [3]


REFUSED_LAUNCHES = [
    ("k", {"grid": 0}, Status.INVALID_VALUE, "a grid of (0, 1, 1)"),
    ("k", {"grid": 2, "block": 64}, Status.INVALID_VALUE, "its .reqntid is (32, 1, 1)"),
    ("k", {"grid": 3}, Status.INVALID_CLUSTER_SIZE, "do not divide"),
    ("k", {"grid": 4, "cluster": (4, 1, 1)}, Status.INVALID_CLUSTER_SIZE, ".reqnctapercluster"),
    ("plain", {"grid": 32, "cluster": (32, 1, 1)}, Status.INVALID_CLUSTER_SIZE, "at most 16"),
    (
        "plain",
        {"block": 1024, "grid": 2048, "cooperative": True},
        Status.COOPERATIVE_LAUNCH_TOO_LARGE,
        "all CTAs resident",
    ),
]


@pytest.mark.parametrize(("name", "shape", "status", "text"), REFUSED_LAUNCHES)
def test_shapes_that_are_not_possible_are_refused(
    name: str, shape: dict[str, Any], status: Status, text: str
) -> None:
    """The launch does not run, and its error is that of the driver."""
    found = device()
    module = load(found, CLUSTERS)
    values = [found.allocate(4)] if name == "k" else []
    result = launch(found, module, name, *values, **shape)
    assert (result.status, result.ran) == (status, False)
    assert text in result.message


def test_parameters_that_are_missing_are_refused() -> None:
    """A kernel is not launched with fewer bytes than it reads."""
    found = device()
    module = load(found, CLUSTERS)
    result = launch(found, module, "k", grid=2)
    assert (result.status, result.ran) == (Status.INVALID_VALUE, False)
    assert "0 of 8 bytes of parameters" in result.message


def test_a_cooperative_launch_has_a_workspace() -> None:
    """Kernels find the zeroed workspace of the grid in the registers of the environment."""
    found = device()
    text = """
    .visible .entry k(.param .u64 p)
    {
        .reg .u64 %rd<3>;
        .reg .u32 %r<4>;
        ld.param.u64 %rd1, [p];
        mov.u32 %r1, %envreg1;
        mov.u32 %r2, %envreg2;
        mov.b64 %rd2, {%r2, %r1};
        atom.global.add.u32 %r3, [%rd2+4], 1;
        st.global.u32 [%rd1], %r3;
        ret;
    }
    """
    module = load(found, text)
    address = found.allocate(4)
    for _ in range(2):
        result = launch(found, module, "k", address, block=1, cooperative=True)
        assert result.status == Status.SUCCESS
        assert words(found, address, 1) == [0]
    result = launch(found, module, "k", address, block=1)
    assert result.status == Status.ILLEGAL_ADDRESS
    assert "cooperative" in result.message


def test_what_is_not_loaded_is_refused() -> None:
    """Names and numbers of what is not there are errors that say so."""
    found = device()
    module = load(found, STORE)
    with pytest.raises(DeviceError, match="did you mean store") as caught:
        found.kernel(module, "stor")
    assert caught.value.status == Status.NOT_FOUND
    with pytest.raises(DeviceError, match="no variable 'x'"):
        found.variable(module, "x")
    info = found.kernel(module, "store")
    found.unload(module)
    assert found.launch(Launch(info.id, (1, 1, 1), (1, 1, 1), bytes(16))).status == (
        Status.INVALID_HANDLE
    )
    with pytest.raises(DeviceError, match="no module"):
        found.kernels(module)


def test_what_does_not_parse_is_refused() -> None:
    """PTX with an error of syntax is not loaded."""
    with pytest.raises(DeviceError) as caught:
        load(device(), ".visible .entry k( { ret; }")
    assert caught.value.status == Status.INVALID_PTX
    assert "unit0.ptx:4" in str(caught.value)


def test_unloading_frees_the_variables() -> None:
    """Nothing of a module is left when it is unloaded."""
    found = device()
    before = found.memory.free_ranges.total()
    module = load(found, COUNTER)
    address, _ = found.variable(module, "counter")
    found.unload(module)
    assert found.memory.free_ranges.total() == before
    assert words(found, address, 1) == [0]


def test_a_module_with_short_pointers_is_refused() -> None:
    """Addresses of the device do not fit 32 bits."""
    text = HEADER.replace("64", "32") + ".visible .entry k() { ret; }"
    with pytest.raises(DeviceError, match="address_size 32"):
        device().load([text.encode()], ["short.ptx"])


def test_printf_is_in_the_result() -> None:
    """What threads print is in the result of the launch."""
    found = device()
    module = load(
        found,
        """
        .extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
        .global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
        .visible .entry k()
        {
            .reg .b64 %rd<3>;
            mov.u64 %rd1, text;
            cvta.global.u64 %rd2, %rd1;
            {
                .param .b64 f;
                .param .b64 a;
                .param .b32 r;
                st.param.b64 [f], %rd2;
                st.param.b64 [a], 0;
                call.uni (r), vprintf, (f, a);
            }
            ret;
        }
        """,
    )
    assert launch(found, module, "k", block=2).printed == b"hello\nhello\n"


def test_a_launch_costs_little_more_than_the_simulation() -> None:
    """The device adds less than 0.2 ms to a launch."""
    found = device()
    module = load(found, ".visible .entry empty() { ret; }")
    info = found.kernel(module, "empty")
    request = Launch(info.id, (1, 1, 1), (32, 1, 1), b"")
    loaded = LoadedModule(parse(f"{HEADER}.visible .entry empty() {{ ret; }}"))
    geometry = Geometry((1, 1, 1), (32, 1, 1), (1, 1, 1))
    times: dict[str, list[float]] = {"device": [], "simulator": []}
    for _ in range(200):
        begin = time.perf_counter()
        found.launch(request)
        middle = time.perf_counter()
        loaded.run("empty", b"", geometry)
        times["device"].append(middle - begin)
        times["simulator"].append(time.perf_counter() - middle)
    assert median(times["device"]) - median(times["simulator"]) < 200e-6
