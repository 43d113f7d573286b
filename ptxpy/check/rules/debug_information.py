"""Debug information: sections with their labels and data, `.file`, positions, inlined code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.ir import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.isa import Version

__all__ = ["check_debug_sections", "check_inlined_locations"]


_CODE: Final = "PTX031"
_BITS: Final = {".b8": 8, ".b16": 16, ".b32": 32, ".b64": 64}
"""The types of debug data."""
_OF_ADDRESSES: Final = frozenset({".b32", ".b64"})
_SECTIONS: Final = (2, 0)
_DETAILS: Final = (3, 2)
"""The first version with the time and size of a `.file`."""
_LABELS: Final = (7, 0)
_ARITHMETIC: Final = (7, 5)
"""The first version with negative numbers, and with differences of labels, in debug sections."""
_WORD: Final = 1 << 32
MAX_LITERAL_CHARACTERS: Final = 40
"""Characters of a literal that is converted: a number of 64 bits takes fewer."""


def check_debug_sections(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report debug information that the version does not have, or whose values do not fit."""
    labels: set[str] = set()
    is_inside = False
    # Labels are unique in a whole file's debug sections, and not in each.
    for ordinal, statement in enumerate(statements(context.module)):
        found: Iterator[tuple[str, str, str]]
        if type(statement) is n.Section:
            is_inside = True
            found = _newer(context, _SECTIONS, ".section", ".section")
        elif type(statement) is n.Data:
            found = _data(context, statement)
        elif type(statement) is n.Label and is_inside:
            found = _newer(context, _LABELS, "a label in a .section", statement.name)
            if statement.name in labels:
                message = f"the label {statement.name} is already defined"
                found = iter(((message, statement.name, ""),))
            labels.add(statement.name)
        elif type(statement) is n.File:
            is_inside, found = False, _file(context, statement)
        elif type(statement) is n.Location:
            found = _location(statement)
        else:
            is_inside = is_inside and type(statement) is n.Label
            continue
        for message, name, help_ in found:
            yield Diagnostic(_CODE, message, ordinal, ("name", name), help_)


def _newer(
    context: ModuleContext, since: Version, what: str, name: str
) -> Iterator[tuple[str, str, str]]:
    if context.version is not None and context.version < since:
        own = f"the file is PTX {context.version[0]}.{context.version[1]}"
        message = f"{what} came with PTX {since[0]}.{since[1]}; {own}"
        yield message, name, f"write .version {since[0]}.{since[1]}"


def _data(context: ModuleContext, data: n.Data) -> Iterator[tuple[str, str, str]]:
    bits = _BITS.get(data.type)
    if bits is None:
        help_ = f"write .b{data.type[2:]}"
        yield f"debug data must be .b8, .b16, .b32 or .b64, got {data.type}", data.type, help_
        return
    for value in data.values:
        if type(value) is n.Literal:
            yield from _number(context, value, data.type, bits)
            continue
        name = _first_name(value)
        if data.type not in _OF_ADDRESSES:
            message = f"{name} is an address, and has no place in {data.type}"
            yield message, name, "write .b32 or .b64"
        elif len(data.values) > 1:
            yield f"{name} is an address, which is alone in its line", name, "write one a line"
        if type(value) is n.Binary:
            left, right = value.left, value.right
            if value.operator == "+":
                if (
                    type(left) is not n.Symbol
                    or type(right) is not n.Literal
                    or right.text[0] == "-"
                ):
                    yield "only a positive number can be added, to a label or a section", name, ""
            elif _is_label(left) and _is_label(right):
                yield from _newer(
                    context, _ARITHMETIC, "a difference of labels in a .section", name
                )
            else:
                yield "only a label can be subtracted, from another label", name, ""


def _number(
    context: ModuleContext, literal: n.Literal, type_: str, bits: int
) -> Iterator[tuple[str, str, str]]:
    text = literal.text
    # Converting a number of many digits takes quadratic time, so it counts as too large.
    value = literal.value if len(text) < MAX_LITERAL_CHARACTERS else _WORD << _WORD.bit_length()
    if not isinstance(value, int):
        return
    if text.startswith("-"):
        yield from _newer(context, _ARITHMETIC, "a negative number in a .section", type_)
    lowest = -(1 << bits - 1) + (bits == 64)  # noqa: PLR2004 - ptxas does not read -2**63
    # ptxas cuts a larger number to 32 or 64 bits.
    if value < lowest or (bits < 32 and value >= 1 << bits):  # noqa: PLR2004
        yield f"{text} does not fit {type_}", type_, "write a wider type, .b32 or .b64"


