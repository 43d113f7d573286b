"""Answers about imported Python: hover, completion, names, outline and notes."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Any, Final

from ptxpy import dsl
from ptxpy._records import NamedTuple
from ptxpy.demangle import abridged
from ptxpy.dialect import attribute
from ptxpy.isa import SPECIAL_REGISTERS, all_opcodes, destinations, lookup, reach
from ptxpy.language_server.completion import Proposal, Proposals, complete_opcode
from ptxpy.language_server.hover import Shown
from ptxpy.language_server.inlays import Inlay
from ptxpy.language_server.instruction_help import describe_instruction, describe_special
from ptxpy.language_server.names import Edit, RenameError
from ptxpy.language_server.outline import Fold, Symbol
from ptxpy.language_server.python_text import (
    Chain,
    PythonFunction,
    PythonName,
    PythonText,
    is_word_of_dialect,
)
from ptxpy.language_server.signature_help import SignatureHelp, help_of

__all__ = [
    "PythonReferences",
    "complete_python",
    "find_name",
    "fold_python",
    "hover_python",
    "note_margins",
    "outline_python",
    "rename_python",
    "sign_python",
]

MAX_REGISTERS: Final = 8
"""The most registers of a margin that a note or hover names."""


def hover_python(python: PythonText, offset: int) -> Shown | None:
    """Return the facts about the instruction or the value at an offset."""
    chain = python.chain_at(offset)
    if chain is not None:
        text = _describe(chain)
        return Shown(text, chain.start, chain.end) if text else None
    found = find_name(python, offset)
    if found is None or not found.name.is_local:
        return None
    registers = _registers(python, found)
    if not registers:
        return None
    lines = [
        f"line {python.source.line_of(start) + 1}: `{register}`"
        for start, register in registers[:MAX_REGISTERS]
    ]
    if len(registers) > MAX_REGISTERS:
        lines.append(f"and {len(registers) - MAX_REGISTERS} more")
    reads = sum(not name.is_written for name in found.mentions)
    text = f"**{found.name.name}** register, by its margins\n\n" + "\n\n".join(lines)
    text += f"\n\nread {reads} {'time' if reads == 1 else 'times'}"
    return Shown(text, found.name.start, found.name.start + len(found.name.name))


def _describe(chain: Chain) -> str:
    if chain.special:
        special = lookup(chain.special)
        return "" if special is None else describe_special(special, chain.special)
    if is_word_of_dialect(chain.path):
        return ""
    return describe_instruction(chain.opcode, chain.modifiers)


def _registers(python: PythonText, found: PythonReferences) -> list[tuple[int, str]]:
    """Return the writes of a value whose margins name its register."""
    starts = {name.start for name in found.mentions if name.is_written}
    first = python.source.line_of(found.function.start)
    last = python.source.line_of(found.function.end)
    return [
        (start, register)
        for margin in python.margins(first, last)
        for start, _, register in python.registers_of(margin)
        if start in starts
    ]


def complete_python(python: PythonText, offset: int) -> Proposals | None:
    """Return the words that fit behind `ptx.`: opcodes, modifiers, blocks, helpers, constants."""
    chain = python.chain_at(offset)
    if chain is None or offset != chain.end or "." not in chain.path:
        return None
    typed = chain.path.rpartition(".")[2]
    start = offset - len(typed)
    if chain.special:
        return Proposals(_special(chain, typed), start)
    if not chain.modifiers:
        words = (*all_opcodes(), *(("special", "inst") if not chain.is_explicit else ()))
        found = [
            Proposal(spelled, "opcode", "")
            for spelled in map(attribute, words)
            if spelled and spelled.startswith(typed)
        ]
        return Proposals([*found, *_words(chain, typed, found)], start)
    before = chain.modifiers[:-1]
    found = []
    if reach(chain.opcode, before).fitting == len(before):
        proposed = complete_opcode(f"{chain.opcode}{''.join(before)}.", offset).found
        found = [
            each._replace(text=spelled)
            for each in proposed
            if (spelled := attribute(each.text[1:])) and spelled.startswith(typed)
        ]
    return Proposals([*found, *_words(chain, typed, found)], start)


def _words(chain: Chain, typed: str, known: list[Proposal]) -> list[Proposal]:
    """Return the words of the language behind a chain that are no parts of instructions."""
    if chain.is_explicit:
        return []
    path = f"{chain.opcode}{''.join(chain.modifiers)}".rpartition(".")[0]
    if path:
        names = {
            each[len(path) + 1 :].partition(".")[0]
            for each in dsl.HELPERS
            if each.startswith(f"{path}.")
        }
    else:
        names = {name for name in dir(dsl.ptx) if not name.startswith("_")}
    found = []
    parts = {each.text for each in known}
    for name in sorted(names):
        # A part of the name of a helper may be a modifier, `async_`.
        if attribute(name) in parts or not name.startswith(typed):
            continue
        helper = f"{path}.{name}".strip(".")
        meant: Any = dsl.HELPERS.get(helper) or getattr(dsl.ptx, name, None)
        is_number = isinstance(meant, int | float)
        about = str(meant) if is_number else (meant.__doc__ or "").strip().partition("\n")[0]
        found.append(Proposal(name, "variable" if is_number else "function", about))
    return found


def _special(chain: Chain, typed: str) -> list[Proposal]:
    parts = chain.path.split(".")
    special = lookup(chain.special)
    if len(parts) > parts.index("special") + 2 and special is not None:
        return [
            Proposal(letter, "modifier", special.meaning)
            for letter in special.components
            if letter.startswith(typed)
        ]
    return [
        Proposal(row.name[1:], "special", f".{row.type} {row.meaning}")
        for row in SPECIAL_REGISTERS
        if "<" not in row.name and row.name[1:].startswith(typed)
    ]


def sign_python(python: PythonText, offset: int) -> SignatureHelp | None:
    """Return the operands of the instruction whose arguments an offset is in."""
    found = python.call_at(offset)
    if found is None:
        return None
    chain, commas = found
    if chain.special or is_word_of_dialect(chain.path):
        return None
    # Results are the value of the call, and no arguments, but below `ptx.inst`.
    results = 0 if chain.is_explicit else destinations(chain.opcode, chain.modifiers)
    return help_of(chain.opcode, chain.modifiers, commas + results)


class PythonReferences(NamedTuple):
    """The mentions of one name."""

    name: PythonName
    function: PythonFunction
    mentions: list[PythonName]
    """The mentions with the same meaning, in order."""


def find_name(python: PythonText, offset: int) -> PythonReferences | None:
    """Return the mentions of the name at an offset: of a variable, or of a function of the file."""
    # Instructions and signs are no names: a function need not be parsed to know that.
    around = python.text[max(offset - 1, 0) : offset + 1]
    if not re.search(r"\w", around) or python.chain_at(offset) is not None:
        return None
    for function in python.functions:
        end = function.name_start + len(function.name)
        if function.name and function.name_start <= offset <= end:
            return _mentions_of_function(python, function)
    found = python.name_at(offset)
    if found is None:
        return None
    function, name = found
    if name.is_local:
        mentions = [each for each in python.names(function) if each.name == name.name]
        return PythonReferences(name, function, mentions)
    called = next((each for each in python.functions if each.name == name.name), None)
    return None if called is None else _mentions_of_function(python, called)


def _mentions_of_function(python: PythonText, function: PythonFunction) -> PythonReferences:
    own = PythonName(function.name, function.name_start, is_written=True, is_local=False)
    mentions = [own]
    for other in python.functions:
        mentions += [
            each for each in python.names(other) if each.name == function.name and not each.is_local
        ]
    mentions.sort(key=lambda each: each.start)
    return PythonReferences(own, function, mentions)


def rename_python(python: PythonText, offset: int, new: str) -> list[Edit]:
    """Return the edits that rename a variable or a function.

    Raises:
        RenameError: If the new name is none, or is taken.
    """
    found = find_name(python, offset)
    if found is None:
        msg = "only values and functions of this file can be renamed"
        raise RenameError(msg)
    if not new.isidentifier():
        msg = f"{new!r} is no name of Python"
        raise RenameError(msg)
    if keyword.iskeyword(new):
        msg = f"{new} is a keyword of Python"
        raise RenameError(msg)
    if new in dir(builtins):
        msg = f"{new} is a name of Python itself, which would be hidden"
        raise RenameError(msg)
    # A variable is known in its function alone, and a function in all of them.
    readers = [found.function] if found.name.is_local else python.functions
    names = {name.name for each in readers for name in python.names(each)}
    names |= {each.name for each in python.functions}
    if new in names or new in python.outer_names:
        msg = f"{new} is used already"
        raise RenameError(msg)
    length = len(found.name.name)
    return [Edit(name.start, name.start + length, new) for name in found.mentions]


def outline_python(python: PythonText) -> list[Symbol]:
    """Return the functions of a file, in order."""
    return [
        Symbol(
            function.name or "def",
            "kernel" if function.is_kernel else "function",
            "kernel" if function.is_kernel else "",
            function.start,
            function.end,
            function.name_start,
            function.name_start + len(function.name),
        )
        for function in python.functions
    ]


def fold_python(python: PythonText) -> list[Fold]:
    """Return the functions of a file as folds."""
    line = python.source.line_of
    folds = [Fold(line(each.definition), line(each.end)) for each in python.functions]
    return [fold for fold in folds if fold.last > fold.first]


def note_margins(python: PythonText, start: int, end: int) -> list[Inlay]:
    """Return the registers of the values that are assigned between two offsets, as notes."""
    source = python.source
    found: list[Inlay] = []
    for margin in python.margins(source.line_of(start), source.line_of(end)):
        assigned = python.registers_of(margin)
        found += [Inlay(stop, register) for _, stop, register in assigned]
        if not assigned and margin.is_abridged:
            names = [register or "_" for register in margin.registers]
            more = f" … {len(names)} registers" if len(names) > MAX_REGISTERS else ""
            shown = " ".join(names[:MAX_REGISTERS]) + more
            row_end = source.line_end(margin.row)
            found.append(Inlay(row_end, shown, abridged(" ".join(names), 2000)))
    return found
