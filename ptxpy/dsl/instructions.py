"""Instructions: `ptx.mad.lo.s32(a, b, c)` emits one, at once, and returns its destination.

The destination of a value call is open: the first binder fills it (`r[10] = …`); any other use
fills it with a fresh register of the class that the instruction table gives (`ptxpy.isa`).
`ptx.inst.mad.lo.s32(d, a, b, c)` has all operands in PTX order.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from ptxpy import isa
from ptxpy.dsl import trace
from ptxpy.dsl.operands import CONVERTERS, SINK, Register, Unvalued, operand
from ptxpy.dsl.spelling import MODIFIER, attribute, split_opcode, word
from ptxpy.dsl.trace import current
from ptxpy.ir import nodes as n


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
        if self.writes:
            destination = self.destination
            if destination is None:
                destination = self.destination = function.fresh(self.operation.result)
            elif type(destination) is Parts:
                destination = destination.settle()
            operands = (destination, *operands)
        node: n.Instruction = tuple.__new__(
            n.Instruction, (self.guard, self.opcode, self.modifiers, operands, None, None)
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
        parts = [Part(found, _signed(found, self.modifiers)) for found in kinds]
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


_new = object.__new__

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


def guard_of(when: Any, unless: Any, pred: Any = None) -> n.Guard | None:
    """Return the guard of `when=` or `unless=`; `TypeError` for both. `pred` is `when`."""
    if pred is not None:
        if when is not None:
            msg = "an instruction has one guard: when= and pred= are the same"
            raise TypeError(msg)
        when = pred
    if when is not None:
        if unless is not None:
            msg = "an instruction has one guard: when= or unless="
            raise TypeError(msg)
        return n.Guard(_predicate(when), False)  # noqa: FBT003 - the node's field
    if unless is not None:
        return n.Guard(_predicate(unless), True)  # noqa: FBT003
    return None


def _predicate(value: Any) -> Any:
    if isinstance(value, str) and value.isidentifier():
        return n.Register(value)
    node = operand(value)
    declared = ""
    for name in ("type", "declared"):  # of a view, of a register
        known = getattr(value, name, None)
        declared = declared or (known if isinstance(known, str) else "")
    if isinstance(value, Place):
        declared = isa.result_type(value.opcode, value.modifiers) or ""
    if type(node) not in (n.Register, n.Component) or declared not in ("", "pred"):
        msg = f"a guard is a predicate register, not {value!r}"
        if declared:
            msg += f", which is declared .{declared}"
        raise TypeError(msg)
    return node


class Operation:
    """An opcode with some of its modifiers; attributes add more, a call emits the instruction."""

    explicit = False

    def __init__(self, opcode: str, modifiers: tuple[str, ...]) -> None:
        """Take opcode and modifiers, which have been checked."""
        self.opcode = opcode
        self.modifiers = modifiers
        self.checked = True
        self._double = ".f64" in modifiers
        self._result = ""
        self._typed = ""
        self._writes: int | None = 0 if self.explicit else None

    @property
    def result(self) -> str:
        """The type of a register for the result, without its dot."""
        if not self._result:
            self._result = isa.result_type(self.opcode, self.modifiers) or "b32"
        return self._result

    @property
    def typed(self) -> str:
        """The type of the result with the sign that the opcode says: `u32` of `ld.param.u32`."""
        if not self._typed:
            self._typed = _signed(self.result, self.modifiers)
        return self._typed

    def __getattr__(self, name: str) -> Operation:
        """Add a modifier; kept, so that the next time is a plain attribute access."""
        if name.startswith("__"):
            raise AttributeError(name)
        modifier = "." + word(name)
        if attribute(modifier[1:]) != name or not MODIFIER.match(modifier):
            msg = f"{name!r} is not the spelling of a modifier"
            raise AttributeError(msg)
        modifiers = (*self.modifiers, modifier)
        operation = self._next(self.opcode, modifiers)
        setattr(self, name, operation)
        return operation

    def _next(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        """Return the operation with one modifier more."""
        return named_operation(opcode, modifiers)

    def __call__(
        self,
        *sources: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        before: str | None = None,
        within: n.Gaps | str | None = None,
    ) -> Place:
        """Emit the instruction.

        `when` and `unless` are the guard, and `pred` another name of `when`; `before` and `within`
        are layout that the style does not predict (white space and comments). Returns the
        destination.
        """
        writes = self._writes
        if writes is None:
            writes = self._writes = isa.destinations(self.opcode, self.modifiers)
        double = self._double
        guard = None
        if when is not None or unless is not None or pred is not None:
            guard = guard_of(when, unless, pred)
        body = current()
        if body is None or body.function is None:
            body = trace.function_body()
        scope = body.scope
        place: Place = _new(Place)  # as `Place.__init__` does, which costs a call
        if scope is not None and self.checked:
            place.sources = scope.checked(self, sources, opened=writes, double=double)
            place.scope = scope
        else:
            place.sources = tuple([operand(source, double=double) for source in sources])
        place.operation = self
        place.guard = guard
        place.writes = writes
        if before is not None:
            place.before = before
        if within is not None:
            place.within = within
        body.append(place)
        return place

    def __repr__(self) -> str:
        """Show the opcode with its modifiers."""
        return f"<ptx.{self.opcode}{''.join(self.modifiers)}>"


def _signed(result: str, modifiers: tuple[str, ...]) -> str:
    """Return an untyped class of registers with the sign of an opcode's first type."""
    if result not in ("b16", "b32", "b64"):
        return result
    for modifier in modifiers:
        kind = isa.TYPES.get(modifier[1:])
        if kind is not None:
            return {"signed": "s", "unsigned": "u"}.get(kind.kind, "b") + result[1:]
    return result


