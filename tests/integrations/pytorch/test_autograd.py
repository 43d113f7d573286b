"""`differentiable_kernel`: gradients by a kernel, checked against differences and PyTorch's own."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest

import ptxpy
from ptxpy.torch_support import operator_call
from tests.integrations.pytorch import kernels as k

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: tools/test --all installs it"
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:torch")

multiply = ptxpy.differentiable_kernel(k.multiply, k.multiply_backward)
power = ptxpy.differentiable_kernel(k.power, k.power_backward)
reciprocal = ptxpy.differentiable_kernel(
    k.reciprocal, k.reciprocal_backward, save_for_backward=("y",)
)
select = ptxpy.differentiable_kernel(
    k.select, k.select_backward, save_for_backward=["mask"], gradients=["x"]
)


def leaf(*values: float) -> Any:
    """Return a vector of float64 that requires a gradient."""
    return torch.tensor(values or (1.0, 2.0, 3.0), dtype=torch.float64, requires_grad=True)


MASK = (0, 1, 1)


@pytest.mark.parametrize(
    ("function", "count"),
    [
        (multiply, 2),
        (lambda x: power(x, 3.0, EXPONENT=4), 1),
        (reciprocal, 1),
        (lambda x: select(x, torch.tensor(MASK, dtype=torch.int32))[0], 1),
        (lambda x, w: multiply(multiply(x, w), reciprocal(x)), 2),
    ],
    ids=["inputs", "values", "output", "integers", "composed"],
)
def test_gradients_are_those_of_differences(function: Callable[..., Any], count: int) -> None:
    """In float64, in the simulator."""
    inputs = tuple(leaf(0.5 + at, 1.5, -2.0 - at) for at in range(count))
    assert torch.autograd.gradcheck(function, inputs)


def test_a_function_is_used_twice_in_one_graph() -> None:
    """Each use has saved tensors of its own, and gradients add up."""
    x, w = leaf(1, 2, 3), leaf(4, 5, 6)
    (multiply(x, multiply(x, w)) + multiply(w, w)).sum().backward()
    assert x.grad.equal(2 * x * w)
    assert w.grad.equal(x * x + 2 * w)


def test_inputs_that_need_no_gradient_have_none() -> None:
    """The gradient of one input may be all that is asked for."""
    x, w = leaf(), leaf().detach()
    multiply(x, w).sum().backward()
    assert x.grad.equal(w)
    assert w.grad is None


def test_integers_have_no_gradient() -> None:
    """An integer output is not part of the graph, an integer input has the gradient None."""
    mask = torch.tensor(MASK, dtype=torch.int32)
    x = leaf()
    found, taken = select(x, mask)
    assert (found.requires_grad, taken.requires_grad) == (True, False)
    found.sum().backward()
    assert x.grad.tolist() == list(MASK)


def test_without_gradients_it_is_the_kernel() -> None:
    """Under `no_grad`, and for tensors that require none."""
    x = leaf()
    with torch.no_grad():
        assert not multiply(x, x).requires_grad
    assert multiply(x.detach(), x.detach()).tolist() == [1, 4, 9]


def test_some_inputs_are_stated_to_have_gradients() -> None:
    """By number as in the seeds, by name or by position."""
    for options in ({"num_grad_inputs": 1}, {"gradients": ("x",)}, {"gradients": [0]}):
        function = ptxpy.differentiable_kernel(
            k.multiply, k.reciprocal_backward, save_for_backward=["w"], **options
        )
        x, w = leaf(), leaf()
        function(x, w).sum().backward()
        assert x.grad.equal(-w * w)
        assert w.grad is None


def test_second_order_is_refused_or_stated() -> None:
    """A plain backward kernel has no gradient; one that is differentiable has."""
    x, w = leaf(), leaf()
    (first,) = torch.autograd.grad(multiply(x, w).sum(), x, create_graph=True)
    assert first.equal(w)
    with pytest.raises(RuntimeError, match="the kernel multiply_backward has no gradient: write"):
        torch.autograd.grad(first.sum(), w)
    square = ptxpy.differentiable_kernel(
        k.select, select_twice(), save_for_backward=["mask"], gradients=["x"]
    )
    mask = torch.tensor(MASK, dtype=torch.int32)
    assert torch.autograd.gradgradcheck(lambda x: square(x, mask)[0], (leaf(),))


def select_twice() -> Any:
    """Return the backward kernel of `select` with a backward kernel, which is itself."""
    return ptxpy.differentiable_kernel(
        k.select_backward, k.select_backward, save_for_backward=["mask"], gradients=["dy"]
    )


def test_transforms_of_functions() -> None:
    """`torch.func` differentiates in reverse mode, and maps one launch after the other."""
    x, w = leaf().detach(), leaf(4, 5, 6).detach()
    assert torch.func.grad(lambda x: multiply(x, w).sum())(x).equal(w)
    assert torch.func.jacrev(lambda x: multiply(x, w))(x).equal(torch.diag(w))
    rows = torch.stack([x, w])
    assert torch.func.vmap(multiply)(rows, rows).equal(rows * rows)
    assert torch.func.vmap(k.multiply, in_dims=(1, None))(rows.T, w).equal(rows * w)
    mapped = torch.func.vmap(torch.func.grad(lambda x: multiply(x, x).sum()))(rows)
    assert mapped.equal(2 * rows)
    with pytest.raises(ptxpy.ArgumentError, match="x has a tangent"):
        torch.func.jvp(multiply, (x, w), (x, w))


@pytest.mark.parametrize("dynamic", [False, True])
def test_gradients_of_compiled_functions(dynamic: bool) -> None:
    """Forward and backward are nodes of the graphs."""
    compiled = torch.compile(
        lambda x, w: multiply(x + 1, multiply(x, w)).sum(),
        fullgraph=True,
        dynamic=dynamic,
        backend="aot_eager",
    )
    for size in (3, 40):
        x = torch.arange(size, dtype=torch.float64, requires_grad=True)
        w = torch.ones(size, dtype=torch.float64, requires_grad=True)
        compiled(x, w).backward()
        assert x.grad.equal(2 * x.detach() + 1)
        assert w.grad.equal((x * x + x).detach())


class Scaled(torch.nn.Module):  # type: ignore[misc, name-defined]
    """A module that has kernels as attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.full((3,), 2.0, dtype=torch.float64))
        self.multiply = multiply
        self.power = k.power

    def forward(self, x: Any) -> Any:
        """Return x * weight + x ** 2."""
        return self.multiply(x, self.weight) + self.power(x, 1.0)


