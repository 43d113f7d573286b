"""Symbols that the seeds ask for: read from the data files, looked up in ptxpy, compared.

Parameters agree where each one asked for is there under its name, of the same kind, in the same
place and with the same default; further ones that a call may leave out are no difference.
"""

from __future__ import annotations

import ast
import inspect
import re
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import Parameter
from pathlib import Path
from typing import Any, Final

import ptxpy
from ptxpy import isa, kernel, ptx, reg, smem
from ptxpy.dsl.tracing.instructions import Helper, Operation

HERE: Final = Path(__file__).parent

_MISSING: Final = (AttributeError, ImportError, TypeError, ptxpy.TraceError, ptxpy.InstructionError)
"""What looking up a name raises that is not there, or an object that cannot be made."""

_LINE: Final = re.compile(
    r"(?P<kind>attribute|class|function|instruction|overload) "
    r"(?P<name>(?:\w+(?:\(\)|\[\])*\.)*\w+)(?P<parameters>\(.*\))?(?: = (?P<value>.+))?\Z"
)


@dataclass(frozen=True)
class Symbol:
    """A line of a data file."""

    kind: str
    name: str
    parameters: str | None = None
    value: str | None = None

    def problems(self) -> list[str]:
        """Return what is missing or different; nothing where the symbol is as asked for."""
        try:
            parent, found = _look_up(self.name)
        except _MISSING as error:
            return [f"missing: {error}"]
        if self.kind == "attribute":
            return self._problems_of_value(found)
        if self.kind == "class" and not inspect.isclass(found):
            return ["is not a class"]
        if isinstance(found, Operation) and not isinstance(found, Helper):
            return self._problems_of_opcode(found)
        return self._problems_of_call(parent, found) if callable(found) else ["cannot be called"]

    def _problems_of_value(self, found: object) -> list[str]:
        """Return what keeps a value from being the one asked for, if one is."""
        if self.value is None or getattr(found, "value", found) == _value(self.value):
            return []
        return [f"is {found!r}, not {self.value}"]

    def _problems_of_call(self, parent: object, found: Callable[..., object]) -> list[str]:
        """Return what keeps something from being called as asked for."""
        if self.parameters is None:
            return []
        asked = [*_parameters(self.parameters)]
        ways = [*typing.get_overloads(found)] if self.kind == "overload" else [found]
        differing = [[*_differences(asked, _signature(parent, way))] for way in ways]
        return min(differing, key=len, default=["has no overloads"])

    def _problems_of_opcode(self, found: Operation) -> list[str]:
        """Return what keeps an opcode, which takes operands by position, from being the symbol."""
        if self.kind != "instruction":
            return ["is an opcode, not a function"]
        if not isa.is_known(found.opcode):
            return ["is not an instruction"]
        taken = inspect.signature(found).parameters
        return [
            f"{asked.name}= is not taken"
            for asked in _parameters(self.parameters or "()")
            if asked.kind is Parameter.KEYWORD_ONLY and asked.name not in taken
        ]


