"""The parts of an instruction that may be half-written: its guard, its opcode and its operands."""

from __future__ import annotations

from typing import Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.language_server.listing import Found
from ptxpy.syntax import Token, scan

__all__ = ["Instruction", "instruction_of", "is_written", "read_instruction"]


class Instruction(NamedTuple):
    """An instruction, of which parts may be missing."""

    text: str
    """The text that the tokens are of."""
    opcode_token: Token
    """The opcode with its modifiers."""
    opcode: str
    modifiers: tuple[str, ...]
    """Each with its dot."""
    operands: tuple[tuple[Token, ...], ...]
    """The tokens of each operand; none of one that is not there yet."""

    @property
    def name(self) -> str:
        """The opcode with its modifiers."""
        return self.opcode + "".join(self.modifiers)

    def operand_text(self, number: int) -> str:
        """Return the text of an operand; empty for one that is missing."""
        if number >= len(self.operands) or not self.operands[number]:
            return ""
        tokens = self.operands[number]
        return self.text[tokens[0].start : tokens[-1].end]

    def operand_at(self, offset: int) -> int:
        """Return the number of the operand that an offset is in; -1 for none."""
        for number, tokens in enumerate(self.operands):
            if tokens and tokens[0].start <= offset <= tokens[-1].end:
                return number
        return -1


_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


def read_instruction(text: str, tokens: list[Token]) -> Instruction | None:
    """Return the instruction that some tokens of a text are; None if they have no opcode."""
    words = [text[token.start : token.end] for token in tokens]
    at = 0
    if words[:1] == ["@"]:
        at = 1
        while at < len(words) and words[at] in ("!", "%"):
            at += 1
        at += 1
        # `%p.x` as a guard: the component of a vector.
        while at < len(words) and tokens[at].kind == "modifier":
            at += 1
    if at >= len(words) or tokens[at].kind not in ("word", "dotted"):
        return None
    opcode, *modifiers = words[at].split(".")
    end = at + 1
    # `add.` is a word and a mark, as no modifier follows the dot yet.
    while end < len(words) and (tokens[end].kind == "modifier" or words[end] == "."):
        modifiers.append(words[end][1:])
        end += 1
    operands: list[list[Token]] = [[]]
    depth = 0
    for word, token in zip(words[end:], tokens[end:], strict=True):
        if word == ";" and depth <= 0:
            break
        if word == "," and depth == 0:
            operands.append([])
            continue
        if token.kind == "mark":
            depth += (word in _OPENING) - (word in _CLOSING)
        operands[-1].append(token)
    if operands == [[]]:
        operands = []
    opcode_token = Token("dotted", tokens[at].start, tokens[end - 1].end)
    return Instruction(
        text,
        opcode_token,
        opcode,
        tuple(f".{modifier}" for modifier in modifiers if modifier),
        tuple(map(tuple, operands)),
    )


def instruction_of(found: Found, text: str) -> Instruction | None:
    """Return the instruction that a statement of a text is; None if it has no opcode."""
    return read_instruction(text, found.tokens())


def instruction_in(text: str, start: int, end: int) -> Instruction | None:
    """Return the instruction in a part of a text, with offsets in the text."""
    tokens = [token for token in scan(text, start, end) if token.kind != "comment"]
    return read_instruction(text, tokens)


def is_written(instruction: Instruction, offset: int) -> bool:
    """Return whether an instruction writes the register at an offset."""
    number = instruction.operand_at(offset)
    if number < 0:
        return False
    tokens = instruction.operands[number]
    # An address is read in any place.
    if instruction.text[tokens[0].start] == "[":
        return False
    if instruction.opcode == "call":
        return number == 0 and instruction.text[tokens[0].start] == "("
    opcode, modifiers = instruction.opcode, instruction.modifiers
    return number < isa.destinations(opcode, modifiers) or number in isa.explicit_writes(
        opcode, modifiers
    )
