"""Structured control flow emits branches and labels, numbered by basic block."""

from __future__ import annotations

import pytest

import ptxpy

HEAD = """\
from ptxpy import *

module("plain", version="8.0", target="sm_80")


@kernel
def k(out: u64):
    p, r = reg.bulk(p=4, r=4)
"""


def emitted(body: str) -> list[str]:
    """Return labels and branches of the PTX that a body emits."""
    lines = [f"    {line}\n" for line in body.splitlines()]
    text = ptxpy.emit(ptxpy.from_python(HEAD + "".join(lines)))
    return [line.strip() for line in text.splitlines() if "BB" in line or "done" in line]


CASES = {
    "with ptx.unless(p[1]):\n    r[1] = 5": "@%p1 bra 2; | 2:",
    "with ptx.if_(p[1]):\n    r[1] = 5": "@!%p1 bra 2; | 2:",
    "with ptx.if_(p[1]):\n    pass": "@!%p1 bra 1; | 1:",
    "with ptx.unless(p[1], uni=True):\n    r[1] = 5": "@%p1 bra.uni 2; | 2:",
    "with ptx.unless(p[1], end='done'):\n    r[1] = 5": "@%p1 bra done; | done:",
    "with ptx.unless(p[1], end=7):\n    r[1] = 5": "@%p1 bra 7; | 7:",
    "with ptx.unless(p[1], end=L[7]):\n    r[1] = 5": "@%p1 bra 7; | 7:",
    "with ptx.block() as b:\n    r[1] = 5\n    b.leave(unless=p[1])\n    r[1] = 6": (
        "@!%p1 bra 2; | 2:"
    ),
    "with ptx.block() as b:\n    b.leave(when=p[1])": "@%p1 bra 1; | 1:",
    "with ptx.block() as b:\n    b.leave()\n    r[1] = 6": "bra.uni 2; | 2:",
    "with ptx.block(end='done') as b:\n    b.leave(uni=False)": "bra done; | done:",
    "with ptx.unless(p[1]) as b:\n    r[1] = 5\n    b.leave(when=p[2])\n    r[1] = 6": (
        "@%p1 bra 3; | @%p2 bra 3; | 3:"
    ),
    "with ptx.if_(p[1]):\n    r[1] = 5\nwith ptx.else_():\n    r[1] = 6": (
        "@!%p1 bra 1; | bra.uni 3; | 1: | 3:"
    ),
    "with ptx.unless(p[1]):\n    r[1] = 5\nwith ptx.else_():\n    r[1] = 6": (
        "@%p1 bra 2; | bra.uni 3; | 2: | 3:"
    ),
    (
        "with ptx.unless(p[1], end=5):\n    r[1] = 5\n"
        "with ptx.else_(end='done', uni=False) as e:\n    r[1] = 6\n    e.leave(when=p[2])"
    ): "@%p1 bra 5; | bra done; | 5: | @%p2 bra done; | done:",
    (
        "with ptx.unless(p[1]) as b:\n    with ptx.unless(p[2]):\n        r[1] = 5\n"
        "    with ptx.else_(end=b) as e:\n        e.leave(when=p[3])\n        r[1] = 6"
    ): "@%p1 bra 5; | @%p2 bra 3; | bra.uni 5; | 3: | @%p3 bra 5; | 5:",
    (
        "with ptx.block() as b:\n    with ptx.if_(p[1]):\n        b.leave(when=p[2])\n"
        "    with ptx.else_(end=b, uni=False):\n        r[1] = 6"
    ): "@!%p1 bra 1; | @%p2 bra 3; | bra 3; | 1: | 3:",
    "case = {7: L[4], '>7': L[5]}\nptx.bra(case['>7'], when=p[1])\nptx.bra.uni(case[7])\n"
    "with case[7]:\n    r[1] = 5\nptx.label(case['>7'])": "@%p1 bra 5; | bra.uni 4; | 4: | 5:",
    (
        "case = {1: L[6], 0: L[5], 'default': L[7]}\nptx.targets('t', case, kind='branch')\n"
        "ptx.brx.idx(r[1], 't')\nwith case[0]:\n    r[1] = 5\nwith case[1]:\n    r[1] = 6\n"
        "ptx.label(case['default'])"
    ): "t: .branchtargets 5, 6; | 5: | 6: | 7:",
    "with ptx.loop() as l:\n    r[1] = 5\n    l.again(when=p[1])": "1: | @%p1 bra 1;",
    "with ptx.loop() as l:\n    l.again()": "1: | bra.uni 1;",
    "with ptx.loop() as l:\n    l.again(uni=False)": "1: | bra 1;",
    "with ptx.loop(4) as l:\n    l.again(unless=p[1], uni=True)": "4: | @!%p1 bra.uni 4;",
    "with ptx.loop('done') as l:\n    l.again(when=p[1])": "done: | @%p1 bra done;",
    "with ptx.loop(enter=True) as l:\n    l.again(when=p[1])": "bra.uni 1; | 1: | @%p1 bra 1;",
    "with ptx.loop(3, enter=True, uni=False) as l:\n    l.again()": "bra 3; | 3: | bra.uni 3;",
    (
        "with ptx.loop(rotated=True) as l:\n    r[1] = 5\n    l.entry()\n    r[1] = 6\n"
        "    l.again(when=p[1])"
    ): "bra.uni 1; | 2: | 1: | @%p1 bra 2;",
    (
        "with ptx.loop(2, rotated=True, uni=False) as l:\n    l.entry(7)\n    l.again(when=p[1])"
    ): "bra 7; | 2: | 7: | @%p1 bra 2;",
    "with ptx.loop(rotated=True) as l:\n    l.entry('done')\n    l.again()": (
        "bra.uni done; | 1: | done: | bra.uni 1;"
    ),
    "ptx.next_block()": "bra.uni 1; | 1:",
    "ptx.next_block(6, uni=False)": "bra 6; | 6:",
    "ptx.next_block('done')": "bra.uni done; | done:",
    (
        "with ptx.block() as b:\n    b.leave(when=p[1])\n"
        "with ptx.loop(b) as l:\n    l.again(when=p[2])"
    ): "@%p1 bra 1; | 1: | @%p2 bra 1;",
    (
        "with ptx.block() as b:\n    b.leave(when=p[1], next=True)\n    r[1] = 5"
    ): "@%p1 bra 2; | bra.uni 1; | 1: | 2:",
    (
        "with ptx.block() as b:\n    b.leave(unless=p[1], over=True)\n    r[1] = 5"
    ): "@%p1 bra 1; | bra.uni 2; | 1: | 2:",
    (
        "with ptx.block() as b:\n    b.leave(when=p[1], over=5, other_uni=False)\n    r[1] = 5"
    ): "@!%p1 bra 5; | bra 6; | 5: | 6:",
    (
        "with ptx.block(end='done') as b:\n    b.leave(when=p[1], uni=True, next='done_2')"
    ): "@%p1 bra.uni done; | bra.uni done_2; | done_2: | done:",
    "with ptx.if_(p[1], over=True):\n    r[1] = 5": "@%p1 bra 1; | bra.uni 2; | 1: | 2:",
    "with ptx.if_(p[1], next=True):\n    r[1] = 5": "@!%p1 bra 2; | bra.uni 1; | 1: | 2:",
    "with ptx.unless(p[1], over=L[4]):\n    pass": "@!%p1 bra 4; | bra.uni 5; | 4: | 5:",
    "with ptx.loop() as l:\n    l.again(when=p[1], next=True)": (
        "1: | @%p1 bra 1; | bra.uni 2; | 2:"
    ),
    "with ptx.loop() as l:\n    l.again(unless=p[1], over=True)": (
        "1: | @%p1 bra 2; | bra.uni 1; | 2:"
    ),
    (
        "with ptx.if_(p[1], over=True):\n    r[1] = 5\nwith ptx.else_():\n    r[1] = 6"
    ): "@%p1 bra 2; | bra.uni 1; | 2: | bra.uni 3; | 1: | 3:",
}
"""What is emitted, with the numbers of basic-block labels alone."""


