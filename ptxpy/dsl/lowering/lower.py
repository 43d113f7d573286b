"""Lower a recorded trace to IR: trace the bodies, assign destinations, attach trivia."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ptxpy.dsl.control_flow.blocks import RecordedLabel
from ptxpy.dsl.functions.bodies import trace_body
from ptxpy.dsl.lowering.label_numbering import name_labels
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.module_trace import Layout, ModuleTrace, layout_of
from ptxpy.dsl.tracing.trace import Body, RecordedStatement, TriviaRequest
from ptxpy.ir import nodes as n
from ptxpy.ir import tokens, walk
from ptxpy.isa import TERMINATORS
from ptxpy.styles import (
    StatementKind,
    TriviaPredictor,
    classify_comment,
    classify_item,
    classify_statement,
    is_gap,
    stable_gaps,
    summarise_module,
)

MAX_SCOPE_DEPTH = 128
"""The deepest nesting of scopes, the same as in the parser."""

_END_KINDS: dict[type, StatementKind] = {
    n.Scope: StatementKind.SCOPE_END,
    n.Function: StatementKind.FUNCTION_END,
    n.Section: StatementKind.SECTION_END,
}
"""The kind of the closing brace, by the statement that it closes."""


def lower_module(module: ModuleTrace) -> n.Module:
    """Trace the functions of a module that are not traced yet, and return its IR."""
    # A body may add device functions to the list, which `adopt` has traced by then.
    for function, statement in [*module.functions]:
        if statement.body is not None and function.body is not None and not function.traced:
            trace_body(function, module, statement)
    # A label that the program spells out, as `$L__tmp7`, keeps its number from those that are
    # counted.
    if module.marks.used:
        module.marks.keep(_label_names(module.body))
    predictor = TriviaPredictor(
        module.style,
        summarise_module([_with_comments(d) for d in module.body.statements if d.node]),
    )
    lowering = _Lowering(predictor, module.gaps)
    items = lowering.body(module.body, None, 0)
    closing = lowering.gap(module.body.trivia, module.body.closing, StatementKind.END, None)
    return n.Module(module.style.name, cast("Any", items), module.options, closing)


def _with_comments(statement: RecordedStatement) -> Any:
    """Return the node of an item with the gap before it that a program gives."""
    node: Any = statement.node
    if statement.trivia is None and statement.before is None:
        return node
    texts = [request.text for request in statement.trivia or ()]
    return node.replace(before="\n".join([*texts, statement.before or ""]))


def _label_names(body: Body) -> Iterator[str]:
    """Yield the labels of a body that have a name, and the symbols of its data lines."""
    for statement in body.statements:
        if statement.body is not None:
            yield from _label_names(statement.body)
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

    def __init__(self, predictor: TriviaPredictor, gaps: Mapping[str, Layout]) -> None:
        self.predictor = predictor
        self.gaps = gaps
        """Layout that statements name."""
        self.stable_states = stable_gaps(predictor.style)
        """The states in which the gap before a plain instruction is constant."""

    def body(self, body: Body, function: Any, depth: int) -> tuple[n.Node, ...]:
        """Return the nodes of a body."""
        if depth > MAX_SCOPE_DEPTH + 1:
            msg = f"scopes nested deeper than {MAX_SCOPE_DEPTH}"
            raise trace.TraceError(msg)
        out: list[n.Node] = []
        try:
            predictor = self.predictor
            predictor.previous = None
            classify = classify_item if depth == 0 else classify_statement
            stable_states = self.stable_states
            for statement in body.statements:
                node = statement.build(function)
                # Nearly all statements are plain instructions in a place where the style has one
                # constant gap.
                if (
                    type(node) is n.Instruction
                    and predictor.state in stable_states
                    and node[1] not in TERMINATORS
                    and statement.trivia is None
                    and statement.before is None
                    and statement.within is None
                ):
                    predictor.previous = node
                    predictor.has_trailing_comment = False
                    out.append(node)
                    continue
                kind = classify(node)
                before, within = statement.before, statement.within
                if before is not None or within is not None:
                    before, within = layout_of(self.gaps, before, within)
                if statement.trivia is None and before is None:
                    predictor.advance_over_comments(predictor.predict(kind, node))
                else:
                    gap = self.gap(statement.trivia, before, kind, node)
                    if gap is not None:
                        node = node.replace(before=gap)
                if within is not None:
                    node = self._apply_inner_gaps(node, within)
                predictor.advance(kind, node)
                if statement.body is not None:
                    node = self._lower_body(node, statement, function, depth)
                out.append(node)
        except trace.TraceError as error:
            # The statement at which it stopped is the first that has no node.
            if len(out) < len(body.statements):
                body.attach_location(len(out), error)
            raise
        return tuple(out)

    def _lower_body(
        self, node: Any, statement: RecordedStatement, function: Any, depth: int
    ) -> n.Node:
        body = cast("Body", statement.body)
        inner = body.function if type(node) is n.Function else function
        if type(node) is n.Section:
            items = [
                (
                    item.build(None)
                    if within is None
                    else self._apply_inner_gaps(item.build(None), within)
                )
                for item in body.statements
                for within in [layout_of(self.gaps, item.before, item.within)[1]]
            ]
            self.predictor.enter_section(node.name, items)
        if type(node) is n.Function:
            # Branches of the body have the names of labels, so labels are named before it is
            # lowered.
            name_labels(body, inner)
        nodes = self.body(body, inner, depth + 1)
        # The number of fresh registers is known now; they are declared after the program's own.
        if type(node) is n.Function and inner.counts:
            index = count_declarations(nodes)
            declarations = tuple(
                n.Variable(
                    (),
                    (n.Specifier(".reg"), n.Specifier("." + kind)),
                    (n.Declarator(n.Register(prefix), n.Literal(str(count))),),
                )
                for (prefix, kind), count in inner.counts.items()
                if count
            )
            nodes = nodes[:index] + declarations + nodes[index:]
        end = _END_KINDS[type(node)]
        node = node.replace(body=nodes)
        closing = self.gap(body.trivia, layout_of(self.gaps, body.closing, None)[0], end, node)
        if closing is not None:
            node = node.replace(closing=closing)
        self.predictor.advance(end, node)
        return cast("n.Node", node)

    def _apply_inner_gaps(self, node: Any, within: n.Gaps | str) -> Any:
        """Return a statement with its inner gaps.

        If their number does not match the tokens, the gaps of the style are used.
        """
        gaps = tuple(within.split("|")) if isinstance(within, str) else tuple(within)
        for gap in gaps:
            _check_gap(gap)
        statement_tokens = tokens(node)
        if len(gaps) != len(statement_tokens) - 1:
            return node
        if gaps == self.predictor.style.predict_inner_gaps(
            statement_tokens, asm=self.predictor.asm
        ):
            return node
        return node.replace(within=gaps)

    def gap(
        self,
        trivia: list[TriviaRequest] | None,
        before: str | None,
        kind: StatementKind,
        node: n.Node | None,
    ) -> str | None:
        """Return the gap of trivia requests and an explicit `before`; `None` if it is predicted."""
        predictor = self.predictor
        if not trivia and before is None:
            predictor.advance_over_comments(predictor.predict(kind, node))
            return None
        if not trivia and before is not None:
            _check_gap(before)
            predicted = predictor.predict(kind, node)
            predictor.advance_over_comments(before)
            return None if before == predicted else before
        # Each comment moves the predictor on while the gap is put together.
        saved = predictor.save()
        parts: list[str] = []
        block_comment = ""
        for request in trivia or ():
            if request.kind == "blank":
                parts.append(request.text)
                continue
            comment = request.text
            if request.kind == "callers":
                comment = predictor.predict_location_comment(request.callers)
            comment_class = classify_comment(comment)
            if request.space is not None:
                _check_gap(request.space)
                parts.append(request.space)
            elif request.kind == "block":
                block_comment = predictor.predict_block_comment(kind, node)
                parts += [block_comment, predictor.predict_trailing_space(block_comment)]
            elif request.kind in ("trailing", "callers"):
                parts.append(predictor.predict_trailing_space("".join(parts)))
            else:
                parts.append(predictor.predict(comment_class, None))
            parts.append(comment)
            predictor.advance(comment_class, predictor.previous, trailing=request.kind != "line")
        if before is not None:
            _check_gap(before)
            parts.append(before)
        else:
            # The prediction begins with the comment of the block, which has been written already.
            written = "" if block_comment else "".join(parts)
            parts.append(predictor.predict_rest(written, kind, node)[len(block_comment) :])
        gap = "".join(parts)
        # The style is asked from the same state what it would have written: an equal gap is left
        # out.
        predictor.restore(saved)
        predicted = predictor.predict(kind, node)
        predictor.advance_over_comments(gap)
        return None if gap == predicted else gap


def _check_gap(gap: str) -> None:
    """Raise `TraceError` for a gap that is more than white space and comments."""
    if gap.strip(" \t\n") and not is_gap(gap):
        msg = f"a gap may only contain white space and comments, not {gap!r}"
        raise trace.TraceError(msg)


def count_declarations(nodes: tuple[n.Node, ...]) -> int:
    """Return how many statements at the start of a body declare registers or the stack."""
    count = 0
    while count < len(nodes) and classify_statement(nodes[count]) in (
        StatementKind.REGISTERS,
        StatementKind.LOCAL,
    ):
        count += 1
    return count
