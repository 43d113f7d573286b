"""Running Python text that describes a module."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from types import CodeType, MappingProxyType
from typing import Any

from ptxpy.dialect import has_positions
from ptxpy.dsl.lowering.lower import lower_module
from ptxpy.dsl.margins.checks import refuse_misplaced_margins
from ptxpy.dsl.margins.logical_lines import split_lines
from ptxpy.dsl.margins.sources import ProgramText
from ptxpy.dsl.programs.linking import RecordedModule, link_modules
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.module_trace import ProgramRun, enter_program, leave_program
from ptxpy.dsl.tracing.source_lines import attach_declaration, find_defining_file
from ptxpy.dsl.verification.instruction_checks import checking
from ptxpy.ir import nodes as n


def code_of(text: str, filename: str, tree: ast.Module | None = None) -> CodeType:
    """Return the code of Python text, of which `tree` is the syntax tree if there is one."""
    try:
        if has_positions(text):
            from ptxpy.dsl.margins.margin_positions import (  # noqa: PLC0415 - seldom needed
                insert_positions,
            )

            tree = tree or ast.parse(text, filename)
            insert_positions(tree, split_lines(text))
        return compile(tree or text, filename, "exec", dont_inherit=True)
    except RecursionError:
        # Python walks a tree of its own objects less deep than the one that it makes of a text.
        return compile(text, filename, "exec", dont_inherit=True)


def run_program(
    text: str, filename: str, namespace: dict[str, Any], *, code: CodeType | None = None
) -> n.Module:
    """Execute Python text in a namespace, as `run` does, and return the linked module."""
    return link_modules(run(text, filename, namespace, code=code))


def run(
    text: str,
    filename: str,
    namespace: dict[str, Any],
    *,
    located: bool = False,
    bindings: Mapping[str, Any] = MappingProxyType({}),
    code: CodeType | None = None,
) -> list[RecordedModule]:
    """Execute Python text, and return the module that it describes, or those of its kernels.

    With `located`, the bodies of the module are `LocatedBody`. `bindings` has values of dimensions
    and template parameters of standalone kernels; `code` is what `code_of` has made of the text.
    Raises any exception of the text, and `TraceError` if the text begins no module and declares no
    kernel, if no kernel has a name of `bindings`, or if a template parameter has no value.
    """
    code = code or code_of(text, filename)
    if has_positions(text):
        from ptxpy.dsl.margins.margin_positions import (  # noqa: PLC0415 - seldom needed
            POSITIONS_NAME,
            say_positions,
        )

        namespace[POSITIONS_NAME] = say_positions
    program_text = ProgramText(filename, text)
    program = ProgramRun(filename if located else None, program_text)
    program_token = enter_program(program)
    # A program may be run while a kernel is traced: it records nothing there.
    body_token = trace.enter(None)
    try:
        exec(code, namespace)  # noqa: S102 - running the program is what the caller asks for
        if program.module is not None:
            _check_names(bindings, ())
            recorded = [RecordedModule(program.module, lower_module(program.module))]
            # Which lines have margins of functions is known after all functions have been traced.
            refuse_misplaced_margins(program_text)
            return recorded
        # Kernels that the program has imported from other files are not its own.
        own = [kernel for kernel in program.kernels if find_defining_file(kernel.body) == filename]
        if not own:
            msg = f"{filename}: the program must begin a module(…) or declare a kernel"
            raise trace.TraceError(msg)
        known = [(*kernel.dims, *kernel.template_params) for kernel in own]
        _check_names(bindings, [name for names in known for name in names])
        made = [
            _bind(kernel, {name: bindings[name] for name in names if name in bindings})
            for kernel, names in zip(own, known, strict=True)
        ]
        recorded = [RecordedModule(kernel.module_trace, kernel.module()) for kernel in made]
        refuse_misplaced_margins(program_text)
        return recorded
    finally:
        trace.leave(body_token)
        leave_program(program_token)


def _check_names(bindings: Mapping[str, Any], known: Sequence[str]) -> None:
    for name in bindings:
        if name not in known:
            listed = ", ".join(dict.fromkeys(known)) or "none"
            msg = f"no kernel has a dimension or template parameter {name!r}; there are {listed}"
            raise trace.TraceError(msg)


def _bind(kernel: Any, bindings: Mapping[str, Any]) -> Any:
    """Return a kernel with its bindings; `TraceError` for a template parameter without a value."""
    for name, value in kernel.template_params.items():
        if value is inspect.Parameter.empty and name not in bindings:
            msg = (
                f"{kernel.name} needs a value for its template parameter {name!r}: "
                f"give it a default, or the command --set {name}=…"
            )
            raise attach_declaration(kernel.body, trace.TraceError(msg))
    return kernel.bind(**bindings)


def from_python(text: str, *, filename: str = "<python>", check: bool = True) -> n.Module:
    """Run Python text and return the IR of the module that it describes.

    The module is the one that `module(…)` begins; without `module(…)`, the standalone kernels of
    the text are linked into one. Raises `InstructionError` for an instruction that the instruction
    table does not allow, unless `check` is false, and whatever else the text raises. This executes
    the text, as Python does with any program: run only text that you trust.

    The message of a mistake begins with its place, `<python>:28: …`.
    """
    from ptxpy.dsl.programs.exception_locations import (  # noqa: PLC0415 - no import needs it
        located_messages,
    )

    namespace = {"__name__": "<ptxpy>", "__file__": filename}
    with checking(check), located_messages(filename):
        return link_modules(run(text, filename, namespace, located=True))
