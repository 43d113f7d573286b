"""PTX equals what was recorded with NVIDIA's extraction tool."""

from __future__ import annotations

import pytest

from ptxpy.binaries import scan_bytes
from tests.binaries import fatbins, wheels


@pytest.mark.parametrize("recorded", fatbins.read_recorded(), ids=lambda each: each.arguments)
def test_containers_of_nvcc(recorded: fatbins.Fatbin) -> None:
    """The texts of all modes of compression are those of cuobjdump, with their architectures."""
    found = [each for each in scan_bytes(recorded.data, "a.fatbin") if each.is_ptx]
    assert wheels.digests([each.read() for each in found]) == recorded.hashes
    assert sorted(each.arch for each in found) == sorted(recorded.arches)


@pytest.mark.network
@pytest.mark.parametrize(
    "wheel",
    wheels.read_recorded(),
    ids=lambda each: f"{each.package}-{each.version}-{each.platform}",
)
def test_wheels(wheel: wheels.Wheel) -> None:
    """The texts in wheels of CUDA 11.8 to 13.3, for Linux and Windows, are those of cuobjdump."""
    path = wheels.download(wheel)
    if path is None:
        pytest.skip("no package index can be reached")
    assert wheels.digests(wheels.texts_of(path, wheel.member)) == wheel.hashes
