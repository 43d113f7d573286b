"""Running Python text that describes a module."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl import trace
from ptxpy.dsl.checks import checking
from ptxpy.dsl.module import ModuleTrace, Program, enter_program, leave_program
from ptxpy.dsl.settle import settle_module
from ptxpy.ir import nodes as n


def run_program(text: str, filename: str, namespace: dict[str, Any]) -> n.Module:
    """Execute Python text in a namespace and return the module that it describes.

    Raises whatever the text raises; `TraceError` when it begins no module.
    """
    return run(text, filename, namespace)[1]


def run(
    text: str, filename: str, namespace: dict[str, Any], *, located: bool = False
) -> tuple[ModuleTrace, n.Module]:
    """Execute Python text, and return its module as it was recorded and as it is settled.

    With `located`, the bodies of the module are `LocatedBody`. Raises as `run_program` does.
    """
    code = compile(text, filename, "exec", dont_inherit=True)
    program = Program(filename if located else None)
    program_token = enter_program(program)
    body_token = trace.enter(None)
    try:
        exec(code, namespace)  # noqa: S102 - running the program is what the caller asks for
        if program.module is None:
            msg = f"{filename}: the program begins no module: module(…) is missing"
            raise trace.TraceError(msg)
        return program.module, settle_module(program.module)
    finally:
        trace.leave(body_token)
        leave_program(program_token)


def from_python(text: str, *, filename: str = "<python>", check: bool = True) -> n.Module:
    """Run Python text and return the IR of the module that it describes.

    Raises `InstructionError` for an instruction that the instruction table does not allow, unless
    `check` is false, and whatever else the text raises. This executes the text, as Python does with
    any program: run only what you would run.
    """
    with checking(check):
        return run_program(text, filename, {"__name__": "<ptxpy>", "__file__": filename})
