"""The names of a group, its parameters and its values.

A group has the name of the purpose that its statements prove: a reduction, a descriptor, an effect
on memory, an exchange between lanes, the only instruction that has a purpose. Without such a name
it is called after its only result, else after its place in the kernel: `epilogue_part`.
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
from ptxpy.lift.group_purposes import purpose_of, steps_of
from ptxpy.lift.mentions import Mentions
from ptxpy.lift.name_spans import IN_SIGHT, UNUSED_PART
from ptxpy.lift.quotients import HIGH_PRODUCT, QUOTIENT, is_high_product
from ptxpy.naming import COORDINATES, LANE_OPERANDS
from ptxpy.pytree import tree as t

__all__ = ["Named", "name_values", "names_of_group"]

_TYPES: Final = frozenset({f"{kind}{width}" for kind in "usbf" for width in (8, 16, 32, 64)})
"""Functions of constants: the move of one."""
_ADDRESSES: Final = frozenset({"addr", "mbar", "dst_mem", "src_mem"})
"""Roles of addresses, whose parts have names."""
_CASE: Final = "run_case"
"""The name of a function that is a switch."""
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
    """The names that it may have, the best first; none if its statements tell no purpose."""
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
    steps = [*steps_of(body)]
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
    name = _name_of(body, meaning)
    indexed = "base" in roles.found.values()
    candidates = [name, *([f"{name}_at"] if indexed else [])] if name else []
    return Named((*candidates,), names, roles.of, taken)


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


def _name_of(body: t.Block, meaning: Meaning | None) -> str:
    """Return the name of a group: of its meaning, and of its other instructions."""
    if meaning is None:
        if any(_has_cases(statement.body) for statement in body if type(statement) is t.With):
            return _CASE
        return effect_of(body) or purpose_of(body)
    done = {id(statement) for statement in meaning.statements}
    others = [each for each in body if id(each) not in done and not is_position(each)]
    if not [*steps_of(others)]:
        return meaning.name
    purpose = purpose_of(others)
    return f"{purpose}_and_{meaning.name}" if purpose else f"{meaning.name}_and_more"


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
            value = call.arguments[0]
            if is_high_product(value):
                self._note(name.removesuffix(".set"), HIGH_PRODUCT)
            elif type(value) is t.Binary and value.operator == ">>" and is_high_product(value.left):
                self._note(name.removesuffix(".set"), QUOTIENT)
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
