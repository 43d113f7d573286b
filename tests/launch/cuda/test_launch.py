"""Launches on an emulated GPU: what the driver is told, and what comes back."""

from __future__ import annotations

import gc
import struct

import numpy as np
import pytest

from ptxpy.launch import Kernel, Texture, load, multicast, readonly
from ptxpy.launch.cuda import CudaError, DriverMissingError
from ptxpy.launch_request import ArgumentError, LaunchError
from tests.launch.cuda.conftest import Gpus
from tests.launch.cuda.fake_driver import REAL, FakeDriver, FakeKernel, Launched
from tests.launch_request.devices import DlpackArray, InterfaceArray

SCALE = """
.version 8.0
.target {target}
.address_size 64
.visible .entry scale(.param .u64 out, .param .f32 by, .param .u64 x, .param .u8 n)
{directives}
{{ ret; }}
"""


def kernel(target: str = "sm_80", directives: str = "") -> Kernel:
    """Return the kernel that `driver` knows."""
    return load(SCALE.format(target=target, directives=directives))


def scale(fake: FakeDriver, values: list[bytes]) -> None:
    """Do what the kernel does: `out[i] = by * x[i]`."""
    out, by, x, n = values
    count = n[0]
    source = fake.piece(int.from_bytes(x, "little"), 4 * count)
    target = fake.piece(int.from_bytes(out, "little"), 4 * count)
    numbers = struct.unpack(f"{count}f", source)
    target[:] = struct.pack(
        f"{count}f", *[number * struct.unpack("f", by)[0] for number in numbers]
    )


def driver(arch: int = 80, gpus: int = 1, **attributes: int) -> FakeDriver:
    """Return a driver that runs the kernel."""
    return FakeDriver({"scale": FakeKernel((8, 4, 8, 1), scale, attributes)}, arch, gpus)


def test_arrays_of_numpy_are_copied_in_and_out(gpus: Gpus) -> None:
    """The results are in the array when the launch returns, and no memory is left."""
    fake = gpus.use(driver())
    x, out = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    kernel().launch(out, 2.0, x, 5, grid=(2, 3), block=(4, 5, 6))
    assert out.tolist() == [0, 2, 4, 6, 8]
    assert x.tolist() == [0, 1, 2, 3, 4]
    (launch,) = fake.launches
    assert launch[:6] == ("scale", (2, 3, 1), (4, 5, 6), None, 0, 0)
    assert launch.parameters[1] == struct.pack("<f", 2)
    assert launch.parameters[3] == b"\x05"
    assert fake.memory == {}
    assert fake.contexts == []
    assert gpus.assembled[0][1] == "sm_80"


def test_order_of_the_calls(gpus: Gpus) -> None:
    """What is needed, once; the second launch does not load the module again."""
    fake = gpus.use(driver())
    x = np.ones(3, np.float32)
    made = kernel()
    made.launch(x, 1.0, x, 3, grid=1, block=1, device="cuda")
    fake.calls.clear()
    made[1, 1](x, 3.0, x, 3)
    assert x.tolist() == [3, 3, 3]
    assert fake.names() == [
        "cuDeviceGetCount",
        "cuCtxGetCurrent",
        "cuCtxPushCurrent",
        "cuStreamIsCapturing",
        "cuMemAlloc",
        "cuMemcpyHtoDAsync",
        "cuLaunchKernelEx",
        "cuStreamSynchronize",
        "cuMemcpyDtoHAsync",
        "cuStreamSynchronize",
        "cuMemFree",
        "cuCtxPopCurrent",
    ]


def test_what_is_only_read_is_not_copied_back(gpus: Gpus) -> None:
    """`readonly` says so."""
    fake = gpus.use(driver())
    x, out = np.ones(3, np.float32), np.zeros(3, np.float32)
    x.flags.writeable = False
    kernel()[1, 1](out, 3.0, readonly(x), 3)
    assert out.tolist() == [3, 3, 3]
    assert fake.names().count("cuMemcpyHtoDAsync") == 2
    assert fake.names().count("cuMemcpyDtoHAsync") == 1


def test_views_of_one_array_share_memory(gpus: Gpus) -> None:
    """A kernel sees through one what it writes through the other."""
    fake = gpus.use(driver())
    x = np.arange(6, dtype=np.float32)
    kernel()[1, 1](x[:4], 10.0, x[2:], 4)
    assert x.tolist() == [20, 30, 40, 50, 4, 5]
    out, source = (int.from_bytes(fake.launches[0].parameters[i], "little") for i in (0, 2))
    assert source - out == 8
    assert fake.names().count("cuMemAlloc") == 1


