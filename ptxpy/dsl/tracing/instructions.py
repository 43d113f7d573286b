"""Instructions: `ptx.mad.lo.s32(a, b, c)` records one immediately, and returns its result.

The destination of the result is unbound: an assignment (`r[10] = …`) binds it to a register, any
other use to a fresh register of the class in the instruction table (`ptxpy.isa`).
`ptx.inst.mad.lo.s32(d, a, b, c)` has all operands in PTX order.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, Final, TypeVar

from ptxpy import isa
from ptxpy.dialect import MODIFIER, attribute, split_opcode, word
from ptxpy.dsl.other_names import advice_for
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart, value_type
from ptxpy.dsl.tracing.qualified_opcode import QualifiedOpcode
from ptxpy.dsl.tracing.trace import current
from ptxpy.dsl.values.operand_conversion import operand, plain
from ptxpy.dsl.values.types import fundamental
from ptxpy.ir import nodes as n
from ptxpy.isa import OPCODE_NUMBERS, all_opcodes, entries, modifiers_of, traits

_new = object.__new__


def carried_type(operation: QualifiedOpcode, sources: tuple[Any, ...]) -> str:
    """Return the type that an untyped result has from its sources, "" if that is not known."""
    kinds = {value_type(sources[at]) for at in operation.type_sources if at < len(sources)} - {""}
    if len(kinds) != 1:
        return ""
    (kind,) = kinds
    entry = isa.TYPES.get(kind)
    # An instruction that changes the width passes no type on, as `mov.b64 d, {a, b}`.
    if entry is None or entry.bits != isa.TYPES[operation.result].bits:
        return ""
    # `mov.b32` of a float gives its bits, which are no float any more (PTX ISA 9.7.9.2).
    if entry.kind not in ("signed", "unsigned") and not isa.passes_floats(
        operation.opcode, operation.modifiers
    ):
        return ""
    return kind


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
    if isinstance(value, bool):
        msg = (
            f"a guard is a predicate register, and {value} is known while the kernel is traced: "
            "write if of Python, or reg.scalar(pred, True); where it is a comparison of a number "
            "that is to change, begin with a register, x = reg.from_(u32(0), b32)"
        )
        raise TypeError(msg)
    node = operand(value)
    declared = ""
    for name in ("type", "declared"):  # of a view, of a register
        known = getattr(value, name, None)
        declared = declared or (known if isinstance(known, str) else "")
    if isinstance(value, PendingResult):
        declared = isa.result_type(value.opcode, value.modifiers) or ""
    if type(node) not in (n.Register, n.Component) or declared not in ("", "pred"):
        msg = f"a guard must be a predicate register, got {value!r}"
        if declared:
            msg += f", which is declared .{declared}: compare it, x != 0"
        raise TypeError(msg)
    return node


class Operation(QualifiedOpcode):
    """An opcode with some of its modifiers; attributes add more, a call emits the instruction."""

    def __init__(self, opcode: str, modifiers: tuple[str, ...]) -> None:
        """Take opcode and modifiers, which have been checked."""
        super().__init__(opcode, modifiers)
        self._double = ".f64" in modifiers
        self._writes: int | None = 0 if self.explicit else None

    def __getattr__(self, name: str) -> Any:
        """Add a modifier, or return the number of a name; kept for plain attribute accesses."""
        # Python and its tools look for special names, as `__wrapped__`, to find out what an object
        # is.
        if name.startswith("__"):
            raise AttributeError(name)
        if name.isupper() and not self.modifiers:
            number = OPCODE_NUMBERS.get(f"{self.opcode}.{name}")
            if number is not None:
                setattr(self, name, number)
                return number
        modifier = "." + word(name)
        if attribute(modifier[1:]) != name or not MODIFIER.match(modifier):
            msg = f"{name!r} is not the spelling of a modifier"
            raise AttributeError(msg)
        modifiers = (*self.modifiers, modifier)
        operation = self._next(self.opcode, modifiers)
        # Python finds the attribute from now on, and comes here no more.
        setattr(self, name, operation)
        return operation

    def __dir__(self) -> list[str]:
        """Return the words that may follow: of helpers, and of the opcode in the table."""
        name = self.opcode + "".join(self.modifiers)
        words = words_below(name)
        for entry in entries(self.opcode):
            if entry.name.startswith(name + "."):
                words.add(entry.name[len(name) + 1 :].partition(".")[0])
            if name == entry.name or name.startswith(entry.name + "."):
                for form in entry.forms:
                    words |= {each[1:] for each in modifiers_of(form, form.elements)}
        words -= {modifier[1:] for modifier in self.modifiers}
        return _listed(self, words)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """The helpers and instructions that begin so."""
        from ptxpy.dsl.tracing import operation_help  # noqa: PLC0415 - only where one asks

        return operation_help.documentation(self.opcode + "".join(self.modifiers), HELPERS)

    def _next(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        """Return the operation with one modifier more."""
        return named_operation(opcode, modifiers)

    def __call__(
        self,
        *sources: Any,
        when: Any = None,
        unless: Any = None,
        pred: Any = None,
        default: Any = None,
        before: str | None = None,
        within: n.Gaps | str | None = None,
    ) -> PendingResult:
        """Emit the instruction.

        `when` and `unless` are the guard, and `pred` another name of `when`; `default` is the value
        of the destination if the guard is false, moved there before; `before` and `within` are
        layout that the style does not predict (white space and comments). Returns the destination.
        """
        sources = plain(sources)
        writes = self._writes
        if writes is None:
            # Only a call asks the table: most operations are steps to longer names, as `ptx.mad`
            # is.
            writes = self._writes = isa.destinations(self.opcode, self.modifiers)
        double = self._double
        guard = None
        if when is not None or unless is not None or pred is not None:
            guard = guard_of(when, unless, pred)
        body = current()
        # This call only raises the error: the usual case does without it, as there are many
        # instructions.
        if body is None or body.function is None:
            body = trace.function_body()
        scope = body.scope
        result: PendingResult = _new(
            PendingResult
        )  # as `PendingResult.__init__` does, which costs a call
        if scope is not None and self.checked:
            result.sources = scope.checked(self, sources, opened=writes, double=double)
            result.scope = scope
            if writes and scope.typed and self.type_sources:
                result.declared = carried_type(self, sources)
        else:
            result.sources = tuple([operand(source, double=double) for source in sources])
        result.operation = self
        result.traced_in = body.function
        result.guard = guard
        result.writes = writes
        # The `mov` of the default comes before the instruction, which is recorded below.
        if default is not None:
            self._begin_with(result, default)
        if before is not None:
            result.before = before
        if within is not None:
            result.within = within
        margins = body.function.margins
        if margins is not None:
            if writes:
                margins.take(result)
            else:
                margins.reach()
        body.append(result)
        return result

    def _begin_with(self, result: PendingResult, default: Any) -> None:
        """Move the value that a result has if its guard is false into its register.

        `TypeError` for an instruction without a guard, or with another number of results than one.
        """
        shown = f"ptx.{self.opcode}{''.join(self.modifiers)}"
        if result.guard is None:
            msg = (
                f"{shown}: default= is the result where a guard is false: it needs when= or unless="
            )
            raise TypeError(msg)
        function = trace.function_body().function
        kind = isa.destination_arity(self.opcode, self.modifiers)[1]
        if (
            self.explicit
            or not result.writes
            or kind == "vector"
            or not function.has_compiler_names
        ):
            msg = (
                f"{shown}: default= is for one register that the instruction makes; give the "
                "registers that it writes a value before it, as with reg.scalar(dtype, value), and "
                "name them in ptx.inst"
            )
            raise TypeError(msg)
        begun = fundamental(result.value_type)(default).register()
        result.bind(begun.node, begun.declared, begun.storage)
        result.bound = begun

    def __repr__(self) -> str:
        """Show the opcode with its modifiers."""
        return f"<ptx.{self.opcode}{''.join(self.modifiers)}>"


class ParameterLoad(Operation):
    """`ld.param`: it takes a parameter, or its address."""

    def __call__(self, *sources: Any, **options: Any) -> PendingResult:
        """Emit the instruction; `TraceError` for the value of a parameter as an address."""
        base = sources[0][0] if sources and type(sources[0]) is list and sources[0] else None
        if isinstance(base, ResultPart):
            base = base.instruction
        # The name of a parameter is often given to its value, `n = ptx.ld.param.u32([n])`: the same
        # line run again would take the value for an address.
        if type(base) is PendingResult and isinstance(base.operation, ParameterLoad):
            msg = (
                f"{base!r} is what ld.param has loaded, not a parameter: its name stood for the "
                "parameter before. Use the value that is there, load another parameter by its own "
                "name, or read what it points to with ptx.ld.global_"
            )
            raise trace.TraceError(msg)
        name = base if isinstance(base, str) else getattr(base, "name", None)
        scope = trace.function_body().scope
        if scope is not None and isinstance(name, str) and len(sources[0]) == 1:
            scope.check_parameter(name, self.modifiers[-1][1:])
        return super().__call__(*sources, **options)


class ExplicitOperation(Operation):
    """An operation whose operands are all given, the destination first."""

    explicit = True

    def _next(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        """Return the operation with one modifier more."""
        return explicit_operation(opcode, modifiers)


@lru_cache(maxsize=4096)
def explicit(opcode: str) -> ExplicitOperation:
    """Return the operation of an opcode with its modifiers, all of whose operands are given."""
    return ExplicitOperation(*split_opcode(opcode))


class PairOperation(ExplicitOperation):
    """An explicit operation with two destinations, `d|p`, of which the second may be left out."""

    def __call__(self, *operands: Any, **options: Any) -> PendingResult:
        """Emit the instruction; `p | q` of two predicates is its pair of destinations."""
        if operands and type(operands[0]) is PendingResult:
            operands = (_pair_of(operands[0]), *operands[1:])
        return super().__call__(*operands, **options)


def explicit_operation(opcode: str, modifiers: tuple[str, ...]) -> ExplicitOperation:
    """Return the explicit operation of a name."""
    takes_pair = isa.destination_arity(opcode, modifiers)[1] == "pair"
    return (PairOperation if takes_pair else ExplicitOperation)(opcode, modifiers)


def _pair_of(result: PendingResult) -> Any:
    """Take back the `or.pred` that `p | q` has emitted, and return the pair.

    Return any other result; `TypeError` for one of `|` that is used elsewhere.
    """
    if not result.is_disjunction:
        return result
    body = trace.function_body()
    at = len(body.statements) - 1
    while at >= 0 and body.statements[at] is not result:
        at = at - 1 if getattr(body.statements[at], "writes", 0) else -1  # an operand's value
    if at < 0 or result.destination is not None:
        msg = "the destinations p | q are written where the instruction is, or as ptx.pair(p, q)"
        raise TypeError(msg)
    body.remove(at)
    return n.Pair(*result.sources)


class Helper(Operation):
    """A name in `ptx` that stands for a function that emits instructions.

    Its attributes are those of the opcode: `ptx.wgmma.mma_async(shape=…)` is a helper, and
    `ptx.wgmma.mma_async.sync…(…)` the instruction.
    """

    def __init__(self, opcode: str, modifiers: tuple[str, ...], name: str) -> None:
        """Take the name, taken apart as an opcode is, and as `HELPERS` has it."""
        super().__init__(opcode, modifiers)
        self._name = name

    @cached_property
    def __wrapped__(self) -> Callable[..., Any]:
        """The function."""
        return HELPERS[self._name]

    @property
    def __name__(self) -> str:
        """The name of the function."""
        return self.__wrapped__.__name__

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """The documentation of the function."""
        from ptxpy.dsl.tracing import operation_help  # noqa: PLC0415 - only where one asks

        return operation_help.helper_documentation(self.__wrapped__)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the function."""
        given = {name: plain(value) for name, value in options.items()}
        return self.__wrapped__(*plain(arguments), **given)