def symbols(path: Path) -> Iterator[Symbol]:
    """Yield the symbols of a data file; `ValueError` for a line that is none."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        match = _LINE.match(line)
        if match is None:
            msg = f"{path.name}: not a symbol: {line!r}"
            raise ValueError(msg)
        yield Symbol(**match.groupdict())


def files() -> list[Path]:
    """Return the data files."""
    return sorted(HERE.glob("*.txt"))


# ------------------------------------------------------------------------------- looking up


def _look_up(name: str) -> tuple[object, object]:
    """Return what a name is a member of, and what it stands for."""
    path, rest = _made(name)
    parent: object = ptxpy
    found = _traced(path) if path else ptxpy
    for word in rest.split("."):
        parent, found = found, _member(found, word)
    return parent, found


def _made(name: str) -> tuple[str, str]:
    """Take the object of `RESULTS` off a name, if the name begins with one."""
    for path in sorted(RESULTS, key=len, reverse=True):
        if name.startswith(path + "."):
            return path, name[len(path) + 1 :]
    return "", name


def _member(parent: object, word: str) -> object:
    if parent is ptxpy and not hasattr(ptxpy, word):
        return import_module(f"ptxpy.{word}")
    if inspect.isclass(parent) and not hasattr(parent, word):
        fields = {name for base in parent.__mro__ for name in vars(base).get("__annotations__", ())}
        if word in fields:
            return None
    return getattr(parent, word)


def _a_kernel() -> object:
    @kernel(arch="sm_90a")
    def empty() -> None:
        ptx.ret()

    return empty


def _a_tensor() -> object:
    found = []

    @kernel(arch="sm_90a", in_specs=(ptxpy.Tile(64, 64, ptxpy.f32),))
    def taking(tensor):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202 - a tensor's form
        found.append(tensor)
        ptx.ret()

    taking.ptx()
    return found[0]


def _barriers(take: Callable[[Any], object]) -> Callable[[], object]:
    return lambda: take(ptx.mbarrier.array(smem.base(), 0, 2))


RESULTS: Final[dict[str, Callable[[], object]]] = {
    "jax_support.CubinRegistry()": ptxpy.jax_support.CubinRegistry,
    "kernel()": _a_kernel,
    "kernel().tensor": _a_tensor,
    "ptx.mbarrier.array()": _barriers(lambda barriers: barriers),
    "ptx.mbarrier.array().at()": _barriers(lambda barriers: barriers.at(reg.scalar(ptxpy.u32, 0))),
    "ptx.mbarrier.array()[]": _barriers(lambda barriers: barriers[1]),
    "ptx.named_barrier()": lambda: ptx.named_barrier(1, count=64),
    "ptx.pipeline()": lambda: ptx.pipeline(2),
    "reg.array()": lambda: reg.array(ptxpy.f32, 4),
    "reg.scalar()": lambda: reg.scalar(ptxpy.u32),
}
"""How an object is made whose class has no public name."""


@cache
def _traced(path: str) -> object:
    """Return an object of `RESULTS`, made while a kernel is traced."""
    make = RESULTS[path]
    if path.startswith(("jax_support", "kernel")):
        return make()
    found = []

    @kernel(arch="sm_90a")
    def making() -> None:
        found.append(make())
        ptx.ret()

    making.ptx()
    return found[0]


# ------------------------------------------------------------------------------- comparing


def _value(text: str) -> object:
    return _constant(ast.parse(text, mode="eval").body)


def _constant(node: ast.expr) -> object:
    """Return a literal, or what a dotted name under ptxpy stands for."""
    if isinstance(node, ast.Attribute):
        return _look_up(ast.unparse(node))[1]
    return ast.literal_eval(node)


def _parameters(text: str) -> Iterator[Parameter]:
    """Yield the parameters of `(a, *, b=None)`."""
    function = ast.parse(f"lambda {text[1:-1]}: 0", mode="eval").body
    assert isinstance(function, ast.Lambda)
    given = function.args
    unset = len(given.args) - len(given.defaults)
    for position, parameter in enumerate(given.args):
        default = None if position < unset else given.defaults[position - unset]
        yield _parameter(parameter, Parameter.POSITIONAL_OR_KEYWORD, default)
    if given.vararg is not None:
        yield _parameter(given.vararg, Parameter.VAR_POSITIONAL, None)
    for parameter, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _parameter(parameter, Parameter.KEYWORD_ONLY, default)
    if given.kwarg is not None:
        yield _parameter(given.kwarg, Parameter.VAR_KEYWORD, None)


def _parameter(node: ast.arg, kind: inspect._ParameterKind, default: ast.expr | None) -> Parameter:
    value = Parameter.empty if default is None else _constant(default)
    return Parameter(node.arg, kind, default=value)


def _signature(parent: object, found: Callable[..., object]) -> list[Parameter]:
    """Return the parameters of a function; a method of a class without `self`."""
    known = inspect.isroutine(found) or inspect.isclass(found) or isinstance(found, Helper)
    called: Any = found
    if not known:  # `signature` compares what it does not know, and a handle refuses that
        called = called.__call__
    taken = [*inspect.signature(called).parameters.values()]
    return taken[1:] if inspect.isclass(parent) and inspect.isfunction(found) else taken


_VARIABLE: Final = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def _differences(asked: list[Parameter], taken: list[Parameter]) -> Iterator[str]:
    """Yield how parameters differ from those that are asked for."""
    by_name = {_key(parameter): parameter for parameter in taken}
    for position, wanted in enumerate(asked):
        got = by_name.pop(_key(wanted), None)
        if got is None:
            yield f"{wanted} is missing"
        elif got.kind is not wanted.kind:
            yield f"{got.name} is {got.kind.description}, not {wanted.kind.description}"
        elif got.kind is Parameter.POSITIONAL_OR_KEYWORD and taken[position] is not got:
            yield f"{got.name} is not at position {position + 1}"
        elif wanted.default is not Parameter.empty and got.default != wanted.default:
            yield f"{got} has another default than {wanted}"
    for further in by_name.values():
        if further.default is Parameter.empty and further.kind not in _VARIABLE:
            yield f"{further.name} must be given"


def _key(parameter: Parameter) -> str:
    """Return what a call names a parameter by; of `*arguments` that is nothing."""
    return parameter.kind.name if parameter.kind in _VARIABLE else parameter.name
