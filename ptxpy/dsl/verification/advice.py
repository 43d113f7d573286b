"""What to write instead of an instruction that the table does not allow.

The operands say more than the table alone: which type is missing, which operand is in the wrong
place, which name is a parameter that has not been read. An advice that names modifiers has been
held against the table with the operands that were given.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import BINARY, attribute
from ptxpy.dsl.other_names import INCOMPLETE, advice_for
from ptxpy.dsl.tracing.calling_expressions import called_functions
from ptxpy.dsl.tracing.instructions import HELPERS
from ptxpy.dsl.values.operand_conversion import ParameterName, TracedValue, rounded
from ptxpy.isa import (
    TYPES,
    UNKNOWN,
    USUAL_MODIFIERS,
    Problem,
    completions,
    destinations,
    is_known,
    matches,
    nearest,
    reach,
    traits,
    value_fits,
)

if TYPE_CHECKING:
    from ptxpy.check import Checker
    from ptxpy.isa import Actual, Slot

__all__ = ["Refused", "advice", "conversion", "spelled"]


class Refused(NamedTuple):
    """An instruction that is refused, as it was called."""

    problem: Problem
    opcode: str
    modifiers: tuple[str, ...]
    operands: Sequence[Actual]
    """All operands, the destinations first."""
    destinations: int
    """How many of the operands are destinations that the call does not give."""
    values: tuple[Any, ...] | None
    """The Python values of the operands after the destinations; None if they are not known."""
    checker: Checker

    @property
    def given(self) -> Actual | None:
        """The operand that is wrong, or None."""
        at = self.problem.position
        return self.operands[at] if 0 <= at < len(self.operands) else None

    @property
    def value(self) -> Any:
        """The Python value of the operand that is wrong, or None."""
        at = self.problem.position - self.destinations
        return self.values[at] if self.values and 0 <= at < len(self.values) else None

    def is_allowed(self, modifiers: tuple[str, ...]) -> bool:
        """Return whether the instruction is allowed with other modifiers."""
        operands = self.operands
        if self.checker.problem(self.opcode, modifiers, operands) is None:
            return True
        # The modifiers that were given may be too few to say that there is a destination; with the
        # others there may be one, which the call leaves out.
        if self.destinations or not destinations(self.opcode, modifiers):
            return False
        return self.checker.problem(self.opcode, modifiers, [UNKNOWN, *operands]) is None


def advice(refused: Refused) -> str:
    """Return what to append to the message of a problem; empty if nothing is known."""
    rule = refused.problem.rule
    if rule == "opcode":
        return _of_opcode(refused)
    if rule == "modifier":
        return _of_modifiers(refused)
    if rule == "count":
        return _of_count(refused)
    return _of_operand(refused)


def spelled(opcode: str, modifiers: tuple[str, ...]) -> str:
    """Return an instruction as it is called: `ptx.ld.global_.f32`."""
    words = (opcode, *(modifier[1:] for modifier in modifiers))
    return ".".join(("ptx", *(attribute(word) or word for word in words)))


# ----------------------------------------------------------------- names and modifiers


def _of_opcode(refused: Refused) -> str:
    opcode = refused.opcode
    known = advice_for(opcode)
    if known:
        return f": write {known}"
    first, mark, rest = opcode.partition("_")
    words = tuple(f".{word}" for word in rest.split("_"))
    if mark and is_known(first) and reach(first, words)[0] == len(words):
        return f": write {spelled(first, words)}(…)"
    family = sorted({name for name in HELPERS if name.startswith(f"{opcode}.")})
    if family:
        close = nearest(opcode + "".join(refused.modifiers), family) or family
        return f"; there is {', '.join(spelled(*_split(name)) for name in close)}"
    close = nearest(opcode, [name for name in HELPERS if "." not in name])[:1]
    # The message may name the nearest opcode already: a helper besides would be a second answer.
    is_near = bool(close) and "did you mean" not in refused.problem.message
    return f"; a helper is {spelled(close[0], ())}" if is_near else ""


def _split(name: str) -> tuple[str, tuple[str, ...]]:
    opcode, *words = name.split(".")
    return opcode, tuple(f".{word}" for word in words)


def _of_modifiers(refused: Refused) -> str:
    opcode, modifiers = refused.opcode, refused.modifiers
    if "write " in refused.problem.message:
        return ""
    kinds = _kinds(refused.operands)
    divided = _of_division(opcode, kinds)
    if divided:
        return divided
    if refused.problem.position < 0:
        words = [f".{kind}" for kind in kinds]
        found = _completion(refused, (*words, *USUAL_MODIFIERS))
        if found is not None:
            return f": write {spelled(opcode, found)}(…)"
        if not kinds:
            found = _completion(refused, _TYPES)
            if found is not None:
                return f": write its type, as in {spelled(opcode, found)}(…)"
        known = advice_for(opcode) or INCOMPLETE.get(opcode, "")
        return f": write {known}" if known else ""
    family = [name for name in HELPERS if name.startswith(f"{opcode}.")]
    close = nearest(opcode + "".join(modifiers), family)
    return f"; a helper is {spelled(*_split(close[0]))}" if close else ""


def _of_division(opcode: str, kinds: list[str]) -> str:
    """Return what to write for divisions of floats that PTX does not have."""
    floats = [kind for kind in kinds if TYPES[kind].kind == "float" and TYPES[kind].lanes == 1]
    kind = floats[0] if floats else ""
    if opcode == BINARY["%"] and kind in ("f32", "f64"):
        quotient = f"ptx.cvt.rzi.{kind}.{kind}(a / b)"
        return f": PTX has no remainder of floats, write a - b * {quotient}"
    if opcode == BINARY["/"] and kind and TYPES[kind].bits == _HALF_BITS:
        quotient = f"ptx.cvt.f32.{kind}(a) / ptx.cvt.f32.{kind}(b)"
        return f": PTX divides no halves, write ptx.cvt.rn.{kind}.f32({quotient})"
    return ""


_HALF_BITS: Final = 16


def _completion(refused: Refused, words: Sequence[str]) -> tuple[str, ...] | None:
    """Return the modifiers with some of the words, as the operands allow and the manual orders."""
    first = None
    for found in completions(refused.modifiers, words, refused.is_allowed):
        if reach(refused.opcode, found).fitting == len(found):
            return found
        first = first or found
    return first


_TYPES: Final = (".f32", ".u32", ".b32", ".b16", ".pred")
"""The types that are shown where the operands do not say one."""


def _kinds(operands: Sequence[Actual]) -> list[str]:
    """Return the types of the values of operands, each once, and their untyped ones."""
    kinds: dict[str, None] = {}
    for actual in operands:
        # A predicate does not give an instruction its type: `selp.f32 d, a, b, p` has that of its
        # values.
        kind = actual.value_type or actual.type if actual.kind == "register" else ""
        if kind in TYPES and kind != "pred":
            # Some instructions take untyped words alone, as `shfl.sync.b32` does, whatever the
            # value is.
            kinds[kind] = None
    untyped = {f"b{TYPES[kind].bits}": None for kind in kinds}
    return [*kinds, *untyped]


# ----------------------------------------------------------------- numbers of operands


def _of_count(refused: Refused) -> str:
    problem, values = refused.problem, refused.values
    if "must have" in problem.message:
        return _of_parts(refused)
    found = matches(refused.opcode, refused.modifiers)
    if not found or values is None:
        return ""
    slots = found[0].form.slots[refused.destinations :]
    needed = [slot for slot in slots if not slot.optional]
    call = f"{spelled(refused.opcode, refused.modifiers)}({', '.join(map(_shown, needed))})"
    if len(values) > len(needed):
        last = refused.operands[-1]
        # PTX writes a guard before the opcode, `@p st…`; in Python it is a keyword, so that a
        # predicate which is given last is one operand too many.
        if last.kind == "register" and last.type == "pred":
            return f": a guard is when=p, {call[:-1]}, when=p)"
        if any(slot.shape == "address" for slot in needed) and type(values[-1]) is int:
            return ": an offset stands within the brackets, [address, 4]"
        if any(word in refused.modifiers for word in _VECTORS):
            return ": the elements of a vector stand in parentheses, ([address], (v, w))"
    if [slot.name for slot in needed] == _SHUFFLED:
        # The bound is the first lane that may be read with `.up`, and the last one in the other
        # modes.
        end = 0 if ".up" in refused.modifiers else 31
        call = f"{spelled(refused.opcode, refused.modifiers)}(x, lanes, {end}, -1)"
        return f": write {call}, where -1 is a mask of all lanes"
    if not refused.destinations:
        return f": write {call}"
    msg = f": write {call}, which returns the destination"
    if len(values) > len(needed):
        every = [slot for slot in found[0].form.slots if not slot.optional]
        explicit = call.replace("ptx.", "ptx.inst.", 1).partition("(")[0]
        msg += f", or {explicit}({', '.join(map(_shown, every))}), in the order of PTX"
    return msg


_SHUFFLED: Final = ["a", "b", "c", "membermask"]
"""The operands of an exchange between lanes: value, lanes, bounds and mask (PTX ISA 9.7.9.6)."""


def _shown(slot: Slot) -> str:
    names = ", ".join(_shown(part) for part in slot.parts if not part.optional)
    if slot.shape == "address":
        return f"[{names}]"
    if slot.shape == "vector":
        return f"({names})"
    return slot.name or names or "x"


def _of_parts(refused: Refused) -> str:
    given = refused.given
    if given is None or given.kind != "address" or len(given.parts) < 2:  # noqa: PLR2004
        return ""
    if given.parts[0].kind == "integer":
        return ": the address comes first, [address, 4]"
    if given.parts[0].kind == "symbol" and given.parts[0].space.startswith(".shared"):
        return ": an offset is a number; an element is s[i], and [s.at(i)] its address"
    if given.parts[1].kind != "register":
        return ": an offset is a number of bytes, [address, 4]"
    size = _element_bytes(refused.modifiers)
    return (
        ": an offset is a number that is known while the kernel is traced; add a register to the "
        f"address, [address + i * {size}] for element i of {size} bytes"
    )


def _element_bytes(modifiers: tuple[str, ...]) -> int:
    kinds = [TYPES[word[1:]] for word in modifiers if word[1:] in TYPES]
    return max(1, kinds[-1].bits // 8) if kinds else 4


# ----------------------------------------------------------------- single operands


def _of_operand(refused: Refused) -> str:
    given = refused.given
    if given is None:
        return ""
    value = refused.value
    inner = value[0] if type(value) is list and value else value
    if isinstance(inner, TracedValue) and inner.instead() and type(value) is not list:
        if (
            refused.problem.message.endswith("variable")
            and "in brackets" in refused.problem.message
        ):
            return f": write [{getattr(inner, 'name', 'x')}]"
        return f": write {_converted(inner, refused.problem.wanted)}"
    is_parameter = given.space.startswith(".param")
    if refused.problem.rule == "space" and is_parameter and isinstance(inner, TracedValue):
        return f": that is the parameter itself; write {inner.instead()}"
    if given.kind == "symbol" and given.space.startswith(".param"):
        name = getattr(value, "name", value if isinstance(value, str) else "n")
        return f': read the parameter, ptx.param({given.type or "u32"}, "{name}")'
    if "in brackets" in refused.problem.message:
        return _of_address(refused)
    if refused.problem.rule == "space" and given.space:
        # A variable in shared memory under `ld.global` needs another word; the other modifiers
        # stay.
        space = given.space
        moved = tuple(space if word == ".global" else word for word in refused.modifiers)
        if moved != refused.modifiers and refused.is_allowed(moved):
            return f": write {spelled(refused.opcode, moved)}(…)"
    if " address, not a" in refused.problem.message:
        several = type(inner) in (tuple, list)
        what = "unpack what is several" if several else "an address is an integer of 64 bits"
        return f": {what}, px, = ptx.global_ptrs(x), and then [px]"
    if "vector" in refused.problem.message:
        return _of_vector(refused, given)
    if refused.problem.rule != "type":
        return ""
    wanted = refused.problem.wanted
    if not wanted:
        return _of_predicate(refused)
    if given.kind in ("integer", "float"):
        return _of_constant(refused, given, wanted[0])
    return _of_register(refused, given, wanted[0])


def _ends_in_predicate(refused: Refused) -> bool:
    """Return whether the last operand of the instruction is a predicate that it chooses by."""
    found = matches(refused.opcode, refused.modifiers)
    form = found[0].form
    last = form.constraint_of(form.slots[-1].name, found[0].binding)
    return "pred" in (last.base, *(part.base for part in last.parts))


def _of_vector(refused: Refused, given: Actual) -> str:
    """Return what to write for a vector in the place of one operand, or the other way round."""
    if given.kind != "vector":
        count = next((word[2:] for word in refused.modifiers if word in _VECTORS), "2")
        names = ", ".join("vwxyabcd"[: int(count)])
        return f": the elements of a vector stand in parentheses, ({names})"
    word = f".v{len(given.parts)}"
    found = _completion(refused, (word,))
    return f": write {spelled(refused.opcode, found)}(…)" if found else ""


_VECTORS: Final = (".v2", ".v4", ".v8")


def _converted(value: TracedValue, wanted: tuple[str, ...]) -> str:
    """Return what to write for a value that is no operand as it is, as a value of a type."""
    held = value.dtype.fundamental if isinstance(value, ParameterName) else ""
    opcode = (
        conversion(held, wanted[0]) if held and wanted and not value_fits(held, wanted[0]) else ""
    )
    return f"ptx.{opcode}({value.instead()})" if opcode else value.instead()


def _of_address(refused: Refused) -> str:
    path = spelled(refused.opcode, refused.modifiers)
    given = refused.given
    others = [each for each in refused.operands if each.kind == "address"]
    kind = TYPES.get(given.value_type or given.type) if given is not None else None
    if not others and kind is not None and kind.kind == "float":
        return (
            ": that is a value which has been read already, as s[i] is; an address has 64 or 32 "
            "bits and stands in brackets"
        )
    if others and given is not None and given.kind != "address":
        return f": the address comes first, {path}([address], value)"
    return ": write it in brackets, [address]"


_SIGNS: Final = {BINARY[sign]: sign for sign in "&|^"}
"""The operators of instructions that combine predicates."""


def _of_predicate(refused: Refused) -> str:
    if refused.modifiers == (".pred",) and refused.opcode in _SIGNS:
        sign = _SIGNS[refused.opcode]
        return (
            f": compare it, x != 0; {sign} binds tighter than a comparison, so each stands in "
            f"parentheses, (a < b) {sign} (c < d)"
        )
    given = refused.given
    if given is None or "predicate" not in refused.problem.message:
        return ""
    return ": compare it, x != 0, which is a predicate" if given.kind == "register" else ""


_FLOATS: Final = {16: ("e", "f16"), 32: ("f", "f32"), 64: ("d", "f64")}
"""For each number of bits the code of `struct` and the type."""


def _of_constant(refused: Refused, given: Actual, wanted: str) -> str:
    value = refused.value
    entry = TYPES.get(wanted)
    if entry is None:
        return ""
    number = (
        value if type(value) in (int, float) else given.value if given.kind == "integer" else None
    )
    if entry.kind == "float":
        held = rounded(number, wanted) if type(number) is int else number
        shown = repr(float(held)) if held is not None else "1.0"
        # Python's `sum` begins with the integer 0, so that its first addition has an integer and a
        # float.
        if number == 0 and "sum" in called_functions():
            return f": sum begins with the integer 0, write sum(values, {shown})"
        if wanted in ("f32", "f64"):
            return f": write {shown}"
        if entry.lanes == 1 and entry.bits == _HALF_BITS:
            return f": PTX has no constants of .{wanted}, write reg.scalar({wanted}, {shown})"
        return f": PTX has no constants of .{wanted}, write a register of it"
    if given.kind == "integer":
        return f": it does not fit {entry.bits} bits" if given.value_type else ""
    whole = int(number) if isinstance(number, float) and number.is_integer() else "an integer"
    found = traits(refused.opcode, refused.modifiers)
    # An integer that is moved may be the bits of a floating-point number.
    is_moved = bool(found.copies or found.passes or found.accesses)
    if is_moved and isinstance(number, float) and entry.bits in _FLOATS:
        code, name = _FLOATS[entry.bits]
        with suppress(OverflowError):  # it is no number of that type
            bits = int.from_bytes(struct.pack(f">{code}", number), "big")
            return f": write {whole}, or the bits of {number!r} as .{name}, ptx.hex(0x{bits:X})"
    return f": write {whole}"


def _of_register(refused: Refused, given: Actual, wanted: str) -> str:
    if given.kind != "register":
        return ""
    if given.type == "pred":
        # Python reads `a < b & p` as `a < (b & p)`, so that the predicate meets a number.
        if refused.opcode in _SIGNS:
            sign = _SIGNS[refused.opcode]
            return f": {sign} binds tighter than a comparison, write (a < b) {sign} p"
        if _ends_in_predicate(refused):
            return (
                f": the predicate comes last, {spelled(refused.opcode, refused.modifiers)}(a, b, p)"
            )
        return f": write ptx.selp.{wanted}(a, b, p), which is a where p is true and else b"
    entry = TYPES.get(wanted)
    name = given.value_type or given.type
    result = refused.problem.position < refused.destinations
    storage = TYPES.get(given.type)
    if name == wanted and entry is not None and storage is not None and storage.bits != entry.bits:
        found = conversion(given.type, wanted)
        return (
            f": a view has as many bits as its register: convert it, ptx.{found}(…)"
            if found
            else ""
        )
    # The value has the right type by its view, and PTX looks at the register: one that is declared
    # `.f32` is no operand of `add.u32`.
    if name == wanted and entry is not None:
        return f": move its bits first, ptx.mov.b{entry.bits}(x).{wanted}"
    opcode = conversion(wanted, name) if result else conversion(name, wanted)
    if not opcode:
        words = refused.modifiers
        own = tuple(
            f".{_as_wide(wanted, name)}" if each == f".{wanted}" else each for each in words
        )
        is_better = result and own != words and refused.is_allowed(own)
        return f": write {spelled(refused.opcode, own)}(…)" if is_better else ""
    if result:
        return f": convert the result, ptx.{opcode}(…)"
    hint = f": convert it, ptx.{opcode}(…)"
    same = entry is not None and given.type in TYPES and TYPES[given.type].bits == entry.bits
    if given.type != name and same:
        hint += f", or take its bits as they are with the view .{wanted}"
    return hint


def _as_wide(kind: str, register: str) -> str:
    """Return the type of a kind that is as wide as a register: `u16` for `u32` in a `.b16`."""
    have, want = TYPES.get(kind), TYPES.get(register)
    if have is None or want is None or have.bits == want.bits:
        return kind
    return next(
        (
            name
            for name, each in TYPES.items()
            if each.kind == have.kind and each.bits == want.bits and each.lanes == have.lanes
        ),
        kind,
    )


def conversion(held: str, wanted: str) -> str:
    """Return the `cvt` from one type to another, or an empty string if there is none.

    Integers are rounded to the nearest float, floats to integers towards zero, as in C (PTX ISA
    9.7.9.22).
    """
    have, want = TYPES.get(held), TYPES.get(wanted)
    if have is None or want is None or held == wanted or have.lanes > 1 or want.lanes > 1:
        return ""
    numbers = ("signed", "unsigned", "float")
    if have.kind not in numbers or want.kind not in numbers:
        return ""
    # Conversions between integers and to wider floats are exact: PTX has no rounding for them.
    if "float" not in (have.kind, want.kind) or (have.kind == want.kind and have.bits < want.bits):
        rounding = ""
    elif want.kind == "float":
        # `.rna` is the rounding that `cvt` to `.tf32` has had since sm_80; `.rn` needs sm_90.
        rounding = ".rna" if wanted == "tf32" else ".rn"
    else:
        rounding = ".rzi"
    return f"cvt{rounding}.{wanted}.{held}"
