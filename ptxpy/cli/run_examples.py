"""Command lines that launch the kernels of a file, made of what their symbols say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.cli.console import printable
from ptxpy.dsl import LaunchDefaults
from ptxpy.lift.symbols import demangled

if TYPE_CHECKING:
    from ptxpy.analysis.storage import Storage
    from ptxpy.calling import Signature
    from ptxpy.dsl import Function

__all__ = ["declaration", "example"]

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
    "float": "float32",
    "double": "float64",
}
"""NumPy's names of types of C++."""


def declaration(signature: Signature) -> str:
    """Return the declaration of a kernel as C++ writes it; empty where it is not known."""
    return printable(demangled(signature.name).signature)


def example(
    file: str, signature: Signature, *, several: bool, written: Function | None = None
) -> str:
    """Return a command line that launches a kernel.

    Args:
        file: The file that holds it.
        signature: The kernel.
        several: Whether the file has other kernels, so that this one must be named.
        written: The kernel as it was traced, if it is written in Python.
    """
    words = ["ptxpy run", printable(file)]
    if several:
        words.append(f"--kernel {printable(signature.name)}")
    given = LaunchDefaults() if written is None else written.defaults
    if given.grid is None:
        words.append("--grid 1")
    if signature.block is None and given.block is None:
        words.append(f"--block {min(signature.threads or 128, 128)}")
    types = _types(declaration(signature), len(signature.parameters))
    tensors = [] if written is None else _of_tensors(signature, written)
    if tensors:
        return " ".join([*words, *tensors])
    plain = zip(signature.parameters, types, strict=True)
    return " ".join([*words, *(f"--arg {_argument(*each)}" for each in plain)])


def note(signature: Signature, written: Function | None) -> str:
    """Return what is to be said of parameters that may be tensor maps; empty where none may be."""
    from ptxpy.calling import TENSOR_MAP_BYTES  # noqa: PLC0415 - NumPy loads slowly

    made = () if written is None else written.binding.maps
    names = [
        printable(parameter.name)
        for parameter in signature.parameters
        if parameter.size == TENSOR_MAP_BYTES == parameter.alignment * 2
        and parameter.name not in made
    ]
    if not names:
        return ""
    declare = "" if written is None else "declare the tensor in in_specs, or "
    return (
        f"a tensor map ({', '.join(names)}) is not made here: {declare}launch the kernel from "
        "Python with a ptxpy.TensorMap"
    )


def _of_tensors(signature: Signature, kernel: Function) -> list[str]:
    """Return the arguments of a kernel that takes tensors; empty for another."""
    from ptxpy.cli.run_tensors import examples, followed, takes_tensors  # noqa: PLC0415 - likewise

    if not takes_tensors(kernel, signature):
        return []
    tensors, left = examples(kernel), followed(kernel)
    return [
        f"--arg {parameter.name}={tensors.get(parameter.name) or _argument(parameter, '')}"
        for parameter in signature.parameters
        if parameter.name not in left
    ]


def _argument(parameter: Storage, type_: str) -> str:
    """Return an argument for a parameter, of whose type in C++ there is at most the text."""
    from ptxpy.calling import takes_pointer  # noqa: PLC0415 - NumPy loads slowly

    pointee = re.fullmatch(r"(?:const )?([\w ]+?)(?: const)?[*&](?: const)?", type_)
    if pointee or (not type_ and takes_pointer(parameter)):
        dtype = _DTYPES.get(pointee[1] if pointee else "", "float32")
        return f"{dtype}[1024]:arange"
    if parameter.type in ("f32", "f64", "f16"):
        return "1.0"
    if parameter.dimensions:
        return f"uint8[{parameter.size}]:zeros"
    if takes_pointer(parameter) and type_.endswith("*"):
        return "float32[1024]:arange"
    return "1024"


def _types(text: str, count: int) -> list[str]:
    """Return the types of the parameters of a declaration, empty ones where they are not known."""
    depth, parts, start = 0, [], 0
    opened = text.rfind("(") if text.endswith(")") else -1
    for at in range(opened + 1, len(text) - 1 if opened >= 0 else 0):
        depth += (text[at] in "<[(") - (text[at] in ">])")
        if text[at] == "," and not depth:
            parts.append(text[start or opened + 1 : at].strip())
            start = at + 1
    if opened >= 0:
        parts.append(text[start or opened + 1 : -1].strip())
    return parts if len(parts) == count else [""] * count
