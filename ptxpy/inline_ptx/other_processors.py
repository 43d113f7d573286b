"""Inline assembly that is not for NVIDIA's GPUs: of the host, or of another vendor's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.isa.table import entries

if TYPE_CHECKING:
    from ptxpy.inline_ptx.blocks import Block

__all__ = ["HOST", "is_for_other_processor"]

HOST: Final = "the assembly is not for NVIDIA's GPUs"

_PTX_CONSTRAINT: Final = re.compile(r"[=+]?[&%]?(?:[hrlqfdnCbci]|[0-9]+)")
_WORD: Final = re.compile(r"\s*(?:\{\s*)?(?:@!?[%\w]+\s+)?(?:[$%\w]+:\s*)?([a-z_]\w*)")


def is_for_other_processor(block: Block) -> bool:
    """Return whether neither the text of a block nor its operands are PTX."""
    word = _WORD.match(block.template)
    if word is None or entries(word[1]):
        return False
    operands = (*block.outputs, *block.inputs)
    if any(not _PTX_CONSTRAINT.fullmatch(operand.constraint) for operand in operands):
        return True
    return ";" not in block.template
