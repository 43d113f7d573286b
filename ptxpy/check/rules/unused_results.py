"""Results of instructions that are never read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_unused_results"]


def check_unused_results(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report each instruction whose results are never read, if compilers would remove it.

    Checked are loads from memory, multiplications, divisions, floating-point arithmetic,
    comparisons and matrix multiplications. Compilers remove these, but leave moves and additions
    of addresses around inline assembly.
    """
    for function in context.functions:
        yield from _of(function)


def _of(function: FunctionContext) -> Iterator[Diagnostic]:
    accesses, statements = function.accesses, function.code.statements
    read: set[int] = set()
    for access in accesses:
        read.update(access.reads)
    kept = {returned.declarator.name.name for returned in function.function.returns or ()}
    for index, access in enumerate(accesses):
        writes = access.writes
        if (
            writes
            and read.isdisjoint(writes)
            and type(statements[index]) is n.Instruction
            and _is_looked_at(statements[index])
        ):
            names = [function.registers.names[register] for register in writes]
            if kept.isdisjoint(names) and all(_is_local(function, register) for register in writes):
                which = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
                help_ = "remove the instruction, or read its result"
                message = f"the result {which} is never read"
                yield function.report("PTX042", index, message, ("name", names[0]), help_)


def _is_local(function: FunctionContext, register: int) -> bool:
    table = function.registers
    name = table.names[register]
    names = function.code.levels[table.levels[register]].names
    return names.own(name) is not None and not function.module.is_unparsed(name)


_LOOKED_AT: Final = frozenset(
    {"mul", "mul24", "mad", "mad24", "fma", "div", "rem", "sqrt", "rsqrt", "rcp", "sin", "cos"}
    | {"lg2", "ex2", "tanh", "setp", "set", "selp", "testp", "copysign", "popc", "clz", "bfind"}
    | {"brev", "mma"}
)
_SUMS: Final = frozenset({"add", "sub", "min", "max", "neg", "abs"})
_FLOATING: Final = frozenset({".f16", ".f16x2", ".bf16", ".bf16x2", ".f32", ".f32x2", ".f64"})


def _is_looked_at(instruction: n.Instruction) -> bool:
    opcode, modifiers = instruction.opcode, instruction.modifiers
    if opcode in _SUMS:
        return modifiers[-1:] != () and modifiers[-1] in _FLOATING
    if opcode == "ld":
        return (
            modifiers[:1] != ()
            and modifiers[0] in _SPACES
            and not any("::" in word for word in modifiers[1:])
        )
    return opcode in _LOOKED_AT and ".cc" not in modifiers


# With a prefetch size, `.L2::128B`, a load may be meant to warm the cache.
_SPACES: Final = frozenset({".global", ".shared", ".shared::cta", ".const"})
