"""The definition of a kernel or device function, as tracing and lowering see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from ptxpy.dsl.functions.binding import Binding, LaunchDefaults
from ptxpy.dsl.functions.formal_parameters import Formals, formals_of
from ptxpy.dsl.namespaces.statements import parameter
from ptxpy.dsl.tracing.module_trace import ModuleTrace
from ptxpy.dsl.values.operand_conversion import ParameterName, Register, Symbol
from ptxpy.dsl.values.types import Type, fundamental
from ptxpy.ir import nodes as n

TENSOR_MAP: Final = fundamental("b8").align(64)[128]
"""The type of a parameter that is a tensor map (CUDA driver API, cuTensorMapEncodeTiled)."""


class FunctionDefinition(Symbol):
    """A kernel or device function: its symbol, its options, its body and its parameters."""

    __slots__ = (
        "adopted",
        "binding",
        "body",
        "declared",
        "defaults",
        "formals",
        "kind",
        "loaded",
        "module_trace",
        "options",
        "traced",
    )

    def __init__(
        self,
        kind: str,
        symbol: str,
        options: dict[str, Any],
        function: Callable[..., Any] | None,
        formals: Formals | None = None,
        binding: Binding | None = None,
    ) -> None:
        """Create a definition; `kind` is `.entry` or `.func`, `symbol` the exact PTX name."""
        super().__init__(n.Symbol(symbol))
        self.kind = kind
        self.options = options
        self.body = function
        self.formals = formals if formals is not None else formals_of(symbol, function)
        self.binding = binding if binding is not None else Binding({}, {}, dict(self.formals.raw))
        self.module_trace: ModuleTrace | None = None
        self.declared: n.Function | None = None
        self.defaults = LaunchDefaults()
        self.traced = False
        """Whether the body has been run."""
        self.adopted: Any = None
        """The module of its own kernel that a device function has been put into."""
        self.loaded: Any = None
        """The loaded kernel, once a launch has requested it."""

    def parameters(self, module: ModuleTrace) -> list[tuple[str, n.Parameter]]:
        """Return the formal parameters with their Python names, raw ones and maps at the end."""
        kinds: dict[str, Type] = dict(self.formals.scalars)
        kinds.update((name, fundamental("u64")) for name, _ in self.formals.tensors)
        listed = [(name, kinds[name]) for name in self.formals.order]
        found = [
            (name, parameter(kind, module.style.parameter_name(self.name, position, name)))
            for position, (name, kind) in enumerate(listed)
        ]
        # Raw parameters and maps have the same names in every style.
        found += [(name, parameter(kind, name)) for name, kind in self.formals.raw]
        found += [(name, parameter(TENSOR_MAP, name)) for name in sort_maps(self)]
        return found

    def arguments(self, module: ModuleTrace) -> tuple[list[Any], dict[str, Any]]:
        """Return the positional and keyword arguments of the Python function."""
        tensors = dict(self.formals.tensors)
        kinds = dict(self.formals.scalars)
        given: list[Any] = []
        # Raw parameters and maps, at the end, have no argument: `ptx.param` reads them.
        for name, item in self.parameters(module)[: len(self.formals.order)]:
            node = item.declarator.name
            if name in tensors:
                from ptxpy.dsl.tensors.tensor_parameters import Tensor  # noqa: PLC0415 - seldom

                given.append(Tensor(node.name, tensors[name], self.binding))
            else:
                given.append(
                    Register(node, variable=True)
                    if type(node) is n.Register
                    else ParameterName(cast("n.Symbol", node), kinds[name])
                )
        return given, dict(self.binding.templates)

    def declaration(self, module: ModuleTrace) -> n.Function:
        """Return the declaration of the function: its parameters and results."""
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


def sort_maps(function: FunctionDefinition) -> list[str]:
    """Return the names of the parameters with tensor maps, in the order of the tensors."""
    order = [name for name, _ in function.formals.tensors]
    maps = function.binding.maps
    plain = {f"{name}_tma_desc": at for at, name in enumerate(order)}
    # The other maps keep the order in which they were asked for, as sorting is stable.
    return sorted(maps, key=lambda name: plain.get(name, len(plain)))
