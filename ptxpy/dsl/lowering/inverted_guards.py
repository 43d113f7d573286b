"""Instructions that are taken out again: `~p` of guards, which PTX writes `@!p`, and unread loads.

The operator `~` emits a `not.pred`. If only guards read its result, and there is no label and no
write of `p` between it and them, the guards are turned round, and the `not.pred` is taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ptxpy.dsl.control_flow.blocks import RecordedLabel
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.renaming import nodes_in
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.ir import nodes as n

__all__ = ["invert_guards", "take_out_unread"]


def invert_guards(body: Body) -> None:
    """Turn the guards of a function round that read the result of `~` only."""
    function = body.function
    for inversion in function.inversions:
        # A result with a name in the margin is an instruction of the imported file, which stays.
        if inversion.margin is not None:
            continue
        guarded = _guarded_statements(body, inversion)
        where = _body_of(body, inversion)
        if guarded is None or where is None or not _reach(where, inversion, guarded):
            continue
        for statement in guarded:
            guard = statement.guard
            statement.guard = n.Guard(inversion.sources[0], not guard.negated)
        _take_out(where, inversion)
        if inversion.destination is not None:
            function.release(inversion.destination)


def take_out_unread(body: Body, loads: Iterable[PendingResult]) -> None:
    """Take out the loads of elements whose values nothing has read."""
    unread = {id(load) for load in loads if load.destination is None}
    if not unread:
        return
    # The indices of the statements that are left do not change if the last goes first.
    for at in range(len(body.statements) - 1, -1, -1):
        statement = body.statements[at]
        if statement.body is not None:
            take_out_unread(statement.body, loads)
        elif id(statement) in unread:
            _take_out_at(body, at)


def _guarded_statements(body: Body, inversion: PendingResult) -> list[Any] | None:
    """Return the statements whose guard is the result, None if anything else reads or writes it.

    A result that nothing reads is taken out only if a loop has taken its operand instead.
    """
    result = inversion.destination
    if result is None:
        return [] if inversion.is_replaced else None
    # The program has chosen this register, and may read it by its name.
    if result is not inversion.placeholder:
        return None
    found: list[Any] = []
    for statement in _statements(body):
        if statement is inversion:
            continue
        guard = getattr(statement, "guard", None)
        mentions = sum(node == result for node in nodes_in(statement))
        if guard is not None and guard.register == result:
            found.append(statement)
            # The guard has been counted as one of the nodes.
            mentions -= 1
        if mentions:
            return None
    return found if found or inversion.is_replaced else None


def _reach(where: Body, inversion: PendingResult, guarded: list[Any]) -> bool:
    """Return whether statements follow before the next label and write of the operand."""
    left = list(guarded)
    operand = inversion.sources[0]
    statements = iter(where.statements)
    for statement in statements:
        if statement is inversion:
            break
    for statement in statements:
        if not left:
            break
        left = [each for each in left if each is not statement]
        # A branch may come to a label, or to one in a block.
        if (
            isinstance(statement, RecordedLabel)
            or type(statement.node) is n.Label
            or statement.body is not None
        ) or _may_write(statement, operand):
            break
    return not left


def _may_write(statement: RecordedStatement, register: Any) -> bool:
    """Return whether a statement mentions a register elsewhere than in its guard."""
    guard = getattr(statement, "guard", None)
    in_guard = int(guard is not None and guard.register == register)
    return bool(sum(node == register for node in nodes_in(statement)) > in_guard)


def _take_out(where: Body, inversion: PendingResult) -> None:
    """Take a statement out of a body; comments before it come before the next one."""
    _take_out_at(
        where, next(i for i, statement in enumerate(where.statements) if statement is inversion)
    )


def _take_out_at(where: Body, at: int) -> None:
    trivia = where.statements[at].trivia
    where.remove(at)
    if trivia:
        if at < len(where.statements):
            following = where.statements[at]
            following.trivia = trivia + (following.trivia or [])
        else:
            where.trivia = trivia + where.trivia


def _body_of(body: Body, inversion: PendingResult) -> Body | None:
    """Return the body, or the one within it, that has a statement."""
    for statement in body.statements:
        if statement is inversion:
            return body
        if statement.body is not None:
            found = _body_of(statement.body, inversion)
            if found is not None:
                return found
    return None


def _statements(body: Body) -> Iterator[RecordedStatement]:
    for statement in body.statements:
        yield statement
        if statement.body is not None:
            yield from _statements(statement.body)
