"""The heads of functions: parameters, directives, linkage."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.functions.bodies import open_body
from ptxpy.dsl.functions.definition import FunctionDefinition
from ptxpy.dsl.namespaces.statements import check_version, parameter
from ptxpy.dsl.tracing.module_trace import ModuleTrace
from ptxpy.dsl.tracing.trace import RecordedStatement
from ptxpy.dsl.values.types import Type, number, specifier
from ptxpy.ir import nodes as n
from ptxpy.isa import TARGETS, nearest, parse_target, parse_version

TUNING_DIRECTIVES = (
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
"""Directives that are keyword arguments of `@kernel` and `@func` (PTX ISA 11.4)."""

_OTHER_OPTIONS = frozenset(
    {"symbol", "linkage", "returns", "attributes", "directives", "parentheses", "labels", "file"}
    | {"before", "within", "closing"}
)
"""Keyword arguments of `@kernel` and `@func` that are not directives."""


_ARGUMENTS = ("arch", "version", "grid", "block", "cluster", "smem", "extern_smem", "reqntid")
"""Further arguments of `@kernel`, which are suggested for others that are misspelt."""


def check_options(name: str, options: dict[str, Any]) -> None:
    """Raise `TypeError` for an option that no function has."""
    unknown = set(options) - _OTHER_OPTIONS - set(TUNING_DIRECTIVES)
    if unknown:
        wrong = min(unknown)
        meant = {"target": "arch", "ptx_version": "version", "threads": "block", "blocks": "grid"}
        known = (*_OTHER_OPTIONS, *TUNING_DIRECTIVES, *_ARGUMENTS)
        close = meant.get(wrong) or next(iter(nearest(wrong, known)), "")
        hint = f": write {close}=" if close else ""
        msg = f"{name}: unknown option {wrong!r}{hint}"
        raise TypeError(msg)


def check_platform(name: str, arch: Any, version: Any) -> None:
    """Raise `ValueError` for an unknown target or version, or a version older than the target."""
    if arch != "auto":
        try:
            parse_target(arch)
        except ValueError as error:
            msg = f"{name}: {error}"
            raise ValueError(msg) from None
    if version is None:
        return
    given = parse_version(format_version(version, arch))
    if arch != "auto" and given < TARGETS[arch]:
        first = ".".join(map(str, TARGETS[arch]))
        shown = ".".join(map(str, given))
        msg = f"{name}: {arch} requires PTX {first} or later, not {shown}"
        raise ValueError(msg)


def format_version(version: Any, arch: str) -> str:
    """Return a version as text; by default 8.0, or the first version with the architecture."""
    if version is None:
        version = max((8, 0), TARGETS.get(arch, (8, 0)))
    if isinstance(version, tuple | list) and all(type(part) is int for part in version):
        return ".".join(map(str, version))
    check_version(version)
    return str(version)


def build_head(function: FunctionDefinition, module: ModuleTrace) -> RecordedStatement:
    """Return the statement of a function's head; the body is traced when the module is closed."""
    options = function.options
    directives = [
        *(_tuning(name, value) for name, value in options.items() if name in TUNING_DIRECTIVES),
        *options.get("directives", ()),
    ]
    returns = options.get("returns")
    if isinstance(returns, Type):
        returns = (returns,)
    parameters = function.parameters(module)
    body = None
    index = module.defined
    # The prefix of labels counts functions with a body: `$L__BB1_2` is in the second.
    if function.body is not None:
        module.defined += 1
    node = n.Function(
        split_linkage(options.get("linkage")),
        function.kind,
        tuple(options.get("attributes", ())),
        None if returns is None else tuple(parameter(t, "func_retval0") for t in returns),
        function.node,
        tuple(p for _, p in parameters) if options.get("parentheses", True) else None,
        tuple(directives),
        None if function.body is None else (),
    )
    if function.body is not None:
        body = open_body(function, module, node, index)
    if module.body.scope is not None:
        module.body.scope.record(node)
    return RecordedStatement(node, options.get("before"), options.get("within"), body)


def split_linkage(linkage: str | None) -> tuple[str, ...]:
    """Return linkage directives, `.visible`, from words without their dots."""
    return tuple(specifier("." + name).name for name in (linkage or "").split())


def _tuning(name: str, value: Any) -> n.TuningDirective:
    # `noreturn=True` is a directive without numbers.
    values = () if value is True else value if type(value) is tuple else (value,)
    return n.TuningDirective("." + name, tuple(map(number, values)))
