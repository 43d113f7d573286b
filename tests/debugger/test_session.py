"""Sessions: where a launch is held, and what is there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy.debugger import inspection
from ptxpy.debugger.batch import Focus
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.locations import breakpoint_at, new_watch, watch_on
from ptxpy.debugger.session import Session
from ptxpy.debugger.source_map import LineError
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.targets import target_of_request
from ptxpy.launch import load
from tests.debugger.conftest import (
    KERNELS,
    Begin,
    line_of,
    ran,
    reduce_arguments,
    saxpy_arguments,
    stepped,
    stopped,
)


def value(session: Session, text: str) -> str:
    """Return the value of an expression for the focus."""
    place, lane = session.place(), session.lane()
    assert place is not None
    assert lane is not None
    return Expression(text).evaluate(session.names.at(place, [lane])).text(0)


def test_entry_and_end(begin: Begin) -> None:
    """A launch is held before its first instruction, and when it has ended; then it is complete."""
    arguments = saxpy_arguments()
    session = begin("saxpy", *arguments, grid=4)
    assert session.stop is not None
    assert session.stop.reason == "entry"
    assert line_of(session) == 10
    assert ran(session).reason == "ended"
    assert ran(session).reason == "finished"
    assert (arguments[3] == 2 * np.arange(200) + 1).all()
    with pytest.raises(SessionError, match="no further launch"):
        session.resume()


def test_breakpoint_of_a_line(begin: Begin) -> None:
    """All threads that come to it together are held once, with the values before it."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    stop = stopped(session, "21")
    assert stop.reason == "breakpoint"
    assert stop.numbers == (1,)
    assert value(session, "%rd3") == "0"
    assert value(session, "%rd4") == "0"
    assert ran(session).reason == "ended"


def test_breakpoint_between_instructions(begin: Begin) -> None:
    """A line without an instruction is the next one that has some; one behind the last is none."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    assert breakpoint_at(session, "27").place.line == 28
    with pytest.raises(LineError, match="no instruction at line 29"):
        breakpoint_at(session, "29")
    with pytest.raises(LineError, match=r"no instruction comes from other\.ptx"):
        breakpoint_at(session, "other.ptx:3")


@pytest.mark.parametrize(
    ("at", "focus"),
    [
        ("21", Focus(0, 0)),
        ("21 cta 2", Focus(2, 0)),
        ("21 cta 2,0 warp 1", Focus(2, 32)),
        ("21 thread 40", Focus(0, 40)),
        ("21 if %r5 == 150", Focus(2, 22)),
        ("21 cta 1 if %tid.x > 3 && !(%r4 & 1)", Focus(1, 4)),
        ("saxpy.ptx:21 warp 1 if lane == 7", Focus(0, 39)),
    ],
)
def test_breakpoint_for_threads(begin: Begin, at: str, focus: Focus) -> None:
    """The focus is the first thread that a breakpoint is about."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    assert stopped(session, at).reason == "breakpoint"
    assert session.focus == focus


@pytest.mark.parametrize(
    "at", ["21 if %r5 == 200", "21 cta 3 if n > 200", "21 warp 1 if lane > 31"]
)
def test_breakpoint_for_no_thread(begin: Begin, at: str) -> None:
    """A condition that holds for no thread holds none."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    assert stopped(session, at).reason == "ended"


def test_condition_that_is_wrong(begin: Begin) -> None:
    """It stops the launch and is told, since it can't be said whether it holds."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    stop = stopped(session, "21 if foo > 1")
    assert stop.reason == "breakpoint"
    assert "the condition of breakpoint 1 can't be evaluated: no register" in stop.text


def test_hits_that_are_passed_over(begin: Begin) -> None:
    """The loop is hit once for each round."""
    session = begin("reduce", *reduce_arguments())
    made = breakpoint_at(session, "51")
    made.after = 3
    session.add(made)
    assert ran(session).numbers == (1,)
    assert made.hits == 4
    assert value(session, "%r6") == "4"


def test_steps(begin: Begin) -> None:
    """In goes into a call, over does not, and out leaves it."""
    session = begin("reduce", *reduce_arguments())
    stopped(session, "38")
    stepped(session, "in")
    assert line_of(session) == 13
    assert [row.function for row in session.frames()] == ["square", "reduce"]
    assert [row.ptx.line for row in session.frames()] == [13, 38]
    assert value(session, "value") == "0"
    assert stepped(session, "out").reason == "step"
    assert line_of(session) == 39
    stepped(session, "in", back=True)
    assert line_of(session) == 16
    stepped(session, "out", back=True)
    assert line_of(session) == 38
    stepped(session, "over")
    assert line_of(session) == 39
    stepped(session, "over", back=True)
    assert line_of(session) == 38


