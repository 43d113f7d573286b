"""A kernel as one function of LLVM IR, which runs a warp until it ends or has to wait.

    i32 run(context, frame)

The function goes on where the frame says that each lane is, and returns a `Stop`. Every piece of
the routine (see `ptxpy.sim.pieces`) is a block. A lane has the number of its block; the lanes of
the lowest number run, as in the interpreter, so that lanes that a branch has parted meet again.
Registers that are read where a warp may go on are saved in its frame.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from ptxpy.check import operand_of
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.float_constants import float_bits, float_of
from ptxpy.sim.compile.operand_values import special_name
from ptxpy.sim.compile.placement import variable_key
from ptxpy.sim.compile.register_slots import Slots
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError
from ptxpy.sim.compile.symbol_operands import resolve_symbol
from ptxpy.sim.native.layout import CONTEXT, EXITED, FRAME_HEAD, PCS, TID, TURNED, WAITING
from ptxpy.sim.native.vector_builder import BITS, LANES, Value, VectorBuilder, vector

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim.compile.placement import SharedLayout
    from ptxpy.sim.pieces import Program, Routine

__all__ = ["LOWERINGS", "Stop", "Unsupported", "WarpTranslator", "lowers", "type_of_kind"]

Unsupported = UnsupportedInstructionError


class Stop(IntEnum):
    """Why the function of a warp has returned."""

    READY = 0
    """It has used its turn and may go on."""
    WAITS = 1
    """All lanes that have not ended wait at the barrier of the CTA."""
    ENDED = 2
    GIVES_UP = 3
    """What comes next is not compiled: the interpreter has to run the launch."""


Lowering = Callable[["WarpTranslator", Site], None]
LOWERINGS: Final[dict[str, Lowering]] = {}
"""How each opcode is written as LLVM IR."""


def lowers(*opcodes: str) -> Callable[[Lowering], Lowering]:
    """Register a function that writes the instructions of opcodes."""

    def register(function: Lowering) -> Lowering:
        LOWERINGS.update(dict.fromkeys(opcodes, function))
        return function

    return register


_TYPES: Final = {"?": "i1", "f4": "float", "f8": "double"}


def type_of_kind(kind: str) -> str:
    """Return the type of LLVM IR for a NumPy type.

    >>> type_of_kind("u4"), type_of_kind("f4")
    ('i32', 'float')
    """
    return _TYPES.get(kind) or f"i{8 * int(kind[1:])}"


_LAST_PIECE: Final = -1


class WarpTranslator(VectorBuilder):
    """Translates one kernel."""

    def __init__(
        self,
        program: Program,
        routine: Routine,
        slots: Slots,
        layout: SharedLayout,
        addresses: Mapping[str, int],
    ) -> None:
        """Take a kernel with the slots of its registers, and the addresses of its variables."""
        super().__init__()
        self.program = program
        self.routine = routine
        self.slots = slots
        self._layout = layout
        self._addresses = addresses
        self.helpers: dict[str, None] = {}
        """The functions of the run-time that the kernel calls."""
        self.sites = 0
        """The number of accesses, each of which remembers the allocation that it was in last."""
        self.waits_for_others = False
        """Whether the kernel has accesses by which threads wait for each other."""
        self.loads = False
        """Whether it loads from memory that others may write."""
        self._number = 0
        """The piece that is being written."""
        self._mask = Value("", "i1")
        self._entry: dict[tuple[str, ...], str] = {}
        self._entry_lines: list[str] = []
        # What each piece reads before it writes it, and what it writes in all lanes.
        self._needed: list[set[int]] = []
        self._written: list[set[int]] = []
        self._shared_by_pieces: frozenset[int] = frozenset(range(len(slots.kinds)))
        self._saved: list[int] = []
        self._offsets: dict[int, int] = {}
        self.frame_bytes = FRAME_HEAD

    # ------------------------------------------------------------- the function

    def translate(self) -> str:
        """Return the function `run`, with the declarations that it needs."""
        # The first time shows which registers are read where; they may be fewer than all.
        self._write_pieces()
        live = self._live_in()
        stops = self._places_to_stop()
        self._saved = sorted({slot for piece in stops for slot in live[piece]})
        self._shared_by_pieces = frozenset(slot for each in live for slot in each)
        for slot in self._saved:
            self._offsets[slot] = self.frame_bytes
            size = max(1, BITS[self._type(slot)] // 8) * LANES
            self.frame_bytes += size + -size % 64
        self.frame_bytes += -self.frame_bytes % 64
        self._write_pieces()
        head = self._head()
        lines = [
            "define i32 @run(ptr noalias %context, ptr noalias %frame) nounwind {",
            "entry:", *head, *self.lines, "}",
        ]  # fmt: skip
        return "\n".join([*lines, *self.declarations, '!0 = !{!"branch_weights", i32 2000, i32 1}'])

    def _write_pieces(self) -> None:
        self.lines, self._entry, self._entry_lines = [], {}, []
        self.helpers, self.sites = {}, 0
        self._needed, self._written = [], []
        for number, piece in enumerate(self.routine.pieces):
            self._number = number
            self._needed.append(set())
            self._written.append(set())
            self.label(f"piece{number}")
            self._mask = Value(self.let("load <32 x i1>, ptr %mask"), "i1")
            self._count(number)
            self._piece(piece.start, piece.stop)

    def _live_in(self) -> list[set[int]]:
        """Return the registers that each piece, or one behind it, reads before they are written."""
        live = [set(each) for each in self._needed]
        changed = True
        while changed:
            changed = False
            for number in reversed(range(len(live))):
                behind: set[int] = set()
                for following in self._successors(number):
                    behind |= live[following]
                found = self._needed[number] | (behind - self._written[number])
                if found != live[number]:
                    live[number], changed = found, True
        return live

    def _successors(self, number: int) -> list[int]:
        """Return the pieces that may follow one; the end of the function is none."""
        count = len(self.routine.pieces)
        return [each for each in self.routine.successors[number] if each < count]

    def _places_to_stop(self) -> set[int]:
        """Return the pieces at which a warp may go on: behind barriers, and heads of loops."""
        pieces = self.routine.pieces
        heads = {
            each
            for number in range(len(pieces))
            for each in self._successors(number)
            if each <= number
        }
        behind = {
            each
            for number, piece in enumerate(pieces)
            if self._ends_with_wait(piece.stop)
            for each in self._successors(number)
        }
        # A lane that waits lets others run on, which may stop at any head.
        return heads | behind

    def _ends_with_wait(self, stop: int) -> bool:
        last = self.routine.code.statements[stop - 1] if stop else None
        return type(last) is n.Instruction and last.opcode in ("bar", "barrier")

    def _head(self) -> list[str]:
        """Return the lines before the first piece: constants, registers, the dispatch."""
        body, self.lines = self.lines, []
        self.emit("%mask = alloca <32 x i1>")
        self.emit("%pcs = alloca <32 x i32>")
        self.emit("%next = alloca i32")
        self.emit("%exchange = alloca <32 x i32>, align 64")
        self.emit("%turns = alloca i64")
        for slot, kind in enumerate(self.slots.kinds):
            self.emit(f"%R{slot} = alloca {vector(type_of_kind(kind))}")
        self.lines += self._entry_lines
        self.emit(f"%turns.left = load i64, ptr {self._place('%context', CONTEXT['turns'])}")
        self.emit("store i64 %turns.left, ptr %turns")
        for slot in range(len(self.slots.kinds)):
            type_ = vector(self._type(slot))
            value = "zeroinitializer"
            if slot in self._offsets:
                value = self._load_saved(slot)
            self.emit(f"store {type_} {value}, ptr %R{slot}")
        place = self._place("%frame", PCS)
        self.emit(f"%pcs.saved = load <32 x i32>, ptr {place}, align 64")
        self.emit("store <32 x i32> %pcs.saved, ptr %pcs")
        self.emit("br label %dispatch")
        self._dispatch()
        head, self.lines = self.lines, body
        return head

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

    def _place(self, base: str, offset: int) -> str:
        return self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

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
            f"i32 {number}, label %piece{number}" for number in range(len(self.routine.pieces))
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
        goes_on = self.binary(
            "or", is_over, self.splat(self.let(f"xor i1 {some_over}, true"), "i1")
        )
        goes_on = self.binary("and", goes_on, self.invert(ended_lanes))
        plain = self.binary("and", pcs, self.constant(~(WAITING | TURNED), "i32"))
        kept = self.select(goes_on, plain, pcs)
        place = self._place("%frame", PCS)
        self.emit(f"store <32 x i32> {kept.text}, ptr {place}, align 64")
        for slot in self._saved:
            self._save(slot)
        why = self.let(f"select i1 {some_over}, i32 {Stop.READY:d}, i32 {Stop.WAITS:d}")
        self.emit(f"ret i32 {why}")
        self.label("ended")
        self.emit(f"ret i32 {Stop.ENDED:d}")
        self.label("gives_up")
        self.emit(f"ret i32 {Stop.GIVES_UP:d}")

    def _least(self, value: Value) -> str:
        name = "llvm.vector.reduce.umin.v32i32"
        self.declare(f"declare i32 @{name}(<32 x i32>)")
        return self.let(f"call i32 @{name}(<32 x i32> {value.text})")

    def _count(self, number: int) -> None:
        """Count the lanes that run a piece, for the number of instructions."""
        self.declare("declare i32 @llvm.ctpop.i32(i32)")
        lanes = self.let(f"call i32 @llvm.ctpop.i32(i32 {self.bits(self._mask)})")
        wide = self.let(f"zext i32 {lanes} to i64")
        place = self.let(f"getelementptr i64, ptr {self.context('counters', 'ptr')}, i64 {number}")
        held = self.let(f"load i64, ptr {place}")
        self.emit(f"store i64 {self.let(f'add i64 {held}, {wide}')}, ptr {place}")

    def _piece(self, start: int, stop: int) -> None:
        code = self.routine.code
        ends = False
        for index in range(start, stop):
            statement = code.statements[index]
            if type(statement) is n.Call:
                msg = "a call"
                raise Unsupported(msg)
            if type(statement) is not n.Instruction:
                continue
            if ends:
                msg = "an instruction behind the end of a piece"
                raise Unsupported(msg)
            level = code.scopes[index]
            site = Site(statement, level, index, None)
            if statement.opcode in _CONTROL:
                _CONTROL[statement.opcode](self, site)
                ends = True
                continue
            lowering = LOWERINGS.get(statement.opcode)
            if lowering is None:
                raise site.unsupported()
            lowering(self, site)
        if not ends:
            self.jump(self._number + 1)

    # -------------------------------------------------------------- registers

    def _type(self, slot: int) -> str:
        return type_of_kind(self.slots.kinds[slot])

    def read(self, slot: int, kind: str) -> Value:
        """Return a register as a NumPy type, truncated or zero-extended."""
        if slot not in self._written[self._number]:
            self._needed[self._number].add(slot)
        type_ = self._type(slot)
        value = Value(self.let(f"load {vector(type_)}, ptr %R{slot}"), type_)
        return self.as_kind(value, kind)

    def as_kind(self, value: Value, kind: str) -> Value:
        """Return the bits of a value as a NumPy type, truncated or zero-extended."""
        wanted = type_of_kind(kind)
        if value.type == wanted:
            return value
        size, new = BITS[value.type], BITS[wanted]
        if new == 1:
            return self.compare("ne", self.as_bits(value), self.constant(0, f"i{size}"))
        bits = self.resize(self.as_bits(value), f"i{new}") if size != new else self.as_bits(value)
        return self.bitcast(bits, wanted)

    def as_bits(self, value: Value) -> Value:
        """Return the bits of a value as an integer."""
        return self.bitcast(value, f"i{BITS[value.type]}")

    def write(self, slot: int, value: Value, kind: str, guard: Value | None) -> None:
        """Write a register in the lanes that run; smaller values are extended as their type is."""
        own = self._type(slot)
        if value.type != own:
            signed = kind[0] == "i"
            if own == "i1" or value.type == "i1":
                value = self.as_kind(value, self.slots.kinds[slot])
            else:
                value = self.resize(self.as_bits(value), own, signed=signed)
        if guard is not None and slot not in self._written[self._number]:
            self._needed[self._number].add(slot)
        if guard is None:
            self._written[self._number].add(slot)
        mask = guard
        # What is read in this piece alone may have any value in lanes that do not run.
        if slot in self._shared_by_pieces:
            mask = self.running(guard)
        if mask is not None:
            old = Value(self.let(f"load {vector(own)}, ptr %R{slot}"), own)
            value = self.select(mask, value, old)
        self.emit(f"store {vector(own)} {value.text}, ptr %R{slot}")

    # --------------------------------------------------------------- operands

    def guard(self, site: Site) -> Value | None:
        """Return the lanes in which the guard of an instruction holds; None without a guard."""
        guard = site.node.guard
        if guard is None:
            return None
        value = self.source(site, guard.register, "?")
        return self.invert(value) if guard.negated else value

    def running(self, guard: Value | None) -> Value:
        """Return the lanes that run an instruction with a guard, or without."""
        return self._mask if guard is None else self.binary("and", self._mask, guard)

    def assign(
        self, site: Site, operand: Any, value: Value, kind: str, guard: Value | None
    ) -> None:
        """Write the destination of an instruction; `_` takes nothing."""
        if isinstance(operand, n.Symbol) and operand.name == "_":
            return
        if isinstance(operand, int):
            self.write(operand, value, kind, guard)
            return
        location = self.slots.register(operand, site.level)
        if location is None or len(location.slots) != 1:
            msg = "a destination that is not a single register"
            raise Unsupported(msg)
        self.write(location.slots[0], value, kind, guard)

    def source(self, site: Site, operand: Any, kind: str) -> Value:
        """Return an operand, read as a NumPy type; see `ptxpy.sim.compile.operand_values`."""
        if isinstance(operand, int):
            return self.read(operand, kind)
        location = self.slots.register(operand, site.level)
        if location is not None:
            if len(location.slots) != 1:
                msg = "a vector or 128 bits as one value"
                raise Unsupported(msg)
            return self.read(location.slots[0], kind)
        wanted = type_of_kind(kind)
        if isinstance(operand, n.Literal) or float_of(operand) is not None:
            return self._literal(operand, kind)
        if (
            isinstance(operand, n.Unary)
            and self.slots.register(operand.operand, site.level) is not None
        ):
            value = self.source(site, operand.operand, kind)
            if operand.operator in ("!", "~"):
                return self.invert(value)
            msg = f"the operand {operand.operator}…"
            raise Unsupported(msg)
        name = special_name(operand)
        if name is not None:
            return self.as_kind(self._special(name), kind)
        names = self.routine.code.levels[site.level].names
        actual = operand_of(operand, names)
        if actual.kind == "integer":
            if kind[0] == "f":
                msg = "an integer as a floating-point number"
                raise Unsupported(msg)
            return self.constant(int(actual.value), wanted)
        return self.as_kind(self._address_of_symbol(site, operand), kind)

    def _literal(self, operand: Any, kind: str) -> Value:
        size = 1 if kind == "?" else int(kind[1:])
        bits = float_bits(operand, size)
        if bits is not None:
            single = isinstance(operand, n.Literal) and operand.text.lstrip("-")[:2].lower() == "0f"
            if kind[0] != "f" and size != (4 if single else 8):
                msg = f"a floating-point number as {8 * size} bits of another type"
                raise Unsupported(msg)
            return self.constant(bits, type_of_kind(kind))
        value = operand.value
        if kind[0] == "f":
            # An integer where a float is expected is its value.
            msg = "an integer as a floating-point number"
            raise Unsupported(msg)
        return self.constant(bool(value) if kind == "?" else int(value), type_of_kind(kind))

    def _address_of_symbol(self, site: Site, operand: Any) -> Value:
        """Return the address that an operand names: `x`, `x+4`, `x[2]`."""
        found = resolve_symbol(self.slots, operand, site.level)
        if found is None or found.counter is not None:
            msg = f"the operand {type(operand).__name__}"
            raise Unsupported(msg)
        place = self.parameter_offset(found.name, site.level)
        if place is not None:
            base = self.splat(self.context("parameter_address", "i64"), "i64")
            return self.binary("add", base, self.constant(place + found.offset, "i64"))
        local = self.routine.local_variable(found.name, site.level)
        if local is not None:
            return self.constant(local[1].offset + found.offset, "i64")
        own = self.slots.declaring_level(found.name, site.level)
        key = found.name if own is None else variable_key(self.routine, own, found.name)
        if key in self._layout.offsets:
            return self.constant(self._layout.offsets[key] + found.offset, "i64")
        if key in self._addresses:
            return self.constant(self._addresses[key] + found.offset, "i64")
        msg = f"the address of {found.name}"
        raise Unsupported(msg)

    def parameter_offset(self, name: str, level: int) -> int | None:
        """Return where a parameter of the kernel is among its parameters; None for other names."""
        if self.routine.local_variable(name, level) is not None:
            return None
        return next(
            (each.offset or 0 for each in self.routine.parameters if each.name == name), None
        )

    def context(self, name: str, type_: str) -> str:
        """Return a word of the context, which is loaded once, as a scalar."""
        found = self._entry.get((name, type_))
        if found is None:
            lines, self.lines = self.lines, self._entry_lines
            place = self._place("%context", CONTEXT[name])
            found = self._entry[name, type_] = self.let(f"load {type_}, ptr {place}")
            self.lines = lines
        return found

    def _special(self, name: str) -> Value:
        base, _, component = name.partition(".")
        axis = "xyz".find(component) if component else 0
        if axis < 0:
            return self.constant(0, "i32")
        if base == "%tid":
            place = self._place("%frame", TID + 4 * LANES * axis)
            return Value(self.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
        if base in ("%ntid", "%nctaid", "%ctaid"):
            return self.splat(self.context(f"{base[1:]}.{'xyz'[axis]}", "i32"), "i32")
        if base == "%laneid":
            return self.lanes(range(LANES), "i32")
        if base == "%warpid":
            first = self.context("first_thread", "i64")
            number = self.let(f"trunc i64 {self.let(f'lshr i64 {first}, 5')} to i32")
            return self.splat(number, "i32")
        if base.startswith("%lanemask_"):
            bits = {
                "eq": lambda lane: 1 << lane,
                "lt": lambda lane: (1 << lane) - 1,
                "le": lambda lane: (2 << lane) - 1,
                "ge": lambda lane: 0xFFFFFFFF & -(1 << lane),
                "gt": lambda lane: 0xFFFFFFFF & -(2 << lane),
            }[base[-2:]]
            return self.lanes(map(bits, range(LANES)), "i32")
        if base in ("%total_smem_size", "%aggr_smem_size"):
            size = self.let(f"trunc i64 {self.context('shared_bytes', 'i64')} to i32")
            return self.splat(size, "i32")
        numbers = {"%smid": 0, "%nsmid": 1, "%nwarpid": 64, "%cluster_nctarank": 1}
        if base in numbers:
            return self.constant(numbers[base], "i32")
        msg = f"the register {name}"
        raise Unsupported(msg)

    # ----------------------------------------------------------- control flow

    def _move(self, mask: Value, number: int) -> None:
        """Give lanes the number of another piece."""
        held = Value(self.let("load <32 x i32>, ptr %pcs"), "i32")
        moved = self.select(mask, self.constant(number, "i32"), held)
        self.emit(f"store <32 x i32> {moved.text}, ptr %pcs")

    def jump(self, number: int) -> None:
        """Let the lanes that run go to a piece."""
        if number >= len(self.routine.pieces):
            self.leave()
            return
        if number <= self._number:
            self._take_turn(number)
        next_ = self.let("load i32, ptr %next")
        is_first = self.let(f"icmp ult i32 {number}, {next_}")
        meets = self.new_label("meets")
        self.emit(f"br i1 {is_first}, label %piece{number}, label %{meets}")
        self.label(meets)
        self._move(self._mask, number)
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
        self._move(self._mask, WAITING | TURNED | number)
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
        self._go(target)
        self.label(parted)
        self.part(yes, target)
        self.part(no, other)
        self.emit("br label %dispatch")

    def part(self, mask: Value, target: int) -> None:
        """Let some of the lanes that run go to a piece; the dispatch follows."""
        if target == _LAST_PIECE or target >= len(self.routine.pieces):
            self._move(mask, EXITED)
            return
        if target > self._number:
            self._move(mask, target)
            return
        stopped = WAITING | TURNED | target
        number = self.let(f"select i1 {self._turns_left()}, i32 {target}, i32 {stopped}")
        held = Value(self.let("load <32 x i32>, ptr %pcs"), "i32")
        moved = self.select(mask, self.splat(number, "i32"), held)
        self.emit(f"store <32 x i32> {moved.text}, ptr %pcs")

    def _go(self, target: int) -> None:
        if target == _LAST_PIECE:
            self.leave()
        else:
            self.jump(target)

    def leave(self) -> None:
        """End the threads that run."""
        self._move(self._mask, EXITED)
        self.emit("br label %dispatch")

    def wait(self, number: int) -> None:
        """Let the lanes that run wait, and go on with a piece."""
        self._move(self._mask, WAITING | number if number < len(self.routine.pieces) else EXITED)
        self.emit("br label %dispatch")

    def give_up(self, condition: str) -> None:
        """Leave the launch to the interpreter if a condition, an `i1`, holds."""
        goes_on = self.new_label("goes_on")
        self.emit(f"br i1 {condition}, label %gives_up, label %{goes_on}")
        self.label(goes_on)

    def await_members(self, mask: Value, guard: Value | None) -> None:
        """Give up unless all threads of a member mask run, or have ended."""
        running = self.running(guard)
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
                return self.routine.piece_at(index) - self.routine.first
            level = self.routine.code.levels[level].outer
        msg = "a branch to an undefined label"
        raise Unsupported(msg)

    @property
    def following(self) -> int:
        """The number of the piece behind the one that is being written."""
        return self._number + 1


def _bra(writer: WarpTranslator, site: Site) -> None:
    operand = site.operands[0]
    if not isinstance(operand, n.Symbol):
        msg = "an indirect branch"
        raise Unsupported(msg)
    target = writer.piece_of(operand.name, site.level)
    guard = writer.guard(site)
    if guard is None:
        writer.jump(target)
    else:
        writer.branch(guard, target, writer.following)


def _brx(writer: WarpTranslator, site: Site) -> None:
    index = writer.source(site, site.operands[0], "u4")
    targets = _targets_of(writer, site)
    guard = writer.guard(site)
    running = writer.running(guard)
    # The interpreter says which index is wrong.
    beyond = writer.compare("uge", index, writer.constant(len(targets), "i32"))
    writer.give_up(writer.any(writer.binary("and", running, beyond)))
    for number, target in enumerate(targets):
        chosen = writer.compare("eq", index, writer.constant(number, "i32"))
        writer.part(writer.binary("and", running, chosen), target)
    if guard is not None:
        writer.part(writer.running(writer.invert(guard)), writer.following)
    writer.emit("br label %dispatch")


def _targets_of(writer: WarpTranslator, site: Site) -> list[int]:
    """Return the pieces that a `.branchtargets` lists."""
    table, level = site.operands[1], site.level
    found = None
    if isinstance(table, n.Symbol):
        while found is None and level >= 0:
            found = writer.routine.target_lists.get((level, table.name))
            level = writer.routine.code.levels[level].outer
    if found is None:
        msg = "a brx.idx without its .branchtargets"
        raise Unsupported(msg)
    names: list[str] = []
    for target in found.targets:
        if isinstance(target, n.Symbol):
            names.append(target.name)
        elif isinstance(target, n.Ranged):
            # `.branchtargets L<4>;` names `L0` to `L3`.
            names += [f"{target.name.name}{k}" for k in range(int(target.count.value))]
    return [writer.piece_of(name, site.level) for name in names]


def _leave(writer: WarpTranslator, site: Site) -> None:
    guard = writer.guard(site)
    if guard is None:
        writer.leave()
    else:
        writer.branch(guard, _LAST_PIECE, writer.following)


def _trap(writer: WarpTranslator, site: Site) -> None:
    # The interpreter runs the launch again, and says where and who.
    writer.give_up(writer.any(writer.running(writer.guard(site))))
    writer.jump(writer.following)


def _barrier(writer: WarpTranslator, site: Site) -> None:
    words, operands = site.modifiers, site.operands
    if ".warp" in words:
        mask = writer.source(site, operands[0], "u4")
        writer.await_members(mask, writer.guard(site))
        writer.jump(writer.following)
        return
    number = operands[0] if operands else None
    is_first = number is None or (isinstance(number, n.Literal) and number.value == 0)
    some = site.node.guard is not None or len(operands) > 1 or not is_first
    if some or not _OTHER_BARRIERS.isdisjoint(words):
        msg = "a barrier of some threads"
        raise Unsupported(msg)
    writer.wait(writer.following)


_OTHER_BARRIERS: Final = frozenset({".cluster", ".red", ".arrive"})

_CONTROL: Final[dict[str, Lowering]] = {
    "bra": _bra,
    "brx": _brx,
    "ret": _leave,
    "exit": _leave,
    "trap": _trap,
    "bar": _barrier,
    "barrier": _barrier,
}
