"""`ptxpy help`: the help of the command line, or of a command; the guides."""

from __future__ import annotations

import argparse
import inspect
import pydoc
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._extras import PURPOSES, install_command
from ptxpy._records import NamedTuple
from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import write_stdout
from ptxpy.cli.guide_text import INSIDE, for_terminal, sections
from ptxpy.cli.shared_options import describe_command
from ptxpy.cli.surroundings import ENVIRONMENT, FILES, STATUSES
from ptxpy.isa import all_entries, describe, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.cli.argument_parser import Parser

_SUBJECTS: Final = {
    "dsl": "read and edit an imported kernel",
    "dsl.helpers": "write a kernel",
    "examples": "kernels to learn from",
    "launch": "launch a kernel, and what its arguments may be",
    "integrations": "kernels in PyTorch, JAX and Triton",
    "notebook": "kernels in Jupyter",
    "sim": "run a kernel on the CPU: traces, profiles, timelines, engines",
    "sim.races": "strict mode: races, missing waits and fences",
    "sim.schedules": "search all orders of warps and copies",
    "sweeps": "run a kernel on many shapes and seeds",
    "debugger": "stop a kernel and step it, on a terminal and in editors",
    "emulation": "run a CUDA program on the CPU",
    "captures": "record launches and replay them",
    "check": "find mistakes in PTX, Python and inline PTX; budgets for CI",
    "compare": "compare two kernels",
    "view": "source, Python, PTX and machine code on a page",
    "link": "join relocatable files",
    "reduce": "make a file small that shows a fault",
    "language_server": "PTX in editors",
    "passes": "read and change modules as a library",
    "ir": "the syntax tree of a module",
    "executors": "many files and launches on a cluster",
}
"""The guides for those who use ptxpy, each with its subject; other packages have one, too."""
_COOKBOOK: Final = "examples.cookbook"
_PREFIX: Final = "ptxpy."
_LISTED: Final = "`ptxpy help guides` lists the guides"
MAX_PLACES: Final = 12
"""The most texts that a search lists."""
_MAX_TITLES: Final = 3
MAX_WIDTH: Final = 92


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Of a command, the same as `ptxpy COMMAND --help`; of a guide, its text; of an "
        "instruction or a code such as PTX056, what `ptxpy isa` and `ptxpy check --explain` "
        "show; of a name of the library such as ptxpy.parse, its documentation. Other words are "
        "searched for in all of these. `ptxpy help guides` lists the guides and the recipes of the "
        "cookbook, `ptxpy help extras` what can be installed besides, `ptxpy help environment` "
        "variables, files and exit statuses, and `ptxpy help json` describes the fields of the "
        "JSON that commands write.",
        examples=("ptxpy help import", "ptxpy help ptxpy.sim.races", "ptxpy help missing fence"),
    )
    parser.add_argument(
        "words",
        metavar="COMMAND",
        nargs="*",
        help="a command, json, guides, extras, environment, a guide, an instruction, a code, a "
        "name of the library, or words to search for",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    parsers: Mapping[str, Parser] = options.commands
    name = " ".join(options.words)
    if not name:
        write_stdout(options.whole.format_help().rstrip())
    elif name == "json":
        write_stdout(Path(__file__).with_name("json.md").read_text(encoding="utf-8").rstrip())
    elif name == "extras":
        _list_extras()
    elif name == "environment":
        _list_surroundings()
    elif name in parsers:
        parsers[name].complete()
        write_stdout(parsers[name].format_help().rstrip())
    elif name == "guides":
        _list_guides(_guides())
    elif (guide := _guide(name)) is not None:
        write_stdout(_shown(guide).rstrip())
    else:
        _look_up(name, parsers)
    return EXIT_OK


def _look_up(name: str, parsers: Mapping[str, Parser]) -> None:
    """Show a code, an instruction or a name of the library, or search for words."""
    # The checker and the language load slowly.
    from ptxpy.check import catalog  # noqa: PLC0415
    from ptxpy.cli import check_command, isa_command  # noqa: PLC0415

    if name.upper() in catalog():
        check_command.explain(name)
    elif isa_command.is_known(name):
        options = parsers["isa"].parse_args([name])
        isa_command.run(options)
    elif (documented := _documentation(name)) is not None:
        write_stdout(documented)
    else:
        _search(name, parsers)


def _guide(name: str) -> Path | None:
    """Return the guide of a name: that of a package, of a file as links have it, or a number."""
    guides = _guides()
    short = name.removesuffix("/README.md").removesuffix(".md").replace("/", ".")
    found = guides.get(short) or guides.get(f"ptxpy.{short}") or guides.get(short.split(".")[-1])
    if found is None and name.isdecimal():
        found = next((guides[key] for key in guides if key.startswith(f"{name:0>2}_")), None)
    return found


def _shown(guide: Path) -> str:
    """Return the text of a guide for a terminal."""
    names = {path.resolve(): name for name, path in _guides().items()}

    def name_of(target: str) -> str | None:
        path = (guide.parent / target).resolve()
        return names.get(path / "README.md" if path.is_dir() else path)

    return for_terminal(guide.read_text(encoding="utf-8"), name_of)


def _documentation(name: str) -> str | None:
    """Return the documentation of a name of the library, or of `ptx`; None if there is none."""
    prefixes = ("", "ptxpy.") if name.startswith(_PREFIX) else ("ptxpy.", "ptxpy.ptx.")
    for prefix in prefixes:
        thing = pydoc.locate(f"{prefix}{name}")
        # `ptx` has attributes of any name: those that are neither helpers nor instructions say
        # nothing.
        documented = getattr(thing, "__doc__", None)
        if not documented:
            continue
        if not (inspect.isroutine(thing) or inspect.isclass(thing) or inspect.ismodule(thing)):
            return f"{thing!r}\n\n{inspect.cleandoc(documented)}"
        return pydoc.plain(pydoc.render_doc(thing, "%s")).rstrip()
    return None


class _Place(NamedTuple):
    """A text that is searched."""

    shown_by: str
    """The command that shows it."""
    title: str
    text: str


def _places(parsers: Mapping[str, Parser]) -> Iterator[_Place]:
    """Yield the texts of a search: helps of commands, sections of guides, codes, instructions."""
    for name, parser in parsers.items():
        parser.complete()
        title = (parser.description or "").partition(". ")[0]
        yield _Place(f"ptxpy {name} --help", title, parser.format_help())
    names = {path: name for name, path in _guides().items()}
    subjects = [f"{_PREFIX}{name}" for name in _SUBJECTS]
    # Guides for users come first, and packages for those who work on ptxpy last.
    for path, name in sorted(names.items(), key=lambda item: item[1].startswith(_PREFIX)):
        if name in subjects or not name.startswith(_PREFIX):
            for heading, text in sections(_shown(path).partition(INSIDE)[0]):
                yield _Place(f"ptxpy help {name}", heading, text)
    from ptxpy.check import catalog  # noqa: PLC0415 - loads slowly

    for entry in catalog().values():
        yield _Place(f"ptxpy help {entry.code}", entry.title, f"{entry.title} {entry.explanation}")
    for instruction in all_entries():
        text = f"{instruction.meaning} {describe(instruction).text}"
        yield _Place(f"ptxpy isa {instruction.name}", instruction.meaning, text)


def _search(name: str, parsers: Mapping[str, Parser]) -> None:
    """Write where words occur; raises `CommandError` if nowhere."""
    words = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in name.split()]
    found: dict[str, dict[str, None]] = {}
    for place in _places(parsers):
        if all(word.search(place.text) for word in words):
            found.setdefault(place.shown_by, {})[place.title] = None
    known = (*parsers, *(key.removeprefix(_PREFIX) for key in _guides()))
    close = nearest(name, dict.fromkeys(known))
    hint = f"did you mean {' or '.join(close)}?" if close else ""
    if not found:
        hint = hint or f"there are {', '.join(parsers)}; {_LISTED}"
        message = f"no command and no guide {name!r}; {hint}"
        raise CommandError(message)
    # What has the words in its title, or most often, is likeliest meant; a word of many has none.
    ranked = sorted(
        found.items(),
        key=lambda item: (
            not any(all(word.search(title) for word in words) for title in item[1]),
            -len(item[1]),
        ),
    )
    write_stdout(f"no command and no guide {name!r}; {hint or 'its words are in'}")
    if hint:
        write_stdout("its words are in")
    width = max(len(shown_by) for shown_by, _ in ranked[:MAX_PLACES])
    for shown_by, titles in ranked[:MAX_PLACES]:
        listed = " ".join("; ".join([*titles][:_MAX_TITLES]).split())
        line = textwrap.shorten(listed, MAX_WIDTH - width, placeholder=" …")
        write_stdout(f"  {shown_by:{width}}  {line}")
    if len(ranked) > MAX_PLACES:
        write_stdout(f"  and {len(ranked) - MAX_PLACES:,} more; a second word narrows this")


