"""The scheduler as LLVM IR: it runs the CTAs of a launch, and the warps of each in turns."""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.barriers import BARRIER_BYTES, THREADS_AT
from ptxpy.sim.native.layout import (
    CLUSTER_TICKETS,
    CONTEXT,
    EVENTS_SEEN,
    FRAME_HEAD,
    IN_TILES,
    PCS,
    REDUCTION_TICKETS,
    STARTS,
    STATE,
    SYNCED,
    load_word,
)
from ptxpy.sim.native.strict_records import LAST_TICK, OUT_OF_TIME, SUSPECTED
from ptxpy.sim.native.vector_builder import LANES

__all__ = [
    "ASKS", "BLOCKED", "DONE", "ENDED", "FAULTED", "GAVE_UP", "GIVES_UP", "LOST_PATIENCE",
    "MAX_EXPIRIES", "READY", "SCHEDULER", "SERVES", "STUCK", "WAITS",
]  # fmt: skip


def _coordinates() -> str:
    """Return the lines that store where a CTA is, whose number counts cluster by cluster."""
    text = load_word("size", "cluster_size")
    text += "  %number = udiv i64 %cta, %size\n  %rank = urem i64 %cta, %size\n"
    text += f"  %rank.p = getelementptr i8, ptr %c, i64 {CONTEXT['rank']}\n"
    text += "  store i64 %rank, ptr %rank.p\n"
    for word, number, extents in (
        ("cluster_ctaid", "%rank", "cluster"), ("clusterid", "%number", "nclusterid"),
    ):  # fmt: skip
        rest = number
        for axis in "xyz":
            at = f"{word}.{axis}"
            text += load_word(f"n.{at}", f"{extents}.{axis}", "i32")
            text += f"  %w.{at} = zext i32 %n.{at} to i64\n"
            text += f"  %i.{at} = urem i64 {rest}, %w.{at}\n"
            text += f"  %rest.{at} = udiv i64 {rest}, %w.{at}\n"
            text += f"  %{at} = trunc i64 %i.{at} to i32\n" + _store(at, f"%{at}")
            rest = f"%rest.{at}"
    for axis in "xyz":
        text += f"  %first.{axis} = mul i32 %clusterid.{axis}, %n.cluster_ctaid.{axis}\n"
        text += f"  %ctaid.{axis} = add i32 %first.{axis}, %cluster_ctaid.{axis}\n"
        text += _store(f"ctaid.{axis}", f"%ctaid.{axis}")
    return text


def _store(word: str, value: str) -> str:
    place = f"getelementptr i8, ptr %c, i64 {CONTEXT[word]}"
    return f"  %p.{word} = {place}\n  store i32 {value}, ptr %p.{word}\n"


READY: Final = 0
WAITS: Final = 1
ENDED: Final = 2
GIVES_UP: Final = 3
BLOCKED: Final = 4
"""Why the function of a warp has returned: it has used its turn; all lanes that have not ended
wait at the barrier of the CTA; it has ended; the interpreter has to run the launch; lanes wait for
events at other barriers or at mbarriers."""

DONE: Final = 0
FAULTED: Final = 1
GAVE_UP: Final = 2
LOST_PATIENCE: Final = 3
ASKS: Final = 4
SERVES: Final = 5
STUCK: Final = 6
"""Why the function that runs CTAs has returned: all have ended; an access was refused; threads do
not come together; waits have no end; the caller is asked whether to go on; the interpreter is to
run pieces; all warps of a CTA wait, maybe for other CTAs."""
MAX_EXPIRIES: Final = 64
"""The rounds of waits that time out, one after the other without an event, until the interpreter
runs a launch."""

