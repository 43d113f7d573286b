"""The search for the memory of an address, as LLVM IR: an allocation, shared or local memory."""

from __future__ import annotations

from typing import Final

from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.native.barriers import RANK_SHIFT
from ptxpy.sim.native.layout import CONTEXT, load_word

__all__ = ["GENERIC", "LOCAL", "LOCATE", "REMOTE", "SHARED", "WRITES"]

WRITES: Final = 1
GENERIC: Final = 2
SHARED: Final = 4
LOCAL: Final = 8
REMOTE: Final = 16
"""The kinds of an access, as bits of its `flags`."""

LOCATE: Final = f"""
define i32 @locate(ptr %c, ptr %site, ptr %places, i32 %m, i64 %size, i32 %flags)
    noinline nounwind cold {{
entry:
{load_word("ranges", "ranges", "ptr")}{load_word("count", "range_count")}
{load_word("memory", "memory")}
{load_word("shared.bytes", "shared_bytes")}{load_word("own.rank", "rank")}
{load_word("cluster.size", "cluster_size")}{load_word("memories", "cluster_memories", "ptr")}
{load_word("local", "local")}{load_word("local.bytes", "local_bytes")}
{load_word("first", "first_thread")}
{load_word("save.function", "save", "ptr")}
  %fault = getelementptr i8, ptr %c, i64 {CONTEXT["fault"]}
  %below = sub i64 %size, 1
  %w.0 = and i32 %flags, {WRITES}
  %writes = icmp ne i32 %w.0, 0
  %g.0 = and i32 %flags, {GENERIC}
  %generic = icmp ne i32 %g.0, 0
  %s.0 = and i32 %flags, {SHARED}
  %is.shared = icmp ne i32 %s.0, 0
  %l.0 = and i32 %flags, {LOCAL}
  %is.local = icmp ne i32 %l.0, 0
  %r.0 = and i32 %flags, {REMOTE}
  %is.remote = icmp ne i32 %r.0, 0
  br label %head
head:
  %rest = phi i32 [ %m, %entry ], [ %left, %next ]
  %good = phi i32 [ %m, %entry ], [ %good.next, %next ]
  %none = icmp eq i32 %rest, 0
  br i1 %none, label %done, label %turn
turn:
  %lane = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %less = sub i32 %rest, 1
  %left = and i32 %rest, %less
  %p = getelementptr i64, ptr %places, i32 %lane
  %a = load i64, ptr %p
  %odd = and i64 %a, %below
  %even = icmp eq i64 %odd, 0
  br i1 %even, label %spaces, label %bad
spaces:
  br i1 %is.shared, label %in.shared, label %not.shared
not.shared:
  br i1 %is.local, label %in.local, label %not.local
not.local:
  br i1 %generic, label %window, label %in.global
window:
  %above = icmp uge i64 %a, {LOCAL_WINDOW}
  br i1 %above, label %in.local, label %window.2
window.2:
  %above.2 = icmp uge i64 %a, {SHARED_WINDOW}
  br i1 %above.2, label %in.shared, label %in.global
in.shared:
  %so = phi i64 [ 0, %spaces ], [ {SHARED_WINDOW}, %window.2 ]
  %sa = sub i64 %a, %so
  %s.upper = lshr i64 %sa, 32
  %s.carry = icmp eq i64 %s.upper, 1
  %s.low = and i64 %sa, 4294967295
  %s.at = select i1 %s.carry, i64 %s.low, i64 %sa
  %s.rank = lshr i64 %s.at, {RANK_SHIFT}
  %s.offset = and i64 %s.at, {(1 << RANK_SHIFT) - 1}
  %s.end = add i64 %s.offset, %size
  %s.in.0 = icmp ule i64 %s.end, %shared.bytes
  %is.own = icmp eq i64 %s.rank, %own.rank
  %exists = icmp ult i64 %s.rank, %cluster.size
  %may.be.far = or i1 %generic, %is.remote
  %s.far = and i1 %exists, %may.be.far
  %s.in.1 = or i1 %is.own, %s.far
  %s.in = and i1 %s.in.0, %s.in.1
  br i1 %s.in, label %in.cluster, label %bad
in.cluster:
  %s.place = mul i64 %s.rank, 2
  %s.memory.p = getelementptr i64, ptr %memories, i64 %s.place
  %s.memory = load i64, ptr %s.memory.p
  %s.touched.p = getelementptr i64, ptr %s.memory.p, i64 1
  %s.touched = load i64, ptr %s.touched.p
  %s.touches = select i1 %is.own, i64 %s.touched, i64 1
  store i64 %s.touches, ptr %s.touched.p
  %s.runs = icmp ne i64 %s.memory, 0
  %s.host = add i64 %s.memory, %s.offset
  br i1 %s.runs, label %found, label %bad
in.local:
  %lo = phi i64 [ 0, %not.shared ], [ {LOCAL_WINDOW}, %window ]
  %la = sub i64 %a, %lo
  %l.upper = lshr i64 %la, 32
  %l.carry = icmp eq i64 %l.upper, 1
  %l.low = and i64 %la, 4294967295
  %l.at = select i1 %l.carry, i64 %l.low, i64 %la
  %l.end = add i64 %l.at, %size
  %l.in.0 = icmp ule i64 %l.end, %local.bytes
  %l.in.1 = icmp ult i64 %l.at, %l.end
  %l.in = and i1 %l.in.0, %l.in.1
  %wide = zext i32 %lane to i64
  %thread = add i64 %first, %wide
  %l.skip = mul i64 %thread, %local.bytes
  %l.start = add i64 %local, %l.skip
  %l.host = add i64 %l.start, %l.at
  br i1 %l.in, label %found, label %bad
in.global:
  br label %halve
halve:
  %lo.0 = phi i64 [ 0, %in.global ], [ %lo.next, %halved ]
  %hi.0 = phi i64 [ %count, %in.global ], [ %hi.next, %halved ]
  %apart = icmp ult i64 %lo.0, %hi.0
  br i1 %apart, label %halved, label %chosen
halved:
  %both = add i64 %lo.0, %hi.0
  %mid = lshr i64 %both, 1
  %mid.3 = mul i64 %mid, 3
  %mid.p = getelementptr i64, ptr %ranges, i64 %mid.3
  %mid.start = load i64, ptr %mid.p
  %is.behind = icmp ule i64 %mid.start, %a
  %mid.1 = add i64 %mid, 1
  %lo.next = select i1 %is.behind, i64 %mid.1, i64 %lo.0
  %hi.next = select i1 %is.behind, i64 %hi.0, i64 %mid
  br label %halve
chosen:
  %any = icmp ne i64 %lo.0, 0
  br i1 %any, label %range, label %bad
range:
  %index = sub i64 %lo.0, 1
  %index.3 = mul i64 %index, 3
  %start.p = getelementptr i64, ptr %ranges, i64 %index.3
  %start = load i64, ptr %start.p
  %stop.p = getelementptr i64, ptr %start.p, i64 1
  %stop = load i64, ptr %stop.p
  %kind.p = getelementptr i64, ptr %start.p, i64 2
  %kind = load i64, ptr %kind.p
  %g.offset = sub i64 %a, %start
  %g.bytes = sub i64 %stop, %start
  %g.end = add i64 %g.offset, %size
  %g.in = icmp ule i64 %g.end, %g.bytes
  %w.bit = and i64 %kind, 1
  %writable = icmp ne i64 %w.bit, 0
  %reads = xor i1 %writes, true
  %allowed = or i1 %writable, %reads
  %g.ok = and i1 %g.in, %allowed
  br i1 %g.ok, label %allowed.in, label %bad
allowed.in:
  %s.bit = and i64 %kind, 2
  %is.saved = icmp ne i64 %s.bit, 0
  %is.known = or i1 %reads, %is.saved
  br i1 %is.known, label %keep, label %save
save:
  %saved = call i32 %save.function(i64 %index, i64 %a, i64 %size, ptr %site)
  %is.safe = icmp ne i32 %saved, 0
  br i1 %is.safe, label %place, label %bad
keep:
  store i64 %start, ptr %site
  %limit.p = getelementptr i64, ptr %site, i64 1
  %room = sub i64 %g.bytes, %size
  %limit = add i64 %room, 1
  store i64 %limit, ptr %limit.p
  br label %place
place:
  %g.host = add i64 %memory, %a
  br label %found
found:
  %host = phi i64 [ %s.host, %in.cluster ], [ %l.host, %in.local ], [ %g.host, %place ]
  store i64 %host, ptr %p
  br label %next
bad:
  store i64 1, ptr %fault
  %bit = shl i32 1, %lane
  %but = xor i32 %bit, -1
  %good.less = and i32 %good, %but
  br label %next
next:
  %good.next = phi i32 [ %good, %found ], [ %good.less, %bad ]
  br label %head
done:
  ret i32 %good
}}
declare i32 @llvm.cttz.i32(i32, i1)
"""
