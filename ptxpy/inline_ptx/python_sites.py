"""The calls of a Python file that make inline PTX, with their arguments."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx.python_scopes import calls_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.inline_ptx.python_scopes import Scope

__all__ = ["Site", "has_sites", "sites_of"]


class Site(NamedTuple):
    """A call that makes inline PTX."""

    call: ast.Call
    dialect: str
    """`triton`, `torch`, `mlir` or `numba`."""
    arguments: dict[str, ast.expr]
    """The arguments by the names of their parameters."""
    unpacked: bool
    """Whether there may be others, from a list or dictionary that is unpacked."""
    scope: Scope
    conditional: bool
    """Whether an `if` is around it, which is not evaluated."""


_MENTION: Final = re.compile(rb"inline_asm|InlineAsm|\.\s*asm\s*\(")
_TRITON: Final = ("asm", "constraints", "args", "dtype", "is_pure", "pack")
_GLUON: Final = ("asm", "constraints", "args", "result_types", "is_pure")
_MLIR: Final = ("results", "operands", "asm", "constraints")
_LLVMLITE: Final = ("type", "asm", "constraints", "side_effect")
_BUILDER: Final = ("type", "asm", "constraints", "args", "side_effect", "name")
_RENAMED: Final = {
    "res": "results",
    "operands_": "operands",
    "asm_string": "asm",
    "asm_str": "asm",
    "ftype": "type",
    "constraint": "constraints",
    "has_side_effects": "side_effect",
}
"""The names of parameters that libraries call differently."""


def has_sites(source: bytes) -> bool:
    """Return whether a file may have inline PTX: a quick look, which finds too many."""
    return _MENTION.search(source) is not None


def sites_of(tree: ast.Module) -> Iterator[Site]:
    """Yield the calls that make inline PTX."""
    modules, renamed = _modules(tree), _renamed_functions(tree)
    for found in calls_of(tree):
        call = found.call
        kind = _kind(call, modules, renamed)
        if kind is not None:
            dialect, parameters = kind
            arguments = _arguments(call, parameters)
            if dialect == "torch":
                # PyTorch's operator packs one element, and takes pure code alone.
                arguments["args"] = ast.List(call.args)
                if all(keyword.arg is not None for keyword in call.keywords):
                    arguments.setdefault("pack", ast.Constant(1))
                arguments.setdefault("is_pure", ast.Constant(value=True))
            unpacked = any(keyword.arg is None for keyword in call.keywords) or any(
                isinstance(each, ast.Starred) for each in call.args
            )
            yield Site(call, dialect, arguments, unpacked, found.scope, found.conditional)


def _kind(
    call: ast.Call, modules: Mapping[str, str], renamed: Mapping[str, str]
) -> tuple[str, tuple[str, ...]] | None:
    """Return the dialect of a call that makes inline PTX, and the names of its parameters."""
    function = call.func
    if isinstance(function, ast.Name):
        name, base = renamed.get(function.id, function.id), ""
    elif isinstance(function, ast.Attribute):
        node = function.value
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            parts.append(node.id)
        name, base = function.attr, ".".join(reversed(parts))
    else:
        return None
    if name == "inline_asm_elementwise":
        # PyTorch's takes tensors by position and everything else by name.
        named = any(keyword.arg == "asm_str" for keyword in call.keywords)
        is_torch = named or modules.get(base or name) == "torch" or base.startswith("torch.")
        return ("torch", ()) if is_torch else ("triton", _TRITON)
    if name in {"inline_asm", "InlineAsmOp"}:
        # The module is often a part of a package, as in `mlir.dialects.llvm`.
        last = base.rpartition(".")[2]
        module = "llvm" if last == "llvm" else modules.get(base or name, "")
        return {"llvm": ("mlir", _MLIR), "gluon": ("triton", _GLUON)}.get(module)
    if name == "InlineAsm":
        return "numba", _LLVMLITE
    if name == "asm" and base.rpartition(".")[2].lower().endswith("builder"):
        return "numba", _BUILDER
    return None


def _modules(tree: ast.Module) -> dict[str, str]:
    """Return the names by which a file knows modules of MLIR, Gluon, PyTorch, and functions."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name] = _module_of(alias.name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                module = _module_of(node.module or "")
                if module:
                    found[alias.name] = module
                found[alias.asname or alias.name] = module or _module_of(alias.name)
    return found


def _module_of(name: str) -> str:
    words = name.split(".")
    if words[-1] == "llvm":
        return "llvm"
    return "gluon" if "gluon" in words else "torch" if words[0] == "torch" else ""


def _renamed_functions(tree: ast.Module) -> dict[str, str]:
    """Return the functions that a file imports by other names, with their own names."""
    return {
        alias.asname: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }


def _arguments(call: ast.Call, parameters: tuple[str, ...]) -> dict[str, ast.expr]:
    """Return the arguments up to the first that is unpacked, and those by name."""
    found: dict[str, ast.expr] = {}
    for name, each in zip(parameters, call.args, strict=False):
        # From an unpacked argument on, positions say nothing.
        if isinstance(each, ast.Starred):
            break
        found[name] = each
    for keyword in call.keywords:
        if keyword.arg is not None:
            found[_RENAMED.get(keyword.arg, keyword.arg)] = keyword.value
    return found
