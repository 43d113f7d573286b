"""Notes of accesses and barriers in strict launches, which are written beside the instructions.

See `strict_records.py` for the records. Kernels with instructions that are not modelled here are
left to the interpreter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.sim.compile.registry import LANEWISE
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.native.layout import CONTEXT, EXITED, STARTS, SYNCED
from ptxpy.sim.native.order_dependence import order_decides
from ptxpy.sim.native.strict_records import LAST_TICK, OUT_OF_TIME, SUSPECTED
from ptxpy.sim.native.strict_shadow import shadow_name
from ptxpy.sim.native.vector_builder import Value
from ptxpy.sim.numpy_types import KINDS

if TYPE_CHECKING:
    from ptxpy.sim.native.operands import OperandTranslator
    from ptxpy.sim.pieces import Routine

__all__ = ["StrictFilter", "granule_of"]

_ACCESSES: Final = frozenset({"ld", "ldu", "st", "atom", "red"})
_OTHERS: Final = frozenset({
    "bar", "barrier", "bra", "brx", "elect", "exit", "fence", "match", "membar", "mma", "movmatrix",
    "pragma", "prefetch", "prefetchu", "redux", "ret", "shfl", "trap", "vote",
})  # fmt: skip
_STRONG: Final = (".volatile", ".relaxed", ".acquire", ".release", ".acq_rel", ".mmio")
_NARROW: Final = (".cta", ".cluster")
_WORD: Final = 4


def granule_of(routine: Routine) -> int:
    """Return the bytes of a granule of memory: those of the narrowest access, 4 at most.

    Raises `UnsupportedInstructionError` for a kernel that is left to the interpreter.
    """
    if routine.local_bytes:
        _leave_out("local memory")
    granule = _WORD
    instructions = []
    for statement in routine.code.statements:
        if type(statement) is n.Call:
            _leave_out("a call")
        if type(statement) is n.Instruction:
            instructions.append(statement)
            granule = min(granule, _checked_size(statement))
    if order_decides(instructions):
        _leave_out("atomic operations whose order decides what is accessed")
    return granule


def _leave_out(what: str) -> NoReturn:
    """Leave a kernel to the interpreter."""
    msg = f"{what}, in strict mode"
    raise UnsupportedInstructionError(msg)


def _checked_size(statement: n.Instruction) -> int:
    """Return the bytes that an instruction accesses, 4 for one that does not."""
    opcode, words = statement.opcode, statement.modifiers
    shown = opcode + "".join(words)
    if opcode in _ACCESSES:
        is_atomic = opcode in ("atom", "red")
        refused = _NARROW if is_atomic else _STRONG
        if any(word in refused for word in words):
            _leave_out(shown)
        types = [word[1:] for word in words if word[1:] in KINDS]
        if not types:
            _leave_out(shown)
        elements = next((int(word[2:]) for word in words if word in (".v2", ".v4")), 1)
        return int(KINDS[types[-1]][1:]) * elements
    found = traits(opcode, words)
    if opcode in ("fence", "membar"):
        is_known = words[0] in (".gl", ".sys", ".sc", ".acq_rel", ".gpu")
        if not is_known or any(word in _NARROW or "proxy" in word for word in words):
            _leave_out(shown)
    elif opcode in ("bar", "barrier"):
        if ".cluster" in words:
            _leave_out(shown)
    elif opcode == "vote":
        if ".sync" not in words:
            _leave_out(shown)
    elif opcode not in _OTHERS and (opcode not in LANEWISE or found.accesses):
        _leave_out(shown)
    return _WORD


class StrictFilter:
    """Writes the notes of a strict launch beside a kernel."""

    def __init__(self, granule: int) -> None:
        """Take the bytes of a granule."""
        self.granule = granule

    def note(
        self,
        writer: OperandTranslator,
        action: str,
        space: str,
        address: Value,
        size: int,
        mask: str,
    ) -> None:
        """Write the call that checks and notes an access of lanes, a bit each in `mask`."""
        action = {"load": "read", "store": "write"}.get(action, action)
        if space == "local":
            _leave_out("local memory")
        if space != "generic":
            self._call(writer, action, space, address, size, mask)
            return
        window = writer.constant(SHARED_WINDOW, "i64")
        is_shared = writer.bits(writer.compare("uge", address, window))
        shared = writer.let(f"and i32 {mask}, {is_shared}")
        outside = writer.let(f"xor i32 {is_shared}, -1")
        self._call(
            writer, action, "global", address, size, writer.let(f"and i32 {mask}, {outside}")
        )
        self._call(
            writer, "read" if action == "constant" else action, "shared",
            writer.binary("sub", address, window), size, shared,
        )  # fmt: skip

    def _call(
        self,
        writer: OperandTranslator,
        action: str,
        space: str,
        address: Value,
        size: int,
        mask: str,
    ) -> None:
        name = shadow_name(action, size // self.granule, self.granule, space)
        writer.helpers[name] = None
        writer.declare(f'declare void @"{name}"(ptr, ptr, <32 x i64>, i32)')
        writer.emit(
            f'call void @"{name}"(ptr %context, ptr %frame, <32 x i64> {address.text}, i32 {mask})'
        )

    def check_members(self, writer: OperandTranslator, mask: Value, running: Value) -> None:
        """Suspect a collective, unless the threads of the mask are all those of the warp."""
        present = self._threads(writer)
        named = writer.binary("and", mask, writer.splat(present, "i32"))
        differs = writer.compare("ne", named, writer.splat(present, "i32"))
        some = writer.any(writer.binary("and", differs, running))
        partial = writer.let(f"icmp ne i32 {writer.bits(running)}, {present}")
        self._suspect(writer, writer.let(f"or i1 {some}, {partial}"))

    def check_whole_warp(self, writer: OperandTranslator) -> None:
        """Suspect a barrier to which not all threads of the warp come together."""
        running = writer.bits(writer.running(None))
        self._suspect(writer, writer.let(f"icmp ne i32 {running}, {self._threads(writer)}"))

    def synchronise_warp(self, writer: OperandTranslator) -> None:
        """Order the accesses of the warp, of which all threads have come together."""
        epoch = writer.fresh("epoch", "i64")
        place = writer.let(f"getelementptr i8, ptr %frame, i64 {SYNCED}")
        held = writer.let(f"load i64, ptr {place}")
        is_later = writer.let(f"icmp ugt i64 {held}, {epoch}")
        since = writer.let(f"select i1 {is_later}, i64 {held}, i64 {epoch}")
        synced = writer.let(f"add i64 {since}, 1")
        writer.emit(f"store i64 {synced}, ptr {place}")
        now = writer.let(f"add i64 {synced}, 1")
        ticks = writer.fresh("ticks", "i64")
        is_more = writer.let(f"icmp ugt i64 {now}, {ticks}")
        latest = writer.let(f"select i1 {is_more}, i64 {now}, i64 {ticks}")
        place = writer.let(f"getelementptr i8, ptr %context, i64 {CONTEXT['ticks']}")
        writer.emit(f"store i64 {latest}, ptr {place}")
        self._note_fault(writer, writer.let(f"icmp uge i64 {latest}, {LAST_TICK}"), OUT_OF_TIME)

    def _threads(self, writer: OperandTranslator) -> str:
        """Return which lanes are threads of the CTA, ended or not, as an `i32`."""
        place = writer.let(f"getelementptr i8, ptr %frame, i64 {STARTS}")
        starts = Value(writer.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
        return writer.bits(writer.compare("ne", starts, writer.constant(EXITED, "i32")))

    def _suspect(self, writer: OperandTranslator, condition: str) -> None:
        self._note_fault(writer, condition, SUSPECTED)

    def _note_fault(self, writer: OperandTranslator, condition: str, value: int) -> None:
        place = writer.let(f"getelementptr i8, ptr %context, i64 {CONTEXT['fault']}")
        held = writer.let(f"load i64, ptr {place}")
        new = writer.let(f"select i1 {condition}, i64 {value}, i64 {held}")
        writer.emit(f"store i64 {new}, ptr {place}")
