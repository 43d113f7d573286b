"""A kernel that can be launched."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from ptxpy.dsl import LaunchDefaults
from ptxpy.launch.arguments import (
    check_elements,
    declared_elements,
    named_references,
    pack,
    signature_of,
    typed,
)
from ptxpy.launch.arguments.errors import LaunchError
from ptxpy.launch.backends import choose
from ptxpy.launch.module_globals import Globals
from ptxpy.launch.request import (
    LaunchRequest,
    check_limits,
    find_kernel,
    geometry_of,
    stream_handle,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ptxpy.ir import nodes as n
    from ptxpy.launch.arguments import Reference, Signature
    from ptxpy.launch.backends import Backend
    from ptxpy.launch.request import Extents, ModuleSource, StrictMode
    from ptxpy.sim.observe.profile import Profile
    from ptxpy.sim.observe.runs import Index
    from ptxpy.sim.observe.timeline import Timeline
    from ptxpy.sim.observe.trace import Trace

__all__ = ["Configured", "Kernel", "LaunchOptions"]


class LaunchOptions(TypedDict, total=False):
    """What `Kernel.launch` takes beside the arguments of the kernel."""

    grid: Extents | None
    block: Extents | None
    cluster: Extents | None
    shared_bytes: int | None
    device: str | None
    stream: Any
    references: Mapping[str, Reference] | None


class Kernel:
    """A kernel of a module; `ptxpy.launch.load` makes it."""

    def __init__(self, source: ModuleSource, name: str | None = None) -> None:
        """Find the kernel; `KernelNameError` where it is missing or ambiguous."""
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

    @property
    def name(self) -> str:
        """The symbol of the kernel."""
        return self.signature.name

    @property
    def module(self) -> n.Module:
        """The module that holds it."""
        return self.source.module

    @cached_property
    def globals(self) -> Globals:
        """The module's variables in global and constant memory: `kernel.globals["table"]`."""
        return Globals(self.source, self.signature.target)

    def launch(  # noqa: PLR0913 - a launch has these parts
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
    ) -> None:
        """Run the kernel.

        Of grid, block, cluster and shared memory, what is not given here is what `@ptxpy.kernel`
        said, if it did, and else what the PTX requires.

        Arrays of NumPy, and others in the memory of the host, are read and written in place; with
        one of them the kernel is done when this returns. Arrays on a GPU are used where they are;
        with these alone, a launch on a GPU may still run.

        Args:
            arguments: One for each parameter; `ptxpy.launch.arguments.pack` says what each may be.
            grid: Blocks (CTAs) in x, y and z: a number, or one to three.
            block: Threads of a block; that of `.reqntid` without it.
            cluster: Blocks of a cluster; that of `.reqnctapercluster` without it.
            shared_bytes: Bytes of dynamic shared memory of a block; 0 without it.
            device: `"cpu"`, `"cuda"` or `"cuda:1"`. Without it, the GPU that an array lies on, else
                the first GPU, or where there is none the CPU.
            stream: A stream of the GPU; the default stream without it. A CPU ignores it.
            references: What the module's own variables of the types `.texref`, `.samplerref` and
                `.surfref` refer to, by name.
            strict: Whether to look for data races, missing waits and fences, and reads of what
                nothing has been written to; the kernel then runs on the CPU, and slower. It ends at
                the first of them; with `"collect"` it goes on, arrays are written, and the error
                at the end has all of them as `faults`, each once.

        Raises:
            LaunchError: Before anything runs, for what is missing or too large, or does not fit;
                an `ArgumentError` for an argument.
            RuntimeError: For what happens while it runs.
        """
        options: LaunchOptions = {
            "grid": grid,
            "block": block,
            "cluster": cluster,
            "shared_bytes": shared_bytes,
            "device": device,
            "stream": stream,
            "references": references,
        }
        if strict:
            if isinstance(strict, str) and strict != "collect":
                message = f"strict={strict!r}: it is True, False, or 'collect'"
                raise LaunchError(message)
            request = self._on_cpu("launch with strict=True", arguments, options)
            choose("cpu", request.arguments).backend.run(request._replace(strict=strict))
            return
        backend, request = self._request(arguments, options)
        backend.run(request)

    def _request(
        self, arguments: tuple[Any, ...], options: LaunchOptions
    ) -> tuple[Backend, LaunchRequest]:
        """Return a launch that is checked, and what runs it."""
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
        number = stream_handle(options.get("stream"))
        for place, name, elements in self._elements:
            if place < len(arguments):
                check_elements(name, elements, arguments[place])
        packed = pack(self.signature, arguments, number)
        named = named_references(self.module, options.get("references"))
        chosen = choose(options.get("device"), packed)
        check_limits(self.signature, geometry, chosen.backend.limits(chosen.number, self.signature))
        request = LaunchRequest(
            self.source, self.signature, packed, geometry, number, chosen.number, named
        )
        return chosen.backend, request

    # ----------------------------------------------------------------- looking at it

    def trace(
        self,
        *arguments: Any,
        threads: Index | Iterable[Index] = 0,
        cta: Index = 0,
        lines: int | Iterable[int] | None = None,
        limit: int = 10_000,
        **options: Unpack[LaunchOptions],
    ) -> Trace:
        """Run the kernel on the CPU, and return what some threads did, instruction by instruction.

        Args:
            arguments: As for `launch`.
            threads: A thread, or a list of several: numbers (x runs fastest) or coordinates.
            cta: The block that they are of, by its number or coordinates.
            lines: A line or several that are recorded: of the Python that the kernel was written
                in, else of the PTX. All without it.
            limit: How many instructions are recorded, at most.
            options: As for `launch`; the device is the CPU.

        An error of the kernel is the trace's `error`, and is not raised. Raises `LaunchError` for
        another device, and what `launch` raises before anything runs.
        """
        request = self._on_cpu("trace", arguments, options)
        from ptxpy.sim.observe import trace  # noqa: PLC0415 - NumPy loads slowly

        return trace(request, threads=threads, cta=cta, lines=lines, limit=limit)

    def profile(self, *arguments: Any, **options: Unpack[LaunchOptions]) -> Profile:
        """Run the kernel on the CPU, and return what it did, line by line.

        That is how often each instruction ran, what its accesses to memory moved, the conflicts of
        banks and the sectors that they cost, and the waits at barriers. Arguments, options and
        errors are those of `launch`; the device is the CPU.
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
        """Run the kernel on the CPU, and return when warps ran and waited, and copies went on.

        Its time is logical: an instruction of a warp is a unit. `write` makes a file for Perfetto.

        Args:
            arguments: As for `launch`.
            ctas: A block, or a list of several that are recorded; the first 16 without it.
            limit: How many slices are recorded, at most.
            options: As for `launch`; the device is the CPU.

        An error of the kernel is the timeline's `error`, and is not raised.
        """
        request = self._on_cpu("timeline", arguments, options)
        from ptxpy.sim.observe import timeline  # noqa: PLC0415 - NumPy loads slowly

        return timeline(request, ctas=ctas, limit=limit)

    def _on_cpu(
        self, what: str, arguments: tuple[Any, ...], options: LaunchOptions
    ) -> LaunchRequest:
        """Return a launch on the CPU; `LaunchError` for another device."""
        device = options.get("device")
        if device not in (None, "cpu"):
            message = f"a {what} is made on the CPU, by device='cpu', and not on {device!r}"
            raise LaunchError(message)
        return self._request(arguments, {**options, "device": "cpu"})[1]

    def __getitem__(self, configuration: Any) -> Configured:
        """Return the kernel with a configuration: `kernel[grid, block](*arguments)`.

        It is `grid`, `grid, block`, `grid, block, shared_bytes` or
        `grid, block, shared_bytes, stream`, as between CUDA's `<<<` and `>>>`. In `kernel[8, 4]`,
        8 is the grid and 4 the block; `kernel[(8, 4), None]` has a grid of 8 times 4 and the
        block that the kernel requires.
        """
        given = configuration if isinstance(configuration, tuple) else (configuration,)
        if not 1 <= len(given) <= len(Configured._fields) - 1:
            message = (
                f"{self.name}[…] has {len(given)} parts; "
                "it is kernel[grid, block, shared_bytes, stream]"
            )
            raise LaunchError(message)
        return Configured(self, *given)

    def __call__(self, *arguments: Any) -> None:
        """Say that a kernel is launched, not called."""
        del arguments
        message = f"{self.name} needs a grid and a block: kernel[grid, block](…), or .launch"
        raise LaunchError(message)

    def __repr__(self) -> str:
        """Show its name, parameters and target."""
        listed = ", ".join(f"{typed(p)} {p.name}" for p in self.signature.parameters)
        return f"<Kernel {self.name}({listed}) for {self.signature.target}>"


class Configured(NamedTuple):
    """A kernel with grid and block."""

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
    ) -> None:
        """Run the kernel, as `Kernel.launch` does."""
        self.kernel.launch(
            *arguments,
            grid=self.grid,
            block=self.block,
            shared_bytes=self.shared_bytes,
            device=device,
            stream=self.stream,
            references=references,
            strict=strict,
        )
