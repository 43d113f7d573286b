"""`ptxpy isa`: forms and requirements from the instruction table."""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from typing import TYPE_CHECKING, Any, Final

from ptxpy._schema import SCHEMA
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import paint, write_stdout
from ptxpy.cli.shared_options import describe_command
from ptxpy.dialect import word
from ptxpy.isa import (
    DIRECTIVES,
    SPECIAL_REGISTERS,
    STATE_SPACES,
    TYPES,
    Directive,
    all_entries,
    all_opcodes,
    availability,
    beginning,
    check_legality,
    describe,
    entries,
    entry_effects,
    example_lines,
    lookup,
    matches,
    modifier_classes,
    modifiers_of,
    names,
    nearest,
    operand_words,
    rule_words,
    trait_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.isa import Entry, Form, Gate, SpecialRegister

_WARP_SIZE: Final = "WARP_SZ"
WIDTH: Final = 100
"""How wide prose and lists are."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Without a name, all instructions are listed. A name is an opcode (mbarrier), "
        "an instruction of the manual (mbarrier.try_wait), an instruction with modifiers "
        "(ld.global.v4), for which only the forms that begin so are shown, a special register "
        "(%tid), a directive (.maxntid), a state space, a type, or a helper of the Python "
        "(tma.load).",
        examples=("ptxpy isa mad.lo.s32", "ptxpy isa mbarrier.try_wait", "ptxpy isa %tid"),
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="an opcode or instruction")
    parser.add_argument(
        "--json", action="store_true", help="print JSON; `ptxpy help json` describes its fields"
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    if options.name is None:
        _list(as_json=options.json)
        return EXIT_OK
    name = _spelled(options.name)
    if name[:1] in (".", "%", "@") or name == _WARP_SIZE:
        return _word(name, as_json=options.json)
    found = _find(name)
    if not found:
        helper = "" if options.json else _helper(name)
        if helper:
            write_stdout(helper)
            return EXIT_OK
        raise CommandError(_nothing(name), EXIT_PROBLEMS)
    if options.json:
        _print_json(found)
        return EXIT_OK
    for number, entry in enumerate(found):
        if number:
            write_stdout("")
        _show(entry, tuple(f".{each}" for each in name.split(".")[1:]))
    return EXIT_OK


def is_known(name: str) -> bool:
    """Whether `ptxpy isa` has something to show under a name."""
    from ptxpy.dsl import HELPERS  # noqa: PLC0415 - the language loads slowly

    name = _spelled(name)
    if name[:1] in (".", "%", "@"):
        is_register = name[0] == "%" and lookup(name.partition(".")[0]) is not None
        return name in DIRECTIVES or bool(_described(name)) or is_register
    return name == _WARP_SIZE or name in HELPERS or bool(_find(name))


def _spelled(given: str) -> str:
    """Return a name as PTX spells it: `ptx.ld.global_.f32` is Python's `ld.global.f32`."""
    # A stop at the end is that of a modifier which is not typed yet.
    name = given.strip().rstrip(";.")
    if name.startswith("ptx."):
        _, *words = name.split(".")
        found = ".".join(word(each) for each in words)
        name = found if _find(found) else ".".join(words)
    return name.lower() if name.isupper() and _find(name.lower()) else name


def _described(name: str) -> str:
    """Return a type or a state space in words; empty for another word."""
    space, kind = STATE_SPACES.get(name[1:]), TYPES.get(name[1:])
    if name == _WARP_SIZE:
        return "constant: the threads of a warp, 32"
    if space is not None:
        return f"state space, an instance for each {space.sharing}"
    return "" if kind is None else f"type of {kind.bits} bits, {kind.kind}"


def _show(entry: Entry, modifiers: tuple[str, ...] = ()) -> None:
    """Write an entry for a reader; of a modifier's class that is chosen, the choice alone."""
    title = paint(entry.name, "bold", sys.stdout)
    write_stdout(f"{title}: {entry.meaning} (PTX ISA 9.0, {entry.section})")
    described = describe(entry)
    write_stdout("")
    for line in textwrap.wrap(described.text, WIDTH - 2):
        write_stdout(f"  {line}")
    write_stdout("")
    for line in example_lines(described.example):
        write_stdout(f"    {line}")
    effects = [trait_sentence(trait) for trait in entry_effects(entry)]
    if effects:
        write_stdout("\n  properties")
    for effect in effects:
        _item(effect)
    wanted = {form.syntax for form in entry.forms}
    for group in entry.groups:
        # The entry may hold some of its forms only.
        forms = tuple(form for form in group.forms if form.syntax in wanted)
        if forms:
            _group(forms, modifiers)


def _group(forms: tuple[Form, ...], modifiers: tuple[str, ...]) -> None:
    """Write forms that share their properties, and these in words."""
    write_stdout("")
    for form in forms:
        write_stdout(f"    {paint(' '.join(form.syntax.split()), 'bold', sys.stdout)};")
    classes = modifier_classes(forms)
    for name, values in classes.items():
        # A word of several classes, as the types of `cvt`, may stand for any of them.
        chosen = [
            each
            for each in modifiers
            if each in values and sum(each in others for others in classes.values()) == 1
        ]
        _item(f"{name}: {' '.join(chosen or values)}")
    for operand in operand_words(forms):
        _item(f"{operand.name}: {operand.text}{_when(operand.condition)}")
    for rule in dict.fromkeys(rule_words(rule) for form in forms for rule in form.rules):
        _item(rule)
    for needed in availability(forms):
        targets = "" if needed.targets == "all" else f", {needed.targets}"
        _item(f"{needed.version}{targets}{_when(needed.condition)}")


def _when(condition: str) -> str:
    return f", {condition}" if condition else ""


def _item(text: str) -> None:
    """Write an item of a list below a form."""
    lines = textwrap.wrap(text, WIDTH - 6, break_on_hyphens=False, break_long_words=False)
    for at, line in enumerate(lines):
        write_stdout(f"      {'  ' if at else ''}{line}")


def _word(name: str, *, as_json: bool) -> int:
    """Show a directive or a special register."""
    special = lookup(name.partition(".")[0]) if name.startswith("%") else None
    found: SpecialRegister | Directive | None = special or DIRECTIVES.get(name)
    described = _described(name) if found is None else ""
    if described and not as_json:
        write_stdout(f"{paint(name, 'bold', sys.stdout)}: {described}")
        return EXIT_OK
    if described:
        write_stdout(json.dumps({"schema": SCHEMA, "name": name, "meaning": described}, indent=2))
        return EXIT_OK
    if found is None:
        known = [*DIRECTIVES, *(row.name for row in SPECIAL_REGISTERS)]
        close = nearest(name, [*known, *(f".{each}" for each in (*STATE_SPACES, *TYPES))])
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        message = f"no directive or special register {name}{hint}"
        raise CommandError(message, EXIT_PROBLEMS)
    if as_json:
        write_stdout(json.dumps({"schema": SCHEMA, **found._asdict()}, indent=2))
        return EXIT_OK
    title = paint(found.name, "bold", sys.stdout)
    write_stdout(f"{title}: {found.meaning} (PTX ISA 9.0, {found.section})")
    version = f"PTX {found.version[0]}.{found.version[1]}"
    write_stdout(f"    {version}{f', sm_{found.target}' if found.target else ''}")
    if isinstance(found, Directive):
        write_stdout(f"    {found.syntax}")
    else:
        components = f", components {' '.join(found.components)}" if found.components else ""
        write_stdout(f"    .{found.type}{components}")
    return EXIT_OK


def _list(*, as_json: bool) -> None:
    every = all_entries()
    if as_json:
        _print_json(every)
        return
    seen: dict[str, str] = {}
    for entry in every:
        seen.setdefault(entry.name, entry.meaning)
    width = max(map(len, seen))
    for name in sorted(seen):
        write_stdout(f"{name:{width}}  {seen[name]}")


def _find(name: str) -> list[Entry]:
    """Return the entries of a name; for an instruction with modifiers, only its matching forms."""
    opcode, *rest = name.split(".")
    exact = [entry for entry in entries(opcode) if entry.name == name]
    if exact:
        return exact
    if not rest:
        return [*entries(opcode)]
    below = [entry for entry in entries(opcode) if entry.name.startswith(f"{name}.")]
    modifiers = tuple(f".{word}" for word in rest)
    # An instruction may have its modifiers in another order, its beginning may not.
    begun = beginning(opcode, modifiers) or tuple(each.form for each in matches(opcode, modifiers))
    forms = {form.syntax for form in begun}
    fitting = [
        entry._replace(forms=tuple(form for form in entry.forms if form.syntax in forms))
        for entry in entries(opcode)
    ]
    found = below or [entry for entry in fitting if entry.forms]
    if found:
        return found
    # What is left out between modifiers may be any: `mad.cc` are the forms of `mad.lo.cc`.
    having = [
        entry._replace(
            forms=tuple(
                form
                for form in entry.forms
                if {*modifiers} <= {*modifiers_of(form, form.elements), *_name_words(entry)}
            )
        )
        for entry in entries(opcode)
    ]
    return [entry for entry in having if entry.forms]


def _name_words(entry: Entry) -> Iterator[str]:
    """Yield the modifiers in the name of an entry: `.try_wait` of `mbarrier.try_wait`."""
    return (f".{each}" for each in entry.name.split(".")[1:])


def _helper(name: str) -> str:
    """Return the description of a helper, which writes several instructions; empty for none."""
    import inspect  # noqa: PLC0415 - loads slowly

    from ptxpy.dsl import HELPERS  # noqa: PLC0415 - the language loads slowly

    function = HELPERS.get(name)
    if function is None:
        return ""
    described = inspect.getdoc(function) or ""
    title = paint(f"ptx.{name}", "bold", sys.stdout)
    signature = str(inspect.signature(function)).replace("'", "")
    return f"{title}{signature}\n\n{textwrap.indent(described, '    ')}".rstrip()


def _nothing(name: str) -> str:
    """Return why a name is not found, with similar names."""
    if re.fullmatch(r"PTX\d{3}", name):
        return f"{name} is the code of a message; ptxpy check --explain {name} explains it"
    opcode, *rest = name.split(".")
    problem = check_legality(opcode, tuple(f".{word}" for word in rest), None)
    from ptxpy.dsl import HELPERS  # noqa: PLC0415 - the language loads slowly

    if name in HELPERS:
        return f"{name} is a helper of the Python, of which there is no JSON"
    close = nearest(name, {*names(), *all_opcodes(), *HELPERS})
    if problem is None or problem.rule == "opcode":
        hint = f"did you mean {' or '.join(close)}?" if close else "ptxpy isa lists all"
        return f"no instruction {name}; {hint}"
    return problem.message


def _print_json(found: Iterable[Entry]) -> None:
    report = {"schema": SCHEMA, "instructions": [_entry(entry) for entry in found]}
    write_stdout(json.dumps(report, indent=2))


def _entry(entry: Entry) -> dict[str, Any]:
    described = describe(entry)
    return {
        "name": entry.name,
        "section": entry.section,
        "meaning": entry.meaning,
        "description": described.text,
        "example": described.example._asdict(),
        "traits": [line.strip() for line in entry.traits.splitlines()],
        "forms": [_form(form) for form in entry.forms],
    }


def _form(form: Form) -> dict[str, Any]:
    return {
        "syntax": " ".join(form.syntax.split()),
        "modifiers": form.classes,
        "operands": [
            {"name": name, "kind": kind.text, "with": str(condition)}
            for name, kind, condition in form.constraints
        ],
        "requires": [_gate(gate) for gate in form.gates],
        "rules": [str(rule) for rule in form.rules],
    }


def _gate(gate: Gate) -> dict[str, Any]:
    return {
        "until" if gate.until else "ptx": f"{gate.version[0]}.{gate.version[1]}",
        "targets": [str(target) for target in gate.targets],
        "with": str(gate.condition),
    }
