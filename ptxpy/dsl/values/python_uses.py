"""Advice for code that uses a traced value as a truth value or a number of Python."""

from __future__ import annotations

import ast
from types import FrameType
from typing import Final

from ptxpy.dsl.other_names import FUNCTIONS
from ptxpy.dsl.tracing.calling_expressions import calling_expressions, calling_frame

__all__ = ["describe_number_use", "describe_truth_test", "math_of", "precedence_hint"]

_GENERAL: Final = (
    "use ptx.if_(p) or when=p for a condition, and &, |, ~ instead of and, or, not, each "
    "comparison in parentheses: (a < b) & (b < c)"
)
_SIGNS: Final[dict[type[ast.AST], str]] = {
    ast.And: "&",
    ast.Or: "|",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def describe_truth_test() -> str:
    """Return what to write for the test that Python makes of a value."""
    frame = calling_frame()
    found = ""
    for node in calling_expressions(frame):
        if isinstance(node, ast.stmt | ast.Lambda):
            test = getattr(node, "test", None)
            found = found or ("" if test is None else _of_expression(test, frame))
            return found or _of_statement(node, frame)
        # An `and` within another, or within a `not`, is rewritten as a whole: the outermost is
        # shown.
        is_joined = isinstance(node, ast.BoolOp) or isinstance(getattr(node, "op", None), ast.Not)
        if found and not is_joined:
            return found
        found = _of_expression(node, frame) or found
    return found or _GENERAL


def _of_statement(node: ast.AST, frame: FrameType | None) -> str:
    test = ""
    if isinstance(node, ast.If | ast.While | ast.Assert):
        test = _rewritten(node.test, frame)
    if isinstance(node, ast.If):
        more = " and with ptx.else_(): …" if node.orelse else ""
        return (
            f"if decides what is written, once for all threads; write with ptx.if_({test}): …{more}"
        )
    if isinstance(node, ast.While):
        return (
            "while is a loop of Python; write with ptx.block() as block, ptx.loop(): "
            f"block.leave(unless={test}) and then what the loop does"
        )
    if isinstance(node, ast.Assert):
        return f"write with ptx.unless({test}): ptx.trap()"
    return _GENERAL


def _of_expression(node: ast.AST, frame: FrameType | None) -> str:
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        meant = _separate(node)
        why = (
            "& | ^ bind tighter than a comparison"
            if _joint(node) is not None
            else "a comparison of three is two and an and of Python"
        )
        return f"{why}; write {meant}"
    if isinstance(node, ast.BoolOp):
        sign = _SIGNS[type(node.op)]
        parts = [f"({_rewritten(each, frame)})" for each in node.values]
        return f"{'and' if sign == '&' else 'or'} is Python's; write {f' {sign} '.join(parts)}"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"not is Python's; write ~({_rewritten(node.operand, frame)})"
    if isinstance(node, ast.IfExp):
        chosen, other, test = map(ast.unparse, (node.body, node.orelse, node.test))
        kind = _type_of(node.body, frame) or _type_of(node.orelse, frame) or "f32"
        return f"write ptx.selp.{kind}({chosen}, {other}, {test})"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        kind = _type_of(node.args[0], frame) if node.args else ""
        return _of_call(node.func.id, [ast.unparse(each) for each in node.args], kind)
    return ""


def _of_call(name: str, arguments: list[str], kind: str) -> str:
    if FUNCTIONS.get(name, "").startswith("{x}.") and len(arguments) > 1:
        first, *others = arguments
        # A loaded value is in a register of bits, which `min` compares as signed integers.
        view = f".{kind}" if kind[:1] == "u" else ""
        rest = "".join(f".{name}({each})" for each in others)
        return f"{name} is Python's; write {first}{view}{rest}"
    if name in ("any", "all"):
        return f"{name} is Python's; combine predicates with {'|' if name == 'any' else '&'}"
    return ""


def _rewritten(node: ast.expr, frame: FrameType | None) -> str:
    """Return the text of an operand of `and`, `or` or `not`, which may be rewritten itself."""
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return _separate(node)
    if isinstance(node, ast.BoolOp):
        parts = [f"({_rewritten(each, frame)})" for each in node.values]
        return f" {_SIGNS[type(node.op)]} ".join(parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"~({_rewritten(node.operand, frame)})"
    kind = _type_of(node, frame)
    zero = " != 0.0" if kind[:1] in ("f", "bf") else " != 0"
    return ast.unparse(node) + (zero if kind not in ("", "pred") else "")


def _joint(node: ast.Compare) -> ast.AST | None:
    """Return the operator between two comparisons that were meant: `&` of `a < b & c < d`."""
    joined = (each.op for each in node.comparators[:-1] if isinstance(each, ast.BinOp))
    return next((each for each in joined if type(each) in _SIGNS), None)


def _separate(node: ast.Compare) -> str:
    """Return a comparison of several as comparisons of two, joined by `&` or the author's sign."""
    left = ast.unparse(node.left)
    text = ""
    for at, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
        sign = _SIGNS.get(type(operator), "==")
        is_last = at == len(node.ops) - 1
        # Python reads `a < b & c < d` as `a < (b & c) < d`: each operand of `&` belongs to a
        # comparison of its own.
        if isinstance(right, ast.BinOp) and type(right.op) in _SIGNS and not is_last:
            text += f"({left} {sign} {ast.unparse(right.left)}) {_SIGNS[type(right.op)]} "
            left = ast.unparse(right.right)
            continue
        text += f"({left} {sign} {ast.unparse(right)})" + ("" if is_last else " & ")
        left = ast.unparse(right)
    return text


def _type_of(node: ast.expr, frame: FrameType | None) -> str:
    """Return the type of the value of a name or an instruction; empty if that is not known."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("ptx."):
        return ast.unparse(node.func).rpartition(".")[2]
    if frame is None or not isinstance(node, ast.Name):
        return ""
    value = frame.f_locals.get(node.id, frame.f_globals.get(node.id))
    name = getattr(value, "value_type", "") or getattr(value, "declared", "")
    return name if isinstance(name, str) else ""


def describe_number_use(kind: str) -> str:
    """Return what to write for a function of Python that asks a value of a type for its number."""
    for node in calling_expressions(calling_frame()):
        if isinstance(node, ast.stmt):
            break
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            return _of_function(name, [_as_float(each) for each in node.args], kind)
    return ""


def _as_float(node: ast.expr) -> str:
    """Return the text of an argument of a function of floats: `2` is 2.0."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return repr(float(node.value))
    return ast.unparse(node)


_LONG: Final = (("int", "s"), ("uint", "u"), ("float", "f"))
_CASTS: Final = {
    "int": "s32",
    "float": "f32",
    **{f"{long}{bits}": f"{short}{bits}" for long, short in _LONG for bits in (16, 32, 64)},
}
"""The types of functions of Python and NumPy that convert."""


def _of_function(name: str, arguments: list[str], kind: str) -> str:
    first = arguments[0] if arguments else "x"
    wanted = _CASTS.get(name)
    if wanted is not None:
        if kind == wanted:
            return f"; {first} is a .{kind} already"
        if kind[:1] not in ("s", "u", "f"):
            return ""
        narrows = int(kind.lstrip("suf") or 0) > int(wanted[1:])
        rounding = ".rzi" if kind[0] == "f" and wanted[0] != "f" else ""
        # A float that is widened keeps its value, and PTX has no rounding for it.
        if wanted[0] == "f" and (kind[0] != "f" or narrows):
            rounding = ".rn"
        return f", ptx.cvt{rounding}.{wanted}.{kind}({first})"
    pattern = FUNCTIONS.get(name)
    if pattern is None:
        return ""
    values = dict(zip("xyz", (*arguments, "y", "z")[:3], strict=False))
    return f"; {name} is Python's, write {pattern.format(**{'x': 'x', **values})}"


def precedence_hint() -> str:
    """Return what to write for a comparison whose operands `&` and the like have bound first."""
    for node in calling_expressions(calling_frame()):
        if isinstance(node, ast.Compare) and len(node.ops) > 1 and _joint(node) is not None:
            return f"; & | ^ bind tighter than a comparison: write {_separate(node)}"
        if isinstance(node, ast.stmt):
            break
    return ""


def math_of(name: str, kind: str) -> str:
    """Return the instruction for `abs(x)`, `round(x)` and the like of a type."""
    pattern = FUNCTIONS[name].format(x="x")
    if kind[:1] in ("", "f"):
        return pattern.replace("f32", kind or "f32")
    integer = pattern.replace("f32", f"s{kind[1:]}")
    if kind[0] == "b":
        real = pattern.replace("f32", f"f{kind[1:]}")
        return real if ".cvt." in pattern else f"{real}, or {integer} where the bits are an integer"
    if ".cvt." in pattern:
        return "x, which is an integer already"
    return integer
