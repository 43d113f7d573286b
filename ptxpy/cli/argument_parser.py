"""Argument parsers with suggestions in their errors, on top of `argparse`."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["CommandParser", "Parser"]


class _HelpFormatter(argparse.HelpFormatter):
    """The formatter of argparse without `shutil`, as one is made for each argument."""

    def __init__(self, prog: str) -> None:
        """Set the width to that of the terminal."""
        super().__init__(prog, width=_columns() - 2)


def _example(line: str) -> str:
    """Return a line for a shell as the help has it; it breaks where a shell continues it."""
    import textwrap  # noqa: PLC0415 - as argparse does, where there is text

    width = _columns() - 6
    lines = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
    return "  " + " \\\n      ".join(lines) + "\n"


def _columns() -> int:
    """Return the width of the terminal as `shutil.get_terminal_size` does."""
    with suppress(KeyError, ValueError):
        columns = int(os.environ["COLUMNS"])
        # As for `shutil`, a number that is not positive counts as unset.
        if columns > 0:
            return columns
    with suppress(AttributeError, ValueError, OSError):
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    return 80


class Parser(argparse.ArgumentParser):
    """A parser whose errors suggest options, and whose arguments can be added lazily."""

    def __init__(
        self,
        completer: Callable[[Parser], None] | None = None,
        **options: Any,  # noqa: ANN401 - whatever argparse takes
    ) -> None:
        """Create a parser that does not accept abbreviated options.

        Args:
            completer: A function that adds the arguments and the rest of the help at the first use.
            options: Arguments of `argparse.ArgumentParser`.
        """
        fixed = {"allow_abbrev": False, "formatter_class": _HelpFormatter}
        super().__init__(**{**options, **fixed})
        self._completer = completer
        self.examples: tuple[str, ...] = ()
        """Lines for a shell, with which the help ends."""
        self.groups: dict[str, dict[str, str]] = {}
        """The commands by the titles of their groups, with the purpose of each."""

    def complete(self) -> None:
        """Add the arguments of a parser that adds them lazily."""
        # The completer runs once: a second parse must not add the arguments again.
        completer, self._completer = self._completer, None
        if completer is not None:
            completer(self)

    def parse_known_args(  # type: ignore[override]  # one of its overloads
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the known arguments of a command line, as argparse does."""
        self.complete()
        return super().parse_known_args(args, namespace)

    def parse_args(  # type: ignore[override]  # one of its overloads
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Parse the command line; an unknown option ends the process, with a suggestion."""
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            # The parser of the command knows more options than the one around it.
            parser: Parser = getattr(found, "parser", self)
            given = [*(sys.argv[1:] if args is None else args)]
            for option, value in pairwise(given):
                # `--strict collect`, where the value has been taken for a file.
                if f"{option}={value}" in parser.words:
                    parser.error(f"{value} belongs to {option}: write {option}={value}")
            parser.refuse(rest, [*parser.words, *self.words])
        return found

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:  # noqa: ANN401
        """Return the values of an option; of one that takes several, a file behind is none."""
        try:
            return super()._get_values(action, arg_strings)
        except argparse.ArgumentError as error:
            if action.nargs == "+" and os.path.exists(arg_strings[-1]):  # noqa: PTH110
                error.message += (
                    f"; {arg_strings[-1]} comes before {'/'.join(action.option_strings)}"
                )
            raise

    def format_help(self) -> str:
        """Return the help of argparse, then the commands in their groups, and the examples."""
        parts = [super().format_help()]
        for title, rows in self.groups.items():
            width = max(map(len, (name for each in self.groups.values() for name in each)))
            lines = [f"  {name.ljust(width)}  {summary}\n" for name, summary in rows.items()]
            parts.append(f"{title}:\n{''.join(lines)}")
        if self.examples:
            parts.append(f"examples:\n{''.join(map(_example, self.examples))}")
        return "\n".join(parts)

    @property
    def actions(self) -> list[argparse.Action]:
        """The options and arguments."""
        return [*self._actions]

    @property
    def words(self) -> list[str]:
        """The names of all options."""
        return [*self._option_string_actions]

    def error(self, message: str) -> NoReturn:
        """End the process with an error; an option of a few words lists these."""
        option, _, given = message.removeprefix("argument ").partition(
            ": ignored explicit argument "
        )
        choices = [word for word in self.words if word.startswith(f"{option}=")]
        if given and choices:
            shown = ", ".join([option, *choices])
            message = f"argument {option}: invalid choice: {given} (choose from {shown})"
        # All options would push the message off a small terminal.
        self.exit(2, f"{self.prog}: error: {message}\n`{self.prog} --help` lists all options\n")

    def refuse(self, words: Sequence[str], known: Sequence[str]) -> NoReturn:
        """End the process with an error about unknown options or surplus arguments."""
        from ptxpy.isa import nearest  # noqa: PLC0415 - the table loads slowly

        hints: list[str] = []
        for word in words:
            name = word.partition("=")[0]
            # Only long options have names that could be misspelt.
            close = nearest(name, known) if name.startswith("--") else ()
            hints += close[:1]
        meant = f" (did you mean {', '.join(hints)}?)" if hints else ""
        self.error(f"unrecognized arguments: {' '.join(words)}{meant}")

    def _check_value(
        self,
        action: argparse.Action,
        value: Any,  # noqa: ANN401 - as argparse has it
    ) -> None:
        """Raise an error for a value that is not among the choices, with a suggestion."""
        if action.choices is None or value in action.choices:
            return
        from ptxpy.isa import nearest  # noqa: PLC0415 - the table loads slowly

        choices = [str(choice) for choice in action.choices]
        close = nearest(str(value), choices)
        hint = (
            f"did you mean {' or '.join(close)}?" if close else f"choose from {', '.join(choices)}"
        )
        raise argparse.ArgumentError(action, f"invalid choice: {value!r} ({hint})")


class CommandParser:
    """The parser of one of many commands, which is made when it is used: argparse takes long."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - whatever `Parser` takes
        """Take the arguments of a `Parser`."""
        self._options = options

    @cached_property
    def _parser(self) -> Parser:
        return Parser(**self._options)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a `Parser` has
        """Return an attribute of the parser."""
        return getattr(self._parser, name)
