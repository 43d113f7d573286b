"""Forms of instructions from data: each is run in a kernel of its own, a set of operands a lane."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from gpu_checking.values import SORTS, Array, Choice, Draw, Sort, values
from ptxpy.isa.legality import check_legality
from ptxpy.isa.targets import Target, Version, has_feature, parse_target

__all__ = ["BLOCK", "LANES", "Form", "Operand", "Tolerance", "forms", "groups", "read", "runs_on"]

LANES: Final = 8192
"""Lanes of a form that does not say how many."""

BLOCK: Final = 128
"""Threads of a CTA."""

WARP: Final = 32

_FOLDER: Final = Path(__file__).with_name("vectors")
_CHOICES: Final = re.compile(r"\(([^()]*\|[^()]*)\)")
_VECTOR: Final = re.compile(r"\b([a-z])\*(\d+):([a-z]\w*)")
_OPERAND: Final = re.compile(r"\b([a-z]\d*):([a-z]\w*)(?:\*(\d+))?\b")
_OPCODE: Final = re.compile(r"(?:@!?\S+\s+)?([\w.:]+)")


class Operand(NamedTuple):
    """A register of the instructions of a form."""

    name: str
    """Its first letter says what it is for.

    `d` and `p` are results; `t`, `u` and `v` are neither operands nor results; `m` is the address
    of words in global memory that a lane has, `w` of words that a warp has; `s` is the address of
    16 bytes in shared memory that a lane has, `z` of those that its warp's first lane has; all
    others are operands.
    """
    type: str
    words: int = 1
    """Of `m` and `w`."""

    @property
    def sort(self) -> Sort:
        """How it is kept."""
        return SORTS[self.type]

    @property
    def is_result(self) -> bool:
        """Whether it is a register that is written."""
        return self.name[0] in "dp"

    @property
    def is_memory(self) -> bool:
        """Whether it is an address of memory that is read and written."""
        return self.name[0] in "mw"

    @property
    def is_shared(self) -> bool:
        """Whether it is an address in shared memory."""
        return self.name[0] in "sz"

    @property
    def is_scratch(self) -> bool:
        """Whether nothing is kept of it."""
        return self.name[0] in "tuv"

    @property
    def is_read(self) -> bool:
        """Whether it has values at first."""
        return not (self.is_result or self.is_scratch or self.is_shared)

    def count(self, lanes: int) -> int:
        """Return the number of its values for a number of lanes."""
        return self.words * (lanes // WARP if self.name[0] == "w" else lanes)


class Tolerance(NamedTuple):
    """How far floating-point results of a GPU may be from those of the simulator.

    The simulator rounds the exact result once, so beside an error that the manual grants there is
    always one unit in the last place.
    """

    kind: str
    """`ulp`, `rel` for an error of 2 to a power of the result, or `abs` for 2 to a power."""
    bound: float


class Form(NamedTuple):
    """A few instructions that are run together."""

    group: str
    """The name of the file that it is from: `integer`."""
    name: str
    """The instructions, with names of operands."""
    statements: tuple[str, ...]
    """The instructions, with registers."""
    operands: tuple[Operand, ...]
    choices: dict[str, Choice]
    """Which values operands take, by the first letter of their name or the whole."""
    lanes: int
    tolerance: Tolerance | None
    target: str
    """The first architecture that takes these operands; empty where the instruction says it."""
    source: str
    """Where the manual says how exact the results are; empty where they are exact."""

    @property
    def instructions(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The opcodes and modifiers."""
        for statement in self.statements:
            match = _OPCODE.match(statement)
            if match is not None and not statement.startswith("."):
                opcode, *modifiers = match[1].split(".")
                yield opcode, tuple(f".{modifier}" for modifier in modifiers)

    def inputs(self) -> dict[str, Array]:
        """Return the bits of what is read, the same on every machine."""
        read = [operand for operand in self.operands if operand.is_read]
        seed = crc32(self.name.encode())
        found = {}
        for place, operand in enumerate(read):
            count = operand.count(self.lanes)
            choice = self.choices.get(operand.name) or self.choices.get(operand.name[0], Choice())
            found[operand.name] = values(operand.sort, choice, Draw(seed, count, place, len(read)))
        return found


def groups() -> list[str]:
    """Return the names of the files of forms."""
    return sorted(path.stem for path in _FOLDER.glob("*.txt"))


