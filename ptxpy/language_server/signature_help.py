"""The operands of the instruction that is being written, and of the function that is called."""

from __future__ import annotations

from ptxpy._records import NamedTuple
from ptxpy.language_server.instruction_help import Signature, signatures_of
from ptxpy.language_server.listing import Listing
from ptxpy.language_server.operands import Instruction, instruction_in

__all__ = ["SignatureHelp", "signature_help"]


class SignatureHelp(NamedTuple):
    """The forms of an instruction, and which operand the cursor is at."""

    signatures: list[Signature]
    chosen: int
    """The signature that fits as many operands as are written."""
    operand: int
    """The operand from 0."""


def signature_help(listing: Listing, offset: int) -> SignatureHelp | None:
    """Return the operands of the instruction at an offset; None outside of operands."""
    before = listing.statement_before(offset)
    if before is None:
        return None
    # Behind its semicolon nothing of an instruction is being written.
    if before.end <= offset and before.statement.is_ended:
        return None
    instruction = instruction_in(listing.text, before.start, offset)
    if instruction is None or offset <= instruction.opcode_token.end:
        return None
    number = max(len(instruction.operands) - 1, 0)
    if instruction.opcode == "call":
        return _of_call(listing, offset, instruction)
    return help_of(instruction.opcode, instruction.modifiers, number)


def help_of(opcode: str, modifiers: tuple[str, ...], number: int) -> SignatureHelp | None:
    """Return the forms of an instruction, of which an operand is being written."""
    found = signatures_of(opcode, modifiers)
    if not found:
        return None
    chosen = next((at for at, each in enumerate(found) if len(each.operands) > number), 0)
    return SignatureHelp(found, chosen, number)


def _of_call(listing: Listing, offset: int, instruction: Instruction) -> SignatureHelp | None:
    """Return the parameters of the function that a call names."""
    words = [
        listing.text[token.start : token.end]
        for tokens in instruction.operands
        for token in tokens
        if token.kind == "word"
    ]
    scope = listing.scope_at(offset)
    for word in words:
        meant = scope.find(word)
        if meant is None or meant[0].kind != "function":
            continue
        head = " ".join(meant[0].statement.text.rstrip("{; \n\t").split())
        names = []
        position = head.find(word) + len(word)
        while (start := head.find(".param", position)) >= 0:
            end = min(
                at for at in (head.find(",", start), head.find(")", start), len(head)) if at > 0
            )
            names.append((start, end))
            position = end
        arguments = instruction.operands[-1] if instruction.operands else ()
        commas = sum(listing.text[token.start] == "," for token in arguments)
        signature = Signature(head, tuple(names), ("",) * len(names), "")
        return SignatureHelp([signature], 0, commas)
    return None
