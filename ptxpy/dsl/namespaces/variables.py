"""Declarations of variables: `var("const", b8[32], "table", init=b"…")`."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.values.operand_conversion import Register, Symbol, operand
from ptxpy.dsl.values.types import Type, name_node, number, specifier
from ptxpy.ir import nodes as n


def declarator(
    name: str,
    *sizes: int | n.Operand | None,
    count: int | n.Operand | None = None,
    init: Any = None,
    double: bool = False,
) -> n.Declarator:
    """Return a declarator: a name, array sizes (`None` for `[]`), `<count>`, initial value."""
    return n.Declarator(
        name_node(name),
        None if count is None else number(count),
        tuple(n.Dimension(None if size is None else number(size)) for size in sizes),
        None if init is None else _initializer(init, double=double),
    )


_BYTES: Final = tuple(n.Literal(str(byte)) for byte in range(256))


def _initializer(value: Any, *, double: bool) -> Any:
    if isinstance(value, bytes):
        return n.Vector(tuple(map(_BYTES.__getitem__, value)))
    if type(value) is tuple:  # nodes are tuples too
        return n.Vector(tuple([_initializer(item, double=double) for item in value]))
    return operand(value, double=double)


def var(
    space: str | None,
    kind: Type,
    *names: str | n.Declarator,
    align: int | n.Operand | None = None,
    init: Any = None,
    linkage: str | None = None,
    before: str | None = None,
    within: n.Gaps | str | None = None,
) -> Any:
    """Declare a variable: `var("const", b8[32], "table", align=4, init=b"…")`.

    `space` is the state space without its dot (`None` when the type brings it). `init` is a
    number, a name, a tuple, or for `.b8` arrays `bytes`. Several variables of one declaration are
    given as `declarator(…)`. Returns the symbol, or a tuple of several.
    """
    specifiers: tuple[n.AnySpecifier, ...] = ()
    if space is not None:
        specifiers = (specifier("." + space),)
    if align is not None:
        specifiers += (n.Align(number(align)),)
    specifiers += kind.specifiers
    double = kind.fundamental == "f64"
    registers = n.space_of(specifiers) == ".reg"
    declarators = []
    for name in names:
        if isinstance(name, n.Declarator):
            declarators.append(name)
        else:
            initial = None if init is None else _initializer(init, double=double)
            declarators.append(n.Declarator(name_node(name), None, kind.dimensions, initial))
    # A name without a percent sign is a symbol in all spaces but that of registers.
    if registers:
        declarators = [d.replace(name=n.Register(d.name.name)) for d in declarators]
    words = tuple(specifier("." + word).name for word in (linkage or "").split())
    node = n.Variable(words, specifiers, tuple(declarators))
    trace.record(node, before, within)
    made = tuple(
        Register(n.Register(d.name.name)) if registers else Symbol(d.name) for d in declarators
    )
    return made[0] if len(made) == 1 else made
