"""Rules for the outputs of inline PTX that have no value before it, those with `=`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.analysis import constant
from ptxpy.check import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.ir import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from ptxpy.analysis import Accesses, Code, RegisterTable

__all__ = ["check_outputs"]

_WGMMA: Final = "wgmma"
_SCALE: Final = 3
"""The operand scale-d of `wgmma.mma_async`, behind D, A and B."""
_SPARSE_SCALE: Final = 5
"""The operand scale-d of a sparse `wgmma.mma_async`, behind metadata and a selector, too."""


def check_outputs(
    code: Code, table: RegisterTable, accesses: Sequence[Accesses], outputs: AbstractSet[str]
) -> Iterator[Diagnostic]:
    """Yield the outputs that are accumulators without a value, or that a guard may leave unwritten.

    Args:
        code: The code of the block.
        table: Its registers.
        accesses: The registers that each statement accesses.
        outputs: The names of the outputs that have no value before the block.
    """
    writers: dict[int, list[int]] = {}
    for index, access in enumerate(accesses):
        for register in access.writes:
            writers.setdefault(register, []).append(index)
    for register, indices in writers.items():
        name = table.names[register]
        if name not in outputs:
            continue
        first = code.statements[indices[0]]
        if type(first) is n.Instruction and first.opcode == _WGMMA:
            # Only the first write matters: a later product adds to its result.
            if register in accesses[indices[0]].read_modify_writes and _adds(
                first, code, table, accesses
            ):
                message = (
                    f'{name} is an accumulator, to which the product is added, and "=" passes no '
                    "value in"
                )
                help_ = 'write "+" in place of "=", or 0 for scale-d'
                yield Diagnostic(
                    "INL008", message, code.ordinals[indices[0]], ("name", name), help_
                )
            continue
        guard = _common_guard([code.statements[index] for index in indices])
        # What reads the output as well is reported for that.
        if (
            guard is None
            or type(guard.register) is not n.Register
            or any(register in accesses[index].reads for index in indices)
        ):
            continue
        condition = guard.register.name
        if len(writers.get(table.number(condition, code.scopes[indices[0]]), ())) > 1:
            continue  # one guard, and several values of it
        value = "true" if guard.negated else "false"
        message = (
            f"{name} is not written where {condition} is {value}, and the variable loses its value"
        )
        help_ = 'write "+" in place of "=" to keep it, or give the output a value without a guard'
        yield Diagnostic("INL023", message, code.ordinals[indices[0]], ("name", name), help_)


def _common_guard(statements: Sequence[n.Node]) -> n.Guard | None:
    """Return the guard that all of some statements have; None if they have several, or one none."""
    guards = {getattr(statement, "guard", None) for statement in statements}
    guard = guards.pop()
    return guard if not guards and isinstance(guard, n.Guard) else None


def _adds(
    product: n.Instruction, code: Code, table: RegisterTable, accesses: Sequence[Accesses]
) -> bool:
    """Return whether a product may be added to its accumulator: scale-d may be true.

    A predicate that is compared of constants alone is one that a template argument chose.
    """
    at = _SPARSE_SCALE if ".sp" in product.modifiers else _SCALE
    scale = product.operands[at] if at < len(product.operands) else None
    if scale is None:
        return False
    if isinstance(scale, n.Literal):
        return constant(scale) != 0
    names = [node.name for node in walk(scale) if isinstance(node, n.Register)]
    for index, access in enumerate(accesses):
        written = {table.names[register] for register in access.writes}
        if written.intersection(names) and not access.reads:
            return False
        if code.statements[index] is product:
            break
    return bool(names)
