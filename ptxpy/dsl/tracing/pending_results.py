"""Results of recorded instructions, whose destination may be unbound.

An assignment binds the destination to a register, and any other use to a fresh register.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from ptxpy import isa
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.qualified_opcode import QualifiedOpcode
from ptxpy.dsl.tracing.trace import current
from ptxpy.dsl.values.operand_conversion import CONVERTERS, SINK, Register, TracedValue
from ptxpy.dsl.values.types import Type, fundamental
from ptxpy.ir import nodes as n


class PendingResult(trace.RecordedStatement, TracedValue):
    """A recorded instruction whose destination may be unbound."""

    scope: Any = None
    destination: Any = None
    bound: Any = None
    """The handle of the register to which the destination is bound, if there is one."""
    declared = ""
    """The type of the result if it differs from the type in the opcode, else empty."""
    storage = ""
    """The declared type of the register to which the destination is bound."""
    code: int | None = None
    """The checker's type code for the result (`Checker.code`), if its register is fresh."""
    in_place = False
    """Whether the register was written by an operator like `+=`."""
    is_replaced = False
    """Whether it is a `not.pred` of which a loop has taken the operand instead."""
    is_disjunction = False
    """Whether it is `p | q` of predicates, which `ptx.inst` may take as two destinations."""
    margin: Any = None
    """The register that the margin proposes for the destination, or None."""
    statement: Any = None
    """The statement of the function that made the value, if its margins are read."""
    origin: Any = ()
    """The calls of helpers in which it is made (`margins.helper_values`), if rows tell them."""
    placeholder: Any = None
    """The destination, unless the program has chosen it: a fresh register, or the margin's."""
    traced_in: Any = None
    """The trace that has recorded it (`trace.FunctionTrace`)."""
    stage: Any = None
    """The stage of an array in shared memory to whose address it adds something, if it does."""
    distance: int | None = None
    """The distance that it adds to that address, if that is a number."""

    def __init__(
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
        self.traced_in = trace.traced_function()
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
            if destination is None and operation.makes_vector:
                kinds = isa.part_types(self.opcode, self.modifiers)
                registers = tuple([function.fresh(kind) for kind in kinds])
                destination = self.destination = n.Vector(registers)
            elif destination is None:
                # Nothing reads the result of an `atom` that is called for its effect, and PTX wants
                # a destination.
                destination = self.destination = function.fresh(operation.result)
            elif type(destination) is ResultParts:
                destination = destination.settle(function)
            operands = (destination, *operands)
        # The constructor of nodes runs Python code, and there are thousands of instructions.
        node: n.Instruction = tuple.__new__(
            n.Instruction, (self.guard, operation.opcode, operation.modifiers, operands, None, None)
        )
        return node

    def bind(self, destination: Any, declared: str = "", storage: str = "") -> None:
        """Bind the destination; `TraceError` if there is none or it is already bound.

        `declared` is the type of the register's values, and `storage` the type of its declaration
        in PTX; each is empty if unknown.
        """
        if self.destination is not None:
            msg = f"{self.describe()} already writes {_format_destination(self.destination)}"
            raise trace.TraceError(msg)
        if not (self.writes or self.assume_writes()):
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
        if self.margin is not None and destination == self.margin:
            self.statement.agree(self)
        elif self.margin is not None:
            self.statement.remove(self)

    def assume_writes(self) -> bool:
        """Assume that an unknown instruction used as a value writes one register.

        This holds only with checking off and an opcode missing from the table. Returns whether
        the instruction writes a register.
        """
        scope = trace.body().scope
        is_checked = scope is not None and not scope.defers
        if not (is_checked or self.operation.explicit or isa.is_known(self.opcode)):
            self.writes = 1
        return bool(self.writes)

    def register(self) -> Any:
        """Return the handle of the register that the instruction writes."""
        if self.bound is None:
            node = self.operand()
            operation = self.operation
            function = self._function()
            if function.has_compiler_names:
                storage = self.storage or operation.result
                self.bound = Register(node, self.declared or operation.typed, storage)
            else:
                storage, kind = function.value_class(operation.result)
                self.bound = Register(node, kind, storage)
        return self.bound

    @property
    def name(self) -> str:
        """The name of the register that the instruction writes, with its percent sign."""
        return str(self.register().name)

    @property
    def dtype(self) -> Type:
        """The type of the value."""
        return fundamental(self.value_type or "b32")

    @property
    def value_type(self) -> str:
        """The type of the value that the instruction produces, without its dot."""
        if self.bound is not None:
            return str(self.bound.declared)
        function = self._function()
        if not function.has_compiler_names:
            return str(function.value_class(self.operation.result).type)
        return self.declared or self.operation.typed

    def operand(self) -> Any:
        """Return the register that the instruction writes; a fresh one if it is unbound."""
        body = current()
        function = None if body is None else body.function
        if self.traced_in is not function:
            trace.check_trace(self)
        destination = self.destination
        if destination is None:
            if not (self.writes or self.assume_writes()):
                msg = f"{self.describe()} writes no register: it has no value"
                raise trace.TraceError(msg)
            operation = self.operation
            kind = operation.result
            if operation.makes_vector:
                msg = f"{self.describe()} writes several registers: unpack them, as in a, b = …"
                raise trace.TraceError(msg)
            if operation.needs_predicate:
                msg = (
                    f"{self.describe()} writes a register and a predicate: unpack them, as in "
                    f"_, chosen = ptx.{self.describe()}(…), where _ is one that is not used"
                )
                raise trace.TraceError(msg)
            # A margin that names a register of another class is not refused here: names are given
            # again at the end of the function, when all values of the statement are known.
            destination = self.margin
            if function is None:
                function = self._function()
            if destination is None or not function.margins.fits(destination, kind):
                destination, self.code = function.fresh_result(kind)
            self.placeholder = self.destination = destination
        if type(destination) is not n.Register:
            msg = f"{self.describe()} writes several registers: unpack them, as in a, b = …"
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
                f"{self.describe()} writes one register: it cannot be iterated or passed to "
                "range(); for a loop on the device use ptx.range_"
            )
            raise TypeError(msg)
        kinds = isa.part_types(self.opcode, self.modifiers) or ("b32",) * count
        function = self._function()
        named: list[ResultPart] = []
        if function.has_compiler_names:
            result_type = self.declared or self.operation.typed
            parts = [ResultPart(part, _part_type(part, result_type), self) for part in kinds]
        else:
            parts = [ResultPart(part, function.value_class(part).type, self) for part in kinds]
        if not function.has_compiler_names or self.statement is not None:
            # The target `_` takes a value that nothing reads: it becomes the sink `_` of PTX.
            frame = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
            from ptxpy.dsl.tracing.unpacking import sinks_of  # noqa: PLC0415 - seldom needed

            sinks = sinks_of(frame, len(parts))
            named = [part for part, is_sink in zip(parts, sinks, strict=True) if not is_sink]
        # A statement without names in its margin is known by its line alone, a number.
        if self.statement is not None and type(self.statement) is not int:
            self.statement.replace(self, named)
        for part in named:
            part.is_named = not function.has_compiler_names
            part.statement = self.statement
        self.bind(ResultParts(parts, kind))
        return iter(parts)

    def __getitem__(self, index: Any) -> Any:
        """Refuse: a single register has no elements, and several are unpacked together."""
        if isa.destination_arity(self.opcode, self.modifiers)[1] == "scalar":
            return super().__getitem__(index)
        msg = (
            f"the result of {self.describe()} cannot be indexed: unpack it, as in a, b = …, or "
            "write it to registers, v[0:4] = …"
        )
        raise TypeError(msg)

    def __repr__(self) -> str:
        """Show opcode and modifiers."""
        return f"<{self.describe()}>"


