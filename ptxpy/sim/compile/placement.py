"""The addresses of the variables of a module, and their initial values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.analysis import Storage, variables_of
from ptxpy.check import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.launch_request import OPAQUE_TYPES, LaunchError
from ptxpy.sim.compile.float_constants import float_bits, float_of
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.pieces import Program, Routine

__all__ = ["SharedLayout", "place_globals", "placed_variables", "shared_layout", "variable_key"]


def variable_key(routine: Routine, level: int, name: str) -> str:
    """Return the key of a variable that a function declares in memory shared by its threads."""
    return f"{routine.number}:{level}:{name}"


class PlacedVariable(NamedTuple):
    """A variable of a module or function in memory that all threads share."""

    key: str
    variable: n.Variable
    declarator: n.Declarator
    storage: Storage


def placed_variables(program: Program, routines: Iterable[Routine]) -> Iterator[PlacedVariable]:
    """Yield the variables of the module, and those of functions in memory shared by threads."""
    for name, (variable, declarator, storage) in program.variables.items():
        yield PlacedVariable(name, variable, declarator, storage)
    for routine in routines:
        code = routine.code
        for statement, level in zip(code.statements, code.scopes, strict=True):
            if type(statement) is not n.Variable or statement.space not in _SHARED_BY_THREADS:
                continue
            for declarator, storage in zip(
                statement.declarators, variables_of(statement), strict=True
            ):
                key = variable_key(routine, level, storage.name)
                yield PlacedVariable(key, statement, declarator, storage)


_SHARED_BY_THREADS: Final = (".shared", ".global", ".const")


class SharedLayout(NamedTuple):
    """The layout of the shared memory of a CTA."""

    offsets: dict[str, int]
    static: int
    """Bytes of static shared memory; dynamic shared memory begins after them."""
    names: dict[str, int]
    """The offsets of all that has a name in messages: variables, and the named places in them."""


def shared_layout(
    program: Program, routines: Iterable[Routine], parts: Iterable[tuple[str, str, int]] = ()
) -> SharedLayout:
    """Lay out the shared memory of a kernel, given all functions that it calls.

    `parts` are places with names of their own: the name, the variable, and the byte offset in it.

    Arrays without a size all begin at one offset, after all others (PTX ISA 5.1.9).
    """
    offsets: dict[str, int] = {}
    dynamic: list[tuple[str, int]] = []
    offset, alignment = 0, 16
    for key, _, _, storage in placed_variables(program, routines):
        if storage.space != "shared":
            continue
        if storage.size is None:
            dynamic.append((key, storage.alignment))
            alignment = max(alignment, storage.alignment)
            continue
        offset += -offset % max(1, storage.alignment)
        offsets[key] = offset
        offset += storage.size
    if dynamic:
        # All dynamic arrays begin at one offset, aligned for the strictest one.
        offset += -offset % alignment
    for key, _ in dynamic:
        offsets[key] = offset
    by_variable: dict[str, str] = {}
    for key in offsets:
        # The variables of the kernel itself come before those of the functions that it calls.
        by_variable.setdefault(key.rpartition(":")[2], key)
    names = dict(offsets)
    for name, variable, distance in parts:
        holder = by_variable.get(variable)
        if holder is not None:
            names.pop(holder, None)
            names[name] = offsets[holder] + distance
    return SharedLayout(offsets, offset, names)


def place_globals(
    program: Program, memory: Memory, function_address: Callable[[str], int | None]
) -> dict[str, int]:
    """Allocate the variables in global and constant memory, and set their initial values.

    Returns their addresses. A symbol in an initial value is the address of one of these variables,
    or of a function.
    """
    addresses: dict[str, int] = {}
    placed: list[PlacedVariable] = []
    for variable in placed_variables(program, program.routines.values()):
        storage = variable.storage
        if storage.space not in ("global", "const", "tex"):
            continue
        size = storage.size or 0
        # All variables need addresses before the first initial value, which may name any.
        addresses[variable.key] = memory.allocate(
            size,
            f"the variable {storage.name}",
            alignment=storage.alignment,
            writable=storage.space == "global",
        )
        placed.append(variable)

    def address_of(name: str) -> int:
        found = addresses.get(name)
        if found is None:
            found = function_address(name)
        if found is None:
            msg = f"an initial value that names {name}, which has no address"
            raise LaunchError(msg)
        return found

    spaces = {name: entry[2].space for name, entry in program.variables.items()}
    for variable in placed:
        initial = variable.declarator.initializer
        # The initial value of a `.samplerref` lists its modes, and is no data.
        if initial is not None and variable.storage.type not in OPAQUE_TYPES:
            element = variable.storage.type.rpartition(".")[2]
            encoder = _InitialValue(program, element, address_of, variable.storage, spaces)
            data = encoder.encode(initial)
            start = addresses[variable.key]
            memory.bytes[start : start + len(data)] = bytearray(data)
    return addresses


class _InitialValue:
    """Encodes an initial value as bytes (PTX ISA 5.4.4)."""

    def __init__(
        self,
        program: Program,
        element: str,
        address_of: Callable[[str], int],
        storage: Storage,
        spaces: Mapping[str, str],
    ) -> None:
        self.names = program.names
        self.spaces = spaces
        self.element = element
        self.size = max(1, TYPES[element].bits // 8)
        self.address_of = address_of
        width = storage.type.partition(".")[0]
        self.shape = [extent or 0 for extent in storage.dimensions]
        if storage.type.startswith("v"):
            self.shape.append(int(width[1:]))

    def encode(self, initial: n.Operand) -> bytes:
        """Return the bytes; elements that are not given are zero."""
        if not self.shape:
            return self._scalar(initial)
        return self._array(initial, self.shape)

    def _array(self, initial: n.Operand, shape: list[int]) -> bytes:
        count, *inner = shape
        row_bytes = self.size
        for extent in inner:
            row_bytes *= extent
        parts = initial.elements if isinstance(initial, n.Vector) else (initial,)
        data = bytearray()
        flat: list[n.Operand] = []
        for part in parts:
            if isinstance(part, n.Vector) and inner:
                # `{1, {2, 3}}`: numbers in front of a nested list fill a row of their own, with
                # zeros behind.
                data += self._flat(flat, row_bytes)
                flat = []
                data += self._array(part, inner)
            else:
                flat.append(part)
        data += self._flat(flat, row_bytes)
        return bytes(data[: count * row_bytes].ljust(count * row_bytes, b"\0"))

    def _flat(self, parts: list[n.Operand], row_bytes: int) -> bytes:
        data = b"".join(map(self._scalar, parts))
        return data + bytes(-len(data) % row_bytes) if data else b""

    def _scalar(self, part: n.Operand) -> bytes:
        if isinstance(part, n.Vector):
            part = part.elements[0]
        actual = operand_of(part, self.names)
        if actual.kind == "integer":
            if TYPES[self.element].kind != "float":
                return self._integer(actual.value)
            # `.global .f32 x = 1;` is 1.0, and not the float with the bits of 1.
            part = n.Literal(f"{actual.value}.0")
        value = float_of(part)
        if value is not None and self.element == "f16":
            with np.errstate(all="ignore"):
                return np.float16(value).tobytes()
        bits = float_bits(part, self.size)
        if bits is not None:
            return self._integer(bits)
        return self._integer(self._address(part))

    def _address(self, part: n.Operand) -> int:
        """Return the value of an address: `x`, `x+4`, `generic(x)+4`, `0xff00(x)`."""
        if isinstance(part, n.Symbol | n.Register):
            return self.address_of(part.name)
        if isinstance(part, n.Parenthesized):
            return self._address(part.operand)
        if isinstance(part, n.Apply):
            value = self._address(part.argument)
            function: Any = part.function
            if isinstance(function, n.Symbol) and function.name == "generic":
                argument = part.argument
                name = argument.name if isinstance(argument, n.Symbol) else ""
                # A generic address is one in its space plus the beginning of the window of the
                # space.
                window = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}
                return value + window.get(self.spaces.get(name, ""), 0)
            # A mask of one byte: 0xff00(x) is the second byte of the address.
            mask = int(operand_of(function, self.names).value)
            if not mask:
                return 0
            shift = (mask & -mask).bit_length() - 1
            return (value & mask) >> shift
        if isinstance(part, n.Binary) and part.operator in ("+", "-"):
            actual = operand_of(part.right, self.names)
            sign = 1 if part.operator == "+" else -1
            return self._address(part.left) + sign * actual.value
        msg = f"an initial value that is a {type(part).__name__}"
        raise LaunchError(msg)

    def _integer(self, value: int) -> bytes:
        return (value & ((1 << 8 * self.size) - 1)).to_bytes(self.size, "little")
