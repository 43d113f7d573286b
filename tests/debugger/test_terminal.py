"""`ptxpy debug` on a terminal, as a user writes it."""

from __future__ import annotations

import io
import re

import pytest

from ptxpy.debugger.session import Session
from ptxpy.debugger.targets import target_of_request
from ptxpy.debugger.terminal.command_table import COMMANDS
from ptxpy.debugger.terminal.terminal import Terminal
from ptxpy.launch import load
from tests.debugger.conftest import KERNELS, REDUCE, SAXPY, Debug, saxpy_arguments


def test_a_breakpoint_and_values(debug: Debug) -> None:
    """Where it is, and what is there."""
    shown = debug(
        "saxpy.ptx", "break 22 cta 2 if %r5 == 150", "continue", "print %r5", "print x[%r5]",
        "p/x %r5", "print %r5[3]", "info args", "backtrace", arguments=SAXPY,
    )  # fmt: skip
    assert shown == (
        "saxpy\n"
        "the launch begins, CTA (0, 0, 0), thread (0, 0, 0), warp 0, lane 0\n"
        "saxpy.ptx:10: ld.param.u32 %r1, [n];\n"
        "(ptxpy) break 22 cta 2 if %r5 == 150\n"
        "breakpoint 1 at saxpy.ptx:22\n"
        "(ptxpy) continue\n"
        "breakpoint 1, CTA (2, 0, 0), thread (22, 0, 0), warp 0, lane 22\n"
        "saxpy.ptx:22: add.s64 %rd5, %rd2, %rd3;\n"
        "(ptxpy) print %r5\n"
        "%r5 = 150 in lane 22\n"
        "    lane 0: 128 129 130 131 132 133 134 135\n"
        "    lane 8: 136 137 138 139 140 141 142 143\n"
        "   lane 16: 144 145 146 147 148 149 150 151\n"
        "   lane 24: 152 153 154 155 156 157 158 159\n"
        "(ptxpy) print x[%r5]\n"
        "x[%r5] = 150 in lane 22\n"
        "    lane 0: 128 129 130 131 132 133 134 135\n"
        "    lane 8: 136 137 138 139 140 141 142 143\n"
        "   lane 16: 144 145 146 147 148 149 150 151\n"
        "   lane 24: 152 153 154 155 156 157 158 159\n"
        "(ptxpy) p/x %r5\n"
        "%r5 = 0x96 in lane 22\n"
        "    lane 0: 0x80 0x81 0x82 0x83 0x84 0x85 0x86 0x87\n"
        "    lane 8: 0x88 0x89 0x8a 0x8b 0x8c 0x8d 0x8e 0x8f\n"
        "   lane 16: 0x90 0x91 0x92 0x93 0x94 0x95 0x96 0x97\n"
        "   lane 24: 0x98 0x99 0x9a 0x9b 0x9c 0x9d 0x9e 0x9f\n"
        "(ptxpy) print %r5[3]\n"
        "%r5[3] = 131\n"
        "(ptxpy) info args\n"
        "n                .u32   200\n"
        "a                .f32   2\n"
        "x                .u64   0x1…  (the argument x)\n"
        "y                .u64   0x1…  (the argument y)\n"
        "(ptxpy) backtrace\n"
        "#0  saxpy at saxpy.ptx:22\n"
    )


def test_a_watch(debug: Debug) -> None:
    """Who wrote, and back to before that."""
    shown = debug(
        "saxpy.ptx", "watch y[150]", "continue", "reverse-step", "print y[150]", "writer y[150]",
        "c", "writer y[150]", arguments=SAXPY,
    )  # fmt: skip
    written = (
        "  old value 1, new value 301\n"
        "  written at saxpy.ptx:26 by CTA (2, 0, 0), thread (22, 0, 0), warp 0, lane 22\n"
        "  st.global.f32 [%rd5], %f4;\n"
    )
    assert "watch 1: y[150], 4 bytes of global memory at 0x1…, the argument y+600" in shown
    assert f"watch 1, CTA (2, 0, 0), thread (22, 0, 0), warp 0, lane 22\n{written}" in shown
    assert "(ptxpy) print y[150]\ny[150] = 1\n" in shown
    assert "nothing has changed y[150] since the launch began" in shown
    assert shown.endswith(f"(ptxpy) writer y[150]\n{written}")


