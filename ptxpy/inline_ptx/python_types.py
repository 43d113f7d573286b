"""The types of the results of inline PTX in Python, if they are written out.

They are given as the C++ types of their sizes, which the rules for operands compare.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ptxpy.inline_ptx.python_scopes import Scope

__all__ = ["function_types", "result_types", "triton_bits"]

_BY_NAME: Final[dict[str, str | None]] = {
    "i1": None,
    "i8": None,
    "i16": None,
    "f16": None,
    "bf16": None,
    "i32": "int32_t",
    "f32": "float",
    "i64": "int64_t",
    "f64": "double",
    "i128": "__int128",
    "ptr": "void*",
}
"""C++ types; None for those that a compiler may widen to the register of the constraint."""
_OF_CLASSES: Final = {
    "F16Type": "f16",
    "BF16Type": "bf16",
    "F32Type": "f32",
    "F64Type": "f64",
    "FloatType": "f32",
    "DoubleType": "f64",
    "HalfType": "f16",
    "PointerType": "ptr",
}
_OF_DSL: Final = re.compile(r"(?:U?int|Float|BFloat)(?P<bits>8|16|32|64|128)", re.IGNORECASE)
_PARSED: Final = re.compile(r"!llvm\.struct<(?:packed )?\(([\w, ]*)\)>|([a-z]+[0-9]+)")
MAX_DEPTH: Final = 20
MAX_RESULTS: Final = 1024


def result_types(
    node: ast.expr | None, scope: Scope, depth: int = 0
) -> tuple[str | None, ...] | None:
    """Return the types of the results of MLIR's `llvm.inline_asm`, by its first argument.

    Each is a C++ type, or None for one that is not known or that may be widened. None is returned
    for all if their number is not known.
    """
    # A call without results is given `None` or no type.
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return ()
    if depth > MAX_DEPTH:
        return None
    if isinstance(node, ast.Name):
        found = scope.find(node.id)
        return None if found is None else result_types(*found, depth + 1)
    if isinstance(node, ast.Attribute) and node.attr == "mlir_type":
        name = _last_name(node.value)
        return None if name is None else _named(_of_dsl(name))
    return _of_call(node, scope, depth) if isinstance(node, ast.Call) else None


def _of_call(node: ast.Call, scope: Scope, depth: int) -> tuple[str | None, ...] | None:
    """Return the types that a call makes."""
    function, arguments = node.func, node.args
    name = _last_name(function)
    # Several results of inline PTX are one struct in LLVM.
    if name in {"get_literal", "LiteralStructType"} and arguments:
        return _members(arguments[0], scope, depth)
    if name == "parse" and arguments and isinstance(arguments[0], ast.Constant):
        value = arguments[0].value
        return _parsed(value) if isinstance(value, str) else None
    if name in {"get_signless", "get_signed", "get_unsigned", "IntType"}:
        bits = arguments[0].value if arguments and isinstance(arguments[0], ast.Constant) else None
        return (_BY_NAME.get(f"i{bits}") if isinstance(bits, int) else None,)
    if name == "VoidType":
        return ()
    if name == "get" and isinstance(function, ast.Attribute):
        name = _last_name(function.value)
    return _named(_OF_CLASSES.get(name or "", name))


def function_types(
    node: ast.expr | None, scope: Scope
) -> tuple[tuple[str | None, ...] | None, int | None]:
    """Return the types of the results of an `ir.FunctionType`, and the number of its arguments."""
    if isinstance(node, ast.Name):
        found = scope.find(node.id)
        if found is None:
            return None, None
        node, scope = found
    if not isinstance(node, ast.Call) or _last_name(node.func) != "FunctionType":
        return None, None
    if not node.args or node.keywords:
        return None, None
    return result_types(node.args[0], scope), list_length(node.args[1:2])


def list_length(nodes: list[ast.expr]) -> int | None:
    """Return the number of elements of a list that is written out; None for any other."""
    node = nodes[0] if nodes else None
    if not isinstance(node, ast.List | ast.Tuple):
        return None
    if any(isinstance(each, ast.Starred) for each in node.elts):
        return None
    return len(node.elts)


_TRITON: Final = re.compile(r"(?:u?int|float|bfloat)(8|16|32|64)|float8\w+|int1")
_BITS_OF_FLOAT8: Final = 8


def triton_bits(node: ast.expr | None) -> tuple[int | None, ...] | None:
    """Return the bits of the elements of Triton's `dtype`; None if their number is not known."""
    if isinstance(node, ast.Tuple | ast.List):
        if any(isinstance(each, ast.Starred) for each in node.elts):
            return None
        return tuple(_element_bits(each) for each in node.elts)
    bits = None if node is None else _element_bits(node)
    return None if bits is None else (bits,)


def _element_bits(node: ast.expr) -> int | None:
    if not isinstance(node, ast.Attribute):
        return None
    match = _TRITON.fullmatch(node.attr)
    if match is None:
        return None
    if match[1]:
        return int(match[1])
    return _BITS_OF_FLOAT8 if node.attr.startswith("float8") else 1


def _named(name: str | None) -> tuple[str | None, ...] | None:
    return (_BY_NAME[name],) if name in _BY_NAME else None


def _of_dsl(name: str) -> str | None:
    match = _OF_DSL.fullmatch(name)
    if match is None:
        return None
    letter = "i" if "int" in name.lower() else "bf" if name.startswith("B") else "f"
    return f"{letter}{match['bits']}"


def _members(node: ast.expr, scope: Scope, depth: int) -> tuple[str | None, ...] | None:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        repeated, count = node.left, node.right
        times = count.value if isinstance(count, ast.Constant) else None
        # `[i32] * 4` is the usual way to write four results.
        if isinstance(repeated, ast.List | ast.Tuple) and isinstance(times, int):
            inner = _members(repeated, scope, depth)
            return inner * times if inner is not None and 0 <= times <= MAX_RESULTS else None
    if not isinstance(node, ast.List | ast.Tuple):
        return None
    found: list[str | None] = []
    for each in node.elts:
        if isinstance(each, ast.Starred):
            return None
        held = result_types(each, scope, depth + 1)
        found.append(held[0] if held is not None and len(held) == 1 else None)
    return tuple(found)


def _parsed(text: str) -> tuple[str | None, ...] | None:
    match = _PARSED.fullmatch(text.strip())
    if match is None:
        return None
    if match[2]:
        return _named(match[2])
    members = match[1].split(",") if match[1].strip() else []
    return tuple(_BY_NAME.get(each.strip()) for each in members)


def _last_name(node: ast.expr) -> str | None:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None
