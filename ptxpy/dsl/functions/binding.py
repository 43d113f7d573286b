"""The binding of a trace: numbers for dimensions, values of template parameters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.dsl.tracing.trace import TraceError

if TYPE_CHECKING:
    from ptxpy.dsl.shared_memory.segment import Segment
    from ptxpy.dsl.tensors.tensor_parameters import Tensor
    from ptxpy.dsl.values.types import Type


class LaunchDefaults(NamedTuple):
    """The default configuration of a kernel's launches; the PTX contains none of it."""

    grid: Any = None
    block: Any = None
    cluster: Any = None
    smem: int | None = None
    """Bytes of dynamic shared memory."""


class Binding:
    """The dimensions and template parameters of one trace of a kernel, and its requests."""

    def __init__(  # noqa: PLR0913 - a kernel has these parts
        self,
        dims: Mapping[str, int],
        templates: Mapping[str, Any],
        raw: Mapping[str, Type],
        *,
        dynamic: bool = False,
        segment_name: str = "dyn_smem",
        is_standalone: bool = False,
    ) -> None:
        """Take dimensions and templates by name, and raw parameters with their types.

        With `dynamic`, all shared memory lies in a block that the launch gives, the variable
        `segment_name`. A standalone kernel is verified when it has been traced
        (`verification.verifier`).
        """
        self.dims = dims
        self.templates = templates
        self.raw = raw
        self.block: Any = None
        """The threads of a block, if the kernel fixes them."""
        self.dynamic = dynamic
        self.segment_name = segment_name
        self.is_standalone = is_standalone
        self.shared: Segment | None = None
        """The kernel's shared memory, when its body has been run."""
        self.read: dict[str, int] = {}
        """The dimensions that the body has looked at, with their numbers."""
        self.maps: dict[str, Tensor] = {}
        """The tensors whose maps the body has requested, by the names of the map parameters."""

    def dim(self, name: str) -> int:
        """Return the number of a dimension; `TraceError` where it has none."""
        if name not in self.dims:
            msg = (
                f"the dimension {name} has no number yet: call the kernel with its tensors, or "
                f"give it as in kernel.ptx({name}=1024), or to the command as --set {name}=1024"
            )
            raise TraceError(msg)
        self.read[name] = self.dims[name]
        return self.dims[name]

    def __getitem__(self, name: str) -> int:
        """Return the number of a dimension, as `dim` does."""
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
    if shared is not None and shared.dynamic:
        if 0 < smem < shared.size:
            msg = f"{name} allocates {shared.size} bytes of shared memory, and smem is {smem}"
            raise TraceError(msg)
        smem = max(smem, shared.size)
    grid = None if callable(given.grid) else given.grid
    return LaunchDefaults(grid, given.block, given.cluster, smem or None)


def resolve_sizes(
    name: str, defaults: LaunchDefaults, templates: Mapping[str, Any]
) -> LaunchDefaults:
    """Return defaults where block and cluster, functions of template parameters, are values."""
    found = {}
    for what in ("block", "cluster"):
        size = found[what] = getattr(defaults, what)
        if not callable(size):
            continue
        wanted = inspect.signature(size).parameters
        missing = [item for item in wanted if item not in templates]
        if missing:
            listed = ", ".join(templates) or "none"
            msg = (
                f"the {what} of {name} takes {missing[0]}, no template parameter; "
                f"there are {listed}"
            )
            raise TypeError(msg)
        found[what] = size(**{item: templates[item] for item in wanted})
    return defaults._replace(**found)