def _is_label(node: n.Operand) -> bool:
    return type(node) is n.Symbol and not node.name.startswith(".")


def _first_name(node: n.Operand) -> str:
    """Return the first name in a sum, or its first number."""
    if type(node) is n.Binary:
        sides = (node.left, node.right)
        named = [side for side in sides if type(side) is n.Symbol]
        return _first_name(named[0] if named else node.left)
    return node.name if type(node) is n.Symbol else getattr(node, "text", "")


def _file(context: ModuleContext, file: n.File) -> Iterator[tuple[str, str, str]]:
    number = file.number.text
    if file.directory is not None:
        # LLVM writes a directory and a name where ptxas takes the whole path.
        whole = f"{file.directory.rstrip('/')}/{file.name}"
        yield ".file has one string, the whole path", number, f'write .file {number} "{whole}"'
    if _exceeds_word(file.number):
        yield f"the number of a .file has 32 bits, and {number} has more", number, ""
    if len(file.details) > 2:  # noqa: PLR2004 - time and size
        yield ".file has two numbers after its name, a time and a size", number, "remove the others"
    elif file.details:
        yield from _newer(context, _DETAILS, "the time and size of a .file", number)


def _location(location: n.Location) -> Iterator[tuple[str, str, str]]:
    if location.column is None:
        message = ".loc takes the number of a file, a line and a column"
        line = f"{location.file.text} {location.line.text}"
        yield message, ".loc", f"write .loc {line} 0"
    for literal in (location.file, location.line, location.column):
        if literal is not None and _exceeds_word(literal):
            yield f"the numbers of .loc have 32 bits, and {literal.text} has more", literal.text, ""


def _exceeds_word(literal: n.Literal) -> bool:
    if len(literal.text) >= MAX_LITERAL_CHARACTERS:
        return True
    return isinstance(literal.value, int) and literal.value >= _WORD


_SINCE: Final = (7, 0)
"""The first version with `inlined_at`; the rule on pragmas reports it for earlier ones."""


def check_inlined_locations(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report a `.loc` with an unknown call site, or an unknown name of the function."""
    known: set[tuple[object, ...]] = set()
    labels: set[str] | None = None
    is_new = context.version is None or context.version >= _SINCE
    for ordinal, location in _all(context):
        inlined = location.inlined
        if inlined is not None and not context.unparsed_names and is_new:
            place = tuple(part.value for part in (inlined.file, inlined.line, inlined.column))
            # Files without inlined code need no labels, so they are collected at the first use.
            labels = (
                {
                    item.name
                    for section in context.module.body
                    if type(section) is n.Section
                    for item in section.body
                    if type(item) is n.Label
                }
                if labels is None
                else labels
            )
            name = inlined.function.name
            # ptxas reads from above: the call must have a position before its inlined code has one.
            if place not in known:
                shown = " ".join(map(str, place))
                message = f"no earlier .loc has the position of the call, {shown}"
                help_ = f"write .loc {shown} before it"
                yield Diagnostic(_CODE, message, ordinal, ("name", "inlined_at"), help_)
            elif name not in labels and not name.startswith("."):
                message = f"no section defines the label {name}, the name of the function"
                yield Diagnostic(_CODE, message, ordinal, ("name", name))
        if location.column is not None:
            parts = (location.file, location.line, location.column)
            known.add(tuple(part.value for part in parts))


def _all(context: ModuleContext) -> list[tuple[int, n.Location]]:
    """Return every `.loc` of a module in order, with its ordinal."""
    found = [(ordinal, item) for ordinal, item in context.items if type(item) is n.Location]
    for function in context.functions:
        code = function.code
        found += [
            (ordinal, statement)
            for ordinal, statement in zip(code.ordinals, code.statements, strict=True)
            if type(statement) is n.Location
        ]
    return sorted(found, key=lambda each: each[0])
