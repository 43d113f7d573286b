"""The language in which modules are written in Python; running it records PTX."""

from __future__ import annotations

from typing import Final

from ptxpy._hooks import Loader as Loader
from ptxpy.dsl import helpers as helpers
from ptxpy.dsl.functions.binding import LaunchDefaults as LaunchDefaults
from ptxpy.dsl.functions.function import Function as Function
from ptxpy.dsl.functions.function import extern, func
from ptxpy.dsl.functions.kernels import kernel
from ptxpy.dsl.functions.standalone import StandaloneKernel as StandaloneKernel
from ptxpy.dsl.namespaces.debug_positions import at, mark
from ptxpy.dsl.namespaces.debug_sections import section
from ptxpy.dsl.namespaces.intrinsics import intrinsic
from ptxpy.dsl.namespaces.ptx_namespace import PTX
from ptxpy.dsl.namespaces.statements import Labels, directive, pragma_directive
from ptxpy.dsl.namespaces.variables import declarator, var
from ptxpy.dsl.programs.exception_locations import ExceptionLocation as ExceptionLocation
from ptxpy.dsl.programs.exception_locations import raising_line as raising_line
from ptxpy.dsl.programs.exception_locations import raising_location as raising_location
from ptxpy.dsl.programs.exec_program import from_python
from ptxpy.dsl.programs.traced_program import Traced as Traced
from ptxpy.dsl.programs.traced_program import trace_kernel as trace_kernel
from ptxpy.dsl.programs.traced_program import trace_python as trace_python
from ptxpy.dsl.shared_memory.smem import SharedMemory
from ptxpy.dsl.tensors.tile import Layout, Tile
from ptxpy.dsl.tracing.module_trace import module
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.dsl.values.operand_conversion import Register, Symbol
from ptxpy.dsl.values.registers import RegisterFile, Registers
from ptxpy.dsl.values.types import Type, align, attribute, attributes, fundamental
from ptxpy.dsl.verification.instruction_checks import (
    InstructionError,
    UnknownInstructionWarning,
    checking,
)

ptx = PTX()
reg = Registers()
smem = SharedMemory()
L = Labels()
AuthoredKernel = StandaloneKernel
"""The earlier name of `StandaloneKernel`."""

PROGRAM_NAMES: Final = (
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
)
"""The names that generated programs may import and must not hide."""

__all__ = [
    "PROGRAM_NAMES",
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
