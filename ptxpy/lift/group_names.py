"""What a group is called, and what its parameters and values are.

A group has the name of its most telling instructions. A better name is given only where the
statements prove it: a reduction, a descriptor, a load of a tile.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ptxpy.lift import tree as t

__all__ = ["Named", "names_of_group", "reduction_of"]

_PLAIN: Final = frozenset(
    {
        *("mov", "setp", "bra", "add", "sub", "selp", "cvt", "cvta", "shl", "shr", "and", "or"),
        *("xor", "not", "ret", "prmt", "mad", "mul", "neg", "bfe", "bfi", "pack", "unpack", "at"),
        *("mark", "comment", "blank", "set", "empty", "special", "again", "leave", "lop3", "shf"),
    }
)
"""Opcodes that say little about what a group is for."""

_MEMORY: Final = frozenset({"ld", "st"})
_OPERATORS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "rem",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "shl",
    ">>": "shr",
    "~": "not",
}
_TYPE: Final = re.compile(
    r"(?:[bsuf][0-9]+(?:x[0-9]+)?|bf16(?:x2)?|tf32|e[0-9]m[0-9]x?[0-9]*|pred|v[248])\Z"
)
_SILENT: Final = frozenset({"sync", "aligned", "cta", "shared__cta", "rn", "approx", "ftz"})
_LONGEST: Final = 40
_MAX_WORDS: Final = 3
_LETTERS: Final = "xyzuvwabcdefghijklmnopqrst"
_PARAMETER_LETTERS: Final = "abcdefghuvwxyz"


class Named(NamedTuple):
    """The names of a group."""

    wanted: tuple[str, ...]
    """What it may be called, the best first."""
    names: dict[str, str]
    """The parameters, and what is bound within."""
    locals: dict[t.Register, str]
    """The values that it makes."""


def names_of_group(
    body: t.Block,
    parameters: Sequence[tuple[str, str]],
    results: Sequence[t.Expression],
    signatures: Mapping[str, Sequence[str]],
) -> Named:
    """Return the names of a group.

    Args:
        body: Its statements.
        parameters: What stands for its parameters, each with the kind of its leaves.
        results: What it returns.
        signatures: The parameters of the functions that it calls.
    """
    steps = [*_steps(body)]
    roles = _Roles(signatures)
    for statement in t.walk_statements(body):
        roles.read(statement)
    taken = {*keyword.kwlist, "ptx", "at", "mark", "reg", *(step.word for step in steps)}
    taken.update(_called(body))
    names: dict[str, str] = {}
    for parameter, kind in parameters:
        wanted = roles.of(parameter) or _by_kind(kind)
        names[parameter] = _unused(wanted, _PARAMETER_LETTERS, taken)
    values: dict[t.Register, str] = {}
    read = {*results, *_read(body)}
    for statement in t.walk_statements(body):
        if isinstance(statement, t.Assign):
            for part in t.walk_expression(statement.targets[0]):
                if isinstance(part, t.Register) and part not in values:
                    found = _unused(roles.of(part), _LETTERS, taken)
                    # Python's word for a part that nothing reads; `_` alone would be the sink.
                    values[part] = found if part in read else f"_{found}"
        for name, wanted in _bound(statement):
            names[name] = _unused(wanted, _LETTERS, taken)
    return Named(_candidates(_proved(body, steps) or _described(steps), steps), names, values)


def _bound(statement: t.Statement) -> Iterator[tuple[str, str]]:
    """Yield the names that a block or a loop gives, each with what to call it."""
    if isinstance(statement, t.With):
        for value, name in statement.contexts:
            if name:
                yield name, "loop" if "ptx.loop" in str(value) else "block"
    elif isinstance(statement, t.For):
        yield statement.variable, "i"


def _unused(wanted: str, letters: str, taken: set[str]) -> str:
    """Return a name that is not taken: what is wanted, or a letter."""
    if wanted and wanted not in taken:
        taken.add(wanted)
        return wanted
    single = [*letters, *(first + second for first in letters for second in letters)]
    found: str = next(name for name in single if name not in taken)
    taken.add(found)
    return found


def _by_kind(kind: str) -> str:
    return {"number": "n", "slice": "row", "symbol": "symbol"}.get(kind, "")


def _read(body: t.Block) -> Iterator[t.Register]:
    """Yield the registers that the statements of a block read."""
    for statement in t.walk_statements(body):
        heads = [statement.value] if isinstance(statement, t.Assign) else ()
        for expression in heads or t.head_expressions(statement):
            for part in t.walk_expression(expression):
                if isinstance(part, t.Register):
                    yield part


def _called(body: t.Block) -> Iterator[str]:
    """Yield the first words of the atoms in a block."""
    for statement in t.walk_statements(body):
        for expression in t.head_expressions(statement):
            for part in t.walk_expression(expression):
                if isinstance(part, str):
                    yield part.partition(".")[0]


class _Roles:
    """What parameters and values are to the functions and instructions that read them."""

    def __init__(self, signatures: Mapping[str, Sequence[str]]) -> None:
        self.signatures = signatures
        self.found: dict[t.Expression, str] = {}

    def of(self, key: t.Expression) -> str:
        """Return what something is, or nothing."""
        return self.found.get(key, "")

    def read(self, statement: t.Statement) -> None:
        """Note what a statement says."""
        for expression in t.head_expressions(statement):
            for part in t.walk_expression(expression):
                if isinstance(part, t.Call):
                    self._call(part)
                elif isinstance(part, t.List) and part.elements:
                    self._note(part.elements[0], "addr")

    def _call(self, call: t.Call) -> None:
        name = str(call.function)
        given = self.signatures.get(name)
        if given is not None:
            for argument, parameter in zip(call.arguments, given, strict=False):
                self._note(argument, re.sub(r"_[0-9]+\Z", "", parameter))
        elif name == "at":
            for argument, word in zip(call.arguments, ("line", "column"), strict=False):
                self._note(argument, word)
            for argument in call.arguments:
                if isinstance(argument, t.Keyword) and isinstance(argument.value, t.Tuple):
                    for part, word in zip(
                        argument.value.elements[-2:], ("line", "column"), strict=False
                    ):
                        self._note(part, word)
        elif name.endswith(".set"):
            self._note(name.removesuffix(".set"), "dst")
        elif name in ("ptx.unless", "ptx.if_") and call.arguments:
            self._note(call.arguments[0], "condition")

    def _note(self, key: t.Expression, role: str) -> None:
        if isinstance(key, str | t.Register) and role.isidentifier():
            self.found.setdefault(key, role)


# ------------------------------------------------------------------------------- the name


class _Step(NamedTuple):
    """What a statement does."""

    word: str
    """The name of an instruction or function."""
    rank: int
    """How little it tells."""


def _steps(body: t.Block) -> Iterator[_Step]:
    for statement in t.walk_statements(body):
        if isinstance(statement, t.Assign | t.Evaluate):
            yield _step(statement.value)


def _step(value: t.Expression) -> _Step:  # noqa: PLR0911 - one for each form
    if isinstance(value, t.Binary):
        return _Step(_OPERATORS.get(value.operator, "setp"), _LEAST_TELLING)
    if isinstance(value, t.Unary):
        return _Step(_OPERATORS.get(value.operator, "not"), 3)
    if not isinstance(value, t.Call):
        return _Step("mov", 3)
    name = str(value.function)
    if name.endswith(".set"):
        return _step(value.arguments[0])
    if name.endswith((".leave", ".again")):
        return _Step(name.rpartition(".")[2], 3)
    if not name.startswith("ptx."):
        opcode = name.partition("_")[0]
        return _Step(name, 3 if opcode in _PLAIN or name == "at" else 0)
    words = [word.rstrip("_") for word in name.split(".")[1:] if word != "inst"]
    opcode = words[0]
    kept = [opcode, *(w for w in words[1:] if not _TYPE.match(w) and w not in _SILENT)]
    if opcode == "cvt":
        kept = words[:1] + words[-2:-1]
    rank = 3 if opcode in _PLAIN else 2 if opcode in _MEMORY else 1
    return _Step("_".join(kept[:_MAX_WORDS]), rank)


def _described(steps: Sequence[_Step]) -> str:
    """Return a name made of the words of the most telling steps, in the order of the text."""
    least = min([step.rank for step in steps], default=_LEAST_TELLING)
    ranks = (0, 1) if least <= 1 else (least,)
    telling = [step for step in steps if step.rank in ranks and step.word not in _UNNAMED]
    words = [*dict.fromkeys([step.word for step in telling])]
    best = {step.word for step in telling if step.rank == least}
    if len("_".join(words)) > _LONGEST:
        words = [word for word in words if word in best]
    name = words[0] if words else "copy"
    for word in words[1:_MAX_WORDS]:
        if len(name) + len(word) < _LONGEST:
            name += f"_{word}"
    name = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_")
    return name if name.isidentifier() else f"group_{name}"


def _candidates(name: str, steps: Sequence[_Step]) -> tuple[str, ...]:
    """Return a name, and what it may be if another group has it: with what else the group does."""
    words = [
        *dict.fromkeys(
            [
                re.sub(r"[^A-Za-z0-9_]+", "_", step.word)
                for step in sorted(steps, key=lambda step: step.rank)
            ]
        )
    ]
    first = {step.word for step in steps[: len(steps) // 2]}
    others = [
        f"{word}_{name}" if word in first else f"{name}_{word}"
        for word in words
        if word not in _UNNAMED and word not in name and len(name) + len(word) < _LONGEST
    ]
    return (name, *others)


_UNNAMED: Final = frozenset({"at", "mark", "mov", "empty_asm"})
_LEAST_TELLING: Final = 3


def _proved(body: t.Block, steps: Sequence[_Step]) -> str:
    """Return a name that the statements prove, or nothing."""
    words = [step.word for step in steps]
    if any("expect_tx" in word for word in words) and any(
        word.startswith("cp_async_bulk_tensor") and "bulk_group" not in word for word in words
    ):
        copies = sum([word.startswith("cp_async_bulk_tensor") for word in words])
        name = "load_tile" if copies == 1 else "load_tiles"
        return f"wait_and_{name}" if any("wait" in word for word in words) else name
    return reduction_of(body) or _descriptor(body)


_COMBINED: Final = {"+": "sum", "max": "max", "min": "min", "&": "and", "|": "or", "^": "xor"}


class _Shuffled(NamedTuple):
    """A value of another lane."""

    value: t.Expression | _Shuffled
    mask: int


def reduction_of(body: Sequence[t.Statement]) -> str:
    """Return the name of a reduction by shuffles, or nothing.

    The chain is followed from its first value to its last: each shuffle takes what the step before
    it has made, and nothing but the reduction may be in the group.
    """
    chain = _Chain()
    for statement in body:
        target, value = _written(statement)
        if target is None:
            if not _is_position(statement):
                return ""
        elif not chain.add(target, value):
            return ""
    return chain.name()


class _Chain:
    """The steps of a reduction as far as they have been read."""

    def __init__(self) -> None:
        self.values: dict[t.Expression, t.Expression | _Shuffled] = {}
        """What copies and shuffles are of."""
        self.operators: set[str] = set()
        self.masks: list[int] = []
        self.current: t.Expression | _Shuffled | None = None
        self.pending: _Shuffled | None = None
        """The value of another lane that has not been combined with the lane's own."""

    def add(self, target: t.Expression, value: t.Expression) -> bool:
        """Read a statement; return whether it may be a step."""
        if _is_copy(value):
            source = value.arguments[0] if isinstance(value, t.Call) else value
            self.values[target] = self._known(source)
            return True
        if isinstance(value, t.Call) and str(value.function).startswith(_BUTTERFLY):
            return self._shuffle(target, value)
        operator, operands = _combined(value)
        pair = [self._known(each) for each in operands]
        own, other = self.current, self.pending
        if operator not in _COMBINED or other is None or pair not in ([own, other], [other, own]):
            return False
        self.operators.add(_COMBINED[operator])
        self.current, self.pending = target, None
        return True

    def _shuffle(self, target: t.Expression, value: t.Call) -> bool:
        source, *rest = [self._known(argument) for argument in value.arguments]
        if self.pending is not None or not rest or not isinstance(rest[0], int):
            return False
        if self.current is not None and source != self.current:
            return False
        self.current = source
        self.pending = self.values[target] = _Shuffled(source, rest[0])
        self.masks.append(rest[0])
        return True

    def _known(self, key: t.Expression | _Shuffled) -> t.Expression | _Shuffled:
        """Return what a value is a copy of."""
        key = key.value if isinstance(key, t.View) else key
        while isinstance(key, str | t.Register) and key in self.values:
            key = self.values[key]
        return key

    def name(self) -> str:
        """Return what has been reduced, and over which lanes."""
        where = _LANES.get(tuple(sorted(self.masks)), "")
        if self.pending is not None or len(self.operators) != 1 or not where:
            return ""
        return f"{where}_{self.operators.pop()}"


