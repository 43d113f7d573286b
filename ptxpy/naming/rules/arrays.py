"""Arrays: what the values are that a loop of the program makes one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.identifiers import is_allowed
from ptxpy.naming.rule import Name, Rule
from ptxpy.naming.rules.pointers import pointer_name
from ptxpy.naming.values import operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_SYMBOLS: Final = {"+": "sums", "*+": "sums", "-": "differences", "*": "products", "/": "quotients"}
_NAMES: Final = {
    "max": "maxima",
    "min": "minima",
    "selp": "chosen",
    "shfl.sync": "exchanged",
    "neg": "negated",
    "abs": "magnitudes",
    "ex2": "powers",
    "ld": "loaded",
    "ldmatrix": "loaded",
}
_CHANGING: Final = {"sums": "totals", "maxima": "largest", "minima": "smallest"}
"""What results are called that have had other values before."""
_PARTS: Final = {"offset": "offsets", "index": "indices"}


class Arrays(Rule):
    """Values that all come from one operation are an array, where a loop makes or reads them."""

    name = "arrays"
    help = "what loops of the program make one by one: x_ptrs, offsets, products, maxima, packed"
    is_weak = True

    def elements(self) -> Iterator[Name]:
        """Yield for each register what an array is called of which it is an element."""
        facts = self.facts
        for register, definitions in enumerate(facts.definitions):
            if not definitions:
                continue
            name = self._place_name(register)
            if name:
                yield Name(register, name)
                continue
            words = {_word(facts, index) for index in definitions} - {_START}
            if len(words) == 1 and (word := words.pop()):
                yield Name(register, word if len(definitions) == 1 else _CHANGING.get(word, word))

    def _place_name(self, register: int) -> str:
        """Return what pointers and offsets are called, "" for anything else."""
        facts = self.facts
        if register in facts.pointers:
            root = facts.root_name(facts.pointers[register])
            name = f"{pointer_name(root)}s" if root else ""
            return name if is_allowed(name) else ""
        if register not in facts.offsets:
            return ""
        word, whole = facts.offsets[register]
        stem = facts.root_name(whole).removesuffix("_ptr") if whole is not None else ""
        name = f"{stem}_{_PARTS[word]}"
        return name if stem and is_allowed(name) else _PARTS[word]


_START: Final = "?"
"""What a value begins with, or is copied from: that does not say what it is."""


def _word(facts: Facts, index: int) -> str:
    """Return what values are called that a statement makes."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction:
        return ""
    opcode, modifiers = statement.opcode, statement.modifiers
    traits = isa.traits(opcode, modifiers)
    if traits.copies:
        return _START
    result = isa.result_type(opcode, modifiers) or ""
    found = _NAMES.get(traits.name) or _NAMES.get(traits.name.partition(".")[0], "")
    if found:
        return found
    if opcode == "cvt":
        return _converted(modifiers)
    is_float = result in isa.TYPES and isa.TYPES[result].kind == "float"
    return _SYMBOLS.get(operator_of(opcode, modifiers), "") if is_float else ""


def _converted(modifiers: tuple[str, ...]) -> str:
    types = [isa.TYPES[word[1:]] for word in modifiers if word[1:] in isa.TYPES]
    if len(types) != 2:  # noqa: PLR2004
        return ""
    if any(word.endswith("x2") for word in modifiers):
        return "packed"
    return "widened" if types[0].bits > types[1].bits else "narrowed"
