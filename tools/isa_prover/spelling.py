"""Operands as text, valid and invalid ones, for each operand constraint of the table."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Final

from isa_prover.context import OPAQUE, REGISTER_TYPES, SPACES
from ptxpy.isa.conditions import Binding, count
from ptxpy.isa.notation import Form, Slot
from ptxpy.isa.operand_constraints import POWERS, OperandConstraint
from ptxpy.isa.type_compatibility import register_fits
from ptxpy.isa.types import TYPES

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
"""Operands of all kinds, to replace an operand by one of another kind."""

_SET: Final = re.compile(r"\[(\d)-(\d)\]")


class Speller:
    """Makes operands; each new register has a number of its own."""

    def __init__(self, random: Random, form: Form, binding: Binding) -> None:
        """Take the form that the operands are for."""
        self.random = random
        self.form = form
        self.binding = binding
        self.numbers: Counter[str] = Counter()

    def slot(self, slot: Slot, present: frozenset[str]) -> str:
        """Return an operand for a slot."""
        if slot.shape == "address":
            parts = [part for part in slot.parts if not part.optional or part.name in present]
            base, *others = [self.slot(part, present) for part in parts]
            kind = self.form.constraint_of(slot.parts[0].name, self.binding)
            if slot.suffix in present and slot.suffix:
                base = self.register("b64")
            if (
                len(slot.parts) == 1
                and not kind.is_opaque
                and self.random.random() < 0.3
                and not base.lstrip("-").isdecimal()
            ):
                base += self.random.choice(("+16", "+-16", "+0"))
            suffix = slot.suffix if slot.suffix in present else ""
            return f"[{', '.join([base, *others])}]{suffix}"
        if slot.shape == "vector":
            return "{" + ", ".join(self.slot(part, present) for part in slot.parts) + "}"
        if slot.shape == "pair":
            first, second = slot.parts
            text = self.slot(first, present)
            if second.optional and second.name not in present:
                return text
            other = self.slot(second, present)
            return f"{text}|{self.register('pred') if text == other == '_' else other}"
        text = self.kind(self.form.constraint_of(slot.name, self.binding))
        if (
            text.startswith("%")
            and slot.suffix
            and (slot.requires_suffix or self.random.random() < 0.7)
        ):
            text += self._selector(slot.suffix)
        if f"-{slot.name}" in present:
            return f"-{text}" if text.startswith("%") else text
        return f"!{text}" if slot.negatable == "!" and self.random.random() < 0.5 else text

    def _selector(self, name: str) -> str:
        value = self.random.choice(self.form.classes.get(name, (name,)))
        return _SET.sub(lambda match: str(self.random.randint(int(match[1]), int(match[2]))), value)

    def kind(self, kind: OperandConstraint) -> str:
        """Return an operand that fits a kind."""
        if kind.base == "or":
            return self.kind(self.random.choice(kind.parts))
        if "sink" in kind.flags and kind.base != "vec" and self.random.random() < 0.15:
            return "_"
        if kind.base == "list":
            return "{" + ", ".join(self.kind(part) for part in kind.parts) + "}"
        if kind.base == "vec":
            if kind.is_single(self.binding):
                return self.kind(kind.parts[0])
            return self._vector(kind)
        if kind.base == "type":
            return self._value(kind)
        if kind.base == "imm":
            return str(self.random.choice(constants(kind)))
        return self._name(kind)

    def _vector(self, kind: OperandConstraint) -> str:
        """Return a vector: registers of one type, untyped ones and constants among them."""
        element = kind.parts[0]
        size = count(kind.length, self.binding)
        if element.base != "type":
            return "{" + ", ".join(self.kind(element) for _ in range(size)) + "}"
        wanted = self.random.choice(element.type_names(self.binding))
        relaxed = "relaxed" in kind.flags
        declared = wanted if "exact" in kind.flags else self._declared(wanted, relaxed=relaxed)
        if declared == "f16x2" and "strict" in kind.flags:
            declared = "b32"
        untyped = f"b{TYPES[declared].bits}"
        texts = []
        for index in range(size):
            mixed = self.random.random() < 0.1 and index and "exact" not in kind.flags
            texts.append(self.register(untyped if mixed and declared != "pred" else declared))
        if "sink" in kind.flags and size > 1 and self.random.random() < 0.15:
            texts[-1] = "_"
        return "{" + ", ".join(texts) + "}"

    def register(self, name: str) -> str:
        """Return a register of a type that has not been used yet."""
        self.numbers[name] += 1
        return f"%{name}_{self.numbers[name]}"

    def _value(self, kind: OperandConstraint) -> str:
        if not kind.types:
            return "_"
        if "special" in kind.flags:
            return "%tid.x"
        wanted = self.random.choice(kind.type_names(self.binding))
        only = kind.flags & {"out", "inout", "reg"}
        if not only and self.random.random() < 0.25:
            constant = _constant(wanted, self.random)
            if constant:
                return constant
        if "exact" in kind.flags:
            return self.register(wanted)
        declared = self._declared(wanted, relaxed="relaxed" in kind.flags)
        if declared == "f16x2" and "strict" in kind.flags:
            declared = "b32"
        return self.register(declared)

    def _declared(self, wanted: str, *, relaxed: bool) -> str:
        """Return a type of register that holds values of a type."""
        entry = TYPES[wanted]
        if wanted == "pred":
            return wanted
        fitting = [
            name
            for name in REGISTER_TYPES
            if TYPES[name].bits == entry.bits and register_fits(name, wanted, relaxed=False)
        ]
        if relaxed and self.random.random() < 0.3:
            fitting = [
                # ptxas crashes on some stores of a larger .b128, though it takes most.
                name
                for name in REGISTER_TYPES
                if name != "b128" and register_fits(name, wanted, relaxed=True)
            ] or ["b128"]
            return self.random.choice(fitting)
        if not fitting:
            return f"b{max(8, entry.bits)}"
        plain = f"b{entry.bits}"
        return plain if self.random.random() < 0.6 else self.random.choice(fitting)

    def _name(self, kind: OperandConstraint) -> str:
        if kind.base == "pred":
            return self.register("pred")
        if kind.base == "label":
            return "L_v"
        if kind.base == "targets":
            return "T_v"
        if kind.base == "func":
            return "f_v"
        if kind.base == "var" and kind.is_opaque:
            return OPAQUE[kind.types[0][1:]]
        if kind.base in OPAQUE:
            return self.random.choice((OPAQUE[kind.base], self.register("b64")))
        if not kind.types:
            generic = self.random.choice(("g_v", "s_v", "l_v"))
            return (
                generic
                if kind.base == "var" or self.random.random() < 0.1
                else self.register("b64")
            )
        named = [self.binding.classes.get(name, name) for name in kind.types]
        spaces = [name if name in SPACES else name.partition("::")[0] for name in named]
        spaces = [name for name in spaces if name in SPACES]
        variable = SPACES[self.random.choice(spaces)] if spaces else "g_v"
        if kind.base == "var":
            return variable
        return variable if self.random.random() < 0.2 and spaces else self.register("b64")


def constants(kind: OperandConstraint) -> list[int]:
    """Return constants that fit: the ends of a range and one between."""
    if kind.values:
        return [*kind.values]
    if kind.low is None or kind.high is None:
        return [0, 1, 5]
    middle = (kind.low + kind.high) // 2
    if kind.step == POWERS:
        return [kind.low, kind.high, 1 << (middle.bit_length() - 1)]
    return sorted({kind.low, kind.high, middle - middle % kind.step})


def near_constants(kind: OperandConstraint) -> list[int]:
    """Return constants just outside of the valid range."""
    if kind.base == "or":
        return [value for part in kind.parts for value in near_constants(part)]
    if kind.base != "imm":
        return []
    if kind.values:
        return [max(kind.values) + 1, min(kind.values) - 1, 7]
    if kind.low is None or kind.high is None:
        return []
    inside = [kind.low + 1] if kind.step > 1 else [7] if kind.step == POWERS else []
    return [kind.low - 1, kind.high + 1, *inside]


def _constant(wanted: str, random: Random) -> str:
    entry = TYPES[wanted]
    if wanted == "pred" or entry.lanes != 1:
        return ""
    if entry.kind != "float":
        return random.choice(("1", "5", "0x10", "7"))
    return (
        {32: "0f3F800000", 64: "0d3FF0000000000000"}.get(entry.bits, "")
        if wanted
        in (
            "f32",
            "f64",
        )
        else ""
    )