def test_arrays_of_the_gpu_are_used_where_they_are(gpus: Gpus) -> None:
    """Nothing is copied, and the launch does not wait for the kernel."""
    fake = gpus.use(driver())
    fake.contexts.append(0)
    address = fake.allocate(32)
    fake.contexts.clear()
    fake.memory[address][:] = struct.pack("8f", *range(8))
    fake.owners = {address: 0, address + 16: 0}
    out, x = InterfaceArray(address, (4,)), InterfaceArray(address + 16, (4,))
    kernel().launch(out, 2.0, x, 4, grid=1, block=1, stream=9)
    assert struct.unpack("8f", fake.memory[address])[:4] == (8, 10, 12, 14)
    assert fake.launches[0].stream == 9
    assert not {"cuMemcpyHtoDAsync", "cuStreamSynchronize", "cuMemAlloc"} & {*fake.names()}


def test_streams_of_arrays_are_waited_for(gpus: Gpus) -> None:
    """The launch comes behind what another stream does with its arrays."""
    fake = gpus.use(FakeDriver({"scale": FakeKernel((8, 4, 8, 1), lambda *_: None)}, 80))
    fake.owners = {4096: 0}
    out = InterfaceArray(4096, (4,), stream=5)
    kernel().launch(out, 2.0, None, 4, grid=1, block=1, stream=9)
    calls = {name: arguments for name, *arguments in fake.calls}
    assert calls["cuEventRecord"] == ["event", 5]
    assert calls["cuStreamWaitEvent"] == [9, "event", 0]
    assert fake.names().index("cuStreamWaitEvent") < fake.names().index("cuLaunchKernelEx")
    assert "cuEventDestroy" in fake.names()


def test_the_gpu_of_an_array_is_the_default(gpus: Gpus) -> None:
    """Arrays say where to launch; another device is refused."""
    fake = gpus.use(FakeDriver({"scale": FakeKernel((8, 4, 8, 1), lambda *_: None)}, 80, 2))
    x = DlpackArray(np.zeros(4, np.float32), (2, 1))
    for device in (None, "cuda", "cuda:1"):
        kernel().launch(x, 1.0, x, 4, grid=1, block=1, device=device)
    assert {call[1] for call in fake.calls if call[0] == "cuCtxPushCurrent"} == {101}
    with pytest.raises(
        ArgumentError, match=r"out: the array is on cuda:1, but the launch is on cuda:0"
    ):
        kernel().launch(x, 1.0, x, 4, grid=1, block=1, device="cuda:0")
    with pytest.raises(ArgumentError, match=r'out: the array is on a GPU, .* device="cpu"'):
        kernel().launch(x, 1.0, x, 4, grid=1, block=1, device="cpu")


def run(gpus: Gpus, made: Kernel, fake: FakeDriver, **options: object) -> Launched:
    """Launch the kernel with null pointers, and return what the driver saw."""
    gpus.use(fake)
    fake.kernels["scale"] = fake.kernels["scale"]._replace(body=lambda *_: None)
    made.launch(None, 1.0, None, 0, **{"grid": 8, "block": 32, **options})  # type: ignore[arg-type]
    return fake.launches[-1]


def test_clusters(gpus: Gpus) -> None:
    """A cluster is an attribute of the launch; more than eight CTAs must be asked for."""
    fake = driver(90)
    made = kernel("sm_90a")
    assert run(gpus, made, fake, cluster=(4, 1, 1)).cluster == (4, 1, 1)
    assert fake.set == []
    for _ in range(2):
        assert run(gpus, made, fake, grid=16, cluster=16).cluster == (16, 1, 1)
    assert fake.set == [("scale", "NON_PORTABLE_CLUSTER_SIZE_ALLOWED", 1)]


def test_a_grid_of_clusters(gpus: Gpus) -> None:
    """With `.blocksareclusters` the driver counts clusters, as the caller does."""
    directives = ".blocksareclusters .reqntid 32 .reqnctapercluster 4, 2"
    made = kernel("sm_90a", directives)
    found = run(gpus, made, driver(90), grid=(3, 5))
    assert (found.grid, found.cluster) == ((3, 5, 1), None)


