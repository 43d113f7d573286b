"""Sweeps over shapes, seeds, template parameters and launches, by any executor."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import sweep
from ptxpy.examples.vector_add import vector_add
from ptxpy.executors import ExecutorError, WorkerLostError
from tests.executors.conftest import cluster
from tests.sweeps import kernels

__all__ = ["cluster"]  # a fixture

POINTS = {"N": [1, 100, 1000], "seed": range(3)}
HERE: dict[str, Any] = {"jobs": 1}
NUMBER: Any = 3
EXECUTORS: list[dict[str, Any]] = [HERE, {"jobs": 2}, {"executor": "threads", "jobs": 2}]


def results(records: Any) -> list[Any]:
    """Return points and results of records, as lists."""
    found = []
    for record in records:
        assert record.error is None, record.error
        arrays = record.results if isinstance(record.results, tuple) else (record.results,)
        found.append((record.point, [each.tolist() for each in arrays]))
    return found


@pytest.mark.parametrize("place", EXECUTORS)
def test_shapes_and_seeds(place: dict[str, Any]) -> None:
    """All combinations, the last name fastest, each checked where it ran."""
    records = [*sweep(vector_add, POINTS, kernels.vectors, check=kernels.check_sum, **place)]
    assert [record.position for record in records] == [*range(9)]
    assert [(record.point["N"], record.point["seed"]) for record in records] == [
        (size, seed) for size in POINTS["N"] for seed in POINTS["seed"]
    ]
    for record in records:
        assert record.ok
        assert record.seconds > 0
        assert record.results.shape == (record.point["N"],)
        assert record.checked == pytest.approx(sum(map(np.sum, kernels.vectors(**record.point))))


@pytest.mark.parametrize("place", EXECUTORS[1:])
def test_results_are_the_same_everywhere(place: dict[str, Any]) -> None:
    """Also of a kernel that counts its launches in a variable of its module."""
    over = {"n": [1, 5, 20], "factor": [2, 3], "block": [32, 64]}

    def run(**where: Any) -> list[Any]:
        return results(sweep(kernels.SCALE, over, kernels.numbers, grid=1, **where))

    alone = run(**HERE)
    assert run(**place) == alone
    assert run(ordered=False, **HERE) == alone
    assert [point for point, _ in alone][:2] == [
        {"n": 1, "factor": 2, "block": 32},
        {"n": 1, "factor": 2, "block": 64},
    ]
    for point, (found,) in alone:
        count = point["n"]
        added = sorted(x - point["factor"] * i for i, x in enumerate(found))
        assert added == [*range(count)]


def test_a_kernel_that_was_launched_before_begins_anew() -> None:
    """What it has counted is not counted here, nor the other way round."""
    kernel = ptxpy.load(kernels.SCALE)
    data = np.zeros(4, np.uint32)
    kernel.launch(data, 4, 1, grid=1, block=32, device="cpu")
    (record,) = sweep(kernel, [{"factor": 1}], (data, 4), grid=1, block=32, **HERE)
    assert sorted(record.results[0] - data) == [0, 1, 2, 3]
    assert kernel.globals.on("cpu")["launches"] == 4


def test_template_parameters() -> None:
    """Of a kernel without tensors; each value is traced where it runs."""
    found = np.zeros(32, np.uint32)
    for place in EXECUTORS:
        records = [*sweep(kernels.fill, {"VALUE": [3, 5]}, (found,), **place)]
        assert [record.error for record in records] == [None, None]
        assert [record.results[0].tolist() for record in records] == [[3] * 32, [5] * 32]
    assert not found.any()  # each launch has a copy


def test_arrays_in_points() -> None:
    """By the names of parameters."""
    points: list[dict[str, Any]] = [
        {"a": np.ones(size, np.float32), "b": np.ones(size, np.float32), "N": size}
        for size in (3, 5)
    ]
    assert [each.results.tolist() for each in sweep(vector_add, points, jobs=2)] == [
        [2.0] * 3,
        [2.0] * 5,
    ]


def test_options_may_depend_on_the_point() -> None:
    """They are functions, which are called here: they need not be sent."""
    sizes: list[int] = []

    def grid(n: int, block: int) -> int:
        sizes.append(n)
        return -(-n // block)

    over = {"n": [3, 7], "block": [4], "factor": [1]}
    records = [*sweep(kernels.SCALE, over, kernels.numbers, grid=grid, jobs=2)]
    assert [record.error for record in records] == [None, None]
    assert sizes == [3, 7]


def test_profiles_and_strict_mode() -> None:
    """Counts are sent back; races are errors of their points."""
    over = {"n": [32], "factor": [1]}
    (record,) = sweep(kernels.SCALE, over, kernels.numbers, grid=1, block=32, profile=True, jobs=2)
    assert record.profile is not None
    assert record.profile.total.threads > 32 * 10
    text = kernels.SCALE.replace("mad.wide.u32 %rd2, %r3, 4, %rd1", "mov.b64 %rd2, %rd1")
    shared = np.zeros(1, np.uint32)
    for place in EXECUTORS:
        (racing,) = sweep(text, over, (shared,), grid=1, block=32, strict=True, **place)
        assert isinstance(racing.error, ptxpy.SimulationError)
        assert "data race" in str(racing.error)


@pytest.mark.parametrize("place", EXECUTORS)
def test_an_error_is_the_record_of_its_point(place: dict[str, Any]) -> None:
    """The others have results."""
    records = [*sweep(vector_add, {"N": [10], "seed": range(4)}, kernels.vectors_or_error, **place)]
    assert [type(record.error) for record in records] == [
        LookupError,
        ValueError,
        type(None),
        type(None),
    ]
    assert not records[0].ok


def test_a_point_that_kills_its_worker_fails_alone() -> None:
    """Its record says so."""
    said: list[str] = []
    records = [
        *sweep(
            vector_add,
            {"N": [10], "seed": range(5)},
            kernels.vectors_or_death,
            jobs=2,
            report=said.append,
        )
    ]
    assert [record.point["seed"] for record in records if not record.ok] == [2]
    assert isinstance(records[2].error, WorkerLostError)
    assert "the point {'N': 10, 'seed': 2}: the worker died" in str(records[2].error)
    assert said


def test_results_may_be_left_on_the_worker() -> None:
    """What the check returns is enough."""
    options: dict[str, Any] = {"check": kernels.check_sum, "keep_results": False, "jobs": 2}
    for record in sweep(vector_add, POINTS, kernels.vectors, **options):
        assert record.results is None
        assert record.checked > 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sweep(vector_add, {"M": [1]}, kernels.vectors), "nothing takes the value 'M'"),
        (lambda: sweep(vector_add, {"N": NUMBER}, kernels.vectors), r"write \[3\]"),
        (lambda: sweep(vector_add, [NUMBER], kernels.vectors), "a point must be a mapping"),
        (lambda: sweep(vector_add, POINTS, colour=3), "sweep has no option 'colour'"),
    ],
)
def test_mistakes_are_told_at_once(make: Callable[[], object], message: str) -> None:
    """Before anything runs."""
    with pytest.raises(TypeError, match=message):
        make()


def test_no_points() -> None:
    """No records."""
    assert [*sweep(vector_add, {"N": []}, kernels.vectors)] == []
    with pytest.raises(ptxpy.LaunchError):
        sweep(3, {"N": [1]})


def test_executors_that_do_not_exist() -> None:
    """It is said, and with the first record."""
    with pytest.raises(ExecutorError, match="'fast' is no executor"):
        next(sweep(vector_add, POINTS, kernels.vectors, executor="fast"))


@pytest.mark.filterwarnings("default")  # what Dask and tornado warn of is theirs
def test_a_cluster(cluster: Any) -> None:
    """The same records as here."""
    alone = results(sweep(vector_add, POINTS, kernels.vectors, **HERE))
    address = cluster.scheduler_address
    assert results(sweep(vector_add, POINTS, kernels.vectors, executor=address)) == alone
    over = {"n": [1, 5, 20], "factor": [2, 3]}
    alone = results(sweep(kernels.SCALE, over, kernels.numbers, grid=1, block=32, **HERE))
    found = sweep(kernels.SCALE, over, kernels.numbers, grid=1, block=32, executor=address)
    assert results(found) == alone


SCRIPT = """
import sys
import numpy as np
from ptxpy import Tile, f32, kernel, ptx, sweep

@kernel(arch="sm_80", in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=1, block=32)
def scaled(x, y, *, FACTOR):
    px, py = ptx.global_ptrs(x, y)
    offset = ptx.mul.wide.s32(ptx.special.tid.x(), 4)
    ptx.st.global_.f32([py + offset], ptx.ld.global_.f32([px + offset]) * float(FACTOR))
    ptx.ret()

def ones(N):
    return (np.ones(N, np.float32),)

if __name__ == "__main__":
    for each in sweep(scaled, {"FACTOR": [2, 3], "N": [32]}, ones, executor=sys.argv[1]):
        print(each.point["FACTOR"], each.error or each.results.sum())
"""
"""A user's script, whose kernel other machines cannot import."""


@pytest.mark.parametrize("name", ["processes", "tcp"])
def test_a_script(tmp_path: Path, name: str, request: pytest.FixtureRequest) -> None:
    """What it defines reaches the workers."""
    if name == "tcp":
        name = request.getfixturevalue("cluster").scheduler_address
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ended = subprocess.run(
        [sys.executable, script, name],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (ended.returncode, ended.stdout) == (0, "2 64.0\n3 96.0\n"), ended.stderr
