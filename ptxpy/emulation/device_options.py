"""The options of a device, which are those of `ptxpy exec`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.captures import MAX_BYTES
from ptxpy.demangle import demangled

if TYPE_CHECKING:
    from ptxpy.launch_request import StrictMode

__all__ = ["CaptureOptions", "DeviceOptions"]


class CaptureOptions(NamedTuple):
    """Which launches are recorded, and where."""

    folder: str
    kernel: str = ""
    """The kernel; empty for all."""
    nth: tuple[int, ...] = ()
    """Which of its launches, from 0; empty for all."""
    max_bytes: int = MAX_BYTES
    """The most bytes of a launch, zeros not counted."""


class DeviceOptions(NamedTuple):
    """The options of a device."""

    strict: StrictMode = False
    """Whether races and the like are detected, and how."""
    only: str = ""
    """The kernel that alone runs in strict mode, or is observed; empty for all kernels."""
    profile: bool = False
    """Whether the instructions of kernels are counted."""
    sort: str = "warps"
    """The column by which profiles are sorted."""
    top: int = 40
    """How many lines of a profile are shown; 0 for all."""
    timeline: str = ""
    """The file for the timeline of all launches; empty for none."""
    trace: tuple[int | tuple[int, ...], ...] = ()
    """The threads whose instructions are shown."""
    cta: int | tuple[int, ...] | None = None
    """The CTA of the trace or the timeline: by default the first one, or the first 16."""
    limit: int | None = None
    """The most instructions of a trace, or slices of a timeline."""
    architecture: int = 0
    """The compute capability of the device: 90; 0 for that of the program's PTX."""
    devices: int = 1
    """How many devices the program sees, which are one."""
    capture: CaptureOptions | None = None
    """The launches to record; None for no recording."""
    max_steps: int | None = None
    """The steps after which a launch is stopped; None for no limit."""
    engine: str = ""
    """The engine of kernels that no profile, trace or timeline watches, see `ptxpy.sim.engine`;
    empty for the one that the environment names, by default `auto`."""

    @property
    def observes(self) -> bool:
        """Whether kernels are observed."""
        return bool(self.profile or self.timeline or self.trace)

    def chooses(self, kernel: str) -> bool:
        """Return whether the options are about a kernel, given its symbol."""
        only = self.only
        return not only or only == kernel or only in demangled(kernel)
