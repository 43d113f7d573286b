"""Analyses of a function's code: control flow, accesses to registers, liveness, divergence.

Everything here reads the IR and the instruction table and changes nothing. A statement is named
by its index in the `Code` of its function.
"""

from ptxpy.analysis.code import Code, bodies, flatten, items
from ptxpy.analysis.control_flow import Block, ControlFlowGraph, control_flow
from ptxpy.analysis.dataflow import solve_backward, solve_forward
from ptxpy.analysis.liveness import Liveness, Pressure, liveness
from ptxpy.analysis.registers import Accesses, RegisterTable, accesses, register_table
from ptxpy.analysis.symbol_table import SymbolTable

__all__ = [
    "Accesses",
    "Block",
    "Code",
    "ControlFlowGraph",
    "Liveness",
    "Pressure",
    "RegisterTable",
    "SymbolTable",
    "accesses",
    "bodies",
    "control_flow",
    "flatten",
    "items",
    "liveness",
    "register_table",
    "solve_backward",
    "solve_forward",
]
