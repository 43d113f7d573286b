"""The terminal: reads commands, completes them, and answers them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self, TextIO

from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.terminal.command_table import COMMANDS, OF_STATE, find_command
from ptxpy.debugger.terminal.console import ERRORS, Console, LeaveError
from ptxpy.debugger.terminal.state import SHOWN
from ptxpy.debugger.terminal.values import show_display

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.debugger.session import Session
    from ptxpy.debugger.targets import Target

__all__ = ["Terminal"]


class Terminal(Console):
    """Reads commands, and answers them; see the README for a walk through it."""

    prompt = "(ptxpy) "

    def __init__(
        self,
        targets: Iterable[Target],
        *,
        strict: bool = False,
        commands: Sequence[str] = (),
        is_batch: bool = False,
        output: TextIO | None = None,
    ) -> None:
        """Take the launches to debug, one after the other.

        Args:
            targets: The launches.
            strict: Whether strict mode watches.
            commands: Commands that are carried out first.
            is_batch: Whether no others are read.
            output: Where answers go. Default: standard output.
        """
        super().__init__(targets, strict=strict, output=output)
        self.show_display = show_display
        self._first = list(commands)
        self._is_batch = is_batch
        self._last = ""
        self.has_failed = False
        """Whether a word was no command."""

    @classmethod
    def on(cls, session: Session, output: TextIO) -> Self:
        """Return a terminal on a session that is held."""
        terminal = cls((), output=output)
        terminal.session = session
        return terminal

    def run(self) -> None:
        """Begin the first launch, and carry out commands until one ends it."""
        try:
            if not self.begin():
                return
            for line in self._first:
                self.write(f"{self.prompt}{line}")
                self.carry_out(line)
            if not self._is_batch and sys.stdin.isatty():
                self._prepare_editing()
            while not self._is_batch:
                try:
                    line = input(self.prompt)
                except EOFError:
                    self.write("")
                    break
                except KeyboardInterrupt:
                    self.write("quit leaves the debugger")
                    continue
                self.carry_out(line)
        except LeaveError:
            pass
        finally:
            if hasattr(self, "session"):
                self.session.quit()

    def carry_out(self, line: str) -> None:
        """Carry out a command, and answer it, with a message if it is wrong."""
        line = line.strip()
        if not line:
            # As in gdb an empty line repeats steps.
            line = self._last
        word, _, rest = line.partition(" ")
        if not word or word.startswith("#"):
            return
        word, slash, options = word.partition("/")
        try:
            command = find_command(word)
        except SessionError as error:
            self.has_failed = True
            self.write(str(error))
            return
        try:
            self._last = line if command.repeats else ""
            if (
                command.name in OF_STATE
                and self.session.stop
                and self.session.stop.reason == "ended"
            ):
                # That of the end is the one before the last instruction.
                self.step("", "in", by_line=False, back=True)
            command.run(self, f"/{options} {rest}".strip() if slash else rest.strip())
        except ERRORS as error:
            self.write(str(error))

    def _prepare_editing(self) -> None:
        """Let lines be edited, completed and called back, if there is readline."""
        try:
            import readline  # noqa: PLC0415 - not on all systems
        except ImportError:
            return
        readline.set_completer_delims(" ")
        readline.set_completer(
            lambda text, number: self.completions(readline.get_line_buffer(), text)[number]
        )
        readline.parse_and_bind("tab: complete")

    def completions(self, line: str, text: str) -> list[str | None]:
        """Return the words that a text may be the begin of in a line, and None behind them."""
        words = [each.name for each in COMMANDS]
        if line.lstrip().startswith(("info ", "i ")):
            words = [*SHOWN]
        elif " " in line.lstrip():
            words = self._names()
        return [*[each for each in words if each.startswith(text)], None]

    def _names(self) -> list[str]:
        """Return the names that expressions may have here."""
        place, lane = self.session.place(), self.session.lane()
        if place is None or lane is None:
            return []
        return self.session.names.at(place, [lane]).known()
