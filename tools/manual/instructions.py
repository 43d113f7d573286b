"""The reference of instructions, special registers and directives, from the instruction table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from manual.markdown import code, escaped, fenced, table
from manual.paths import ROOT, relative, source_page
from ptxpy.isa import (
    availability,
    describe,
    entry_effects,
    modifier_classes,
    operand_words,
    rule_words,
    trait_sentence,
)
from ptxpy.isa.descriptions import Example, ptx_lines
from ptxpy.isa.directives import DIRECTIVES, Directive
from ptxpy.isa.notation import Entry, FormGroup
from ptxpy.isa.special_registers import SPECIAL_REGISTERS, SpecialRegister
from ptxpy.isa.table import all_opcodes, chapters, entries

__all__ = ["CHAPTERS", "FOLDER", "instruction_pages", "place"]

FOLDER: Final = "ptxpy/isa/instructions"

CHAPTERS: Final = {
    "integer": "Integer arithmetic",
    "float": "Floating point",
    "half": "Half precision",
    "compare": "Comparison and selection",
    "logic": "Logic and shifts",
    "convert": "Conversion",
    "move": "Moves and shuffles",
    "memory": "Memory",
    "atomic": "Atomics and reductions",
    "async": "Asynchronous copies",
    "mbarrier": "Mbarriers",
    "sync": "Synchronization",
    "control": "Control flow",
    "texture": "Textures",
    "surface": "Surfaces",
    "video": "Video",
    "wmma": "Matrices: wmma",
    "mma": "Matrices: mma",
    "wgmma": "Matrices: wgmma",
    "tcgen05": "Tensor memory: tcgen05",
}
"""The titles of the files of the table, in the order of the manual's chapters."""


def instruction_pages() -> dict[str, str]:
    """Return a page for each opcode, the index, special registers and directives."""
    pages = {page_of_opcode(opcode): _opcode(opcode) for opcode in all_opcodes()}
    pages["instructions/index"] = _index()
    pages["instructions/special-registers"] = _special_registers()
    pages["instructions/directives"] = _directives()
    return pages


def page_of_opcode(opcode: str) -> str:
    """Return the page of an opcode; `index` is a page of its own."""
    return f"instructions/opcode-{opcode}"


# ------------------------------------------------------------------------------- the index


def _index() -> str:
    parts = [
        "# Instructions\n",
        (
            f"{sum(len(entries(opcode)) for opcode in all_opcodes())} instructions of PTX ISA 9.0, "
            "and of 9.1 to 9.5 what ptxas 13.5 accepts, from the instruction table, which all of "
            "ptxpy asks. The same in a terminal: `ptxpy isa NAME`.\n"
        ),
        (
            "[Special registers](special-registers.md) and [directives](directives.md) have pages "
            "of their own.\n"
        ),
    ]
    for chapter, title in CHAPTERS.items():
        rows = [
            (
                f"[{code(entry.name)}](opcode-{opcode}.md#{_anchor(opcode, number)})",
                escaped(entry.meaning),
                _first_available(entry),
            )
            for opcode in all_opcodes()
            for number, (entry, own) in enumerate(
                zip(entries(opcode), chapters(opcode), strict=True)
            )
            if own == chapter
        ]
        parts.append(f"## {title}\n")
        parts.append(table(("Instruction", "Does", "Since"), rows))
    names = "\n".join(f"opcode-{opcode}" for opcode in all_opcodes())
    parts.append(f"```{{toctree}}\n:hidden:\n\nspecial-registers\ndirectives\n{names}\n```\n")
    return "\n".join(parts)


def _first_available(entry: Entry) -> str:
    """Return the first version of PTX with any form of an instruction, for any target."""
    needed = [
        max(
            (
                gate.version
                for gate in form.gates
                if not gate.until and not gate.condition.alternatives
            ),
            default=(1, 0),
        )
        for form in entry.forms
    ]
    version = min(needed)
    return f"PTX {version[0]}.{version[1]}"


def _anchor(opcode: str, number: int) -> str:
    """Return the name of the target before an entry of an opcode."""
    return f"isa-{opcode}-{number}"


# ------------------------------------------------------------------------------- an opcode


