"""`ptxpy completion`: scripts for shells to complete the command line."""

from __future__ import annotations

import argparse
import re
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.cli.command_errors import EXIT_OK
from ptxpy.cli.console import write_stdout
from ptxpy.cli.help_command import topics
from ptxpy.cli.shared_options import describe_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.cli.argument_parser import Parser

SHELLS: Final = ("bash", "zsh", "fish")
WORDS: Final = ("opcodes", "codes", "kernels", "targets", "topics")
"""The words that scripts ask for as one types: `ptxpy completion kernels kernel.ptx`."""

ASKED: Final = {
    "--explain": "codes",
    "--error-on": "codes",
    "--kernel": "kernels",
    "--arch": "targets",
}
"""The words that are a value of an option."""
_ENTRY: Final = re.compile(rb"\.entry\s+([\w$]{1,500})")
_MAX_READ_BYTES: Final = 1 << 24
"""How much of a file is searched for kernels, as one waits for them."""


class Option(NamedTuple):
    """An option of a command."""

    words: tuple[str, ...]
    """Its names: `-j`, `--jobs`."""
    help: str
    takes: bool
    """Whether a value follows."""
    choices: tuple[str, ...]
    """The possible values, if they are listed."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="For bash: `source <(ptxpy completion bash)` in ~/.bashrc. For zsh: `source "
        "<(ptxpy completion zsh)` after compinit in ~/.zshrc. For fish: `ptxpy completion fish > "
        "~/.config/fish/completions/ptxpy.fish`.",
        examples=("ptxpy completion bash > ~/.local/share/bash-completion/completions/ptxpy",),
    )
    parser.add_argument(
        "shell",
        metavar="SHELL",
        choices=(*SHELLS, *WORDS),
        help=f"{', '.join(SHELLS)}; the scripts themselves ask for {', '.join(WORDS)}",
    )
    parser.add_argument(
        "word",
        metavar="WORD",
        nargs="?",
        default="",
        help="the beginning of an opcode, or the file with the kernels",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    if options.shell in WORDS:
        ways = {"opcodes": _opcodes, "codes": _codes, "kernels": _kernels, "targets": _targets}
        if options.shell == "topics":
            ways["topics"] = lambda _: iter((*options.commands, *topics()))
        for word in ways[options.shell](options.word):
            write_stdout(word)
        return EXIT_OK
    parsers: Mapping[str, Parser] = options.commands
    # Arguments of a command are added to its parser only when it is used.
    for parser in parsers.values():
        parser.complete()
    table = {name: [*_options(parser)] for name, parser in parsers.items()}
    titles = {
        name: (parser.description or "").partition(". ")[0] for name, parser in parsers.items()
    }
    if options.shell == "fish":
        lines = [*_fish(table, titles)]
    else:
        lines = [*_bash(table)]
        if options.shell == "zsh":
            # zsh runs completions of bash by an emulation, which must be loaded first.
            lines = ["autoload -U +X bashcompinit && bashcompinit", *lines]
    for line in lines:
        write_stdout(line)
    return EXIT_OK


def _opcodes(word: str) -> Iterator[str]:
    """Yield the instructions, or beginnings of one, that continue a word: `mad.lo.s32`."""
    from ptxpy.isa import names, reach  # noqa: PLC0415 - the table loads slowly

    found = dict.fromkeys(name for name in names() if name.startswith(word))
    opcode, *modifiers = word.split(".")
    if modifiers:
        before = tuple(f".{each}" for each in modifiers[:-1])
        reached = reach(opcode, before)
        for modifier in reached.expected if reached.fitting == len(before) else ():
            if modifier.startswith(f".{modifiers[-1]}"):
                found["".join((opcode, *before, modifier))] = None
    yield from found


def _codes(_word: str) -> Iterator[str]:
    """Yield the codes of diagnostics."""
    from ptxpy.check import catalog  # noqa: PLC0415 - the checker loads slowly

    yield from (*catalog(), "all")


def _targets(_word: str) -> Iterator[str]:
    """Yield the architectures."""
    from ptxpy.isa import TARGETS  # noqa: PLC0415 - the table loads slowly

    yield from (target for target in TARGETS if target.startswith("sm_"))


def _kernels(name: str) -> Iterator[str]:
    """Yield the kernels of a file of PTX, or of a binary whose PTX is not compressed."""
    with suppress(OSError), Path(name).open("rb") as file:
        for entry in dict.fromkeys(_ENTRY.findall(file.read(_MAX_READ_BYTES))):
            yield entry.decode("ascii", "ignore")


def _options(parser: Parser) -> Iterator[Option]:
    for action in parser.actions:
        words = tuple(action.option_strings)
        takes = action.nargs != 0
        choices = tuple(map(str, action.choices or ()))
        # The help has `%(choices)s`, which argparse fills in later.
        yield Option(words, (action.help or "").replace("%(choices)s", " "), takes, choices)


def _bash(table: Mapping[str, Sequence[Option]]) -> Iterator[str]:
    """Yield the lines of a completion script for bash, and for zsh by its emulation of bash."""
    yield "_ptxpy_files() {"
    yield "    local IFS=$'\\n'"
    # Only line feeds separate names of files, which may have spaces.
    yield '    COMPREPLY+=($(compgen -f -- "$1"))'
    yield "}"
    # The kernels are those of the last word that is a file.
    yield "_ptxpy_ask() {"
    yield '    local file= word cur="${COMP_WORDS[COMP_CWORD]}"'
    yield '    for word in "${COMP_WORDS[@]}"; do [[ -f $word ]] && file="$word"; done'
    yield '    local words="$(ptxpy completion "$1" "$file" 2>/dev/null)"'
    yield '    COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "}"
    yield "_ptxpy() {"
    yield '    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"'
    yield "    local command= word words= i"
    yield "    for ((i = 1; i < COMP_CWORD; i++)); do"
    # The first word that is a command decides: a file may be called `run`.
    yield f'        case "${{COMP_WORDS[i]}}" in {"|".join(table)})'
    yield '            command="${COMP_WORDS[i]}"; break ;;'
    yield "        esac"
    yield "    done"
    yield "    COMPREPLY=()"
    yield '    case "$command $prev" in'
    for name, options in table.items():
        for option in options:
            for word in option.words:
                if asked := ASKED.get(word):
                    yield f'        "{name} {word}") _ptxpy_ask {asked}; return ;;'
                elif option.choices:
                    words = shlex.quote(" ".join(option.choices))
                    yield f'        "{name} {word}")'
                    yield f'            COMPREPLY=($(compgen -W {words} -- "$cur")); return ;;'
                elif option.takes:
                    yield f'        "{name} {word}") _ptxpy_files "$cur"; return ;;'
    yield "    esac"
    yield "    if [[ $command == isa && $cur != -* ]]; then"
    yield '        words="$(ptxpy completion opcodes "$cur" 2>/dev/null)"'
    yield '        COMPREPLY=($(compgen -W "$words" -- "$cur")); return'
    yield "    fi"
    yield "    if [[ $command == help && $cur != -* ]]; then _ptxpy_ask topics; return; fi"
    yield '    case "$command" in'
    yield f'        "") words={shlex.quote(" ".join([*table, "--help", "--version"]))} ;;'
    for name, options in table.items():
        known = [word for option in options for word in option.words]
        known += [word for option in options if not option.words for word in option.choices]
        yield f"        {name}) words={shlex.quote(' '.join(known))} ;;"
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "    if [[ -n $command && $cur != -* && ( ${#COMPREPLY[@]} -eq 0 || -z $cur ) ]]; then"
    yield '        _ptxpy_files "$cur"'
    yield "    fi"
    yield "}"
    # With `filenames` the shell quotes names, and adds a slash to folders.
    yield "complete -o filenames -F _ptxpy ptxpy"


def _fish(table: Mapping[str, Sequence[Option]], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a completion script for fish, with texts of the help."""
    # The kernels are those of the last word that is a file.
    yield "function __ptxpy_file"
    yield "    for word in (commandline -opc)[-1..1]"
    yield "        test -f $word; and echo $word; and break"
    yield "    end"
    yield "end"
    isa = "complete -c ptxpy -n '__fish_seen_subcommand_from isa'"
    yield f"{isa} -f -a '(ptxpy completion opcodes (commandline -ct))'"
    topics_of_help = "complete -c ptxpy -n '__fish_seen_subcommand_from help'"
    yield f"{topics_of_help} -f -a '(ptxpy completion topics)'"
    for name, title in titles.items():
        yield f"complete -c ptxpy -n __fish_use_subcommand -f -a {name} -d {_quote_for_fish(title)}"
    for name, options in table.items():
        when = f"complete -c ptxpy -n '__fish_seen_subcommand_from {name}'"
        for option in options:
            words = " ".join(
                f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}"
                for word in option.words
            )
            asked = next((ASKED[word] for word in option.words if word in ASKED), "")
            choices = (
                f" -x -a {_quote_for_fish(' '.join(option.choices))}" if option.choices else ""
            )
            if asked:
                choices = f" -x -a '(ptxpy completion {asked} (__ptxpy_file))'"
            value = " -r" if option.takes and option.words and not choices else ""
            if words or choices:
                title = _quote_for_fish(option.help.partition(";")[0])
                yield f"{when} {words}{value}{choices} -d {title}".replace("  ", " ")


def _quote_for_fish(text: str) -> str:
    """Return a text as a quoted word of fish."""
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
