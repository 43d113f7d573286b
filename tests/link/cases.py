"""The cases of `cases.txt`, and what NVIDIA's tools say to them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy import parse
from ptxpy.link import Unit

FILE: Final = Path(__file__).with_name("cases.txt")
HEADER: Final = ".version 8.0\n.target sm_80\n.address_size 64\n"
PTXAS: Final = shutil.which("ptxas")
NVLINK: Final = shutil.which("nvlink")

_HEAD: Final = re.compile(r"^=== (.*)\n", re.MULTILINE)


class Case(NamedTuple):
    """Units, and the module or the error that linking them gives."""

    title: str
    texts: tuple[str, ...]
    expected: str
    is_error: bool

    @property
    def units(self) -> list[Unit]:
        """The units, called a.ptx, b.ptx and so on."""
        return units(*self.texts)


def units(*texts: str) -> list[Unit]:
    """Return units of texts; the header is added to those without one."""
    whole = [text if text.startswith(".version") else HEADER + text for text in texts]
    names = [f"{letter}.ptx" for letter in "abcdefgh"]
    return [Unit(parse(text, name), name) for text, name in zip(whole, names, strict=False)]


def cases() -> list[Case]:
    """Return the cases of the file."""
    parts = _HEAD.split(FILE.read_text(encoding="utf-8"))[1:]
    found = []
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        whole, mark, expected = text.partition("--- error\n")
        if not mark:
            whole, _, expected = text.partition("--- result\n")
        _, *texts = whole.split("--- unit\n")
        found.append(Case(title, tuple(texts), expected.strip("\n"), bool(mark)))
    return found


def assembled(folder: Path, name: str, text: bytes) -> str:
    """Return what ptxas has against a relocatable unit; empty if it takes it."""
    source = folder / f"{name}.ptx"
    source.write_bytes(text)
    return _run([PTXAS or "ptxas", "-arch=sm_90", "-c", str(source), "-o", f"{folder}/{name}.o"])


def nvlinked(folder: Path, names: list[str]) -> str:
    """Return what nvlink has against units that ptxas took; empty if it takes them."""
    objects = [f"{folder}/{name}.o" for name in names]
    return _run([NVLINK or "nvlink", "-arch=sm_90", *objects, "-o", f"{folder}/whole.cubin"])


def _run(command: list[str]) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return ran.stdout + ran.stderr if ran.returncode else ""
