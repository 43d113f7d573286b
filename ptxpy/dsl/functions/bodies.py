"""Trace the bodies of functions: run each once, and record its statements."""

from __future__ import annotations

import dis
import inspect
from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import CodeType
from typing import Any, cast

from ptxpy.dialect import FloatValues, float_parameters
from ptxpy.dsl.functions.binding import resolve_launch_defaults
from ptxpy.dsl.functions.definition import FunctionDefinition
from ptxpy.dsl.margins.function_margins import FunctionMargins, open_margins
from ptxpy.dsl.margins.repair import finish_margins, number_fresh
from ptxpy.dsl.shared_memory.segment import (
    MAX_STATIC_BYTES,
    NeedsDynamicError,
    Segment,
    alignment_of,
    declaration,
)
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.module_trace import ModuleTrace, current_program
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultParts
from ptxpy.dsl.tracing.source_lines import CodeLocation, attach_declaration, attach_location
from ptxpy.dsl.tracing.trace import Body, FunctionTrace, RecordedStatement
from ptxpy.dsl.values.operand_conversion import plain_name
from ptxpy.dsl.verification.uncalled_instructions import check_calls, check_loops
from ptxpy.ir import nodes as n


def open_body(
    function: FunctionDefinition, module: ModuleTrace, node: n.Function, index: int
) -> Body:
    """Return the empty body of a function; `index` counts the functions with a body before it."""
    options = function.options
    labels = options.get("labels")
    if labels is None:
        labels = f"{module.style.block_prefix}{index}_"
    outer = module.body.scope
    scope = outer and outer.inner()
    function_trace = FunctionTrace(
        function.name,
        plain_name(labels),
        options.get("file", 1),
        index,
        has_compiler_names=module.style.is_typed,
        scope=scope,
    )
    function_trace.entry = function.binding
    function_trace.is_kernel = function.kind == ".entry"
    body = module.body.inner(function_trace, scope)
    body.closing = options.get("closing")
    if scope is not None:
        # The first statement may read a parameter already.
        scope.names.parameters(node)
    return body


def trace_body(
    function: FunctionDefinition, module: ModuleTrace, statement: RecordedStatement
) -> None:
    """Run the body of a function, and add the parameters and variables that it requests.

    A kernel that needs more shared memory than may be declared, or the base of its shared memory,
    is run a second time with all its shared memory dynamic.
    """
    # The function counts as traced before it is: a body may lead back to it.
    function.traced = True
    check_calls(function.body)
    check_loops(function.body)
    body = cast("Body", statement.body)
    sequence = module.sequence
    needs_dynamic = function.binding.dynamic
    if not needs_dynamic:
        try:
            _run(function, module, statement, body)
        except NeedsDynamicError as error:
            if function.kind != ".entry":
                msg = (
                    f"{function.name} is a device function: only a kernel can have dynamic shared "
                    "memory; pass it an address"
                )
                raise trace.TraceError(msg).with_traceback(error.__traceback__) from None
            needs_dynamic = True
        else:
            shared = body.function.shared
            needs_dynamic = (
                function.kind == ".entry" and shared is not None and shared.size > MAX_STATIC_BYTES
            )
    if needs_dynamic:
        # The second run counts call sequences and asks for tensor maps anew.
        module.sequence = sequence
        function.binding.maps.clear()
        body = statement.body = open_body(function, module, statement.node, body.function.index)  # type: ignore[arg-type]
        body.function.shared = Segment(dynamic=True, name=function.binding.segment_name)
        _run(function, module, statement, body)
        _declare_dynamic(module, body.function.shared)
    shared = function.binding.shared = body.function.shared
    try:
        function.defaults = resolve_launch_defaults(function.name, shared, function.defaults)
    except trace.TraceError as error:
        raise attach_declaration(function.body, error) from None
    if function.binding.maps:
        # Maps that the body has asked for are parameters, which the head does not have yet.
        parameters = tuple(item for _, item in function.parameters(module))
        statement.node = cast("n.Function", statement.node).replace(parameters=parameters)
        if module.body.scope is not None:
            module.body.scope.record(statement.node)
    if body.function.integer_operators:
        _check_floats(body, cast("n.Function", statement.node), body.function.integer_operators)
    if _may_be_wrong(function, body):
        from ptxpy.dsl.verification.verifier import verify_function  # noqa: PLC0415 - seldom needed

        verify_function(function, body)


