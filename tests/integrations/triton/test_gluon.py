"""Gluon's kernels in the simulator: what they compute is what NumPy and PyTorch compute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("triton", minversion="3.9", reason="needs Triton: tools/test --all installs it")
torch = pytest.importorskip("torch", reason="needs PyTorch: tools/test --all installs it")

from triton.experimental.gluon import language as gl  # noqa: E402 - only with Triton
from triton.experimental.gluon.nvidia.hopper import (  # noqa: E402
    TensorDescriptor,
    TensorDescriptorIm2Col,
)

from ptxpy import SimulationError  # noqa: E402
from ptxpy.triton import simulate  # noqa: E402
from tests.integrations.triton import gluon_kernels as kernels  # noqa: E402

if TYPE_CHECKING:
    from ptxpy.launch_request import StrictMode


def described(tensor: Any, *block: int) -> Any:
    """Return a descriptor of a tensor."""
    layout = gl.NVMMASharedLayout.get_default_for(block, gl.float16)
    return TensorDescriptor.from_tensor(tensor, [*block], layout)


def multiply(*, strict: StrictMode, overlaps: bool = False) -> Any:
    """Multiply on Blackwell's tensor cores; return what Triton compiled."""
    a, b = torch.randn(256, 192).half(), torch.randn(192, 256).half()
    c = torch.zeros(256, 256).half()
    with simulate("sm_100", strict=strict):
        compiled = kernels.matmul[(2, 2)](
            described(a, 128, 64), described(b, 64, 128), described(c, 128, 128), 192, overlaps
        )
    torch.testing.assert_close(c.float(), a.float() @ b.float(), rtol=1e-2, atol=5e-2)
    return compiled


@pytest.mark.parametrize("strict", [False, True])
def test_matmul(strict: bool) -> None:
    """With tensor memory and tensor maps of the host."""
    assert "tcgen05.mma" in multiply(strict=strict).asm["ptx"]


def test_buffers_that_are_filled_again_too_early() -> None:
    """A copy overwrites the operands of a product that nothing says is complete."""
    with pytest.raises(SimulationError, match=r"tcgen05\.mma"):
        multiply(strict=True, overlaps=True)


@pytest.mark.parametrize("target", ["sm_90", "sm_100"])
@pytest.mark.parametrize(
    ("step", "offsets", "start", "pixels"),
    [
        (1, (1, 2), (0, -1, -1), 32),
        (1, (0, 0), (0, -1, -1), 32),
        (2, (1, 2), (0, -1, -1), 16),
        (1, (1, 2), (1, 2, 3), 64),
    ],
)
def test_columns_of_images(
    target: str, step: int, offsets: tuple[int, int], start: tuple[int, int, int], pixels: int
) -> None:
    """The base of the filter walks through the images from -1 to the last position but one."""
    count, height, width, channels = 3, 6, 7, 64
    images = torch.randn(count, height, width, channels).half()
    out = torch.ones(pixels, channels).half()
    image = TensorDescriptorIm2Col.from_tensor(
        images,
        [pixels, channels],
        gl.NVMMASharedLayout.get_default_for([pixels, channels], gl.float16),
        element_strides=[1, step, step, 1],
        pixel_box_lower_corner=[-1, -1],
        pixel_box_upper_corner=[-1, -1],
    )
    with simulate(target, strict=True):
        kernels.columns_of_image[(1,)](image, described(out, pixels, channels), *start, *offsets)
    padded = np.pad(images.numpy(), ((0, 1), (1, 2), (1, 2), (0, 0)))
    walk = [
        (n, y, x)
        for n in range(count)
        for y in range(-1, height - 1, step)
        for x in range(-1, width - 1, step)
    ]
    first = walk.index(start)
    expected = np.zeros((pixels, channels), np.float16)
    for row, (n, y, x) in zip(expected, walk[first:], strict=False):
        row[:] = padded[n, y + 1 + offsets[0], x + 1 + offsets[1]]
    np.testing.assert_array_equal(out.numpy(), expected)
