"""Roles of operands: what the manual calls an operand that a register is in all its uses."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.naming.helper_names import operand_roles, role_names
from ptxpy.naming.identifiers import is_allowed
from ptxpy.naming.rule import Name, Rule, RunName, together

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_MAP: Final = "tensor_map"
_ROLES: Final = {
    "a_desc": "a_desc",
    "b_desc": "b_desc",
    "idesc": "idesc",
    "sp_meta": "metadata",
    "tx_count": "tx_count",
    "phase_parity": "parity",
    "suspend_time_hint": "time_hint",
    "cache_policy": "cache_policy",
    _MAP: _MAP,
    "cta_mask": "cta_mask",
    "membermask": "member_mask",
    "dst_mem": "dst_tile",
    "src_mem": "src_tile",
    "a_tmem": "a_tmem",
    "d_tmem": "acc_tmem",
    "taddr": "tmem_addr",
    "n_cols": "columns",
    "cta_rank": "cta_rank",
}
"""Roles that are worth a name."""

_IN_RUNS: Final = ("a_desc", "b_desc")
_FEWEST: Final = 2
"""A run has more descriptors than this."""


class OperandRoles(Rule):
    """A register that is one operand of instructions, and nothing else, is called after it."""

    name = "roles"
    help = "what the manual calls the operand that a register always is: a_desc, parity, tx_count"

    def runs(self) -> Iterator[RunName]:
        """Yield runs of descriptors that are made before the first of them is taken, as that is."""
        facts = self.facts
        made: dict[str, list[int]] = {name: [] for name in _IN_RUNS}
        for register, name in sorted(self._agreed.items(), key=lambda item: facts.spans[item[0]]):
            if name in made and facts.single(register) is not None:
                made[name].append(register)
        for name, registers in made.items():
            for group in together(facts, registers):
                if len(group) > _FEWEST:
                    group.sort(key=lambda register: facts.uses[register][0])
                    yield RunName(tuple(group), name)

    def names(self) -> Iterator[Name]:
        """Yield a name for each register all of whose uses have one role."""
        facts = self.facts
        for register, name in self._agreed.items():
            yield Name(register, self._told_apart(facts, register, name))

    @cached_property
    def _agreed(self) -> dict[int, str]:
        """The role that all uses of a register agree on."""
        facts = self.facts
        roles: dict[int, set[str]] = {}
        for index, statement in enumerate(facts.code.statements):
            if type(statement) is not n.Instruction or not facts.accesses[index].reads:
                continue
            found: dict[int, str] = {}
            possible = role_names(statement.opcode, statement.modifiers)
            for name, role in () if possible.isdisjoint(_ROLES) else operand_roles(statement):
                number = facts.table.number(name, facts.code.scopes[index])
                known = _ROLES.get(role.name, "") if role.place is None else ""
                found[number] = known if found.get(number, known) == known else ""
            for register in facts.accesses[index].reads:
                if register in found or not facts.is_update(register, index):
                    roles.setdefault(register, set()).add(found.get(register, ""))
        return {
            register: name
            for register, own in roles.items()
            if len(own) == 1 and (name := next(iter(own)))
        }

    def _told_apart(self, facts: Facts, register: int, name: str) -> str:
        """Return the name of a tensor map with the parameter that it is."""
        value = facts.values[register]
        if name != _MAP or value.kind != "address" or value.offset:
            return name
        own = facts.python_name(value.name)
        return f"{own}_map" if own and is_allowed(f"{own}_map") else name