def _check_floats(
    body: Body, function: n.Function, operators: Mapping[int, CodeLocation | None]
) -> None:
    """Raise `TraceError` for one of some operators on integers that reads a float.

    Recent compilers keep floats in registers of bits, for which an operator without a view is that
    of integers. The function is looked at as a whole, since a value gets its register after the
    operator that reads it. The operators are those of `FunctionTrace.integer_operators`.
    """
    floats = FloatValues(float_parameters(function))
    for statement in _statements(body):
        if type(statement) is PendingResult:
            operation, sources = statement.operation, statement.sources
            if floats.types and id(statement) in operators:
                found = floats.among(sources)
                if found is not None:
                    location = operators[id(statement)]
                    # Advice is loaded where there is something to advise.
                    from ptxpy.dsl.verification.viewed_expressions import (  # noqa: PLC0415
                        float_problem,
                    )

                    error = trace.TraceError(float_problem(location, statement, *found))
                    attach_location(error, location)
                    raise error
            if statement.writes:
                destination = statement.destination
                if type(destination) is ResultParts:
                    destination = destination.lower()
                sources = (destination, *sources)
            floats.take(operation.opcode, operation.modifiers, sources)
        elif statement.node is not None:
            floats.take_statement(statement.node)


def _statements(body: Body) -> Iterator[RecordedStatement]:
    """Yield the statements of a body and of the scopes in it, in the order of the text."""
    for statement in body.statements:
        yield statement
        if statement.body is not None:
            yield from _statements(statement.body)


def _may_be_wrong(function: FunctionDefinition, body: Body) -> bool:
    """Return whether a body has anything that is verified: imported functions mostly have not."""
    traced = body.function
    return bool(
        body.module.style.is_typed
        or function.binding.is_standalone
        or any(traced.counts.values())
        or traced.counts_of_loops
        or traced.reductions
        or traced.unfinished_loops
        or traced.unopened
    )


def _run(
    function: FunctionDefinition, module: ModuleTrace, statement: RecordedStatement, body: Body
) -> None:
    given, templates = function.arguments(module)
    for handle in given:
        handle.traced_in = body.function
    run = cast("Any", function.body)
    program = current_program()
    margins = open_margins(function.body, body.function, None if program is None else program.text)
    body.function.margins = margins
    try:
        with trace.opened(body):
            result = run(*given, **templates)
            # Margins give values their registers, by which the next steps find who reads them.
            if isinstance(margins, FunctionMargins):
                finish_margins(margins, body)
            for reducer in body.function.reducers:
                reducer.check_reads(body)
            # What few kernels need is loaded for these.
            if body.function.element_loads:
                from ptxpy.dsl.lowering.inverted_guards import take_out_unread  # noqa: PLC0415

                take_out_unread(body, body.function.element_loads)
            if body.function.inversions:
                from ptxpy.dsl.lowering.inverted_guards import invert_guards  # noqa: PLC0415

                invert_guards(body)
            if body.function.released:
                # Instructions that were taken out leave gaps in the numbers of their registers.
                number_fresh(body)
    except RecursionError as error:
        msg = f"{function.name}: recursion must end while the function is traced"
        raise trace.TraceError(msg).with_traceback(error.__traceback__) from None
    finally:
        # The trace may be kept for later launches, and would keep all that global names stood for.
        body.function.module_names.clear()
    if result is not None:
        msg = f"{function.name} cannot return a value: store it in func_retval0, then ptx.ret()"
        if function.kind == ".entry":
            msg = (
                f"{function.name} cannot return a value: a kernel stores it, "
                "ptx.st.global_.f32([address], value), and ends with ptx.ret()"
            )
        failure = trace.TraceError(msg)
        attach_location(failure, _return_of(function.body))
        module.body.attach_location(module.body.statements.index(statement), failure)
        raise attach_declaration(function.body, failure)


def _return_of(body: Any) -> CodeLocation | None:
    """Return where a function returns a value other than None, at the last such place."""
    code = getattr(inspect.unwrap(body), "__code__", None)
    if type(code) is not CodeType:
        return None
    found = None
    for before, after in pairwise(dis.get_instructions(code)):
        # Python 3.12 and 3.13 return a constant in one instruction, the others load it before.
        value = after if after.opname == "RETURN_CONST" else before
        if after.opname in ("RETURN_CONST", "RETURN_VALUE") and value.argval is not None:
            found = code, after.offset
    return found


def _declare_dynamic(module: ModuleTrace, shared: Segment) -> None:
    """Declare dynamic shared memory above all functions, once in a module."""
    variable = declaration(shared)
    for statement in module.body.statements:
        node = statement.node
        if type(node) is n.Variable and node.declarators == variable.declarators:
            # The kernels of a module share the variable, so the largest alignment counts.
            if alignment_of(node) < alignment_of(variable):
                statement.node = variable
            return
    first = next(
        index
        for index, statement in enumerate(module.body.statements)
        if statement.body is not None
    )
    module.body.insert(first, RecordedStatement(variable))
