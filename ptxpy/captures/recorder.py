"""Recording launches: the memory that a launch can reach, before it runs and after."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.__about__ import __version__
from ptxpy._records import NamedTuple
from ptxpy.captures.archive import Capture, write_capture
from ptxpy.captures.contents import changes
from ptxpy.captures.limits import MAX_BYTES
from ptxpy.captures.manifest import CaptureError, Manifest
from ptxpy.captures.reachability import reach
from ptxpy.demangle import demangled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.captures.reachability import EncodedMap, MemoryView, Reached
    from ptxpy.launch_request import Dim3

__all__ = ["LaunchFacts", "Recorder", "Recording"]

_MAX_NAME_CHARACTERS: Final = 60
_MAX_PRINTED: Final = 1 << 20
_MAX_SAME_NAMES: Final = 10_000


class LaunchFacts(NamedTuple):
    """A launch that is about to run."""

    kernel: str
    """The symbol of the kernel."""
    ptx: bytes
    ptx_name: str
    """The name of the PTX, for messages."""
    grid: Dim3
    """Extents in CTAs."""
    block: Dim3
    cluster: Dim3 | None
    shared_bytes: int
    """Dynamic shared memory per CTA, in bytes."""
    cooperative: bool
    parameters: bytes
    variables: Mapping[str, int]
    """The addresses of the variables of the module, by name."""
    tensor_maps: Mapping[bytes, EncodedMap]
    """The tensor maps that the program has encoded, by their 128 bytes."""
    obstacle: str = ""
    """Why the launch cannot be recorded; empty if it can."""


class Recorder:
    """Writes launches to files of a folder, `launch-000-KERNEL.zip`."""

    def __init__(
        self,
        folder: Path,
        say: Callable[[str], None],
        *,
        device: str,
        kernel: str = "",
        nth: frozenset[int] = frozenset(),
        max_bytes: int = MAX_BYTES,
    ) -> None:
        """Record launches.

        Args:
            folder: The folder, which exists.
            say: Called with a line for each file, and for each launch that is not recorded.
            device: The device of the launches, in words.
            kernel: The kernel that is recorded: its symbol, its name, or part of its declaration;
                empty for all.
            nth: Which of its launches are recorded, from 0; empty for all.
            max_bytes: The most bytes of a launch, zeros not counted.
        """
        self.folder = folder
        self.say = say
        self.device = device
        self._kernel = kernel
        self._nth = nth
        self._max_bytes = max_bytes
        self._launches = 0
        self._chosen = 0
        self.files: list[Path] = []
        """The files that have been written."""
        self.skipped = 0
        """How many launches could not be recorded."""

    def chooses(self, kernel: str) -> bool:
        """Return whether launches of a kernel are recorded."""
        wanted = self._kernel
        return not wanted or wanted == kernel or wanted in demangled(kernel)

    def begin(self, facts: LaunchFacts, view: MemoryView) -> Recording | None:
        """Record the memory that a launch can reach; None if it is not recorded."""
        number = self.take_number(facts.kernel)
        return None if number is None else self.record(number, facts, view)

    def take_number(self, kernel: str) -> int | None:
        """Count a launch of a kernel, and return its number; None if it is not chosen."""
        number = self._launches
        self._launches += 1
        if not self.chooses(kernel):
            return None
        # `nth` counts the launches of the chosen kernel, file names all launches.
        chosen = self._chosen
        self._chosen += 1
        return number if not self._nth or chosen in self._nth else None

    def record(self, number: int, facts: LaunchFacts, view: MemoryView) -> Recording | None:
        """Record the memory that a numbered launch can reach; None if it cannot be recorded."""
        if facts.obstacle:
            self.skip(facts.kernel, number, facts.obstacle)
            return None
        try:
            reached = reach(
                view, facts.parameters, facts.variables, facts.tensor_maps, self._max_bytes
            )
        except CaptureError as error:
            self.skip(facts.kernel, number, str(error))
            return None
        return Recording(self, facts, view, reached, number)

    def skip(self, kernel: str, number: int, reason: str) -> None:
        """Say that a launch is not recorded."""
        self.skipped += 1
        self.say(f"launch {number} of {title(kernel)} is not recorded: {reason}")

    def write(self, capture: Capture) -> Path:
        """Write a file; raises `OSError`."""
        manifest = capture.manifest
        name = re.sub(r"[^\w.-]", "_", title(manifest.kernel), flags=re.ASCII)
        stem = f"launch-{manifest.number:03}-{name[:_MAX_NAME_CHARACTERS]}"
        # Creating the file is the test: two processes cannot both find a name free.
        for attempt in range(1, _MAX_SAME_NAMES):
            suffix = "" if attempt == 1 else f".{attempt}"  # another process of the program
            path = self.folder / f"{stem}{suffix}.zip"
            try:
                size = write_capture(path, capture)
            except FileExistsError:
                continue
            self.files.append(path)
            count = len(manifest.allocations)
            held = sum(each.size for each in manifest.allocations)
            what = f"{count:,} allocation{'' if count == 1 else 's'} of {held:,} bytes"
            self.say(f"{path}: {size:,} bytes; {what}")
            return path
        message = f"{self.folder / stem}.zip exists {_MAX_SAME_NAMES:,} times"
        raise FileExistsError(message)


class Recording(NamedTuple):
    """A launch that is being recorded, while it runs."""

    recorder: Recorder
    facts: LaunchFacts
    view: MemoryView
    reached: Reached
    number: int

    def finish(self, status: int = 0, message: str = "", printed: bytes = b"") -> None:
        """Write the file of the launch, once the kernel has ended.

        Args:
            status: The `CUresult` with which it ended.
            message: The error, if there was one.
            printed: What `printf` wrote.
        """
        facts, reached = self.facts, self.reached
        after = tuple(
            changes(
                before,
                [
                    (address - each.address, data)
                    # Only allocations that the launch could reach before it ran can have changed.
                    for address, data in self.view.parts(each.address, each.address + each.size)
                ],
                each.size,
            )
            for each, before in zip(reached.allocations, reached.contents, strict=True)
        )
        manifest = Manifest(
            kernel=facts.kernel,
            grid=facts.grid,
            block=facts.block,
            cluster=facts.cluster,
            shared_bytes=facts.shared_bytes,
            cooperative=facts.cooperative,
            parameters=facts.parameters,
            pointers=reached.pointers,
            maps=reached.maps,
            tensor_maps=reached.tensor_maps,
            allocations=reached.allocations,
            ptx_name=facts.ptx_name,
            device=self.recorder.device,
            producer=f"ptxpy {__version__}",
            number=self.number,
            status=status,
            message=message,
            printed=printed[:_MAX_PRINTED].decode("utf-8", "replace"),
        )
        try:
            self.recorder.write(Capture(manifest, facts.ptx, reached.contents, after))
        except OSError as error:
            self.recorder.skip(facts.kernel, self.number, f"{error.strerror or error}")


def title(kernel: str) -> str:
    """Return the name of a kernel in C++, or its symbol."""
    return demangled(kernel).name or kernel
