"""Classes of instructions, by the chapters of the instruction table, and how often each occurs."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import STATE_SPACES, TYPES, chapters, entries, matches, nearest_traits

if TYPE_CHECKING:
    from ptxpy.analysis.code import Code

__all__ = ["InstructionClass", "classify", "features", "instruction_mix"]


class InstructionClass(NamedTuple):
    """The class by which instructions are counted."""

    kind: str
    """Its chapter (`integer`, `float`, `tensor core`), its state space (`global memory`), or `warp`
    for exchanges between lanes: `shfl`, `vote`, `match`, `redux`, `elect`."""
    name: str
    """Its name in the manual: `cp.async.bulk.tensor`. Memory accesses and matrix instructions have
    their shape and types too: `ld.v4.f32`, `mma.m16n8k16.f32.bf16`."""


_TITLES: Final = {
    "half": "half precision",
    "compare": "compare",
    "sync": "synchronize",
    "async": "async copy",
    "mma": "tensor core",
    "wmma": "tensor core",
    "wgmma": "tensor core",
    "tcgen05": "tensor core",
}
"""The kinds whose names differ from those of their chapters."""

_WARP: Final = frozenset({"activemask", "elect", "match", "redux", "shfl", "vote"})
"""The opcodes that exchange values between the lanes of a warp.

The manual has `shfl` among data movement, the others among barriers: to a reader they are one kind.
"""

_LOADING: Final = frozenset({"memory", "mma", "wmma"})
"""The chapters whose instructions with an address are accesses of memory."""

_STARTING: Final = frozenset({"async copy", "tensor core"})
"""The kinds that start copies and products; fences, commits and waits are not among them."""

UNKNOWN: Final = "unknown"
"""The kind of an instruction that is not in the table."""

_CACHE_SIZE: Final = 1 << 14


@lru_cache(maxsize=_CACHE_SIZE)
def classify(opcode: str, modifiers: tuple[str, ...]) -> InstructionClass:
    """Classify an instruction; if no form fits, by its opcode, if that is in one chapter only."""
    fitting = matches(opcode, modifiers)
    chapter, name, addresses = "", opcode, False
    pages = zip(entries(opcode), chapters(opcode), strict=True)
    if fitting:
        form = fitting[0].form
        chapter = next(chapter for entry, chapter in pages if form in entry.forms)
        name = form.name
        addresses = any(slot.shape == "address" for slot in form.slots)
    else:
        every = {chapter for _, chapter in pages}
        chapter = every.pop() if len(every) == 1 else UNKNOWN
    # What loads and stores matrices is in the chapters of their products, and moves memory.
    if chapter in _LOADING and addresses:
        space = _space(modifiers)
        # The space is in the kind, `global memory`, and not in the name as well.
        name = name.replace(f".{space}", "")
        return InstructionClass(f"{space} memory", name + _detail(name, modifiers))
    kind = "warp" if opcode in _WARP else _TITLES.get(chapter, chapter)
    if kind in _STARTING and _orders(opcode, modifiers):
        return InstructionClass("synchronize", name)
    return InstructionClass(
        kind, name + _detail(name, modifiers) if kind == "tensor core" else name
    )


def _orders(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether an instruction starts nothing, and orders or awaits the work of others."""
    lines, _ = nearest_traits(opcode, modifiers)
    return any(line.word in _ORDERS for line in lines)


_ORDERS: Final = frozenset({"commit", "wait", "wait-all", "fence"})


def _detail(name: str, modifiers: tuple[str, ...]) -> str:
    """Return the modifiers that give the amount of work: shape, vector length, two types."""
    sizes = [word for word in modifiers if _SIZE.match(word) and word not in name]
    types = [word for word in modifiers if word[1:] in TYPES]
    return "".join([*sizes, *types[:2]])


_SIZE: Final = re.compile(r"\.(?:m\d+n\d+(?:k\d+)?|\d+x\d+b|v\d+|x\d+|nc)\Z")


def _space(modifiers: tuple[str, ...]) -> str:
    names = (modifier[1:].partition("::")[0] for modifier in modifiers)
    return next((name for name in names if name in STATE_SPACES), "generic")


def instruction_mix(code: Code) -> dict[InstructionClass, int]:
    """Return how many instructions of each class a function has, the most frequent first."""
    # A function has far fewer forms than instructions: each form is classified once.
    forms: Counter[tuple[str, tuple[str, ...]]] = Counter()
    calls = 0
    for statement in code.statements:
        if type(statement) is n.Instruction:
            forms[statement[1], statement[2]] += 1
        elif type(statement) is n.Call:
            calls += 1
    counts: Counter[InstructionClass] = Counter()
    for (opcode, modifiers), count in forms.items():
        counts[classify(opcode, modifiers)] += count
    if calls:
        counts[classify("call", ())] += calls
    return dict(counts.most_common())


def features(mix: dict[InstructionClass, int]) -> dict[str, int]:
    """Return the hardware features that instructions use, each with how many use it.

    Fences, commits and waits are not counted: they start no copy and no product.
    """
    uses: Counter[str] = Counter()
    for instruction_class, count in mix.items():
        opcode, *words = instruction_class.name.split(".")
        modifiers = tuple(f".{word}" for word in words)
        if _orders(opcode, modifiers):
            continue
        lines, _ = nearest_traits(opcode, modifiers)
        for line in lines:
            if line.word == "feature":
                uses[line.value] += count
    return dict(uses.most_common())
