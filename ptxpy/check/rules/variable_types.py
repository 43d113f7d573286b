"""Types, sizes and alignments of variables, registers and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.analysis import constant, parameters_of
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from ptxpy.check.context import ModuleContext

__all__ = ["check_variable_types"]

_ALIGNMENT, _PARAMETER, _TYPE = "PTX032", "PTX034", "PTX038"
_SMALL, _LARGE = 4352, 32764
"""Bytes that the parameters of a kernel may take, in earlier and in later versions."""
_LARGE_VERSION, _LARGE_TARGET = (8, 1), 70
MAX_PARAMETER_ALIGNMENT: Final = 128
"""The largest alignment of a parameter of a device function, in bytes."""
_ALIGNMENT_LIMIT: Final = 1 << 31
_VECTOR_BITS: Final = 128
_OPAQUE: Final = frozenset({"texref", "samplerref", "surfref"})
_LATEST: Final = (9, 0)

_Problem = tuple[str, str, str, str]
"""A code, a message, the token to point at, and help."""


def check_variable_types(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report invalid types, sizes and alignments of variables, registers and parameters."""
    for ordinal, item in context.items:
        if type(item) is n.Variable:
            yield from _reported(_variable(context, item, within=False), ordinal)
        elif type(item) is n.Function:
            yield from _reported(_function(context, item), ordinal)
    for function in context.functions:
        code = function.code
        for index, statement in enumerate(code.statements):
            if type(statement) is n.Variable:
                problems = _variable(context, statement, within=True)
                yield from _reported(problems, code.ordinals[index])


def _reported(problems: Iterator[_Problem], ordinal: int) -> Iterator[Diagnostic]:
    for code, message, name, help_ in problems:
        yield Diagnostic(code, message, ordinal, ("name", name) if name else None, help_)


def _variable(context: ModuleContext, variable: n.Variable, *, within: bool) -> Iterator[_Problem]:
    space = variable.space
    base, vector = yield from _type(context, variable.specifiers)
    # Registers have no addresses, so an alignment of theirs means nothing.
    if space != ".reg":
        yield from _alignment(variable.specifiers)
    for declarator in variable.declarators:
        name = declarator.name.name
        yield from _sampler(context, declarator, base)
        if base == "pred" and (space != ".reg" or vector):
            message = f"{name} is a predicate, so it must be a scalar register"
            yield _TYPE, message, name, f"write .reg .pred {name};"
        else:
            message, help_ = _kind_problem(declarator, space, base, vector, within=within)
            if message:
                yield _TYPE, message, name, help_
            elif space != ".reg" and ".extern" not in variable.linkage:
                yield from _size_problem(declarator)
        # The offset of an element needs the sizes of all but the first dimension.
        if any(dimension.size is None for dimension in declarator.dimensions[1:]):
            yield _TYPE, f"only the first dimension of {name} may be without a size", name, ""


def _kind_problem(
    declarator: n.Declarator, space: str, base: str, vector: int, *, within: bool
) -> tuple[str, str]:
    name = declarator.name.name
    if base in _OPAQUE and (within or space != ".global"):
        return f"a .{base} is a .global variable of the module", ""
    if space == ".param" and (vector or base == "f16x2"):
        kind = "vector" if vector else "packed value"
        return f"{name} is a {kind}, which .param does not allow", "declare an array"
    if space == ".reg" and declarator.dimensions:
        size = declarator.dimensions[0].size
        count = None if size is None else constant(size)
        return (
            f"{name} is a register, which cannot be an array",
            f"write {declarator.name.name}<{'' if count is None else count}>",
        )
    return "", ""


def _size_problem(declarator: n.Declarator) -> Iterator[_Problem]:
    name = declarator.name.name
    if declarator.initializer is None and _is_incomplete(declarator):
        help_ = "write the size, or .extern .shared for memory given at launch"
        yield _TYPE, f"{name} has no size", name, help_


def _sampler(context: ModuleContext, declarator: n.Declarator, base: str) -> Iterator[_Problem]:
    """Report a sampler of a target that has samplers in textures; ptxas takes arrays."""
    if base != "samplerref" or context.is_independent or declarator.dimensions:
        return
    name = declarator.name.name
    targets = [item.names for item in context.module.body if type(item) is n.Target]
    names = [word for word in targets[0] if word != "texmode_unified"] if targets else ["sm_…"]
    message = f"{name} is a .samplerref, which needs a target with texmode_independent"
    yield _TYPE, message, name, f"write .target {', '.join(names)}, texmode_independent"


def _is_incomplete(declarator: n.Declarator) -> bool:
    """Return whether an array has no size or the size 0."""
    return any(
        dimension.size is None or constant(dimension.size) == 0
        for dimension in declarator.dimensions
    )


