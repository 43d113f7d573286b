"""The names of a Python file that are bound once, by assignment, with their values."""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Scope", "SiteCall", "calls_of"]


class Scope:
    """A module, or a function."""

    def __init__(self, node: ast.AST, outer: Scope | None) -> None:
        """Take the tree of a module or function, and the scope around it."""
        self.outer = outer
        self._bindings: defaultdict[str, list[ast.expr | None]] = defaultdict(list)
        for name, value in _bindings(node):
            self._bindings[name].append(value)

    def find(self, name: str) -> tuple[ast.expr, Scope] | None:
        """Return the value of a name, and its scope; None if that is not certain."""
        scope: Scope | None = self
        while scope is not None:
            held = scope._bindings.get(name)  # noqa: SLF001 - of the same class
            if held is not None:
                # A name that is bound twice may have either value, so it has none.
                value = held[0] if len(held) == 1 else None
                return None if value is None else (value, scope)
            scope = scope.outer
        return None


def _bindings(scope: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the names that a scope binds; with a value for those of plain assignments."""
    arguments = getattr(scope, "args", None)
    if isinstance(arguments, ast.arguments):
        lists = (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
        named = [each for arguments_ in lists for each in arguments_]
        for each in (*named, arguments.vararg, arguments.kwarg):
            if each is not None:
                yield each.arg, None
    body = getattr(scope, "body", [])
    for statement in body if isinstance(body, list) else []:
        yield from _of_statement(statement)


def _of_statement(statement: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the names that a statement binds, those of the statements in it included."""
    # A stranger's expressions nest as deep as the parser of Python allows.
    pending = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _of_target(target, node.value)
            pending.append(node.value)
        elif isinstance(node, ast.AnnAssign):
            # `x: str` alone declares a type and binds nothing.
            if node.value is not None:
                yield from _of_target(node.target, node.value)
        elif isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                yield node.id, None
        else:
            yield from ((name, None) for name in _declared(node))
            if not isinstance(node, _WITH_NAMES_OF_THEIR_OWN):
                pending += reversed([*ast.iter_child_nodes(node)])


def _declared(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node binds itself, and that inner scopes bind in this one."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        return
    name = getattr(node, "name", None)  # of a function, a class, a handler, a pattern
    yield from getattr(node, "names", [name] if name else [])
    rest = getattr(node, "rest", None)  # of a pattern for mappings
    if rest:
        yield rest
    if isinstance(node, _WITH_NAMES_OF_THEIR_OWN):
        for inner in ast.walk(node):
            # A function may bind names of this scope by `global`, and a comprehension by `:=`.
            if isinstance(inner, ast.Global | ast.Nonlocal):
                yield from inner.names
            elif isinstance(inner, ast.NamedExpr) and not isinstance(node, _DEFINITIONS):
                yield inner.target.id


_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_WITH_NAMES_OF_THEIR_OWN: Final = (
    *_DEFINITIONS,
    ast.GeneratorExp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
)


def _of_target(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr | None]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        values: list[ast.expr | None] = [None] * len(target.elts)
        if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
            # With a star among them, targets and values do not correspond one to one.
            starred = any(isinstance(each, ast.Starred) for each in (*target.elts, *value.elts))
            values = list(values if starred else value.elts)
        for inner, held in zip(target.elts, values, strict=True):
            inside = inner.value if isinstance(inner, ast.Starred) else inner
            if isinstance(inside, ast.Name):
                yield inside.id, held
            elif held is not None:
                yield from _of_target(inside, held)
            else:
                yield from ((name.id, None) for name in ast.walk(inside) if type(name) is ast.Name)


class SiteCall:
    """A call, with its scope."""

    def __init__(self, call: ast.Call, scope: Scope, *, conditional: bool) -> None:
        """Keep the call.

        Args:
            call: The call.
            scope: Its scope.
            conditional: Whether an `if` is around it.
        """
        self.call = call
        self.scope = scope
        self.conditional = conditional


def calls_of(tree: ast.Module) -> Iterator[SiteCall]:
    """Yield all calls of a file, in the order of the tree."""
    pending: list[tuple[ast.AST, Scope, bool]] = [(tree, Scope(tree, None), False)]
    while pending:
        node, scope, conditional = pending.pop()
        if isinstance(node, ast.Call):
            yield SiteCall(node, scope, conditional=conditional)
        inner = scope
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inner = Scope(node, scope)
        # A call in one branch is compiled only where its condition holds.
        branches = isinstance(node, ast.If | ast.IfExp | ast.Match)
        pending.extend(
            (child, inner, conditional or branches) for child in ast.iter_child_nodes(node)
        )
