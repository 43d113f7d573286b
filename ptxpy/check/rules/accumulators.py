"""Accumulators of matrix products that are added to before anything has written them."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.analysis import GenKill, constant, facts_before
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_unwritten_accumulators", "updated_in_place"]


def check_unwritten_accumulators(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report each product that is added to registers without a value on any path to it.

    The product itself gives them none: a sum with an undefined value is undefined, also the
    next time that a loop comes to it.
    """
    for function in context.functions:
        sums = {
            index: registers
            for index in range(len(function.code.statements))
            if (registers := updated_in_place(function, index))
        }
        followed = {register for registers in sums.values() for register in registers}
        if not followed:
            continue
        transfers = []
        bits = {register: 1 << number for number, register in enumerate(followed)}
        for index, access in enumerate(function.accesses):
            written = {*access.writes} - {*sums.get(index, ())}
            statement = function.code.statements[index]
            # An instruction that the table does not have may write what looks like a read.
            if type(statement) is n.Instruction and not isa.is_known(statement.opcode):
                written |= {*access.reads}
            made = sum(bits[each] for each in written & followed)
            if made or index in sums:
                transfers.append(GenKill(index, made))
        reachable = {
            index
            for block in function.graph.reachable()
            for index in range(*function.graph.blocks[block][:2])
        }
        reported: set[int] = set()
        for transfer, facts in zip(transfers, facts_before(function.graph, transfers), strict=True):
            index = transfer.statement_index
            unset = [
                each
                for each in sums.get(index, ())
                if not facts & bits[each] and each not in reported and function.declares(each)
            ]
            if not unset or index not in reachable:
                continue
            # Later products have the same cause.
            reported.update(sums[index])
            names = [function.registers.names[each] for each in unset]
            which = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
            is_wgmma = function.accesses[index].read_modify_writes
            why = "as scale-d is true, " if is_wgmma else ""
            message = f"{why}the product is added to {which}, which no path to this point writes"
            help_ = f"set {which} to 0 before"
            if why:
                help_ += ", or let scale-d be false for the first product"
            yield function.report("PTX045", index, message, ("name", names[0]), help_)


def updated_in_place(function: FunctionContext, index: int) -> tuple[int, ...]:
    """Return the registers to which a statement certainly adds a product of matrices."""
    statement = function.code.statements[index]
    if type(statement) is not n.Instruction:
        return ()
    access = function.accesses[index]
    found = isa.traits(statement.opcode, statement.modifiers)
    if "wgmma-group" in found.completion:
        names = _names(statement)
        at = names.index("scale-d") if "scale-d" in names else -1
        if at >= 0 and _is_true(function, index, statement.operands[at]):
            return access.read_modify_writes
    elif found.collective == "warp" and {"d", "c"} <= {*_names(statement)}:
        return tuple(dict.fromkeys(each for each in access.writes if each in access.reads))
    return ()


def _names(statement: n.Instruction) -> tuple[str, ...]:
    """Return the names of the operands of a statement in the manual."""
    shapes = tuple(
        "vector" if type(each) is n.Vector else "address" if type(each) is n.Address else "plain"
        for each in statement.operands
    )
    return isa.operand_names(statement.opcode, statement.modifiers, shapes)


def _is_true(function: FunctionContext, index: int, operand: n.Operand) -> bool:
    """Return whether a predicate that a statement reads is always true."""
    if type(operand) is n.Literal:
        return bool(constant(operand))
    wanted = 1
    if type(operand) is n.Unary and operand.operator == "!":
        wanted, operand = 0, operand.operand
    return _value(function, index, operand) == wanted


_COMPARED: Final = 2
_COMPARISONS: Final = {
    ".eq": eq, ".ne": ne, ".lt": lt, ".le": le, ".gt": gt, ".ge": ge,
}  # fmt: skip


def _value(function: FunctionContext, index: int, operand: n.Operand, depth: int = 4) -> int | None:
    """Return the value of an operand of a statement, if it is always the same; else None.

    It is a number, or a register that a single statement writes: a move of a value that is known,
    or a comparison of two.
    """
    if type(operand) is n.Literal:
        return constant(operand)
    if not depth or type(operand) is not n.Register:
        return None
    register = function.registers.number(operand.name, function.code.scopes[index])
    writers = function.writers.get(register, ())
    if len(writers) != 1 or function.accesses[writers[0]].guarded:
        return None
    at = writers[0]
    statement = function.code.statements[at]
    if type(statement) is not n.Instruction:
        return None
    known = [_value(function, at, each, depth - 1) for each in statement.operands[1:]]
    if len(known) == 1 and isa.traits(statement.opcode, statement.modifiers).copies:
        return known[0]
    if function.registers.types[register] == "pred" and len(known) == _COMPARED:
        compare = _COMPARISONS.get("".join(statement.modifiers[:1]))
        left, right = known
        if compare is not None and left is not None and right is not None:
            return int(compare(left, right))
    return None
