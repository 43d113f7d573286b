"""The binding of a trace: the values of dimensions and template parameters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.dsl.values.operand_conversion import plain

if TYPE_CHECKING:
    from ptxpy.dsl.shared_memory.segment import Segment, SharedPart
    from ptxpy.dsl.tensors.tensor_parameters import Tensor
    from ptxpy.dsl.tensors.tile import Tile
    from ptxpy.dsl.values.types import Type


DEFAULT_ARCHITECTURE: Final = "sm_90a"
"""The target of a kernel that names none."""


class LaunchDefaults(NamedTuple):
    """The default configuration of a kernel's launches, which the PTX does not contain."""

    grid: Any = None
    block: Any = None
    cluster: Any = None
    smem: int | None = None
    """Bytes of dynamic shared memory."""
    values: tuple[tuple[str, Any], ...] = ()
    """Names of scalar parameters with their default values."""
    parts: tuple[SharedPart, ...] = ()
    """The places in the kernel's shared memory, with the names that the program has given."""


class KernelOptions(NamedTuple):
    """The arguments of `@kernel` that belong to neither the body nor the head of the function."""

    specs: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    """Of inputs and of outputs."""
    defaults: LaunchDefaults
    dynamic: bool
    segment_name: str


class Binding:
    """The dimensions and template parameters of one trace of a kernel, and its requests."""

    def __init__(
        self,
        dims: Mapping[str, int],
        templates: Mapping[str, Any],
        raw: Mapping[str, Type],
        *,
        dynamic: bool = False,
        segment_name: str = "dyn_smem",
        is_standalone: bool = False,
    ) -> None:
        """Create a binding.

        Args:
            dims: The value of each dimension, by name.
            templates: The value of each template parameter, by name.
            raw: The type of each raw parameter, by name.
            dynamic: Whether all shared memory is in dynamic shared memory, whose size is given at
                launch: the variable `segment_name`.
            segment_name: The name of that variable.
            is_standalone: Whether the kernel is verified after tracing (`verification.verifier`).
        """
        self.dims = dims
        self.templates = templates
        self.raw = raw
        self.block: Any = None
        """The block size, if the kernel fixes it."""
        self.dynamic = dynamic
        self.segment_name = segment_name
        self.is_standalone = is_standalone
        self.shared: Segment | None = None
        """The kernel's shared memory, once its body has been run."""
        self.read: dict[str, int] = {}
        """The dimensions that the body has read, with their values."""
        self.maps: dict[str, Tensor] = {}
        """The tensors whose maps the body has requested, by the names of the map parameters."""

    def dim(self, name: str) -> int:
        """Return the value of a dimension; `TraceError` if it has none."""
        if name not in self.dims:
            msg = (
                f"the dimension {name} has no value yet: call the kernel with its tensors, or "
                f"give it as in kernel.ptx({name}=1024), or to the command as --set {name}=1024"
            )
            raise TraceError(msg)
        # Traces are alike if the dimensions that their bodies have read are.
        self.read[name] = self.dims[name]
        return self.dims[name]

    def __getitem__(self, name: str) -> int:
        """Return the value of a dimension, as `dim` does."""
        return self.dim(name)

    def map_of(self, tensor: Tensor) -> str:
        """Return the name of the parameter that holds a tensor's map."""
        name = f"{tensor.name}_tma_desc"
        self.maps[name] = tensor
        return name


def resolve_launch_defaults(
    name: str, shared: Segment | None, given: LaunchDefaults
) -> LaunchDefaults:
    """Return the default configuration of a traced kernel's launches.

    Raises `TraceError` if `smem` is less than the kernel has allocated.
    """
    smem = given.smem or 0
    parts = () if shared is None else tuple(shared.parts)
    if shared is not None and shared.dynamic:
        if 0 < smem < shared.size:
            msg = f"{name}: smem must be at least {shared.size}, the bytes allocated, not {smem}"
            raise TraceError(msg)
        smem = max(smem, shared.size)
    # A grid that is a function needs the dimensions, which a launch has.
    grid = None if callable(given.grid) else given.grid
    return given._replace(grid=grid, smem=smem or None, parts=parts)


def resolve_sizes(
    name: str, defaults: LaunchDefaults, templates: Mapping[str, Any]
) -> LaunchDefaults:
    """Return defaults whose block and cluster are values, not functions of template parameters."""
    sizes = {}
    for what in ("block", "cluster"):
        size = sizes[what] = getattr(defaults, what)
        if not callable(size):
            continue
        required = inspect.signature(size).parameters
        missing = [item for item in required if item not in templates]
        if missing:
            listed = ", ".join(templates) or "none"
            msg = (
                f"the {what} of {name} takes {missing[0]}, which is not a template parameter; "
                f"there are {listed}"
            )
            raise TypeError(msg)
        sizes[what] = plain(size(**{item: templates[item] for item in required}))
    return defaults._replace(**sizes)
