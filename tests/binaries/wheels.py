"""The PTX of wheels of CUDA 11.8 to 13, as hashes that were recorded with NVIDIA's `cuobjdump`.

`python -m tests.binaries.wheels` records them anew for the wheels that `wheels.txt` lists, and
needs `cuobjdump` on the PATH.
"""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
import tempfile
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.binaries import scan
from ptxpy.binaries.containers import MAGIC
from tests.binaries.making import PTX, container

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORDED: Final = Path(__file__).with_name("wheels.txt")
DOWNLOADS: Final = Path(__file__).parents[2] / ".cache" / "wheels"
_UNREACHABLE: Final = threading.Event()
"""Set by the first download that fails, so that a machine without a network is not slow."""

HEAD: Final = """\
# The PTX in members of wheels: package, version, platform, CUDA, member; then a line for each text
# with the SHA-256 of what cuobjdump 13.5 extracts, without the zero at its end. `containers` says
# that cuobjdump refuses the file, or is for other systems, and was given the containers alone.
"""


class Wheel(NamedTuple):
    """A member of a wheel, and the hashes of its texts, sorted."""

    package: str
    version: str
    platform: str
    cuda: str
    member: str
    way: str
    """`file` if cuobjdump read the member itself, else `containers`."""
    hashes: tuple[str, ...]

    @property
    def requirement(self) -> str:
        """What pip is asked for."""
        return f"{self.package}=={self.version}"


def read_recorded() -> list[Wheel]:
    """Return what `wheels.txt` says."""
    wheels: list[Wheel] = []
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            last = wheels[-1]
            wheels[-1] = last._replace(hashes=(*last.hashes, line.strip()))
        elif line and not line.startswith("#"):
            package, version, platform, cuda, member, way = line.split()
            wheels.append(Wheel(package, version, platform, cuda, member, way, ()))
    return wheels


def download(wheel: Wheel) -> Path | None:
    """Return the path of a wheel, which is downloaded once; None if there is no package index."""
    folder = DOWNLOADS / f"{wheel.package}-{wheel.version}-{wheel.platform}"
    if not any(folder.glob("*.whl")):
        if _UNREACHABLE.is_set():
            return None
        options = ["--quiet", "--no-deps", "--only-binary=:all:", "--platform", wheel.platform]
        options += ["--retries", "1", "--timeout", "20", "--dest", str(folder)]
        command = [sys.executable, "-m", "pip", "download", *options, wheel.requirement]
        ended = subprocess.run(command, capture_output=True, check=False)
        if ended.returncode:
            _UNREACHABLE.set()
            return None
    (path,) = folder.glob("*.whl")
    return path


def texts_of(path: Path, member: str) -> list[bytes]:
    """Return the PTX that ptxpy finds in a member."""
    found = [each.entry for each in scan(path) if each.member == member]
    return [entry.read() for entry in found if entry.is_ptx]


def digests(texts: list[bytes]) -> tuple[str, ...]:
    """Return the hashes of texts, sorted."""
    return tuple(sorted(hashlib.sha256(text).hexdigest() for text in texts))


def extracted(path: Path, member: str) -> tuple[str, tuple[str, ...]]:
    """Return what cuobjdump extracts of a member of a wheel."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as archive:
        found = cuobjdump(Path(archive.extract(member, folder)))
        if found is not None:
            return "file", digests(found)
        pieces: list[bytes] = []
        for number, stored in enumerate(_stored_texts(archive.read(member))):
            piece = Path(folder, f"{number}.fatbin")
            piece.write_bytes(container(stored))
            texts = cuobjdump(piece)
            assert texts is not None, f"{member}: cuobjdump reads not even the containers"
            pieces += texts
        return "containers", digests(pieces)


def _stored_texts(data: bytes) -> Iterator[bytes]:
    """Yield the entries that are PTX as they are stored, with their headers."""
    at = data.find(MAGIC)
    while at >= 0:
        _, version, header, size = struct.unpack_from("<IHHQ", data, at)
        if version == 1:
            here, end = at + header, at + header + size
            while here < end:
                kind, _, entry_header, stored = struct.unpack_from("<HHIQ", data, here)
                following = here + entry_header + stored
                if kind == PTX:
                    yield data[here:following]
                here = following
        at = data.find(MAGIC, at + 1)


def cuobjdump(path: Path) -> list[bytes] | None:
    """Return the texts that the tool extracts; None if it refuses the file."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["cuobjdump", "-all", "-xptx", "all", str(path)]
        ended = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        texts = [each.read_bytes().removesuffix(b"\0") for each in Path(folder).iterdir()]
    return texts if texts and not ended.returncode else None


def main() -> None:
    """Write `wheels.txt` anew."""
    lines = [HEAD]
    for wheel in read_recorded():
        path = download(wheel)
        assert path is not None, f"{wheel.requirement} cannot be downloaded"
        way, hashes = extracted(path, wheel.member)
        lines.append(f"{' '.join((*wheel[:5], way))}\n")
        lines += [f"  {each}\n" for each in hashes]
    RECORDED.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
