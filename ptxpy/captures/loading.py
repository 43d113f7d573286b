"""`ptxpy.load`: kernels from whatever holds them, captured launches included."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ptxpy.launch import load as load_kernel

if TYPE_CHECKING:
    from ptxpy.launch import Kernel

__all__ = ["load"]


def load(x: Any, name: str | None = None) -> Kernel:  # noqa: ANN401 - as documented
    """Return a kernel that can be launched.

    Args:
        x: A module (`ptxpy.ir.Module`); a path; text, which is a `str` or `bytes` with a newline; a
            binary that holds PTX (executable, library, object, archive, fatbin, wheel or zip), or
            one text in it, `libx.so::1.sm_90a.ptx` or `libx.so::sm_90a`; the file of a captured
            launch, whose kernel has the arguments and results as `kernel.captured`
            (`ptxpy.captures.CapturedLaunch`); a kernel of the DSL (`@ptxpy.kernel`), for which
            every call returns the same object; a `ptxpy.launch_request.ModuleSource`; an object
            whose method `__ptxpy_module__()` returns a module; a folder of Triton's cache; or a
            kernel that Triton, CuTe DSL, TileLang or Numba compiled. A file that ends with `.py` is
            executed, like any Python program.
        name: The symbol of the kernel, or its C++ name; not needed if the module has one kernel.

    Of a binary, the text that has the kernel is loaded; of several targets, that for the highest.

    Kernels of one loaded module share its variables and its heap. `load(k, "b")` loads from the
    module of a kernel `k`, and every load of one `ptxpy.ir.Module` object is one module. A path or
    text that is loaded twice gives two modules, each with its own variables.

    Raises `KernelNameError`, `LaunchError`, `CaptureError`, `PtxSyntaxError`, `OSError`, or any
    exception of the Python that is executed.
    """
    # A wheel or another archive with PTX may be a zip file as well: the manifest tells.
    if isinstance(x, str | bytes | os.PathLike) and os.fsdecode(x).endswith(".zip"):
        from ptxpy.captures.archive import is_capture  # noqa: PLC0415 - only for zip files
        from ptxpy.captures.replaying import load_capture  # noqa: PLC0415

        if is_capture(os.fsdecode(x)):
            kernel = load_capture(os.fsdecode(x)).kernel
            return kernel if name in (None, kernel.name) else load_kernel(kernel, name)
    return load_kernel(x, name)
