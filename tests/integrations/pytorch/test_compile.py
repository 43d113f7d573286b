"""`torch.compile`: a call of a kernel is one node of the graph."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy.torch_support import operator_call
from tests.integrations.pytorch import kernels as k

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: tools/test --all installs it"
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:torch")


def vector(size: int = 3) -> Any:
    """Return a vector of float64."""
    return torch.arange(1, size + 1, dtype=torch.float64)


def counted(function: Any, **options: Any) -> tuple[Any, Any]:
    """Return a function compiled without graph breaks, and what counts its graphs."""
    from torch._dynamo.testing import CompileCounterWithBackend  # noqa: PLC0415 - slow to load

    torch._dynamo.reset()
    counter = CompileCounterWithBackend("aot_eager")
    return torch.compile(function, fullgraph=True, backend=counter, **options), counter


def test_a_graph_of_several_kernels() -> None:
    """Operators of PyTorch and kernels, without a break."""

    def function(x: Any, w: Any) -> Any:
        found, taken = k.select(k.multiply(x + 1, w), (x > 1).to(torch.int32))
        return k.power(found, 2.0, EXPONENT=3) - 1, taken

    compiled, counter = counted(function)
    expected = function(vector(), vector())
    found = compiled(vector(), vector())
    assert all(one.equal(other) for one, other in zip(found, expected, strict=True))
    assert counter.frame_count == 1


def test_shapes_and_numbers_may_be_symbols() -> None:
    """One graph does for all sizes and values."""

    def function(x: Any, exponent: int) -> Any:
        return k.power(x, 2.0, EXPONENT=exponent, grid=(x.shape[0], 1))

    compiled, counter = counted(function, dynamic=True)
    for size, exponent in ((3, 2), (40, 3), (70, 4)):
        assert compiled(vector(size), exponent).equal(2 * vector(size) ** exponent)
    assert counter.frame_count == 1


def test_numbers_may_be_known_when_it_runs() -> None:
    """Those of a tensor, `t.item()`, which no guard may depend on."""
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        compiled, counter = counted(lambda x, t, n: k.power(x, t.item(), EXPONENT=n.item()))
        for factor, exponent in ((2.0, 2), (0.5, 3)):
            found = compiled(vector(), torch.tensor(factor), torch.tensor(exponent))
            assert found.equal(factor * vector() ** exponent)
        assert counter.frame_count == 1


def test_outputs_written_in_place() -> None:
    """The operator says that it writes to them, and a view is written where it lies."""

    def function(x: Any) -> Any:
        out = torch.zeros(6, dtype=torch.float64)
        k.multiply(x, x, y=out[3:])
        first = out.clone()
        k.double_in_place(out)
        return first, out

    compiled, _ = counted(function)
    first, out = compiled(vector())
    assert first.tolist() == [0, 0, 0, 1, 4, 9]
    assert out.tolist() == [0, 0, 0, 2, 8, 18]
    x = vector()
    torch.compile(k.double_in_place, fullgraph=True, backend="aot_eager")(x)
    assert x.tolist() == [2, 4, 6]


def test_values_without_a_type_are_part_of_the_operator() -> None:
    """A grid that is a function, and whatever else the graph cannot hold."""

    def grid(**known: Any) -> int:
        return int(known["N"])

    compiled, _ = counted(lambda x: k.multiply(x, x, grid=grid, strict=True))
    assert compiled(vector()).tolist() == [1, 4, 9]


INDUCTOR = """
import torch

from tests.integrations.pytorch.kernels import copy_columns


def function(x):
    return copy_columns((x.mT * 2).mT.contiguous().mT.contiguous().mT) + 1


