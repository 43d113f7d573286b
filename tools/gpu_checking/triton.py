"""The section `triton`: kernels of Triton on the device, next to the simulator, and edited ones."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import ptxpy
from gpu_checking.worker import Result, Settings
from ptxpy.ir import nodes as n

__all__ = ["JOBS", "Session"]

_COUNT: Final = 1000
_BLOCK: Final = 256
_LAST_SIMULATED: Final = 90
"""The last architecture that the simulator has all instructions of."""


class Session:
    """Calls kernels of Triton with tensors of the device."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Take the device."""
        del jobs
        self._device: str = settings["devices"][1]

    def run(self, job: str) -> Result:
        """Do a job; without Triton, or without PyTorch and its CUDA, it is skipped."""
        if find_spec("triton") is None or find_spec("torch") is None:
            return {"status": "skipped", "message": "no Triton, or no PyTorch"}
        import torch  # noqa: PLC0415 - it may be missing

        on_gpu = self._device.startswith("cuda")
        if on_gpu and not torch.cuda.is_available():
            return {"status": "skipped", "message": f"PyTorch {torch.__version__} has no CUDA here"}
        if job in _ON_GPU and not on_gpu:
            return {"status": "skipped", "message": f"{self._device} has none"}
        torch.manual_seed(0)
        with tempfile.TemporaryDirectory(prefix="gpu_check_triton_") as cache:
            os.environ["TRITON_CACHE_DIR"] = cache  # what was compiled before is not trusted
            with nullcontext() if on_gpu else ptxpy.triton.simulate():
                JOBS[job](torch, self._device)
        return {"status": "ok"}


class _Negated(ptxpy.ir.Transformer):
    """Make additions of floats subtractions."""

    def visit_Instruction(self, node: n.Instruction) -> n.Instruction:  # noqa: N802 - by class
        """Exchange the opcode."""
        floats = node.opcode == "add" and ".f32" in str(node.modifiers)
        return node.replace(opcode="sub") if floats else node


def _negated(module: n.Module) -> n.Module:
    changed: n.Module = _Negated().visit(module)
    return changed


@contextmanager
def _beside(torch: Any, device: str) -> Iterator[list[Any]]:
    """Compare what is put into a list, pairs of tensors, of the device and of the simulator."""
    pairs: list[Any] = []
    yield pairs
    if device.startswith("cuda"):
        torch.cuda.synchronize()
    for found, expected in pairs:
        torch.testing.assert_close(found.cpu(), expected, rtol=1e-5, atol=1e-5)


def _target(torch: Any, device: str) -> int:
    """Return the architecture that the simulator runs, that of the device if it can."""
    if not device.startswith("cuda"):
        return _LAST_SIMULATED
    major, minor = torch.cuda.get_device_capability(device)
    return min(10 * int(major) + int(minor), _LAST_SIMULATED)


def _simulator(torch: Any, device: str) -> None:
    """Check that the device computes what the simulator does, from the same calls."""
    from tests.integrations.triton import kernels as k  # noqa: PLC0415 - imports Triton

    x, y = torch.randn(_COUNT, device=device), torch.randn(_COUNT, device=device)
    table, half = torch.randn(8, 300, device=device), torch.randn(128, 128, device=device).half()
    values = torch.randint(0, 16, (_COUNT,), dtype=torch.int32, device=device)
    strides = (128, 1, 128, 1, 128, 1)
    calls: list[tuple[Any, tuple[int, ...], list[Any], tuple[Any, ...], dict[str, int]]] = [
        (k.add, (4,), [x, y, torch.zeros_like(x)], (_COUNT,), {"BLOCK": _BLOCK}),
        (k.softmax, (8,), [table, torch.zeros_like(table)][::-1], (300, 300), {"BLOCK": 512}),
        (k.histogram, (4,), [values, torch.zeros_like(values)], (_COUNT,), {"BLOCK": _BLOCK}),
        (
            k.matmul,
            (2, 1),
            [half, half, torch.zeros(128, 128, device=device)],
            (128, *strides),
            {"M": 64, "N": 128, "D": 32},
        ),
    ]
    with _beside(torch, device) as pairs:
        for kernel, grid, tensors, numbers, constants in calls:
            copies = [each.cpu().clone() for each in tensors]
            kernel[grid](*tensors, *numbers, **constants)
            with ptxpy.triton.simulate(_target(torch, device)):
                kernel[grid](*copies, *numbers, **constants)
            pairs.extend(zip(tensors, copies, strict=True))


