"""Names of groups after what they do to memory."""

from __future__ import annotations

import pytest

from ptxpy.lift.group_effects import effect_of
from ptxpy.pytree import tree as t

A, B = t.List(("addr",)), t.List(("addr", "n"))


def load(target: str, address: t.Expression, space: str = "shared") -> t.Statement:
    """Return a load into a name."""
    return t.Assign([target], t.Call(f"ptx.ld.{space}.u32", (address,)))


def store(address: t.Expression, value: t.Expression, space: str = "shared") -> t.Statement:
    """Return a store."""
    return t.Evaluate(t.Call(f"ptx.st.{space}.u32", (address, value)))


def guarded(*statements: t.Statement) -> t.Statement:
    """Return a block that a condition guards."""
    return t.With([t.Context(t.Call("ptx.unless", ("p",)), "")], [*statements])


BAR = t.Evaluate(t.Call("ptx.bar.sync", (0,)))
SUM = t.Binary("x", "+", "y")


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ([load("x", A), load("y", B), store(A, "y"), store(B, "x")], "exchange"),
        ([load("x", A), load("y", B), guarded(store(A, "y"), store(B, "x"))], "compare_exchange"),
        ([load("x", A), load("y", B), store(A, "y"), store(B, SUM)], "exchange_add"),
        ([load("x", A), load("y", B), store(A, SUM), BAR], "add_shared_sync"),
        ([load("x", A), load("y", B), store(A, t.Binary("x", "-", SUM))], "update_shared"),
        ([load("x", A, "global_"), store(B, "x")], "copy_global_to_shared"),
        ([load("x", A), store(B, "x")], "copy_in_shared"),
        # What is stored in the place of another value is made otherwise, or nothing of it.
        ([load("x", A), load("y", B), store(A, "x"), store(B, "y")], "copy_in_shared"),
        ([load("x", A), store(A, "z")], ""),
        ([load("x", A), BAR], ""),
        ([load("x", A), store(B, t.Binary("x", "+", 1))], ""),
        ([load("x", A), store(A, "x"), t.Evaluate(t.Call("ptx.ret", ()))], ""),
    ],
)
def test_effects(body: list[t.Statement], name: str) -> None:
    """A group is called after what all its stores do."""
    assert effect_of(body) == name
