"""The common part of copies of boxes of tensors: operands, and their checks.

The instructions are `cp.async.bulk.tensor` and `cp.reduce.async.bulk.tensor` (PTX ISA 9.7.9.25.5).
A tensor map is given as the result of `tma_desc()`, or as a register with its generic address.
"""

from __future__ import annotations

from math import prod
from typing import Any, Final

from ptxpy._counts import format_count
from ptxpy.dsl.helpers.mbarriers import ready_address
from ptxpy.dsl.shared_memory.addresses import (
    address,
    check_global,
    check_location,
    find_location,
)
from ptxpy.dsl.shared_memory.handles import SharedAlloc, SharedSlice, StageAddress
from ptxpy.dsl.shared_memory.matrix_descriptors import array_around
from ptxpy.dsl.tensors.tensor_parameters import Tensor, TensorMapHandle
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register, operand, operands
from ptxpy.dsl.values.operators import operation
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, standard_swizzle

BOX_ALIGNMENT: Final = 128
"""Bytes to which a box in shared memory is aligned (PTX ISA 5.5, table of alignments)."""


def load(
    dst: Any,
    src: Any,
    coordinates: Any,
    mbar: Any,
    *,
    what: str,
    rank: int,
    mode: str = "",
    space: str = "cluster",
    multicast: Any = None,
    cta_group: int = 1,
    cache_hint: Any = None,
    pred: Any = None,
) -> None:
    """Emit a copy from a tensor to shared memory, which reports its bytes to an mbarrier.

    `mode` is a load mode of PTX with its dot. `rank` is that of the tensor; `.im2col` has further
    coordinates after them, the offsets, and `.tile::gather4` has five coordinates.
    """
    if mbar is None:
        msg = f"{what}: a load reports to an mbarrier, which must be given: mbar=bars[0]"
        raise TypeError(msg)
    barrier = ready_address(mbar, what)
    coordinates, offsets = _split(coordinates, rank, mode, what)
    modifiers = f".{rank}d.shared::{space}.global{mode}.mbarrier::complete_tx::bytes"
    target = _in_shared(dst, what)
    # The other modes copy rows or pixels, and not a box of the tensor.
    if mode in ("", ".tile"):
        _check_box(dst, src, what)
    sources: list[Any] = [target, _in_tensor(src, coordinates, rank, what), barrier]
    if offsets is not None:
        sources.append(offsets)
    if multicast is not None:
        modifiers += ".multicast::cluster"
        sources.append(_mask(multicast, what))
    if cta_group != 1:
        if cta_group != 2:  # noqa: PLR2004 - a pair
            msg = f"{what}: a CTA copies for itself or with its peer: cta_group 1 or 2"
            raise ValueError(msg)
        modifiers += ".cta_group::2"
    _emit(f"cp.async.bulk.tensor{modifiers}", sources, cache_hint, pred)


def store(
    dst: Any,
    src: Any,
    coordinates: Any,
    *,
    what: str,
    rank: int,
    mode: str = "",
    reduce: str = "",
    cache_hint: Any = None,
    pred: Any = None,
) -> None:
    """Emit a copy from shared memory to a tensor, or a reduction; it is part of a bulk group.

    `mode` is a store mode and `reduce` an operation of PTX, each with its dot.
    """
    coordinates, _ = _split(coordinates, rank, mode, what)
    source = _in_shared(src, what)
    if not mode:
        _check_box(src, dst, what)
    opcode = "cp.reduce.async.bulk.tensor" if reduce else "cp.async.bulk.tensor"
    opcode += f".{rank}d.global.shared::cta{reduce}{mode}.bulk_group"
    _emit(opcode, [_in_tensor(dst, coordinates, rank, what), source], cache_hint, pred)


def rank_of(coordinates: Any, what: str) -> int:
    """Return the number of coordinates; `TypeError` unless there are 1 to 5 in a tuple."""
    if not isinstance(coordinates, tuple | list) or not 1 <= len(coordinates) <= 5:  # noqa: PLR2004
        msg = (
            f"{what}: a box must have 1 to 5 coordinates, innermost first, (x, y), "
            f"got {coordinates!r}"
        )
        raise TypeError(msg)
    return len(coordinates)


def _emit(opcode: str, sources: list[Any], cache_hint: Any, pred: Any) -> None:
    if cache_hint is not None:
        opcode += ".L2::cache_hint"
        sources.append(cache_hint)
    operation(opcode)(*sources, when=pred)


