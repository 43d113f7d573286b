"""Commands on binaries: lists, choices, folders, and files that hold no PTX."""

from __future__ import annotations

import os
import zipfile
from typing import TYPE_CHECKING

import pytest

import ptxpy
from tests.binaries.making import CUBIN, SUFFIX_A, ZSTD, container, entry

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

ELF = b"\x7fELF\x02\x01\x01" + bytes(57)


def ptx(target: str, *kernels: str) -> bytes:
    """Return PTX with kernels that do nothing."""
    bodies = "".join(f"\n.visible .entry {name}()\n{{\n\tret;\n}}\n" for name in kernels)
    return f".version 9.0\n.target {target}\n.address_size 64\n{bodies}".encode()


def library(*entries: bytes) -> bytes:
    """Return what looks like a library with a container for each entry."""
    return ELF + b"".join(container(each) + b"between" for each in entries)


@pytest.fixture
def same(tmp_path: Path) -> Path:
    """Return a library with the same kernels for two targets."""
    path = tmp_path / "libsame.so"
    names = ("_Z3addIfEvPT_i", "scale")
    path.write_bytes(
        library(
            entry(ptx("sm_80", *names) + b"\0", compression=ZSTD),
            entry(ptx("sm_90a", *names) + b"\0", arch=90, suffix=SUFFIX_A),
            entry(b"\x7fELF", kind=CUBIN, arch=90),
        )
    )
    return path


@pytest.fixture
def different(tmp_path: Path) -> Path:
    """Return a library of two sources with different kernels."""
    path = tmp_path / "libtwo.so"
    path.write_bytes(library(entry(ptx("sm_80", "one")), entry(ptx("sm_80", "two"))))
    return path


def test_several_texts_are_listed(run: Run, same: Path) -> None:
    """There is a line for each kernel, and nothing is imported."""
    ended = run("import", same)
    assert ended.status == 0
    lines = ended.out.splitlines()
    assert lines[0].split() == ["target", "PTX", "bytes", "text", "kernel"]
    assert len(lines) == 5
    assert lines[3].split(maxsplit=5)[:5] == [
        "sm_90a",
        "9.0",
        "128",
        "2.sm_90a.ptx",
        "_Z3addIfEvPT_i",
    ]
    assert "void add<float>(float*, int)" in lines[3]
    assert "2 PTX texts; choose one by --kernel and --arch" in ended.err


@pytest.mark.parametrize(
    ("choice", "target"),
    [
        (["--arch", "sm_80"], "sm_80"),
        (["--kernel", "scale", "--arch", "sm_90a"], "sm_90a"),
    ],
)
def test_one_text_is_imported(run: Run, same: Path, choice: list[str], target: str) -> None:
    """The Python of the text that the options choose gives its bytes."""
    ended = run("import", same, *choice)
    assert ended.status == 0
    names = ("_Z3addIfEvPT_i", "scale")
    assert ptxpy.emit_bytes(ptxpy.from_python(ended.out)) == ptx(target, *names)


def test_the_highest_target_is_taken(run: Run, same: Path, tmp_path: Path) -> None:
    """Standard error says which text was taken, and how another one is named."""
    ended = run("import", same, "-o", tmp_path / "same.py")
    assert ended.status == 0
    assert "took 2.sm_90a.ptx of 2; others: 1.sm_80.ptx" in ended.err
    assert '"sm_90a"' in (tmp_path / "same.py").read_text()


def test_all_texts_are_imported(run: Run, same: Path, tmp_path: Path) -> None:
    """A directory takes a program for each text."""
    assert run("import", same, "-o", tmp_path / "out").status == 0
    found = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert found == ["libsame.1.sm_80.py", "libsame.2.sm_90a.py"]


@pytest.mark.parametrize("command", [["import", "-o", "x.py"], ["show"], ["emit"], ["run"]])
def test_different_texts_are_not_chosen_from(run: Run, different: Path, command: list[str]) -> None:
    """A command that takes one lists them, with the names to give."""
    ended = run(*command, different)
    assert ended.status == 2
    assert f"{different}::1.sm_80.ptx  one" in ended.err
    assert f"{different}::2.sm_80.ptx  two" in ended.err


