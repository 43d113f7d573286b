"""Damaged and hostile files: one clear error, and bounds on what is unpacked and found."""

from __future__ import annotations

import io
import random
import struct
import sys
import zipfile
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.binaries import BinaryFormatError, binary_of, containers, files, scan, scan_bytes
from tests.binaries.making import LZ4, ZSTD, container, entry

if TYPE_CHECKING:
    from pathlib import Path

TEXT = b"\n\n.version 9.0\n.target sm_80\n.address_size 64\n.entry f() { ret; }\n\0"
LIBRARY = b"\x7fELF" + bytes(100) + container(entry(TEXT, compression=LZ4))
METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def read_all(path: Path) -> None:
    """Read all entries of a file."""
    for each in scan(path):
        each.entry.read()


def refusal(path: Path) -> str:
    """Return the message with which a file is refused."""
    with pytest.raises(BinaryFormatError) as error:
        read_all(path)
    assert str(error.value).startswith(str(path))
    return str(error.value)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damaged_zip_files_raise_nothing_else(
    method: int, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Whatever the modules for zip files and compression raise is one kind of error."""
    whole = bytearray(zipped({"pkg/lib.so": LIBRARY, "k.ptx": TEXT}, method))
    for at in data.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=5)):
        whole[at] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("zip") / "a.whl"
    path.write_bytes(whole[: data.draw(st.integers(4, len(whole)))])
    with suppress(BinaryFormatError):
        read_all(path)


@pytest.mark.parametrize("cut", [12, 40, 90, 130])
def test_containers_that_are_cut_off(tmp_path: Path, cut: int) -> None:
    """Wherever the file ends, it is not taken for one without PTX."""
    path = tmp_path / "lib.so"
    path.write_bytes(b"\x7fELF" + bytes(60) + container(entry(TEXT))[: 16 + cut])
    assert "the file is cut off" in refusal(path)


def test_executables_that_are_cut_off(tmp_path: Path) -> None:
    """The header of an ELF file says how long it is at least."""
    header = bytearray(b"\x7fELF\x02\x01\x01".ljust(64, b"\0"))
    header[40:48] = (991_816).to_bytes(8, "little")
    path = tmp_path / "lib.so"
    path.write_bytes(header)
    assert "it has 64 bytes, and should have more than 991,816" in refusal(path)


def test_a_bomb_in_an_entry(tmp_path: Path) -> None:
    """An entry that grows a thousandfold is read no further than its bound."""
    bomb = bytearray(container(entry(bytes(1 << 20), compression=ZSTD)))
    bomb[16 + 56 : 16 + 64] = (1 << 40).to_bytes(8, "little")
    path = tmp_path / "lib.so"
    path.write_bytes(bomb)
    assert "more than 268,435,456" in refusal(path)


def test_a_bomb_that_lies(tmp_path: Path) -> None:
    """An entry that says to be small is not decompressed any further."""
    bomb = bytearray(container(entry(bytes(1 << 24), compression=ZSTD)))
    bomb[16 + 56 : 16 + 64] = (100).to_bytes(8, "little")
    path = tmp_path / "lib.so"
    path.write_bytes(bomb)
    assert "where the entry says 100" in refusal(path)


@pytest.mark.parametrize("name", ["a.so", "a.ptx"])
def test_a_bomb_in_a_zip_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A member is unpacked up to a bound."""
    monkeypatch.setattr(files, "MAX_MEMBER_BYTES", 1 << 21)
    monkeypatch.setattr(files, "MAX_TEXT_BYTES", 1 << 21)
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({name: b"\x7fELF" + bytes(1 << 22)}))
    assert f"a.zip/{name}: a member of more than 2,097,152 bytes" in refusal(path)


def test_many_bombs_in_nested_zip_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All members together have a bound, too, and zip files in zip files in zip files are left."""
    monkeypatch.setattr(files, "MAX_UNPACKED_BYTES", 1 << 22)
    inner = zipped({f"{n}.so": b"\x7fELF" + bytes(1 << 20) for n in range(8)})
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"inner.zip": inner}))
    assert "the zip file has more than 4,194,304 bytes" in refusal(path)
    path.write_bytes(zipped({"1.zip": zipped({"2.zip": inner})}))
    assert not [*scan(path)]


def test_an_encrypted_member(tmp_path: Path) -> None:
    """It cannot be read, which is said."""
    data = bytearray(zipped({"lib.so": LIBRARY}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    path = tmp_path / "a.whl"
    path.write_bytes(data)
    assert "encrypted" in refusal(path)


def test_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of entries has a bound."""
    monkeypatch.setattr(containers, "MAX_ENTRIES", 20)
    data = container(entry(TEXT), entry(TEXT)) * 11
    with pytest.raises(BinaryFormatError, match="more than 20 entries"):
        [*scan_bytes(data, "lib.so")]


def test_a_huge_header() -> None:
    """The names of an entry have a bound."""
    data = bytearray(container(entry(TEXT)) + bytes(1 << 20))
    data[8:16] = (len(data) - 16).to_bytes(8, "little")
    data[20:24] = struct.pack("<I", 1 << 19)
    with pytest.raises(BinaryFormatError, match="the header of an entry has 524,288 bytes"):
        [*scan_bytes(bytes(data), "lib.so")]


@pytest.mark.skipif(sys.platform != "linux", reason="counts the descriptors of the process")
def test_many_members_take_few_descriptors(tmp_path: Path) -> None:
    """The PTX of all members is kept in one file."""
    import resource  # noqa: PLC0415 - not on all systems

    path = tmp_path / "cache.zip"
    path.write_bytes(zipped({f"{n}/k.ptx": TEXT for n in range(300)}))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    try:
        binary = binary_of(path)
        assert binary is not None
        assert [text.read() for text in binary.texts] == [TEXT[:-1]] * 300
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_links_in_directories(tmp_path: Path) -> None:
    """A library with several names is read once, and loops are not followed."""
    (tmp_path / "libx.so.1").write_bytes(LIBRARY)
    (tmp_path / "libx.so").symlink_to("libx.so.1")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "itself").symlink_to("itself")
    (tmp_path / "gone.so").symlink_to("nowhere")
    assert [found.member for found in scan(tmp_path)] == ["libx.so"]


def test_noise_is_no_container() -> None:
    """Magic numbers in random bytes are passed over in time."""
    noise = random.Random(1)  # noqa: S311 - it is no secret
    data = b"".join(b"\x50\xed\x55\xba" + noise.randbytes(60) for _ in range(20_000))
    assert not [*scan_bytes(data, "noise")]
