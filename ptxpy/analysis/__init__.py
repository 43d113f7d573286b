"""What follows from a function's code: control flow, accesses to registers, liveness, divergence.

Everything here reads the IR and the instruction table and changes nothing. A statement is named
by its index in the `Code` of its function.
"""

from ptxpy.analysis.code import Code, bodies, flatten, items
from ptxpy.analysis.control_flow import Block, ControlFlowGraph, control_flow
from ptxpy.analysis.events import reached_from, reaches
from ptxpy.analysis.liveness import Liveness, Pressure, liveness
from ptxpy.analysis.names import Names
from ptxpy.analysis.registers import Accesses, RegisterTable, accesses, register_table

__all__ = [
    "Accesses",
    "Block",
    "Code",
    "ControlFlowGraph",
    "Liveness",
    "Names",
    "Pressure",
    "RegisterTable",
    "accesses",
    "bodies",
    "control_flow",
    "flatten",
    "items",
    "liveness",
    "reached_from",
    "reaches",
    "register_table",
]