@pytest.mark.parametrize("body", CASES)
def test_structure(body: str) -> None:
    """Each form emits what the table says."""
    assert " | ".join(emitted(body)).replace("$L__BB0_", "") == CASES[body]


REFUSED = {
    "with ptx.else_():\n    pass": "ptx.else_ follows an if_ or unless",
    "with ptx.unless(p[1]):\n    pass\nr[1] = 5\nwith ptx.else_():\n    pass": "else_ follows",
    "with ptx.unless(p[1]):\n    pass\nptx.blank()\nwith ptx.else_():\n    pass": "else_ follows",
    "with ptx.block():\n    pass\nwith ptx.else_():\n    pass": "else_ follows",
    "with ptx.loop() as l:\n    l.again()\nwith ptx.else_():\n    pass": "else_ follows",
    (
        "with ptx.if_(p[1]):\n    pass\nwith ptx.else_():\n    pass\nwith ptx.else_():\n    pass"
    ): "ptx.else_ follows",
    (
        "with ptx.block() as b:\n    pass\nwith ptx.if_(p[1]):\n    pass\n"
        "with ptx.else_(end=b):\n    pass"
    ): "an else ends with a block from inside its with",
    (
        "with ptx.block() as b:\n    with ptx.if_(p[1]):\n        pass\n"
        "    with ptx.else_(end=b):\n        r[1] = 5\n    r[1] = 6"
    ): r"ends where the block does, .* follow it: write ptx.else_\(\) for",
    "with ptx.loop(rotated=True) as l:\n    l.again()": "says with entry",
    "with ptx.loop() as l:\n    l.entry()": "is entered at its top",
    "with ptx.loop(enter=True) as l:\n    l.entry()": "is entered at its top",
    "with ptx.loop(rotated=True) as l:\n    l.entry()\n    l.entry()": "a rotated one at one place",
    "with ptx.unless(p[1], end=3):\n    pass\nwith ptx.loop(3) as l:\n    l.again()": "two labels",
    "with ptx.unless(p[1], end='$L__BB0_3'):\n    pass\nptx.next_block(3)": "two labels",
    "with ptx.unless(p[1], end=3):\n    pass\nptx.label(L[3])": "two labels",
    "ptx.label('done')\nwith ptx.unless(p[1], end='done'):\n    pass": "two labels",
    "ptx.label(L[3])\nptx.label(L[3])": "two labels",
    "ptx.bra(L[7])": "no label has the number 7",
    "with ptx.unless(p[1]):\n    r[1] = 5\nptx.bra(L[2])": "no label has the number 2",
    "with ptx.scope():\n    ptx.targets('t', L[7], kind='branch')": "no label has the number 7",
    "with ptx.unless(p[1]):\n    ptx.scope_open()": "another scope",
    "with ptx.loop():\n    ptx.scope_open()": "another scope",
    "with ptx.block() as b:\n    pass\nb.leave()": "from inside its with",
    "b = ptx.if_(p[1])\nwith b:\n    r[1] = 5\nwith b:\n    r[1] = 6": "a block already",
    "with ptx.if_(p[1]) as b:\n    pass\nb.leave(when=p[2])": "from inside its with",
    "with ptx.loop() as l:\n    l.again()\nl.again()": "from inside its with",
    "with ptx.block() as b:\n    with ptx.loop(b) as l:\n        l.again()": "has just been closed",
    "with ptx.block() as b:\n    pass\nr[1] = 1\nwith ptx.loop(b):\n    pass": "just been closed",
}


