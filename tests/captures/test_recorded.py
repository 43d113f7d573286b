"""Launches of the programs in tests/emulation, recorded by tools/record_launches, are replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxpy.captures import load_capture

RECORDED = sorted(Path(__file__).with_name("recorded").glob("*.zip"))
MIN_RECORDED = 45


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_results_are_as_recorded(path: Path) -> None:
    """A replay gives every byte that the launch gave."""
    launch = load_capture(path)
    if launch.manifest.status:
        with pytest.raises(RuntimeError):
            launch.replay()
    else:
        assert str(launch.replay()).startswith("equal: all")


def test_most_programs_are_recorded() -> None:
    """A folder that is empty by mistake is not passed over."""
    assert len(RECORDED) >= MIN_RECORDED


def test_recorded_launches_do_something() -> None:
    """Nearly all of them change memory, so that a replay that does nothing fails."""
    idle = [path.stem for path in RECORDED if not _changes(path)]
    assert len(idle) < len(RECORDED) // 5, idle


def _changes(path: Path) -> bool:
    return any(each.after for each in load_capture(path).manifest.allocations)