def test_the_state(debug: Debug) -> None:
    """Registers, shared memory, barriers, warps, and lines."""
    shown = debug(
        "reduce.ptx", "tbreak 57", "c", "info registers r5 f5", "info shared", "info barriers",
        "info warps", "list", "info predicates p2", "info flight", "info tensor", "info launch",
        "x/6 sums", "x/2x full", arguments=REDUCE,
    )  # fmt: skip
    assert "%r5              .b32\n    lane 0:  16  20  24" in shown
    assert "%f5              .f32\n    lane 0: 1024 1090 1160" in shown
    assert "0x0000 to 0x0008  full .b64: 0xa000000004000040" in shown
    assert "0x0010 to 0x0110  sums .f32[64]: 0, 1, 4, 9, 16, 25, 36, 49, …" in shown
    assert "full at 0x0: phase 1, 64 of 64 arrivals pending, tx-count 0" in shown
    assert "* warp 0: reduce.ptx:57\n  warp 1: reduce.ptx:66\n" in shown
    assert "=>    57  \tst.shared.f32 [%r5], %f5;" in shown
    assert "%p2              .pred  false" in shown
    assert "nothing in flight" in shown
    assert "no columns of tensor memory are allocated" in shown
    assert "CTAs 0 to 0 of 1 run now" in shown
    assert "  0x10: 0  1  4  9\n  0x20: 16  25\n" in shown


def test_steps_repeat(debug: Debug) -> None:
    """A count, and calls."""
    shown = debug(
        "reduce.ptx", "b square", "c", "bt", "next 2", "finish", "step 3", "delete", "ignore 1 2",
        "b 51 warp 0", "ignore 2 2", "info breakpoints", "c", "p %r6", "disable 2", "c",
        arguments=REDUCE,
    )  # fmt: skip
    assert "#0  square at reduce.ptx:13\n#1  reduce at reduce.ptx:38\n" in shown
    assert (
        "(ptxpy) next 2\nCTA (0, 0, 0), thread (0, 0, 0), warp 0, lane 0\nreduce.ptx:15:" in shown
    )
    assert (
        "(ptxpy) finish\nCTA (0, 0, 0), thread (0, 0, 0), warp 0, lane 0\nreduce.ptx:39:" in shown
    )
    assert (
        "(ptxpy) step 3\nCTA (0, 0, 0), thread (0, 0, 0), warp 0, lane 0\nreduce.ptx:43:" in shown
    )
    assert "(ptxpy) ignore 1 2\nno breakpoint 1\n" in shown
    assert "breakpoint 2 at reduce.ptx:51 warp 0 after 2 more hits, hit 0 times\n" in shown
    assert "%r6 = 8\n" in shown
    assert shown.endswith("(ptxpy) c\nthe launch has ended\n")


