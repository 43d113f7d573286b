"""What the hostile tests share."""

from __future__ import annotations

import ast
import builtins
import keyword
from collections.abc import Iterator

import ptxpy

BUILTINS = frozenset(dir(builtins))
"""Before any test: a display hook may add the last value, `_`."""

HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n"


def function(body: str) -> str:
    """Return a module with one kernel."""
    return f"{HEADER}.visible .entry k()\n{{\n{body}\n}}\n"


def accepted(source: str | bytes) -> bool:
    """Return whether a text is PTX; if it is, it comes back, and its Python does no harm.

    Anything but a `PtxSyntaxError` with a position inside the text fails the test.
    """
    data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    try:
        proof = ptxpy.prove(data)
    except ptxpy.PtxSyntaxError as error:
        check_error(error, data)
        return False
    assert ptxpy.emit_bytes(proof.module) == data
    check_harmless(proof.python)
    return True


def check_error(error: ptxpy.PtxSyntaxError, data: bytes) -> None:
    """Check that an error points into the text, and can be printed on a terminal."""
    text = data.decode("utf-8", "surrogateescape")
    lines = text.split("\n")
    for problem in error.problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        assert problem.message
    shown = str(error)
    assert all(character.isprintable() or character in "\n\t" for character in shown)
    assert len(shown) < 100_000


def check_harmless(python: str) -> None:
    """Check that a program uses only what it imports from ptxpy or defines, under safe names."""
    tree = ast.parse(python)
    known = set(defined(tree))
    for name in known:
        assert not keyword.iskeyword(name)
        assert name not in BUILTINS, name
        assert not (name.startswith("__") and name.endswith("__")), name
    for node in ast.walk(tree):
        assert isinstance(node, _EXPECTED), ast.dump(node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            assert node.id in known | {"range"}, node.id
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("__"), node.attr


def defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a program binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.module in ("ptxpy", "typing")
            for alias in node.names:
                assert alias.asname is None
                assert node.module == "typing" or alias.name in ptxpy.__all__
                yield alias.name
        elif isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


_EXPECTED = (
    ast.AugAssign,
    ast.Return,
    ast.Module, ast.ImportFrom, ast.alias, ast.FunctionDef, ast.arguments, ast.arg, ast.With,
    ast.withitem, ast.Expr, ast.Assign, ast.Pass, ast.Call, ast.keyword, ast.Attribute,
    ast.Subscript, ast.Slice, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.UnaryOp, ast.USub,
    ast.Dict, ast.Invert, ast.BinOp, ast.operator, ast.Compare, ast.cmpop, ast.For,
    ast.Load, ast.Store, ast.Starred,
)  # fmt: skip
"""All that generated programs consist of."""
