"""What instructions write: destinations that are open until something binds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ptxpy import isa
from ptxpy.dsl import trace
from ptxpy.dsl.operands import CONVERTERS, SINK, Register, Unvalued
from ptxpy.dsl.trace import current
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from ptxpy.dsl.instructions import Operation


class Place(trace.Draft, Unvalued):
    """An instruction that has been recorded, and the destination that it writes."""

    scope: Any = None
    destination: Any = None
    bound: Any = None
    """The handle of the register that the destination is, once it is bound to one."""
    declared = ""
    """The type that operators take the result for, where that of the opcode is not meant."""
    code: int | None = None
    """The number of what the result is as an operand (`Checker.code`), where it is a fresh one."""
    in_place = False
    """Whether the register was written by an operator like `+=`."""

    def __init__(  # noqa: PLR0913, PLR0917 - one slot each
        self,
        operation: Operation,
        sources: tuple[Any, ...],
        guard: n.Guard | None,
        writes: int,
        before: str | None,
        within: n.Gaps | str | None,
    ) -> None:
        """Record the parts of an instruction."""
        self.operation = operation
        self.sources = sources
        self.guard = guard
        self.writes = writes
        if before is not None:
            self.before = before
        if within is not None:
            self.within = within

    @property
    def opcode(self) -> str:
        """The base opcode."""
        return self.operation.opcode

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The modifiers, with their dots."""
        return self.operation.modifiers

    def build(self, function: Any) -> n.Instruction:
        """Return the instruction without layout; an open destination gets a fresh register."""
        operands = self.sources
        operation = self.operation
        if self.writes:
            destination = self.destination
            if destination is None:
                destination = self.destination = function.fresh(operation.result)
            elif type(destination) is Parts:
                destination = destination.settle()
            operands = (destination, *operands)
        node: n.Instruction = tuple.__new__(
            n.Instruction, (self.guard, operation.opcode, operation.modifiers, operands, None, None)
        )
        return node

    def bind(self, destination: Any, declared: str = "") -> None:
        """Fill the destination; `TraceError` when there is none or it is already filled.

        `declared` is the type with which a register is declared, where that is known.
        """
        if self.destination is not None:
            msg = f"{self.describe()} already writes {_shown(self.destination)}"
            raise trace.TraceError(msg)
        if not (self.writes or self.claim()):
            msg = f"{self.describe()} writes no register"
            if not isa.is_known(self.opcode):
                msg = (
                    f"unknown opcode {self.opcode!r}: what it writes is not known; "
                    f"give all operands to ptx.inst.{self.opcode}…(…)"
                )
            raise trace.TraceError(msg)
        scope = self.scope
        if scope is not None and type(destination) is not Parts:
            scope.check_destination(self.operation, destination, declared, len(self.sources))
        self.destination = destination

    def claim(self) -> bool:
        """Take an instruction that is used as a value for one that writes; say whether it is one.

        It is where nothing is checked and the table does not know the opcode.
        """
        if trace.body().scope is None and not (
            self.operation.explicit or isa.is_known(self.opcode)
        ):
            self.writes = 1
        return bool(self.writes)

    def register(self) -> Any:
        """Return the handle of the register that the instruction writes."""
        if self.bound is None:
            node = self.operand()
            self.bound = Register(node, self.declared or self.operation.typed)
        return self.bound

    def operand(self) -> Any:
        """Return the register that the instruction writes; a fresh one if it is still open."""
        destination = self.destination
        if destination is None:
            if not (self.writes or self.claim()):
                msg = f"{self.describe()} writes no register: it has no value"
                raise trace.TraceError(msg)
            made = self._function().fresh_result(self.operation.result)
            destination, self.code = made
            self.destination = destination
        if type(destination) is not n.Register:
            msg = f"{self.describe()} writes several registers; name them on the left side"
            raise trace.TraceError(msg)
        return destination

    def _function(self) -> Any:
        body = current()
        return (body or trace.function_body()).function

    def describe(self) -> str:
        """Return opcode and modifiers."""
        return self.opcode + "".join(self.modifiers)

    def __iter__(self) -> Iterator[Part]:
        """Take the destination apart: `r[1], p[2] = …`, `f[1], f[7] = …`."""
        count, kind = isa.destination_arity(self.opcode, self.modifiers)
        if kind == "scalar":
            msg = (
                f"{self.describe()} writes one register, which is no sequence: Python cannot count "
                "to it; ptx.range_ is a loop on the device"
            )
            raise TypeError(msg)
        kinds = isa.part_types(self.opcode, self.modifiers) or ("b32",) * count
        parts = [Part(found, signed_class(found, self.modifiers)) for found in kinds]
        self.bind(Parts(parts, kind))
        return iter(parts)

    def __getitem__(self, index: Any) -> Any:
        """Refuse: what is one register has no elements, and several are taken apart at once."""
        msg = (
            f"the result of {self.describe()} is not indexed: take it apart, as in a, b = …, or "
            "write it to registers, v[0:4] = …"
        )
        raise TypeError(msg)

    def __bool__(self) -> bool:
        """Refuse: the value is known on the device, not while Python runs."""
        msg = (
            f"the value of {self.describe()} is not known while a kernel is traced: write "
            "ptx.if_(p), when=p, and & | ~ for and, or, not"
        )
        raise TypeError(msg)

    def __repr__(self) -> str:
        """Show opcode and modifiers."""
        return f"<{self.describe()}>"


