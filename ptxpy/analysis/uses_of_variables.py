"""The types by which a function accesses variables, whatever these are declared as.

Compilers declare arrays as bytes: `.shared .align 4 .b8 tile[4096]` for 1,024 floats.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ptxpy.analysis.registers import register_table
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ptxpy.analysis.code import Code
    from ptxpy.analysis.registers import Accesses, RegisterTable

__all__ = ["accessed_types", "element_type"]

_PLAIN_WEIGHT: Final = 1000
"""The weight of an access, that of a copy by vectors being 1."""
_MAX_PASSES: Final = 4
"""Passes over the code: one for each loop that carries an address."""
_ORDER: Final = {"float": 0, "signed": 1, "unsigned": 2}
"""Of types of one size the one that says most comes first."""


def accessed_types(code: Code, names: Collection[str]) -> dict[str, Counter[str]]:
    """Return weights of the types by which each variable is accessed: `{"tile": {"f32": 3000}}`.

    A copy by vectors of bits weighs little, as their size says nothing of the elements. An access
    to bits (`ld.shared.b32`) has the type by which arithmetic uses their register. The order of
    statements does not count, and functions that are called are not looked into: this is for
    display, and no proof.
    """
    table, accesses = register_table(code)
    sources = _sources(code, table, accesses, names)
    kinds = _kinds_of_registers(code, accesses)
    found: dict[str, Counter[str]] = {}
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        kind = _type_of(statement)
        addresses = [each for each in statement.operands if type(each) is n.Address]
        if not kind or not addresses or "param" in _words(statement):
            continue
        if TYPES[kind].kind in ("bits", "unsigned"):
            registers = (*accesses[index].writes, *accesses[index].reads)
            known = [kinds[each] for each in registers if each in kinds]
            kind = next((each for each in known if TYPES[each].bits == TYPES[kind].bits), kind)
        # A vector of bits copies whatever the elements are: it counts where nothing else does.
        is_copy = TYPES[kind].kind in ("bits", "unsigned") and {"v2", "v4", "v8"} & {
            *_words(statement)
        }
        for name in _named(addresses[0].base, code.scopes[index], table, sources, names):
            found.setdefault(name, Counter())[kind] += 1 if is_copy else _PLAIN_WEIGHT
    return found


def element_type(counts: Mapping[str, int]) -> str:
    """Return the type of the elements of a variable, given by which types it is accessed.

    It has the size of most accesses.

        >>> element_type({"b32": 3, "f32": 1, "u8": 1})
        'f32'
    """
    sizes: Counter[int] = Counter()
    for kind, count in counts.items():
        sizes[TYPES[kind].bits] += count
    (size, _), *_ = sizes.most_common(1)
    alike = [kind for kind in counts if TYPES[kind].bits == size]
    return min(alike, key=lambda kind: _ORDER.get(TYPES[kind].kind, len(_ORDER)))


def _words(statement: n.Instruction) -> list[str]:
    return [word for each in statement.modifiers for word in each.lstrip(".").split("::")]


def _type_of(statement: n.Instruction) -> str:
    return next((word for word in reversed(_words(statement)) if word in TYPES), "")


def _named(
    operand: n.Node,
    scope: int,
    table: RegisterTable,
    sources: dict[int, frozenset[str]],
    names: Collection[str],
) -> frozenset[str]:
    """Return the variables from whose addresses an operand is computed."""
    name = getattr(operand, "name", "")
    if name in names:
        return frozenset({name})
    if type(operand) in (n.Register, n.Symbol):
        return sources.get(table.number(name, scope), frozenset())
    inner = getattr(operand, "base", None)
    return frozenset() if inner is None else _named(inner, scope, table, sources, names)


def _sources(
    code: Code, table: RegisterTable, accesses: list[Accesses], names: Collection[str]
) -> dict[int, frozenset[str]]:
    """Return the variables from whose addresses the registers of a function are computed."""
    found: dict[int, frozenset[str]] = {}
    for _ in range(_MAX_PASSES):
        changed = False
        for index, statement in enumerate(code.statements):
            if type(statement) is not n.Instruction:
                continue
            # What is loaded is no address of the variable.
            if traits(statement.opcode, statement.modifiers).accesses:
                continue
            scope = code.scopes[index]
            read = [_named(each, scope, table, found, names) for each in statement.operands]
            sources = frozenset[str]().union(*read)
            for register in accesses[index].writes if sources else ():
                if not sources <= found.get(register, frozenset()):
                    found[register] = found.get(register, frozenset()) | sources
                    changed = True
        if not changed:
            break
    return found


def _kinds_of_registers(code: Code, accesses: list[Accesses]) -> dict[int, str]:
    """Return the floating-point type by which arithmetic uses each register that is used so."""
    found: dict[int, str] = {}
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        kinds = [word for word in _words(statement) if word in TYPES]
        if not kinds or traits(statement.opcode, statement.modifiers).accesses:
            continue
        # A conversion, `cvt.f32.f16`, has the type of its result first.
        for kind, registers in (
            (kinds[0], accesses[index].writes),
            (kinds[-1], accesses[index].reads),
        ):
            if TYPES[kind].kind == "float" and TYPES[kind].lanes == 1:
                for register in registers:
                    found.setdefault(register, kind)
    return found
