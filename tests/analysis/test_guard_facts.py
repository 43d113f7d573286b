"""Facts under guards: all that an execution finds, and no more than without regard to guards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.analysis import bodies, control_flow, flatten, register_table
from ptxpy.analysis.dataflow import GenKill, facts_before
from ptxpy.analysis.guard_facts import Change, guarded_facts

if TYPE_CHECKING:
    from collections.abc import Iterator

GUARDS = ("", "@%p0 ", "@!%p0 ", "@%p1 ", "@!%p1 ", "@%p2 ")
LABELS = 3

statement = st.one_of(
    st.tuples(st.sampled_from(GUARDS), st.just("mark"), st.integers(0, 15), st.integers(0, 15)),
    st.tuples(st.just(""), st.just("set"), st.integers(0, 2), st.just(0)),
    st.tuples(st.sampled_from(GUARDS), st.just("bra"), st.integers(0, LABELS - 1), st.just(0)),
    st.tuples(st.just(""), st.just("label"), st.just(0), st.just(0)),
)


Statement = tuple[str, str, int, int]
"""A guard, what the statement is, and two numbers: facts that it makes and ends, or a label."""


def written(program: list[Statement]) -> tuple[str, list[Statement]]:
    """Return a program as PTX, and its statements: each label is there once."""
    lines: list[str] = []
    statements: list[Statement] = []
    labels = sum(kind == "label" for _, kind, _, _ in program)
    label: Statement = ("", "label", 0, 0)
    seen = 0
    for each in [*program, *[label] * (LABELS - labels)]:
        guard, kind, one, _ = each
        if kind == "label":
            if seen == LABELS:
                continue
            seen += 1
        statements.append(each)
        lines.append(
            {
                "label": f"L{seen - 1}:",
                "mark": f"{guard}add.u32 %r0, %r0, 1;",
                "set": f"setp.eq.u32 %p{one}, %r0, 0;",
                "bra": f"{guard}bra L{one};",
            }[kind]
        )
    head = ".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n"
    declared = ".reg .pred %p<3>;\n.reg .u32 %r<1>;\n"
    return f"{head}{declared}" + "\n".join(lines) + "\nret;\n}\n", statements


def met(statements: list[Statement], values: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield the marks that an execution reaches, by index, with the facts that hold there."""
    labels = [at for at, (_, kind, _, _) in enumerate(statements) if kind == "label"]
    predicates = [False, True, False]
    at = facts = 0
    for value in values:
        if at == len(statements):
            return
        guard, kind, one, other = statements[at]
        executes = not guard or predicates[int(guard.strip()[-1])] is not ("!" in guard)
        if kind == "set":
            predicates[one] = value
        elif kind == "mark" and executes:
            yield at, facts
            facts = one | (facts & ~other)
        at = labels[one] if kind == "bra" and executes else at + 1


@given(st.lists(statement, max_size=12), st.lists(st.booleans(), min_size=60, max_size=60))
def test_facts_of_executions(program: list[Statement], values: list[bool]) -> None:
    """Of random programs: marks change facts, and predicates get random values."""
    text, statements = written(program)
    (body,) = bodies(ptxpy.parse(text))
    code = flatten(body.function, body.ordinal)
    table, accesses = register_table(code)
    graph = control_flow(code)
    first = 2  # after the declarations
    changes = {
        first + at: Change(one, other)
        for at, (_, kind, one, other) in enumerate(statements)
        if kind == "mark"
    }
    found = guarded_facts(graph, table, accesses, changes)
    transfers = [
        GenKill(at, change.gen, change.kill if not accesses[at].guarded else 0)
        for at, change in changes.items()
    ]
    for transfer, facts in zip(transfers, facts_before(graph, transfers), strict=True):
        assert found[transfer.statement_index] & ~facts == 0
    for at, facts in met(statements, values):
        assert facts & ~found[first + at] == 0
