"""Entries of containers, and of files that hold them."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.binaries import BinaryFormatError, is_binary, scan, scan_bytes
from tests.binaries.making import CUBIN, LZ4, PTX, SUFFIX_A, ZSTD, container, entry

TEXT = b"\n\n.version 9.0\n.target sm_80\n" + b"// padding\n" * 50 + b"\n\0"


@pytest.mark.parametrize("compression", [0, LZ4, ZSTD])
def test_text_is_read_without_its_zero(compression: int) -> None:
    """In every mode of compression."""
    data = b"junk" * 7 + container(entry(TEXT, compression=compression, suffix=SUFFIX_A, arch=90))
    (found,) = scan_bytes(data, "x")
    assert (found.kind, found.arch, found.version) == ("PTX", "sm_90a", (9, 0))
    assert found.identifier == "kernel.cu"
    assert found.read() == TEXT[:-1]


def test_all_containers_and_entries_are_found() -> None:
    """In the order of the file, with what lies between them."""
    one = container(entry(b"cubin", kind=CUBIN), entry(TEXT))
    two = container(entry(TEXT, arch=75))
    found = [*scan_bytes(b"\x7fELF" + one + b"\0" * 9 + two + b"tail", "x")]
    assert [(each.kind, each.arch) for each in found] == [
        ("cubin", "sm_80"),
        ("PTX", "sm_80"),
        ("PTX", "sm_75"),
    ]


def test_what_only_looks_like_a_container_is_passed_over() -> None:
    """The magic number in a string, with no container behind it."""
    data = b"xx" + b"\x50\xed\x55\xba" + b"\xff" * 40 + container(entry(TEXT))
    assert len([*scan_bytes(data, "x")]) == 1


def damaged(at: int, value: bytes) -> bytes:
    """A container with other bytes at an offset."""
    data = bytearray(container(entry(TEXT, compression=ZSTD)))
    data[at : at + len(value)] = value
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (container(entry(TEXT))[:-9], "cut off"),
        (container(b"short"), "cut off"),
        (damaged(20, b"\0\0\0\0"), "beyond its container"),
        (damaged(24, b"\xff" * 8), "beyond its container"),
        (damaged(32, b"\xff\xff\xff\x7f"), "compressed bytes"),
        (damaged(72, b"\xff" * 8), "more than 268,435,456"),
        (damaged(72, (5).to_bytes(8, "little")), "where the entry says 5"),
        (damaged(100, b"\0\0\0\0"), "damaged"),
    ],
)
def test_damage_is_told(data: bytes, message: str) -> None:
    """With the file and the offset."""
    with pytest.raises(BinaryFormatError, match=message) as error:
        [each.read() for each in scan_bytes(data, "lib.so")]
    assert str(error.value).startswith("lib.so: ")


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_hostile_bytes_raise_nothing_else(data: st.DataObject) -> None:
    """Mutations of containers, in any mode of compression."""
    compression = data.draw(st.sampled_from([0, LZ4, ZSTD]))
    whole = bytearray(container(entry(TEXT, compression=compression), entry(TEXT, kind=9)))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    try:
        for each in scan_bytes(bytes(whole[: data.draw(st.integers(0, len(whole)))]), "x"):
            each.read()
    except BinaryFormatError:
        pass


def test_zip_files_and_folders_are_looked_into(tmp_path: Path) -> None:
    """A wheel in a folder, with a library and a text in it."""
    library = b"\x7fELF" + bytes(100) + container(entry(TEXT, compression=LZ4))
    with zipfile.ZipFile(tmp_path / "a.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr("pkg/lib.so", library)
        wheel.writestr("pkg/notes.txt", b"no binary")
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w") as archive:
            archive.writestr("deep.o", library)
        wheel.writestr("inner.zip", inner.getvalue())
    (tmp_path / "b.a").write_bytes(b"!<arch>\n" + library)
    (tmp_path / "c.txt").write_bytes(container(entry(TEXT))[3:])
    found = [(each.member, each.entry.read()) for each in scan(tmp_path)]
    assert found == [
        ("a.whl/pkg/lib.so", TEXT[:-1]),
        ("a.whl/inner.zip/deep.o", TEXT[:-1]),
        ("b.a", TEXT[:-1]),
    ]


def test_damaged_zip_files_are_told(tmp_path: Path) -> None:
    """One that is cut off."""
    path = tmp_path / "a.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("lib.so", b"\x7fELF" + bytes(100))
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(BinaryFormatError, match="the zip file is damaged"):
        [*scan(path)]


def test_cubins_say_what_they_are(tmp_path: Path) -> None:
    """By the header of the ELF file."""
    header = bytearray(b"\x7fELF\x02\x01\x01A\x08".ljust(64, b"\0"))
    header[18:20] = (190).to_bytes(2, "little")
    header[48:52] = (0x06005A04).to_bytes(4, "little")
    path = tmp_path / "kernel.cubin"
    path.write_bytes(header)
    (found,) = scan(path)
    assert (found.entry.kind, found.entry.arch) == ("cubin", "sm_90")


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (b"\x7fELF\x02\x01", True),
        (b"!<arch>\n/", True),
        (b"PK\x03\x04", True),
        (b".version", False),
        (b"MZ\x90\0\x03\0\0\0", True),
        *((start, False) for start in (b"MIT License", b"PATH=/x", b"!keep", b"MZ Inc.\n")),
    ],
)
def test_binaries_are_told_by_their_start(start: bytes, expected: bool) -> None:
    """Text is none."""
    assert is_binary(start) == expected


SOURCE = r"""
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() { twice<<<1, 32>>>(nullptr); return 0; }
"""


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
@pytest.mark.skipif(shutil.which("cuobjdump") is None, reason="needs cuobjdump")
@pytest.mark.parametrize(
    "flags",
    [
        "-o a.out",
        "-o a.out -cudart shared",
        "-o a.out -rdc=true",
        "-o a.so -shared -Xcompiler -fPIC",
        "-c -o a.o --compress-mode=size",
        "-c -o a.o --compress-mode=speed",
        "-c -o a.o --compress-mode=none",
        "-fatbin -o a.fatbin",
        "-lib -o a.a",
        "-c -o a.o -gencode=arch=compute_80,code=compute_80 -gencode=arch=compute_90a,code=sm_90a",
        "-c -o a.o -arch=all-major",
    ],
)
def test_the_texts_are_those_of_cuobjdump(flags: str, tmp_path: Path) -> None:
    """Byte for byte, for all kinds of files that nvcc makes, and all modes of compression."""
    (tmp_path / "a.cu").write_text(SOURCE)
    arch = [] if "-gencode" in flags or "-arch" in flags else ["-arch=sm_80"]
    subprocess.run(["nvcc", *arch, *flags.split(), "a.cu"], cwd=tmp_path, check=True)
    path = tmp_path / flags.split()[flags.split().index("-o") + 1]
    ours = sorted(each.entry.read() for each in scan(path) if each.entry.is_ptx)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    subprocess.run(
        ["cuobjdump", "-all", "-xptx", "all", path], cwd=theirs, check=True, capture_output=True
    )
    assert ours
    assert ours == sorted(each.read_bytes().removesuffix(b"\0") for each in theirs.iterdir())


def test_kinds_have_names() -> None:
    """Also those that are not known."""
    data = container(entry(b"a", kind=PTX), entry(b"b", kind=8), entry(b"c", kind=77))
    assert [each.kind for each in scan_bytes(data, "x")] == ["PTX", "LTO-IR", "kind 77"]
