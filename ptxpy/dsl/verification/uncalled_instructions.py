"""Statements of a kernel that do nothing: an instruction that is not called, a comparison alone.

`ptx.bar.sync` on a line of its own is an attribute of an object of Python: nothing is emitted, and
nothing is missed. It is found in the bytecode, as an attribute whose value is thrown away.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from ptxpy.dialect import MARGIN_MARK, attribute
from ptxpy.dsl.namespaces.ptx_namespace import PTX
from ptxpy.dsl.tracing.instructions import Helper, Instructions, Operation
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.isa import Slot, destinations, matches

__all__ = ["check_calls", "check_loops"]

_PASSED_OVER: Final = frozenset({"CACHE", "EXTENDED_ARG", "NOP"})

_FOR: Final = dis.opmap["FOR_ITER"]

_LOADS_LOCAL: Final = "LOAD_FAST"
"""The beginning of the instructions that load a local name."""

_LOADS_NAME: Final = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF")

_THROWN_AWAY: Final = re.compile(
    b"(?=[%b](?s:.)(?:%b(?s:.))*[%b])"
    % tuple(re.escape(bytes([dis.opmap[name]])) for name in ("LOAD_ATTR", "CACHE", "POP_TOP"))
)
"""An attribute whose value is thrown away; code is looked at from even offsets alone."""

_COMPARED_ALONE: Final = re.compile(
    b"(?=[%b](?s:.)(?:%b(?s:.))*[%b])"
    % tuple(re.escape(bytes([dis.opmap[name]])) for name in ("COMPARE_OP", "CACHE", "POP_TOP"))
)
"""A comparison whose value is thrown away."""

_LEAVING: Final = frozenset({"leave", "again"})
"""Methods of blocks and loops."""

_BARRIERS: Final = frozenset({"bar", "barrier"})


def check_calls(function: Callable[..., Any] | None) -> None:
    """Raise `TraceError` at a statement of a function that names an instruction without a call."""
    unwrapped = function and inspect.unwrap(function)
    if isinstance(unwrapped, FunctionType):
        names = _names_around(unwrapped)
        # Functions and comprehensions within have code of their own.
        for code in _codes(unwrapped.__code__):
            _check_code(code, names)


def check_loops(function: Callable[..., Any] | None) -> None:
    """Raise `TraceError` where a function, or one of its file that it calls, reads a variable late.

    That is the variable of a `for` of Python after the loop (`loop_variables`).
    """
    unwrapped = function and inspect.unwrap(function)
    if not isinstance(unwrapped, FunctionType):
        return
    for code in _codes_of(unwrapped):
        if _FOR in code.co_code[::2]:
            from ptxpy.dsl.verification.loop_variables import (  # noqa: PLC0415 - seldom needed
                check_loop_variables,
            )

            check_loop_variables(code, unwrapped.__globals__)


def _codes_of(function: FunctionType) -> Iterator[CodeType]:
    """Yield the code of a function, of those within, and of those of its file that it names."""
    filename, namespace = function.__code__.co_filename, function.__globals__
    pending, seen = [function.__code__], {function.__code__.co_name}
    while pending:
        code = pending.pop()
        yield code
        pending += [each for each in code.co_consts if isinstance(each, CodeType)]
        for name in code.co_names:
            found = namespace.get(name)
            if name not in seen and type(found) is FunctionType:
                seen.add(name)
                if found.__code__.co_filename == filename:
                    pending.append(found.__code__)


def _names_around(function: FunctionType) -> Callable[[str], Any]:
    """Return a function that finds the value of a name that is not local, or None."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    namespace = function.__globals__

    def find(name: str) -> Any:
        if name in cells:
            try:
                return cells[name].cell_contents
            except ValueError:  # nothing has been put into it
                return None
        return namespace.get(name, getattr(builtins, name, None))

    return find


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _check_code(code: CodeType, find: Callable[[str], Any]) -> None:
    for match in _COMPARED_ALONE.finditer(code.co_code):
        if match.start() % 2 == 0 and _means_assignment(code, match.start()):
            msg = (
                "a comparison alone keeps its predicate nowhere: to assign, write one = in place "
                "of ==, or name the predicate, p = x == y"
            )
            error = TraceError(msg)
            attach_location(error, (code, match.start()))
            raise error
    # At an odd offset, the argument of an instruction would be taken for an opcode.
    offsets = {
        match.start() for match in _THROWN_AWAY.finditer(code.co_code) if match.start() % 2 == 0
    }
    if not offsets:
        return
    steps = [each for each in dis.get_instructions(code) if each.opname not in _PASSED_OVER]
    for at, step in enumerate(steps):
        if step.offset in offsets:
            message = _message(steps[: at + 1], find)
            if message:
                error = TraceError(message)
                attach_location(error, (code, step.offset))
                raise error


