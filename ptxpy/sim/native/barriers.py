"""Barriers of CTAs and mbarriers as functions of LLVM IR, which compiled kernels call.

A barrier of a CTA counts threads, as `ptxpy.sim.machine.barriers` does: those that have arrived,
and those that it awaits, 0 for all that have not ended. Each completion begins a generation. An
arrival returns a ticket, the number of the barrier and the generation: a lane waits until another
one has begun. A reduction counts the lanes whose predicate holds, and those whose predicate does
not; a completion leaves both as results, until the next one. The barrier behind the 16 of PTX is
that of the cluster, which is of one CTA here.

Words of mbarriers are those of `ptxpy.sim.machine.mbarrier_words`. An operation that is
refused is noted as a fault, and the interpreter runs the launch again.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.machine.mbarrier_words import MAX_COUNT
from ptxpy.sim.native.layout import CONTEXT, load_word

__all__ = [
    "BARRIERS_EACH", "BARRIER_BYTES", "CLUSTER_BARRIER", "NUMBER_BITS", "RANK_SHIFT", "THREADS_AT",
    "barrier_signature",
    "barrier_text",
    "mbarrier_name",
]  # fmt: skip

BARRIERS_EACH: Final = 32
"""The barriers in each array; PTX has 16."""
CLUSTER_BARRIER: Final = 16
RANK_SHIFT: Final = 24
"""The bits of an address in shared memory below the rank of its CTA in the cluster."""
NUMBER_BITS: Final = 5
"""The lower bits of a ticket, which are the number of the barrier."""
_TRUE: Final = 3 * BARRIERS_EACH
_FALSE: Final = 4 * BARRIERS_EACH
_TRUE_RESULT: Final = 5 * BARRIERS_EACH
_FALSE_RESULT: Final = 6 * BARRIERS_EACH
THREADS_AT: Final = 4 * 7 * BARRIERS_EACH
BARRIER_BYTES: Final = THREADS_AT + 4
"""The bytes for the barriers of a CTA: arrivals, awaited threads, generations, the counts and the
results of their reductions; and for the number of threads that run."""

_EVENT: Final = f"""  %events.p = getelementptr i8, ptr %c, i64 {CONTEXT["events"]}
  %events = load i64, ptr %events.p
  %events.1 = add i64 %events, 1
  store i64 %events.1, ptr %events.p
"""
_REDUCE: Final = f"""  %true.p = getelementptr i32, ptr %arrived.p, i64 {_TRUE}
  %false.p = getelementptr i32, ptr %arrived.p, i64 {_FALSE}
  %true.result.p = getelementptr i32, ptr %arrived.p, i64 {_TRUE_RESULT}
  %false.result.p = getelementptr i32, ptr %arrived.p, i64 {_FALSE_RESULT}
  %true = load i32, ptr %true.p
  %false = load i32, ptr %false.p
  store i32 %true, ptr %true.result.p
  store i32 %false, ptr %false.result.p
  store i32 0, ptr %true.p
  store i32 0, ptr %false.p
"""
_FAULT: Final = f"""refused:
  %fault.p = getelementptr i8, ptr %c, i64 {CONTEXT["fault"]}
  store i64 1, ptr %fault.p
"""

_IS_JOINT: Final = f"""{load_word("size", "cluster_size")}  %is.one = icmp eq i64 %size, 1
  %is.of.cta = icmp ne i32 %number, {CLUSTER_BARRIER}
  %is.own = or i1 %is.one, %is.of.cta
