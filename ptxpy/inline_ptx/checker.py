"""The check of inline PTX: each block in a kernel of its own, by the rules of `ptxpy.check`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.check import Edit, Fix, Located, RelatedPlace, catalog, diagnose_module
from ptxpy.inline_ptx.block_rules import check_code
from ptxpy.inline_ptx.blocks import Lines
from ptxpy.inline_ptx.corrections import correction_of
from ptxpy.inline_ptx.operand_checks import check_operands
from ptxpy.inline_ptx.preprocessing import blank_strings
from ptxpy.inline_ptx.syntax_mistakes import hidden_strings, syntax_mistakes
from ptxpy.inline_ptx.templates import REGISTERS, Mistake, constraint_letter, fill
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import TARGETS, check_legality, entries, parse_target
from ptxpy.styles import PLAIN
from ptxpy.syntax import (
    ShapeError,
    Tolerant,
    UnreadableError,
    parse_tolerant,
    positions,
    read_module,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.check import Diagnostic
    from ptxpy.inline_ptx.blocks import Block, Blocks, Guard
    from ptxpy.inline_ptx.templates import Filled
    from ptxpy.isa import Target, Version
    from ptxpy.syntax import Focus

__all__ = ["allows", "check_blocks", "guarded_targets", "supporting_targets"]


_OF_A_FRAGMENT: Final = frozenset(
    f"PTX{number:03}" for number in (*range(10, 28), *range(31, 41), 43, 45)
)
"""Codes of diagnostics that a part of a function can have; others depend on its rest."""
_PLATFORM: Final = frozenset({"PTX017", "PTX018"})


def check_blocks(
    blocks: Blocks,
    text: str,
    *,
    version: Version | None = None,
    target: Target | None = None,
) -> list[Located]:
    """Return the diagnostics of the inline PTX of a file, in the order of lines.

    Args:
        blocks: The inline PTX.
        text: The file.
        version: The version of PTX to check against; None for any.
        target: The target to check against; None for those that the conditions around each block
            let through.
    """
    # A mistake in the body of a macro is found again at each use of the macro, and counts once.
    checking = _Checking(blocks.found, text, version, target)
    found: dict[Located, None] = {}
    for block in blocks.found:
        found.update(dict.fromkeys(checking.check(block)))
    return sorted(found, key=lambda located: (located.line, located.column, located.code))


def _parse(text: str) -> Tolerant:
    """Parse a fragment; its style is known, so that none has to be detected."""
    try:
        return Tolerant(read_module(text, PLAIN), None, frozenset(), text)
    except (UnreadableError, ShapeError):
        return parse_tolerant(text)


class _Span(NamedTuple):
    """A part of a line of the file."""

    line: int
    column: int
    length: int


class _Fragment(NamedTuple):
    """A kernel around a block."""

    text: str
    start: int
    """The offset of the block."""


class _Checking:
    """The check of the blocks of one file."""

    def __init__(
        self, blocks: Sequence[Block], text: str, version: Version | None, target: Target | None
    ) -> None:
        self.lines = Lines(text)
        self.version = version
        self.target = target
        self.shared_names = _declared_elsewhere(blocks, text)
        self._checked: dict[tuple[object, ...], tuple[Mistake, ...]] = {}

    def check(self, block: Block) -> Iterator[Located]:
        """Yield the diagnostics of a block."""
        for wrong in check_operands(block):
            operand = wrong.operand
            line, column = (block.line, block.column)
            length = 1
            if operand is not None:
                line, column = operand.line, operand.column
                # The caret covers the quotes that C++ has around each constraint.
                length = len(operand.constraint) + _quotes(block)
            yield self._located(_Span(line, column, length), wrong.code, wrong.message, wrong.help)
        for line, column in block.missing_commas:
            message = "no comma stands between this operand and the one before it"
            fix = (
                None
                if block.macro
                else Fix("write a comma", (Edit(line, column, 0, ","),), is_certain=True)
            )
            yield self._located(_Span(line, column, 1), "INL001", message, "write a comma", fix)
        filled = fill(block)
        # A number beyond the operands may mean any of them, so none is called unused.
        wrong_numbers = [mistake for mistake in filled.mistakes if mistake.code == "INL002"]
        yield from (self._at(block, mistake) for mistake in filled.mistakes)
        yield from (self._at(block, mistake) for mistake in hidden_strings(block))
        if not wrong_numbers and block.template.strip():
            tied = {int(each.constraint) for each in block.inputs if each.constraint.isdecimal()}
            for number, operand in enumerate((*block.outputs, *block.inputs)):
                # An input that is tied to an output by its number is used through that output.
                if number in filled.used or number in tied or operand.constraint.isdecimal():
                    continue
                if block.dialect in {"triton", "torch"} and number == 0 and len(block.outputs) == 1:
                    continue  # `inline_asm_elementwise` has to have a result
                sign = "%" if block.dialect == "cuda" else "$"
                message = f"operand {sign}{number} is not used"
                span = _Span(operand.line, operand.column, len(operand.constraint) + _quotes(block))
                yield self._located(span, "INL003", message)
        if any(constraint_letter(each, block.outputs) == "C" for each in block.inputs):
            return  # its text is another string
        for mistake in self._code_mistakes(block, filled):
            yield self._at(block, mistake)

    def _code_mistakes(self, block: Block, filled: Filled) -> tuple[Mistake, ...]:
        """Return the mistakes in the text of a block; those of equal blocks are found once."""
        key = (
            block.template,
            tuple(each.constraint for each in (*block.outputs, *block.inputs)),
            filled.text,
            block.clobbers,
            block.volatile,
            block.dialect,
            block.guard,
            block.open,
        )
        found = self._checked.get(key)
        if found is None:
            found = self._checked[key] = tuple(
                _as_written(mistake, filled.unique) for mistake in self._check_code(block, filled)
            )
        return found

    def _check_code(self, block: Block, filled: Filled) -> Iterator[Mistake]:
        sign = "%" if block.dialect == "cuda" else "$"
        registers = []
        for number, operand in enumerate((*block.outputs, *block.inputs)):
            letter = constraint_letter(operand, block.outputs)
            if letter is None:
                letter = "r"
            # An operand that the text does not use needs no register.
            if letter in REGISTERS and number in filled.used:
                registers.append((f"{sign}{number}", REGISTERS[letter]))
        head = f".address_size 64\n.entry kernel()\n{{\n{_declarations(tuple(registers))}"
        fragment = _Fragment(f"{head}{filled.text}\n}}\n", len(head))
        read = _parse(fragment.text)
        codes = {mistake.code for mistake in filled.mistakes}
        if read.error is not None:
            # The text has a field whose value is not known: errors of syntax may come from the
            # stand-in.
            if "INL020" in codes:
                return
            first = fragment.text.count("\n", 0, fragment.start)
            yield from syntax_mistakes(block, filled, first, read.error.problems)
        module = read.module
        if module is None or not any(type(item) is n.Function for item in module.body):
            return
        # A name that is declared in another block, or in a part that does not parse, is not
        # missing.
        unknown = frozenset(read.dropped) | filled.unknown | self.shared_names
        outputs = frozenset() if "INL002" in codes else _written_only(block)
        found = self._diagnose(block, module, unknown)
        for diagnostic, offset, length, notes in _places(found, module, fragment, filled):
            mistake = _of_diagnostic(diagnostic, offset, length, block, outputs)
            if mistake is not None:
                yield mistake._replace(related=notes)
        if read.error is None:
            # Where a number is wrong, the numbers of the operands are those of others.
            rules = [
                wrong
                for wrong in check_code(block, module, filled.unique, outputs)
                if "INL002" not in codes or wrong.code != "INL009"
            ]
            for wrong, offset, length, _ in _places(rules, module, fragment, filled):
                number = _operand_number(wrong)
                yield Mistake(wrong.code, offset, length, wrong.message, wrong.help, operand=number)
            yield from self._availability(block, module)

    def _diagnose(
        self, block: Block, module: n.Module, unknown: frozenset[str]
    ) -> list[Diagnostic]:
        # A target that the conditions exclude never compiles this block.
        applies = self.target is None or allows(block.guard, self.target)
        found = diagnose_module(
            module,
            version=self.version if applies else None,
            target=self.target if applies else None,
            unparsed_names=unknown,
        )
        ignored = _PLATFORM if block.open or not applies else frozenset()
        return [
            diagnostic
            for diagnostic in found
            if diagnostic.code in _OF_A_FRAGMENT and diagnostic.code not in ignored
        ]

    def _availability(self, block: Block, module: n.Module) -> Iterator[Mistake]:
        """Yield a mistake if targets that the conditions let through lack an instruction."""
        instructions = [node for node in walk(module) if type(node) is n.Instruction]
        supporting = supporting_targets(instructions)
        let_through = guarded_targets(block.guard)
        if not instructions or not let_through:
            return
        offset, length = _first_word(block)
        if not supporting.intersection(let_through):
            text = "no target has all of these instructions"
            if supporting:
                lowest = min(supporting)
                text = f"these instructions need {lowest}, which the conditions exclude"
            yield Mistake("INL018", offset, length, text)
            return
        if not block.guard.lowest or self.target is not None:
            return
        number = let_through[0].number
        if not any(target.number == number for target in supporting.intersection(let_through)):
            lowest = min(supporting.intersection(let_through))
            message = (
                f"the condition lets sm_{number} through, but these instructions need {lowest}"
            )
            help_ = f"write __CUDA_ARCH__ >= {lowest.number * 10}"
            yield Mistake("INL016", offset, length, message, help_)

    def _at(self, block: Block, mistake: Mistake) -> Located:
        span = _Span(*block.positions.place(mistake.offset), mistake.length)
        fix = correction_of(block, mistake, self.lines)
        found = self._located(span, mistake.code, mistake.message, mistake.help, fix)
        notes = []
        for message, offset, length in mistake.related:
            line, column = block.positions.place(offset)
            notes.append(RelatedPlace(message, line, column, length, self.lines.row(line)))
        return found._replace(related=tuple(notes)) if notes else found

    def _located(
        self, span: _Span, code: str, message: str, help_: str = "", fix: Fix | None = None
    ) -> Located:
        line, column, length = span
        row = self.lines.row(line)
        skipped = max(0, column - 1 - _EXCERPT)
        length = max(1, min(length, len(row) - column + 1))
        source = row[skipped : column - 1 + _EXCERPT]
        severity = catalog()[code].severity
        return Located(code, severity, line, column, length, message, help_, source, skipped, fix)


def _as_written(mistake: Mistake, unique: str) -> Mistake:
    """Return a mistake with `%=` in names, as they are written."""
    return mistake._replace(
        message=mistake.message.replace(unique, "%="),
        help=mistake.help.replace(unique, "%="),
        related=tuple((text.replace(unique, "%="), at, size) for text, at, size in mistake.related),
    )


def _operand_number(wrong: Diagnostic) -> int:
    """Return the number of the operand that a diagnostic points at; -1 if it is none."""
    focus = wrong.focus
    name = str(focus[1]) if focus is not None and len(focus) > 1 and focus[0] == "name" else ""
    return int(name[1:]) if _OPERAND.fullmatch(name) else -1


def _quotes(block: Block) -> int:
    """Return the number of quotes around a constraint: in LLVM's, all are one string."""
    return 2 if block.dialect == "cuda" else 0


