"""The PTX of kernels that other compilers compiled: their objects, and folders of Triton's cache.

Nothing of these compilers is imported: an object is known by its attributes.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.dsl import LaunchDefaults
from ptxpy.launch_request import LaunchError

__all__ = ["CompiledKernel", "compiled_kernel", "compiled_kernel_of_folder"]

THREADS_PER_WARP: Final = 32


class CompiledKernel(NamedTuple):
    """The PTX of a compiled kernel."""

    ptx: bytes
    filename: str
    """Where it comes from, for messages."""
    defaults: Mapping[str, LaunchDefaults] = MappingProxyType({})
    """How its compiler launches it, by symbol."""


def compiled_kernel(x: Any) -> CompiledKernel | None:
    """Return the PTX that an object of another compiler holds; None for any other object.

    These are, with where they have their PTX: Triton's compiled kernels (`asm["ptx"]`), CuTe DSL's
    (`__ptx__`), TileLang's (`export_ptx`) and Numba's (`inspect_asm`).

    Raises `LaunchError` for an object of these that holds no PTX, with what to do.
    """
    asm = getattr(x, "asm", None)
    if isinstance(asm, Mapping):
        return _from_triton(x, asm)
    if hasattr(x, "__ptx__"):
        return _from_cute(x)
    if callable(getattr(x, "export_ptx", None)):
        return _from_tilelang(x)
    if callable(getattr(x, "inspect_asm", None)):
        return _from_numba(x)
    if hasattr(x, "device_caches") or hasattr(getattr(x, "fn", None), "device_caches"):
        message = (
            f"{_name(x)} is not compiled yet, so it holds no PTX; "
            "load what kernel[grid](…) or kernel.warmup(…, grid=grid) returns"
        )
        raise LaunchError(message)
    if callable(getattr(x, "get_kernel_source", None)):
        message = (
            f"{_name(x)} holds CUDA C++ and no PTX; "
            "compile what get_kernel_source() returns with nvcc -ptx, and load that file"
        )
        raise LaunchError(message)
    return None


def _name(x: Any) -> str:
    """Return what to call an object in messages."""
    name = getattr(x, "__name__", None) or getattr(x, "name", None)
    return f"the {type(x).__name__} {name}" if isinstance(name, str) else f"a {type(x).__name__}"


def _made(x: Any, ptx: object, defaults: Mapping[str, LaunchDefaults] | None = None) -> Any:
    """Return the PTX as a compiled kernel; None if it is no PTX."""
    if isinstance(ptx, str):
        ptx = ptx.encode("utf-8", "surrogateescape")
    # Every PTX text has a `.version`; attributes of these names may hold anything.
    if not isinstance(ptx, bytes) or b".version" not in ptx:
        return None
    # Texts for the driver end with a zero byte, which is no part of PTX.
    return CompiledKernel(ptx.rstrip(b"\0"), f"<ptx of {_name(x)}>", defaults or {})


def _from_triton(x: Any, asm: Mapping[str, Any]) -> CompiledKernel:
    made: CompiledKernel | None = None
    if "ptx" in asm:
        metadata = getattr(x, "metadata", None)
        fields = (
            metadata
            if isinstance(metadata, Mapping)
            else {
                name: getattr(metadata, name)
                for name in ("name", "num_warps", "num_ctas", "shared")
                if hasattr(metadata, name)
            }
        )
        made = _made(x, asm["ptx"], _triton_defaults(fields, _name(x)))
    if made is None:
        message = (
            f"{_name(x)} holds no PTX, only {', '.join(map(str, asm)) or 'nothing'}; "
            "compile it for a target of CUDA, without TRITON_STORE_BINARY_ONLY"
        )
        raise LaunchError(message)
    return made


def _from_cute(x: Any) -> CompiledKernel:
    made: CompiledKernel | None = _made(x, x.__ptx__)
    if made is None:
        message = (
            f"{_name(x)} has not kept its PTX; "
            "compile it by cute.compile(…, options='--keep-ptx'), or set CUTE_DSL_KEEP_PTX=1"
        )
        raise LaunchError(message)
    return made


def _from_tilelang(x: Any) -> CompiledKernel:
    with tempfile.TemporaryDirectory(prefix="ptxpy-") as folder:
        path = Path(folder, "kernel.ptx")
        try:
            x.export_ptx(str(path))
            made: CompiledKernel | None = _made(x, path.read_bytes())
        except Exception as error:  # noqa: BLE001 - whatever nvcc and TileLang raise
            message = f"{_name(x)} does not export its PTX: {type(error).__name__}: {error}"
            raise LaunchError(message) from None
    if made is None:
        message = f"{_name(x)} exports no PTX; compile it for a target of CUDA"
        raise LaunchError(message)
    return made


def _from_numba(x: Any) -> CompiledKernel:
    try:
        found = x.inspect_asm()
    except Exception as error:  # noqa: BLE001 - of Numba, or of the driver
        message = f"{_name(x)} does not show its PTX: {type(error).__name__}: {error}"
        raise LaunchError(message) from None
    # Numba returns a text for each signature that it has compiled, or one text for a given
    # signature.
    forms = dict(found) if isinstance(found, Mapping) else {"": found}
    if len(forms) > 1:
        listed = ", ".join(map(str, forms))
        message = (
            f"{_name(x)} is compiled for {format_count(len(forms), 'signature')} ({listed}); "
            "load the text of one, kernel.inspect_asm(signature)"
        )
        raise LaunchError(message)
    made: CompiledKernel | None = None
    for text in forms.values():
        made = _made(x, text)
    if made is None:
        message = (
            f"{_name(x)} holds no PTX; "
            "compile a kernel of numba.cuda, by a call or with a signature in @cuda.jit"
        )
        raise LaunchError(message)
    return made


# ----------------------------------------------------------------- folders of Triton's cache


def compiled_kernel_of_folder(folder: Path) -> CompiledKernel:
    """Return the kernel of a folder of Triton's cache, `~/.triton/cache/<hash>`.

    The folder has one `.ptx` file, and a `.json` file of the same name, which says with how many
    warps and how much shared memory Triton launches the kernel. Raises `LaunchError` for another.
    """
    found = sorted(folder.glob("*.ptx"))
    if len(found) != 1:
        inside = ", ".join(each.name for each in found[:5])
        # The cache itself has a folder for each kernel: a user who passes it is shown some.
        below = sorted(folder.glob("*/*.ptx"))[:3]
        message = (
            f"{folder}: a folder with {len(found)} PTX files{f' ({inside})' if inside else ''}"
        )
        if not found and below:
            inside = ", ".join(str(each) for each in below)
            message += f"; there are some below, pass one of them, such as {inside}"
        elif found:
            message += "; pass one of them"
        raise LaunchError(message)
    path = found[0]
    metadata = path.with_suffix(".json")
    defaults: Mapping[str, LaunchDefaults] = {}
    if metadata.is_file():
        try:
            fields = json.loads(metadata.read_bytes())
        except (ValueError, RecursionError) as error:
            message = f"{metadata}: not JSON: {error}"
            raise LaunchError(message) from None
        defaults = _triton_defaults(fields, str(metadata))
    return CompiledKernel(path.read_bytes(), str(path), defaults)


def _triton_defaults(fields: Any, where: str) -> dict[str, LaunchDefaults]:
    """Return how Triton launches a kernel, by its symbol, from its metadata."""
    # Other files may have the same suffix: without a name there are no defaults, and no error.
    if not isinstance(fields, Mapping) or not isinstance(fields.get("name"), str):
        return {}
    numbers = {name: fields.get(name) for name in ("num_warps", "num_ctas", "shared")}
    for name, value in numbers.items():
        if value is not None and (type(value) is not int or value < 0):
            message = f"{where}: {name} is {value!r}, not a number"
            raise LaunchError(message)
    warps, ctas, shared = numbers.values()
    return {
        fields["name"]: LaunchDefaults(
            block=warps * THREADS_PER_WARP if warps else None,
            cluster=(ctas, 1, 1) if ctas and ctas > 1 else None,
            smem=shared,
        )
    }