"""
"""Whether a barrier is one of the CTA alone; others are complete when the caller says so."""

_ARRIVE: Final = f"""
define i32 @"barrier.arrive"(ptr %c, i32 %number, i32 %threads, i32 %count) noinline nounwind {{
entry:
{load_word("barriers", "barriers", "ptr")}
  %nobody = icmp eq i32 %count, 0
  br i1 %nobody, label %nothing, label %some
nothing:
  ret i32 0
some:
  %known = icmp ule i32 %number, {CLUSTER_BARRIER}
  %part = and i32 %threads, 31
  %whole = icmp eq i32 %part, 0
  %fine = and i1 %known, %whole
  br i1 %fine, label %arrives, label %refused
arrives:
  %arrived.p = getelementptr i32, ptr %barriers, i32 %number
  %expected.p = getelementptr i32, ptr %arrived.p, i64 {BARRIERS_EACH}
  %generation.p = getelementptr i32, ptr %arrived.p, i64 {2 * BARRIERS_EACH}
  %alive.p = getelementptr i8, ptr %barriers, i64 {THREADS_AT}
  %arrived.0 = load i32, ptr %arrived.p
  %arrived = add i32 %arrived.0, %count
  %expected.0 = load i32, ptr %expected.p
  %more = icmp ugt i32 %threads, %expected.0
  %expected = select i1 %more, i32 %threads, i32 %expected.0
  %all = icmp eq i32 %expected, 0
  %alive = load i32, ptr %alive.p
  %awaited = select i1 %all, i32 %alive, i32 %expected
  %generation = load i32, ptr %generation.p
  %shifted = shl i32 %generation, {NUMBER_BITS}
  %ticket = or i32 %shifted, %number
  %enough = icmp uge i32 %arrived, %awaited
{_IS_JOINT}  %complete = and i1 %enough, %is.own
  br i1 %complete, label %completes, label %stays
stays:
  store i32 %arrived, ptr %arrived.p
  store i32 %expected, ptr %expected.p
  ret i32 %ticket
completes:
  store i32 0, ptr %arrived.p
  store i32 0, ptr %expected.p
  %generation.1 = add i32 %generation, 1
  store i32 %generation.1, ptr %generation.p
{_REDUCE}{_EVENT}  ret i32 %ticket
{_FAULT}  ret i32 0
}}
"""

_LEAVE: Final = f"""
define void @"barrier.leave"(ptr %c, i32 %count) noinline nounwind {{
entry:
{load_word("barriers", "barriers", "ptr")}
  %alive.p = getelementptr i8, ptr %barriers, i64 {THREADS_AT}
  %alive.0 = load i32, ptr %alive.p
  %alive = sub i32 %alive.0, %count
  store i32 %alive, ptr %alive.p
  br label %each
each:
  %number = phi i32 [ 0, %entry ], [ %number.1, %next ]
  %arrived.p = getelementptr i32, ptr %barriers, i32 %number
  %expected.p = getelementptr i32, ptr %arrived.p, i64 {BARRIERS_EACH}
  %generation.p = getelementptr i32, ptr %arrived.p, i64 {2 * BARRIERS_EACH}
  %arrived = load i32, ptr %arrived.p
  %expected = load i32, ptr %expected.p
  %some = icmp ne i32 %arrived, 0
  %all = icmp eq i32 %expected, 0
  %awaited = select i1 %all, i32 %alive, i32 %expected
  %enough.0 = icmp uge i32 %arrived, %awaited
{_IS_JOINT}  %enough = and i1 %enough.0, %is.own
  %complete = and i1 %some, %enough
  br i1 %complete, label %completes, label %next
completes:
  store i32 0, ptr %arrived.p
  store i32 0, ptr %expected.p
  %generation = load i32, ptr %generation.p
  %generation.1 = add i32 %generation, 1
  store i32 %generation.1, ptr %generation.p
{_REDUCE}{_EVENT}  br label %next
next:
  %number.1 = add i32 %number, 1
  %more = icmp ule i32 %number.1, {CLUSTER_BARRIER}
  br i1 %more, label %each, label %done
done:
  ret void
}}
"""

_CONTRIBUTE: Final = f"""
define void @"barrier.contribute"(ptr %c, i32 %number, i32 %true, i32 %false) nounwind {{
entry:
{load_word("barriers", "barriers", "ptr")}
  %count = add i32 %true, %false
  %nobody = icmp eq i32 %count, 0
  br i1 %nobody, label %done, label %some
some:
  %first.p = getelementptr i32, ptr %barriers, i32 %number
  %true.p = getelementptr i32, ptr %first.p, i64 {_TRUE}
  %false.p = getelementptr i32, ptr %first.p, i64 {_FALSE}
  %true.0 = load i32, ptr %true.p
  %true.1 = add i32 %true.0, %true
  store i32 %true.1, ptr %true.p
  %false.0 = load i32, ptr %false.p
  %false.1 = add i32 %false.0, %false
  store i32 %false.1, ptr %false.p
  br label %done
done:
  ret void
}}
"""

# The result of the generation of a ticket: the numbers of lanes whose predicate holds, and, in the
# upper half, of those whose predicate does not; all ones if another generation has ended since.
_RESULT: Final = f"""
define i64 @"barrier.result"(ptr %c, i32 %ticket) nounwind {{
entry:
{load_word("barriers", "barriers", "ptr")}
  %number = and i32 %ticket, {(1 << NUMBER_BITS) - 1}
  %first.p = getelementptr i32, ptr %barriers, i32 %number
  %generation.p = getelementptr i32, ptr %first.p, i64 {2 * BARRIERS_EACH}
  %generation = load i32, ptr %generation.p
  %before = sub i32 %generation, 1
  %shifted = shl i32 %before, {NUMBER_BITS}
  %last.0 = or i32 %shifted, %number
  %last = or i32 %last.0, {-(1 << 31)}
  %same = icmp eq i32 %last, %ticket
  %true.p = getelementptr i32, ptr %first.p, i64 {_TRUE_RESULT}
  %false.p = getelementptr i32, ptr %first.p, i64 {_FALSE_RESULT}
  %true = load i32, ptr %true.p
  %false = load i32, ptr %false.p
  %low = zext i32 %true to i64
  %high.0 = zext i32 %false to i64
  %high = shl i64 %high.0, 32
  %both = or i64 %low, %high
  %found = select i1 %same, i64 %both, i64 -1
  ret i64 %found
}}
"""

# Where a lane's mbarrier is as it should be, these lines are run for it, with `%word` and `%p`.
_FIELDS: Final = f"""  %pending = and i64 %word, {MAX_COUNT}
  %expected.0 = lshr i64 %word, 20
  %expected = and i64 %expected.0, {MAX_COUNT}
  %tx.0 = shl i64 %word, 3
  %tx = ashr i64 %tx.0, 43
  %parity.0 = lshr i64 %word, 61
  %parity = and i64 %parity.0, 1
