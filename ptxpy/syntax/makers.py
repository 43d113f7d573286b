"""Makers and builders: the code that fills a statement's template.

    make(t, w, names) -> build(registers, i, before)

`make` fills in what depends on the texts `t` of the tokens, once for every distinct text;
`build` fills in the registers, which differ from statement to statement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ptxpy.ir import nodes as n
from ptxpy.syntax.fill import FUNCTIONS
from ptxpy.syntax.names import Names

Builder: TypeAlias = Callable[[Sequence[n.Register], int, "str | None"], n.Node]
Maker: TypeAlias = Callable[[Sequence[Any], "n.Gaps | None", Names], Builder]

RUN = "run"
"""A token that stands for the middle of a long list of numbers starts with this word."""

_ENVIRONMENT: dict[str, Any] = {
    "new": tuple.__new__,
    "__builtins__": {"tuple": tuple},
    **{cls.__name__: cls for cls in vars(n).values() if isinstance(cls, type)},
    **{f"fill_{name}": function for name, function in FUNCTIONS.items()},
}


def compile_maker(source: str) -> Maker:
    """Compile what `ptxpy.syntax.builders.builder_source` returned."""
    scope: dict[str, Any] = {}
    exec(source, _ENVIRONMENT, scope)  # noqa: S102 - our own code, made from the grammar's shapes
    maker: Maker = scope["make"]
    return maker
