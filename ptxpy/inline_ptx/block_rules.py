"""Rules for the code of inline PTX, which the compiler takes as one opaque instruction.

The compiler assumes that this instruction reads its inputs before it writes its outputs, so it may
give an output the register of an input. It does not see effects on memory, threads and clocks.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import Change, bodies, control_flow, flatten, guarded_facts, register_table
from ptxpy.check import Diagnostic
from ptxpy.inline_ptx.output_rules import check_outputs
from ptxpy.inline_ptx.templates import REGISTERS, constraint_letter
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.analysis import Code
    from ptxpy.inline_ptx.blocks import Block, Operand
    from ptxpy.isa import Traits

__all__ = ["Effects", "check_code", "check_early_clobbers", "effects_of"]


def check_code(
    block: Block, module: n.Module, unique: str, outputs: frozenset[str]
) -> Iterator[Diagnostic]:
    """Yield the mistakes in the code of a block, given the kernel around it.

    A name with the digits `unique` is another in each copy of the code. `outputs` have no value
    before the code.
    """
    for body in bodies(module):
        code = flatten(body.function, body.ordinal)
        sign = "%" if block.dialect == "cuda" else "$"
        # Operands are numbered from the outputs on, so the first input has the number after them.
        first = len(block.outputs)
        inputs = {f"{sign}{first + number}": operand for number, operand in enumerate(block.inputs)}
        table, accesses = register_table(code)
        reported: set[str] = set()
        for index, access in enumerate(accesses):
            for register in access.writes:
                name = table.names[register]
                operand = inputs.get(name)
                if operand is None or name in reported:
                    continue
                reported.add(name)
                message = f"{name} is an input, and this instruction writes it"
                help_ = f'list it as an output, "+{operand.constraint}"'
                yield Diagnostic("INL009", message, code.ordinals[index], ("name", name), help_)
        yield from check_outputs(code, table, accesses, outputs)
        yield from check_early_clobbers(block, code)
        yield from _effects(block, code)
        yield from _names_outside_braces(block, code, unique)


def _effects(block: Block, code: Code) -> Iterator[Diagnostic]:
    """Yield the first instruction that needs `volatile`, and the first that needs "memory"."""
    has_memory = "memory" in block.clobbers
    # C++ treats `asm` without outputs as volatile; LLVM's dialects have a flag alone.
    kept = block.volatile or has_memory
    if block.dialect == "cuda":
        kept = kept or not block.outputs
    needs_memory = block.dialect == "cuda" and not has_memory
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        effects = effects_of(statement)
        name = statement.opcode + "".join(statement.modifiers)
        if effects.side_effect and not kept:
            kept = True
            message = f"{name} {effects.side_effect}, but the compiler may move or remove it"
            help_ = {
                "cuda": "write asm volatile",
                "triton": "pass is_pure=False",
                "torch": "PyTorch takes is_pure=True alone: write a Triton kernel",
                "mlir": "pass has_side_effects=True",
                "numba": "pass side_effect=True",
            }[block.dialect]
            yield Diagnostic("INL010", message, code.ordinals[index], ("opcode",), help_)
        if effects.memory and needs_memory:
            needs_memory = False
            message = f"{name} {effects.memory}, which the compiler does not know"
            help_ = 'add "memory" to the clobbers: `::: "memory"`'
            yield Diagnostic("INL011", message, code.ordinals[index], ("opcode",), help_)


def _names_outside_braces(block: Block, code: Code, unique: str) -> Iterator[Diagnostic]:
    """Yield labels and registers that the block declares outside of braces."""
    sign = "%" if block.dialect == "cuda" else "$"
    operands = {f"{sign}{number}" for number in range(len(block.outputs) + len(block.inputs))}
    help_ = "put the code in braces: { … }"
    for index, statement in enumerate(code.statements):
        # Scope 0 is the block itself: only names in braces of their own are declared again without
        # harm.
        if code.scopes[index] != 0:
            continue
        if type(statement) is n.Label:
            name = statement.name
            if unique in name:
                continue
            message = f"the label {name} is declared again where the code is inlined twice"
            yield Diagnostic("INL014", message, code.ordinals[index], None, help_)
        elif type(statement) is n.Variable:
            name = statement.declarators[0].name.name
            if name not in operands and unique not in name:
                message = f"{name} is declared again where the code is inlined twice"
                yield Diagnostic("INL015", message, code.ordinals[index], None, help_)


_CHANGING: Final = frozenset(
    {"%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"}
)
"""Special registers that have another value at each read."""
_HIDDEN_SPACES: Final = frozenset({"tensor", "reg", "param", "local"})
"""State spaces that C++ code cannot access."""
_ORDERING: Final = frozenset({"acquire", "release", "acq_rel", "sc"})
_ON_OBJECTS: Final = frozenset({"init", "inval", "arrive", "expect-tx", "complete-tx"})
"""Operations that change the mbarrier object, which is in shared memory."""
_ORDERED: Final = frozenset({"relaxed", "acquire", "release", "acq_rel", "sc", "volatile"})


class Effects(NamedTuple):
    """The effects of an instruction besides its results."""

    side_effect: str = ""
    """Why it must be kept and not moved: `changes memory`; empty if it need not."""
    memory: str = ""
    """Why values in memory must not be kept in registers across it; empty if they may."""


def effects_of(instruction: n.Instruction) -> Effects:
    """Return the effects of an instruction."""
    found = traits(instruction.opcode, instruction.modifiers)
    if not found.is_known:
        return Effects()
    memory = _memory(found)
    if memory:
        return Effects(memory, memory)
    is_joint = found.collective and (found.collective != "warp" or found.has_member_mask)
    reasons = (
        (any(access.writes for access in found.accesses), "changes memory of the tensor cores"),
        (found.order in _ORDERED, "reads memory that others change"),
        ("active-threads" in found.implicit_reads, "depends on the active threads"),
        (is_joint, f"is executed by all threads of the {found.collective} together"),
        (
            found.commits or found.waits or found.waits_all or found.completion,
            "is part of an asynchronous protocol",
        ),
    )
    return Effects(next((reason for holds, reason in reasons if holds), "") or _clock(instruction))


# Tensor memory, registers, parameters and local memory of PTX are hidden from C++, so changes there
# are not seen.
def _memory(found: Traits) -> str:
    writes = any(access.writes and access.space not in _HIDDEN_SPACES for access in found.accesses)
    if writes or _ON_OBJECTS & found.mbarrier:
        return "changes memory"
    # A relaxed barrier synchronises threads, but orders no memory.
    orders = (
        (found.barrier and found.order != "relaxed")
        or found.order in _ORDERING
        or found.fences - {"wgmma-registers"}
        or "wait" in found.mbarrier
    )
    if orders:
        return "orders memory"
    return "waits for others to access memory" if found.waits | found.waits_all else ""


def _clock(instruction: n.Instruction) -> str:
    for node in walk(instruction):
        if isinstance(node, n.Register | n.Symbol) and node.name in _CHANGING:
            return f"reads {node.name}, which changes"
    return ""


def check_early_clobbers(block: Block, code: Code) -> Iterator[Diagnostic]:
    """Yield the outputs that are written before an input is read that may have their register.

    An output that is written with the value of that input is harmless: if both are one register,
    nothing changes.
    """
    pairs = list(_sharing(block))
    if not pairs:
        return
    sign = "%" if block.dialect == "cuda" else "$"
    names = [f"{sign}{number}" for number in range(len(block.outputs) + len(block.inputs))]
    table, accesses = register_table(code)
    by_output: dict[str, int] = {}
    by_input: dict[str, int] = {}
    # Each pair of an output and an input has a bit, so that one pass of data flow follows all of
    # them.
    for bit, (output, other) in enumerate(pairs):
        by_output[names[output]] = by_output.get(names[output], 0) | 1 << bit
        by_input[names[other]] = by_input.get(names[other], 0) | 1 << bit
    changes: dict[int, Change] = {}
    asked: dict[int, int] = {}
    first_write: dict[str, int] = {}
    for index, access in enumerate(accesses):
        written = [table.names[register] for register in access.writes]
        overwritten = _union(by_output, written)
        # `mov %0, %1` changes nothing if both are one register: the input keeps its value.
        overwritten &= ~_union(by_input, _copied(code.statements[index]))
        asked[index] = _union(by_input, (table.names[register] for register in access.reads))
        if overwritten or asked[index]:
            changes[index] = Change(overwritten)
        if overwritten:
            # The first write of a name is kept: a later one must not replace it.
            first_write = dict.fromkeys(written, index) | first_write
    clobbered = 0
    for index, before in guarded_facts(control_flow(code), table, accesses, changes).items():
        clobbered |= before & asked[index]
    reported: set[int] = set()
    for bit, (output, other) in enumerate(pairs):
        if clobbered >> bit & 1 and output not in reported:
            reported.add(output)
            message = (
                f"{names[output]} is written before {names[other]} is read, and the compiler may"
                " give both one register"
            )
            constraint = block.outputs[output].constraint
            help_ = f'write "{constraint[0]}&{constraint[1:]}" for {names[output]}'
            ordinal = code.ordinals[first_write[names[output]]]
            yield Diagnostic("INL021", message, ordinal, ("name", names[output]), help_)


def _union(sets: dict[str, int], names: Iterable[str]) -> int:
    return reduce(or_, (sets.get(name, 0) for name in names), 0)


def _copied(statement: n.Instruction | n.Call) -> Iterator[str]:
    """Yield the register of which an instruction is a copy."""
    if type(statement) is not n.Instruction:
        return
    for at in traits(statement.opcode, statement.modifiers).copies:
        operand = statement.operands[at] if at < len(statement.operands) else None
        if isinstance(operand, n.Register | n.Symbol):
            yield operand.name


def _sharing(block: Block) -> Iterator[tuple[int, int]]:
    """Yield each output and input that may have the same register, by number.

    An output that has a value before the code has the register of inputs of the same value alone.
    """
    first = len(block.outputs)
    tied = {each.constraint.lstrip("%"): each.text for each in block.inputs}
    for number, output in enumerate(block.outputs):
        kind = _register_file(block, output)
        if kind is None or "&" in output.constraint or output.constraint[0] not in "=+":
            continue
        # With a value of its own the output shares a register only with inputs of the same
        # expression.
        value = output.text if output.constraint[0] == "+" else tied.get(str(number))
        for at, each in enumerate(block.inputs, start=first):
            is_tied = each.constraint.lstrip("%").isdecimal()
            same = value is None or (bool(value) and value.split() == each.text.split())
            if not is_tied and same and _register_file(block, each) == kind:
                yield number, at


def _register_file(block: Block, operand: Operand) -> str | None:
    """Return the kind of registers of which an operand gets one; None if it gets none.

    LLVM has one kind for integers and floats of a size, libNVVM one for each.
    """
    letter = constraint_letter(operand, block.outputs)
    if letter not in REGISTERS or "*" in operand.constraint:
        return None
    # LLVM's register classes for `f` and `r` are interchangeable by size, and so are `d` and `l`.
    if block.dialect in {"triton", "torch"}:
        return {"f": "r", "d": "l"}.get(letter, letter)
    return letter
