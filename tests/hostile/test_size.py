"""Time grows with size, no faster, whatever the text; long lines neither hang nor crash."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

import ptxpy
from tests.hostile.support import HEADER
from tests.patience import needs_patience

BODY = f"{HEADER}.entry k()\n{{\n"

REPETITIVE: dict[str, Callable[[int], str]] = {
    "braces": lambda n: BODY + "{" * n,
    "closing braces": lambda n: BODY + "}" * n,
    "pairs of braces": lambda n: BODY + "{}" * (n // 2),
    "slashes": lambda n: BODY + "/" * n,
    "slashes apart": lambda n: BODY + "/ " * (n // 2),
    "quotes": lambda n: BODY + '"' * n,
    "quotes apart": lambda n: BODY + '" ' * (n // 2),
    "open string": lambda n: BODY + '.pragma "' + "x" * n,
    "string": lambda n: BODY + '.pragma "' + "x" * n + '";}',
    "open comment": lambda n: BODY + "/*" + "x" * n,
    "stars": lambda n: BODY + "/*" + "*" * n,
    "stars that end": lambda n: BODY + "/*" + "*" * n + "/}",
    "slashes and stars": lambda n: BODY + "/*/" * (n // 3),
    "comment": lambda n: BODY + "/*" + "x" * n + "*/}",
    "line comments": lambda n: BODY + "//\n" * (n // 3) + "}",
    "line comments without a body": lambda n: "//x\n" * (n // 4),
    "block comments": lambda n: BODY + "/**/" * (n // 4) + "}",
    "modifiers": lambda n: BODY + "a" + ".a" * (n // 2) + ";}",
    "modifiers without end": lambda n: BODY + "a" + ".a" * (n // 2),
    "scoped modifiers": lambda n: BODY + "a.b" + "::a" * (n // 3) + ";}",
    "scoped numbers": lambda n: BODY + "a.b" + "::a:1" * (n // 5) + ".",
    "colons": lambda n: BODY + ":" * n,
    "colons behind a name": lambda n: BODY + "a" + "::" * (n // 2),
    "dots": lambda n: BODY + "." * n,
    "hexadecimal beginnings": lambda n: BODY + "0x" * (n // 2),
    "one hexadecimal number": lambda n: BODY + "mov.b32 a, 0x" + "f" * n + ";}",
    "zeros": lambda n: BODY + "0" * n,
    "digits": lambda n: BODY + "mov.b32 a, " + "1" * n + ";}",
    "digits and dots": lambda n: BODY + "1." * (n // 2),
    "exponents": lambda n: BODY + "1e" * (n // 2),
    "spaces": lambda n: BODY + " " * n + "}",
    "spaces without end": lambda n: BODY + "ret" + " " * n,
    "spaces in a statement": lambda n: BODY + "ret" + " " * n + ";}",
    "lines": lambda n: BODY + "\n" * n + "}",
    "carriage returns": lambda n: BODY + "\r" * n + "}",
    "byte-order marks": lambda n: BODY + "\ufeff" * n + "}",
    "letters": lambda n: BODY + "a" * n,
    "a long name": lambda n: BODY + "a" * n + ":}",
    "a long register": lambda n: BODY + "mov.b32 %" + "a" * n + ", 1;}",
    "percent signs": lambda n: BODY + "%" * n,
    "registers": lambda n: BODY + "%r1" * (n // 3),
    "semicolons": lambda n: BODY + ";" * n,
    "commas": lambda n: BODY + "mov a" + "," * n + ";}",
    "at signs": lambda n: BODY + "@" * n,
    "guards": lambda n: BODY + "@%p" * (n // 3),
    "hashes": lambda n: BODY + "#" * n,
    "line markers without end": lambda n: BODY + "# 1 " * (n // 4),
    "line markers": lambda n: BODY + '# 1 "x"\n' * (n // 8) + "}",
    "hash and spaces": lambda n: BODY + "#" + " " * n,
    "hash and digits": lambda n: BODY + "# " + "1" * n,
    "labels": lambda n: BODY + "a:" * (n // 2) + "}",
    "locations": lambda n: BODY + ".loc 1 1 1\n" * (n // 11) + "}",
    "locations on one line": lambda n: BODY + ".loc 1 1 " * (n // 9),
    "inlined": lambda n: BODY + ".loc 1 1 1, function_name x, " * (n // 29),
    "open file name": lambda n: HEADER + '.file 1 "' + "a" * n,
    "files": lambda n: HEADER + '.file 1 "a"\n' * (n // 12),
    "entries": lambda n: HEADER + ".entry " * (n // 7),
    "linkage": lambda n: HEADER + ".visible " * (n // 9),
    "versions": lambda n: ".version 1.0 " * (n // 13),
    "targets": lambda n: HEADER + ".target a" + ",a" * (n // 2),
    "statements": lambda n: BODY + "ret;" * (n // 4) + "}",
    "statements apart": lambda n: BODY + "add.s32 %r1, %r2, 3;\n" * (n // 21) + "}",
    "statements without an end": lambda n: BODY + "add.s32 %r1, %r2, 3;\n" * (n // 21),
    "prototypes": lambda n: BODY + "x: .callprototype _;" * (n // 20) + "}",
    "nearly prototypes": lambda n: BODY + "x: .callprototyp" * (n // 16),
    "operands without end": lambda n: BODY + "foo %r1" + ", %r1" * (n // 5),
    "numbers": lambda n: HEADER + ".global .b8 x[] = {1" + ",1" * (n // 2) + "};\n",
    "numbers without end": lambda n: HEADER + ".global .b8 x[] = {1" + ",1" * (n // 2),
    "data": lambda n: HEADER + ".section .x {\n" + ".b8 1\n" * (n // 6) + "}\n",
    "data on one line": lambda n: HEADER + ".section .x { .b8 1" + ",1" * (n // 2) + "}\n",
    "data without end": lambda n: HEADER + ".section .x { .b8 1" + ",1" * (n // 2) + ",",
    "sums": lambda n: HEADER + ".section .x { .b8 1" + "+1" * (n // 2) + "}",
    "pragmas": lambda n: BODY + '.pragma "a";' * (n // 12) + "}",
    "pragma of many": lambda n: BODY + '.pragma "a"' + ',"a"' * (n // 4) + ";}",
    "head with pragmas": lambda n: HEADER + ".entry k()" + ' .pragma "a";' * (n // 13) + "{}",
    "head without end": lambda n: HEADER + ".entry k()" + ' .pragma "a";' * (n // 13),
    "parameters without end": lambda n: HEADER + ".entry k(" + ".param .u32 x," * (n // 14),
    "sections": lambda n: HEADER + ".section .x {}\n" * (n // 15),
    "control characters": lambda n: BODY + "\x01\x02" * (n // 2),
    "not text": lambda n: BODY + "\udcff" * n,
    "letters of other alphabets": lambda n: BODY + "\u03bb" * n,
}

SMALL = 15_000
FACTOR = 4
WORST = 3.0
"""How far above linear a time may lie: quadratic growth would be a factor of four above."""

NEGLIGIBLE = 0.03
"""Seconds: what is faster than this at the larger size is not worth comparing."""


def seconds(text: str) -> float:
    """Return the time to parse a text, or to refuse it."""
    started = time.process_time()
    with suppress(ptxpy.PtxSyntaxError):
        ptxpy.parse(text)
    return time.process_time() - started


@pytest.mark.parametrize("kind", REPETITIVE)
def test_time_is_linear(kind: str) -> None:
    """Four times the text takes about four times the time: terminals and cutting are linear."""
    make = REPETITIVE[kind]
    small, large = make(SMALL), make(SMALL * FACTOR)
    seconds(small)
    for _ in range(4):  # the machine may be busy: one good measurement is enough
        slow = seconds(large)
        if slow < NEGLIGIBLE or slow <= WORST * FACTOR * seconds(small):
            return
    pytest.fail(f"{slow:.2f} s for {len(large):,} characters")


MEGABYTE = 1_000_000

LONG = {
    "statements apart": 1,
    "letters": 5,
    "spaces": 10,
    "string": 50,
    "digits": 5,
    "semicolons": 2,
    "open string": 10,
    "comment": 10,
    "open comment": 10,
    "braces": 2,
    "pairs of braces": 0.2,
    "line comments": 2,
    "numbers without end": 2,
    "operands without end": 1,
}
"""Megabytes of each kind in an ordinary run: what is quadratic would take minutes of each."""


def read_long_line(kind: str, megabytes: float) -> None:
    """Read or refuse a line; the rest of the file is on the same line."""
    text = REPETITIVE[kind](int(megabytes * MEGABYTE)).replace("\n", " ")
    error = None
    try:
        emitted = ptxpy.emit(ptxpy.parse(text))
    except ptxpy.PtxSyntaxError as raised:
        error = raised
    if error is None:
        assert emitted == text
    else:
        assert len(str(error)) < 100_000
        assert sum(len(problem.source) for problem in error.problems) < 2 * len(text)


@pytest.mark.parametrize("kind", LONG)
def test_a_long_line(kind: str) -> None:
    """A line of up to 50 MB is read or refused: no crash, no hang."""
    read_long_line(kind, LONG[kind])


@needs_patience
@pytest.mark.parametrize("kind", REPETITIVE)
def test_fifty_megabytes(kind: str) -> None:
    """50 MB of anything on one line."""
    read_long_line(kind, 50)
