"""Arguments of kernels as they are written on a command line: `x=float32[1024]:arange`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from ptxpy.launch.arguments import Signature

__all__ = ["DTYPES", "Selection", "assign", "read_selection", "short_name", "value_of"]

_ARRAY: Final = re.compile(
    r"(?P<dtype>[a-z]+\d+|bool)\[(?P<shape>\d+(?:,\d+)*)\](?::(?P<fill>.+))?", re.ASCII
)
_INTEGER: Final = re.compile(r"-?(?:\d+|0[xX][0-9a-fA-F]+)", re.ASCII)
_NUMBER: Final = re.compile(r"-?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?|-?inf|nan", re.ASCII)
_SELECTION: Final = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<part>[-\d:,]*)\])?", re.ASCII)
_LARGEST: Final = 1 << 33

DTYPES: Final = frozenset(
    {
        *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
        *("float16", "float32", "float64", "bool"),
    }
)
"""The types of arrays that are made here."""


def short_name(kernel: str, parameter: str) -> str:
    """Return a parameter's name without the kernel's: compilers put that before `_param_0`."""
    return parameter.removeprefix(f"{kernel}_") or parameter


def value_of(text: str) -> Any:  # noqa: ANN401 - an array or a number
    """Return what an argument is: a number, `null`, or an array `dtype[shape]:fill`.

    Fills are `zeros` (the default), `ones`, `arange`, `random` (from 0 to 1, or any integer),
    `random(7)` with a seed, `full(2.5)`, and `@file.npy`. `Failure` for another text.
    """
    if text in ("null", "None"):
        return None
    if _INTEGER.fullmatch(text):
        return int(text, 0) if "x" in text.lower() else int(text)
    if _NUMBER.fullmatch(text):
        return float(text)
    match = _ARRAY.fullmatch(text)
    if match is None:
        message = (
            f"{text!r} is no argument: that is a number, null, or an array such as "
            "float32[1024]:arange"
        )
        raise Failure(message)
    return _array(match["dtype"], match["shape"], match["fill"] or "zeros")


def _array(dtype: str, extents: str, fill: str) -> np.ndarray[Any, Any]:
    if dtype not in DTYPES:
        message = f"no type {dtype!r}; there are {' '.join(sorted(DTYPES))}"
        raise Failure(message)
    shape = tuple(map(int, extents.split(",")))
    size = int(np.prod([float(extent) for extent in shape])) * np.dtype(dtype).itemsize
    if size > _LARGEST:
        message = f"{dtype}[{extents}] has {size:,} bytes; at most {_LARGEST:,} are given"
        raise Failure(message)
    if fill.startswith("@"):
        return _loaded(fill[1:], dtype, shape)
    match = re.fullmatch(r"(zeros|ones|arange|random|full)(?:\(([^()]*)\))?", fill)
    if match is None:
        message = (
            f"no fill {fill!r}; there are zeros ones arange random(seed) full(value) @file.npy"
        )
        raise Failure(message)
    return _filled(dtype, shape, match[1], match[2])


def _filled(
    dtype: str, shape: tuple[int, ...], fill: str, given: str | None
) -> np.ndarray[Any, Any]:
    count = int(np.prod(shape))
    if fill == "full":
        value = value_of(given or "")
        if not isinstance(value, int | float):
            message = "full(…) takes a number"
            raise Failure(message)
        with np.errstate(over="ignore", invalid="ignore"):
            return np.full(shape, value).astype(dtype)
    if fill == "random":
        seed = value_of(given or "0")
        generator = np.random.default_rng(seed if isinstance(seed, int) and seed >= 0 else 0)
        if dtype.startswith("float"):
            return generator.random(count).reshape(shape).astype(dtype)
        return generator.integers(0, 256, (*shape, np.dtype(dtype).itemsize), np.uint8).view(dtype)[
            ..., 0
        ]
    made: np.ndarray[Any, Any] = np.arange(count)
    if fill != "arange":
        made = np.full(count, fill == "ones")
    with np.errstate(over="ignore"):  # what float16 has no number for is infinite
        return made.astype(dtype).reshape(shape)


def _loaded(name: str, dtype: str, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    try:
        found: np.ndarray[Any, Any] = np.load(name, allow_pickle=False)
    except (OSError, ValueError) as error:
        message = f"{name}: {error}"
        raise Failure(message) from None
    if found.dtype != np.dtype(dtype) or found.shape != shape:
        message = f"{name} has {found.dtype}{list(found.shape)}, not {dtype}{list(shape)}"
        raise Failure(message)
    return np.ascontiguousarray(found)


def assign(
    signature: Signature, given: Sequence[str], followed: AbstractSet[str] = frozenset()
) -> dict[str, Any]:
    """Return the arguments of a kernel by the names of its parameters.

    `given` has `name=value` and plain values, which follow the order of the parameters; those that
    are `followed` may be left out. `Failure` names what is missing, unknown or given twice.
    """
    names = [parameter.name for parameter in signature.parameters]
    short = {short_name(signature.name, name): name for name in names}
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            name = next((each for each in names if each not in found), "")
            value = text
            if not name:
                message = f"{signature.name} has {len(names)} parameters; {text!r} is one too many"
                raise Failure(message)
        else:
            name = short.get(name, name)
        if name not in names:
            message = f"no parameter {name!r}; there are {' '.join(short)}"
            raise Failure(message)
        if name in found:
            message = f"{name} is given twice"
            raise Failure(message)
        found[name] = value_of(value)
    missing = [each for each, name in short.items() if name not in found and name not in followed]
    if missing:
        message = f"--arg is missing for {', '.join(missing)}"
        raise Failure(message)
    return {name: found[name] for name in names if name in found}


class Selection(NamedTuple):
    """A part of an array to print."""

    name: str
    part: tuple[int | slice, ...]
    text: str
    """As it was written."""


def read_selection(text: str) -> Selection:
    """Return what `y`, `y[:8]` or `y[0,:4]` selects; `Failure` for another text."""
    match = _SELECTION.fullmatch(text)
    if match is None:
        message = f"{text!r} is no part of an array: y, y[:8], y[0,:4]"
        raise Failure(message)
    parts = (match["part"] or "").split(",") if match["part"] else []
    try:
        return Selection(match["name"], tuple(map(_index, parts)), text)
    except ValueError:
        message = f"{text!r} is no part of an array: y, y[:8], y[0,:4]"
        raise Failure(message) from None


def _index(text: str) -> int | slice:
    if ":" not in text:
        return int(text)
    return slice(*[int(part) if part else None for part in text.split(":")])
