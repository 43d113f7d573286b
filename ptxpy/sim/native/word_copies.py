"""`cp.async` as functions of LLVM IR: each lane copies 4, 8 or 16 bytes to shared memory.

A copy is complete when it is issued, as in the interpreter. Where a lane copies some bytes of its
word and others become zero, or an address is refused, a fault is noted: the interpreter then runs
the launch again.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.address_search import SHARED, WRITES
from ptxpy.sim.native.layout import CONTEXT, load_word
from ptxpy.sim.native.vector_builder import LANES

__all__ = ["WORD_COPY_TYPES", "word_copy_name", "word_copy_text"]

WORD_COPY_TYPES: Final = (
    "ptr, ptr, ptr, i64, i64, <32 x i64>, <32 x i64>, <32 x i32>, i32"
)  # fmt: skip
"""The context, the memories of both addresses, the first address and the number of addresses of
the allocation that was read last, the addresses of source and destination, the valid bytes, and the
lanes that copy."""

_KINDS: Final = {4: "i32", 8: "i64", 16: "<4 x i32>"}


def word_copy_name(size: int) -> str:
    """Return the name of the function that copies words of a size: `copy.16`."""
    return f"copy.{size}"


def _moves(kind: str, size: int) -> str:
    """Return the lines by which all lanes copy, without a loop."""
    text = ""
    for lane in range(LANES):
        text += (
            f"  %s{lane}.p = getelementptr i64, ptr %sources, i64 {lane}\n"
            f"  %s{lane}.i = load i64, ptr %s{lane}.p\n"
            f"  %s{lane} = inttoptr i64 %s{lane}.i to ptr\n"
            f"  %t{lane}.p = getelementptr i64, ptr %targets, i64 {lane}\n"
            f"  %t{lane}.i = load i64, ptr %t{lane}.p\n"
            f"  %t{lane} = inttoptr i64 %t{lane}.i to ptr\n"
            f"  %x{lane} = load {kind}, ptr %s{lane}, align {size}\n"
            f"  store {kind} %x{lane}, ptr %t{lane}, align {size}\n"
        )
    return text


def _splat(name: str, scalar: str) -> str:
    return (
        f"  %{name}.0 = insertelement <32 x i64> poison, i64 {scalar}, i64 0\n"
        f"  %{name} = shufflevector <32 x i64> %{name}.0, <32 x i64> poison, "
        "<32 x i32> zeroinitializer\n"
    )


def _side(word: str, addresses: str, mask: str, base: str, low: str, limit: str, size: int,
          flags: int, then: str) -> str:  # fmt: skip
    """Return the lines that put the places on the host of one side into `%<word>s`."""
    return f"""
{_splat(f"{word}.lows", low)}{_splat(f"{word}.limits", limit)}{_splat(f"{word}.bases", base)}
  %{word}.offsets = sub <32 x i64> {addresses}, %{word}.lows
  %{word}.in = icmp ult <32 x i64> %{word}.offsets, %{word}.limits
  %{word}.odds = and <32 x i64> {addresses}, splat (i64 {size - 1})
  %{word}.evens = icmp eq <32 x i64> %{word}.odds, zeroinitializer
  %{word}.ok = and <32 x i1> %{word}.in, %{word}.evens
  %{word}.bits = bitcast <32 x i1> %{word}.ok to i32
  %{word}.wrong = xor i32 %{word}.bits, -1
  %{word}.bad = and i32 %{word}.wrong, {mask}
  %{word}.fine = icmp eq i32 %{word}.bad, 0
  br i1 %{word}.fine, label %{word}.known, label %{word}.search
{word}.known:
  %{word}.hosts = add <32 x i64> {addresses}, %{word}.bases
  store <32 x i64> %{word}.hosts, ptr %{word}s, align 64
  br label %{then}
{word}.search:
  store <32 x i64> {addresses}, ptr %{word}s, align 64
  %{word}.m = call i32 @locate(ptr %c, ptr %{word}.site, ptr %{word}s, i32 {mask}, i64 {size},
                               i32 {flags})
  %{word}.all = icmp eq i32 %{word}.m, {mask}
  br i1 %{word}.all, label %{then}, label %refused
"""


def word_copy_text(name: str) -> str:
    """Return the LLVM IR of a copy, with its declarations."""
    size = int(name.split(".")[1])
    kind = _KINDS[size]
    source = _side("source", "%from", "%reads", "%memory", "%low", "%limit", size, 0, "target")
    target = _side(
        "target", "%to", "%m", "%shared", "0", "%shared.limit", size, SHARED | WRITES, "zeros"
    )
    return f"""
define void @"{name}"(ptr %c, ptr %source.site, ptr %target.site, i64 %low, i64 %limit,
    <32 x i64> %from, <32 x i64> %to, <32 x i32> %valid, i32 %m) noinline nounwind {{
entry:
  %sources = alloca <32 x i64>, align 64
  %targets = alloca <32 x i64>, align 64
  %zero = alloca <4 x i32>, align 16
  store <4 x i32> zeroinitializer, ptr %zero, align 16
  %fault = getelementptr i8, ptr %c, i64 {CONTEXT["fault"]}
{load_word("memory", "memory")}{load_word("shared", "shared")}
{load_word("shared.bytes", "shared_bytes")}
  %room = sub i64 %shared.bytes, {size - 1}
  %some = icmp sgt i64 %room, 0
  %shared.limit = select i1 %some, i64 %room, i64 0
  %none = icmp eq <32 x i32> %valid, zeroinitializer
  %every = icmp uge <32 x i32> %valid, splat (i32 {size})
  %whole = or <32 x i1> %none, %every
  %whole.bits = bitcast <32 x i1> %whole to i32
  %parts = xor i32 %whole.bits, -1
  %parts.here = and i32 %parts, %m
  %has.parts = icmp ne i32 %parts.here, 0
  %every.bits = bitcast <32 x i1> %every to i32
  %reads = and i32 %every.bits, %m
  br i1 %has.parts, label %part, label %source
part:
  store i64 1, ptr %fault
  ret void
refused:
  ret void
source:
{source}
target:
{target}
zeros:
  %zero.host = ptrtoint ptr %zero to i64
{_splat("zero.hosts", "%zero.host")}
  %sources.found = load <32 x i64>, ptr %sources, align 64
  %sources.all = select <32 x i1> %every, <32 x i64> %sources.found, <32 x i64> %zero.hosts
  store <32 x i64> %sources.all, ptr %sources, align 64
  %full = icmp eq i32 %m, -1
  br i1 %full, label %move, label %head
move:
{_moves(kind, size)}
  ret void
head:
  %rest = phi i32 [ %m, %zeros ], [ %left, %turn ]
  %over = icmp eq i32 %rest, 0
  br i1 %over, label %done, label %turn
turn:
  %lane = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %less = sub i32 %rest, 1
  %left = and i32 %rest, %less
  %sp = getelementptr i64, ptr %sources, i32 %lane
  %si = load i64, ptr %sp
  %s = inttoptr i64 %si to ptr
  %tp = getelementptr i64, ptr %targets, i32 %lane
  %ti = load i64, ptr %tp
  %t = inttoptr i64 %ti to ptr
  %x = load {kind}, ptr %s, align {size}
  store {kind} %x, ptr %t, align {size}
  br label %head
done:
  ret void
}}
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @locate(ptr, ptr, ptr, i32, i64, i32)
"""
