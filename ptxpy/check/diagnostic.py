"""Diagnostics, and the catalog of their codes, from `catalog.txt`: their meanings, with examples.

The codes of inline PTX are in `inline_catalog.txt`, with examples in CUDA C++. Each file has one
entry for each code: a line `[PTX014] error operand-type: title`, paragraphs of explanation, and an
indented example after each of the lines `wrong:` and `right:`. An example of PTX that does not
begin with `.version` is the body of a kernel, which `whole` completes to a file.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ptxpy._hooks import repr_html
from ptxpy._records import NamedTuple
from ptxpy.isa import format_choice, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.check.fixes import Suggestion
    from ptxpy.isa import Problem
    from ptxpy.syntax import Focus

__all__ = [
    "INSTRUCTION_CODES",
    "Diagnostic",
    "Entry",
    "Related",
    "catalog",
    "hint_of_code",
    "meant_codes",
    "parted",
    "whole",
]

INSTRUCTION_CODES: Final = {
    "opcode": "PTX010",
    "modifier": "PTX011",
    "count": "PTX012",
    "kind": "PTX013",
    "type": "PTX014",
    "space": "PTX015",
    "immediate": "PTX016",
    "version": "PTX017",
    "target": "PTX018",
}
"""The codes of instructions that the instruction table refuses, by `ptxpy.isa.Problem.rule`."""


def parted(problem: Problem) -> tuple[str, str]:
    """Return the requirement on an operand as the message, the instruction's forms as the help."""
    # The message of a problem is the form in the table, a colon, and the requirement.
    syntax, _, message = problem.message.rpartition(": ")
    return message, f"the form is {syntax}" if syntax else ""


class Entry(NamedTuple):
    """The meaning of a code."""

    code: str
    severity: str
    """`error` or `warning`."""
    name: str
    """A short name of words joined by hyphens, for readers and for SARIF."""
    title: str
    explanation: str
    """Paragraphs of plain text."""
    wrong: str
    """PTX with this diagnostic and no other."""
    right: str
    """The corrected example, which has no diagnostic."""


_HEAD: Final = re.compile(r"^\[((?:PTX|INL)\d{3})\] (error|warning) ([a-z-]+): (.+)$", re.MULTILINE)
_PARTS: Final = re.compile(r"\A(.*?)^wrong:\n(.*?)^right:\n(.*)\Z", re.DOTALL | re.MULTILINE)


def _example(text: str) -> str:
    lines = text.strip("\n").rstrip().split("\n")
    return "\n".join(line.removeprefix("    ") for line in lines) + "\n"


@cache
def catalog() -> Mapping[str, Entry]:
    """Return the entries by code."""
    texts = (
        Path(__file__).with_name(name).read_text(encoding="utf-8")
        for name in ("inline_catalog.txt", "catalog.txt")
    )
    text = "\n".join(texts)
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    found: dict[str, Entry] = {}
    for head, end in zip(heads, ends, strict=True):
        code, severity, name, title = head.groups()
        parts = _PARTS.match(text[head.end() : end])
        if parts is None or code in found:
            msg = f"catalog.txt: the entry {code} is malformed or repeated"
            raise ValueError(msg)
        explanation, wrong, right = parts.groups()
        found[code] = Entry(
            code, severity, name, title, explanation.strip(), _example(wrong), _example(right)
        )
    return MappingProxyType(found)


def meant_codes(word: str) -> tuple[str, ...]:
    """Return the codes that a word may stand for which is none: a name, or a misspelt code.

    >>> meant_codes("operand-type"), meant_codes("PTX14")
    (('PTX014',), ('PTX014',))
    """
    entries = catalog()
    names = {entry.name: entry.code for entry in entries.values()}
    if word.lower() in names:
        return (names[word.lower()],)
    letters, digits = word[:3].upper(), word[3:]
    padded = f"{letters}{digits.zfill(3)}"
    if padded in entries:
        return (padded,)
    if len(word) > MAX_MISSPELT:
        return ()
    close = [names[name] for name in nearest(word.lower(), names)]
    # Codes are much alike: one that has other letters and digits is not meant.
    close += [code for code in nearest(word.upper(), entries) if _is_slip(word.upper(), code)]
    return tuple(dict.fromkeys(close))[:3]


def _is_slip(word: str, code: str) -> bool:
    """Return whether two letters of a code are swapped, or a letter is there twice or missing."""
    return sorted(word) == sorted(code) or (
        abs(len(word) - len(code)) == 1 and {*word} <= {*code} | {"0"}
    )


def hint_of_code(word: str) -> str:
    """Return which codes a wrong one may mean, or where all are listed, as a message says it."""
    codes = meant_codes(word)
    if not codes:
        return "`ptxpy check --explain all` lists them"
    shown = [f"{code} ({catalog()[code].name})" for code in codes]
    return f"did you mean {format_choice(shown)}?"


MAX_MISSPELT: Final = 60
"""The length of a word above which no code is like it."""
_FRAME: Final = """\
.version 8.6
.target sm_90a
.address_size 64

.shared .align 128 .b8 smem[4096];
.shared .align 8 .b64 bar;

.visible .entry kernel(.param .u64 data, .param .u32 count, .param .align 64 .b8 map[128])
{{
    .reg .pred %p<9>;
    .reg .b16 %rs<9>;
    .reg .b32 %r<40>;
    .reg .f32 %f<40>;
    .reg .b64 %rd<9>;
{body}    ret;
}}
"""


def whole(example: str) -> str:
    """Return the complete file of an example of the catalog."""
    if example.startswith(".version"):
        return example
    body = "".join(f"    {line}\n" if line else "\n" for line in example.splitlines())
    return _FRAME.format(body=body)


class Related(NamedTuple):
    """Another statement that a diagnostic is about."""

    message: str
    """A line about that place: `%r1 is declared here`."""
    ordinal: int
    """The ordinal of the statement among `ptxpy.ir.statements` of the module."""
    focus: Focus | None = None
    """The token to point at; None for the first token of the statement."""


class Diagnostic(NamedTuple):
    """A mistake (error), or a probable mistake (warning)."""

    code: str
    """The code in the catalog: `PTX014`."""
    message: str
    """A description of the mistake in one line, without its position."""
    ordinal: int = 0
    """The ordinal of the statement among `ptxpy.ir.statements` of the module."""
    focus: Focus | None = None
    """The token to point at; None for the first token of the statement."""
    help: str = ""
    """A correction in one line."""
    suggestion: Suggestion | None = None
    """The correction, if it is a change of a token or a new statement."""
    related: tuple[Related, ...] = ()
    """Other statements that the mistake is due to, such as the declaration of a register."""

    @property
    def entry(self) -> Entry:
        """The catalog entry of the code."""
        return catalog()[self.code]

    @property
    def severity(self) -> str:
        """`error` if ptxas refuses it; `warning` if ptxas accepts it, but it is probably wrong."""
        return self.entry.severity

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)
