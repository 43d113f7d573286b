"""The functions that a kernel calls, laid out as blocks of one function of LLVM IR.

Each call has an activation of its own of the function that it calls: with registers, a place in
local memory, and blocks, which are between the block that calls and the next one of the caller. So
their numbers have the order in which the interpreter runs lanes of different frames. A call of a
function that is already active in that way, a recursion, goes back to the activation that there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import UnsupportedInstructionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.compile.compiled_pieces import CompiledPieces
    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.pieces import Routine

__all__ = ["EXIT", "Activation", "Block", "Layout", "Target"]

EXIT: Final = -1
"""The number of the block of a thread that ends."""

_MAX_STATEMENTS: Final = 8_000
"""LLVM takes a millisecond or two for each."""
_MAX_CANDIDATES: Final = 16
"""The most functions that the address of a call may be of."""
_RECURSION_BYTES: Final = 4096
"""The local memory of each thread for recursions; the interpreter runs deeper ones."""


class Target:
    """One of the functions that a call may enter."""

    def __init__(self, caller: Activation, callee: Activation, address: int | None) -> None:
        """Take both sides; with an address, only lanes that call that enter."""
        self.caller = caller
        self.callee = callee
        self.address = address
        self.landing = 0
        """The block to which lanes return, which takes the results."""

    @property
    def is_recursive(self) -> bool:
        """Whether the callee is active already."""
        return self.callee in self.caller.chain()


class Activation:
    """A function with its registers, its local memory and its blocks."""

    def __init__(self, routine: Routine, slots: Slots, outer: Activation | None) -> None:
        """Take a function, and the activation that calls it; None for the kernel."""
        self.routine = routine
        self.slots = slots
        self.outer = outer
        self.local: int = 0 if outer is None else outer.local + outer.routine.local_bytes
        """The offset of its local memory, from that of the outermost function in a recursion."""
        self.first_register = 0
        self.last_register = 0
        """The last one of the functions that it calls, plus one."""
        self.numbers: list[int] = []
        """The block of each piece."""
        self.back = EXIT
        """The block to which lanes return."""
        self.targets: dict[int, list[Target]] = {}
        """The functions that the call at the end of each piece may enter."""
        self.is_entered_again = False
        """Whether it is the callee of a recursion: lanes return to several places."""
        self.return_register = 0
        """If so, the register with the block that each lane returns to."""
        self.base_register = 0
        """If so, the register with the offset of its local memory."""
        self.local_bytes = routine.local_bytes
        """The bytes of local memory of this and the functions that it calls."""

    def chain(self) -> Iterator[Activation]:
        """Return this activation, its caller, and so on up to the kernel."""
        each: Activation | None = self
        while each is not None:
            yield each
            each = each.outer

    def origin(self) -> tuple[Activation | None, int]:
        """Return where its local memory begins: an activation in a recursion, and bytes from it."""
        found = next((each for each in self.chain() if each.is_entered_again), None)
        return found, self.local if found is None else self.local - found.local

    def number_of(self, piece: int) -> int:
        """Return the block of a piece; behind the last piece, that to which lanes return."""
        return self.numbers[piece] if piece < len(self.numbers) else self.back


class Block(NamedTuple):
    """A piece of an activation, or the place to which lanes return from a function."""

    activation: Activation
    piece: int
    target: Target | None = None
    """The call that the lanes return from."""

    @property
    def statements(self) -> tuple[n.Node, ...]:
        """The statements of the piece; none of a place to which lanes return."""
        if self.target is not None:
            return ()
        routine = self.activation.routine
        piece = routine.pieces[self.piece]
        return tuple(routine.code.statements[piece.start : piece.stop])


class Layout:
    """The blocks of a kernel, and its registers."""

    def __init__(self, code: CompiledPieces, routines: list[Routine], kernel: Routine) -> None:
        """Lay out a kernel of a program, whose functions have code."""
        self.code = code
        self._routines = routines
        self.kinds: list[str] = []
        """The NumPy types of all registers."""
        self.blocks: list[Block] = []
        self._statements = 0
        self._again: list[Activation] = []
        self.kernel = self._lay_out(Activation(kernel, code.slots(kernel), None))
        self.local_bytes = self.kernel.local_bytes
        self.depth_register = len(self.kinds)
        """The register that counts the recursions that each lane is in."""
        if self._again:
            self.local_bytes += _RECURSION_BYTES
            self.kinds.append("u4")
        for each in self._again:
            each.return_register, each.base_register = len(self.kinds), len(self.kinds) + 1
            self.kinds += ["u4", "u8"]

    def _lay_out(self, own: Activation) -> Activation:
        routine = own.routine
        self._statements += len(routine.code.statements)
        if self._statements > _MAX_STATEMENTS:
            msg = f"more than {_MAX_STATEMENTS:,} statements, which would take long to compile"
            raise UnsupportedInstructionError(msg)
        own.first_register = len(self.kinds)
        self.kinds += own.slots.kinds
        for number, piece in enumerate(routine.pieces):
            own.numbers.append(len(self.blocks))
            self.blocks.append(Block(own, number))
            last = routine.code.statements[piece.stop - 1] if piece.stop > piece.start else None
            if type(last) is not n.Call:
                continue
            own.targets[number] = [
                self._target(own, number, callee, address)
                for callee, address in self._callees(own, last, routine.code.scopes[piece.stop - 1])
            ]
        own.last_register = len(self.kinds)
        return own

    def _target(self, own: Activation, piece: int, routine: Routine, address: int | None) -> Target:
        found = next((each for each in own.chain() if each.routine is routine), None)
        callee = found or Activation(routine, self.code.slots(routine), own)
        target = Target(own, callee, address)
        if found is None:
            # The block to return to is behind those of the callee: its number is not known yet.
            self._lay_out(callee)
            callee.back = len(self.blocks)
            needed = callee.local - own.local + callee.local_bytes
            own.local_bytes = max(own.local_bytes, needed)
        elif not callee.is_entered_again:
            callee.is_entered_again = True
            self._again.append(callee)
        target.landing = len(self.blocks)
        self.blocks.append(Block(own, piece, target))
        return target

    def _callees(
        self, own: Activation, call: n.Call, level: int
    ) -> list[tuple[Routine, int | None]]:
        """Return the functions that a call may enter, with their addresses if it is by address."""
        program = self.code.program
        target = call.target
        # A register of the name of a function hides it: the call is by address.
        if isinstance(target, n.Symbol) and own.slots.find(target.name, level) is None:
            known = program.routine(target.name)
            return [] if known is None else [(known, None)]
        count = len(call.arguments or ())
        found: list[tuple[Routine, int | None]] = [
            (each, self.code.address_of(each))
            for each in self._routines
            if not each.is_kernel and len(each.parameters) == count
        ]
        if len(found) > _MAX_CANDIDATES:
            msg = f"a call by address in a module of {len(found)} such functions"
            raise UnsupportedInstructionError(msg)
        return found