def test_modules_have_kernels_as_attributes() -> None:
    """They are compiled, copied and pickled with them."""
    x = leaf().detach()
    module = Scaled()
    for each in (module, copy.deepcopy(module), pickle.loads(pickle.dumps(module))):  # noqa: S301
        for call in (each, torch.compile(each, fullgraph=True, backend="aot_eager")):
            each.weight.grad = None
            found = call(x)
            assert found.equal(2 * x + x * x)
            found.sum().backward()
            assert each.weight.grad.equal(x)


def test_an_output_without_gradient_counts_as_zeros() -> None:
    """The backward kernel has all its arguments."""
    function = ptxpy.differentiable_kernel(
        k.double_and_negate, k.double_and_negate_backward, save_for_backward=()
    )
    for position, factor in ((0, 2.0), (1, -1.0)):
        x = leaf()
        function(x)[position].sum().backward()
        assert x.grad.tolist() == [factor] * 3


def test_threads() -> None:
    """Each has graphs of its own."""

    def work(x: Any) -> None:
        y = x
        for _ in range(10):
            y = multiply(y, x)
        y.sum().backward()

    inputs = [torch.ones(40, dtype=torch.float64, requires_grad=True) for _ in range(4)]
    threads = [threading.Thread(target=work, args=(x,)) for x in inputs]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert all(x.grad.eq(11).all() for x in inputs)


def test_operators_pass_the_checks_of_pytorch() -> None:
    """Schema, registration, fake tensors, and dynamic shapes."""
    mask = torch.tensor(MASK, dtype=torch.int32)
    for function, arguments in (
        (multiply, (leaf(), leaf())),
        (power, (leaf(), 2.0)),
        (select, (leaf(), mask)),
    ):
        torch.library.opcheck(*operator_call(function, *arguments))


# --------------------------------------------------------------------- kernels that do not fit

WRONG: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "saved": (
        lambda: ptxpy.differentiable_kernel(k.multiply, k.reciprocal_backward),
        TypeError,
        r"reciprocal_backward takes 2 tensors \(y, dy\), and is given 3: x, w, the gradient of y",
    ),
    "name": (
        lambda: ptxpy.differentiable_kernel(k.power, k.power_backward, save_for_backward=["z"]),
        ValueError,
        "save_for_backward has 'z'; expected one of x, y",
    ),
    "twice": (
        lambda: ptxpy.differentiable_kernel(
            k.multiply, k.multiply_backward, save_for_backward=["x", 0]
        ),
        ValueError,
        "a tensor twice",
    ),
    "number of gradients": (
        lambda: ptxpy.differentiable_kernel(
            k.multiply, k.reciprocal_backward, save_for_backward=["x"]
        ),
        TypeError,
        r"returns 1 gradient \(dx\), and the floating-point inputs are x, w; name the inputs",
    ),
    "type of a saved tensor": (
        lambda: ptxpy.differentiable_kernel(k.select, k.power_backward, save_for_backward=["mask"]),
        TypeError,
        "x of power_backward is mask: it has elements of f64, not of s32",
    ),
    "gradient of integers": (
        lambda: ptxpy.differentiable_kernel(
            k.select, k.select_backward, save_for_backward=["mask"], gradients=["mask"]
        ),
        TypeError,
        "mask has elements of s32, which have no gradient",
    ),
    "no outputs": (
        lambda: ptxpy.differentiable_kernel(k.double_in_place, k.power_backward),
        TypeError,
        "double_in_place needs in_specs and out_specs",
    ),
    "both numbers and names": (
        lambda: ptxpy.differentiable_kernel(
            k.multiply, k.multiply_backward, num_grad_inputs=2, gradients=["x", "w"]
        ),
        TypeError,
        "pass one of them",
    ),
    "a function": (
        lambda: ptxpy.differentiable_kernel(k.multiply, len),  # type: ignore[arg-type]
        TypeError,
        "the backward kernel must be a function with @ptxpy.kernel",
    ),
    "an output in place": (
        lambda: multiply(leaf(), leaf(), y=leaf()),
        ValueError,
        "y: the outputs of a differentiable kernel are new tensors",
    ),
}


@pytest.mark.parametrize("title", WRONG)
def test_what_does_not_fit_is_refused(title: str) -> None:
    """When the kernels are joined, or at the call."""
    call, kind, pattern = WRONG[title]
    with pytest.raises(kind, match=pattern):
        call()
