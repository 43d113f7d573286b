"""The reference of the command line, from its parsers."""

from __future__ import annotations

import argparse
import os
from typing import Any
from unittest.mock import patch

from manual.markdown import code, escaped, fenced, table
from ptxpy.cli.argument_parser import Parser
from ptxpy.cli.command_line import COMMANDS, add_commands

__all__ = ["command_pages"]


def command_pages() -> dict[str, str]:
    """Return a page for each command, and the one that lists them."""
    top = Parser(prog="ptxpy")
    add_commands(top)
    parsers: dict[str, Parser] = top.get_default("commands")
    groups: dict[str, list[tuple[str, str]]] = {}
    for command in COMMANDS:
        row = (f"[{code(f'ptxpy {command.name}')}]({command.name}.md)", escaped(command.summary))
        groups.setdefault(command.group.capitalize(), []).append(row)
    tables = "\n".join(
        f"## {title}\n\n{table(('Command', 'Does'), rows)}" for title, rows in groups.items()
    )
    names = "\n".join(command.name for command in COMMANDS)
    pages = {command.name: _command(parsers[command.name]) for command in COMMANDS}
    pages["index"] = (
        f"# Commands\n\n{tables}\n"
        "[The guide to the command line](../guides/ptxpy-cli.md) has what they share.\n\n"
        f"```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    )
    return {f"commands/{name}": text for name, text in pages.items()}


def _command(parser: Parser) -> str:
    parser.complete()
    with patch.dict(os.environ, {"COLUMNS": "90"}):
        usage = parser.format_usage().removeprefix("usage: ")
    parts = [
        f"# {code(parser.prog)}\n",
        f"{escaped(parser.description or '')}\n",
        fenced(usage, "text"),
    ]
    shown = [action for action in parser.actions if action.help != argparse.SUPPRESS]
    for title, chosen in (
        ("Arguments", [action for action in shown if not action.option_strings]),
        ("Options", [action for action in shown if action.option_strings]),
    ):
        if chosen:
            parts.append(f"## {title}\n")
            parts += [f"{_spelling(action)}\n: {_help(action, parser)}\n" for action in chosen]
    lines = "\n".join(f"$ {example}" for example in parser.examples)
    # What one looks for first stands before the options.
    parts.insert(3, f"## Examples\n\n{fenced(lines, 'console')}")
    return "\n".join(parts)


def _spelling(action: argparse.Action) -> str:
    """Return how an argument is written, as in the help of argparse."""
    value = action.metavar or (
        f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper()
    )
    if isinstance(value, tuple):
        value = " ".join(value)
    if not action.option_strings:
        return code(value)
    tail = "" if action.nargs == 0 else f" [{value}]" if action.nargs == "?" else f" {value}"
    return ", ".join(code(f"{option}{tail}") for option in action.option_strings)


def _help(action: argparse.Action, parser: Parser) -> str:
    """Return the help of an argument with its values filled in, as argparse does."""
    values: dict[str, Any] = {**vars(action), "prog": parser.prog}
    if action.choices is not None:
        values["choices"] = ", ".join(map(str, action.choices))
    return escaped((action.help or "") % values) or "—"
