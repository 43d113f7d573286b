"""The modifiers of an opcode as an automaton: what may follow, and where a form ends.

The forms of an opcode are a language, whose words are sequences of modifiers. Its automaton has no
cycles. States that have the same future, the same modifiers that lead to the same states and the
same calls, are one state: that is what keeps the classes of the stubs few.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from ptxpy.dialect.spelling import attribute
from ptxpy.isa.conditions import Binding
from ptxpy.isa.legality import present_operands, rule_problem
from ptxpy.isa.notation import Element, Form, Slot
from ptxpy.isa.table import entries
from stub_writing.operand_kinds import Kinds, facts_of, kinds_of, result_of


class Parameter(NamedTuple):
    """An operand of a call."""

    name: str
    kinds: Kinds


class Signature(NamedTuple):
    """The operands of an instruction in the order of PTX, and its value."""

    entry: int
    """The number of the entry in the table."""
    parameters: tuple[Parameter, ...]
    result: str
    """The class of the value, empty without a destination."""


class State(NamedTuple):
    """The modifiers that may follow others, each with its state, and the calls there."""

    signatures: frozenset[Signature]
    following: tuple[tuple[str, int], ...]
    """Modifiers with their dots, and the numbers of states."""


class Automaton(NamedTuple):
    """The states of an opcode; the last is the one without modifiers."""

    states: tuple[State, ...]

    def state(self, number: int) -> State:
        """Return a state by its number."""
        return self.states[number]


class _Place(NamedTuple):
    """How far modifiers have come in a form, and what of them counts."""

    form: int
    rest: tuple[Element, ...]
    modifiers: frozenset[str]
    classes: frozenset[tuple[str, str]]


_OTHER: Final = ".other"
"""Stands for the values of a class that make no difference."""


def automaton(opcode: str) -> Automaton:
    """Return the automaton of an opcode."""
    return _Builder(opcode).build()


class _Builder:
    def __init__(self, opcode: str) -> None:
        self.forms: list[tuple[int, Form]] = []
        for number, entry in enumerate(entries(opcode)):
            for form in entry.forms:
                self.forms += [(number, form._replace(elements=order)) for order in _orders(form)]
        self.facts = [facts_of(form) for _, form in self.forms]
        self.states: dict[State, int] = {}
        self.known: dict[frozenset[_Place], int] = {}
        self.ends: dict[_Place, frozenset[Signature]] = {}

    def build(self) -> Automaton:
        """Return the automaton."""
        self._state(
            frozenset(
                _Place(number, form.elements, frozenset(), frozenset())
                for number, (_, form) in enumerate(self.forms)
            )
        )
        return Automaton(tuple(self.states))

    def _state(self, places: frozenset[_Place]) -> int:
        """Return the number of the state of several places at once, -1 for one without future."""
        if places not in self.known:
            following: dict[str, set[_Place]] = {}
            signatures: frozenset[Signature] = frozenset()
            for place in places:
                for element, rest in _heads(place.rest):
                    if element is None:
                        signatures |= self._end(place)
                        continue
                    form = self.forms[place.form][1]
                    for modifier in form.classes.get(element, (element,)):
                        if attribute(modifier[1:]) is None:
                            continue  # such words are written in brackets alone
                        reached = self._step(place, element, modifier, rest)
                        following.setdefault(modifier, set()).add(reached)
            # Sorted, so that states have the same numbers whenever the stubs are written.
            steps = [(each, self._state(frozenset(following[each]))) for each in sorted(following)]
            state = State(signatures, tuple(step for step in steps if step[1] >= 0))
            number = self.states.setdefault(state, len(self.states)) if any(state) else -1
            self.known[places] = number
        return self.known[places]

    def _step(
        self, place: _Place, element: str, modifier: str, rest: tuple[Element, ...]
    ) -> _Place:
        """Return the place behind a modifier."""
        names, values, present = self.facts[place.form]
        modifiers = place.modifiers | ({modifier} & names)
        classes = place.classes
        if element in self.forms[place.form][1].classes:
            if (element, modifier) in values:
                classes |= {(element, modifier)}
            elif element in present:
                classes |= {(element, _OTHER)}
        return _Place(place.form, rest, modifiers, classes)

    def _end(self, place: _Place) -> frozenset[Signature]:
        """Return the calls of an instruction that ends at a place."""
        if place not in self.ends:
            number, form = self.forms[place.form]
            binding = Binding(place.modifiers, dict(place.classes))
            self.ends[place] = frozenset(_signatures(number, form, binding))
        return self.ends[place]


@cache
def _heads(elements: tuple[Element, ...]) -> tuple[tuple[str | None, tuple[Element, ...]], ...]:
    """Return each element that may come next and those behind it; None where the form may end."""
    if not elements:
        return ((None, ()),)
    element, rest = elements[0], elements[1:]
    if isinstance(element, tuple):
        return (*_heads((*element, *rest)), *_heads(rest))
    return ((element, rest),)


def _signatures(number: int, form: Form, binding: Binding) -> Iterator[Signature]:
    """Yield the calls of a form, with each choice of its optional operands."""
    for slots in _choices(form.slots):
        inner = frozenset(part.name for slot in slots for part in slot.parts if part.optional)
        # An optional part of an address is there or not: it is no operand of its own.
        for more in {frozenset[str](), inner}:
            present = binding._replace(operands=present_operands(slots) | more)
            if rule_problem(form, present) is None:
                parameters = tuple(
                    Parameter(_name(slot), kinds_of(form, slot, present)) for slot in slots
                )
                yield Signature(number, parameters, result_of(form, present))
                break


def _choices(slots: tuple[Slot, ...]) -> Iterator[tuple[Slot, ...]]:
    """Yield each choice of slots that omits some of the optional ones."""
    if not slots:
        yield ()
        return
    for rest in _choices(slots[1:]):
        yield (slots[0], *rest)
        if slots[0].optional:
            yield rest


def _name(slot: Slot) -> str:
    return slot.name or (slot.parts[0].name if slot.parts else "")


_SEMANTICS: Final = frozenset({".sem", ".relaxed", ".acquire", ".release"})
_SPACE: Final = frozenset({".ss", ".space", ".global"})
_SCOPE: Final = frozenset({".scope"})
_OPERATION: Final = frozenset({".op", ".add", ".cas", ".exch"})
_VECTOR: Final = frozenset({".vec_16_bit", ".vec_32_bit"})
_TYPE: Final = frozenset({".f32", ".half_word_type", ".packed_type"})
_SHAPE: Final = frozenset({".shape", ".m8n8", ".m8n16", ".m16n8", ".m16n16", ".m16n8k64"})
_COUNT: Final = frozenset({".num"})
_ATOMIC: Final = (
    (_SPACE, _SEMANTICS, _SCOPE),
    (_SPACE, _SCOPE, _SEMANTICS),
    (_OPERATION, _SEMANTICS, _SCOPE),
    (_VECTOR, _TYPE, _OPERATION),
)
_MATRICES: Final = ((_COUNT, _SHAPE), (_COUNT, frozenset({".trans"}), _SHAPE))
_OTHER_ORDERS: Final[dict[str, tuple[tuple[frozenset[str], ...], ...]]] = {
    "atom": _ATOMIC,
    "red": _ATOMIC,
    "ld": ((_SPACE, _SEMANTICS, _SCOPE),),
    "st": ((_SPACE, _SEMANTICS, _SCOPE),),
    "ldmatrix": _MATRICES,
    "stmatrix": _MATRICES,
    "cp": ((frozenset({".dim"}), frozenset({".cta_group"})),),
    "mma": (
        (
            frozenset({".kind"}),
            frozenset({".block_scale"}),
            frozenset({".scale_vec_size"}),
            _SHAPE,
        ),
    ),
}
"""The orders of modifiers, besides the manual's, in which compilers and headers of CUDA write them.

ptxas minds the order of types and state spaces alone. A row holds for the forms that have all its
groups: their modifiers follow each other at the place of the first of them.
"""


def _orders(form: Form) -> Iterator[tuple[Element, ...]]:
    """Yield the modifiers of a form in the order of the manual, and in those that are usual."""
    yield form.elements
    for order in _OTHER_ORDERS.get(form.opcode, ()):
        found = [[each for each in form.elements if _is_in(each, group)] for group in order]
        if all(found):
            moved = [each for group in found for each in group]
            at = min(form.elements.index(each) for each in moved)
            rest = [each for each in form.elements if each not in moved]
            yield (*rest[:at], *moved, *rest[at:])


def _is_in(element: Element, group: frozenset[str]) -> bool:
    return element in group if isinstance(element, str) else bool(group & {*element})
