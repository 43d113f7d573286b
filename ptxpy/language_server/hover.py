"""Hover: the facts about the word under the pointer, in Markdown."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import abridged, demangled
from ptxpy.ir import Literal
from ptxpy.isa import STATE_SPACES, TARGETS, TYPES, lookup, parse_target, parse_version
from ptxpy.language_server.instruction_help import (
    describe_directive,
    describe_instruction,
    describe_special,
)
from ptxpy.language_server.live_ranges import live_range
from ptxpy.language_server.names import Name, is_range, name_at, references, writes_of
from ptxpy.language_server.operands import instruction_of
from ptxpy.language_server.source_places import source_place
from ptxpy.language_server.statements import Kind

if TYPE_CHECKING:
    from ptxpy.isa import Target, Version
    from ptxpy.language_server.documents import View
    from ptxpy.language_server.listing import Found, Listing

__all__ = ["Shown", "hover", "platform_of"]

MAX_SIGNATURE: Final = 400
MAX_WRITES: Final = 5
"""The most instructions that are listed as writing a register."""
MAX_SPANS: Final = 4
"""The most pieces of a live range that are listed."""
MAX_LINE: Final = 120


class Shown(NamedTuple):
    """The facts about a word."""

    markdown: str
    start: int
    """The offset of the word."""
    end: int


def platform_of(listing: Listing) -> tuple[Version | None, Target | None]:
    """Return the version of PTX and the target of a file; None for a missing one."""
    version: Version | None = None
    target: Target | None = None
    for found in listing.directives:
        words = found.words()
        try:
            if words[0] == ".version" and version is None and len(words) > 1:
                version = parse_version("".join(words[1:]).rstrip(";"))
            elif words[0] == ".target" and target is None and len(words) > 1:
                target = parse_target(words[1])
        except ValueError:
            continue
    return version, target


def hover(view: View, offset: int) -> Shown | None:
    """Return the facts about the word at an offset; None for white space and comments."""
    listing = view.listing
    token = listing.token_at(offset)
    if token is None or token.kind in ("comment", "string"):
        return None
    text = listing.text[token.start : token.end]
    operand = view.operand_at(token.start)
    if operand is not None:
        expression = " ".join(operand.expression.split())
        kind = f" of type `{operand.type}`" if operand.type else ""
        value = f" `{expression}`" if expression else ""
        shown = f'**{text}** operand `"{operand.constraint}"`{value}{kind}'
        return Shown(shown, token.start, token.end)
    found = listing.statement_at(token.start)
    if found is not None and found.kind in (Kind.DIRECTIVE, Kind.DEBUG):
        words = found.words()
        if words[0] in (".loc", ".file") and token.start > found.start:
            return _shown(_source_line(listing, found), token.start, token.end)
        if words[0] == ".target" and token.kind == "word":
            return _shown(_target(text), token.start, token.end)
    if token.kind == "number":
        return _shown(_number(text), token.start, token.end)
    if text.startswith("%"):
        special = lookup(text)
        if special is not None and listing.scope_at(token.start).find(text) is None:
            return Shown(describe_special(special, text), token.start, token.end)
    if found is not None and found.kind is Kind.INSTRUCTION:
        instruction = instruction_of(found, listing.text)
        opcode = None if instruction is None else instruction.opcode_token
        if instruction and opcode and opcode.start <= token.start and token.end <= opcode.end:
            described = describe_instruction(
                instruction.opcode, instruction.modifiers, *platform_of(listing)
            )
            return _shown(described, opcode.start, opcode.end)
    if token.kind == "modifier":
        return _shown(_modifier(found, text), token.start, token.end)
    name = name_at(listing, token.start)
    return None if name is None else _shown(_name(view, name), token.start, token.end)


def _shown(markdown: str, start: int, end: int) -> Shown | None:
    return Shown(markdown, start, end) if markdown else None


def _modifier(found: Found | None, text: str) -> str:
    """Return the meaning of a directive, state space or type."""
    described = describe_directive(text)
    if described or found is None or found.kind not in (Kind.DECLARATION, Kind.HEAD):
        return described
    space, kind = STATE_SPACES.get(text[1:]), TYPES.get(text[1:])
    if space is not None:
        return f"**{text}** state space, an instance for each {space.sharing}"
    return "" if kind is None else f"**{text}** type of {kind.bits} bits, {kind.kind}"


def _target(text: str) -> str:
    """Return the version of PTX that a target came with; empty for an option."""
    since = TARGETS.get(text)
    if since is None:
        return ""
    features = {
        "a": "; with the features of this architecture alone",
        "f": "; with the features of its family of architectures",
    }
    return f"**{text}** target, since PTX {since[0]}.{since[1]}{features.get(text[-1], '')}"


def _source_line(listing: Listing, found: Found) -> str:
    """Return the place in a source that a `.loc` means, or the name that a `.file` gives."""
    place = source_place(listing, found)
    if place is None:
        return ""
    name, line = place
    return f"`{name}`" + (f", line {line}" if line else "")


def _number(text: str) -> str:
    try:
        value = Literal(text).value
    except ValueError:
        return ""
    lines = []
    if text[:2].lower() in ("0f", "0d"):
        size, code = ("f32", ">f") if text[1].lower() == "f" else ("f64", ">d")
        number = struct.unpack(code, bytes.fromhex(text[2:]))[0]
        lines.append(f"`{number!r}` as `.{size}`")
    elif isinstance(value, int):
        lines.append(f"`{value}` = `{value:#x}`")
        if value >> 63:
            lines.append(f"`{value - (1 << 64)}` as `.s64`")
        elif 1 << 31 <= value < 1 << 32:
            single = struct.unpack(">f", value.to_bytes(4, "big"))[0]
            lines.append(f"`{value - (1 << 32)}` as `.s32`, `{single!r}` as `.f32`")
        elif 1 << 22 < value < 1 << 31:
            lines.append(f"`{struct.unpack('>f', value.to_bytes(4, 'big'))[0]!r}` as `.f32`")
    return ", ".join(lines)


def _name(view: View, name: Name) -> str:
    listing, declared = view.listing, name.declared
    if declared is None:
        return _undeclared(view, name)
    line = view.line(declared.start)
    if declared.kind == "function":
        return _function(name, line)
    if declared.kind == "register" and not is_range(name):
        return _register(view, name, line)
    if declared.kind == "label":
        uses = len(references(listing, name)) - 1
        return f"**{name.text}** label in line {line}, {uses} {'use' if uses == 1 else 'uses'}"
    return f"```ptx\n{_one_line(declared.statement.text)}\n```\n{declared.kind}, line {line}"


def _undeclared(view: View, name: Name) -> str:
    written = writes_of(view.listing, name)
    text = f"**{name.text}** is not declared in this file"
    return text + (f"; {_written(view, written)}" if written else "")


def _function(name: Name, line: int) -> str:
    declared = name.declared
    assert declared is not None  # noqa: S101 - the caller has looked
    signature = demangled(name.text).signature
    parts = []
    if signature:
        parts.append(f"```cpp\n{abridged(signature, MAX_SIGNATURE)}\n```")
    head = declared.statement.text.removesuffix("{").rstrip()
    parts.append(f"```ptx\n{head[:1000]}\n```")
    kind = "kernel" if declared.specifiers == ".entry" else "function"
    parts.append(f"{kind}, line {line}")
    return "\n".join(parts)


def _register(view: View, name: Name, line: int) -> str:
    listing, declared = view.listing, name.declared
    assert declared is not None  # noqa: S101 - the caller has looked
    lines = [f"```ptx\n{declared.specifiers} {name.text}\n```"]
    described = f"declared in line {line}"
    if declared.count >= 0:
        described += f", `{declared.name}<{declared.count}>`"
    mentions = references(listing, name)
    written = writes_of(listing, name)
    reads = len(mentions) - len(written) - (declared.count < 0)
    if written:
        described += f"; {_written(view, written)}"
    lines.append(f"{described}; read {reads} {'time' if reads == 1 else 'times'}")
    lines += [f"```ptx\n{_one_line(found.text)}\n```" for _, found in written[:MAX_WRITES]]
    lives = _live(view, name)
    if lives:
        lines.append(lives)
    return "\n\n".join(lines)


def _written(view: View, written: list[tuple[int, Found]]) -> str:
    lines = [str(view.line(offset)) for offset, _ in written]
    more = f" and {len(lines) - MAX_WRITES} more" if len(lines) > MAX_WRITES else ""
    return f"written in line {', '.join(lines[:MAX_WRITES])}{more}"


def _live(view: View, name: Name) -> str:
    """Return the live range of a register in words; empty if it is not known."""
    listing = view.listing
    if listing.is_body:
        start, end = 0, len(listing.text)
        head = ".func f()\n{\n"
        text = f"{head}{listing.text}\n}}\n"
        first = -head.count("\n")
    else:
        function = listing.function_at(name.token.start)
        if function is None or function.scope is None:
            return ""
        start, end = function.start, function.end
        text = listing.text[start:end]
        first = listing.source.line_of(start)
    line = listing.source.line_of(name.token.start)
    found = live_range(text, name.text, line - first)
    if found is None:
        return ""
    if not found.spans:
        return "its value is never read"

    def line_of(row: int) -> int:
        text = listing.source.row(row)
        return view.line(listing.source.starts[row] + len(text) - len(text.lstrip()))

    lines = [(line_of(first + a), line_of(first + b)) for a, b in found.spans[:MAX_SPANS]]
    shown = [f"{a}" if a == b else f"{a} to {b}" for a, b in lines]
    more = (
        f" and {len(found.spans) - MAX_SPANS} more pieces" if len(found.spans) > MAX_SPANS else ""
    )
    doubt = "" if found.is_whole else ", of the statements that can be read"
    word = "line" if len(found.spans) == 1 and lines[0][0] == lines[0][1] else "lines"
    return f"live before {word} {', '.join(shown)}{more}{doubt}"


def _one_line(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= MAX_LINE else short[: MAX_LINE - 1] + "…"