CONVERTERS[Place] = lambda place, _double: place.operand()


class Part(Unvalued):
    """One register of a destination that consists of several.

    The first binder fills it, any other use fills it with a fresh register; unused it is the sink
    `_`.
    """

    __slots__ = ("bound", "declared", "kind", "node")

    def __init__(self, kind: str, declared: str) -> None:
        """Start unbound, with the class of a fresh register and the type that operators take."""
        self.node: Any = SINK
        self.bound: Any = None
        self.kind = kind
        self.declared = declared

    def operand(self) -> Any:
        """Return the register; a fresh one where there is none yet."""
        if self.node is SINK:
            self.node = trace.function_body().function.fresh(self.kind)
        return self.node

    def register(self) -> Any:
        """Return the handle of the register."""
        if self.bound is None:
            self.bound = Register(self.operand(), self.declared)
        return self.bound

    def bind(self, node: Any, _declared: str = "") -> None:
        """Fill the part."""
        self.node = node


CONVERTERS[Part] = lambda part, _double: part.operand()


class Parts:
    """A destination of several registers: a vector or a pair."""

    __slots__ = ("kind", "parts")

    def __init__(self, parts: list[Part], kind: str) -> None:
        """Take the parts and `vector` or `pair`."""
        self.parts = parts
        self.kind = kind

    def settle(self) -> Any:
        """Return the operand."""
        nodes = [part.node for part in self.parts]
        if self.kind == "pair":
            return n.Pair(*nodes)
        return n.Vector(tuple(nodes))


def _shown(destination: Any) -> str:
    return destination.name if type(destination) is n.Register else "several registers"


def signed_class(result: str, modifiers: tuple[str, ...]) -> str:
    """Return an untyped class of registers with the sign of an opcode's first type."""
    if result not in ("b16", "b32", "b64"):
        return result
    for modifier in modifiers:
        kind = isa.TYPES.get(modifier[1:])
        if kind is not None:
            return {"signed": "s", "unsigned": "u"}.get(kind.kind, "b") + result[1:]
    return result


def bind(destination: Any, value: Any) -> None:
    """Fill the destination of a value call, or of one part of it, with operand nodes."""
    if isinstance(value, Place | Part):
        value.bind(destination)
        return
    msg = f"a register is written by an instruction, not by {value!r}: use ptx.mov"
    raise TypeError(msg)
