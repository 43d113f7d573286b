"""Modules to reduce, and tests of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ptxpy.reduce import Outcome

CORPUS = Path(__file__).resolve().parents[2] / "corpus"


def large_module(instructions: int = 2000) -> str:
    """Return a module of two kernels and a function, one instruction of which is `redux.sync`."""
    lines: list[str] = []
    for number in range(instructions // 10):
        lines.append(f"$L_{number}:")
        lines += [f"\tadd.s32 %r{number + i}, %r{number}, {i + 1};" for i in range(8)]
        lines.append(f"\tsetp.lt.s32 %p1, %r{number}, 5;")
        lines.append(f"\t@%p1 bra $L_{number};")
        if number == instructions // 17:
            lines += ["\t{", "\t.reg .b32 t;", "\tredux.sync.add.s32 t, %r7, 3;", "\t}"]
    body = "\n".join(lines)
    return f""".version 8.0
.target sm_80
.address_size 64
.global .align 4 .b8 table[4096] = {{1, 2, 3}};
.func (.param .b32 r) helper(.param .b32 a)
{{
\t.reg .b32 %r<2>;
\tld.param.b32 %r1, [a];
\tst.param.b32 [r], %r1;
\tret;
}}
.visible .entry large(.param .u64 out, .param .u32 n) .maxntid 128, 1, 1
{{
\t.reg .pred %p<3>;
\t.reg .b32 %r<{instructions}>;
{body}
\tret;
}}
.visible .entry other()
{{
\tret;
}}
"""


def contains(pattern: str) -> Callable[[bytes], Outcome]:
    """Return the test whether a candidate has a pattern."""
    compiled = re.compile(pattern.encode())
    return lambda candidate: Outcome(compiled.search(candidate) is not None, f"no {pattern}")
