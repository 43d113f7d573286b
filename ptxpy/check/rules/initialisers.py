"""Initial values of variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy.analysis import add_names, variables_of
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ptxpy.analysis import Declaration, Storage
    from ptxpy.check.context import FunctionContext, ModuleContext

    Find = Callable[[str], Declaration | None]

__all__ = ["check_initialisers"]

_CODE: Final = "PTX035"
_SPACES: Final = frozenset({"global", "const"})
_ADDRESSES: Final = frozenset({"u32", "u64"})
"""The types of variables that an address may initialise."""
_MASKED: Final = frozenset({"u8", "s8", "b8"})
_OF_MASKS: Final = (7, 1)
_NO_VALUE: Final = frozenset({"f16", "f16x2", "pred"})
_OF_SAMPLERS: Final = frozenset({"addr_mode_0", "addr_mode_1", "addr_mode_2", "filter_mode"})
_OF_IMAGES: Final = frozenset(
    {"width", "height", "depth", "channel_data_type", "channel_order", "array_size"}
)
_SETTINGS: Final = {
    "texref": _OF_SAMPLERS | _OF_IMAGES | {"normalized_coords", "num_mipmap_levels", "num_samples"},
    "samplerref": _OF_SAMPLERS | {"force_unnormalized_coords"},
    "surfref": _OF_IMAGES | {"memory_layout"},
}
"""The settings of opaque variables by type (PTX ISA 5.3); ptxas takes `texref`'s in all modes."""
_MODES: Final = frozenset(
    {"wrap", "mirror", "clamp_ogl", "clamp_to_edge", "clamp_to_border", "nearest", "linear"}
)
"""The names that settings may have as values, besides numbers."""
_WORDS: Final = frozenset({"generic", "WARP_SZ"})


