"""`ptx.mbarrier`: what each function emits, and mbarriers that nobody has initialised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ptxpy import TraceError, b64, kernel, ptx, reg, smem, u32, u64
from ptxpy.dsl.shared_memory.handles import MbarrierArray
from tests.dsl.helpers.written import accepted, written


def both(_: object) -> MbarrierArray:
    """Return two mbarriers that have been initialised."""
    bars = smem.mbarrier(2, name="bars")
    ptx.mbarrier.init(bars[0], 1)
    ptx.mbarrier.init(bars[1], 1)
    return bars


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        (lambda b: ptx.mbarrier.inval(b[1]), ["mbarrier.inval.shared::cta.b64 [bars+8];"]),
        (ptx.mbarrier.arrive, ["mbarrier.arrive.shared::cta.b64 %rd0, [bars];"]),
        (
            lambda b: ptx.mbarrier.arrive_expect_tx(b[1], 4096),
            ["mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [bars+8], 4096;"],
        ),
        (
            lambda b: ptx.mbarrier.expect_tx(b[1], 64),
            ["mbarrier.expect_tx.shared::cta.b64 [bars+8], 64;"],
        ),
        (
            lambda b: ptx.mbarrier.try_wait(b[1], 1),
            ["mbarrier.try_wait.parity.shared::cta.b64 %p0, [bars+8], 1;"],
        ),
        (
            lambda b: ptx.mbarrier.try_wait(b[1], ptx.mbarrier.arrive(b[1]), parity=False),
            [
                "mbarrier.arrive.shared::cta.b64 %rd0, [bars+8];",
                "mbarrier.try_wait.shared::cta.b64 %p0, [bars+8], %rd0;",
            ],
        ),
        (
            lambda b: ptx.mbarrier.wait(b[1], 0),
            [
                "$L__BB0_1:",
                "mbarrier.try_wait.parity.shared::cta.b64 %p0, [bars+8], 0;",
                "@!%p0 bra $L__BB0_1;",
            ],
        ),
    ],
)
def test_what_is_emitted(call: Callable[[Any], Any], lines: list[str]) -> None:
    """An instruction each, and a loop for `wait`; ptxas takes them."""
    found = written(lambda m: call(both(m)))
    assert found[:2] == [
        "mbarrier.init.shared::cta.b64 [bars], 1;",
        "mbarrier.init.shared::cta.b64 [bars+8], 1;",
    ]
    assert found[2:] == lines
    assert accepted(lambda m: call(both(m)))


def test_predicates() -> None:
    """Each takes a predicate; that of a loop leads behind it."""

    def body(_: object) -> None:
        first = ptx.special.tid.x() == 0
        bars = smem.mbarrier(1, name="bars")
        ptx.mbarrier.init(bars, 1, pred=first)
        ptx.mbarrier.arrive(bars, pred=first)
        ptx.mbarrier.wait(bars, 0, pred=first)

    assert written(body)[2:] == [
        "@%p0 mbarrier.init.shared::cta.b64 [bars], 1;",
        "@%p0 mbarrier.arrive.shared::cta.b64 %rd0, [bars];",
        "@!%p0 bra $L__BB0_2;",
        "$L__BB0_1:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p1, [bars], 0;",
        "@!%p1 bra $L__BB0_1;",
        "$L__BB0_2:",
    ]
    assert accepted(body)


def test_waits_nest() -> None:
    """A wait may stand in any control flow; labels are numbered through."""

    def body(m: object) -> None:
        bars = both(m)
        count = reg.scalar(u32, 2)
        with ptx.loop() as loop:
            with ptx.if_(count > 1):
                ptx.mbarrier.wait(bars[0], 0)
            with ptx.else_():
                ptx.mbarrier.wait(bars[1], 0)
            count -= 1
            loop.again(when=count > 0)

    found = written(body)
    assert [line for line in found if line.startswith("$")] == [
        f"$L__BB0_{number}:" for number in (1, 2, 3, 4, 5)
    ]
    assert accepted(body)


def test_the_state_can_be_bound() -> None:
    """The state goes to a register that is written on the left."""

    def body(m: object) -> None:
        bars = both(m)
        state = reg.array(b64, 2, "%state")
        state[1] = ptx.mbarrier.arrive(bars[1])

    assert written(body)[-1] == "mbarrier.arrive.shared::cta.b64 %state1, [bars+8];"


SLOTS = [
    "mov.u32 %r0, dyn;",
    "mov.u32 %r1, %laneid;",
    "mbarrier.init.shared::cta.b64 [%r0+64], 2;",
    "mbarrier.init.shared::cta.b64 [%r0+72], 2;",
    "mbarrier.init.shared::cta.b64 [%r0+80], 2;",
    "mbarrier.arrive.shared::cta.b64 %rd0, [%r0+72];",
    "mad.lo.u32 %r2, %r1, 8, %r0;",
    "mbarrier.arrive.expect_tx.shared::cta.b64 %rd1, [%r2+64], 512;",
    "$L__BB0_1:",
    "mbarrier.try_wait.parity.shared::cta.b64 %p0, [%r2+64], 0;",
    "@!%p0 bra $L__BB0_1;",
    "add.u32 %r3, %r2, 64;",
    "mapa.shared::cluster.u32 %r4, %r3, 1;",
    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r4], 1;",
    "add.u32 %r5, %r0, 64;",
    "mapa.shared::cluster.u32 %r6, %r5, 1;",
    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6], 4;",
    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6+8], 4;",
    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6+16], 4;",
]


def test_slots() -> None:
    """An array at an offset from a register, with numbers and registers as indices."""

    def body(_: object) -> None:
        smem.alloc(b64, 32, name="dyn")
        base = ptx.mov.u32("dyn").register()
        stage = ptx.special.laneid().register()
        array = ptx.mbarrier.array(base, 64, 3)
        array.init_all(2)
        array[1].arrive()
        slot = array.at(stage)
        slot.arrive_expect_tx(512)
        slot.wait(0)
        slot.arrive_remote(1)
        array.arrive_remote_all(1, 4)
        assert (len(array), array[2].byte_offset) == (3, 80)

    assert written(body) == SLOTS
    assert accepted(body)


def test_slots_are_operands() -> None:
    """A slot is an address in brackets, and a register with it elsewhere."""

    def body(_: object) -> None:
        bars = smem.mbarrier(4, name="bars")
        array = ptx.mbarrier.array(bars, 8, 3)
        slot = array.at(1)
        slot.init(1)
        ptx.mbarrier.arrive.noComplete.shared__cta.b64([slot], 1)
        ptx.mapa.shared__cluster.u32(slot, 0)

    assert written(body) == [
        "mbarrier.init.shared::cta.b64 [bars+16], 1;",
        "mbarrier.arrive.noComplete.shared::cta.b64 %rd0, [bars+16], 1;",
        "mov.u32 %r0, bars + 16;",
        "mapa.shared::cluster.u32 %r1, %r0, 0;",
    ]
    assert accepted(body)


def dynamic(_: object) -> None:
    """Wait at an index in a register, of mbarriers that are not initialised."""
    array = ptx.mbarrier.array(smem.mbarrier(2, name="bars"), 0, 2)
    array.at(ptx.special.laneid()).wait(0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda b: ptx.mbarrier.wait(b[1], 0), TraceError, r"wait: bars\[1\] is used before ptx"),
        (lambda b: ptx.mbarrier.arrive(b[1]), TraceError, r"arrive: bars\[1\] is used before"),
        (lambda b: ptx.mbarrier.arrive_expect_tx(b[1], 8), TraceError, r"bars\[1\] is used"),
        (lambda b: ptx.mbarrier.expect_tx(b[1], 8), TraceError, r"bars\[1\] is used"),
        (lambda b: ptx.mbarrier.try_wait(b[1], 0), TraceError, r"bars\[1\] is used"),
        (lambda b: ptx.mbarrier.inval(b[1]), TraceError, r"bars\[1\] is used"),
        (lambda _: ptx.mbarrier.arrive("bars"), None, ""),
        (lambda b: ptx.mbarrier.array(b, 0, 2)[1].wait(0), TraceError, r"bars\[1\] is used"),
        (dynamic, TraceError, r"bars\[0\] is used"),
        (lambda b: ptx.cluster.arrive_remote(b[1], 0), TraceError, r"bars\[1\] is used"),
        (lambda b: ptx.mbarrier.array(b, 0, 2).arrive_remote_all(0), TraceError, r"bars\[1\]"),
        (lambda b: ptx.mbarrier.init(b[1], 0), ValueError, "counts 1 to 1048575 arrivals, not 0"),
        (lambda b: ptx.mbarrier.expect_tx(b[0], 1 << 20), ValueError, "1048575 bytes"),
        (lambda b: ptx.mbarrier.wait(b[0], 2), TraceError, "phaseParity"),
        (lambda b: ptx.mbarrier.wait(b[2], 0), IndexError, "0 to 1, not 2"),
        (lambda b: ptx.mbarrier.array(b, 4, 2), ValueError, "a multiple of 8 bytes, got 4"),
        (lambda b: ptx.mbarrier.array(b, 0, 0), ValueError, "at least 1, got 0"),
        (lambda b: ptx.mbarrier.array(b, 0, 2)[2], IndexError, "0 to 1, got 2"),
        (
            lambda b: ptx.mbarrier.array(b, 0, 2)[ptx.special.laneid()],  # type: ignore[index]
            TypeError,
            r"write at\(",
        ),
    ],
)
def test_bad_input(call: Callable[[Any], Any], error: type[Exception] | None, message: str) -> None:
    """An mbarrier without `init`, and numbers that cannot be, are errors where they stand."""

    def body(_: object) -> None:
        if call is dynamic:
            call(None)
            return
        bars = smem.mbarrier(2, name="bars")
        ptx.mbarrier.init(bars, 1)
        call(bars)

    if error is None:
        written(body)
        return
    with pytest.raises(error, match=message):
        written(body)


def in_a_scope(bars: MbarrierArray) -> None:
    """Initialise within braces, and use it there."""
    with ptx.scope():
        ptx.mbarrier.init.shared__cta.b64([bars[1]], 1)
        with ptx.scope():
            ptx.mbarrier.wait(bars[1], 0)


def by_a_loop(bars: MbarrierArray) -> None:
    """Initialise in a loop of Python."""
    for index in range(2):
        ptx.mbarrier.init(bars[index], 1)
    ptx.mbarrier.wait(bars[1], 0)


def by_a_register(bars: MbarrierArray) -> None:
    """Initialise at an address that the device computes."""
    ptx.mbarrier.init(ptx.mov.u32(bars[0]), 1)
    ptx.mbarrier.wait(bars[1], 0)


def by_text(bars: MbarrierArray) -> None:
    """Initialise in PTX text."""
    ptx.raw("mbarrier.init.shared.b64 [bars+8], 1;")
    ptx.mbarrier.wait(bars[1], 0)


def by_an_array(bars: MbarrierArray) -> None:
    """Initialise as an array at an offset."""
    ptx.mbarrier.array(bars, 8, 1).init_all(1)
    ptx.mbarrier.wait(bars[1], 0)


def on_the_device(bars: MbarrierArray) -> None:
    """Initialise at an index in a register."""
    array = ptx.mbarrier.array(bars, 0, 2)
    ptx.mbarrier.init(array.at(ptx.special.laneid()), 1)
    array[1].wait(0)


WAYS = [in_a_scope, by_a_loop, by_a_register, by_text, by_an_array, on_the_device]


@pytest.mark.parametrize("body", WAYS, ids=lambda f: f.__name__)
def test_initialised_in_another_way(body: Callable[[Any], None]) -> None:
    """What may have been initialised is not refused."""
    assert accepted(lambda _: body(smem.mbarrier(2, name="bars")))


def test_a_function_may_initialise() -> None:
    """What is called with the address is not looked into."""

    def body(_: object) -> None:
        bars = smem.mbarrier(2, name="bars")
        ptx.call.uni("initialise", (ptx.mov.u32(bars[0]),))
        ptx.mbarrier.wait(bars[1], 0)

    assert "call.uni initialise, (%r0);" in written(body)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("dynamic", [False, True])
def test_warps_take_turns(strict: bool, dynamic: bool) -> None:
    """Two warps hand a number to and fro, as a producer and a consumer do."""

    @kernel(arch="sm_90a", version="8.0")
    def relay(out: u64) -> None:
        address = ptx.ld.param.u64([out])
        bars = smem.mbarrier(2)
        cell = smem.alloc(u32, 32, name="cell")
        thread = ptx.special.tid.x().register()
        lane = ptx.and_.b32(thread, 31).register()
        with ptx.if_(thread == 0):
            ptx.mbarrier.init(bars[0], 32)
            ptx.mbarrier.init(bars[1], 32)
        ptx.bar.sync(0)
        array = ptx.mbarrier.array(bars, 0, 2)
        full = array.at(reg.scalar(u32, 0)) if dynamic else array[0]
        empty = array.at(reg.scalar(u32, 1)) if dynamic else array[1]
        place = ptx.mad.lo.u32(lane, 4, ptx.mov.u32(cell)).register()
        value = reg.scalar(u32, 0)
        phase = reg.scalar(u32, 0)
        rounds = reg.scalar(u32, 5)
        with ptx.loop() as loop:
            with ptx.if_(thread < 32):
                ptx.mbarrier.wait(empty, phase ^ 1)
                ptx.st.shared.u32([place], ptx.add.u32(ptx.mul.lo.u32(rounds, 100), lane))
                full.arrive()
            with ptx.else_():
                full.wait(phase)
                ptx.inst.add.u32(value, value, ptx.ld.shared.u32([place]))
                empty.arrive()
            ptx.inst.xor.b32(phase, phase, 1)
            ptx.inst.add.u32(rounds, rounds, -1)
            loop.again(when=rounds > 0)
        target = ptx.add.u64(address, ptx.mul.wide.u32(lane, 4))
        ptx.st.global_.u32([target], value, when=thread >= 32)
        ptx.ret()

    out = np.zeros(32, np.uint32)
    relay.launch(out, grid=1, block=64, device="cpu", strict=strict)
    assert (out == 1500 + 5 * np.arange(32)).all()
