"""A captured launch as data: the manifest in its file, which is JSON.

`README.md` in this folder documents the format. Reading checks all values, which may be hostile.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from ptxpy._records import NamedTuple
from ptxpy.isa import SWIZZLES
from ptxpy.launch_request import (
    L2_PROMOTIONS,
    MAX_TENSOR_RANK,
    TENSOR_FILLS,
    TENSOR_INTERLEAVES,
    TENSOR_TYPES,
    Im2col,
    TensorLayout,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.launch_request import Dim3

__all__ = [
    "FORMAT",
    "POINTER_BYTES",
    "TENSOR_MAP_BYTES",
    "VERSION",
    "CaptureError",
    "CapturedAllocation",
    "CapturedMap",
    "CapturedPointer",
    "Manifest",
    "PlacedMap",
    "read_manifest",
    "write_manifest",
]

FORMAT: Final = "ptxpy capture"
VERSION: Final = 1
"""The version of the format; a file of a later one is refused."""

POINTER_BYTES: Final = 8
TENSOR_MAP_BYTES: Final = 128
"""The bytes of a tensor map, a `CUtensorMap`."""

MAX_PARAMETER_BYTES: Final = 32764
MAX_ALLOCATIONS: Final = 1 << 16
MAX_POINTERS: Final = 1 << 22
MAX_TOTAL_BYTES: Final = 1 << 34
"""The most bytes of all allocations together."""
_MAX_EXTENT: Final = (1 << 31) - 1
_MAX_TEXT: Final = 1 << 16
_MAX_ADDRESS: Final = (1 << 64) - 1

_T = TypeVar("_T")


class CaptureError(ValueError):
    """A file is no captured launch, or a damaged one; or a launch cannot be captured."""

    __module__ = "ptxpy"


class CapturedPointer(NamedTuple):
    """A pointer in the parameters, or in an allocation."""

    offset: int
    """Its offset there, in bytes."""
    allocation: int
    """The index of the allocation that it points to."""
    displacement: int
    """Offset in that allocation, in bytes."""


class CapturedMap(NamedTuple):
    """A tensor map, by its fields."""

    layout: TensorLayout
    allocation: int
    """The index of the allocation with the tensor."""
    displacement: int
    """Offset of the tensor in the allocation, in bytes."""


class PlacedMap(NamedTuple):
    """The place of a tensor map: in the parameters, or in an allocation."""

    offset: int
    map: int
    """The index of the map."""


class CapturedAllocation(NamedTuple):
    """An allocation that the launch could reach."""

    name: str
    """A description, for messages."""
    address: int
    """Its address on the device of the capture."""
    size: int
    variable: str = ""
    """The name of the variable of the module that it is; empty for others."""
    pointers: tuple[CapturedPointer, ...] = ()
    maps: tuple[PlacedMap, ...] = ()
    before: tuple[tuple[int, int], ...] = ()
    """Offset and size of each part that was not zero before the launch."""
    after: tuple[tuple[int, int], ...] = ()
    """Offset and size of each part that the launch has changed."""


class Manifest(NamedTuple):
    """A captured launch without the bytes of its allocations."""

    kernel: str
    """The symbol of the kernel."""
    grid: Dim3
    """Extents in CTAs."""
    block: Dim3
    cluster: Dim3 | None
    shared_bytes: int
    """Dynamic shared memory per CTA, in bytes."""
    cooperative: bool
    parameters: bytes
    pointers: tuple[CapturedPointer, ...]
    """The pointers in the parameters."""
    maps: tuple[PlacedMap, ...]
    """The tensor maps in the parameters."""
    tensor_maps: tuple[CapturedMap, ...]
    allocations: tuple[CapturedAllocation, ...]
    ptx_name: str
    """The name of the PTX, for messages."""
    device: str
    """The device of the launch, in words."""
    producer: str
    """The program that wrote the file."""
    number: int = 0
    """Which launch of the program it was, from 0."""
    status: int = 0
    """The `CUresult` with which it ended; 0 for success."""
    message: str = ""
    """The error, if there was one."""
    printed: str = ""
    """The output of `printf`."""


# ------------------------------------------------------------------------------ writing


def write_manifest(manifest: Manifest) -> bytes:
    """Return the JSON of a manifest."""
    name, m = manifest.kernel, manifest
    about = (
        f"One launch of the CUDA kernel {name}, with its PTX, its arguments, and the memory that "
        "it could reach, before and after; `ptxpy run` replays it"
    )
    facts = {
        "format": FORMAT,
        "version": VERSION,
        "about": about,
        "producer": m.producer,
        "device": m.device,
        "kernel": name,
        "launch": {
            "number": m.number,
            "grid": m.grid,
            "block": m.block,
            "cluster": m.cluster,
            "shared_bytes": m.shared_bytes,
            "cooperative": m.cooperative,
        },
        "ptx": {"file": "kernel.ptx", "name": m.ptx_name},
        "parameters": {"bytes": m.parameters.hex(), "pointers": m.pointers, "tensor_maps": m.maps},
        "tensor_maps": [_map_facts(each) for each in m.tensor_maps],
        "allocations": [_allocation_facts(each) for each in m.allocations],
        "result": {"status": m.status, "message": m.message, "printed": m.printed},
    }
    text = json.dumps(facts, indent=1)
    # Thousands of pointers of three numbers each would take three lines apiece.
    return re.sub(r"\[\n[-\d,\s]*\]", _on_one_line, text).encode()


def _on_one_line(numbers: re.Match[str]) -> str:
    """Return a list of numbers, which takes a line for each, on one line."""
    return "[" + ", ".join(numbers[0][1:-1].replace(",", " ").split()) + "]"


def _map_facts(each: CapturedMap) -> dict[str, object]:
    layout = each.layout
    columns = layout.columns
    return {
        "allocation": each.allocation,
        "displacement": each.displacement,
        "element": layout.element.name,
        "dims": layout.dims,
        "strides": layout.strides,
        "box": layout.box,
        "element_strides": layout.steps,
        "interleave": layout.interleave,
        "swizzle": layout.swizzle.name,
        "fill": layout.fill,
        "l2_promotion": layout.l2_promotion,
        "im2col": None if columns is None else columns._asdict(),
    }


def _allocation_facts(each: CapturedAllocation) -> dict[str, object]:
    return {
        "name": each.name,
        "address": hex(each.address),
        "bytes": each.size,
        "variable": each.variable,
        "pointers": each.pointers,
        "tensor_maps": each.maps,
        "before": each.before,
        "after": each.after,
    }


# ------------------------------------------------------------------------------ reading


class _Fields:
    """The fields of an object of the manifest, with the path to it for messages."""

    def __init__(self, value: object, path: str) -> None:
        if not isinstance(value, dict):
            _refuse(path, "an object")
        self._value: dict[str, Any] = value
        self._path = path

    def path(self, name: str) -> str:
        return f"{self._path}.{name}".lstrip(".")

    def integer(self, name: str, low: int, high: int) -> int:
        value = self._value.get(name)
        # `True` is an `int` for `isinstance`.
        if type(value) is not int or not low <= value <= high:
            _refuse(self.path(name), f"an integer from {low:,} to {high:,}")
        return value

    def text(self, name: str, most: int = _MAX_TEXT) -> str:
        value = self._value.get(name)
        if not isinstance(value, str) or len(value) > most:
            _refuse(self.path(name), f"a text of at most {most:,} characters")
        return value

    def flag(self, name: str) -> bool:
        value = self._value.get(name)
        if type(value) is not bool:
            _refuse(self.path(name), "true or false")
        return value

    def fields(self, name: str) -> _Fields:
        return _Fields(self._value.get(name), self.path(name))

    def is_null(self, name: str) -> bool:
        return self._value.get(name) is None

    def items(self, name: str, most: int) -> list[Any]:
        value = self._value.get(name)
        if not isinstance(value, list) or len(value) > most:
            _refuse(self.path(name), f"a list of at most {most:,} items")
        return value

    def integers(self, name: str, bounds: tuple[int, int], low: int, high: int) -> tuple[int, ...]:
        """Return a list of integers, whose length is in the bounds."""
        value = self.items(name, bounds[1])
        if len(value) < bounds[0] or any(
            type(each) is not int or not low <= each <= high for each in value
        ):
            _refuse(
                self.path(name),
                f"{bounds[0]} to {bounds[1]} integers from {low:,} to {high:,}",
            )
        return tuple(value)

    def rows(self, name: str, width: int, most: int) -> list[tuple[int, ...]]:
        """Return a list of lists of non-negative integers."""
        rows = self.items(name, most)
        for row in rows:
            if (
                not isinstance(row, list)
                or len(row) != width
                or any(type(each) is not int or not 0 <= each <= _MAX_ADDRESS for each in row)
            ):
                _refuse(self.path(name), f"lists of {width} integers")
        return [tuple(row) for row in rows]

    def choice(self, name: str, values: Sequence[_T], key: Callable[[_T], str]) -> _T:
        given = self.text(name)
        for value in values:
            if key(value) == given:
                return value
        return _refuse(self.path(name), f"one of {', '.join(map(key, values))}")


def _refuse(path: str, expected: str) -> NoReturn:
    message = f"{path}: expected {expected}"
    raise CaptureError(message)


def read_manifest(data: bytes) -> Manifest:
    """Return the manifest of a JSON text; raises `CaptureError` with a field that is not valid."""
    try:
        value = json.loads(data)
    # Thousands of opening brackets exhaust the parser's stack.
    except (ValueError, RecursionError) as error:
        message = f"the manifest is not JSON: {error}"
        raise CaptureError(message) from None
    top = _Fields(value, "")
    if top.text("format") != FORMAT:
        _refuse("format", repr(FORMAT))
    # A later version may mean something else by the same fields.
    if top.integer("version", 1, 1 << 31) > VERSION:
        message = f"it is of version {value['version']}; this ptxpy reads up to version {VERSION}"
        raise CaptureError(message)
    launch, result, parameters = (
        top.fields("launch"),
        top.fields("result"),
        top.fields("parameters"),
    )
    # First the sizes, against which the pointers in all parts are checked.
    sizes = [
        _Fields(each, f"allocations[{number}]").integer("bytes", 1, MAX_TOTAL_BYTES)
        for number, each in enumerate(top.items("allocations", MAX_ALLOCATIONS))
    ]
    if sum(sizes) > MAX_TOTAL_BYTES:
        message = f"allocations: {sum(sizes):,} bytes, more than {MAX_TOTAL_BYTES:,}"
        raise CaptureError(message)
    cluster = None if launch.is_null("cluster") else _extents(launch, "cluster")
    tensor_maps = tuple(
        _captured_map(_Fields(each, f"tensor_maps[{number}]"), sizes)
        for number, each in enumerate(top.items("tensor_maps", MAX_POINTERS))
    )
    text = parameters.text("bytes", 2 * MAX_PARAMETER_BYTES)
    if not re.fullmatch(r"(?:[0-9a-f]{2})*", text):
        _refuse(parameters.path("bytes"), "bytes in hexadecimal digits")
    packed = bytes.fromhex(text)
    return Manifest(
        kernel=top.text("kernel"),
        grid=_extents(launch, "grid"),
        block=_extents(launch, "block"),
        cluster=cluster,
        shared_bytes=launch.integer("shared_bytes", 0, 1 << 24),
        cooperative=launch.flag("cooperative"),
        parameters=packed,
        pointers=_pointers(parameters, len(packed), sizes),
        maps=_placed_maps(parameters, len(packed), len(tensor_maps)),
        tensor_maps=tensor_maps,
        allocations=tuple(
            _allocation(_Fields(each, f"allocations[{number}]"), sizes, len(tensor_maps))
            for number, each in enumerate(top.items("allocations", MAX_ALLOCATIONS))
        ),
        ptx_name=top.fields("ptx").text("name"),
        device=top.text("device"),
        producer=top.text("producer"),
        number=launch.integer("number", 0, 1 << 62),
        status=result.integer("status", 0, 1 << 31),
        message=result.text("message", 1 << 20),
        printed=result.text("printed", 1 << 26),
    )


def _extents(fields: _Fields, name: str) -> Dim3:
    x, y, z = fields.integers(name, (3, 3), 1, _MAX_EXTENT)
    return x, y, z


def _pointers(fields: _Fields, size: int, sizes: list[int]) -> tuple[CapturedPointer, ...]:
    found = tuple(CapturedPointer(*row) for row in fields.rows("pointers", 3, MAX_POINTERS))
    for each in found:
        if (
            each.offset + POINTER_BYTES > size
            or each.allocation >= len(sizes)
            # A pointer may be to the end of an allocation, as that of an exhausted range is.
            or each.displacement > sizes[each.allocation]
        ):
            _refuse(fields.path("pointers"), f"pointers within what there is; {[*each]} is not")
    return found


def _placed_maps(fields: _Fields, size: int, count: int) -> tuple[PlacedMap, ...]:
    found = tuple(PlacedMap(*row) for row in fields.rows("tensor_maps", 2, MAX_POINTERS))
    for each in found:
        if each.offset + TENSOR_MAP_BYTES > size or each.map >= count:
            _refuse(fields.path("tensor_maps"), f"maps within what there is; {[*each]} is not")
    return found


def _captured_map(fields: _Fields, sizes: list[int]) -> CapturedMap:
    allocation = fields.integer("allocation", 0, len(sizes) - 1)
    # The other lists must be as long as this one.
    rank = len(fields.items("dims", MAX_TENSOR_RANK))
    columns = None
    if not fields.is_null("im2col"):
        inner = fields.fields("im2col")
        lower, upper = (
            inner.integers(name, (0, MAX_TENSOR_RANK), -(1 << 16), 1 << 16)
            for name in ("lower", "upper")
        )
        channels, pixels = (inner.integer(name, 0, 1 << 16) for name in ("channels", "pixels"))
        columns = Im2col(lower, upper, channels, pixels)
    layout = TensorLayout(
        fields.choice("element", TENSOR_TYPES, lambda each: each.name),
        fields.integers("dims", (1, MAX_TENSOR_RANK), 0, 1 << 33),
        fields.integers("strides", (rank - 1, rank - 1), 0, 1 << 41),
        fields.integers("box", (1, MAX_TENSOR_RANK), 0, 1 << 16),
        fields.integers("element_strides", (rank, rank), 0, 1 << 8),
        fields.choice("interleave", TENSOR_INTERLEAVES, str),
        fields.choice("swizzle", SWIZZLES, lambda each: each.name),
        fields.choice("fill", TENSOR_FILLS, str),
        fields.choice("l2_promotion", L2_PROMOTIONS, str),
        columns,
    )
    return CapturedMap(layout, allocation, fields.integer("displacement", 0, sizes[allocation]))


def _allocation(fields: _Fields, sizes: list[int], maps: int) -> CapturedAllocation:
    size = fields.integer("bytes", 1, MAX_TOTAL_BYTES)
    address = fields.text("address", 18)
    if not re.fullmatch("0x[0-9a-f]{1,16}", address):
        _refuse(fields.path("address"), "an address in hexadecimal digits")
    return CapturedAllocation(
        fields.text("name"),
        int(address, 16),
        size,
        fields.text("variable"),
        _pointers(fields, size, sizes),
        _placed_maps(fields, size, maps),
        _runs(fields, "before", size),
        _runs(fields, "after", size),
    )


def _runs(fields: _Fields, name: str, size: int) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    end = 0
    for offset, length in fields.rows(name, 2, MAX_POINTERS):
        if offset < end or length < 1 or offset + length > size:
            _refuse(fields.path(name), "parts in order within the allocation, none of them empty")
        end = offset + length
        found.append((offset, length))
    return tuple(found)
