"""The namespaces that authors write in: `ptx`, `smem`, and variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy import isa
from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.namespaces.operand_expressions import Expressions
from ptxpy.dsl.namespaces.raw_text import RawText
from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import ExplicitInstructions, Instructions, Operation
from ptxpy.dsl.tracing.pending_results import Place
from ptxpy.dsl.values.operand_conversion import Handle, Register, Symbol, operand, plain_name
from ptxpy.dsl.values.types import Type, name_node, number, specifier
from ptxpy.ir import nodes as n
from ptxpy.isa.suggest import nearest

if TYPE_CHECKING:  # every instruction by name, for editors: made by tools/generate_stubs
    from ptxpy.dsl.namespaces.instruction_stubs import InstructionStubs as ExplicitNamed
    from ptxpy.dsl.namespaces.instruction_stubs import InstructionStubs as Named
else:
    Named, ExplicitNamed = Instructions, ExplicitInstructions


class SpecialRegister(Handle):
    """A special register: an operand, and a call that moves it into a register."""

    __slots__ = ("_components",)

    def __init__(self, node: n.Register | n.Component) -> None:
        """Take the register's node."""
        super().__init__(node)
        self._components: dict[str, SpecialRegister] = {}

    def __getattr__(self, name: str) -> SpecialRegister:
        """Return a component: `ptx.special.tid.x`."""
        if name.startswith("_") or not isinstance(self.node, n.Register):
            raise AttributeError(name)
        found = self._components.get(name)
        if found is None:
            known = isa.lookup(self.node.name)
            if known is not None and name not in known.components + "w"[: len(known.components)]:
                parts = ", ".join(f".{part}" for part in known.components) or "no components"
                msg = f"ptx.special.{self.node.name[1:]} has {parts}, and no .{name}"
                raise AttributeError(msg)
            found = SpecialRegister(n.Component(self.node, plain_name(name)))
            self._components[name] = found
        return found

    def __call__(self) -> Place:
        """Emit a `mov` of the register, of its type, and return its destination.

        `TypeError` for a vector: its components are numbers, `ptx.special.tid.x()`.
        """
        base = self.node.base if isinstance(self.node, n.Component) else self.node
        known = isa.lookup(base.name) if isinstance(base, n.Register) else None
        if known is None:
            msg = f"{base!r} is not a special register"
            raise TypeError(msg)
        if known.components and base is self.node:
            name = f"ptx.special.{base.name[1:]}"
            msg = f"{name} is a vector: write {name}.x(), .y() or .z()"
            raise TypeError(msg)
        return Operation("mov", (f".{known.type}",))(self)


class SpecialRegisters:
    """The special registers by name without the percent sign (PTX ISA 10)."""

    def __getattr__(self, name: str) -> SpecialRegister:
        """Return a special register; `AttributeError` for one that PTX does not have."""
        if name.startswith("__"):
            raise AttributeError(name)
        if not isa.is_special("%" + name):
            vectors = [
                f"{known.name[1:]}.{part}"
                for known in isa.SPECIAL_REGISTERS
                for part in known.components
            ]
            names = [known.name[1:] for known in isa.SPECIAL_REGISTERS]
            close = [word for word in (*vectors, *names) if word.replace(".", "") == name]
            close = close or [*nearest(name, [*names, *vectors])]
            hint = f"; did you mean {' or '.join(close[:2])}?" if close else ""
            msg = f"PTX has no special register %{name}{hint}"
            raise AttributeError(msg)
        found = SpecialRegister(n.Register("%" + plain_name(name)))
        setattr(self, name, found)
        return found


class PTX(Statements, ControlFlow, Expressions, RawText, Named):
    """The namespace `ptx`: every instruction, and the statements and operands around them.

    A dotted opcode emits exactly one instruction: `r[1] = ptx.add.s32(r[2], 1)`.
    """

    inst = ExplicitNamed()
    special = SpecialRegisters()


def declarator(
    name: str,
    *sizes: int | n.Operand | None,
    count: int | n.Operand | None = None,
    init: Any = None,
    double: bool = False,
) -> n.Declarator:
    """Return a declared name: array sizes (`None` for `[]`), `<count>`, initial value."""
    return n.Declarator(
        name_node(name),
        None if count is None else number(count),
        tuple(n.Dimension(None if size is None else number(size)) for size in sizes),
        None if init is None else _initializer(init, double=double),
    )


def _initializer(value: Any, *, double: bool) -> Any:
    if isinstance(value, bytes):
        return n.Vector(tuple([n.Literal(str(byte)) for byte in value]))
    if type(value) is tuple:  # nodes are tuples too
        return n.Vector(tuple([_initializer(item, double=double) for item in value]))
    return operand(value, double=double)


def var(  # noqa: PLR0913 - a declaration has these parts
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
    if registers:
        declarators = [d.replace(name=n.Register(d.name.name)) for d in declarators]
    words = tuple(specifier("." + word).name for word in (linkage or "").split())
    node = n.Variable(words, specifiers, tuple(declarators))
    trace.record(node, before, within)
    made = tuple(
        Register(n.Register(d.name.name)) if registers else Symbol(d.name) for d in declarators
    )
    return made[0] if len(made) == 1 else made
