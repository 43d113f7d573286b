"""The purposes of mbarriers in a map of shared memory, where their instructions prove one.

The bytes of copies complete a `full` barrier: it guards the tiles that these copies write. An
`empty` barrier is arrived at without bytes, and waited for right before bytes are expected at a
full one. Where the address of a barrier and that of a tile have the same register as their index,
the factors of that register are the sizes of a stage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.lift.shared_memory_parts import BARRIER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis import Code
    from ptxpy.lift.linear_forms import LinearForms
    from ptxpy.lift.shared_memory_parts import Part, SharedVariable

__all__ = ["add_roles"]

_BYTES: Final = frozenset({"expect-tx", "complete-tx"})
_MBARRIER_BYTES: Final = 8


class _Key(NamedTuple):
    """A part of a variable."""

    variable: str
    offset: int


def add_roles(
    variables: Sequence[SharedVariable], code: Code, forms: LinearForms
) -> tuple[SharedVariable, ...]:
    """Return variables whose parts say the purposes of their barriers, and their stages."""
    roles = _Roles(variables, code, forms)
    return tuple(
        [
            each._replace(
                parts=tuple([roles.complete(_Key(each.name, part.offset)) for part in each.parts])
            )
            for each in variables
        ]
    )


class _Roles:
    """The parts of all variables of a function."""

    def __init__(self, variables: Sequence[SharedVariable], code: Code, forms: LinearForms) -> None:
        self._code = code
        self._forms = forms
        self._parts = {
            _Key(each.name, part.offset): part for each in variables for part in each.parts
        }
        self._barriers = {key: part for key, part in self._parts.items() if part.role == BARRIER}
        self._tiles: dict[int, list[_Key]] = {}
        """The tiles that each statement writes or reads."""
        for key, part in self._parts.items():
            if part.role == "tile":
                for statement in part.statements:
                    self._tiles.setdefault(statement, []).append(key)
        self._full = {key for key, part in self._barriers.items() if part.operations & _BYTES}
        self._guards = {key: self._tiles_of(part) for key, part in self._barriers.items()}
        self._fills = self._find_fills()

    def complete(self, key: _Key) -> Part:
        """Return a part with its role and its stages, if they are known."""
        part = self._parts[key]
        if part.role == "tile":
            if part.number > 1:
                return part
            found: set[tuple[int, int]] = set()
            for full in self._full:
                for statement in set(self._barriers[full].statements).intersection(part.statements):
                    size = self._stage(statement, key)
                    if size > 0:
                        found.add((size, self._barriers[full].number))
            # Copies whose stages differ leave the size open.
            if len(found) != 1:
                return part
            stage, stages = found.pop()
            return part._replace(stage=stage, stages=stages)
        if part.role != BARRIER:
            return part
        if key in self._full:
            return part._replace(kind="full", guards=self._guards[key])
        filled = self._fills.get(key, set())
        if filled and "arrive" in part.operations:
            guards = sorted({guard for full in filled for guard in self._guards[full]})
            return part._replace(kind="empty", guards=tuple(guards))
        return part

    def _instruction(self, index: int) -> n.Instruction | None:
        statement = self._code.statements[index]
        return statement if type(statement) is n.Instruction else None

    def _tiles_of(self, part: Part) -> tuple[_Key, ...]:
        """Return the tiles that the copies write whose bytes complete a barrier."""
        found = {key for statement in part.statements for key in self._tiles.get(statement, ())}
        return tuple(sorted(found))

    def _find_fills(self) -> dict[_Key, set[_Key]]:
        """Return the full barriers at which bytes are expected right after a wait for another."""
        operations = sorted(
            (statement, key)
            for key, part in self._barriers.items()
            for statement in part.statements
        )
        found: dict[_Key, set[_Key]] = {}
        waited: tuple[int, _Key] | None = None
        for statement, key in operations:
            instruction = self._instruction(statement)
            if instruction is None:
                continue
            known = traits(instruction.opcode, instruction.modifiers)
            done = known.mbarrier | known.completion
            if "wait" in done:
                # Whoever waits for a full barrier reads a buffer, and does not fill the next one.
                waited = (statement, key) if key not in self._full else None
            elif waited is not None:
                # Barriers of two stages say nothing of each other.
                if done & _BYTES and self._index(waited[0]) == self._index(statement):
                    found.setdefault(waited[1], set()).add(key)
                waited = None
        return found

    def _index(self, statement: int) -> int | None:
        """Return the register that is the index of the barrier of a statement, if it is one."""
        instruction = self._instruction(statement)
        if instruction is None:
            return None
        position = traits(instruction.opcode, instruction.modifiers).mbarrier_position
        terms = self._forms.terms(instruction.operands[position], self._code.scopes[statement])
        # The index of an mbarrier in its array moves the address by 8 bytes.
        found = [register for register, factor in terms.items() if factor == _MBARRIER_BYTES]
        return found[0] if len(found) == 1 else None

    def _stage(self, statement: int, key: _Key) -> int:
        """Return how far a copy moves in its tile when the index of its barrier grows by one."""
        index, instruction = self._index(statement), self._instruction(statement)
        if index is None or instruction is None or self._tiles.get(statement) != [key]:
            return 0
        known = traits(instruction.opcode, instruction.modifiers)
        written = [
            each.position
            for each in known.accesses
            if each.writes and each.position != known.mbarrier_position
        ]
        if len(written) != 1:
            return 0
        level = self._code.scopes[statement]
        return self._forms.terms(instruction.operands[written[0]], level).get(index, 0)
