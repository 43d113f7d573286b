"""The shadow of memory in strict launches: what compiled code notes of each access, as LLVM IR.

Memory is divided into granules, of as many bytes as the narrowest access of a kernel. Each has two
records of 32 bits, of its last write and of its reads: the upper bits are the time, the lower 11
tell who. Time 0 stands for no access. Time counts the barriers of CTAs and of warps; each CTA
begins at a later time than that at which the one before has ended.

An access may follow another one if that is by the same lane; if it was before the last barrier of
its CTA; or if it is by a lane of the same warp, before the last `bar.warp.sync` of the whole warp.
All others are noted as a suspicion, and the interpreter runs the launch from the start, strictly.
Atomic operations may follow each other in any order. So a granule keeps enough to suspect whatever
a race detector may accuse that sees the same accesses in another order:

- a record of reads tells whether several lanes of one warp, several warps, or several CTAs have
  read since the reads that are ordered before;
- a plain access of a CTA before its own atomic operation is remembered beside that.

A time that never comes is that of memory without contents (`UNSET`), and of what orders nothing
behind it: reads, or atomic operations, of several CTAs.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.instruction_text import InstructionText
from ptxpy.sim.native.layout import CONTEXT, SYNCED, load_word
from ptxpy.sim.native.vector_builder import LANES

__all__ = [
    "LAST_TICK", "OUT_OF_TIME", "SUSPECTED", "UNSET", "WHO_BITS", "shadow_name", "shadow_text",
]  # fmt: skip

WHO_BITS: Final = 11
"""The lower bits of a record: five of the warp, six of the lane, or of what else has accessed."""
_LATEST: Final = (1 << 32 - WHO_BITS) - 1
"""A time that never comes."""
LAST_TICK: Final = _LATEST - 1
"""The time at which a launch is left to the interpreter."""
UNSET: Final = 0xFFFFFFFF
"""The record of a granule to which nothing has been written, in memory without contents."""
SUSPECTED: Final = 2
"""The value of the word `fault` of a context when an access may be a fault of strict mode."""
OUT_OF_TIME: Final = 3
"""The value of that word when a launch has more barriers than times are told apart."""

_WHO: Final = (1 << WHO_BITS) - 1
_LANE_BITS: Final = 6
_WARP: Final = _WHO - 63
_SEVERAL: Final = 32
"""In place of a lane: several lanes of the warp."""
_OTHERS: Final = 0x30
"""Both bits are set in place of a lane where the record is not of a warp."""
_MANY: Final = 63
_ATOMIC: Final = 63 + (1 << _LANE_BITS)
_ATOMIC_LATER: Final = 63 + (2 << _LANE_BITS)
"""Atomic operations, before which the CTA has accessed the granule otherwise."""
_WIDE: Final = _LATEST << WHO_BITS | 63 + (3 << _LANE_BITS)
"""Reads of several CTAs, or by loads for which nothing may be written in the whole launch."""
_WIDE_ATOMIC: Final = _LATEST << WHO_BITS | 63 + (4 << _LANE_BITS)
"""Atomic operations of several CTAs."""


def shadow_name(action: str, granules: int, granule: int, space: str) -> str:
    """Return the name of the function that checks and notes an access.

    Args:
        action: `read`, `write`, `atomic`; or `constant`, a load of what nothing may write to.
        granules: How many granules each lane accesses.
        granule: The bytes of a granule.
        space: `global` or `shared`.
    """
    return f"shadow.{action}.{granules}.{granule}.{space}"


def _number(value: int) -> int:
    """Return a number of 32 bits as LLVM IR has it, with a sign."""
    return value - (1 << 32) if value >= 1 << 31 else value


class _Judge(InstructionText):
    """Writes what compares records with an access, for vectors or (with width 0) for scalars."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.type = f"<{width} x i32>" if width else "i32"
        self.bit = f"<{width} x i1>" if width else "i1"

    def constant(self, value: int) -> str:
        """Return a number in all lanes."""
        return f"splat (i32 {_number(value)})" if self.width else f"{_number(value)}"

    def splat(self, scalar: str) -> str:
        """Return a scalar in all lanes."""
        if not self.width:
            return scalar
        one = self.let(f"insertelement {self.type} poison, i32 {scalar}, i64 0")
        zeros = f"<{self.width} x i32> zeroinitializer"
        return self.let(f"shufflevector {self.type} {one}, {self.type} poison, {zeros}")

    def op(self, operation: str, a: str, b: str) -> str:
        """Return `a op b` of numbers."""
        return self.let(f"{operation} {self.type} {a}, {b}")

    def test(self, predicate: str, a: str, b: str) -> str:
        """Return a comparison of numbers."""
        return self.let(f"icmp {predicate} {self.type} {a}, {b}")

    def both(self, a: str, b: str) -> str:
        """Return the conjunction of conditions."""
        return self.let(f"and {self.bit} {a}, {b}")

    def either(self, *conditions: str) -> str:
        """Return the disjunction of conditions."""
        found, *rest = conditions
        for each in rest:
            found = self.let(f"or {self.bit} {found}, {each}")
        return found

    def invert(self, a: str) -> str:
        """Return the complement of a condition."""
        return self.let(f"xor {self.bit} {a}, {'splat (i1 true)' if self.width else 'true'}")

    def choose(self, condition: str, a: str, b: str) -> str:
        """Return `a` where a condition holds, else `b`."""
        return self.let(f"select {self.bit} {condition}, {self.type} {a}, {self.type} {b}")

    def begin(self, own: str) -> None:
        """Take who accesses, and spread the times over the lanes."""
        self.own = own
        self.low, self.span, self.sync_span, self.now, self.warp = (
            self.splat(f"%{name}") for name in ("low", "span", "sync.span", "now", "warp.6")
        )

    # ---------------------------------------------------------------- records

    def _is_ordered(self, record: str) -> str:
        """Whether an access of the CTA was before its last barrier."""
        return self.test("ult", self.op("sub", record, self.low), self.span)

    def _is_own(self, record: str) -> str:
        """Whether an access was by the same lane."""
        other = self.op("and", self.op("xor", record, self.own), self.constant(_WHO))
        same = self.test("eq", other, self.constant(0))
        return self.both(same, self.test("uge", record, self.low))

    def _is_of_warp(self, record: str) -> str:
        """Whether a record names lanes of a warp of that number."""
        same = self.test("eq", self.op("and", record, self.constant(_WARP)), self.warp)
        others = self.op("and", record, self.constant(_OTHERS))
        return self.both(same, self.test("ne", others, self.constant(_OTHERS)))

    def _may_follow(self, record: str) -> str:
        """Whether a plain access may follow that of a record, or there is none."""
        synced = self.test("ult", self.op("sub", record, self.low), self.sync_span)
        return self.either(
            self.test("eq", record, self.constant(0)),
            self._is_ordered(record),
            self._is_own(record),
            self.both(synced, self._is_of_warp(record)),
        )

    def _is(self, record: str, who: int) -> str:
        """Whether a record names `who`, in whatever time."""
        found = self.op("and", record, self.constant(_WHO))
        return self.test("eq", found, self.constant(who & _WHO))

    def _merged(self, reads: str) -> str:
        """Return the record of reads after one more."""
        mine = self.op("or", self.own, self.now)
        several = self.op("or", self.op("or", self.warp, self.constant(_SEVERAL)), self.now)
        many = self.op("or", self.constant(_MANY), self.now)
        here = self.test("uge", reads, self.low)
        here = self.both(here, self.test("ult", reads, self.constant(_LATEST << WHO_BITS)))
        found = self.choose(self._is_of_warp(reads), several, many)
        found = self.choose(here, found, self.constant(_WIDE))
        return self.choose(self._may_follow(reads), mine, found)

    def judge(self, action: str, written: str, reads: str) -> tuple[str, str, str]:
        """Return which accesses are suspected, and the records of writes and reads after them.

        A record that stays is an empty text.
        """
        if action == "read":
            return self.invert(self._may_follow(written)), "", self._merged(reads)
        if action == "constant":
            return self.test("ne", written, self.constant(0)), "", self.constant(_WIDE)
        wrong = self.invert(self._may_follow(reads))
        if action == "write":
            unset = self.test("eq", written, self.constant(UNSET))
            good = self.either(unset, self._may_follow(written))
            mine = self.op("or", self.own, self.now)
            return self.either(wrong, self.invert(good)), mine, ""
        none = self.test("eq", written, self.constant(0))
        here = self.test("uge", written, self.low)
        plain = self._is_ordered(written)
        first = self._is(written, _ATOMIC)
        later = self.both(self._is(written, _ATOMIC_LATER), here)
        wide = self.test("eq", written, self.constant(_WIDE_ATOMIC))
        good = self.either(none, plain, first, later, wide)
        found = self.op("or", self.constant(_ATOMIC_LATER), self.now)
        begun = self.op("or", self.constant(_ATOMIC), self.now)
        found = self.choose(self.either(none, self.both(first, here)), begun, found)
        away = self.both(first, self.invert(here))
        found = self.choose(self.either(away, wide), self.constant(_WIDE_ATOMIC), found)
        return self.either(wrong, self.invert(good)), found, ""


