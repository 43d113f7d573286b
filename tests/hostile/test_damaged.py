"""Files that are no PTX, or no longer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ptxpy
from tests.hostile.support import HEADER, accepted, function

CORPUS = Path(__file__).parents[2] / "corpus"
SMALL = [path for path in sorted(CORPUS.rglob("*.ptx")) if path.stat().st_size < 12_000]
ROOT = Path(__file__).parents[2]


def numbers(seed: object) -> Random:
    """Return random numbers that follow from a seed."""
    return Random(str(seed))  # noqa: S311 - repeatable


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"\n",
        b"\r\n",
        b"\t \n\n",
        b"\x00",
        b"\x00" * 1000,
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\n",
    ],
    ids=ascii,
)
def test_empty(data: bytes) -> None:
    """A file without anything is an error."""
    assert not accepted(data)


@pytest.mark.parametrize("data", [b"//", b"// x", b"/**/", b"// x\n", b"/* */\n\n", b"\n//\n"])
def test_comments_alone(data: bytes) -> None:
    """A file of comments comes back."""
    assert accepted(data)


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes(seed: int) -> None:
    """Binary files are errors."""
    rng = numbers(seed)
    data = rng.randbytes(rng.choice((1, 2, 10, 1000, 100_000)))
    accepted(data)
    accepted(HEADER.encode() + data)
    accepted(b"\x7fELF" + data)


def test_real_binaries() -> None:
    """An executable, an archive, a compiled module, a picture's beginning."""
    compiled = list(Path(ptxpy.__file__).parent.rglob("*.pyc"))[:3]
    for path in (Path("/bin/sh"), *compiled):
        if path.is_file():
            assert not accepted(path.read_bytes()[:200_000])
    for magic in (
        b"PK\x03\x04",
        b"\x89PNG\r\n\x1a\n",
        b"\x1f\x8b\x08",
        b"BC\xc0\xde",
        b"%PDF-1.4\n",
        b"MZ",
    ):
        assert not accepted(magic)
        assert not accepted(magic + bytes(range(256)) * 10)


def test_other_texts() -> None:
    """Text in another language is an error."""
    for path in (ROOT / "README.md", ROOT / "pyproject.toml", Path(__file__)):
        if path.is_file():
            assert not accepted(path.read_bytes())
    for text in (
        "hello",
        "<html></html>",
        '{"a": 1}',
        "int main() { return 0; }",
        "\u4f60\u597d",
        "define void @f()",
    ):
        assert not accepted(text)
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        assert not accepted(function("\tret;").encode(encoding))


@pytest.mark.parametrize("path", SMALL[::4], ids=lambda path: path.name)
def test_truncated(path: Path) -> None:
    """A file that ends anywhere is an error, or PTX all the same."""
    data = path.read_bytes()
    rng = numbers(path.name)
    for _ in range(12):
        accepted(data[: rng.randrange(len(data))])
    for _ in range(3):
        accepted(data[rng.randrange(len(data)) :])


@pytest.mark.parametrize(
    "code", [*range(32), 127, 0x80, 0x85, 0xA0, 0xAD, 0xFEFF, 0x2028, 0x202E, 0xDCFF]
)
def test_control_characters(code: int) -> None:
    """Every control character, in every kind of place."""
    character = chr(code)
    for text in (
        character + HEADER,
        HEADER + character,
        HEADER + character + ".global .u32 x;\n",
        function(f"\tret;{character}"),
        function(f"\tadd.s32{character} %r1, %r2, 1;"),
        function(f"\tadd.s32 %r1,{character}%r2, 1;"),
        function(f"\tadd.s32 %r{character}1, %r2, 1;"),
        function(f"\tadd{character}.s32 %r1, %r2, 1;"),
        HEADER + character * 5000,
    ):
        accepted(text)
    assert accepted(function(f"\tret; /* {character} */")) or character == "\x00"
    if character != "\n":
        assert accepted(function(f"\tret; // {character}")) or character == "\x00"
    assert accepted(f'{HEADER}.pragma "{character}";\n') or character == "\x00"


def test_all_control_characters_at_once() -> None:
    """A comment may hold them all."""
    held = "".join(map(chr, [*range(1, 9), *range(11, 32), 127]))
    text = function(f"\tret; /* {held} */ /* %r1 */")
    assert accepted(text)
    assert accepted(f'{HEADER}.file 1 "{held} %r1"\n')


@pytest.mark.parametrize("mark", ["\ufeff", "\x00", "\x1a", "\ufeff\n", "\r", "\f"])
def test_marks_at_the_ends(mark: str) -> None:
    """Byte-order marks, NUL and Control-Z at the ends of a file come back."""
    text = function("\tret;")
    assert accepted(text + mark)
    assert accepted(mark + text)


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n\r", "\n\n\n", "\f\n", " \n", "\t\n"])
def test_line_ends(end: str) -> None:
    """Files with the line ends of other systems come back."""
    for path in SMALL[::20]:
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        if end == "\r" and "//" in text:
            accepted(text.replace("\n", end))  # one comment up to the end of the file
        else:
            assert accepted(text.replace("\n", end))
    assert accepted(function("\tret;\n\tadd.s32 %r1, %r2, 3;").replace("\n", end))


def test_no_final_newline() -> None:
    """A file may end anywhere behind its last token."""
    assert accepted(function("\tret;").rstrip("\n"))
    assert accepted(HEADER.rstrip("\n"))
    assert accepted(HEADER + "// x")


@pytest.mark.parametrize(
    "text",
    [
        "/*",
        "/* x",
        "/*/",
        '.pragma "x',
        '.pragma "',
        '.file 1 "x\n',
        ".entry k() {",
        ".entry k() { /*",
        '.entry k() { .pragma "x; }',
        ".entry k(",
        ".entry k() { ld.u32 %r1, [%rd1; }",
        ".entry k() { mov.b64 %rd1, {%r1, %r2; }",
        ".global .u32 x[4] = {1, 2",
        ".section .x { .b8 1",
        '# 1 "x',
        ".entry k() { { { }",
        "}",
        "{",
        ".entry k() { } }",
        ")",
        ";",
    ],
)
def test_unterminated(text: str) -> None:
    """What does not end is an error, with the place where it begins or the file ends."""
    assert not accepted(HEADER + text)
    assert not accepted(text)
    assert not accepted(HEADER + text + "\n" + "x" * 1000)


def test_every_error_is_reported() -> None:
    """Several errors in one file are reported in one run, in order."""
    text = function("\tadd.s32 %r1, , 1;\n\tret;\n\tmov.u32 %r1 2;\n\tret;\n\tld.u32 [;")
    with pytest.raises(ptxpy.PtxSyntaxError) as raised:
        ptxpy.parse(text)
    lines = [problem.line for problem in raised.value.problems]
    assert lines == sorted(lines)
    assert len(set(lines)) >= 3
