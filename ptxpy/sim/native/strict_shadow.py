"""The functions with which compiled code of a strict launch checks and notes accesses, as LLVM IR.

Each takes the addresses of 32 lanes, finds out whether they are side by side, one, or those of two
rows, and compares the records of their granules (`strict_records.py`).
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.layout import CONTEXT, SYNCED, load_word
from ptxpy.sim.native.strict_records import (
    LANE_BITS,
    SEVERAL,
    SUSPECTED,
    WHO_BITS,
    RecordJudge,
    signed,
)
from ptxpy.sim.native.vector_builder import LANES

__all__ = ["shadow_name", "shadow_text"]


def shadow_name(action: str, granules: int, granule: int, space: str) -> str:
    """Return the name of the function that checks and notes an access.

    Args:
        action: `read`, `write`, `atomic`; or `constant`, a load of memory that stays as it is.
        granules: How many granules each lane accesses.
        granule: The bytes of a granule.
        space: `global` or `shared`.
    """
    return f"shadow.{action}.{granules}.{granule}.{space}"


_ENVIRONMENT: Final = f"""{load_word("epoch", "epoch")}{load_word("cta.epoch", "cta_epoch")}
{load_word("thread", "first_thread")}  %synced.p = getelementptr i8, ptr %frame, i64 {SYNCED}
  %synced = load i64, ptr %synced.p
  %warp.0 = trunc i64 %thread to i32
  %warp.1 = lshr i32 %warp.0, 5
  %warp.6 = shl i32 %warp.1, {LANE_BITS}
  %is.synced = icmp ugt i64 %synced, %epoch
  %since = select i1 %is.synced, i64 %synced, i64 %epoch
  %low.0 = add i64 %cta.epoch, 1
  %low.1 = shl i64 %low.0, {WHO_BITS}
  %low = trunc i64 %low.1 to i32
  %span.0 = sub i64 %epoch, %cta.epoch
  %span.1 = shl i64 %span.0, {WHO_BITS}
  %span = trunc i64 %span.1 to i32
  %sync.0 = sub i64 %since, %cta.epoch
  %sync.1 = shl i64 %sync.0, {WHO_BITS}
  %sync.span = trunc i64 %sync.1 to i32
  %now.0 = add i64 %since, 1
  %now.1 = shl i64 %now.0, {WHO_BITS}
  %now = trunc i64 %now.1 to i32
"""
"""Times, as records have them. An access of the CTA is one whose record is at least `%low`; it was
before the last barrier if it is less than that by `%span`, or before the last synchronisation of
the warp if by `%sync.span`."""


_TIMES: Final = "ptr %w, ptr %r, i32 %low, i32 %span, i32 %sync.span, i32 %now, i32 %warp.6"
"""The first arguments of the functions of all shapes: the records, and the times."""


def _loop(body: str, granules: int) -> str:
    """Return a body that runs for each granule `%k` of a lane, and ends with `%bad.k`."""
    return f"""  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn.end ]
  %bad = phi i1 [ false, %entry ], [ %bad.next, %turn.end ]
{body}
  br label %turn.end
turn.end:
  %bad.next = or i1 %bad, %bad.k
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, {granules}
  br i1 %more, label %turn, label %done
done:
  ret i1 %bad.next