@pytest.mark.parametrize("word", ["2.sm_80.ptx", "two"])
def test_a_text_has_a_name(run: Run, different: Path, word: str) -> None:
    """A text can be named by its label, or by a kernel."""
    ended = run("show", f"{different}::{word}")
    assert ended.status == 0
    assert "kernel two" in ended.out
    assert ended.out.startswith(f"{different}::2.sm_80.ptx: PTX 9.0")


@pytest.mark.parametrize("command", ["check", "roundtrip"])
def test_commands_on_many_files_take_all(run: Run, tmp_path: Path, command: str) -> None:
    """A directory is searched for binaries too, and wheels for members."""
    (tmp_path / "a.ptx").write_bytes(ptx("sm_80", "a"))
    with zipfile.ZipFile(tmp_path / "b.whl", "w") as wheel:
        wheel.writestr("lib/../libb.so", library(entry(ptx("sm_80", "b"))))
        wheel.writestr("b/kernel.ptx", ptx("sm_80", "c"))
    (tmp_path / "text.txt").write_bytes(b"nothing")
    (tmp_path / "plain.so").write_bytes(ELF)
    ended = run(command, tmp_path)
    assert ended.status == 0
    assert "3 files" in ended.out + ended.err


def test_members_stay_in_the_directory(run: Run, tmp_path: Path) -> None:
    """Paths of members that lead elsewhere lead nowhere."""
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as wheel:
        wheel.writestr("../../up.so", library(entry(ptx("sm_80", "up"))))
        wheel.writestr("/root/kernel.ptx", ptx("sm_80", "c"))
        wheel.writestr("C:\\x\\dos.ptx", ptx("sm_80", "d"))
    out = tmp_path / "deep" / "out"
    assert run("import", tmp_path / "b.zip", "-o", out).status == 0
    found = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.py"))
    assert found == [
        "deep/out/C_/x/dos.py",
        "deep/out/root/kernel.py",
        "deep/out/up.1.sm_80.py",
    ]


def test_a_cubin_says_what_to_compile_with(run: Run, tmp_path: Path) -> None:
    """A file without PTX is refused with what it has."""
    path = tmp_path / "x.fatbin"
    path.write_bytes(container(entry(b"\x7fELF", kind=CUBIN, arch=80)))
    ended = run("import", path)
    assert ended.status == 2
    assert "holds no PTX, only machine code (cubins) for sm_80" in ended.err
    assert "-gencode arch=compute_80,code=compute_80" in ended.err


def test_binaries_without_device_code(run: Run, tmp_path: Path) -> None:
    """Files that have nothing to do with CUDA are refused; standard input is not searched."""
    (tmp_path / "ls").write_bytes(ELF)
    assert "there is no device code in it" in run("show", tmp_path / "ls").err
    ended = run("import", "-", stdin=ELF)
    assert ended.status == 2
    assert "standard input is a binary" in ended.err


def test_text_that_begins_like_a_binary(run: Run, tmp_path: Path) -> None:
    """One letter makes no binary: licences and lists beside kernels are passed over."""
    (tmp_path / "a.ptx").write_bytes(ptx("sm_80", "a"))
    for name, text in (("LICENSE", "MIT"), (".env", "PATH=/x"), (".dockerignore", "!keep")):
        (tmp_path / name).write_text(f"{text}\n")
    for command in (["check", "--no-run"], ["import", "-o", tmp_path / "out"], ["roundtrip"]):
        ended = run(*command, tmp_path)
        assert (ended.status, "LICENSE" in ended.err) == (0, False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--kernel", "nine"], "no kernel 'nine'"),
        (["--arch", "sm_100"], "no PTX for sm_100; there is some for sm_80, sm_90a"),
    ],
)
def test_choices_that_fit_nothing(run: Run, same: Path, words: list[str], message: str) -> None:
    """What there is instead is said."""
    ended = run("import", same, *words)
    assert ended.status == 2
    assert message in ended.err


