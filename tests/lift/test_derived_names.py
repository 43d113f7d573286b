"""Names that follow from expressions."""

from __future__ import annotations

import pytest

from ptxpy.lift.derived_names import names_of_value
from ptxpy.pytree import tree as t

A, B = t.Register("r", 1), t.Register("r", 2)


@pytest.mark.parametrize(
    "made",
    [
        {A: A},
        {A: t.View(A, "u32")},
        {A: t.Binary(A, "+", B)},
        {A: t.Binary(B, "+", 3), B: t.Binary(A, "+", B)},
        {A: t.View(B, "u32"), B: t.View(A, "s32")},
    ],
)
def test_values_that_are_made_of_themselves(made: dict[t.Register, t.Expression]) -> None:
    """A loop makes them of what the turn before has made, and no name tells of that."""

    def known(part: t.Expression) -> tuple[str, t.Expression | None]:
        return "", made.get(part) if isinstance(part, t.Register) else None

    assert names_of_value(t.Binary(A, "+", B), known) == ["sum"]
    assert names_of_value(t.Binary(A, "<<", 6), known) == ["shifted"]
