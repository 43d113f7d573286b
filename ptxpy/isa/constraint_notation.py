"""The notation of operand constraints in the instruction table.

==========================  =====================================================================
``.type`` ``.u32``          a value of the class's type, or of this type: register or constant
``.b32/.b64``               of one of these types
``out …``                   a register that is written; ``inout …`` one that is also read
``reg …``                   a register only, no constant
``sreg …``                  a special register is allowed too; ``special …``: nothing else is
``wide …``                  of twice the size
``relaxed …``               a register may be larger than the type (section 9.4.1)
``strict …``                a register declared ``.f16x2`` does not count as untyped
``sink …``                  ``_`` is allowed; ``sink`` alone: nothing else is
``vec 4 …``                 a vector ``{…}`` of four; ``vec .vec`` of as many as the class says: a
                            single operand without braces when it is absent. Neighbours must agree
                            in size and kind. ``vec 4 exact …``: the vector's type is one of these
``list .u32 .f32``          a vector of exactly these elements, each with its own constraint
``exact …``                 a register is declared with one of these very types
``pred``                    a predicate
``imm`` ``imm 0..15``       an integer constant, in a range; ``imm 1,-1`` one of these;
                            ``imm 0..64 step 16`` a multiple, ``imm 1..64 power`` a power of two
``addr .space``             an address in a state space (in brackets, its base); generic without
``var .space``              the name of a variable; ``var .texref`` of an opaque one
``label`` ``func``          the name of a label or function; ``targets`` of a ``.branchtargets``
``texref`` ``samplerref``   the name of such a variable, or a 64-bit register with its handle;
                            ``surfref`` in the same way
``any``                     anything
==========================  =====================================================================

Alternatives are joined by ``or``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ptxpy.isa.operand_constraints import OPAQUE, POWERS, OperandConstraint

__all__ = ["parse_constraint"]

_FLAGS: Final = (
    "out",
    "inout",
    "reg",
    "sreg",
    "special",
    "wide",
    "relaxed",
    "strict",
    "sink",
    "exact",
)


@lru_cache(maxsize=4096)
def parse_constraint(text: str) -> OperandConstraint:
    """Parse an operand constraint of the table; `ValueError` if it is not one."""
    alternatives = [_alternative(part.split(), text) for part in text.split(" or ")]
    if len(alternatives) == 1:
        return alternatives[0]
    return OperandConstraint("or", parts=tuple(alternatives), text=text)


def _alternative(words: list[str], text: str) -> OperandConstraint:
    flags: set[str] = set()
    while words and words[0] in _FLAGS:
        flags.add(words.pop(0))
    if not words and flags == {"sink"}:
        return OperandConstraint("type", (), frozenset({"sink", "out"}), text=text)
    if not words:
        msg = f"not an operand constraint: {text!r}"
        raise ValueError(msg)
    head, *rest = words
    known = frozenset(flags)
    if head == "list":
        parts = tuple(_alternative([*sorted(flags), word], text) for word in rest)
        return OperandConstraint("list", flags=known, parts=parts, text=text)
    if head == "vec":
        size, *element = rest
        part = _alternative([*sorted(flags - {"exact"}), *element], text)
        known |= part.flags
        return OperandConstraint("vec", length=size, parts=(part,), flags=known, text=text)
    if head == "imm":
        return _immediate(rest, known, text)
    if head.startswith("."):
        return OperandConstraint("type", tuple(head.split("/")), known, text=text)
    if head == "pred" or head in OPAQUE or head in ("label", "targets", "func", "any"):
        return OperandConstraint(head, flags=known, text=text)
    if head in ("addr", "var"):
        return OperandConstraint(
            head, tuple("".join(rest).split("/")) if rest else (), known, text=text
        )
    msg = f"not an operand constraint: {text!r}"
    raise ValueError(msg)


def _immediate(words: list[str], flags: frozenset[str], text: str) -> OperandConstraint:
    if not words:
        return OperandConstraint("imm", flags=flags, text=text)
    low, dots, high = words[0].partition("..")
    if dots:
        step = int(words[2]) if words[1:2] == ["step"] else 1
        if words[1:] == ["power"]:
            step = POWERS
        return OperandConstraint(
            "imm", (), flags, low=int(low, 0), high=int(high, 0), step=step, text=text
        )
    values = tuple(int(value, 0) for value in "".join(words).split(","))
    return OperandConstraint("imm", flags=flags, values=values, text=text)
