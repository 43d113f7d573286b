"""The list of kernels that `ptxpy run FILE` prints: parameters, and an example command line.

Examples are inferred from the symbols of kernels and from their code.
"""

from __future__ import annotations

import re
import shlex
import sys
from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.analysis import ParameterUse, Use, flatten, parameter_uses
from ptxpy.cli.argument_values import (
    example_arguments,
    inferred_parameters,
    short_name,
    takes_tensors,
)
from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import paint, printable, write_stderr, write_stdout
from ptxpy.cli.launch_obstacles import KernelFacts, find_obstacles
from ptxpy.demangle import demangled
from ptxpy.dsl import LaunchDefaults
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import TYPES, matrix_of
from ptxpy.launch_request import (
    LaunchError,
    declared_types,
    describe_type,
    has_dynamic_shared,
    limits_of_target,
    signature_of,
    takes_array,
    takes_pointer,
)
from ptxpy.lift import dynamic_extent, shared_memory_map

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis import Storage
    from ptxpy.dsl import Function
    from ptxpy.launch_request import ModuleSource, Signature

__all__ = ["KernelToRun", "Proposal", "list_kernels", "propose_command"]


_MAX_SYMBOL_CHARACTERS: Final = 60
"""Characters of a symbol in an example command line; a longer one is replaced by its number."""


_DTYPES: Final = {
    "bool": "bool",
    "char": "int8",
    "signed char": "int8",
    "unsigned char": "uint8",
    "short": "int16",
    "unsigned short": "uint16",
    "int": "int32",
    "unsigned int": "uint32",
    "long": "int64",
    "unsigned long": "uint64",
    "long long": "int64",
    "unsigned long long": "uint64",
    "__half": "float16",
    "__nv_bfloat16": "uint16",
    "float": "float32",
    "double": "float64",
}
"""The NumPy dtypes of C++ types."""
_MAX_SHOWN: Final = 400
"""The most characters of a C++ name that are shown."""

_KINDS: Final = {"signed": "int", "unsigned": "uint", "float": "float"}
_FLOATS: Final = {16: "float16", 32: "float32", 64: "float64"}
_ELEMENTS: Final = 1 << 16
"""Elements of an array if the kernel has size parameters: enough for 128 by 128 matrices."""

_FIXED: Final = 1 << 20
"""Elements of an array if the kernel has no size parameters: a 1024 by 1024 matrix."""

_NUMBER: Final = 128
"""The value of an integer of unknown meaning: a size in most kernels."""

_SIDE: Final = 32
"""The value of integers of unknown meaning if there are three or more: the side of a cube."""

_INDEX: Final = 1
"""The value of an integer from which an index is computed."""

_SMALL: Final = 16
"""The value of a one-byte integer of unknown meaning."""

_SEVERAL: Final = 64
"""Threads of a two- or three-dimensional block, which usually stand for elements of a tile."""

_BLOCK: Final = 128
"""Threads of a block if the kernel has no bounds."""


def list_kernels(
    file: str,
    source: ModuleSource,
    written: Mapping[str, Function],
    settings: Sequence[str],
    command: str = "run",
) -> int:
    """List the kernels with their parameters and a command line that launches each.

    Args:
        file: The file with the kernels.
        source: Its module.
        written: The traced functions of kernels written in Python, by symbol.
        settings: The values of `--set`, which the command lines repeat.
        command: The command of the command lines.
    """
    kernels = [each for each in source.module.kernels if each.body is not None]
    symbols = [kernel.name.name for kernel in kernels]
    short = [demangled(symbol).name for symbol in symbols]
    names = []
    for number, (symbol, name) in enumerate(zip(symbols, short, strict=True)):
        # A symbol of hundreds of characters is replaced by its number, unless a kernel is called
        # so.
        known = (
            str(number)
            if len(symbol) > _MAX_SYMBOL_CHARACTERS and str(number) not in symbols
            else symbol
        )
        # A C++ name stands for several kernels where a template has several instances.
        names.append(name if short.count(name) == 1 and name not in symbols else known)
    guessed = 0
    for function, name in zip(kernels, names, strict=True):
        try:
            signature = signature_of(source.module, function)
        except LaunchError as error:
            raise CommandError(str(error)) from None
        write_stdout(f"kernel {paint(printable(signature.name), 'bold', sys.stdout)}")
        declared = _cut_short(printable(demangled(signature.name).signature))
        if declared:
            write_stdout(f"    {declared}")
        for number, parameter in enumerate(signature.parameters):
            title = printable(short_name(signature.name, parameter.name))
            write_stdout(f"    {number:3}  {describe_type(parameter):12} {title}")
        made = KernelToRun(source, function, signature, written.get(signature.name))
        proposal = propose_command(made)
        if proposal.words:
            # With a single kernel its name need not be given.
            chosen = ["--kernel", name] if len(kernels) > 1 else []
            given = [word for setting in settings for word in ("--set", setting)]
            words = ["ptxpy", command, file, *chosen, *given, *proposal.words]
            write_stdout(f"    {printable(shlex.join(words))}")
            guessed += "--block" in words and signature.threads is None
        for note in proposal.notes:
            write_stdout(f"    {note}")
    write_stderr(format_count(len(kernels), "kernel"))
    if guessed:
        # A kernel may be compiled for a number of threads without a word of it in the PTX.
        write_stderr(
            f"--block is a guess for {format_count(guessed, 'kernel')} without .reqntid and "
            ".maxntid; give the block that the program which launches it gives"
        )
    return EXIT_OK


