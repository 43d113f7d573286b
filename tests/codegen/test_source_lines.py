"""Lines of the source as comments of imported programs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ptxpy
from ptxpy.codegen import sources_of, with_source_lines, without_source_lines

CORPUS = Path(__file__).resolve().parents[2] / "corpus" / "nvcc"

KERNEL = """\
.version 9.0
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<3>;
	.loc	1 3 0

	.loc	1 4 5
	ld.param.u64 	%rd1, [k_param_0];
	.loc	1 5 5
	mov.u32 	%r1, %tid.x;
	.loc	1 4 9
	add.s32 	%r2, %r1, 7;
	.loc	1 6 1
	st.global.u32 	[%rd1], %r2;
	.loc	1 99 1
	ret;

}
	.file	1 "{name}"
"""
SOURCE = "// one\n// two\nvoid k(int *p) {\n  p[0] =\n    tid + 7;\n}\n"


def commented(name: str, folder: Path) -> str:
    """Return the program of the kernel with comments of a folder's files."""
    proof = ptxpy.prove(KERNEL.replace("{name}", name).encode())
    return with_source_lines(proof.python, proof.module, sources_of(proof.module, folder))


def comments(text: str) -> list[str]:
    """Return the comments of a program, without their blanks."""
    # The first line is for mypy.
    return [line.strip() for line in text.split("\n")[1:] if line.strip().startswith("# ")]


def test_lines_are_above_their_first_statements(tmp_path: Path) -> None:
    """Each line is a comment once; one without a word, and one that the file lacks, is none."""
    (tmp_path / "k.cu").write_text(SOURCE)
    text = commented("/build/src/k.cu", tmp_path)
    assert comments(text) == [
        "# k.cu:3: void k(int *p) {",
        "# k.cu:4: p[0] =",
        "# k.cu:5: tid + 7;",
    ]
    lines = [line.strip() for line in text.split("\n")]
    assert lines[lines.index("# k.cu:5: tid + 7;") + 1].startswith("tid = ptx.special.tid.x()")


@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.glob("*.lineinfo.ptx")))
def test_programs_stay_the_same(name: str) -> None:
    """Comments change no statement, and can be taken out again."""
    proof = ptxpy.prove((CORPUS / name).read_bytes())
    text = with_source_lines(proof.python, proof.module, sources_of(proof.module, CORPUS))
    assert len(comments(text)) > len(comments(proof.python))
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(proof.python))
    assert without_source_lines(text, proof.module) == proof.python
    assert ptxpy.emit(ptxpy.from_python(text)) == ptxpy.emit(proof.module)


def test_the_longest_path_in_the_folder_counts(tmp_path: Path) -> None:
    """Of two files with the name, the one in the same folders is meant."""
    (tmp_path / "src").mkdir()
    (tmp_path / "k.cu").write_text("a\nb\nnear\n")
    (tmp_path / "src" / "k.cu").write_text("a\nb\nfar\n")
    assert comments(commented("/build/src/k.cu", tmp_path)) == ["# k.cu:3: far"]


@pytest.mark.parametrize(
    "name", ["../k.cu", "/a/../../k.cu", "link.cu", "missing.cu", "folder", "k\x00.cu", "/"]
)
def test_nothing_outside_the_folder_is_read(name: str, tmp_path: Path) -> None:
    """A path of a stranger's PTX names files of the folder alone."""
    (tmp_path / "k.cu").write_text(SOURCE)
    folder = tmp_path / "inner"
    (folder / "folder").mkdir(parents=True)
    (folder / "link.cu").symlink_to(tmp_path / "k.cu")
    module = ptxpy.parse(KERNEL.replace("{name}", "k.cu"))
    body = [
        each.replace(name=name) if type(each).__name__ == "File" else each for each in module.body
    ]
    assert sources_of(module.replace(body=tuple(body)), folder) == {}


def test_a_line_of_a_source_cannot_end_its_comment(tmp_path: Path) -> None:
    """Whatever is not printable is a blank."""
    (tmp_path / "k.cu").write_text("a\nb\nx\rimport os\x0c\u2028os\x00.abort()\n", newline="")
    text = commented("k.cu", tmp_path)
    assert comments(text) == ["# k.cu:3: x import os  os .abort()"]
    assert ptxpy.emit(ptxpy.from_python(text)) == KERNEL.replace("{name}", "k.cu")


def test_long_lines_are_cut(tmp_path: Path) -> None:
    """A comment is no longer than a line."""
    (tmp_path / "k.cu").write_text("a\nb\n" + "word " * 100)
    [comment] = comments(commented("k.cu", tmp_path))
    assert comment.endswith("…")
    assert len(comment) < 90
