"""Instructions of one's own: opcodes whose meaning is a function that is registered in Python.

The function works on the values of all threads that run the instruction together: an operand is a
NumPy array with an element per thread, and so is the result.
"""

from __future__ import annotations

import ast
import inspect
import re
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES, all_opcodes
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.errors import FaultError
from ptxpy.sim.numpy_types import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__ = ["instruction", "own_instruction", "write_own_instruction"]

_F = TypeVar("_F", bound="Callable[..., Any]")
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_:]+)*")
_MAX_BITS: Final = 64


class OwnInstruction(NamedTuple):
    """An instruction that is registered."""

    name: str
    """Its opcode with all its modifiers: `my.op.u32`."""
    function: Callable[..., Any]
    sources: tuple[str, ...]
    """The PTX types of its sources."""
    results: tuple[str, ...]
    """The PTX types of its destinations, which come before the sources."""

    def compute(self, machine: Any, lanes: Any, guard: Any, *values: Any) -> Any:
        """Return the results of the lanes that run the instruction; zeros for the others."""
        number = machine.count if lanes is None else len(lanes)
        where: Any = slice(None)
        if guard is not None:
            where = np.broadcast_to(guard, (number,)).nonzero()[0]
        own = machine.lanes[where] if lanes is None else lanes[where]
        given = [
            _typed(np.broadcast_to(value, (number,))[where], type_)
            for value, type_ in zip(values, self.sources, strict=True)
        ]
        made = self.function(*given) if len(own) else ()
        if not self.results:
            return None
        results = made if isinstance(made, tuple) else (made,)
        if len(own) and len(results) != len(self.results):
            text = f"the function of {self.name} returns {len(results)} values"
            text += f"; expected {len(self.results)}"
            raise FaultError(text, int(own[0]))
        full = [np.zeros(number, kind_of(type_)) for type_ in self.results]
        for array, value, type_ in zip(full, results, self.results, strict=False):
            array[where] = self._checked(value, type_, len(own), int(own[0]))
        return tuple(full)

    def _checked(self, value: Any, type_: str, number: int, lane: int) -> Any:
        """Return a result as it is kept in a register; raise `FaultError` for another type."""
        found, kind = np.asarray(value), _dtype(type_)
        if found.dtype != kind or found.shape not in ((), (number,)):
            text = (
                f"the function of {self.name} returns an array {found.dtype}{list(found.shape)} "
                f"as .{type_}; expected {kind}[{number}], an element per thread"
            )
            raise FaultError(text, lane)
        return found.view(kind_of(type_)) if found.dtype != np.dtype(kind_of(type_)) else found


def _dtype(type_: str) -> Any:
    """Return the NumPy type in which a function is given an operand."""
    return np.dtype(np.float16) if type_ == "f16" else np.dtype(kind_of(type_))


def _typed(values: Any, type_: str) -> Any:
    """Return an operand in that type, in an array of its own, which the function may change."""
    return np.array(values).view(_dtype(type_))


_REGISTERED: Final[dict[str, OwnInstruction]] = {}
_OPCODES: Final = frozenset(all_opcodes())