def _added(torch: Any, device: str) -> Callable[[], tuple[bool, Any]]:
    """Return a call that says whether the kernel subtracts, and returns what Triton compiled."""
    from tests.integrations.triton import kernels as k  # noqa: PLC0415 - imports Triton

    x = torch.randn(_COUNT, device=device) + 10

    def call() -> tuple[bool, Any]:
        out = torch.full_like(x, -1)
        compiled = k.add[(4,)](x, x, out, _COUNT, BLOCK=_BLOCK)
        for is_edited, expected in ((True, x - x), (False, x + x)):
            if torch.equal(out, expected):
                return is_edited, compiled
        msg = "the kernel neither adds nor subtracts"
        raise AssertionError(msg)

    return call


def _override(torch: Any, device: str) -> None:
    """Run an edited kernel, from a file and by a function, and the original before and after."""
    from tests.integrations.triton import kernels as k  # noqa: PLC0415 - imports Triton

    call = _added(torch, device)
    seen = [call()[0]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "edited.ptx")
        ptxpy.triton.export(call()[1], path, strip=True)
        path.write_text(path.read_text().replace("add.f32", "sub.f32"))
        for edit in (path, _negated):
            with ptxpy.triton.override(k.add, edit):
                seen += [call()[0], call()[0]]
            seen.append(call()[0])
    _expect(seen, [False, True, True, False, True, True, False])


def _graph(torch: Any, device: str) -> None:
    """Replay an edited kernel from a CUDA graph, after the override has ended."""
    from tests.integrations.triton import kernels as k  # noqa: PLC0415 - imports Triton

    x, out = torch.randn(_COUNT, device=device), torch.empty(_COUNT, device=device)
    graph = torch.cuda.CUDAGraph()
    with ptxpy.triton.override(k.add, _negated):
        k.add[(4,)](x, x, out, _COUNT, BLOCK=_BLOCK)
        with torch.cuda.graph(graph):
            k.add[(4,)](x, x, out, _COUNT, BLOCK=_BLOCK)
    out.fill_(1)
    graph.replay()
    torch.cuda.synchronize()
    _expect(out.abs().max().item(), 0.0)


def _autotuner(torch: Any, device: str) -> None:
    """Tune with one configuration edited, and launch what is chosen."""
    from tests.integrations.triton import kernels as k  # noqa: PLC0415 - imports Triton

    x, out = torch.randn(_COUNT, device=device), torch.empty(_COUNT, device=device)
    seen: list[Any] = []

    def edit(module: n.Module) -> n.Module:
        seen.append(module)
        return ptxpy.passes.strip(module)

    with ptxpy.triton.override(k.tuned, {k.CONFIGS[1]: edit}) as made:
        k.tuned[lambda meta: (-(-_COUNT // meta["BLOCK"]),)](x, out, _COUNT, 2.5)
    torch.testing.assert_close(out, x * 2.5)
    _expect(([form.num_warps for form in made.applied], len(seen)), ([8], 1))


def _load(torch: Any, device: str) -> None:
    """Launch what Triton compiled without Triton."""
    compiled = _added(torch, device)()[1]
    x, out = torch.randn(_COUNT, device=device), torch.empty(_COUNT, device=device)
    kernel = ptxpy.load(compiled)
    kernel.launch(x, x, out, _COUNT, None, None, grid=4, device=device)
    torch.testing.assert_close(out, x + x)


def _expect(found: object, expected: object) -> None:
    if found != expected:
        msg = f"{found} where {expected} is expected"
        raise AssertionError(msg)


JOBS: Final[dict[str, Callable[[Any, str], None]]] = {
    "simulator": _simulator,
    "override": _override,
    "autotuner": _autotuner,
    "load": _load,
    "graph": _graph,
}

_ON_GPU: Final = frozenset({"graph"})
"""The jobs that a CPU has nothing for."""
