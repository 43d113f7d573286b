"""Control flow that no compiler writes comes back all the same."""

from __future__ import annotations

import pytest

import ptxpy

HEAD = """\
.version 8.0
.target sm_90a
.address_size 64

.visible .entry k(
    .param .u64 out
)
{
    .reg .pred %p<4>;
    .reg .b32 %r<4>;
"""

BEGIN, END = "// begin inline asm\n", "// end inline asm\n"
MOVE = "mov.u32 %r1, 1;\n"
DEPTH = 12
TOPS = "".join(f"A{number}:\n" for number in range(DEPTH))
ENDS = "".join(f"@%p1 bra A{number};\n" for number in reversed(range(DEPTH)))
SCOPES = "".join(f"{{\nA{number}:\n@%p1 bra B{number};\n" for number in range(DEPTH))
UNSCOPES = "".join(f"@%p1 bra A{number};\nB{number}:\n}}\n" for number in reversed(range(DEPTH)))

CASES = {
    "a line without room for a name": (
        f"ld.param{'.m' * 200}.u64 %r1, [out];\nmov.u32 %r2, %r1;\n"
    ),
    "a branch to nowhere": "@%p1 bra A;\n",
    "a branch to the next statement": "bra.uni A;\nA:\n@%p1 bra A;\n",
    "two labels of one name": "@%p1 bra A;\nA:\nA:\n@%p1 bra A;\n",
    "a label of the same name in a scope": "@%p1 bra A;\n{\n@%p1 bra A;\nA:\n}\nA:\n",
    "a branch out of a scope": "A:\n{\n@%p1 bra A;\n@%p1 bra B;\n}\nB:\n",
    "a branch into a scope": "@%p1 bra A;\n{\nA:\n}\n@%p1 bra A;\n",
    "a guard that is not declared": "@%q1 bra A;\nret;\nA:\n@!%z bra A;\n",
    "a label that is an address": "@%p1 bra A;\nld.u32 %r1, [A];\nA:\n",
    "branches that are no branches": "@%p1 bra A, 1;\nA:\nbra 5;\nbra %r1;\nbra.x A;\n",
    "labels that are words of Python": (
        "@%p1 bra loop;\nloop:\n@%p1 bra block;\nblock:\n"
        "@%p1 bra ptx;\nptx:\n@%p1 bra None;\nNone:\n"
    ),
    "a label at the end": f"@%p1 bra A;\n{MOVE}A:",
    "comments at the end": f"@%p1 bra A; // x\n{MOVE}A: // y\n// z\n",
    "numbers with zeros": (
        f"@%p1 bra $L__BB0_01;\n{MOVE}$L__BB0_01:\n@%p1 bra $L__BB0_1;\n$L__BB0_1:\n"
    ),
    "a number of thousands of digits": f"@%p1 bra $L__BB0_{'1' * 5000};\n",
    "inline assembly in a loop": f"A:\n{BEGIN}{MOVE}{END}@%p1 bra A;\n",
    "a loop in inline assembly": f"{BEGIN}A:\n{MOVE}@%p1 bra A;\n{END}",
    "an if in inline assembly": f"{BEGIN}@%p1 bra A;\n{MOVE}A:\n{END}ret;\n",
    "a block from the middle of inline assembly": (
        f"{BEGIN}{MOVE}@%p1 bra A;\n{MOVE}@%p1 bra A;\n{MOVE}A:\n{END}ret;\n"
    ),
    "inline assembly that does not end": f"@%p1 bra A;\n{BEGIN}A:\n{MOVE}",
    "a block that begins inline assembly": (
        f"{BEGIN}@%p1 bra A;\n{MOVE}@%p1 bra A;\n{MOVE}A:\n{END}ret;\n"
    ),
    "a number that is written otherwise": "$L__BB0_007:\n@%p1 bra $L__BB0_1;\n$L__BB0_1:\n",
    "a label of thousands of digits": f"$L__BB0_{'1' * 5000}:\n@%p1 bra A;\nA:\n",
    "a branch out of inline assembly": f"{BEGIN}@%p2 bra A;\n{END}{MOVE}A:\n",
    "a later branch out of inline assembly": f"{BEGIN}{MOVE}@%p2 bra A;\n{END}{MOVE}A:\n",
    "a branch back out of inline assembly": f"A:\n{MOVE}{BEGIN}@%p1 bra A;\n{END}ret;\n",
    "a branch to the end of inline assembly": f"@%p1 bra A;\n{BEGIN}{MOVE}A:\n{END}ret;\n",
    "a branch back into inline assembly": f"{BEGIN}A:\n{MOVE}{END}@%p1 bra A;\n",
    "from one block of assembly to another": f"{BEGIN}@%p1 bra A;\n{END}{BEGIN}A:\n{END}ret;\n",
    "loops in a scope in loops": f"{TOPS}{{\n{TOPS.replace('A', 'B')}"
    f"{ENDS.replace('A', 'B')}}}\n{ENDS}",
    "loops in scopes in loops": f"{SCOPES}{UNSCOPES}",
}
"""Bodies by what is hard about them."""


def module(body: str) -> bytes:
    """Return a module with a kernel that has a body."""
    return f"{HEAD}{body}\n}}\n".encode()


@pytest.mark.parametrize("case", CASES)
def test_hard_case(case: str) -> None:
    """Lifted, and flat."""
    source = module(CASES[case])
    assert ptxpy.prove(source).size == len(source)
    assert ptxpy.prove(source, flat=True).size == len(source)
