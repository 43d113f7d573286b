"""Triton's kernels in the simulator: what they compute is what NumPy computes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import Any

import numpy as np
import pytest

triton = pytest.importorskip("triton", reason="needs Triton: tools/test --all installs it")

import ptxpy  # noqa: E402 - only with Triton
from ptxpy import SimulationError  # noqa: E402
from ptxpy.triton import TritonError, simulate, simulated  # noqa: E402
from tests.integrations.triton import kernels  # noqa: E402

RANDOM = np.random.default_rng(7)
HALF = np.float16


def floats(*shape: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return random numbers."""
    return RANDOM.standard_normal(shape, np.float32)


@pytest.mark.parametrize("target", ["sm_80", "sm_90a", 89])
@pytest.mark.parametrize("n", [1, 1000, 1024])
def test_vector_addition(target: str | int, n: int) -> None:
    """The grid is a function of the constants; `n` is specialised as Triton does: 1, 16, else."""
    x, y, out = floats(1024), floats(1024), np.zeros(1024, np.float32)
    grid = lambda constants: (triton.cdiv(n, constants["BLOCK"]),)  # noqa: E731 - as in Triton
    compiled = simulated(kernels.add, target)[grid](x, y, out, n, BLOCK=256, num_warps=2)
    np.testing.assert_array_equal(out[:n], (x + y)[:n])
    assert not out[n:].any()
    assert ".reqntid 64" in compiled.asm["ptx"]


def test_softmax() -> None:
    """Reductions go through shared memory, of the size that Triton's metadata says."""
    x = floats(8, 300)
    out = np.zeros_like(x)
    compiled = simulated(kernels.softmax)[(8,)](out, x, 300, 300, BLOCK=512)
    powers = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(out, powers / powers.sum(1, keepdims=True), rtol=1e-5)
    assert compiled.metadata.shared > 0


@pytest.mark.parametrize(("target", "instruction"), [("sm_80", "mma.sync"), ("sm_90", "wgmma")])
def test_matmul(target: str, instruction: str) -> None:
    """The tensor cores of both generations."""
    a, b = floats(128, 64).astype(HALF), floats(64, 128).astype(HALF)
    c = np.zeros((128, 128), np.float32)
    compiled = simulated(kernels.matmul, target, strict=True)[(2, 1)](
        a, b, c, 64, 64, 1, 128, 1, 128, 1, M=64, N=128, D=32, num_warps=4
    )
    assert instruction in compiled.asm["ptx"]
    np.testing.assert_allclose(c, a.astype(np.float32) @ b.astype(np.float32), atol=1e-2)


def test_transposed_views() -> None:
    """A view is passed with its strides, and its first element may lie inside the memory."""
    whole, b = floats(80, 144).astype(HALF), floats(64, 128).astype(HALF)
    a, c = whole[16:, 16:].T, np.zeros((128, 128), np.float32)
    simulated(kernels.matmul, "sm_80")[(2, 1)](
        a, b, c, 64, 1, 144, 128, 1, 128, 1, M=64, N=128, D=32
    )
    np.testing.assert_allclose(c, a.astype(np.float32) @ b.astype(np.float32), atol=1e-2)


def test_compiled_kernels_are_loaded() -> None:
    """Without Triton's launcher: the caller passes what the PTX has, and the scratch memory."""
    x = floats(8, 300)
    out = np.zeros_like(x)
    compiled = simulated(kernels.softmax, "sm_80")[(8,)](out, x, 300, 300, BLOCK=512, num_warps=8)
    kernel = ptxpy.load(compiled)
    assert (kernel.defaults.block, kernel.defaults.smem) == (256, compiled.metadata.shared)
    again = np.zeros_like(x)
    kernel.launch(again, x, 300, 300, None, None, grid=8, device="cpu")
    np.testing.assert_array_equal(again, out)