@cache
def forms() -> tuple[Form, ...]:
    """Return all forms: also those that the instruction table does not have."""
    return tuple(
        form
        for group in groups()
        for form in read(group, (_FOLDER / f"{group}.txt").read_text(encoding="utf-8"))
    )


def runs_on(form: Form, version: Version, target: Target) -> bool:
    """Return whether the instruction table has all instructions of a form."""
    if form.target and not has_feature(target, parse_target(form.target)):
        return False
    return not any(
        check_legality(opcode, modifiers, None, version, target)
        for opcode, modifiers in form.instructions
    )


def read(group: str, text: str) -> Iterator[Form]:
    """Yield the forms of a file.

    A line has instructions, and after `--` what holds for them:

        add(|.rn|.rz).$T d:$T, a:$T, b:$T  -- T = f32 f64  -- ulp 1  -- from 9.7.3.3  -- b nonzero

    Each way to take one of the alternatives in parentheses, and one of the values of a name, is a
    form, if the instruction table has it; `$T` is `T` wherever it stands. `d:f32` is a register
    with its type, `d*4:f32` are the registers `{d0, d1, d2, d3}`. A backslash at the end of a line
    goes on in the next.

    Raises `ValueError` for what is no such line.
    """
    seen: Counter[str] = Counter()
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        stripped = line.partition("#")[0].strip()
        if not stripped:
            continue
        body, *clauses = re.split(r"\s+--\s+", stripped)
        bound, options = _clauses(clauses)
        for binding in product(*bound.values()):
            chosen = body
            for name, value in zip(bound, binding, strict=True):
                chosen = chosen.replace(f"${name}", value)
            for written in _expanded(chosen):
                yield _form(group, written, options, seen)


class _Options(NamedTuple):
    choices: dict[str, Choice]
    lanes: int
    tolerance: Tolerance | None
    target: str
    source: str


def _clauses(clauses: list[str]) -> tuple[dict[str, list[str]], _Options]:
    bound: dict[str, list[str]] = {}
    choices: dict[str, Choice] = {}
    lanes, tolerance, target, source = LANES, None, "", ""
    for clause in clauses:
        words = clause.split()
        match words:
            case [name, "=", *alternatives]:
                bound[name] = alternatives
            case ["lanes", number]:
                lanes = int(number)
            case ["ulp" | "rel" | "abs" as kind, bound_text]:
                tolerance = Tolerance(kind, float(bound_text))
            case ["target", name]:
                target = name
            case ["from", *_]:
                source = clause.removeprefix("from ")
            case [*names, ("nonzero" | "finite") as kind]:
                choices |= dict.fromkeys(names, Choice(kind))
            case [*names, ("in" | "int") as kind, low, high]:
                choices |= dict.fromkeys(names, Choice(kind, float(low), float(high)))
            case _:
                raise ValueError(f"not understood: -- {clause}")
    return bound, _Options(choices, lanes, tolerance, target, source)


def _expanded(text: str) -> Iterator[str]:
    match = _CHOICES.search(text)
    if match is None:
        yield text
        return
    for alternative in match[1].split("|"):
        yield from _expanded(text[: match.start()] + alternative.strip() + text[match.end() :])


def _form(group: str, written: str, options: _Options, seen: Counter[str]) -> Form:
    def vector(match: re.Match[str]) -> str:
        letter, count, sort = match.groups()
        return "{" + ", ".join(f"{letter}{index}:{sort}" for index in range(int(count))) + "}"

    text = _VECTOR.sub(vector, written)
    operands: dict[str, Operand] = {}
    for name, sort, words in _OPERAND.findall(text):
        if sort not in SORTS:
            raise ValueError(f"no type {sort}: {written}")
        operand = Operand(name, sort, int(words or 1))
        if operands.setdefault(name, operand) != operand:
            raise ValueError(f"{name} has two types: {written}")
    name = _OPERAND.sub(r"\1", _VECTOR.sub(r"\1", written))
    seen[name] += 1
    if seen[name] > 1:
        name += f"  # {seen[name]}"
    statements = tuple(part.strip() for part in _OPERAND.sub(r"%\1", text).split(";"))
    return Form(
        group,
        name,
        tuple(statement for statement in statements if statement),
        tuple(operands.values()),
        options.choices,
        options.lanes,
        options.tolerance,
        options.target,
        options.source,
    )
