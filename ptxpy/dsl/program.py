"""Running Python text that describes a module."""

from __future__ import annotations

from typing import Any, NamedTuple

from ptxpy.dsl import trace
from ptxpy.dsl.checks import checking
from ptxpy.dsl.joining import join
from ptxpy.dsl.lines import defining_file
from ptxpy.dsl.module import ModuleTrace, Program, enter_program, leave_program
from ptxpy.dsl.settle import settle_module
from ptxpy.ir import nodes as n


def run_program(text: str, filename: str, namespace: dict[str, Any]) -> n.Module:
    """Execute Python text in a namespace and return the module that it describes, as `run`."""
    return join([part.settled for part in run(text, filename, namespace)])


class Part(NamedTuple):
    """A module as it was recorded, and as it is settled."""

    recorded: ModuleTrace
    settled: n.Module


def run(
    text: str, filename: str, namespace: dict[str, Any], *, located: bool = False
) -> list[Part]:
    """Execute Python text, and return the module that it describes, or those of its kernels.

    With `located`, the bodies of the module are `LocatedBody`. Raises whatever the text raises;
    `TraceError` when it begins no module and declares no kernel.
    """
    code = compile(text, filename, "exec", dont_inherit=True)
    program = Program(filename if located else None)
    program_token = enter_program(program)
    body_token = trace.enter(None)
    try:
        exec(code, namespace)  # noqa: S102 - running the program is what the caller asks for
        if program.module is not None:
            return [Part(program.module, settle_module(program.module))]
        own = [kernel for kernel in program.kernels if defining_file(kernel.body) == filename]
        if not own:
            msg = f"{filename}: the program begins no module, and declares no kernel"
            raise trace.TraceError(msg)
        made = [kernel.bind() for kernel in own]
        return [Part(kernel.module_trace, kernel.module()) for kernel in made]
    finally:
        trace.leave(body_token)
        leave_program(program_token)


def from_python(text: str, *, filename: str = "<python>", check: bool = True) -> n.Module:
    """Run Python text and return the IR of the module that it describes.

    It is the one that `module(…)` begins; without that, the kernels of the text make one together.
    Raises `InstructionError` for an instruction that the instruction table does not allow, unless
    `check` is false, and whatever else the text raises. This executes the text, as Python does with
    any program: run only what you would run.
    """
    with checking(check):
        return run_program(text, filename, {"__name__": "<ptxpy>", "__file__": filename})
