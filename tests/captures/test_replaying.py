"""Replays: equal, within a tolerance, or different at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import ptxpy
from ptxpy.captures import CaptureError, load_capture
from tests.captures.launches import ADD, HEADER, captured

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def x() -> Any:
    """Return an array."""
    return np.arange(64, dtype=np.float32)


def test_a_launch_is_replayed(tmp_path: Path, x: Any) -> None:
    """Arrays, numbers and variables are those of the launch."""
    y = np.zeros_like(x)
    kernel = ptxpy.load(ADD)
    kernel.globals["total"] = 5
    launch = captured(tmp_path, kernel, x, y, 0.5, grid=1, block=64)
    assert kernel.globals["total"] == 69
    outcome = launch.replay()
    assert outcome.equal
    assert outcome.accepted
    assert outcome.compared == 64 * 4 * 2 + 4
    assert launch.replay(strict=True).equal
    assert launch.replay().equal, "a replay leaves nothing for the next"


def test_arguments_and_options_are_those_of_python(tmp_path: Path, x: Any) -> None:
    """`ptxpy.load` gives a kernel that can be launched again."""
    captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    kernel: Any = ptxpy.load(tmp_path / "launch-000-add.zip")
    arguments = kernel.captured.arguments
    assert np.array_equal(arguments["x"], x)
    assert arguments["x"].dtype == np.float32
    assert arguments["by"] == 0.5
    kernel.launch(*arguments.values(), **kernel.captured.options, device="cpu")
    assert np.array_equal(arguments["y"], x + 0.5)
    assert not kernel.captured.arrays[1].any(), "the capture is as it was"


def test_the_first_difference_is_told(tmp_path: Path, x: Any) -> None:
    """An edited kernel differs at an element, whose values are shown."""
    launch = captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    edited = ptxpy.load(ADD.replace("add.f32", "sub.f32"))
    outcome = launch.replay(edited)
    assert not outcome.accepted
    (difference,) = outcome.differences
    assert difference.name == "y"
    assert str(outcome).splitlines()[1].strip() == (
        "y: 64 elements differ, first f32 0 (byte 3): captured 0.5, here -0.5"
    )


def test_a_tolerance_is_for_numbers(tmp_path: Path, x: Any) -> None:
    """A small error is accepted if it is smaller than the tolerance, and is told."""
    launch = captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    edited = ptxpy.load(ADD.replace("[by];", "[by];\n    add.f32 %f1, %f1, 0f37800000;"))
    assert not launch.replay(edited).accepted
    outcome = launch.replay(edited, tolerance=1e-4)
    assert outcome.accepted
    assert not outcome.equal
    assert "equal within the tolerance 0.0001: the largest error is 1.53e-05, in y" in str(outcome)
    assert not launch.replay(edited, tolerance=1e-6).accepted


def test_edited_bytes_are_replayed(tmp_path: Path, x: Any) -> None:
    """`arrays` can be changed before a replay."""
    launch = captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    launch.arrays[0][:4] = np.frombuffer(np.float32(7).tobytes(), np.uint8)
    assert "captured 0.5, here 7.5" in str(launch.replay())


def test_other_parameters_are_refused(tmp_path: Path, x: Any) -> None:
    """A kernel that takes something else cannot be launched so."""
    launch = captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    other = ptxpy.load(HEADER + ".visible .entry add(.param .u64 x)\n{\n\tret;\n}\n")
    with pytest.raises(ptxpy.LaunchError, match=r"takes 8 bytes of parameters; .* has 20"):
        launch.replay(other)


def test_a_launch_that_fails_is_captured(tmp_path: Path, x: Any) -> None:
    """The memory before it is there, and what went wrong."""
    kernel = ptxpy.load(ADD)
    with ptxpy.capture(tmp_path) as recorder, pytest.raises(ptxpy.SimulationError):
        kernel.launch(x[:10].copy(), x, 0.5, grid=1, block=64, device="cpu")
    launch = load_capture(recorder.files[0])
    assert launch.manifest.status == 719
    assert "outside" in launch.manifest.message
    with pytest.raises(ptxpy.SimulationError, match="outside"):
        launch.replay()


def test_a_choice_of_launches(tmp_path: Path, x: Any) -> None:
    """Kernels and launches are chosen, and large ones are left out and told."""
    kernel = ptxpy.load(ADD)
    said: list[str] = []
    with ptxpy.capture(tmp_path / "a", nth=[1], say=said.append) as recorder:
        for _ in range(3):
            kernel.launch(x, x.copy(), 0.5, grid=1, block=64, device="cpu")
    assert [path.name for path in recorder.files] == ["launch-001-add.zip"]
    with ptxpy.capture(tmp_path / "b", max_bytes=100, say=said.append) as recorder:
        kernel.launch(x, x.copy(), 0.5, grid=1, block=64, device="cpu")
    assert not recorder.files
    assert recorder.skipped == 1
    assert "more than 100 bytes that are not zero" in said[-1]
    with ptxpy.capture(tmp_path / "c", kernel="other") as recorder:
        kernel.launch(x, x.copy(), 0.5, grid=1, block=64, device="cpu")
    assert not recorder.files
    assert not recorder.skipped


def test_launches_after_the_block_are_not_captured(tmp_path: Path, x: Any) -> None:
    """The back ends are as before, also after an error."""
    kernel = ptxpy.load(ADD)
    with pytest.raises(ZeroDivisionError), ptxpy.capture(tmp_path):
        raise ZeroDivisionError
    kernel.launch(x, x.copy(), 0.5, grid=1, block=64, device="cpu")
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path: Path, x: Any) -> None:
    """A folder with captured launches is refused."""
    captured(tmp_path, ptxpy.load(ADD), x, x.copy(), 0.5, grid=1, block=64)
    with pytest.raises(CaptureError, match="has captured launches already"):
        captured(tmp_path, ptxpy.load(ADD), x, x.copy(), 0.5, grid=1, block=64)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("call.uni (q), malloc, (p);", "malloc or free"),
        ("tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [t, {%r1}];", "textures or surfaces"),
    ],
)
def test_what_is_not_held_is_told(tmp_path: Path, body: str, what: str) -> None:
    """A kernel that needs what a capture does not hold is not captured."""
    text = f"""{HEADER}
.extern .func (.param .b64 q) malloc(.param .b64 p);
.global .texref t;
.visible .entry k()
{{
    .reg .f32 %f<5>;
    .reg .b32 %r<2>;
    .param .b64 p;
    .param .b64 q;
    mov.u32 %r1, 0;
    setp.ne.u32 %go, %r1, 0;
    @%go bra OUT;
    ret;
OUT:
    {body}
    ret;
}}
""".replace(".reg .b32 %r<2>;", ".reg .b32 %r<2>;\n    .reg .pred %go;")
    said: list[str] = []
    texture = ptxpy.launch.Texture(np.zeros(4, np.float32))
    with ptxpy.capture(tmp_path, say=said.append):
        ptxpy.load(text).launch(grid=1, block=1, device="cpu", references={"t": texture})
    assert what in said[0]
