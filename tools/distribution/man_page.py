"""The manual page `ptxpy.1`, from the parsers of the command line, in the macros of man(7)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from distribution.running import ROOT, version
from ptxpy.cli.argument_parser import Parser
from ptxpy.cli.command_line import COMMANDS, add_commands
from ptxpy.cli.surroundings import ENVIRONMENT, FILES, SEE_ALSO, STATUSES

__all__ = ["PAGE", "main", "man_page"]

PAGE: Final = ROOT / "tools" / "distribution" / "ptxpy.1"


def main(arguments: Sequence[str] | None = None, page: Path = PAGE) -> int:
    """Write the page, or with `--check` compare it; returns the exit status."""
    parser = argparse.ArgumentParser(prog="generate_man_page", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if the page is stale")
    made = man_page()
    if not parser.parse_args(arguments).check:
        page.write_text(made, encoding="utf-8")
        return 0
    if not page.is_file() or page.read_text(encoding="utf-8") != made:
        print(f"{page.name} is stale: run tools/generate_man_page", file=sys.stderr)
        return 1
    return 0


def man_page() -> str:
    """Return the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    top = Parser(prog="ptxpy")
    add_commands(top)
    parsers: dict[str, Parser] = top.get_default("commands")
    yield f'.TH PTXPY 1 "" "ptxpy {version()}" "User Commands"'
    yield ".SH NAME"
    yield r"ptxpy \- NVIDIA PTX as Python, and back, byte for byte"
    yield ".SH SYNOPSIS"
    yield r".B ptxpy \fICOMMAND\fR [\fIOPTION\fR]... [\fIFILE\fR]..."
    yield ".SH COMMANDS"
    group = ""
    for command in COMMANDS:
        if command.group != group:
            group = command.group
            yield f".SS {_text(group.capitalize())}"
        yield ".TP"
        yield rf".B {_text(command.name)}"
        yield _text(command.summary)
    for command in COMMANDS:
        yield f'.SH "{_text(f"ptxpy {command.name}".upper())}"'
        yield from _command(parsers[command.name])
    sections = (("EXIT STATUS", STATUSES), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES))
    for title, rows in sections:
        yield f'.SH "{title}"'
        for name, meaning in rows.items():
            yield from (".TP", rf".B {_text(name)}", _text(meaning))
    yield ".SH EXAMPLES"
    for name in ("import", "emit", "check", "run", "diff"):
        yield from (".nf", _text(f"$ {parsers[name].examples[0]}"), ".fi")
    yield '.SH "SEE ALSO"'
    yield _text(", ".join(SEE_ALSO))
    yield ".PP"
    yield _text("The guides, of which `ptxpy help guides` has a list.")


def _command(parser: Parser) -> Iterator[str]:
    parser.complete()
    yield _text(parser.description or "")
    for action in parser.actions:
        if action.help != argparse.SUPPRESS and "--help" not in action.option_strings:
            yield ".TP"
            yield _spelling(action)
            values: dict[str, Any] = {**vars(action), "prog": parser.prog}
            if action.choices is not None:
                values["choices"] = ", ".join(map(str, action.choices))
            yield _text((action.help or "") % values)
    for number, example in enumerate(parser.examples):
        yield from ([".PP", "For example:", ".PP"] if not number else [])
        yield from (".nf", f".RS\n{_text(f'$ {example}')}\n.RE", ".fi")


def _spelling(action: argparse.Action) -> str:
    """Return how an argument is written: options bold, what they take in italics."""
    value = action.metavar or (
        f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper()
    )
    word = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    taken = rf"\fI{_text(word)}\fR"
    if not action.option_strings:
        return taken
    tail = "" if action.nargs == 0 else f" [{taken}]" if action.nargs == "?" else f" {taken}"
    return ", ".join(rf"\fB{_text(option)}\fR{tail}" for option in action.option_strings)


def _text(text: str) -> str:
    """Return text in which nothing is a request or an escape of roff."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    # groff reads bytes of Latin-1, unless it is told otherwise.
    escaped = "".join(each if each.isascii() else rf"\[u{ord(each):04X}]" for each in escaped)
    return rf"\&{escaped}" if escaped.startswith(".") else escaped