WRONG = (
    ("foo", "no command foo; help lists them"),
    ("brek", "no command brek; did you mean break or tbreak?"),
    ("re", "re may be reverse-step, reverse-next, reverse-stepi, reverse-nexti, reverse-f"),
    ("break 99", "no instruction at line 99 of reduce.ptx, or behind it: the last is at 66"),
    ("break other", "no function other; there are square, reduce"),
    ("break 51 warp 9", "no warp 9: there are 2, from 0 on"),
    ("break 51 cta 1", "no CTA 1: the grid is (1, 1, 1)"),
    ("break 51 cta x", "'cta x' names no threads; expected cta 1,0 or warp 2 or thread 33"),
    ("break 51 if", "a condition is expected behind `if`, such as %r1 == 3"),
    ("break 51 if 1 +", "this is no expression\n    1 +"),
    ("break 51 if frob == 1", "no register, parameter or variable frob there"),
    ("print *x", "this is no expression: what x points to is x[0]\n    *x\n    ^"),
    ("print 1 + *in", "this is no expression: what in points to is in[0]"),
    ("thread 64", "no thread 64: the block is (64, 1, 1)"),
    ("thread 0,1", "no thread 0,1: the block is (64, 1, 1)"),
    ("lane 32", "a warp has the lanes 0 to 31"),
    ("warp 7", "no thread 224 of CTA 0: there are 1 CTAs of 64 threads"),
    ("delete 4", "no breakpoint or watch 4"),
    ("delete x", "'x' is no number from 1 on"),
    ("step 0", "'0' is no number from 1 on"),
    ("print", "an expression is expected, such as %r5 or shared[0x40].f32"),
    ("print/z %r1", "the formats are /x, /d, /u, /t and /f, or a type, /f32; x/8 is"),
    ("print/xw %r1", "the formats are /x, /d, /u, /t and /f, or a type, /f32; x/8 is"),
    ("print/8x %r1", "the formats are /x, /d, /u, /t and /f, or a type, /f32; x/8 is"),
    ("x/4fb sums", "the formats are /x, /d, /u, /t and /f, or a type, /f32; x/8 is"),
    ("x/xd sums", "the formats are /x, /d, /u, /t and /f, or a type, /f32; x/8 is"),
    ("disas", "no command disas: list ptx shows the instructions around this one"),
    ("up", "this is the outermost frame"),
    ("down", "this is the innermost frame"),
    ("frame 1", "no frame 1: there are 1, from 0 on; backtrace shows them"),
    ("set %r1 = 3", "no command set: the state is looked at, and not changed"),
    ("print/x %f1 * 2", "/x, /d and /t are for integers: a float has bits as %f1.b32"),
    ("x/9999 sums", "at most 1024 elements are printed"),
    ("x %r1", "%r1 is no memory: x/8 shared[0x40].f32, x/8 a variable"),
    ("x shared[1 << 20]", "4 bytes at 0x100000 are not in shared memory, which ends at 0x110"),
    ("print global[0]", "no memory is at 0x0"),
    (
        "watch %r1",
        "%r1 is no memory: watch x[3], a variable, or shared[0x40].f32; a condition stops by",
    ),
    ("list other.ptx:3", "no instruction comes from other.ptx"),
    ("list 999", "reduce.ptx has 68 lines"),
    ("info", "info shows breakpoints, registers"),
    ("info registers r77", "no register r77 here"),
    ("help foo", "no command foo; help lists them"),
)


def test_what_is_wrong(debug: Debug) -> None:
    """It is said in one line, and the next command is carried out."""
    commands = [command for command, _ in WRONG]
    shown = debug("reduce.ptx", *commands, "print 1 + 1", "finish", arguments=REDUCE, status=1)
    answers = shown.split("(ptxpy) ")[1:]
    for (command, answer), found in zip(WRONG, answers, strict=False):
        assert found.startswith(f"{command}\n{answer}")
    assert answers[-2:] == ["print 1 + 1\n1 + 1 = 2\n", "finish\nthe launch has ended\n"]


def test_an_unknown_command_fails_a_batch(debug: Debug) -> None:
    """Its status says that a script has not done what it says; a refused argument is an answer."""
    debug("reduce.ptx", "foo", arguments=REDUCE, status=1)
    debug("reduce.ptx", "print nothing", "delete 7", arguments=REDUCE, status=0)


def test_help_lists_all(debug: Debug) -> None:
    """Each command has a line, and help of its own."""
    shown = debug("reduce.ptx", "help", "help break", arguments=REDUCE)
    for command in COMMANDS:
        assert f"\n{command.name}" in shown
    assert shown.endswith("    stop there\n")


