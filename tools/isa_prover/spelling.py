"""Operands as text: for a kind of the table, what fits it and what does not."""

from __future__ import annotations

from random import Random
from typing import Final

from isa_prover.context import OPAQUE, REGISTER_TYPES, SPACES
from ptxpy.isa.conditions import Binding
from ptxpy.isa.counts import count
from ptxpy.isa.notation import Form, Slot
from ptxpy.isa.operands import Kind
from ptxpy.isa.types import TYPES
from ptxpy.isa.verdict import kind_of

WRONG: Final = (
    *(f"%{name}_3" for name in REGISTER_TYPES),
    "5",
    "0f3F800000",
    "[g_v]",
    "L_v",
    "_",
    "{%b32_1, %b32_2}",
    "%b32_1|%pred_1",
    "s_v",
    "-1",
)
"""Operands of all sorts, one of which is put where another should stand."""

_BASES: Final = {"s": "signed", "u": "unsigned", "f": "float", "b": "bits"}


class Speller:
    """Makes operands; each new register has a number of its own."""

    def __init__(self, random: Random, form: Form, binding: Binding) -> None:
        """Take the form that the operands are for."""
        self.random = random
        self.form = form
        self.binding = binding
        self.number = 0

    def slot(self, slot: Slot, present: frozenset[str]) -> str:
        """Return an operand for a slot."""
        if slot.shape == "address":
            parts = [part for part in slot.parts if not part.optional or part.name in present]
            base, *others = [self.slot(part, present) for part in parts]
            if not others and self.random.random() < 0.3 and not base.lstrip("-").isdecimal():
                base += self.random.choice(("+16", "+-16", "+0"))
            suffix = slot.suffix if slot.suffix in present else ""
            return f"[{', '.join([base, *others])}]{suffix}"
        if slot.shape == "pair":
            first, second = slot.parts
            text = self.slot(first, present)
            if second.optional and second.name not in present:
                return text
            return f"{text}|{self.slot(second, present)}"
        text = self.kind(kind_of(self.form, slot.name, self.binding))
        return f"!{text}" if slot.negatable and self.random.random() < 0.5 else text

    def kind(self, kind: Kind) -> str:
        """Return an operand that fits a kind."""
        if kind.base == "or":
            return self.kind(self.random.choice(kind.parts))
        if "sink" in kind.flags and self.random.random() < 0.15:
            return "_"
        if kind.base == "vec":
            size = count(kind.count, self.binding)
            elements = [self.kind(kind.parts[0]) for _ in range(size)]
            return elements[0] if size == 1 else "{" + ", ".join(elements) + "}"
        if kind.base == "type":
            return self._value(kind)
        if kind.base == "imm":
            return str(self.random.choice(constants(kind)))
        return self._name(kind)

    def register(self, name: str) -> str:
        """Return a register of a type that has not been used yet."""
        self.number += 1
        return f"%{name}_{self.number}"

    def _value(self, kind: Kind) -> str:
        wanted = self.random.choice(kind.type_names(self.binding))
        only = kind.flags & {"out", "inout", "reg"}
        if not only and self.random.random() < 0.25:
            constant = _constant(wanted, self.random)
            if constant:
                return constant
        return self.register(self._declared(wanted, relaxed="relaxed" in kind.flags))

    def _declared(self, wanted: str, *, relaxed: bool) -> str:
        """Return a type of register that holds values of a type."""
        entry = TYPES[wanted]
        if wanted == "pred":
            return wanted
        fitting = [
            name
            for name in REGISTER_TYPES
            if TYPES[name].bits == entry.bits
            and (TYPES[name].kind in ("bits", entry.kind) or entry.kind == "bits")
            and name != "pred"
        ]
        if relaxed and self.random.random() < 0.3:
            fitting += [
                name
                for name in ("b16", "b32", "b64", "u32", "s64")
                if TYPES[name].bits > entry.bits and entry.kind != "float"
            ]
        if not fitting:
            return f"b{max(8, entry.bits)}"
        plain = f"b{entry.bits}"
        return plain if self.random.random() < 0.6 else self.random.choice(fitting)

    def _name(self, kind: Kind) -> str:
        if kind.base == "pred":
            return self.register("pred")
        if kind.base == "label":
            return "L_v"
        if kind.base == "func":
            return "f_v"
        if kind.base in OPAQUE:
            return self.random.choice((OPAQUE[kind.base], self.register("b64")))
        spaces = [self.binding.classes.get(name, name).partition("::")[0] for name in kind.types]
        spaces = [name for name in spaces if name in SPACES]
        variable = SPACES[self.random.choice(spaces)] if spaces else "g_v"
        if kind.base == "var":
            return variable
        return variable if self.random.random() < 0.2 and spaces else self.register("b64")


def constants(kind: Kind) -> list[int]:
    """Return constants that fit: the ends of a range and one between."""
    if kind.values:
        return [*kind.values]
    if kind.low is None or kind.high is None:
        return [0, 1, 5]
    return sorted({kind.low, kind.high, (kind.low + kind.high) // 2})


def near_constants(kind: Kind) -> list[int]:
    """Return constants just outside of what fits."""
    if kind.base == "or":
        return [value for part in kind.parts for value in near_constants(part)]
    if kind.base != "imm":
        return []
    if kind.values:
        return [value for value in (max(kind.values) + 1, min(kind.values) - 1, 7)]
    if kind.low is None or kind.high is None:
        return []
    return [kind.low - 1, kind.high + 1]


def _constant(wanted: str, random: Random) -> str:
    entry = TYPES[wanted]
    if wanted == "pred" or entry.lanes != 1:
        return ""
    if entry.kind != "float":
        return random.choice(("1", "5", "0x10", "7"))
    return {32: "0f3F800000", 64: "0d3FF0000000000000"}.get(entry.bits, "") if wanted in (
        "f32",
        "f64",
    ) else ""