_ENVIRONMENT: Final = f"""{load_word("epoch", "epoch")}{load_word("cta.epoch", "cta_epoch")}
{load_word("first", "first_thread")}  %synced.p = getelementptr i8, ptr %frame, i64 {SYNCED}
  %synced = load i64, ptr %synced.p
  %warp.0 = trunc i64 %first to i32
  %warp.1 = lshr i32 %warp.0, 5
  %warp.6 = shl i32 %warp.1, {_LANE_BITS}
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


def _row(action: str, granules: int, width: int) -> str:
    """Return the function for lanes that access one granule, or some, side by side.

    It takes the number of the first granule, and the lanes from `%lane` on, a bit each in `%m`.
    """
    per_turn = width // granules
    judge = _Judge(width)
    kind, bit = judge.type, judge.bit
    k = judge.let("trunc i64 %k to i32")
    skipped = judge.let(f"mul i32 {k}, {per_turn}")
    bits = judge.let(f"lshr i32 %m, {skipped}")
    if width < LANES:
        bits = judge.let(f"trunc i32 {bits} to i{width}")
    mask = judge.let(f"bitcast i{width} {bits} to {bit}")
    if granules > 1:
        mask = judge.let(
            f"shufflevector {bit} {mask}, {bit} poison, <{width} x i32> {_iota(width, granules)}"
        )
    base = judge.let(f"add i32 {judge.let(f'add i32 %lane, {skipped}')}, %warp.6")
    own = judge.op("add", judge.splat(base), _iota(width, granules))
    judge.begin(own)
    behind = judge.let(f"mul i64 %k, {width}")
    index = judge.let(f"add i64 %index, {behind}")
    places = [judge.let(f"getelementptr i32, ptr %{each}, i64 {index}") for each in ("w", "r")]
    loaded = [
        judge.let(
            f"call {kind} @llvm.masked.load.v{width}i32.p0(ptr {place}, i32 4, {bit} {mask}, "
            f"{kind} zeroinitializer)"
        )
        for place in places
    ]
    bad, *new = judge.judge(action, loaded[0], loaded[1])
    wrong = judge.let(f"bitcast {bit} {judge.both(bad, mask)} to i{width}")
    for place, held, record in zip(places, loaded, new, strict=True):
        if not record:
            continue
        # Reads of what has been read leave the records as they are: nothing is stored then.
        if record is new[1]:
            changed = judge.both(judge.test("ne", record, held), mask)
            bits = judge.let(f"bitcast {bit} {changed} to i{width}")
            some = judge.let(f"icmp ne i{width} {bits}, 0")
            judge.emit(f"br i1 {some}, label %notes, label %noted")
            judge.lines.append("notes:")
        judge.emit(
            f"call void @llvm.masked.store.v{width}i32.p0({kind} {record}, ptr {place}, i32 4, "
            f"{bit} {mask})"
        )
        if record is new[1]:
            judge.emit("br label %noted")
            judge.lines.append("noted:")
    judge.emit(f"%bad.k = icmp ne i{width} {wrong}, 0")
    return f"""
