"""The import graph of a package: which module imports which, and the circles in it.

Every import statement counts, also one for types alone and one inside a function; so does a module
that is imported by name, from a table or by `import_module`. Importing a module runs the packages
above it as well; those implied imports do not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

__all__ = ["find_circles", "import_graph", "imported_names", "imports_of"]


def imported_names(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) for each name that a module imports.

    `from a import b` is `a.b`, whether b is a module or a name in one. The keys and values of a
    dictionary that are dotted names in the same package count, and so does `import_module("a.b")`.

    Args:
        tree: The module.
        package: The package that it is in, against which relative imports are resolved.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            base = parents[: len(parents) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Dict):
            yield from _named_modules([*node.keys, *node.values], package)
        elif isinstance(node, ast.Call) and _last_name(node.func).endswith("import_module"):
            yield from _named_modules(node.args, package)


def _last_name(function: ast.expr) -> str:
    """Return the last name of a dotted one; empty for another expression."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


@cache
def imports_of(path: Path, package: str) -> tuple[tuple[int, str], ...]:
    """Return the `imported_names` of a file."""
    return tuple(imported_names(ast.parse(path.read_text(encoding="utf-8")), package))


def _named_modules(nodes: Iterable[ast.AST | None], package: str) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) for each string that names a module of the same top package."""
    top = package.partition(".")[0]
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            first, *rest = node.value.split(".")
            if first == top and rest and all(word.isidentifier() for word in rest):
                yield node.lineno, node.value


def import_graph(root: Path, part: Path | None = None) -> dict[str, set[str]]:
    """Return which modules each module of the package in a folder imports, of that package.

    With a folder `part` in it, only the modules there count as importing.
    """
    paths = {_module_name(path, root): path for path in sorted(root.rglob("*.py"))}
    graph: dict[str, set[str]] = {}
    for name, path in paths.items():
        if part is not None and not path.is_relative_to(part):
            continue
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found = {_enclosing(target, paths) for _, target in imports_of(path, package)}
        graph[name] = found - {name, ""}
    return graph


def find_circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components of more than one module, by Tarjan's algorithm."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        numbers[node] = lowest[node] = len(numbers)
        stack.append(node)
        for target in sorted(graph[node]):
            if target not in numbers:
                visit(target)
                lowest[node] = min(lowest[node], lowest[target])
            elif target in stack:
                lowest[node] = min(lowest[node], numbers[target])
        if lowest[node] == numbers[node]:
            start = stack.index(node)
            component = stack[start:]
            del stack[start:]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in numbers:
            visit(node)
    return found


def _module_name(path: Path, root: Path) -> str:
    parts = [root.name, *path.relative_to(root).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _enclosing(name: str, modules: Mapping[str, Path]) -> str:
    """Return the module that a dotted name is or lies in; empty for one of another package."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name
