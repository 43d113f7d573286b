"""Results of recorded instructions, whose destination may be unbound.

An assignment binds the destination to a register, and any other use to a fresh register.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ptxpy import isa
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.qualified_opcode import QualifiedOpcode
from ptxpy.dsl.tracing.trace import current
from ptxpy.dsl.values.operand_conversion import CONVERTERS, SINK, Register, TracedValue
from ptxpy.ir import nodes as n


class PendingResult(trace.RecordedStatement, TracedValue):
    """A recorded instruction, and its destination."""

    scope: Any = None
    destination: Any = None
    bound: Any = None
    """The handle of the register to which the destination is bound, if there is one."""
    declared = ""
    """The type of the result, where it is not that of the opcode."""
    storage = ""
    """The type with which the register is declared that the destination is bound to."""
    code: int | None = None
    """The code of the result as an operand (`Checker.code`), if its register is fresh."""
    in_place = False
    """Whether the register was written by an operator like `+=`."""

    def __init__(  # noqa: PLR0913, PLR0917 - one slot each
        self,
        operation: QualifiedOpcode,
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
        """Return the instruction without trivia; an unbound destination gets a fresh register."""
        operands = self.sources
        operation = self.operation
        if self.writes:
            destination = self.destination
            if destination is None:
                destination = self.destination = function.fresh(operation.result)
            elif type(destination) is ResultParts:
                destination = destination.lower()
            operands = (destination, *operands)
        node: n.Instruction = tuple.__new__(
            n.Instruction, (self.guard, operation.opcode, operation.modifiers, operands, None, None)
        )
        return node

    def bind(self, destination: Any, declared: str = "", storage: str = "") -> None:
        """Bind the destination; `TraceError` if there is none or it is already bound.

        `declared` is the type of the register's values, and `storage` the type of its declaration
        in PTX, where they are known.
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
        if scope is not None and type(destination) is not ResultParts:
            scope.check_destination(self.operation, destination, declared, len(self.sources))
        self.destination = destination
        if declared:
            self.storage = storage or declared

    def claim(self) -> bool:
        """Treat an instruction that is used as a value as one that writes; return whether it does.

        It does if nothing is checked and the table does not have the opcode.
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
            operation = self.operation
            storage = self.storage or operation.result
            self.bound = Register(node, self.declared or operation.typed, storage)
        return self.bound

    @property
    def value_type(self) -> str:
        """The type of the value that the instruction produces, without its dot."""
        if self.bound is not None:
            return str(self.bound.declared)
        return self.declared or self.operation.typed

    def operand(self) -> Any:
        """Return the register that the instruction writes; a fresh one if it is unbound."""
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

    def __iter__(self) -> Iterator[ResultPart]:
        """Unpack the destination: `r[1], p[2] = …`, `f[1], f[7] = …`."""
        count, kind = isa.destination_arity(self.opcode, self.modifiers)
        if kind == "scalar":
            msg = (
                f"{self.describe()} writes one register, which is not a sequence: Python cannot "
                "count to it; ptx.range_ is a loop on the device"
            )
            raise TypeError(msg)
        kinds = isa.part_types(self.opcode, self.modifiers) or ("b32",) * count
        whole = self.declared or self.operation.typed
        parts = [ResultPart(found, _part_type(found, whole), self) for found in kinds]
        self.bind(ResultParts(parts, kind))
        return iter(parts)

    def __getitem__(self, index: Any) -> Any:
        """Refuse: a single register has no elements, and several are unpacked together."""
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


CONVERTERS[PendingResult] = lambda result, _double: result.operand()


class ResultPart(TracedValue):
    """One register of a destination that consists of several.

    The first binder fills it, any other use fills it with a fresh register; unused it is the sink
    `_`.
    """

    __slots__ = ("bound", "declared", "kind", "node", "whole")

    def __init__(self, kind: str, declared: str, whole: PendingResult) -> None:
        """Start unbound: the class of a fresh register, the type of the value, the instruction."""
        self.whole = whole
        self.node: Any = SINK
        self.bound: Any = None
        self.kind = kind
        self.declared = declared

    def operand(self) -> Any:
        """Return the register; a fresh one if the part is unbound."""
        if self.node is SINK:
            self.node = trace.function_body().function.fresh(self.kind)
        return self.node

    def register(self) -> Any:
        """Return the handle of the register."""
        if self.bound is None:
            self.bound = Register(self.operand(), self.declared, self.kind)
        return self.bound

    def bind(self, node: Any, _declared: str = "", _storage: str = "") -> None:
        """Bind the part."""
        self.node = node


CONVERTERS[ResultPart] = lambda part, _double: part.operand()


class ResultParts:
    """A destination of several registers: a vector or a pair."""

    __slots__ = ("kind", "parts")

    def __init__(self, parts: list[ResultPart], kind: str) -> None:
        """Take the parts and `vector` or `pair`."""
        self.parts = parts
        self.kind = kind

    def lower(self) -> Any:
        """Return the operand."""
        nodes = [part.node for part in self.parts]
        if self.kind == "pair":
            return n.Pair(*nodes)
        return n.Vector(tuple(nodes))


def _shown(destination: Any) -> str:
    return destination.name if type(destination) is n.Register else "several registers"


def _part_type(kind: str, whole: str) -> str:
    """Return the type of one register of several, of a class and of a result of a type."""
    if kind in isa.TYPES and whole in isa.TYPES and kind[:1] == "b":
        return whole if isa.TYPES[whole].bits == isa.TYPES[kind].bits else kind
    return kind


def fresh(kind: str, *, variable: bool = False) -> Register:
    """Return a fresh register for values of a type.

    A `variable` is declared to change; any other register holds one value.
    """
    function = trace.function_body().function
    return Register(function.fresh(kind), kind, function.storage(kind), variable=variable)


def value_type(value: Any) -> str:
    """Return the type of a value while a kernel is traced, "" where it has none.

    It is that of its declaration, of the instruction that has made it, or of a view.
    """
    if type(value) is PendingResult:
        return value.value_type
    return getattr(value, "type", "") or getattr(value, "declared", "")


def is_unbound(value: Any) -> bool:
    """Return whether a value is the unbound result of the last statement.

    Only the result of the last statement may be bound to a given register: an earlier write of the
    register would change what the statements in between read.
    """
    if isinstance(value, ResultPart):
        return value.node is SINK and value.whole is _last(trace.function_body())
    if not isinstance(value, PendingResult) or not (value.writes or value.claim()):
        return False
    return value.destination is None and value is _last(trace.function_body())


def _last(body: trace.Body) -> trace.RecordedStatement | None:
    """Return the last statement of a body, of scopes in it too."""
    found = body.statements[-1] if body.statements else None
    while found is not None and found.body is not None and found.body.statements:
        found = found.body.statements[-1]
    return found


def bind(destination: Any, value: Any) -> None:
    """Bind the result of an instruction, or one part of it, to operand nodes."""
    if isinstance(value, PendingResult | ResultPart):
        whole = value.whole if isinstance(value, ResultPart) else value
        if value is not whole and value.node is not SINK:
            msg = f"a value of {whole.describe()} has a register: move it with ptx.mov"
            raise trace.TraceError(msg)
        if whole is not _last(trace.function_body()):
            msg = (
                f"{whole.describe()} stands before other instructions, so that its registers "
                "cannot be chosen here: assign where it is written"
            )
            raise trace.TraceError(msg)
        value.bind(destination)
        return
    msg = f"a register is written by an instruction, not by {value!r}: use ptx.mov"
    raise TypeError(msg)
