"""The descriptions of instructions, each with an example: `descriptions.txt`.

The notation is documented at the top of the file, which is read at the first lookup. The simulator
has run the statements of the examples, and an import has written their Python; both are tests.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.matching import matches
from ptxpy.isa.table import entries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.isa.notation import Entry

__all__ = ["Description", "Example", "describe", "description_of", "example_lines"]

_PATH: Final = Path(__file__).with_name("descriptions.txt")
_HEAD: Final = re.compile(r"(?m)^\[([\w.]+)\] +(\S+)$")
_WORDS: Final = ("launch", "in", "ptx", "py", "out", "from")


class Example(NamedTuple):
    """An instruction at work: values before, statements, and values after."""

    launch: str
    """The shape of the launch, ``block 32``; empty for one thread."""
    given: str
    """The values in registers and memory before: ``a = 2, b = 3``; empty for none."""
    statements: tuple[str, ...]
    """Statements of PTX; of a kernel the first that has the instruction, long vectors shortened."""
    python: tuple[str, ...]
    """The Python of each statement, as `ptxpy import` writes it; of a kernel its own."""
    result: str
    """The values in registers and memory after, as the simulator computes them: ``d = 5``. Empty
    for instructions that it does not run and for those without an effect there."""
    kernel: str
    """The file of `ptxpy/examples` of which a kernel has the instruction, else empty."""


class Description(NamedTuple):
    """A description of an entry of the instruction table."""

    name: str
    """The dotted name of the entry: ``mbarrier.try_wait``."""
    section: str
    """Its section in the manual of PTX ISA 9.0, which tells entries of one name apart."""
    text: str
    """Some sentences, without line ends."""
    example: Example


def describe(entry: Entry) -> Description:
    """Return the description of an entry of the table.

    >>> from ptxpy.isa import describe, entries
    >>> describe(entries("popc")[0]).example.result
    'd = 8'
    """
    return _descriptions()[entry.name, entry.section]


def description_of(opcode: str, modifiers: tuple[str, ...]) -> Description | None:
    """Return the description of an instruction, or None if the table does not have it.

    Of several entries of one name, the first with a fitting form is taken. The modifiers of an
    instruction that is being typed may fit no form; then the longest name decides.

    >>> from ptxpy.isa import description_of
    >>> description_of("add", (".f16x2",)).section
    '9.7.4.1'
    """
    found = matches(opcode, modifiers)
    words = (opcode, *(modifier[1:] for modifier in modifiers))
    named = [
        entry
        for entry in entries(opcode)
        if words[: entry.name.count(".") + 1] == tuple(entry.name.split("."))
    ]
    fitting = [
        entry
        for entry in entries(opcode)
        if any(match.form is form for match in found for form in entry.forms)
    ]
    # Of `cp.async.bulk` and `cp.async` the longer name is meant.
    best = max(fitting or named, key=lambda entry: entry.name.count("."), default=None)
    return describe(best) if best else None


def example_lines(example: Example) -> list[str]:
    r"""Return an example as lines of text: PTX with comments, then the same in Python.

    >>> from ptxpy.isa import describe, entries, example_lines
    >>> print("\n".join(example_lines(describe(entries("popc")[0]).example)))
    // a = 0xFF
    popc.b32 d, a;
    // d = 8
    d = ptx.popc.b32(a)
    """
    return [*ptx_lines(example), *example.python]


def ptx_lines(example: Example) -> list[str]:
    """Return the statements of an example, with the values before and after as comments."""
    shape = f" ({example.launch})" if example.launch else ""
    before = [f"// {example.given}{shape}".rstrip()] if example.given or shape else []
    after = [f"// {example.result}"] if example.result else []
    if example.kernel:
        after = [f"// from ptxpy/examples/{example.kernel}"]
    return [*before, *example.statements, *after]


@cache
def _descriptions() -> dict[tuple[str, str], Description]:
    found = {}
    for name, section, lines in parts(_PATH.read_text(encoding="utf-8")):
        prose = [line for line in lines if not line.startswith(" ")]
        example = _example([line.strip() for line in lines if line.startswith(" ")])
        found[name, section] = Description(name, section, " ".join(prose), example)
    return found


def parts(text: str) -> list[tuple[str, str, list[str]]]:
    """Return the name, the section and the lines of each description of a file."""
    heads = list(_HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [
        (head[1], head[2], text[head.end() : end].strip("\n").split("\n"))
        for head, end in zip(heads, ends, strict=True)
    ]


def _example(lines: Iterable[str]) -> Example:
    said: dict[str, list[str]] = {word: [] for word in _WORDS}
    for line in lines:
        word, _, rest = line.partition(" ")
        if word not in said:
            msg = f"descriptions.txt: no such word: {line!r}"
            raise ValueError(msg)
        said[word].append(rest.strip())
    return Example(
        "".join(said["launch"]),
        ", ".join(said["in"]),
        tuple(said["ptx"]),
        tuple(said["py"]),
        ", ".join(said["out"]),
        "".join(said["from"]),
    )