def test_steps_of_one_thread(begin: Begin) -> None:
    """The step is that of the focus: warp 0 runs its loop meanwhile, and meets it at the end."""
    session = begin("reduce", *reduce_arguments())
    stopped(session, "48")
    session.look_at(Focus(0, 40))
    stepped(session, "in")
    assert line_of(session) == 66
    session.look_at(Focus(0, 3))
    assert line_of(session) == 66
    assert value(session, "%r6") == "0"


def test_step_at_the_end_of_a_thread(begin: Begin) -> None:
    """Another thread takes its place; here all of its batch end together."""
    session = begin("saxpy", 70400, 2.0, np.zeros(70400, "f4"), np.ones(70400, "f4"), grid=1100)
    stopped(session, "28")
    assert stepped(session, "in").reason == "step"
    assert session.focus == Focus(1024, 0)
    assert line_of(session) == 10


def test_going_back_is_where_it_was(begin: Begin) -> None:
    """Forth and back again, instruction by instruction: the same places and values."""
    session = begin("reduce", *reduce_arguments())
    stopped(session, "57")
    seen = []
    for _ in range(25):
        seen.append((line_of(session), value(session, "%r6"), value(session, "sums[0].f32")))
        stepped(session, "in")
    for expected in reversed(seen):
        assert stepped(session, "in", back=True).reason == "step"
        found = line_of(session), value(session, "%r6"), value(session, "sums[0].f32")
        assert found == expected


def test_back_to_the_start(begin: Begin) -> None:
    """There is nothing before the first instruction."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    assert stepped(session, "in", back=True).reason == "start"
    assert line_of(session) == 10
    stepped(session, "in")
    assert line_of(session) == 11
    session.resume_back()
    assert session.wait().reason == "start"


def test_back_from_the_end(begin: Begin) -> None:
    """A launch that has ended goes back as well, and runs to its end again."""
    arguments = saxpy_arguments()
    session = begin("saxpy", *arguments, grid=4)
    assert ran(session).reason == "ended"
    stepped(session, "in", back=True)
    assert line_of(session) == 28
    session.resume_back()
    assert session.wait().reason == "start"
    assert ran(session).reason == "ended"
    assert ran(session).reason == "finished"
    assert (arguments[3] == 2 * np.arange(200) + 1).all()


def test_back_to_a_breakpoint(begin: Begin) -> None:
    """The last one that was hit, of several hits."""
    session = begin("reduce", *reduce_arguments())
    session.add(breakpoint_at(session, "51"))
    rounds = []
    while ran(session).reason == "breakpoint":
        rounds.append(value(session, "%r6"))
    assert rounds == ["32", "16", "8", "4", "2", "1"]
    for expected in reversed(rounds):
        session.resume_back()
        assert session.wait().reason == "breakpoint"
        assert value(session, "%r6") == expected
    session.resume_back()
    assert session.wait().reason == "start"


def test_watch(begin: Begin) -> None:
    """It holds the launch behind the write, and names who wrote."""
    session = begin("reduce", *reduce_arguments())
    stopped(session, "41")
    session.remove(1)
    session.watch(watch_on(session, "sums[5]"))
    stop = ran(session)
    assert stop.reason == "watch"
    assert stop.write is not None
    assert stop.write.threads == ((0, 5),)
    assert np.frombuffer(stop.write.new, "f4") == 25
    assert session.map.ptx(stop.write.ordinal).line == 44
    assert session.focus == Focus(0, 5)
    stop = ran(session)
    assert stop.write is not None
    assert np.frombuffer(stop.write.new, "f4") == 25 + 37**2
    session.resume_back()
    assert session.wait().reason == "watch"
    assert value(session, "sums[5]") == "25"


def test_last_write(begin: Begin) -> None:
    """It is found by running again, which leaves the launch where it was."""
    session = begin("reduce", *reduce_arguments())
    stopped(session, "64")
    before = line_of(session), session.focus, session.stop
    write = session.last_write(new_watch(session, "sums[1]", 0))
    assert write is not None
    assert session.map.ptx(write.ordinal).line == 57
    assert write.threads == ((0, 1),)
    assert (line_of(session), session.focus, session.stop) == before
    assert session.last_write(new_watch(session, "out[0]", 0)) is None
    stepped(session, "in")
    write = session.last_write(new_watch(session, "out[0]", 0))
    assert write is not None
    assert np.frombuffer(write.new, "f4") == (np.arange(64) ** 2).sum()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%r1", "is no memory"),
        ("sums[1] + 1", "is no memory"),
        ("nothing[1]", "no register, parameter or variable nothing"),
    ],
)
def test_watch_on_no_memory(begin: Begin, text: str, message: str) -> None:
    """What is not in memory can't be watched."""
    session = begin("reduce", *reduce_arguments())
    with pytest.raises(ExpressionError, match=message):
        watch_on(session, text)


