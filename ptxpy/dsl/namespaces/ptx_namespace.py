"""The namespace `ptx`: instructions, statements, operands, control flow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.namespaces.named_numbers import NamedNumbers
from ptxpy.dsl.namespaces.operand_expressions import Expressions
from ptxpy.dsl.namespaces.raw_text import RawText
from ptxpy.dsl.namespaces.special_registers import SpecialRegisters
from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.tracing.instructions import ExplicitInstructions, Instructions

if TYPE_CHECKING:
    from ptxpy.dsl.helpers.pipelines import NamedBarrier, PipelineState

if TYPE_CHECKING:  # every instruction by name, for editors: made by tools/generate_stubs
    from ptxpy.dsl.namespaces.instruction_stubs import InstructionStubs as ExplicitNamed
    from ptxpy.dsl.namespaces.instruction_stubs import InstructionStubs as Named
else:
    Named, ExplicitNamed = Instructions, ExplicitInstructions


class PTX(Statements, ControlFlow, Expressions, NamedNumbers, RawText, Named):
    """The namespace `ptx`: every instruction, and the statements and operands around them.

    A dotted opcode emits exactly one instruction: `r[1] = ptx.add.s32(r[2], 1)`.
    """

    __all__ = ()
    """`from ptxpy.ptx import *` binds nothing: the names of opcodes hide those of Python."""

    inst = ExplicitNamed()
    special = SpecialRegisters()

    @property
    def NamedBarrier(self) -> type[NamedBarrier]:  # noqa: N802 - a class
        """What `ptx.named_barrier` returns."""
        from ptxpy.dsl.helpers.pipelines import NamedBarrier  # noqa: PLC0415 - at its first use

        return NamedBarrier

    @property
    def PipelineState(self) -> type[PipelineState]:  # noqa: N802 - a class
        """What `ptx.pipeline` returns."""
        from ptxpy.dsl.helpers.pipelines import PipelineState  # noqa: PLC0415 - at its first use

        return PipelineState
