"""Registers, as an import path: `from ptxpy.reg import from_, scalar`.

The module is the namespace `ptxpy.reg` itself: an import binds that object.
"""

from sys import modules

from ptxpy.dsl import reg
from ptxpy.dsl.values.operand_conversion import Register as Reg
from ptxpy.dsl.values.registers import RegisterFile as RegArray

alloc = reg.alloc
alloc_array = reg.alloc_array
array = reg.array
bulk = reg.bulk
declare = reg.declare
from_ = reg.from_
pred_type = reg.pred_type
run = reg.run
scalar = reg.scalar
stack = reg.stack
wgmma_frag = reg.wgmma_frag

__all__ = [
    "Reg",
    "RegArray",
    "alloc",
    "alloc_array",
    "array",
    "bulk",
    "declare",
    "from_",
    "pred_type",
    "run",
    "scalar",
    "stack",
    "wgmma_frag",
]

modules[__name__] = reg  # type: ignore[assignment]  # an object with the same names
