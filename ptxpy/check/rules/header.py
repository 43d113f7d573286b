"""A file as a whole: its header, `.version`, `.target`, `.address_size`, and its characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.check.fixes import Suggestion
from ptxpy.ir import nodes as n
from ptxpy.ir import statements, tokens
from ptxpy.isa import TARGETS, VERSIONS, parse_version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.isa import Version
    from ptxpy.syntax import Focus

__all__ = ["check_characters", "check_header"]


_CODE: Final = "PTX030"
_OPTIONS: Final[dict[str, Version]] = {
    "texmode_unified": (1, 5),
    "texmode_independent": (1, 5),
    "debug": (3, 0),
    "map_f64_to_f32": (1, 0),
}
"""The options of `.target`, with the version of PTX that introduced each."""
_MAPPED_BELOW: Final = 13
"""The first architecture with double precision, for which `map_f64_to_f32` is not allowed."""
_OF_SIZE: Final = (2, 3)
_NO_32_BITS: Final = 90
_UNCHECKED: Final = "sm_88"
"""A target that ptxas accepts with any version."""


def check_header(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report mistakes in the directives at the beginning of a file."""
    body = context.module.body
    if not body:
        if not context.unparsed_names:
            yield Diagnostic(_CODE, "the file has no .version", 0, None, "write .version 8.0")
        return
    yield from _order(context)
    version: Version | None = None
    for ordinal, item in context.items:
        if type(item) is n.Version:
            found, problem = _version(item)
            version = version or found
            if problem:
                yield Diagnostic(_CODE, problem[0], ordinal, None, problem[1])
        elif type(item) is n.Target:
            yield from _target(context, item, ordinal, version)
        elif type(item) is n.AddressSize:
            yield from _address_size(context, item, ordinal, version)
    yield from _debug(context)