def test_kernels_that_are_not_compiled_are_not_loaded() -> None:
    """Neither a function nor an autotuner has one PTX."""
    for kernel in (kernels.scale, kernels.tuned):
        with pytest.raises(ptxpy.LaunchError, match="is not compiled yet"):
            ptxpy.load(kernel)


def test_atomics() -> None:
    """Threads of all CTAs add to the same elements."""
    values, out = RANDOM.integers(0, 16, 1000, np.int32), np.zeros(16, np.int32)
    simulated(kernels.histogram)[(4,)](values, out, 1000, BLOCK=256)
    np.testing.assert_array_equal(out, np.bincount(values, minlength=16))


def test_autotuner_forgets_what_it_chose_in_the_simulator() -> None:
    """It runs each configuration, takes the first, and measures again on a GPU."""
    x, out = floats(1000), np.zeros(1000, np.float32)
    ran = []

    def grid(constants: dict[str, int]) -> tuple[int]:
        ran.append(constants["BLOCK"])
        return (triton.cdiv(1000, constants["BLOCK"]),)

    simulated(kernels.tuned)[grid](x, out, 1000, 2.5)
    np.testing.assert_array_equal(out, x * np.float32(2.5))
    assert ran == [128, 512, 128]
    assert kernels.tuned.best_config == kernels.CONFIGS[0]
    assert kernels.tuned.cache == {}


def test_autotuner_that_stores_times_is_refused() -> None:
    """They would be taken for those of a GPU."""
    tuned = triton.autotune(kernels.CONFIGS, key=["n"], cache_results=True)(kernels.scale)
    x = floats(1000)
    with pytest.raises(TritonError, match="writes what it measures to the disk"):
        simulated(tuned)[(8,)](x, x, 1000, 2.5)


@pytest.mark.parametrize("target", ["sm_80", "sm_90"])
def test_descriptors_in_the_kernel(target: str) -> None:
    """They lie in scratch memory, for which no allocator is needed."""
    a = floats(128, 64).astype(HALF)
    c = np.zeros_like(a)
    simulated(kernels.doubled_by_descriptors, target)[(4,)](a, c, 128, 64, M=32, N=64)
    np.testing.assert_array_equal(c, a * HALF(2))


def test_cooperative_launches() -> None:
    """All programs are resident, so that they may wait for each other; else it is refused."""
    x, out = np.zeros((8, 128), np.int32), np.zeros((8, 128), np.int32)
    arrived = np.zeros(1, np.int32)
    launched = simulated(kernels.rotated)
    options = {"BLOCK": 128, "launch_cooperative_grid": True}
    launched[(8,)](x, out, arrived, PROGRAMS=8, **options)
    np.testing.assert_array_equal(out, np.roll(x, -1, 0))
    with pytest.raises(ptxpy.LaunchError, match="a cooperative launch of rotated has all CTAs"):
        launched[(1 << 20,)](x, out, arrived, PROGRAMS=1 << 20, **options)


def test_kernels_are_compiled_once_for_a_target() -> None:
    """Those for a GPU and for other targets are others."""
    x = floats(64)
    first, second = (simulated(kernels.scale)[(1,)](x, x, 64, 1.0, BLOCK=64) for _ in range(2))
    assert first is second
    assert simulated(kernels.scale, 80)[(1,)](x, x, 64, 1.0, BLOCK=64) is not first


def test_a_kernel_takes_the_simulator_that_it_is_called_in() -> None:
    """Unless it has a target of its own."""
    x = floats(64)
    with simulate("sm_80"):
        inside = simulated(kernels.scale)[(1,)](x, x, 64, 1.0, BLOCK=64)
        other = simulated(kernels.scale, 89)[(1,)](x, x, 64, 1.0, BLOCK=64)
    outside = simulated(kernels.scale)[(1,)](x, x, 64, 1.0, BLOCK=64)
    assert [each.metadata.target.arch for each in (inside, other, outside)] == [80, 89, 90]


