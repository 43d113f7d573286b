"""The parsers of the command line: argparse's, which say what was probably meant."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from ptxpy.isa.suggest import nearest

__all__ = ["Parser"]


class Parser(argparse.ArgumentParser):
    """A parser whose errors name what is like a word that it does not know."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - whatever argparse takes
        """Take what argparse takes; options are not abbreviated."""
        super().__init__(**{**options, "allow_abbrev": False})

    def parse_args(  # type: ignore[override]  # one of its overloads
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Parse the command line; an option that is not known ends the process, with a hint."""
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            parser: Parser = getattr(found, "parser", self)
            parser.refuse(rest, [*parser.words, *self.words])
        return found

    @property
    def actions(self) -> list[argparse.Action]:
        """The options and arguments."""
        return [*self._actions]

    @property
    def words(self) -> list[str]:
        """The options as they are written."""
        return [*self._option_string_actions]

    def refuse(self, words: Sequence[str], known: Sequence[str]) -> NoReturn:
        """End the process: these words are no options, and no more arguments are taken."""
        hints: list[str] = []
        for word in words:
            name = word.partition("=")[0]
            close = nearest(name, known) if name.startswith("--") else ()
            hints += close[:1]
        meant = f" (did you mean {', '.join(hints)}?)" if hints else ""
        self.error(f"unrecognized arguments: {' '.join(words)}{meant}")

    def _check_value(
        self,
        action: argparse.Action,
        value: Any,  # noqa: ANN401 - as argparse has it
    ) -> None:
        """Refuse a word that is not among the choices, as argparse does, with a hint."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        close = nearest(str(value), choices)
        hint = (
            f"did you mean {' or '.join(close)}?" if close else f"choose from {', '.join(choices)}"
        )
        raise argparse.ArgumentError(action, f"invalid choice: {value!r} ({hint})")