define internal i1 @"row{width}"(ptr %c, ptr %frame, ptr %w, ptr %r, i64 %index, i32 %lane, i32 %m)
    nounwind {{
entry:
{_ENVIRONMENT}{_loop(str(judge), granules)}}}
declare {kind} @llvm.masked.load.v{width}i32.p0(ptr, i32, {bit}, {kind})
declare void @llvm.masked.store.v{width}i32.p0({kind}, ptr, i32, {bit})
"""


def _one(action: str, granules: int) -> str:
    """Return the function for several lanes that access the same granules."""
    if action == "write":
        return ""
    judge = _Judge(0)
    judge.begin(judge.let(f"or i32 %warp.6, {_SEVERAL}"))
    index = judge.let("add i64 %index, %k")
    places = [judge.let(f"getelementptr i32, ptr %{each}, i64 {index}") for each in ("w", "r")]
    loaded = [judge.let(f"load i32, ptr {place}") for place in places]
    bad, *new = judge.judge(action, loaded[0], loaded[1])
    for place, record in zip(places, new, strict=True):
        if record:
            judge.emit(f"store i32 {record}, ptr {place}")
    judge.emit(f"%bad.k = and i1 {bad}, true")
    return f"""
define internal i1 @one(ptr %c, ptr %frame, ptr %w, ptr %r, i64 %index) nounwind {{
entry:
{_ENVIRONMENT}{_loop(str(judge), granules)}}}
"""


def _general(action: str, granules: int) -> str:
    """Return the function for granules anywhere, given the number of the first one of each lane."""
    judge = _Judge(LANES)
    kind, bit = judge.type, judge.bit
    own = judge.op("add", judge.splat("%warp.6"), _iota(LANES))
    judge.begin(own)
    one = judge.let("insertelement <32 x i64> poison, i64 %k, i64 0")
    more = judge.let(
        f"shufflevector <32 x i64> {one}, <32 x i64> poison, <32 x i32> zeroinitializer"
    )
    index = judge.let(f"add <32 x i64> %indices, {more}")
    mask = judge.let("bitcast i32 %m to <32 x i1>")
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
        several = judge.op("or", judge.op("or", judge.warp, judge.constant(_SEVERAL)), judge.now)
        scatter(several, place, lost)
    wrong = judge.let(f"bitcast {bit} {judge.both(bad, mask)} to i32")
    judge.emit(f"%bad.k = icmp ne i32 {wrong}, 0")
    return f"""
