"""Places in CUDA sources: what `.loc` says of inlined functions; PTX that is named for a source."""

from __future__ import annotations

from typing import Final

import pytest

from ptxpy.emulation.source_places import SourcePlaces
from ptxpy.ir.layout import statements
from ptxpy.syntax import parse

PTX: Final = """\
.version 9.0
.target sm_90
.address_size 64
.visible .entry k()
{
.loc 1 10 3
bar.sync 0;
.loc 2 112 3, function_name $L__info_string0, inlined_at 1 10 3
membar.gl;
.loc 2 0 3
ret;
}
.file 1 "/home/me/k.cu"
.file 2 "/cuda/functions.hpp"
.section .debug_str
{
$L__info_string0:
.b8 102
.b8 0
}
"""
INLINED: Final = "/cuda/functions.hpp:112, inlined at /home/me/k.cu:10"


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("k.ptx", 7, "/home/me/k.cu:10 (k.ptx:7)"),
        ("k.ptx", 9, f"{INLINED} (k.ptx:9)"),
        ("k.cu", 9, f"{INLINED} (line 9 of the PTX of k.cu)"),
        ("k.cu", 11, "line 11 of the PTX of k.cu"),
    ],
)
def test_places(name: str, line: int, expected: str) -> None:
    """A place is the line of the source, where it was inlined, and the line of the PTX."""
    module = parse(PTX)
    texts = {7: "bar", 9: "membar", 11: "ret"}
    ordinal = next(
        number
        for number, each in enumerate(statements(module))
        if getattr(each, "opcode", None) == texts[line]
    )
    assert SourcePlaces(module, name)(line, ordinal) == expected
