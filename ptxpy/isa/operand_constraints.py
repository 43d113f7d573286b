"""Operand constraints: the requirements of a form of the instruction table on an operand.

They are checked against an `Actual`, the operand as written. Their notation in the table:

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

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.conditions import count
from ptxpy.isa.type_compatibility import (
    Actual,
    constant_fits,
    elements_agree,
    is_float,
    is_integer,
    register_fits,
    value_fits,
    vector_type,
)
from ptxpy.isa.types import TYPES, register_class

if TYPE_CHECKING:
    from ptxpy.isa.conditions import Binding
from functools import lru_cache

__all__ = ["OPAQUE", "POWERS", "OperandConstraint", "parse_constraint"]

POWERS: Final = 0
"""The step of constants that are powers of two."""

OPAQUE: Final = ("texref", "samplerref", "surfref")


class OperandConstraint(NamedTuple):
    """The requirement of a form on one operand."""

    base: str
    """``type``, ``pred``, ``imm``, ``vec``, ``list``, ``addr``, ``var``, ``label``, ``targets``,
    ``func``, ``any``, ``texref``, ``samplerref``, ``surfref`` or ``or``."""
    types: tuple[str, ...] = ()
    """Types and modifier classes, with their dots."""
    flags: frozenset[str] = frozenset()
    length: str = ""
    """How many elements a vector has: an integer or a modifier class."""
    low: int | None = None
    high: int | None = None
    step: int = 1
    """The number of which a constant must be a multiple; `POWERS` for powers of two."""
    values: tuple[int, ...] = ()
    parts: tuple[OperandConstraint, ...] = ()
    """The alternatives, or the element of a vector."""
    text: str = ""
    """The notation."""

    @property
    def written(self) -> bool:
        """Whether the instruction writes the operand."""
        if self.parts:
            return any(part.written for part in self.parts) or bool(self.flags & _WRITTEN_FLAGS)
        return bool(self.flags & _WRITTEN_FLAGS)

    @property
    def is_opaque(self) -> bool:
        """Whether a texture, sampler or surface is required."""
        return self.base in OPAQUE or (
            self.base == "var" and any(name[1:] in OPAQUE for name in self.types)
        )

    @property
    def writes_only(self) -> bool:
        """Whether the instruction writes the operand and does not read it."""
        if self.base == "or":
            return all(part.writes_only for part in self.parts)
        return "out" in self.flags

    def type_names(self, binding: Binding) -> tuple[str, ...]:
        """Return the allowed types without dots; the flag `wide` doubles their width."""
        names = [binding.classes.get(name, name).removeprefix(".") for name in self.types]
        if "wide" in self.flags:
            names = [_double_width(name) for name in names]
        return tuple(names)

    def constant_types(self, binding: Binding) -> tuple[str, ...]:
        """Return the types that a constant may have here; empty if constants are not allowed."""
        if self.base == "vec":
            return self.parts[0].constant_types(binding)
        takes = self.base == "type" and not self.flags & (_REGISTER_ONLY | {"special"})
        return self.type_names(binding) if takes else ()

    def wanted_types(self, binding: Binding) -> tuple[str, ...]:
        """Return the types of the values that are taken; empty if none is taken."""
        if self.base == "vec":
            return self.parts[0].wanted_types(binding) if self.is_single(binding) else ()
        if self.base == "or":
            return tuple(name for part in self.parts for name in part.wanted_types(binding))
        return self.type_names(binding) if self.base == "type" else ()

    def accepts(self, actual: Actual, binding: Binding) -> bool:
        """Return whether an operand meets the constraint."""
        if actual.kind == "unknown" or self.base == "any":
            return True
        if self.base == "or":
            return any(part.accepts(actual, binding) for part in self.parts)
        if actual.kind == "sink":
            # The sink is one register: a vector of several has sinks among its elements.
            return "sink" in self.flags and (self.base != "vec" or self.is_single(binding))
        if self.base == "vec":
            element = self.parts[0]
            if actual.kind != "vector":
                return self.is_single(binding) and element.accepts(actual, binding)
            parts = actual.parts
            # ptxas wants neighbouring elements to agree, whatever the form allows.
            if len(parts) != count(self.length, binding) or not elements_agree(parts):
                return False
            registers = [part.type for part in parts if part.kind == "register"]
            # A vector of constants alone is checked constant by constant.
            if not registers:
                return any(part.kind != "sink" for part in parts) and all(
                    element.accepts(part, binding) for part in parts
                )
            is_register_only = bool(self.flags & _REGISTER_ONLY)
            # A name among registers would be an address, which a register must hold.
            if any(
                (part.kind in _OF_NAMES and not part.value)
                or (is_register_only and part.kind in ("integer", "float"))
                for part in parts
            ):
                return False
            if "sink" not in self.flags and any(part.kind == "sink" for part in parts):
                return False
            element_type = vector_type(registers)
            # ptxas takes an integer register for a float in a vector, unless the form is strict
            # about it.
            fits = element.accepts(Actual("register", element_type), binding) or (
                not self.flags & {"exact", "strict"}
                and is_integer(element_type)
                and any(is_float(name, element_type) for name in element.type_names(binding))
            )
            return fits and element.takes_values(parts, binding)
        if self.base == "type":
            return self._accepts_value(actual, binding)
        return getattr(self, f"_accepts_{self.base}")(actual, binding)  # type: ignore[no-any-return]

    def takes_values(self, parts: tuple[Actual, ...], binding: Binding) -> bool:
        """Return whether the value types of the elements of a vector fit the allowed types."""
        # Without types, such as in `any`, all values fit.
        required = self.type_names(binding)
        return not required or all(
            any(value_fits(part.value_type, name) for name in required) for part in parts
        )

    def _accepts_list(self, actual: Actual, binding: Binding) -> bool:
        if actual.kind != "vector" or len(actual.parts) != len(self.parts):
            return False
        return all(
            kind.accepts(part, binding) for kind, part in zip(self.parts, actual.parts, strict=True)
        )

    def is_single(self, binding: Binding) -> bool:
        """Return whether a scalar is required, because the optional vector modifier is absent."""
        length = self.length
        return length[:1] == "." and length[1:].isidentifier() and length not in binding.classes

    def _accepts_value(self, actual: Actual, binding: Binding) -> bool:
        names = self.type_names(binding)
        # Only `mov` and some others read special registers.
        if (actual.kind == "special") > bool(self.flags & {"sreg", "special"}):
            return False
        if "special" in self.flags and actual.kind != "special":
            return False
        if actual.kind in ("register", "special"):
            if "exact" in self.flags:
                return actual.type in names
            relaxed, strict = "relaxed" in self.flags, "strict" in self.flags
            # A special register may be read as its narrower type, too, as `%gridid` is.
            return any(
                register_fits(actual.type, name, relaxed=relaxed, strict=strict)
                and value_fits(actual.value_type, name)
                for name in names
            ) or any(self._accepts_value(part, binding) for part in actual.parts)
        if self.flags & _REGISTER_ONLY:
            return False
        return any(constant_fits(actual, name) for name in names)

    def _accepts_pred(self, actual: Actual, _binding: Binding) -> bool:
        return actual.kind == "register" and actual.type == "pred"

    def _accepts_imm(self, actual: Actual, _binding: Binding) -> bool:
        if actual.kind != "integer":
            return False
        if self.values:
            return actual.value in self.values
        if self.step > 1 and actual.value % self.step:
            return False
        # A power of two has a single bit.
        if self.step == POWERS and actual.value & (actual.value - 1):
            return False
        return (self.low is None or actual.value >= self.low) and (
            self.high is None or actual.value <= self.high
        )

    def _accepts_addr(self, actual: Actual, binding: Binding) -> bool:
        if actual.kind == "register":
            kind = TYPES.get(actual.value_type or actual.type)
            return kind is None or (kind.kind in _ADDRESS_KINDS and kind.bits <= _MAX_ADDRESS_BITS)
        if actual.kind == "symbol":
            return self._in_space(actual, binding)
        # Addresses in local memory may be plain numbers, as `[4]`.
        return actual.kind == "integer" and self.spaces(binding) == {".local"}

    def spaces(self, binding: Binding) -> set[str]:
        """Return the state spaces in which the operand may be; empty for a generic address."""
        spaces = (_space(binding.classes.get(name, name)) for name in self.types)
        return {name for name in spaces if name.partition("::")[0] in _SPACES}

    def _accepts_var(self, actual: Actual, binding: Binding) -> bool:
        if self.types and self.types[0][1:] in OPAQUE:
            return actual.kind == "symbol" and f".{actual.type}" in self.types
        return actual.kind == "symbol" and self._in_space(actual, binding)

    def _in_space(self, actual: Actual, binding: Binding) -> bool:
        spaces = self.spaces(binding) or _GENERIC
        space = actual.space
        return not space or space in spaces or space.partition("::")[0] in spaces

    def _accepts_label(self, actual: Actual, _binding: Binding) -> bool:
        return actual.kind == "label"

    def _accepts_targets(self, actual: Actual, _binding: Binding) -> bool:
        return actual.kind == "targets"

    def _accepts_func(self, actual: Actual, _binding: Binding) -> bool:
        return actual.kind == "function"

    def _accepts_texref(self, actual: Actual, _binding: Binding) -> bool:
        return self._accepts_opaque(actual)

    def _accepts_samplerref(self, actual: Actual, _binding: Binding) -> bool:
        return self._accepts_opaque(actual)

    def _accepts_surfref(self, actual: Actual, _binding: Binding) -> bool:
        return self._accepts_opaque(actual)

    def _accepts_opaque(self, actual: Actual) -> bool:
        # Modern code passes textures by handles of 64 bits.
        if actual.kind == "symbol":
            return actual.type in (self.base, "")
        return actual.kind == "register" and register_fits(actual.type, "b64", relaxed=False)

    def fault(self, actual: Actual) -> str:
        """Return the error of an operand that does not fit.

        ``immediate``, ``type``, ``space`` or ``kind``.
        """
        # An alternative of several kinds is blamed for the kind that comes nearest to the operand.
        bases = {self.base, *(part.base for part in self.parts)}
        if actual.kind == "integer" and "imm" in bases:
            return "immediate"
        if actual.kind == "symbol" and bases & {"addr", "var"}:
            return "space"
        typed = {"register", "special", "integer", "float"}
        return "type" if actual.kind in typed and bases & {"type", "pred", "addr"} else "kind"

    def describe(self, binding: Binding) -> str:
        """Return the requirement in words."""
        if self.base == "or":
            return " or ".join(part.describe(binding) for part in self.parts)
        if self.base == "vec":
            element = self.parts[0].describe(binding)
            vector = f"a vector {{…}} of {count(self.length, binding)} elements, each {element}"
            return element if self.is_single(binding) else vector
        if self.base == "list":
            return f"{{{', '.join(part.describe(binding) for part in self.parts)}}}"
        if self.base == "type":
            names = " or ".join(map(_declarable, self.type_names(binding)))
            return f"a {names} {'register' if self.flags & _REGISTER_ONLY else 'value'}"
        if self.base in ("addr", "var") and (spaces := self.spaces(binding)):
            # Five spaces in a message say no more than "an address".
            if len(spaces) == len(_SPACES):
                return _DESCRIPTIONS[self.base]
            return f"a {' or '.join(sorted(spaces))} {_NOUNS[self.base]}"
        if self.base == "imm":
            if self.values:
                some = "one of the constants" if len(self.values) > 1 else "the constant"
                return f"{some} {', '.join(map(str, self.values))}"
            if self.low is not None:
                step = f" in steps of {self.step}" if self.step > 1 else ""
                step = ", a power of two" if self.step == POWERS else step
                if self.high is not None and self.high >= _UNLIMITED:
                    return f"an integer constant, {self.low} or more"
                return f"a constant from {self.low} to {self.high}{step}"
            return "an integer constant"
        return _DESCRIPTIONS[self.base]


_WRITTEN_FLAGS: Final = frozenset({"out", "inout"})
_OF_NAMES: Final = frozenset({"symbol", "label", "function"})
_REGISTER_ONLY: Final = frozenset({"out", "inout", "reg"})
_MAX_ADDRESS_BITS: Final = 64
_ADDRESS_KINDS: Final = ("bits", "unsigned", "signed")
_SPACES: Final = (".const", ".global", ".local", ".param", ".shared")
_GENERIC: Final = {".global", ".shared", ".local"}
"""The state spaces whose variables ptxas accepts where a generic address is expected."""
_NOUNS: Final = {"addr": "address", "var": "variable"}
_UNLIMITED: Final = 1 << 31
"""The end of a range from which it is no limit that a message needs to tell."""
_DESCRIPTIONS: Final = {
    "pred": "a predicate",
    "addr": "an address",
    "var": "a variable",
    "label": "a label",
    "targets": "a list of branch targets",
    "func": "a function",
    "any": "an operand",
    "texref": "a texture reference",
    "samplerref": "a sampler reference",
    "surfref": "a surface reference",
}


def _declarable(name: str) -> str:
    """Return a type with its dot, and the register for it if none is declared with the type."""
    kind = TYPES.get(name)
    if kind is None or kind.fundamental:
        return f".{name}"
    return f".{register_class(name)} (for .{name})"


def _space(name: str) -> str:
    """Return a state space without its sub-space, except for ``.param``."""
    # The sub-spaces of `.param` are told apart; those of others are one memory.
    return name if name.startswith(".param") else name.partition("::")[0].partition("[")[0]


def _double_width(name: str) -> str:
    kind = TYPES[name]
    return f"{name.rstrip('0123456789')}{2 * kind.bits}"


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
    # `sink` alone is a result that nothing may read.
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
        # `exact` is about the whole vector, the other flags are about each element.
        size, *element = rest
        part = _alternative([*sorted(flags - {"exact"}), *element], text)
        known |= part.flags
        return OperandConstraint("vec", length=size, parts=(part,), flags=known, text=text)
    if head == "imm":
        if not rest:
            return OperandConstraint("imm", flags=known, text=text)
        low, dots, high = rest[0].partition("..")
        if dots:
            step = int(rest[2]) if rest[1:2] == ["step"] else 1
            if rest[1:] == ["power"]:
                step = POWERS
            return OperandConstraint(
                "imm", (), known, low=int(low, 0), high=int(high, 0), step=step, text=text
            )
        values = tuple(int(value, 0) for value in "".join(rest).split(","))
        return OperandConstraint("imm", flags=known, values=values, text=text)
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