def _listed(value: Any, words: set[str]) -> list[str]:
    """Return words as `dir` lists them, with the attributes of every object of Python."""
    common = [name for name in object.__dir__(value) if name.startswith("__")]
    return sorted({*common, *(attribute(each) or each for each in words)})


_Function = TypeVar("_Function", bound=Callable[..., Any])


class Helpers(Mapping[str, Callable[..., Any]]):
    """Functions by name: `mbarrier.wait`, `add`.

    A module that registers functions is imported when a name that is declared for it is looked up.
    """

    def __init__(self) -> None:
        """Begin without functions."""
        self._functions: dict[str, Callable[..., Any]] = {}
        self._modules: dict[str, str] = {}
        self._families: dict[str, str] = {}

    def declare(self, module: str, names: str) -> None:
        """Say which names a module registers; `tma.*` are all that begin with `tma.`."""
        for name in names.split():
            if name.endswith(".*"):
                self._families[name[:-1]] = module
            else:
                self._modules[name] = module

    def register(self, name: str, function: Callable[..., Any]) -> None:
        """Give a function a name."""
        self._functions[name] = function

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """Return the function of a name."""
        if name not in self._functions:
            module = self._modules.get(name) or self._module_of_family(name)
            if module is not None:
                import_module(module)
        return self._functions[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is a function of a name; a name that is declared alone imports nothing."""
        if name in self._functions or name in self._modules:
            return True
        module = self._module_of_family(name) if isinstance(name, str) else None
        if module is not None:
            import_module(module)
        return name in self._functions

    def __iter__(self) -> Iterator[str]:
        """Import all modules, and return the names."""
        for module in {*self._modules.values(), *self._families.values()}:
            import_module(module)
        return iter(self._functions)

    def __len__(self) -> int:
        """Count the names."""
        return sum(1 for _ in self)

    def _module_of_family(self, name: str) -> str | None:
        for family, module in self._families.items():
            if name.startswith(family):
                return module
        return None


HELPERS: Final = Helpers()
"""The functions of `ptx` that are not instructions."""


def words_below(name: str) -> set[str]:
    """Return the words that follow a name, or none, in the names of helpers."""
    start = name + "." if name else ""
    return {each[len(start) :].partition(".")[0] for each in HELPERS if each.startswith(start)}


INSTRUCTIONS: set[str] = set()
"""The helpers that emit the instruction of their name, and take its operands, once imported."""


def hides_instruction(name: str) -> bool:
    """Whether a name in `ptx` is a helper's that is not called as the instruction of that name."""
    return HELPERS.get(name) is not None and name not in INSTRUCTIONS


def helper(*names: str, instruction: bool = False) -> Callable[[_Function], _Function]:
    """Register a function as a helper, under each of the names after `ptx.`.

    With `instruction`, the helper emits the instruction of its name, and takes its operands.
    """

    def register(function: _Function) -> _Function:
        for name in names:
            HELPERS.register(name, function)
        if instruction:
            INSTRUCTIONS.update(names)
        return function

    return register


def named_operation(opcode: str, modifiers: tuple[str, ...]) -> Operation:
    """Return the operation, or the helper, of a name."""
    name = opcode + "".join(modifiers)
    if name in HELPERS:
        return Helper(opcode, modifiers, name)
    if ".param" in modifiers and reads_parameter(opcode, modifiers):
        return ParameterLoad(opcode, modifiers)
    return Operation(opcode, modifiers)


def reads_parameter(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether an instruction reads the state space of parameters."""
    accesses = traits(opcode, modifiers).accesses
    return any(each.kind == "read" and each.space == "param" for each in accesses)


class Instructions:
    """All instructions, as attributes or, for any opcode at all, by their text in brackets."""

    _operation: type[Operation] = Operation
    _helpers: Container[str] = HELPERS

    def _named(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        return named_operation(opcode, modifiers)

    def __dir__(self) -> list[str]:
        """Return the names of opcodes, of helpers, and of the other attributes of `ptx`."""
        own = {name for name in object.__dir__(self) if not name.startswith("_")}
        return _listed(
            self, own | {*all_opcodes(), *(words_below("") if self._helpers is HELPERS else ())}
        )

    def __getattr__(self, name: str) -> Operation:
        """Return the operation of an opcode."""
        if name.startswith("__"):
            raise AttributeError(self._unknown(name) or name)
        opcode = word(name)
        if name in self._helpers:  # also where an opcode would be spelled otherwise: `range_`
            operation: Operation = Helper(opcode, (), name)
        elif not isa.is_known(opcode) and self._unknown(name):
            raise AttributeError(self._unknown(name))
        elif attribute(opcode) == name:
            operation = self._named(*split_opcode(opcode))
        else:
            msg = f"{name!r} is not the spelling of an opcode"
            raise AttributeError(msg)
        setattr(self, name, operation)
        return operation

    def _unknown(self, name: str) -> str:
        """Return the message for a name of another language; empty if it may be an opcode."""
        known = "" if name.endswith("__") else advice_for(name)
        return f"ptx has no {name}: write {known}" if known else ""

    def __getitem__(self, text: str) -> Operation:
        """Return the operation of an opcode with its modifiers, as PTX spells it.

        The instruction is not checked: this form is for instructions that the table does not have.
        """
        # A new object, since the one that an attribute keeps is for checked instructions.
        operation = self._operation(*split_opcode(text))
        operation.checked = False
        return operation


class ExplicitInstructions(Instructions):
    """All instructions with all operands in PTX order: `ptx.inst.mad.lo.s32(d, a, b, c)`."""

    _operation = ExplicitOperation
    _helpers: Container[str] = ()

    def _named(self, opcode: str, modifiers: tuple[str, ...]) -> Operation:
        return explicit_operation(opcode, modifiers)

    def _unknown(self, name: str) -> str:  # noqa: ARG002 - any name may be an opcode to come
        return ""
