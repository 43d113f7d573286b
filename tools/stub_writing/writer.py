"""The text of the stubs: a class for each state of an opcode, and for each helper."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, Final

import ptxpy  # noqa: F401 - all helpers
from ptxpy.dialect.spelling import attribute
from ptxpy.dsl.namespaces.ptx_namespace import PTX
from ptxpy.dsl.tracing.instructions import HELPERS, words_below
from ptxpy.isa.named_values import OPCODE_NUMBERS
from ptxpy.isa.notation import Entry, Form, Gate
from ptxpy.isa.special_registers import SPECIAL_REGISTERS
from ptxpy.isa.table import all_opcodes, entries
from stub_writing.calls import RESULTS_BY_SIZE, in_full, parameters_text, returning
from stub_writing.helpers import RESULTS, Imports, helper_call
from stub_writing.operand_kinds import NUMBERS
from stub_writing.states import Automaton, State, automaton

HEAD: Final = '''\
"""Every instruction and helper of `ptx`, for editors and type checkers; by tools/generate_stubs.

A class is an opcode with some of its modifiers: its attributes are those that may follow, and it
can be called where a form of the instruction table ends. `M` is how the instruction is called.
"""

{imports}

'''

_MODES: Final = {"Returning": returning, "InFull": in_full}
_MOST_FORMS: Final = 6
_EMPTY: Final = State(frozenset(), ())


def text() -> str:
    """Return the stubs."""
    imports = Imports()
    imports.add("typing", "Any", "Unpack", "overload")
    imports.add("ptxpy.dsl.namespaces.ptx_namespace", "SpecialRegister")
    imports.add("ptxpy.dsl.tracing.instructions", "Operation")
    kinds = ("A", "C", "InFull", "Instruction", "M", *NUMBERS, "Options", "P", "Returning", "V")
    results = (*RESULTS, "NumberOrParts", "Parts", "Vector", *RESULTS_BY_SIZE)
    imports.add("ptxpy.dsl.namespaces.operand_stubs", *kinds, *results)
    classes: list[str] = []
    shown: list[str] = []
    explicit: list[str] = []
    taken = {name for name in dir(PTX) if not name.startswith("_")}
    for opcode in dict.fromkeys([*all_opcodes(), *sorted(words_below(""))]):
        writer = _OpcodeWriter(opcode, imports)
        classes += writer.classes()
        name = attribute(opcode) or (opcode if opcode in HELPERS else "")
        if name and name not in taken:
            shown.append(
                f"    @property\n    def {name}(self) -> {writer.type((), 'Returning')}:\n"
                f"{_docstring(_told(opcode, brief=True), '        ')}"
            )
        if name and writer.entries:
            explicit.append(f"    {name}: {writer.type((), 'InFull')}\n")
    return "".join(
        [
            HEAD.format(imports=imports.text()),
            *classes,
            'class InstructionStubs:\n    """The instructions by opcode, and the helpers."""\n\n',
            *shown,
            "    def __getitem__(self, text: str) -> Operation: ...\n\n",
            'class ExplicitStubs:\n    """The instructions with all operands in PTX order."""\n\n',
            *explicit,
            "    def __getitem__(self, text: str) -> Operation: ...\n\n",
            'class VectorRegister(SpecialRegister):\n    """Four components."""\n\n',
            # The fourth component is always 0.
            *(f"    {component}: SpecialRegister\n" for component in "xyzw"),
            '\nclass SpecialStubs:\n    """The special registers."""\n\n',
            *_special_registers(),
        ]
    )


def _special_registers() -> Iterator[str]:
    """Yield the special registers, each as an attribute."""
    for row in SPECIAL_REGISTERS:
        head, _, rest = row.name.removeprefix("%").partition("<")
        numbers, _, tail = rest.partition(">")
        first, _, last = numbers.partition("-")
        kind = "VectorRegister" if row.components else "SpecialRegister"
        for number in range(int(first), int(last) + 1) if rest else ("",):
            name = attribute(f"{head}{number}{tail}")
            told = _docstring(f"{row.meaning} (PTX ISA, {row.section})", "        ")
            yield f"    @property\n    def {name}(self) -> {kind}:\n{told}"


Path = tuple[str, ...]
"""Words behind an opcode, without their dots."""


class _OpcodeWriter:
    """Writes the classes of an opcode, or of a word that only helpers begin with."""

    def __init__(self, opcode: str, imports: Imports) -> None:
        self.opcode = opcode
        self.imports = imports
        self.entries = entries(opcode)
        self.automaton = automaton(opcode) if self.entries else Automaton(())
        self.named: dict[Path, State | None] = {}
        self._find(())
        # Spellings of the same helpers have one class, that of the shortest.
        self.spelled: dict[frozenset[tuple[str, Callable[..., Any]]], Path] = {}
        for path in sorted(self.named, key=lambda each: (len(self._name(each)), each)):
            if not self.is_instruction(path):
                self.spelled.setdefault(self._helpers(path), path)
        # States have numbers as names, unless they are those of a name of the manual or a helper.
        self.reached: dict[int, None] = {}

    def _find(self, path: Path) -> None:
        """Find the paths that have a class of their own: names of entries, and of helpers."""
        self.named[path] = self._state_at(path)
        name = self._name(path)
        longer = {
            entry.name[len(name) + 1 :].partition(".")[0]
            for entry in self.entries
            if entry.name.startswith(name + ".")
        }
        for word in sorted(longer | words_below(name)):
            self._find((*path, word))

    def _name(self, path: Path) -> str:
        return ".".join((self.opcode, *path))

    def _state_at(self, path: Path) -> State | None:
        """Return the state behind some words, None if there is none."""
        if not self.automaton.states:
            return None
        state = self.automaton.states[-1]
        for word in path:
            number = dict(state.following).get("." + word)
            if number is None:
                return None
            state = self.automaton.state(number)
        return state

    def is_instruction(self, path: Path) -> bool:
        """Return whether a path leads to instructions."""
        return self.named[path] is not None

    def _helpers(self, path: Path) -> frozenset[tuple[str, Callable[..., Any]]]:
        """Return the helpers at a path and below it, each with the words behind the path."""
        name = self._name(path)
        return frozenset(
            (helper.removeprefix(name), function)
            for helper, function in HELPERS.items()
            if helper == name or helper.startswith(f"{name}.")
        )

    def type(self, path: Path, mode: str) -> str:
        """Return the type of what stands behind some words that have a class of their own."""
        if self.is_instruction(path):
            return f"{_camel(self._name(path))}[{mode}]"
        return _camel(self._name(self.spelled[self._helpers(path)]))

    def classes(self) -> Iterator[str]:
        """Yield the classes: those of the names last, as they lead to the others."""
        named = [
            self._named_class(path)
            for path in sorted(self.named, reverse=True)
            if self.is_instruction(path) or path in self.spelled.values()
        ]
        written: set[int] = set()
        while len(written) < len(self.reached):
            for number in [each for each in self.reached if each not in written]:
                written.add(number)
                yield self._numbered_class(number)
        yield from named

    def _numbered_class(self, number: int) -> str:
        state = self.automaton.state(number)
        name = f"{_camel(self.opcode)}_{number}"
        body = "".join([*self._calls(name, state, None), *self._attributes(state, None)])
        return f"class {name}(Instruction[M]):\n{body}\n"

    def _named_class(self, path: Path) -> str:
        state = self.named[path]
        name = self._name(path)
        here = _camel(name)
        parts = [
            _docstring(_told(name, brief=False), "    ") + "\n",
            *self._calls(here, state or _EMPTY, name if name in HELPERS else None),
            *self._attributes(state or _EMPTY, path),
        ]
        return f"class {here}{'(Instruction[M])' if state else ''}:\n{''.join(parts)}\n"

    def _calls(self, name: str, state: State, helper: str | None) -> Iterator[str]:
        """Yield the overloads of `__call__`."""
        found: list[tuple[str, str]] = []
        is_generic = state is not _EMPTY
        told = self._meanings(state)
        if helper is not None:
            owner = f"{name}[Returning]" if is_generic else ""
            found.append((helper_call(HELPERS[helper], owner, self.imports), ""))
        calls = {mode: make(state.signatures) for mode, make in _MODES.items()}
        if not state.signatures:
            calls = {}
        elif helper is not None:
            del calls["Returning"]
        same = len(calls) == len(_MODES) and calls["Returning"] == calls["InFull"]
        for mode in [*calls][: 1 if same else None]:
            owner = "self" if same else f"self: {name}[{mode}]"
            for call in calls[mode]:
                parameters = ", ".join(
                    filter(None, (owner, parameters_text(call), "**options: Unpack[Options]"))
                )
                found.append((f"({parameters}) -> {call.result}", told))
        seen = ""
        for signature, meaning in found:
            marker = "    @overload\n" if len(found) > 1 else ""
            body = f'\n        """{meaning}"""\n' if meaning and meaning != seen else " ...\n"
            seen = meaning or seen
            yield f"{marker}    def __call__{signature}:{body}"

    def _meanings(self, state: State) -> str:
        """Return what the instructions that end in a state do."""
        numbers = sorted({each.entry for each in state.signatures})
        found = [self.entries[number] for number in numbers]
        return "\n\n        ".join(f"{each.meaning} (PTX ISA, {each.section})" for each in found)

    def _attributes(self, state: State, path: Path | None) -> Iterator[str]:
        """Yield the modifiers that may follow, and the words of helpers."""
        leads: dict[str, str] = {}
        for modifier, number in state.following:
            word = modifier[1:]
            if path is not None and (*path, word) in self.named:
                continue
            name = attribute(word)
            if name is not None:
                self.reached[number] = None
                leads[name] = f"{_camel(self.opcode)}_{number}[M]"
        if path is not None:
            for longer in self.named:
                if longer[:-1] == path and longer:
                    leads[attribute(longer[-1]) or longer[-1]] = self.type(longer, "M")
            for number_name in OPCODE_NUMBERS:
                if number_name.rpartition(".")[0] == self._name(path):
                    leads[number_name.rpartition(".")[2]] = "int"
        for name in sorted(leads):
            yield f"    {name}: {leads[name]}\n"


def _camel(name: str) -> str:
    words = name.replace("::", ".").split(".")
    return "".join(word[:1].upper() + word[1:] for word in words)


def _told(name: str, *, brief: bool) -> str:
    """Return what a helper says, then what the table does: meaning, section and forms."""
    opcode = name.partition(".")[0]
    found = [
        entry
        for entry in entries(opcode)
        if entry.name == name or entry.name.startswith(name + ".")
    ]
    found = [entry for entry in found if entry.name == name] or found
    told = []
    if name in HELPERS:
        told.append(f"{inspect.getdoc(HELPERS[name])}\n\n")
    elif not found:
        longer = sorted(helper for helper in HELPERS if helper.startswith(name + "."))
        told.append(f"Helpers: {', '.join(longer)}.\n\n")
    for entry in found:
        told.append(f"{entry.meaning} (PTX ISA, {entry.section})\n\n")
        told += [] if brief else _forms(entry)
    return "".join(told).strip()


def _forms(entry: Entry) -> Iterator[str]:
    for form in entry.forms[:_MOST_FORMS]:
        yield f"    {' '.join(form.syntax.split())}{_requirements(form)}\n"
    if len(entry.forms) > _MOST_FORMS:
        yield f"    … ({len(entry.forms)} forms; see ptxpy isa {entry.name})\n"
    yield "\n"


def _docstring(told: str, indent: str) -> str:
    escaped = told.replace("\\", "\\\\").replace('"""', '\\"' * 3)
    end = "\n" if "\n" in escaped else ""
    return textwrap.indent(f'"""{escaped}{end}"""\n', indent, lambda line: bool(line.strip()))


def _requirements(form: Form) -> str:
    needed = [_gate(gate) for gate in form.gates if not gate.condition.alternatives]
    return f"  # {'; '.join(needed)}" if needed else ""


def _gate(gate: Gate) -> str:
    version = f"{'until ' if gate.until else ''}PTX {gate.version[0]}.{gate.version[1]}"
    targets = " or ".join(map(str, gate.targets))
    return f"{version}, {targets}" if targets else version
