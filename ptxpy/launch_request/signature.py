"""The signature of a kernel: its parameters, launch bounds and static shared memory."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.analysis import (
    Storage,
    SymbolTable,
    bodies,
    constant,
    flatten,
    free_names,
    parameters_of,
    variables_of,
)
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.launch_request.errors import LaunchError
from ptxpy.styles import style_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.analysis import Code

__all__ = [
    "POINTER_BYTES",
    "SHORT_POINTER_BYTES",
    "Dim3",
    "Signature",
    "describe_type",
    "has_dynamic_shared",
    "has_short_pointers",
    "signature_of",
    "static_shared",
    "takes_array",
    "takes_pointer",
]

Dim3: TypeAlias = tuple[int, int, int]
"""Extents in x, y and z."""

POINTER_BYTES = 8
"""The bytes of a parameter that is a pointer, with `.address_size 64`."""
SHORT_POINTER_BYTES = 4
"""Size of an address in a module with `.address_size 32`."""


class Signature(NamedTuple):
    """The interface of a kernel for its launches."""

    name: str
    """The symbol."""
    parameters: tuple[Storage, ...]
    """The parameters, with their offsets in the parameter buffer."""
    size: int
    """Size of the parameter buffer, in bytes."""
    target: str
    """The architecture of the module's `.target`: ``sm_90a``; empty without one."""
    shared: int
    """Static shared memory in bytes; see `ptxpy.launch_request.signature.static_shared`."""
    block: Dim3 | None = None
    """The block size that `.reqntid` requires."""
    threads: int | None = None
    """Maximum number of threads per block that `.maxntid` allows."""
    cluster: Dim3 | None = None
    """The cluster size that `.reqnctapercluster` requires."""
    explicit_cluster: bool = False
    """Whether a launch must specify a cluster size (`.explicitcluster`)."""
    cluster_rank: int | None = None
    """Maximum number of CTAs per cluster that `.maxclusterrank` allows."""
    blocks_are_clusters: bool = False
    """Whether a launch specifies its grid in clusters (`.blocksareclusters`, PTX ISA 11.8.1)."""
    is_typed: bool = False
    """Whether the parameters have the types that their author meant, signs included. Compilers
    write `.u32` for an `int`."""


def signature_of(module: n.Module, kernel: n.Function) -> Signature:
    """Return the signature of a kernel of a module.

    Raises `LaunchError` for parameters of unknown size.
    """
    short = has_short_pointers(module)
    parameters = tuple([_mark_pointer(each, short=short) for each in parameters_of(kernel)])
    name = kernel.name.name
    for parameter in parameters:
        if parameter.offset is None or parameter.size is None:
            message = f"the size of parameter {parameter.name} of {name} is not known"
            raise LaunchError(message)
    last = parameters[-1] if parameters else None
    directives = {d.name: d for d in kernel.directives if type(d) is n.TuningDirective}
    most = _extents(directives.get(".maxntid"))
    rank = directives.get(".maxclusterrank")
    return Signature(
        name,
        parameters,
        0 if last is None else (last.offset or 0) + (last.size or 0),
        # `.target sm_90a, debug`: the first name is the architecture.
        next((i.names[0] for i in module.body if type(i) is n.Target and i.names), ""),
        static_shared(module, kernel),
        _extents(directives.get(".reqntid")),
        None if most is None else prod(most),
        _extents(directives.get(".reqnctapercluster")),
        ".explicitcluster" in directives,
        constant(rank.values[0]) if rank is not None and rank.values else None,
        ".blocksareclusters" in directives,
        style_of(module).is_typed,
    )


def has_short_pointers(module: n.Module) -> bool:
    """Return whether the addresses of a module have 32 bits."""
    bits = [int(each.bits.value) for each in module.body if type(each) is n.AddressSize]
    return bits == [8 * SHORT_POINTER_BYTES]


def _mark_pointer(parameter: Storage, *, short: bool) -> Storage:
    """Mark a 32-bit parameter in `pointer` as a possible address, as OpenCL kernels have them."""
    if parameter.size != SHORT_POINTER_BYTES:
        return parameter
    return parameter._replace(pointer=(parameter.pointer or ".generic") if short else "")


def takes_array(parameter: Storage) -> bool:
    """Return whether a parameter can hold the address of an array.

    It has 64 bits, or 32 bits in a module with `.address_size 32`, which only the simulator runs.
    """
    if takes_pointer(parameter):
        return True
    is_short = parameter.size == SHORT_POINTER_BYTES and bool(parameter.pointer)
    kind = TYPES.get(parameter.type)
    integer = kind is not None and kind.kind in ("bits", "unsigned", "signed")
    return is_short and integer and not parameter.dimensions


def takes_pointer(parameter: Storage) -> bool:
    """Return whether a parameter can hold a 64-bit address: any 64-bit integer, as in PTX."""
    kind = TYPES.get(parameter.type)
    return (
        parameter.size == POINTER_BYTES
        and not parameter.dimensions
        and kind is not None
        and kind.kind in ("bits", "unsigned", "signed")
    )


def describe_type(parameter: Storage) -> str:
    """Return the type of a parameter as PTX writes it: ``.u64``, ``.align 8 .b8[24]``."""
    extents = "".join(f"[{extent}]" for extent in parameter.dimensions)
    align = f".align {parameter.alignment} " if extents else ""
    return f"{align}.{parameter.type}{extents}"


def _extents(directive: n.TuningDirective | None) -> Dim3 | None:
    """Return the extents of a directive, with 1 for those that it omits."""
    if directive is None:
        return None
    given = [constant(value) or 0 for value in directive.values]
    x, y, z = [*given, 1, 1, 1][:3]
    return x, y, z


def static_shared(module: n.Module, kernel: n.Function) -> int:
    """Return the size of a kernel's static shared memory, in bytes.

    It contains, in order, the module's variables that the kernel uses, its own variables, and those
    of the functions that it calls, directly or indirectly. The assembler may omit some variables,
    or choose another order.
    """
    total = 0
    for storage in _used(module, kernel):
        if storage.size:
            total += -total % max(1, storage.alignment) + storage.size
    return total


def has_dynamic_shared(module: n.Module, kernel: n.Function) -> bool:
    """Return whether a kernel uses dynamic shared memory, whose size the launch sets."""
    return any(not storage.size for storage in _used(module, kernel))


def _used(module: n.Module, kernel: n.Function) -> list[Storage]:
    """Return the shared variables that a kernel uses, those of the module first."""
    outer = SymbolTable()
    outer.declare(module.body)
    # Of several functions of one name the first counts.
    functions = {body.function.name.name: body for body in reversed([*bodies(module)])}
    of_module = {storage.name: storage for storage in _shared(module.body)}
    aliases = {item.name.name: item.target.name for item in module.body if type(item) is n.Alias}
    named: set[str] = set()
    own: list[Storage] = []
    waiting = [kernel.name.name]
    while waiting:
        name = waiting.pop()
        name = aliases.get(name, name)
        # Functions may be recursive.
        if name in named:
            continue
        named.add(name)
        body = functions.get(name)
        if body is not None:
            code: Code = flatten(body.function, body.ordinal, outer)
            own += _shared(code.statements)
            # Names of functions are followed, and those of shared variables are collected on the
            # way.
            waiting += free_names(code) - named
    return [storage for name, storage in of_module.items() if name in named] + own


def _shared(items: Iterable[object]) -> list[Storage]:
    """Return the shared variables among statements."""
    return [
        storage
        for item in items
        if type(item) is n.Variable and item.space == ".shared"
        for storage in variables_of(item)
    ]
