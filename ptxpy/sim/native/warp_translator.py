"""A kernel as one function of LLVM IR, which runs a warp until it ends or has to wait.

    i32 run(context, frame)

The function goes on where the frame says that each lane is, and returns why it has stopped (see
`scheduler.py`). Every piece of the routine (see `ptxpy.sim.pieces`) is a block. A lane has the
number of its block; the lanes of the lowest number run, as in the interpreter, so that lanes that a
branch has parted meet again.
Registers that are read where a warp may go on are saved in its frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.native.activations import EXIT
from ptxpy.sim.native.address_shapes import Rows, parts_of_sum
from ptxpy.sim.native.barriers import NUMBER_BITS, barrier_signature
from ptxpy.sim.native.layout import (
    AT_BARRIER,
    CONTEXT,
    EXITED,
    FRAME_HEAD,
    IN_TILES,
    PCS,
    RETRIES,
    SERVED,
    TICKETS,
    TURNED,
    WAITING,
)
from ptxpy.sim.native.liveness import last_opcode, live_in, successors
from ptxpy.sim.native.operands import OperandTranslator, Unsupported
from ptxpy.sim.native.recursion import RecursionStack
from ptxpy.sim.native.scheduler import BLOCKED, ENDED, GIVES_UP, READY, WAITS
from ptxpy.sim.native.vector_builder import BITS, LANES, Value, vector

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ptxpy.sim.compile.placement import SharedLayout
    from ptxpy.sim.native.activations import Block, Layout
    from ptxpy.sim.native.served_pieces import ServedPieces
    from ptxpy.sim.native.strict_filter import StrictFilter
    from ptxpy.sim.pieces import Program

__all__ = ["ENDINGS", "LOWERINGS", "WarpTranslator", "begins_behind", "ends_piece", "lowers"]


Lowering = Callable[["WarpTranslator", Site], None]
LOWERINGS: Final[dict[tuple[str, str], Lowering]] = {}
"""The writers of LLVM IR, by the opcode and a family of types, or "" for all types."""
ENDINGS: Final[dict[str, Lowering]] = {}
"""The writers of opcodes that end a piece, and of the next piece of its lanes."""
BEGINNINGS: Final[dict[str, Lowering]] = {}
"""The functions that write the beginning of a piece, by the last opcode of the piece before."""

_HALVES: Final = frozenset({"f16", "bf16", "f16x2", "bf16x2"})
_FLOATS: Final = frozenset({"f32", "f64", "f32x2"})


def lowers(*opcodes: str, of: str = "") -> Callable[[Lowering], Lowering]:
    """Register a function that writes the instructions of opcodes.

    It may be for those of a family of types alone: `floats`, of `f32` and `f64`, or `halves`.
    """

    def register(function: Lowering) -> Lowering:
        LOWERINGS.update(dict.fromkeys([(opcode, of) for opcode in opcodes], function))
        return function

    return register


def ends_piece(*opcodes: str) -> Callable[[Lowering], Lowering]:
    """Register a function that writes the instructions of opcodes which end a piece."""

    def register(function: Lowering) -> Lowering:
        ENDINGS.update(dict.fromkeys(opcodes, function))
        return function

    return register


def begins_behind(*opcodes: str) -> Callable[[Lowering], Lowering]:
    """Register a function that writes the beginning of the piece behind an instruction."""

    def register(function: Lowering) -> Lowering:
        BEGINNINGS.update(dict.fromkeys(opcodes, function))
        return function

    return register


def _lowering_of(site: Site) -> Lowering:
    """Return the function that writes an instruction."""
    types = set(types_of(site))
    # With an f32 beside a half the instruction is of mixed precision, computed as one of f32.
    family = "floats" if types & _FLOATS else "halves" if types & _HALVES else ""
    opcode = site.node.opcode
    found = LOWERINGS.get((opcode, family)) or LOWERINGS.get((opcode, ""))
    if found is None:
        raise site.unsupported()
    return found


_MAX_VALUES: Final = 64
"""The most registers that live from piece to piece as values; more are in the frame at all times.