def _split(
    coordinates: Any, rank: int, mode: str, what: str
) -> tuple[tuple[Any, ...], tuple[Any, ...] | None]:
    """Return coordinates, by default those of the origin, and offsets for `.im2col`."""
    # The innermost dimension, of channels, and the outermost, of images, have no offset.
    offsets = rank - 2 if mode == ".im2col" else 0
    count = 5 if mode in (".tile::gather4", ".tile::scatter4") else rank
    if coordinates is None:
        coordinates = (0,) * count
    if not isinstance(coordinates, tuple | list):
        coordinates = (coordinates,)
    found = tuple(coordinates)
    if offsets and len(found) == count:
        found += (0,) * offsets
    if len(found) != count + offsets:
        wanted = f"{format_count(count, 'coordinate')}, innermost first"
        if mode.startswith(".tile::"):
            wanted = "5 coordinates, that of the column and those of 4 rows"
        if offsets:
            wanted += f", and may have {format_count(offsets, 'offset')} after them"
        msg = f"{what} takes {wanted}; {len(found)} are given"
        raise ValueError(msg)
    return found[:count], found[count:] if offsets else None


def _in_tensor(tensor_map: Any, coordinates: tuple[Any, ...], rank: int, what: str) -> n.Address:
    if isinstance(tensor_map, Tensor):
        msg = f"{what}: {tensor_map.name} is the tensor; its map is {tensor_map.name}.tma_desc()"
        raise TypeError(msg)
    if isinstance(tensor_map, TensorMapHandle) and tensor_map.rank != rank:
        msg = (
            f"{what} takes the map of a tensor of {rank} dimensions; that of "
            f"{tensor_map.tensor.name} has {tensor_map.rank}"
        )
        raise ValueError(msg)
    check_global(tensor_map, f"{what}: the address of a tensor map")
    whole: n.Address = address(tensor_map)
    return whole.replace(coordinates=(n.Vector(operands(coordinates)),))


def _in_shared(box: Any, what: str) -> n.Address:
    """Return the address of a box in shared memory; `ValueError` if no box can begin there."""
    if isinstance(box, SharedAlloc | SharedSlice | StageAddress):
        array = box if isinstance(box, SharedAlloc) else box.alloc
        place = find_location(box)
        # The hardware swizzles by bits of the address, so a box begins with a whole pattern.
        alignment = max(BOX_ALIGNMENT, standard_swizzle(array.swizzle).pattern_bytes)
        if place is not None and (place.offset % alignment and not place.stride % alignment):
            swizzled = f" with the swizzle {array.swizzle}" if alignment > BOX_ALIGNMENT else ""
            msg = (
                f"{what}: {box!r} begins at byte {place.offset}; a box{swizzled} begins at a "
                f"multiple of {alignment}: let a stage have a multiple of that many bytes"
            )
            raise ValueError(msg)
    check_location(box, what, align=BOX_ALIGNMENT)
    return address(box)


def _check_box(box: Any, tensor_map: Any, what: str) -> None:
    """Raise `ValueError` for a map whose box or swizzle is known not to fit its array."""
    array = array_around(box)
    if not isinstance(tensor_map, TensorMapHandle) or array is None:
        return
    if tensor_map.box is not None and isinstance(box, SharedAlloc | SharedSlice | StageAddress):
        # Several rows of an array of rows may be a box, whichever of them is the first.
        is_row = isinstance(box, StageAddress) and len(box.shape) == 1
        whole = is_row or isinstance(box, SharedAlloc)
        room = array.nbytes if whole else array.stage_bytes
        size = prod(tensor_map.box) * TYPES[tensor_map.tensor.dtype.fundamental].bits // 8
        if size > room:
            msg = (
                f"{what}: the box {tensor_map.box} of {tensor_map.tensor.name} has {size} bytes; "
                f"{box!r} has {room}"
            )
            raise ValueError(msg)
    layout = tensor_map.layout
    if layout is not None and standard_swizzle(array.swizzle).width != layout.span:
        wanted = f"{layout.span}B" if layout.span else None
        msg = (
            f"{what}: the map of {tensor_map.tensor.name} has {layout}, and {box!r} the swizzle "
            f"{array.swizzle}: allocate it with swizzle={wanted!r}, or change the Tile's layout"
        )
        raise ValueError(msg)


def _mask(mask: Any, what: str) -> Any:
    """Return the mask of CTAs, 16 bits: a number, or a register, which may be one of 32 bits."""
    if type(mask) is int:
        if not 0 < mask < 1 << 16:
            msg = f"{what}: the mask must have some of the bits 0 to 15 and no other, got {mask:#x}"
            raise ValueError(msg)
        return mask
    register = mask.register() if isinstance(mask, PendingResult) else mask
    if isinstance(register, Register):
        kind = TYPES.get(register.declared)
        if kind is not None and kind.bits == 32:  # noqa: PLR2004 - twice as many
            # The operand for the mask has 16 bits, one for each CTA of the largest cluster.
            return operation("cvt.u16.u32")(register)
    return operand(register)