class TestRefused:
    """What cannot be simulated is said before the kernel runs, with the argument."""

    def test_outside_of_an_array(self) -> None:
        """The simulator finds it, as for other kernels."""
        x = floats(64)
        with pytest.raises(SimulationError, match="outside of global memory"):
            simulated(kernels.scale)[(2,)](x, np.zeros(64, np.float32), 128, 1.0, BLOCK=64)

    def test_read_only_array(self) -> None:
        """A write to it is an error; reading is not."""
        x = floats(64)
        x.flags.writeable = False
        with pytest.raises(SimulationError, match="read-only"):
            simulated(kernels.scale)[(1,)](x, x, 64, 1.0, BLOCK=64)

    def test_negative_strides(self) -> None:
        """The address of the first element is not the lowest."""
        x = floats(64)
        with pytest.raises(TritonError, match="x: the array has negative strides"):
            simulated(kernels.scale)[(1,)](x[::-1], x, 64, 1.0, BLOCK=64)

    def test_number_for_an_array(self) -> None:
        """Triton itself refuses to load from it."""
        with pytest.raises(triton.CompilationError):
            simulated(kernels.scale)[(1,)](7, floats(64), 64, 1.0, BLOCK=64)

    def test_interpreter_of_triton(self) -> None:
        """It would run the kernels instead."""
        with triton.knobs.runtime.scope():
            triton.knobs.runtime.interpret = True
            with pytest.raises(TritonError, match="TRITON_INTERPRET is set"), simulate():
                pass

    def test_unknown_target(self) -> None:
        """The message says what one looks like."""
        with pytest.raises(TritonError, match="'sm_90'"), simulate("hopper"):
            pass

    def test_what_is_no_kernel(self) -> None:
        """A plain function, say."""
        with pytest.raises(TritonError, match=r"use @triton\.jit"):
            simulated(len)

    def test_the_driver_is_restored(self) -> None:
        """Without a GPU there was none."""
        driver = triton.runtime.driver
        before = driver._active
        with pytest.raises(TritonError), simulate():
            simulated(len)
        with simulate():
            assert driver.active is not before
        assert driver._active is before


