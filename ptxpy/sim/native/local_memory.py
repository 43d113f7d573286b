"""Accesses of the variables of functions, whose places in local memory are known.

The local memory of a thread follows that of the one before it: see `ptxpy.sim.native.layout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.sim.native.vector_builder import BITS, Value, suffix, vector

if TYPE_CHECKING:
    from ptxpy.sim.native.activations import Activation
    from ptxpy.sim.native.operands import OperandTranslator

__all__ = ["gather", "lanes_text", "load_local", "scatter", "store_local"]


def load_local(
    writer: OperandTranslator,
    owner: Activation,
    offset: int,
    types: list[str],
    guard: Value | None = None,
) -> list[Value]:
    """Return integers that follow each other in the variables of a function."""
    hosts = writer.local_hosts(owner)
    found = []
    for type_ in types:
        places = writer.binary("add", hosts, writer.constant(offset, "i64"))
        found.append(gather(writer, places, type_, writer.running(guard)))
        offset += BITS[type_] // 8
    return found


def store_local(
    writer: OperandTranslator,
    owner: Activation,
    offset: int,
    values: list[Value],
    guard: Value | None,
) -> None:
    """Store integers that follow each other in the variables of a function."""
    hosts = writer.local_hosts(owner)
    for value in values:
        places = writer.binary("add", hosts, writer.constant(offset, "i64"))
        scatter(writer, places, value, writer.running(guard))
        offset += BITS[value.type] // 8


def scatter(writer: OperandTranslator, places: Value, value: Value, mask: Value) -> None:
    """Store a value at the addresses of the host of each lane, in lanes of a mask."""
    name = f"lanes.store.{value.type}"
    kind = vector(value.type)
    writer.helpers[name] = None
    writer.declare(f'declare void @"{name}"(<32 x i64>, {kind}, i32)')
    bits = writer.bits(mask)
    writer.emit(f'call void @"{name}"(<32 x i64> {places.text}, {kind} {value.text}, i32 {bits})')


def gather(writer: OperandTranslator, places: Value, type_: str, mask: Value) -> Value:
    """Load from the addresses of the host of each lane, in lanes of a mask."""
    name = f"lanes.load.{type_}"
    kind = vector(type_)
    writer.helpers[name] = None
    writer.declare(f'declare {kind} @"{name}"(<32 x i64>, i32)')
    bits = writer.bits(mask)
    found = writer.let(f'call {kind} @"{name}"(<32 x i64> {places.text}, i32 {bits})')
    return Value(found, type_)


def lanes_text(name: str) -> str:
    """Return the LLVM IR of the function of an access, `lanes.load.i32`.

    It is long where the processor has no such instruction: a step for each lane.
    """
    _, opcode, type_ = name.split(".")
    kind, intrinsic = vector(type_), f"{suffix(type_)}.v32p0"
    head = """  %mask = bitcast i32 %m to <32 x i1>
  %pointers = inttoptr <32 x i64> %places to <32 x ptr>"""
    if opcode == "load":
        return f"""
define {kind} @"{name}"(<32 x i64> %places, i32 %m) noinline nounwind {{
{head}
  %found = call {kind} @llvm.masked.gather.{intrinsic}(<32 x ptr> %pointers, i32 1,
    <32 x i1> %mask, {kind} zeroinitializer)
  ret {kind} %found
}}
declare {kind} @llvm.masked.gather.{intrinsic}(<32 x ptr>, i32, <32 x i1>, {kind})
"""
    return f"""
define void @"{name}"(<32 x i64> %places, {kind} %value, i32 %m) noinline nounwind {{
{head}
  call void @llvm.masked.scatter.{intrinsic}({kind} %value, <32 x ptr> %pointers, i32 1,
    <32 x i1> %mask)
  ret void
}}
declare void @llvm.masked.scatter.{intrinsic}({kind}, <32 x ptr>, i32, <32 x i1>)
"""
