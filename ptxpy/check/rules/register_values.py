"""Values of registers: read but never written, written but never read, and lost.

The carry flag is a register, too, which calls lose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.analysis import (
    Change,
    GenKill,
    blocks_of,
    facts_before,
    guarded_facts,
    liveness,
    solve_forward,
)
from ptxpy.check.rules.accumulators import updated_in_place
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic, Related

__all__ = [
    "check_carry_flags",
    "check_overwritten_inputs",
    "check_undefined_registers",
    "check_unused_results",
]


def check_undefined_registers(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report each register that is read although no path to the read writes it.

    A guarded write counts, and so does a write to a component. An instruction that updates an
    accumulator does not count as a read: `check_unwritten_accumulators` looks at these. Compilers
    copy undefined values, such as padding or half of a vector: `mov`, `prmt`, `st.param` and calls
    may read a register that nothing writes.
    """
    for function in context.functions:
        exposed, made = _exposed_reads(function)
        if not any(exposed):
            continue
        # A forward pass finds which registers some path has written before each block.
        before = solve_forward(function.graph, made, [0] * len(made))
        written = 0
        for bits in made:
            written |= bits
        said: set[int] = set()
        first_writes: dict[int, int] = {}
        # Blocks that no path reaches have a report of their own.
        for block in sorted(function.graph.reachable()):
            for register, index in exposed[block].items():
                # One report for each register: later reads have the same cause.
                if before[block] >> register & 1 or register in said:
                    continue
                later = bool(written >> register & 1)
                if (later or not _moves(function, index)) and function.declares(register):
                    said.add(register)
                    name = function.registers.names[register]
                    why = "no path to this point writes it" if later else "nothing writes it"
                    help_ = f"write {name} before, or read another register"
                    message = f"{name} is read here, but {why}"
                    notes: tuple[Related, ...] = ()
                    if later:
                        first_writes = first_writes or _first_writes(function)
                        at = first_writes[register]
                        focus = ("name", name)
                        notes = (function.related(at, f"{name} is written here", focus),)
                    yield function.report(
                        "PTX040", index, message, ("name", name), help_, related=notes
                    )


def _first_writes(function: FunctionContext) -> dict[int, int]:
    """Return the first statement that writes each register, by the register."""
    found: dict[int, int] = {}
    for index, access in enumerate(function.accesses):
        for register in access.writes:
            found.setdefault(register, index)
    return found


def _moves(function: FunctionContext, index: int) -> bool:
    """Return whether a statement only copies bits; code for a debugger does so through memory."""
    statement = function.code.statements[index]
    if type(statement) is n.Call:
        return True
    _, opcode, modifiers, *_ = statement
    found = isa.traits(opcode, modifiers)
    if found.has_size_of_type and found.accesses[0].kind == "write":
        return function.module.is_debug or found.accesses[0].space == "param"
    return bool(found.copies or found.permutes)


def _exposed_reads(function: FunctionContext) -> tuple[list[dict[int, int]], list[int]]:
    """Return, for each block, its upward-exposed reads by register, and the set of its writes."""
    exposed: list[dict[int, int]] = []
    made: list[int] = []
    accesses, statements = function.accesses, function.code.statements
    for block in function.graph.blocks:
        reads: dict[int, int] = {}
        written: set[int] = set()
        for index in range(block.start, block.stop):
            access_reads, writes, kept, _ = accesses[index]
            sums = updated_in_place(function, index)
            for register in access_reads:
                # A register is read before it is written in the block only if no earlier statement
                # of it wrote it.
                if register not in written and register not in kept and register not in sums:
                    statement = statements[index]
                    # An instruction that the table does not have may write what looks like a read.
                    if type(statement) is n.Instruction and not isa.is_known(statement.opcode):
                        written.add(register)
                    else:
                        reads.setdefault(register, index)
            written.update(writes)
        exposed.append(reads)
        bits = 0
        for register in written:
            bits |= 1 << register
        made.append(bits)
    return exposed, made


