"""Checking a module against the instruction table.

`check_module` walks a module and yields what the table does not allow; `operand_of` tells what an
operand is, by the declarations in `Names`.
"""

from ptxpy.check.instructions import Finding, check_module, instruction_problem
from ptxpy.check.names import Names
from ptxpy.check.operands import operand_of

__all__ = ["Finding", "Names", "check_module", "instruction_problem", "operand_of"]
