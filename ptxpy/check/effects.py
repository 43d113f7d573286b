"""What instructions do in the protocols of asynchronous copies and matrix instructions."""

from __future__ import annotations

from enum import IntFlag, auto
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.isa.matching import matches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.analysis import Code

__all__ = ["Effect", "callee_effects", "effect_of", "effects_of"]


class Effect(IntFlag):
    """What an instruction does, as far as the rules on protocols ask."""

    WGMMA = auto()
    """`wgmma.mma_async`."""
    WGMMA_FENCE = auto()
    WGMMA_COMMIT = auto()
    WGMMA_WAIT = auto()
    COPY = auto()
    """`cp.async` of up to 16 bytes (PTX ISA 9.7.9.25.3)."""
    COPY_COMMIT = auto()
    COPY_WAIT = auto()
    """`cp.async.wait_group` and `wait_all`."""
    COPY_DONE = auto()
    """`cp.async.wait_all` and `cp.async.mbarrier.arrive`, which need no groups."""
    BULK_GROUP = auto()
    """A bulk or tensor copy that completes in a bulk group."""
    BULK_COMMIT = auto()
    BULK_WAIT = auto()
    BYTES = auto()
    """A copy, store or reduction that completes bytes on an mbarrier."""
    EXPECT = auto()
    """Bytes are expected on an mbarrier."""
    BARRIER_INIT = auto()
    BARRIER_USE = auto()
    """An mbarrier is used, in whatever way but `init`."""
    BARRIER_TEST = auto()
    """`mbarrier.try_wait` and `test_wait`."""
    SHARED_WRITE = auto()
    """A write to shared memory through the generic proxy."""
    ASYNC_READ = auto()
    """The async proxy reads shared memory."""
    PROXY_FENCE = auto()
    """`fence.proxy.async`, or one that orders all proxies."""
    UNCLEAR = auto()
    """An instruction that the table does not know, or a call of something that is not known."""


_NO_EFFECT: Final = Effect(0)
_SECONDS: Final = {
    ("wgmma", ".mma_async"): Effect.WGMMA,
    ("wgmma", ".fence"): Effect.WGMMA_FENCE,
    ("wgmma", ".commit_group"): Effect.WGMMA_COMMIT,
    ("wgmma", ".wait_group"): Effect.WGMMA_WAIT,
    ("mbarrier", ".init"): Effect.BARRIER_INIT,
    ("mbarrier", ".inval"): Effect.BARRIER_USE,
    ("mbarrier", ".arrive"): Effect.BARRIER_USE,
    ("mbarrier", ".arrive_drop"): Effect.BARRIER_USE,
    ("mbarrier", ".expect_tx"): Effect.BARRIER_USE | Effect.EXPECT,
    ("mbarrier", ".complete_tx"): Effect.BARRIER_USE,
    ("mbarrier", ".test_wait"): Effect.BARRIER_USE | Effect.BARRIER_TEST,
    ("mbarrier", ".try_wait"): Effect.BARRIER_USE | Effect.BARRIER_TEST,
}
_ASYNCHRONOUS: Final = frozenset({"wgmma", "mbarrier", "cp", "tcgen05", "st", "red", "fence"})


@lru_cache(maxsize=1 << 14)
def effect_of(opcode: str, modifiers: tuple[str, ...]) -> Effect:
    """Return what an instruction does, given without its operands."""
    if not isa.is_known(opcode) or (opcode in _ASYNCHRONOUS and not matches(opcode, modifiers)):
        return Effect.UNCLEAR
    words = frozenset(modifiers)
    found = _SECONDS.get((opcode, modifiers[0]), _NO_EFFECT) if modifiers else _NO_EFFECT
    if opcode == "mbarrier" and ".expect_tx" in words:
        found |= Effect.EXPECT
    elif opcode == "wgmma" and found & Effect.WGMMA:
        found |= Effect.ASYNC_READ
    elif opcode == "cp":
        found |= _copy(words)
    elif opcode in ("st", "red") and ".mbarrier::complete_tx::bytes" in words:
        found |= Effect.BYTES | Effect.BARRIER_USE
    elif (opcode in ("st", "atom", "red") and _is_shared(words)) or opcode == "stmatrix":
        found |= Effect.SHARED_WRITE
    elif opcode == "fence" and ".global" not in words and words & _PROXY_FENCES:
        found |= Effect.PROXY_FENCE
    elif opcode == "tcgen05" and words & {".mma", ".cp"}:
        found |= Effect.ASYNC_READ
    elif opcode == "tcgen05" and ".commit" in words:
        found |= Effect.BARRIER_USE
    return found


