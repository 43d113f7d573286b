"""Scopes of modules whose errors a later check of the whole module reports, all at once.

The instruction still decides about its operands: a list is a vector if it takes one, and otherwise
an address. A mistake that no check of the module can see, as an integer in a register that an
instruction takes for a float, is an error as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.dsl.verification.instruction_checks import (
    InstructionError,
    ModuleScope,
    deferred_errors,
)
from ptxpy.dsl.verification.value_types import ValueScope

if TYPE_CHECKING:
    from ptxpy.ir import nodes as n
    from ptxpy.isa import Actual

__all__ = ["DeferringModuleScope", "DeferringValueScope"]


class _Deferring(ModuleScope):
    """A scope that leaves errors of the instruction table to a later check of the module."""

    defers = True

    has_free_version = False
    """Whether the module begins anew in another version where an instruction needs one."""

    def inner(self) -> Any:
        """Open a scope within this one."""
        made = type(self)(self.checker, self)
        made.has_free_version = self.has_free_version
        return made

    def record(self, node: n.Node) -> None:
        """Record the declarations of a statement; an unknown version or target counts as none."""
        try:
            super().record(node)
        except InstructionError as error:
            self._keep(error)
            self.set_platform(None, None)

    def _look_up(
        self, operation: Any, operands: list[Actual], values: tuple[Any, ...] | None = None
    ) -> bool:
        """Raise `InstructionError` for errors of the types of values alone; return as the base."""
        bare = [_without_values(each) for each in operands]
        problem = self.checker.problem(operation.opcode, operation.modifiers, bare)
        # PTX text does not have types of values, so no later check could report what they alone
        # show. An instruction of a later version is an error at once if the module may begin anew
        # in it.
        if problem is None or (problem.rule == "version" and self.has_free_version):
            return super()._look_up(operation, operands, values)
        kept = deferred_errors()
        # An opcode that the table does not have is no error where all operands are written.
        is_foreign = operation.explicit and problem.rule == "opcode"
        if kept is not None and not kept.is_full and not is_foreign:
            try:
                super()._look_up(operation, operands, values)
            except InstructionError as error:
                self._keep(error)
        return False

    @staticmethod
    def _keep(error: InstructionError) -> None:
        """Keep an error for a run that fails later, as its cause may be this one."""
        kept = deferred_errors()
        if kept is not None:
            kept.keep(error)


class DeferringModuleScope(_Deferring):
    """A scope of a module in the style of a compiler."""


class DeferringValueScope(_Deferring, ValueScope):
    """A scope in which values have types."""


def _without_values(operand: Actual) -> Actual:
    """Return an operand as a file of PTX has it."""
    parts = tuple([_without_values(each) for each in operand.parts])
    return operand._replace(value_type="", parts=parts)
