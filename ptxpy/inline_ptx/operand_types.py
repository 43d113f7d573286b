"""The C++ types of operands: of expressions, by the declarations of the names in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Protocol

import tree_sitter

from ptxpy.inline_ptx.cuda_grammar import parse, query
from ptxpy.inline_ptx.scalar_types import VECTOR_ELEMENTS, arithmetic_result, normalise, scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from ptxpy.inline_ptx.cuda_grammar import Source

__all__ = ["Declarations", "Names", "expression_type"]


_PATTERN: Final = """
(parameter_declaration) @declaration
(optional_parameter_declaration) @declaration
(declaration) @declaration
(field_declaration) @declaration
(alias_declaration) @alias
(type_definition) @alias
(template_declaration) @template
(function_definition) @function
(lambda_expression) @lambda
(struct_specifier) @class
(class_specifier) @class
(enum_specifier) @enum
"""
MAX_DEPTH: Final = 20
"""The depth of an expression or of aliases to which types are followed."""


class Declarations:
    """The declarations of a file, by name."""

    def __init__(self, text: str) -> None:
        """Parse a file; its declarations are read when they are first needed."""
        self._text = text
        self._names: dict[str, list[tuple[int, int, str]]] | None = None
        self._varying: dict[str, list[tuple[int, int, str]]] = {}
        self._aliases: dict[str, list[tuple[int, int, str]]] = {}

    def type_of(self, site: int, source: Source, node: Node) -> str | None:
        """Return the type of an expression of a statement, or None if it is not known.

        Args:
            site: The offset of the statement in the file.
            source: The text with the expression.
            node: The expression.
        """
        found = expression_type(_Names(self, site), source, node)
        return None if found is None else self.resolved(found, site)

    def varies(self, site: int, source: Source, node: Node) -> bool:
        """Return whether an expression is the name of a parameter or variable that is no constant.

        The arguments are those of `type_of`.
        """
        if node.type != "identifier":
            return False
        name = source.text(node)
        # The table of varying names is filled together with that of types.
        self.declared(name, site)
        return self._visible(self._varying, name, site) == "yes"

    def resolved(self, name: str, site: int) -> str | None:
        """Return a type without aliases; None if it depends on a template or is ambiguous."""
        found: str | None = normalise(name)
        # Aliases may be circular in code that does not compile.
        for _ in range(MAX_DEPTH):
            if not found:
                return None
            # `using T = float*;` and then `T*`: the stars of the use are kept beside those of the
            # alias.
            stars = len(found) - len(found.rstrip("*"))
            other = self._visible(self._aliases, found.rstrip("*"), site)
            if other is None:
                return found
            if not other:
                return None
            found = normalise(other + "*" * stars)
        return None

    def _visible(
        self, table: dict[str, list[tuple[int, int, str]]], name: str, site: int
    ) -> str | None:
        """Return the innermost declaration at a place; None if there is none, "" if unclear."""
        entries = table.get(name)
        if entries is None:
            return None
        # Of the declarations that begin before the place, the last one whose scope holds it hides
        # the others.
        for number in range(bisect_right(entries, site, key=itemgetter(0)) - 1, -1, -1):
            if site < entries[number][1]:
                return entries[number][2]
        return None

    def declared(self, name: str, site: int) -> str | None:
        """Return the type with which a variable is declared, or None."""
        if self._names is None:
            self._names = {}
            self._read()
        return self._visible(self._names, name, site) or None

    def _read(self) -> None:
        """Read the declarations of the file."""
        source = parse(self._text)
        captures = tree_sitter.QueryCursor(query(_PATTERN)).captures(source.tree.root_node)
        scopes = _Scopes(source, captures)
        # A parameter of a template hides a type of its name, and its own type is unknown.
        for node in captures.get("template", []):
            for name in _template_parameters(node, source):
                self._aliases.setdefault(name, []).append((*scopes.extent(node, node), ""))
        for node in captures.get("enum", []):
            name_node = node.child_by_field_name("name")
            if name_node is not None:
                base = node.child_by_field_name("base")
                kind = "" if base is None else source.text(base)
                # An enumeration without a base has no known size here.
                name = source.text(name_node)
                self._aliases.setdefault(name, []).append((*scopes.extent(node), kind))
        for node in captures.get("alias", []):
            for name, type_ in _aliases_of(node, source):
                self._aliases.setdefault(name, []).append((*scopes.extent(node), type_))
        for node in captures.get("declaration", []):
            self._read_declaration(source, node, scopes)
        for table in (self._names or {}, self._aliases, self._varying):
            for entries in table.values():
                entries.sort()

    def _read_declaration(self, source: Source, node: Node, scopes: _Scopes) -> None:
        if self._names is None:
            return
        type_node = node.child_by_field_name("type")
        if type_node is None:
            return
        base = source.text(type_node)
        for declarator in node.children_by_field_name("declarator"):
            name, suffix, value = _declared(declarator, source)
            if not name:
                continue
            found = base + suffix
            # `auto x = value;` has the type of the value at that place.
            if type_node.type == "placeholder_type_specifier" or base == "auto":
                site = source.offset(node.start_byte)
                names = _Names(self, site)
                inferred = None if value is None else expression_type(names, source, value)
                found = f"{inferred}{suffix}" if inferred else ""
            elif "<" in base or type_node.type in {"dependent_type", "decltype"}:
                found = ""
            extent = scopes.extent(node)
            self._names.setdefault(name, []).append((*extent, found))
            varies = "no" if _is_constant(node, source) else "yes"
            # Whether a name varies is kept by scope as its type is: an inner constant hides an
            # outer variable.
            self._varying.setdefault(name, []).append((*extent, varies))


class _Names:
    """The names that are visible at a place in a file."""

    def __init__(self, declarations: Declarations, site: int) -> None:
        self.declarations = declarations
        self.site = site

    def declared(self, name: str) -> str | None:
        """Return the type of a variable, or None."""
        found = self.declarations.declared(name, self.site)
        return found and self.declarations.resolved(found, self.site)

    def resolved(self, type_: str) -> str | None:
        """Return a type without aliases, or None if it is not known."""
        return self.declarations.resolved(type_, self.site)


class _Scopes:
    """The extents of scopes."""

    def __init__(self, source: Source, captures: dict[str, list[Node]]) -> None:
        self.source = source
        self.bodies = {
            node.id: node
            for kind in ("function", "lambda", "class", "template")
            for node in captures.get(kind, [])
        }

    def extent(self, node: Node, scope: Node | None = None) -> tuple[int, int]:
        """Return the offsets between which a declaration is visible."""
        inner = scope if scope is not None else _scope_of(node)
        end = len(self.source.data) if inner is None else inner.end_byte
        start = node.start_byte
        if inner is not None and inner.type in {"struct_specifier", "class_specifier"}:
            start = inner.start_byte  # members are visible in all functions of their class
        return self.source.offset(start), self.source.offset(end)


_SCOPES: Final = {
    "compound_statement",
    "function_definition",
    "lambda_expression",
    "for_statement",
    "for_range_loop",
    "struct_specifier",
    "class_specifier",
    "if_statement",
    "while_statement",
    "namespace_definition",
    "template_declaration",
}


def _scope_of(node: Node) -> Node | None:
    """Return the innermost scope of a declaration; None if it is the file."""
    found = node.parent
    while found is not None and found.type not in _SCOPES:
        # The parameters of a declared function are visible in its head alone.
        if found.type == "function_declarator" and (
            found.parent is not None and found.parent.type == "declaration"
        ):
            return found
        found = found.parent
    return found


def _is_constant(node: Node, source: Source) -> bool:
    """Return whether a declaration may be of a constant: `constexpr`, `const`, or of a template."""
    if node.type not in {"parameter_declaration", "optional_parameter_declaration", "declaration"}:
        return True
    if node.parent is not None and node.parent.type == "template_parameter_list":
        return True
    # A parameter without a scope is of no known function, so it is not known to vary.
    if node.type == "parameter_declaration" and _scope_of(node) is None:
        return True
    words = re.match(r"[\w\s:]*", source.text(node))
    return (
        words is not None
        and bool(re.search(r"\b(?:const|constexpr|static|extern|using|auto)\b", words[0]))
        and node.type == "declaration"
    )


def _template_parameters(node: Node, source: Source) -> list[str]:
    parameters = node.child_by_field_name("parameters")
    found = []
    for child in [] if parameters is None else parameters.children:
        if "type_parameter" in child.type:
            found += [
                source.text(each) for each in child.children if each.type == "type_identifier"
            ]
            name = child.child_by_field_name("name")
            found += [] if name is None else [source.text(name)]
    return found


def _aliases_of(node: Node, source: Source) -> list[tuple[str, str]]:
    type_node = node.child_by_field_name("type")
    if type_node is None:
        return []
    text = source.text(type_node)
    # Types with arguments or of unnamed structures are not known to be of any size.
    if "<" in text or "(" in text or "typename" in text or type_node.type == "struct_specifier":
        text = ""
    if node.type == "alias_declaration":
        name = node.child_by_field_name("name")
        if "[" in text or name is None:
            return [] if name is None else [(source.text(name), "")]
        return [(source.text(name), text)]
    found = []
    for declarator in node.children_by_field_name("declarator"):
        name_text, suffix, _ = _declared(declarator, source)
        found.append((name_text or source.text(declarator), text + suffix if text else ""))
    return found


def _declared(declarator: Node, source: Source) -> tuple[str, str, Node | None]:
    """Return the name that a declarator declares, stars for its pointers and arrays, its value."""
    suffix = ""
    value: Node | None = None
    node: Node | None = declarator
    while node is not None:
        match node.type:
            case "identifier" | "field_identifier" | "type_identifier":
                return source.text(node), suffix, value
            case "init_declarator":
                value = node.child_by_field_name("value")
                node = node.child_by_field_name("declarator")
            case "pointer_declarator" | "array_declarator":
                suffix += "*"
                node = node.child_by_field_name("declarator")
            case "reference_declarator" | "parenthesized_declarator":
                node = node.named_child(node.named_child_count - 1)
            case _:
                return "", "", None
    return "", "", None


MAX_EXPRESSION_DEPTH: Final = 20
"""The depth of an expression to which types are followed."""
_RESULTS: Final = {
    "__cvta_generic_to_shared": "size_t",
    "__float_as_uint": "unsigned",
    "__float_as_int": "int",
    "__uint_as_float": "float",
    "__int_as_float": "float",
    "__double_as_longlong": "long long",
    "__longlong_as_double": "double",
    "__half_as_ushort": "unsigned short",
    "__half_as_short": "short",
    "__bfloat16_as_ushort": "unsigned short",
}
"""The types of CUDA's own functions."""