"""
_UPDATE: Final = f"""  %tx.size = call i64 @llvm.abs.i64(i64 %tx.1, i1 false)
  %tx.fits = icmp ule i64 %tx.size, {MAX_COUNT}
  br i1 %tx.fits, label %update, label %refused
update:
  %nobody = icmp eq i64 %left, 0
  %no.bytes = icmp eq i64 %tx.1, 0
  %over = and i1 %nobody, %no.bytes
  %pending.1 = select i1 %over, i64 %expected.1, i64 %left
  %flip = zext i1 %over to i64
  %parity.1 = xor i64 %parity, %flip
  %b.expected = shl i64 %expected.1, 20
  %b.tx.0 = and i64 %tx.1, 2097151
  %b.tx = shl i64 %b.tx.0, 40
  %b.parity = shl i64 %parity.1, 61
  %b.0 = or i64 %pending.1, %b.expected
  %b.1 = or i64 %b.tx, %b.parity
  %b.2 = or i64 %b.0, %b.1
  %b = or i64 %b.2, {-(1 << 63)}
  store i64 %b, ptr %p
  br i1 %over, label %completes, label %next
completes:
{_EVENT}  br label %next
"""
_BODIES: Final = {
    "init": f"""  %x.w = zext i32 %x to i64
  %few = icmp ult i64 %x.w, 1
  %many = icmp ugt i64 %x.w, {MAX_COUNT}
  %wrong = or i1 %few, %many
  br i1 %wrong, label %refused, label %begins
begins:
  %b.expected = shl i64 %x.w, 20
  %b.0 = or i64 %x.w, %b.expected
  %b = or i64 %b.0, {-(1 << 63)}
  store i64 %b, ptr %p
  br label %next
""",
    "inval": "  store i64 0, ptr %p\n  br label %next\n",
    "check": "  br label %next\n",
    "tx": f"""{_FIELDS}  %x.w = sext i32 %x to i64
  %tx.1 = add i64 %tx, %x.w
  %left = add i64 %pending, 0
  %expected.1 = add i64 %expected, 0
{_UPDATE}""",
    "test": """  %parity.0 = lshr i64 %word, 61
  %parity = and i64 %parity.0, 1
  %asked.0 = zext i32 %x to i64
  %asked = and i64 %asked.0, 1
  %passes = icmp ne i64 %parity, %asked
  %bit.0 = zext i1 %passes to i32
  %bit = shl i32 %bit.0, %lane
  %held = load i32, ptr %result
  %with = or i32 %held, %bit
  store i32 %with, ptr %result
  br label %next