def test_launches_that_are_wrong(debug: Debug) -> None:
    """They are refused as by `ptxpy run`."""
    assert not debug("saxpy.ptx", arguments=("--grid=1", "--block=64", "--arg=1"), status=2)
    assert not debug("saxpy.ptx", arguments=("--block=64", *SAXPY[2:]), status=2)
    assert not debug("missing.ptx", status=2)


def test_a_fault(debug: Debug) -> None:
    """An access outside of memory holds the launch there, and it goes back."""
    few = (*SAXPY[:2], "--arg=200", "--arg=2.0", "--arg=float32[150]:arange", SAXPY[-1])
    shown = debug(
        "saxpy.ptx", "c", "print %r5", "reverse-stepi", "reverse-stepi", "c", "c", "bt",
        arguments=few, status=1,
    )  # fmt: skip
    assert "saxpy.ptx:23: ld.global.f32 %f2, [%rd4];\n    in CTA (2, 0, 0), thread (22" in shown
    assert "%r5 = 150 in lane 22" in shown
    assert (
        "(ptxpy) reverse-stepi\nCTA (2, 0, 0), thread (22, 0, 0), warp 0, lane 22\n"
        "saxpy.ptx:23:" in shown
    )
    assert "saxpy.ptx:22:" in shown


def test_strict_mode(debug: Debug) -> None:
    """A race holds the launch where it is found."""
    shown = debug("race.ptx", "c", "rs", "p %r1", arguments=("--grid=1", "--block=64", "--strict",
                  "--arg=uint32[64]"), status=1)  # fmt: skip
    assert "data race" in shown
    assert (
        "CTA (0, 0, 0), thread (32, 0, 0), warp 1, lane 0\nrace.ptx:14: ld.shared.u32 %r4, [%r2];"
        in shown
    )


def test_uninitialised_reads(debug: Debug) -> None:
    """Strict mode holds the launch at the first of each instruction, with who and where."""
    arguments = ("--grid=1", "--block=32", "--arg=uint32[32]")
    shown = debug("unset.ptx", "c", "c", "rc", "c", "c", arguments=(*arguments, "--strict"))
    parts = shown.split("(ptxpy) c\n")[1:]
    assert parts[0].startswith(
        "a read of %r4, which this thread has not written\n"
        "uninitialised read, CTA (0, 0, 0), thread (20, 0, 0), warp 0, lane 20\n"
        "unset.ptx:19: add.u32 %r5, %r4, %r1;\n"
    )
    memory, back = parts[1].split("(ptxpy) rc\n")
    assert memory.startswith(
        "a read of shared memory, tile+80 at 0x50, which nothing has been written to\n"
        "    at unset.ptx:21: ld.shared.u32 %r6, [%r3];\n    in CTA (0, 0, 0), thread (20, 0, 0)\n"
        "uninitialised read, CTA (0, 0, 0), thread (20, 0, 0), warp 0, lane 20\nunset.ptx:22:"
    )
    assert back == parts[0]
    assert parts[2] == memory
    assert parts[3] == "the launch has ended\n"
    assert debug("unset.ptx", "c", arguments=arguments).endswith(
        "(ptxpy) c\nthe launch has ended\n"
    )


def test_frames(debug: Debug) -> None:
    """Registers are those of the frame that is looked at, until the launch runs on."""
    shown = debug("reduce.ptx", "b square", "c", "p %r1", "up", "p %r1", "bt", "info frame",
                  "list", "frame 0", "frame", "up", "finish", "info frame",
                  arguments=REDUCE)  # fmt: skip
    answers = shown.split("(ptxpy) ")[1:]
    assert answers[2].startswith("p %r1\nno register, parameter or variable %r1;")
    assert answers[3] == "up\n#1  reduce\nreduce.ptx:38: call (got), square, (given);\n"
    assert answers[4].startswith("p %r1\n%r1 = 0 in lane 0\n")
    assert answers[5] == "bt\n#0  square at reduce.ptx:13\n*1  reduce at reduce.ptx:38\n"
    assert answers[6].startswith("info frame\n#1  reduce at reduce.ptx:38\n")
    assert "=>    38 " in answers[7]
    assert answers[8].startswith("frame 0\n#0  square\nreduce.ptx:13:")
    assert answers[9] == f"frame\n{answers[8].partition(chr(10))[2]}"
    # Finish of the kernel's frame runs to its end, past the breakpoint in the other function.
    assert answers[11] == "finish\nthe launch has ended\n"
    assert answers[12].startswith("info frame\n")