def _means_assignment(code: CodeType, offset: int) -> bool:
    """Return whether a comparison alone is probably an assignment: `r[5] == 1` without a margin.

    A predicate that nothing reads is written so by the import, with its register in the margin.
    """
    from ptxpy.dsl.margins.sources import RunningProgram, text_of  # noqa: PLC0415 - seldom needed
    from ptxpy.dsl.tracing.calling_expressions import expressions_at  # noqa: PLC0415

    found = expressions_at(code, offset)
    compared = found[0] if found else None
    if not isinstance(compared, ast.Compare) or not isinstance(compared.left, ast.Subscript):
        return False
    line = text_of(code, RunningProgram.text())[compared.lineno - 1]
    return isinstance(compared.ops[0], ast.Eq) and MARGIN_MARK not in line


def _message(steps: Sequence[dis.Instruction], find: Callable[[str], Any]) -> str:
    """Return the message for the attribute that the last step loads; "" if it is right."""
    names: list[str] = []
    at = len(steps) - 1
    # `ptx.bar.sync` loads `ptx`, then one attribute after the other; this goes back from the last.
    while at >= 0 and steps[at].opname == "LOAD_ATTR":
        names.insert(0, steps[at].argval)
        at -= 1
    if at < 0 or not isinstance(steps[at].argval, str):
        return ""
    root = steps[at].argval
    shown = ".".join((root, *names))
    is_local = steps[at].opname.startswith(_LOADS_LOCAL)
    if is_local and len(names) == 1 and names[0] in _LEAVING:
        return _uncalled(shown, f"{shown}(when=p)")
    if is_local:  # imported in the function itself
        return _of_namespace(shown, PTX(), names) if root == "ptx" else ""
    return _of_namespace(shown, find(root), names) if steps[at].opname in _LOADS_NAME else ""


def _of_namespace(shown: str, value: Any, names: Sequence[str]) -> str:
    """Return the message for an attribute of `ptx`, or of the module that has it."""
    for name in names:
        if not isinstance(value, Instructions | Operation | ModuleType):
            break
        # An attribute of another package may do something when it is read.
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] != "ptxpy":
            return ""
        try:
            value = getattr(value, name)
        except (AttributeError, TraceError):  # which the statement itself will say
            return ""
    else:
        if isinstance(value, Helper) and value.opcode not in _BARRIERS:
            return _uncalled(shown, shown + _arguments(value))
        if isinstance(value, Operation):
            return _uncalled(shown, _call(shown, value))
    return ""


def _uncalled(shown: str, wanted: str) -> str:
    return f"{shown} is not called here, so that nothing is emitted: write {wanted}"


def _call(shown: str, operation: Operation) -> str:
    """Return the call of an instruction, with its operands as the manual names them."""
    found = matches(operation.opcode, operation.modifiers)
    if not found:
        return f"{shown}.…(…), with the other modifiers and the operands"
    if operation.opcode in _BARRIERS and ".sync" in operation.modifiers:
        required = [slot for slot in found[0].form.slots if not slot.optional]
        if [slot.name for slot in required] == ["a"]:
            return f"{shown}(0)"
    # The destination is the result of the call, unless all operands are given.
    given = 0 if operation.explicit else destinations(operation.opcode, operation.modifiers)
    listed = [
        [_operand(slot) for slot in match.form.slots[given:] if not slot.optional]
        for match in found
    ]
    fewest: list[str] = min(listed, key=len)
    return f"{shown}({', '.join(fewest)})"


def _operand(slot: Slot) -> str:
    if slot.parts:
        inner = ", ".join(map(_operand, slot.parts[:1] if slot.shape == "address" else slot.parts))
        return f"[{inner}]" if slot.shape == "address" else f"({inner})"
    return attribute(slot.name.replace("-", "_")) or slot.name


def _arguments(function: Helper) -> str:
    """Return the arguments that a helper needs, in parentheses."""
    needed = [
        f"{each.name}=…" if each.kind is each.KEYWORD_ONLY else each.name
        for each in inspect.signature(function.__wrapped__).parameters.values()
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]
    return f"({', '.join(needed)})"