def test_plain_files_are_not_chosen_from(run: Run, tmp_path: Path) -> None:
    """PTX is imported as a whole, and so `--kernel` is refused."""
    (tmp_path / "a.ptx").write_bytes(ptx("sm_80", "a"))
    ended = run("import", tmp_path / "a.ptx", "--kernel", "a")
    assert ended.status == 2
    assert "imported as a whole" in ended.err


def test_names_may_have_the_separator(run: Run, tmp_path: Path) -> None:
    """A file whose own name looks like that of a text is itself."""
    (tmp_path / "a::b.ptx").write_bytes(ptx("sm_80", "a"))
    assert "kernel a" in run("show", tmp_path / "a::b.ptx").out


def test_a_kernel_of_a_binary_is_loaded(same: Path, different: Path) -> None:
    """`ptxpy.load` takes the text that has the kernel, of the highest target."""
    assert ptxpy.load(same, "scale").source.filename == f"{same}::2.sm_90a.ptx"
    assert ptxpy.load(f"{same}::sm_80", "scale").source.filename == f"{same}::1.sm_80.ptx"
    assert ptxpy.load(different, "two").name == "two"
    with pytest.raises(ptxpy.LaunchError, match="holds several PTX texts"):
        ptxpy.load(different)


def test_a_name_in_full_is_not_a_part_of_others(run: Run, tmp_path: Path) -> None:
    """A text that has the kernel is taken before those with names that contain it."""
    path = tmp_path / "lib.so"
    path.write_bytes(library(entry(ptx("sm_80", "fill_all")), entry(ptx("sm_80", "fill"))))
    ended = run("import", path, "--kernel", "fill")
    assert ended.status == 0
    assert "def fill()" in ended.out


def test_a_kernel_chooses_among_different_texts(run: Run, tmp_path: Path) -> None:
    """Texts for several targets may have other kernels beside the one that is named."""
    path = tmp_path / "lib.so"
    texts = [("sm_80", "one", "old"), ("sm_90", "one", "new")]
    path.write_bytes(library(*[entry(ptx(*names), arch=int(names[0][3:])) for names in texts]))
    ended = run("import", path, "--kernel", "one", "-o", tmp_path / "one.py")
    assert ended.status == 0
    assert "took 2.sm_90.ptx of 2" in ended.err


@pytest.mark.parametrize("word", ["90a", "compute_90a", "sm_90a"])
def test_targets_as_compilers_take_them(run: Run, same: Path, word: str) -> None:
    """The number alone, and the name of a virtual architecture, are targets as well."""
    ended = run("import", same, "--arch", word)
    assert ended.status == 0
    assert '"sm_90a"' in ended.out


def test_similar_names_are_suggested(run: Run, same: Path) -> None:
    """Misspelt C++ names, too."""
    assert "no kernel 'scael'; did you mean scale?" in run("import", same, "--kernel", "scael").err
    assert "did you mean add?" in run("import", same, "--kernel", "ad_").err


def test_links_to_one_library(run: Run, same: Path) -> None:
    """A library with several names is read once, and loops are not followed."""
    (same.parent / "libsame.so.1").symlink_to(same)
    (same.parent / "loop").symlink_to(".")
    ended = run("check", same.parent)
    assert ended.status == 0
    assert "2 files" in ended.out + ended.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_library(run: Run, same: Path) -> None:
    """A file in a directory that cannot be read is not passed over in silence."""
    same.chmod(0)
    ended = run("check", same.parent)
    assert ended.status != 0
    assert "ermission denied" in ended.err


@pytest.mark.parametrize(
    ("start", "packer"),
    [(b"\x1f\x8b\x08\0", "gzip"), (b"BZh91AY", "bzip2"), (bytes(257) + b"ustar", "tar")],
)
def test_packed_files(run: Run, tmp_path: Path, start: bytes, packer: str) -> None:
    """What is not looked into is to be unpacked."""
    path = tmp_path / "a.bin"
    path.write_bytes(start + bytes(300))
    ended = run("import", path)
    assert ended.status == 2
    assert f"is packed by {packer}; unpack it first" in ended.err
