"""`Kernel`, a loaded kernel: launch it, trace it, profile it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from ptxpy._counts import format_count
from ptxpy._hooks import repr_html, unseen
from ptxpy._records import NamedTuple
from ptxpy.dsl import LaunchDefaults
from ptxpy.launch.backends import choose_device, prepares, registry
from ptxpy.launch.module_globals import Globals
from ptxpy.launch_request import (
    ArgumentError,
    LaunchError,
    LaunchRequest,
    check_elements,
    check_limits,
    check_programmatic,
    current_stream,
    declared_elements,
    describe_type,
    find_kernel,
    geometry_of,
    named_references,
    pack,
    signature_of,
    stream_handle,
    strict_options,
    tensor_map_hint,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ptxpy.ir import nodes as n
    from ptxpy.launch.backends import Backend, PreparingBackend, Repeat
    from ptxpy.launch_request import Extents, ModuleSource, Reference, Signature, StrictMode
    from ptxpy.sim import Exploration, Index, Profile, Timeline, Trace

__all__ = ["ConfiguredKernel", "Kernel", "LaunchOptions"]

MAX_PREPARED_LAUNCHES: Final = 256
"""Prepared launches that a kernel keeps; all are dropped when there would be more."""


class LaunchOptions(TypedDict, total=False):
    """The options of `Kernel.launch`, other than the kernel's own arguments."""

    grid: Extents | None
    block: Extents | None
    cluster: Extents | None
    shared_bytes: int | None
    device: str | None
    stream: Any
    references: Mapping[str, Reference] | None
    cooperative: bool
    programmatic: bool


_OPTIONS: Final = frozenset(LaunchOptions.__annotations__)


