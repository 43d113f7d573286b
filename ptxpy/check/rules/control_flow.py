"""Code that no path reaches, and aligned instructions that only part of a warp reaches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import Divergence, constant, postdominators
from ptxpy.ir import nodes as n
from ptxpy.isa import ABORTS, BRANCHES, CONTROL_FLOW, DIRECT_BRANCHES, is_aligned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic, Related

__all__ = ["check_divergence", "check_unreachable_code"]


def check_unreachable_code(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report each run of blocks that no path reaches.

    Unreachable branches, `ret` and `exit` are ignored: compilers write a `ret` after an endless
    loop.
    """
    if context.unparsed_names:
        return  # a branch to the block may be a statement that failed to parse
    for function in context.functions:
        graph = function.graph
        reachable = graph.reachable()
        if len(reachable) == len(graph.blocks) or graph.missing or _has_unknown_targets(function):
            continue
        run: list[int] = []
        # Blocks that follow each other are one report: all are unreachable for the same reason.
        for number, block in enumerate(graph.blocks):
            if number in reachable:
                yield from _unreachable_run(function, run)
                run = []
            else:
                run += filter(partial(_matters, function), range(block.start, block.stop))
        yield from _unreachable_run(function, run)


def _matters(function: FunctionContext, index: int) -> bool:
    statement = function.code.statements[index]
    if type(statement) is n.Instruction:
        return statement.opcode not in CONTROL_FLOW
    return type(statement) is n.Call


def _has_unknown_targets(function: FunctionContext) -> bool:
    """Return whether a branch may have targets that are missing in the graph."""
    blocks = function.graph.blocks
    for block in blocks:
        last = function.code.statements[block.stop - 1]
        if (
            type(last) is n.Instruction
            and last.opcode in BRANCHES
            # A guarded branch always has the fall-through as a successor, so it must have two.
            and len(block.successors) <= (last.guard is not None)
        ):
            return True
    return False


def _unreachable_run(function: FunctionContext, run: list[int]) -> Iterator[Diagnostic]:
    if run and not _follows_assembly(function, run[0]):
        what = "this instruction" if len(run) == 1 else f"these {len(run)} instructions"
        help_ = "remove it, or branch to a label before it"
        yield function.report("PTX041", run[0], f"no path reaches {what}", None, help_)


def _follows_assembly(function: FunctionContext, index: int) -> bool:
    """Return whether a statement follows inline assembly that may not complete.

    A compiler does not analyse inline assembly, and generates code after a `trap` or an endless
    scope.
    """
    code = function.code
    while index > 0:
        index -= 1
        before = code.statements[index]
        if type(before) is n.Instruction or type(before) is n.Call:
            is_trap = type(before) is n.Instruction and before.opcode in ABORTS
            return is_trap or code.scopes[index] != code.scopes[index + 1]
    return False


def check_divergence(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report the `.aligned` instructions that only some threads of a warp execute.

    Their guard, or a branch that they are control-dependent on, is divergent: it depends on
    `elect.sync`, or on a comparison of `%tid.x` or `%laneid` with a constant.
    """
    if context.unparsed_names:
        return
    for function in context.functions:
        statements = function.code.statements
        aligned = [
            index
            for index, statement in enumerate(statements)
            if type(statement) is n.Instruction
            and is_aligned(statement.opcode, statement.modifiers)
        ]
        threads = _threads(function.function)
        # A CTA of one thread cannot diverge.
        if not aligned or threads == 1:
            continue
        known = Divergence(function.code, function.registers, function.accesses, threads)
        said: set[int] = set()
        for index in aligned:
            guard = statements[index].guard
            if guard is not None:
                sides = known.split_of(guard.register, function.code.scopes[index])
                if sides.false if guard.negated else sides.true:
                    said.add(index)
                    name = getattr(guard.register, "name", "")
                    why = f"the guard {name} is divergent"
                    yield _diagnostic(function, index, why, ())
        # Blocks are found only where some branch diverges, which few functions have.
        apart = _apart(function, known)
        if not apart:
            continue
        block_of = _blocks_of(function, aligned)
        for index in aligned:
            branch = apart.get(block_of[index])
            if branch is not None and index not in said:
                name = getattr(statements[branch].guard.register, "name", "")
                note = function.related(branch, f"the branch on {name}")
                why = f"the branch on {name} is divergent"
                yield _diagnostic(function, index, why, (note,))


def _diagnostic(
    function: FunctionContext, index: int, why: str, notes: tuple[Related, ...]
) -> Diagnostic:
    statement = function.code.statements[index]
    name = "".join((statement.opcode, *statement.modifiers[:1]))
    message = f"{name} must be executed by all threads of a warp, but {why}"
    help_ = (
        "execute it where the warp has converged, and branch only around the work of single threads"
    )
    return function.report("PTX053", index, message, None, help_, related=notes)


def _threads(function: n.Function) -> int:
    """Return the maximum number of threads of a CTA in x; 0 if it is unknown."""
    for directive in function.directives:
        if (
            type(directive) is n.TuningDirective
            and directive.name in (".maxntid", ".reqntid")
            and directive.values
        ):
            return constant(directive.values[0]) or 0
    return 0


def _blocks_of(function: FunctionContext, indices: list[int]) -> dict[int, int]:
    found = {}
    number = 0
    # Indices ascend, so the search goes on where it ended.
    for index in indices:
        while function.graph.blocks[number].stop <= index:
            number += 1
        found[index] = number
    return found


MAX_BLOCKS: Final = 1 << 12
"""Blocks of a function up to which it is analysed, as regions take quadratic time at worst."""
MAX_REGION_BLOCKS: Final = 1 << 18
"""Blocks in all regions of a function after which further branches are ignored."""


def _apart(function: FunctionContext, known: Divergence) -> dict[int, int]:
    """Return the blocks that only some threads of a warp execute, each with its branch."""
    graph = function.graph
    if len(graph.blocks) > MAX_BLOCKS:
        return {}
    found: dict[int, int] = {}
    joins: list[int | None] | None = None
    steps = 0
    for number, block in enumerate(graph.blocks):
        branch = function.code.statements[block.stop - 1]
        if (
            type(branch) is not n.Instruction
            or branch.opcode not in DIRECT_BRANCHES
            or branch.guard is None
            or len(block.successors) != _TWO
        ):
            continue
        sides = known.split_of(branch.guard.register, function.code.scopes[block.stop - 1])
        taken, falls = sides if not branch.guard.negated else (sides.false, sides.true)
        if not (taken or falls):
            continue
        # Few functions branch divergently, and only those need their postdominators.
        joins = postdominators(graph) if joins is None else joins
        join = joins[number]
        if join is None or steps > MAX_REGION_BLOCKS:
            continue
        following, target = (_region(function, s, join) for s in block.successors)
        steps += len(following) + len(target)
        for part, only in ((falls, following - target), (taken, target - following)):
            # A branch back to its own block belongs to a loop: its exit is where the threads meet.
            if part and number not in only:
                found.update((one, block.stop - 1) for one in sorted(only) if one not in found)
    return found


_TWO: Final = 2


def _region(function: FunctionContext, start: int, join: int) -> set[int]:
    """Return the blocks that are reachable from `start` without passing through `join`."""
    found = {start} - {join}
    waiting = list(found)
    while waiting:
        for successor in function.graph.blocks[waiting.pop()].successors:
            if successor != join and successor not in found:
                found.add(successor)
                waiting.append(successor)
    return found