class TestPyTorch:
    """Tensors on the CPU, as in programs that run on a GPU otherwise."""

    def test_calls_are_those_for_a_gpu(self, torch: Any) -> None:
        """A view begins inside of a tensor's memory."""
        x, y, out = torch.randn(1001), torch.randn(1001), torch.zeros(1001)
        with simulate("sm_80"):
            kernels.add[(4,)](x[1:], y[1:], out[1:], 1000, BLOCK=256)
        assert out[0] == 0
        assert torch.equal(out[1:], (x + y)[1:])

    def test_numbers_are_passed_as_triton_passes_them(self, torch: Any) -> None:
        """Each type of number, a tuple of an array and a number, and clusters."""
        out, five = torch.zeros(6), torch.tensor([5.0])
        with simulate():
            kernels.numbers[(1,)](
                out, 1.5, 1.1, 2.25, -7, bool(out.numel()), (five, 3), 1 << 40, num_ctas=2
            )
        assert out.tolist() == [1.5, 1.09375, 2.25, -7, 8, 1 << 40]

    @pytest.mark.parametrize(("target", "maps"), [("sm_80", 0), ("sm_90", 3)])
    def test_descriptors(self, torch: Any, target: str, maps: int) -> None:
        """They are tensor maps since sm_90, and taken apart before."""
        from triton.tools.tensor_descriptor import TensorDescriptor  # noqa: PLC0415

        a, b = torch.randn(128, 64).half(), torch.randn(64, 128).half()
        c = torch.zeros(128, 128).half()
        with simulate(target):
            compiled = kernels.matmul_of_descriptors[(2, 1)](
                TensorDescriptor.from_tensor(a, [64, 32]),
                TensorDescriptor.from_tensor(b, [32, 128]),
                TensorDescriptor.from_tensor(c, [64, 128]),
                *(64, 64, 128, 32),
            )
        assert len(compiled.metadata.tensordesc_meta) == maps
        torch.testing.assert_close(c.float(), a.float() @ b.float(), rtol=1e-2, atol=2e-2)

    @pytest.mark.parametrize("strict", [False, True])
    def test_descriptors_of_fp4(self, torch: Any, strict: bool) -> None:
        """Beside fp8, the elements of 4 bits are spread in shared memory by the copies."""
        from triton.tools.tensor_descriptor import TensorDescriptor  # noqa: PLC0415

        depth = 256
        a = torch.randn(256, depth).to(torch.float8_e4m3fn)
        b = torch.randint(0, 256, (128, depth // 2), dtype=torch.uint8)
        a_scales, b_scales = (
            torch.randint(120, 130, (rows, depth // 32), dtype=torch.uint8) for rows in (256, 128)
        )
        c = torch.zeros(256, 128)
        with simulate("sm_100", strict=strict):
            compiled = kernels.matmul_of_fp8_and_fp4[(2, 1)](
                TensorDescriptor.from_tensor(a, [128, 128]),
                a_scales,
                TensorDescriptor.from_tensor(b, [128, 64]),
                b_scales,
                TensorDescriptor.from_tensor(c, [128, 128]),
                *(depth, 128, 128, 128),
            )
        assert [each["fp4_padded"] for each in compiled.metadata.tensordesc_meta] == [0, 1, 0]
        magnitudes = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
        values = np.concatenate([magnitudes, -magnitudes])
        halves = b.numpy()[..., None] >> np.array([0, 4]) & 15
        powers = [
            np.repeat(2.0 ** (each.numpy().astype(int) - 127), 32, 1)
            for each in (a_scales, b_scales)
        ]
        wide_a, wide_b = a.float().numpy() * powers[0], values[halves].reshape(128, -1) * powers[1]
        np.testing.assert_allclose(c.numpy(), wide_a @ wide_b.T, rtol=1e-4, atol=1e-2)

    def test_descriptor_that_is_no_tensor_map(self, torch: Any) -> None:
        """The message names the argument and the field."""
        from triton.tools.tensor_descriptor import TensorDescriptor  # noqa: PLC0415

        a = torch.zeros(128, 160).to(torch.float8_e4m3fn)
        b = torch.zeros(128, 80, dtype=torch.uint8)
        c, scales = torch.zeros(128, 128), torch.zeros(128, 5, dtype=torch.uint8)
        with pytest.raises(TritonError, match=r"^b: no tensor map .* 80 bytes"), simulate("sm_100"):
            kernels.matmul_of_fp8_and_fp4[(1, 1)](
                TensorDescriptor.from_tensor(a, [128, 128]),
                scales,
                TensorDescriptor.from_tensor(b, [128, 64]),
                scales,
                TensorDescriptor.from_tensor(c, [128, 128]),
                *(160, 128, 128, 128),
            )

    def test_tensor_that_is_not_on_the_cpu(self, torch: Any) -> None:
        """The message names it."""
        x = torch.zeros(64)
        far = torch.zeros(64, device="meta")
        with pytest.raises(TritonError, match="out: the tensor is on meta"), simulate():
            kernels.scale[(1,)](x, far, 64, 1.0, BLOCK=64)


@pytest.mark.usefixtures("torch")
def test_the_guide(tmp_path: Path) -> None:
    """Its first two examples, the second in the simulator, as one program."""
    guide = (Path(ptxpy.__file__).parent / "integrations" / "README.md").read_text()
    section = guide.partition("\n## Triton\n")[2]
    first, second = re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)[:2]
    program = f"{first}\nassert torch.equal(out, 2 * x)\nwith simulate():\n{indent(second, '    ')}"
    path = tmp_path / "program.py"
    path.write_text(f"{program}\n    assert torch.equal(out, 2 * x)\n")
    subprocess.run([sys.executable, path], cwd=tmp_path, check=True)
    assert (tmp_path / "edited.py").read_text().startswith("# Compiled by Triton: ")
