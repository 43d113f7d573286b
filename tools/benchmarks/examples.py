"""The kernels of the examples: what they are written in, what they need, and what bounds them."""

from __future__ import annotations

import argparse
import ast
import inspect
import io
import sys
import textwrap
import tokenize
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from benchmarks.example_kernels import EXAMPLES, GPUS, Example
from ptxpy.assemble import assemble
from ptxpy.check import check_text
from ptxpy.codegen.census import source_of
from ptxpy.syntax.printer import emit

_LAYOUT = frozenset(
    {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
        *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
    }
)
_PACKAGE = "ptxpy.examples"


class Row(NamedTuple):
    """What is found out about a kernel."""

    example: str
    kernel: str
    arch: str
    lines: int
    """Of Python, in the bodies of the kernel and of what it calls in `ptxpy.examples`."""
    instructions: int
    """Of the PTX."""
    registers: int
    """Of a thread."""
    spilled: int
    """Bytes, of stores and loads."""
    static: int
    """Bytes of shared memory that the PTX declares."""
    dynamic: int
    """Bytes of shared memory that a launch gives besides."""
    assembler: str
    warnings: list[str]
    """What the assembler warns of, and what `ptxpy check` finds."""
    size: dict[str, int]
    operations: int
    bytes: int
    bounds: dict[str, str]
    """What bounds it, by GPU."""
    ridges: dict[str, float]
    """Operations for a byte."""
    microseconds: dict[str, float]
    """The shortest time, by GPU."""

    @property
    def wrong(self) -> list[str]:
        """What must not be."""
        spilled = [f"{self.spilled} bytes spilled"] if self.spilled else []
        return [f"{self.example}: {message}" for message in [*spilled, *self.warnings]]


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Assemble each, print, and return the table; spills and warnings are `regressions`."""
    wanted = options.files or EXAMPLES
    if unknown := sorted(set(wanted) - set(EXAMPLES)):
        raise SystemExit(f"run: no such example: {', '.join(unknown)}")
    rows = [row_of(name, EXAMPLES[name]) for name in wanted]
    _print(rows)
    wrong = [message for row in rows for message in row.wrong]
    for message in wrong:
        print(f"wrong: {message}")
    return {
        "gpus": {name: gpu._asdict() for name, gpu in GPUS.items()},
        "examples": [row._asdict() for row in rows],
        "regressions": wrong,
    }


def _print(rows: list[Row]) -> None:
    """Print what the kernels need, and then what bounds them."""
    print(f"{'':33} lines of                  bytes  shared memory")
    print(f"{'example':24}{'target':9}   Python instr. registers spilled static dynamic warnings")
    for row in rows:
        print(
            f"{row.example:24}{row.arch:9} {row.lines:>8} {row.instructions:>6} {row.registers:>9} "
            f"{row.spilled:>7} {row.static:>6} {row.dynamic:>7} {len(row.warnings):>8}  "
            f"{row.assembler}"
        )
    print(
        "\nOperations a byte, what bounds the kernel (the ridge, operations a byte), at least us:"
    )
    for row in rows:
        size = " ".join(f"{name}={number}" for name, number in row.size.items())
        print(f"{row.example:24}{size:26} {row.operations / row.bytes:>9.4g}   {_bounds(row)}")


def _bounds(row: Row) -> str:
    parts = [
        f"{gpu}: {bound} ({row.ridges[gpu]:.0f}), {row.microseconds[gpu]:,.2f}"
        for gpu, bound in row.bounds.items()
    ]
    return "   ".join(f"{part:34}" for part in parts).rstrip()


def row_of(name: str, example: Example) -> Row:
    """Trace, assemble and check a kernel."""
    chosen = example.kernel.bind(**example.size)
    text = emit(chosen.module())
    made = assemble(text)
    needs = next(each for each in made.kernels if each.name == example.kernel.name)
    warnings = [each.text for each in made.messages if each.severity == "warning"]
    warnings += [each.render(f"{name}.ptx") for each in check_text(text).found]
    gpus = {gpu: GPUS[gpu] for gpu in example.gpus}
    return Row(
        name,
        example.kernel.name,
        made.arch,
        lines_of(example.kernel.body),
        sum(source_of(function).instructions for function in chosen.module().functions),
        needs.registers or 0,
        needs.spill_stores + needs.spill_loads,
        needs.shared,
        chosen.defaults.smem or 0,
        made.assembler,
        warnings,
        example.size,
        example.operations,
        example.bytes,
        {gpu: example.bound(rates) for gpu, rates in gpus.items()},
        {gpu: round(example.ridge(rates), 1) for gpu, rates in gpus.items()},
        {gpu: round(example.seconds(rates) * 1e6, 2) for gpu, rates in gpus.items()},
    )


# --------------------------------------------------------------------------- lines of Python


def lines_of(function: Callable[..., Any]) -> int:
    """Count the lines of a body, and of those that it calls in `ptxpy.examples`; each once.

    Those with comments only, blank ones and docstrings do not count, nor do signatures.
    """
    pending = [function]
    seen: set[Callable[..., Any]] = set()
    count = 0
    while pending:
        found = inspect.unwrap(pending.pop())
        if found not in seen:
            seen.add(found)
            text = textwrap.dedent(inspect.getsource(found))
            tree = ast.parse(text)
            count += len(_body_lines(tree) & _code_lines(text))
            pending += _called(tree, found)
    return count


def _body_lines(tree: ast.Module) -> set[int]:
    """Return the numbers of the lines in the bodies of functions, without docstrings."""
    within: set[int] = set()
    documentation: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if ast.get_docstring(node) is not None:
                documentation |= _span(node.body[0], node.body[0])
            if isinstance(node, ast.FunctionDef):
                within |= _span(node.body[0], node.body[-1])
    return within - documentation


def _code_lines(text: str) -> set[int]:
    """Return the numbers of the lines that are neither blank nor a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {
        line
        for token in tokens
        if token.type not in _LAYOUT
        for line in range(token.start[0], token.end[0] + 1)
    }


def _span(first: ast.stmt, last: ast.stmt) -> set[int]:
    return set(range(first.lineno, (last.end_lineno or last.lineno) + 1))


def _called(tree: ast.Module, found: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Yield the functions and classes of the examples that a definition names."""
    namespace = vars(sys.modules[found.__module__])
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            value = namespace.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = namespace.get(node.value.id)
            value = getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
        else:
            continue
        if isinstance(value, FunctionType | type) and value.__module__.startswith(_PACKAGE):
            yield value
