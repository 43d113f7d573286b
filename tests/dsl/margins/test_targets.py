"""What the lines of a function say of its registers, whichever way they are read."""

from __future__ import annotations

import pytest

from ptxpy.dsl.margins.function_source import FunctionSource, read_function
from ptxpy.dsl.margins.logical_lines import split_lines

Read = tuple[tuple[str | None, ...], tuple[str | None, ...]]
"""The names in the margin, and the targets."""

STATEMENTS: list[tuple[str, Read]] = [
    ("r5 = a + b", ((), ("r5",))),
    ("x = a + b  #: r3", (("%r3",), ())),
    ("x = a + b  #: r3 p4", (("%r3", "%p4"), ())),
    ("x = a + b  #: r3 _ r4..6", (("%r3", None, "%r4", "%r5", "%r6"), ())),
    ("r5 = a == b  #: r3", (("%r3",), ("r5",))),
    ("r5 = f(a, when=r6)  #: r3", (("%r3",), ("r5",))),
    ("r5 = a if f(b=2) else c", ((), ("r5",))),
    ("r5, p6 = f(x, y=1)", ((), ("r5", "p6"))),
    ("r5, p6 = f(\n        x,  # a=1\n        y=2,\n    )  #: r3", (("%r3",), ("r5", "p6"))),
    ("r5 = f(\n        x)  #: r3", (("%r3",), ("r5",))),
    ("r5, p6 = x, y", ((), ())),
    ("r5, p6 = (x, y)", ((), ())),
    ("r5, p6 = [x, y]", ((), ())),
    ("r5, *p6 = f(x)", ((), ())),
    ("r5, = f(x)", ((), ("r5",))),
    ("x = r5 = f(x)", ((), ("r5",))),
    ("r5 = x = f(x)", ((), ("r5",))),
    ("r5 = r[10] = f(x)", ((), ())),
    ("r5 = (\n        a) = f(x)", ((), ("r5",))),
    ("r5 += 1", ((), ("r5",))),
    ("r5: int = 1", ((), ())),
    ("r5 = a; f(b=2)", ((), ())),
    ("r5 = lambda a=1: a", ((), ("r5",))),
    ("r5 == f(1)", ((), ())),
    ("r5 = f('=')", ((), ("r5",))),
    ("f(a=r5)", ((), ())),
    ("f(r5, a=1)[0] = x", ((), ())),
    ("f(r5, a='=').f('#', b=1)  #: r3", (("%r3",), ())),
    ("f(\n        r5, a='x',\n        b='y # z =')  #: r3", (("%r3",), ())),
    ("r5 = f('a', b='c=d')(x != 0)  #: r3", (("%r3",), ("r5",))),
    ("r5 = f('it\\'s =', b=1)", ((), ("r5",))),
    ("r5 = f(f'{x}', b=1)", ((), ("r5",))),
    ("r5 = f('''a\n        b=''', c=1)", ((), ("r5",))),
    ("r5 >>= 2", ((), ("r5",))),
    ("r5 <<= f(a=1)", ((), ("r5",))),
    ("assert r5 <= f(a=1)", ((), ())),
    ("with f(r5) as x:  #: p3\n        pass", (("%p3",), ())),
]


def read(statement: str) -> FunctionSource:
    """Return what a function says whose body has a statement."""
    text = f"def k(f, a, b, c, r, x, y):\n    {statement}\n    r5 = p6 = 0\n"
    namespace: dict[str, object] = {}
    exec(text, namespace)  # noqa: S102 - our own text
    code = namespace["k"].__code__  # type: ignore[attr-defined]
    found = read_function(split_lines(text), code)
    assert found is not None
    return found


@pytest.mark.parametrize(("statement", "expected"), STATEMENTS)
def test_statements(statement: str, expected: Read) -> None:
    """Names in margins and targets."""
    found = read(statement)
    assert not found.notes
    statements = {line: (each.names, each.targets) for line, each in found.statements.items()}
    statements.update({line: ((name,), ()) for line, name in found.single.items()})
    assert statements.get(2, ((), ())) == expected


def test_names_beside_an_element_are_no_registers() -> None:
    """A name that is given otherwise has the first line that has it."""
    assert read("r5 = a + b").numbered == {"r5": 2, "p6": 3}
    assert read("for r5 in a: pass").numbered == {"r5": 3, "p6": 3}
    assert read("for r7 in a:  # r8\n        x = r7").numbered["r7"] == 2
    assert read("x = r70 = 1\n    if (r7 := f(1)): pass").numbered["r7"] == 3


def test_many_names_are_found_where_few_are() -> None:
    """In one pass over the text: in the first line that has each, but for comments."""
    names = [f"r{number}" for number in range(10, 40)]
    lines = [
        f"for x{name} in a:  # {names[-1 - at]}\n        for {name} in b: pass"
        for at, name in enumerate(names)
    ]
    found = read("\n    ".join(lines)).numbered
    assert {name: found[name] for name in names} == {
        name: 3 + 2 * at for at, name in enumerate(names)
    }
