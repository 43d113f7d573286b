"""Video instructions, on parts of registers and on packed values (PTX ISA 9.7.18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError
from ptxpy.sim.numpy_types import KINDS

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = []

_COMPARISONS = ("vset", "vset2", "vset4")
"""Instructions without a type of their result, which is `.u32`."""


def _split_selector(operand: n.Operand) -> tuple[n.Operand, str]:
    """Return the register of an operand, and its selector, with `-` in front if it is negated."""
    if isinstance(operand, n.Unary) and not isinstance(operand.operand, n.Literal):
        inner, selector = _split_selector(operand.operand)
        return inner, operand.operator + selector
    if isinstance(operand, n.Component):
        return operand.base, f".{operand.component}"
    return operand, ""


@emits(
    "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset",
    "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2",
    "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4",
)  # fmt: skip
def _video(writer: PieceWriter, site: Site) -> None:
    from ptxpy.sim.semantics.integers.video import (  # noqa: PLC0415 - loads the functions
        video_operation,
    )

    opcode = site.node.opcode
    operands, selectors = zip(*map(_split_selector, site.operands), strict=True)
    function = video_operation(opcode, site.modifiers, selectors)
    types = types_of(site)
    if opcode in _COMPARISONS:
        types.insert(0, "u32")
    if function is None:
        msg = f"{opcode}{''.join(site.modifiers)}"
        raise UnsupportedInstructionError(msg)
    kinds = [KINDS[type_] for type_ in (*types[1:], types[0])]
    sources = [
        writer.source(site, operand, kind)
        for operand, kind in zip(operands[1:], kinds, strict=False)
    ]
    writer.assign(site, operands[0], writer.call(function, *sources), kinds[-1])