def instruction(name: str) -> Callable[[_F], _F]:
    """Register a function as the meaning of an instruction that PTX does not have.

    Args:
        name: The opcode with all its modifiers, as it is written in PTX: `my.op.u32`. A name that
            is registered already is registered anew, for kernels that are loaded from then on.

    The parameters of the function are the sources in order, annotated with their PTX types; the
    annotation of its result is the type of the destination, the first operand, a tuple of types for
    several destinations, or None for none. Each argument is a NumPy array with an element for each
    thread that runs the instruction, of those whose guard holds: unsigned and signed integers and
    `f32`, `f64` and `f16` in NumPy's types, predicates as `bool`, other formats as the unsigned
    integers of their bits. A result is such an array, or a scalar of that type.

    Example:
        >>> import numpy as np
        >>> import ptxpy
        >>> from ptxpy import u32
        >>> @ptxpy.sim.instruction("my.average.u32")
        ... def average(a: u32, b: u32) -> u32:
        ...     return (a & b) + ((a ^ b) >> 1)

    Raises:
        ValueError: The name is no name of an instruction, or its opcode is one of PTX.
        TypeError: A parameter or the result has no annotation that is a PTX type.
    """
    if _NAME.fullmatch(name) is None:
        msg = f"{name!r} is no name of an instruction; expected an opcode such as 'my.op.u32'"
        raise ValueError(msg)
    opcode = name.partition(".")[0]
    if opcode in _OPCODES:
        msg = f"{name}: {opcode} is an instruction of PTX; choose another opcode, 'my_{opcode}'"
        raise ValueError(msg)

    def register(function: _F) -> _F:
        signature = inspect.signature(function)
        sources = []
        for parameter in signature.parameters.values():
            if parameter.kind not in (
                parameter.POSITIONAL_ONLY,
                parameter.POSITIONAL_OR_KEYWORD,
            ):
                msg = f"{name}: the parameter {parameter} cannot be an operand; name each operand"
                raise TypeError(msg)
            sources.append(_type_of(name, f"the parameter {parameter.name}", parameter.annotation))
        if signature.return_annotation is inspect.Signature.empty:
            msg = f"{name}: the function has no type of a result; write -> u32, or -> None"
            raise TypeError(msg)
        results = tuple(
            _type_of(name, "the result", each) for each in _parts(signature.return_annotation)
        )
        _REGISTERED[name] = OwnInstruction(name, function, tuple(sources), results)
        return function

    return register


def _parts(annotation: Any) -> tuple[Any, ...]:
    """Return the types in the annotation of a result."""
    if annotation is None or annotation == "None":
        return ()
    if isinstance(annotation, str):
        tree = ast.parse(annotation, mode="eval").body
        if isinstance(tree, ast.Subscript) and ast.unparse(tree.value).lower() == "tuple":
            inner = tree.slice
            elements = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return tuple(ast.unparse(each) for each in elements)
        return (annotation,)
    arguments = getattr(annotation, "__args__", None)
    return arguments if isinstance(arguments, tuple) else (annotation,)


def _type_of(name: str, what: str, annotation: Any) -> str:
    """Return the PTX type that an annotation names."""
    found = annotation if isinstance(annotation, str) else getattr(annotation, "name", "")
    type_ = str(found).strip("'\"").rpartition(".")[2]
    if type_ not in TYPES or TYPES[type_].bits > _MAX_BITS:
        shown = "no annotation" if annotation is inspect.Parameter.empty else repr(annotation)
        msg = f"{name}: {what} has {shown}; expected a PTX type of at most 64 bits, such as u32"
        raise TypeError(msg)
    return type_


def own_instruction(name: str) -> OwnInstruction | None:
    """Return the instruction that is registered under a name; None for none."""
    return _REGISTERED.get(name)


def write_own_instruction(writer: PieceWriter, site: Site, own: OwnInstruction) -> None:
    """Write the call of the function of an instruction."""
    count = len(own.results) + len(own.sources)
    if len(site.operands) != count:
        operands = "operand" if count == 1 else "operands"
        msg = f"{own.name} takes {count} {operands}, and has {len(site.operands)} here"
        raise UnsupportedInstructionError(msg)
    targets, sources = site.operands[: len(own.results)], site.operands[len(own.results) :]
    values = [
        writer.source(site, operand, kind_of(type_))
        for operand, type_ in zip(sources, own.sources, strict=True)
    ]
    computed = writer.let(writer.call(own.compute, "M", "I", site.guard or "None", *values))
    for position, (target, type_) in enumerate(zip(targets, own.results, strict=True)):
        writer.assign(site, target, f"{computed}[{position}]", kind_of(type_))
