"""Registration of the handlers with JAX, and the features that an installed JAX lacks."""

from __future__ import annotations

import ctypes
import re
from importlib import metadata
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from ptxpy._extras import install_command
from ptxpy.integrations.jax.handler import FfiCall, make_handler
from ptxpy.integrations.jax.registry import get_cubin_registry
from ptxpy.integrations.jax.structs import API_MAJOR

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "MIN_JAX",
    "TARGET",
    "ensure_ffi_registered",
    "execute",
    "require_registration",
    "set_mock_ffi_callback",
    "shim_is_available",
    "shim_load_error",
]

TARGET: Final = "ptxpy_launch"
"""The name of the foreign function in JAX's programs."""

MIN_JAX: Final = (0, 5, 0)
"""The oldest JAX with `jax.ffi`; it is tested."""

_PLATFORMS: Final = (("cpu", False), ("CUDA", True))


class _State:
    """The names that are registered in this process."""

    handlers: list[Any] = []  # noqa: RUF012 - one for the process, which XLA calls until its end
    error: str | None = None
    registered = False
    mock: Callable[[FfiCall], None] | None = None


_lock: Final = Lock()


def shim_is_available() -> bool:
    """Return whether kernels can be called from JAX here: it is installed, and not too old.

    There is no compiled shim: the handler is Python, called through ctypes.
    """
    return ensure_ffi_registered()


def shim_load_error() -> str | None:
    """Return why kernels cannot be called from JAX here; None if they can."""
    ensure_ffi_registered()
    return _State.error


def ensure_ffi_registered() -> bool:
    """Register the handler with JAX for the platforms `cpu` and `CUDA`, unless it is registered.

    Returns whether it is; `shim_load_error` says why not. The first call imports JAX.
    """
    with _lock:
        if not _State.registered:
            _State.error = _register()
            _State.registered = _State.error is None
        return _State.registered


def require_registration() -> None:
    """Register the handler; raise `ImportError` if JAX is missing or too old."""
    if not ensure_ffi_registered():
        raise ImportError(_State.error)


def set_mock_ffi_callback(callback: Callable[[FfiCall], None] | None) -> None:
    """Call a function in place of every launch from JAX; None launches kernels again.

    It gets the handle, the inputs, the outputs and the stream of the call, and may write to the
    arrays `each.on_host()` of its outputs. This is for tests.
    """
    _State.mock = callback


def _register() -> str | None:
    """Register the handlers; return why that is not possible, or None."""
    try:
        import jax  # noqa: PLC0415 - JAX loads slowly, and need not be there
    except ImportError as error:
        return f"kernels on JAX arrays need JAX: {install_command('jax')} ({error})"
    version = tuple(jax.version.__version_info__[:3])
    # `jax.ffi` is not in older versions.
    if version < MIN_JAX:
        needed = ".".join(map(str, MIN_JAX))
        return f"kernels on JAX arrays need jax {needed} or newer; this is jax {jax.__version__}"
    from jax import ffi  # noqa: PLC0415 - JAX loads slowly, and need not be there

    library = metadata.version("jaxlib")
    interface = find_interface_version(Path(ffi.include_dir()))
    # Another major version lays its structures out differently.
    if interface is None or interface[0] != API_MAJOR:
        named = "none" if interface is None else ".".join(map(str, interface))
        return (
            f"jaxlib {library} has version {named} of XLA's interface for foreign "
            f"functions; ptxpy needs version {API_MAJOR}"
        )
    for platform, on_gpu in _PLATFORMS:
        handler = make_handler(execute, interface, on_gpu=on_gpu)
        # XLA keeps the address of the handler and not the handler, so it is kept here.
        _State.handlers.append(handler)
        capsule = ffi.pycapsule(ctypes.cast(handler, ctypes.c_void_p))
        try:
            ffi.register_ffi_target(TARGET, capsule, platform=platform, api_version=1)
        except Exception as error:  # noqa: BLE001 - jaxlib raises exceptions of its own
            return f"jaxlib {library} does not take the handler of ptxpy: {error}"
    return None


def find_interface_version(include: Path) -> tuple[int, int] | None:
    """Return major and minor version of XLA's interface from the header of jaxlib.

    None if there is no such header, or no version in it.
    """
    try:
        text = include.joinpath("xla", "ffi", "api", "c_api.h").read_text(encoding="utf-8")
    except OSError:
        return None
    found = dict(re.findall(r"^#define XLA_FFI_API_(MAJOR|MINOR) (\d+)\s*$", text, re.MULTILINE))
    if found.keys() != {"MAJOR", "MINOR"}:
        return None
    return int(found["MAJOR"]), int(found["MINOR"])


def execute(call: FfiCall) -> None:
    """Launch the kernel that an execution names; raise `LookupError` if it is not registered."""
    if _State.mock is not None:
        _State.mock(call)
        return
    registry = get_cubin_registry()
    launcher = registry.launcher(call.handle)
    if launcher is None:
        if registry.get(call.handle) is None:
            msg = (
                f"no kernel is registered with the handle {call.handle} in this process: the "
                "program was compiled in another one, or the registry was cleared since; trace it "
                "again"
            )
            raise LookupError(msg)
        msg = (
            f"the kernel with the handle {call.handle} has no launch configuration; "
            "register_launch_config sets it"
        )
        raise LookupError(msg)
    launcher(call)