def test_run_and_start(debug: Debug) -> None:
    """Both begin the launch again; run goes on to the first stop."""
    shown = debug("saxpy.ptx", "b 22", "run", "p n", "run", "start", "delete", "run",
                  arguments=SAXPY)  # fmt: skip
    answers = shown.split("(ptxpy) ")[1:]
    assert answers[1].startswith("run\nbreakpoint 1, CTA (0, 0, 0)")
    assert answers[3] == answers[1]
    assert answers[4].startswith("start\nthe launch begins, CTA (0, 0, 0)")
    assert answers[6] == "run\nthe launch has ended\n"


def test_brkpt(debug: Debug) -> None:
    """The instruction is a breakpoint of the threads for which its guard holds."""
    shown = debug("brkpt.ptx", "c", "c", "c", arguments=("--grid=1", "--block=64"))
    assert "the instruction brkpt, CTA (0, 0, 0), thread (40, 0, 0), warp 1, lane 8\n" in shown
    assert shown.count("the instruction brkpt") == 1
    assert "40 is here\n" in shown


def test_completion() -> None:
    """Commands, what `info` shows, and names in expressions."""
    kernel = load(KERNELS / "saxpy.ptx")
    request = kernel.request(*saxpy_arguments(), grid=4, block=64)
    session = Session(target_of_request(request))
    session.start()
    terminal = Terminal.on(session, io.StringIO())
    assert terminal.completions("rev", "rev")[:2] == ["reverse-step", "reverse-next"]
    assert terminal.completions("info sh", "sh") == ["shared", None]
    assert terminal.completions("print %rd", "%rd") == [*[f"%rd{k}" for k in range(1, 6)], None]
    assert terminal.completions("foo", "foo") == [None]
    session.quit()


@pytest.mark.parametrize("forth", ["continue", "step", "nexti", "finish", "advance 22"])
def test_behind_the_end(debug: Debug, forth: str) -> None:
    """What runs on is refused, and so loses nothing: the launch goes back, and begins again."""
    shown = debug(
        "saxpy.ptx", "c", forth, forth, "reverse-stepi", "c", forth, "start", arguments=SAXPY
    )
    refused = "the launch has ended: run begins it again, reverse-step goes back\n"
    assert shown.count(refused) == 3
    assert "(ptxpy) reverse-stepi\nCTA (" in shown
    assert "(ptxpy) start\nthe launch begins, CTA (" in shown


def test_state_of_the_end(debug: Debug) -> None:
    """Commands that show the state go back before the last instruction, and say where that is."""
    shown = debug("reduce.ptx", "c", "writer sums[1]", "print sums[1]", "c", arguments=REDUCE)
    place = "CTA (0, 0, 0), thread (0, 0, 0), warp 0, lane 0\nreduce.ptx:"
    end = shown.partition("(ptxpy) c\nthe launch has ended\n")[2]
    assert end.startswith(f"(ptxpy) writer sums[1]\n{place}")
    total = sum(i * i for i in range(64))
    assert re.search(rf"ret;\n  old value \d+, new value {total}\n", end)
    assert f"print sums[1]\nsums[1] = {total}\n" in end
    assert end.endswith("(ptxpy) c\nthe launch has ended\n")
    assert "launch has ended: run" not in shown


