"""The PTX of images that a program loads: PTX text, containers, or cubins of Triton."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.binaries import BinaryFormatError, scan_bytes
from ptxpy.emulation.source_places import UNNAMED
from ptxpy.emulation.statuses import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["ImageError", "PtxText", "texts_of"]

_CONTAINER: Final = b"\x50\xed\x55\xba"
_ELF: Final = b"\x7fELF"
_CUDA_MACHINE: Final = (190).to_bytes(2, "little")
"""The machine of a cubin, in its header."""
_ARCHIVE: Final = b"!<arch>\n"
LINKED: Final = b"PTXPYLNK"
"""The start of an image that cuLinkComplete makes: then u32 count, and for each u64 size, PTX."""


class ImageError(Exception):
    """An image has no PTX that the device could run."""

    def __init__(self, message: str, status: Status) -> None:
        """Keep the message and the result of the call."""
        self.status = int(status)
        super().__init__(message)


class PtxText(NamedTuple):
    """The PTX of one unit."""

    text: bytes
    name: str
    """Its name in messages."""


def texts_of(images: Sequence[bytes], architecture: int) -> list[PtxText]:
    """Return the PTX of images, which are linked if they are several.

    Of a container, that of the highest architecture that the device runs. Raises `ImageError`.
    """
    found: list[PtxText] = []
    refused = None
    for image in images:
        try:
            found += _texts_of(image, architecture)
        except ImageError as error:
            # A library of device code may have none for the device, and none of it may be needed;
            # what is missing is said where it is called.
            if len(images) == 1 or error.status != Status.NO_BINARY_FOR_GPU:
                raise
            refused = refused or error
    if refused is not None and not found:
        raise refused
    return found


def _texts_of(image: bytes, architecture: int) -> Iterable[PtxText]:
    if image.startswith(_CONTAINER):
        return [_from_container(image, architecture)]
    # Bytes 18 and 19 of an ELF file are its machine: an object of the host has containers in a
    # section, a cubin is code itself.
    if image.startswith(_ELF) and image[18:20] != _CUDA_MACHINE and _CONTAINER in image:
        return _from_library(image, architecture)
    if image.startswith(_ELF):
        return [_from_cubin(image)]
    if image.startswith(LINKED):
        at = len(LINKED)
        count = int.from_bytes(image[at : at + 4], "little")
        at += 4
        units = []
        for _ in range(count):
            size = int.from_bytes(image[at : at + 8], "little")
            units.append(image[at + 8 : at + 8 + size])
            at += 8 + size
        return [
            each._replace(name=f"<ptx {number}>") if each.name == UNNAMED else each
            for number, each in enumerate(texts_of(units, architecture))
        ]
    if image.startswith(_ARCHIVE):
        return _from_library(image, architecture)
    # `cuModuleLoadData` takes PTX as a C string, which ends with a zero byte.
    return [PtxText(image.rstrip(b"\0"), UNNAMED)]


def _from_library(image: bytes, architecture: int) -> list[PtxText]:
    """Return the PTX of an archive, or of an object of the host: that of each container."""
    starts = []
    at = image.find(_CONTAINER)
    while at >= 0:
        starts.append(at)
        at = image.find(_CONTAINER, at + 1)
    parts = [image[each:] for each in starts]
    if not parts:
        message = "a library or an object that a program links has no PTX"
        raise ImageError(message, Status.NO_BINARY_FOR_GPU)
    return texts_of(
        [
            # A container has the size of its header at byte 6, and that of the rest at byte 8.
            part[: int.from_bytes(part[6:8], "little") + int.from_bytes(part[8:16], "little")]
            for part in parts
        ],
        architecture,
    )


def _from_container(image: bytes, architecture: int) -> PtxText:
    """Return the PTX of a container for the highest architecture that the device runs."""
    try:
        entries = list(scan_bytes(image, "<fatbin>"))
    except BinaryFormatError as error:
        raise ImageError(str(error), Status.INVALID_IMAGE) from None
    fitting = [entry for entry in entries if entry.is_ptx and runs_on(entry.arch, architecture)]
    if not fitting:
        others = ", ".join(dict.fromkeys(f"{each.kind} for {each.arch}" for each in entries))
        numbers = [_number(each.arch) for each in entries]
        wanted = max((each for each in numbers if each <= architecture), default=architecture)
        message = (
            f"a module of the program has no PTX for sm_{architecture}: it has "
            f"{others or 'nothing'}; "
            f"compile with -gencode arch=compute_{wanted},code=compute_{wanted}"
        )
        raise ImageError(message, Status.NO_BINARY_FOR_GPU)
    # Of `sm_90` and `sm_90a` the latter is taken, whose code may use more of the device.
    best = max(fitting, key=lambda entry: (_number(entry.arch), entry.arch))
    try:
        return PtxText(best.read(), best.identifier or f"<ptx for {best.arch}>")
    except BinaryFormatError as error:
        raise ImageError(str(error), Status.INVALID_IMAGE) from None


def _number(arch: str) -> int:
    """Return the number of an architecture: 90 for `sm_90a`."""
    digits = arch.removeprefix("sm_").rstrip("af")
    return int(digits) if digits.isdigit() else 0


def runs_on(arch: str, device: int) -> bool:
    """Whether a device runs PTX of an architecture, such as `sm_90a`, given its own number.

    Features with the suffix `a` are those of one architecture, with `f` those of a family (PTX ISA
    11.1.2).
    """
    number = _number(arch)
    if arch.endswith("a"):
        return number == device
    if arch.endswith("f"):
        return number // 10 == device // 10 and number <= device
    return number <= device


def _from_cubin(image: bytes) -> PtxText:
    """Return the PTX beside a cubin in the cache of Triton; else say what to compile with."""
    root = os.environ.get("TRITON_CACHE_DIR") or Path.home() / ".triton" / "cache"
    # The newest first, as the program has probably just compiled it.
    for path in sorted(Path(root).glob("*/*.cubin"), key=_age, reverse=True):
        ptx = path.with_suffix(".ptx")
        if path.stat().st_size == len(image) and path.read_bytes() == image and ptx.is_file():
            return PtxText(ptx.read_bytes(), str(ptx))
    message = (
        "a module of the program is a cubin without PTX, which only a GPU runs; compile it with "
        "PTX, such as -gencode arch=compute_80,code=compute_80"
    )
    raise ImageError(message, Status.NO_BINARY_FOR_GPU)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
