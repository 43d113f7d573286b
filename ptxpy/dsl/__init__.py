"""The language in which modules are written in Python; running it records PTX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._faces import lazy_names
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
"""The namespace of instructions and statements: `ptx.add.s32(a, b)`."""
reg = Registers()
"""The namespace of registers: `reg.scalar(u32, 0)`, `reg.array(f32, 8)`."""
smem = SharedMemory()
"""The namespace of shared memory: `smem.alloc(f32, 128)`."""
L = Labels()
"""The basic-block labels of a function, by number: `L[2]`."""
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

if TYPE_CHECKING:
    from ptxpy.dsl.functions.heads import TUNING_DIRECTIVES
    from ptxpy.dsl.margins.logical_lines import strip_margins
    from ptxpy.dsl.programs.exec_program import run_program
    from ptxpy.dsl.tensors.dims import unify_envs
    from ptxpy.dsl.tensors.dtypes import DTYPES, dtype_name, element_bytes
    from ptxpy.dsl.tensors.tile_layouts import MATRIX_BOX_COLUMNS, PADDED_BOX_COLUMNS
    from ptxpy.dsl.tracing.instructions import hides_instruction
    from ptxpy.dsl.values.operand_conversion import float_text
    from ptxpy.dsl.values.registers import PREFIXES
    from ptxpy.dsl.values.types import NAMED

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.dsl.functions.heads": "TUNING_DIRECTIVES",
        "ptxpy.dsl.margins.logical_lines": "strip_margins",
        "ptxpy.dsl.programs.exec_program": "run_program",
        "ptxpy.dsl.tensors.dims": "unify_envs",
        "ptxpy.dsl.tensors.dtypes": "DTYPES dtype_name element_bytes",
        "ptxpy.dsl.tensors.tile_layouts": "MATRIX_BOX_COLUMNS PADDED_BOX_COLUMNS",
        "ptxpy.dsl.tracing.instructions": "hides_instruction",
        "ptxpy.dsl.values.operand_conversion": "float_text",
        "ptxpy.dsl.values.registers": "PREFIXES",
        "ptxpy.dsl.values.types": "NAMED",
    },
)

__all__ = [
    "DTYPES",
    "MATRIX_BOX_COLUMNS",
    "NAMED",
    "PADDED_BOX_COLUMNS",
    "PREFIXES",
    "PROGRAM_NAMES",
    "PTX",
    "TUNING_DIRECTIVES",
    "Function",
    "InstructionError",
    "L",
    "LaunchDefaults",
    "Layout",
    "Register",
    "RegisterFile",
    "StandaloneKernel",
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
    "dtype_name",
    "element_bytes",
    "extern",
    "float_text",
    "from_python",
    "func",
    "fundamental",
    "hides_instruction",
    "intrinsic",
    "kernel",
    "mark",
    "module",
    "pragma_directive",
    "ptx",
    "raising_line",
    "raising_location",
    "reg",
    "run_program",
    "section",
    "smem",
    "strip_margins",
    "trace_kernel",
    "trace_python",
    "unify_envs",
    "var",
]
