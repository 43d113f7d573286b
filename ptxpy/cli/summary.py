"""What a function of a module needs and holds: the facts that `ptxpy show` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ptxpy import ir, isa
from ptxpy.ir.tokens import operand_tokens


class Summary(NamedTuple):
    """The facts of one function."""

    kind: str
    """`kernel` or `function`."""
    name: str
    declared: bool
    """Whether it is a declaration without a body."""
    returns: tuple[str, ...]
    """The return values as they are declared: `.param .b32 result`."""
    parameters: tuple[str, ...]
    registers: dict[str, int]
    """The number of declared registers by type: `{".pred": 3}`."""
    instructions: int
    """Instructions and calls."""
    shared: int
    """Bytes of shared memory that the body declares."""
    directives: tuple[str, ...]
    """The tuning directives of the head: `.maxntid 128, 1, 1`."""


def summarize(function: ir.Function) -> Summary:
    """Gather the facts of a function."""
    registers: Counter[str] = Counter()
    instructions = 0
    shared = 0
    for statement in statements(function.body or ()):
        if isinstance(statement, ir.Instruction | ir.Call):
            instructions += 1
        elif isinstance(statement, ir.Variable):
            if statement.space == ".reg":
                registers[_type(statement)] += _registers(statement)
            elif statement.space == ".shared":
                shared += size_of(statement)
    return Summary(
        "kernel" if function.kind == ".entry" else "function",
        function.name.name,
        function.body is None,
        tuple(map(_parameter, function.returns or ())),
        tuple(map(_parameter, function.parameters or ())),
        dict(registers),
        instructions,
        shared,
        tuple(map(_directive, function.directives)),
    )


def statements(body: Sequence[ir.Statement]) -> Iterator[ir.Statement]:
    """Yield the statements of a body, those of nested scopes included."""
    waiting = [iter(body)]
    while waiting:
        for statement in waiting[-1]:
            yield statement
            if isinstance(statement, ir.Scope):
                waiting.append(iter(statement.body))
                break
        else:
            waiting.pop()


def size_of(variable: ir.Variable) -> int:
    """Return the bytes that a declaration of variables takes, as far as it says."""
    names = [s.name.lstrip(".") for s in variable.specifiers if isinstance(s, ir.Specifier)]
    bits = next((isa.TYPES[name].bits for name in names if name in isa.TYPES), 0)
    lanes = next((int(name[1]) for name in names if name in ("v2", "v4", "v8")), 1)
    size = 0
    for declarator in variable.declarators:
        elements = _constant(declarator.range) if declarator.range is not None else 1
        for dimension in declarator.dimensions:
            elements *= _constant(dimension.size) if dimension.size is not None else 0
        size += elements
    return size * lanes * bits // 8


def _registers(variable: ir.Variable) -> int:
    return sum(
        1 if declarator.range is None else _constant(declarator.range)
        for declarator in variable.declarators
    )


def _type(variable: ir.Variable) -> str:
    words = [s.name for s in variable.specifiers if isinstance(s, ir.Specifier)]
    return "".join(word for word in words if word != ".reg")


def _constant(operand: ir.Operand) -> int:
    """Return the value of a plain number; 0 for an expression, or a number without sense."""
    if isinstance(operand, ir.Literal):
        try:
            return max(0, int(operand.value))
        except (ValueError, OverflowError):
            return 0
    return 0


def _parameter(parameter: ir.Parameter) -> str:
    words = []
    for specifier in parameter.specifiers:
        if isinstance(specifier, ir.Specifier):
            words.append(specifier.name)
        elif isinstance(specifier, ir.Align):
            words += [".align", _spelled(specifier.bytes)]
    return " ".join([*words, _declarator(parameter.declarator)])


def _declarator(declarator: ir.Declarator) -> str:
    sizes = [_spelled(d.size) if d.size is not None else "" for d in declarator.dimensions]
    return declarator.name.name + "".join(f"[{size}]" for size in sizes)


def _directive(directive: ir.TuningDirective | ir.Pragma) -> str:
    if isinstance(directive, ir.Pragma):
        return " ".join([".pragma", ", ".join(f'"{text}"' for text in directive.strings)])
    values = ", ".join(_spelled(value) for value in directive.values)
    return f"{directive.name} {values}".rstrip()


def _spelled(operand: ir.Operand) -> str:
    return "".join(text for _, text in operand_tokens(operand))
