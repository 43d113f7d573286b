"""Standalone kernels: `@kernel` outside `module(…)` makes a module of one kernel.

Such a kernel is traced when its PTX is requested or when it is launched, once for each choice of
template parameters and of the dimensions that its body reads.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from ptxpy._hooks import Loader, Locator, repr_html, unseen
from ptxpy._records import NamedTuple
from ptxpy.dsl.functions.binding import (
    DEFAULT_ARCHITECTURE,
    Binding,
    KernelOptions,
    resolve_sizes,
)
from ptxpy.dsl.functions.bodies import trace_body
from ptxpy.dsl.functions.definition import sort_maps
from ptxpy.dsl.functions.formal_parameters import Formals
from ptxpy.dsl.functions.function import Function
from ptxpy.dsl.functions.heads import build_head, format_version
from ptxpy.dsl.lowering.lower import lower_module
from ptxpy.dsl.tracing.module_trace import ModuleTrace
from ptxpy.dsl.tracing.source_lines import find_defining_file
from ptxpy.dsl.values.operand_conversion import plain
from ptxpy.dsl.values.types import name_node
from ptxpy.dsl.verification.instruction_checks import InstructionError
from ptxpy.dsl.verification.uncalled_instructions import check_calls, check_loops
from ptxpy.ir import nodes as n
from ptxpy.syntax import emit

if TYPE_CHECKING:
    from ptxpy.dsl.functions.surroundings import Surroundings
    from ptxpy.dsl.tensors.tile import Tile

MAX_CACHED_TRACES: Final = 128
"""Traces that a kernel keeps: choices of template parameters, and of dimensions for each."""


class Specialisation(Function):
    """A kernel with a module of its own, and its template parameters and dimensions chosen."""

    __slots__ = ("_lowered", "grid", "surroundings")
    module_trace: ModuleTrace
    grid: Any
    """The grid of `@kernel`: a value, a function of the bound dimensions and templates, or None."""
    surroundings: Surroundings
    """The surroundings that the trace may have read besides its arguments."""

    @property
    def maps(self) -> list[tuple[str, str]]:
        """The tensors whose maps it takes: names of the tensor and of the parameter."""
        maps = self.binding.maps
        return [(maps[name].name, name) for name in sort_maps(self)]

    @property
    def parameter_kinds(self) -> list[tuple[str, str]]:
        """Its parameters in order: `tensor`, `scalar`, `raw` or `map`, and the name.

        That of a map is the name of its tensor.
        """
        tensors = dict(self.formals.tensors)
        kinds = [("tensor" if name in tensors else "scalar", name) for name in self.formals.order]
        kinds += [("raw", name) for name, _ in self.formals.raw]
        return kinds + [("map", tensor) for tensor, _ in self.maps]

    def module(self) -> n.Module:
        """Return the IR of the module."""
        lowered: n.Module | None = getattr(self, "_lowered", None)
        if lowered is None:
            lowered = self._lowered = lower_module(self.module_trace)
        return lowered


class StandaloneKernel:
    """A kernel with a module of its own, made by `@kernel` outside `module(…)`."""

    def __init__(
        self,
        function: Callable[..., Any],
        formals: Formals,
        options: KernelOptions,
        head_options: dict[str, Any],
        platform: tuple[str, Any],
    ) -> None:
        """Take the body, its parameters, the options, and architecture and version."""
        self.name: str = name_node(head_options.get("symbol") or function.__name__).name
        self.body = function
        self.formals = formals
        self.__doc__ = inspect.getdoc(function)
        self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__wrapped__ = function
        # The signature of a call has inputs and scalars in order, up to one that may be left out:
        # jax.custom_vjp and others that wrap a function bind arguments by it.
        taken = {name for name, _ in formals.tensors[: len(options.specs[0])]}
        dims = {dim for _, tile in formals.tensors for dim in tile.symbolic_dims}
        scalars = dict(formals.scalars)
        required = []
        for name in formals.order:
            formal = formals.signature.parameters[name]
            if name in scalars and (name in dims or formal.default is not inspect.Parameter.empty):
                break
            if name in taken or name in scalars:
                required.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY))
        rest = [
            inspect.Parameter("arguments", inspect.Parameter.VAR_POSITIONAL),
            inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD),
        ]
        self.__signature__ = inspect.Signature([*required, *rest])
        self._options = options
        self._head = head_options
        self._platform = platform
        self._traces: dict[Any, list[Specialisation]] = {}
        """The traces, by architecture and template parameters, the most recently used last."""
        self._lock = RLock()

    # ----------------------------------------------------------------- what it was made with

    @property
    def parts(self) -> tuple[Any, ...]:
        """The arguments of its constructor, of which a kernel like it can be made elsewhere."""
        return self.body, self.formals, self._options, self._head, self._platform

    @property
    def in_specs(self) -> tuple[Tile, ...]:
        """The tiles of the tensors that it reads."""
        return self._options.specs[0]

    @property
    def out_specs(self) -> tuple[Tile, ...]:
        """The tiles of the tensors that it writes."""
        return self._options.specs[1]

    @cached_property
    def tensor_names(self) -> tuple[str, ...]:
        """The names of its tensors, inputs and then outputs."""
        return tuple(name for name, _ in self.formals.tensors)

    @property
    def signature(self) -> inspect.Signature:
        """The signature of the Python function."""
        return self.formals.signature

    @property
    def scalars(self) -> dict[str, Any]:
        """Its scalar parameters with their types."""
        return dict(self.formals.scalars)

    @property
    def raw_params(self) -> dict[str, Any]:
        """Its raw parameters with their types."""
        return dict(self.formals.raw)

    @property
    def template_params(self) -> dict[str, Any]:
        """Its template parameters with their defaults; `inspect.Parameter.empty` for none."""
        return dict(self.formals.templates)

    @property
    def grid(self) -> Any:
        """Blocks of a launch: a value, a function of the dimensions, or None."""
        return self._options.defaults.grid

    @property
    def block(self) -> Any:
        """Threads of a block: a value, a function of template parameters, or `(1, 1, 1)`."""
        block = self._options.defaults.block
        return (1, 1, 1) if block is None else block

    @property
    def cluster(self) -> Any:
        """Blocks of a cluster: a value, a function of template parameters, or `(1, 1, 1)`."""
        cluster = self._options.defaults.cluster
        return (1, 1, 1) if cluster is None else cluster

    @property
    def smem(self) -> int:
        """Bytes of shared memory that a launch gives, at least."""
        return self._options.defaults.smem or 0

    @property
    def arch(self) -> str:
        """The architecture that it is traced for."""
        arch = self._platform[0]
        if arch != "auto":
            return arch
        found = None if Loader.architecture is None else Loader.architecture()
        return found or DEFAULT_ARCHITECTURE

    @property
    def dims(self) -> tuple[str, ...]:
        """The names of its symbolic dimensions, in the order of its tensors."""
        names: dict[str, None] = {}
        for _, spec in self.formals.tensors:
            names.update(dict.fromkeys(spec.symbolic_dims))
        return tuple(names)

    # ----------------------------------------------------------------- tracing

    def bind(self, **bindings: Any) -> Specialisation:
        """Return the kernel with dimensions and template parameters: `k.bind(M=1024, BM=128)`.

        It is traced unless an equal trace is cached; a dimension that the body does not read makes
        no difference, and neither does a trace hold once a global, a closure, a helper or anything
        else that it may have read has changed (`surroundings`). A template parameter without a
        default takes the value of the dimension of its name. Raises `TypeError` for an unknown name
        or a template parameter without a value, and whatever the body raises.
        """
        made: Specialisation = unseen(StandaloneKernel._bind)(self, bindings)
        return made

    def _bind(self, bindings: dict[str, Any]) -> Specialisation:
        dims, templates = self._chosen(bindings)
        arch = self.arch
        # 1, 1.0 and True are equal, and a body may tell them apart.
        key = (arch, *((name, type(value), value) for name, value in templates.items()))
        # Several threads may launch the kernel at once, and share its traces.
        with self._lock:
            # The entry is put back at the end, so that the keys are in the order of their last use.
            alike = self._traces.pop(key, [])
            self._traces[key] = alike
            for made in alike:
                if all(dims.get(name) == size for name, size in made.binding.read.items()):
                    if not made.surroundings.has_changed():
                        return made
                    alike.remove(made)
                    break
            made = self._trace_in_first_version(dims, templates, arch)
            alike.append(made)
            if len(alike) > MAX_CACHED_TRACES:
                del alike[0]
            if len(self._traces) > MAX_CACHED_TRACES:
                del self._traces[next(iter(self._traces))]
        return made

    def _chosen(self, bindings: dict[str, Any]) -> tuple[dict[str, int], dict[str, Any]]:
        known = self.dims
        dims: dict[str, int] = {}
        templates = dict(self.formals.templates)
        for name, given in bindings.items():
            value = plain(given)
            if name in templates:
                templates[name] = value
            elif name not in known:
                listed = ", ".join((*known, *templates)) or "none"
                msg = f"{self.name} has no dimension or template {name!r}; it has {listed}"
                raise TypeError(msg)
            if name in known:
                if type(value) is not int or value < 1:
                    msg = (
                        f"dimension {name} of {self.name} must be a number of at least 1, "
                        f"got {value!r}"
                    )
                    raise TypeError(msg)
                dims[name] = value
        for name, value in templates.items():
            try:
                hash(value)
            except TypeError:
                msg = (
                    f"the template parameter {name} of {self.name} must be a value that stays as "
                    f"it is, as a number or a tuple, got a {type(value).__name__}"
                )
                raise TypeError(msg) from None
        missing = [name for name, value in templates.items() if value is inspect.Parameter.empty]
        if missing:
            msg = (
                f"{self.name} needs a value for its template parameter {missing[0]!r}: "
                f"{self.name}.ptx({missing[0]}=…)"
            )
            raise TypeError(msg)
        return dims, templates

    def _trace_in_first_version(
        self, dims: Mapping[str, int], templates: dict[str, Any], arch: str
    ) -> Specialisation:
        """Trace the body in the version asked for, or in the first that has its instructions."""
        from ptxpy.dsl.functions.surroundings import Surroundings  # noqa: PLC0415 - seldom needed

        version = self._platform[1]
        sizes = self._options.defaults
        # The grid is kept with the plan of a call, by those who keep plans.
        roots = (self.body, sizes.grid, sizes.block, sizes.cluster, *templates.values())
        before = Surroundings(roots, self.__module__ or "")
        # A mistake in a helper that the kernel may call is found, too.
        for function in before.functions:
            check_calls(function)
            check_loops(function)
        while True:
            try:
                made = self._trace(dims, templates, arch, version)
                # What the body itself has changed, as a list to which it appends, does not end its
                # own trace.
                made.surroundings = Surroundings(roots, self.__module__ or "", before.changed())
            except InstructionError as error:
                if self._platform[1] is not None or error.needed_version is None:
                    raise
                version = error.needed_version
            else:
                return made

    def _trace(
        self, dims: Mapping[str, int], templates: dict[str, Any], arch: str, version: Any
    ) -> Specialisation:
        module = ModuleTrace("ptxpy", filename=find_defining_file(self.body))
        if module.body.scope.defers:
            module.body.scope.has_free_version = self._platform[1] is None
        module.header(format_version(version, arch), arch, 64)
        options = self._options
        binding = Binding(
            dims,
            templates,
            dict(self.formals.raw),
            dynamic=options.dynamic,
            segment_name=options.segment_name,
            is_standalone=True,
        )
        made = Specialisation(
            ".entry", self.name, dict(self._head), self.body, self.formals, binding
        )
        made.module_trace = module
        made.grid = options.defaults.grid
        made.defaults = resolve_sizes(self.name, options.defaults, templates)
        binding.block = made.defaults.block
        statement = build_head(made, module)
        module.add_function(made, statement)
        trace_body(made, module, statement)
        # Errors of lowering belong to this call; later ones get the module that is kept.
        made.module()
        return made

    def ptx(self, *, source_lines: bool = False, **bindings: Any) -> str:
        """Return the PTX text, with dimensions and template parameters as in `bind`.

        With `source_lines`, `.loc` directives name the line of Python of each instruction.
        """
        made = self.bind(**bindings)
        if source_lines and Locator.locate is not None:
            return emit(Locator.locate(made))
        return emit(made.module())

    def sass(self, **bindings: Any) -> str:
        """Return the machine code, with dimensions and template parameters as in `bind`.

        The PTX is assembled and disassembled on this machine, as `ptxpy.Kernel.sass` does.
        """
        return self.bind(**bindings).sass()

    def module(self, **bindings: Any) -> n.Module:
        """Return the IR of the module, with dimensions and template parameters as in `bind`."""
        return self.bind(**bindings).module()

    # ----------------------------------------------------------------- running

    def launch(self, *arguments: Any, **configuration: Any) -> None:
        """Run the kernel, as `ptxpy.Kernel.launch` does: every parameter is an argument.

        A parameter may be given by its name, and so may a template parameter; a scalar with a
        default may be left out.
        """
        chosen = {
            name: configuration.pop(name) for name in self.template_params if name in configuration
        }
        self.bind(**chosen).launch(*arguments, **configuration)

    def trace(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and return the steps of threads, as `ptxpy.Kernel.trace` does.

        The arguments are those of a call, as in `gemm(a, b)`, or every parameter, as for `launch`.
        """
        return self._observe("trace", arguments, configuration)

    def profile(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and count its instructions, as `ptxpy.Kernel.profile` does.

        The arguments are those of a call, as in `gemm(a, b)`, or every parameter, as for `launch`.
        """
        return self._observe("profile", arguments, configuration)

    def timeline(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel on the CPU and return its timeline, as `ptxpy.Kernel.timeline` does.

        The arguments are those of a call, as in `gemm(a, b)`, or every parameter, as for `launch`.
        """
        return self._observe("timeline", arguments, configuration)

    def explore(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel in all orders of its warps and copies, as `ptxpy.Kernel.explore` does.

        The arguments are those of a call, as in `gemm(a, b)`, or every parameter, as for `launch`.
        """
        return self._observe("explore", arguments, configuration)

    def replay(self, *arguments: Any, **configuration: Any) -> Any:
        """Run the kernel in a schedule that `explore` has found, as `ptxpy.Kernel.replay` does.

        The arguments are those of a call, as in `gemm(a, b)`, or every parameter, as for `launch`.
        """
        return self._observe("replay", arguments, configuration)

    def _observe(self, what: str, arguments: tuple[Any, ...], configuration: dict[str, Any]) -> Any:
        is_call = bool(self.formals.tensors) and not self._is_launch(arguments, configuration)
        if is_call and Loader.observe is not None:
            return Loader.observe(self, what, arguments, configuration)
        return getattr(self.bind(), what)(*arguments, **configuration)

    def _is_launch(self, arguments: tuple[Any, ...], configuration: dict[str, Any]) -> bool:
        """Return whether arguments are those of a launch: every parameter, not of a call."""
        if self.out_specs or self.raw_params:
            return len(arguments) > len(self.in_specs) + len(self.scalars)
        return "grid" in configuration

    def __getitem__(self, configuration: Any) -> Any:
        """Return the kernel with a configuration: `k[grid, block](…)`, as `ptxpy.Kernel` does."""
        return _Configured(self, configuration, self.bind()[configuration])

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run the kernel on tensors and return its outputs: `c = gemm(a, b)`.

        The symbolic dimensions follow from the tensors, and with them the grid; outputs are made as
        the inputs are. Keywords are template parameters, scalars and raw parameters by name, an
        output to be written in place, and the options of a launch. `TypeError` for a kernel
        without `in_specs` or `out_specs`.
        """
        if not self.formals.tensors or Loader.call is None:
            msg = (
                f"{self.name} has no tensors: it is launched with {self.name}[grid, block](…) or "
                f"{self.name}.launch(…), or declared with in_specs and out_specs"
            )
            raise TypeError(msg)
        return Loader.call(self, arguments, options)

    def __reduce__(self) -> str:
        """Return its name in its module, as for a function; a copy is the kernel itself."""
        return self.__qualname__

    def __repr__(self) -> str:
        """Show kind and symbol."""
        return f"<kernel {self.name}>"

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)


class _Configured(NamedTuple):
    """A kernel with a configuration, `k[grid, block]`, which is bound again at each launch."""

    kernel: StandaloneKernel
    configuration: Any
    configured: Any
    """That of the trace that there is when it is made."""

    def __call__(self, *arguments: Any, **options: Any) -> None:
        """Run the kernel."""
        self.kernel.bind()[self.configuration](*arguments, **options)

    def __getattr__(self, name: str) -> Any:
        """Return the grid, the block and the other parts of the configuration."""
        return getattr(self.configured, name)


AuthoredKernel = StandaloneKernel
"""The earlier name of `StandaloneKernel`."""
