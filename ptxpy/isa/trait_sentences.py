"""Traits of instructions as sentences: effects beside the result.

Names go through `mark`, as in `ptxpy.isa.plain_words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.isa.plain_words import condition_words, plain

if TYPE_CHECKING:
    from ptxpy.isa.plain_words import Mark
    from ptxpy.isa.trait_notation import TraitLine

__all__ = ["trait_sentence"]

_SENTENCES: Final = {
    "control": "changes the flow of control: {value}",
    "size": "each access takes as many bytes as the type, times the length of the vector",
    "proxy": "its accesses are in the {value} proxy",
    "order": "its memory ordering is {dotted} where no modifier names one",
    "scope": "its scope is {dotted} where no modifier names one",
    "fence": "orders {value}",
    "completion": "is asynchronous, and completes through {value}",
    "track": "has an mbarrier{operands} track what was initiated: {value}",
    "collective": "threads of the {value} take part in it together",
    "implicit": "{value}s {operands}, which is no operand",
    "commit": "makes a group of what was initiated: {value}",
    "wait": "waits for groups: {value}",
    "wait-all": "waits for all that was initiated: {value}",
    "blocking": "may suspend its threads until others have acted",
    "aligned": "all threads of the warp execute it together, as with .aligned",
    "element": "an element of a variable may be in the place of {operands}: x[4]",
    "wide-address": "an address in {operands} has 64 bits",
    "tensor-map": "{operands} is the address of a tensor map",
    "converts-address": "the result is the address {operands} in another state space, or generic",
    "opaque": "{operands}: a handle of a texture, a sampler or a surface",
    "copies": "the result is {operands}",
    "passes": "the result is one of {operands}, or that of another thread",
    "bits": "the result has the type of {operands}, unless they are floats",
    "permutes": "the result consists of bytes of {operands}",
    "signed": "the result depends on whether the type of {operands} is signed",
    "shift": "{operands} is a number of bits to shift by",
    "divisor": "{operands} is an integer by which is divided",
    "lane": "{operands} is a lane of a warp, or a distance of lanes",
    "segment": "{operands} says which lanes are a segment of a warp, and the last in it",
    "accumulates": "where {operands} is 0, what is else read and written is only written",
    "provenance": "where {operands} is an address, so is the result",
    "feature": "belongs to a feature of the hardware: {value}",
}
_ACCESSES: Final = {
    "read": "reads memory at {operands}",
    "write": "writes memory at {operands}",
    "atomic": "reads, changes and writes memory at {operands}, indivisibly",
}
_OPERATIONS: Final = {
    "init": "makes the mbarrier {operands}",
    "inval": "ends the mbarrier {operands}",
    "arrive": "arrives at the mbarrier {operands}",
    "expect-tx": "raises the bytes for which the mbarrier {operands} waits",
    "complete-tx": "counts bytes off at the mbarrier {operands}",
    "wait": "waits for a phase of the mbarrier {operands}",
    "query": "asks for a phase of the mbarrier {operands}",
}
_BARRIERS: Final = {
    "arrive": "arrives at a barrier",
    "wait": "waits at a barrier",
    "sync": "arrives at a barrier and waits there",
}


def trait_sentence(trait: TraitLine, mark: Mark = plain) -> str:
    """Return the sentence of a trait, without a stop."""
    operands = ", ".join(map(mark, trait.operands))
    said = _said(trait, operands, mark)
    condition = condition_words(trait.condition, mark)
    return f"{said}, {condition}" if condition else said


def _said(trait: TraitLine, operands: str, mark: Mark) -> str:
    word, value = trait.word, trait.value
    if word in _ACCESSES:
        space = f", in {mark(value)}" if value else ""
        return _ACCESSES[word].format(operands=operands) + space
    if word == "completion" and operands:
        return f"is asynchronous, and completes through {value} on the mbarrier {operands}"
    if word == "collective" and operands:
        return f"threads of the {value} take part in it together, those that {operands} names"
    if word == "track":
        operands = f", {operands}," if operands else ""
    if word == "barrier":
        return _BARRIERS[value]
    if word == "mbarrier":
        return _OPERATIONS[value].format(operands=operands)
    said = _SENTENCES[word].format(value=value, operands=operands, dotted=mark(f".{value}"))
    return said.rstrip()