_EXCERPT: Final = 200


def _places(
    diagnostics: Sequence[Diagnostic], module: n.Module, fragment: _Fragment, filled: Filled
) -> Iterator[tuple[Diagnostic, int, int, tuple[tuple[str, int, int], ...]]]:
    """Yield the diagnostics of a block: offsets in the template, lengths, and notes likewise.

    What is in the kernel around the block is left out.
    """
    if not diagnostics:
        return
    where = positions(module)

    def place(ordinal: int, focus: Focus | None) -> tuple[int, int] | None:
        # Places in the fragment become those of the template through the filled text.
        line, column, _, length = where.place(ordinal, focus)
        at = _offset(fragment.text, line, column) - fragment.start
        if not 0 <= at < len(filled.text):
            return None
        start = filled.offset(at)
        return start, max(filled.offset(at + length) - start, 1)

    for diagnostic in diagnostics:
        found = place(diagnostic.ordinal, diagnostic.focus)
        if found is None:
            continue
        notes = [
            (note.message, *there)
            for note in diagnostic.related
            if (there := place(note.ordinal, note.focus)) is not None
        ]
        yield diagnostic, *found, tuple(notes)


@cache
def _declarations(registers: tuple[tuple[str, str], ...]) -> str:
    return "".join(f".reg .{kind} {name};\n" for name, kind in registers)


