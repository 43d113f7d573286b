"""Assembling PTX into a cubin, with nvJitLink: no GPU and no CUDA toolkit is needed."""

from ptxpy.assemble.assembler import Assembly, assemble
from ptxpy.assemble.child import DEFAULT_LIMITS, AssemblerMissing, Limits
from ptxpy.assemble.messages import AssembleError, Message, Severity, parse_log
from ptxpy.assemble.resources import Resources

__all__ = [
    "DEFAULT_LIMITS",
    "AssembleError",
    "AssemblerMissing",
    "Assembly",
    "Limits",
    "Message",
    "Resources",
    "Severity",
    "assemble",
    "parse_log",
]
