"""Declarations as Python: types, variables, registers, function headers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ptxpy.codegen.operand_expressions import Scope, expression, literal, tuple_text
from ptxpy.codegen.wrap import quoted, quoted_bytes
from ptxpy.dsl.values.registers import PREFIXES
from ptxpy.dsl.values.types import NAMED
from ptxpy.ir import nodes as n

_NO_NAMES = Scope(None)
_CANONICAL = re.compile(r"(?:0|[1-9][0-9]*)\Z")
_BYTE_TYPES = frozenset({".b8", ".u8"})


def size_text(size: n.Operand) -> str:
    """Return the Python expression for a size."""
    if isinstance(size, n.Literal) and size.text[1:2] in ("f", "F", "d", "D"):
        return f"ptx.literal({quoted(size.text)})"
    return expression(size, _NO_NAMES)


def type_text(
    specifiers: Sequence[n.AnySpecifier],
    dimensions: Sequence[n.Dimension],
    uses: set[str],
    name: str | None = None,
) -> str:
    """Return the Python expression for a type; the names that it uses are added to `uses`."""
    at = _base(specifiers)
    base = specifiers[at]
    word = base.name[1:] if isinstance(base, n.Specifier) else ""
    if word in NAMED:
        uses.add(word)
        text = word
    else:
        uses.add("fundamental")
        text = f"fundamental({quoted(word)})"
    text += _before(specifiers[:at], uses) + _behind(specifiers[at + 1 :], uses)
    for dimension in dimensions:
        text += "[()]" if dimension.size is None else f"[{size_text(dimension.size)}]"
    if name is not None:
        text += f".named({quoted(name)})"
    return text


def _base(specifiers: Sequence[n.AnySpecifier]) -> int:
    """Return the position of the fundamental type, or of the specifier that stands for it."""
    plain = [i for i, item in enumerate(specifiers) if isinstance(item, n.Specifier)]
    typed = [i for i in plain if specifiers[i].name[1:] in NAMED]  # type: ignore[union-attr]
    return (typed or plain)[-1]


def _before(specifiers: Sequence[n.AnySpecifier], uses: set[str]) -> str:
    if not specifiers:
        return ""
    first, *rest = specifiers
    if not rest:
        if isinstance(first, n.Specifier) and first.name in (".v2", ".v4"):
            return first.name
        if isinstance(first, n.Align):
            return f".align({size_text(first.bytes)})"
    return f".preceded({', '.join(_words(specifiers, uses))})"


def _behind(specifiers: Sequence[n.AnySpecifier], uses: set[str]) -> str:
    if not specifiers:
        return ""
    first, *rest = specifiers
    if isinstance(first, n.Specifier) and first.name == ".ptr":
        arguments = []
        if rest and isinstance(rest[0], n.Specifier):
            arguments.append(quoted(rest.pop(0).name[1:]))  # type: ignore[union-attr]
        if rest and isinstance(rest[0], n.Align):
            arguments.append(f"align={size_text(rest.pop(0).bytes)}")  # type: ignore[union-attr]
        if not rest:
            return f".ptr({', '.join(arguments)})"
    return f".followed({', '.join(_words(specifiers, uses))})"


def _words(specifiers: Sequence[n.AnySpecifier], uses: set[str]) -> list[str]:
    words = []
    for item in specifiers:
        if isinstance(item, n.Specifier):
            words.append(quoted(item.name))
        elif isinstance(item, n.Align):
            uses.add("align")
            words.append(f"align({size_text(item.bytes)})")
        else:
            words.append(attributes_text(item, uses))
    return words


def attributes_text(item: n.Attributes, uses: set[str]) -> str:
    """Return the Python expression for `.attribute(…)`."""
    uses |= {"attributes", "attribute"}
    parts = []
    for one in item.attributes:
        arguments = "".join(f", {size_text(value)}" for value in one.arguments or ())
        parts.append(f"attribute({quoted(one.name[1:])}{arguments})")
    return f"attributes({', '.join(parts)})"


def parameter_text(parameter: n.Parameter, expected: str, uses: set[str]) -> str:
    """Return the annotation of a parameter; its name is left out when it is as expected."""
    specifiers = parameter.specifiers
    declarator = parameter.declarator
    first = specifiers[0]
    if (
        isinstance(first, n.Specifier)
        and first.name == ".param"
        and len(specifiers) > 1
        and not n.space_of(specifiers[1:])
    ):
        specifiers = specifiers[1:]
    name = declarator.name.name
    text = type_text(specifiers, declarator.dimensions, uses, None if name == expected else name)
    if declarator.range is not None:
        text += f".repeated({size_text(declarator.range)})"
    return text


def initializer_text(value: n.Operand, kind: str, *, top: bool = True) -> str:
    """Return the Python expression for an initial value."""
    if isinstance(value, n.Vector):
        if top and kind in _BYTE_TYPES:
            data = _bytes(value)
            if data is not None:
                return quoted_bytes(data)
        parts = [initializer_text(item, kind, top=False) for item in value.elements]
        return tuple_text(parts)
    if isinstance(value, n.Literal):
        return literal(value.text, double=kind == ".f64")
    return expression(value, _NO_NAMES, double=kind == ".f64")


def _bytes(value: n.Vector) -> bytes | None:
    """Return the bytes of a list of canonical numbers from 0 to 255."""
    texts = [item.text for item in value.elements if type(item) is n.Literal]
    if len(texts) != len(value.elements) or not texts:
        return None
    if any(len(text) > 3 or not _CANONICAL.match(text) for text in texts):  # noqa: PLR2004
        return None
    numbers = list(map(int, texts))
    return bytes(numbers) if max(numbers) < 256 else None  # noqa: PLR2004


def declarator_text(declarator: n.Declarator, kind: str, uses: set[str]) -> str:
    """Return `declarator(…)` for a declared name."""
    uses.add("declarator")
    parts = [quoted(declarator.name.name)]
    parts += ["None" if d.size is None else size_text(d.size) for d in declarator.dimensions]
    if declarator.range is not None:
        parts.append(f"count={size_text(declarator.range)}")
    if declarator.initializer is not None:
        parts.append(f"init={initializer_text(declarator.initializer, kind)}")
        if kind == ".f64":
            parts.append("double=True")
    return f"declarator({', '.join(parts)})"


def variable_text(node: n.Variable, uses: set[str]) -> str:
    """Return `var(…)` for a declaration of variables, without layout and closing bracket."""
    uses.add("var")
    specifiers = node.specifiers
    first = specifiers[0]
    parts = ["None"]
    if isinstance(first, n.Specifier) and n.space_of((first,)) and len(specifiers) > 1:
        parts = [quoted(first.name[1:])]
        specifiers = specifiers[1:]
    alignment = ""
    if (
        parts != ["None"]
        and isinstance(specifiers[0], n.Align)
        and any(isinstance(item, n.Specifier) for item in specifiers[1:])
    ):
        alignment = f"align={size_text(specifiers[0].bytes)}"
        specifiers = specifiers[1:]
    kind = fundamental_of(node.specifiers)
    single = node.declarators[0] if len(node.declarators) == 1 else None
    if single is not None and single.range is None:
        parts.append(type_text(specifiers, single.dimensions, uses))
        parts.append(quoted(single.name.name))
        if alignment:
            parts.append(alignment)
        if single.initializer is not None:
            parts.append(f"init={initializer_text(single.initializer, kind)}")
    else:
        parts.append(type_text(specifiers, (), uses))
        parts += [declarator_text(item, kind, uses) for item in node.declarators]
        if alignment:
            parts.append(alignment)
    if node.linkage:
        parts.append(f"linkage={quoted(' '.join(word[1:] for word in node.linkage))}")
    return f"var({', '.join(parts)}"


def fundamental_of(specifiers: Sequence[n.AnySpecifier]) -> str:
    """Return the fundamental type of a declaration with its dot, or ""."""
    for item in reversed(specifiers):
        if isinstance(item, n.Specifier) and item.name[1:] in NAMED:
            return item.name
    return ""


def bulk_text(node: n.Variable) -> tuple[str, str] | None:
    """Return prefix and argument for `reg.bulk` when the declaration is of its form."""
    if node.linkage or len(node.declarators) != 1 or len(node.specifiers) != 2:  # noqa: PLR2004
        return None
    declarator = node.declarators[0]
    size = declarator.range
    kind = node.specifiers[1]
    if (
        type(size) is not n.Literal
        or not _CANONICAL.match(size.text)
        or declarator.dimensions
        or declarator.initializer is not None
        or not isinstance(kind, n.Specifier)
        or node.specifiers[0] != n.Specifier(".reg")
    ):
        return None
    prefix = declarator.name.name[1:]
    if not declarator.name.name.startswith("%") or "." + PREFIXES.get(prefix, "") != kind.name:
        return None
    return prefix, f"{prefix}={size.text}"


def directives_text(directives: Sequence[n.TuningDirective | n.Pragma], uses: set[str]) -> str:
    """Return the tuple of directives of a function header as Python."""
    parts = []
    for item in directives:
        if isinstance(item, n.Pragma):
            uses.add("pragma_directive")
            parts.append(f"pragma_directive({', '.join(map(quoted, item.strings))})")
        else:
            uses.add("directive")
            values = "".join(f", {size_text(value)}" for value in item.values)
            parts.append(f"directive({quoted(item.name[1:])}{values})")
    return tuple_text(parts)


def gaps_text(within: n.Gaps) -> str:
    """Return gaps as Python: a string with bars between them, or a tuple."""
    if not any("|" in gap for gap in within):
        return quoted("|".join(within))
    return tuple_text(list(map(quoted, within)))
