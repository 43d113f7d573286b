"""The work of a kernel without products of matrices, in a sentence: elementwise, a reduction, ….

The sentence has only facts that follow from the instructions. A kernel is elementwise if the value
that a thread writes into an element of an array depends on the same element of other arrays, on
parameters and on nothing else; a reduction, if the lanes of a warp combine their values.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import classify, parameters_of
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, destinations, traits
from ptxpy.lift import LinearForms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ptxpy.naming import Uses

__all__ = ["thread_work"]

_MAX_NAMES: Final = 4
"""The most parameters, or operations, that are named."""
_MAX_DEFINITIONS: Final = 16
"""The most definitions of a register that are looked into: more tell nothing, and take time."""
_MAX_STEPS: Final = 200_000
"""The most steps from values to those that they are computed from; beyond, nothing is certain."""
_MAX_PASSES: Final = 8
"""Passes over the code: one for each loop that carries an address."""
_MAX_CHAIN: Final = 1024
"""The most products that are added one to the other."""
_WORDS: Final = {"read": "reads", "atomic": "updates", "write": "writes"}
_COMBINING: Final = frozenset({"add", "and", "max", "min", "mul", "or"})
"""The operations whose result on many values does not depend on their order, but for rounding."""
_REDUCES: Final = frozenset({".bfly", ".down"})
"""The exchanges between lanes by which a warp reduces."""
_SCANS: Final = frozenset({".up"})
"""The exchange by which a lane gets the values of the lanes before it."""
_MULTIPLY_AND_ADD: Final = frozenset({"fma", "mad"})
_LOADED: Final = frozenset({"global", "shared", "shared::cta"})
_ALONE: Final = ("global", "", "param", "const", "local")
"""The spaces through which the threads of a CTA do not exchange values while a kernel runs."""


class _Place(NamedTuple):
    """An access to global memory."""

    at: int
    """Its index in `Code.statements`."""
    kind: str
    """``read``, ``write`` or ``atomic``."""
    type: str
    """The type of its elements."""
    parameter: str
    """The parameter that has the address of the array; "" if that is not known."""
    element: tuple[int, tuple[tuple[int, float], ...], float] | None
    """How many elements, and the index of the first: a sum of registers, and a number; None if it
    is not known."""

    @property
    def terms(self) -> tuple[tuple[int, float], ...]:
        """The registers that the index is a sum of, each with its factor."""
        return () if self.element is None else self.element[1]


def thread_work(uses: Uses) -> str:
    """Return a sentence about a kernel or a function without products of matrices."""
    work = _Work(uses)
    memory = work.memory()
    # The threads of a function may exchange values where it is called.
    head = work.head() if uses.function.kind == ".entry" else ""
    if head and memory:
        return f"{head}: {memory}"
    return head or f"{memory[:1].upper()}{memory[1:]}"


class _Work:
    """The accesses of a kernel to memory, and the exchanges of values between its threads."""

    def __init__(self, uses: Uses) -> None:
        self.uses = uses
        self._forms = LinearForms(uses, {}, ())
        self._origins = self._find_origins()
        self._places: list[_Place] = []
        self._spaces: dict[str, Counter[str]] = {}
        """How often each state space is read, written and updated."""
        self._is_followed = True
        """Whether all that is done to global memory is known."""
        self._others: dict[str, None] = {}
        """Other things that may access memory: features of instructions, and calls."""
        self._exchanges = False
        """Whether threads may exchange values, in whichever way."""
        self._steps_left = _MAX_STEPS
        for index, statement in enumerate(uses.code.statements):
            if type(statement) is n.Instruction:
                self._read(index, statement)
            elif type(statement) is n.Call:
                self._is_followed, self._exchanges = False, True
                self._others["calls functions"] = None

    def _read(self, index: int, statement: n.Instruction) -> None:
        found = traits(statement.opcode, statement.modifiers)
        is_warp = classify(statement.opcode, statement.modifiers).kind == "warp"
        if is_warp or found.barrier or found.is_asynchronous or found.mbarrier:
            self._exchanges = True
        for access in found.accesses:
            space = access.space.partition("::")[0]
            self._spaces.setdefault(space, Counter())[access.kind] += 1
            self._exchanges |= space not in _ALONE or access.kind == "atomic"
            if space not in ("global", ""):
                continue
            types = _types(statement)
            is_known = found.has_size_of_type or access.kind == "atomic"
            if not is_known or not types or access.position < 0:
                self._is_followed = False
                if found.feature:
                    self._others[found.feature] = None
                continue
            self._places.append(self._place(index, statement, access.kind, access.position, types))

    def _place(
        self, index: int, statement: n.Instruction, kind: str, position: int, types: list[str]
    ) -> _Place:
        operand = statement.operands[position]
        level = self.uses.code.scopes[index]
        base = getattr(operand, "base", None)
        register = self.uses.table.number(base.name, level) if type(base) is n.Register else -1
        names = self._origins.get(register, frozenset())
        place = _Place(index, kind, types[-1], next(iter(names)) if len(names) == 1 else "", None)
        form = self._forms.of(operand, level)
        if form is None or form.symbol or form.is_loaded or not place.parameter:
            return place
        pointers = [each for each, factor in form.terms if factor == 1 and self._is_loaded(each)]
        if len(pointers) != 1:
            return place
        scale = TYPES[types[-1]].bits / 8
        width = next((int(w[2:]) for w in statement.modifiers if w in (".v2", ".v4", ".v8")), 1)
        terms = tuple((each, by / scale) for each, by in form.terms if each != pointers[0])
        return place._replace(element=(width, terms, form.offset / scale))

    def _is_loaded(self, register: int) -> bool:
        """Return whether a register is a parameter of 64 bits, and nothing else."""
        definitions = self.uses.definitions[register]
        return len(definitions) == 1 and bool(_parameter(self.uses.code.statements[definitions[0]]))

    def _find_origins(self) -> dict[int, frozenset[str]]:
        """Return the parameters that the addresses in registers may be reached from."""
        found: dict[int, frozenset[str]] = {}
        for _ in range(_MAX_PASSES):
            changed = False
            for index, statement in self.uses.instructions:
                name = _parameter(statement)
                origins = frozenset({name}) if name else frozenset()
                if not name:
                    level = self.uses.code.scopes[index]
                    for at in traits(statement.opcode, statement.modifiers).provenance:
                        words = _names(statement.operands[at])
                        for register in self.uses.table.numbers(words, level):
                            origins |= found.get(register, frozenset())
                for register in self.uses.accesses[index].writes if origins else ():
                    held = found.get(register, frozenset())
                    changed |= not origins <= held
                    found[register] = held | origins
            if not changed:
                return found
        return {}

    # ------------------------------------------------------------------------- the kind of work

    def head(self) -> str:
        """Return the kind of the work; "" if none is certain."""
        if not self._exchanges:
            if self._is_elementwise():
                return "Elementwise"
            return self._sums_of_products() or "Independent threads"
        shared = self._spaces.get("shared", Counter())
        is_through_shared = bool(shared["read"] and shared["write"])
        for name, exchanges in (("Scan", _SCANS), ("Reduction", _REDUCES)):
            steps = self._steps(exchanges)
            if steps:
                is_shared = is_through_shared and self._stores_any_of({*steps})
                through = " and shared memory" if is_shared else ""
                return f"{name} by warp shuffles ({_joined(steps.values())}){through}"
        spaces = [each or "global" for each, kinds in self._spaces.items() if kinds["atomic"]]
        if spaces:
            return f"Atomic {_joined(self._atomics())} in {_joined(sorted(spaces))} memory"
        if not is_through_shared:
            return self._sums_of_products()
        in_place = _joined(self._combined_in_place())
        if in_place:
            return f"Reduction or scan in shared memory ({in_place})"
        if self._is_copy():
            return "Copy through shared memory"
        return self._sums_of_products() or "Through shared memory"

    def _is_elementwise(self) -> bool:
        """Return whether each written element depends on the same element of read arrays alone."""
        written = [each for each in self._places if each.kind == "write"]
        if (
            not self._is_followed
            or not written
            or any(each.element is None for each in self._places)
        ):
            return False
        indices = {each.element for each in written}
        # A number that all elements share, such as a scale, is as good as a parameter.
        if any(each.element not in indices for each in self._places if each.terms):
            return False
        by_statement = {each.at: each for each in self._places}
        return all(self._depends_on_its_element(each, by_statement) for each in written)

    def _depends_on_its_element(self, place: _Place, places: Mapping[int, _Place]) -> bool:
        loads = self._loads_behind(place.at)
        if loads is None:
            return False
        for load in loads:
            held = places.get(load)
            if held is None:  # of parameters and constants
                continue
            if held.terms and (held.element != place.element or self._changes(place, load)):
                return False
        return True

    def _loads_behind(self, store: int) -> set[int] | None:
        """Return the loads that a stored value depends on; None if it comes from an earlier turn.

        All that a value of this turn of a loop is computed from comes before it in the text.
        """
        found: set[int] = set()
        seen = {store}
        open_ = [store]
        while open_:
            index = open_.pop()
            self._steps_left -= 1
            if self._steps_left < 0:
                return None
            for register in self._data(index):
                definitions = self.uses.definitions[register]
                loop = self.uses.loop_of(index)
                if len(definitions) > _MAX_DEFINITIONS or any(
                    each >= index for each in definitions
                ):
                    return None
                # A value that some turns of a loop write is that of an earlier turn in others.
                if len(definitions) > 1 and any(self.uses.loop_of(e) != loop for e in definitions):
                    return None
                for each in definitions:
                    statement = self.uses.code.statements[each]
                    if type(statement) is not n.Instruction:
                        return None
                    if traits(statement.opcode, statement.modifiers).accesses:
                        found.add(each)
                    elif each not in seen:
                        seen.add(each)
                        open_.append(each)
        return found

    def _data(self, index: int) -> list[int]:
        """Return the registers whose values an instruction reads, without guard and address."""
        statement = self.uses.code.statements[index]
        accesses = traits(statement.opcode, statement.modifiers).accesses
        positions = {each.position for each in accesses}
        positions.update(range(destinations(statement.opcode, statement.modifiers)))
        level = self.uses.code.scopes[index]
        names = [
            name
            for at, operand in enumerate(statement.operands)
            if at not in positions
            for name in _names(operand)
        ]
        read = {*self.uses.accesses[index].reads}
        numbers = self.uses.table.numbers(names, level)
        return [each for each in numbers if each in read]

    def _changes(self, place: _Place, load: int) -> bool:
        """Return whether an index is written between a load and a store."""
        return any(
            len(self.uses.definitions[register]) > _MAX_DEFINITIONS
            or any(load <= each <= place.at for each in self.uses.definitions[register])
            for register, _ in place.terms
        )

    def _is_copy(self) -> bool:
        """Return whether each value that is stored was loaded."""
        stores = [
            index
            for index, statement in self.uses.instructions
            if any(
                each.kind == "write"
                for each in traits(statement.opcode, statement.modifiers).accesses
            )
        ]
        return self._is_followed and all(map(self._stores_loaded, stores))

    def _stores_loaded(self, store: int) -> bool:
        seen = {store}
        open_ = [store]
        while open_:
            self._steps_left -= 1
            if self._steps_left < 0:
                return False
            for register in self._data(open_.pop()):
                definitions = self.uses.definitions[register]
                if len(definitions) > _MAX_DEFINITIONS:
                    return False
                for each in definitions:
                    statement = self.uses.code.statements[each]
                    if type(statement) is not n.Instruction:
                        return False
                    found = traits(statement.opcode, statement.modifiers)
                    if each in seen or found.accesses:
                        continue
                    if not found.copies:
                        return False
                    seen.add(each)
                    open_.append(each)
        return bool(self._data(store))

    # ------------------------------------------------------------------------- exchanges

    def _steps(self, exchanges: frozenset[str]) -> dict[int, str]:
        """Return the operations that combine a value with that of another lane, by statement."""
        found: dict[int, str] = {}
        for index, statement in self.uses.instructions:
            words = [word[1:] for word in statement.modifiers]
            if not words or words[-1] not in TYPES:
                continue
            if traits(statement.opcode, statement.modifiers).collective == "warp":
                # An instruction may combine the values of all lanes itself.
                operations = [word for word in words if word in _COMBINING]
                if operations and exchanges is _REDUCES:
                    found[index] = f"{operations[0]}.{words[-1]}"
            elif statement.opcode in _COMBINING:
                level = self.uses.code.scopes[index]
                sources = [
                    self._origin(number, exchanges)
                    for operand in statement.operands[1:]
                    for number in self.uses.table.numbers(_names(operand), level)
                ]
                own = {origin for is_other, origin in sources if not is_other}
                if any(is_other and origin in own for is_other, origin in sources):
                    found[index] = f"{statement.opcode}.{words[-1]}"
        return found

    def _stores_any_of(self, steps: set[int]) -> bool:
        """Return whether a result of some statements is stored to shared memory.

        A kernel that only transposes there before it exchanges values by shuffles stores none.
        """
        seen: set[int] = set()
        open_ = [
            index for index, _ in self.uses.instructions if self._shared_operand(index, "write")
        ]
        while open_:
            index = open_.pop()
            if index in steps:
                return True
            self._steps_left -= 1
            if index in seen or self._steps_left < 0:
                continue
            seen.add(index)
            for register in self._data(index):
                open_ += self.uses.definitions[register]
        return False

    def _origin(self, register: int, exchanges: frozenset[str]) -> tuple[bool, frozenset[int]]:
        """Return the registers that one is a copy of, and whether of those of another lane."""
        is_other = False
        origins: set[int] = set()
        seen: set[int] = set()
        open_ = [register]
        while open_:
            each = open_.pop()
            if each in seen or len(seen) > _MAX_DEFINITIONS:
                continue
            seen.add(each)
            definitions = self.uses.definitions[each]
            made = self.uses.code.statements[definitions[0]] if len(definitions) == 1 else None
            sources: tuple[int, ...] = ()
            if type(made) is n.Instruction:
                found = traits(made.opcode, made.modifiers)
                is_exchange = bool(found.lane) and not exchanges.isdisjoint(made.modifiers)
                # What is used twice is compared, as by a sort, and not only combined.
                if is_exchange and len(self.uses.uses[each]) != 1:
                    continue
                if found.copies or is_exchange:
                    level = self.uses.code.scopes[definitions[0]]
                    sources = self.uses.table.numbers(_names(made.operands[1]), level)
                    is_other |= is_exchange
            open_ += sources
            if not sources:
                origins.add(each)
        return is_other, frozenset(origins)

    def _combined_in_place(self) -> Iterator[str]:
        """Yield operations on two values in shared memory whose result replaces one of the two."""
        for index, statement in self.uses.instructions:
            types = _types(statement)
            if statement.opcode not in _COMBINING or not types:
                continue
            loads = [self._shared_operand(each, "read") for each in self._sources(index)]
            if len(loads) != len("ab") or not all(loads):
                continue
            for register in self.uses.accesses[index].writes:
                # Of a register that is written again, uses tell nothing.
                is_single = len(self.uses.definitions[register]) == 1
                for use in self.uses.uses[register] if is_single else ():
                    if self._shared_operand(use, "write") in loads:
                        yield f"{statement.opcode}.{types[-1]}"

    def _sources(self, index: int) -> list[int]:
        """Return the only definition of each register that an instruction reads; -1 for several."""
        found = []
        for register in self._data(index):
            definitions = self.uses.definitions[register]
            found.append(definitions[0] if len(definitions) == 1 else -1)
        return found

    def _shared_operand(self, index: int, kind: str) -> n.Node | None:
        """Return the address of an access to shared memory; None if a statement is another one."""
        statement = self.uses.code.statements[index] if index >= 0 else None
        if type(statement) is not n.Instruction:
            return None
        for access in traits(statement.opcode, statement.modifiers).accesses:
            if access.space.startswith("shared") and access.kind == kind:
                return statement.operands[access.position]
        return None

    def _sums_of_products(self) -> str:
        """Return the sums that a loop adds products of loaded values to, "" for none."""
        kinds: Counter[tuple[str, str]] = Counter()
        for register, definitions in enumerate(self.uses.definitions):
            # At the least there is one before the loop, and one in it.
            if not 2 <= len(definitions) <= _MAX_DEFINITIONS:  # noqa: PLR2004
                continue
            found = {kind for each in definitions for kind in self._products_behind(register, each)}
            if len(found) == 1:
                kinds[found.pop()] += 1
        if not kinds:
            return ""
        (name, space), number = kinds.most_common(1)[0]
        sums = f", {number} sums a thread" if number > 1 else ""
        return f"Sums of products ({name}) of values in {space} memory{sums}"

    def _products_behind(self, register: int, index: int) -> set[tuple[str, str]]:
        """Return the products that a definition of a register adds to its value before.

        Each is an instruction with its type, and the space that both factors are loaded from; empty
        if the definition is another one.
        """
        found: set[tuple[str, str]] = set()
        seen: set[int] = set()
        while index >= 0 and index not in seen and len(seen) < _MAX_CHAIN:
            seen.add(index)
            statement = self.uses.code.statements[index]
            if type(statement) is not n.Instruction:
                return set()
            data = self._data(index)
            if traits(statement.opcode, statement.modifiers).copies and len(data) == 1:
                addend = data[0]
            elif statement.opcode in _MULTIPLY_AND_ADD and len(data) == len("abc"):
                addend = data[2]
                spaces = {self._loaded_from(each) for each in data[:2]}
                found.add((f"{statement.opcode}.{_types(statement)[-1]}", "".join(spaces)))
                if len(spaces) > 1 or not all(spaces):
                    return set()
            else:
                return set()
            if addend == register:
                return found
            definitions = self.uses.definitions[addend]
            index = definitions[0] if len(definitions) == 1 else -1
        return set()

    def _loaded_from(self, register: int) -> str:
        """Return the state space that a register is loaded from; "" if it is computed."""
        definitions = self.uses.definitions[register]
        made = self.uses.code.statements[definitions[0]] if len(definitions) == 1 else None
        if type(made) is not n.Instruction:
            return ""
        spaces = [each.space for each in traits(made.opcode, made.modifiers).accesses]
        return spaces[0].partition("::")[0] if len(spaces) == 1 and spaces[0] in _LOADED else ""

    def _atomics(self) -> Iterator[str]:
        for _, statement in self.uses.instructions:
            accesses = traits(statement.opcode, statement.modifiers).accesses
            if any(each.kind == "atomic" for each in accesses):
                words = [word[1:] for word in statement.modifiers]
                yield ".".join(
                    [*[each for each in words if each in _ATOMIC][:1], *_types(statement)[-1:]]
                )

    # ------------------------------------------------------------------------- memory

    def memory(self) -> str:
        """Return which elements are read and written through which parameters."""
        shown = []
        for kind, word in _WORDS.items():
            places = [each for each in self._places if each.kind == kind]
            if not places:
                continue
            types = dict.fromkeys(each.type for each in places)
            if any(not each.parameter for each in places):
                shown.append(f"{word} {_joined(types)}")
                continue
            # Types of the same parameters are named together.
            rows: dict[tuple[str, ...], list[str]] = {}
            for type_ in types:
                names = {each.parameter for each in places if each.type == type_}
                rows.setdefault(tuple(sorted(names, key=self._position)), []).append(type_)
            shown.append(
                f"{word} {_joined(self._pointed(row, names) for names, row in rows.items())}"
            )
        return "; ".join([*shown, *self._others])

    def _position(self, name: str) -> int:
        parameters = [each.name for each in parameters_of(self.uses.function)]
        return parameters.index(name) if name in parameters else -1

    def _pointed(self, types: list[str], names: Sequence[str]) -> str:
        prefix = f"{self.uses.function.name.name}_"
        short = [each.removeprefix(prefix) for each in names]
        through = _joined(short) if len(short) <= _MAX_NAMES else f"{len(short)} parameters"
        return f"{'/'.join(types)} through {through}"


_ATOMIC: Final = frozenset({*_COMBINING, "cas", "exch", "inc", "dec"})


def _parameter(statement: n.Statement) -> str:
    """Return the parameter of 64 bits that an instruction loads, "" for another one."""
    if type(statement) is not n.Instruction or len(statement.operands) < 2:  # noqa: PLR2004
        return ""
    place = statement.operands[1]
    if type(place) is not n.Address or type(place.base) is not n.Symbol or place.offset is not None:
        return ""
    found = traits(statement.opcode, statement.modifiers)
    is_long = any(TYPES[each].bits == 64 for each in _types(statement))  # noqa: PLR2004
    is_parameter = [each.space for each in found.accesses] == ["param"]
    return place.base.name if is_long and is_parameter else ""


def _types(statement: n.Instruction) -> list[str]:
    return [word[1:] for word in statement.modifiers if word[1:] in TYPES]


def _names(operand: n.Node) -> list[str]:
    """Return the registers that an operand consists of."""
    if isinstance(operand, n.Register):
        return [operand.name]
    if isinstance(operand, n.Vector):
        return [name for each in operand.elements for name in _names(each)]
    return []


def _joined(words: Iterable[str]) -> str:
    """Return some words once each, joined by commas and a last `and`."""
    found = list(dict.fromkeys(words)) or [""]
    if len(found) > _MAX_NAMES:
        found[_MAX_NAMES - 1 :] = [f"{len(found) - _MAX_NAMES + 1} more"]
    *first, last = found
    return f"{', '.join(first)} and {last}" if first else last