def _opcode(opcode: str) -> str:
    parts = [f"# {code(opcode)}\n"]
    every = enumerate(zip(entries(opcode), chapters(opcode), strict=True))
    # Integers come before floats, as in the manual.
    order = [*CHAPTERS]
    for number, (entry, chapter) in sorted(every, key=lambda each: order.index(each[1][1])):
        described = describe(entry)
        is_one = sum(each.name == entry.name for each in entries(opcode)) == 1
        title = code(entry.name) + ("" if is_one else f": {_title(entry, chapter)}")
        parts.append(f"({_anchor(opcode, number)})=\n\n## {title}\n")
        parts.append(f"{escaped(marked(described.text))}\n")
        parts += _example(described.example)
        parts.append("**Syntax**\n")
        for group in entry.groups:
            parts.extend(_group(group))
        effects = [f"- {trait_sentence(trait, code)}" for trait in entry_effects(entry)]
        if effects:
            parts.append("**Properties**\n\n" + "\n".join(effects) + "\n")
        path, line = place(entry, chapter)
        href = relative(page_of_opcode(opcode), source_page(path))
        parts.append(
            f"PTX ISA 9.0, section {entry.section}; in the table "
            f'<a href="{href}.html#L-{line}">{path}, line {line}</a>.\n'
        )
    return "\n".join(parts)


_CODE: Final = re.compile(r"(?<![\w.])(\.\w[\w:.]*\w|\w+\.\w[\w.:]*\w|0x\w+)(?![\w(])")
"""A modifier, an instruction or a number in hexadecimal in a description."""


def marked(text: str) -> str:
    """Return a description with backquotes about modifiers, instructions and hexadecimal."""
    return _CODE.sub(lambda found: f"`{found[0]}`", text)


def _example(example: Example) -> Iterator[str]:
    """Yield an example: PTX with what holds before and after, and the same in Python."""
    yield "**Example**\n"
    yield fenced("\n".join(ptx_lines(example)), "ptx")
    yield "In Python:\n"
    yield fenced("\n".join(example.python), "python")


def _title(entry: Entry, chapter: str) -> str:
    """Return the chapter of an entry, or the part of it that tells entries of one name apart."""
    part = ".".join(entry.section.split(".")[:3])
    return _PARTS.get(part) or CHAPTERS[chapter].lower()


_PARTS: Final = {
    "9.7.2": "integer arithmetic with carry",
    "9.7.5": "mixed precision",
}


def place(entry: Entry, chapter: str) -> tuple[str, int]:
    """Return the file of the table that an entry is in, and its line, from 1."""
    path = f"{FOLDER}/{chapter}.txt"
    text = (ROOT / path).read_text(encoding="utf-8")
    head = re.search(rf"(?m)^\[{re.escape(entry.name)}\] +{re.escape(entry.section)} ", text)
    if head is None:
        raise LookupError(f"{path} has no entry {entry.name}")
    return path, text.count("\n", 0, head.start()) + 1


def _group(group: FormGroup) -> Iterator[str]:
    """Yield the syntax of forms that share their properties, and these in words."""
    # A literal block, as this is the notation of the manual, not PTX.
    syntax = "\n".join(f"{' '.join(form.syntax.split())};" for form in group.forms)
    yield f"```text\n{syntax}\n```\n"
    rows = [
        (code(name), ", ".join(map(code, is_one)))
        for name, is_one in modifier_classes(group.forms).items()
    ]
    for row in operand_words(group.forms, code):
        names = ", ".join(map(code, row.name.split(", ")))
        rows.append((names, f"{row.text}, {row.condition}" if row.condition else row.text))
    if rows:
        yield table(("Part", "Is"), rows)
    rules = dict.fromkeys(rule_words(rule, code) for form in group.forms for rule in form.rules)
    if rules:
        yield "\n".join(f"- {rule}" for rule in rules) + "\n"
    needed = [
        (each.condition or "always", each.version, each.targets)
        for each in availability(group.forms, code)
    ]
    if len(needed) == 1 and needed[0][0] == "always":
        yield f"Needs {needed[0][1]}; targets: {needed[0][2]}.\n"
    else:
        yield table(("", "Needs", "Targets"), needed)


# ------------------------------------------------------------------------------- other words


def _special_registers() -> str:
    rows = [
        (
            code(row.name),
            code(f".{row.type}"),
            " ".join(f".{letter}" for letter in row.components),
            escaped(row.meaning),
            _since(row),
            row.section,
        )
        for row in SPECIAL_REGISTERS
    ]
    titles = ("Register", "Type", "Components", "Is", "Since", "PTX ISA")
    return f"# Special registers\n\n{table(titles, rows)}"


def _directives() -> str:
    rows = [
        (
            code(row.name),
            row.place,
            code(row.syntax),
            escaped(row.meaning),
            _since(row),
            row.section,
        )
        for row in DIRECTIVES.values()
    ]
    titles = ("Directive", "Stands in", "Syntax", "Is", "Since", "PTX ISA")
    return f"# Directives\n\n{table(titles, rows)}"


def _since(row: SpecialRegister | Directive) -> str:
    version = f"PTX {row.version[0]}.{row.version[1]}"
    return f"{version}, sm_{row.target}" if row.target else version
