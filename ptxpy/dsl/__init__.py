"""The language in which modules are written in Python; running it records PTX."""

from __future__ import annotations

from ptxpy.dsl import helpers as helpers
from ptxpy.dsl.authored import AuthoredKernel as AuthoredKernel
from ptxpy.dsl.binding import LaunchDefaults as LaunchDefaults
from ptxpy.dsl.checks import InstructionError, UnknownInstructionWarning, checking
from ptxpy.dsl.functions import Function as Function
from ptxpy.dsl.functions import Loader as Loader
from ptxpy.dsl.functions import extern, func
from ptxpy.dsl.intrinsics import intrinsic
from ptxpy.dsl.kernels import kernel
from ptxpy.dsl.module import module
from ptxpy.dsl.namespace import PTX, declarator, var
from ptxpy.dsl.operands import Register, Symbol
from ptxpy.dsl.positions import at, mark
from ptxpy.dsl.program import from_python
from ptxpy.dsl.registers import RegisterFile, Registers
from ptxpy.dsl.shared.memory import SharedMemory
from ptxpy.dsl.spots import Spot as Spot
from ptxpy.dsl.spots import raising_line as raising_line
from ptxpy.dsl.spots import raising_spot as raising_spot
from ptxpy.dsl.statements import Labels, directive, pragma_directive, section
from ptxpy.dsl.tensors.tile import Layout, Tile
from ptxpy.dsl.trace import TraceError
from ptxpy.dsl.traced import Traced as Traced
from ptxpy.dsl.traced import trace_kernel as trace_kernel
from ptxpy.dsl.traced import trace_python as trace_python
from ptxpy.dsl.types import Type, align, attribute, attributes, fundamental

ptx = PTX()
reg = Registers()
smem = SharedMemory()
L = Labels()

__all__ = [
    "PTX",
    "InstructionError",
    "L",
    "Layout",
    "Register",
    "RegisterFile",
    "Symbol",
    "Tile",
    "TraceError",
    "Type",
    "UnknownInstructionWarning",
    "align",
    "at",
    "attribute",
    "attributes",
    "checking",
    "declarator",
    "directive",
    "extern",
    "from_python",
    "func",
    "fundamental",
    "intrinsic",
    "kernel",
    "mark",
    "module",
    "pragma_directive",
    "ptx",
    "reg",
    "section",
    "smem",
    "var",
]
"""What generated programs may import, and what their own names do not hide."""