class KernelToRun(NamedTuple):
    """A kernel for which to propose a command line."""

    source: ModuleSource
    function: n.Function
    signature: Signature
    written: Function | None
    """The traced function, if the kernel is written in Python."""


class Proposal(NamedTuple):
    """A proposed command line, or the reasons why there is none."""

    words: tuple[str, ...]
    """The words after `ptxpy run FILE`; empty if a command line cannot launch the kernel."""
    notes: tuple[str, ...]
    """Notes: why there is no command line, or the meaning of a proposed value."""


class Sizes(NamedTuple):
    """Values for sizes that are not known."""

    number: int
    """The value of an integer parameter."""
    elements: int
    """The number of elements of an array."""


_USUAL: Final = Sizes(_NUMBER, _ELEMENTS)
_CUBE: Final = 3


def propose_command(kernel: KernelToRun) -> Proposal:
    """Propose a command line that launches a kernel, or return why there is none."""
    signature, written = kernel.signature, kernel.written
    uses = parameter_uses(flatten(kernel.function), signature.parameters)
    types = declared_types(signature.name, len(signature.parameters))
    by_name = {p.name: t for p, t in zip(signature.parameters, types, strict=True)}
    reasons = find_obstacles(
        KernelFacts(kernel.source, kernel.function, signature, uses, by_name, written)
    )
    # Where the kernel cannot be launched from here, only the reasons are told.
    if reasons.final:
        return Proposal((), reasons.final)
    words = _geometry(kernel, uses)
    notes = [reasons.gpu] if reasons.gpu else []
    # The simulator lacks something, but a GPU may run the kernel.
    if reasons.gpu:
        words += ["--device", "cuda"]
    if written is not None and takes_tensors(written, signature):
        tensors, left = example_arguments(written), inferred_parameters(written)
        for each in signature.parameters:
            if each.name not in left:
                value = tensors.get(each.name) or _propose_argument(
                    each, "", uses[each.name], _USUAL
                )
                words += ["--arg", f"{each.name}={value}"]
        return Proposal(tuple(words), tuple(notes))
    # A kernel with several numbers often has dimensions, whose product is the size of the arrays.
    factors = _type_of_factors(kernel.function)
    numbers = [p for p in signature.parameters if _is_number(p, by_name[p.name], uses[p.name])]
    sizes = Sizes(_NUMBER if len(numbers) < _CUBE else _SIDE, _ELEMENTS if numbers else _FIXED)
    for each, type_ in zip(signature.parameters, types, strict=True):
        use = uses[each.name]
        # Copies and packed stores have no types of elements: they are those of the products.
        if factors and (not use.type or use.type.startswith("b")):
            use = use._replace(type=factors)
        words += ["--arg", _propose_argument(each, type_, use, sizes)]
        if each.dimensions:
            notes.append(_of_struct(signature, each, type_))
    return Proposal(tuple(words), tuple(notes))


def _type_of_factors(function: n.Function) -> str:
    """Return the type of 16 bits that all products of matrices of a function multiply; else ""."""
    found = {
        matrix.type
        for statement in flatten(function).statements
        if type(statement) is n.Instruction
        and (matrix := matrix_of(statement.opcode, statement.modifiers)) is not None
    }
    return found.pop() if len(found) == 1 and found <= {"f16", "bf16"} else ""


def _geometry(kernel: KernelToRun, uses: Mapping[str, ParameterUse]) -> list[str]:
    """Return the options for the grid, the block, the cluster and shared memory."""
    signature, written = kernel.signature, kernel.written
    given = LaunchDefaults() if written is None else written.defaults
    words: list[str] = []
    if given.grid is None and not callable(getattr(written, "grid", None)):
        # A cluster is the smallest grid that it can be in.
        grid = (1, 1, 1) if signature.blocks_are_clusters else signature.cluster
        extents = grid or (1, 1, 1)
        count = max((k for k, extent in enumerate(extents, 1) if extent > 1), default=1)
        words += ["--grid", ",".join(map(str, extents[:count]))]
    if signature.block is None and given.block is None:
        words += ["--block", _block(kernel.function, signature.threads)]
    if signature.explicit_cluster and signature.cluster is None and given.cluster is None:
        words += ["--cluster", "1"]
    shared = any(each.use & Use.SHARED for each in uses.values())
    if given.smem is None and (shared or has_dynamic_shared(kernel.source.module, kernel.function)):
        most = limits_of_target(signature.target).shared
        if most is not None and most > signature.shared:
            # The addresses may tell how much is needed; else all that is left is offered.
            extent, _ = dynamic_extent(shared_memory_map(kernel.source.module, kernel.function))
            left = most - signature.shared
            words += ["--shared-bytes", str(extent if 0 < extent <= left else left)]
    return words


