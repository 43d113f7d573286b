"""The decorator `@kernel`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final, overload

from ptxpy._records import NamedTuple
from ptxpy.dsl.functions.binding import (
    DEFAULT_ARCHITECTURE,
    Binding,
    KernelOptions,
    LaunchDefaults,
    resolve_sizes,
)
from ptxpy.dsl.functions.formal_parameters import formals_of
from ptxpy.dsl.functions.function import Function
from ptxpy.dsl.functions.heads import build_head, check_options, check_platform
from ptxpy.dsl.namespaces.statements import directive
from ptxpy.dsl.shared_memory.segment import DYNAMIC_VARIABLE, MAX_STATIC_BYTES
from ptxpy.dsl.tracing.module_trace import current_module, current_program
from ptxpy.dsl.values.operand_conversion import plain
from ptxpy.dsl.values.types import name_node

if TYPE_CHECKING:
    from ptxpy.dsl.functions.standalone import StandaloneKernel
    from ptxpy.dsl.tensors.tile import Tile

MAX_THREADS_PER_BLOCK: Final = 1024
"""Threads of a block (PTX ISA 4.2)."""
MAX_BLOCKS_PER_CLUSTER: Final = 16
"""Blocks of a cluster on GPUs that allow a size that is not portable."""
_NO_BLOCK: Final = (1, 1, 1)
"""The default of `block`, recognised by identity, as an explicit `(1, 1, 1)` is different."""


class KernelArguments(NamedTuple):
    """The arguments of `kernel` that are no directives of the head, with their defaults."""

    arch: str = DEFAULT_ARCHITECTURE
    version: str | tuple[int, int] | None = None
    in_specs: Sequence[Tile] | None = None
    out_specs: Sequence[Tile] | None = None
    grid: Any = None
    block: Any = _NO_BLOCK
    cluster: Any = (1, 1, 1)
    smem: int = 0
    raw_params: Sequence[tuple[Any, str]] | None = None
    extern_smem: bool | str = False
    raw_directives: Sequence[tuple[str, tuple[int, ...]]] | None = None


@overload
def kernel(fn: Callable[..., Any], /, **options: Any) -> StandaloneKernel: ...


@overload
def kernel(
    *,
    arch: str = ...,
    version: str | tuple[int, int] | None = ...,
    in_specs: Sequence[Tile] | None = ...,
    out_specs: Sequence[Tile] | None = ...,
    grid: Any = ...,
    block: Any = ...,
    cluster: Any = ...,
    smem: int = ...,
    raw_params: Sequence[tuple[Any, str]] | None = ...,
    extern_smem: bool | str = ...,
    reqntid: int | tuple[int, ...] | None = ...,
    raw_directives: Sequence[tuple[str, tuple[int, ...]]] | None = ...,
    **options: Any,
) -> Callable[[Callable[..., Any]], StandaloneKernel]: ...


def kernel(  # type: ignore[misc]  # no option is called fn
    fn: Callable[..., Any] | None = None, **options: Any
) -> Any:
    """Declare a kernel: running its body emits PTX.

    Positional parameters with a PTX type are parameters of the PTX. Those without one are tensors,
    in the order of `in_specs` and `out_specs`; without specs and with no type at all, as in
    `def k(A, B)`, they are addresses of global memory, `u64`. Keyword-only parameters are template
    parameters, which the PTX does not have. In the PTX, the addresses of tensors and the scalars
    come first, then `raw_params`, then the tensor maps that the body asked for.

    Args:
        fn: The body, if the decorator has no arguments.
        arch: The target: `"sm_90a"`; `"auto"` is that of the GPU here, or `sm_90a` without one.
            Not inside `module(…)`.
        version: The version of PTX, `"8.6"` or `(8, 6)`; without it the first from 8.0 on that has
            the target and the instructions of the body, which may be run again for that. Not
            inside `module(…)`.
        in_specs: A `Tile` for each tensor that is read.
        out_specs: A `Tile` for each tensor that is written.
        grid: Blocks of a launch: a number, up to three, or a function that takes symbolic
            dimensions and template parameters by name.
        block: Threads of a block, or a function that takes template parameters by name.
        cluster: Blocks of a cluster, or a function that takes template parameters by name.
        smem: Bytes of shared memory that a launch gives. The memory of a kernel that
            allocates more than 48 KiB is added without being asked for.
        raw_params: Further parameters: type (`"u32"`, `"b8.align64.array128"`, or a type of
            ptxpy) and name; `ptx.param` reads them.
        extern_smem: Whether all shared memory is in the block that a launch gives; a string is
            the name of that variable, `dyn_smem` otherwise.
        reqntid: The directive `.reqntid`.
        raw_directives: Further directives of the function's head: name and numbers.
        options: `symbol` (the exact name; that of the Python function without it), `linkage`
            (`"visible"`), tuning directives by name (`maxntid=(128, 1)`, `maxnreg=64`,
            `noreturn=True`), `labels` (the prefix of `L[n]`), `file` (that of `at`: 1);
            `directives`, `attributes`, `parentheses=False` for odd heads; `before`, `within`,
            `closing` for layout.

    Raises `TypeError` or `ValueError` for arguments that do not fit together.
    """
    if fn is None:
        return lambda found: _declare(found, options)
    return _declare(fn, options)


# `help` and editors show this signature; the function takes all arguments but one as options.
kernel.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
    [
        inspect.Parameter("fn", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None),
        *(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
            for name, default in {**KernelArguments._field_defaults, "reqntid": None}.items()
        ),
        inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD),
    ]
)


def _checked_name(function: Any, symbol: Any) -> str:
    """Return the symbol of a kernel; `TypeError` if the object is not a plain function."""
    if not inspect.isfunction(function) and not inspect.ismethod(function):
        msg = f"@kernel stands before a function that emits PTX, not before {function!r}"
        raise TypeError(msg)
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        msg = f"{function.__name__} is run once, as a plain function: without yield and async"
        raise TypeError(msg)
    if symbol is None and function.__name__ == "<lambda>":
        msg = "a lambda has no name: give the kernel one, symbol=…"
        raise ValueError(msg)
    return name_node(symbol or function.__name__).name


def _check_extents(name: str, what: str, value: Any, largest: int) -> None:
    """Raise `ValueError` for an impossible number of threads of a block or blocks of a cluster."""
    if value is None or callable(value):
        return
    sizes = value if isinstance(value, tuple | list) else (value,)
    if len(sizes) not in (1, 2, 3) or any(type(size) is not int or size < 1 for size in sizes):
        msg = f"{name}: {what} must be a number of at least 1, or up to three, got {value!r}"
        raise ValueError(msg)
    if prod(sizes) > largest:
        msg = f"{name}: {what} {value!r} is {prod(sizes)}, and {largest} is the most"
        raise ValueError(msg)


_RAW_PARTS: Final = 2


def _listed(what: str, values: Any) -> tuple[Any, ...]:
    """Return the parts of an argument that lists some; `TypeError` for a single one."""
    if not values:
        return ()
    from ptxpy.dsl.tensors.tile import Tile  # noqa: PLC0415 - seldom needed

    if isinstance(values, Tile):
        msg = f"{what} lists the tensors, one or more: write {what}=({values!r},)"
        raise TypeError(msg)
    return tuple(values)


def _declare(function: Callable[..., Any], options_given: dict[str, Any]) -> Any:
    head_options = {key: plain(value) for key, value in options_given.items()}
    known = {key: head_options.pop(key) for key in KernelArguments._fields if key in head_options}
    given = KernelArguments(**known)
    # `reqntid=None` is the default, which may be spelled out.
    if head_options.get("reqntid", 0) is None:
        del head_options["reqntid"]
    head_options.setdefault("linkage", "visible")
    name = _checked_name(function, head_options.get("symbol"))
    _check_extents(name, "block", given.block, MAX_THREADS_PER_BLOCK)
    _check_extents(name, "cluster", given.cluster, MAX_BLOCKS_PER_CLUSTER)
    inputs = _listed("in_specs", given.in_specs)
    outputs = _listed("out_specs", given.out_specs)
    raw_params = _listed("raw_params", given.raw_params)
    for each in raw_params:
        if not isinstance(each, tuple | list) or len(each) != _RAW_PARTS:
            msg = (
                f'{name}: raw_params lists types and names, raw_params=[("s32", "N")], '
                f"not {each!r}"
            )
            raise TypeError(msg)
    if type(given.smem) is not int or given.smem < 0:
        msg = f"{name}: smem must be a number of bytes, at least 0, got {given.smem!r}"
        raise (ValueError if type(given.smem) is int else TypeError)(msg)
    defaults = LaunchDefaults(
        given.grid,
        None if given.block is _NO_BLOCK else given.block,
        None if given.cluster == (1, 1, 1) else given.cluster,
        given.smem or None,
    )
    formals = formals_of(name, function, (*inputs, *outputs), raw_params, is_kernel=True)
    formal = formals.signature.parameters
    defaults = defaults._replace(
        values=tuple(
            (scalar, formal[scalar].default)
            for scalar, _ in formals.scalars
            if formal[scalar].default is not inspect.Parameter.empty
        )
    )
    if given.raw_directives:
        extra = tuple(directive(word, *values) for word, values in given.raw_directives)
        head_options["directives"] = (*head_options.get("directives", ()), *extra)
    check_options(name, head_options)
    # More than 48 KiB of shared memory can only be dynamic.
    options = KernelOptions(
        (inputs, outputs),
        defaults,
        bool(given.extern_smem) or given.smem > MAX_STATIC_BYTES,
        given.extern_smem if isinstance(given.extern_smem, str) else DYNAMIC_VARIABLE,
    )
    module = current_module()
    if module is None:
        check_platform(name, given.arch, given.version)
        from ptxpy.dsl.functions.standalone import StandaloneKernel  # noqa: PLC0415 - for authors

        platform = (given.arch, given.version)
        is_standalone = StandaloneKernel(function, formals, options, head_options, platform)
        program = current_program()
        if program is not None:
            # A program without `module(…)` is the module of all its kernels, which are linked at
            # its end.
            program.kernels.append(is_standalone)
        return is_standalone
    if (given.arch, given.version) != (DEFAULT_ARCHITECTURE, None):
        msg = f"{name} belongs to a module, which says version and target for all of it"
        raise TypeError(msg)
    missing = [key for key, value in formals.templates.items() if value is inspect.Parameter.empty]
    if missing:
        msg = f"{name} belongs to a module: its template parameter {missing[0]!r} needs a default"
        raise TypeError(msg)
    binding = Binding(
        {},
        formals.templates,
        dict(formals.raw),
        dynamic=options.dynamic,
        segment_name=options.segment_name,
    )
    defaults = resolve_sizes(name, defaults, formals.templates)
    binding.block = defaults.block
    made = Function(".entry", name, head_options, function, formals, binding)
    made.defaults = defaults
    module.add_function(made, build_head(made, module))
    return made