def test_barriers(begin: Begin) -> None:
    """Who has arrived, and the fields of an mbarrier."""
    session = begin("reduce", *reduce_arguments())
    assert not inspection.mbarrier_rows(session)
    stopped(session, "46")
    ((name, text),) = inspection.mbarrier_rows(session)
    assert name == "full at 0x0"
    assert text == "phase 0, 64 of 64 arrivals pending, tx-count 0"
    stepped(session, "in")
    ((_, text),) = inspection.mbarrier_rows(session)
    assert text == "phase 1, 64 of 64 arrivals pending, tx-count 0"


def test_shared_memory(begin: Begin) -> None:
    """Its variables, in order."""
    session = begin("reduce", *reduce_arguments())
    stopped(session, "45")
    fields = inspection.shared_variables(session)
    assert [(field.name, field.start, field.size) for field in fields] == [
        ("full", 0, 8),
        ("sums", 16, 256),
    ]
    assert inspection.array_text(session, fields[1], 8) == "0, 1, 4, 9, 16, 25, 36, 49, …"
    assert inspection.element_texts(session, fields[1], 62, 10) == ["3844", "3969"]


def test_registers(begin: Begin) -> None:
    """Of each lane of the warp, with the names that an import gives."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    stopped(session, "22 cta 3 warp 0")
    place = inspection.where(session)
    rows = {row.name: row for row in inspection.registers_of(session, place)}
    assert rows["%r5"].values[:9] == tuple(str(192 + k) for k in range(9))
    assert rows["%rd3"].called == "offset"
    # Threads from 200 on have left.
    assert inspection.lanes_here(session, place).tolist() == list(range(192, 200))
    (predicate,) = inspection.predicates_of(session, place)
    assert predicate.values == ("false",) * 8 + ("true",) * 24


def test_warps(begin: Begin) -> None:
    """Where each warp is, and threads of a warp that have parted."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    stopped(session, "22 cta 3")
    first, second = inspection.warps(session)
    assert first.status == "8 lanes at saxpy.ptx:22; 24 lanes at saxpy.ptx:28"
    assert second.status == "saxpy.ptx:28"


def test_looking_at_threads(begin: Begin) -> None:
    """Of those that there are."""
    session = begin("saxpy", *saxpy_arguments(), grid=4)
    session.look_at(Focus(3, 63))
    assert value(session, "%ctaid.x * 1000 + %tid.x") == "3063"
    with pytest.raises(SessionError, match="no thread 64 of CTA 3"):
        session.look_at(Focus(3, 64))


def test_batches(begin: Begin) -> None:
    """CTAs of a later batch do not run yet; a breakpoint there is hit later."""
    grid = 1100  # of 64 threads, more than a batch has
    session = begin("saxpy", 70400, 2.0, np.zeros(70400, "f4"), np.ones(70400, "f4"), grid=grid)
    with pytest.raises(SessionError, match="CTA 1099 does not run now: CTAs 0 to 1023 do"):
        session.look_at(Focus(1099, 0))
    assert stopped(session, "22 cta 1099").reason == "breakpoint"
    assert session.focus == Focus(1099, 0)
    with pytest.raises(SessionError, match="CTA 0 does not run now: CTAs 1024 to 1099 do"):
        session.look_at(Focus(0, 0))
    stepped(session, "in", back=True)
    assert line_of(session) == 21


def test_quit_while_it_is_held(begin: Begin) -> None:
    """The arguments stay as they were."""
    arguments = saxpy_arguments()
    session = begin("saxpy", *arguments, grid=4)
    stopped(session, "28")
    session.quit()
    assert (arguments[3] == 1).all()


def test_step_back_in_a_long_launch() -> None:
    """It begins at a checkpoint, not at the begin: some thousands of instructions run again."""
    kernel = load(KERNELS / "rounds.ptx")
    out = np.zeros(32, "u4")
    session = Session(target_of_request(kernel.request(out, 4000, grid=1, block=32)))
    session.start()
    stopped(session, "15 if %r3 == 3900")
    assert session.stop is not None
    position = session.stop.position
    begun: list[int] = []
    before = session.before

    def counted(frame: Any, piece: int, lanes: Any) -> None:
        begun.append(session.count)
        before(frame, piece, lanes)

    session.before = counted  # type: ignore[method-assign]
    expected = value(session, "%r2")
    for number in range(1, 9):
        stepped(session, "in", back=True)
        assert session.stop.position == position - number
    assert min(begun) > 1000
    for _ in range(8):
        stepped(session, "in")
    assert value(session, "%r2") == expected
    session.resume()
    assert session.wait().reason == "ended"
    session.quit()
    plain = np.zeros(32, "u4")
    kernel.launch(plain, 4000, grid=1, block=32, device="cpu")
    assert (out == plain).all()
