"""Pieces of a compiled kernel that the interpreter runs.

They are products of warpgroups, copies by TMA, textures, surfaces, and `printf`. Warps stop at such
a piece. When all warps of some CTAs have stopped, the interpreter's function of the piece runs for
all lanes that have come to it, on the same memory. The registers that it reads come from the frames
of the warps, and those that it writes go there.

Accumulators of `wgmma` stay the interpreter's matrices from one product to the next. A piece of
machine code that has one of their registers stops before its first instruction until the registers
are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.launch_request import Surface
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.errors import FaultError
from ptxpy.sim.loaded_module import reachable_routines
from ptxpy.sim.machine.frame import Frame
from ptxpy.sim.machine.geometry import WARP
from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.machine.scheduler import Scheduler, StepBudget
from ptxpy.sim.native.activations import Layout
from ptxpy.sim.native.layout import EXITED, IN_TILES, PCS, RETRIES, SERVED, STATE, WAITING
from ptxpy.sim.native.scheduler import READY
from ptxpy.sim.pieces import Await, Program, Reconverge
from ptxpy.sim.semantics.asynchronous.tensor_maps import hints
from ptxpy.sim.semantics.matrices.accumulators import registers_of, unload
from ptxpy.sim.semantics.matrices.whole_warps import WARPGROUP, Warpgroups, numbers_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.analysis import Code
    from ptxpy.launch_request import Reference
    from ptxpy.sim.loaded_module import Launch, LoadedModule
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.machine.printf_output import Output
    from ptxpy.sim.native.activations import Activation

__all__ = [
    "ServedPieces", "Server", "arrays_of_surfaces", "ctas_beside", "effects_of", "served_pieces",
]  # fmt: skip

_TEXTURES: Final = frozenset({"istypep", "suld", "suq", "tex", "tld4", "txq"})
_SURFACE_WRITES: Final = frozenset({"sured", "sust"})
_OPCODES: Final = frozenset({"wgmma", "cp", "tensormap"}) | _TEXTURES | _SURFACE_WRITES
_PRINTS: Final = "vprintf"
"""The function that `printf` of device code calls."""
_MAX_LANES: Final = 8192
_MAX_BYTES: Final = 64 << 20
"""The most lanes that run side by side, and bytes of their memory and registers."""


class ServedPieces(NamedTuple):
    """A kernel whose pieces are machine code, or are run by the interpreter."""

    code: CompiledPieces
    """The interpreter's functions of its pieces."""
    layout: Layout
    """The blocks of the kernel. Those of the interpreter are pieces of functions."""
    reads: Mapping[int, frozenset[int]]
    """The registers that each block of the interpreter reads."""
    writes: Mapping[int, frozenset[int]]
    """The registers that it writes, without accumulators."""
    products: frozenset[int]
    """The blocks with products of warpgroups."""
    accumulators: tuple[int, ...]
    """The registers that may be in matrices."""
    writes_memory: bool
    """Whether the interpreter writes to global memory."""
    writes_surfaces: bool


def _is_product(statement: object) -> bool:
    return (
        type(statement) is n.Instruction
        and statement.opcode == "wgmma"
        and ".mma_async" in statement.modifiers
    )


def _is_print(statement: object) -> bool:
    return (
        type(statement) is n.Call
        and isinstance(statement.target, n.Symbol)
        and statement.target.name == _PRINTS
    )


def _is_served(statement: object) -> bool:
    """Return whether the interpreter runs a statement."""
    if _is_print(statement):
        return True
    if type(statement) is not n.Instruction or statement.opcode not in _OPCODES:
        return False
    words = statement.modifiers
    if statement.opcode == "cp":
        waits = {".commit_group", ".wait_group"}
        return ".bulk" in words and waits.isdisjoint(words) and ".prefetch" not in words
    return statement.opcode != "wgmma" or ".mma_async" in words


def _cuts(code: Code, cuts: set[int]) -> set[int]:
    """Return where the pieces of the interpreter begin and end, given where pieces begin.

    Products of one piece are served together: there they may be one product.
    """
    found: set[int] = set()
    ends = sorted({*cuts, len(code.statements)})
    for start, stop in zip([0, *ends], ends, strict=False):
        served = [k for k in range(start, stop) if _is_served(code.statements[k])]
        products = [k for k in served if _is_product(code.statements[k])]
        for k in served:
            if products and products[0] <= k <= products[-1]:
                continue
            found |= {k, k + 1}
        if products:
            found |= {products[0], products[-1] + 1}
    return {each for each in found if each < len(code.statements)}