class ExplicitOperation(Operation):
    """An operation whose operands are all given, the destination first."""

    explicit = True

    def _next(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        """Return the operation with one modifier more."""
        return ExplicitOperation(opcode, modifiers)


class Helper(Operation):
    """A name in `ptx` that stands for instructions, not for one: called, it is a function.

    Its attributes are those of the opcode: `ptx.wgmma.mma_async(shape=…)` is a helper, and
    `ptx.wgmma.mma_async.sync…(…)` the instruction.
    """

    def __init__(
        self, opcode: str, modifiers: tuple[str, ...], function: Callable[..., Any]
    ) -> None:
        """Take the name, taken apart as an opcode is, and the function."""
        super().__init__(opcode, modifiers)
        self.__wrapped__ = function
        self.__name__ = function.__name__
        self.__doc__ = f"{function.__name__}{inspect.signature(function)}\n\n{function.__doc__}"

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the function."""
        return self.__wrapped__(*arguments, **options)


_Function = TypeVar("_Function", bound=Callable[..., Any])

HELPERS: dict[str, Callable[..., Any]] = {}
"""What is no instruction in `ptx`, by its name: `mbarrier.wait`, `wgmma.mma_async`, `add`."""


def helper(*names: str) -> Callable[[_Function], _Function]:
    """Make a function a helper, called by each of the names behind `ptx.`."""

    def register(function: _Function) -> _Function:
        for name in names:
            HELPERS[name] = function
        return function

    return register


def named_operation(opcode: str, modifiers: tuple[str, ...]) -> Operation:
    """Return the operation, or the helper, of a name."""
    function = HELPERS.get(opcode + "".join(modifiers))
    if function is None:
        return Operation(opcode, modifiers)
    return Helper(opcode, modifiers, function)


class Instructions:
    """All instructions, as attributes or, for any opcode at all, by their text in brackets."""

    _operation: type[Operation] = Operation
    _helpers: Mapping[str, Callable[..., Any]] = HELPERS

    def _named(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        return named_operation(opcode, modifiers)

    def __getattr__(self, name: str) -> Operation:
        """Return the operation of an opcode."""
        if name.startswith("__"):
            raise AttributeError(name)
        opcode = word(name)
        exact = self._helpers.get(name)
        if exact is not None:  # also where an opcode would be spelled otherwise: `range_`
            operation: Operation = Helper(opcode, (), exact)
        elif attribute(opcode) == name:
            operation = self._named(*split_opcode(opcode))
        else:
            msg = f"{name!r} is not the spelling of an opcode"
            raise AttributeError(msg)
        setattr(self, name, operation)
        return operation

    def __getitem__(self, text: str) -> Operation:
        """Return the operation of an opcode with its modifiers, as PTX spells it.

        The instruction table is not asked: this way of writing is for what it does not know.
        """
        operation = self._operation(*split_opcode(text))
        operation.checked = False
        return operation


class ExplicitInstructions(Instructions):
    """All instructions with all operands in PTX order: `ptx.inst.mad.lo.s32(d, a, b, c)`."""

    _operation = ExplicitOperation
    _helpers: Mapping[str, Callable[..., Any]] = MappingProxyType({})

    def _named(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        return ExplicitOperation(opcode, modifiers)


def bind(destination: Any, value: Any) -> None:
    """Fill the destination of a value call, or of one part of it, with operand nodes."""
    if isinstance(value, Place | Part):
        value.bind(destination)
        return
    msg = f"a register is written by an instruction, not by {value!r}: use ptx.mov"
    raise TypeError(msg)
