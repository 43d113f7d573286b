"""Kernels that have modules of their own, as one module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ptxpy.analysis import items
from ptxpy.dsl.trace import TraceError
from ptxpy.ir import nodes as n
from ptxpy.isa.targets import parse_version

_HEAD = (n.Version, n.Target, n.AddressSize)


def join(modules: Sequence[n.Module]) -> n.Module:
    """Return the module of all functions and variables of several; their lines are those of `kept`.

    The version is the highest. `TraceError` for kernels of different targets.
    """
    if len(modules) == 1:
        return modules[0]
    targets = {
        item.names: None for module in modules for item in module.body if type(item) is n.Target
    }
    if len(targets) > 1:
        named = " and ".join(", ".join(names) for names in targets)
        msg = (
            f"the kernels of a file without module(…) are one module, and here are some for {named}"
        )
        raise TraceError(msg)
    versions = [item for module in modules for item in module.body if type(item) is n.Version]
    highest = max(versions, key=lambda item: parse_version(item.number))
    body = [
        highest if type(item) is n.Version else item
        for module, keep in zip(modules, kept(modules), strict=True)
        for item, stays in zip(module.body, keep, strict=True)
        if stays
    ]
    return modules[0].replace(body=tuple(body))


def kept(modules: Sequence[n.Module]) -> Iterator[list[bool]]:
    """Say for each module which of its items are in the joined one.

    The head is that of the first; a variable that several declare alike is declared once, and the
    memory that launches give with the largest alignment that one of them asks for.
    """
    shared: dict[str, n.Variable] = {}
    for module in modules:
        for item in module.body:
            if type(item) is n.Variable:
                name = item.declarators[0].name.name
                if name not in shared or alignment_of(item) > alignment_of(shared[name]):
                    shared[name] = item
    done: set[str] = set()
    for number, module in enumerate(modules):
        keep = []
        for item in module.body:
            stays = number == 0 or type(item) not in _HEAD
            if type(item) is n.Variable:
                name = item.declarators[0].name.name
                stays = name not in done and shared[name] == item
                if stays:
                    done.add(name)
            keep.append(stays)
        yield keep


def alignment_of(variable: n.Variable) -> int:
    """Return the alignment that a declaration asks for, in bytes."""
    for item in variable.specifiers:
        if isinstance(item, n.Align) and isinstance(item.bytes, n.Literal):
            return int(item.bytes.text)
    return 1


def lines_of(modules: Sequence[n.Module], lines: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the lines of the joined module's statements, from those of each module's."""
    if len(modules) == 1:
        return lines[0]
    found: list[int] = []
    for module, numbers, keep in zip(modules, lines, kept(modules), strict=True):
        starts = [ordinal for ordinal, _ in items(module)]
        ends = [*starts[1:], len(numbers)]
        for start, end, stays in zip(starts, ends, keep, strict=True):
            if stays:
                found += numbers[start:end]
    return tuple(found)
