"""Modules with one kernel per form, and their execution on a device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from gpu_checking.values import Array
from gpu_checking.vectors import BLOCK, WARP, Form, Operand
from ptxpy.launch import load, readonly
from ptxpy.launch_request import ModuleSource
from ptxpy.syntax import parse

__all__ = ["kernel_name", "module_text", "run", "source_of"]

_SLOT: Final = 16
"""Bytes of shared memory per lane."""


def kernel_name(index: int) -> str:
    """Return the name of the kernel of a form, by its index in the module."""
    return f"form_{index}"


def source_of(forms: Iterable[Form], version: str, target: str) -> ModuleSource:
    """Return a module with a kernel for each form."""
    ptx = module_text(forms, version, target).encode()
    return ModuleSource(parse(ptx, filename="<forms>"), "<forms>", ptx)


def module_text(forms: Iterable[Form], version: str, target: str) -> str:
    """Return the PTX of a module with a kernel for each form."""
    head = f".version {version}\n.target {target}\n.address_size 64\n"
    return head + "".join(_kernel(index, form) for index, form in enumerate(forms))


def run(form: Form, source: ModuleSource, index: int, device: str) -> dict[str, Array]:
    """Run the kernel of a form; return the bits of its results and of its memory."""
    given = form.inputs()
    arrays = []
    results = {}
    for operand in _kept(form):
        if operand.is_result:
            array = np.zeros(operand.count(form.lanes), operand.sort.dtype)
        else:
            array = given[operand.name].copy()
        arrays.append(array)
        if operand.is_result or operand.is_memory:
            results[operand.name] = array
    kernel = load(source, kernel_name(index))
    given_back = [
        array if operand.is_result or operand.is_memory else readonly(array)
        for operand, array in zip(_kept(form), arrays, strict=True)
    ]
    kernel.launch(*given_back, grid=form.lanes // BLOCK, block=BLOCK, device=device)
    return results


def _kept(form: Form) -> list[Operand]:
    """Return the operands that are kernel parameters."""
    return [each for each in form.operands if each.is_read or each.is_result]


def _kernel(index: int, form: Form) -> str:
    kept = _kept(form)
    parameters = ", ".join(f".param .u64 in_{operand.name}" for operand in kept)
    lines = [f".visible .entry {kernel_name(index)}({parameters})", "{"]
    lines.append(".reg .b32 %lane, %warp, %word; .reg .b64 %at, %slot; .reg .pred %set;")
    for operand in form.operands:
        address = operand.is_memory or operand.is_shared
        register = "b64" if address else operand.sort.register
        lines.append(f".reg .{register} %{operand.name};")
    if any(operand.is_shared for operand in form.operands):
        lines.append(f".shared .align 16 .b8 slots[{_SLOT * BLOCK}];")
    lines += ["mov.u32 %lane, %ctaid.x;", "mov.u32 %word, %tid.x;"]
    lines += [f"mad.lo.u32 %lane, %lane, {BLOCK}, %word;", "shr.u32 %warp, %lane, 5;"]
    for operand in form.operands:
        lines += _before(operand)
    lines += [f"{statement};" for statement in form.statements]
    for operand in form.operands:
        if operand.is_result:
            lines += _after(operand)
    return "\n".join([*lines, "ret;", "}", ""])


def _before(operand: Operand) -> Iterator[str]:
    name, sort = operand.name, operand.sort
    if operand.is_memory:
        owner = "%warp" if name[0] == "w" else "%lane"
        yield f"ld.param.u64 %at, [in_{name}];"
        yield f"mad.wide.u32 %{name}, {owner}, {sort.size * operand.words}, %at;"
    elif operand.is_shared:
        if name[0] == "z":
            yield f"and.b32 %word, %word, {-WARP};"
        yield "mov.u64 %at, slots;"
        yield f"mad.wide.u32 %{name}, %word, {_SLOT}, %at;"
        yield "mov.u32 %word, %tid.x;"
    elif operand.is_read:
        yield from _address(operand)
        if sort.register == "pred":
            yield "ld.global.u32 %warp, [%at];"
            yield "and.b32 %warp, %warp, 1;"
            yield f"setp.ne.u32 %{name}, %warp, 0;"
            yield "shr.u32 %warp, %lane, 5;"
        else:
            yield f"ld.global.{sort.move} %{name}, [%at];"


def _after(operand: Operand) -> Iterator[str]:
    yield from _address(operand)
    if operand.sort.register == "pred":
        yield f"selp.u32 %word, 1, 0, %{operand.name};"
        yield "st.global.u32 [%at], %word;"
    else:
        yield f"st.global.{operand.sort.move} [%at], %{operand.name};"


def _address(operand: Operand) -> Iterator[str]:
    yield f"ld.param.u64 %at, [in_{operand.name}];"
    yield f"mad.wide.u32 %at, %lane, {operand.sort.size}, %at;"