def test_behind_a_fault(debug: Debug) -> None:
    """The state of the fault stays, however often the launch is told to go on."""
    arguments = (*SAXPY[:5], "--arg=float32[100]:ones")
    shown = debug("saxpy.ptx", "c", "c", "c", "print i", "start", arguments=arguments, status=1)
    assert shown.count("the launch has faulted: run begins it again, reverse-step goes back") == 2
    assert "(ptxpy) start\nthe launch begins, CTA (" in shown


def test_displays(debug: Debug) -> None:
    """They are shown at once and at each stop; what means nothing is none."""
    shown = debug(
        "saxpy.ptx", "display %r1", "display/x n", "stepi", "undisplay 1", "stepi", "display",
        "undisplay 7", "undisplay", "stepi", "display", "display nope", "print", arguments=SAXPY,
    )  # fmt: skip
    assert "(ptxpy) display %r1\n1: %r1 = 0\n(ptxpy) display/x n\n2: n = 0xc8\n" in shown
    assert shown.count("1: %r1 = 200\n") == 1
    assert shown.count("2: n = 0xc8\n") == 4
    assert "(ptxpy) undisplay 7\nno display 7\n" in shown
    assert "(ptxpy) display nope\nno register, parameter or variable nope\n" in shown
    assert shown.endswith("an expression is expected, such as %r5 or shared[0x40].f32\n")


def test_formats(debug: Debug) -> None:
    """Widths and floats as in gdb, whatever type the memory is declared with."""
    shown = debug(
        "reduce.ptx", "advance 57", "x/4fw sums", "x/2xg sums", "x/4xb sums[1]", "x/2wx sums",
        "print/f 0x40490fdb", "print/f %f5[0]", "print/f %r5", "x/2f full", arguments=REDUCE,
    )  # fmt: skip
    answers = dict(part.split("\n", 1) for part in shown.split("(ptxpy) ")[1:])
    assert answers["x/4fw sums"] == "  0x10: 0  1  4  9\n"
    assert answers["x/2xg sums"] == "  0x10: 0x3f80000000000000  0x4110000040800000\n"
    assert answers["x/4xb sums[1]"] == "  0x14: 0x0  0x0  0x80  0x3f\n"
    assert answers["x/2wx sums"] == "  0x10: 0x0  0x3f800000\n"
    assert answers["print/f 0x40490fdb"] == "0x40490fdb = 1078530011\n"
    assert answers["print/f %f5[0]"] == "%f5[0] = 1024\n"
    assert answers["print/f %r5"].startswith("%r5 = 2.24208e-44 in lane 0\n")


def test_a_display_in_another_function(debug: Debug) -> None:
    """A name that means nothing there is told in one line, and the stop is none the worse."""
    shown = debug(
        "reduce.ptx", "display %rd1", "break square", "c", "finish", arguments=REDUCE
    )  # fmt: skip
    assert "\n1: %rd1: no register, parameter or variable %rd1\n(ptxpy) finish\n" in shown
    assert "1: %rd1 = 0x" in shown.partition("(ptxpy) finish\n")[2]


def test_advance(debug: Debug) -> None:
    """It runs to a place, and leaves no breakpoint behind, wherever the launch is held."""
    shown = debug(
        "saxpy.ptx", "advance 22 cta 2", "break 25", "advance 26", "info breakpoints", "advance",
        "advance 99", arguments=SAXPY,
    )  # fmt: skip
    assert "breakpoint 1, CTA (2, 0, 0), thread (0, 0, 0)" in shown
    assert "breakpoint 2, CTA (" in shown
    assert "(ptxpy) info breakpoints\nbreakpoint 2 at saxpy.ptx:25, hit 1 time\n(" in shown
    assert "a line or a function is expected: advance 22\n" in shown
    assert "no instruction at line 99" in shown


def test_kernels_are_listed(debug: Debug) -> None:
    """Without a launch, as by `ptxpy run`, with a command line to debug each."""
    shown = debug("saxpy.ptx")
    assert shown.startswith("kernel saxpy\n      0  .u32         n\n")
    assert "\n    ptxpy debug saxpy.ptx --grid 1 --block 128 --arg " in shown