@pytest.mark.parametrize("body", REFUSED)
def test_refused(body: str) -> None:
    """What has no meaning raises an error where it is written."""
    with pytest.raises(ptxpy.TraceError, match=REFUSED[body]):
        emitted(body)


REFUSED_ARGUMENTS = {
    "with ptx.unless(p[1], over=True, next=True):\n    pass": (TypeError, "not both"),
    "with ptx.block() as b:\n    b.leave(next=True)": (TypeError, "needs a predicate"),
    (
        "with ptx.block() as b:\n    with ptx.if_(p[1]):\n        pass\n"
        "    with ptx.else_(end=b, closing='\\n'):\n        pass"
    ): (TypeError, "is the block's: give it closing="),
    "ptx.targets('t', {1: L[5], 2: L[6]}, kind='branch')": (
        ValueError,
        r"needs a label for each of 0, 1, 2, …; this one has \[1, 2\]",
    ),
    "with ptx.loop() as l:\n    l.again(over=True)": (TypeError, "needs a predicate"),
    "with ptx.loop() as l:\n    l.again(when=p[1], unless=p[2])": (TypeError, "one guard"),
    "with ptx.if_(r[1]):\n    pass": (
        TypeError,
        "a guard must be a predicate .* declared .b32",
    ),
    "with ptx.if_(r[1].u32):\n    pass": (TypeError, "a guard must be a predicate"),
    "with ptx.if_(5):\n    pass": (TypeError, "a guard must be a predicate .* got 5"),
    "with ptx.if_(out):\n    pass": (TypeError, "a guard must be a predicate .* <parameter"),
    "ptx.ret(when=r[1])": (
        TypeError,
        "a guard must be a predicate .* declared .b32",
    ),
    "r[1] = ptx.mov.u32(5, unless=r[2])": (TypeError, "a guard must be a predicate"),
    "with ptx.block() as b:\n    b.leave(unless=r[1])": (TypeError, "a guard must be a predicate"),
    "with ptx.unless(p[1], end='not a name'):\n    pass": (ValueError, "not an identifier"),
    "with ptx.loop('1x'):\n    pass": (ValueError, "not an identifier"),
    "with ptx.if_(r[1] + 1):\n    pass": (
        TypeError,
        "a guard must be a predicate .* declared .b32",
    ),
    "with ptx.if_(p[1].b32):\n    pass": (TypeError, "a guard must be a predicate"),
    "with ptx.unless(p[1], end=-1):\n    pass": (
        TypeError,
        "a number of at least 0 or a name",
    ),
    "with ptx.unless(p[1], end=True):\n    pass": (
        TypeError,
        "a number of at least 0 or a name",
    ),
    "with ptx.loop() as l:\n    with ptx.loop(l):\n        pass": (
        TypeError,
        "a number of at least 0 or a name",
    ),
    "ptx.label(L[-1])": (TypeError, "a number of at least 0 or a name"),
    "ptx.label(L['x y'])": (TypeError, "a number of at least 0 or a name"),
}