def _block(function: n.Function, most: int | None) -> str:
    """Return a block size, with as many dimensions as the kernel reads from `%tid`."""
    axes = {
        node.component.lstrip(".")
        for statement in flatten(function).statements
        if type(statement) is n.Instruction
        for node in walk(statement)
        if type(node) is n.Component and getattr(node.base, "name", "") == "%tid"
    }
    several = "4,4,4" if "z" in axes else "8,8" if "y" in axes else ""
    # A kernel that reads `%tid.y` wants a block of two dimensions.
    if several and (most is None or most >= _SEVERAL):
        return several
    return str(most or _BLOCK)


def _cut_short(text: str) -> str:
    """Return a C++ name without its middle if it is very long, as those of templates are."""
    if len(text) <= _MAX_SHOWN:
        return text
    return f"{text[: _MAX_SHOWN // 2]} … {text[-_MAX_SHOWN // 2 :]}"


def _of_struct(signature: Signature, parameter: Storage, type_: str) -> str:
    name = printable(short_name(signature.name, parameter.name))
    title = f", {_cut_short(type_)}," if type_ else ""
    return (
        f"{name}{title} is a struct of {parameter.size:,} bytes, whose fields are not in the PTX; "
        f"its value here is zeros; pass its bytes as uint8[{parameter.size}]:@file.npy, or launch "
        "the kernel from Python, with a ptxpy.Struct"
    )


def _is_number(parameter: Storage, type_: str, use: ParameterUse) -> bool:
    """Return whether a parameter is an integer that may be a size."""
    kind = TYPES.get(parameter.type)
    return (
        not parameter.dimensions
        and kind is not None
        and kind.kind != "float"
        and (parameter.size or 0) > 1
        and not _is_address(parameter, type_, use)
        and bool(type_ or use.use or not takes_pointer(parameter))
    )


def _is_address(parameter: Storage, type_: str, use: ParameterUse) -> bool:
    if not takes_array(parameter):
        return False
    if type_:
        # The C++ type in a mangled name tells pointers from numbers.
        return type_.endswith(("*", "&", "* const", "& const"))
    if use.use & Use.SHARED:
        return bool(use.use & Use.ADDRESS)
    declared = takes_pointer(parameter) and bool(parameter.pointer)
    return declared or bool(use.use & (Use.ADDRESS | Use.CONVERTED))


def _propose_argument(parameter: Storage, type_: str, use: ParameterUse, sizes: Sizes) -> str:
    """Propose an argument for a parameter; its C++ type may be empty."""
    # Each kernel of Triton has pointers to scratch memory; they are null where it needs none.
    if takes_pointer(parameter) and not type_ and not use.use:
        return "null"
    if _is_address(parameter, type_, use):
        pointee = re.fullmatch(r"(?:const )?([\w: ]+?)(?: const)?[*&](?: const)?", type_)
        dtype = _DTYPES.get(pointee[1] if pointee else "") or _dtype(use.type)
        count = sizes.elements
        # Elements are counted, and the reach of the kernel is in bytes.
        size = max(1, int(re.sub(r"\D", "", dtype) or 8) // 8)
        # The kernel itself may say by constant offsets how far it reaches.
        while count * size < 2 * use.reach:
            count *= 2
        # Zeros are valid as indices; f16 holds no large numbers, so these are random from 0 to 1.
        fill = "zeros" if use.use & Use.INDICES else "random" if dtype == "float16" else "arange"
        return f"{dtype}[{count}]:{fill}"
    kind = TYPES.get(parameter.type)
    if parameter.dimensions or kind is None:
        return f"uint8[{parameter.size}]:zeros"
    if kind.kind == "float" or type_ in ("float", "double"):
        return "1.0"
    # An offset in shared memory is valid at 0.
    if use.use & Use.SHARED:
        return "0"
    if type_ == "bool" or use.use & (Use.INDEX | Use.ADDRESS):
        return str(_INDEX)
    return str(sizes.number if (parameter.size or 0) > 1 else _SMALL)


def _dtype(name: str) -> str:
    """Return the NumPy dtype for elements that are accessed as a PTX type, by default float32."""
    kind = TYPES.get(name)
    if kind is None:
        return "float32"
    bits = min(64, max(8, kind.bits))
    if kind.kind in ("signed", "unsigned"):
        return f"{_KINDS[kind.kind]}{bits}"
    return _FLOATS.get(bits, f"uint{bits}")