def check_unused_results(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report each instruction whose results are never read, if compilers would remove it.

    Checked are loads from memory, multiplications, divisions, floating-point arithmetic,
    comparisons and matrix multiplications. Compilers remove these, but leave moves and additions
    of addresses around inline assembly.
    """
    for function in context.functions:
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
                # Returned registers are read by the caller.
                if kept.isdisjoint(names) and all(
                    _is_local(function, register) for register in writes
                ):
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
        # Integer additions are often left by compilers, as parts of addresses.
        return modifiers[-1:] != () and modifiers[-1] in _FLOATING
    if opcode == "ld":
        return (
            modifiers[:1] != ()
            and modifiers[0] in _SPACES
            and not any("::" in word for word in modifiers[1:])
        )
    # With `.cc` the instruction is there for its carry flag.
    return opcode in _LOOKED_AT and ".cc" not in modifiers


# With a prefetch size, `.L2::128B`, a load may be meant to warm the cache.
_SPACES: Final = frozenset({".global", ".shared", ".shared::cta", ".const"})


_FLAG: Final = "CC.CF"
_UNSET: Final = 1
"""Nothing has set the flag since the function began."""
_LOST: Final = 2
"""Nothing has set the flag since a call, which does not keep it (PTX ISA 9.7.2)."""
_SET: Final = 4
_FIRST_READER: Final = 3
"""The first bit of facts for single readers: it has read the flag, which nothing has set since."""


def check_carry_flags(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report reads of the carry flag that no instruction has set, on some path or on all.

    An instruction in a loop that reads the same flag in each iteration is reported, too: the flag
    was set before the loop, for the first iteration.
    """
    if context.is_unparsed(".cc"):
        return
    for function in context.functions:
        changes: dict[int, Change] = {}
        readers: dict[int, int] = {}
        for index, statement in enumerate(function.code.statements):
            if type(statement) is n.Call:
                changes[index] = Change(_LOST, -1)
            elif type(statement) is n.Instruction:
                found = isa.traits(statement.opcode, statement.modifiers)
                writes = _FLAG in found.implicit_writes or ".cc" in statement.modifiers
                if _FLAG in found.implicit_reads:
                    # Each reader has a bit of its own, so that it can be told from others in a
                    # loop.
                    readers[index] = 1 << (_FIRST_READER + len(readers))
                    changes[index] = Change(readers[index])
                # An unknown instruction may set the flag.
                if writes or not isa.is_known(statement.opcode):
                    changes[index] = Change(_SET, -1)
        if not readers:
            continue
        facts = guarded_facts(
            function.graph, function.registers, function.accesses, changes, entry=_UNSET
        )
        for index, own in readers.items():
            problem = _problem(facts[index], own)
            if problem is not None:
                message = f"{function.code.statements[index].opcode} reads {problem[0]}"
                yield function.report("PTX043", index, message, ("opcode",), problem[1])


def _problem(facts: int, own: int) -> tuple[str, str] | None:
    """Return the flag that an instruction reads, and advice; None if the facts allow the read."""
    help_ = "set it before, on each path, with add.cc, sub.cc or mad.cc"
    if facts & (_UNSET | _LOST) and facts & _SET:
        return f"the carry flag, {_FLAG}, which is not set on all paths to it", help_
    if facts & _LOST:
        return f"the carry flag, {_FLAG}, which no call keeps", help_
    if facts & _UNSET:
        return f"the carry flag, {_FLAG}, which nothing sets before", help_
    if facts & own:
        help_ = "set it in the loop, or read it before"
        return f"the same carry flag, {_FLAG}, in each iteration of the loop", help_
    return None


def check_overwritten_inputs(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report registers that get a value for inline assembly, which overwrites it and reads them.

    The names of operands are lost in PTX, so that an output which is written and read again looks
    like an output that has the register of an input. Only an input has an instruction
    before whose result nothing else reads: compilers would remove it otherwise.
    """
    # Compilers for debugging keep results that nothing reads.
    if context.is_debug:
        return
    for function in context.functions:
        blocks = blocks_of(function.function)
        if all(block < 0 for block in blocks):
            continue
        read_again = _read_again(function, blocks)
        if not read_again:
            continue
        registers = {register for register, _ in read_again}
        unread = _unread_results(function, blocks, registers)
        bits = {index: 1 << bit for bit, index in enumerate(unread)}
        transfers = []
        for index, access in enumerate(function.accesses):
            # Only writes of these registers change the facts, so other statements make none.
            written = registers.intersection(access.writes)
            if written:
                kill = 0
                for other, register in unread.items():
                    if register in written and not access.guarded:
                        kill |= bits[other]
                transfers.append(GenKill(index, bits.get(index, 0), kill))
        held = facts_before(function.graph, transfers)
        reported: set[int] = set()
        for transfer, facts in zip(transfers, held, strict=True):
            for index, register in unread.items():
                again = read_again.get((register, transfer.statement_index))
                if again is None or not facts & bits[index] or register in reported:
                    continue
                reported.add(register)
                name = function.registers.names[register]
                message = f"{name} is an input of this code, which overwrites it before it reads it"
                help_ = 'write "=&r" and not "=r" for the output, or "=r" and not "+r"'
                focus = ("name", name)
                notes = (
                    function.related(index, f"{name} gets its value here", focus),
                    function.related(again, f"{name} is read here", focus),
                )
                yield function.report(
                    "PTX044", transfer.statement_index, message, None, help_, related=notes
                )


def _read_again(function: FunctionContext, blocks: list[int]) -> dict[tuple[int, int], int]:
    """Return the registers that a block of inline assembly writes first and reads later.

    Each register with the statement that writes it has the statement that reads it.
    """
    found: dict[tuple[int, int], int] = {}
    written: dict[int, int] = {}
    read: set[int] = set()
    current = -1
    for index, access in enumerate(function.accesses):
        # Each block of assembly is looked at by itself: registers are read again within one.
        if blocks[index] != current:
            current = blocks[index]
            written, read = {}, set()
        if current < 0:
            continue
        for register in access.reads:
            if register in written:
                found.setdefault((register, written[register]), index)
            read.add(register)
        for register in access.writes:
            # A register that is read first is an input that is updated, as with `+r`.
            if register not in read and not access.guarded:
                written.setdefault(register, index)
    return found


def _unread_results(
    function: FunctionContext, blocks: list[int], registers: set[int]
) -> dict[int, int]:
    """Return the statements outside of inline assembly that write a register which nothing reads.

    Only of some registers, and of instructions that compilers remove.
    """
    found: dict[int, int] = {}
    accesses = function.accesses
    live_out = liveness(function.graph, function.registers, accesses).live_out
    for block, live_at_end in zip(function.graph.blocks, live_out, strict=True):
        live = live_at_end
        # Liveness is followed backwards from the end of the block.
        for index in range(block.stop - 1, block.start - 1, -1):
            access = accesses[index]
            if not access.guarded and len(access.writes) == 1 and blocks[index] < 0:
                (register,) = access.writes
                if (
                    register in registers
                    and not live >> register & 1
                    and _is_removed(function.code.statements[index])
                ):
                    found[index] = register
            # A guarded write may leave the old value, which stays live.
            if not access.guarded:
                for register in access.writes:
                    live &= ~(1 << register)
            for register in access.reads:
                live |= 1 << register
    return found


def _is_removed(statement: n.Instruction | n.Call) -> bool:
    """Return whether compilers remove an instruction whose result is not read."""
    if type(statement) is not n.Instruction:
        return False
    found = isa.traits(statement.opcode, statement.modifiers)
    loads = found.accesses and not any(access.writes for access in found.accesses)
    return isa.is_pure(statement.opcode, statement.modifiers) or (
        bool(loads) and found.order == "weak"
    )
