"""Completion: opcodes, modifiers, special registers, registers, labels and symbols that fit."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import demangled
from ptxpy.isa import (
    BRANCHES,
    DIRECTIVES,
    SPECIAL_REGISTERS,
    STATE_SPACES,
    TARGETS,
    TYPES,
    VERSIONS,
    Type,
    all_entries,
    lookup,
    reach,
)
from ptxpy.language_server.instruction_help import (
    describe_directive,
    describe_instruction,
    describe_special,
)
from ptxpy.language_server.listing import Listing, number_of
from ptxpy.language_server.operands import instruction_in
from ptxpy.language_server.statements import Kind

__all__ = [
    "Proposal",
    "Proposals",
    "complete",
    "complete_opcode",
    "document_proposal",
    "load_table",
]

MAX_NAMES: Final = 100
"""The most names that are proposed; typing on asks again."""
MAX_NUMBERED: Final = 1 << 14
"""The most registers of a range that are looked at."""


class Proposal(NamedTuple):
    """A word that fits."""

    text: str
    kind: str
    """`opcode`, `modifier`, `directive`, `special`, `register`, `label`, `function`, `variable`."""
    detail: str = ""
    """A few words beside it."""
    documentation: str = ""
    """Markdown."""


class Proposals(NamedTuple):
    """The words for a place."""

    found: list[Proposal]
    start: int
    """The offset from which the typed word is replaced."""
    is_complete: bool = True
    """Whether there are no more than these."""


NOTHING: Final = Proposals([], 0)

_GUARD: Final = re.compile(r"\s*@\s*!?\s*%?[\w$]*(?:\.[xyzw])?(?=\s)\s*")
_LABEL: Final = re.compile(r"\s*[%\w$]+\s*:(?!:)")
_OPCODE: Final = re.compile(r"([A-Za-z_]\w*)((?:\.[\w:]*)*)\Z")
_WORD: Final = re.compile(r"[%.]?[\w$:]*\Z")
_COMPONENT: Final = re.compile(r"(%\w+)\.\w*\Z")


def complete(listing: Listing, offset: int) -> Proposals:
    """Return the words that fit at an offset, given the text before it."""
    token = listing.token_at(offset)
    if token is not None and token.kind in ("comment", "string") and token.start < offset:
        is_line_end = listing.text[token.start : token.start + 2] == "//"
        if offset < token.end or is_line_end:
            return NOTHING
    start = _statement_start(listing, offset)
    prefix = listing.text[start:offset]
    label = _LABEL.match(prefix)
    while label is not None:
        start += label.end()
        prefix = prefix[label.end() :]
        label = _LABEL.match(prefix)
    is_inside = listing.is_body or listing.scope_at(offset) is not listing.module
    guard = _GUARD.match(prefix)
    body = prefix[guard.end() :] if guard else prefix
    stripped = body.lstrip()
    typed = _WORD.search(prefix)
    word = typed.group() if typed else ""
    if stripped.startswith("."):
        return _directive(stripped, word, offset, is_inside=is_inside)
    opcode = _OPCODE.match(stripped)
    if is_inside and (not stripped or opcode is not None) and not prefix.lstrip().startswith("@%"):
        return complete_opcode(stripped, offset)
    if is_inside and guard and (not stripped or opcode is not None):
        return complete_opcode(stripped, offset)
    if not is_inside and not stripped:
        return _directive("", word, offset, is_inside=False)
    if not is_inside:
        return NOTHING
    return _operand(listing, start, offset, word, prefix)


def _statement_start(listing: Listing, offset: int) -> int:
    """Return the offset behind the statement before the one that is being written."""
    before = listing.statement_before(offset)
    if before is None:
        return 0
    if before.end > offset:
        return before.start
    is_over = before.statement.is_ended
    if is_over and before.end == offset and before.kind in (Kind.DIRECTIVE, Kind.DEBUG):
        # `.target sm_9` ends with its line, and the cursor is on it.
        is_over = listing.text[before.end - 1] == ";"
    if is_over and before.kind in (Kind.DIRECTIVE, Kind.DEBUG):
        is_over = "\n" in listing.text[before.end : offset] or before.text.endswith(";")
    return before.end if is_over else before.start


def complete_opcode(typed: str, offset: int) -> Proposals:
    """Return the opcodes, or the modifiers of one, that begin with the typed text.

    Args:
        typed: The instruction up to the cursor: `mad.lo.`, `ad`.
        offset: The offset of the cursor.
    """
    opcode, *modifiers = typed.split(".")
    if not modifiers:
        found = [
            Proposal(name, "opcode", meaning)
            for name, meaning in _opcodes().items()
            if name.startswith(typed)
        ]
        return Proposals(found, offset - len(typed))
    partial = modifiers.pop()
    before = tuple(f".{modifier}" for modifier in modifiers)
    reached = reach(opcode, before)
    if reached.fitting < len(before):
        return Proposals([], offset)
    proposals = []
    for word in reached.expected:
        if word.startswith(f".{partial}"):
            done = reach(opcode, (*before, word))
            note = "" if done.is_complete else "…"
            proposals.append(Proposal(word, "modifier", note))
    return Proposals(proposals, offset - len(partial) - 1)


def document_proposal(kind: str, text: str, typed: str) -> str:
    """Return the Markdown of a proposal, which an editor asks for once it is chosen.

    Args:
        kind: Its kind.
        text: Its text.
        typed: The instruction that was typed before it: `mad.lo.`.
    """
    if kind == "opcode":
        return describe_instruction(text, ())
    if kind == "modifier":
        opcode, *modifiers = typed.split(".")
        return describe_instruction(opcode, (*(f".{m}" for m in modifiers[:-1]), text))
    if kind == "special":
        special = lookup(text)
        return "" if special is None else describe_special(special, text)
    return describe_directive(text) if kind == "directive" else ""


_MEANINGS: dict[str, str] = {}


def load_table() -> None:
    """Read the instruction table, so that the first question is answered as fast as others."""
    _opcodes()


def _opcodes() -> dict[str, str]:
    """Return each opcode with the meaning of its first entry."""
    if not _MEANINGS:
        for entry in all_entries():
            _MEANINGS.setdefault(entry.name.partition(".")[0], entry.meaning)
    return _MEANINGS


_PLACES: Final = {
    False: ("module", "linkage", "header", "variable", "section"),
    True: ("body", "variable"),
}


def _directive(stripped: str, word: str, offset: int, *, is_inside: bool) -> Proposals:
    """Return the directives, types and values that fit in a directive."""
    words = stripped.split()
    start = offset - len(word)
    if words[0:1] == [".reg"] and stripped[4:5].isspace():
        found = [Proposal(f".{name}", "modifier", "type") for name in _TYPES]
        # Behind the type come new names.
        return _beginning(found, word, start) if words == [".reg", word][: len(words)] else NOTHING
    if words[:1] == [".target"] and not word.startswith("."):
        return _beginning([Proposal(name, "variable") for name in TARGETS], word, start)
    if words[:1] == [".version"] and stripped != ".version":
        typed = words[1] if len(words) > 1 else ""
        found = [Proposal(f"{major}.{minor}", "variable") for major, minor in reversed(VERSIONS)]
        return Proposals(
            [each for each in found if each.text.startswith(typed)], offset - len(typed)
        )
    if word and not word.startswith("."):
        return NOTHING
    places = _PLACES[is_inside]
    found = [
        Proposal(row.name, "directive", row.meaning)
        for row in DIRECTIVES.values()
        if row.place in places and row.name.startswith(word)
    ]
    found += [
        Proposal(name, "directive", _space(name))
        for name in sorted(STATE_SPACES_OF_DECLARATIONS)
        if name.startswith(word) and (is_inside or name not in (".reg", ".local"))
    ]
    if len(words) > 1 or (words and stripped.endswith(" ")):
        found += [
            Proposal(f".{name}", "modifier", "type")
            for name in _TYPES
            if f".{name}".startswith(word)
        ]
    return Proposals(found, start)


def _beginning(found: list[Proposal], word: str, start: int) -> Proposals:
    return Proposals([each for each in found if each.text.startswith(word)], start)


STATE_SPACES_OF_DECLARATIONS: Final = (".const", ".global", ".local", ".param", ".reg", ".shared")


def _space(name: str) -> str:
    return f"state space, an instance for each {STATE_SPACES[name[1:]].sharing}"


_TYPES: Final = (
    *("pred", "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64"),
    *("s8", "s16", "s32", "s64", "f16", "f16x2", "f32", "f64"),
)


def _operand(listing: Listing, start: int, offset: int, word: str, prefix: str) -> Proposals:
    """Return the names that fit as an operand."""
    component = _COMPONENT.search(prefix)
    if component is not None:
        special = lookup(component[1])
        if special is not None:
            typed = component.group().rpartition(".")[2]
            found = [
                Proposal(f".{letter}", "modifier", special.meaning) for letter in special.components
            ]
            return Proposals(found, offset - len(typed) - 1)
    if word.startswith("."):
        return NOTHING
    if word and (word[0].isdigit() or ":" in word):
        return NOTHING
    instruction = instruction_in(listing.text, start, offset)
    opcode = "" if instruction is None else instruction.opcode
    at = offset - len(word)
    is_branch = opcode in BRANCHES
    if prefix.lstrip().startswith("@") and not opcode:
        guards = [
            each for each in _registers(listing, offset, word) if each.detail.endswith(".pred")
        ]
        return Proposals(guards[:MAX_NAMES], at, is_complete=len(guards) <= MAX_NAMES)
    found = []
    if not word or not word.startswith("%"):
        found += _symbols(listing, offset, word, opcode, is_branch=is_branch)
    if not is_branch:
        registers = _registers(listing, offset, word)
        is_address = prefix.rfind("[") > prefix.rfind("]")
        if is_address:
            registers = [each for each in registers if not each.detail.endswith(".pred")]
        elif instruction is not None:
            kinds = [TYPES[each[1:]] for each in instruction.modifiers if each[1:] in TYPES]
            registers.sort(key=partial(_misfit, kinds))
        # An address is most often that of a symbol, or of its parameter.
        found = [*found, *registers] if is_address else [*registers, *found]
        found += [
            Proposal(row.name, "special", f".{row.type} {row.meaning}")
            for row in SPECIAL_REGISTERS
            if "<" not in row.name and row.name.startswith(word) and (word or opcode == "mov")
        ]
    return Proposals(found[:MAX_NAMES], at, is_complete=len(found) <= MAX_NAMES)


def _symbols(
    listing: Listing, offset: int, word: str, opcode: str, *, is_branch: bool
) -> list[Proposal]:
    found: dict[str, Proposal] = {}
    for scope in listing.scope_at(offset).around():
        for name, declared in scope.declared.items():
            if not name.startswith(word) or name in found or declared.kind == "register":
                continue
            if (declared.kind == "label") is not is_branch:
                continue
            if declared.kind == "function" and opcode not in ("call", "mov", "st", "cvta"):
                continue
            shown = demangled(name).signature if name.startswith("_Z") else declared.specifiers
            kind = declared.kind if declared.kind in ("label", "function") else "variable"
            found[name] = Proposal(name, kind, shown)
    return list(found.values())


def _misfit(kinds: list[Type], register: Proposal) -> tuple[bool, bool]:
    """Return how badly a register fits in an instruction of some types: by size, then by kind."""
    own = TYPES.get(register.detail.rpartition(".")[2])
    if own is None:
        return True, True
    fitting = [each for each in kinds if each.bits == own.bits]
    return not fitting, all((each.kind == "float") != (own.kind == "float") for each in fitting)


def _registers(listing: Listing, offset: int, word: str) -> list[Proposal]:
    """Return the registers that are declared; those that the function mentions are first."""
    function = listing.function_at(offset)
    start, end = (0, len(listing.text)) if function is None else (function.start, function.end)
    scope = listing.scope_at(offset)
    found: dict[str, Proposal] = {}

    def add(name: str) -> None:
        meant = scope.find(name)
        if name in found or meant is None or meant[0].kind != "register":
            return
        declared = meant[0]
        # `.reg .f32 %f<5>` declares %f0 to %f4.
        if declared.count < 0 or number_of(name[len(declared.name) :]) < declared.count:
            found[name] = Proposal(name, "register", declared.specifiers.removeprefix(".reg "))

    mentioned = [
        name
        for name in {*listing.names_in(start, end)}
        if name.startswith(word)
        # Blocks of the text hold names of neighbours as well, and the word that is typed is none.
        and any(at + len(name) != offset for at in listing.occurrences(name, start, end))
    ]
    for name in sorted(mentioned, key=_by_number):
        add(name)
    for each in scope.around():
        for name, declared in each.declared.items():
            if declared.kind == "register" and name.startswith(word):
                add(name)
        for prefix, declared in each.ranges.items():
            # Behind `%r12` come %r12 and those that begin so.
            if prefix.startswith(word) or word.startswith(prefix):
                numbered = (f"{prefix}{k}" for k in range(min(declared.count, MAX_NUMBERED)))
                for name in islice((n for n in numbered if n.startswith(word)), MAX_NAMES):
                    add(name)
    return [*found.values()]


def _by_number(name: str) -> tuple[int, str]:
    # `%r2` comes before `%r10`.
    return len(name), name