LLVM would keep most in memory anyway, and move values there at each branch.
"""


def _counts_threads(statement: object) -> bool:
    """Return whether a statement is a barrier that does not await all threads of a CTA."""
    if type(statement) is not n.Instruction or statement.opcode not in ("bar", "barrier"):
        return False
    words, operands = statement.modifiers, statement.operands
    if ".warp" in words:
        return False
    number = operands[0] if operands else None
    is_first = number is None or (isinstance(number, n.Literal) and number.value == 0)
    others = statement.guard is not None or len(operands) > 1 or not is_first
    return others or ".cluster" in words or ".arrive" in words


def _is_wait(statement: object) -> bool:
    """Return whether a statement is a wait at an mbarrier."""
    return (
        type(statement) is n.Instruction
        and statement.opcode == "mbarrier"
        and statement.modifiers[0] in (".test_wait", ".try_wait")
    )


class WarpTranslator(OperandTranslator):
    """Translates one kernel."""

    def __init__(
        self,
        program: Program,
        blocks: Layout,
        shared: SharedLayout,
        addresses: Mapping[str, int],
        served: ServedPieces | None = None,
        strict: StrictFilter | None = None,
        *,
        clustered: bool = False,
    ) -> None:
        """Take the blocks of a kernel, and the addresses of its variables.

        `served` has the pieces that the interpreter runs, `strict` notes accesses in strict mode.
        """
        super().__init__(program, blocks, shared, addresses, clustered=clustered)
        self.sites = 0
        """The number of accesses, each of which remembers the allocation that it was in last."""
        self.waits_for_others = False
        """Whether the kernel has accesses by which threads wait for each other."""
        self.loads = False
        """Whether it loads from memory that others may write."""
        self.fragments: dict[str, dict[tuple[object, ...], str]] = {}
        """The buffers with decoded fragments of the piece, by side and registers."""
        self._buffers: dict[str, int] = {}
        self.rows = Rows({})
        """The registers of the piece that are rows of addresses."""
        self.row_accesses = 0
        """The number of accesses that are written for rows."""
        self._in_loops: frozenset[int] = frozenset()
        self.counts_threads = any(
            _counts_threads(each)
            for block in blocks.blocks
            for each in block.activation.routine.code.statements
        )
        """Whether barriers of the kernel count threads, as some do not await all of a CTA."""
        self.waits_for_events = False
        """Whether lanes wait at mbarriers."""
        self._served = served
        self.strict = strict
        self._saved: list[int] = []
        self._staying: frozenset[int] = frozenset()
        """The registers that are saved which are in the frame at all times."""
        self._offsets: dict[int, int] = {}
        self._live: list[set[int]] = []
        """The registers that live where each block begins, once that is known."""
        self._stops: set[int] = set()
        """The blocks at which a warp may go on."""
        self._optional: frozenset[int] = frozenset()
        """The blocks that a branch of the block before leads around; see `_optional_blocks`."""
        self.stack = RecursionStack()
        self.frame_bytes = FRAME_HEAD

    # ------------------------------------------------------------- the function

    def translate(self) -> str:
        """Return the function `run`, with the declarations that it needs."""
        # The first time shows which registers are read where; they may be fewer than all.
        self._write_pieces()
        live = self._live = live_in(self.blocks, self._needed, self._written)
        stops = self._stops = self._places_to_stop()
        self._optional = self._optional_blocks()
        self._saved = sorted({slot for piece in stops for slot in live[piece]})
        if self._served is not None:
            others = self._served.accumulators
            self._saved = sorted({*self._saved, *others}.union(*self._served.reads.values()))
        self._shared_by_pieces = frozenset(slot for each in live for slot in each)
        if len(self._shared_by_pieces) > _MAX_VALUES:
            self._saved = sorted(self._shared_by_pieces.union(self._saved))
        self._in_loops = self._blocks_in_loops()
        self._staying = self._registers_that_stay()
        for slot in self._saved:
            self._offsets[slot] = self.frame_bytes
            size = max(1, BITS[self._type(slot)] // 8) * LANES
            self.frame_bytes += size + -size % 64
        self.frame_bytes += -self.frame_bytes % 64
        if self.stack.is_needed(self.blocks):
            self.stack.place(self.frame_bytes, self.blocks, live)
            self.frame_bytes += self.stack.total_bytes
        self._write_pieces()
        head = self._head()
        lines = [
            "define i32 @run(ptr noalias %context, ptr noalias %frame) nounwind {",
            "entry:", *head, *self.lines, "}",
        ]  # fmt: skip
        return "\n".join([*lines, *self.declarations, '!0 = !{!"branch_weights", i32 2000, i32 1}'])

    def _write_pieces(self) -> None:
        self.lines, self._entry, self._entry_lines = [], {}, []
        self.helpers, self.sites, self.row_accesses = {}, 0, 0
        self._needed, self._written, self._changed = [], [], []
        for number, block in enumerate(self.blocks.blocks):
            self._number = number
            self.activation = block.activation
            self._needed.append(set())
            self._written.append(set())
            self._changed.append(set())
            self.fragments = {}
            self._values = {}
            self.rows = Rows(self._versions)
            self._plain_numbers = {}
            if number in self._optional:
                # All lanes that are here go on behind it.
                self.label(f"alone{number}")
                whole = self.let("load <32 x i1>, ptr %mask")
                self.emit(f"store <32 x i1> {whole}, ptr %together")
                self.emit(f"br label %piece{number}")
            self.label(f"piece{number}")
            self._mask = Value(self.let("load <32 x i1>, ptr %mask"), "i1")
            if block.target is not None:
                piece = self.routine.pieces[block.piece]
                at = piece.stop - 1
                self._end("return", self.routine.code.statements[at], at)
                continue
            if self._served is not None and number in self._served.reads:
                self._needed[number] |= self._served.reads[number]
                if number in self._served.products:
                    self._needed[number] |= set(self._served.accumulators)
                self._count(number)
                self._request(self._mask)
                continue
            self._await_registers(block)
            self._count(number)
            self._begin(block)
            self._piece(block)

    def _request(self, mask: Value) -> None:
        """Let lanes wait until the interpreter has run the piece, or has made its registers."""
        self.move(mask, WAITING | SERVED | self._number)
        self.emit("br label %dispatch")

    def _await_registers(self, block: Block) -> None:
        """Stop before a piece that has registers which may be in matrices of the interpreter."""
        if not self._has_accumulators(block):
            return
        place = self._place("%frame", IN_TILES)
        waits = self.let(f"icmp ne i32 {self.let(f'load i32, ptr {place}')}, 0")
        stopped, goes_on = self.new_label("stopped"), self.new_label("goes_on")
        self.emit(f"br i1 {waits}, label %{stopped}, label %{goes_on}")
        self.label(stopped)
        self._request(self._mask)
        self.label(goes_on)

    def _has_accumulators(self, block: Block) -> bool:
        if self._served is None or block.activation is not self.blocks.kernel:
            return False
        # The registers of the kernel are the first ones.
        found, slots_of_kernel = set(self._served.accumulators), self.blocks.kernel.slots
        code = self.blocks.kernel.routine.code
        piece = self.blocks.kernel.routine.pieces[block.piece]
        for index in range(piece.start, piece.stop if found else piece.start):
            statement = code.statements[index]
            if type(statement) is n.Instruction:
                for operand in statement.operands:
                    for each in slots_of_kernel.elements(operand, code.scopes[index]):
                        location = None
                        if not isinstance(each, int):
                            location = slots_of_kernel.register(each, code.scopes[index])
                        slots = {each} if isinstance(each, int) else set()
                        if location is not None:
                            slots |= set(location.slots)
                        if slots & found:
                            return True
        return False

    def _places_to_stop(self) -> set[int]:
        """Return the blocks at which a warp may go on: behind barriers, and heads of loops."""
        following = [successors(self.blocks, k) for k in range(len(self.blocks.blocks))]
        heads = {each for k, found in enumerate(following) for each in found if each <= k}
        waits = [k for k, _ in enumerate(following) if self._ends_with_wait(k)]
        behind = {each for k in waits for each in following[k]}
        behind |= {
            number
            for number, block in enumerate(self.blocks.blocks)
            if any(map(_is_wait, block.statements))
        }
        if self._served is not None:
            for number, block in enumerate(self.blocks.blocks):
                if number in self._served.reads:
                    behind |= {number, *following[number]}
                elif self._has_accumulators(block):
                    behind.add(number)
        # A lane that waits lets others run on, which may stop at any head.
        return heads | behind

    def _optional_blocks(self) -> frozenset[int]:
        """Return the blocks that the block before alone leads to, by a branch around each.

        Lanes that take the branch wait for the others behind such a block, without a dispatch.
        """
        if self._served is not None:
            return frozenset()
        before: dict[int, set[int]] = {}
        for number in range(len(self.blocks.blocks)):
            for each in successors(self.blocks, number):
                before.setdefault(each, set()).add(number)
        found = set()
        for number in range(1, len(self.blocks.blocks) - 1):
            branching, block = self.blocks.blocks[number - 1], self.blocks.blocks[number]
            last = branching.statements[-1] if branching.statements else None
            if (
                type(last) is n.Instruction
                and last.guard is not None
                and block.activation.back != number + 1
                and block.activation is branching.activation
                and before.get(number) == {number - 1}
                and {*successors(self.blocks, number - 1)} == {number, number + 1}
                and successors(self.blocks, number) == [number + 1]
                and block.statements
                and last_opcode(block) not in ENDINGS
                and type(block.statements[-1]) is not n.Call
                and number not in self._stops
            ):
                found.add(number)
        return frozenset(found)

    def _registers_that_stay(self) -> frozenset[int]:
        """Return the registers that are in the frame at all times, of those that are saved.

        Where warps stop in loops, those are all that no loop writes: they need not be saved then.
        """
        if len(self._saved) > _MAX_VALUES:
            return frozenset(self._saved)
        if not any(map(self._ends_with_wait, self._in_loops)):
            return frozenset()
        changing = {slot for number in self._in_loops for slot in self._changed[number]}
        return frozenset(self._saved) - changing

    def _blocks_in_loops(self) -> frozenset[int]:
        """Return the blocks between the head of a loop and a branch back to it."""
        found: set[int] = set()
        for last in range(len(self.blocks.blocks)):
            for head in successors(self.blocks, last):
                if head <= last:
                    found.update(range(head, last + 1))
        return frozenset(found)

    @property
    def is_in_loop(self) -> bool:
        """Whether the block that is being written is one of a loop."""
        return self._number in self._in_loops

    def _ends_with_wait(self, number: int) -> bool:
        return last_opcode(self.blocks.blocks[number]) in ("bar", "barrier")

    def _head(self) -> list[str]:
        """Return the lines before the first piece: constants, registers, the dispatch."""
        body, self.lines = self.lines, []
        self.emit("%mask = alloca <32 x i1>")
        self.emit("%pcs = alloca <32 x i32>")
        self.emit("%next = alloca i32")
        self.emit("%exchange = alloca <32 x i32>, align 64")
        self.emit("%turns = alloca i64")
        self.emit("%together = alloca <32 x i1>")
        for name, size in self._buffers.items():
            self.emit(f"%{name} = alloca [{size} x i8], align 64")
        registers = sorted(self._shared_by_pieces)
        for slot in registers:
            place = f"alloca {vector(self._type(slot))}"
            if slot in self._staying:
                place = f"getelementptr i8, ptr %frame, i64 {self._offsets[slot]}"
            self.emit(f"%R{slot} = {place}")
        self.lines += self._entry_lines
        self.emit(f"%turns.left = load i64, ptr {self._place('%context', CONTEXT['turns'])}")
        self.emit("store i64 %turns.left, ptr %turns")
        for slot in registers:
            if slot not in self._offsets:
                self.emit(f"store {vector(self._type(slot))} zeroinitializer, ptr %R{slot}")
        place = self._place("%frame", PCS)
        saved = Value(self.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
        # As a rule all lanes go on at one block, with the registers that live there.
        first = self.let(f"extractelement <32 x i32> {saved.text}, i64 0")
        differs = self.compare("ne", saved, self.splat(first, "i32"))
        self.emit(f"br i1 {self.any(differs)}, label %several, label %alike")
        self.label("alike")
        entries = sorted({0, *self._stops})
        listed = " ".join(f"i32 {number}, label %entry{number}" for number in entries)
        self.emit(f"switch i32 {first}, label %several [ {listed} ]")
        for number in entries:
            self.label(f"entry{number}")
            self._load_registers(self._live[number])
            self.emit("store <32 x i1> splat (i1 true), ptr %mask")
            self.emit("store i32 -1, ptr %next")
            self.emit(f"br label %piece{number}")
        self.label("several")
        self._load_registers(self._offsets)
        if self.counts_threads or self.waits_for_events:
            saved = self._released(saved)
        self.emit(f"store <32 x i32> {saved.text}, ptr %pcs")
        self.emit("br label %dispatch")
        self._dispatch()
        head, self.lines = self.lines, body
        return head

    def buffer(self, name: str, size: int) -> str:
        """Return memory of a warp, in bytes, which a piece has for itself."""
        self._buffers[name] = size
        return f"%{name}"

    def _load_registers(self, slots: Collection[int]) -> None:
        """Load registers from the frame, of those that are only there while the warp waits."""
        for slot in self._saved:
            if slot in slots and slot not in self._staying:
                value = self._load_saved(slot)
                self.emit(f"store {vector(self._type(slot))} {value}, ptr %R{slot}")

    def _load_saved(self, slot: int) -> str:
        place = self._place("%frame", self._offsets[slot])
        type_ = self._type(slot)
        if type_ != "i1":
            return self.let(f"load {vector(type_)}, ptr {place}, align 64")
        return self.let(f"bitcast i32 {self.let(f'load i32, ptr {place}, align 64')} to <32 x i1>")

    def _save(self, slot: int) -> None:
        place = self._place("%frame", self._offsets[slot])
        type_ = self._type(slot)
        value = self.let(f"load {vector(type_)}, ptr %R{slot}")
        if type_ == "i1":
            value, text = self.let(f"bitcast <32 x i1> {value} to i32"), "i32"
        else:
            text = vector(type_)
        self.emit(f"store {text} {value}, ptr {place}, align 64")

    def _dispatch(self) -> None:
        """Write the block that chooses the lanes that run next, and those that stop."""
        self.label("dispatch")
        pcs = Value(self.let("load <32 x i32>, ptr %pcs"), "i32")
        lowest = self._least(pcs)
        mask = self.compare("eq", pcs, self.splat(lowest, "i32"))
        self.emit(f"store <32 x i1> {mask.text}, ptr %mask")
        others = self.select(mask, self.constant(EXITED, "i32"), pcs)
        self.emit(f"store i32 {self._least(others)}, ptr %next")
        pieces = " ".join(
            f"i32 {number}, label %{self._label_of(number)}"
            for number in range(len(self.blocks.blocks))
        )
        self.emit(f"switch i32 {lowest}, label %stopped [ {pieces} ]")
        self.label("stopped")
        ended = self.let(f"icmp eq i32 {lowest}, {EXITED - (1 << 32)}")
        self.emit(f"br i1 {ended}, label %ended, label %stop")
        self.label("stop")
        # If some lanes have only used their turns, they alone go on: the others wait on.
        ended_lanes = self.compare("eq", pcs, self.constant(EXITED, "i32"))
        is_over = self.compare("uge", pcs, self.constant(WAITING | TURNED, "i32"))
        is_over = self.binary("and", is_over, self.invert(ended_lanes))
        some_over = self.any(is_over)
        if self._served is not None:
            waits = self.binary("and", pcs, self.constant(SERVED, "i32"))
            served = self.compare("ne", waits, self.constant(0, "i32"))
            some_served = self.any(self.binary("and", served, self.invert(ended_lanes)))
            flag = self._place("%context", CONTEXT["served"])
            held = self.let(f"load i64, ptr {flag}")
            now = self.let(f"zext i1 {some_served} to i64")
            self.emit(f"store i64 {self.let(f'or i64 {held}, {now}')}, ptr {flag}")
        blocks = self.binary("and", pcs, self.constant(RETRIES | SERVED, "i32"))
        blocked = self.compare("ne", blocks, self.constant(0, "i32"))
        some_blocked = self.any(self.binary("and", blocked, self.invert(ended_lanes)))
        some = self.let(f"or i1 {some_over}, {some_blocked}")
        goes_on = self.binary("or", is_over, self.splat(self.let(f"xor i1 {some}, true"), "i1"))
        goes_on = self.binary("and", goes_on, self.invert(ended_lanes))
        plain = self.binary("and", pcs, self.constant(~(WAITING | TURNED), "i32"))
        kept = self.select(goes_on, plain, pcs)
        place = self._place("%frame", PCS)
        self.emit(f"store <32 x i32> {kept.text}, ptr {place}, align 64")
        for slot in self._saved:
            if slot not in self._staying:
                self._save(slot)
        why = self.let(f"select i1 {some_blocked}, i32 {BLOCKED}, i32 {WAITS}")
        why = self.let(f"select i1 {some_over}, i32 {READY}, i32 {why}")
        self.emit(f"ret i32 {why}")
        self.label("ended")
        self.emit(f"ret i32 {ENDED}")
        self.label("gives_up")
        self.emit(f"ret i32 {GIVES_UP}")

    def _released(self, pcs: Value) -> Value:
        """Return the numbers of pieces, in which lanes run that wait for events that have been."""
        tickets = self._place("%frame", TICKETS)
        held = Value(self.let(f"load <32 x i32>, ptr {tickets}, align 64"), "i32")
        number = self.binary("and", held, self.constant((1 << NUMBER_BITS) - 1, "i32"))
        barriers = self.let(f"load ptr, ptr {self._place('%context', CONTEXT['barriers'])}")
        places = self.let(
            f"getelementptr i32, ptr {self.let(f'getelementptr i32, ptr {barriers}, i64 64')}, "
            f"<32 x i32> {number.text}"
        )
        gather = "llvm.masked.gather.v32i32.v32p0"
        self.declare(f"declare <32 x i32> @{gather}(<32 x ptr>, i32, <32 x i1>, <32 x i32>)")
        text = self.let(
            f"call <32 x i32> @{gather}(<32 x ptr> {places}, i32 4, <32 x i1> splat (i1 true), "
            "<32 x i32> zeroinitializer)"
        )
        now = self.binary("shl", Value(text, "i32"), self.constant(NUMBER_BITS, "i32"))
        same = self.compare("eq", self.binary("or", now, number), held)
        at = self.binary("and", pcs, self.constant(AT_BARRIER, "i32"))
        stays = self.binary("and", same, self.compare("ne", at, self.constant(0, "i32")))
        retries = self.binary("and", pcs, self.constant(RETRIES, "i32"))
        goes = self.compare("ne", retries, self.constant(0, "i32"))
        ended = self.compare("eq", pcs, self.constant(EXITED, "i32"))
        goes = self.binary("and", goes, self.invert(self.binary("or", stays, ended)))
        plain = self.constant(~(WAITING | RETRIES | AT_BARRIER), "i32")
        return self.select(goes, self.binary("and", pcs, plain), pcs)

    def _least(self, value: Value) -> str:
        name = "llvm.vector.reduce.umin.v32i32"
        self.declare(f"declare i32 @{name}(<32 x i32>)")
        return self.let(f"call i32 @{name}(<32 x i32> {value.text})")

    def _count(self, number: int) -> None:
        """Count the lanes that run a piece, for the number of instructions."""
        self._add_to_count(number, self.population(self._mask))

    def _add_to_count(self, number: int, lanes: str) -> None:
        wide = self.let(f"sext i32 {lanes} to i64")
        place = self.let(f"getelementptr i64, ptr {self.context('counters', 'ptr')}, i64 {number}")
        held = self.let(f"load i64, ptr {place}")
        self.emit(f"store i64 {self.let(f'add i64 {held}, {wide}')}, ptr {place}")

    def _begin(self, block: Block) -> None:
        """Write the beginning that the last instruction of the piece before needs."""
        if not block.piece:
            return
        index = self.routine.pieces[block.piece - 1].stop - 1
        last = self.routine.code.statements[index]
        if type(last) is n.Instruction and last.opcode in BEGINNINGS:
            site = Site(last, self.routine.code.scopes[index], index, None)
            BEGINNINGS[last.opcode](self, site)

    def _piece(self, block: Block) -> None:
        code = self.routine.code
        piece = self.routine.pieces[block.piece]
        ends = False
        for index in range(piece.start, piece.stop):
            statement = code.statements[index]
            if type(statement) not in (n.Instruction, n.Call):
                continue
            if ends:
                msg = "an instruction behind the end of a piece"
                raise Unsupported(msg)
            opcode = "call" if type(statement) is n.Call else statement.opcode
            if opcode in ENDINGS:
                self._end(opcode, statement, index)
                ends = True
                continue
            site = Site(statement, code.scopes[index], index, None)
            parts = parts_of_sum(self, self.rows, site) if self.is_in_loop else ()
            _lowering_of(site)(self, site)
            if parts:
                self.rows.sums[self.version(site, site.operands[0])] = parts
        if not ends:
            if self._number in self._optional:
                self._mask = Value(self.let("load <32 x i1>, ptr %together"), "i1")
                self.emit(f"store <32 x i1> {self._mask.text}, ptr %mask")
            self.jump(self.following)

    def _end(self, opcode: str, statement: n.Node, index: int) -> None:
        """Write the end of a block: an instruction, a call, or the place of its results."""
        level = self.routine.code.scopes[index]
        ENDINGS[opcode](self, Site(cast("n.Instruction", statement), level, index, None))

    @property
    def offsets(self) -> dict[int, int]:
        """Where a frame has each register that is saved."""
        return self._offsets

    # ----------------------------------------------------------- control flow

    def move(self, mask: Value, number: int) -> None:
        """Give lanes the number of another block."""
        if number == EXIT and self.counts_threads:
            self.call_helper("barrier.leave", f"i32 {self.population(mask)}")
        held = Value(self.let("load <32 x i32>, ptr %pcs"), "i32")
        if number not in (EXIT, self.activation.back):
            new = self.constant(number, "i32")
        elif number == EXIT:
            new = self.constant(EXITED, "i32")
        elif self.activation.is_entered_again:
            new = self.read_place(self.activation.return_register)
        else:
            new = self.constant(number, "i32")
        moved = self.select(mask, new, held)
        self.emit(f"store <32 x i32> {moved.text}, ptr %pcs")

    def _label_of(self, number: int) -> str:
        """Return the label at which all lanes that run enter a block."""
        return f"alone{number}" if number in self._optional else f"piece{number}"

    def jump(self, number: int) -> None:
        """Let the lanes that run go to a piece."""
        if self._is_end(number):
            self.move(self._mask, number)
            self.emit("br label %dispatch")
            return
        if number <= self._number:
            self._take_turn(number)
        next_ = self.let("load i32, ptr %next")
        is_first = self.let(f"icmp ult i32 {number}, {next_}")
        meets = self.new_label("meets")
        self.emit(f"br i1 {is_first}, label %{self._label_of(number)}, label %{meets}")
        self.label(meets)
        self.move(self._mask, number)
        self.emit("br label %dispatch")

    def _turns_left(self) -> str:
        """Count a turn of a loop; return, as an `i1`, whether the warp may go on with the next."""
        fewer = self.let(f"sub i64 {self.let('load i64, ptr %turns')}, 1")
        self.emit(f"store i64 {fewer}, ptr %turns")
        return self.let(f"icmp sgt i64 {fewer}, 0")

    def _take_turn(self, number: int) -> None:
        """Count a turn of a loop; when the last one is used up, the lanes stop before the next."""
        goes_on, over = self.new_label("goes_on"), self.new_label("over")
        self.emit(f"br i1 {self._turns_left()}, label %{goes_on}, label %{over}, !prof !0")
        self.label(over)
        self.move(self._mask, WAITING | TURNED | number)
        self.emit("br label %dispatch")
        self.label(goes_on)

    def branch(self, taken: Value, target: int, other: int) -> None:
        """Part the lanes that run: those of a condition go to one piece, the others to another."""
        yes = self.binary("and", self._mask, taken)
        no = self.binary("and", self._mask, self.invert(taken))
        some, none, every, parted = (
            self.new_label(word) for word in ("some", "none", "every", "parted")
        )
        self.emit(f"br i1 {self.any(yes)}, label %{some}, label %{none}")
        self.label(none)
        self.jump(other)
        self.label(some)
        self.emit(f"br i1 {self.any(no)}, label %{parted}, label %{every}")
        self.label(every)
        self.jump(target)
        self.label(parted)
        if other in self._optional and target == other + 1:
            self.emit(f"store <32 x i1> {self._mask.text}, ptr %together")
            self.emit(f"store <32 x i1> {no.text}, ptr %mask")
            self.emit(f"br label %piece{other}")
            return
        self.part(yes, target)
        self.part(no, other)
        self.emit("br label %dispatch")

    def part(self, mask: Value, target: int) -> None:
        """Let some of the lanes that run go to a piece; the dispatch follows."""
        if target in (EXIT, self.activation.back) or target > self._number:
            self.move(mask, target)
            return
        stopped = WAITING | TURNED | target
        number = self.let(f"select i1 {self._turns_left()}, i32 {target}, i32 {stopped}")
        held = Value(self.let("load <32 x i32>, ptr %pcs"), "i32")
        moved = self.select(mask, self.splat(number, "i32"), held)
        self.emit(f"store <32 x i32> {moved.text}, ptr %pcs")

    def population(self, mask: Value) -> str:
        """Return, as an `i32`, in how many lanes a condition holds."""
        self.declare("declare i32 @llvm.ctpop.i32(i32)")
        return self.let(f"call i32 @llvm.ctpop.i32(i32 {self.bits(mask)})")

    def call_helper(self, name: str, arguments: str) -> str:
        """Write the call of a function on barriers; return the name of its result."""
        result, types = barrier_signature(name)
        self.helpers[name] = None
        self.declare(f'declare {result} @"{name}"({types})')
        call = f'call {result} @"{name}"(ptr %context, {arguments})'
        if result == "void":
            self.emit(call)
            return ""
        return self.let(call)

    def wait_at(self, tickets: Value, guard: Value | None) -> None:
        """Let lanes wait until the barriers of their tickets are complete; others go on."""
        waiting = self.running(guard)
        place = self._place("%frame", TICKETS)
        held = Value(self.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
        stored = self.select(waiting, tickets, held)
        self.emit(f"store <32 x i32> {stored.text}, ptr {place}, align 64")
        following = self.following
        if self._is_end(following):
            msg = "a barrier at the end of a function"
            raise Unsupported(msg)
        if guard is not None:
            self.move(self.running(self.invert(guard)), following)
        self.move(waiting, WAITING | RETRIES | AT_BARRIER | following)
        self.emit("br label %dispatch")

    def retry(self, ready: Value) -> None:
        """Let the lanes that are not ready wait for an event, and run the piece from its start."""
        self.waits_for_events = True
        blocked = self.binary("and", self._mask, self.invert(ready))
        # The wait is executed again: it counts once.
        self._add_to_count(self._number, self.let(f"sub i32 0, {self.population(blocked)}"))
        self.move(blocked, WAITING | RETRIES | self._number)
        self._mask = self.binary("and", self._mask, ready)
        self.emit(f"store <32 x i1> {self._mask.text}, ptr %mask")
        goes_on = self.new_label("goes_on")
        self.emit(f"br i1 {self.any(self._mask)}, label %{goes_on}, label %dispatch")
        self.label(goes_on)

    def wait(self, number: int) -> None:
        """Let the lanes that run wait, and go on with a block."""
        if number != EXIT and self._is_end(number):
            msg = "a barrier before the end of a recursive function"
            raise Unsupported(msg)
        if number in self._stops:
            # As a rule all lanes wait together.
            whole, some = self.new_label("whole"), self.new_label("some")
            is_whole = self.let(f"icmp eq i32 {self.bits(self._mask)}, -1")
            self.emit(f"br i1 {is_whole}, label %{whole}, label %{some}, !prof !0")
            self.label(whole)
            place = self._place("%frame", PCS)
            at = self.constant(number, "i32")
            self.emit(f"store <32 x i32> {at.text}, ptr {place}, align 64")
            for slot in self._saved:
                if slot in self._live[number] and slot not in self._staying:
                    self._save(slot)
            self.emit(f"ret i32 {WAITS}")
            self.label(some)
        self.move(self._mask, number if number == EXIT else WAITING | number)
        self.emit("br label %dispatch")

    def _is_end(self, number: int) -> bool:
        """Return whether lanes that go to a block end, or return to blocks of their own."""
        own = self.activation
        return number == EXIT or (number == own.back and own.is_entered_again)

    def await_members(self, mask: Value, guard: Value | None) -> None:
        """Give up unless all threads of a member mask run, or have ended."""
        running = self.running(guard)
        if self.strict is not None:
            self.strict.check_members(self, mask, running)
        pcs = Value(self.let("load <32 x i32>, ptr %pcs"), "i32")
        ended = self.compare("eq", pcs, self.constant(EXITED, "i32"))
        absent = self.let(
            f"xor i32 {self.let(f'or i32 {self.bits(self._mask)}, {self.bits(ended)}')}, -1"
        )
        missing = self.binary("and", mask, self.splat(absent, "i32"))
        wrong = self.compare("ne", missing, self.constant(0, "i32"))
        self.give_up(self.any(self.binary("and", running, wrong)))

    def piece_of(self, name: str, level: int) -> int:
        """Return the number of the piece that begins at a label."""
        while level >= 0:
            index = self.routine.labels.get((level, name))
            if index is not None:
                return self.activation.number_of(self.routine.piece_at(index) - self.routine.first)
            level = self.routine.code.levels[level].outer
        msg = "a branch to an undefined label"
        raise Unsupported(msg)

    @property
    def following(self) -> int:
        """The number of the block behind the piece that is being written."""
        return self.activation.number_of(self.block.piece + 1)

    @property
    def block(self) -> Block:
        """The block that is being written."""
        return self.blocks.blocks[self._number]
