"""Numbered tokens: parts of the code, left of the margin, with a number in the place of a name.

A numbered token is one of these, each time that the body of a function assigns to it, reads it or
calls it:

- an element or a slice of a register file (`r[319]`, `f[4898:4770:-1]`, `r[3 * i + 5]`), or of a
  run that has no real name (`UNNAMED_RUNS`);
- a name that is a register's: the prefix of a register file of the program, followed by digits
  alone (`r319`, and `rd1` as the parameter of a template);
- a name that ends in an underscore and digits, a counter (`mbar_9`, `wgmma_mma_async_2`).

Digits that belong to a name are told apart by these rules alone, so that they can be checked:

- `log2`, `x2`, `v0`, `i1`, `coords0` are names. Digits without an underscore count only after the
  prefix of a register file that the program declares (`reg.bulk`).
- Names that are no choice of the generator do not count: imported names (`f32`), the parameters
  of a kernel or device function (`param_7` is an index), and names that the module itself declares
  (variables, functions with a decorator).
- Indices do not count: `acc[3]`, `bars[stage]`, `L[4]` are elements of something with a name.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.codegen.census.expressions import name_path, names_in

__all__ = ["Names", "names_of", "numbered_targets", "numbered_tokens"]

COUNTER: Final = re.compile(r".*_\d+")
"""A name that ends in a counter."""

UNNAMED_RUNS: Final = frozenset({"regs", "registers", "run"})
"""Names of runs that say nothing; with a counter they count as such."""


class Names(NamedTuple):
    """The names of a program that its functions share."""

    imported: frozenset[str]
    given: frozenset[str]
    """The names that are no choice of the generator, imported ones included."""
    prefixes: frozenset[str]
    """The prefixes of register files."""


def names_of(tree: ast.Module) -> Names:
    """Return the names that the functions of a program share."""
    imported: set[str] = set()
    given: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom | ast.Import):
            imported.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                given.update(names_in(target))
        elif isinstance(node, ast.FunctionDef) and node.decorator_list:
            given.add(node.name)
    return Names(
        frozenset(imported),
        frozenset(given | imported),
        frozenset(
            keyword.arg
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and name_path(node.func) == ["reg", "bulk"]
            for keyword in node.keywords
            if keyword.arg is not None and keyword.arg not in ("before", "within")
        ),
    )


def numbered_tokens(function: ast.FunctionDef, names: Names) -> int:
    """Count the numbered tokens in the body of a function."""
    files, given = _files(function), _given(function, names)
    if not function.decorator_list:
        files |= names.prefixes  # a template may be given a whole file
    registers = _register_name(names.prefixes)
    count = 0
    pending: list[ast.AST] = [*function.body]
    while pending:
        node = pending.pop()
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=index) if (
                name in files or name in UNNAMED_RUNS
            ):
                count += 1
                pending.append(index)
            case ast.Name(id=name):
                count += name not in given and (
                    COUNTER.fullmatch(name) is not None or registers.fullmatch(name) is not None
                )
            case _:
                pending.extend(ast.iter_child_nodes(node))
    return count


def numbered_targets(function: ast.FunctionDef, names: Names) -> tuple[int, int]:
    """Count the targets in a kernel or device function that are numbered tokens, and all.

    A target is a part of an assignment, `x, r[5] = …`, or what `x.set(…)` and `x.value = …` write;
    results without a reader, `_` and `_unused`, are none, nor is a register file.
    """
    files, given = _files(function), _given(function, names)
    registers = _register_name(names.prefixes)
    targets: list[ast.expr] = []
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=found):
                for target in found:
                    targets += target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
            case ast.AugAssign(target=target) | ast.Call(func=ast.Attribute(target, "set")):
                targets.append(target)
    numbered = count = 0
    for target in targets:
        match target.value if isinstance(target, ast.Attribute) else target:
            case ast.Subscript(value=ast.Name(id=name)):
                count += 1
                numbered += name in files or name in UNNAMED_RUNS
            case ast.Name(id=name) if name not in files and name not in ("_", "_unused"):
                count += 1
                numbered += name not in given and (
                    COUNTER.fullmatch(name) is not None or registers.fullmatch(name) is not None
                )
    return numbered, count


def _given(function: ast.FunctionDef, names: Names) -> frozenset[str]:
    """Return the names in a function that are no choice of the generator."""
    if not function.decorator_list:
        return names.given
    arguments = function.args
    each = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return names.given | {argument.arg for argument in each}


def _files(function: ast.FunctionDef) -> set[str]:
    """Return the names of the register files that a function declares."""
    found: set[str] = set()
    for node in ast.walk(function):
        if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)):
            continue
        if name_path(node.value.func) == ["reg", "bulk"]:
            found.update(name for target in node.targets for name in names_in(target))
    return found


@lru_cache(maxsize=64)
def _register_name(prefixes: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(map(re.escape, sorted(prefixes)))})\d+")