"""


def _iota(width: int, divisor: int = 1) -> str:
    return "<" + ", ".join(f"i32 {lane // divisor}" for lane in range(width)) + ">"


def _row(action: str, granules: int, width: int, *, whole: bool) -> str:
    """Return the function for lanes that access one granule, or some, side by side.

    It takes the number of the first granule, and the lanes from `%lane` on, a bit each in `%m`; all
    are there if it is of whole rows, which need no masks. `%who` is 0, or the number in place of
    each lane if both halves of a warp access the same granules.
    """
    per_turn = width // granules
    judge = RecordJudge(width)
    kind, bit = judge.type, judge.bit
    k = judge.let("trunc i64 %k to i32")
    skipped = judge.let(f"mul i32 {k}, {per_turn}")
    mask = ""
    if not whole:
        bits = judge.splat(judge.let(f"lshr i32 %m, {skipped}"))
        powers = ", ".join(f"i32 {signed(1 << lane // granules)}" for lane in range(width))
        mask = judge.test("ne", judge.op("and", bits, f"<{powers}>"), judge.constant(0))
    base = judge.let(f"add i32 {judge.let(f'add i32 %lane, {skipped}')}, %warp.6")
    own = judge.op("add", judge.splat(base), _iota(width, granules))
    same = judge.let("icmp ne i32 %who, 0")
    keeps = judge.let(f"select i1 {same}, i32 {-SEVERAL}, i32 -1")
    own = judge.op("and", own, judge.splat(keeps))
    own = judge.op("or", own, judge.splat("%who"))
    judge.begin(own)
    behind = judge.let(f"mul i64 %k, {width}")
    index = judge.let(f"add i64 %index, {behind}")

    def place(base: str) -> str:
        return judge.let(f"getelementptr i32, ptr %{base}, i64 {index}")

    def load(place: str) -> str:
        if whole:
            return judge.let(f"load {kind}, ptr {place}, align 4")
        return judge.let(
            f"call {kind} @llvm.masked.load.v{width}i32.p0(ptr {place}, i32 4, {bit} {mask}, "
            f"{kind} zeroinitializer)"
        )

    def store(record: str, place: str) -> None:
        if whole:
            judge.emit(f"store {kind} {record}, ptr {place}, align 4")
            return
        judge.emit(
            f"call void @llvm.masked.store.v{width}i32.p0({kind} {record}, ptr {place}, i32 4, "
            f"{bit} {mask})"
        )

    def chosen(condition: str) -> str:
        """Return, as an `i1`, whether a condition holds in a lane that is there."""
        if mask:
            condition = judge.both(condition, mask)
        found = judge.let(f"bitcast {bit} {condition} to i{width}")
        return judge.let(f"icmp ne i{width} {found}, 0")

    places = [place("w"), place("r")]
    written, reads = load(places[0]), load(places[1])
    if action != "read":
        bad, *new = judge.judge(action, written, reads)
        wrong = chosen(bad)
        for at, record in zip(places, new, strict=True):
            if record:
                store(record, at)
        judge.emit(f"%bad.k = or i1 {wrong}, false")
    else:
        # Most reads are of what was written before the last barrier, or before the launch; and the
        # next ones of a warp leave the records of reads as they are.
        odd = chosen(judge.invert(judge.is_plainly_ordered(written)))
        judge.emit(f"br i1 {odd}, label %compares, label %compared")
        judge.lines.append("compares:")
        wrong = chosen(judge.invert(judge.may_follow(written)))
        judge.emit("br label %compared")
        judge.lines.append("compared:")
        judge.emit(f"%bad.k = phi i1 [ false, %turn ], [ {wrong}, %compares ]")
        judge.emit(
            f"br i1 {chosen(judge.invert(judge.is_noted(reads)))}, label %notes, label %noted"
        )
        judge.lines.append("notes:")
        store(judge.merged(reads), places[1])
        judge.emit("br label %noted")
        judge.lines.append("noted:")
    name = f"row{width}{'.whole' if whole else ''}"
    return f"""
define internal i1 @"{name}"({_TIMES}, i64 %index, i32 %lane, i32 %who, i32 %m) nounwind {{
entry:
{_loop(str(judge), granules)}}}
""" + (
        ""
        if whole
        else f"""declare {kind} @llvm.masked.load.v{width}i32.p0(ptr, i32, {bit}, {kind})
declare void @llvm.masked.store.v{width}i32.p0({kind}, ptr, i32, {bit})
"""
    )


def _one(action: str, granules: int) -> str:
    """Return the function for several lanes that access the same granules."""
    if action == "write":
        return ""
    judge = RecordJudge(0)
    judge.begin(judge.let(f"or i32 %warp.6, {SEVERAL}"))
    index = judge.let("add i64 %index, %k")
    places = [judge.let(f"getelementptr i32, ptr %{each}, i64 {index}") for each in ("w", "r")]
    loaded = [judge.let(f"load i32, ptr {place}") for place in places]
    bad, *new = judge.judge(action, loaded[0], loaded[1])
    for place, record in zip(places, new, strict=True):
        if record:
            judge.emit(f"store i32 {record}, ptr {place}")
    judge.emit(f"%bad.k = and i1 {bad}, true")
    return f"""
