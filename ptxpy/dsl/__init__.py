"""The language in which modules are written in Python; running it records PTX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._faces import lazy_names
from ptxpy._hooks import Loader as Loader
from ptxpy.dsl import helpers as helpers

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
    from ptxpy.dsl.functions.binding import LaunchDefaults
    from ptxpy.dsl.functions.function import Function, extern, func
    from ptxpy.dsl.functions.heads import TUNING_DIRECTIVES
    from ptxpy.dsl.functions.kernels import kernel
    from ptxpy.dsl.functions.standalone import AuthoredKernel as AuthoredKernel
    from ptxpy.dsl.functions.standalone import StandaloneKernel
    from ptxpy.dsl.margins.logical_lines import strip_margins
    from ptxpy.dsl.namespaces.debug_positions import at, mark
    from ptxpy.dsl.namespaces.debug_sections import section
    from ptxpy.dsl.namespaces.intrinsics import intrinsic
    from ptxpy.dsl.namespaces.ptx_namespace import PTX, ptx
    from ptxpy.dsl.namespaces.statements import L, directive, pragma_directive
    from ptxpy.dsl.namespaces.variables import declarator, var
    from ptxpy.dsl.programs.exception_locations import (
        MAX_CALLS,
        ExceptionLocation,
        calling_lines,
        described_calls,
        located_messages,
        raising_line,
        raising_location,
    )
    from ptxpy.dsl.programs.exec_program import code_of, from_python, run_program
    from ptxpy.dsl.programs.traced_program import Traced as Traced
    from ptxpy.dsl.programs.traced_program import trace_kernel, trace_python
    from ptxpy.dsl.shared_memory.smem import smem
    from ptxpy.dsl.tensors.dims import unify_envs
    from ptxpy.dsl.tensors.dtypes import DTYPES, dtype_name, element_bytes
    from ptxpy.dsl.tensors.tile import Layout, Tile
    from ptxpy.dsl.tensors.tile_layouts import MATRIX_BOX_COLUMNS, PADDED_BOX_COLUMNS
    from ptxpy.dsl.tracing.instructions import HELPERS, hides_instruction
    from ptxpy.dsl.tracing.module_trace import module
    from ptxpy.dsl.tracing.trace import TraceError
    from ptxpy.dsl.values.operand_conversion import Register, Symbol, float_text
    from ptxpy.dsl.values.registers import PREFIXES, RegisterFile, reg
    from ptxpy.dsl.values.types import NAMED, Type, align, attribute, attributes, fundamental
    from ptxpy.dsl.verification.instruction_checks import (
        InstructionError,
        UnknownInstructionWarning,
        checking,
    )

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.dsl.functions.binding": "LaunchDefaults",
        "ptxpy.dsl.functions.function": "Function extern func",
        "ptxpy.dsl.functions.heads": "TUNING_DIRECTIVES",
        "ptxpy.dsl.functions.kernels": "kernel",
        "ptxpy.dsl.functions.standalone": "AuthoredKernel StandaloneKernel",
        "ptxpy.dsl.margins.logical_lines": "strip_margins",
        "ptxpy.dsl.namespaces.debug_positions": "at mark",
        "ptxpy.dsl.namespaces.debug_sections": "section",
        "ptxpy.dsl.namespaces.intrinsics": "intrinsic",
        "ptxpy.dsl.namespaces.ptx_namespace": "PTX ptx",
        "ptxpy.dsl.namespaces.statements": "L directive pragma_directive",
        "ptxpy.dsl.namespaces.variables": "declarator var",
        "ptxpy.dsl.programs.exception_locations": (
            "MAX_CALLS ExceptionLocation calling_lines described_calls located_messages "
            "raising_line raising_location"
        ),
        "ptxpy.dsl.programs.exec_program": "code_of from_python run_program",
        "ptxpy.dsl.programs.traced_program": "Traced trace_kernel trace_python",
        "ptxpy.dsl.shared_memory.smem": "smem",
        "ptxpy.dsl.tensors.dims": "unify_envs",
        "ptxpy.dsl.tensors.dtypes": "DTYPES dtype_name element_bytes",
        "ptxpy.dsl.tensors.tile": "Layout Tile",
        "ptxpy.dsl.tensors.tile_layouts": "MATRIX_BOX_COLUMNS PADDED_BOX_COLUMNS",
        "ptxpy.dsl.tracing.instructions": "HELPERS hides_instruction",
        "ptxpy.dsl.tracing.module_trace": "module",
        "ptxpy.dsl.tracing.trace": "TraceError",
        "ptxpy.dsl.values.operand_conversion": "Register Symbol float_text",
        "ptxpy.dsl.values.registers": "PREFIXES RegisterFile reg",
        "ptxpy.dsl.values.types": "NAMED Type align attribute attributes fundamental",
        "ptxpy.dsl.verification.instruction_checks": (
            "InstructionError UnknownInstructionWarning checking"
        ),
    },
)

__all__ = [
    "DTYPES",
    "HELPERS",
    "MATRIX_BOX_COLUMNS",
    "MAX_CALLS",
    "NAMED",
    "PADDED_BOX_COLUMNS",
    "PREFIXES",
    "PROGRAM_NAMES",
    "PTX",
    "TUNING_DIRECTIVES",
    "ExceptionLocation",
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
    "calling_lines",
    "checking",
    "code_of",
    "declarator",
    "described_calls",
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
    "located_messages",
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
