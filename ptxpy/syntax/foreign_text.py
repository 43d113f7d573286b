"""The kind of a file that is not PTX, by its first bytes and by words of other languages."""

from __future__ import annotations

import re
from typing import Final

from ptxpy.syntax.terminal_patterns import SPACES_CHARACTERS

__all__ = ["describe_foreign"]

_MAX_LOOKED_AT: Final = 1 << 16
"""Characters of a text that are looked at."""

_LLVM: Final = "llc -march=nvptx64 makes PTX of it"
_UNPACKED: Final = "unpack it first"
_STARTS: Final = (
    (b"BC\xc0\xde", "LLVM bitcode", _LLVM),
    (b"\xde\xc0\x17\x0b", "LLVM bitcode", _LLVM),
    (b"\x7fELF", "an ELF file, such as a cubin", ""),
    (b"\x50\xed\x55\xba", "a fat binary", ""),
    (b"\x1f\x8b", "packed by gzip", _UNPACKED),
    (b"\xfd7zXZ", "packed by xz", _UNPACKED),
    (b"BZh", "packed by bzip2", _UNPACKED),
    (b"\x28\xb5\x2f\xfd", "packed by zstd", _UNPACKED),
    (b"7z\xbc\xaf", "packed by 7-Zip", _UNPACKED),
    (b"PK\x03\x04", "a zip file", ""),
    (b"!<arch>\n", "an archive", ""),
    (b"MZ\x90\x00", "a program for Windows", ""),
    (b"\xff\xfe", "text in UTF-16", "save it in UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it in UTF-8"),
    (b"\x89PNG", "an image", ""),
    (b"\xff\xd8\xff", "an image", ""),
    (b"%PDF", "a PDF", ""),
    (b"version https://git-lfs", "a pointer of Git LFS", "git lfs pull fetches the file"),
)
"""First bytes, the kind of file that they begin, and the advice."""

_WORDS: Final = (
    ("LLVM IR", _LLVM, r"; ModuleID|source_filename *=|target (?:triple|datalayout) *="),
    ("LLVM IR", _LLVM, r"(?:define|declare) [^\n]*@"),
    ("MLIR", "", r"(?:builtin\.)?module\b[^\n]*\{$|(?:func|llvm|gpu|tt|ttg)\.\w+ [^\n]*@\w+"),
    (
        "machine code that nvdisasm or cuobjdump -sass wrote",
        "cuobjdump -ptx writes PTX",
        r"/\*[0-9a-f]{4,}\*/|code for sm_|\.headerflags",
    ),
    (
        "Rust",
        "rustc --target nvptx64-nvidia-cuda --emit asm makes PTX of it",
        (
            r"(?:pub(?:\(\w+\))? )?(?:unsafe )?(?:fn \w+ *[(<]|mod \w+ *[;{]|use \w+(?:::|;)"
            r"|impl\b[^\n]*\{|extern crate\b)|#!?\[\w+"
        ),
    ),
    ("OpenCL C", "", r"(?:__kernel|kernel) void\b"),
    (
        "C or C++",
        "nvcc -ptx makes PTX of CUDA C++",
        (
            r"# *(?:include|define|pragma|ifn?def|if)\b|[^\n]*__(?:global|device|host)__"
            r"|(?:template *<|namespace\b|using\b|typedef\b|struct\b|static\b|extern \"C\")"
            r"|(?:unsigned |const )?(?:int|void|float|double|char|long|bool)\b[ *]+\w+ *[(=;\[]"
        ),
    ),
    (
        "Python",
        "give it a name that ends in .py",
        r"import \w+|from [\w.]+ import\b|(?:async )?def \w+ *\(|class \w+[^\n]*:$|@\w+[\w.]*$",
    ),
    (
        "assembly of another processor",
        "",
        r"\.(?:globl|text|cfi_startproc|amdgcn_target|intel_syntax|arch)\b",
    ),
)
"""Languages, the advice, and the beginnings of their lines."""
_LANGUAGES: Final = (
    *(
        (what, advice, re.compile(rf"^[ \t]*(?:{pattern})", re.MULTILINE))
        for what, advice, pattern in _WORDS
    ),
    ("JSON", "", re.compile(r"\A\s*[\[{]\s*[\"\]}\[{\d]")),
    ("HTML or XML", "", re.compile(r"\A\s*<[!?A-Za-z]")),
)
_PTX: Final = re.compile(
    r"(?:^[ \t]*|[;{}]\s*)\.(?:version[ \t]+\d+\.\d|target[ \t]+(?:sm_|compute_|texmode|debug)"
    r"|address_size|visible|entry|func|reg|extern|param|shared|global|const|pragma)\b",
    re.MULTILINE,
)
"""A directive, of those that other assemblers do not have in this form."""
_INSTRUCTION: Final = re.compile(
    r"^[ \t]*(?:[\w$]+:[ \t]*)?(?:@!?%?[\w$]+[ \t]+)?[a-z]\w*(?:\.[a-z]\w*(?:::\w+)*)+"
    r"[ \t]+[%{\[\w$-]",
    re.MULTILINE,
)


def describe_foreign(text: str) -> str | None:
    """Return a message on text that does not parse, if it is not PTX; None if it may be.

    Text of no known kind may be PTX if it has one directive or one line like an instruction.
    """
    # A byte-order mark would hide the first line from the patterns, which begin with `^`.
    text = text[:_MAX_LOOKED_AT].removeprefix("\ufeff")
    # First bytes that are no UTF-8 were decoded to surrogates, which are turned back here.
    data = text[:64].encode("utf-8", "surrogateescape")
    for start, what, advice in _STARTS:
        if data.startswith(start):
            return _message(what, advice)
    # PTX is tested first, since one directive outweighs words that other languages share with it.
    if _PTX.search(text) or not text.strip(SPACES_CHARACTERS):
        return None
    for what, advice, pattern in _LANGUAGES:
        if pattern.search(text):
            return _message(what, advice)
    if "\0" in text:
        return _message("binary data", "")
    if _INSTRUCTION.search(text):
        return None
    return "this is not PTX: it has no directive and no instruction of PTX"


def _message(what: str, advice: str) -> str:
    return f"this is {what}, not PTX" + (f"; {advice}" if advice else "")
