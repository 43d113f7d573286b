"""A launch in strict mode.

A read of uninitialised memory is not a fault by itself: compilers copy the padding of structures,
and pipelines load data that they do not use. So a kernel with such a read runs a second time, with
other bits in that memory, and it is a fault if its output changes. New outputs of the launch are
such memory.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.launch_request import Surface, strict_options
from ptxpy.sim.errors import FoundFault, SimulationError
from ptxpy.sim.loaded_module import RunOptions
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.machine.snapshots import Snapshot
from ptxpy.sim.races.detector import RaceDetector
from ptxpy.sim.races.findings import Findings
from ptxpy.sim.races.grid_accesses import GridAccesses
from ptxpy.sim.races.shadow_memory import WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.launch_request import NewOutput, StrictMode, StrictOptions
    from ptxpy.sim.fault_messages import Reporter
    from ptxpy.sim.loaded_module import Launch, LoadedModule, Outcome
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.machine.global_memory import UninitialisedWords
    from ptxpy.sim.machine.snapshots import Contents

__all__ = ["run_strictly"]

_OTHER_FILLS: Final = (0xFF, 0x7F)
"""The uninitialised bytes of further runs; in the first one they are zero.

As floats these are a NaN, with which no comparison holds, and a large positive number.
"""

_NEW_FILL: Final = 0xFF
_OTHER_FILL: Final = 0xA5
"""The bytes of new outputs: in the first run NaNs where they are floats, and in a second one."""


def run_strictly(
    loaded: LoadedModule,
    kernel: str,
    parameters: bytes,
    geometry: Geometry,
    *,
    mode: StrictMode | StrictOptions = True,
    primary: GridAccesses | None = None,
    keep: Callable[[GridAccesses], object] | None = None,
    uninitialised: Sequence[UninitialisedWords] = (),
    sink: Callable[[bytes], object] | None = None,
    watch: Callable[[], None] | None = None,
    **options: Any,
) -> Outcome:
    """Run a kernel in strict mode; raises `SimulationError` for a fault.

    Args:
        loaded: The module.
        kernel: The symbol of the kernel.
        parameters: The bytes of the parameters.
        geometry: The shape of the launch.
        mode: The options. With `collect` the launch continues after a fault: the outcome then has
            the error, if any, unless a fault ends the kernel.
        primary: The accesses of the grid that this one depends on, if it is a programmatic
            dependent launch.
        keep: Receives the accesses of this grid, for launches that depend on it.
        uninitialised: The words of global memory to which nothing has been written.
        sink: Receives the output of `printf`, in chunks.
        watch: Called now and then in the first run; an exception that it raises ends the launch,
            whose memory is then set back.
        options: As for `LoadedModule.run`.
    """
    printed: list[bytes] = []
    output = Output(printed.append if sink is None else sink)
    launch = loaded.set_up(kernel, parameters, geometry, RunOptions(**options))
    try:
        grids = _Grids(kernel, primary, keep, uninitialised, watch)
        outcome = _run(loaded, launch, output, strict_options(mode), grids)
    finally:
        output.flush()
        loaded.tear_down(launch)
    return outcome._replace(output=b"".join(printed))


class _Grids(NamedTuple):
    """A grid, and those that it depends on or that depend on it."""

    kernel: str
    primary: GridAccesses | None
    keep: Callable[[GridAccesses], object] | None
    uninitialised: Sequence[UninitialisedWords]
    """The words to which neither a grid nor the host has written so far."""
    watch: Callable[[], None] | None
    """Called now and then while the grid runs."""

    def end(self, detector: RaceDetector, reporter: Reporter) -> None:
        """Keep the accesses of the grid."""
        if self.keep is None:
            return
        grids, shadow = detector.grids, detector.global_shadow
        self.keep(
            GridAccesses(
                self.kernel,
                reporter,
                detector.log,
                detector.machine.geometry,
                shadow.written,
                shadow.read,
                grids.releases,
                None if grids.has_waited else grids.primary,
            )
        )


def _run(
    loaded: LoadedModule, launch: Launch, output: Output, options: StrictOptions, grids: _Grids
) -> Outcome:
    references = launch.options.references.values()
    # A kernel may write to surfaces, which lie outside of global memory.
    surfaces = [held.levels[0] for held in references if isinstance(held, Surface)]
    # All ones are a NaN in each type of floats, so an element that a kernel leaves out or adds to
    # shows in its results.
    _fill(loaded, options.outputs, _NEW_FILL)
    before = Snapshot(loaded.memory, surfaces)
    try:
        outcome = _run_and_repeat(loaded, launch, output, before, options, grids)
        # An element that holds the fill may have been written with these very bits: another run
        # with another fill tells.
        hints = _hints_of_unwritten(loaded, launch, before, options.outputs)
        return outcome._replace(hints=(*outcome.hints, *hints))
    except SimulationError:
        raise
    except BaseException:
        # The caller ends the launch, and may run it once more.
        before.restore()
        raise
    finally:
        before.close()


def _size(output: NewOutput) -> int:
    """Return how many bytes a new output has."""
    return prod(output.shape) * output.itemsize


def _fill(loaded: LoadedModule, outputs: Sequence[NewOutput], value: int) -> None:
    """Fill new outputs, whose elements are undefined, with a byte."""
    for each in outputs:
        loaded.memory.bytes[each.address : each.address + _size(each)] = value


def _unwritten(loaded: LoadedModule, output: NewOutput, value: int) -> Any:
    """Return for each element of a new output whether it is as it was filled."""
    data = loaded.memory.bytes[output.address : output.address + _size(output)]
    return (data.reshape(prod(output.shape), output.itemsize) == value).all(axis=1)


def _hints_of_unwritten(
    loaded: LoadedModule, launch: Launch, before: Snapshot, outputs: Sequence[NewOutput]
) -> list[str]:
    """Describe the elements of new outputs that no thread has written.

    A candidate is such an element if it changes with the former contents of memory, in a second
    run.
    """
    left = [(each, _unwritten(loaded, each, _NEW_FILL)) for each in outputs]
    left = [(each, unwritten) for each, unwritten in left if unwritten.any()]
    if not left:
        return []
    after = before.take()
    before.restore()
    _fill(loaded, outputs, _OTHER_FILL)
    found = []
    try:
        # The run repeats what has been printed: its output is dropped.
        loaded.execute(launch, Output(None))
    except SimulationError:
        left = []  # what it reads there has led it elsewhere
    for each, maybe in left:
        unwritten = maybe & _unwritten(loaded, each, _OTHER_FILL)
        count = int(unwritten.sum())
        if count:
            index = [int(at) for at in np.unravel_index(unwritten.argmax(), each.shape)]
            place = ", ".join(map(str, index[::-1] if each.is_reversed else index))
            found.append(
                f"no thread writes {count:,} of the {unwritten.size:,} elements of {each.name}, "
                f"which is new memory: the first is {each.name}[{place}]; write them all, or pass "
                f"what they are to hold, {each.name}=…"
            )
    _fill(loaded, outputs, _NEW_FILL)
    before.put(after)
    return found


def _run_and_repeat(
    loaded: LoadedModule,
    launch: Launch,
    output: Output,
    before: Snapshot,
    options: StrictOptions,
    grids: _Grids,
) -> Outcome:
    """Run a launch, and a second time if it reads uninitialised memory."""
    reporter = loaded.reporter()
    findings = Findings(reporter) if options.collect else None
    detector = RaceDetector(
        loaded.program, loaded.memory, findings, asks_fences=options.fences, primary=grids.primary
    )
    # New memory is uninitialised, whatever the host has left there.
    for each in options.outputs:
        detector.global_shadow.forget(each.address, _size(each))
    for part in grids.uninitialised:
        detector.global_shadow.forget_words(part.start, part.words)
    try:
        outcome = loaded.execute(launch, output, detector, watch=grids.watch)
    except SimulationError as error:
        # An access outside of all memory ends the launch: what was found before is told with it.
        if findings and not error.faults:
            last = f"then the kernel ended: {error}"
            raise findings.error(last) from None
        raise
    grids.end(detector, reporter)
    # Uninitialised memory is read: whether that matters, a second run with other bits there tells.
    if detector.reads_unset:
        # The arrays of the user must hold the results of the first run at the end, not of the
        # repetitions.
        after = before.take()
        new = _NewMemory(loaded, detector, options.outputs, grids.uninitialised)
        try:
            effect = _effect_of_unset(loaded, launch, before, new)
        except SimulationError as error:
            # Copies that are performed early may end a phase that the strict run has not: a
            # deadlock there must not hide what was found.
            if not findings:
                raise
            before.restore()
            last = f"then the kernel ended without strict mode: {error}"
            raise findings.error(last) from None
        new.put_back()
        if effect:
            host = ", such as a memset by the host" if grids.uninitialised else ""
            unset = _describe_unset(detector, reporter, effect, options.outputs, host)
            if findings is None:
                raise SimulationError(unset.text, (unset,))
            findings.append(unset)
        before.put(after)
    return outcome._replace(error=findings.error()) if findings else outcome


def _bytes_of(part: UninitialisedWords, detector: RaceDetector) -> Any:
    """Return for each byte whether it gets other bits: no padding of structs that are copied."""
    if detector.uses_partial_words:
        return np.repeat(part.words, WORD)
    left = detector.global_shadow.unset_bytes(part.start, WORD * len(part.words)).reshape(-1, WORD)
    is_partial = left.any(axis=1) & ~left.all(axis=1)
    return np.repeat(part.words & ~is_partial, WORD)


class _NewMemory:
    """The uninitialised global memory of a launch that runs again, with other bits in it."""

    def __init__(
        self,
        loaded: LoadedModule,
        detector: RaceDetector,
        outputs: Sequence[NewOutput],
        uninitialised: Sequence[UninitialisedWords],
    ) -> None:
        """Take it as the launch has left it, and which of its bytes the launch has written."""
        memory, shadow = loaded.memory, detector.global_shadow
        chosen = [(each.address, np.ones(_size(each), bool)) for each in outputs]
        chosen += [(part.start, _bytes_of(part, detector)) for part in uninitialised]
        self._parts = [memory.bytes[start : start + len(bits)] for start, bits in chosen]
        self._new = [bits for _, bits in chosen]
        """For each byte of each part whether it is uninitialised."""
        self._after = [part.copy() for part in self._parts]
        self._unwritten = [bits & shadow.unset_bytes(start, len(bits)) for start, bits in chosen]
        self._usual: list[Any] = []

    def fill(self, value: int) -> None:
        """Fill it with a byte."""
        for part, new in zip(self._parts, self._new, strict=True):
            part[new] = value

    def even_out(self, value: int) -> None:
        """Make the bytes that no run has written the same after each run.

        The first run has zeros there.
        """
        if not self._usual:
            self._usual = [part.copy() for part in self._parts]
        for part, unwritten, usual in zip(self._parts, self._unwritten, self._usual, strict=True):
            # A byte that no thread writes holds the fill of its run: this difference is no effect
            # of the kernel.
            part[unwritten & (usual == 0) & (part == value)] = 0

    def put_back(self) -> None:
        """Give it the contents that the launch has left."""
        for part, data in zip(self._parts, self._after, strict=True):
            part[...] = data


def _effect_of_unset(
    loaded: LoadedModule, launch: Launch, before: Snapshot, new: _NewMemory
) -> str:
    """Describe the effect of other bits in uninitialised memory; empty if there is none.

    Args:
        loaded: The module.
        launch: The launch.
        before: Memory before the launch.
        new: The uninitialised global memory.
    """

    def rerun(fill: int) -> tuple[Contents, tuple[int, bytes]]:
        """Run without strict mode; return the contents of memory, and a digest of the output."""
        before.restore()
        new.fill(fill)
        printed = Output(None)
        loaded.execute(launch, printed, fill=fill)
        new.even_out(fill)
        return before.take(), printed.digest()

    # The strict run performs copies later than the usual one, so runs without strict mode are
    # compared with each other.
    usual = rerun(0)
    for fill in _OTHER_FILLS:
        try:
            other = rerun(fill)
        except SimulationError as error:
            return "it goes wrong: " + str(error).partition("\n")[0]
        effect = _difference(before, usual, other)
        if effect:
            break
    # A last run with the first bits must be the same: else the kernel differs from run to run,
    # whatever the memory holds.
    return effect if effect and not _difference(before, usual, rerun(0)) else ""


def _difference(before: Snapshot, one: tuple[Contents, Any], other: tuple[Contents, Any]) -> str:
    """Describe a difference between the results of two runs; empty if there is none.

    Blocks from `malloc` during the runs are not compared: they may be uninitialised.
    """
    for name, first, second in before.compare(one[0], other[0]):
        changed = first != second
        if not changed.any():
            continue
        at = int(changed.argmax())
        values = f"{int(first[at]):#x} there, then {int(second[at]):#x}"
        return f"the kernel leaves something else in {name} + {at:,} bytes: {values}"
    return "the kernel prints something else" if one[1] != other[1] else ""


def _describe_unset(
    detector: RaceDetector,
    reporter: Reporter,
    what: str,
    outputs: Sequence[NewOutput],
    host: str,
) -> FoundFault:
    """Return the fault of reads of uninitialised memory."""
    (first, unset), *others = detector.reads_unset.items()
    parts = [
        f"a read of {unset.where}, which nothing has been written to, and the result depends on it",
        f"at {reporter.describe_statement(first)}",
        f"in {unset.thread}",
        f"with other bits in such memory {what}",
    ]
    parts += [
        f"such memory is also read at {reporter.describe_statement(each)}"
        for each, _ in others[:_MAX_LISTED_READS]
    ]
    missing = f"a write to it before {reporter.location(first)}"
    if unset.where.startswith("global memory"):
        missing += host
    name = unset.where.removeprefix("global memory, the argument ").partition(" + ")[0]
    if any(each.name == name for each in outputs):
        missing += f", or what it is to hold, passed as {name}=…"
    parts.append(f"missing: {missing}")
    return FoundFault("unset memory", "\n    ".join(parts), reporter.line(first), missing)


_MAX_LISTED_READS: Final[Any] = 10
