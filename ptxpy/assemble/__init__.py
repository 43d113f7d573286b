"""Assembling PTX into a cubin, by the call of ptxas or nvJitLink; no GPU is needed."""

from ptxpy.assemble import toolchain
from ptxpy.assemble.assembler import AssemblerName, assemble, target_of
from ptxpy.assemble.assembly import Assembly, Resources
from ptxpy.assemble.child import DEFAULT_LIMITS, AssemblerMissing, AssemblerMissingError, Limits
from ptxpy.assemble.disassembler import (
    DisassembleError,
    DisassemblerMissingError,
    disassemble,
)
from ptxpy.assemble.messages import AssembleError, Message, Severity, UnsupportedError, parse_log

__all__ = [
    "DEFAULT_LIMITS",
    "AssembleError",
    "AssemblerMissing",
    "AssemblerMissingError",
    "AssemblerName",
    "Assembly",
    "DisassembleError",
    "DisassemblerMissingError",
    "Limits",
    "Message",
    "Resources",
    "Severity",
    "UnsupportedError",
    "assemble",
    "disassemble",
    "parse_log",
    "target_of",
    "toolchain",
]
