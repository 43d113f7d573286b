"""Reasons why a command line cannot launch a kernel, or not on the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import Use, control_flow, flatten, free_names, variables_of
from ptxpy.cli.argument_values import short_name
from ptxpy.cli.console import printable
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.launch_request import OPAQUE_TYPES, TENSOR_MAP_BYTES, takes_array, takes_pointer
from ptxpy.sim import unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.analysis import ParameterUse, Storage
    from ptxpy.dsl import Function
    from ptxpy.launch_request import ModuleSource, Signature

__all__ = ["KernelFacts", "Obstacles", "find_obstacles", "waits_for_grid"]

_MAP: Final = "a tensor map: launch the kernel from Python with a ptxpy.TensorMap"
_WIDE: Final = "64"
_COOPERATIVE: Final = frozenset({"%envreg1", "%envreg2"})
"""Registers with the workspace of a grid in a cooperative launch."""

_NO_BODY: Final = "which has no body"


class Obstacles(NamedTuple):
    """The reasons why a command line cannot launch a kernel."""

    final: tuple[str, ...] = ()
    """Why no command line can launch it."""
    gpu: str = ""
    """Why it needs a GPU; empty if the CPU can run it."""


class KernelFacts(NamedTuple):
    """A kernel, with the results of its analyses."""

    source: ModuleSource
    function: n.Function
    signature: Signature
    uses: Mapping[str, ParameterUse]
    """The uses of its parameters."""
    types: Mapping[str, str]
    """The C++ types of its parameters; empty if not known."""
    written: Function | None
    """The traced function, if the kernel is written in Python."""


def find_obstacles(kernel: KernelFacts) -> Obstacles:
    """Find out why a command line cannot launch a kernel, or not on the CPU."""
    final = [*_of_parameters(kernel), *_of_variables(kernel), *_of_code(kernel.function)]
    missing = unsupported(kernel.source, kernel.signature.name)
    rows = [] if missing is None else [row.strip() for row in str(missing).splitlines()[1:]]
    final += [f"not launched: {printable(row)}" for row in rows if row.endswith(_NO_BODY)]
    if final:
        return Obstacles(tuple(final))
    if not rows:
        return Obstacles()
    more = f", and {len(rows) - 1} more" if len(rows) > 1 else ""
    return Obstacles((), f"needs a GPU: the simulator does not run {printable(rows[0])}{more}")


def _of_parameters(kernel: KernelFacts) -> Iterator[str]:
    """Yield the parameters whose arguments cannot be written on a command line."""
    signature, written = kernel.signature, kernel.written
    made = () if written is None else written.binding.maps
    # Without `.address_size`, addresses have 32 bits.
    sizes = [item.bits.text for item in kernel.source.module.body if type(item) is n.AddressSize]
    wide = _WIDE in sizes
    groups: dict[str, list[str]] = {}
    for parameter in signature.parameters:
        if parameter.name in made:
            continue
        use, type_ = kernel.uses[parameter.name].use, kernel.types[parameter.name]
        reason = _reason(parameter, use, type_, wide=wide)
        if written is not None and reason == _MAP:
            reason = _MAP.replace(": ", ": declare the tensor in in_specs, or ")
        if reason:
            name = printable(short_name(signature.name, parameter.name))
            groups.setdefault(reason, []).append(name)
    for reason, names in groups.items():
        what, _, remedy = reason.partition(": ")
        yield f"{what} ({', '.join(names)}) cannot be created by a command line: {remedy}"


def _reason(parameter: Storage, use: Use, type_: str, *, wide: bool) -> str:
    # A tensor map has 128 bytes, and is aligned to 64: few other structures are.
    by_value = parameter.size == TENSOR_MAP_BYTES == parameter.alignment * 2
    if use & Use.TENSOR_MAP and parameter.dimensions and not by_value:
        return "a struct with a tensor map: launch the kernel from Python with a ptxpy.Struct"
    if use & Use.TENSOR_MAP or (by_value and not use & Use.READ):
        return _MAP
    if parameter.type in OPAQUE_TYPES or use & Use.OPAQUE:
        return "a texture: launch the kernel from Python with a ptxpy.Texture, Sampler or Surface"
    if takes_pointer(parameter) and (use & Use.ADDRESSES or type_.count("*") > 1):
        return "an array of addresses: launch the kernel from Python, with GPU addresses in it"
    if not wide and use & (Use.ADDRESS | Use.CONVERTED) and not takes_array(parameter):
        return "an address of 32 bits: launch the kernel from Python"
    return ""


def _of_variables(kernel: KernelFacts) -> Iterator[str]:
    """Yield the module's own textures, samplers and surfaces that a kernel uses."""
    named = free_names(flatten(kernel.function))
    opaque: list[str] = []
    elsewhere: list[str] = []
    for item in kernel.source.module.body:
        for storage in variables_of(item) if type(item) is n.Variable else ():
            # Only variables that the kernel uses matter.
            if storage.name not in named:
                continue
            if storage.type in OPAQUE_TYPES or storage.space == "tex":
                opaque.append(storage.name)
            elif storage.extern and storage.space != "shared":
                elsewhere.append(storage.name)
    if opaque:
        yield (
            f"a texture of the module ({', '.join(map(printable, sorted(opaque)))}) cannot be "
            "created by a command line: launch the kernel from Python with references={…}"
        )
    if elsewhere:
        yield f"not launched: another module defines {', '.join(map(printable, elsewhere))}"


def _of_code(function: n.Function) -> Iterator[str]:
    """Yield the obstacle in the code of a kernel that never ends."""
    code = flatten(function)
    graph = control_flow(code)
    # A loop without an exit never ends by itself.
    if graph.blocks and not any(graph.blocks[each].exits for each in graph.reachable()):
        yield "not launched: no path through the kernel ends; --max-steps stops it"


def waits_for_grid(function: n.Function) -> bool:
    """Return whether a kernel reads the workspace of its grid, which a cooperative launch has."""
    return any(
        type(node) is n.Register and node.name in _COOPERATIVE
        for statement in flatten(function).statements
        if type(statement) is n.Instruction
        for node in walk(statement)
    )