CONVERTERS[PendingResult] = lambda result, _double: result.operand()


class ResultPart(TracedValue):
    """One register of a destination that consists of several.

    An assignment binds it to a register, any other use to a fresh one. If it is never used, it is
    the sink `_`.
    """

    __slots__ = (
        "bound",
        "declared",
        "instruction",
        "is_named",
        "kind",
        "margin",
        "node",
        "placeholder",
        "statement",
    )

    def __init__(self, kind: str, declared: str, instruction: PendingResult) -> None:
        """Create an unbound part.

        Args:
            kind: The type with which a fresh register is declared.
            declared: The type of the value.
            instruction: The instruction that writes the part.
        """
        self.instruction = instruction
        self.node: Any = SINK
        self.bound: Any = None
        self.kind = kind
        self.declared = declared
        self.is_named = False
        """Whether it is a register even if it is never used, as its target is not `_`."""
        self.margin: Any = None
        self.statement: Any = None
        self.placeholder: Any = None

    def operand(self) -> Any:
        """Return the register; a fresh one if the part is unbound."""
        trace.check_trace(self.instruction)
        if self.node is SINK:
            function = trace.function_body().function
            if self.margin is None or not function.margins.fits(self.margin, self.kind):
                self.node = function.fresh(self.kind)
            else:
                self.node = self.margin
            self.placeholder = self.node
        return self.node

    def register(self) -> Any:
        """Return the handle of the register."""
        if self.bound is None:
            self.bound = Register(self.operand(), self.declared, self.kind)
        return self.bound

    @property
    def name(self) -> str:
        """The name of the register, with its percent sign."""
        return str(self.register().name)

    @property
    def dtype(self) -> Type:
        """The type of the value."""
        return fundamental(self.declared or "b32")

    def __repr__(self) -> str:
        """Show the instruction of which it is a result."""
        return f"<one of {self.instruction.describe()}>"

    def bind(self, node: Any, _declared: str = "", _storage: str = "") -> None:
        """Bind the part."""
        self.node = node
        if self.margin is not None and node == self.margin:
            self.statement.agree(self)
        elif self.margin is not None:
            self.statement.remove(self)