def served_pieces(loaded: LoadedModule, kernel: str) -> ServedPieces | None:
    """Return the pieces of a kernel of which the interpreter runs some; None for others.

    Raises `UnsupportedInstructionError` if it has to run all of the kernel.
    """
    served = [each for each in _statements(loaded, kernel) if _is_served(each)]
    own_print = _PRINTS in loaded.program.routines
    if not served or (own_print and all(map(_is_print, served))):
        return None
    program = Program(loaded.module, further_cuts=_cuts)
    routine = program.routines[kernel]
    code = CompiledPieces(program)
    layout = Layout(code, reachable_routines(program, kernel), routine)
    accumulators = code.slots(routine).accumulators
    reads, writes, products = {}, {}, set()
    for number, block in enumerate(layout.blocks):
        own, statements = block.activation, block.statements
        if not any(map(_is_served, statements)):
            continue
        if own.origin()[0] is not None:
            msg = "a recursion of which the interpreter runs some pieces"
            raise UnsupportedInstructionError(msg)
        read, written = code.registers_of(own.routine.first + block.piece)
        # A guard keeps what a register held in some lanes.
        if any(getattr(each, "guard", None) is not None for each in statements):
            read |= written
        reads[number], writes[number] = (
            frozenset(own.first_register + slot for slot in slots) - accumulators
            for slots in (read, written)
        )
        if any(map(_is_product, statements)):
            products.add(number)
    if products and len(layout.blocks) != len(routine.pieces):
        msg = "a call in a kernel with products of warpgroups"
        raise UnsupportedInstructionError(msg)
    opcodes = {each.opcode for each in served if type(each) is n.Instruction}
    return ServedPieces(
        code, layout, reads, writes, frozenset(products), tuple(sorted(accumulators)),
        bool(opcodes - _TEXTURES - _SURFACE_WRITES), bool(opcodes & _SURFACE_WRITES),
    )  # fmt: skip


def _statements(loaded: LoadedModule, kernel: str) -> Iterator[n.Node]:
    """Yield the statements of a kernel, and of the functions that it calls."""
    for routine in reachable_routines(loaded.program, kernel):
        yield from routine.code.statements


def effects_of(loaded: LoadedModule, kernel: str) -> tuple[bool, bool]:
    """Return whether a kernel may print, and whether it may write to surfaces."""
    prints = writes_surfaces = False
    for each in _statements(loaded, kernel):
        prints |= _is_print(each)
        writes_surfaces |= type(each) is n.Instruction and each.opcode in _SURFACE_WRITES
    return prints, writes_surfaces


def arrays_of_surfaces(loaded: LoadedModule, references: Mapping[int, Reference]) -> list[Any]:
    """Return the arrays of all surfaces of a launch, which kernels write to in place."""
    held = {**loaded.references, **references}.values()
    return [each.levels[0] for each in held if isinstance(each, Surface)]


