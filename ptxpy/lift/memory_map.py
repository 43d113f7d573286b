"""A map of shared memory: the parts of its variables, as comments: `# smem + 64: 4 x 8 bytes, …`.

Addresses are followed from a variable through moves, sums with constants and conversions. The use
of an offset follows from the instructions that take the address: operations on an mbarrier,
copies, the allocation of tensor memory. Loads and stores are noted in the part that they are in,
as threads compute addresses within it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import (
    SymbolTable,
    constant,
    parameters_of,
    variables_of,
)
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.isa import traits
from ptxpy.lift.shared_memory_parts import BARRIER, Part, SharedVariable
from ptxpy.naming import Uses
from ptxpy.pytree import INDENT, WIDTH
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ptxpy.analysis import Storage
    from ptxpy.isa import Traits

__all__ = ["SharedVariable", "memory_comments", "shared_memory_map"]

MAX_PARTS: Final = 24
"""The most parts of a variable that are listed."""


def memory_comments(
    module: n.Module,
) -> Callable[[n.Function, Mapping[str, str], Uses | None], list[t.Comment]]:
    """Return a function that returns the map of a function's shared memory, a line a part.

    Nothing if no variable has several parts: its declaration says all. It takes one of the
    module's functions, the Python names of variables and parameters by their exact names, and
    where the function's registers are written and read, or None.
    """
    outer = tuple(_variables(module.body))
    return partial(_comments, module, outer)


def _comments(
    module: n.Module,
    outer: Sequence[Storage],
    function: n.Function,
    names: Mapping[str, str],
    uses: Uses | None,
) -> list[t.Comment]:
    variables = _map(module, outer, function, uses)
    if all(len(variable.parts) < 2 for variable in variables):  # noqa: PLR2004 - parts
        return []
    found = [line for variable in variables for line in _lines(variable, names)]
    return [t.Comment(line) for line in found]


def _lines(variable: SharedVariable, names: Mapping[str, str]) -> Iterator[str]:
    name = names.get(variable.name, variable.name)
    room = WIDTH - len(f"{INDENT}# ")
    for part in variable.parts[:MAX_PARTS]:
        place = f"{name} + {part.offset}: " if part.offset else f"{name}: "
        if len(part.operations) > 1:  # there is no barrier that nobody initialises
            part = part._replace(operations=part.operations - {"init"})  # noqa: PLW2901
        text = place + part.describe(names, variable.name)
        # What is done there is left out where it does not fit.
        yield text if len(text) <= room else text.rpartition(": ")[0]
    left = len(variable.parts) - MAX_PARTS
    if left > 0:
        yield f"{name}: {left} more"


class Location(NamedTuple):
    """An address: of a variable or parameter, or one that a parameter holds."""

    symbol: str
    offset: int
    """The constant part of the offset in bytes."""
    is_indexed: bool = False
    """Whether something is added to it that the program computes."""
    is_loaded: bool = False
    """Whether it is in memory to which a parameter at this offset points."""


def shared_memory_map(
    module: n.Module, function: n.Function, uses: Uses | None = None
) -> tuple[SharedVariable, ...]:
    """Return the variables in shared memory that a function names, with their parts.

    Where its registers are written and read, `uses`, is found if it is not given.
    """
    return _map(module, tuple(_variables(module.body)), function, uses)


def _map(
    module: n.Module, outer: Sequence[Storage], function: n.Function, uses: Uses | None
) -> tuple[SharedVariable, ...]:
    """Return the map of a function, given the variables in shared memory that its module has."""
    variables = {each.name: each for each in (*outer, *_variables(statements(function)))}
    if not variables:
        return ()
    from ptxpy.lift.barrier_roles import add_roles  # noqa: PLC0415 - seldom needed

    if uses is None:
        names = SymbolTable(None)
        names.declare(module.body)
        uses = Uses(function, names)
    reader = _Reader(uses, variables)
    reader.read()
    found = [
        SharedVariable(name, each.size, each.alignment, *reader.parts(each))
        for name, each in variables.items()
        if reader.facts[name]
    ]
    return add_roles(found, uses.code, reader.forms)


def _variables(body: Iterable[n.Node]) -> Iterator[Storage]:
    """Yield the variables in shared memory among statements."""
    for statement in body:
        if type(statement) is n.Variable and statement.space == ".shared":
            yield from variables_of(statement)


class _Fact(NamedTuple):
    """An instruction that takes an address."""

    offset: int
    is_indexed: bool
    role: str
    operation: str
    source: str
    statement: int
    is_bulk: bool = False
    """Whether one thread copies a whole tile, and not each thread its own words."""
    arrivals: int | None = None
    """The number of arrivals with which a barrier is initialised; None if it is not known."""


_ANCHORS: Final = (BARRIER, "tile", "tensor memory")
"""Roles of the instructions that say where a part begins."""


class _Reader:
    """Follows addresses through a function, and notes who takes them."""

    def __init__(self, uses: Uses, variables: Mapping[str, Storage]) -> None:
        from ptxpy.lift.linear_forms import LinearForms  # noqa: PLC0415 - seldom needed

        self._code = code = uses.code
        self._variables = variables
        self._parameters = {each.name for each in parameters_of(code.function)}
        self._table, self._accesses = uses.table, uses.accesses
        self.forms = LinearForms(code, self._table, self._accesses)
        self._locations: dict[int, Location] = {}
        self._roots: dict[tuple[int, int], Location] = {}
        self.facts: dict[str, list[_Fact]] = defaultdict(list)

    def read(self) -> None:
        """Read all statements in the order of the text.

        A register that is written more than once has no known location.
        """
        writes: dict[int, int] = defaultdict(int)
        for access in self._accesses:
            for register in access.writes:
                writes[register] += 1
        for index, statement in enumerate(self._code.statements):
            if type(statement) is not n.Instruction:
                continue
            # Operands come first: an instruction may write the register that is its own address.
            self._note_addresses(index, statement)
            written = self._accesses[index].writes
            if len(written) == 1 and writes[written[0]] == 1:
                location = self._result(index, statement)
                if location is not None:
                    self._locations[written[0]] = location

    def _location(self, operand: n.Node | None, level: int) -> Location | None:
        """Return the location that an operand is, without the offset of an address."""
        if type(operand) is n.Register or type(operand) is n.Symbol:
            name = operand.name
            register = self._table.number(name, level)
            if register >= 0:
                return self._locations.get(register)
            known = name in self._variables or name in self._parameters
            return Location(name, 0) if known else None
        if type(operand) is n.Binary and operand.operator == "+":
            base, more = self._location(operand.left, level), constant(operand.right)
            return None if base is None or more is None else _moved(base, more)
        return None

    def _result(self, index: int, instruction: n.Instruction) -> Location | None:
        """Return the location that an instruction computes."""
        operands, level = instruction.operands, self._code.scopes[index]
        found = traits(instruction.opcode, instruction.modifiers)
        if len(operands) < 2 or type(operands[0]) is n.Vector:  # noqa: PLR2004 - and a source
            return None
        if type(operands[1]) is n.Address:
            return self._loaded(operands[1], found, level)
        sources = [self._location(operand, level) for operand in operands[1:]]
        if _keeps_address(instruction, found, sources[0]):
            return sources[0]
        positions = [each - 1 for each in found.provenance if each <= len(sources)]
        bases = [(each, base) for each in positions if (base := sources[each]) is not None]
        # The sum of two addresses points to nothing that is known.
        if len(bases) != 1:
            return None
        position, base = bases[0]
        if len(positions) == len(sources) == 1:
            return base
        adds = _SUMS.get(instruction.opcode)
        if adds is None:
            return None
        others = [each for k, each in enumerate(instruction.operands[1:]) if k != position]
        values = [constant(each) for each in others]
        # A computed number that is added is an index; one that is subtracted leaves an unknown
        # address.
        if len(values) != 1 or values[0] is None:
            return base._replace(is_indexed=True) if adds > 0 else None
        # An `or` adds only where the address has no bits.
        if not adds and not self._is_below_alignment(base, values[0]):
            return None
        if not base.offset and not base.is_indexed and base.symbol in self._variables and adds >= 0:
            self._roots[index, 2 - position] = _moved(base, values[0])
        return _moved(base, -values[0] if adds < 0 else values[0])

    def _is_below_alignment(self, base: Location, value: int) -> bool:
        """Return whether a number has only bits that an address does not have."""
        variable = self._variables.get(base.symbol)
        if variable is None or base.is_indexed or value < 0:
            return False
        return value < variable.alignment and not base.offset & value

    def _loaded(self, address: n.Address, found: Traits, level: int) -> Location | None:
        """Return the value that a load of a parameter gives: a pointer of its name."""
        is_parameter = any(each.space.startswith("param") for each in found.accesses)
        base = self._location(address.base, level) if is_parameter else None
        offset = 0 if address.offset is None else constant(address.offset)
        if base is None or offset is None or base.symbol not in self._parameters or base.is_loaded:
            return None
        return _moved(base, offset)._replace(is_loaded=True)

    def _note_addresses(self, index: int, instruction: n.Instruction) -> None:
        level = self._code.scopes[index]
        found = traits(instruction.opcode, instruction.modifiers)
        if not found.accesses and found.mbarrier_position < 0:
            return
        places: dict[int, Location] = {}
        for position, operand in enumerate(instruction.operands):
            if type(operand) is n.Address:
                base = self._location(operand.base, level)
                offset = 0 if operand.offset is None else constant(operand.offset)
                if base is not None and offset is not None:
                    places[position] = _moved(base, offset)
        for position, place in places.items():
            if place.symbol in self._variables:
                for role, operation in _roles(found, position):
                    source = _source(position, places, self._parameters) if role == "tile" else ""
                    self.facts[place.symbol].append(
                        _Fact(
                            place.offset,
                            place.is_indexed,
                            role,
                            operation,
                            source,
                            index,
                            "async-group" not in found.completion,
                            (
                                self.forms.number(instruction.operands[-1], level)
                                if operation == "init"
                                else None
                            ),
                        )
                    )

    def parts(self, variable: Storage) -> tuple[tuple[Part, ...], dict[tuple[int, int], int]]:
        """Return the parts of a variable, and the constants that are their offsets."""
        facts = sorted(self.facts[variable.name])
        groups: dict[int, list[_Fact]] = defaultdict(list)
        anchors = _anchors(facts)
        for fact in facts:
            groups[anchors[bisect_right(anchors, fact.offset) - 1]].append(fact)
        found = _spaced([_part(start, group) for start, group in sorted(groups.items())], variable)
        starts = {
            part.offset + k * (part.stride or 0) for part in found for k in range(part.number)
        }
        sums = {
            key: place.offset
            for key, place in self._roots.items()
            if place.symbol == variable.name and place.offset in starts
        }
        return tuple(found), sums


_SUMS: Final = {"add": 1, "mad": 1, "sub": -1, "or": 0}
"""Instructions that add to an address, subtract from it, or set bits that it does not have."""


def _keeps_address(instruction: n.Instruction, found: Traits, source: Location | None) -> bool:
    """Return whether the result is the first source, or the same place in another CTA.

    A shuffle gives a lane the value of another one, which has the same address of a variable.
    """
    if found.copies or found.converts_address or instruction.opcode == "mapa":
        return True
    return instruction.opcode == "shfl" and source is not None and not source.is_indexed


def _moved(location: Location, offset: int) -> Location:
    if location.is_loaded:
        return location
    return location._replace(offset=location.offset + offset)


def _roles(found: Traits, position: int) -> Iterator[tuple[str, str]]:
    """Yield the role of the memory at an operand, and the operation on it."""
    if position == found.mbarrier_position:
        for operation in sorted(found.mbarrier | found.completion & {"complete-tx"}):
            yield BARRIER, operation
        return
    for access in found.accesses:
        if access.position == position:
            if found.is_asynchronous:
                yield "tile", "copied out" if access.kind == "read" else "copied in"
            elif found.feature == "tcgen05" and access.writes:
                yield "tensor memory", "allocated"
            else:
                yield "data", "read" if access.kind == "read" else "written"


def _source(position: int, places: Mapping[int, Location], parameters: Iterable[str]) -> str:
    """Return the parameter, or the offset in it, that is the other side of a copy."""
    found = {
        f"{place.symbol}+{place.offset}" if place.offset else place.symbol
        for other, place in places.items()
        if other != position and place.symbol in parameters
    }
    return found.pop() if len(found) == 1 else ""


def _anchors(facts: Sequence[_Fact]) -> list[int]:
    """Return the offsets at which parts begin."""
    found = {fact.offset for fact in facts if fact.role in _ANCHORS and fact.is_bulk}
    # Words that single threads copy are not parts of their own.
    words = [fact for fact in facts if fact.role == "tile" and not fact.is_bulk]
    found.update(_starts_of_sources(words))
    # An mbarrier has 8 bytes, so another part begins at the next offset that is known.
    for barrier in {fact.offset for fact in facts if fact.role == BARRIER}:
        following = [fact.offset for fact in facts if fact.offset > barrier]
        if following and min(following) >= barrier + _MBARRIER_BYTES:
            found.add(min(following))
    if facts and min(facts).offset not in found:
        found.add(min(facts).offset)
    return sorted(found)


_MBARRIER_BYTES: Final = 8


def _starts_of_sources(facts: Sequence[_Fact]) -> Iterator[int]:
    """Yield where the tiles begin that threads copy word by word: one for each source.

    If the words of several sources overlap, all are one tile.
    """
    ranges: dict[str, list[int]] = defaultdict(list)
    for fact in facts:
        ranges[fact.source].append(fact.offset)
    last = None
    for low, high in sorted((min(offsets), max(offsets)) for offsets in ranges.values()):
        if last is None or low > last:
            yield low
        last = high if last is None else max(high, last)


def _part(start: int, facts: Sequence[_Fact]) -> Part:
    roles = [role for role in _ANCHORS if any(f.role == role for f in facts if f.offset == start)]
    role = " and ".join(roles) or "data"
    sources = {fact.source for fact in facts if fact.role == "tile"}
    arrivals = {fact.arrivals for fact in facts if fact.operation == "init"}
    return Part(
        start,
        1,
        None,
        role,
        sources.pop() if len(sources) == 1 else "",
        frozenset(fact.operation for fact in facts),
        any(fact.is_indexed for fact in facts if fact.offset == start),
        tuple(sorted({fact.statement for fact in facts})),
        arrivals=arrivals.pop() if len(arrivals) == 1 else None,
    )


def _spaced(parts: Sequence[Part], variable: Storage) -> list[Part]:
    """Return the parts with their sizes, those that are alike and evenly spaced as one."""
    found: list[Part] = []
    ends = [part.offset for part in parts[1:]] + [variable.size]
    followers: frozenset[str] | None = None
    for part, end in zip(parts, ends, strict=True):
        size = None if end is None else end - part.offset
        if part.role == BARRIER:
            # The bytes behind an mbarrier may be a gap.
            size = _MBARRIER_BYTES
        last = found[-1] if found else None
        if last is not None and _continues(last, part, followers):
            followers = part.operations
            found[-1] = last._replace(
                number=last.number + part.number,
                is_indexed=last.is_indexed or part.is_indexed,
                statements=tuple(sorted({*last.statements, *part.statements})),
            )
        else:
            followers = None
            found.append(part._replace(stride=size))
    return found


def _continues(last: Part, part: Part, followers: frozenset[str] | None) -> bool:
    """Return whether a part is one more of those before it.

    An index into the first reaches those after it, too: constants then do less with them, and the
    same with each. Barriers into which the program has an index begin an array of their own. Those
    of an array take one number of arrivals.
    """
    if last.stride is None or part.offset != last.offset + last.number * (last.stride or 0):
        return False
    if (last.role, last.source, last.arrivals) != (part.role, part.source, part.arrivals):
        return False
    if part.role == BARRIER and (last.is_indexed or part.is_indexed):
        is_reached = last.is_indexed and part.operations <= last.operations
        return is_reached and not part.is_indexed and followers in (None, part.operations)
    reaches = last.is_indexed and not part.is_indexed and part.operations < last.operations
    return reaches or last.operations == part.operations