define internal i1 @one({_TIMES}, i64 %index) nounwind {{
entry:
{_loop(str(judge), granules)}}}
"""


def _general(action: str, granules: int) -> str:
    """Return the function for granules anywhere, given the number of the first one of each lane."""
    judge = RecordJudge(LANES)
    kind, bit = judge.type, judge.bit
    own = judge.op("add", judge.splat("%warp.6"), _iota(LANES))
    judge.begin(own)
    one = judge.let("insertelement <32 x i64> poison, i64 %k, i64 0")
    more = judge.let(
        f"shufflevector <32 x i64> {one}, <32 x i64> poison, <32 x i32> zeroinitializer"
    )
    index = judge.let(f"add <32 x i64> %indices, {more}")
    powers = ", ".join(f"i32 {signed(1 << lane)}" for lane in range(LANES))
    mask = judge.test("ne", judge.op("and", judge.splat("%m"), f"<{powers}>"), judge.constant(0))
    places = [judge.let(f"getelementptr i32, ptr %{each}, <32 x i64> {index}") for each in "wr"]

    def gathered(place: str) -> str:
        return judge.let(
            f"call {kind} @llvm.masked.gather.v32i32.v32p0(<32 x ptr> {place}, i32 4, {bit} "
            f"{mask}, {kind} zeroinitializer)"
        )

    def scatter(record: str, place: str, lanes: str) -> None:
        judge.emit(
            f"call void @llvm.masked.scatter.v32i32.v32p0({kind} {record}, <32 x ptr> {place}, "
            f"i32 4, {bit} {lanes})"
        )

    loaded = [gathered(place) for place in places]
    bad, *new = judge.judge(action, *loaded)
    for place, record in zip(places, new, strict=True):
        if not record:
            continue
        scatter(record, place, mask)
        if action not in ("read", "write"):
            continue
        # Of lanes with the same granule, one record is there now: others find it.
        lost = judge.both(judge.test("ne", gathered(place), record), mask)
        if action == "write":
            bad = judge.either(bad, lost)
            continue
        several = judge.op("or", judge.op("or", judge.warp, judge.constant(SEVERAL)), judge.now)
        scatter(several, place, lost)
    wrong = judge.let(f"bitcast {bit} {judge.both(bad, mask)} to i32")
    judge.emit(f"%bad.k = icmp ne i32 {wrong}, 0")
    return f"""
define internal i1 @general({_TIMES}, <32 x i64> %indices, i32 %m)
    nounwind {{
entry:
{_loop(str(judge), granules)}}}
declare {kind} @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32, {bit}, {kind})
declare void @llvm.masked.scatter.v32i32.v32p0({kind}, <32 x ptr>, i32, {bit})
"""


def _half(number: int, size: int) -> str:
    """Return the lines that find the shape of the addresses of a half of the warp."""
    picked = ", ".join(f"i32 {16 * number + lane}" for lane in range(16))
    iota = ", ".join(f"i64 {size * lane}" for lane in range(16))
    h = f"h{number}"
    return f"""  %{h}.a = shufflevector <32 x i64> %a, <32 x i64> poison, <16 x i32> <{picked}>
  %{h}.m.0 = lshr i32 %m, {16 * number}
  %{h}.m = and i32 %{h}.m.0, 65535
  %{h}.m.16 = trunc i32 %{h}.m to i16
  %{h}.out = xor i16 %{h}.m.16, -1
  %{h}.none = icmp eq i32 %{h}.m, 0
  %{h}.all = icmp eq i32 %{h}.m, 65535
  %{h}.l.0 = call i32 @llvm.cttz.i32(i32 %{h}.m, i1 false)
  %{h}.l = and i32 %{h}.l.0, 15
  %{h}.first = extractelement <16 x i64> %{h}.a, i32 %{h}.l
  %{h}.l.w = zext i32 %{h}.l to i64
  %{h}.skip = mul i64 %{h}.l.w, {size}
  %{h}.start = sub i64 %{h}.first, %{h}.skip
  %{h}.f.0 = insertelement <16 x i64> poison, i64 %{h}.first, i64 0
  %{h}.f = shufflevector <16 x i64> %{h}.f.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %{h}.s.0 = insertelement <16 x i64> poison, i64 %{h}.start, i64 0
  %{h}.s = shufflevector <16 x i64> %{h}.s.0, <16 x i64> poison, <16 x i32> zeroinitializer
  %{h}.r = add <16 x i64> %{h}.s, <{iota}>
  %{h}.row.0 = icmp eq <16 x i64> %{h}.a, %{h}.r
  %{h}.row.1 = bitcast <16 x i1> %{h}.row.0 to i16
  %{h}.row.2 = or i16 %{h}.row.1, %{h}.out
  %{h}.row = icmp eq i16 %{h}.row.2, -1
  %{h}.one.0 = icmp eq <16 x i64> %{h}.a, %{h}.f
  %{h}.one.1 = bitcast <16 x i1> %{h}.one.0 to i16
  %{h}.one.2 = or i16 %{h}.one.1, %{h}.out
  %{h}.one = icmp eq i16 %{h}.one.2, -1