def test_clusters_of_the_header_are_not_given_again(gpus: Gpus) -> None:
    """The driver knows them from the cubin."""
    made = kernel("sm_90a", ".reqnctapercluster 4")
    assert run(gpus, made, driver(90)).cluster is None
    with pytest.raises(LaunchError, match="not a multiple of the 4"):
        run(gpus, made, driver(90), grid=6)


def test_dynamic_shared_memory(gpus: Gpus) -> None:
    """Beyond 48 KiB it is asked for, and again only for more."""
    fake = driver(90, SHARED_SIZE_BYTES=1000)
    made = kernel()
    for size in (0, 48 << 10, 100_000, 90_000, 200_000):
        assert run(gpus, made, fake, shared_bytes=size).shared_bytes == size
    name = "MAX_DYNAMIC_SHARED_SIZE_BYTES"
    assert fake.set == [
        ("scale", name, 48 << 10),
        ("scale", name, 100_000),
        ("scale", name, 200_000),
    ]
    with pytest.raises(LaunchError, match=r"cuda:0 \(Fake GPU\) has 232,448"):
        run(gpus, made, fake, shared_bytes=232_449)


def test_registers_limit_the_block(gpus: Gpus) -> None:
    """The driver would say that it has too few resources."""
    fake = driver(MAX_THREADS_PER_BLOCK=256, NUM_REGS=255)
    assert run(gpus, kernel(), fake, block=256).block == (256, 1, 1)
    message = r"block \(512, 1, 1\) has 512 threads; scale takes at most 256 on cuda:0 .* 255 reg"
    with pytest.raises(LaunchError, match=message):
        run(gpus, kernel(), fake, block=512)


@pytest.mark.parametrize(
    ("target", "gpu", "arch"),
    [
        ("sm_80", 80, "sm_80"),
        ("sm_80", 86, "sm_86"),
        ("sm_52", 90, "sm_90"),
        ("sm_90a", 90, "sm_90a"),
        ("sm_100f", 103, "sm_103f"),
        ("sm_90a", 100, None),
        ("sm_90", 89, None),
        ("sm_100f", 120, None),
        ("sm_90a", 89, None),
    ],
)
def test_architectures(gpus: Gpus, target: str, gpu: int, arch: str | None) -> None:
    """PTX is assembled for the GPU, if that has what the target promises."""
    if arch is None:
        with pytest.raises(
            LaunchError, match=f"the kernel is for {target}, but cuda:0 .* is sm_{gpu}"
        ):
            run(gpus, kernel(target), driver(gpu))
        assert gpus.assembled == []
        return
    fake, made = driver(gpu), kernel(target)
    run(gpus, made, fake)
    assert gpus.assembled[0][1] == arch
    assert fake.images == [b"cubin for " + arch.encode()]


@pytest.mark.usefixtures("collect_new_objects")
def test_modules_are_unloaded(gpus: Gpus) -> None:
    """When nothing refers to the kernel any more."""
    fake = driver()
    made = kernel()
    run(gpus, made, fake)
    assert fake.images == [b"cubin for sm_80"]
    del made
    gc.collect()
    assert fake.images == [b"unloaded"]


@pytest.mark.parametrize("call", ["cuMemAlloc", "cuMemcpyHtoDAsync", "cuLaunchKernelEx"])
def test_what_the_driver_refuses(gpus: Gpus, call: str) -> None:
    """Its name and words are told, and nothing is left on the GPU."""
    fake = gpus.use(driver())
    fake.fails[call] = REAL.CUresult.CUDA_ERROR_OUT_OF_MEMORY
    x = np.zeros(4, np.float32)
    with pytest.raises(
        CudaError, match=rf"CUDA_ERROR_OUT_OF_MEMORY: words of 2 \({call}\)$"
    ) as caught:
        kernel()[1, 1](x, 1.0, x, 4)
    assert (caught.value.call, caught.value.name) == (call, "CUDA_ERROR_OUT_OF_MEMORY")
    assert fake.memory == {}
    assert fake.contexts == []


def test_a_kernel_that_faults(gpus: Gpus) -> None:
    """The message says what tells more."""
    fake = gpus.use(driver())
    fake.fails["cuStreamSynchronize"] = REAL.CUresult.CUDA_ERROR_ILLEGAL_ADDRESS
    x = np.zeros(4, np.float32)
    with pytest.raises(
        CudaError, match=r'scale: CUDA_ERROR_ILLEGAL_ADDRESS: .*launch on device="cpu"'
    ):
        kernel()[1, 1](x, 1.0, x, 4)