CONVERTERS[ResultPart] = lambda part, _double: part.operand()


class ResultParts:
    """A destination of several registers: a vector or a pair."""

    __slots__ = ("kind", "parts")

    def __init__(self, parts: list[ResultPart], kind: str) -> None:
        """Create a destination; `kind` is `vector` or `pair`."""
        self.parts = parts
        self.kind = kind

    def settle(self, function: Any) -> Any:
        """Return the operand; parts that are no sinks and unbound get fresh registers."""
        for part in self.parts:
            if part.is_named and part.node is SINK:
                part.node = function.fresh(part.kind)
        return self.lower()

    def lower(self) -> Any:
        """Return the operand."""
        nodes = [part.node for part in self.parts]
        if self.kind == "pair":
            return n.Pair(*nodes)
        return n.Vector(tuple(nodes))


def _format_destination(destination: Any) -> str:
    return destination.name if type(destination) is n.Register else "several registers"


def _part_type(kind: str, result_type: str) -> str:
    """Return the value type of one register, from its own type and the type of the result."""
    if kind in isa.TYPES and result_type in isa.TYPES and kind[:1] == "b":
        # A half of a value has not the type of the whole.
        return result_type if isa.TYPES[result_type].bits == isa.TYPES[kind].bits else kind
    return kind


def fresh(kind: str, *, variable: bool = False) -> Register:
    """Return a fresh register for values of a type.

    A `variable` is declared to change; any other register holds one value.
    """
    function = trace.function_body().function
    return Register(function.fresh(kind), kind, function.storage(kind), variable=variable)


def value_type(value: Any) -> str:
    """Return the type of a value while a kernel is traced, "" if it has none.

    It is the type of its declaration, of the instruction that produced it, or of a view.
    """
    if type(value) is PendingResult:
        return value.value_type
    return getattr(value, "type", "") or getattr(value, "declared", "")


def is_unbound(value: Any) -> bool:
    """Return whether a value is the unbound result of the last statement.

    Only the result of the last statement may be bound to a given register: an earlier write of the
    register would change the value that statements in between read.
    """
    if isinstance(value, ResultPart):
        body = trace.function_body()
        return (
            value.node is SINK
            and value.instruction is _last_statement(body)
            and is_own(value, body.function)
        )
    if not isinstance(value, PendingResult) or not (value.writes or value.assume_writes()):
        return False
    body = trace.function_body()
    return (
        value.destination is None
        and value is _last_statement(body)
        and is_own(value, body.function)
    )


def is_own(value: PendingResult | ResultPart, function: Any) -> bool:
    """Return whether the statement that runs has made a value, so that its register can be chosen.

    That holds in modules in the style of a compiler: there the margin would name the register.
    """
    margins = function.margins
    return margins is None or function.has_compiler_names or bool(margins.is_own(value))


def _last_statement(body: trace.Body) -> trace.RecordedStatement | None:
    """Return the last statement of a body, descending into nested scopes."""
    last = body.statements[-1] if body.statements else None
    while last is not None and last.body is not None and last.body.statements:
        last = last.body.statements[-1]
    return last


def bind(destination: Any, value: Any) -> None:
    """Bind the result of an instruction, or a part of a result, to operand nodes."""
    if isinstance(value, PendingResult | ResultPart):
        instruction = value.instruction if isinstance(value, ResultPart) else value
        if value is not instruction and value.node is not SINK:
            msg = (
                f"a value of {instruction.describe()} is already bound to a register: "
                "copy it with ptx.mov"
            )
            raise trace.TraceError(msg)
        if instruction is not _last_statement(trace.function_body()):
            msg = (
                f"{instruction.describe()} is not the last instruction, so its registers can no "
                "longer be chosen: assign its result in the same statement"
            )
            raise trace.TraceError(msg)
        value.bind(destination)
        return
    msg = f"a register is written by an instruction, not by {value!r}: use ptx.mov"
    raise TypeError(msg)
