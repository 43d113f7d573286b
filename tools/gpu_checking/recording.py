"""Results of a GPU as data: for tests that compare the simulator with it where there is none.

A recording is a file of NumPy (`.npz`) with the names of forms, what their operands were made of,
and some of the results of each. The operands themselves are made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

import numpy as np

from gpu_checking.values import Array, mixed
from gpu_checking.vectors import Form

__all__ = [
    "Recorded",
    "Recording",
    "inputs_key",
    "read",
    "replayable",
    "restored",
    "sampled",
    "write",
]

_SAMPLES: Final = 256
"""Values that are kept of a result, at most."""


class Recorded(NamedTuple):
    """What a GPU computed for a form."""

    key: int
    data: bytes
    """The values that `sampled` takes from each result, concatenated."""


class Recording(NamedTuple):
    """A file of them."""

    about: dict[str, Any]
    """The GPU, its driver, `version` and `target` of the modules, and the limit on lanes."""
    forms: dict[str, Recorded]
    """By the names of the forms, with their group: `integer: add.u16 d, a, b`."""


def sampled(array: Array) -> Array:
    """Return those values of a result that are kept: the same places for one size."""
    return np.asarray(array[_places(array.size)])


def restored(recorded: Recorded, results: dict[str, Array]) -> dict[str, Array]:
    """Return results with what was recorded in the places that were kept."""
    found, start = {}, 0
    for name, array in results.items():
        places = _places(array.size)
        end = start + places.size * array.itemsize
        found[name] = array.copy()
        found[name][places] = np.frombuffer(recorded.data[start:end], array.dtype)
        start = end
    return found


def _places(size: int) -> Array:
    if size <= _SAMPLES:
        return np.arange(size)
    return np.unique(mixed(size, _SAMPLES) % np.uint64(size)).astype("i8")


def inputs_key(form: Form) -> int:
    """Return a checksum of a form's operands: recorded results are valid for these only."""
    key = crc32(";".join(form.statements).encode())
    for array in form.inputs().values():
        key = crc32(array.tobytes(), key)
    return key


def write(path: Path, recording: Recording) -> None:
    """Write a recording."""
    path.parent.mkdir(parents=True, exist_ok=True)
    names = [*recording.forms]
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            about=_text(json.dumps(recording.about)),
            names=_text("\n".join(names)),
            keys=np.array([each.key for each in recording.forms.values()], "u4"),
            sizes=np.array([len(each.data) for each in recording.forms.values()], "u4"),
            data=np.frombuffer(b"".join(each.data for each in recording.forms.values()), "u1"),
        )


def read(path: Path) -> Recording:
    """Read a recording."""
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(file["about"].tobytes())
        names = file["names"].tobytes().decode().split("\n")
        ends = np.cumsum(file["sizes"], dtype="i8")
        data, keys, sizes = file["data"].tobytes(), file["keys"], file["sizes"]
    forms = {
        name: Recorded(int(key), data[int(end - size) : int(end)])
        for name, key, end, size in zip(names, keys, ends, sizes, strict=True)
    }
    return Recording(about, forms)


def replayable(
    recording: Recording, known: dict[str, Form], every: int = 1
) -> Iterator[tuple[Form, Recorded]]:
    """Yield every so-manieth form, if it is still what was recorded."""
    for name, recorded in [*recording.forms.items()][::every]:
        form = known.get(name)
        if form is not None and inputs_key(form) == recorded.key:
            yield form, recorded


def _text(text: str) -> Array:
    return np.frombuffer(text.encode(), "u1")