def test_no_such_gpu(gpus: Gpus) -> None:
    """The message says which there are."""
    gpus.use(driver(gpus=2))
    with pytest.raises(DriverMissingError, match="no GPU cuda:2: there are 2, from cuda:0 on"):
        kernel().launch(None, 1.0, None, 0, grid=1, block=1, device="cuda:2")


def test_no_parameters(gpus: Gpus) -> None:
    """The driver gets no list of them."""
    fake = gpus.use(FakeDriver({"empty": FakeKernel((), lambda *_: None)}, 80))
    load(".version 8.0\n.target sm_80\n.address_size 64\n.entry empty() { ret; }\n")[1, 1]()
    assert fake.launches[0].parameters == []


def test_textures_are_refused(gpus: Gpus) -> None:
    """They need the simulator so far."""
    fake = gpus.use(driver())
    x = np.zeros(5, np.float32)
    with pytest.raises(LaunchError, match="need the simulator so far"):
        kernel().launch(x, 2.0, Texture(x), 5, grid=1, block=1, device="cuda")
    assert not fake.launches


def test_multicast_objects_are_refused(gpus: Gpus) -> None:
    """The driver makes those of a GPU; `multicast` is for memory that the simulator has."""
    fake = gpus.use(driver())
    fake.contexts.append(0)
    address = fake.allocate(32)
    fake.contexts.clear()
    x = np.zeros(5, np.float32)
    for array in (x, InterfaceArray(address, (4,))):
        with pytest.raises(LaunchError, match=r"multicast\(\) is for the simulator"):
            kernel().launch(x, 2.0, multicast(array), 5, grid=1, block=1, device="cuda")
    assert not fake.launches


def test_cooperative_launches_fit_the_gpu(gpus: Gpus) -> None:
    """The attribute is set, and a grid of which some blocks would not be resident is refused."""
    fake = gpus.use(driver())
    x = np.ones(1, np.float32)
    made = kernel()
    made.launch(x, 1.0, x, 1, grid=(4, 2), block=32, cooperative=True)
    assert fake.launches[-1].attributes == ("COOPERATIVE",)
    with pytest.raises(
        LaunchError, match=r"9 given; cuda:0 \(Fake GPU\) holds 8 of 32 threads, 2 on"
    ):
        made[9, 32](x, 1.0, x, 1, cooperative=True)
    made[9, 32](x, 1.0, x, 1)
    assert not fake.launches[-1].attributes


def test_programmatic_launches(gpus: Gpus) -> None:
    """The attribute is set on GPUs that have it, beside that of the cluster."""
    fake = gpus.use(driver(90))
    x = np.ones(1, np.float32)
    kernel("sm_90").launch(x, 1.0, x, 1, grid=2, block=1, cluster=2, programmatic=True)
    last = fake.launches[-1]
    assert (last.cluster, last.attributes) == ((2, 1, 1), ("PROGRAMMATIC_STREAM_SERIALIZATION",))
    gpus.use(driver(80))
    with pytest.raises(LaunchError, match="launches must have sm_90 or newer, got cuda:0"):
        kernel()[1, 1](x, 1.0, x, 1, programmatic=True)


def test_attributes_are_those_of_each_launch(gpus: Gpus) -> None:
    """A launch that repeats another one does so with its attributes."""
    fake = gpus.use(driver(90))
    fake.contexts.append(100)
    addresses = fake.allocate(4), fake.allocate(4)
    fake.owners = dict.fromkeys(addresses, 0)
    arrays = InterfaceArray(addresses[0], (1,)), 1.0, InterfaceArray(addresses[1], (1,)), 1
    made = kernel("sm_90")
    for cooperative, programmatic in ((0, 0), (1, 0), (0, 0), (0, 1), (1, 1)):
        made.launch(
            *arrays,
            grid=1,
            block=1,
            cooperative=bool(cooperative),
            programmatic=bool(programmatic),
        )
    names = ("COOPERATIVE", "PROGRAMMATIC_STREAM_SERIALIZATION")
    assert [launch.attributes for launch in fake.launches] == [
        *((), names[:1], (), names[1:], names)
    ]
