"""What a kernel takes, and what its header says of its launches."""

from __future__ import annotations

from math import prod
from typing import NamedTuple, TypeAlias

from ptxpy.analysis.storage import Storage, constant, parameters_of
from ptxpy.ir import nodes as n
from ptxpy.isa.types import TYPES
from ptxpy.launch.arguments.errors import LaunchError
from ptxpy.launch.arguments.shared_memory import static_shared

__all__ = [
    "NARROW_BYTES",
    "POINTER_BYTES",
    "Dim3",
    "Signature",
    "has_narrow_addresses",
    "signature_of",
    "takes_array",
    "takes_pointer",
    "typed",
]

Dim3: TypeAlias = tuple[int, int, int]
"""Extents in x, y and z."""

POINTER_BYTES = 8
NARROW_BYTES = 4
"""Bytes of an address in a module that says `.address_size 32`."""


class Signature(NamedTuple):
    """A kernel as its callers see it."""

    name: str
    """The symbol."""
    parameters: tuple[Storage, ...]
    """With their offsets in the parameter buffer."""
    size: int
    """Bytes of the parameter buffer."""
    target: str
    """The architecture of the module's `.target`: ``sm_90a``; empty where there is none."""
    shared: int
    """Bytes of static shared memory; see `ptxpy.launch.arguments.shared_memory.static_shared`."""
    block: Dim3 | None = None
    """The block that `.reqntid` requires."""
    threads: int | None = None
    """The most threads of a block that `.maxntid` allows."""
    cluster: Dim3 | None = None
    """The cluster that `.reqnctapercluster` requires."""
    explicit_cluster: bool = False
    """Whether a launch must give a cluster (`.explicitcluster`)."""
    cluster_rank: int | None = None
    """The most CTAs of a cluster that `.maxclusterrank` allows."""
    blocks_are_clusters: bool = False
    """Whether a launch gives its grid in clusters (`.blocksareclusters`, PTX ISA 11.8.1)."""


def signature_of(module: n.Module, kernel: n.Function) -> Signature:
    """Return the signature of a kernel of a module.

    `LaunchError` for parameters without a size.
    """
    narrow = has_narrow_addresses(module)
    parameters = tuple([_pointing(each, narrow=narrow) for each in parameters_of(kernel)])
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
        next((i.names[0] for i in module.body if type(i) is n.Target and i.names), ""),
        static_shared(module, kernel),
        _extents(directives.get(".reqntid")),
        None if most is None else prod(most),
        _extents(directives.get(".reqnctapercluster")),
        ".explicitcluster" in directives,
        constant(rank.values[0]) if rank is not None and rank.values else None,
        ".blocksareclusters" in directives,
    )


def has_narrow_addresses(module: n.Module) -> bool:
    """Return whether the addresses of a module have 32 bits."""
    bits = [int(each.bits.value) for each in module.body if type(each) is n.AddressSize]
    return bits == [8 * NARROW_BYTES]


def _pointing(parameter: Storage, *, narrow: bool) -> Storage:
    """Return a parameter of which `pointer` says that 32 bits may be an address, as in OpenCL's."""
    if parameter.size != NARROW_BYTES:
        return parameter
    return parameter._replace(pointer=(parameter.pointer or ".generic") if narrow else "")


def takes_array(parameter: Storage) -> bool:
    """Whether a parameter can hold the address of an array: one of 64 bits, or of a signature's 32.

    The latter are those of a module that says `.address_size 32`, for the simulator.
    """
    if takes_pointer(parameter):
        return True
    narrow = parameter.size == NARROW_BYTES and bool(parameter.pointer)
    kind = TYPES.get(parameter.type)
    integer = kind is not None and kind.kind in ("bits", "unsigned", "signed")
    return narrow and integer and not parameter.dimensions


def takes_pointer(parameter: Storage) -> bool:
    """Whether a parameter can hold an address: a 64-bit integer, as PTX has no type of pointers."""
    kind = TYPES.get(parameter.type)
    return (
        parameter.size == POINTER_BYTES
        and not parameter.dimensions
        and kind is not None
        and kind.kind in ("bits", "unsigned", "signed")
    )


def typed(parameter: Storage) -> str:
    """Return the type of a parameter as PTX writes it: ``.u64``, ``.align 8 .b8[24]``."""
    extents = "".join(f"[{extent}]" for extent in parameter.dimensions)
    align = f".align {parameter.alignment} " if extents else ""
    return f"{align}.{parameter.type}{extents}"


def _extents(directive: n.TuningDirective | None) -> Dim3 | None:
    """Return the extents that a directive gives; those that it leaves out are 1."""
    if directive is None:
        return None
    given = [constant(value) or 0 for value in directive.values]
    x, y, z = [*given, 1, 1, 1][:3]
    return x, y, z
