"""Files that are damaged, or were made to do harm."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import ptxpy
from ptxpy.captures import CaptureError, load_capture
from ptxpy.captures.archive import is_capture
from tests.captures.launches import ADD, captured

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a launch."""
    x = np.ones(2048, np.float32)
    captured(tmp_path, ptxpy.load(ADD), x, np.zeros_like(x), 0.5, grid=1, block=64)
    return tmp_path / "launch-000-add.zip"


def members(path: Path) -> dict[str, bytes]:
    """Return the members of a zip file."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewrite(path: Path, held: dict[str, bytes]) -> None:
    """Write a zip file anew."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in held.items():
            archive.writestr(name, data)


def _set(*keys: Any, to: Any) -> Callable[[Any], None]:
    def change(manifest: Any) -> None:
        for key in keys[:-1]:
            manifest = manifest[key]
        manifest[keys[-1]] = to

    return change


LIES = [
    (_set("format", to="other"), "format: expected 'ptxpy capture'"),
    (_set("version", to=2), "it is of version 2; this ptxpy reads up to version 1"),
    (_set("version", to="1"), "version: expected an integer"),
    (_set("kernel", to=None), "kernel: expected a text"),
    (_set("launch", to=[]), "launch: expected an object"),
    (_set("launch", "grid", to=[1, 1]), "launch.grid: expected 3 to 3 integers"),
    (_set("launch", "block", to=[0, 1, 1]), "launch.block: expected 3 to 3 integers"),
    (_set("launch", "cluster", to=[1, 2, True]), "launch.cluster: expected"),
    (_set("launch", "shared_bytes", to=-1), "launch.shared_bytes: expected an integer"),
    (_set("launch", "cooperative", to=0), "launch.cooperative: expected true or false"),
    (_set("parameters", "bytes", to="0g"), "parameters.bytes: expected bytes in hexadecimal"),
    (_set("parameters", "bytes", to="00" * 40000), "parameters.bytes: expected a text of at most"),
    (_set("parameters", "pointers", to=[[0, 9, 0]]), "parameters.pointers: expected pointers"),
    (_set("parameters", "pointers", to=[[16, 0, 0]]), "parameters.pointers: expected pointers"),
    (_set("parameters", "pointers", to=[[0, 0, 9999]]), "parameters.pointers: expected pointers"),
    (_set("parameters", "pointers", to=[[0, 0]]), "parameters.pointers: expected lists of 3"),
    (_set("parameters", "pointers", to=[[0, 0, -1]]), "parameters.pointers: expected lists of 3"),
    (_set("parameters", "tensor_maps", to=[[0, 0]]), "parameters.tensor_maps: expected maps"),
    (_set("allocations", 0, "bytes", to=1 << 60), r"allocations\[0\].bytes: expected an integer"),
    (_set("allocations", 0, "address", to="1"), r"allocations\[0\].address: expected an address"),
    (_set("allocations", 0, "before", to=[[0, 9999]]), r"allocations\[0\].before: expected parts"),
    (_set("allocations", 0, "before", to=[[0, 0]]), r"allocations\[0\].before: expected parts"),
    (_set("allocations", 0, "before", to=[[8, 8], [0, 8]]), "before: expected parts in order"),
    (
        _set("allocations", 0, "before", to=[[0, 8]]),
        "before/0.bin: 8,192 bytes, where the",
    ),
    (_set("allocations", 2, "before", to=[[0, 4]]), "it has no before/2.bin"),
    (_set("result", "status", to="0"), "result.status: expected an integer"),
    (_set("tensor_maps", to=[{}]), r"tensor_maps\[0\].allocation: expected an integer"),
]


@pytest.mark.parametrize(("change", "message"), LIES)
def test_a_manifest_that_lies_is_refused(
    path: Path, change: Callable[[Any], None], message: str
) -> None:
    """The field that is not valid is named, with the file."""
    held = members(path)
    manifest = json.loads(held["ptxpy_capture.json"])
    change(manifest)
    held["ptxpy_capture.json"] = json.dumps(manifest).encode()
    rewrite(path, held)
    with pytest.raises(CaptureError, match=message) as raised:
        load_capture(path)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize("missing", ["kernel.ptx", "before/0.bin", "after/1.bin"])
def test_a_member_that_is_missing(path: Path, missing: str) -> None:
    """It is named."""
    held = members(path)
    del held[missing]
    rewrite(path, held)
    with pytest.raises(CaptureError, match=f"it has no {missing}"):
        load_capture(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_file_that_is_cut_off(path: Path, share: float) -> None:
    """It is no captured launch."""
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    assert not is_capture(path)
    with pytest.raises(CaptureError, match="is no captured launch, or a damaged one"):
        load_capture(path)


def test_a_changed_byte_is_found(path: Path) -> None:
    """The checksums of the zip file find it."""
    data = bytearray(path.read_bytes())
    place = data.index(b"kernel.ptx") + 200
    data[place] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(CaptureError):
        load_capture(path)


def test_more_than_may_be_stored_is_refused(path: Path) -> None:
    """A small file that unpacks to a large one is refused before it is unpacked."""
    held = members(path)
    manifest = json.loads(held["ptxpy_capture.json"])
    manifest["allocations"][0].update(bytes=1 << 33, before=[[0, 1 << 33]])
    held["ptxpy_capture.json"] = json.dumps(manifest).encode()
    rewrite(path, held)
    with pytest.raises(CaptureError, match=r"bytes of memory, more than"):
        load_capture(path)


@pytest.mark.parametrize("text", [b"{", b"[]", b"[" * 100_000, b"\xff"])
def test_a_manifest_that_is_not_json(path: Path, text: bytes) -> None:
    """One line."""
    held = members(path)
    held["ptxpy_capture.json"] = text
    rewrite(path, held)
    with pytest.raises(CaptureError):
        load_capture(path)


def test_equal_launches_give_equal_files(tmp_path: Path) -> None:
    """Nothing in a file tells the time."""
    x = np.ones(64, np.float32)
    for name in ("a", "b"):
        captured(tmp_path / name, ptxpy.load(ADD), x, x.copy(), 0.5, grid=1, block=64)
    one, other = (tmp_path / name / "launch-000-add.zip" for name in ("a", "b"))
    assert one.read_bytes() == other.read_bytes()