class Names(Protocol):
    """The names that are visible at a place."""

    def declared(self, name: str) -> str | None:
        """Return the type of a variable, or None."""

    def resolved(self, type_: str) -> str | None:
        """Return a type without aliases, or None if it is not known."""


def expression_type(names: Names, source: Source, node: Node) -> str | None:
    """Return the type of an expression, or None if it is not known."""
    return _Typing(names, source).of(node)


class _Typing:
    """The types of the parts of one expression."""

    def __init__(self, names: Names, source: Source) -> None:
        self.names = names
        self.source = source
        self.depth = 0

    def of(self, node: Node | None) -> str | None:
        """Return the type of an expression, or None."""
        method = _METHODS.get("" if node is None else node.type)
        if node is None or method is None or self.depth > MAX_EXPRESSION_DEPTH:
            return None
        self.depth += 1
        found = method(self, node)
        self.depth -= 1
        return found

    def field(self, node: Node, name: str) -> str | None:
        """Return the type of a part of an expression, or None."""
        return self.of(node.child_by_field_name(name))

    def text(self, node: Node | None) -> str:
        """Return the text of a node; empty without one."""
        return "" if node is None else self.source.text(node)

    def written(self, node: Node | None) -> str | None:
        """Return a type that the source spells out, or None."""
        text = self.text(node)
        return None if not text or "<" in text or "(" in text else self.names.resolved(text)

    def identifier(self, node: Node) -> str | None:
        return self.names.declared(self.text(node))

    def parenthesized(self, node: Node) -> str | None:
        return self.of(node.named_child(0)) if node.named_child_count == 1 else None

    def number(self, node: Node) -> str | None:
        return _number_type(self.text(node))

    def character(self, node: Node) -> str | None:
        return "char" if self.text(node).startswith("'") else None

    def boolean(self, _: Node) -> str | None:
        return "bool"

    def size(self, _: Node) -> str | None:
        return "size_t"

    def cast(self, node: Node) -> str | None:
        return self.written(node.child_by_field_name("type"))

    def subscript(self, node: Node) -> str | None:
        return _element(self.field(node, "argument"))

    def pointer(self, node: Node) -> str | None:
        inner = self.field(node, "argument")
        # The address of anything has 8 bytes, so it does not matter what the pointer points to.
        if self.text(node.child_by_field_name("operator")) == "&":
            return f"{inner or 'void'}*"
        return _element(inner)

    def unary(self, node: Node) -> str | None:
        if self.text(node.child_by_field_name("operator")) == "!":
            return "bool"
        inner = self.field(node, "argument")
        return inner and arithmetic_result(inner, "int")

    def assignment(self, node: Node) -> str | None:
        # `x += 1` and `x++` have the type of `x`.
        return self.field(node, "left") or self.field(node, "argument")

    def binary(self, node: Node) -> str | None:
        operator = self.text(node.child_by_field_name("operator"))
        if operator in {"==", "!=", "<", ">", "<=", ">=", "&&", "||"}:
            return "bool"
        left = self.field(node, "left")
        # A shift has the promoted type of its left operand, whatever the right one is.
        if operator in {"<<", ">>"}:
            return left and arithmetic_result(left, "int")
        return arithmetic_result(left, self.field(node, "right"))

    def conditional(self, node: Node) -> str | None:
        left = self.field(node, "consequence")
        right = self.field(node, "alternative")
        return left if left == right else arithmetic_result(left, right)

    def member(self, node: Node) -> str | None:
        inner = self.field(node, "argument")
        if inner is None or self.text(node.child_by_field_name("field")) not in _MEMBERS:
            return None
        # `v.x` of a `float4` is a float: these types are CUDA's own.
        return VECTOR_ELEMENTS.get(inner.rstrip("*"))

    def call(self, node: Node) -> str | None:
        name = self.text(node.child_by_field_name("function"))
        cast = _CAST.fullmatch(name)
        if cast is not None:
            text = cast[1]
            return None if "<" in text or "(" in text else self.names.resolved(text)
        if name in _RESULTS:
            return _RESULTS[name]
        # `uint32_t(x)` reads like a call, and is a conversion if the name is a type of a scalar.
        found = self.names.resolved(name) if name and "<" not in name else None
        return found if scalar(found) is not None else None


