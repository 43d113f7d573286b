"""ptxpy: PTX as Python that people read and change, and back, byte for byte."""

import sys as _sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ptxpy import _loading as _loading  # first: Ctrl-C while the rest is loaded
from ptxpy.__about__ import __version__
from ptxpy._hooks import Display as _Display
from ptxpy._hooks import Loader as _Loader
from ptxpy._hooks import Locator as _Locator

if TYPE_CHECKING:
    from ptxpy import allocate, cpasync, ir, jax_support, torch_support, triton, types
    from ptxpy import analysis as analysis
    from ptxpy import check as check
    from ptxpy import compare as compare
    from ptxpy import isa as isa
    from ptxpy import passes as passes
    from ptxpy import sim as sim
    from ptxpy import styles as styles
    from ptxpy import syntax as syntax
    from ptxpy.captures.capturing import capture
    from ptxpy.captures.loading import load
    from ptxpy.captures.manifest import CaptureError
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
    from ptxpy.launch import (
        ArgumentError,
        Kernel,
        KernelNameError,
        LaunchError,
        Struct,
        TensorMap,
        detect_arch,
        multicast,
        readonly,
    )
    from ptxpy.launch.cuda.errors import CudaError, DriverMissingError
    from ptxpy.sim import SimulationError, UnsupportedError
    from ptxpy.sweeps import SweepRecord, sweep
    from ptxpy.syntax import PtxSyntaxError, parse
    from ptxpy.syntax.printer import emit, emit_bytes
    from ptxpy.torch_support import differentiable_kernel

_MODULES = {
    "allocate": "ptxpy.allocate",
    "cpasync": "ptxpy.cpasync",
    "jax_support": "ptxpy.jax_support",
    "kernel": "ptxpy.kernel",
    "torch_support": "ptxpy.torch_support",
    "triton": "ptxpy.triton",
}
"""Public modules, and `kernel`, an object that has a module of its own for its other names."""

_NAMES = {
    "ptxpy.codegen": "LeftOutWarning Proof ProofError prove to_python",
    "ptxpy.dsl": (
        "InstructionError L Layout Register RegisterFile Symbol Tile TraceError Type"
        " UnknownInstructionWarning align at attribute attributes checking declarator directive"
        " extern from_python func fundamental intrinsic mark module pragma_directive ptx"
        " reg section smem var"
    ),
    "ptxpy.dsl.values.types": (
        "b8 b16 b32 b64 b128 bf16 bf16x2 e4m3 e5m2 f16 f16x2 f32 f64 pred s8 s16 s32 s64"
        " samplerref surfref texref tf32 u8 u16 u32 u64"
    ),
    "ptxpy.launch": (
        "ArgumentError Kernel KernelNameError LaunchError Struct TensorMap detect_arch multicast"
        " readonly"
    ),
    "ptxpy.captures.capturing": "capture",
    "ptxpy.captures.loading": "load",
    "ptxpy.captures.manifest": "CaptureError",
    "ptxpy.launch.cuda.errors": "CudaError DriverMissingError",
    "ptxpy.syntax.printer": "emit emit_bytes",
    "ptxpy.sim": "SimulationError UnsupportedError",
    "ptxpy.sweeps": "SweepRecord sweep",
    "ptxpy.syntax": "PtxSyntaxError parse",
    "ptxpy.torch_support": "differentiable_kernel",
}
"""The public names by the module that defines them, which is imported at their first use."""

_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Import the object of a public name, at its first use."""
    if name in _HOMES:
        found = getattr(import_module(_HOMES[name]), name)
    elif name in _MODULES:
        found = import_module(_MODULES[name])
    elif name.startswith("_"):
        found = None
    else:
        found = _submodule(name)
    if found is None:
        msg = f"module 'ptxpy' has no attribute {name!r}"
        raise AttributeError(msg)
    globals()[name] = found
    return found


def _submodule(name: str) -> Any:  # noqa: ANN401 - a module or None
    """Import a package of the pipeline, as in `ptxpy.analysis.liveness`; None if there is none."""
    try:
        return import_module(f"ptxpy.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"ptxpy.{name}":
            raise
        return None


def __dir__() -> list[str]:
    """Return all names, those included that have not been used yet."""
    return sorted({*globals(), *__all__})


def _load(kernel: Any) -> Any:  # noqa: ANN401 - a kernel, and what can be launched
    """Load a kernel of the DSL; NumPy is loaded when the first one is launched."""
    return import_module("ptxpy.launch").load(kernel)


def _call(kernel: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:  # noqa: ANN401
    """Call a kernel with tensors; one that `torch.compile` traces becomes a node of its graph."""
    compiler = getattr(_sys.modules.get("torch"), "compiler", None)
    if compiler is not None and compiler.is_dynamo_compiling():
        from ptxpy.integrations.pytorch.compiling import call  # noqa: PLC0415 - needs PyTorch

        return call(kernel, arguments, options)
    return import_module("ptxpy.launch.tensor_calls").call(kernel, arguments, options)


def _observe(kernel: Any, what: str, arguments: Any, options: Any) -> Any:  # noqa: ANN401
    """Trace, profile or record the timeline of a call of a kernel with tensors."""
    return import_module("ptxpy.launch.tensor_calls").observe(kernel, what, arguments, options)


def _architecture() -> str | None:
    """Return the architecture of the first GPU here, None without one."""
    found: str | None = import_module("ptxpy.launch.backends").architecture()
    return found


def _call_with_torch(kernel: Any, given: Any) -> Any:  # noqa: ANN401
    """Call a kernel with PyTorch tensors."""
    return import_module("ptxpy.integrations.pytorch.calls").call(kernel, given)


def _call_with_jax(kernel: Any, given: Any) -> Any:  # noqa: ANN401
    """Call a kernel with JAX arrays, which may stand for values in a trace."""
    return import_module("ptxpy.integrations.jax").call(kernel, given)


def _locate(made: Any) -> Any:  # noqa: ANN401 - a kernel, and its module
    """Return the module of a traced kernel with the lines of its Python."""
    return import_module("ptxpy.dsl.programs.traced_program").add_source_lines(made)


def _html(value: Any) -> str | None:  # noqa: ANN401 - an object of any layer
    """Return an object as HTML, for notebooks."""
    found: str | None = import_module("ptxpy.notebook").html(value)
    return found


def load_ipython_extension(shell: Any) -> None:  # noqa: ANN401 - IPython need not be installed
    """Add the magics `%%ptx` and `%%kernel` to a notebook: `%load_ext ptxpy`."""
    import_module("ptxpy.notebook.magics").register(shell)


_Display.html = staticmethod(_html)
_Locator.locate = staticmethod(_locate)
_Loader.load = staticmethod(_load)
_Loader.call = staticmethod(_call)
_Loader.observe = staticmethod(_observe)
_Loader.architecture = staticmethod(_architecture)
_Loader.frameworks["torch"] = _call_with_torch
_Loader.frameworks.update(jax=_call_with_jax, jaxlib=_call_with_jax)

__all__ = [
    "ArgumentError",
    "CaptureError",
    "CudaError",
    "DriverMissingError",
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
    "SweepRecord",
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
    "capture",
    "checking",
    "cpasync",
    "declarator",
    "detect_arch",
    "differentiable_kernel",
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
    "jax_support",
    "kernel",
    "load",
    "mark",
    "module",
    "multicast",
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
    "sweep",
    "texref",
    "tf32",
    "to_python",
    "torch_support",
    "triton",
    "types",
    "u8",
    "u16",
    "u32",
    "u64",
    "var",
]
