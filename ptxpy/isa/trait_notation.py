"""The notation of traits: the effects of an instruction besides its result.

The traits of an entry are below its head, before its forms, one a line, in the manual's terms.
Each may end with a condition (`ptxpy.isa.conditions`) on the modifiers:

``control branch``          what it does to control flow: ``branch``, ``indexed-branch``, ``call``,
                            ``return``, ``exit``, ``trap`` or ``breakpoint``
``read a: .shared``         it reads memory at this operand, in this state space: without one, in
                            that of the operand's constraint. ``write``, or ``atomic``: an
                            indivisible read-modify-write
``size type``               each access takes as many bytes as the type, times the vector's length
``proxy async``             the proxy of its accesses; ``generic`` without such a line
``order relaxed``           the memory ordering if no modifier names one
``scope gpu``               the scope of that if no modifier names one
``fence memory``            what it orders: ``memory``, ``proxy.async`` (accesses through the
                            generic and that proxy), ``wgmma-registers``, ``mbarrier-init``, …
``completion async-group``  it is asynchronous and completes through such groups; through
                            ``complete-tx mbar`` on the mbarrier that is this operand
``commit async-group``      it makes a group of what was initiated. ``wait`` waits for groups,
                            ``wait-all`` for all that was initiated; ``track`` has an mbarrier do so
``mbarrier arrive addr``    what it does to the mbarrier at an operand: ``init``, ``inval``,
                            ``arrive``, ``expect-tx``, ``complete-tx``, ``wait`` or ``query``
``barrier sync``            what it does at a barrier of a warp, CTA or cluster: ``arrive``,
                            ``wait`` or both
``collective warp mask``    these threads execute it together, those that the operand names
``blocking``                it may suspend its threads until others have acted
``aligned``                 as if it had the modifier ``.aligned``
``implicit read CC.CF``     it reads or writes what is no operand
``element a``               an element of a variable may be in the place of this address: ``x[4]``
``wide-address a``          ptxas requires 64 bits of a register with a global or generic address
``tensor-map a``            the operand is the address of a tensor map
``converts-address a``      the result is this address in another state space, or generic
``opaque a, b``             the operands are handles of a texture, a sampler or a surface
``copies a``                the result is this operand
``passes a, b``             the result is one of these operands, or that of another thread
``bits a, b``               the result has the type of these operands, unless they are floats
``permutes a, b``           the result consists of bytes of these operands
``signed a, b``             the result depends on whether these operands are signed
``shift b``                 the operand is a number of bits to shift by
``divisor b``              the operand is an integer by which is divided
``lane b``                 the operand is a lane of a warp, or a distance of lanes
``segment c``              the operand says which lanes are a segment of a warp, and the last in it
``accumulates p``           where this operand is 0, what is read and written is only written
``provenance a, b``         the result is an address where one of these operands is one
``feature …``               a feature of the hardware that it stands for, in words

Of ``size``, ``proxy``, ``order`` and ``scope`` the first line whose condition holds counts, of the
others each does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.conditions import parse_condition

if TYPE_CHECKING:
    from ptxpy.isa.conditions import Condition

__all__ = ["TraitLine", "parse_traits"]


class TraitLine(NamedTuple):
    """A trait of an entry."""

    word: str
    """``read``, ``completion``, …"""
    value: str
    """The word after it, if any: ``async-group``; for an access the state space."""
    operands: tuple[str, ...]
    """The names of operands."""
    condition: Condition


_VALUES: Final[dict[str, frozenset[str]]] = {
    "control": frozenset(
        {"branch", "indexed-branch", "call", "return", "exit", "trap", "breakpoint"}
    ),
    "size": frozenset({"type"}),
    "proxy": frozenset({"async", "readonly", "texture", "surface", "fabric"}),
    "order": frozenset({"weak", "relaxed", "acquire", "release", "acq_rel", "sc"}),
    "scope": frozenset({"cta", "cluster", "gpu", "sys"}),
    "fence": frozenset(
        {"memory", "mbarrier-init", "wgmma-registers", "tcgen05-operations"}
        | {"proxy.alias", "proxy.async", "proxy.tensormap", "proxy.fabric"}
    ),
    "mbarrier": frozenset({"init", "inval", "arrive", "expect-tx", "complete-tx", "wait", "query"}),
    "barrier": frozenset({"arrive", "wait", "sync"}),
    "collective": frozenset({"warp", "warpgroup", "cta", "cluster"}),
    "implicit": frozenset({"read", "write"}),
}
_GROUPS: Final = frozenset(
    {"async-group", "bulk-async-group", "wgmma-group", "fabric", "complete-tx"}
    | {"tcgen05", "tcgen05.ld", "tcgen05.st", "prerequisite-grids"}
)
_VALUES.update(dict.fromkeys(("completion", "commit", "wait", "wait-all", "track"), _GROUPS))
_FLAGS: Final = frozenset({"aligned", "blocking"})
_ACCESSES: Final = frozenset({"read", "write", "atomic"})
_OPERANDS: Final = frozenset(
    {"element", "wide-address", "tensor-map", "converts-address", "opaque"}
    | {"copies", "passes", "bits", "permutes", "signed", "shift", "provenance"}
    | {"divisor", "lane", "segment", "accumulates"}
)


@lru_cache(maxsize=512)
def parse_traits(text: str) -> tuple[TraitLine, ...]:
    """Parse the lines below a head as traits; `ValueError` names an invalid line."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(_line(line) for line in lines if line)


def _line(text: str) -> TraitLine:
    body, _, condition = text.partition(" with ")
    word, _, rest = body.strip().partition(" ")
    parsed = parse_condition(condition)
    if word in _ACCESSES:
        names, _, space = rest.partition(":")
        return TraitLine(word, space.strip(), _names(names), parsed)
    if word in _OPERANDS:
        return TraitLine(word, "", _names(rest), parsed)
    value, _, operands = rest.partition(" ")
    if word == "feature":
        return TraitLine(word, rest, (), parsed)
    if (word in _FLAGS and not rest) or value in _VALUES.get(word, ()):
        return TraitLine(word, value, _names(operands), parsed)
    msg = f"not a trait: {text!r}"
    raise ValueError(msg)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",")) if text.strip() else ()