def check_initialisers(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report invalid initial values of variables."""
    for place, (ordinal, item) in enumerate(context.items):
        if type(item) is n.Variable:

            def find(name: str, place: int = place) -> Declaration | None:
                # Only variables before this one are known, as ptxas reads from above.
                found = context.names.declaration(name)
                return found if found is not None and found.place < place else None

            yield from _variable(context, item, ordinal, find)
    for function in context.functions:
        yield from _function(function)


def _function(function: FunctionContext) -> Iterator[Diagnostic]:
    code = function.code
    for index, statement in enumerate(code.statements):
        if type(statement) is n.Variable:

            def find(name: str, index: int = index) -> Declaration | None:
                return function.declaration(name, code.scopes[index], index - 1)

            yield from _variable(function.module, statement, code.ordinals[index], find)


def _variable(
    context: ModuleContext, variable: n.Variable, ordinal: int, find: Find
) -> Iterator[Diagnostic]:
    if all(declarator.initializer is None for declarator in variable.declarators):
        return
    for declarator, storage in zip(variable.declarators, variables_of(variable), strict=True):
        value = declarator.initializer
        if value is None:
            continue
        # Settings of samplers have forms of their own: `{ addr_mode_0 = wrap }`.
        if storage.type in _SETTINGS:
            message = _setting(storage, value)
            if message:
                yield Diagnostic(_CODE, message, ordinal, ("name", storage.name))
            continue
        unknown = _unknown(context, value, find)
        if unknown is not None:
            yield _undeclared(context, unknown, ordinal)
            continue
        message = _problem(variable, storage, value, find) or _too_new(context, value)
        if message:
            yield Diagnostic(_CODE, message, ordinal, ("name", storage.name))


def _setting(storage: Storage, value: n.Operand) -> str:
    """Return a message about the settings of an opaque variable, or of an array, or ""."""
    name, known = storage.name, _SETTINGS[storage.type]
    if type(value) is not n.Vector:
        return f"{name} takes settings in braces, not a number"
    for each in value.elements:
        if type(each) is n.Vector and storage.dimensions:
            message = _setting(storage, each)
            if message:
                return message
        elif type(each) is not n.Binary or each.operator != "=" or type(each.left) is not n.Symbol:
            return f"{name} takes settings with names, such as {min(known)} = 1"
        elif each.left.name not in known:
            given = each.left.name
            return f"a .{storage.type} has no {given}; its settings are {', '.join(sorted(known))}"
        elif type(each.right) is n.Symbol and each.right.name not in _MODES:
            return f"{each.right.name} is no mode; there are {', '.join(sorted(_MODES))}"
    return ""


def _unknown(context: ModuleContext, value: n.Operand, find: Find) -> str | None:
    """Return the first name in an initial value that is not declared before it."""
    found: list[str] = []
    add_names(value, found)
    # The first name alone is reported: others often have the same cause.
    for name in found:
        if name not in _WORDS and find(name) is None:
            return None if context.is_unparsed(name) else name
    return None


def _undeclared(context: ModuleContext, name: str, ordinal: int) -> Diagnostic:
    message, help_ = f"{name} is not declared", ""
    if context.names.declaration(name) is not None:
        message = f"{name} is used before its declaration"
        help_ = "move its declaration before this one"
    else:
        close = context.nearest(name, context.names.exact)
        help_ = f"is it {' or '.join(close)}?" if close else ""
    return Diagnostic("PTX020", message, ordinal, ("name", name), help_)


def _problem(variable: n.Variable, storage: Storage, value: n.Operand, find: Find) -> str:
    name = storage.name
    if storage.space not in _SPACES:
        return f"{name} is in .{storage.space}, which does not allow initial values"
    if ".extern" in variable.linkage:
        return f"{name} is .extern, so its value must be given where it is defined"
    # The base type of `v4.f32` is after the dot.
    base = storage.type.rpartition(".")[2]
    if base in _NO_VALUE:
        return f"{name} is .{base}, which cannot have an initial value"
    name = storage.name
    vector = storage.type.rpartition(".")[0]
    bounds = [*storage.dimensions, *([int(vector[1:])] if vector else [])]
    pending: list[tuple[n.Operand, Sequence[int | None]]] = [(value, bounds)]
    message = ""
    while pending and not message:
        part, left = pending.pop()
        if left and type(part) is n.Vector:
            inner, size, rest = part.elements, left[0], left[1:]
            if size is not None and len(inner) > size:
                message = (
                    f"{name} takes {format_count(size, 'value')} in these braces, not {len(inner)}"
                )
            # A table has millions of equal values: each spelling is checked once.
            literals = {} if rest else {v[0]: v for v in inner if type(v) is n.Literal}
            pending += [(element, rest) for element in literals.values()]
            pending += [(v, rest) for v in inner if rest or type(v) is not n.Literal]
        elif left:
            message = f"{name} has several elements, whose values must be in braces"
        elif type(part) is n.Vector:
            message = f"{name} has one value here, which must be without braces"
        else:
            message = _scalar(name, base, part, find)
    return message


def _too_new(context: ModuleContext, value: n.Operand) -> str:
    """Return a message if the version does not allow a mask in an initial value, or ""."""
    version = context.version
    if version is None or version >= _OF_MASKS or not _has_mask(value):
        return ""
    return f"masks such as 0xFF(x) came with PTX 7.1; the file is PTX {version[0]}.{version[1]}"


def _has_mask(value: n.Operand) -> bool:
    return any(type(node) is n.Apply and type(node.function) is n.Literal for node in walk(value))


def _scalar(name: str, base: str, value: n.Operand, find: Find) -> str:
    """Return a message if a value does not have the type of the variable, or ""."""
    kind = TYPES[base].kind if base in TYPES else "bits"
    if type(value) is not n.Literal:
        used: list[str] = []
        add_names(value, used)
        symbol = next((word for word in used if word not in _WORDS), None)
        if symbol is not None:
            is_masked = _has_mask(value)
            if is_masked and base not in _MASKED:
                # `0xFF(x)` takes a byte of an address, which is a value of 8 bits.
                return f"{name} is .{base}; a byte of an address initialises .u8 and .s8"
            if not is_masked and base not in _ADDRESSES:
                return f"{name} is .{base}; an address initialises .u64 and .u32"
            declared = find(symbol)
            node = None if declared is None else declared.node
            # Only variables in global and constant memory have addresses that are constant.
            if type(node) is n.Variable and node.space not in (".global", ".const"):
                return (
                    f"{symbol} is in {node.space}; only an address in .global or .const is constant"
                )
            return ""
    if _is_float(value):
        if kind in ("signed", "unsigned"):
            return f"{name} is .{base}, which takes integers, not floating-point values"
    elif kind == "float":
        return f"{name} is .{base}, which takes floating-point values: 1.0, 0f3F800000"
    return ""


def _is_float(value: n.Operand) -> bool:
    for node in (value,) if type(value) is n.Literal else walk(value):
        if type(node) is n.Literal:
            # A decimal integer is the most frequent literal, so it is tested first.
            if node.text.isdecimal():
                return False
            text = node.text.lower().lstrip("-")
            if text[:2] in ("0f", "0d"):
                return True
            return text[:2] != "0x" and ("." in text or "e" in text)
        if type(node) is n.Cast:
            return node.type.startswith(".f")
    return False
