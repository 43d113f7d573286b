"""Label numbering: the compilers' rule for labels without a written number.

A label without a number is numbered when its function has been traced (`ptxpy.dialect`), and an
edit above it may change the number. So no operand may refer to such a label by number: `L[3]`
refers to the label at which 3 is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ptxpy.dialect import Steps, block_number, number_labels
from ptxpy.dsl.control_flow.blocks import PendingLabel, RecordedBranch, RecordedLabel
from ptxpy.dsl.namespaces.statements import NumberedLabel
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.trace import Body, FunctionTrace, RecordedStatement
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import TERMINATORS


def name_labels(body: Body, function: FunctionTrace) -> None:
    """Name the labels of a function's body.

    A label without a number gets one that no operand of the function names, as `L[3]` refers to the
    statement at which 3 is written. Raises `TraceError` when two labels have the same name, and in
    a module that is checked when an operand names a number that no label has.
    """
    prefix = function.labels
    owned, named = _numbers(body, prefix)
    missing = function.referenced_labels - owned
    if missing and function.scope is not None and not function.scope.defers:
        names = {f"{prefix}{number}": number for number in missing}
        for inner, at, statement in _everywhere(body):
            number = next((names[name] for name in _symbols(statement) if name in names), None)
            if number is not None:
                raise _located_error(inner, at, _unowned(number))
        raise trace.TraceError(_unowned(min(missing)))
    _name_body(body, prefix, owned, named | function.referenced_labels)


def _numbers(body: Body, prefix: str) -> tuple[set[int], set[int]]:
    """Return the numbers that labels of a body are given, and those that branches spell out."""
    owned: set[int] = set()
    named: set[int] = set()
    if _is_straight(body):
        return owned, named
    for statement in _turns(body):
        found = _number_of(statement, prefix)
        if found is not None:
            owned.add(found)
        spelled = (block_number(name, prefix) for name in _spelled_targets(statement))
        named.update(number for number in spelled if number is not None)
        if statement.body is not None:
            inner = _numbers(statement.body, prefix)
            owned |= inner[0]
            named |= inner[1]
    return owned, named


def _number_of(statement: RecordedStatement, prefix: str) -> int | None:
    """Return the number that a label is given, if a statement is one that is given any."""
    if isinstance(statement, RecordedLabel):
        target = statement.target
        return target.number if target.name is None else block_number(target.name, prefix)
    return block_number(statement.node.name, prefix) if type(statement.node) is n.Label else None


def _spelled_targets(statement: RecordedStatement) -> Iterator[str]:
    """Yield the labels that a branch or a table of labels names by itself."""
    node = statement.node
    if type(node) is n.TargetList or _is_jump(statement):
        yield from _symbols(statement)


def _is_jump(statement: RecordedStatement) -> bool:
    if isinstance(statement, PendingResult):
        return statement.opcode in TERMINATORS
    return type(statement.node) is n.Instruction and statement.node.opcode in TERMINATORS


def _unowned(number: int) -> str:
    return (
        f"no label has the number {number}, which L[{number}] names: place it with "
        f"`with L[{number}]:`, or write the number where the label stands, end={number} for the "
        f"end of a block, ptx.loop({number}) for the top of a loop"
    )


def _everywhere(body: Body) -> Iterator[tuple[Body, int, RecordedStatement]]:
    """Yield the statements of a body and of the scopes in it, each with its place."""
    for at, statement in enumerate(body.statements):
        yield body, at, statement
        if statement.body is not None:
            yield from _everywhere(statement.body)


def _symbols(statement: RecordedStatement) -> Iterator[str]:
    """Yield the symbols that a statement names."""
    roots: tuple[Any, ...] = (
        statement.sources if isinstance(statement, PendingResult) else (statement.node,)
    )
    for root in roots:
        if isinstance(root, n.Node):
            yield from (node.name for node in walk(root) if type(node) is n.Symbol)


def _located_error(body: Body, index: int, message: str) -> trace.TraceError:
    error = trace.TraceError(message)
    body.attach_location(index, error)
    return error


def _name_body(body: Body, prefix: str, owned: set[int], named: set[int]) -> None:
    """Give the targets of a body, and of the scopes in it, their names.

    `owned` are numbers that labels of the function have, `named` those that something names.
    """
    if _is_straight(body):
        return
    steps = Steps(prefix)
    seen: set[str] = set()
    given: set[int] = set()
    targets: list[PendingLabel | None] = []
    for statement in _turns(body):
        before = len(steps.found)
        _step(statement, prefix, steps, seen)
        if len(steps.found) > before:
            targets.append(statement.target if isinstance(statement, RecordedLabel) else None)
    # A branch may lead to a label further down: the rule numbers the body as a whole.
    for at, number, _ in number_labels(steps.found, named):
        target = targets[at]
        if target is not None and target.number is None:
            target.number = number
            given.add(number)
    placed: set[str] = set()
    for index, statement in enumerate(body.statements):
        kind = type(statement)
        if kind is NumberedLabel:
            _once(statement.node.name, placed, body, index)  # type: ignore[union-attr]
        elif kind is not PendingResult:
            if isinstance(statement, RecordedLabel):
                _once(_name_of(statement.target, prefix), seen, body, index)
            elif isinstance(statement, RecordedBranch):
                _name_of(statement.target, prefix)
        if statement.body is not None:
            # In a scope, labels are numbered by themselves, but for those outside of it.
            _name_body(statement.body, prefix, owned | given, owned | given | named)


def _is_straight(body: Body) -> bool:
    """Return whether a body has neither labels nor branches, as most scopes of assembly do not."""
    for statement in body.statements:
        kind = type(statement)
        if kind is PendingResult:
            if statement.operation.opcode in TERMINATORS:  # type: ignore[attr-defined]
                return False
        elif (
            kind is not RecordedStatement
            or statement.body is not None
            or type(statement.node) in _OF_CONTROL_FLOW
        ):
            return False
    return True


_OF_CONTROL_FLOW: Final = frozenset({n.Label, n.Instruction, n.Call, n.TargetList})
"""The nodes that may be labels or branches, or that name labels."""


def _once(name: str, seen: set[str], body: Body, index: int) -> None:
    """Record the name of a label; `TraceError` if another label has the same name."""
    if name in seen:
        msg = f"two labels {name}: give one another number with end= or label="
        raise _located_error(body, index, msg)
    seen.add(name)


def _turns(body: Body) -> Iterator[RecordedStatement]:
    """Yield the statements that end or begin basic blocks, and the first of each run of others."""
    first = True
    for statement in body.statements:
        # A run of plain instructions has no effect on the numbers, and a kernel has thousands of
        # them.
        plain = type(statement) is PendingResult and statement.operation.opcode not in TERMINATORS
        if first or not plain:
            yield statement
        first = not plain


def _step(statement: RecordedStatement, prefix: str, steps: Steps, seen: set[str]) -> None:
    """Advance the numbering by one statement."""
    if isinstance(statement, PendingResult):
        _branch_step(statement.opcode, _symbol(statement.sources), statement.guard, steps)
        return
    node = statement.node
    if isinstance(statement, RecordedLabel):
        target = statement.target
        if target.name is None or block_number(target.name, prefix) is not None:
            steps.label(_key(target, prefix), _number_of(statement, prefix))
    elif isinstance(statement, RecordedBranch):
        _branch_step("bra", _key(statement.target, prefix), statement.guard, steps)
    elif type(node) is n.Label:
        seen.add(node.name)
        number = block_number(node.name, prefix)
        if number is not None:
            steps.label(node.name, number)
    elif type(node) is n.Instruction:
        _branch_step(node.opcode, _symbol(node.operands), node.guard, steps)
    elif statement.body is not None or type(node) is n.Call:
        steps.call()


def _branch_step(opcode: str, target: Any, guard: n.Guard | None, steps: Steps) -> None:
    negated = guard is not None and guard.negated
    steps.instruction(opcode, target, guarded=guard is not None, negated=negated)


def _symbol(operands: tuple[Any, ...]) -> str | None:
    first = operands[0] if operands else None
    return first.name if type(first) is n.Symbol else None


def _key(target: PendingLabel, prefix: str) -> Any:
    """Return a key that identifies a label before all labels are named."""
    if target.name is not None:
        return target.name
    return id(target) if target.number is None else f"{prefix}{target.number}"


def _name_of(target: PendingLabel, prefix: str) -> str:
    """Return the name of a target."""
    if target.name is None:
        target.name = f"{prefix}{target.number}"
    return target.name