def _type(
    context: ModuleContext, specifiers: tuple[n.AnySpecifier, ...]
) -> Generator[_Problem, None, tuple[str, int]]:
    """Report an invalid type; return the type and the number of elements of a vector."""
    base, vector = "", 0
    for word in specifiers:
        if type(word) is not n.Specifier:
            continue
        name = word.name[1:]
        # After `.ptr` come the space and the alignment of what the pointer points to.
        if word.name == ".ptr":
            break
        if name in ("v2", "v4"):
            vector = int(name[1:])
        elif name in TYPES:
            base = name
            if not TYPES[name].fundamental:
                help_ = f"write .b{max(8, TYPES[name].bits)}"
                yield _TYPE, f".{name} is a type for instructions only", word.name, help_
        elif not n.space_of((word,)) and (
            context.version is not None and context.version <= _LATEST
        ):
            known = [known for known, found in TYPES.items() if found.fundamental]
            near = context.nearest(name, known)[:2]
            help_ = f"is it {' or '.join(f'.{found}' for found in near)}?" if near else ""
            yield _TYPE, f"there is no type {word.name}", word.name, help_
    # A vector is accessed as a whole, by 16 bytes at most.
    if vector and base and vector * TYPES[base].bits > _VECTOR_BITS:
        yield _TYPE, f".v{vector} .{base} has more than 128 bits", f".v{vector}", ""
    return base, vector


def _alignment(specifiers: tuple[n.AnySpecifier, ...], most: int = 0) -> Iterator[_Problem]:
    for word in specifiers:
        if type(word) is not n.Align or type(word.bytes) is not n.Literal:
            continue
        text = word.bytes.text
        value = constant(word.bytes)
        if value is None or value & (value - 1) or not 0 < value < _ALIGNMENT_LIMIT:
            yield _ALIGNMENT, f"an alignment must be a power of two, not {text}", text, _power(
                value
            )
        elif most and value > most:
            yield _ALIGNMENT, f"a parameter of a .func can have at most .align {most}", text, ""


def _power(value: int | None) -> str:
    if not value or value >= _ALIGNMENT_LIMIT:
        return ""
    # The next power of two above the value is suggested.
    return f"write .align {1 << value.bit_length()}"


def _function(context: ModuleContext, function: n.Function) -> Iterator[_Problem]:
    parameters, returns = function.parameters or (), function.returns or ()
    is_kernel = function.kind == ".entry"
    for part, last in ((returns, ()), (parameters, parameters[-1:])):
        for parameter in part:
            # Kernels may ask for any alignment of their parameters.
            most = 0 if is_kernel else MAX_PARAMETER_ALIGNMENT
            if parameter.space != ".reg":
                yield from _alignment(parameter.specifiers, most)
            yield from _parameter(
                context,
                parameter,
                is_kernel=is_kernel,
                is_last=part is not returns and parameter is last[0],
            )
    if len(returns) > 1 and any(value.space != ".reg" for value in returns):
        message = "a function can return only one .param value"
        yield _PARAMETER, message, function.name.name, "return an array, or .reg values"
    if is_kernel:
        yield from _total(context, function)


def _parameter(
    context: ModuleContext, parameter: n.Parameter, *, is_kernel: bool, is_last: bool
) -> Iterator[_Problem]:
    name, space = parameter.declarator.name.name, parameter.space
    base, vector = yield from _type(context, parameter.specifiers)
    yield from _sampler(context, parameter.declarator, base)
    if space != ".param" and (is_kernel or space != ".reg"):
        wanted = ".param" if is_kernel else ".param or .reg"
        yield _PARAMETER, f"the parameter {name} must be in {wanted}, not in {space}", name, ""
    elif base == "pred" and space == ".param":
        yield _PARAMETER, f"the parameter {name} cannot be a predicate", name, "pass a .b32"
    elif base in _OPAQUE and not is_kernel:
        yield _PARAMETER, f"the parameter {name} cannot be a .{base}", name, "pass its address"
    elif space == ".param" and (vector or base == "f16x2"):
        kind = "vector" if vector else "packed value"
        message = f"the parameter {name} cannot be a {kind}"
        yield _PARAMETER, message, name, "declare .b32, or an array"
    elif parameter.declarator.range is not None:
        yield _PARAMETER, f"the parameter {name} cannot be a range of names", name, ""
    elif (
        any(dimension.size is None for dimension in parameter.declarator.dimensions) and not is_last
    ):
        message = f"only the last parameter may be an array without a size, not {name}"
        yield _PARAMETER, message, name, "write its size"
    elif is_kernel and _is_incomplete(parameter.declarator):
        message = f"the parameter {name} of a kernel needs a size"
        yield _PARAMETER, message, name, "write its size"


def _total(context: ModuleContext, function: n.Function) -> Iterator[_Problem]:
    found = parameters_of(function)
    if not found or found[-1].offset is None or found[-1].size is None:
        return
    # The last offset includes the padding between parameters.
    total = found[-1].offset + found[-1].size
    version, target = context.version, context.target
    limit = _LARGE
    why = ""
    if version is not None and version < _LARGE_VERSION:
        limit, why = _SMALL, f" before PTX {_LARGE_VERSION[0]}.{_LARGE_VERSION[1]}"
    elif target is not None and target.number < _LARGE_TARGET:
        limit, why = _SMALL, f" below sm_{_LARGE_TARGET}"
    if total > limit:
        name = function.name.name
        message = f"the parameters of {name} take {total} bytes; {limit} are allowed{why}"
        yield _PARAMETER, message, name, "pass a pointer to global memory"