_PROXY_FENCES: Final = frozenset({".async", ".async::generic"})


def _is_shared(words: frozenset[str]) -> bool:
    return bool(words & {".shared", ".shared::cta", ".shared::cluster"})


def _copy(words: frozenset[str]) -> Effect:
    for wanted, effect in _COPIES:
        if wanted <= words:
            return effect
    return _NO_EFFECT


_COPIES: Final = tuple(
    (frozenset(wanted.split()), effect)
    for wanted, effect in (
        (".async .bulk .commit_group", Effect.BULK_COMMIT),
        (".async .bulk .wait_group", Effect.BULK_WAIT),
        (".async .bulk .bulk_group", Effect.BULK_GROUP | Effect.ASYNC_READ),
        (".async .bulk .mbarrier::complete_tx::bytes", Effect.BYTES | Effect.BARRIER_USE),
        (".async .bulk", _NO_EFFECT),
        (".async .mbarrier", Effect.COPY_DONE | Effect.BARRIER_USE),
        (".async .commit_group", Effect.COPY_COMMIT),
        (".async .wait_group", Effect.COPY_WAIT),
        (".async .wait_all", Effect.COPY_WAIT | Effect.COPY_DONE),
        (".async", Effect.COPY | Effect.SHARED_WRITE),
    )
)
"""The forms of `cp` by their modifiers; the first that fits holds."""


_HARMLESS: Final = frozenset({"vprintf", "malloc", "free", "__assertfail"})
"""What the driver provides (PTX ISA 10 and the CUDA runtime): none of it does any of this."""


def effects_of(code: Code, callees: Mapping[str, Effect]) -> list[tuple[int, Effect]]:
    """Return the statements of a function that do something of all this, by index.

    A call does what the called function does, and an unknown function is `Effect.UNCLEAR`.
    """
    found = []
    for index, statement in enumerate(code.statements):
        if type(statement) is n.Instruction:
            effect = effect_of(statement.opcode, statement.modifiers)
        elif type(statement) is n.Call:
            effect = _of_call(statement, callees)
        else:
            continue
        if effect:
            found.append((index, effect))
    return found


def callee_effects(codes: Mapping[str, Code]) -> dict[str, Effect]:
    """Return what each function of a module does, itself and through those that it calls.

    Args:
        codes: The functions with a body by their names.
    """
    found: dict[str, Effect] = {}
    callers: dict[str, list[str]] = {}
    for name, code in codes.items():
        effect = _NO_EFFECT
        for statement in code.statements:
            if type(statement) is n.Instruction:
                effect |= effect_of(statement.opcode, statement.modifiers)
            elif type(statement) is n.Call:
                target = getattr(statement.target, "name", "")
                if target in codes:
                    callers.setdefault(target, []).append(name)
                else:
                    effect |= _of_call(statement, {})
        found[name] = effect
    waiting = [name for name, effect in found.items() if effect]
    while waiting:
        name = waiting.pop()
        for caller in callers.get(name, ()):
            if found[name] & ~found[caller]:
                found[caller] |= found[name]
                waiting.append(caller)
    return found


def _of_call(call: n.Call, callees: Mapping[str, Effect]) -> Effect:
    name = call.target.name if type(call.target) is n.Symbol else ""
    if name in _HARMLESS:
        return _NO_EFFECT
    return callees.get(name, Effect.UNCLEAR)
