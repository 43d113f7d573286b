"""Templates of inline PTX, filled in: the PTX that the compiler writes, but for names of registers.

`%0` and `$0` are names that PTX allows, so that most operands stay as they are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import count
from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.inline_ptx.blocks import Block, Operand

__all__ = ["Filled", "Mistake", "constant_value", "constraint_letter", "fill"]


class Mistake(NamedTuple):
    """A mistake in a template."""

    code: str
    offset: int
    """In the template."""
    length: int
    message: str
    help: str = ""
    replacement: str | None = None
    """The text that is right in place of these characters; None if it is not known."""
    operand: int = -1
    """The number of the operand whose constraint is wrong; -1 for none."""
    related: tuple[tuple[str, int, int], ...] = ()
    """Other places that the mistake is due to: message, offset in the template and length."""


class Filled(NamedTuple):
    """The PTX of a template."""

    text: str
    starts: list[int]
    """Offsets in the text at which the distance to the template changes."""
    distances: list[int]
    used: frozenset[int]
    """The operands that the template names, by number."""
    unknown: frozenset[str]
    """Names that stand for constants whose values are not known."""
    mistakes: tuple[Mistake, ...]
    unique: str = ""
    """The digits that stand for `%=`, the number that is another in each copy of the code."""

    def offset(self, at: int) -> int:
        """Return the offset in the template of an offset in the text."""
        return at + self.distances[max(bisect_right(self.starts, at) - 1, 0)]


REGISTERS: Final = {
    # LLVM has a constraint for predicates, which C++ has no type for.
    "b": "pred",
    "h": "b16",
    "c": "b16",
    "r": "b32",
    "l": "b64",
    "q": "b128",
    "f": "f32",
    "d": "f64",
}
"""The types of registers that compilers declare for constraints."""


def constraint_letter(operand: Operand, outputs: tuple[Operand, ...]) -> str | None:
    """Return the constraint letter of an operand, without its prefix, or None for an unknown one.

    A number stands for the constraint of an output.
    """
    letter = operand.constraint.lstrip("=+&%*")
    # A tie, `"0"(x)`, has the type of the output of that number.
    if letter.isascii() and letter.isdecimal() and int(letter) < len(outputs):
        letter = outputs[int(letter)].constraint.lstrip("=+&%*")
    return letter if letter in REGISTERS or letter in {"n", "i", "C"} else None


_CUDA: Final = re.compile(
    r"%(?:(?P<number>\d+)|(?P<escape>[%{}|])|\[(?P<name>\w+)\]|(?P<unique>=)"
    r"|(?P<letter>[A-Za-z])(?P<rest>[\w$]*)|(?P<other>))"
)
_LLVM: Final = re.compile(
    r"\$(?:(?P<number>\d+)|(?P<escape>\$)|\{(?P<braced>\d+)(?::\w)?\}|\((?P<group>)|(?P<other>))"
)
_OF_CUDA: Final = re.compile(r"(?<![\w%$])%\d+(?![\w$])")
_INTEGER: Final = re.compile(r"[-+]?\s*(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*")
MAX_DIGITS: Final = 8
"""Digits of the number of an operand that are read."""
_FIRST_UNIQUE: Final = 40_009
"""A number of five digits, which fits every register of 16 bits."""
_MISSING: Final = "%_missing"
_WORDS: Final = {"true": "1", "false": "0"}


def constant_value(text: str) -> str | None:
    """Return the value of an expression, as PTX writes it, if it is a plain number."""
    text = text.strip("() ")
    if text in _WORDS:
        return _WORDS[text]
    if not _INTEGER.fullmatch(text):
        return None
    number = text.rstrip("uUlL").replace(" ", "").lstrip("+")
    # A leading zero makes the number octal in C++; the compiler writes its value.
    return number if not re.fullmatch(r"-?0\d+", number) else str(int(number, 8))


class _Filling:
    """The filling in of one template."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.operands = (*block.outputs, *block.inputs)
        self.names = {each.name: at for at, each in enumerate(self.operands) if each.name}
        self.used: set[int] = set()
        self.unknown: set[str] = set()
        self.mistakes: list[Mistake] = []
        self.sign = "%" if block.dialect == "cuda" else "$"
        # `%=` becomes a number that the text does not have, so that names with it can be told.
        numbers = map(str, count(_FIRST_UNIQUE))
        self.unique = next(number for number in numbers if number not in block.template)

    def parts(self) -> Iterator[tuple[int, int, str]]:
        """Yield the replacements: start and end in the template, and the new text."""
        # Without operands C++ replaces nothing: `%r1` is a register.
        if self.block.basic and self.sign == "%":
            for match in re.finditer(r"%%[\w$.]*", self.block.template):
                message = f"{match[0]} has two percent signs in a statement without operands"
                help_ = f"write {match[0][1:]}"
                mistake = Mistake(
                    "INL020", match.start(), len(match[0]), message, help_, match[0][1:]
                )
                self.mistakes.append(mistake)
            return
        if self.sign == "$":
            for match in _OF_CUDA.finditer(self.block.template):
                number = match[0].lstrip("%")
                if len(number) > MAX_DIGITS or int(number) >= len(self.operands):
                    continue
                # The dollar sign is LLVM's: a percent sign begins a register of PTX.
                message = f"{match[0]} is a register of this name, and no operand"
                mistake = Mistake(
                    "INL002", match.start(), len(match[0]), message, f"write ${number}"
                )
                self.mistakes.append(mistake)
                self.unknown.add(f"%{number}")
                self.used.add(int(number))
        pattern = _CUDA if self.sign == "%" else _LLVM
        for match in pattern.finditer(self.block.template):
            replaced = self._replacement(match)
            if replaced != match[0]:
                yield match.start(), match.end(), replaced

    def _replacement(self, match: re.Match[str]) -> str:
        """Return the replacement of a percent or dollar sign with its operand."""
        kind = match.lastgroup
        start, end = match.span()
        if kind in {"number", "braced"}:
            text = match[kind]
            # A longer number is beyond all operands anyway.
            number = int(text) if len(text) <= MAX_DIGITS else len(self.operands)
            if number >= len(self.operands):
                count = len(self.operands)
                has = {0: "no operands", 1: f"one operand, {self.sign}0"}.get(
                    count,
                    f"{format_count(count, 'operand')}, {self.sign}0 to {self.sign}{count - 1}",
                )
                message = f"there is no operand {self.sign}{text}: the statement has {has}"
                self.mistakes.append(Mistake("INL002", match.start(), len(match[0]), message))
            return self._named(number, start)
        if kind == "escape":
            # `%%` stands for a percent sign, and `%{` for a brace, where GCC has alternatives.
            return match[0][1]
        if kind == "unique":
            return self.unique
        if kind == "name":
            found = self.names.get(match["name"])
            if found is None:
                message = f"no operand is called [{match['name']}]"
                self.mistakes.append(Mistake("INL002", start, end - start, message))
                self.unknown.add(_MISSING)
                return _MISSING
            message = f"nvcc has no names of operands: {match[0]} is %{found}"
            help_ = f"write %{found}"
            self.mistakes.append(Mistake("INL017", start, end - start, message, help_, f"%{found}"))
            return self._named(found, start)
        if kind == "rest":
            message = f"{match[0]} has one percent sign in a statement with operands"
            help_ = f"write %{match[0]}"
            self.mistakes.append(
                Mistake("INL012", match.start(), len(match[0]), message, help_, f"%{match[0]}")
            )
        return match[0]

    def _named(self, number: int, at: int) -> str:
        """Return the replacement of an operand, and note its use."""
        name = f"{self.sign}{number}"
        self.used.add(number)
        if number >= len(self.operands):
            self.unknown.add(name)
            return name
        operand = self.operands[number]
        # A register keeps its name `%0`, which PTX allows: only constants are replaced.
        if constraint_letter(operand, self.block.outputs) not in {"n", "i"}:
            return name
        value = constant_value(operand.text)
        if value is not None:
            return value
        template = self.block.template
        before = template[max(at - 1, 0) : at]
        # Within a name, in `r<%0>` or after `[a+` only a number parses: any will do.
        if before.isalnum() or before in {"_", "$", "<"} or _in_brackets(template, at):
            return "0"
        self.unknown.add(name)
        return name


def _in_brackets(template: str, at: int) -> bool:
    """Return whether an offset of a template is in an address, after its base."""
    opened = template.rfind("[", 0, at)
    return opened > template.rfind("]", 0, at) and "+" in template[opened:at]


def fill(block: Block) -> Filled:
    """Return the PTX of a block."""
    filling = _Filling(block)
    parts: list[str] = []
    starts, distances = [0], [0]
    length = done = 0
    for start, end, text in filling.parts():
        parts += (block.template[done:start], text)
        length += start - done
        # Both ends of each replacement are recorded: the text between two has one distance to the
        # template.
        starts.append(length)
        distances.append(start - length)
        length += len(text)
        done = end
        starts.append(length)
        distances.append(done - length)
    parts.append(block.template[done:])
    return Filled(
        "".join(parts),
        starts,
        distances,
        frozenset(filling.used),
        frozenset(filling.unknown),
        tuple(filling.mistakes),
        filling.unique,
    )
