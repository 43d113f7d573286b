"""Kernel arguments on a command line, `x=float32[1024]:arange`, and those inferred from tensors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy import dsl
from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.cli.command_errors import CommandError
from ptxpy.dsl import unify_envs
from ptxpy.launch import check_tensor, evaluate_grid, tensor_map

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ptxpy.dsl import Function, Tile
    from ptxpy.launch_request import Signature

__all__ = [
    "DTYPES",
    "Selection",
    "assign_arguments",
    "complete_arguments",
    "example_arguments",
    "grid_of",
    "inferred_parameters",
    "parse_selection",
    "parse_value",
    "short_name",
    "takes_tensors",
]


_ARRAY: Final = re.compile(
    r"(?P<dtype>[a-z]+\d+|bool)\[(?P<shape>\d+(?:,\d+)*)\](?::(?P<fill>.+))?", re.ASCII
)
_INTEGER: Final = re.compile(r"-?(?:\d+|0[xX][0-9a-fA-F]+)", re.ASCII)
_NUMBER: Final = re.compile(r"-?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?|-?inf|nan", re.ASCII)
_SELECTION: Final = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<part>[-\d:,]*)\])?", re.ASCII)
_MAX_ARRAY_BYTES: Final = 1 << 33

_BFLOAT: Final = ("bf16", "bfloat16")
DTYPES: Final = frozenset(
    {
        *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
        *("float16", "float32", "float64", "bool"),
    }
)
"""The element types of arrays on a command line."""


def short_name(kernel: str, parameter: str) -> str:
    """Return a parameter's name without the kernel's, which compilers prefix to `_param_0`."""
    return parameter.removeprefix(f"{kernel}_") or parameter


def parse_value(text: str) -> Any:  # noqa: ANN401 - an array or a number
    """Parse an argument: a number, `null`, `@file.npy`, or an array `dtype[shape]:fill`.

    Fills are `zeros` (the default), `ones`, `arange`, `random` (from 0 to 1, or any integer),
    `random(7)` with a seed, `full(2.5)`, and `@file.npy`. Raises `CommandError` for other text.
    """
    # `null` stands for a pointer that points to nothing.
    if text in ("null", "None"):
        return None
    if _INTEGER.fullmatch(text):
        return int(text, 0) if "x" in text.lower() else int(text)
    if _NUMBER.fullmatch(text):
        return float(text)
    # Type and shape are in the file.
    if text.startswith("@"):
        return _read_array(text[1:])
    match = _ARRAY.fullmatch(text)
    if match is None:
        message = (
            f"{text!r} is not a valid argument; expected a number, null, @file.npy, or an array "
            "such as float32[1024]:arange"
        )
        raise CommandError(message)
    return _make_array(match["dtype"], match["shape"], match["fill"] or "zeros")


def _make_array(dtype: str, extents: str, fill: str) -> np.ndarray[Any, Any]:
    # NumPy has no such type: kernels take arrays of the bits.
    if dtype in _BFLOAT and not fill.startswith("@"):
        wide = _make_array("float32", extents, fill).view(np.uint32)
        return (wide + (0x7FFF + (wide >> 16 & 1)) >> 16).astype(np.uint16)
    dtype = "uint16" if dtype in _BFLOAT else dtype
    if dtype not in DTYPES:
        message = f"no type {dtype!r}; expected one of bf16 {' '.join(sorted(DTYPES))}"
        raise CommandError(message)
    shape = tuple(map(int, extents.split(",")))
    # The size is computed with floats, which do not wrap, before anything of this size is made.
    size = int(np.prod([float(extent) for extent in shape])) * np.dtype(dtype).itemsize
    if size > _MAX_ARRAY_BYTES:
        message = f"{dtype}[{extents}] has {size:,} bytes; the limit is {_MAX_ARRAY_BYTES:,}"
        raise CommandError(message)
    if fill.startswith("@"):
        return _load_array(fill[1:], dtype, shape)
    match = re.fullmatch(r"(zeros|ones|arange|random|full)(?:\(([^()]*)\))?", fill)
    if match is None:
        fills = "zeros ones arange random(seed) full(value) @file.npy"
        message = f"no fill {fill!r}; expected one of {fills}"
        raise CommandError(message)
    return _fill_array(dtype, shape, match[1], match[2])


def _fill_array(
    dtype: str, shape: tuple[int, ...], fill: str, given: str | None
) -> np.ndarray[Any, Any]:
    count = int(np.prod(shape))
    if fill == "full":
        value = parse_value(given or "")
        if not isinstance(value, int | float):
            message = "full(…) takes a number"
            raise CommandError(message)
        # A value beyond the range of a type becomes infinite, or wraps, as in a C cast.
        with np.errstate(over="ignore", invalid="ignore"):
            return np.full(shape, value).astype(dtype)
    if fill == "random":
        seed = parse_value(given or "0")
        generator = np.random.default_rng(seed if isinstance(seed, int) and seed >= 0 else 0)
        if dtype.startswith("float"):
            return generator.random(count).reshape(shape).astype(dtype)
        # Random bytes make each value of an integer type equally likely.
        return generator.integers(0, 256, (*shape, np.dtype(dtype).itemsize), np.uint8).view(dtype)[
            ..., 0
        ]
    made: np.ndarray[Any, Any] = np.arange(count)
    if fill != "arange":
        made = np.full(count, fill == "ones")
    with np.errstate(over="ignore"):  # values beyond the range of float16 are infinite
        return made.astype(dtype).reshape(shape)


def _read_array(name: str) -> np.ndarray[Any, Any]:
    try:
        # Pickles in a file from elsewhere could run code.
        return np.ascontiguousarray(np.load(name, allow_pickle=False))
    except (OSError, ValueError) as error:
        message = f"{name}: {error}"
        raise CommandError(message) from None


def _load_array(name: str, dtype: str, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    found = _read_array(name)
    if found.dtype != np.dtype(dtype) or found.shape != shape:
        message = f"{name} must be {dtype}{list(shape)}, got {found.dtype}{list(found.shape)}"
        raise CommandError(message)
    return found


def assign_arguments(
    signature: Signature, given: Sequence[str], inferred: AbstractSet[str] = frozenset()
) -> dict[str, Any]:
    """Return the arguments of a kernel by the names of its parameters.

    `given` contains `name=value` and plain values in the order of the parameters; `inferred`
    parameters may be omitted. Raises `CommandError` for missing, unknown or repeated arguments.
    """
    names = [parameter.name for parameter in signature.parameters]
    short = {short_name(signature.name, name): name for name in names}
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            # A plain value goes to the first parameter that has none yet.
            name = next((each for each in names if each not in found), "")
            value = text
            if not name:
                message = (
                    f"{signature.name} has "
                    f"{format_count(len(names), 'parameter')}; {text!r} is one too many"
                )
                raise CommandError(message)
        else:
            name = short.get(name, name)
        if name not in names:
            message = f"no parameter {name!r}; expected one of {' '.join(short)}"
            raise CommandError(message)
        if name in found:
            message = f"{name} is given twice"
            raise CommandError(message)
        found[name] = parse_value(value)
    missing = [each for each, name in short.items() if name not in found and name not in inferred]
    if missing:
        message = f"--arg is missing for {', '.join(missing)}"
        raise CommandError(message)
    return {name: found[name] for name in names if name in found}


class Selection(NamedTuple):
    """A part of an array to print."""

    name: str
    part: tuple[int | slice, ...]
    text: str
    """The text on the command line."""


def parse_selection(text: str) -> Selection:
    """Parse a selection `y`, `y[:8]` or `y[0,:4]`; raise `CommandError` for other text."""
    match = _SELECTION.fullmatch(text)
    if match is None:
        message = f"{text!r} is no part of an array: y, y[:8], y[0,:4]"
        raise CommandError(message)
    # `y[]` has no parts, which is another thing than one empty part.
    parts = (match["part"] or "").split(",") if match["part"] else []
    try:
        return Selection(match["name"], tuple(map(_index, parts)), text)
    except ValueError:
        message = f"{text!r} is no part of an array: y, y[:8], y[0,:4]"
        raise CommandError(message) from None


def _index(text: str) -> int | slice:
    if ":" not in text:
        return int(text)
    return slice(*[int(part) if part else None for part in text.split(":")])


_EXTENT: Final = 128
"""The value of a symbolic dimension in an example."""


def takes_tensors(kernel: Function, signature: Signature) -> bool:
    """Return whether a kernel has tensor parameters with the names of the Python function."""
    parameters = {parameter.name for parameter in signature.parameters}
    return bool(kernel.formals.tensors) and parameters.issuperset(
        name for name, _ in kernel.formals.tensors
    )


def inferred_parameters(kernel: Function) -> frozenset[str]:
    """Return the parameters that are inferred: tensor maps, and dimensions of tensors."""
    names = _dims(kernel)
    scalars = {name for name, _ in (*kernel.formals.scalars, *kernel.formals.raw)}
    # Scalars that are named like a dimension get its size from the tensors.
    return frozenset({*kernel.binding.maps, *(names & scalars)})


def complete_arguments(
    kernel: Function, given: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, int]]:
    """Add the arguments that are inferred from tensors; return all arguments, and the dimensions.

    Raises `CommandError` if a tensor does not match its `Tile`, if dimensions disagree, or if TMA
    cannot copy a tensor.
    """
    tiles = dict(kernel.formals.tensors)
    maps = kernel.binding.maps
    try:
        envs = {name: check_tensor(name, tile, given[name]) for name, tile in tiles.items()}
        numbers = _numbers(kernel)
        of_dims = {name: numbers[name] for name in _dims(kernel) if name in numbers}
        env = unify_envs({"--set": {**of_dims, **kernel.binding.read}, **envs})
        known = {**numbers, **env}
        made = {
            name: tensor_map(tensor.name, tensor.spec, given[tensor.name], known)
            # A tensor map that is given wins over an inferred one.
            for name, tensor in maps.items()
            if name not in given
        }
    except (TypeError, ValueError, KeyError) as error:
        raise CommandError(str(error.args[0] if error.args else error)) from None
    wanted = inferred_parameters(kernel) - set(maps)
    return {**{name: env[name] for name in wanted}, **made, **given}, env


def grid_of(
    kernel: Function, given: Mapping[str, Any], env: Mapping[str, int]
) -> Any:  # noqa: ANN401 - whatever a grid may be
    """Evaluate the grid function of a kernel; return None for a kernel without one.

    Raises `CommandError` if the function fails, or its result is not a valid grid.
    """
    grid = getattr(kernel, "grid", None)
    if not callable(grid):
        return None
    # A grid may depend on numbers alone: arrays are not known before the launch.
    scalars = {name: value for name, value in given.items() if isinstance(value, int | float)}
    known = {**kernel.binding.templates, **scalars, **env}
    try:
        return evaluate_grid(kernel.name, grid, [*env], known)
    except Exception as error:  # noqa: BLE001 - the function is the user's
        message = f"the grid of {kernel.name}: {type(error).__name__}: {error}; give --grid"
        raise CommandError(message) from None


def _dims(kernel: Function) -> set[str]:
    """Return the names of the dimensions of a kernel's tensors."""
    return {name for _, tile in kernel.formals.tensors for name in tile.symbolic_dims}


def _numbers(kernel: Function) -> dict[str, int]:
    """Return the template parameters that are integers, which boxes and shapes may use."""
    templates = kernel.binding.templates
    return {name: value for name, value in templates.items() if type(value) is int}


def example_arguments(kernel: Function) -> dict[str, str]:
    """Return an example argument for each tensor: `float32[128,64]:random`."""
    return {name: _example(tile, kernel) for name, tile in kernel.formals.tensors}


def _example(tile: Tile, kernel: Function) -> str:
    dims = {**_numbers(kernel), **kernel.binding.dims}
    shape = ",".join(
        str(dims.get(size, _EXTENT) if isinstance(size, str) else size) for size in tile.shape
    )
    if tile.dtype.fundamental == "bf16":
        return f"bf16[{shape}]:random"
    # The other types of 8 bits have no name on a command line: arrays of integers stand for them.
    dtype = next(name for name in (*dsl.DTYPES[tile.dtype.fundamental], "uint8") if name in DTYPES)
    return f"{dtype}[{shape}]:{'random' if dtype.startswith('float') else 'zeros'}"