_BUTTERFLY: Final = "ptx.shfl.sync.bfly."
_LANES: Final = {(1, 2): "quad", (1, 2, 4): "octet", (1, 2, 4, 8, 16): "warp"}
"""The lanes that exchange their values when their numbers differ in these bits."""


def _written(statement: t.Statement) -> tuple[t.Expression | None, t.Expression]:
    """Return what a statement writes, the first part of several, and the value; or None."""
    if isinstance(statement, t.Assign):
        target = statement.targets[0]
        return (target.elements[0] if isinstance(target, t.Tuple) else target), statement.value
    if isinstance(statement, t.Evaluate) and isinstance(statement.value, t.Call):
        name = str(statement.value.function)
        if name.endswith(".set"):
            return name.removesuffix(".set"), statement.value.arguments[0]
    return None, ""


def _is_position(statement: t.Statement) -> bool:
    value = statement.value if isinstance(statement, t.Evaluate) else ""
    return isinstance(value, t.Call) and value.function in ("at", "mark")


def _is_copy(value: t.Expression) -> bool:
    if isinstance(value, t.Call):
        return str(value.function).startswith("ptx.mov.") and len(value.arguments) == 1
    return isinstance(value, t.View | str | int | t.Hexadecimal | t.Spelled | t.Register)


