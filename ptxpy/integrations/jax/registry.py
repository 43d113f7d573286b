"""The kernels that JAX's programs call, by number: the number is all that such a program holds."""

from __future__ import annotations

from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.integrations.jax.handler import FfiCall

__all__ = ["CubinRecord", "CubinRegistry", "get_cubin_registry"]


@dataclass
class CubinRecord:
    """A kernel and how it is launched."""

    handle: int
    """Its number in the registry."""
    ptx_source: str
    """The PTX of its module."""
    kernel_name: str
    """Its symbol."""
    smem_bytes: int = 0
    """Dynamic shared memory of a block, in bytes."""
    grid: tuple[int, int, int] = (1, 1, 1)
    block: tuple[int, int, int] = (1, 1, 1)
    cu_function: int | None = None
    """The `CUfunction` that `compile_ptx_to_cubin` returned; None without a GPU. It is a record for
    the caller: launches load `ptx_source`, which the simulator runs as well."""
    module: Any = None
    """The object that keeps `cu_function` valid."""
    cubin_bytes: bytes | None = None


class CubinRegistry:
    """A table from handles to kernels, for this process; several threads may use it.

    Programs that JAX has compiled hold a handle and nothing else, so a kernel stays until `clear`.
    """

    def __init__(self) -> None:
        """Make an empty table."""
        self._records: dict[int, CubinRecord] = {}
        self._launchers: dict[int, Callable[[FfiCall], None]] = {}
        self._last = 0
        self._lock = RLock()

    def __repr__(self) -> str:
        """Show how many kernels there are."""
        return f"<CubinRegistry of {format_count(len(self._records), 'kernel')}>"

    def register(
        self,
        ptx_source: str,
        kernel_name: str,
        cubin_bytes: bytes | None = None,
        smem_bytes: int = 0,
        grid: tuple[int, int, int] = (1, 1, 1),
        block: tuple[int, int, int] = (1, 1, 1),
        cu_function: int | None = None,
        module: Any = None,
    ) -> int:
        """Add a kernel; return its handle, which is valid in this process."""
        with self._lock:
            self._last += 1
            self._records[self._last] = CubinRecord(
                self._last,
                ptx_source,
                kernel_name,
                smem_bytes,
                grid,
                block,
                cu_function,
                module,
                cubin_bytes,
            )
            return self._last

    def get(self, handle: int) -> CubinRecord | None:
        """Return the kernel of a handle; None if there is none."""
        with self._lock:
            return self._records.get(int(handle))

    def clear(self) -> None:
        """Remove all kernels; programs that were compiled with a kernel can no longer run."""
        with self._lock:
            self._records.clear()
            self._launchers.clear()

    def add_call(self, record: CubinRecord, launcher: Callable[[FfiCall], None]) -> None:
        """Add a kernel under a handle that its caller chose, with its launcher."""
        with self._lock:
            self._records.setdefault(record.handle, record)
            self._launchers.setdefault(record.handle, launcher)

    def change_launcher(
        self, handle: int, change: Callable[[CubinRecord, Any], Callable[[FfiCall], None]]
    ) -> None:
        """Replace the launcher of a kernel.

        Args:
            handle: The kernel; `KeyError` if there is no such kernel.
            change: A function from the record, and the present launcher or None, to the new
                launcher.
        """
        with self._lock:
            record = self._records.get(int(handle))
            if record is None:
                msg = f"no kernel is registered with the handle {handle}"
                raise KeyError(msg)
            self._launchers[record.handle] = change(record, self._launchers.get(record.handle))

    def launcher(self, handle: int) -> Callable[[FfiCall], None] | None:
        """Return the launcher of a kernel; None if it has no launch configuration."""
        with self._lock:
            return self._launchers.get(handle)


_registry: Final = CubinRegistry()


def get_cubin_registry() -> CubinRegistry:
    """Return the registry of this process."""
    return _registry
