"""The text of a tree: operators bind as in Python, and black would change nothing."""

from __future__ import annotations

import ast
import random

import black
import pytest

from ptxpy.pytree import tree as t
from ptxpy.pytree.tree_text import expression_text
from ptxpy.pytree.wrap import lay_out

OPERATORS = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "==", ">="]

R = t.Register("r", 3)
CASES: dict[str, t.Expression] = {
    "r[3]": R,
    "r[2 * i + 3]": t.Register("r", t.Binary(t.Binary(2, "*", "i"), "+", 3)),
    "f[1:5]": t.Slice("f", 1, 5, 1),
    "f[8:4:-1]": t.Slice("f", 8, 4, -1),
    "f[3::-1]": t.Slice("f", 3, None, -1),
    "f[i + 1 : i + 5]": t.Slice("f", t.Binary("i", "+", 1), t.Binary("i", "+", 5), 1),
    "f[i + 3 :: -1]": t.Slice("f", t.Binary("i", "+", 3), None, -1),
    "(r[3] + 4).u32": t.View(t.Binary(R, "+", 4), "u32"),
    "(r[3] << 3) + 4": t.Binary(t.Binary(R, "<<", 3), "+", 4),
    "r[3] + 4 - 5": t.Binary(t.Binary(R, "+", 4), "-", 5),
    "r[3] - (4 - 5)": t.Binary(R, "-", t.Binary(4, "-", 5)),
    "(r[3] < 4) == 5": t.Binary(t.Binary(R, "<", 4), "==", 5),
    "-(r[3] + 1)": t.Unary("-", t.Binary(R, "+", 1)),
    "(-1).x": t.View(-1, "x"),
    "-0x400": t.Hexadecimal(-1024),
    "f(*f[1:5], when=p, n=(1,))": t.Call(
        "f", (t.Star(t.Slice("f", 1, 5, 1)), t.Keyword("when", "p"), t.Keyword("n", t.Tuple((1,))))
    ),
    'ptx["a b"](L[2], [r[3], 16])': t.Call(
        t.Element("ptx", '"a b"'), (t.Element("L", 2), t.List((R, 16)))
    ),
    "at(1, 2)(r[3])": t.Call(t.Call("at", (1, 2)), (R,)),
    '{"a": 1}': t.Dictionary((('"a"', 1),)),
}


@pytest.mark.parametrize("text", CASES)
def test_text(text: str) -> None:
    """Each expression has the text that black leaves as it is."""
    assert expression_text(CASES[text]) == text
    assert black.format_str(text + "\n", mode=black.Mode()) == text + "\n"


def _random(random_: random.Random, depth: int) -> t.Expression:
    kind = random_.randrange(6) if depth else 5
    if kind < 3:
        left, right = _random(random_, depth - 1), _random(random_, depth - 1)
        return t.Binary(left, random_.choice(OPERATORS), right)
    if kind == 3:
        return t.Unary(random_.choice("-~"), _random(random_, depth - 1))
    if kind == 4:
        return t.Call("f", (_random(random_, depth - 1),))
    leaves: list[t.Expression] = ["x", "y", 5, R]
    return random_.choice(leaves)


def _parsed(node: ast.expr) -> t.Expression:
    symbols = dict(
        zip(
            ["Add", "Sub", "Mult", "Div", "Mod", "BitAnd", "BitOr", "BitXor", "LShift", "RShift"],
            OPERATORS[:10],
            strict=True,
        )
    )
    symbols |= {"Lt": "<", "Eq": "==", "GtE": ">=", "USub": "-", "Invert": "~"}
    match node:
        case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]):
            return t.Binary(_parsed(left), symbols[type(operator).__name__], _parsed(right))
        case ast.UnaryOp(operator, operand):
            return t.Unary(symbols[type(operator).__name__], _parsed(operand))
        case ast.Call(ast.Name(name), [argument]):
            return t.Call(name, (_parsed(argument),))
        case ast.Subscript(ast.Name(name), ast.Constant(int(number))):
            return t.Register(name, number)
        case ast.Name(name):
            return name
        case ast.Constant(int(number)):
            return number
    raise AssertionError(ast.dump(node))


@pytest.mark.parametrize("seed", range(300))
def test_python_reads_what_was_meant(seed: int) -> None:
    """Whatever operators nest in each other, Python parses the text as the same tree."""
    made = _random(random.Random(seed), 4)  # noqa: S311 - a test's draws
    assert _parsed(ast.parse(expression_text(made), mode="eval").body) == made


def test_statements() -> None:
    """Statements are laid out as black does it."""
    block: list[t.Statement] = [
        t.Define("f", [t.Parameter("x", "u32"), t.Parameter("y")], decorators=["kernel"]),
        t.Evaluate(t.Call("long_name_of_a_function", tuple([f"argument_{i}" for i in range(9)]))),
    ]
    body: list[t.Statement] = [
        t.Assign(["x", t.Register("r", 1)], t.Call("g")),
        t.Assign([t.Tuple(("a", "b"))], t.Call("g")),
        t.For("i", 3, [t.Pass()]),
        t.With([t.Context(t.Call("ptx.loop"), "loop")], [t.Evaluate(t.Call("loop.again"))]),
        t.Return(t.Tuple(("x", "a"))),
    ]
    defined = block[0].body
    assert defined is not None
    defined += body
    block[1:1] = [t.Blank(), t.Blank()]
    text = "\n".join([*lay_out(block), ""])
    assert black.format_str(text, mode=black.Mode()) == text
    ast.parse(text)
