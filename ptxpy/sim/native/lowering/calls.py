"""Calls of functions: arguments, results, and the registers that a recursion keeps (PTX ISA 7.1).

Arguments and results are in registers, or in the local memory of the caller and the callee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import Site
from ptxpy.sim.native.local_memory import load_local, store_local
from ptxpy.sim.native.operands import Unsupported
from ptxpy.sim.native.vector_builder import BITS, Value, type_of_kind
from ptxpy.sim.native.warp_translator import WarpTranslator, ends_piece
from ptxpy.sim.numpy_types import KINDS

if TYPE_CHECKING:
    from ptxpy.sim.native.activations import Activation, Target

_MAX_COPIED_BYTES: Final = 512
_NEVER_RETURN: Final = frozenset({"__assertfail"})
"""Functions of the device's library that end the launch: the interpreter reports that."""


class _Actual(NamedTuple):
    """An argument or the destination of a result."""

    offset: int | None
    """Where it is among the local variables of the caller; None for registers."""
    size: int
    values: tuple[n.Operand | int, ...] = ()
    """The registers, or a constant."""


@ends_piece("call")
def _call(writer: WarpTranslator, site: Site) -> None:
    """Write a call: lanes go to the functions that it may enter."""
    call = cast("n.Call", site.node)
    targets = writer.activation.targets[writer.block.piece]
    guard = writer.guard(site)
    if not targets:
        name = call.target.name if isinstance(call.target, n.Symbol) else "an unknown function"
        if name not in _NEVER_RETURN:
            msg = f"a call of {name}"
            raise Unsupported(msg)
        writer.give_up(writer.any(writer.running(guard)))
        writer.jump(writer.following)
        return
    if guard is not None:
        writer.part(writer.binary("and", writer.mask, writer.invert(guard)), writer.following)
    if targets[0].address is None:
        _enter(writer, site, call, targets[0], guard)
        if guard is None and not targets[0].is_recursive:
            writer.jump(targets[0].callee.numbers[0])
            return
        writer.part(writer.running(guard), targets[0].callee.numbers[0])
    else:
        # All addresses are compared before an argument is passed, which may be that register.
        address = writer.source(site, call.target, "u8")
        rest = writer.running(guard)
        chosen = []
        for target in targets:
            number = writer.constant(target.address or 0, "i64")
            is_it = writer.binary("and", rest, writer.compare("eq", address, number))
            chosen.append(is_it)
            rest = writer.binary("and", rest, writer.invert(is_it))
        # The interpreter says which address is none of a function.
        writer.give_up(writer.any(rest))
        for target, is_it in zip(targets, chosen, strict=True):
            _enter(writer, site, call, target, is_it)
            writer.part(is_it, target.callee.numbers[0])
    writer.emit("br label %dispatch")


def _enter(
    writer: WarpTranslator, site: Site, call: n.Call, target: Target, guard: Value | None
) -> None:
    """Pass the arguments to a function, in the lanes of a guard."""
    callee, caller = target.callee, target.caller
    formals = writer.blocks.code.formals(callee.routine)
    operands = call.arguments or ()
    if len(operands) != len(formals):
        msg = f"a call of {callee.routine.name} with {len(operands)} arguments"
        raise Unsupported(msg)
    types = [each.type for each in callee.routine.parameters]
    passed = [
        _values(writer, site, callee, _actual(writer, site, operand), formal, type_)
        for operand, formal, type_ in zip(operands, formals, types, strict=True)
    ]
    if callee.is_entered_again:
        base = writer.local_address(caller.routine.local_bytes)
        if target.is_recursive:
            writer.stack.push(writer, target, guard, base)
        landing = writer.constant(target.landing, "i32")
        writer.write_place(callee.return_register, landing, "u4", guard)
        writer.write_place(callee.base_register, base, "u8", guard)
    for values, formal in zip(passed, formals, strict=True):
        _put(writer, callee, formal, values, guard)


@ends_piece("return")
def _return(writer: WarpTranslator, site: Site) -> None:
    """Write the block to which lanes return from a call: it takes the results."""
    call, target = cast("n.Call", site.node), writer.block.target
    assert target is not None  # noqa: S101 - the block of a return has one
    caller, callee = target.caller, target.callee
    # A caller may ignore results, so the two need not be equally many.
    found = []
    for operand, formal in zip(
        call.returns or (), writer.blocks.code.results(callee.routine), strict=False
    ):
        if isinstance(operand, n.Symbol) and operand.name == "_":
            continue
        actual = _actual(writer, site, operand)
        if actual.offset is None and not all(isinstance(each, int) for each in actual.values):
            msg = "a return value that is neither a variable nor a register"
            raise Unsupported(msg)
        found.append((actual, _results(writer, callee, formal, actual)))
    if target.is_recursive:
        writer.stack.pop(writer, target)
    for actual, values in found:
        if actual.offset is not None:
            store_local(writer, caller, actual.offset, values, None)
            continue
        for slot, value in zip(actual.values, values, strict=True):
            writer.write(cast("int", slot), value, f"u{max(1, BITS[value.type] // 8)}", None)
    writer.jump(writer.following)


