"""Reading PTX out of a large library: time and memory, by mode of compression."""

from __future__ import annotations

import argparse
import random
import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

import lz4.block

from benchmarks.corpus import ROOT
from benchmarks.processes import measure, own_python, warm_bytecode

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LIBRARY_BYTES: Final = 500_000_000
PTX_BYTES: Final = 50_000_000
SECONDS_GOAL: Final = 3.0
MEMORY_GOAL: Final = 300_000_000

_FLAGS: Final = {"zstd": 0x8000, "LZ4": 0x2000, "raw": 0}
_CUBIN_BYTES: Final = 20_000
_BLOCK_BYTES: Final = 1 << 24


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure a library in each mode of compression, and the list that `ptxpy import` writes."""
    warm_bytecode()
    python = own_python()
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "library.so")
        for mode in _FLAGS:
            with library.open("wb") as file:
                texts = _write_library(file, mode)
            rounds = [
                measure(python, "ptxpy_binaries", library, *arguments)
                for arguments in ((), ("list",))
                for _ in range(options.repeat)
            ]
            for what in ("read", "list"):
                mine = [each for each in rounds if each["what"] == what]
                row = {name: min(each[name] for each in mine) for name in ("seconds", "peak")}
                rows[f"{mode}, {what}"] = row
                wide = row["seconds"] > SECONDS_GOAL or row["peak"] > MEMORY_GOAL
                print(
                    f"{row['seconds']:6.2f} s  {row['peak'] / 1e6:6.1f} MB  {mode}: {what} "
                    f"{texts:,} texts{'  beyond the goal' if wide else ''}",
                    flush=True,
                )
    return {"library": LIBRARY_BYTES, "PTX": PTX_BYTES, "rows": rows}


def _write_library(file: IO[bytes], mode: str) -> int:
    """Write containers of a cubin and a text, and bytes that are none; return how many texts."""
    noise = random.Random(1).randbytes(_BLOCK_BYTES)  # noqa: S311 - it is no secret
    file.write(b"\x7fELF\x02\x01\x01".ljust(64, b"\0"))
    count = 0
    for text in _texts():
        entries = _entry(2, noise[:_CUBIN_BYTES], "raw") + _entry(1, text + b"\0", mode)
        file.write(struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entries)) + entries)
        count += 1
    while file.tell() < LIBRARY_BYTES:
        file.write(noise[: LIBRARY_BYTES - file.tell()])
    return count


def _texts() -> Iterator[bytes]:
    """Yield the files of the corpus again and again, until they are long enough."""
    corpus = [path.read_bytes() for path in sorted((ROOT / "corpus").rglob("*.ptx"))]
    size = 0
    while True:
        for text in corpus:
            if size >= PTX_BYTES:
                return
            size += len(text)
            yield text


def _entry(kind: int, data: bytes, mode: str) -> bytes:
    """Return an entry as `fatbinary` lays it out, without a name."""
    stored = data
    if mode == "LZ4":
        stored = lz4.block.compress(data, store_size=False)
    elif mode == "zstd":
        stored = zstd.compress(data)
    padded = stored + bytes(-len(stored) % 8)
    packed, raw = (len(stored), len(data)) if _FLAGS[mode] else (0, 0)
    numbers = (kind, 0x0101, 64, len(padded), packed, 0, 0, 9, 80, 0, 0, _FLAGS[mode] | 1, 0, raw)
    return struct.pack("<HHIQIIHHIIIQQQ", *numbers) + padded
