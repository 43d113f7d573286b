"""Values that are read where their block was not run: which name they had, and what to write.

`lane = lane + 1` under `ptx.if_` makes a value in a register of its own, and a read of `lane` after
the block reads that register, which has no value where the device has not run the block. The author
sees names, so that the message is about the name, at the line that gave it the value.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.margins.sources import RunningProgram, text_of
from ptxpy.dsl.tracing.calling_expressions import expressions_at
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.source_lines import CodeLocation, LocatedBody, line_of
from ptxpy.dsl.verification.rebinding import import_of, running_frames

if TYPE_CHECKING:
    from ptxpy.dsl.verification.statement_flow import LocatedStatement

__all__ = ["NamedValue", "Rebinding", "named_value", "rebinding_here", "rebinding_of"]

_DECLARATIONS: Final = frozenset({"reg.from_", "reg.scalar", "reg.var"})
"""The calls that declare a register to change."""
MAX_VALUE_CHARACTERS: Final = 60
"""The most characters of an expression that a message repeats."""


class NamedValue(NamedTuple):
    """A value of a block that is read after it, by the name that both have in the program."""

    name: str
    kind: str
    """The type of the value."""
    given: str
    """The write to a register that is to replace the assignment: `lane.set(lane + 1)`."""
    is_rebound: bool
    """Whether the name has another value before the block."""
    declared: int
    """The line before the block where the name is that of a register to change; 0 for none."""
    block: int
    """The line of the outermost block that the value is made in and not read in; 0 for none."""
    read: int
    """The line that reads it."""
    needed_import: str
    """The import that the type needs, as `import_of`."""
    location: CodeLocation
    """The place of the assignment."""
    callers: tuple[CodeLocation, ...]
    """The calls that led there, the innermost first."""


def named_value(write: LocatedStatement, read: LocatedStatement, storage: str) -> NamedValue | None:
    """Return the name of a value, given the statements that write and read it.

    `storage` is the type that its register is declared with. None where the places are not known,
    or the program gives the value no name.
    """
    places = _places(write), _places(read)
    written, reading = [[*reversed(each)] for each in places]
    # The name is one of the function in which the ways to both statements part.
    depth = next(
        (at for at, both in enumerate(zip(written, reading, strict=False)) if both[0] != both[1]),
        None,
    )
    if depth is None or written[depth][0] is not reading[depth][0]:
        return None
    made, used = expressions_at(*written[depth]), expressions_at(*reading[depth])
    assignment = next((each for each in made if isinstance(each, ast.stmt)), None)
    target = _target(assignment)
    if assignment is None or target is None:
        return None
    blocks = [each for each in made if isinstance(each, ast.With)]
    shared = {(each.lineno, each.col_offset) for each in used if isinstance(each, ast.With)}
    left = [each for each in blocks if (each.lineno, each.col_offset) not in shared]
    statement, kind = write.statement, storage
    # In the style of a compiler a register of bits holds any value.
    if type(statement) is PendingResult and write.body.module.style.is_typed:
        kind = statement.declared or statement.operation.typed or storage
    return NamedValue(
        target,
        kind,
        _given(assignment, target),
        bool(left) and _is_bound_before(target, left[-1], made),
        _declared_before(target, left[-1], made) if left else 0,
        left[-1].lineno if left else 0,
        line_of(*reading[depth]),
        import_of(kind, _imported_names(written[depth])),
        written[depth],
        tuple(reversed(written[:depth])),
    )


class Rebinding(NamedTuple):
    """An assignment by which a name is no longer that of a register to change."""

    name: str
    declared: int
    """The line that declares the register."""
    line: int
    """The line of the assignment."""
    given: str
    """The write to the register that is to replace it: `lane.set(lane + 1)`."""


def rebinding_of(location: CodeLocation) -> Rebinding | None:
    """Return an assignment to a name that a line reads, and that once named a register to change.

    None where no name of the line has both.
    """
    nodes = expressions_at(*location)
    function = next((each for each in nodes if isinstance(each, ast.FunctionDef)), None)
    if function is None:
        return None
    # The innermost node comes first: the names of the call, then those of what is around it.
    around = list(takewhile(lambda each: not isinstance(each, ast.With), nodes))
    read = [
        each.id
        for node in around
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    ]
    for name in dict.fromkeys(read):
        declared, others = 0, []
        for each in ast.walk(function):
            if isinstance(each, ast.stmt) and _target(each) == name:
                if _declares(each):
                    declared = each.lineno
                elif isinstance(each, ast.Assign):
                    others.append(each)
        late = next((each for each in others if each.lineno > declared), None)
        if declared and late is not None:
            return Rebinding(name, declared, late.lineno, _given(late, name))
    return None


def rebinding_here() -> Rebinding | None:
    """Return such an assignment to a name of the line that is running."""
    frame = next(running_frames(), None)
    return None if frame is None else rebinding_of((frame.f_code, frame.f_lasti))


def _declares(statement: ast.stmt) -> bool:
    """Return whether a statement is `x = reg.from_(…)` or the like."""
    value = getattr(statement, "value", None)
    return isinstance(value, ast.Call) and ast.unparse(value.func) in _DECLARATIONS


def _places(step: LocatedStatement) -> tuple[CodeLocation, ...]:
    return step.body.locations[step.at] if isinstance(step.body, LocatedBody) else ()


def _target(assignment: ast.stmt | None) -> str | None:
    """Return the one name that a statement assigns to; None for any other statement."""
    targets: list[ast.expr] = []
    if isinstance(assignment, ast.Assign):
        targets = assignment.targets
    elif isinstance(assignment, ast.AugAssign):
        targets = [assignment.target]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None


def _given(assignment: ast.stmt, name: str) -> str:
    if isinstance(assignment, ast.AugAssign):
        value: ast.expr = ast.BinOp(ast.Name(name), assignment.op, assignment.value)
    else:
        value = assignment.value  # type: ignore[attr-defined] # `_target` takes these two alone
        # A register that takes the value over is not wanted twice.
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "reg.from_":
            value = value.args[0]
    text = ast.unparse(value)
    return f"{name}.set({text if len(text) <= MAX_VALUE_CHARACTERS else '…'})"


def _is_bound_before(name: str, block: ast.With, around: Sequence[ast.AST]) -> bool:
    """Return whether a name has a value where a block begins, whichever blocks were run before."""
    function = next((each for each in around if isinstance(each, ast.FunctionDef)), None)
    if function is None:
        return False
    if any(each.arg == name for each in function.args.args):
        return True
    outer = {(each.lineno, each.col_offset) for each in around if isinstance(each, ast.With)}
    return any(
        line < block.lineno and within <= outer for line, within in _bindings(function, name)
    )


def _declared_before(name: str, block: ast.With, around: Sequence[ast.AST]) -> int:
    """Return the line of the last binding before a block if it declares a register, or else 0."""
    function = next((each for each in around if isinstance(each, ast.FunctionDef)), None)
    before = [
        each
        for each in ast.walk(function or block)
        if isinstance(each, ast.Assign) and each.lineno < block.lineno and _target(each) == name
    ]
    last = max(before, key=lambda each: each.lineno, default=None)
    return last.lineno if last is not None and _declares(last) else 0


def _bindings(
    node: ast.AST, name: str, within: frozenset[tuple[int, int]] = frozenset()
) -> Iterator[tuple[int, frozenset[tuple[int, int]]]]:
    """Yield the lines that bind a name, each with the blocks around it."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name:
        yield node.lineno, within
    if isinstance(node, ast.With):
        within |= {(node.lineno, node.col_offset)}
    for child in ast.iter_child_nodes(node):
        yield from _bindings(child, name, within)


def _imported_names(location: CodeLocation) -> set[str]:
    """Return the names that the program of a function imports."""
    tree = ast.parse("".join(text_of(location[0], RunningProgram.text())))
    return {
        name.asname or name.name
        for each in ast.walk(tree)
        if isinstance(each, ast.ImportFrom)
        for name in each.names
    }
