"""Recorded launches, and their Params for other tensors.

A line of a file is a launch: its geometry, and of the struct its size, the words of 32 bits that
are not zero, by their offsets, and fields: addresses of tensors, which have numbers, and tensor
maps, as `cuTensorMapEncodeTiled` was asked for them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from numpy.lib.stride_tricks import as_strided

import ptxpy
from ptxpy.isa.swizzles import SWIZZLES
from ptxpy.launch_request import TENSOR_TYPES, Struct, TensorMap, encode_tensor_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.sim.kernels.corpus import Array

__all__ = ["Launch", "launches"]

FOLDER = Path(__file__).parent
NAMES = (
    *("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16"),
    *("f32.ftz", "tf32", "tf32.ftz"),
)
"""The element types as the driver numbers them (`CUtensorMapDataType`)."""

LONE_ROW = 16
"""A stride for dimensions of which CUTLASS leaves it to the device."""


class Launch(NamedTuple):
    """A launch of a kernel."""

    name: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    cluster: tuple[int, ...]
    shared: int
    workspace: int
    fields: list[dict[str, Any]]
    size: int
    words: dict[str, int]

    @property
    def data(self) -> bytes:
        """The bytes of the struct but for its fields."""
        made = bytearray(-(-self.size // 4) * 4)
        for at, word in self.words.items():
            made[int(at) : int(at) + 4] = word.to_bytes(4, "little")
        return bytes(made[: self.size])

    def struct(self, tensors: Sequence[Array]) -> Struct:
        """Return the argument, with arrays of as many bytes as the tensors had."""
        fields: dict[int, Any] = {}
        for field in self.fields:
            asked = field.get("map", field)
            held = tensors[asked["tensor"]].reshape(-1).view("u1")[asked["displacement"] :]
            fields[field["offset"]] = _map(asked, held) if "map" in field else held
        return Struct(self.data, fields)

    def placed(self, addresses: Sequence[int]) -> bytes:
        """Return the struct for tensors at addresses of the simulator."""
        made = bytearray(self.data)
        for field in self.fields:
            at, asked = field["offset"], field.get("map", field)
            address = addresses[asked["tensor"]] + asked["displacement"]
            data = address.to_bytes(8, "little")
            if "map" in field:
                strides = [each or LONE_ROW * asked["dims"][0] for each in asked["strides"]]
                found = TensorMap.at(address, asked["dims"], strides, asked["box"], **_kind(asked))
                data = encode_tensor_map(found.layout, address)
            made[at : at + len(data)] = data
        return bytes(made)

    def run(self, path: str, name: str | None, tensors: Sequence[Array]) -> None:
        """Run a kernel of a file of the corpus on the CPU."""
        file = FOLDER.parents[2] / "corpus" / path
        ptxpy.load(file, name).launch(
            self.struct(tensors),
            grid=self.grid,
            block=self.block,
            cluster=self.cluster,
            shared_bytes=self.shared,
            device="cpu",
        )


def _kind(asked: dict[str, Any]) -> dict[str, Any]:
    assert asked["interleave"] == asked["fill"] == 0
    assert set(asked["steps"]) == {1}
    return {
        "type": NAMES[asked["type"]],
        "swizzle": SWIZZLES[asked["swizzle"]].name,
    }


def _map(asked: dict[str, Any], held: Array) -> TensorMap:
    kind = _kind(asked)
    size = next(each.size for each in TENSOR_TYPES if each.name == kind["type"])
    shape, strides = asked["dims"][::-1], asked["strides"][::-1]
    seen = as_strided(held.view(f"u{size}"), shape, [*strides, size])
    return TensorMap(seen, asked["box"][::-1], **kind)


def launches(name: str) -> list[Launch]:
    """Return the launches of a file."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Launch(**json.loads(line)) for line in lines]