def _list_surroundings() -> None:
    """Write the variables, files and exit statuses of all commands."""
    sections = {"variables": ENVIRONMENT, "files": FILES, "exit statuses": STATUSES}
    width = max(len(name) for rows in sections.values() for name in rows)
    for title, rows in sections.items():
        write_stdout(f"{title}:")
        for name, meaning in rows.items():
            first, *others = textwrap.wrap(meaning, MAX_WIDTH - width)
            write_stdout(f"  {name:{width}}  {first}")
            for line in others:
                write_stdout(f"  {'':{width}}  {line}")


def _list_extras() -> None:
    """Write the extras, and the command that installs one here."""
    width = max(map(len, PURPOSES))
    write_stdout("extras, which add packages to this installation:")
    for name, purpose in PURPOSES.items():
        write_stdout(f"  {name:{width}}  {purpose}")
    write_stdout(f"\none is installed by\n  {install_command('view')}")


def topics() -> tuple[str, ...]:
    """Return what `ptxpy help` shows besides commands, for shells to complete."""
    guides = (name for name in _guides() if not name.startswith(_PREFIX))
    users = (f"{_PREFIX}{name}" for name in _SUBJECTS)
    return ("guides", "json", "extras", "environment", *users, *guides)


def _list_guides(guides: Mapping[str, Path]) -> None:
    """Write the names of all guides and recipes, with their subjects."""
    recipes = {
        key: path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        for key, path in guides.items()
        if not key.startswith("ptxpy")
    }
    subjects = {f"{_PREFIX}{key}": subject for key, subject in _SUBJECTS.items()}
    width = max(map(len, (*subjects, *recipes)))
    write_stdout("guides, which `ptxpy help NAME` shows:")
    for key, subject in subjects.items():
        write_stdout(f"  {key:{width}}  {subject}")
    write_stdout(f"\nrecipes ({_PREFIX}{_COOKBOOK}), which `ptxpy help 26` shows, too:")
    for key, subject in recipes.items():
        write_stdout(f"  {key:{width}}  {subject}")
    others = ", ".join(
        key for key in guides if key not in {*subjects, *recipes, _PREFIX + _COOKBOOK}
    )
    write_stdout("\npackages, for those who work on ptxpy:")
    write_stdout(textwrap.fill(others, initial_indent="  ", subsequent_indent="  "))
    write_stdout(
        "\nAs a site with search, these and pages of all commands, instructions and codes:\n"
        "`tools/build_manual` in a checkout of the repository."
    )


def _guides() -> dict[str, Path]:
    """Return the guides by name: of packages, `ptxpy.dsl`, and recipes, `26_write_a_pass`."""
    package = Path(__file__).parent.parent
    found = {
        ".".join(("ptxpy", *path.parent.relative_to(package).parts)): path
        for path in sorted(package.rglob("README.md"))
    }
    recipes = sorted((package / "examples" / "cookbook").glob("[0-9]*.md"))
    return found | {path.stem: path for path in recipes}