def _written_only(block: Block) -> frozenset[str]:
    """Return the names of the outputs that have no value before the block."""
    sign = "%" if block.dialect == "cuda" else "$"
    tied = {each.constraint.lstrip("%&") for each in block.inputs}
    return frozenset(
        f"{sign}{number}"
        for number, operand in enumerate(block.outputs)
        if operand.constraint.startswith("=") and str(number) not in tied
    )


_OPERAND: Final = re.compile(r"[%$]\d+")


def _of_diagnostic(
    diagnostic: Diagnostic, offset: int, length: int, block: Block, outputs: frozenset[str]
) -> Mistake | None:
    """Return the mistake in a block that a diagnostic shows; None if there is none."""
    name = ""
    focus = diagnostic.focus
    if focus is not None and len(focus) > 1 and focus[0] == "name":
        name = str(focus[1])
    if diagnostic.code in ("PTX040", "PTX045") and _OPERAND.fullmatch(name):
        # An output with a value before the block is no unset register: `+r` reads what C++ put
        # there.
        if name not in outputs or int(name[1:]) >= len(block.outputs):
            return None
        number = int(name[1:])
        constraint = block.outputs[number].constraint
        message = f'{name} is read before it is written, and "{constraint}" passes no value in'
        help_ = f'write "+{constraint.lstrip("=&")}"'
        return Mistake("INL008", offset, length, message, help_)
    if diagnostic.code == "PTX043" and diagnostic.message.endswith("nothing sets before"):
        message = diagnostic.message.replace("before", "in this code")
        help_ = "set it in the same code: between two pieces, the compiler may set it, too"
        return Mistake("INL022", offset, length, message, help_)
    help_ = diagnostic.help
    if diagnostic.code == "PTX020" and help_.startswith("declare it"):
        # A declaration outside of braces would clash where the code is inlined twice.
        help_ = help_ and f"{help_[: help_.rfind(';') + 1]} within braces"
    return Mistake(diagnostic.code, offset, length, diagnostic.message, help_)