"""


def _half_run(number: int, shift: int, *, has_one: bool) -> str:
    """Return the lines that check a half of the warp, and go on at the next one."""
    h, after = f"h{number}", f"half{number + 1}"
    one = (
        f"""  br i1 %{h}.row, label %{h}.rows, label %{h}.ones
{h}.ones:
  %{h}.first.i = ashr i64 %{h}.first, {shift}
  %{h}.bad.1 = call i1 @one({_TIMES}, i64 %{h}.first.i)
  br label %{after}
"""
        if has_one
        else f"  br label %{h}.rows\n"
    )
    ones = f"[ %{h}.bad.1, %{h}.ones ], " if has_one else ""
    rows = f"[ %{h}.bad.2, %{h}.part ], [ %{h}.bad.3, %{h}.whole ]"
    earlier, before = ("%bad.h0", "half1") if number else ("false", "other.halves")
    arguments = f"i64 %{h}.start.i, i32 {16 * number}, i32 0, i32 %{h}.m"
    return f"""half{number}.some:
{one}{h}.rows:
  %{h}.start.i = ashr i64 %{h}.start, {shift}
  br i1 %{h}.all, label %{h}.whole, label %{h}.part
{h}.whole:
  %{h}.bad.3 = call i1 @"row16.whole"({_TIMES}, {arguments})
  br label %{after}
{h}.part:
  %{h}.bad.2 = call i1 @row16({_TIMES}, {arguments})
  br label %{after}
{after}:
  %{h}.bad = phi i1 [ false, %{before} ], {ones}{rows}
  %bad.h{number} = or i1 {earlier}, %{h}.bad
"""


def shadow_text(name: str) -> str:
    """Return the LLVM IR of a function that checks and notes an access."""
    _, action, count, width, space = name.split(".")
    granules, granule = int(count), int(width)
    size, shift = granules * granule, granule.bit_length() - 1
    has_one = action != "write"
    iota = ", ".join(f"i64 {size * lane}" for lane in range(LANES))
    if space == "shared":
        address = "  %a = and <32 x i64> %addresses, splat (i64 4294967295)\n"
        memory = load_word("w", "shared_written", "ptr") + load_word("r", "shared_read", "ptr")
        memory += load_word("bytes", "shared_bytes") + "  %lowest = add i64 0, 0\n"
    else:
        address = "  %a = add <32 x i64> %addresses, zeroinitializer\n"
        memory = load_word("w", "written", "ptr") + load_word("r", "read", "ptr")
        memory += load_word("lowest", "shadow_start") + load_word("bytes", "shadow_bytes")
    several = f"i64 %start.both, i32 0, i32 {SEVERAL}, i32 %h0.m"
    # Two lanes that write to the same granule are suspected.
    same_row = f'%bad.same = call i1 @"row16.whole"({_TIMES}, {several})'
    if not has_one:
        same_row = "%bad.same = add i1 true, false"
    one_call = f"%bad.one = call i1 @one({_TIMES}, i64 %first.i)"
    if not has_one:
        one_call = "%bad.one = add i1 true, false"
    # Records of atomic operations tell no lane, so all shapes of addresses are one.
    is_shaped = action != "atomic"
    shapes = f"""  %start = sub i64 %first, %skip
  %s.0 = insertelement <32 x i64> poison, i64 %start, i64 0
  %s = shufflevector <32 x i64> %s.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %rows = add <32 x i64> %s, <{iota}>
  %row.0 = icmp eq <32 x i64> %a, %rows
  %row.1 = bitcast <32 x i1> %row.0 to i32
  %row.2 = or i32 %row.1, %out
  %row.3 = icmp eq i32 %row.2, -1
  %row = and i1 %row.3, %inside
  br i1 %row, label %is.row, label %no.row
is.row:
  %start.i = ashr i64 %start, {shift}
  %whole = icmp eq i32 %m, -1
  br i1 %whole, label %whole.row, label %part.row
whole.row:
  %bad.whole = call i1 @"row32.whole"({_TIMES}, i64 %start.i, i32 0, i32 0, i32 -1)
  br label %judged
part.row:
  %bad.row = call i1 @row32({_TIMES}, i64 %start.i, i32 0, i32 0, i32 %m)
  br label %judged
no.row:
  %f.0 = insertelement <32 x i64> poison, i64 %first, i64 0
  %f = shufflevector <32 x i64> %f.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %one.0 = icmp eq <32 x i64> %a, %f
  %one.1 = bitcast <32 x i1> %one.0 to i32
  %one.2 = or i32 %one.1, %out
  %one.3 = icmp eq i32 %one.2, -1
  %one = and i1 %one.3, %inside
  br i1 %one, label %is.one, label %no.one
