"""The loops that a generated program may have."""

from __future__ import annotations

import pytest

from ptxpy.dialect import ProgramGrammarError, parse_program

LOOPS = [
    "i in range(4)",
    "mask in (16, 8, -4)",
    'symbol in ("a", "b")',
    "mask, offset in ((16, 0), (8, 1))",
    'symbol, init in (("a", 1), ("b", 2))',
    "i, mask in enumerate((16, 8))",
    "i, (mask, offset) in enumerate(((16, 0), (8, 1)))",
    "lane_delta in (half, r[5], 1)",
    "mbar, offset in ((full, 0), (empty, 8))",
]
REFUSED = [
    "i in range(9, 10)",
    "i in enumerate((16, 8))",
    "i, mask in enumerate((16, 8), 1)",
    "i, mask in enumerate(ptx)",
    "i, mask in enumerate(range(4))",
    "i, (mask, (a, b)) in enumerate(((16, (0, 1)),))",
    "ptx.mask in (16, 8)",
    "mask in (16, ptx)",
    "mask in (16, f())",
    "a, b in ((one, ptx),)",
    "a, b, c in ((1, 2, 3),)",
    'a, b in ((1, "b"),)',
]


def program(loop: str) -> str:
    """Return a program with a loop."""
    head = "from ptxpy import ptx\n\n\ndef f(half, full, empty, r):\n"
    return f"{head}    for {loop}:\n        ptx.bar.sync(1)\n"


@pytest.mark.parametrize("loop", LOOPS)
def test_loops(loop: str) -> None:
    """A loop runs over numbers up to one, or over constants, registers and pairs, all counted."""
    parse_program(program(loop))


@pytest.mark.parametrize("loop", REFUSED)
def test_refused_loops(loop: str) -> None:
    """Other loops are refused before anything runs."""
    with pytest.raises(ProgramGrammarError):
        parse_program(program(loop))