def _offset(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at + column - 1


_WORD: Final = re.compile(r"[a-z][\w.:]*\w")


def _first_word(block: Block) -> tuple[int, int]:
    """Return the place of the first opcode in a template."""
    for match in _WORD.finditer(block.template):
        # `.f32` and `%r` have letters, too, but do not begin an opcode.
        if not block.template[: match.start()].endswith((".", "%", "$", "_")):
            return match.start(), len(match[0])
    return 0, 1


_DEVICE: Final = re.compile(r"__(?:device|shared|constant|managed)__([^;{}()]*)")
_DECLARATION: Final = re.compile(r"(?<![\w.])\.(?:reg|shared)\s([^;]*)")
_NAME: Final = re.compile(r"[%$]?[A-Za-z_][\w$]*")


def _declared_elsewhere(blocks: Sequence[Block], text: str) -> frozenset[str]:
    """Return names that other blocks declare outside of braces, and variables of the C++."""
    found: set[str] = set()
    for block in blocks:
        if ".reg" in block.template or ".shared" in block.template:
            outside = _outside_braces(block.template)
            for declaration in _DECLARATION.finditer(outside):
                found.update(_NAME.findall(declaration[1]))
    if any(block.dialect == "cuda" for block in blocks):
        for declaration in _DEVICE.finditer(blank_strings(text)):
            found.update(_NAME.findall(declaration[1]))
    return frozenset(found)


def _outside_braces(text: str) -> str:
    depth = 0
    kept = []
    for character in text:
        depth += (character == "{") - (character == "}")
        if depth <= 0 and character != "}":
            kept.append(character)
    return "".join(kept)


@cache
def _targets() -> tuple[Target, ...]:
    return tuple(sorted(map(parse_target, TARGETS)))


@lru_cache(maxsize=1 << 14)
def _supporting(opcode: str, modifiers: tuple[str, ...]) -> frozenset[Target]:
    """Return the targets that have an instruction; all for one that the table does not have."""
    # An unknown opcode is reported by another rule: here it must not exclude all targets.
    if not entries(opcode) or check_legality(opcode, modifiers, None) is not None:
        return frozenset(_targets())
    return frozenset(
        target
        for target in _targets()
        if check_legality(opcode, modifiers, None, None, target) is None
    )


def supporting_targets(instructions: Iterable[n.Instruction]) -> frozenset[Target]:
    """Return the targets that have all of some instructions."""
    found = frozenset(_targets())
    for instruction in instructions:
        found &= _supporting(instruction.opcode, instruction.modifiers)
    return found


def guarded_targets(guard: Guard) -> tuple[Target, ...]:
    """Return the targets that a guard lets through, lowest first."""
    return tuple(target for target in _targets() if allows(guard, target))


def allows(guard: Guard, target: Target) -> bool:
    """Return whether a guard lets a target through.

    A condition on features of an architecture lets its variants with an `a` or `f` through.
    """
    # `__CUDA_ARCH__` is ten times the number of the target: 900 for sm_90.
    arch = target.number * 10
    if arch < guard.lowest or (guard.highest and arch > guard.highest):
        return False
    return not guard.feature or bool(target.variant)
