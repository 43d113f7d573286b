"""The table of the commands, and how a word finds one."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.terminal import looking, stopping, values
from ptxpy.debugger.terminal.console import LeaveError
from ptxpy.debugger.terminal.state import SHOWN, show_state
from ptxpy.isa import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.debugger.terminal.console import Console

__all__ = ["COMMANDS", "Command", "find_command", "is_command"]


class Command(NamedTuple):
    """A command of the terminal."""

    name: str
    arguments: str
    """The words behind it, for the help."""
    summary: str
    run: Callable[[Console, str], object]
    aliases: tuple[str, ...] = ()
    repeats: bool = False
    """Whether an empty line repeats it."""


def _step(kind: str, *, by_line: bool, back: bool = False) -> Callable[[Console, str], object]:
    def run(console: Console, argument: str) -> None:
        console.step(argument, kind, by_line=by_line, back=back)

    return run


def _help(console: Console, argument: str) -> None:
    if argument:
        command = find_command(argument.split(maxsplit=1)[0])
        console.write(f"{_usage(command)}\n    {command.summary}")
        return
    for command in COMMANDS:
        console.write(f"{_usage(command):<34} {command.summary}")
    console.write("info shows " + ", ".join(SHOWN))


def _quit(_: Console, __: str) -> None:
    raise LeaveError


COMMANDS: Final = (
    Command(
        "break", "[[FILE:]LINE|FUNCTION] [cta X,Y] [warp N] [thread N] [if CONDITION]",
        "stop there", stopping.break_at, ("b", "br"),
    ),
    Command(
        "tbreak", "…", "stop there once",
        lambda c, a: stopping.break_at(c, a, is_temporary=True), ("tb",),
    ),
    Command("watch", "MEMORY", "stop when memory changes: x[3], shared[0x40].f32",
            stopping.watch),
    Command("writer", "MEMORY", "tell which thread wrote memory last", stopping.show_writer),
    Command("delete", "[NUMBER …]", "delete breakpoints and watches", stopping.delete, ("d",)),
    Command("enable", "[NUMBER …]", "enable them",
            lambda c, a: stopping.enable(c, a, enabled=True)),
    Command("disable", "[NUMBER …]", "disable them",
            lambda c, a: stopping.enable(c, a, enabled=False)),
    Command("condition", "NUMBER [CONDITION]", "change a condition", stopping.change_condition),
    Command("ignore", "NUMBER COUNT", "pass over hits", stopping.ignore),
    Command("continue", "", "run on", lambda c, _: c.go(c.session.resume), ("c",), repeats=True),
    Command("run", "", "begin the launch again, and run on",
            lambda c, _: c.rewind(partial(c.session.restart, stop_on_entry=False)), ("r",)),
    Command("start", "", "begin the launch again, and hold it there",
            lambda c, _: c.rewind(c.session.restart)),
    Command("step", "[COUNT]", "run to another line, into calls", _step("in", by_line=True),
            ("s",), repeats=True),
    Command("next", "[COUNT]", "run to another line, over calls", _step("over", by_line=True),
            ("n",), repeats=True),
    Command("stepi", "[COUNT]", "run one instruction", _step("in", by_line=False),
            ("si",), repeats=True),
    Command("nexti", "[COUNT]", "run one instruction, over calls", _step("over", by_line=False),
            ("ni",), repeats=True),
    Command("advance", "[FILE:]LINE|FUNCTION …", "run to a place", stopping.advance,
            ("until", "u")),
    Command("finish", "", "run until the function of the frame returns",
            _step("out", by_line=False), ("fin",)),
    Command("reverse-step", "[COUNT]", "go back to the line before",
            _step("in", by_line=True, back=True), ("rs",), repeats=True),
    Command("reverse-next", "[COUNT]", "the same, over calls",
            _step("over", by_line=True, back=True), ("rn",), repeats=True),
    Command("reverse-stepi", "[COUNT]", "go back one instruction",
            _step("in", by_line=False, back=True), ("rsi",), repeats=True),
    Command("reverse-nexti", "[COUNT]", "the same, over calls",
            _step("over", by_line=False, back=True), ("rni",), repeats=True),
    Command("reverse-finish", "", "go back to the call of the function",
            _step("out", by_line=False, back=True)),
    Command("reverse-continue", "", "go back to the last breakpoint",
            lambda c, _: c.rewind(c.session.resume_back), ("rc",), repeats=True),
    Command("print", "[/x|/d|/t|/f|/f32] EXPRESSION",
            "print a value: %r5, i * 4, x[3], shared[0x40].f32",
            values.print_value, ("p", "inspect")),
    Command("display", "[/x|/d|/t|/f] [EXPRESSION]", "print a value now and at each stop",
            values.display),
    Command("undisplay", "[NUMBER …]", "take displays away", values.undisplay),
    Command("x", "[/8xw|/8f32] MEMORY", "print memory from a place on: 8 words, or 8 of a type",
            values.examine),
    Command("info", "WHAT", "show a part of the state, see below", show_state, ("i",)),
    Command("list", "[[FILE:]LINE[,LAST]|FUNCTION|ptx]", "show the source",
            looking.list_lines, ("l",)),
    Command("backtrace", "", "show the calls of the thread", looking.backtrace, ("bt", "where")),
    Command("frame", "[N]", "look at a frame of the stack", looking.choose_frame, ("f",)),
    Command("up", "[COUNT]", "look at the frame of the caller",
            lambda c, a: looking.move_in_stack(c, a, by=1)),
    Command("down", "[COUNT]", "look at the frame that it has called",
            lambda c, a: looking.move_in_stack(c, a, by=-1)),
    Command("thread", "[N|X,Y,Z]", "look at another thread", looking.choose_thread, ("t",)),
    Command("warp", "[N]", "look at another warp", looking.choose_warp),
    Command("lane", "[N]", "look at another lane", looking.choose_lane),
    Command("cta", "[N|X,Y,Z]", "look at another CTA", looking.choose_cta, ("block",)),
    Command("help", "[COMMAND]", "show the commands", _help, ("h",)),
    Command("quit", "", "leave the debugger", _quit, ("q", "exit")),
)  # fmt: skip
"""The commands, in the order of the help."""

_LOOKING: Final = frozenset(
    {
        "writer", "print", "x", "info", "list", "backtrace", "frame", "up", "down", "thread",
        "warp", "lane", "cta", "help",
    }
)  # fmt: skip
"""The commands that look at a launch without running it, and that set nothing."""

OF_STATE: Final = frozenset({"writer", "print", "display", "x", "info", "backtrace"})
"""The commands that show the state, of which there is none behind the last instruction."""

_ELSEWHERE: Final = {
    "cuda": "write thread 33, warp 1, lane 5 or cta 2,0; info warps and info launch",
    "disas": "list ptx shows the instructions around this one",
    "disassemble": "list ptx shows the instructions around this one",
    "jump": "run and reverse-continue go back",
    "kill": "run begins the launch again, quit leaves",
    "rwatch": "watch stops when memory changes; a breakpoint at the load stops at reads",
    "awatch": "watch stops when memory changes; a breakpoint at the load stops at reads",
    "set": "the state is looked at, and not changed",
}
"""Commands of gdb and cuda-gdb that are absent, each with the way to do the same here."""


def find_command(word: str) -> Command:
    """Return the command of a name, an alias, or the begin of one name."""
    for command in COMMANDS:
        if word == command.name or word in command.aliases:
            return command
    found = [command for command in COMMANDS if command.name.startswith(word)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"{word} may be {', '.join(each.name for each in found)}"
        raise SessionError(message)
    if word in _ELSEWHERE:
        message = f"no command {word}: {_ELSEWHERE[word]}"
        raise SessionError(message)
    close = nearest(word, {each.name for each in COMMANDS})
    hint = f"; did you mean {' or '.join(close)}?" if close else "; help lists them"
    message = f"no command {word}{hint}"
    raise SessionError(message)


def is_command(text: str) -> bool:
    """Return whether a text is a command that looks at a launch: `info shared`, `cta 2,0`."""
    word = re.split(r"[\s/]", text, maxsplit=1)[0]
    names = {name for each in COMMANDS if each.name in _LOOKING for name in
             (each.name, *each.aliases)}  # fmt: skip
    return word in names


def _usage(command: Command) -> str:
    names = ", ".join((command.name, *command.aliases))
    return f"{names} {command.arguments}".strip()
