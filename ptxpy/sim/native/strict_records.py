"""The shadow of memory in strict launches: the records that compiled code keeps of accesses.

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

A time that never comes is that of memory without contents (`UNSET`), and of records that order
nothing behind them: reads, or atomic operations, of several CTAs.
"""

from __future__ import annotations

from typing import Final

from ptxpy.sim.native.instruction_text import InstructionText

__all__ = [
    "LANE_BITS", "LAST_TICK", "OUT_OF_TIME", "SEVERAL", "SUSPECTED", "UNSET", "WHO_BITS",
    "RecordJudge", "signed",
]  # fmt: skip

WHO_BITS: Final = 11
"""The lower bits of a record: five of the warp, six of the lane, or of another accessor."""
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
LANE_BITS: Final = 6
_WARP: Final = _WHO - 63
SEVERAL: Final = 32
"""In place of a lane: several lanes of the warp."""
_OTHERS: Final = 0x30
"""The bits that are both set in the lane of a record that names no warp."""
_MANY: Final = 63
_ATOMIC: Final = 63 + (1 << LANE_BITS)
_ATOMIC_LATER: Final = 63 + (2 << LANE_BITS)
"""Atomic operations, before which the CTA has accessed the granule otherwise."""
_WIDE: Final = _LATEST << WHO_BITS | 63 + (3 << LANE_BITS)
"""Reads of several CTAs, or by loads for which nothing may be written in the whole launch."""
_WIDE_ATOMIC: Final = _LATEST << WHO_BITS | 63 + (4 << LANE_BITS)
"""Atomic operations of several CTAs."""


def signed(value: int) -> int:
    """Return a number of 32 bits as LLVM IR has it, with a sign."""
    return value - (1 << 32) if value >= 1 << 31 else value


class RecordJudge(InstructionText):
    """Writes comparisons of records with an access, for vectors or (with width 0) for scalars."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.type = f"<{width} x i32>" if width else "i32"
        self.bit = f"<{width} x i1>" if width else "i1"

    def constant(self, value: int) -> str:
        """Return a number in all lanes."""
        return f"splat (i32 {signed(value)})" if self.width else f"{signed(value)}"

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

    def may_follow(self, record: str) -> str:
        """Whether a plain access may follow that of a record, or there is none."""
        synced = self.test("ult", self.op("sub", record, self.low), self.sync_span)
        return self.either(
            self.test("eq", record, self.constant(0)),
            self._is_ordered(record),
            self._is_own(record),
            self.both(synced, self._is_of_warp(record)),
        )

    def is_plainly_ordered(self, record: str) -> str:
        """Whether there is no record, or one of before the last barrier of the CTA."""
        return self.either(self.test("eq", record, self.constant(0)), self._is_ordered(record))

    def is_noted(self, reads: str) -> str:
        """Whether a record of reads stays as it is after one more."""
        who = self.op("or", self.constant(_MANY), self.now)
        several = self.op("or", self.op("or", self.warp, self.constant(SEVERAL)), self.now)
        return self.either(
            self.test("eq", reads, self.constant(_WIDE)),
            self.test("eq", reads, who),
            self.test("eq", reads, several),
            self.test("eq", reads, self.op("or", self.own, self.now)),
        )

    def _is(self, record: str, who: int) -> str:
        """Whether a record names `who`, in whatever time."""
        found = self.op("and", record, self.constant(_WHO))
        return self.test("eq", found, self.constant(who & _WHO))

    def merged(self, reads: str) -> str:
        """Return the record of reads after one more."""
        mine = self.op("or", self.own, self.now)
        several = self.op("or", self.op("or", self.warp, self.constant(SEVERAL)), self.now)
        many = self.op("or", self.constant(_MANY), self.now)
        here = self.test("uge", reads, self.low)
        here = self.both(here, self.test("ult", reads, self.constant(_LATEST << WHO_BITS)))
        found = self.choose(self._is_of_warp(reads), several, many)
        found = self.choose(here, found, self.constant(_WIDE))
        return self.choose(self.may_follow(reads), mine, found)

    def judge(self, action: str, written: str, reads: str) -> tuple[str, str, str]:
        """Return which accesses are suspected, and the records of writes and reads after them.

        A record that stays is an empty text.
        """
        if action == "read":
            return self.invert(self.may_follow(written)), "", self.merged(reads)
        if action == "constant":
            return self.test("ne", written, self.constant(0)), "", self.constant(_WIDE)
        wrong = self.invert(self.may_follow(reads))
        if action == "write":
            unset = self.test("eq", written, self.constant(UNSET))
            good = self.either(unset, self.may_follow(written))
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
