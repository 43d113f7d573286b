"""The reference of instructions, special registers and directives, from the instruction table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from manual.markdown import code, escaped, table
from manual.paths import ROOT, relative, source_page
from manual.trait_sentences import sentence
from ptxpy.isa.directives import DIRECTIVES, Directive
from ptxpy.isa.notation import Entry, Form, FormGroup, Gate
from ptxpy.isa.special_registers import SPECIAL_REGISTERS, SpecialRegister
from ptxpy.isa.table import all_opcodes, all_traits, chapters, entries

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
    for number, (entry, chapter) in enumerate(zip(entries(opcode), chapters(opcode), strict=True)):
        parts.append(
            f"({_anchor(opcode, number)})=\n\n## {code(entry.name)}: {CHAPTERS[chapter].lower()}\n"
        )
        parts.append(f"{escaped(entry.meaning)}\n")
        path, line = place(entry, chapter)
        href = relative(page_of_opcode(opcode), source_page(path))
        parts.append(
            f"PTX ISA 9.0, section {entry.section}; in the table "
            f'<a href="{href}.html#L-{line}">{path}, line {line}</a>.\n'
        )
        effects = [f"- {sentence(trait)}" for trait in all_traits(opcode)[number]]
        if effects:
            parts.append("**Beside its result**\n\n" + "\n".join(effects) + "\n")
        for group in entry.groups:
            parts.extend(_group(group))
    return "\n".join(parts)


def place(entry: Entry, chapter: str) -> tuple[str, int]:
    """Return the file of the table that an entry is in, and its line, from 1."""
    path = f"{FOLDER}/{chapter}.txt"
    text = (ROOT / path).read_text(encoding="utf-8")
    head = re.search(rf"(?m)^\[{re.escape(entry.name)}\] +{re.escape(entry.section)} ", text)
    if head is None:
        raise LookupError(f"{path} has no entry {entry.name}")
    return path, text.count("\n", 0, head.start()) + 1


def _group(group: FormGroup) -> Iterator[str]:
    """Yield the syntax of forms that share their properties, and these."""
    # A literal block, as this is the notation of the manual, not PTX.
    syntax = "\n".join(f"{form.syntax};" for form in group.forms)
    yield f"```text\n{syntax}\n```\n"
    yield from _modifiers(group.forms)
    yield from _operands(group.forms)
    gates = dict.fromkeys(_gate(gate) for form in group.forms for gate in form.gates)
    available = "".join(f"- {gate}\n" for gate in gates) or "- every version and target\n"
    yield f"Availability:\n\n{available}"
    rules = dict.fromkeys(str(rule) for form in group.forms for rule in form.rules)
    if rules:
        yield "Modifiers exclude or require each other:\n\n" + "".join(
            f"- {code(rule)}\n" for rule in rules
        )


def _modifiers(forms: tuple[Form, ...]) -> Iterator[str]:
    classes = {name: values for form in forms for name, values in form.classes.items()}
    if classes:
        rows = [(code(name), ", ".join(map(code, values))) for name, values in classes.items()]
        yield table(("Modifier", "Is one of"), rows)


def _operands(forms: tuple[Form, ...]) -> Iterator[str]:
    rows = dict.fromkeys(
        (code(name), code(constraint.text), code(str(condition)) if condition.alternatives else "")
        for form in forms
        for name, constraint, condition in form.constraints
    )
    if any(condition for _, _, condition in rows):
        yield table(("Operand", "Is", "With"), [*rows])
    elif rows:
        yield table(("Operand", "Is"), [row[:2] for row in rows])


def _gate(gate: Gate) -> str:
    version = f"PTX {gate.version[0]}.{gate.version[1]}"
    text = f"gone from {version} on" if gate.until else f"since {version}"
    if gate.targets:
        text += " for " + " or ".join(map(code, map(str, gate.targets)))
    if gate.condition.alternatives:
        text += f", with {code(str(gate.condition))}"
    return text


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
