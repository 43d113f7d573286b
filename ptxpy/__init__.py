"""ptxpy: PTX as Python that people read and change, and back, byte for byte."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ptxpy import _loading as _loading  # first: Ctrl-C while the rest is loaded
from ptxpy import ir, types
from ptxpy.__about__ import __version__
from ptxpy.codegen import LeftOutWarning, Proof, ProofError, prove, to_python
from ptxpy.dsl import (
    InstructionError,
    L,
    Layout,
    Register,
    RegisterFile,
    Symbol,
    Tile,
    TraceError,
    Type,
    UnknownInstructionWarning,
    align,
    at,
    attribute,
    attributes,
    checking,
    declarator,
    directive,
    extern,
    from_python,
    func,
    fundamental,
    intrinsic,
    kernel,
    mark,
    module,
    pragma_directive,
    ptx,
    reg,
    section,
    smem,
    var,
)
from ptxpy.dsl.functions.function import Loader
from ptxpy.dsl.values.types import (
    b8,
    b16,
    b32,
    b64,
    b128,
    bf16,
    bf16x2,
    e4m3,
    e5m2,
    f16,
    f16x2,
    f32,
    f64,
    pred,
    s8,
    s16,
    s32,
    s64,
    samplerref,
    surfref,
    texref,
    tf32,
    u8,
    u16,
    u32,
    u64,
)
from ptxpy.printer import emit, emit_bytes
from ptxpy.syntax import PtxSyntaxError, parse

if TYPE_CHECKING:
    from ptxpy import allocate, cpasync
    from ptxpy.launch import (
        ArgumentError,
        Kernel,
        KernelNameError,
        LaunchError,
        Struct,
        TensorMap,
        load,
        readonly,
    )
    from ptxpy.sim import SimulationError, UnsupportedError

_LATER = {
    **dict.fromkeys(
        (
            "ArgumentError",
            "Kernel",
            "KernelNameError",
            "LaunchError",
            "Struct",
            "TensorMap",
            "load",
            "readonly",
        ),
        "ptxpy.launch",
    ),
    **dict.fromkeys(("SimulationError", "UnsupportedError"), "ptxpy.sim"),
}
"""Names that need NumPy, which is loaded when one of them is first used."""


_MODULES = ("allocate", "cpasync")
"""Helpers for authors, which are loaded when they are first used."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Return a name that is loaded at its first use."""
    if name in _MODULES:
        return import_module(f"ptxpy.{name}")
    if name not in _LATER:
        msg = f"module 'ptxpy' has no attribute {name!r}"
        raise AttributeError(msg)
    found = globals()[name] = getattr(import_module(_LATER[name]), name)
    return found


def _load(kernel: Any) -> Any:  # noqa: ANN401 - a kernel, and what can be launched
    """Load a kernel of the DSL; NumPy is loaded when the first one is launched."""
    return import_module("ptxpy.launch").load(kernel)


def _call(kernel: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:  # noqa: ANN401
    """Call a kernel with tensors."""
    return import_module("ptxpy.launch.tensor_calls").call(kernel, arguments, options)


def _architecture() -> str | None:
    """Return the architecture of the first GPU here, None without one."""
    found: str | None = import_module("ptxpy.launch.backends").architecture()
    return found


Loader.load = staticmethod(_load)
Loader.call = staticmethod(_call)
Loader.architecture = staticmethod(_architecture)

__all__ = [
    "ArgumentError",
    "InstructionError",
    "Kernel",
    "KernelNameError",
    "L",
    "LaunchError",
    "Layout",
    "LeftOutWarning",
    "Proof",
    "ProofError",
    "PtxSyntaxError",
    "Register",
    "RegisterFile",
    "SimulationError",
    "Struct",
    "Symbol",
    "TensorMap",
    "Tile",
    "TraceError",
    "Type",
    "UnknownInstructionWarning",
    "UnsupportedError",
    "__version__",
    "align",
    "allocate",
    "at",
    "attribute",
    "attributes",
    "b8",
    "b16",
    "b32",
    "b64",
    "b128",
    "bf16",
    "bf16x2",
    "checking",
    "cpasync",
    "declarator",
    "directive",
    "e4m3",
    "e5m2",
    "emit",
    "emit_bytes",
    "extern",
    "f16",
    "f16x2",
    "f32",
    "f64",
    "from_python",
    "func",
    "fundamental",
    "intrinsic",
    "ir",
    "kernel",
    "load",
    "mark",
    "module",
    "parse",
    "pragma_directive",
    "pred",
    "prove",
    "ptx",
    "readonly",
    "reg",
    "s8",
    "s16",
    "s32",
    "s64",
    "samplerref",
    "section",
    "smem",
    "surfref",
    "texref",
    "tf32",
    "to_python",
    "types",
    "u8",
    "u16",
    "u32",
    "u64",
    "var",
]