def ctas_beside(geometry: Geometry, shared_bytes: int, frame_bytes: int) -> int:
    """Return how many CTAs run side by side, whose pieces the interpreter runs together."""
    size = shared_bytes + geometry.padded // WARP * frame_bytes
    return max(1, min(geometry.ctas, _MAX_LANES // geometry.padded, _MAX_BYTES // size))


class Server:
    """Runs pieces of one launch for the warps that have stopped there."""

    def __init__(
        self,
        loaded: LoadedModule,
        pieces: ServedPieces,
        launch: Launch,
        frames: Any,
        offsets: Mapping[int, int],
        shared_bytes: int,
        local_bytes: int,
        output: Output,
    ) -> None:
        """Create the state in which the interpreter runs pieces.

        Args:
            loaded: The module.
            pieces: The kernel.
            launch: The launch.
            frames: The bytes of the frames of the warps of all CTAs that run side by side.
            offsets: Where frames have each register.
            shared_bytes: The bytes of shared memory of a CTA.
            local_bytes: The bytes of local memory of a thread.
            output: The output of `printf`.
        """
        self._pieces = pieces
        self._frames = frames
        self._words = frames.view(np.uint32)
        self._offsets = offsets
        self._pcs = frames[:, PCS : PCS + 4 * WARP].view(np.uint32)
        self._states = frames[:, STATE : STATE + 4].view(np.int32)[:, 0]
        self._in_tiles = frames[:, IN_TILES : IN_TILES + 4].view(np.uint32)[:, 0]
        places = np.array([offsets[slot] // 4 for slot in pieces.accumulators], np.int64)
        self._places = places[:, None] + np.arange(WARP)
        self._warps_each = launch.geometry.padded // WARP
        self._machine = machine = Machine(
            launch.geometry,
            loaded.memory,
            {**loaded.addresses, **launch.layout.offsets},
            launch.parameters,
            shared_bytes,
            local_bytes,
            0,
            len(frames) // self._warps_each,
        )
        machine.opaque = loaded.opaque
        machine.references = {**loaded.references, **launch.options.references}
        machine.shared_variables = launch.layout.offsets
        machine.shared_names = launch.layout.names
        machine.output = output
        self._held = np.zeros((len(pieces.accumulators), machine.count), np.uint32)
        self._frames_of: dict[Activation, Frame] = {}
        """The registers of the functions that pieces are of."""

    @property
    def memories(self) -> tuple[Any, Any]:
        """The shared memory of the CTAs, and the local memory of their threads, as bytes."""
        return self._machine.shared, self._machine.local

    def hints(self) -> tuple[str, ...]:
        """Return warnings about copies of all CTAs so far, as the interpreter gives them."""
        return tuple(hints(self._machine.out_of_bounds_boxes, self._machine.memory))

    def begin(self, first: int) -> None:
        """Place the CTAs from `first` on, as many as run side by side, at their entry."""
        machine, pieces = self._machine, self._pieces
        machine.restart(first)
        machine.ended_ctas = None
        # In the last turn there may be fewer CTAs than places: nobody runs there.
        self._pcs[...] = EXITED
        self._frames_of.clear()
        frame = self._frame_of(pieces.layout.kernel)
        # It gives the machine the objects for waits, at which nobody is parked.
        Scheduler(machine, pieces.code, frame, frame.routine.first, StepBudget(None))
        for slot, held in zip(pieces.accumulators, self._held, strict=True):
            frame[slot] = held

    def end(self, number: int) -> None:
        """Note that all threads of a CTA have ended, counted from the first that runs."""
        machine = self._machine
        if machine.ended_ctas is None:
            machine.ended_ctas = np.zeros(machine.ctas, bool)
        machine.ended_ctas[number] = True

    def _frame_of(self, activation: Activation) -> Frame:
        """Return the frame of the interpreter for a function."""
        found = self._frames_of.get(activation)
        if found is None:
            routine = activation.routine
            kinds = self._pieces.code.kinds(routine)
            found = Frame(routine, kinds, self._machine.shape, None, 0)
            found.local = np.uint64(activation.local)
            self._frames_of[activation] = found
        return found

    def serve(self) -> set[int]:
        """Run the pieces at which lanes wait for the interpreter; return whose CTAs went on.

        CTAs are numbered from the first that runs. Raises `FaultError` as the interpreter does.
        """
        self._machine.address_vectors.clear()
        ended = self._pcs == EXITED
        self._machine.ended[:] = ended.reshape(-1)
        waiting = ~ended & (self._pcs & SERVED != 0)
        numbers = self._pcs & np.uint32(SERVED - 1)
        went_on: set[int] = set()
        for number in np.unique(numbers[waiting]).tolist():
            lanes = np.flatnonzero(waiting & (numbers == number))
            if number in self._pieces.reads:
                lanes = self._run(number, lanes)
            else:
                self._make_registers(np.unique(lanes // WARP))
                self._go_on(lanes, number)
            went_on.update(np.unique(lanes // (WARP * self._warps_each)).tolist())
        return went_on

    def _go_on(self, lanes: Any, number: int) -> None:
        """Let lanes run a piece."""
        self._pcs[lanes // WARP, lanes % WARP] = number
        self._states[np.unique(lanes // WARP)] = READY

    def _run(self, number: int, lanes: Any) -> Any:
        """Run a piece for lanes; return those that went on."""
        pieces, machine = self._pieces, self._machine
        own, piece, _ = pieces.layout.blocks[number]
        frame, first = self._frame_of(own), own.routine.first
        at = first + piece
        if number in pieces.products:
            self._load_accumulators(np.unique(lanes // WARP))
        for slot in pieces.reads[number]:
            frame[slot - own.first_register] = self._register(slot)
        every = len(lanes) == machine.count
        code = pieces.code
        functions = code.all_lane_functions if every else code.partial_functions
        function = functions[at] or code.make(at, all_lanes=every)
        with np.errstate(all="ignore"):
            result = function(machine, frame, None if every else lanes)
        if type(result) is Reconverge:
            lanes = lanes[result.ready]
            return self._run(number, lanes) if len(lanes) else lanes
        if type(result) is Await:
            blocked = np.broadcast_to(result.blocked, lanes.shape)
            some = lanes[blocked]
            self._pcs[some // WARP, some % WARP] = WAITING | RETRIES | number
            return lanes[~blocked]
        if type(result) is not int:
            message = "a piece of the interpreter that does not go on with another one"
            raise FaultError(message, int(lanes[0]))
        for slot in pieces.writes[number]:
            # Others are not read behind the piece.
            if slot in self._offsets:
                self._write_back(slot, frame[slot - own.first_register], lanes)
        self._go_on(lanes, own.number_of(result - first))
        return lanes

    # -------------------------------------------------------------- registers

    def _view(self, slot: int, kind: str) -> Any:
        start = self._offsets[slot]
        size = 4 if kind == "?" else WARP * int(kind[1:])
        return self._frames[:, start : start + size]

    def _register(self, slot: int) -> Any:
        """Return a register of all lanes."""
        kind = self._pieces.layout.kinds[slot]
        data = np.ascontiguousarray(self._view(slot, kind))
        if kind == "?":
            return np.unpackbits(data, axis=1, bitorder="little").view(bool).reshape(-1)
        return data.view(kind).reshape(-1)

    def _write_back(self, slot: int, value: Any, lanes: Any) -> None:
        kind = self._pieces.layout.kinds[slot]
        value = self._machine.flat(value)
        value = value[lanes] if value.ndim else value
        view = self._view(slot, kind)
        if kind == "?":
            bits = np.unpackbits(np.ascontiguousarray(view), axis=1, bitorder="little")
            bits[lanes // WARP, lanes % WARP] = value
            view[...] = np.packbits(bits, axis=1, bitorder="little")
            return
        view.view(kind)[lanes // WARP, lanes % WARP] = value

    def _load_accumulators(self, warps: Any) -> None:
        """Take accumulators from the frames of warps whose registers hold them."""
        stale = warps[self._in_tiles[warps] == 0]
        if not len(stale):
            return
        words = self._words[stale[:, None, None], self._places[None]]
        lanes = (stale[:, None] * WARP + np.arange(WARP)).reshape(-1)
        self._held[:, lanes] = words.transpose(1, 0, 2).reshape(len(self._held), -1)
        numbers = np.unique(numbers_of(self._machine, stale * WARP))
        for accumulator in self._accumulators():
            unload(accumulator, numbers)
        self._in_tiles[stale] = 1

    def _accumulators(self) -> list[Any]:
        found = self._frame_of(self._pieces.layout.kernel).accumulators.values()
        return list({id(each): each for each, _ in found}.values())

    def _make_registers(self, warps: Any) -> None:
        """Put the registers of accumulators of the warpgroups of warps into the frames."""
        machine = self._machine
        groups = np.unique(numbers_of(machine, warps[self._in_tiles[warps] != 0] * WARP))
        if not len(groups):
            return
        first = {slot: k for k, slot in enumerate(self._pieces.accumulators)}
        every: list[Any] = []
        for accumulator in self._accumulators():
            numbers = groups[accumulator.row_of[groups] >= 0]
            if not len(numbers):
                continue
            rows = accumulator.row_of[numbers]
            lanes = accumulator.first[rows]
            made = registers_of(accumulator, Warpgroups(numbers, numbers * 0, lanes))
            here = (lanes[:, None] + np.arange(WARPGROUP)).reshape(-1)
            places = np.array([first[slot] for slot in accumulator.slots])
            valid = np.repeat(accumulator.valid[rows], WARPGROUP, axis=0).T
            at = places[:, None], here[None]
            self._held[at] = made if valid.all() else np.where(valid, made, self._held[at])
            every.append(here)
        changed = np.unique(np.concatenate(every) // WARP)
        words = self._held.reshape(len(self._held), -1, WARP)[:, changed]
        self._words[changed[:, None, None], self._places[None]] = words.transpose(1, 0, 2)
        self._in_tiles[changed] = 0
