"""Plans of calls with tensors: what `c = gemm(a, b)` launches, from shapes and types alone."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from math import prod
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl import Layout, Tile, unify_envs
from ptxpy.launch.loading import load
from ptxpy.launch.tensor_arrays import check_contiguous, check_tensor, tensor_map
from ptxpy.launch_request import LaunchError, NewOutput, array_of, extents, strict_options

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch.kernel import Kernel
    from ptxpy.launch_request import Dim3

__all__ = ["CallArguments", "CallPlan", "Output", "evaluate_grid", "plan_call", "sort_arguments"]

_LAUNCH: Final = ("cooperative", "device", "grid", "programmatic", "stream", "strict")
_MISSING: Final = inspect.Parameter.empty


class CallArguments(NamedTuple):
    """The arguments of a call, sorted by their role, by the names of parameters."""

    tensors: dict[str, Any]
    """Inputs, and outputs to be written in place."""
    values: dict[str, Any]
    """Scalars and raw parameters."""
    templates: dict[str, Any]
    launch: dict[str, Any]


class Output(NamedTuple):
    """A tensor that a kernel writes."""

    name: str
    tile: Tile
    shape: tuple[int, ...]
    """The extents, in elements."""


class CallPlan(NamedTuple):
    """A call of a kernel, from the shapes and types of its tensors; no memory is read for it."""

    kernel: StandaloneKernel
    parameters: tuple[tuple[str, str], ...]
    """The parameters of the PTX in order: `tensor`, `map`, `scalar` or `raw`, and the name. That
    of a map is the name of its tensor."""
    bound: Any
    """The kernel with its dimensions and template parameters (`StandaloneKernel.bind`)."""
    tiles: dict[str, Tile]
    """The tile of each tensor."""
    inputs: tuple[str, ...]
    """The names of the tensors that it reads."""
    outputs: tuple[Output, ...]
    values: dict[str, Any]
    """The values of scalars and raw parameters."""
    dims: dict[str, int]
    """The values of the symbolic dimensions."""
    known: dict[str, Any]
    """The values of dimensions, template parameters, scalars and raw parameters."""
    grid: Dim3
    options: dict[str, Any]
    """The options of `Kernel.launch` that the call gives: `device`, `stream`, `strict`."""

    def loaded(self) -> Kernel:
        """Return the kernel to be launched."""
        return load(self.bound)

    def value(self, name: str) -> Any:
        """Return the value of a scalar or raw parameter; raise `TypeError` if it has none."""
        if name not in self.values:
            what = "scalar" if name in self.kernel.scalars else "raw parameter"
            msg = f"{self.kernel.name}: the {what} {name} is missing; pass {name}=…"
            raise TypeError(msg)
        return self.values[name]

    @property
    def mapped(self) -> frozenset[str]:
        """The names of the tensors whose maps the kernel takes."""
        return frozenset(name for kind, name in self.parameters if kind == "map")

    def run(
        self,
        tensors: Mapping[str, Any],
        *,
        checked: bool = False,
        new: Collection[str] = (),
        **options: Any,
    ) -> None:
        """Launch the kernel on arrays.

        Args:
            tensors: The array of each input and output, by name.
            checked: Whether the arrays are known to be contiguous in the order of their tile; they
                may then be `ArrayArgument`, or addresses on the GPU.
            new: The names of outputs whose elements are undefined before the launch. Strict mode
                warns of those that the kernel leaves so.
            options: Options of `Kernel.launch`; they win over those of the call.

        Raises `ValueError` for arrays that are not contiguous in the order of their tile, or that
        TMA cannot copy, and whatever `Kernel.launch` raises.
        """
        passed = self.arguments(tensors, checked=checked)
        options = {**self.options, **options}
        if new and options.get("strict"):
            options["strict"] = self._asking_for(new, tensors, options["strict"])
        self.loaded().launch(*passed, grid=self.grid, **options)

    def _asking_for(self, new: Collection[str], tensors: Mapping[str, Any], strict: Any) -> Any:
        """Return the options of strict mode with the outputs that are to be filled."""
        try:
            found = strict_options(strict)
        except ValueError:
            return strict  # which the launch refuses
        outputs = []
        for each in self.outputs:
            array = array_of(each.name, tensors[each.name], 0) if each.name in new else None
            if array is None or array.device is not None or not array.size:
                continue
            is_reversed = each.tile.layout is Layout.COL
            # A column-major matrix is, in memory, the row-major one with its dimensions reversed.
            shape = each.shape[:: -1 if is_reversed else 1]
            # The array may be one of another package, which keeps its item size elsewhere.
            itemsize = array.size // prod(shape)
            outputs.append(NewOutput(each.name, array.address, shape, itemsize, is_reversed))
        return found._replace(outputs=tuple(outputs))

    def arguments(self, tensors: Mapping[str, Any], *, checked: bool = False) -> list[Any]:
        """Return the arguments of `Kernel.launch` for arrays, as `run` takes and checks them."""
        passed: list[Any] = []
        for kind, name in self.parameters:
            if kind == "tensor":
                if not checked:
                    check_contiguous(name, self.tiles[name], tensors[name])
                passed.append(tensors[name])
            elif kind == "map":
                passed.append(tensor_map(name, self.tiles[name], tensors[name], self.known))
            else:
                passed.append(self.value(name))
        return passed


def plan_call(kernel: StandaloneKernel, given: CallArguments) -> CallPlan:
    """Return the plan of a call.

    Args:
        kernel: A kernel with `in_specs` or `out_specs`.
        given: Its arguments. Of a tensor, `shape` and `dtype` are read and nothing else, so it may
            be an array, a `jax.ShapeDtypeStruct`, or an abstract array with which a compiler of a
            framework traces.

    Raises `TypeError`, `ValueError` and `LaunchError` as `call` does.
    """
    tiles = dict(zip(kernel.tensor_names, (*kernel.in_specs, *kernel.out_specs), strict=True))
    dims = _solve_dimensions(kernel, tiles, given)
    formal = kernel.signature.parameters
    values: dict[str, Any] = {}
    for name in (*kernel.scalars, *kernel.raw_params):
        if name in given.values:
            values[name] = given.values[name]
        # A scalar with the name of a dimension, `M` beside `Tile("M", "K", f16)`, follows from the
        # shapes.
        elif name in dims:
            values[name] = dims[name]
        elif name in formal and formal[name].default is not _MISSING:
            values[name] = formal[name].default
    outputs = [
        Output(name, tiles[name], tiles[name].resolve_shape(dims)) for name in _output_names(kernel)
    ]
    known = {**_templates(kernel, given), **values, **dims}
    grid = given.launch.get("grid")
    grid = kernel.grid if grid is None else grid
    if grid is None:
        msg = f"{kernel.name} needs a grid, in @kernel or in the call: grid=(x, y, z)"
        raise LaunchError(msg)
    grid = evaluate_grid(kernel.name, grid, kernel.dims, known)
    bound = kernel.bind(**{**given.templates, **dims})
    options = {name: value for name, value in given.launch.items() if name != "grid"}
    return CallPlan(
        kernel,
        tuple(bound.parameter_kinds),
        bound,
        tiles,
        kernel.tensor_names[: len(kernel.in_specs)],
        tuple(outputs),
        values,
        dims,
        known,
        grid,
        options,
    )


def _output_names(kernel: StandaloneKernel) -> tuple[str, ...]:
    found: tuple[str, ...] = kernel.tensor_names[len(kernel.in_specs) :]
    return found


# --------------------------------------------------------------------- arguments


def sort_arguments(
    kernel: StandaloneKernel, arguments: tuple[Any, ...], options: dict[str, Any]
) -> CallArguments:
    """Sort the arguments of a call by their role."""
    outputs, scalars = _output_names(kernel), kernel.scalars
    names = [
        name
        for name in kernel.signature.parameters
        if (name in kernel.tensor_names or name in scalars) and name not in outputs
    ]
    if len(arguments) > len(names):
        msg = f"{_describe_signature(kernel, names)}; {len(arguments)} positional arguments given"
        raise TypeError(msg)
    found = CallArguments({}, {}, {}, {})
    positional = dict(zip(names, arguments, strict=False))
    for name, value in (*positional.items(), *options.items()):
        if name in positional and name in options:
            msg = f"{kernel.name}: {name} is given twice, by position and by name"
            raise TypeError(msg)
        if name in kernel.tensor_names:
            found.tensors[name] = value
        elif name in scalars or name in kernel.raw_params:
            found.values[name] = value
        elif name in kernel.template_params:
            found.templates[name] = value
        elif name in _LAUNCH:
            found.launch[name] = value
        else:
            known = (*names, *outputs, *kernel.raw_params, *kernel.template_params, *_LAUNCH)
            msg = f"{kernel.name} has no argument {name!r}; expected one of {', '.join(known)}"
            raise TypeError(msg)
    missing = [name for name in names if name in kernel.tensor_names and name not in found.tensors]
    if missing:
        listed = ", ".join(missing)
        verb = "is" if len(missing) == 1 else "are"
        msg = f"{_describe_signature(kernel, names)}; {listed} {verb} missing"
        raise TypeError(msg)
    return found


def _describe_signature(kernel: StandaloneKernel, names: list[str]) -> str:
    tensors = [name for name in names if name in kernel.tensor_names]
    scalars = [name for name in names if name not in kernel.tensor_names]
    parts = [
        f"{len(each)} {what}{'s' * (len(each) != 1)} ({', '.join(each)})"
        for what, each in (("tensor", tensors), ("scalar", scalars))
        if each
    ]
    outputs = _output_names(kernel)
    made = f", and returns {', '.join(outputs)}" if outputs else ""
    return f"{kernel.name} takes {' and '.join(parts) or 'no arguments'}{made}"


def _templates(kernel: StandaloneKernel, given: CallArguments) -> dict[str, Any]:
    """Return the values of the template parameters, given or default."""
    defaults = kernel.template_params
    found = {name: value for name, value in defaults.items() if value is not _MISSING}
    return {**found, **given.templates}


# --------------------------------------------------------------------- tensors


def _solve_dimensions(
    kernel: StandaloneKernel, tiles: Mapping[str, Tile], given: CallArguments
) -> dict[str, int]:
    """Return the values of the symbolic dimensions; raise `ValueError` if tensors disagree.

    They follow from the tensors given. A dimension that only an output has may be a template
    parameter or a scalar.
    """
    envs = {
        name: check_tensor(name, tile, given.tensors[name])
        for name, tile in tiles.items()
        if name in given.tensors
    }
    others = {**given.values, **given.templates}
    named = {name: value for name, value in others.items() if name in kernel.dims}
    for name, value in named.items():
        if isinstance(value, Integral):
            envs[f"the argument {name}"] = {name: int(value)}
    # Values that are given count like tensors, so that a message names them where they disagree.
    env = unify_envs(envs)
    defaults = _templates(kernel, given)
    for name in _output_names(kernel):
        for dim in tiles[name].symbolic_dims:
            if dim not in env and isinstance(defaults.get(dim), int):
                env[dim] = defaults[dim]
            if dim not in env:
                msg = (
                    f"the dimension {dim} of {name} is not a dimension of any input; "
                    f"pass an output array, {name}=…"
                )
                raise ValueError(msg)
    return env


# --------------------------------------------------------------------- the grid


def evaluate_grid(name: str, grid: Any, dims: Sequence[str], known: Mapping[str, Any]) -> Dim3:
    """Return the extents of a grid, which is a value or a function of the `known` values by name.

    Raises `LaunchError` if the value is not a valid grid, `TypeError` if the function has a
    parameter that is not among the known values.
    """
    if callable(grid):
        grid = _call_grid(name, grid, known)
    try:
        return extents("grid", grid)
    except LaunchError as error:
        listed = ", ".join(f"{dim}={known[dim]}" for dim in dims if dim in known)
        msg = f"{name}: {error}{f' (with {listed})' if listed else ''}"
        raise LaunchError(msg) from None


def _call_grid(kernel: str, grid: Any, known: Mapping[str, Any]) -> Any:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for name, item in inspect.signature(grid).parameters.items():
        # `lambda **meta: …`, as Triton writes grids, gets all values.
        if item.kind is item.VAR_KEYWORD:
            named = {**known, **named}
        elif item.kind is item.VAR_POSITIONAL:
            continue
        elif name in known and item.kind is item.POSITIONAL_ONLY:
            positional.append(known[name])
        elif name in known:
            named[name] = known[name]
        # A parameter that has a default and is not known keeps its default.
        elif item.default is _MISSING:
            listed = ", ".join(known) or "none"
            msg = (
                f"the grid of {kernel} takes {name}, which is not a dimension or parameter; "
                f"defined: {listed}"
            )
            raise TypeError(msg)
    return grid(*positional, **named)
