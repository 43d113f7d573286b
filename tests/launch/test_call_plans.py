"""Plans of calls: from shapes and types alone, and handed to the framework of the tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy._hooks import Loader
from ptxpy.launch.call_plans import CallArguments, plan_call, sort_arguments
from tests.launch.test_tensor_calls import add, scale

if TYPE_CHECKING:
    import pytest


class Shaped(NamedTuple):
    """A tensor without memory."""

    shape: tuple[int, ...]
    dtype: Any


def vector(length: int) -> Shaped:
    """Return a vector of `f32` that has no memory."""
    return Shaped((length,), np.dtype(np.float32))


def test_plan_reads_no_memory() -> None:
    """Shapes and dtypes are enough for grid, outputs and order of parameters."""
    plan = plan_call(add, sort_arguments(add, (vector(100), vector(100)), {"TILE": 32}))
    assert plan.inputs == ("a", "b")
    assert [(each.name, each.shape) for each in plan.outputs] == [("c", (100,))]
    assert (plan.grid, plan.dims) == ((4, 1, 1), {"N": 100})
    assert plan.parameters == (("tensor", "a"), ("tensor", "b"), ("tensor", "c"), ("raw", "N"))


def test_plan_runs_on_arrays() -> None:
    """A plan made from shapes runs on arrays of those shapes."""
    plan = plan_call(scale, sort_arguments(scale, (vector(5), 3.0), {}))
    tensors = {
        "x": np.arange(5, dtype=np.float32),
        "y": np.zeros(5, np.float32),
        "count": np.zeros(1, np.uint32),
    }
    plan.run(tensors, device="cpu")
    assert tensors["y"].tolist() == [0.0, 3.0, 6.0, 9.0, 12.0]
    assert tensors["count"].tolist() == [5]


def test_grid_of_a_call_is_no_option_of_the_launch() -> None:
    """The grid is resolved by the plan; other options are handed on."""
    given = sort_arguments(add, (vector(8), vector(8)), {"grid": 7, "device": "cpu"})
    plan = plan_call(add, given)
    assert (plan.grid, plan.options) == ((7, 1, 1), {"device": "cpu"})
    assert plan_call(add, given).grid == (7, 1, 1), "a plan leaves the arguments as they are"


def test_framework_of_the_tensors_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call with a tensor of a registered framework is that framework's."""
    asked: list[tuple[Any, CallArguments]] = []

    def answer(kernel: Any, given: CallArguments) -> str:
        asked.append((kernel, given))
        return "called"

    monkeypatch.setitem(Loader.frameworks, Shaped.__module__.partition(".")[0], answer)
    plain = np.zeros(4, np.float32)
    assert add(plain, vector(4)) == "called"
    assert asked[0][0] is add
    assert set(asked[0][1].tensors) == {"a", "b"}
