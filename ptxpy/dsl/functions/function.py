"""Functions: `@func`, functions that are defined elsewhere, and calls: `r[22] = mix(v, r[19])`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from ptxpy import isa
from ptxpy._hooks import Loader
from ptxpy.dialect import element_type, result_of, sequence_of, signature_of
from ptxpy.dsl.functions.binding import Binding
from ptxpy.dsl.functions.bodies import trace_body
from ptxpy.dsl.functions.definition import FunctionDefinition
from ptxpy.dsl.functions.heads import build_head, check_options, format_version, split_linkage
from ptxpy.dsl.lowering.lower import lower_module
from ptxpy.dsl.namespaces.statements import Statements, parameter
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.dsl.tracing.module_trace import ModuleTrace, current_module
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.source_lines import find_defining_file
from ptxpy.dsl.tracing.trace import RecordedStatement
from ptxpy.dsl.values.operand_conversion import LoadedValue, Register, operand
from ptxpy.dsl.values.types import Type, name_node
from ptxpy.ir import nodes as n
from ptxpy.syntax import emit


class Function(FunctionDefinition):
    """A kernel or device function that Python can call, launch, and ask for its PTX."""

    __slots__ = ()

    def ptx(self) -> str:
        """Return the PTX text of the module that holds the function."""
        return emit(self.module())

    def module(self) -> n.Module:
        """Trace the function's module and return its IR; `TraceError` inside `module(...)`."""
        if self.module_trace is None:
            msg = f"{self.name} belongs to a module(…) that must end first"
            raise trace.TraceError(msg)
        return lower_module(self.module_trace)

    def launch(self, *arguments: Any, **configuration: Any) -> None:
        """Run the kernel, as `ptxpy.Kernel.launch` does: `load(f).launch(…)` is the same.

        Grid, block, cluster and shared memory of the decorator need not be repeated. The body is
        traced at the first launch only.
        """
        self._load().launch(*arguments, **configuration)

    def trace(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and return its trace, as `ptxpy.Kernel.trace` does."""
        return self._load().trace(*arguments, **configuration)

    def profile(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and return its profile, as `ptxpy.Kernel.profile` does."""
        return self._load().profile(*arguments, **configuration)

    def timeline(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and return its timeline, as `ptxpy.Kernel.timeline` does."""
        return self._load().timeline(*arguments, **configuration)

    def explore(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel in all orders of its warps and copies, as `ptxpy.Kernel.explore` does."""
        return self._load().explore(*arguments, **configuration)

    def replay(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel in a schedule that `explore` has found, as `ptxpy.Kernel.replay` does."""
        return self._load().replay(*arguments, **configuration)

    def sass(self) -> str:
        """Return the machine code of the module as text, as `ptxpy.Kernel.sass` does."""
        found: str = self._load().sass()
        return found

    def __getitem__(self, configuration: Any) -> Any:
        """Return the kernel with a configuration: `f[grid, block](…)`, as `ptxpy.Kernel` does."""
        return self._load()[configuration]

    def _load(self) -> Any:
        if Loader.load is None:
            msg = f"{self.name} cannot be launched without ptxpy.launch"
            raise trace.TraceError(msg)
        return Loader.load(self)

    def __call__(self, *arguments: Any, sequence: int | None = None) -> Any:
        """Emit a call of a device function, as the style writes it; return its result.

        `r[22] = mix(v, r[19])`. Parameters and result are scalars; other calls are written with
        `ptx.callseq` and `ptx.call`. `sequence` sets the index of the call sequence. A kernel
        cannot be called: `TypeError`.
        """
        if self.kind != ".func":
            msg = f"{self.name} is a kernel: it must be launched, not called"
            raise TypeError(msg)
        module = trace.function_body().module
        adopt(self, module)
        return call(self.node, self.declaration(module), arguments, sequence)


def adopt(function: FunctionDefinition, module: ModuleTrace) -> None:
    """Add a standalone device function to the module of its caller."""
    if function.kind != ".func" or function.body is None or function.module_trace is None:
        return
    if function.module_trace is module or function.adopted is module:
        _declare_before_use(function, module)
        return
    function.adopted = module
    binding = Binding({}, {}, {}, is_standalone=True)
    made = Function(
        ".func", function.name, function.options, function.body, function.formals, binding
    )
    # PTX requires that a function is declared before its use: the definition precedes all others.
    index = _first_function(module)
    statement = build_head(made, module)
    module.body.insert(index, statement)
    module.functions.insert(0, (made, statement))
    # `lower_module` walks a copy of the list, which does not have this function.
    trace_body(made, module, statement)


def _first_function(module: ModuleTrace) -> int:
    """Return the index of the first function in a module."""
    return next(
        index
        for index, statement in enumerate(module.body.statements)
        if type(statement.node) is n.Function
    )


def _declare_before_use(function: FunctionDefinition, module: ModuleTrace) -> None:
    """Declare a device function before all others if its definition follows its caller.

    PTX requires that a name is declared before its use, for example if two functions call each
    other.
    """
    names = [
        statement.node.name.name if type(statement.node) is n.Function else ""
        for statement in module.body.statements
    ]
    caller = trace.function_body().function.symbol
    if function.name in names and names.index(function.name) > names.index(caller):
        module.body.insert(_first_function(module), RecordedStatement(function.declaration(module)))


def define(
    kind: str, linkage: str | None, function: Callable[..., Any], options: dict[str, Any]
) -> Function:
    """Define a function in the module that is open, or in a new module."""
    symbol = name_node(options.get("symbol") or function.__name__).name
    options.setdefault("linkage", linkage)
    module = current_module()
    owner = None
    if module is None:
        module = owner = ModuleTrace("ptxpy", filename=find_defining_file(function))
        arch = options.pop("arch", None) or "sm_90a"
        module.header(format_version(options.pop("version", None), arch), arch, 64)
    check_options(symbol, options)
    made = Function(kind, symbol, options, function)
    made.module_trace = owner
    module.add_function(made, build_head(made, module))
    return made


@overload
def func(function: Callable[..., Any], /) -> Function: ...


@overload
def func(**options: Any) -> Callable[[Callable[..., Any]], Function]: ...


def func(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Declare a device function. Options as for `kernel`, and `returns`: types in order.

    A function that is defined outside a module is added to the module of each kernel that calls it.
    """
    if function is None:
        return lambda found: define(".func", None, found, options)
    return define(".func", None, function, options)


def extern(
    name: str,
    *parameters: Type,
    kind: str = ".func",
    linkage: str | None = "extern",
    returns: Type | tuple[Type, ...] | None = None,
    parentheses: bool = True,
    directives: tuple[n.TuningDirective, ...] = (),
    attributes: tuple[n.Attributes, ...] = (),
    semicolon: bool = True,
    before: str | None = None,
    within: n.Gaps | str | None = None,
) -> Function:
    """Declare a function without a body: `.extern .func (…) name (…);`. Returns its symbol.

    Outside of functions, the declaration of a device function may lack its semicolon, as in some
    files.
    """
    body = trace.body()
    if not semicolon and (kind != ".func" or body.function is not None):
        msg = (
            "only the declaration of a device function outside of functions may lack its semicolon"
        )
        raise ValueError(msg)
    style = body.module.style
    if isinstance(returns, Type):
        returns = (returns,)
    declared = Function(kind, name_node(name).name, {}, None)
    made = tuple(
        parameter(t, style.parameter_name(name, i, f"{name}_param_{i}"))
        for i, t in enumerate(parameters)
    )
    node = n.Function(
        split_linkage(linkage),
        kind,
        attributes,
        None if returns is None else tuple(parameter(t, "func_retval0") for t in returns),
        declared.node,
        made if parentheses else None,
        directives,
        None,
        semicolon,
    )
    trace.record(node, before, within)
    declared.declared = node
    return declared


class _CallResult(PendingResult):
    """The load of a call's result: a float register is loaded as a float."""

    kind: str
    """The type of the result."""

    def bind(self, destination: Any, declared: str = "", storage: str = "") -> None:
        """Bind the destination, and load a value of its type."""
        loaded = element_type(self.kind, declared)
        if loaded != self.kind:
            self.operation = Operation("ld", (".param", f".{loaded}"))
        super().bind(destination, declared, storage)


def _check_size(what: str, kind: str, argument: Any) -> None:
    """Raise `TypeError` for a register of 64 bits for a parameter of 32.

    The store of an argument takes a register that is wider than its type (PTX ISA 9.4.1), so that
    nothing else would say so.
    """
    held = isa.TYPES.get(argument.declared) if isinstance(argument, Register) else None
    if held is not None and (held.bits, isa.TYPES[kind].bits) == (64, 32):
        msg = f"{what} is a .{kind}, and the value here has 64 bits: convert it, ptx.cvt.u32.u64(…)"
        raise TypeError(msg)


def call(
    target: n.Symbol, function: n.Function, arguments: tuple[Any, ...], sequence: int | None
) -> PendingResult | None:
    """Emit a call sequence, and return the pending result if there is one.

    `sequence` sets the index of the call sequence. Raises `TypeError` for a function whose
    parameters or results are not scalars, for a wrong number of arguments, and for one of 64 bits
    where 32 are taken.
    """
    signature = signature_of(function)
    if signature is None:
        msg = (
            f"{target.name}: only functions with scalar parameters and results can be called "
            "like this; use ptx.callseq and ptx.call"
        )
        raise TypeError(msg)
    if len(arguments) != len(signature.parameters):
        count = len(signature.parameters)
        msg = f"{target.name} takes {count} argument{'s' * (count != 1)}, not {len(arguments)}"
        raise TypeError(msg)
    form = trace.function_body().module.style.call_form
    registers = [
        value.register() if isinstance(value, PendingResult | LoadedValue) else value
        for value in arguments
    ]
    for at, (kind, argument) in enumerate(zip(signature.parameters, registers, strict=True)):
        _check_size(f"argument {at + 1} of {target.name}", kind, argument)
    typed = [
        (
            # A float for a `.f64` is written with 16 digits.
            operand(argument, double=kind.endswith("64")),
            argument.declared if isinstance(argument, Register) else "",
        )
        for kind, argument in zip(signature.parameters, registers, strict=True)
    ]
    with Statements().callseq(sequence):
        # A sequence stores its arguments in their order.
        stored = iter(registers)
        for node in sequence_of(form, target, signature, typed):
            if type(node) is n.Instruction:
                address, value = node.operands
                source = next(stored)
                source = source if isinstance(source, Register) else value
                Operation(node.opcode, node.modifiers)(address, source)
            else:
                trace.record(node, None, None)
        if signature.result is None:
            return None
        opcode, modifiers, address = result_of(form, signature.result)
        operation = Operation(opcode, modifiers)
        writes = isa.destinations(opcode, modifiers)
        pending = _CallResult(operation, (address,), None, writes, None, None)
        pending.kind = signature.result
        body = trace.function_body()
        pending.scope = body.scope
        # The load is a value of the statement that calls, and the margin there may name it.
        if body.function.margins is not None:
            body.function.margins.take(pending)
        body.append(pending)
        return pending
