"""Lower a recorded trace to IR: trace the bodies, assign destinations, attach trivia."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ptxpy.dsl.control_flow.blocks import RecordedLabel
from ptxpy.dsl.functions.bodies import trace_body
from ptxpy.dsl.lowering.label_numbering import name_labels
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.module_trace import ModuleTrace
from ptxpy.dsl.tracing.trace import Body, RecordedStatement, TriviaRequest
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.ir.tokens import tokens
from ptxpy.isa import TERMINATORS
from ptxpy.styles import (
    StatementKind,
    TriviaPredictor,
    classify_comment,
    classify_item,
    classify_statement,
    stable_gaps,
    summarise_module,
)
from ptxpy.styles.comments import is_gap

MAX_SCOPE_DEPTH = 128
"""Scopes that may be nested within each other, as in the parser."""

_END_KINDS: dict[type, StatementKind] = {
    n.Scope: StatementKind.SCOPE_END,
    n.Function: StatementKind.FUNCTION_END,
    n.Section: StatementKind.SECTION_END,
}
"""The kind of the closing brace, by the statement that it closes."""


def lower_module(module: ModuleTrace) -> n.Module:
    """Trace the functions of a module that are still open, and return its IR."""
    for function, statement in [*module.functions]:
        if statement.body is not None and function.body is not None and not function.traced:
            trace_body(function, module, statement)
    _reserve_marks(module)
    layout = TriviaPredictor(
        module.style, summarise_module([d.node for d in module.body.statements if d.node])
    )
    lowering = _Lowering(layout)
    items = lowering.body(module.body, None, 0)
    closing = lowering.gap(module.body.trivia, module.body.closing, StatementKind.END, None)
    return n.Module(module.style.name, cast("Any", items), module.options, closing)


def _reserve_marks(module: ModuleTrace) -> None:
    """Reserve the numbers of marks that debug sections name, or labels carry in their names."""
    if module.marks.used:
        module.marks.keep(_names(module.body))


def _names(body: Body) -> Iterator[str]:
    """Yield the labels of a body with names of their own, and the symbols of its data lines."""
    for statement in body.statements:
        if statement.body is not None:
            yield from _names(statement.body)
        elif isinstance(statement, RecordedLabel):
            yield statement.target.name or ""
        elif type(statement.node) is n.Label:
            yield statement.node.name
        elif type(statement.node) is n.Data:
            values = [value for value in statement.node.values if type(value) is not n.Literal]
            yield from (
                node.name for value in values for node in walk(value) if type(node) is n.Symbol
            )


class _Lowering:
    """Lowers bodies of recorded statements to nodes, in the order of the text."""

    def __init__(self, layout: TriviaPredictor) -> None:
        self.layout = layout
        self.even = stable_gaps(layout.style)
        """The states in which the layout of plain instructions needs no thought."""

    def body(self, body: Body, function: Any, depth: int) -> tuple[n.Node, ...]:
        """Return the nodes of a body."""
        if depth > MAX_SCOPE_DEPTH + 1:
            msg = f"scopes nested deeper than {MAX_SCOPE_DEPTH}"
            raise trace.TraceError(msg)
        out: list[n.Node] = []
        try:
            self._lower_statements(body, function, depth, out)
        except trace.TraceError as error:
            if len(out) < len(body.statements):
                body.attach_location(len(out), error)
            raise
        return tuple(out)

    def _lower_statements(self, body: Body, function: Any, depth: int, out: list[n.Node]) -> None:
        layout = self.layout
        layout.previous = None
        classify = classify_item if depth == 0 else classify_statement
        even = self.even
        for statement in body.statements:
            node = statement.build(function)
            if (
                type(node) is n.Instruction
                and layout.state in even
                and node[1] not in TERMINATORS
                and statement.trivia is None
                and statement.before is None
                and statement.within is None
            ):
                layout.previous = node
                layout.has_trailing_comment = False
                out.append(node)
                continue
            kind = classify(node)
            if statement.trivia is None and statement.before is None:
                layout.advance_over_comments(layout.predict(kind, node))
            else:
                before = self.gap(statement.trivia, statement.before, kind, node)
                if before is not None:
                    node = node.replace(before=before)
            if statement.within is not None:
                node = self._within(node, statement.within)
            layout.advance(kind, node)
            if statement.body is not None:
                node = self._nested(node, statement, function, depth)
            out.append(node)

    def _nested(self, node: Any, statement: RecordedStatement, function: Any, depth: int) -> n.Node:
        body = cast("Body", statement.body)
        inner = body.function if type(node) is n.Function else function
        if type(node) is n.Section:
            items = [
                (
                    item.build(None)
                    if item.within is None
                    else self._within(item.build(None), item.within)
                )
                for item in body.statements
            ]
            self.layout.enter_section(node.name, items)
        if type(node) is n.Function:
            name_labels(body, inner)
        nodes = self.body(body, inner, depth + 1)
        if type(node) is n.Function and inner.counts:
            nodes = _declare_fresh(nodes, inner.counts)
        end = _END_KINDS[type(node)]
        node = node.replace(body=nodes)
        closing = self.gap(body.trivia, body.closing, end, node)
        if closing is not None:
            node = node.replace(closing=closing)
        self.layout.advance(end, node)
        return cast("n.Node", node)

    def _within(self, node: Any, within: n.Gaps | str) -> Any:
        """Return a statement with its gaps; where they do not fit its tokens, the style's hold."""
        gaps = tuple(within.split("|")) if isinstance(within, str) else tuple(within)
        for gap in gaps:
            _check_gap(gap)
        spelled = tokens(node)
        if len(gaps) != len(spelled) - 1:
            return node
        if gaps == self.layout.style.predict_inner_gaps(spelled, asm=self.layout.asm):
            return node
        return node.replace(within=gaps)

    def gap(
        self,
        trivia: list[TriviaRequest] | None,
        before: str | None,
        kind: StatementKind,
        node: n.Node | None,
    ) -> str | None:
        """Return the gap that trivia and an explicit `before` make, `None` if it is predicted."""
        layout = self.layout
        if not trivia and before is None:
            layout.advance_over_comments(layout.predict(kind, node))
            return None
        saved = layout.save()
        parts: list[str] = []
        announced = ""
        for request in trivia or ():
            if request.kind == "blank":
                parts.append(request.text)
                continue
            comment = request.text
            if request.kind == "callers":
                comment = layout.predict_location_comment(request.callers)
            comment_class = classify_comment(comment)
            if request.space is not None:
                _check_gap(request.space)
                parts.append(request.space)
            elif request.kind == "block":
                announced = layout.predict_block_comment(kind, node)
                parts += [announced, layout.predict_trailing_space(announced)]
            elif request.kind in ("behind", "callers"):
                parts.append(layout.predict_trailing_space("".join(parts)))
            else:
                parts.append(layout.predict(comment_class, None))
            parts.append(comment)
            layout.advance(comment_class, layout.previous, trailing=request.kind != "line")
        if before is not None:
            _check_gap(before)
            parts.append(before)
        else:
            parts.append(layout.predict(kind, node)[len(announced) :])
        gap = "".join(parts)
        layout.restore(saved)
        predicted = layout.predict(kind, node)
        layout.advance_over_comments(gap)
        return None if gap == predicted else gap


def _check_gap(gap: str) -> None:
    """Raise `TraceError` for a gap that is more than white space and comments."""
    if not is_gap(gap):
        msg = f"layout is white space and comments, not {gap!r}"
        raise trace.TraceError(msg)


def count_declarations(nodes: tuple[n.Node, ...]) -> int:
    """Return the number of leading statements of a body that declare registers or the stack."""
    at = 0
    while at < len(nodes) and classify_statement(nodes[at]) in (
        StatementKind.REGISTERS,
        StatementKind.LOCAL,
    ):
        at += 1
    return at


def _declare_fresh(
    nodes: tuple[n.Node, ...], counts: dict[tuple[str, str], int]
) -> tuple[n.Node, ...]:
    """Declare the fresh registers of a function after its other register declarations."""
    at = count_declarations(nodes)
    declared = tuple(
        n.Variable(
            (),
            (n.Specifier(".reg"), n.Specifier("." + kind)),
            (n.Declarator(n.Register(prefix), n.Literal(str(count))),),
        )
        for (prefix, kind), count in counts.items()
    )
    return nodes[:at] + declared + nodes[at:]