define internal i1 @general(ptr %c, ptr %frame, ptr %w, ptr %r, <32 x i64> %indices, i32 %m)
    nounwind {{
entry:
{_ENVIRONMENT}{_loop(str(judge), granules)}}}
declare {kind} @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32, {bit}, {kind})
declare void @llvm.masked.scatter.v32i32.v32p0({kind}, <32 x ptr>, i32, {bit})
"""


def _half(number: int, size: int) -> str:
    """Return the lines that tell what the addresses of a half of the warp are."""
    picked = ", ".join(f"i32 {16 * number + lane}" for lane in range(16))
    iota = ", ".join(f"i64 {size * lane}" for lane in range(16))
    h = f"h{number}"
    return f"""  %{h}.a = shufflevector <32 x i64> %a, <32 x i64> poison, <16 x i32> <{picked}>
  %{h}.m.0 = lshr i32 %m, {16 * number}
  %{h}.m = and i32 %{h}.m.0, 65535
  %{h}.m.16 = trunc i32 %{h}.m to i16
  %{h}.in = bitcast i16 %{h}.m.16 to <16 x i1>
  %{h}.out = xor <16 x i1> %{h}.in, splat (i1 true)
  %{h}.none = icmp eq i32 %{h}.m, 0
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
  %{h}.row.1 = or <16 x i1> %{h}.row.0, %{h}.out
  %{h}.row.2 = bitcast <16 x i1> %{h}.row.1 to i16
  %{h}.row = icmp eq i16 %{h}.row.2, -1
  %{h}.one.0 = icmp eq <16 x i64> %{h}.a, %{h}.f
  %{h}.one.1 = or <16 x i1> %{h}.one.0, %{h}.out
  %{h}.one.2 = bitcast <16 x i1> %{h}.one.1 to i16
  %{h}.one = icmp eq i16 %{h}.one.2, -1
"""


_ARGUMENTS: Final = "ptr %c, ptr %frame, ptr %w, ptr %r"


def _half_run(number: int, shift: int, *, has_one: bool) -> str:
    """Return the lines that check a half of the warp, and go on at the next one."""
    h, after = f"h{number}", f"half{number + 1}"
    one = (
        f"""  br i1 %{h}.row, label %{h}.rows, label %{h}.ones
{h}.ones:
  %{h}.first.i = ashr i64 %{h}.first, {shift}
  %{h}.bad.1 = call i1 @one({_ARGUMENTS}, i64 %{h}.first.i)
  br label %{after}