@pytest.mark.parametrize("body", REFUSED_ARGUMENTS)
def test_refused_arguments(body: str) -> None:
    """Guards are predicates, names are identifiers, and a branch has two sides at most."""
    error, message = REFUSED_ARGUMENTS[body]
    with pytest.raises(error, match=message):
        emitted(body)


@pytest.mark.parametrize("side", ["next", "over"])
def test_no_other_side(side: str) -> None:
    """False says that a branch has no other side."""
    assert emitted(f"with ptx.block() as b:\n    b.leave(when=p[1], {side}=False)") == [
        "@%p1 bra $L__BB0_1;",
        "$L__BB0_1:",
    ]


def test_a_closed_block_can_be_followed_by_blank_lines() -> None:
    """Layout that was asked for stands before the label, or before the branch."""
    body = "with ptx.if_(p[1], before='\\n\\n', closing='\\n\\n\\n'):\n    r[1] = 5"
    lines = [f"    {line}\n" for line in body.splitlines()]
    text = ptxpy.emit(ptxpy.from_python(HEAD + "".join(lines)))
    assert "\n\n@!%p1 bra $L__BB0_2;" in text
    assert "\n\n\n$L__BB0_2:" in text


NUMBERED = {
    ("with ptx.unless(p[1]):\n    r[1] = 5\nptx.bra('$L__BB0_2')"): "@%p1 bra 3; | 3: | bra 2;",
    (
        "with ptx.unless(p[1], end='$L__BB0_3'):\n    r[1] = 5\nptx.bra(L[3])"
    ): "@%p1 bra 3; | 3: | bra 3;",
    (
        "with ptx.scope():\n    ptx.bra(L[2])\n"
        "with ptx.unless(p[1]):\n    r[1] = 5\nwith L[2]:\n    r[2] = 5"
    ): "bra 2; | @%p1 bra 3; | 3: | 2:",
    "with ptx.unless(p[1]):\n    r[1] = 5\nptx.label(L[2])": "@%p1 bra 3; | 3: | 2:",
    (
        "with ptx.unless(p[1], end=2):\n    with ptx.unless(p[2]):\n        r[1] = 5"
    ): "@%p1 bra 2; | @%p2 bra 3; | 3: | 2:",
    (
        "with ptx.loop() as l:\n    l.again(when=p[1])\n"
        "with ptx.unless(p[2], end='$L__BB0_3'):\n    pass\n"
        "with ptx.loop() as l:\n    l.again(when=p[3])"
    ): "1: | @%p1 bra 1; | @%p2 bra 3; | 3: | 4: | @%p3 bra 4;",
    (
        "with ptx.unless(p[1], end='done'):\n    r[1] = 5\nwith ptx.unless(p[2]):\n    r[1] = 6"
    ): "@%p1 bra done; | done: | @%p2 bra 2; | 2:",
    (
        "with ptx.loop('done') as l:\n    r[1] = 5\n    l.again(when=p[1])\nptx.next_block()"
    ): "done: | @%p1 bra done; | bra.uni 1; | 1:",
    (
        "with ptx.scope():\n    with ptx.loop('done') as l:\n        l.again()\n"
        "with ptx.unless(p[2]):\n    r[1] = 6"
    ): "done: | bra.uni done; | @%p2 bra 2; | 2:",
    "ptx.ret(when=p[1])\nwith ptx.loop() as l:\n    l.again()": "1: | bra.uni 1;",
    "r[1] = 5\nptx.ret(when=p[1])\nr[1] = 6\nwith ptx.loop() as l:\n    l.again()": (
        "1: | bra.uni 1;"
    ),
    "ptx.ret()\nr[1] = 6\nwith ptx.loop() as l:\n    l.again()": "2: | bra.uni 2;",
}
"""Labels by the rule, among others that have a number or a name."""