def _order(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report directives that are missing or misplaced."""
    # A directive that did not parse is there, but wrong: it is not missing.
    if context.unparsed_names & {".version", ".target", ".address_size", "version", "target"}:
        return
    kinds = [type(item) for item in context.module.body]
    if kinds[0] is not n.Version:
        yield Diagnostic(
            _CODE, "a file must begin with .version", 0, None, "write .version 8.0 first"
        )
    elif len(kinds) == 1 or kinds[1] is not n.Target:
        help_ = "write .target sm_90 after .version"
        # A file that has `.version` alone has no second item to point at.
        ordinal = context.items[min(1, len(kinds) - 1)][0]
        yield Diagnostic(_CODE, ".target must directly follow .version", ordinal, None, help_)
    allowed = 2
    # Several `.target` in a row are allowed.
    while allowed < len(kinds) and kinds[allowed] is n.Target:
        allowed += 1
    if allowed < len(kinds) and kinds[allowed] is n.AddressSize:
        allowed += 1
    if kinds[:2] != [n.Version, n.Target]:
        return
    for place, kind in enumerate(kinds[allowed:], allowed):
        if kind in _WORDS:
            message = f"{_WORDS[kind]} must be at the beginning of the file, once"
            yield Diagnostic(_CODE, message, context.items[place][0], None, "remove it")


_WORDS: Final[dict[type, str]] = {
    n.Version: ".version",
    n.Target: ".target",
    n.AddressSize: ".address_size",
}


def _version(item: n.Version) -> tuple[Version | None, tuple[str, str] | None]:
    try:
        return parse_version(item.number), None
    except ValueError:
        major = item.number.partition(".")[0]
        known = [version for version in VERSIONS if str(version[0]) == major]
        if known:
            first, last = known[0], known[-1]
            last_ = f" to {major}.{last[1]}" if last != first else " alone"
            help_ = f"PTX {major} has {major}.{first[1]}{last_}"
        else:
            help_ = "the first is {}.{}, the latest {}.{}".format(*VERSIONS[0], *VERSIONS[-1])
        return None, (f"there is no PTX {item.number}", help_)


def _target(
    context: ModuleContext, item: n.Target, ordinal: int, version: Version | None
) -> Iterator[Diagnostic]:
    # `compute_90` is another name of `sm_90` here.
    names = [name.replace("compute_", "sm_", 1) for name in item.names]
    if names[0] in _OPTIONS:
        message = f".target must begin with an architecture, not with {names[0]}"
        help_ = f"write .target sm_90, {names[0]}"
        yield Diagnostic(_CODE, message, ordinal, ("name", names[0]), help_)
    for spelled, name in zip(item.names, names, strict=True):
        problem, help_ = _problem_of_name(context, name, version)
        if problem:
            wanted = help_.removeprefix("write .version ")
            suggestion = Suggestion("version", wanted) if wanted != help_ else None
            yield Diagnostic(_CODE, problem, ordinal, ("name", spelled), help_, suggestion)
    if (
        "map_f64_to_f32" in names
        and names[0] in TARGETS
        and int(names[0][3:].rstrip("af")) >= _MAPPED_BELOW
    ):
        message = f"map_f64_to_f32 is for targets below sm_13, not for {names[0]}"
        yield Diagnostic(_CODE, message, ordinal, ("name", "map_f64_to_f32"), "remove it")
    if {"texmode_unified", "texmode_independent"} <= set(names):
        message = "texmode_unified and texmode_independent cannot be combined"
        yield Diagnostic(_CODE, message, ordinal, ("name", "texmode_unified"))


def _problem_of_name(context: ModuleContext, name: str, version: Version | None) -> tuple[str, str]:
    since = TARGETS.get(name) or _OPTIONS.get(name)
    if since is None:
        near = context.nearest(name, [*TARGETS, *_OPTIONS])[:3]
        return f"there is no target {name}", f"is it {' or '.join(near)}?" if near else ""
    if version is not None and version < since and name != _UNCHECKED:
        major, minor = since
        own = f"the file is PTX {version[0]}.{version[1]}"
        return f"{name} came with PTX {major}.{minor}; {own}", f"write .version {major}.{minor}"
    return "", ""


def _of_64_bits(message: str, ordinal: int, bits: str) -> Diagnostic:
    suggestion = Suggestion("replace", "64")
    help_ = "write .address_size 64"
    return Diagnostic(_CODE, message, ordinal, ("name", bits), help_, suggestion)


def _address_size(
    context: ModuleContext, item: n.AddressSize, ordinal: int, version: Version | None
) -> Iterator[Diagnostic]:
    bits = item.bits.text
    if version is not None and version < _OF_SIZE:
        message = f".address_size came with PTX 2.3; the file is PTX {version[0]}.{version[1]}"
        yield Diagnostic(_CODE, message, ordinal, None, "remove it, or write .version 2.3")
    if bits not in _SIZES:
        message = f"an address has 32 or 64 bits, not {bits}"
        yield _of_64_bits(message, ordinal, bits)
    elif _SIZES[bits] and context.target is not None and context.target.number >= _NO_32_BITS:
        message = f"{context.target} has addresses of 64 bits only"
        yield _of_64_bits(message, ordinal, bits)


# ptxas compares the spelling of the number: no other form of 64 or 32 is accepted.
_SIZES: Final = {"64": False, "0x40": False, "0x00000040": False, "32": True, "0x20": True}
"""The accepted literals, each with whether its value is 32."""


def _debug(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report a `.target …, debug` without a section of debug data."""
    if any(type(item) is n.Section for _, item in context.items) or context.unparsed_names:
        return
    for ordinal, item in context.items:
        if type(item) is n.Target and "debug" in item.names:
            message = "the target has debug, but there is no .section with debug data"
            help_ = "remove debug"
            yield Diagnostic(_CODE, message, ordinal, ("name", "debug"), help_)
            return


_OTHER: Final = re.compile(r"[^\x00-\x7f]")
_BYTE_ORDER_MARK: Final = "\ufeff"
_STRINGS: Final = frozenset({n.File, n.Pragma, n.Function})
"""The statements that may have strings."""
_ESCAPED: Final = range(0xDC80, 0xDD00)
"""The surrogate escapes: bytes that are not UTF-8."""


def check_characters(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report the first character that is not ASCII in each statement, and in the comments there."""
    module = context.module
    ordinal = 0
    for ordinal, statement in enumerate(statements(module)):
        found = next(_found(statement), None)
        if found is not None:
            yield _diagnostic(*found, ordinal)
    after = _OTHER.search(module.closing or "")
    if after is not None:
        yield _diagnostic(after.group(), " at the end of the file", None, ordinal)


def _found(statement: Any) -> Iterator[tuple[str, str, Focus | None]]:  # noqa: ANN401 - any node
    """Yield the characters that are not ASCII, each with its place in words and in the text."""
    gaps = (
        ("", statement.before),
        (" here", "".join(getattr(statement, "within", None) or ())),
        (" at the end of this", getattr(statement, "closing", None)),
    )
    for where, gap in gaps:
        match = _OTHER.search(gap or "")
        if match is not None:
            character = match.group()
            # A byte-order mark is no comment, though it is in the white space.
            what = where if character == _BYTE_ORDER_MARK else f" in a comment{where}"
            yield character, what, None if where else ("before", character)
    if type(statement) in _STRINGS:
        for _, text in tokens(statement):
            match = _OTHER.search(text)
            if match is not None:
                yield match.group(), " in a string", ("name", text)


def _diagnostic(character: str, where: str, focus: Focus | None, ordinal: int) -> Diagnostic:
    code = ord(character)
    if code in _ESCAPED:
        shown = f"the byte 0x{code - _ESCAPED.start + 0x80:02X}"
    elif character == _BYTE_ORDER_MARK:
        shown = "the byte-order mark (U+FEFF)"
    else:
        shown = f"{character} (U+{code:04X})" if character.isprintable() else f"U+{code:04X}"
    message = f"{shown}{where} is not ASCII, which ptxas refuses"
    return Diagnostic("PTX003", message, ordinal, focus, "write ASCII characters alone")
