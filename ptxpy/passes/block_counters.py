"""The pass `instrument`: a module that counts the executions of its basic blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import Block, Code, ControlFlowGraph, bodies, control_flow, flatten
from ptxpy.ir import AnyStatement, statements, walk
from ptxpy.ir import nodes as n
from ptxpy.isa import BRANCHES, TARGETS, check_legality, parse_target, parse_version
from ptxpy.passes.edits import edit_statements, indent_like, split_gap

__all__ = ["Counter", "Instrumented", "instrument"]


class Counter(NamedTuple):
    """The basic block whose executions a counter counts."""

    function: str
    """The symbol of the function that contains the block."""
    block: int
    """The index of the block in `ptxpy.analysis.control_flow`, from 0."""
    labels: tuple[str, ...]
    ordinal: int
    """The ordinal of the first statement counted, in the original module."""


class Instrumented(NamedTuple):
    """An instrumented module and its counters."""

    module: n.Module
    counters: tuple[Counter, ...]
    """The counters in the order of the elements of the array."""
    symbol: str
    """The name of the array, of type `.u64`, which is zero when the module is loaded."""


_NAME: Final = re.compile(r"(?:[A-Za-z][A-Za-z0-9_$]*|[_$%][A-Za-z0-9_$]+)\Z")
_COUNTER_BYTES: Final = 8
MAX_NAMES_LISTED: Final = 20
"""Names of functions that an error message lists, so that it stays readable."""


def instrument(
    module: n.Module,
    *,
    functions: Iterable[str] | None = None,
    per: str = "thread",
    symbol: str = "__ptxpy_counters",
) -> Instrumented:
    """Return a module that counts the executions of its basic blocks in global memory.

    The counters are a `.visible .global` array of `.u64` that a host finds by its name, for
    instance with `cuModuleGetGlobal`. Each block that can be reached begins with an addition to its
    element: `red.global.add.u64` (PTX ISA 9.7.13.6). A block that is only reached from the block
    before it, without a branch, counts with that block. No register of the module is changed.

    Args:
        module: The module.
        functions: The symbols of the kernels and device functions to count in, or `None` for all.
        per: `"thread"` adds 1 for each thread that enters a block; `"warp"` adds 1 for the threads
            of a warp that enter it together, which takes fewer atomic operations.
        symbol: The name of the array. Modules that are linked together need different names.

    Raises:
        ValueError: The module has no such function, it already uses the symbol, or its version or
            target lacks a required instruction (64-bit reductions: PTX 1.2, sm_12; per warp: PTX
            6.2, sm_30).
    """
    if per not in ("thread", "warp"):
        msg = f"per must be 'thread' or 'warp', not {per!r}"
        raise ValueError(msg)
    chosen = _select_functions(module, functions)
    nodes = list(statements(module))
    edits: dict[int, tuple[AnyStatement, ...]] = {}
    counters: list[Counter] = []
    for function, ordinal in bodies(module):
        if function.name.name not in chosen:
            continue
        graph = control_flow(flatten(function, ordinal))
        reachable = graph.reachable()
        for number, block in enumerate(graph.blocks):
            if number in reachable and not _is_continuation(graph, number):
                place = _find_insertion_point(graph.code, block, ordinal)
                addition = _addition(symbol, len(counters), per)
                edits[place.at] = _insert_beside(nodes[place.at], addition, after=place.after)
                counters.append(Counter(function.name.name, number, block.labels, place.first))
    if counters:
        # A module without a block to count needs neither the symbol nor the instructions.
        _require_unused(module, symbol)
        _require_instructions(module, per)
        # A variable is declared before its use, hence before the first function with a body.
        first = next(ordinal for _, ordinal in bodies(module))
        edits[first] = (_array(symbol, len(counters)), nodes[first])
    return Instrumented(edit_statements(module, edits), tuple(counters), symbol)


def _select_functions(module: n.Module, functions: Iterable[str] | None) -> frozenset[str]:
    """Return the symbols of the functions to count in."""
    defined = [body.function.name.name for body in bodies(module)]
    if functions is None:
        return frozenset(defined)
    chosen = frozenset(functions)
    unknown = chosen.difference(defined)
    if unknown:
        known = ", ".join(defined[:MAX_NAMES_LISTED]) + (
            ", …" if len(defined) > MAX_NAMES_LISTED else ""
        )
        msg = (
            f"no function {min(unknown)!r} has a body; the functions with bodies: {known or 'none'}"
        )
        raise ValueError(msg)
    return chosen


def _is_continuation(graph: ControlFlowGraph, number: int) -> bool:
    """Whether the only way into a block is that the block before it falls through."""
    if graph.predecessors[number] != (number - 1,):
        return False
    before = graph.blocks[number - 1]
    last = graph.code.statements[before.stop - 1]
    branches = type(last) is n.Instruction and last.opcode in BRANCHES
    return before.successors == (number,) and not before.exits and not branches


class _InsertionPoint(NamedTuple):
    """The place in a block where its counter is incremented."""

    at: int
    """The ordinal of the statement beside which the increment is inserted."""
    after: bool
    """Whether the increment is inserted after that statement instead of before it."""
    first: int
    """The ordinal of the first instruction, call or pragma, or else of the last statement."""


def _find_insertion_point(code: Code, block: Block, function: int) -> _InsertionPoint:
    """Return the place where a block is counted.

    It is after the labels, declarations and pragmas of the block, before its first instruction or
    before the scopes that open between.
    """
    ordinals = code.ordinals
    opening = None
    for index in range(block.start, block.stop):
        statement, here = code.statements[index], ordinals[index]
        before = ordinals[index - 1] if index else function
        if opening is None and here - before > 1:
            opening = before + 1  # what is missing in the list is the head of a scope
        if type(statement) is n.Label or (
            type(statement) is n.Pragma
            and not any(text.startswith("used_bytes_mask") for text in statement.strings)
        ):  # that pragma applies to the next instruction, not to the block (PTX ISA 12.7)
            opening = None
        elif type(statement) in _ACTIVE:
            return _InsertionPoint(here if opening is None else opening, after=False, first=here)
    return _InsertionPoint(ordinals[block.stop - 1], after=True, first=ordinals[block.stop - 1])


_ACTIVE: Final = frozenset({n.Instruction, n.Call, n.Pragma})


def _insert_beside(
    statement: Any, addition: Any, *, after: bool  # noqa: ANN401
) -> tuple[AnyStatement, ...]:
    """Return a statement and the increment before or after it, with their gaps."""
    if after:
        return statement, addition.replace(before=indent_like(statement.before))
    gap, rest = split_gap(statement.before)
    return addition.replace(before=gap), statement.replace(before=rest)


def _addition(symbol: str, index: int, per: str) -> n.Instruction | n.Scope:
    """Return the statement that adds 1 to a counter."""
    base = n.Symbol(symbol)
    offset = n.Literal(str(index * _COUNTER_BYTES)) if index else None
    operands = (n.Address(base, offset), n.Literal("1"))
    add = n.Instruction(None, "red", (".global", ".add", ".u64"), operands)
    if per == "thread":
        return add
    # The braces keep these registers apart from those of the function with the same names.
    leads, active, lower = map(n.Register, ("%leads", "%active", "%lower"))
    return n.Scope(
        (
            _registers(".pred", leads),
            _registers(".b32", active, lower),
            n.Instruction(None, "activemask", (".b32",), (active,)),
            # The lowest active thread is the one with no active thread below it.
            n.Instruction(None, "mov", (".u32",), (lower, n.Register("%lanemask_lt"))),
            n.Instruction(None, "and", (".b32",), (lower, lower, active)),
            n.Instruction(None, "setp", (".eq", ".u32"), (leads, lower, n.Literal("0"))),
            add.replace(guard=n.Guard(leads)),
        )
    )


def _registers(kind: str, *registers: n.Register) -> n.Variable:
    words = (n.Specifier(".reg"), n.Specifier(kind))
    return n.Variable((), words, tuple(map(n.Declarator, registers)))


def _array(symbol: str, length: int) -> n.Variable:
    """Return the declaration of the counters."""
    words = (n.Specifier(".global"), n.Align(n.Literal(str(_COUNTER_BYTES))), n.Specifier(".u64"))
    size = n.Dimension(n.Literal(str(length)))
    return n.Variable((".visible",), words, (n.Declarator(n.Symbol(symbol), None, (size,)),))


def _require_unused(module: n.Module, symbol: str) -> None:
    """Raise `ValueError` for a symbol that is not a valid name, or that the module uses."""
    if not _NAME.match(symbol):
        msg = f"{symbol!r} is not a valid PTX identifier"
        raise ValueError(msg)
    # `x<10>` declares `x0` to `x9`, so that `x3` is taken as well.
    stem = symbol.rstrip("0123456789")
    for node in walk(module):
        kind = type(node)
        if (kind in _NAMED and node[0] == symbol) or (
            kind is n.Declarator and node[1] is not None and stem != symbol and node[0][0] == stem
        ):
            msg = f"the module already uses {symbol}: choose another symbol"
            raise ValueError(msg)


_NAMED: Final = frozenset({n.Symbol, n.Register, n.Label, n.TargetList, n.CallPrototype})


def _require_instructions(module: n.Module, per: str) -> None:
    """Raise `ValueError` if the known version or target lacks a required instruction."""
    version = next((item.number for item in module.body if type(item) is n.Version), None)
    names = [name for item in module.body if type(item) is n.Target for name in item.names]
    target = next((name for name in names if name in TARGETS), None)
    try:
        known = None if version is None else parse_version(version)
    except ValueError:
        known = None
    for opcode, modifiers in _NEEDED[per]:
        problem = check_legality(
            opcode, modifiers, None, known, None if target is None else parse_target(target)
        )
        if problem is not None:
            msg = f"counting per {per}: {problem.message}"
            raise ValueError(msg)


_NEEDED: Final = {
    "thread": (("red", (".global", ".add", ".u64")),),
    "warp": (("red", (".global", ".add", ".u64")), ("activemask", (".b32",))),
}
"""The instructions that counting requires."""