@pytest.mark.parametrize("body", NUMBERED)
def test_numbers(body: str) -> None:
    """Numbers that are taken are left out, and names count for nothing."""
    assert " | ".join(emitted(body)).replace("$L__BB0_", "") == NUMBERED[body]


def test_automatic_numbers_do_not_collide() -> None:
    """Behind a smaller number, the rule comes to one that it has given before."""
    body = """\
with ptx.unless(p[1]):
    r[1] = 5
with ptx.unless(p[1], end=1):
    r[1] = 6
with ptx.loop() as l:
    l.again(when=p[1])"""
    labels = [line for line in emitted(body) if line.endswith(":")]
    assert len({*labels}) == 3


def test_nested_loops_are_numbered_in_order() -> None:
    """By basic block: one begins at each label, and behind each branch."""
    body = """\
with ptx.loop() as outer:
    with ptx.loop() as inner:
        r[1] = 5
        inner.again(when=p[1])
    r[2] = 6
    outer.again(when=p[2])
with ptx.unless(p[3]):
    r[3] = 7"""
    assert emitted(body) == [
        "$L__BB0_1:",
        "$L__BB0_2:",
        "@%p1 bra $L__BB0_2;",
        "@%p2 bra $L__BB0_1;",
        "@%p3 bra $L__BB0_6;",
        "$L__BB0_6:",
    ]


def test_a_block_ends_in_its_own_scope() -> None:
    """It cannot be left open across a brace."""
    with pytest.raises(ptxpy.TraceError, match="another scope"):
        emitted("with ptx.unless(p[1]):\n    ptx.scope_open()")