SCHEDULER: Final = f"""
define i32 @run_ctas(ptr %c, ptr %run, i64 %stop) nounwind {{
entry:
{load_word("frames", "frames", "ptr")}{load_word("frame.bytes", "frame_bytes")}
{load_word("warps", "warps")}
{load_word("shared", "shared", "ptr")}{load_word("shared.bytes", "shared_bytes")}
{load_word("local", "local", "ptr")}{load_word("local.bytes", "local_bytes")}
{load_word("threads", "threads")}{load_word("resumes", "resumes")}
{load_word("barriers", "barriers", "ptr")}{load_word("cta.threads", "cta_threads")}
  %events.p = getelementptr i8, ptr %c, i64 {CONTEXT["events"]}
  %expired.p = getelementptr i8, ptr %c, i64 {CONTEXT["expired"]}
  %expiries.p = getelementptr i8, ptr %c, i64 {CONTEXT["expiries"]}
  %alive.p = getelementptr i8, ptr %barriers, i64 {THREADS_AT}
  %served.p = getelementptr i8, ptr %c, i64 {CONTEXT["served"]}
  %alive = trunc i64 %cta.threads to i32
  %local.all = mul i64 %local.bytes, %threads
  %saved.bytes = sub i64 %frame.bytes, {FRAME_HEAD}
  %cta.p = getelementptr i8, ptr %c, i64 {CONTEXT["cta"]}
  %first.p = getelementptr i8, ptr %c, i64 {CONTEXT["first_thread"]}
  %fault.p = getelementptr i8, ptr %c, i64 {CONTEXT["fault"]}
  %yields.p = getelementptr i8, ptr %c, i64 {CONTEXT["yields"]}
  %quantum.p = getelementptr i8, ptr %c, i64 {CONTEXT["quantum"]}
  %strict.p = getelementptr i8, ptr %c, i64 {CONTEXT["strict"]}
  %strict = load i64, ptr %strict.p
  %is.strict = icmp ne i64 %strict, 0
  %ticks.p = getelementptr i8, ptr %c, i64 {CONTEXT["ticks"]}
  %epoch.p = getelementptr i8, ptr %c, i64 {CONTEXT["epoch"]}
  %cta.epoch.p = getelementptr i8, ptr %c, i64 {CONTEXT["cta_epoch"]}
{load_word("shadow.w", "shared_written", "ptr")}{load_word("shadow.r", "shared_read", "ptr")}
{load_word("shadow.bytes", "shared_shadow_bytes")}
  %resumed = icmp ne i64 %resumes, 0
  store i64 0, ptr %resumes.p
  br i1 %resumed, label %round, label %cta.head
cta.head:
  %cta = load i64, ptr %cta.p
  %more = icmp ult i64 %cta, %stop
  br i1 %more, label %cta.begin, label %done
cta.begin:
{_coordinates()}
  call void @llvm.memset.p0.i64(ptr %shared, i8 0, i64 %shared.bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr %local, i8 0, i64 %local.all, i1 false)
  call void @llvm.memset.p0.i64(ptr %barriers, i8 0, i64 {BARRIER_BYTES}, i1 false)
  call void @llvm.memset.p0.i64(ptr %shadow.w, i8 -1, i64 %shadow.bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr %shadow.r, i8 0, i64 %shadow.bytes, i1 false)
  %ticks.c = load i64, ptr %ticks.p
  store i64 %ticks.c, ptr %epoch.p
  store i64 %ticks.c, ptr %cta.epoch.p
  %ticks.c.1 = add i64 %ticks.c, %strict
  store i64 %ticks.c.1, ptr %ticks.p
  %is.late = icmp uge i64 %ticks.c.1, {LAST_TICK}
  br i1 %is.late, label %out.of.time, label %cta.starts
cta.starts:
  store i32 %alive, ptr %alive.p
  store i64 0, ptr %served.p
  store i64 0, ptr %expired.p
  store i64 0, ptr %expiries.p
  store i64 0, ptr %yields.p
  br label %init
init:
  %w.i = phi i64 [ 0, %cta.starts ], [ %w.i.next, %init ]
  %f.i.offset = mul i64 %w.i, %frame.bytes
  %f.i = getelementptr i8, ptr %frames, i64 %f.i.offset
  %s.i = getelementptr i8, ptr %f.i, i64 {STATE}
  store i32 0, ptr %s.i
  %pcs.i = getelementptr i8, ptr %f.i, i64 {PCS}
  %starts.i = getelementptr i8, ptr %f.i, i64 {STARTS}
  %starts = load <32 x i32>, ptr %starts.i, align 64
  store <32 x i32> %starts, ptr %pcs.i, align 64
  %synced.i = getelementptr i8, ptr %f.i, i64 {SYNCED}
  store i64 0, ptr %synced.i
  %tiles.i = getelementptr i8, ptr %f.i, i64 {IN_TILES}
  store i32 0, ptr %tiles.i
  %tickets.i = getelementptr i8, ptr %f.i, i64 {CLUSTER_TICKETS}
  store <32 x i32> zeroinitializer, ptr %tickets.i, align 64
  %reduced.i = getelementptr i8, ptr %f.i, i64 {REDUCTION_TICKETS}
  store <32 x i32> zeroinitializer, ptr %reduced.i, align 64
  %saved.i = getelementptr i8, ptr %f.i, i64 {FRAME_HEAD}
  call void @llvm.memset.p0.i64(ptr %saved.i, i8 0, i64 %saved.bytes, i1 false)
  %w.i.next = add i64 %w.i, 1
  %w.i.more = icmp ult i64 %w.i.next, %warps
  br i1 %w.i.more, label %init, label %begun
begun:
  %begins.p = getelementptr i8, ptr %c, i64 {CONTEXT["begins"]}
  %begins = load i64, ptr %begins.p
  %only.begins = icmp ne i64 %begins, 0
  store i64 0, ptr %begins.p
  br i1 %only.begins, label %asked, label %round
round:
  %events.0 = load i64, ptr %events.p
  %expired = load i64, ptr %expired.p
  %times.out = icmp ne i64 %expired, 0
  br label %warp
warp:
  %w = phi i64 [ 0, %round ], [ %w.next, %warp.next ]
  %ready = phi i64 [ 0, %round ], [ %ready.next, %warp.next ]
  %waiting = phi i64 [ 0, %round ], [ %waiting.next, %warp.next ]
  %blocked = phi i64 [ 0, %round ], [ %blocked.next, %warp.next ]
  %f.offset = mul i64 %w, %frame.bytes
  %f = getelementptr i8, ptr %frames, i64 %f.offset
  %s = getelementptr i8, ptr %f, i64 {STATE}
  %state = load i32, ptr %s
  %is.ready = icmp eq i32 %state, {READY}
  %is.blocked = icmp eq i32 %state, {BLOCKED}
  %seen.p = getelementptr i8, ptr %f, i64 {EVENTS_SEEN}
  %seen = load i64, ptr %seen.p
  %events.now = load i64, ptr %events.p
  %is.news = icmp ne i64 %seen, %events.now
  %may.try = or i1 %is.news, %times.out
  %tries = and i1 %is.blocked, %may.try
  %goes = or i1 %is.ready, %tries
  br i1 %goes, label %runs, label %warp.next
runs:
  store i64 %events.now, ptr %seen.p
  %thread = mul i64 %w, {LANES}
  store i64 %thread, ptr %first.p
  %why = call i32 %run(ptr %c, ptr %f)
  store i32 %why, ptr %s
  %fault = load i64, ptr %fault.p
  %is.fault = icmp ne i64 %fault, 0
  br i1 %is.fault, label %faulted, label %judged
judged:
  %gives.up = icmp eq i32 %why, {GIVES_UP}
  br i1 %gives.up, label %gave.up, label %warp.next
warp.next:
  %now = phi i32 [ %state, %warp ], [ %why, %judged ]
  %now.ready = icmp eq i32 %now, {READY}
  %now.waits = icmp eq i32 %now, {WAITS}
  %now.blocked = icmp eq i32 %now, {BLOCKED}
  %blocked.1 = zext i1 %now.blocked to i64
  %blocked.next = add i64 %blocked, %blocked.1
  %ready.1 = zext i1 %now.ready to i64
  %waiting.1 = zext i1 %now.waits to i64
  %ready.next = add i64 %ready, %ready.1
  %waiting.next = add i64 %waiting, %waiting.1
  %w.next = add i64 %w, 1
  %w.more = icmp ult i64 %w.next, %warps
  br i1 %w.more, label %warp, label %over
over:
  store i64 0, ptr %expired.p
  %events.1 = load i64, ptr %events.p
  %has.news = icmp ne i64 %events.0, %events.1
  %some.blocked = icmp ne i64 %blocked.next, 0
  %retries = and i1 %has.news, %some.blocked
  br i1 %retries, label %happened, label %quiet
happened:
  store i64 0, ptr %expiries.p
  store i64 0, ptr %yields.p
  br label %ask
quiet:
  %served = load i64, ptr %served.p
  %serves = icmp ne i64 %served, 0
  br i1 %serves, label %asks.service, label %alone
asks.service:
  store i64 1, ptr %resumes.p
  ret i32 {SERVES}
alone:
  %some.ready = icmp ne i64 %ready.next, 0
  br i1 %some.ready, label %yielded, label %stuck
stuck:
  br i1 %some.blocked, label %expires, label %settled
expires:
  %together.p = getelementptr i8, ptr %c, i64 {CONTEXT["together"]}
  %together = load i64, ptr %together.p
  %is.joint = icmp ne i64 %together, 0
  br i1 %is.joint, label %waits.for.others, label %expires.alone
waits.for.others:
  store i64 1, ptr %resumes.p
  ret i32 {STUCK}
expires.alone:
  %expiries = load i64, ptr %expiries.p
  %expiries.1 = add i64 %expiries, 1
  store i64 %expiries.1, ptr %expiries.p
  store i64 1, ptr %expired.p
  %too.many = icmp ugt i64 %expiries.1, {MAX_EXPIRIES}
  br i1 %too.many, label %lost.patience, label %ask
yielded:
  %yields = load i64, ptr %yields.p
  %yields.1 = add i64 %yields, 1
  store i64 %yields.1, ptr %yields.p
{load_word("patience", "patience")}
  %lost = icmp ugt i64 %yields.1, %patience
  br i1 %lost, label %lost.patience, label %ask
ask:
  %quantum = load i64, ptr %quantum.p
  %quantum.1 = sub i64 %quantum, 1
  store i64 %quantum.1, ptr %quantum.p
  %asks = icmp slt i64 %quantum.1, 0
  br i1 %asks, label %asked, label %round
asked:
  store i64 1, ptr %resumes.p
  ret i32 {ASKS}
settled:
  %some.wait = icmp ne i64 %waiting.next, 0
  br i1 %some.wait, label %some.arrived, label %cta.end
some.arrived:
  %ended.before = icmp ult i64 %waiting.next, %warps
  %is.unordered = and i1 %ended.before, %is.strict
  br i1 %is.unordered, label %suspected, label %release
release:
  %w.r = phi i64 [ 0, %some.arrived ], [ %w.r.next, %release ]
  %f.r.offset = mul i64 %w.r, %frame.bytes
  %f.r = getelementptr i8, ptr %frames, i64 %f.r.offset
  %s.r = getelementptr i8, ptr %f.r, i64 {STATE}
  %state.r = load i32, ptr %s.r
  %waits.r = icmp eq i32 %state.r, {WAITS}
  %state.new = select i1 %waits.r, i32 {READY}, i32 %state.r
  store i32 %state.new, ptr %s.r
  %w.r.next = add i64 %w.r, 1
  %w.r.more = icmp ult i64 %w.r.next, %warps
  br i1 %w.r.more, label %release, label %released
released:
  store i64 0, ptr %yields.p
  %ticks.r = load i64, ptr %ticks.p
  store i64 %ticks.r, ptr %epoch.p
  %ticks.r.1 = add i64 %ticks.r, %strict
  store i64 %ticks.r.1, ptr %ticks.p
  %is.late.r = icmp uge i64 %ticks.r.1, {LAST_TICK}
  br i1 %is.late.r, label %out.of.time, label %round
suspected:
  store i64 {SUSPECTED}, ptr %fault.p
  ret i32 {FAULTED}
out.of.time:
  store i64 {OUT_OF_TIME}, ptr %fault.p
  ret i32 {FAULTED}
cta.end:
  %cta.now = load i64, ptr %cta.p
  %cta.next = add i64 %cta.now, 1
  store i64 %cta.next, ptr %cta.p
  %quantum.c = load i64, ptr %quantum.p
  %quantum.c.1 = sub i64 %quantum.c, 1
  store i64 %quantum.c.1, ptr %quantum.p
  %asks.c = icmp slt i64 %quantum.c.1, 0
  br i1 %asks.c, label %asked.c, label %cta.head
asked.c:
  ret i32 {ASKS}
done:
  ret i32 {DONE}
faulted:
  ret i32 {FAULTED}
gave.up:
  ret i32 {GAVE_UP}
lost.patience:
  ret i32 {LOST_PATIENCE}
}}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
