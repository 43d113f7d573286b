"""Containers that nvcc 13.0 made in each of its modes, with hashes of what cuobjdump extracts.

`python -m tests.binaries.fatbins` records them anew, and needs both on the PATH.
"""

from __future__ import annotations

import base64
import subprocess
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from tests.binaries.wheels import cuobjdump, digests

RECORDED: Final = Path(__file__).with_name("fatbins.txt")
SOURCE: Final = 'extern "C" __global__ void twice(float *x) { x[threadIdx.x] *= 2; }\n'
HEAD: Final = """\
# The arguments of `nvcc -fatbin`, the architectures; what it wrote, in base64; then a line for each
# text with the SHA-256 of what cuobjdump extracts, without the zero at its end.
"""
_ONE: Final = "-gencode=arch=compute_80,code=compute_80"
_SEVERAL: Final = " ".join(
    f"-gencode=arch=compute_{n},code=compute_{n}" for n in (75, "90a", "100f")
)
MODES: Final = {
    _ONE: "sm_80",
    f"{_ONE} --compress-mode=size": "sm_80",
    f"{_ONE} --compress-mode=speed": "sm_80",
    f"{_ONE} --compress-mode=balance": "sm_80",
    f"{_ONE} --compress-mode=none": "sm_80",
    f"{_ONE} -rdc=true": "sm_80",
    _SEVERAL: "sm_75 sm_90a sm_100f",
    f"{_SEVERAL} --compress-mode=speed": "sm_75 sm_90a sm_100f",
}


class Fatbin(NamedTuple):
    """A container and the hashes of its texts."""

    arguments: str
    arches: tuple[str, ...]
    data: bytes
    hashes: tuple[str, ...]


def read_recorded() -> list[Fatbin]:
    """Return what `fatbins.txt` says."""
    fatbins = []
    for block in RECORDED.read_text(encoding="utf-8").split("\n\n")[1:]:
        arguments, arches, data, *hashes = block.strip().split("\n")
        found = Fatbin(arguments, tuple(arches.split()), base64.b64decode(data), tuple(hashes))
        fatbins.append(found)
    return fatbins


def main() -> None:
    """Write `fatbins.txt` anew."""
    blocks = [HEAD]
    for arguments, arches in MODES.items():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.cu").write_text(SOURCE, encoding="utf-8")
            command = ["nvcc", "-fatbin", *arguments.split(), "-o", "a.fatbin", "a.cu"]
            subprocess.run(command, cwd=folder, check=True)
            path = Path(folder, "a.fatbin")
            texts = cuobjdump(path)
            assert texts is not None, f"cuobjdump refuses what nvcc {arguments} makes"
            data = base64.b64encode(path.read_bytes()).decode()
        blocks.append("\n".join([arguments, arches, data, *digests(texts)]) + "\n")
    RECORDED.write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    main()
