"""Eager calls: values, memory, and errors that name the argument."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import ptxpy
from tests.integrations.pytorch import kernels as k

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: tools/test --all installs it"
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:torch")


def vector(*values: float) -> Any:
    """Return a vector of float64."""
    return torch.tensor(values or (1.0, 2.0, 3.0), dtype=torch.float64)


def test_outputs_are_tensors_of_their_own() -> None:
    """Their shape follows from the inputs, and their values from the kernel."""
    found = k.multiply(vector(1, 2, 3), vector(4, 5, 6))
    assert type(found) is torch.Tensor
    assert found.tolist() == [4, 10, 18]


def test_several_outputs_are_a_tuple() -> None:
    """In the order of the specifications, each of its type."""
    found, taken = k.select(vector(1, 2, 3), torch.tensor([1, 0, 1], dtype=torch.int32))
    assert found.tolist() == [1, 0, 3]
    assert (taken.dtype, taken.tolist()) == (torch.int32, [1, 0, 1])


def test_scalars_and_template_parameters() -> None:
    """By position and by name."""
    assert k.power(vector(), 2.0).tolist() == [2, 8, 18]
    assert k.power(vector(), factor=1.0, EXPONENT=3).tolist() == [1, 8, 27]


def test_numbers_of_a_repeated_call_are_its_own() -> None:
    """What earlier calls of the form have checked is kept, and numbers are not of the form."""
    from ptxpy.integrations.pytorch import execution  # noqa: PLC0415 - loads PyTorch

    x = vector()
    k.power(x, 1.0)
    count = len(execution._recipes)
    for factor in (2.0, 3.0, 4):
        assert k.power(x, factor).tolist() == [factor, 4 * factor, 9 * factor]
    assert len(execution._recipes) == count
    with pytest.raises(ptxpy.LaunchError, match="grid is 0"):
        k.power(x, 0.0, grid=lambda factor: int(2 * factor))
    assert k.power(x, 1.0, grid=lambda factor: int(2 * factor)).tolist() == [1, 4, 9]
    assert k.power(x, 1.0, grid=[1]).tolist() == [1, 4, 9], "a list has no hash"


@pytest.mark.parametrize(
    ("copy", "dtype"),
    [
        (k.copy_bf16, "bfloat16"),
        (k.copy_bf16, "uint16"),
        (k.copy_e4m3, "float8_e4m3fn"),
        (k.copy_b8, "float8_e5m2"),
    ],
)
def test_types_that_numpy_lacks(copy: Any, dtype: str) -> None:
    """They go through as they are, and the output has the type of the input."""
    source = torch.tensor([0, 1, 0, 1, 1]).to(getattr(torch, dtype))
    found = copy(source)
    assert found.dtype is source.dtype
    assert found.to(torch.float32).tolist() == [0, 1, 0, 1, 1]


def test_an_output_is_written_where_it_is() -> None:
    """It is the tensor given, also as a view that begins within another; autograd sees it."""
    whole = torch.zeros(5, dtype=torch.float64)
    before = whole._version
    found = k.multiply(vector(), vector(), y=whole[1:4])
    assert found.data_ptr() == whole[1:].data_ptr()
    assert whole.tolist() == [0, 1, 4, 9, 0]
    assert whole._version > before


def test_an_input_is_not_copied() -> None:
    """A kernel without outputs writes to the memory of its input."""
    x = vector()
    before = x._version
    assert k.double_in_place(x) is None
    assert x.tolist() == [2, 4, 6]
    assert x._version > before


def test_an_input_that_is_written_is_reported() -> None:
    """PyTorch could not know of it: such a tensor is an output."""
    x = vector()
    with pytest.raises(ptxpy.SimulationError, match="x"):
        k.write_input(x)
    assert x.tolist() == [1, 2, 3]


def test_parameters_and_inference_tensors() -> None:
    """Without gradients they are tensors as any."""
    weight = torch.nn.Parameter(vector())
    with torch.no_grad():
        assert k.multiply(vector(), weight).tolist() == [1, 4, 9]
    with torch.inference_mode():
        assert k.multiply(vector(), weight, y=vector()).tolist() == [1, 4, 9]


def test_column_major_tensors() -> None:
    """Inputs must lie so, and outputs do."""
    x = torch.arange(6, dtype=torch.float32).reshape(3, 2).mT
    found = k.copy_columns(x)
    assert found.stride() == (1, 2)
    assert found.equal(x)
    with pytest.raises(ptxpy.ArgumentError, match=r"x must be column-major .* x\.mT\.contiguous"):
        k.copy_columns(x.contiguous())


def test_options_of_a_launch() -> None:
    """Grid, device and strict mode are those of the launch."""
    assert k.multiply(vector(), vector(), grid=2, strict=True, device="cpu").tolist() == [1, 4, 9]
    assert k.multiply(vector(), vector(), device=torch.device("cpu")).tolist() == [1, 4, 9]


def test_fake_and_meta_tensors_have_shapes_alone() -> None:
    """No kernel runs for them."""
    from torch._subclasses import FakeTensorMode  # noqa: PLC0415 - slow to load

    meta = vector().to("meta")
    assert (k.multiply(meta, meta).shape, k.multiply(meta, meta).device.type) == ((3,), "meta")
    with FakeTensorMode() as mode:
        fake = mode.from_tensor(vector())
        assert k.multiply(fake, fake).shape == (3,)


# --------------------------------------------------------------------- bad input

WRONG: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "type of elements": (
        lambda: k.multiply(vector().float(), vector()),
        TypeError,
        r"x has elements of torch\.float32; .* takes torch\.float64: pass x\.to\(torch\.float64\)",
    ),
    "type of an output": (
        lambda: k.multiply(vector(), vector(), y=torch.empty(3)),
        TypeError,
        r"y has elements of torch\.float32",
    ),
    "strides": (
        lambda: k.multiply(vector(), torch.zeros(6, dtype=torch.float64)[::2]),
        ValueError,
        r"w must be row-major .* strides of \(2,\) elements: pass w\.contiguous\(\)",
    ),
    "strides of an output": (
        lambda: k.multiply(vector(), vector(), y=torch.zeros(6, dtype=torch.float64)[::2]),
        ValueError,
        r"y must be row-major",
    ),
    "too small": (
        lambda: k.multiply(vector(), vector(1, 2)),
        ValueError,
        "N is 3 in x and 2 in w",
    ),
    "too small an output": (
        lambda: k.multiply(vector(), vector(), y=vector(1, 2)),
        ValueError,
        "N is 3 in x and 2 in y",
    ),
    "rank": (
        lambda: k.multiply(vector().reshape(1, 3), vector()),
        ValueError,
        r"x: shape \(1, 3\) has 2 dimensions",
    ),
    "device": (
        lambda: k.multiply(vector(), vector().to("meta")),
        ValueError,
        r"w is on meta and x on cpu: pass w\.to\(x\.device\)",
    ),
    "layout": (
        lambda: k.multiply(vector().to_sparse(), vector()),
        ValueError,
        r"x has the layout torch\.sparse_coo; pass x\.to_dense\(\)",
    ),
    "negated view": (
        lambda: k.multiply(torch.imag(torch.ones(3, dtype=torch.complex128).conj()), vector()),
        ValueError,
        r"x is a view that negates its memory; pass x\.resolve_neg\(\)",
    ),
    "array of NumPy": (
        lambda: k.multiply(vector().numpy(), vector()),
        TypeError,
        r"multiply: x is a numpy\.ndarray; pass torch\.from_numpy\(x\)",
    ),
    "a list": (
        lambda: k.multiply(vector(), [1.0, 2.0, 3.0]),
        TypeError,
        r"w is a list; pass torch\.tensor\(w\)",
    ),
    "a number": (
        lambda: k.multiply(vector(), 2.0),
        TypeError,
        r"w is a float; pass a torch\.Tensor",
    ),
    "vmap in place": (
        lambda: torch.vmap(k.double_in_place)(torch.ones(2, 3, dtype=torch.float64)),
        RuntimeError,
        "double_in_place writes to x, and torch.vmap maps only",
    ),
    "gradient": (
        lambda: k.multiply(vector(), vector().requires_grad_()),
        ValueError,
        r"w requires a gradient, and the kernel multiply has none: write ptxpy\.differentiable_k",
    ),
    "tangent": (
        lambda: torch.func.jvp(k.multiply, (vector(), vector()), (vector(), vector())),
        ValueError,
        "x has a tangent",
    ),
    "number of arguments": (lambda: k.multiply(vector()), TypeError, "w is missing"),
    "name of an argument": (
        lambda: k.multiply(vector(), vector(), z=1),
        TypeError,
        "multiply has no argument 'z'",
    ),
    "no elements": (
        lambda: k.multiply(vector()[:0], vector()[:0]),
        ValueError,
        "grid is 0.*N=0",
    ),
}


@pytest.mark.parametrize("title", WRONG)
def test_wrong_arguments_are_named(title: str) -> None:
    """Before anything runs, with what to write in place."""
    call, kind, pattern = WRONG[title]
    with pytest.raises(kind, match=pattern):
        call()


def test_pytorch_is_not_loaded_before_its_use() -> None:
    """Neither by the package, nor by calls with arrays of NumPy."""
    program = (
        "import sys, numpy as np, ptxpy\n"
        "from tests.integrations.pytorch import kernels as k\n"
        "import ptxpy.torch_support\n"
        "ptxpy.differentiable_kernel\n"
        "k.multiply(np.ones(3), np.ones(3))\n"
        "assert 'torch' not in sys.modules\n"
        "import torch\n"
        "k.multiply(torch.ones(3, dtype=torch.float64), torch.ones(3, dtype=torch.float64))\n"
        "assert 'torch._dynamo' not in sys.modules, 'it takes a second to load'\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_subclasses_of_tensors() -> None:
    """They go through the operators of PyTorch, as for its own."""

    class Named(torch.Tensor):  # type: ignore[misc, name-defined]
        pass

    x = vector().as_subclass(Named)
    assert k.multiply(x, x).tolist() == [1, 4, 9]
    assert k.multiply(vector(), x).tolist() == [1, 4, 9]


def test_tensor_maps() -> None:
    """TMA copies from and to the memory of tensors, of types that NumPy lacks."""
    from ptxpy.examples import hopper_one_tile as example  # noqa: PLC0415 - a large one

    torch.manual_seed(0)
    a = torch.randn(example.M, example.K).to(torch.bfloat16)
    b = torch.randn(example.K, example.N).to(torch.bfloat16)
    found = example.one_tile(a, b)
    assert found.dtype is torch.float32
    torch.testing.assert_close(found, a.float() @ b.float(), rtol=1e-4, atol=1e-4)
    whole = torch.empty(example.M * example.K + 1, dtype=torch.bfloat16)
    with pytest.raises(ValueError, match=r"tensor map of a: .* byte 2 .* pass a\.clone\(\)"):
        example.one_tile(whole[1:].view(example.M, example.K), b)
