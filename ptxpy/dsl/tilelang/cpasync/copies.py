"""Copies of 4, 8 or 16 bytes from global to shared memory: `cp.async` (PTX ISA 9.7.9.25.3.1)."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.shared_memory.handles import MbarrierArray, SharedObject
from ptxpy.dsl.shared_memory.location_checks import check_global, check_location
from ptxpy.dsl.values.operators import operation
from ptxpy.ir import nodes as n

_COPY_SIZES = (4, 8, 16)
"""Bytes that one `cp.async` copies."""
MAX_COPY_BYTES = 16
"""Bytes of the largest `cp.async`."""


def cp_async_shared_global(
    dst: Any,
    src: Any,
    cp_size: int,
    modifier: Any,
    *,
    src_size: Any = None,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Start a copy from global to shared memory.

    `cp_size` is 4, 8 or 16 bytes, to which both addresses are aligned. `modifier` is `"ca"`, or 0
    as an enumeration has it, to cache in L1 and L2; `"cg"` or 1 caches in L2 alone and is for 16
    bytes. Of the source only `src_size` bytes are read, a number or a u32 register; what is left
    is filled with zeros. `loc` and `ip` are kept for the signature. Needs sm_80. Emits

        cp.async.ca.shared.global [dst], [src], cp_size{, src_size};
    """
    _copy(dst, src, cp_size, _cache(modifier), src_size, None)


def cp_async_gs(size: int, dst: Any, src: Any) -> None:
    """Start a copy of 4, 8 or 16 bytes, of 16 bytes past L1.

    Needs sm_80. Emits `cp.async.cg.shared.global [dst], [src], 16;`, or with `.ca` for 4 and 8.
    """
    _copy(dst, src, size, None, None, None)


def cp_async_gs_conditional(size: int, dst: Any, src: Any, cond: Any) -> None:
    """Start a copy as `cp_async_gs` does where a predicate is true; else nothing is written.

    `cond` is a predicate register. Needs sm_80. Emits
    `@cond cp.async.cg.shared.global [dst], [src], 16;`, or with `.ca` for 4 and 8.
    """
    if cond is None or isinstance(cond, bool):
        msg = f"cond is a predicate register, not {cond!r}; cp_async_gs has no condition"
        raise TypeError(msg)
    _copy(dst, src, size, None, None, cond)


def _cache(modifier: Any) -> str:
    known = type(modifier) in (int, str)
    found = {0: "ca", 1: "cg", "ca": "ca", "cg": "cg"}.get(modifier) if known else None
    if found is None:
        msg = f"a cache modifier of cp.async is 'ca' (0) or 'cg' (1), not {modifier!r}"
        raise ValueError(msg)
    return found


def _copy(dst: Any, src: Any, size: int, cache: str | None, src_size: Any, cond: Any) -> None:
    """Emit a copy; without a cache modifier, one of 16 bytes goes past L1."""
    if type(size) is not int or size not in _COPY_SIZES:
        msg = f"cp.async copies 4, 8 or 16 bytes, a number known while tracing, not {size!r}"
        raise ValueError(msg)
    if cache is None:
        cache = "cg" if size == MAX_COPY_BYTES else "ca"
    if cache == "cg" and size != MAX_COPY_BYTES:
        msg = f"the cache modifier 'cg' is for copies of 16 bytes, not of {size}: use 'ca'"
        raise ValueError(msg)
    if type(src_size) is int and not 0 <= src_size <= size:
        msg = f"of {size} bytes, 0 to {size} come from the source, not {src_size}"
        raise ValueError(msg)
    check_location(dst, "cp.async", align=size, size=size)
    limit = () if src_size is None else (src_size,)
    copy = operation(f"cp.async.{cache}.shared.global")
    copy(address(dst), _global(src), size, *limit, when=cond)


def _global(src: Any) -> n.Address:
    """Return the operand of an address in global memory."""
    base = src[0] if isinstance(src, list) and src else src
    if isinstance(base, SharedObject | MbarrierArray):
        msg = f"the source of cp.async is in global memory, and {base!r} is in shared memory"
        raise TypeError(msg)
    check_global(src, "the source of cp.async")
    return address(src)