x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
print(torch.compile(function, fullgraph=True)(x.mT).equal(function(x.mT)))
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="TorchInductor needs a C++ compiler")
def test_inductor() -> None:
    """The default compiler; strides of what it passes to a kernel are those of the graph.

    It imports setuptools, which replaces distutils in whatever process it is imported: this is one
    of its own.
    """
    done = subprocess.run(
        [sys.executable, "-c", INDUCTOR], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\n", done.stderr


def test_export() -> None:
    """An exported program has the operator, with a size that is a symbol."""

    class Module(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> Any:
            return k.multiply(x, x + 1)

    size = torch.export.Dim("size", min=2, max=1000)
    program = torch.export.export(Module(), (vector(),), dynamic_shapes={"x": {0: size}})
    assert program.module()(vector(50)).equal(vector(50) * (vector(50) + 1))
    assert any("ptxpy.multiply_" in str(node.target) for node in program.graph.nodes)


def test_operators_pass_the_checks_of_pytorch() -> None:
    """Schema, registration, fake tensors, and dynamic shapes."""
    x = vector()
    for call in (
        operator_call(k.multiply, x, x),
        operator_call(k.multiply, x, x, y=x.clone()),
        operator_call(k.power, x, factor=2.0, EXPONENT=3, grid=(2, 1)),
        operator_call(k.double_in_place, x),
        operator_call(k.copy_columns, torch.zeros(3, 2).mT),
        operator_call(k.copy_bf16, x.to(torch.bfloat16)),
    ):
        torch.library.opcheck(*call)


def test_schema_names_arguments_and_what_is_written() -> None:
    """It is what PyTorch shows."""
    x = vector()
    operator, _ = operator_call(k.multiply, x, x, y=x.clone())
    assert str(operator._schema).endswith("(Tensor x, Tensor w, Tensor(a2!) y) -> ()")
    operator, _ = operator_call(k.power, x, 2.0, EXPONENT=3)
    assert str(operator._schema).endswith("(Tensor x, Scalar factor, SymInt EXPONENT) -> Tensor")


def test_names_are_the_same_in_every_process() -> None:
    """Caches of compilers outlive a process; kernels of one name have names of their own."""
    program = (
        "import torch\n"
        "from ptxpy.torch_support import operator_call\n"
        "from tests.integrations.pytorch import kernels as k\n"
        "x = torch.ones(3, dtype=torch.bfloat16)\n"
        "same, other = (k.copier(k.Tile(size, k.bf16), 2) for size in ('N', 3))\n"
        "for each in (k.copy_bf16, same, other):\n"
        "    print(operator_call(each, x)[0].name())\n"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": "."},
        ).stdout.split()
        for seed in (1, 2)
    ]
    assert found[0] == found[1]
    assert len(set(found[0])) == 3
    assert all(name.startswith("ptxpy::copy_") for name in found[0])


KEPT = """
import sys
import torch
from torch._dynamo.utils import counters
from tests.integrations.pytorch import kernels as k
from tests.integrations.pytorch.test_autograd import multiply, power, select, select_twice
from ptxpy import differentiable_kernel

twice = differentiable_kernel(
    k.select, select_twice(), save_for_backward=["mask"], gradients=["x"]
)
mask = torch.tensor([1, 0, 1], dtype=torch.int32)
functions = [
    multiply,
    lambda x, w: multiply(k.multiply(x.detach(), w.detach()), w),
    lambda x, w: multiply(power(x, 2.0, EXPONENT=3, strict=True), w),
    lambda x, w: multiply(twice(x, mask)[0], select(w, mask)[0]),
    k.scaled_by(k.Factor(2.0)),
    k.scaled_by(k.Factor(5.0)),
]


def results(function, compile):
    torch._dynamo.reset()
    numbers = torch.arange(1.0, 10.0, dtype=torch.float64).view(3, 3)
    x, w, gradient = (each.clone().requires_grad_() for each in numbers)
    y = compile(function)(x, w)
    y.backward(gradient)
    return [None if each is None else each.tolist() for each in (y, x.grad, w.grad)]

for function in functions[:: int(sys.argv[1])]:
    expected = results(function, lambda function: function)
    found = results(function, lambda function: torch.compile(function, fullgraph=True))
    assert found == expected, (found, expected)
kept = counters["aot_autograd"]
print(kept["autograd_cache_hit"], kept["autograd_cache_miss"], len(functions))
"""


def test_graphs_are_kept_for_the_next_process(tmp_path: Path) -> None:
    """A graph on disk finds the operators that it calls, backward ones too, in any order.

    Two of the functions have one name and one digest: what they read is an object of a class.
    """
    for step in (1, -1):
        done = subprocess.run(
            [sys.executable, "-c", KEPT, str(step)],
            env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(tmp_path)},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        hits, misses, count = map(int, done.stdout.split())
        assert (hits, misses) == ((0, count) if step == 1 else (count, 0))


@pytest.mark.parametrize(
    ("call", "pattern"),
    [
        (k.multiply, "w is missing"),
        (lambda x: k.multiply(x, x, z=1), "multiply has no argument 'z'"),
        (lambda x: k.multiply(x, x.float()), "w has elements of torch.float32"),
        (lambda x: k.multiply(x, x[1:]), "N is 3 in x and 2 in w"),
        (lambda x: k.multiply(x, x.requires_grad_()), "requires a gradient"),
    ],
)
def test_errors_say_the_same_as_without_it(call: Any, pattern: str) -> None:
    """Within the report of the compiler."""
    torch._dynamo.reset()
    with pytest.raises(Exception, match=pattern):
        torch.compile(call, fullgraph=True, backend="eager")(vector())
    with pytest.raises((TypeError, ValueError), match=pattern):
        call(vector())


@pytest.mark.parametrize("value", [None, 2.0, [1.0]])
def test_values_that_are_no_tensors(value: Any) -> None:
    """They are named, as everywhere."""
    torch._dynamo.reset()
    with pytest.raises(Exception, match="multiply: w is no PyTorch tensor, and others are"):
        torch.compile(lambda x: k.multiply(x, value), fullgraph=True)(vector())


def test_the_simulator_is_not_traced() -> None:
    """Where a graph breaks, the compiler looks at what runs, but not at the kernel's own."""

    def function(x: Any, weights: list[Any]) -> Any:
        first = x.sum().item()
        return k.multiply(x, x) if first > len(weights) else k.multiply(x, x[:1])

    torch._dynamo.reset()
    compiled = torch.compile(function, backend="eager")
    assert compiled(vector(), []).tolist() == [1, 4, 9]
    with pytest.raises((TypeError, ValueError, RuntimeError), match="N is 3 in x and 1 in w"):
        compiled(vector(), [0] * 9)


@ptxpy.kernel(arch="sm_80")
def scale(x: ptxpy.u64, factor: ptxpy.f64) -> None:
    """Scale 32 elements; the kernel has no tensors, and is launched with a grid."""
    (at_x,) = k.addresses(k.thread_index(), 8, x)
    value = ptxpy.ptx.ld.global_.f64([at_x])
    ptxpy.ptx.st.global_.f64([at_x], value * ptxpy.ptx.ld.param.f64([factor]))
    ptxpy.ptx.ret()


def test_launches_break_the_graph() -> None:
    """A kernel without `in_specs` is launched between the graphs, and nothing of it is traced."""

    def function(x: Any) -> Any:
        y = x + 1
        scale[1, 32](y, 2.0)
        return y + 1

    torch._dynamo.reset()
    x = vector(32)
    compiled = torch.compile(function, backend="eager")
    for _ in range(2):
        assert compiled(x).equal((x + 1) * 2 + 1)
    with pytest.raises(Exception, match=r"torch\.compiler\.disable"):
        torch.compile(lambda x: function(x) + 1, fullgraph=True, backend="eager")(x)


def test_what_a_graph_cannot_hold_says_so() -> None:
    """A stream is the compiler's to choose."""
    with pytest.raises(Exception, match=r"multiply has no argument 'stream' under torch\.compile"):
        torch.compile(lambda x: k.multiply(x, x, stream=1), fullgraph=True)(vector())
