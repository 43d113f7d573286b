"""The PTX of the modules of a program: of loaded images, or of the files that it runs."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.binaries import BinaryFormatError, scan
from ptxpy.captures import CaptureError, obstacle_of
from ptxpy.emulation import (
    DeviceError,
    ImageError,
    PtxText,
    Unit,
    link,
    runs_on,
    texts_of,
    with_device_library,
)
from ptxpy.ir import nodes as n
from ptxpy.launch_request import LaunchError, ModuleSource, module_variables, signature_of
from ptxpy.syntax import PtxSyntaxError, parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.launch_request import Signature

__all__ = ["ProgramModule", "modules_of_process"]

_ENTRY: Final = re.compile(rb"\.entry\s+([\w$%]+)")


class ProgramModule:
    """A module that a program has loaded."""

    def __init__(self, texts: Sequence[PtxText]) -> None:
        """Take the PTX of its units; raises `CaptureError` if it is not valid."""
        try:
            units = [Unit(parse(each.text, each.name), each.name) for each in texts]
            module, segments = link(with_device_library(units))
        except (PtxSyntaxError, DeviceError) as error:
            raise CaptureError(str(error)) from None
        # A module of several units has no text of its own: it is printed.
        text = None if segments else texts[0].text
        self.source = ModuleSource(module, texts[0].name, text)
        self._obstacles: dict[str, str] = {}

    @classmethod
    def of_images(cls, images: Sequence[bytes], architecture: int) -> ProgramModule:
        """Return the module of loaded images; raises `CaptureError` if they have no PTX."""
        try:
            return cls(texts_of(images, architecture))
        except ImageError as error:
            raise CaptureError(str(error)) from None

    def signature(self, kernel: str) -> Signature:
        """Return the signature of a kernel; raises `CaptureError`."""
        for item in self.source.module.body:
            if type(item) is n.Function and item.kind == ".entry" and item.name.name == kernel:
                try:
                    return signature_of(self.source.module, item)
                except LaunchError as error:
                    raise CaptureError(str(error)) from None
        message = f"the PTX of its module, {self.source.filename}, has no such kernel"
        raise CaptureError(message)

    def obstacle(self, kernel: str) -> str:
        """Return why launches of a kernel cannot be captured; empty if they can."""
        found = self._obstacles.get(kernel)
        if found is None:
            found = self._obstacles[kernel] = obstacle_of(self.source, kernel)
        return found

    @cached_property
    def variables(self) -> Mapping[str, int]:
        """The sizes of its variables, by name."""
        found = module_variables(self.source.module)
        return {name: each.size for name, each in found.items() if each.size}


def modules_of_process(number: int, architecture: int) -> Iterator[tuple[PtxText, set[str]]]:
    """Yield the PTX in the files that a process has mapped, with the names of the kernels.

    Of each container, that for the highest architecture that the device runs.
    """
    for path in _mapped_files(number):
        try:
            best: dict[frozenset[str], tuple[tuple[int, str], PtxText]] = {}
            for _, entry in scan(path):
                if not entry.is_ptx or not runs_on(entry.arch, architecture):
                    continue
                text = entry.read()
                names = frozenset(each.decode() for each in _ENTRY.findall(text))
                # `sm_90a` comes after `sm_90`, and both after `sm_80`.
                rank = (int(re.sub(r"\D", "", entry.arch) or 0), entry.arch)
                if names and (names not in best or rank > best[names][0]):
                    best[names] = rank, PtxText(text, entry.identifier or path.name)
            for names, (_, held) in best.items():
                yield held, set(names)
        # Most files of a process are libraries without kernels, and some have been deleted.
        except (BinaryFormatError, OSError):
            continue


def _mapped_files(number: int) -> list[Path]:
    """Return the files whose code a process has mapped, in the order of their addresses."""
    try:
        lines = Path(f"/proc/{number}/maps").read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return []
    rows = [line.split(maxsplit=5) for line in lines]
    paths = dict.fromkeys(row[5] for row in rows if len(row) > 5 and "x" in row[1])  # noqa: PLR2004
    return [Path(path) for path in paths if path.startswith("/") and Path(path).is_file()]