""",
}


def _arrival(*, drops: bool, completes: bool) -> str:
    later = "sub i64 %expected, %x.w" if drops else "add i64 %expected, 0"
    check = "" if completes else "  %few.2 = icmp eq i64 %left, 0\n"
    wrong = "%wrong.0" if completes else "%wrong.1"
    second = "" if completes else "  %wrong.1 = or i1 %wrong.0, %few.2\n"
    return f"""{_FIELDS}  %x.w = zext i32 %x to i64
  %y.w = zext i32 %y to i64
  %left = sub i64 %pending, %x.w
  %few = icmp ult i64 %x.w, 1
  %many = icmp slt i64 %left, 0
  %wrong.0 = or i1 %few, %many
{check}{second}  br i1 {wrong}, label %refused, label %arrives
arrives:
  %state.p = getelementptr i64, ptr %states, i32 %lane
  store i64 %word, ptr %state.p
  %tx.1 = add i64 %tx, %y.w
  %expected.1 = {later}
{_UPDATE}"""


def mbarrier_name(action: str, *flags: str) -> str:
    """Return the name of a function on mbarriers: `mbarrier.arrive.drop`."""
    return ".".join(["mbarrier", action, *flags])


_SIGNATURES: Final = {
    "barrier.arrive": ("i32", "ptr, i32, i32, i32"),
    "barrier.leave": ("void", "ptr, i32"),
    "barrier.contribute": ("void", "ptr, i32, i32, i32"),
    "barrier.result": ("i64", "ptr, i32"),
}


def barrier_signature(name: str) -> tuple[str, str]:
    """Return the type of the result of a function, and those of its arguments."""
    found = _SIGNATURES.get(name)
    if found is not None:
        return found
    result = {"arrive": "<32 x i64>", "test": "i32"}.get(name.split(".")[1], "void")
    return result, "ptr, <32 x i64>, i32, <32 x i32>, <32 x i32>"


def barrier_text(name: str) -> str:
    """Return the LLVM IR of a function on barriers."""
    if name in _SIGNATURES:
        return {
            "barrier.arrive": _ARRIVE,
            "barrier.leave": _LEAVE,
            "barrier.contribute": _CONTRIBUTE,
            "barrier.result": _RESULT,
        }[name]
    _, action, *flags = name.split(".")
    result, _ = barrier_signature(name)
    if action == "arrive":
        body = _arrival(drops="drop" in flags, completes="incomplete" not in flags)
    else:
        body = _BODIES[action]
    returned = {
        "void": "  ret void\n",
        "i32": "  %found = load i32, ptr %result\n  ret i32 %found\n",
        "<32 x i64>": "  %found = load <32 x i64>, ptr %states, align 64\n"
        "  ret <32 x i64> %found\n",
    }[result]
    nothing = "  ret void\n" if result == "void" else f"  ret {result} zeroinitializer\n"
    if result == "i32":
        nothing = "  ret i32 0\n"
    live = "%is.live" if action != "init" else "true"
    return f"""
define {result} @"{name}"(ptr %c, <32 x i64> %a, i32 %m, <32 x i32> %xs, <32 x i32> %ys)
    noinline nounwind {{
entry:
{load_word("memories", "cluster_memories", "ptr")}{load_word("size", "cluster_size")}
{load_word("own.rank", "rank")}
{load_word("shared.bytes", "shared_bytes")}
  %places = alloca <32 x i64>, align 64
  %px = alloca <32 x i32>, align 64
  %py = alloca <32 x i32>, align 64
  %states = alloca <32 x i64>, align 64
  %result = alloca i32
  store <32 x i64> %a, ptr %places, align 64
  store <32 x i32> %xs, ptr %px, align 64
  store <32 x i32> %ys, ptr %py, align 64
  store <32 x i64> zeroinitializer, ptr %states, align 64
  store i32 0, ptr %result
  br label %head
head:
  %rest = phi i32 [ %m, %entry ], [ %less.m, %next ]
  %none = icmp eq i32 %rest, 0
  br i1 %none, label %done, label %turn
turn:
  %lane = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %less = sub i32 %rest, 1
  %less.m = and i32 %rest, %less
  %at.p = getelementptr i64, ptr %places, i32 %lane
  %at = load i64, ptr %at.p
  %odd = and i64 %at, 7
  %even = icmp eq i64 %odd, 0
  %where = lshr i64 %at, {RANK_SHIFT}
  %exists = icmp ult i64 %where, %size
  br i1 %exists, label %of.cluster, label %refused
of.cluster:
  %offset = and i64 %at, {(1 << RANK_SHIFT) - 1}
  %end = add i64 %offset, 8
  %in = icmp ule i64 %end, %shared.bytes
  %good = and i1 %in, %even
  br i1 %good, label %chosen, label %refused
chosen:
  %place = mul i64 %where, 2
  %memory.p = getelementptr i64, ptr %memories, i64 %place
  %shared = load ptr, ptr %memory.p
  %is.own = icmp eq i64 %where, %own.rank
  %touched.p = getelementptr i64, ptr %memory.p, i64 1
  %touched = load i64, ptr %touched.p
  %touches = select i1 %is.own, i64 %touched, i64 0
  store i64 %touches, ptr %touched.p
  %runs = icmp ne ptr %shared, null
  br i1 %runs, label %inside, label %refused
inside:
  %p = getelementptr i8, ptr %shared, i64 %offset
  %word = load i64, ptr %p
  %is.live = icmp slt i64 %word, 0
  %xp = getelementptr i32, ptr %px, i32 %lane
  %x = load i32, ptr %xp
  %yp = getelementptr i32, ptr %py, i32 %lane
  %y = load i32, ptr %yp
  br i1 {live}, label %acts, label %refused
acts:
{body}next:
  br label %head
done:
{returned}{_FAULT}{nothing}}}
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.abs.i64(i64, i1)
"""
