"""Traits of instructions as sentences: what an instruction does beside its result."""

from __future__ import annotations

from typing import Final

from manual.markdown import code
from ptxpy.isa.trait_notation import TraitLine

__all__ = ["sentence"]

_SENTENCES: Final = {
    "control": "does to control flow: {value}",
    "size": "each access takes as many bytes as the type, times the length of the vector",
    "proxy": "its accesses are in the {value} proxy",
    "order": "its memory ordering is `.{value}` where no modifier names one",
    "scope": "its scope is `.{value}` where no modifier names one",
    "fence": "orders {value}",
    "completion": "is asynchronous, and completes through {value}",
    "track": "has the mbarrier {operands} track what was initiated: {value}",
    "mbarrier": "{value} on the mbarrier {operands}",
    "barrier": "{value} at the barrier {operands}",
    "collective": "threads of the {value} execute it together",
    "implicit": "{value}s {operands}, which is no operand",
    "commit": "makes a group of what was initiated: {value}",
    "wait": "waits for groups: {value}",
    "wait-all": "waits for all that was initiated: {value}",
    "blocking": "may suspend its threads until others have acted",
    "aligned": "all threads of the warp execute it together, as with `.aligned`",
    "element": "an element of a variable may be in the place of {operands}: `x[4]`",
    "wide-address": "an address in {operands} has 64 bits",
    "tensor-map": "{operands} is the address of a tensor map",
    "converts-address": "the result is the address {operands} in another state space, or generic",
    "opaque": "{operands}: a handle of a texture, a sampler or a surface",
    "copies": "the result is {operands}",
    "passes": "the result is one of {operands}, or that of another thread",
    "bits": "the result has the type of {operands}, unless they are floats",
    "permutes": "the result consists of bytes of {operands}",
    "signed": "the result depends on whether {operands} has a sign",
    "shift": "{operands} is a number of bits to shift by",
    "divisor": "{operands} is an integer by which is divided",
    "lane": "{operands} is a lane of a warp, or a distance of lanes",
    "segment": "{operands} says which lanes are a segment of a warp, and the last in it",
    "provenance": "the result is an address where one of {operands} is one",
    "feature": "stands for a feature of the hardware: {value}",
}
_ACCESSES: Final = {
    "read": "reads memory at {operands}",
    "write": "writes memory at {operands}",
    "atomic": "reads, changes and writes memory at {operands}, indivisibly",
}


def sentence(trait: TraitLine) -> str:
    """Return what a trait says, as Markdown."""
    operands = ", ".join(map(code, trait.operands))
    said = _said(trait, operands)
    if trait.condition.alternatives:
        said += f", with {code(str(trait.condition))}"
    return said


def _said(trait: TraitLine, operands: str) -> str:
    word, value = trait.word, trait.value
    if word in _ACCESSES:
        space = f", in {code(value)}" if value else ""
        return _ACCESSES[word].format(operands=operands) + space
    if word == "completion" and operands:
        return f"is asynchronous, and completes through {value} on the mbarrier {operands}"
    if word == "collective" and operands:
        return f"threads of the {value} execute it together, those that {operands} names"
    return _SENTENCES[word].format(value=value, operands=operands).rstrip()
