"""Declarations as Python: types, variables, registers, function headers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ptxpy.codegen.operand_expressions import Scope, expression, literal
from ptxpy.dialect import vocabulary
from ptxpy.dsl import NAMED, PREFIXES, TUNING_DIRECTIVES
from ptxpy.ir import nodes as n
from ptxpy.pytree import expression_text as _text
from ptxpy.pytree import quoted, quoted_bytes
from ptxpy.pytree import tree as t

_NO_NAMES = Scope(None)
_CANONICAL = re.compile(r"(?:0|[1-9][0-9]*)\Z")
_BYTE_TYPES = frozenset({".b8", ".u8"})


def size_expression(size: n.Operand) -> t.Expression:
    """Return the Python expression for a size."""
    if isinstance(size, n.Literal) and size.text[1:2] in ("f", "F", "d", "D"):
        return t.Call(vocabulary.LITERAL, (quoted(size.text),))
    return expression(size, _NO_NAMES)


def method(value: t.Expression, name: str, *arguments: t.Expression) -> t.Call:
    """Return the call of a method."""
    return t.Call(t.View(value, name), arguments)


def type_expression(
    specifiers: Sequence[n.AnySpecifier],
    dimensions: Sequence[n.Dimension],
    uses: set[str],
    name: str | None = None,
) -> t.Expression:
    """Return the Python expression for a type; the names that it uses are added to `uses`."""
    plain = [i for i, item in enumerate(specifiers) if isinstance(item, n.Specifier)]
    typed = [i for i in plain if specifiers[i].name[1:] in NAMED]  # type: ignore[union-attr]
    # The last type is the base: `.f32` of `.align 8 .v2 .f32`.
    at = (typed or plain)[-1]
    base = specifiers[at]
    word = base.name[1:] if isinstance(base, n.Specifier) else ""
    made: t.Expression = word
    if word in NAMED:
        uses.add(word)
    else:
        uses.add("fundamental")
        made = t.Call("fundamental", (quoted(word),))
    made = _after(specifiers[at + 1 :], _before(specifiers[:at], made, uses), uses)
    if dimensions:  # an atom: there may be thousands of them
        sizes = ["()" if d.size is None else _text(size_expression(d.size)) for d in dimensions]
        made = _text(made) + "".join([f"[{size}]" for size in sizes])
    if name is not None:
        made = method(made, "named", quoted(name))
    return made


def _before(
    specifiers: Sequence[n.AnySpecifier], base: t.Expression, uses: set[str]
) -> t.Expression:
    if not specifiers:
        return base
    first, *rest = specifiers
    if not rest:
        if isinstance(first, n.Specifier) and first.name in (".v2", ".v4"):
            return t.View(base, first.name[1:])
        if isinstance(first, n.Align):
            return method(base, "align", size_expression(first.bytes))
    return method(base, "preceded", *_words(specifiers, uses))


def _after(
    specifiers: Sequence[n.AnySpecifier], base: t.Expression, uses: set[str]
) -> t.Expression:
    if not specifiers:
        return base
    first, *rest = specifiers
    if isinstance(first, n.Specifier) and first.name == ".ptr":
        arguments: list[t.Expression] = []
        if rest and isinstance(rest[0], n.Specifier):
            arguments.append(quoted(rest.pop(0).name[1:]))  # type: ignore[union-attr]
        if rest and isinstance(rest[0], n.Align):
            size = size_expression(rest.pop(0).bytes)  # type: ignore[union-attr]
            arguments.append(t.Keyword("align", size))
        if not rest:
            return method(base, "ptr", *arguments)
    return method(base, "followed", *_words(specifiers, uses))


def _words(specifiers: Sequence[n.AnySpecifier], uses: set[str]) -> list[t.Expression]:
    words: list[t.Expression] = []
    for item in specifiers:
        if isinstance(item, n.Specifier):
            words.append(quoted(item.name))
        elif isinstance(item, n.Align):
            uses.add("align")
            words.append(t.Call("align", (size_expression(item.bytes),)))
        else:
            words.append(attributes_expression(item, uses))
    return words


def attributes_expression(item: n.Attributes, uses: set[str]) -> t.Expression:
    """Return the Python expression for `.attribute(…)`."""
    uses |= {"attributes", "attribute"}
    parts = []
    for one in item.attributes:
        arguments = [size_expression(value) for value in one.arguments or ()]
        parts.append(t.Call("attribute", (quoted(one.name[1:]), *arguments)))
    return t.Call("attributes", tuple(parts))


def parameter_expression(parameter: n.Parameter, expected: str, uses: set[str]) -> t.Expression:
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
    given = None if name == expected else name
    made = type_expression(specifiers, declarator.dimensions, uses, given)
    if declarator.range is not None:
        made = method(made, "repeated", size_expression(declarator.range))
    return made


def initializer_expression(value: n.Operand, kind: str, *, top: bool = True) -> t.Expression:
    """Return the Python expression for an initial value."""
    if isinstance(value, n.Vector):
        # A string of C is an array of bytes, and reads best as text.
        if top and kind in _BYTE_TYPES:
            data = _bytes(value)
            if data is not None:
                return quoted_bytes(data)
        parts = [initializer_expression(item, kind, top=False) for item in value.elements]
        return t.Tuple(tuple(parts))
    if isinstance(value, n.Literal):
        return literal(value.text, double=kind == ".f64")
    return expression(value, _NO_NAMES, double=kind == ".f64")


def _bytes(value: n.Vector) -> bytes | None:
    """Return the bytes of a list of canonical numbers from 0 to 255."""
    texts = [item.text for item in value.elements if type(item) is n.Literal]
    if len(texts) != len(value.elements) or not texts:
        return None
    # `007` and `0x7` would come back from a byte as `7`.
    if any(len(text) > 3 or not _CANONICAL.match(text) for text in texts):  # noqa: PLR2004
        return None
    numbers = list(map(int, texts))
    return bytes(numbers) if max(numbers) < 256 else None  # noqa: PLR2004


def declarator_expression(declarator: n.Declarator, kind: str, uses: set[str]) -> t.Expression:
    """Return `declarator(…)` for a declared name."""
    uses.add("declarator")
    parts: list[t.Expression] = [quoted(declarator.name.name)]
    parts += ["None" if d.size is None else size_expression(d.size) for d in declarator.dimensions]
    if declarator.range is not None:
        parts.append(t.Keyword("count", size_expression(declarator.range)))
    if declarator.initializer is not None:
        parts.append(t.Keyword("init", initializer_expression(declarator.initializer, kind)))
        if kind == ".f64":
            parts.append(t.Keyword("double", "True"))
    return t.Call("declarator", tuple(parts))


def variable_call(node: n.Variable, uses: set[str]) -> t.Call:
    """Return `var(…)` for a declaration of variables, without layout."""
    uses.add("var")
    specifiers = node.specifiers
    first = specifiers[0]
    parts: list[t.Expression] = ["None"]
    if isinstance(first, n.Specifier) and n.space_of((first,)) and len(specifiers) > 1:
        parts = [quoted(first.name[1:])]
        specifiers = specifiers[1:]
    alignment: list[t.Expression] = []
    # An alignment right behind the space is an argument; elsewhere it is a part of the type.
    if (
        parts != ["None"]
        and isinstance(specifiers[0], n.Align)
        and any(isinstance(item, n.Specifier) for item in specifiers[1:])
    ):
        alignment = [t.Keyword("align", size_expression(specifiers[0].bytes))]
        specifiers = specifiers[1:]
    kind = fundamental_of(node.specifiers)
    single = node.declarators[0] if len(node.declarators) == 1 else None
    if single is not None and single.range is None:
        parts.append(type_expression(specifiers, single.dimensions, uses))
        parts.append(quoted(single.name.name))
        parts += alignment
        if single.initializer is not None:
            parts.append(t.Keyword("init", initializer_expression(single.initializer, kind)))
    else:
        parts.append(type_expression(specifiers, (), uses))
        parts += [declarator_expression(item, kind, uses) for item in node.declarators]
        parts += alignment
    if node.linkage:
        linkage = " ".join(word[1:] for word in node.linkage)
        parts.append(t.Keyword("linkage", quoted(linkage)))
    return t.Call("var", tuple(parts))


def fundamental_of(specifiers: Sequence[n.AnySpecifier]) -> str:
    """Return the fundamental type of a declaration with its dot, or ""."""
    for item in reversed(specifiers):
        if isinstance(item, n.Specifier) and item.name[1:] in NAMED:
            return item.name
    return ""


def bulk_count(node: n.Variable) -> tuple[str, int] | None:
    """Return prefix and count for `reg.bulk` when the declaration is of its form."""
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
    return prefix, int(size.text)


def directives_expression(
    directives: Sequence[n.TuningDirective | n.Pragma], uses: set[str]
) -> t.Expression:
    """Return the tuple of directives of a function header as Python."""
    parts: list[t.Expression] = []
    for item in directives:
        if isinstance(item, n.Pragma):
            uses.add("pragma_directive")
            parts.append(t.Call("pragma_directive", tuple(map(quoted, item.strings))))
        else:
            uses.add("directive")
            values = [size_expression(value) for value in item.values]
            parts.append(t.Call("directive", (quoted(item.name[1:]), *values)))
    return t.Tuple(tuple(parts))


def gaps_expression(within: n.Gaps) -> t.Expression:
    """Return gaps as Python: a string with bars between them, or a tuple."""
    # Bars separate gaps, so that a gap with a bar takes the longer form.
    if not any("|" in gap for gap in within):
        return quoted("|".join(within))
    return t.Tuple(tuple(map(quoted, within)))


def tuning_options(directives: Sequence[n.TuningDirective | n.Pragma]) -> list[t.Keyword] | None:
    """Return tuning directives as keyword arguments; `None` when they cannot be said so."""
    options = []
    seen = set()
    for item in directives:
        # A pragma is no keyword, and a call takes no keyword twice.
        if (
            isinstance(item, n.Pragma)
            or item.name[1:] not in TUNING_DIRECTIVES
            or item.name in seen
        ):
            return None
        seen.add(item.name)
        values = [size_expression(value) for value in item.values]
        value = "True" if not values else values[0] if len(values) == 1 else t.Tuple(tuple(values))
        options.append(t.Keyword(item.name[1:], value))
    return options