def _actual(writer: WarpTranslator, site: Site, operand: n.Operand) -> _Actual:
    if isinstance(operand, n.Symbol):
        found = writer.routine.local_variable(operand.name, site.level)
        if found is not None:
            return _Actual(found[1].offset, found[1].storage.size or 0)
    location = writer.slots.register(operand, site.level)
    if location is None:
        return _Actual(None, 0, (operand,))
    return _Actual(None, 0, tuple(location.slots))


_Formal = tuple[str, "int | tuple[int, ...]", int]
"""A parameter as `CompiledPieces.formals` gives it."""


def _chunks(size: int) -> list[str]:
    """Return the types of integers that fill so many bytes."""
    if size > _MAX_COPIED_BYTES:
        msg = f"an argument of {size} bytes"
        raise Unsupported(msg)
    return ["i64"] * (size // 8) + [f"i{8 * each}" for each in (4, 2, 1) if size & each]


def _values(
    writer: WarpTranslator,
    site: Site,
    callee: Activation,
    actual: _Actual,
    formal: _Formal,
    type_: str,
) -> list[Value]:
    """Return the passed arguments: an integer for each register, or those that fill the bytes."""
    where, place, size = formal
    if actual.offset is not None:
        if where == "local":
            types = _chunks(min(size, actual.size))
        else:
            types = _register_types(callee, place)[:1]
        return load_local(writer, writer.activation, actual.offset, types)
    values = []
    for each in actual.values:
        if isinstance(each, int):
            value = writer.read(each, writer.slots.kinds[each])
        else:
            # A constant has no type of its own: that of the parameter says which bits are passed.
            kind = KINDS.get(type_, "u8")
            value = writer.as_bits(writer.source(site, each, kind if kind[0] == "f" else "u8"))
        values.append(value)
    count = 1 if where == "local" else len(cast("tuple[int, ...]", place))
    if len(values) != count:
        msg = f"an argument of {callee.routine.name} with another number of elements"
        raise Unsupported(msg)
    return values if where == "slot" else _cut(writer, values[0], size)


def _cut(writer: WarpTranslator, value: Value, size: int) -> list[Value]:
    """Return the low bytes of a register, as integers of the sizes of `_chunks`."""
    bits = BITS[value.type]
    if bits == 1:
        value, bits = writer.resize(value, "i8"), 8
    found, at = [], 0
    for type_ in _chunks(min(size, bits // 8)):
        moved = writer.binary("lshr", value, writer.constant(at, value.type)) if at else value
        found.append(writer.resize(moved, type_))
        at += BITS[type_]
    return found


def _register_types(activation: Activation, place: int | tuple[int, ...]) -> list[str]:
    slots = cast("tuple[int, ...]", place)
    return [type_of_kind(activation.slots.kinds[slot]) for slot in slots]


def _put(
    writer: WarpTranslator,
    callee: Activation,
    formal: _Formal,
    values: list[Value],
    guard: Value | None,
) -> None:
    """Write a parameter of a function."""
    where, place, _ = formal
    if where == "local":
        store_local(writer, callee, cast("int", place), values, guard)
        return
    for slot, value in zip(cast("tuple[int, ...]", place), values, strict=True):
        kind = callee.slots.kinds[slot]
        converted = writer.as_kind(value, kind)
        writer.write_place(callee.first_register + slot, converted, kind, guard)


def _results(
    writer: WarpTranslator, callee: Activation, formal: _Formal, actual: _Actual
) -> list[Value]:
    """Return a function's results: an integer for each register, or those that fill the bytes."""
    where, place, size = formal
    if where == "local":
        if actual.offset is not None:
            types = _chunks(min(size, actual.size))
        else:
            types = _register_types(writer.activation, cast("tuple[int, ...]", actual.values))
        if actual.offset is None and len(types) != 1:
            msg = f"a result of {callee.routine.name} with another number of elements"
            raise Unsupported(msg)
        return load_local(writer, callee, cast("int", place), types)
    slots = cast("tuple[int, ...]", place)
    if actual.offset is not None or len(actual.values) != len(slots):
        msg = f"a result of {callee.routine.name} with another number of elements"
        raise Unsupported(msg)
    return [writer.read_place(callee.first_register + slot) for slot in slots]