def _combined(value: t.Expression) -> tuple[str, list[t.Expression]]:
    """Return the operator of two operands, and these without views."""
    if isinstance(value, t.Binary):
        operator, operands = value.operator, [value.left, value.right]
    elif isinstance(value, t.Call) and len(value.arguments) == 2:  # noqa: PLR2004
        operator = str(value.function).split(".")[1] if "." in str(value.function) else ""
        operator = {"add": "+"}.get(operator, operator)
        operands = [*value.arguments]
    else:
        return "", []
    return operator, [each.value if isinstance(each, t.View) else each for each in operands]


_DESCRIPTOR_BITS: Final = 0x40000000_00000000
_DESCRIPTOR_SHIFT: Final = 4


def _descriptor(body: t.Block) -> str:
    """Return the name of a group that makes matrix descriptors from addresses in shared memory.

    An address without its last four bits stands in the low bits, below those that are constant.
    """
    shifted: set[t.Expression] = set()
    joined = 0
    for statement in body:
        if not isinstance(statement, t.Assign):
            return ""
        value, target = statement.value, statement.targets[0]
        if _is_shifted(value, shifted):
            shifted.add(target)
        elif isinstance(value, t.Binary) and value.operator == "|" and value.left in shifted:
            bits = t.number_of(value.right)
            joined += isinstance(bits, int) and bits & _DESCRIPTOR_BITS != 0
    return "" if not joined else "matrix_descriptor" if joined == 1 else "matrix_descriptors"


def _is_shifted(value: t.Expression, shifted: set[t.Expression]) -> bool:
    """Return whether a value is an address without its last bits."""
    if isinstance(value, t.Binary):
        return value.operator == ">>" and value.right == _DESCRIPTOR_SHIFT
    if not isinstance(value, t.Call):
        return False
    name = str(value.function)
    if name.startswith("ptx.bfe."):
        return value.arguments[1:2] == (_DESCRIPTOR_SHIFT,)
    return name.startswith("ptx.cvt.u64.") and value.arguments[0] in shifted
