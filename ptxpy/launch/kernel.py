"""A kernel that can be launched."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.calling import (
    LaunchRequest,
    check_limits,
    find_kernel,
    geometry_of,
    named_references,
    pack,
    signature_of,
    stream_handle,
    typed,
)
from ptxpy.calling.errors import LaunchError
from ptxpy.dsl import LaunchDefaults
from ptxpy.launch.backends import choose
from ptxpy.launch.variables import Globals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.calling import Extents, ModuleSource, Reference, Signature
    from ptxpy.ir import nodes as n

__all__ = ["Configured", "Kernel"]


class Kernel:
    """A kernel of a module; `ptxpy.launch.load` makes it."""

    def __init__(self, source: ModuleSource, name: str | None = None) -> None:
        """Find the kernel; `KernelNameError` where it is missing or ambiguous."""
        self.source = source
        self.function: n.Function = find_kernel(source.module, name)
        self.signature: Signature = signature_of(source.module, self.function)
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
    ) -> None:
        """Run the kernel.

        Of grid, block, cluster and shared memory, what is not given here is what `@ptxpy.kernel`
        said, if it did, and else what the PTX requires.

        Arrays of NumPy, and others in the memory of the host, are read and written in place; with
        one of them the kernel is done when this returns. Arrays on a GPU are used where they are;
        with these alone, a launch on a GPU may still run.

        Args:
            arguments: One for each parameter; `ptxpy.calling.pack` says what each may be.
            grid: Blocks (CTAs) in x, y and z: a number, or one to three.
            block: Threads of a block; that of `.reqntid` without it.
            cluster: Blocks of a cluster; that of `.reqnctapercluster` without it.
            shared_bytes: Bytes of dynamic shared memory of a block; 0 without it.
            device: `"cpu"`, `"cuda"` or `"cuda:1"`. Without it, the GPU that an array lies on, else
                the first GPU, or where there is none the CPU.
            stream: A stream of the GPU; the default stream without it. A CPU ignores it.
            references: What the module's own variables of the types `.texref`, `.samplerref` and
                `.surfref` refer to, by name.

        Raises:
            LaunchError: Before anything runs, for what is missing or too large, or does not fit;
                an `ArgumentError` for an argument.
            RuntimeError: For what happens while it runs.
        """
        default = self.defaults
        geometry = geometry_of(
            self.signature,
            default.grid if grid is None else grid,
            default.block if block is None else block,
            default.cluster if cluster is None else cluster,
            (default.smem or 0) if shared_bytes is None else shared_bytes,
        )
        number = stream_handle(stream)
        packed = pack(self.signature, arguments, number)
        named = named_references(self.module, references)
        chosen = choose(device, packed)
        check_limits(self.signature, geometry, chosen.backend.limits(chosen.number, self.signature))
        chosen.backend.run(
            LaunchRequest(
                self.source, self.signature, packed, geometry, number, chosen.number, named
            )
        )

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
        )
