"""`ptx.raw`: PTX text that becomes statements."""

from __future__ import annotations

from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import ExplicitOperation
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import without_layout
from ptxpy.syntax import PtxSyntaxError, parse

_HEAD = ".entry raw() {\n"


class RawText:
    """PTX text in the namespace `ptx`."""

    def raw(self, text: str) -> None:
        """Parse PTX statements and emit them; the layout is the style's.

        The text is parsed like a file and becomes IR. Raises `PtxSyntaxError` for text that is not
        PTX, and `InstructionError` for an instruction that the table does not allow. Register
        names are those of PTX.
        """
        trace.function_body()
        for statement in _statements(text):
            _emit(statement)


def _statements(text: str) -> tuple[n.Statement, ...]:
    try:
        module = parse(f"{_HEAD}{text}\n}}\n", "<ptx.raw>")
    except PtxSyntaxError as error:
        problems = [problem._replace(line=problem.line - 1) for problem in error.problems]
        raise PtxSyntaxError(problems, error.filename) from None
    if len(module.body) != 1 or not isinstance(module.body[0], n.Function):
        msg = "ptx.raw takes only statements of a function body, but this text closes the body"
        raise trace.TraceError(msg)
    return module.body[0].body or ()


def _emit(statement: n.Statement) -> None:
    if isinstance(statement, n.Instruction):
        guard = statement.guard
        register = None if guard is None else guard.register
        negated = guard is not None and guard.negated
        ExplicitOperation(statement.opcode, statement.modifiers)(
            *statement.operands,
            when=None if negated else register,
            unless=register if negated else None,
        )
    elif isinstance(statement, n.Scope):
        statements = Statements()
        statements.scope_open()
        for inner in statement.body:
            _emit(inner)
        statements.scope_close()
    else:
        trace.record(without_layout(statement), None, None)