_MEMBERS: Final = frozenset("xyzw")
_CAST: Final = re.compile(
    r"(?:[\w:]*::)?(?:static_cast|reinterpret_cast|const_cast|bit_cast)\s*<(.*)>", re.DOTALL
)
_METHODS: Final[dict[str, Callable[[_Typing, Node], str | None]]] = {
    "identifier": _Typing.identifier,
    "parenthesized_expression": _Typing.parenthesized,
    "number_literal": _Typing.number,
    "char_literal": _Typing.character,
    "true": _Typing.boolean,
    "false": _Typing.boolean,
    "sizeof_expression": _Typing.size,
    "cast_expression": _Typing.cast,
    "compound_literal_expression": _Typing.cast,
    "subscript_expression": _Typing.subscript,
    "pointer_expression": _Typing.pointer,
    "unary_expression": _Typing.unary,
    "assignment_expression": _Typing.assignment,
    "update_expression": _Typing.assignment,
    "binary_expression": _Typing.binary,
    "conditional_expression": _Typing.conditional,
    "field_expression": _Typing.member,
    "call_expression": _Typing.call,
}


def _element(type_: str | None) -> str | None:
    if type_ is None or not type_.endswith("*"):
        return None
    return type_[:-1]


_INTEGER: Final = re.compile(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9']+)([uUlLzZ]*)")
_FLOAT: Final = re.compile(
    r"(?:[0-9']*\.?[0-9']*(?:[eE][+-]?\d+)?|0[xX][0-9a-fA-F.]+[pP][+-]?\d+)([fFlL]?)"
)
_FLOAT_TYPES: Final = {"": "double", "f": "float"}


def _number_type(text: str) -> str | None:
    """Return the type of a number, by its suffix and size; `long` has 8 bytes."""
    integer = _INTEGER.fullmatch(text)
    if integer is None:
        number = _FLOAT.fullmatch(text)
        return None if number is None else _FLOAT_TYPES.get(number[1].lower())
    digits, suffix = integer[1].replace("'", ""), integer[2].lower()
    if "z" in suffix:
        return "size_t"
    if "l" in suffix:
        return "long long" if suffix.count("l") > 1 else "long"
    # In C++ a leading zero makes a number octal.
    is_octal = digits.startswith("0") and digits.isdecimal()
    try:
        value = int(digits, 8 if is_octal else 0)
    except ValueError:
        return None
    # Only numbers that are not decimal take an unsigned type without a suffix.
    unsigned = "u" in suffix or (value >= _SIGN and digits.startswith("0"))
    if value >= 2 * _SIGN or (value >= _SIGN and not unsigned):
        return "long long"
    return "unsigned" if unsigned else "int"


_SIGN: Final = 1 << 31
