"""The simulator against what `tools/gpu_check --record` took from GPUs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gpu_checking import recording
from gpu_checking.instructions import job_of
from gpu_checking.modules import run, source_of
from gpu_checking.recording import Recorded, Recording, inputs_key, sampled
from gpu_checking.replaying import replay
from gpu_checking.vectors import Form, forms

FILES = sorted(Path(__file__).parent.glob("*.npz"))
EVERY = 4
"""Of so many forms, one is replayed."""


def test_there_are_recordings() -> None:
    """Without any, nothing here is checked, and this says so."""
    if not FILES:
        pytest.skip("no recordings: tools/gpu_check --record makes one where there is a GPU")
    assert all(recording.read(path).forms for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded(path: Path) -> None:
    """Each result of the GPU is that of the simulator, or as near as the manual says."""
    kept = recording.read(path)
    replayed = [*replay(kept, every=EVERY)]
    wrong = [each for each in replayed if each.comparison.wrong]
    shown = [f"{job_of(each.form)}: {each.comparison.differences[0]}" for each in wrong[:10]]
    assert not wrong, "\n".join([f"{len(wrong)} forms differ", *shown])
    assert 2 * EVERY * len(replayed) > len(kept.forms), "most forms have changed: record again"


def simulated(chosen: list[Form]) -> Recording:
    """Return a recording of the simulator."""
    source = source_of(chosen, "9.0", "sm_90a")
    found = {}
    for index, form in enumerate(chosen):
        results = run(form, source, index, "cpu")
        data = b"".join(sampled(array).tobytes() for array in results.values())
        found[job_of(form)] = Recorded(inputs_key(form), data)
    about: dict[str, Any] = {"version": "9.0", "target": "sm_90a", "lanes": 512}
    return Recording(about, found)


def some() -> list[Form]:
    """Return a few forms: with two results, with memory, and with few values."""
    names = ("integer: mad.lo.cc.u32 d1, a, b, c; addc", "atomic: red.global.add.u32", "float: sin")
    found = [form for form in forms() if job_of(form).startswith(names)]
    return [form._replace(lanes=512) for form in found][:4]


def test_a_recording_comes_back(tmp_path: Path) -> None:
    """What was written is read, and agrees with what it was made of."""
    made = simulated(some())
    assert len(made.forms) == 4
    path = tmp_path / "recorded.npz"
    recording.write(path, made)
    kept = recording.read(path)
    assert kept == made
    replayed = [*replay(kept)]
    assert len(replayed) == 4
    assert all(each.comparison.wrong == 0 for each in replayed)
    assert len([*replay(kept, every=2)]) == 2


def test_a_difference_is_found() -> None:
    """One bit in one kept value of one form; forms with other operands are passed over."""
    made = simulated(some())
    names = [*made.forms]
    first, second = made.forms[names[0]], made.forms[names[1]]
    data = bytearray(first.data)
    data[-1] ^= 0x80
    made.forms[names[0]] = first._replace(data=bytes(data))
    made.forms[names[1]] = second._replace(key=second.key ^ 1)
    replayed = [*replay(made)]
    assert [each.comparison.wrong for each in replayed] == [1, 0, 0]
    (difference,) = replayed[0].comparison.differences
    expected, found = (int(bits, 16) for bits in (difference.expected, difference.found))
    assert expected ^ found == 0x80000000
    assert (difference.result, difference.lane) == ("w", 480)  # the first of the last warp
