"""Functions: `@kernel`, `@func`, and declarations of functions that live elsewhere."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, overload

from ptxpy.dsl import trace
from ptxpy.dsl.calls import call
from ptxpy.dsl.lines import defining_file
from ptxpy.dsl.module import ModuleTrace, current_module
from ptxpy.dsl.operands import Symbol, plain_name
from ptxpy.dsl.settle import settle_module
from ptxpy.dsl.statements import parameter
from ptxpy.dsl.trace import Draft, FunctionTrace
from ptxpy.dsl.types import Type, name_node, number, specifier
from ptxpy.ir import nodes as n
from ptxpy.printer import emit

TUNING = (
    "maxntid",
    "reqntid",
    "minnctapersm",
    "maxnctapersm",
    "maxnreg",
    "explicitcluster",
    "reqnctapercluster",
    "maxclusterrank",
    "blocksareclusters",
    "noreturn",
    "abi_preserve",
    "abi_preserve_control",
)
"""Directives that have a keyword argument of their own (PTX ISA 11.4)."""

_OPTIONS = frozenset(
    {"symbol", "linkage", "returns", "attributes", "directives", "parentheses", "labels", "file"}
    | {"before", "within", "closing"}
)


class LaunchDefaults(NamedTuple):
    """What a launch of a kernel has unless it says otherwise; none of it is in the PTX."""

    grid: Any = None
    block: Any = None
    cluster: Any = None
    smem: int | None = None
    """Bytes of dynamic shared memory."""


class Loader:
    """What makes a kernel of the tracer one that can be launched."""

    load: Callable[[Any], Any] | None = None
    """Set where the layers that launch are put together: the tracer does not know them."""


class Function(Symbol):
    """A kernel or device function: an operand, and a template of PTX."""

    __slots__ = (
        "body",
        "declared",
        "defaults",
        "documentation",
        "kind",
        "loaded",
        "module_trace",
        "options",
    )

    def __init__(
        self, kind: str, symbol: str, options: dict[str, Any], function: Callable[..., Any] | None
    ) -> None:
        """Take `.entry` or `.func`, the exact symbol, the decorator's options and the body."""
        super().__init__(n.Symbol(symbol))
        self.kind = kind
        self.options = options
        self.body = function
        self.documentation = inspect.getdoc(function) if function is not None else None
        self.module_trace: ModuleTrace | None = None
        self.declared: n.Function | None = None
        self.defaults = LaunchDefaults()
        self.loaded: Any = None
        """What can be launched, when it has been asked for."""

    def parameters(self, module: ModuleTrace) -> list[tuple[str, n.Parameter]]:
        """Return the formal parameters with their Python names."""
        if self.body is None:
            return []
        found = []
        signature = inspect.signature(self.body, eval_str=True)
        for position, (name, item) in enumerate(signature.parameters.items()):
            kind = item.annotation
            if not isinstance(kind, Type):
                msg = f"parameter {name!r} of {self.name} needs a PTX type as its annotation"
                raise TypeError(msg)
            exact = module.style.parameter_name(self.name, position, name)
            found.append((name, parameter(kind, exact)))
        return found

    def ptx(self) -> str:
        """Return the PTX text of the module that holds the function."""
        return emit(self.module())

    def module(self) -> n.Module:
        """Trace the function's module and return its IR; `TraceError` inside `module(...)`."""
        if self.module_trace is None:
            msg = f"{self.name} belongs to a module that is still being written"
            raise trace.TraceError(msg)
        return settle_module(self.module_trace)

    def launch(self, *arguments: Any, **configuration: Any) -> None:
        """Run the kernel, as `ptxpy.Kernel.launch` does: `load(f).launch(…)` is the same.

        What the decorator says of grid, block, cluster and shared memory need not be repeated. The
        body is traced when the kernel is first launched, and not again.
        """
        self._launchable().launch(*arguments, **configuration)

    def trace(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and return what threads did, as `ptxpy.Kernel.trace` does."""
        return self._launchable().trace(*arguments, **configuration)

    def profile(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and count what it does, as `ptxpy.Kernel.profile` does."""
        return self._launchable().profile(*arguments, **configuration)

    def timeline(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and return its timeline, as `ptxpy.Kernel.timeline` does."""
        return self._launchable().timeline(*arguments, **configuration)

    def __getitem__(self, configuration: Any) -> Any:
        """Return the kernel with a configuration: `f[grid, block](…)`, as `ptxpy.Kernel` does."""
        return self._launchable()[configuration]

    def _launchable(self) -> Any:
        if Loader.load is None:
            msg = f"{self.name} cannot be launched: nothing here launches kernels"
            raise trace.TraceError(msg)
        return Loader.load(self)

    def __call__(self, *arguments: Any, sequence: int | None = None) -> Any:
        """Emit a call of a device function, as the style writes it; return its result.

        `r[22] = mix(v, r[19])`. Parameters and result are scalars; other calls are written with
        `ptx.callseq` and `ptx.call`. `sequence` sets the count of call sequences. A kernel is not
        called: `TypeError`.
        """
        if self.kind != ".func":
            msg = f"{self.name} is a kernel: it is launched, not called"
            raise TypeError(msg)
        return call(self.node, self.declaration(trace.function_body().module), arguments, sequence)

    def declaration(self, module: ModuleTrace) -> n.Function:
        """Return the head of the function: what it takes and gives."""
        if self.declared is not None:
            return self.declared
        returns = self.options.get("returns")
        if isinstance(returns, Type):
            returns = (returns,)
        self.declared = n.Function(
            (),
            self.kind,
            (),
            None if returns is None else tuple(parameter(t, "func_retval0") for t in returns),
            self.node,
            tuple(item for _, item in self.parameters(module)),
            (),
            None,
        )
        return self.declared

    def __repr__(self) -> str:
        """Show kind and symbol."""
        return f"<{self.kind} {self.name}>"


def _function(
    kind: str, linkage: str | None, function: Callable[..., Any] | None, options: dict[str, Any]
) -> Any:
    if function is None:
        return lambda found: _function(kind, linkage, found, options)
    symbol = name_node(options.get("symbol") or function.__name__).name
    options.setdefault("linkage", linkage)
    made = Function(kind, symbol, options, function)
    if kind == ".entry":
        given = {name: options.pop(name) for name in LaunchDefaults._fields if name in options}
        made.defaults = LaunchDefaults(**given)
    module = current_module()
    if module is None:
        module = ModuleTrace("ptxpy", filename=defining_file(function))
        version = options.pop("version", None)
        arch = options.pop("arch", None)
        module.header(_version(version), arch or "sm_90a", 64)
        made.module_trace = module
    module.add_function(made, _head(made, module))
    return made


def _version(version: Any) -> str:
    if version is None:
        return "8.0"
    return version if isinstance(version, str) else ".".join(map(str, version))


def _head(function: Function, module: ModuleTrace) -> Draft:
    """Return the draft of a function's head; the body is traced when the module is closed."""
    options = function.options
    unknown = set(options) - _OPTIONS - set(TUNING)
    if unknown:
        msg = f"{function.name}: unknown option {min(unknown)!r}"
        raise TypeError(msg)
    directives = [
        *(_tuning(name, value) for name, value in options.items() if name in TUNING),
        *options.get("directives", ()),
    ]
    returns = options.get("returns")
    if isinstance(returns, Type):
        returns = (returns,)
    parameters = function.parameters(module)
    body = None
    if function.body is not None:
        labels = options.get("labels")
        if labels is None:
            labels = f"{module.style.block_prefix}{module.defined}_"
        file, index = options.get("file", 1), module.defined
        module.defined += 1
        outer = module.body.scope
        made = FunctionTrace(function.name, plain_name(labels), file, index)
        body = module.body.inner(made, outer and outer.inner())
        body.closing = options.get("closing")
    node = n.Function(
        _linkage(options.get("linkage")),
        function.kind,
        tuple(options.get("attributes", ())),
        None if returns is None else tuple(parameter(t, "func_retval0") for t in returns),
        function.node,
        tuple(p for _, p in parameters) if options.get("parentheses", True) else None,
        tuple(directives),
        None if body is None else (),
    )
    if body is not None and body.scope is not None:
        body.scope.names.parameters(node)
    if module.body.scope is not None:
        module.body.scope.record(node)
    return Draft(node, options.get("before"), options.get("within"), body)


def _linkage(linkage: str | None) -> tuple[str, ...]:
    return tuple(specifier("." + name).name for name in (linkage or "").split())


def _tuning(name: str, value: Any) -> n.TuningDirective:
    values = () if value is True else value if type(value) is tuple else (value,)
    return n.TuningDirective("." + name, tuple(map(number, values)))


@overload
def kernel(function: Callable[..., Any], /) -> Function: ...


@overload
def kernel(**options: Any) -> Callable[[Callable[..., Any]], Function]: ...


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Declare a kernel: every annotated parameter is a PTX parameter, the body emits PTX.

    Options: `symbol` (the exact name; the Python function's without it), `linkage`
    (`"visible"`), tuning directives by name (`maxntid=(128, 1)`, `maxnreg=64`, `noreturn=True`),
    `labels` (the prefix of `L[n]`), `file` (that of `at`: 1); `directives`, `attributes`,
    `parentheses=False` for odd headers; `before`, `within`, `closing` for layout. Outside a module
    also `arch` and `version`. `grid`, `block`, `cluster` and `smem` (bytes of dynamic shared
    memory) are what a launch has that does not say; they are not in the PTX.
    """
    return _function(".entry", "visible", function, options)


@overload
def func(function: Callable[..., Any], /) -> Function: ...


@overload
def func(**options: Any) -> Callable[[Callable[..., Any]], Function]: ...


def func(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Declare a device function. Options as for `kernel`, and `returns`: types in order."""
    return _function(".func", None, function, options)


def extern(  # noqa: PLR0913 - a declaration has these parts
    name: str,
    *parameters: Type,
    kind: str = ".func",
    linkage: str | None = "extern",
    returns: Type | tuple[Type, ...] | None = None,
    parentheses: bool = True,
    directives: tuple[n.TuningDirective, ...] = (),
    attributes: tuple[n.Attributes, ...] = (),
    before: str | None = None,
    within: n.Gaps | str | None = None,
) -> Function:
    """Declare a function without a body: `.extern .func (…) name (…);`. Returns its symbol."""
    body = trace.body()
    style = body.module.style
    if isinstance(returns, Type):
        returns = (returns,)
    declared = Function(kind, name_node(name).name, {}, None)
    made = tuple(
        parameter(t, style.parameter_name(name, i, f"{name}_param_{i}"))
        for i, t in enumerate(parameters)
    )
    node = n.Function(
        _linkage(linkage),
        kind,
        attributes,
        None if returns is None else tuple(parameter(t, "func_retval0") for t in returns),
        declared.node,
        made if parentheses else None,
        directives,
        None,
    )
    trace.record(node, before, within)
    declared.declared = node
    return declared