class Kernel:
    """A kernel of a loaded module, as `ptxpy.launch.load` returns it."""

    def __init__(self, source: ModuleSource, name: str | None = None) -> None:
        """Find the kernel; raise `KernelNameError` if it is missing or ambiguous."""
        self.source = source
        self.function: n.Function = find_kernel(source.module, name)
        self.signature: Signature = signature_of(source.module, self.function)
        elements = source.elements.get(self.signature.name) or declared_elements(self.signature)
        self._elements = [
            (number, each.name, elements[each.name])
            for number, each in enumerate(self.signature.parameters)
            if each.name in elements
        ]
        self.defaults = source.defaults.get(self.signature.name) or LaunchDefaults()
        self._prepared: dict[tuple[Any, ...], Repeat] = {}
        """Prepared launches, by everything that determines a launch except the argument values."""
        self._last: tuple[Any, Repeat] = (None, lambda _: False)
        """The configuration of the prepared launch that was repeated last, and its function."""

    @property
    def name(self) -> str:
        """The symbol of the kernel."""
        return self.signature.name

    @property
    def module(self) -> n.Module:
        """The module that defines the kernel."""
        return self.source.module

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)

    @cached_property
    def globals(self) -> Globals:
        """The module's variables in global and constant memory: `kernel.globals["table"]`."""
        return Globals(self.source, self.signature.target)

    def launch(
        self,
        *arguments: Any,
        grid: Extents | None = None,
        block: Extents | None = None,
        cluster: Extents | None = None,
        shared_bytes: int | None = None,
        device: str | None = None,
        stream: Any = None,
        references: Mapping[str, Reference] | None = None,
        strict: StrictMode = False,
        cooperative: bool = False,
        programmatic: bool = False,
        **named: Any,
    ) -> None:
        """Run the kernel.

        Grid, block, cluster and shared memory that are not given here default to the values in
        `@ptxpy.kernel(...)`, then to those that the PTX requires.

        NumPy arrays, and other arrays in host memory, are read and written in place; with such an
        array, `launch` returns after the kernel has completed. Arrays on a GPU are used where they
        are; if all arrays are on the GPU, the kernel may still be running when `launch` returns.

        Args:
            arguments: One per parameter; see `ptxpy.launch_request.pack` for the values that each
                type takes. A scalar parameter with a default in Python may be left out.
            named: Arguments by the names of their parameters.
            grid: Grid size in blocks (CTAs): one to three integers, for x, y and z.
            block: Block size in threads; by default that of `.reqntid`.
            cluster: Cluster size in blocks; by default that of `.reqnctapercluster`.
            shared_bytes: Dynamic shared memory per block, in bytes; by default 0.
            device: `"cpu"`, `"cuda"` or `"cuda:1"`. By default the GPU that holds an array, else
                the first GPU, else the CPU.
            stream: A stream of the GPU; by default the current stream of PyTorch or CuPy if an
                array is theirs, else the default stream. The CPU ignores it.
            references: The textures, samplers and surfaces to bind to the module's `.texref`,
                `.samplerref` and `.surfref` variables, by name.
            strict: Whether to detect data races, missing waits and fences, and reads of
                uninitialised memory. The kernel then runs on the CPU, and slower. It stops at the
                first fault; with `"collect"` it continues, arrays are written, and the error
                raised at the end lists all `faults`, without repeats. With `"fences"` (or
                `"collect,fences"`) a missing `tcgen05.fence` is a fault, too, and a missing
                `fence.mbarrier_init` before a relaxed barrier of the cluster.
            cooperative: Whether all blocks are resident at the same time, so that they may wait
                for each other, as `grid.sync()` of cooperative groups does. A grid that is too
                large for the GPU is refused.
            programmatic: Whether the kernel may begin before the one before it in the stream has
                ended (programmatic dependent launch, sm_90): it waits for the other's results by
                `griddepcontrol.wait`. The CPU runs one kernel after the other.

        Raises:
            LaunchError: Before the launch, if an option is missing, too large or does not fit; an
                `ArgumentError` if an argument does not fit.
            RuntimeError: For errors while the kernel runs.
        """
        configuration = (grid, block, cluster, shared_bytes, device, stream, registry.version)
        # A launch like the last one, or like an earlier one, needs no checks that cannot differ.
        is_plain = not (strict or references or cooperative or programmatic)
        if is_plain and not named:
            last, repeat = self._last
            if configuration == last and repeat(arguments):
                return
        if named or len(arguments) < len(self.signature.parameters):
            arguments = self._completed(arguments, named)
        if is_plain and self._prepared and self._repeats(configuration, arguments):
            return
        options: LaunchOptions = {
            "references": references,
            "cooperative": cooperative,
            "programmatic": programmatic,
        }
        unseen(Kernel._launch)(self, arguments, configuration, options, strict)

    def _launch(
        self,
        arguments: tuple[Any, ...],
        configuration: tuple[Any, ...],
        others: LaunchOptions,
        strict: StrictMode,
    ) -> None:
        """Launch with all checks, and prepare launches like this one.

        `configuration` has grid, block, cluster, shared memory, device, stream, and the version of
        the registry of back ends; `others` are the other options.
        """
        grid, block, cluster, shared_bytes, device, stream, _ = configuration
        options: LaunchOptions = {
            "grid": grid,
            "block": block,
            "cluster": cluster,
            "shared_bytes": shared_bytes,
            "device": device,
            "stream": stream,
            **others,
        }
        if strict:
            try:
                strict_options(strict)
            except ValueError as error:
                raise LaunchError(str(error)) from None
            request = self._on_cpu("launch with strict=True", arguments, options)
            choose_device("cpu", request.arguments).backend.run(request._replace(strict=strict))
            return
        backend, request = self._request(arguments, options)
        backend.run(request)
        # The launch has passed all checks: the next one with such arguments may repeat it.
        if not any(others.values()) and prepares(backend):
            self._prepare(backend, request, configuration, arguments)

    def _repeats(self, configuration: tuple[Any, ...], arguments: tuple[Any, ...]) -> bool:
        """Launch if a launch with this configuration and such arguments is prepared; else False."""
        key = (*configuration, *map(type, arguments))
        try:
            repeat = self._prepared.get(key)
        except TypeError:  # a list as the grid
            return False
        if repeat is None or not repeat(arguments):
            return False
        self._last = configuration, repeat
        return True

    def _prepare(
        self,
        backend: PreparingBackend,
        request: LaunchRequest,
        configuration: tuple[Any, ...],
        arguments: tuple[Any, ...],
    ) -> None:
        """Prepare launches like this one, if the back end has a short way for them."""
        key = (*configuration, *map(type, arguments))
        try:
            # Whether the key can be kept is asked first, since preparing a launch takes longer.
            hash(key)
        except TypeError:  # a list as the grid
            return
        repeat = backend.prepare(request, arguments)
        if repeat is None:
            return
        if len(self._prepared) >= MAX_PREPARED_LAUNCHES:
            # A program with more configurations than this rarely repeats one.
            self._prepared.clear()
        self._prepared[key] = repeat
        self._last = configuration, repeat

    def _completed(self, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the arguments in order, from those in order, those by name, and the defaults."""
        names = [parameter.name for parameter in self.signature.parameters]
        given = dict(zip(names, arguments, strict=False))
        # Compilers prefix the kernel's name, which the command line and imported Python leave out.
        prefix = f"{self.signature.name}_"
        shorter = {name.removeprefix(prefix): name for name in names}
        for word, value in named.items():
            name = word if word in names else shorter.get(word, word)
            if name not in names:
                message = (
                    f"{self.name} has no parameter {name!r}; it has {', '.join(names) or 'none'}, "
                    "and a launch has grid, block, cluster, shared_bytes, device, stream, strict"
                )
                raise ArgumentError(message, name)
            if name in given:
                is_placed = name in names[: len(arguments)]
                how = "in its place and by name" if is_placed else "by both of its names"
                message = f"{self.name}: {name} is given twice, {how}"
                raise ArgumentError(message, name)
            given[name] = value
        if len(arguments) <= len(names):
            given = {**dict(self.defaults.values), **given}
        missing = [name for name in names if name not in given]
        if len(arguments) > len(names) or (missing and not named):
            return arguments  # `pack` says how many there are
        if missing:
            message = f"{self.name} needs its parameter {missing[0]}: {missing[0]}=…"
            message += tensor_map_hint(self.signature)
            raise ArgumentError(message, missing[0])
        return tuple([given[name] for name in names])

    def _request(
        self, arguments: tuple[Any, ...], options: LaunchOptions
    ) -> tuple[Backend, LaunchRequest]:
        """Check a launch; return its back end and the request for it."""
        # `trace`, `profile` and `timeline` take arguments by name among their options.
        given = {key: value for key, value in options.items() if key not in _OPTIONS}
        if given or len(arguments) < len(self.signature.parameters):
            arguments = self._completed(arguments, given)
        grid, block, cluster = options.get("grid"), options.get("block"), options.get("cluster")
        shared_bytes = options.get("shared_bytes")
        default = self.defaults
        geometry = geometry_of(
            self.signature,
            default.grid if grid is None else grid,
            default.block if block is None else block,
            default.cluster if cluster is None else cluster,
            (default.smem or 0) if shared_bytes is None else shared_bytes,
        )
        stream = options.get("stream")
        number = current_stream(arguments) if stream is None else stream_handle(stream)
        # Elements are checked before they are packed: PTX pointers are untyped, so the bytes would
        # do.
        for place, name, elements in self._elements:
            if place < len(arguments):
                check_elements(name, elements, arguments[place])
        packed = pack(self.signature, arguments, number)
        named = named_references(self.module, options.get("references"))
        # After packing, which tells on which GPU the arrays are.
        chosen = choose_device(options.get("device"), packed)
        check_limits(self.signature, geometry, chosen.backend.limits(chosen.number, self.signature))
        programmatic = bool(options.get("programmatic"))
        if programmatic:
            check_programmatic(chosen.backend.limits(chosen.number, self.signature))
        request = LaunchRequest(
            self.source,
            self.signature,
            packed,
            geometry,
            number,
            chosen.number,
            named,
            cooperative=bool(options.get("cooperative")),
            programmatic=programmatic,
        )
        return chosen.backend, request

    def sass(self) -> str:
        """Return the machine code of the module, as nvdisasm shows it; no GPU is needed.

        The PTX is assembled for its target as by `ptxpy.assemble.assemble`, so a launch on another
        architecture may run other code. nvdisasm is in the wheel `nvidia-cuda-nvdisasm`
        (`ptxpy[view]`), or that of the toolkit is used.

        Raises `AssembleError`, with the lines of PTX and of Python, `AssemblerMissingError` and
        `DisassemblerMissingError` of `ptxpy.assemble`.
        """
        from ptxpy.assemble import (  # noqa: PLC0415 - few kernels need it
            AssembleError,
            assemble,
            disassemble,
        )
        from ptxpy.launch_request import SourceError  # noqa: PLC0415 - as above

        try:
            assembly = assemble(self.source.ptx)
        except AssembleError as error:
            raise SourceError(error, self.source) from None
        return disassemble(assembly.cubin)

    # ----------------------------------------------------------------- observing a launch

    def trace(
        self,
        *arguments: Any,
        threads: Index | Iterable[Index] = 0,
        cta: Index = 0,
        lines: int | Iterable[int] | None = None,
        limit: int = 10_000,
        **options: Unpack[LaunchOptions],
    ) -> Trace:
        """Run the kernel on the CPU, and record the instructions of some threads.

        Args:
            arguments: As for `launch`.
            threads: A thread or a list of threads, by number (x runs fastest) or coordinates.
            cta: The block of these threads, by number or coordinates.
            lines: The line or lines to record, of the Python source if the kernel was written in
                Python, else of the PTX. By default all.
            limit: Maximum number of instructions to record.
            options: As for `launch`; the device is the CPU.

        An error of the kernel is not raised: it is the `error` of the trace. Raises `LaunchError`
        for any other device, and as `launch` does before a launch.
        """
        request = self._on_cpu("trace", arguments, options)
        from ptxpy.sim.observe import trace  # noqa: PLC0415 - NumPy loads slowly

        return trace(request, threads=threads, cta=cta, lines=lines, limit=limit)

    def profile(self, *arguments: Any, **options: Unpack[LaunchOptions]) -> Profile:
        """Run the kernel on the CPU, and return execution counts line by line.

        The profile counts the executions of each instruction, the bytes and sectors its memory
        accesses move, its bank conflicts, and waits at barriers. Arguments, options and errors are
        as for `launch`; the device is the CPU.
        """
        request = self._on_cpu("profile", arguments, options)
        from ptxpy.sim.observe import profile  # noqa: PLC0415 - NumPy loads slowly

        return profile(request)

    def timeline(
        self,
        *arguments: Any,
        ctas: Index | Iterable[Index] | None = None,
        limit: int = 200_000,
        **options: Unpack[LaunchOptions],
    ) -> Timeline:
        """Run the kernel on the CPU, and record when warps run and wait and copies are in flight.

        Time is logical: one instruction of a warp takes one unit. The `write` method of the
        timeline makes a file for Perfetto.

        Args:
            arguments: As for `launch`.
            ctas: The block or list of blocks to record; by default the first 16.
            limit: Maximum number of slices to record.
            options: As for `launch`; the device is the CPU.

        An error of the kernel is not raised: it is the `error` of the timeline.
        """
        request = self._on_cpu("timeline", arguments, options)
        from ptxpy.sim.observe import timeline  # noqa: PLC0415 - NumPy loads slowly

        return timeline(request, ctas=ctas, limit=limit)

    def explore(
        self, *arguments: Any, limit: int = 200, **options: Unpack[LaunchOptions]
    ) -> Exploration:
        """Run the kernel on the CPU in all orders of its warps and asynchronous operations.

        The verdict is `proved`, that no order has a deadlock or a race, `not proved`, with the
        reasons, or `broken`, with the schedule that shows it, which `replay` repeats. Orders that
        differ only in independent steps are run once.

        Args:
            arguments: As for `launch`. Arrays are as they were afterwards.
            limit: How many schedules are run at most.
            options: As for `launch`; the device is the CPU.
        """
        request = self._on_cpu("explore", arguments, options)
        from ptxpy.sim import explore  # noqa: PLC0415 - NumPy loads slowly

        return explore(request, limit=limit)

    def replay(self, *arguments: Any, schedule: str, **options: Unpack[LaunchOptions]) -> None:
        """Run the kernel on the CPU in a schedule that `explore` has found, in strict mode.

        Args:
            arguments: As for `launch`.
            schedule: Which warp runs next, step by step, such as `0*3 4 0*2`: warp 0 for three
                steps, warp 4 for one, warp 0 for two. Behind its end the warp that has run goes on
                until it waits, and then the first one that is ready.
            options: As for `launch`; the device is the CPU.

        Raises `SimulationError` if the kernel is at fault, and `LaunchError` if the text is no
        schedule.
        """
        request = self._on_cpu("replay", arguments, options)
        from ptxpy.sim import replay  # noqa: PLC0415 - NumPy loads slowly

        replay(request, schedule)

    def request(self, *arguments: Any, **options: Unpack[LaunchOptions]) -> LaunchRequest:
        """Return the checked launch on the CPU, for those who observe one: a debugger.

        Arguments, options and errors are as for `launch`; the device is the CPU.
        """
        return self._on_cpu("debugged launch", arguments, options)

    def _on_cpu(
        self, what: str, arguments: tuple[Any, ...], options: LaunchOptions
    ) -> LaunchRequest:
        """Check a launch on the CPU; raise `LaunchError` if another device is given."""
        device = options.get("device")
        if device not in (None, "cpu"):
            message = f"a {what} runs on device='cpu' only, not on {device!r}"
            raise LaunchError(message)
        return self._request(arguments, {**options, "device": "cpu"})[1]

    def __getitem__(self, configuration: Any) -> ConfiguredKernel:
        """Return the kernel with a launch configuration: `kernel[grid, block](*arguments)`.

        The configuration is `grid`, `grid, block`, `grid, block, shared_bytes` or
        `grid, block, shared_bytes, stream`, as between `<<<` and `>>>` in CUDA. In `kernel[8, 4]`,
        8 is the grid and 4 the block; `kernel[(8, 4), None]` has a grid of 8 by 4 blocks and the
        block size that the kernel requires.
        """
        given = configuration if isinstance(configuration, tuple) else (configuration,)
        if not 1 <= len(given) <= len(ConfiguredKernel._fields) - 1:
            message = (
                f"{self.name}[…] has {format_count(len(given), 'part')}; "
                "expected kernel[grid, block, shared_bytes, stream]"
            )
            raise LaunchError(message)
        return ConfiguredKernel(self, *given)

    def __call__(self, *arguments: Any) -> None:
        """Raise `LaunchError`: a kernel is launched with a grid and a block, not called."""
        del arguments
        message = f"{self.name} needs a grid and a block: kernel[grid, block](…), or .launch"
        raise LaunchError(message)

    def __repr__(self) -> str:
        """Return the kernel's name, parameters and target, for display."""
        listed = ", ".join(f"{describe_type(p)} {p.name}" for p in self.signature.parameters)
        return f"<Kernel {self.name}({listed}) for {self.signature.target}>"


class ConfiguredKernel(NamedTuple):
    """A kernel with a launch configuration: `kernel[grid, block]`."""

    kernel: Kernel
    grid: Extents | None
    block: Extents | None = None
    shared_bytes: int | None = None
    stream: Any = None

    def __call__(
        self,
        *arguments: Any,
        device: str | None = None,
        references: Mapping[str, Reference] | None = None,
        strict: StrictMode = False,
        cooperative: bool = False,
        programmatic: bool = False,
        **named: Any,
    ) -> None:
        """Run the kernel, as `Kernel.launch` does."""
        kernel, grid, block, shared_bytes, stream = self
        if not (strict or references or cooperative or programmatic or named):
            last, repeat = kernel._last  # noqa: SLF001 - a part of it
            configuration = (grid, block, None, shared_bytes, device, stream, registry.version)
            if configuration == last and repeat(arguments):
                return
        kernel.launch(
            *arguments,
            grid=grid,
            block=block,
            shared_bytes=shared_bytes,
            device=device,
            stream=stream,
            references=references,
            strict=strict,
            cooperative=cooperative,
            programmatic=programmatic,
            **named,
        )
