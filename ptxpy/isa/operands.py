"""Operands: what an instruction is given, and what its form in the table asks for.

`Actual` is an operand as it stands in a program, with what its declaration says of it. A `Kind` is
what the table asks for; its text is the table's own notation:

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
``list .u32 .f32``          a vector of exactly these elements, each a kind of its own
``exact …``                 a register is declared with one of these very types
``pred``                    a predicate
``imm`` ``imm 0..15``       an integer constant, in a range; ``imm 1,-1`` one of these;
                            ``imm 0..64 step 16`` a multiple, ``imm 1..64 power`` a power of two
``addr .space``             an address in a state space (in brackets, its base); generic without
``var .space``              the name of a variable; ``var .texref`` of an opaque one
``label`` ``func``          the name of a label or function; ``targets`` of a ``.branchtargets``
``texref`` ``samplerref``   the name of such a variable, or a 64-bit register with its handle;
                            likewise ``surfref``
``any``                     anything
==========================  =====================================================================

Alternatives are joined by ``or``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.isa.counts import count
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from ptxpy.isa.conditions import Binding

__all__ = ["UNKNOWN", "Actual", "Kind", "parse_kind", "register_fits", "value_fits"]


class Actual(NamedTuple):
    """An operand of a program."""

    kind: str
    """``register``, ``special``, ``integer``, ``float``, ``symbol``, ``label``, ``function``,
    ``address``, ``vector``, ``pair``, ``not`` and ``minus`` (negated), ``sink`` or ``unknown``."""
    type: str = ""
    """The declared type, without its dot; of a float ``f32``, ``f64`` or nothing (either)."""
    space: str = ""
    """The state space of a symbol or address, with its dot, where it is known."""
    value: int = 0
    """The value of an integer; of an address, whether it has an offset."""
    parts: tuple[Actual, ...] = ()
    """The parts of a vector, pair, address or negation."""
    suffix: str = ""
    """The suffix of an address (``.unified``) or of a register (``.b0``)."""
    value_type: str = ""
    """The type of what a register holds, where more is known than how it is declared; of an
    integer ``constant``, where it has to be a number of the type, signed or not."""

    def describe(self) -> str:
        """Return the operand in words."""
        if self.kind == "register":
            if self.value_type not in ("", self.type):
                return f"a .{self.value_type} value"
            return f"a .{self.type} register" if self.type else "a register"
        if self.kind == "integer":
            return f"the constant {self.value}"
        if self.kind == "vector":
            return f"a vector of {len(self.parts)}"
        if self.kind == "symbol":
            return f"a {self.space} variable" if self.space else "a symbol"
        return _WORDS.get(self.kind, self.kind)


_WORDS: Final = {
    "special": "a special register",
    "float": "a floating-point constant",
    "label": "a label",
    "function": "a function",
    "address": "an address in brackets",
    "pair": "a pair a|b",
    "not": "a negated operand",
    "minus": "a negated operand",
    "sink": "the sink _",
    "unknown": "an unknown name",
}

POWERS: Final = 0
"""The step of constants that are powers of two."""

UNKNOWN: Final = Actual("unknown")
"""An operand of which nothing is known; it fits everywhere."""

_OPAQUE: Final = ("texref", "samplerref", "surfref")
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


class Kind(NamedTuple):
    """What a form asks of an operand."""

    base: str
    """``type``, ``pred``, ``imm``, ``vec``, ``list``, ``addr``, ``var``, ``label``, ``targets``,
    ``func``, ``any``, ``texref``, ``samplerref``, ``surfref`` or ``or``."""
    types: tuple[str, ...] = ()
    """Types and classes, with their dots."""
    flags: frozenset[str] = frozenset()
    length: str = ""
    """How many registers a vector has."""
    low: int | None = None
    high: int | None = None
    step: int = 1
    """What a constant is a multiple of; `POWERS` for powers of two."""
    values: tuple[int, ...] = ()
    parts: tuple[Kind, ...] = ()
    """The alternatives, or the element of a vector."""
    text: str = ""
    """The notation."""

    @property
    def written(self) -> bool:
        """Whether the instruction writes the operand."""
        if self.parts:
            return any(part.written for part in self.parts) or bool(self.flags & _WRITTEN)
        return bool(self.flags & _WRITTEN)

    @property
    def is_opaque(self) -> bool:
        """Whether a texture, sampler or surface is asked for."""
        return self.base in _OPAQUE or (
            self.base == "var" and any(name[1:] in _OPAQUE for name in self.types)
        )

    @property
    def writes_only(self) -> bool:
        """Whether the instruction writes the operand and does not read it."""
        if self.base == "or":
            return all(part.writes_only for part in self.parts)
        return "out" in self.flags

    def type_names(self, binding: Binding) -> tuple[str, ...]:
        """Return the types that are asked for, without dots, twice as wide where that is said."""
        names = [binding.classes.get(name, name).removeprefix(".") for name in self.types]
        if "wide" in self.flags:
            names = [_twice(name) for name in names]
        return tuple(names)

    def accepts(self, actual: Actual, binding: Binding) -> bool:
        """Return whether an operand fits."""
        if actual.kind == "unknown" or self.base == "any":
            return True
        if self.base == "or":
            return any(part.accepts(actual, binding) for part in self.parts)
        if actual.kind == "sink":
            return "sink" in self.flags and (self.base != "vec" or self.is_single(binding))
        if self.base == "vec":
            return self._accepts_vector(actual, binding)
        if self.base == "type":
            return self._accepts_value(actual, binding)
        return getattr(self, f"_accepts_{self.base}")(actual, binding)  # type: ignore[no-any-return]

    def _accepts_vector(self, actual: Actual, binding: Binding) -> bool:
        element = self.parts[0]
        if actual.kind != "vector":
            return self.is_single(binding) and element.accepts(actual, binding)
        parts = actual.parts
        if len(parts) != count(self.length, binding) or not _agree(parts):
            return False
        registers = [part.type for part in parts if part.kind == "register"]
        if not registers:
            return any(part.kind != "sink" for part in parts) and all(
                element.accepts(part, binding) for part in parts
            )
        only = bool(self.flags & _REGISTER_ONLY)
        if only and any(part.kind in ("integer", "float") for part in parts):
            return False
        if "sink" not in self.flags and any(part.kind == "sink" for part in parts):
            return False
        joined = _joined(registers)
        fits = element.accepts(Actual("register", joined), binding) or (
            not self.flags & {"exact", "strict"}
            and _is_integer(joined)
            and any(_is_float(name, joined) for name in element.type_names(binding))
        )
        return fits and element.takes_values(parts, binding)

    def takes_values(self, parts: tuple[Actual, ...], binding: Binding) -> bool:
        """Return whether the values that the elements of a vector hold fit one of its types."""
        wanted = self.type_names(binding)
        return not wanted or all(
            any(value_fits(part.value_type, name) for name in wanted) for part in parts
        )

    def _accepts_list(self, actual: Actual, binding: Binding) -> bool:
        if actual.kind != "vector" or len(actual.parts) != len(self.parts):
            return False
        return all(
            kind.accepts(part, binding) for kind, part in zip(self.parts, actual.parts, strict=True)
        )

    def is_single(self, binding: Binding) -> bool:
        """Return whether an operand without braces is asked for: the optional class is absent."""
        length = self.length
        return length[:1] == "." and length[1:].isidentifier() and length not in binding.classes

    def _accepts_value(self, actual: Actual, binding: Binding) -> bool:
        names = self.type_names(binding)
        if (actual.kind == "special") > bool(self.flags & {"sreg", "special"}):
            return False
        if "special" in self.flags and actual.kind != "special":
            return False
        if actual.kind in ("register", "special"):
            if "exact" in self.flags:
                return actual.type in names
            relaxed, strict = "relaxed" in self.flags, "strict" in self.flags
            return any(
                register_fits(actual.type, name, relaxed=relaxed, strict=strict)
                and value_fits(actual.value_type, name)
                for name in names
            )
        if self.flags & _REGISTER_ONLY:
            return False
        return any(_constant_fits(actual, name) for name in names)

    def _accepts_pred(self, actual: Actual, _binding: Binding) -> bool:
        return actual.kind == "register" and actual.type == "pred"

    def _accepts_imm(self, actual: Actual, _binding: Binding) -> bool:
        if actual.kind != "integer":
            return False
        if self.values:
            return actual.value in self.values
        if self.step > 1 and actual.value % self.step:
            return False
        if self.step == POWERS and actual.value & (actual.value - 1):
            return False
        return (self.low is None or actual.value >= self.low) and (
            self.high is None or actual.value <= self.high
        )

    def _accepts_addr(self, actual: Actual, binding: Binding) -> bool:
        if actual.kind == "register":
            kind = TYPES.get(actual.value_type or actual.type)
            return kind is None or (kind.kind in _ADDRESSES and kind.bits <= 64)  # noqa: PLR2004
        if actual.kind == "symbol":
            return self._in_space(actual, binding)
        return actual.kind == "integer" and self._spaces(binding) == {".local"}

    def _spaces(self, binding: Binding) -> set[str]:
        """Return the state spaces in which the operand may be; none for a generic address."""
        spaces = (_space(binding.classes.get(name, name)) for name in self.types)
        return {name for name in spaces if name.partition("::")[0] in _SPACES}

    def _accepts_var(self, actual: Actual, binding: Binding) -> bool:
        if self.types and self.types[0][1:] in _OPAQUE:
            return actual.kind == "symbol" and f".{actual.type}" in self.types
        return actual.kind == "symbol" and self._in_space(actual, binding)

    def _in_space(self, actual: Actual, binding: Binding) -> bool:
        spaces = self._spaces(binding) or _GENERIC
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
        if actual.kind == "symbol":
            return actual.type in (self.base, "")
        return actual.kind == "register" and register_fits(actual.type, "b64", relaxed=False)

    def fault(self, actual: Actual) -> str:
        """Return what is wrong with an operand that does not fit.

        ``immediate``, ``type``, ``space`` or ``kind``.
        """
        bases = {self.base, *(part.base for part in self.parts)}
        if actual.kind == "integer" and "imm" in bases:
            return "immediate"
        if actual.kind == "symbol" and bases & {"addr", "var"}:
            return "space"
        typed = {"register", "special", "integer", "float"}
        return "type" if actual.kind in typed and bases & {"type", "pred", "addr"} else "kind"

    def describe(self, binding: Binding) -> str:
        """Return what is asked for, in words."""
        if self.base == "or":
            return " or ".join(part.describe(binding) for part in self.parts)
        if self.base == "vec":
            wanted = count(self.length, binding)
            element = self.parts[0].describe(binding)
            return element if self.is_single(binding) else f"{{…}} of {wanted}, each {element}"
        if self.base == "list":
            return f"{{{', '.join(part.describe(binding) for part in self.parts)}}}"
        if self.base == "type":
            names = " or ".join(f".{name}" for name in self.type_names(binding))
            return f"a {names} {'register' if self.flags & _REGISTER_ONLY else 'value'}"
        if self.base in ("addr", "var") and (spaces := self._spaces(binding)):
            return f"a {' or '.join(sorted(spaces))} {_PLACES[self.base]}"
        return self._describe_constant() if self.base == "imm" else _ASKED[self.base]

    def _describe_constant(self) -> str:
        if self.values:
            return "one of the constants " + ", ".join(map(str, self.values))
        if self.low is not None:
            step = f" in steps of {self.step}" if self.step > 1 else ""
            step = ", a power of two" if self.step == POWERS else step
            return f"a constant from {self.low} to {self.high}{step}"
        return "an integer constant"


_WRITTEN: Final = frozenset({"out", "inout"})
_REGISTER_ONLY: Final = frozenset({"out", "inout", "reg"})
_ADDRESSES: Final = ("bits", "unsigned", "signed")
_SPACES: Final = (".const", ".global", ".local", ".param", ".shared")
_GENERIC: Final = {".global", ".shared", ".local"}
"""The spaces of which generic addresses are windows, as far as ptxas takes variables of them."""
_PLACES: Final = {"addr": "address", "var": "variable"}
_ASKED: Final = {
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


def _space(name: str) -> str:
    """Return a state space; of its sub-spaces only those of ``.param`` are kept apart."""
    return name if name.startswith(".param") else name.partition("::")[0].partition("[")[0]


def _twice(name: str) -> str:
    kind = TYPES[name]
    return f"{name.rstrip('0123456789')}{2 * kind.bits}"


def register_fits(  # noqa: PLR0911 - one for each clause of the rule
    declared: str, wanted: str, *, relaxed: bool, strict: bool = False
) -> bool:
    """Return whether a register of a declared type holds an operand of a wanted type.

    Section 9.4, table 26: of the same size, and of the same kind or one of them untyped. A packed
    or alternate floating-point type (section 5.2.3) lives in untyped registers alone, and a
    register declared ``.f16x2`` counts as untyped, unless that is strict or a floating-point type
    is wanted. Where the rule is relaxed (9.4.1), a register may be larger.
    """
    if declared == wanted:
        return True
    have, want = TYPES.get(declared), TYPES.get(wanted)
    if have is None or want is None:
        return True
    if "pred" in (declared, wanted):
        return False
    if declared == "f16x2" and (want.kind == "float" or strict):
        return False
    have_kind = "bits" if declared == "f16x2" else have.kind
    if have.bits != want.bits and not (relaxed and have.bits > want.bits):
        return False
    if not want.fundamental or want.lanes > 1:
        return have_kind == "bits"
    if have.bits != want.bits and have_kind == want.kind == "float":
        return False
    if "bits" in (have_kind, want.kind):
        return True
    return (have_kind == "float") == (want.kind == "float")


def value_fits(held: str, wanted: str) -> bool:
    """Return whether a value of a type, "" for any, is meant where an instruction wants a type.

    Bits may be anything, and integers of either sign are integers; a float is a float of its own
    format alone, but for ``.tf32``, which is an ``.f32`` of less precision.
    """
    have, want = TYPES.get(held), TYPES.get(wanted)
    if have is None or want is None or held == wanted or "bits" in (have.kind, want.kind):
        return True
    if have.kind == want.kind == "float":
        return {held, wanted} == {"f32", "tf32"}
    return "float" not in (have.kind, want.kind)


def _agree(parts: tuple[Actual, ...]) -> bool:
    """Return whether the elements of a vector go together: each with the one before it.

    Found by asking ptxas: sizes are equal, and kinds are, or one of the two is untyped; ``_``
    goes with anything.
    """
    before: tuple[str, int] | None = None
    for part in parts:
        sort = _sort(part)
        if sort is None:
            continue
        if before is not None:
            if sort[1] and before[1] and sort[1] != before[1]:
                return False
            if sort[0] != before[0] and "bits" not in (sort[0], before[0]):
                return False
        before = sort
    return True


def _sort(part: Actual) -> tuple[str, int] | None:
    """Return kind and size of an element; no size for a constant, nothing for others."""
    if part.kind in ("integer", "float"):
        return part.kind, 0
    kind = TYPES.get(part.type)
    if part.kind != "register" or kind is None:
        return None
    if part.type == "f16x2":
        return "f16x2", 32
    return ("integer" if kind.kind in ("signed", "unsigned") else kind.kind), kind.bits


def _joined(registers: list[str]) -> str:
    """Return the type by which ptxas judges a vector: untyped where one of its registers is."""
    return next((name for name in registers if name.startswith("b")), registers[0])


def _is_integer(name: str) -> bool:
    kind = TYPES.get(name)
    return kind is not None and kind.kind in ("signed", "unsigned")


def _is_float(name: str, like: str) -> bool:
    """Return whether a type is a floating-point type of the same size as another."""
    return name in TYPES and TYPES[name].kind == "float" and TYPES[name].bits == TYPES[like].bits


def _constant_fits(actual: Actual, wanted: str) -> bool:
    kind = TYPES.get(wanted)
    if kind is None or wanted == "pred" or kind.lanes > 1:
        return kind is None
    if actual.kind == "integer":
        inside = -1 << kind.bits - 1 <= actual.value < 1 << kind.bits
        return kind.kind != "float" and (inside or not actual.value_type)
    if actual.kind == "float":
        if kind.kind == "bits":
            return kind.bits == (32 if actual.type == "f32" else 64)
        return wanted in ("f32", "f64")
    return False


@lru_cache(maxsize=4096)
def parse_kind(text: str) -> Kind:
    """Return the kind that the table writes; `ValueError` when it is none."""
    alternatives = [_alternative(part.split(), text) for part in text.split(" or ")]
    if len(alternatives) == 1:
        return alternatives[0]
    return Kind("or", parts=tuple(alternatives), text=text)


def _alternative(words: list[str], text: str) -> Kind:  # noqa: PLR0911 - one return a kind
    flags: set[str] = set()
    while words and words[0] in _FLAGS:
        flags.add(words.pop(0))
    if not words and flags == {"sink"}:
        return Kind("type", (), frozenset({"sink", "out"}), text=text)
    if not words:
        msg = f"no kind of operand: {text!r}"
        raise ValueError(msg)
    head, *rest = words
    known = frozenset(flags)
    if head == "list":
        parts = tuple(_alternative([*sorted(flags), word], text) for word in rest)
        return Kind("list", flags=known, parts=parts, text=text)
    if head == "vec":
        size, *element = rest
        part = _alternative([*sorted(flags - {"exact"}), *element], text)
        known |= part.flags
        return Kind("vec", length=size, parts=(part,), flags=known, text=text)
    if head == "imm":
        return _immediate(rest, known, text)
    if head.startswith("."):
        return Kind("type", tuple(head.split("/")), known, text=text)
    if head == "pred" or head in _OPAQUE or head in ("label", "targets", "func", "any"):
        return Kind(head, flags=known, text=text)
    if head in ("addr", "var"):
        return Kind(head, tuple("".join(rest).split("/")) if rest else (), known, text=text)
    msg = f"no kind of operand: {text!r}"
    raise ValueError(msg)


def _immediate(words: list[str], flags: frozenset[str], text: str) -> Kind:
    if not words:
        return Kind("imm", flags=flags, text=text)
    low, dots, high = words[0].partition("..")
    if dots:
        step = int(words[2]) if words[1:2] == ["step"] else 1
        if words[1:] == ["power"]:
            step = POWERS
        return Kind("imm", (), flags, low=int(low, 0), high=int(high, 0), step=step, text=text)
    values = tuple(int(value, 0) for value in "".join(words).split(","))
    return Kind("imm", flags=flags, values=values, text=text)