"""
        if has_one
        else f"  br label %{h}.rows\n"
    )
    ones = f"[ %{h}.bad.1, %{h}.ones ], " if has_one else ""
    earlier = "%bad.h0" if number else "false"
    return f"""half{number}.some:
{one}{h}.rows:
  %{h}.start.i = ashr i64 %{h}.start, {shift}
  %{h}.bad.2 = call i1 @row16({_ARGUMENTS}, i64 %{h}.start.i, i32 {16 * number}, i32 %{h}.m)
  br label %{after}
{after}:
  %{h}.bad = phi i1 [ false, %{"half1" if number else "halves"} ], {ones}[ %{h}.bad.2, %{h}.rows ]
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
    # Records of atomic operations tell no lane, so all shapes of addresses are one.
    is_shaped = action != "atomic"
    shapes = f"""  %start = sub i64 %first, %skip
  %s.0 = insertelement <32 x i64> poison, i64 %start, i64 0
  %s = shufflevector <32 x i64> %s.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %rows = add <32 x i64> %s, <{iota}>
  %row.0 = icmp eq <32 x i64> %a, %rows
  %row.1 = or <32 x i1> %row.0, %out
  %row.2 = bitcast <32 x i1> %row.1 to i32
  %row.3 = icmp eq i32 %row.2, -1
  %row = and i1 %row.3, %inside
  br i1 %row, label %is.row, label %no.row
is.row:
  %start.i = ashr i64 %start, {shift}
  %bad.row = call i1 @row32({_ARGUMENTS}, i64 %start.i, i32 0, i32 %m)
  br label %judged
no.row:
  %f.0 = insertelement <32 x i64> poison, i64 %first, i64 0
  %f = shufflevector <32 x i64> %f.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %one.0 = icmp eq <32 x i64> %a, %f
  %one.1 = or <32 x i1> %one.0, %out
  %one.2 = bitcast <32 x i1> %one.1 to i32
  %one.3 = icmp eq i32 %one.2, -1
  %one = and i1 %one.3, %inside
  br i1 %one, label %is.one, label %no.one
is.one:
  %first.i = ashr i64 %first, {shift}
  {f"%bad.one = call i1 @one({_ARGUMENTS}, i64 %first.i)" if has_one else "%bad.one = add i1 true, false"}
  br label %judged
no.one:
{_half(0, size)}{_half(1, size)}  %h0.shaped = {"or i1 %h0.row, %h0.one" if has_one else "and i1 %h0.row, true"}
  %h1.shaped = {"or i1 %h1.row, %h1.one" if has_one else "and i1 %h1.row, true"}
  %shaped.0 = and i1 %h0.shaped, %h1.shaped
  %shaped = and i1 %shaped.0, %all.inside
  br i1 %shaped, label %halves, label %anywhere
halves:
  br i1 %h0.none, label %half1, label %half0.some
{_half_run(0, shift, has_one=has_one)}  br i1 %h1.none, label %half2, label %half1.some
{_half_run(1, shift, has_one=has_one)}  br label %judged
"""  # noqa: E501 - lines of LLVM IR
    found = "[ %bad.row, %is.row ], [ %bad.one, %is.one ], [ %bad.h1, %half2 ], "
    functions = _general(action, granules)
    if is_shaped:
        functions += _row(action, granules, 32) + _row(action, granules, 16)
        functions += _one(action, granules)
    return f"""
define void @"{name}"(ptr %c, ptr %frame, <32 x i64> %addresses, i32 %m) noinline nounwind {{
entry:
  %nobody = icmp eq i32 %m, 0
  br i1 %nobody, label %nothing, label %some
nothing:
  ret void
some:
{memory}{address}  %mask = bitcast i32 %m to <32 x i1>
  %out = xor <32 x i1> %mask, splat (i1 true)
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
  %in.1 = and <32 x i1> %in.0, %mask
  %m.in = bitcast <32 x i1> %in.1 to i32
  %all.inside = icmp eq i32 %m.in, %m
{shapes if is_shaped else "  br label %anywhere"}
anywhere:
  %indices = ashr <32 x i64> %a, splat (i64 {shift})
  %bad.any = call i1 @general({_ARGUMENTS}, <32 x i64> %indices, i32 %m.in)
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
