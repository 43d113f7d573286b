"""The names of a group, its parameters and its values.

A group has the name of its most telling instructions. A better name is given only where the
statements prove it: a reduction, a descriptor, a load of a tile.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.lift.derived_names import Results, names_of_part, names_of_value
from ptxpy.lift.group_effects import effect_of
from ptxpy.lift.group_flow import is_position
from ptxpy.lift.group_meanings import Meaning, meaning_of
from ptxpy.lift.mentions import Mentions
from ptxpy.lift.name_spans import IN_SIGHT, UNUSED_PART
from ptxpy.naming import COORDINATES, LANE_OPERANDS
from ptxpy.pytree import tree as t

__all__ = ["Named", "name_values", "names_of_group"]

_PLAIN: Final = frozenset(
    {
        *("mov", "setp", "bra", "add", "sub", "selp", "cvt", "cvta", "shl", "shr", "and", "or"),
        *("xor", "not", "ret", "prmt", "mad", "mul", "neg", "bfe", "bfi", "pack", "unpack"),
        *("lop3", "shf", "set", "empty", "special", *vocabulary.branch_methods()),
        *(path.removeprefix("ptx.") for path in vocabulary.words(layout=True)),
        *(vocabulary.AT, vocabulary.MARK),
    }
)
"""Opcodes that say little about the purpose of a group."""

_MEMORY: Final = frozenset({"ld", "st", "fma"})
"""Opcodes that most groups have: they tell less than an instruction of one purpose."""
_TYPES: Final = frozenset({f"{kind}{width}" for kind in "usbf" for width in (8, 16, 32, 64)})
"""Functions of constants: the move of one."""
_ADDRESSES: Final = frozenset({"addr", "mbar", "dst_mem", "src_mem"})
"""Roles of addresses, whose parts have names."""
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
_CASE: Final = "run_case"
"""The name of a function that is a switch."""
_LONGEST: Final = 40
_MAX_WORDS: Final = 3
_LETTERS: Final = "xyzuvwabcdefghijklmnopqrst"
_COORDINATES: Final = "xyzwv"
_POSITION: Final = ("line", "column")
_OF_LETTER: Final = re.compile(r"\A[a-z]_")
"""The beginning of a name after a parameter that is called by a letter."""
_LATER: Final = "bcdefghijklmnopqrstuvwxyz"
"""Letters behind the names of later values that would have the same name."""
_PARAMETER_LETTERS: Final = "abcdefghuvwxyz"


class Named(NamedTuple):
    """The names of a group."""

    wanted: tuple[str, ...]
    """The names that it may have, the best first."""
    names: dict[str, str]
    """The parameters, and the names bound within."""
    roles: Callable[[t.Expression], str]
    """Returns the role of a value in the instructions that read it, "" for none."""
    taken: set[str]
    """The names that have another meaning in it."""


def names_of_group(
    body: t.Block,
    parameters: Sequence[tuple[str, str]],
    signatures: Mapping[str, Sequence[str]],
    agreed: Mapping[t.Expression, Sequence[str]],
    is_free: Callable[[str], bool],
) -> Named:
    """Return the names of a group.

    Args:
        body: Its statements.
        parameters: The marks of its parameters, each with the kind of its leaves.
        signatures: The parameters of the functions that it calls.
        agreed: The names that are true of a parameter in all calls, the best first.
        is_free: Returns whether a name has no other meaning in the module.
    """
    steps = [*_steps(body)]
    meaning = meaning_of(body)
    roles = _Roles(signatures)
    if meaning is not None:
        roles.found.update(meaning.roles)
    for statement in t.walk_statements(body):
        roles.read(statement)
    roles.read_sums([*t.walk_statements(body)])
    roles.settle(body)
    taken = {
        *keyword.kwlist,
        "ptx",
        vocabulary.AT,
        vocabulary.MARK,
        "reg",
        *(step.word for step in steps),
    }
    taken.update(_called(body))
    names: dict[str, str] = {}
    for parameter, kind in parameters:
        general = roles.general.get(parameter, "") or {"number": "n", "slice": "row"}.get(kind, "")
        wanted = [roles.found.get(parameter, ""), *agreed.get(parameter, ()), general]
        wanted = [name for each in wanted for name in (each, each.rpartition("_")[2])]
        # The last word of `tid_mod_4` is no name.
        wanted = [name for name in wanted if name.isidentifier() and is_free(name)]
        names[parameter] = _unused(wanted, _PARAMETER_LETTERS, taken)
    for statement in t.walk_statements(body):
        for bound, word in _bound(statement):
            names[bound] = _unused([word], _LETTERS, taken)
    name = _name_of(body, steps, meaning)
    indexed = "base" in roles.found.values()
    return Named(_candidates(name, steps, indexed=indexed), names, roles.of, taken)


def name_values(
    definition: t.Define,
    named: Named,
    agreed: Mapping[t.Expression, Sequence[str]],
    is_free: Callable[[str], bool],
    returned: Results,
) -> tuple[dict[t.Register, str], list[str]]:
    """Return the names of the values that a group makes, and those of its results, "" for none.

    A value is called by its role, else as all calls agree, else after its expression; the letters
    of the alphabet are for the others.
    """
    mentions = Mentions(definition.body)
    made: dict[t.Expression, t.Expression] = {}
    chosen: dict[t.Register, str] = {}
    told: dict[t.Expression, str] = {}
    taken = {*named.taken}
    known_names: dict[t.Expression, str] = {}

    def known(part: t.Expression) -> tuple[str, t.Expression | None]:
        if type(part) is str:
            return named.names.get(part, ""), None
        return known_names.get(part, ""), made.get(part)

    for key, mention in mentions.found.items():
        register = key[0]
        if not mention.targets or not mention.uses:
            continue
        [target] = mention.targets[0].targets
        wanted = [named.roles(register), *agreed.get(register, ())]
        span = mentions.span(key)
        value = mention.targets[0].value
        is_number = isinstance(value, t.Call) and value.function in _TYPES
        if target != register:
            wanted += names_of_part(mention.targets[0], register, known, returned)
        else:
            made[register] = mention.targets[0].value
            derived = names_of_value(mention.targets[0].value, known, returned)
            # What is read near by needs no long name: its definition is in sight.
            is_near = span.last - span.first <= IN_SIGHT
            wanted += [*sorted(derived, key=len)[:1], *derived] if is_near else derived
            # One word of the operand tells it from its neighbours: `field_u64`.
            shorter = ["_".join(each.split("_")[-2:]) for each in derived]
            wanted += [name for name in shorter if name.isidentifier()]
            wanted.sort(key=lambda name: name.count("_") >= _MAX_WORDS)
        wanted = [name for name in wanted if name.isidentifier() and is_free(name)]
        if wanted:
            # Each name has one value: a line whose name is read cannot be deleted unnoticed.
            base = wanted[0]
            lettered = [] if is_number else [f"{base}_{letter}" for letter in _LATER]
            name = next((each for each in (base, *lettered) if each not in taken), "")
            if name:
                chosen[register] = name
                known_names[register] = told[register] = base
                taken.add(name)
    for key, mention in mentions.found.items():
        if mention.targets and key[0] not in chosen:
            # Nothing reads this part; `_` alone would be the sink.
            chosen[key[0]] = _unused([], _LETTERS, taken) if mention.uses else UNUSED_PART
    results: list[str] = []
    last = definition.body[-1]
    if isinstance(last, t.Return):
        for part in last.value.elements if isinstance(last.value, t.Tuple) else (last.value,):
            value = part.register if isinstance(part, t.Value) else part
            wanted = [named.roles(value), *agreed.get(value, ())]
            if isinstance(part, t.Value):
                wanted += names_of_value(part.expression, known, returned)
            elif part in told:
                wanted = [told[part]]
            elif type(part) is str and len(named.names[part]) > 1:
                wanted = [named.names[part]]
            # Where it is called, the letter of a parameter says nothing.
            name = _OF_LETTER.sub("", next((name for name in wanted if name), ""))
            own = chosen.get(value, "") if type(value) is t.Register else ""
            # Results of one name are told apart as the function does it.
            results.append(own if own and name in results else name)
    return chosen, results


def _name_of(body: t.Block, steps: Sequence[_Step], meaning: Meaning | None) -> str:
    """Return the name of a group: of its meaning, and of its other instructions."""
    if meaning is None:
        if any(_has_cases(statement.body) for statement in body if type(statement) is t.With):
            return _CASE
        return _of_copies(steps) or effect_of(body) or _described(steps)
    done = {id(statement) for statement in meaning.statements}
    others = [each for each in body if id(each) not in done and not is_position(each)]
    rest = [*_steps(others)]
    if not rest:
        return meaning.name
    return f"{_of_copies(rest) or _described(rest)}_and_{meaning.name}"


def _bound(statement: t.Statement) -> Iterator[tuple[str, str]]:
    """Yield the names that a block or a loop gives, each with what to call it."""
    if isinstance(statement, t.With):
        for value, name in statement.contexts:
            if name:
                word = "switch" if _has_cases(statement.body) else "block"
                yield name, "loop" if vocabulary.LOOP in str(value) else word
    elif isinstance(statement, t.For):
        yield statement.variable, "i"


def _has_cases(block: t.Block) -> bool:
    """Return whether a block has the cases of a switch."""
    return any(
        type(statement) is t.With and type(statement.contexts[0].value) is t.Element
        for statement in block
    )


def _unused(wanted: Sequence[str], letters: str, taken: set[str]) -> str:
    """Return a name that is not taken: one of the wanted ones, or a letter."""
    for name in wanted:
        if name not in taken:
            taken.add(name)
            return name
    single = [*letters, *(first + second for first in letters for second in letters)]
    found: str = next(name for name in single if name not in taken)
    taken.add(found)
    return found


def _called(body: t.Block) -> Iterator[str]:
    """Yield the first words of the atoms in a block."""
    for statement in t.walk_statements(body):
        for expression in t.head_expressions(statement):
            for part in t.walk_expression(expression):
                if isinstance(part, str):
                    yield part.partition(".")[0]


class _Roles:
    """The roles of parameters and values in the functions and instructions that read them."""

    def __init__(self, signatures: Mapping[str, Sequence[str]]) -> None:
        self.signatures = signatures
        self.found: dict[t.Expression, str] = {}
        self.general: dict[t.Expression, str] = {}
        """The roles that count if nothing tells more: written or moved values."""
        self._only: dict[t.Expression, Counter[str]] = {}

    def of(self, key: t.Expression) -> str:
        """Return the role of a part of an expression, or nothing."""
        return self.found.get(key) or self.general.get(key, "")

    def read(self, statement: t.Statement) -> None:
        """Note the roles that a statement gives."""
        if isinstance(statement, t.Assign) and isinstance(statement.value, t.Call):
            name, arguments = str(statement.value.function), statement.value.arguments
            is_address = name.startswith("ptx.mov.") and str(arguments[0]).isidentifier()
            if is_address and isinstance(arguments[0], str):
                self.general.setdefault(statement.targets[0], f"{arguments[0]}_addr")
        for expression in t.head_expressions(statement):
            for part in t.walk_expression(expression):
                if isinstance(part, t.Call):
                    self._call(part)
                elif type(part) is t.Element:
                    self._note(part.base, "case")
                elif isinstance(part, t.List) and part.elements:
                    self._note(part.elements[0], "addr")
                    for offset in part.elements[1:2]:
                        self._note_only(offset, "offset")
                elif type(part) is t.Binary and part.operator in ("<<", ">>"):
                    self._note_only(part.right, "shift")

    def read_sums(self, statements: Sequence[t.Statement]) -> None:
        """Note the parts of addresses: a base, an offset, an index that is scaled."""
        # From the end, an address is known before the sums that it is made of.
        for statement in reversed(statements):
            if not isinstance(statement, t.Assign) or not isinstance(statement.value, t.Binary):
                continue
            role = self.of(statement.targets[0])
            operator = statement.value.operator
            left, right = [
                each.value if isinstance(each, t.View) else each
                for each in (statement.value.left, statement.value.right)
            ]
            if role.endswith("_offset") and operator == "<<":
                self._note(left, role.removesuffix("_offset") + "_index")
            elif operator == "+" and (role in _ADDRESSES or role == "base"):
                self._note(left, "base")
                self._note(right, "offset" if role == "base" else f"{role}_offset")

    def _call(self, call: t.Call) -> None:
        name = str(call.function)
        given = self.signatures.get(name)
        if given is not None:
            for argument, parameter in zip(call.arguments, given, strict=False):
                # Parameters of one role are numbered, `value_2`: the role is without the number.
                role = re.sub(r"_[0-9]+\Z", "", parameter)
                self._note(argument, role)
                if role == COORDINATES and isinstance(argument, t.Tuple):
                    for part, letter in zip(argument.elements, _COORDINATES, strict=False):
                        self._note(part, letter)
        elif name == vocabulary.AT:
            self._positions(call)
        elif name.startswith("ptx.shfl."):
            modes = [f".{word}" for word in name.split(".")]
            lane = next((LANE_OPERANDS[word] for word in modes if word in LANE_OPERANDS), "")
            for argument in call.arguments[1:2]:
                if isinstance(argument, str):
                    self._note(argument, lane)
        elif name.endswith(".set"):
            self.general.setdefault(name.removesuffix(".set"), "result")
        elif name in _TYPES and isinstance(call.arguments[0], str):
            self.general.setdefault(call.arguments[0], "value")
        elif name == vocabulary.BLOCK:
            for each in call.arguments:
                if isinstance(each, t.Keyword):
                    self._note(each.value, each.name)
        elif name in (vocabulary.UNLESS, vocabulary.IF) and call.arguments:
            self._note(call.arguments[0], "condition")

    def _positions(self, call: t.Call) -> None:
        """Note the lines and columns of a source position."""
        for argument, word in zip(call.arguments, _POSITION, strict=False):
            self._note(argument, word)
        for argument in call.arguments:
            if isinstance(argument, t.Keyword) and isinstance(argument.value, t.Tuple):
                for part, word in zip(argument.value.elements[-2:], _POSITION, strict=False):
                    self._note(part, word)

    def _note_only(self, key: t.Expression, role: str) -> None:
        """Note a role that counts if the key is read for nothing else."""
        if isinstance(key, str):
            self._only.setdefault(key, Counter())[role] += 1

    def settle(self, block: Sequence[t.Statement]) -> None:
        """Take the roles that count if a key is read for nothing else in the block."""
        reads = Counter(
            part
            for statement in t.walk_statements(block)
            for head in t.head_expressions(statement)
            for part in t.walk_expression(head)
            if part in self._only
        )
        for key, roles in self._only.items():
            for role, times in roles.items():
                if times == reads[key]:
                    self.general.setdefault(key, role)

    def _note(self, key: t.Expression, role: str) -> None:
        if isinstance(key, str | t.Register) and role.isidentifier():
            self.found.setdefault(key, role)


# ------------------------------------------------------------------------------- the name


class _Step(NamedTuple):
    """The operation of a statement."""

    word: str
    """The name of an instruction or function."""
    rank: int
    """How little it tells."""


def _steps(body: t.Block) -> Iterator[_Step]:
    for statement in t.walk_statements(body):
        if isinstance(statement, t.Assign | t.Evaluate):
            value = statement.value
            if not (isinstance(value, t.Call) and str(value.function).startswith("reg.")):
                yield _step(value)


def _step(value: t.Expression) -> _Step:
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
    if name in _TYPES:
        return _Step("mov", _LEAST_TELLING)
    if not name.startswith("ptx."):
        # A template has the name of its opcode: `cvt_rn_2` is as plain as `cvt`.
        opcode = name.partition("_")[0]
        return _Step(name, 3 if opcode in _PLAIN or name == vocabulary.AT else 0)
    words = [word.rstrip("_") for word in name.split(".")[1:] if word != "inst"]
    opcode = words[0]
    kept = [opcode, *(w for w in words[1:] if not _TYPE.match(w) and w not in _SILENT)]
    if opcode == "cvt":
        # `cvt.rn.f32.s32` is told by the type that it makes.
        kept = words[:1] + words[-2:-1]
    rank = 3 if opcode in _PLAIN else 2 if opcode in _MEMORY else 1
    return _Step("_".join(kept[:_MAX_WORDS]), rank)


def _of_copies(steps: Sequence[_Step]) -> str:
    """Return the name of a group whose instructions move or multiply as one unit of work, or ""."""
    words = [step.word for step in steps]
    copies = [word for word in words if word.startswith("cp_async_bulk_tensor")]
    copies = [word for word in copies if "commit" not in word and "wait" not in word]
    begins = "wait_and_" if any("wait" in word for word in words[:1]) else ""
    tile = "tile" if len(copies) == 1 else "tiles"
    if any("mma" in word for word in words):
        copies = []
    if copies and any("expect_tx" in word for word in words):
        return f"{begins}load_{tile}"
    if copies and any(word.startswith("cp_async_bulk_commit_group") for word in words):
        waits = any(word.startswith("cp_async_bulk_wait_group") for word in words)
        return f"{begins}store_{tile}" + ("_and_wait" if waits else "")
    shuffles = [*dict.fromkeys([word for word in words if word.startswith("shfl")])]
    if shuffles and {*words} <= {*shuffles, "pack", "unpack", "add", "mov"}:
        if "add" in words:
            return f"{shuffles[0].removesuffix('_b64')}_sum"
        if {"pack", "unpack"} <= {*words}:
            return f"{shuffles[0]}_b64"
    groups = [word for word in words if word.startswith("wgmma_group")]
    if groups or ("wgmma_commit_group" in words and any("wgmma_mma" in word for word in words)):
        waits = "wgmma_wait_group" in words or any("wait" in word for word in groups)
        return f"{begins}wgmma_group" + ("_and_wait" if waits else "")
    return ""


def _described(steps: Sequence[_Step]) -> str:
    """Return a name made of the words of the most telling steps, in the order of the text."""
    steps = [step for step in steps if step.word not in _UNNAMED]
    least = min([step.rank for step in steps], default=_LEAST_TELLING)
    ranks = (0, 1) if least <= 1 else (least,)
    telling = [
        step._replace(word=step.word.replace("_sync_aligned", ""))
        for step in steps
        if step.rank in ranks
    ]
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


def _candidates(name: str, steps: Sequence[_Step], *, indexed: bool) -> tuple[str, ...]:
    """Return a name, and longer ones for when another group has it, with further instructions."""
    words = [
        *dict.fromkeys(
            [
                re.sub(r"[^A-Za-z0-9_]+", "_", step.word)
                for step in sorted(steps, key=lambda step: step.rank)
            ]
        )
    ]
    first = {step.word for step in steps[: len(steps) // 2]}
    at = [f"{name}_at"] if indexed else []
    others = [
        f"{word}_{name}" if word in first else f"{name}_{word}"
        for word in words
        if word not in _UNNAMED and word not in name and len(name) + len(word) < _LONGEST
    ]
    return (name, *at, *others)


_UNNAMED: Final = frozenset({vocabulary.AT, vocabulary.MARK, "mov", "empty_asm", "pragma"})
_LEAST_TELLING: Final = 3
