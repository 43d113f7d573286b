"""Names that a reader has changed are kept by `import --force`, and margins can be left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ptxpy
from tests.cli.conftest import Run

PTX = (Path(__file__).parents[1] / "codegen" / "golden" / "saxpy.ptx").read_bytes()


@pytest.fixture
def imported(tmp_path: Path, run: Run) -> Path:
    """Return the Python of a kernel, beside its PTX."""
    (tmp_path / "k.ptx").write_bytes(PTX)
    assert run("import", tmp_path / "k.ptx", "-o", tmp_path / "k.py").status == 0
    return tmp_path / "k.py"


def edit(path: Path, old: str, new: str) -> None:
    """Change all words in a file."""
    text = path.read_text()
    changed = re.sub(rf"\b{old}\b", new, text)
    assert changed != text
    path.write_text(changed)


def test_names_are_kept(imported: Path, run: Run) -> None:
    """A renamed value has the reader's name again, and the kernel is the same."""
    before = imported.read_text()
    edit(imported, "grid_stride", "step")
    edited = imported.read_text()
    found = run("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    assert found.status == 0
    assert "1 changed name " in found.err
    assert imported.read_text() == edited
    assert ptxpy.emit_bytes(ptxpy.from_python(edited)) == PTX
    run("import", imported.with_suffix(".ptx"), "-o", imported, "--force", "--discard-names")
    assert imported.read_text() == before


def test_a_register_that_gets_a_name_is_in_the_margin(tmp_path: Path, run: Run) -> None:
    """The name of a register is that register; with another one, the margin names it."""
    # Two values are alive at once that one word would name: the second has its register's name.
    lines = (
        "ld.param.u64 %rd1, [x];",
        "ld.global.v2.u32 {%r1, %r2}, [%rd1];",
        *(f"mad.lo.s32 %r{number}, %r1, %r2, 5;" for number in (3, 4)),
        *(f"st.global.u32 [%rd1+{number}], %r{number};" for number in (3, 4)),
    )
    source = (
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 x)\n{\n"
        ".reg .b32 %r<5>;\n.reg .b64 %rd<2>;\n" + "\n".join(lines) + "\nret;\n}\n"
    )
    imported = tmp_path / "k.py"
    imported.with_suffix(".ptx").write_text(source)
    assert run("import", imported.with_suffix(".ptx"), "-o", imported, "--no-roll").status == 0
    edit(imported, "r4", "scaled_sum")
    arguments = ("import", imported.with_suffix(".ptx"), "-o", imported, "--force", "--no-roll")
    assert "1 changed name " in run(*arguments).err
    text = imported.read_text()
    assert re.search(r"scaled_sum = .*  #: r\.4\n", text)
    assert ptxpy.emit(ptxpy.from_python(text)) == source


HELPERS = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x)
{
.reg .b32 %r<9>;
.reg .b64 %rd<2>;
ld.param.u64 %rd1, [x];
ld.global.u32 %r1, [%rd1];
// begin inline asm
add.u32 %r2, %r1, 3;
// end inline asm
// begin inline asm
mul.lo.u32 %r3, %r2, %r1;
// end inline asm
st.global.u32 [%rd1], %r3;
ret;
}
"""


def test_helpers_parameters_and_comments_are_kept(tmp_path: Path, run: Run) -> None:
    """A helper is known by its statements, and a comment by the statement below it."""
    imported = tmp_path / "k.py"
    imported.with_suffix(".ptx").write_text(HELPERS)
    again = ("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    assert run(*again).status == 0
    written = imported.read_text()
    first, second, _ = re.findall(r"(?m)^def (\w+)\(", written)
    for old, new in ((first, "bump"), (second, "area"), ("a", "width")):
        edit(imported, old, new)
    text = imported.read_text()
    (call,) = re.findall(r"(?m)^    .*bump\(.*\n", text)
    text = text.replace(call, f"    # The margin of a page.\n{call}")
    imported.write_text(text)
    found = run(*again)
    assert found.status == 0
    assert "and 1 comment of" in found.err
    assert "undone" not in found.err
    assert imported.read_text() == text
    # A comment above a statement that the new program does not have is told.
    imported.write_text(text.replace(call, f"{call.replace('bump(', 'bump(1 + ')}"))
    assert "# The margin of a page." in run(*again).err


def test_what_is_undone_is_told(imported: Path, run: Run) -> None:
    """Statements that were changed otherwise come back as they were, and are listed."""
    before = imported.read_text()
    edit(imported, "grid_stride", "step")
    text = imported.read_text()
    imported.write_text(text.replace("ptx.ret()", "ptx.bar.sync(0)\n    ptx.ret()"))
    found = run("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    assert "1 line of" in found.err
    assert "undone" in found.err
    assert "ptx . bar . sync ( 0 )" in found.err
    assert imported.read_text() == re.sub(r"\bgrid_stride\b", "step", before)


@pytest.mark.parametrize(
    "name",
    ["ntid", "ptx", "range", "r10", "__import__", "class_ = 1; x"],
)
def test_names_that_mean_something_else_are_not_kept(name: str, imported: Path, run: Run) -> None:
    """Names that are taken, of the DSL, of registers, or no names, are given up."""
    before = imported.read_text()
    edit(imported, "grid_stride", name)
    run("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    assert imported.read_text() == before


def test_comments_that_are_lost_and_lines_that_return_are_told(
    imported: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing of a reader's is dropped in silence; a second import has nothing to tell."""
    monkeypatch.setenv("PTXPY_CACHE", str(tmp_path / "cache"))
    arguments = ("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    imported.unlink()
    assert run(*arguments).status == 0
    text = imported.read_text()
    line = next(each for each in text.splitlines() if "ptx.fma.rn" in each)
    store = next(each for each in text.splitlines() if "ptx.st.global_" in each)
    edited = f"# of the file\n{text}".replace("@kernel", "# above the kernel\n@kernel", 1)
    edited = edited.replace(line, f"{line.split('  #:')[0]}  # trailing").replace(f"{store}\n", "")
    imported.write_text(edited)
    told = run(*arguments).err
    for comment in ("# of the file", "# above the kernel", "# trailing"):
        assert comment in told or comment in imported.read_text()
    assert "1 line that you deleted in" in told
    assert store.split("  #")[0].strip() in told
    again = run(*arguments).err
    assert "deleted" not in again
    assert "not kept" not in again


def test_a_file_of_another_kind_is_replaced(imported: Path, run: Run) -> None:
    """Machine code in the place of the program has no names, and is no PTX that is looked for."""
    before = imported.read_text()
    imported.write_bytes(b"\x7fELF\2\1\1" + bytes(64))
    result = run("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    assert imported.read_text() == before
    assert "is no Python that names could be kept of" in result.err


def test_the_edited_file_is_not_executed(imported: Path, run: Run, tmp_path: Path) -> None:
    """It is read as tokens; where it is no Python, it is told so."""
    before = imported.read_text()
    mark = tmp_path / "executed"
    imported.write_text(f"open({str(mark)!r}, 'w')\n{before}")
    assert run("import", imported.with_suffix(".ptx"), "-o", imported, "--force").status == 0
    assert not mark.exists()
    imported.write_text("def (\n")
    found = run("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    assert "no Python" in found.err
    assert imported.read_text() == before


def test_no_margin(imported: Path, run: Run) -> None:
    """The program has no margin, and says what it is equal to."""
    found = run("import", imported.with_suffix(".ptx"), "--no-margin")
    assert "#:" in imported.read_text()
    assert "#:" not in found.out
    assert "same instructions" in found.err
    assert "%new_" in ptxpy.emit(ptxpy.from_python(found.out))


def test_lines_of_the_source(tmp_path: Path, run: Run) -> None:
    """They come with the program, are no edits of it, and leave with the option."""
    folder = Path(__file__).parents[2] / "corpus" / "nvcc"
    source, out = folder / "saxpy.sm_90a.lineinfo.ptx", tmp_path / "k.py"
    plain = run("import", source).out
    asked = ("import", source, "-o", out, "--force", "--source", folder)
    found = run(*asked)
    assert found.status == 0
    assert "saxpy.cu are comments" in found.err
    assert out.read_text().count("    # saxpy.cu:") > 2
    assert ptxpy.emit_bytes(ptxpy.from_python(out.read_text())) == source.read_bytes()
    edit(out, "grid_stride", "step")
    edited = out.read_text()
    found = run(*asked)
    assert "1 changed name " in found.err
    assert "undone" not in found.err
    assert out.read_text() == edited
    run("import", source, "-o", out, "--force", "--discard-names")
    assert out.read_text() == plain


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--source", "missing"), "--source missing: there is no such folder"),
        (("--source", ".", "--no-margin"), "--source finds the lines by the margins"),
    ],
)
def test_sources_that_cannot_be_shown(
    options: tuple[str, ...], message: str, imported: Path, run: Run
) -> None:
    """An option that has nothing to show is an error."""
    found = run("import", imported.with_suffix(".ptx"), *options)
    assert found.status != 0
    assert message in found.err


def test_another_file_of_the_name(tmp_path: Path, run: Run) -> None:
    """A source that is too short is not the one that was compiled, which is said."""
    (tmp_path / "saxpy.cu").write_text("one\ntwo\n")
    source = Path(__file__).parents[2] / "corpus" / "nvcc" / "saxpy.sm_90a.lineinfo.ptx"
    found = run("import", source, "--source", tmp_path)
    assert "saxpy.cu ends before lines that the PTX names: is it what was compiled?" in found.err


def test_a_folder_without_the_source(tmp_path: Path, run: Run) -> None:
    """The program is written all the same, and what is missing is said."""
    source = Path(__file__).parents[2] / "corpus" / "nvcc" / "saxpy.sm_90a.lineinfo.ptx"
    found = run("import", source, "--source", tmp_path)
    assert found.status == 0
    assert f"no lines of a source are shown: {tmp_path} has no saxpy.cu" in found.err


def test_edits_that_the_ptx_has_are_not_undone(imported: Path, run: Run) -> None:
    """The PTX of an edited program, imported over it, may be written otherwise, which is said."""
    text = imported.read_text()
    # The two operators of a line, and a name for what the import writes into another line.
    edited = text.replace("    ptx.ret()", "    extra = ptx.special.ctaid.y() + 0\n    ptx.ret()")
    assert edited != text
    imported.write_text(edited)
    ptx = imported.with_name("edited.ptx")
    ptx.write_bytes(ptxpy.emit_bytes(ptxpy.from_python(edited)))
    again = ("import", ptx, "-o", imported, "--force")
    found = run(*again)
    assert found.status == 0
    assert "undone" not in found.err
    assert "1 line of" in found.err
    assert "is in the PTX, and written otherwise now" in found.err
    # Of two edits, the one that came after the PTX is undone.
    imported.write_text(edited.replace("    ptx.ret()", "    ptx.bar.sync(0)\n    ptx.ret()"))
    found = run(*again)
    assert "is in the PTX, and written otherwise now" in found.err
    (line,) = re.findall(r"what you edited there is undone:\n.*line \d+: (.*)", found.err)
    assert line == "ptx . bar . sync ( 0 )"


def test_an_edited_program_of_other_python_is_not_run(imported: Path, run: Run) -> None:
    """Python beyond the dialect may do anything: the import runs none, and says what it knows."""
    text = imported.read_text()
    imported.write_text(f"import os\nos.abort()\n{text}".replace("ptx.ret()", "ptx.exit()"))
    found = run("import", imported.with_suffix(".ptx"), "-o", imported, "--force")
    assert found.status == 0
    assert "in no line of the new program: what the PTX does not have of it is undone" in found.err


def test_only_edits_are_undone(
    imported: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What an import wrote is on record: another PTX changes lines and names that nobody edited."""
    monkeypatch.setenv("PTXPY_CACHE", str(tmp_path / "cache"))
    source = imported.with_suffix(".ptx")
    again = ("import", source, "-o", imported, "--force")
    assert run(*again).status == 0
    source.write_bytes(PTX.replace(b"fma.rn.f32", b"fma.rz.f32"))
    found = run(*again)
    assert "undone" not in found.err
    assert "kept" not in found.err
    # The reader's line and name are told apart from what the other PTX changes.
    edit(imported, "grid_stride", "step")
    text = imported.read_text()
    imported.write_text(text.replace("ptx.ret()", "ptx.bar.sync(0)\n    ptx.ret()"))
    source.write_bytes(PTX)
    found = run(*again)
    assert "1 edited line " in found.err
    assert "1 changed name " in found.err
    # A name that was kept stays the reader's.
    source.write_bytes(PTX.replace(b"fma.rn.f32", b"fma.rm.f32"))
    assert "1 changed name " in run(*again).err
    assert "step = " in imported.read_text()


def test_an_import_without_the_cache_is_on_record(
    imported: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The lines that it has written are no edits for the next import."""
    monkeypatch.setenv("PTXPY_CACHE", str(tmp_path / "cache"))
    source = imported.with_suffix(".ptx")
    again = ("import", source, "-o", imported, "--force")
    for rounding, options in (("rn", ()), ("rz", ("--no-cache",)), ("rm", ())):
        source.write_bytes(PTX.replace(b"fma.rn.f32", f"fma.{rounding}.f32".encode()))
        found = run(*again, *options)
        assert found.status == 0
        # The fixture has written the file without a record.
        assert rounding == "rn" or "undone" not in found.err