is.one:
  %first.i = ashr i64 %first, {shift}
  {one_call}
  br label %judged
no.one:
{_half(0, size)}{_half(1, size)}  %h0.shaped = {"or i1 %h0.row, %h0.one" if has_one else "and i1 %h0.row, true"}
  %h1.shaped = {"or i1 %h1.row, %h1.one" if has_one else "and i1 %h1.row, true"}
  %shaped.0 = and i1 %h0.shaped, %h1.shaped
  %shaped = and i1 %shaped.0, %all.inside
  br i1 %shaped, label %halves, label %anywhere
halves:
  %same.start = icmp eq i64 %h0.start, %h1.start
  %same.mask = icmp eq i32 %h0.m, %h1.m
  %same.whole = and i1 %same.mask, %h0.all
  %same.0 = and i1 %same.start, %same.whole
  %same.1 = and i1 %h0.row, %h1.row
  %same = and i1 %same.0, %same.1
  br i1 %same, label %same.row, label %other.halves
same.row:
  %start.both = ashr i64 %h0.start, {shift}
  {same_row}
  br label %judged
other.halves:
  br i1 %h0.none, label %half1, label %half0.some
{_half_run(0, shift, has_one=has_one)}  br i1 %h1.none, label %half2, label %half1.some
{_half_run(1, shift, has_one=has_one)}  br label %judged
"""  # noqa: E501 - lines of LLVM IR
    found = (
        "[ %bad.same, %same.row ], [ %bad.row, %part.row ], [ %bad.whole, %whole.row ], "
        "[ %bad.one, %is.one ], [ %bad.h1, %half2 ], "
    )
    functions = _general(action, granules)
    if is_shaped:
        for lanes in (32, 16):
            for whole in (False, True):
                functions += _row(action, granules, lanes, whole=whole)
        functions += _one(action, granules)
    return f"""
define void @"{name}"(ptr %c, ptr %frame, <32 x i64> %addresses, i32 %m) noinline nounwind {{
entry:
  %nobody = icmp eq i32 %m, 0
  br i1 %nobody, label %nothing, label %some
nothing:
  ret void
some:
{_ENVIRONMENT}{memory}{address}  %out = xor i32 %m, -1
  %l = call i32 @llvm.cttz.i32(i32 %m, i1 true)
  %l.w = zext i32 %l to i64
  %skip = mul i64 %l.w, {size}
  %first = extractelement <32 x i64> %a, i32 %l
  %h.0 = call i32 @llvm.ctlz.i32(i32 %m, i1 true)
  %h = sub i32 31, %h.0
  %last = extractelement <32 x i64> %a, i32 %h
  %room.0 = sub i64 %bytes, {size - 1}
  %has.room = icmp sgt i64 %room.0, 0
  %room = select i1 %has.room, i64 %room.0, i64 0
  %first.o = sub i64 %first, %lowest
  %last.o = sub i64 %last, %lowest
  %first.in = icmp ult i64 %first.o, %room
  %last.in = icmp ult i64 %last.o, %room
  %inside = and i1 %first.in, %last.in
  %lowest.0 = insertelement <32 x i64> poison, i64 %lowest, i64 0
  %lowests = shufflevector <32 x i64> %lowest.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %room.1 = insertelement <32 x i64> poison, i64 %room, i64 0
  %rooms = shufflevector <32 x i64> %room.1, <32 x i64> poison, <32 x i32> zeroinitializer
  %offsets = sub <32 x i64> %a, %lowests
  %in.0 = icmp ult <32 x i64> %offsets, %rooms
  %in.1 = bitcast <32 x i1> %in.0 to i32
  %m.in = and i32 %in.1, %m
  %all.inside = icmp eq i32 %m.in, %m
{shapes if is_shaped else "  br label %anywhere"}
anywhere:
  %indices = ashr <32 x i64> %a, splat (i64 {shift})
  %bad.any = call i1 @general({_TIMES}, <32 x i64> %indices, i32 %m.in)
  br label %judged
judged:
  %bad = phi i1 {found if is_shaped else ""}[ %bad.any, %anywhere ]
  br i1 %bad, label %suspected, label %nothing
suspected:
  %fault.p = getelementptr i8, ptr %c, i64 {CONTEXT["fault"]}
  store i64 {SUSPECTED}, ptr %fault.p
  ret void
}}
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
{functions}"""
