"""The namespace `ptx`: instructions, statements, operands, numbers, special registers, raw text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy import isa
from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.other_names import advice_for
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import (
    ExplicitInstructions,
    ExplicitOperation,
    Instructions,
    Operation,
)
from ptxpy.dsl.values.operand_conversion import Handle, number, operand, operands, plain_name
from ptxpy.dsl.values.types import name_node, specifier
from ptxpy.ir import nodes as n
from ptxpy.ir import without_layout
from ptxpy.isa import CACHE_POLICIES, CONSTANTS, FULL_MASK, GENERATORS, nearest
from ptxpy.syntax import PtxSyntaxError, parse

if TYPE_CHECKING:
    from ptxpy.dsl.helpers.pipelines import NamedBarrier, PipelineState
    from ptxpy.dsl.namespaces.instruction_stubs import SpecialStubs
    from ptxpy.dsl.namespaces.operand_stubs import Number
else:
    SpecialStubs = object

UNARY_OPERATORS = frozenset({"-", "+", "!", "~"})
"""Unary operators of constant expressions (PTX ISA 4.5.4)."""
BINARY_OPERATORS = frozenset(
    "* / % + - << >> < <= > >= == != & ^ | && || =".split()  # noqa: SIM905 - as the manual lists them
)
"""Binary operators of constant expressions (PTX ISA 4.5.4)."""
NUMBERS: Final[dict[str, int | float]] = {
    **CONSTANTS,
    **CACHE_POLICIES,
    **GENERATORS,
    "FULL_MASK": FULL_MASK,
}
"""The named numbers."""
_RAW_HEAD = ".entry raw() {\n"
"""The function around raw text, which is parsed as a file."""


class SpecialRegister(Handle):
    """A special register: an operand, and a call that moves it into a register."""

    __slots__ = ("_components",)

    def __init__(self, node: n.Register | n.Component) -> None:
        """Create the handle of a special register."""
        super().__init__(node)
        self._components: dict[str, SpecialRegister] = {}

    if not TYPE_CHECKING:  # the stubs have the names

        def __getattr__(self, name: str) -> SpecialRegister:
            """Return a component: `ptx.special.tid.x`."""
            if name.startswith("_") or not isinstance(self.node, n.Register):
                raise AttributeError(name)
            found = self._components.get(name)
            if found is None:
                known = isa.lookup(self.node.name)
                # Vectors have a fourth component in PTX, which is always 0: `%tid.w`.
                if (
                    known is not None
                    and name not in known.components + "w"[: len(known.components)]
                ):
                    parts = ", ".join(f".{part}" for part in known.components) or "no components"
                    msg = f"ptx.special.{self.node.name[1:]} has {parts}, not .{name}"
                    raise AttributeError(msg)
                found = SpecialRegister(n.Component(self.node, plain_name(name)))
                self._components[name] = found
            return found

    def __call__(self) -> Number:
        """Emit a `mov` of the register, of its type, and return its pending result.

        Outside a kernel nothing is emitted: the result is the register, an operand for later.
        `TypeError` for a vector: only its components can be moved, `ptx.special.tid.x()`.
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
        if not trace.in_function():
            return self  # type: ignore[return-value] # an operand, as the number is
        return Operation("mov", (f".{known.type}",))(self)  # type: ignore[return-value]

    def instead(self) -> str:
        """Return the call that reads the register."""
        part = f".{self.node.component}" if isinstance(self.node, n.Component) else ""
        base = self.node.base if isinstance(self.node, n.Component) else self.node
        name = base.name.removeprefix("%") if isinstance(base, n.Register) else str(base)
        known = isa.lookup(f"%{name}")
        if known is not None and known.components and not part:
            part = f".{known.components[0]}"
        return f"ptx.special.{name}{part}()"

    def __repr__(self) -> str:
        """Show the register as PTX does."""
        part = f".{self.node.component}" if isinstance(self.node, n.Component) else ""
        base = self.node.base if isinstance(self.node, n.Component) else self.node
        return f"<special register {base.name if isinstance(base, n.Register) else base}{part}>"


class SpecialRegisters(SpecialStubs):
    """The special registers by name without the percent sign (PTX ISA 10)."""

    if not TYPE_CHECKING:  # the stubs have the names

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
                # `tidx` is `tid.x` without its dot.
                close = [word for word in (*vectors, *names) if word.replace(".", "") == name]
                close = close or [*nearest(name, [*names, *vectors])]
                known = advice_for(name)
                hint = f"; did you mean {' or '.join(close[:2])}?" if close else ""
                hint = f": write {known}" if known else hint
                msg = f"PTX has no special register %{name}{hint}"
                raise AttributeError(msg)
            found = SpecialRegister(n.Register("%" + plain_name(name)))
            setattr(self, name, found)
            return found


class RawText:
    """PTX text in the namespace `ptx`."""

    def raw(self, text: str) -> None:
        """Parse PTX statements and emit them; the layout is the style's.

        The text is parsed like a file and becomes IR. Raises `PtxSyntaxError` for text that is not
        PTX, and `InstructionError` for an instruction that the table does not allow. Register
        names are those of PTX.
        """
        # Outside of a function this is the error, whatever the text is.
        trace.function_body()
        try:
            module = parse(f"{_RAW_HEAD}{text}\n}}\n", "<ptx.raw>")
        except PtxSyntaxError as error:
            # The head before the text is a line of its own, which the author does not know.
            problems = [problem._replace(line=problem.line - 1) for problem in error.problems]
            raise PtxSyntaxError(problems, error.filename) from None
        # A brace in the text may close the function that was put around it.
        if len(module.body) != 1 or not isinstance(module.body[0], n.Function):
            msg = "ptx.raw takes only statements of a function body, but this text closes the body"
            raise trace.TraceError(msg)
        for statement in module.body[0].body or ():
            _emit(statement)


def _emit(statement: n.Statement) -> None:
    if isinstance(statement, n.Instruction):
        guard = statement.guard
        register = None if guard is None else guard.register
        negated = guard is not None and guard.negated
        # An instruction in the text is checked like one that is called.
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


class Expressions:
    """Constructors of operands, part of the namespace `ptx`."""

    inf = float("inf")
    """Infinity: `0f7F800000`, or `0d7FF0000000000000` in an instruction with `.f64`."""

    def register(self, name: str) -> n.Register:
        """Return the register of a name that is not declared here: `ptx.register("acc")`."""
        return n.Register(name_node(name).name)

    def symbol(self, name: str) -> n.Symbol:
        """Return the symbol of a name; a string means the same unless it names a register."""
        return n.Symbol(plain_name(name))

    def literal(self, text: str) -> n.Literal:
        """Return a number as it is spelled: `ptx.literal("0xFFU")`."""
        return number(text)

    def hex(
        self, value: int, *, digits: int = 1, upper: bool = True, unsigned: bool = False
    ) -> n.Literal:
        """Return a hexadecimal number: `ptx.hex(0x7F, digits=8)` is `0x0000007F`."""
        text = f"{abs(value):0{digits}{'X' if upper else 'x'}}"
        return number(f"{'-' if value < 0 else ''}0x{text}{'U' if unsigned else ''}")

    def unary(self, operator: str, value: Any) -> n.Unary:
        """Return an operator before an operand: `ptx.unary("!", p)`."""
        if operator not in UNARY_OPERATORS:
            msg = f"not an operator: {operator!r}"
            raise ValueError(msg)
        return n.Unary(operator, operand(value))

    def binary(self, left: Any, operator: str, right: Any) -> n.Binary:
        """Return a constant expression: `ptx.binary(3, "+", 4)`."""
        if operator not in BINARY_OPERATORS:
            msg = f"not an operator: {operator!r}"
            raise ValueError(msg)
        return n.Binary(operand(left), operator, operand(right))

    def conditional(self, condition: Any, chosen: Any, otherwise: Any) -> n.Conditional:
        """Return `condition ? chosen : otherwise`."""
        return n.Conditional(*operands((condition, chosen, otherwise)))

    def parenthesized(self, value: Any) -> n.Parenthesized:
        """Return an operand in parentheses."""
        return n.Parenthesized(operand(value))

    def cast(self, kind: str, value: Any) -> n.Cast:
        """Return `(.s64)value`: `ptx.cast("s64", 1)`."""
        return n.Cast(specifier("." + kind).name, operand(value))

    def apply(self, function: Any, argument: Any) -> n.Apply:
        """Return `generic(x)` or a mask, `0xff(x)`."""
        return n.Apply(operand(function), operand(argument))

    def pair(self, first: Any, second: Any) -> n.Pair:
        """Return `first|second`."""
        return n.Pair(*operands((first, second)))

    def vector(self, *elements: Any) -> n.Vector:
        """Return `{a, b}`; a tuple means the same."""
        return n.Vector(operands(elements))

    def subscript(self, base: Any, index: Any) -> n.Subscript:
        """Return `base[index]`."""
        return n.Subscript(operand(base), operand(index))

    def address(self, base: Any, *coordinates: Any, offset: Any = None) -> n.Address:
        """Return `[base+offset, coordinates…]`; a list is the shorter notation."""
        return n.Address(
            operand(base), None if offset is None else operand(offset), operands(coordinates)
        )

    def component(self, base: Any, name: str) -> n.Component:
        """Return a component of a vector: `ptx.component(v, "x")` is `v.x`."""
        return n.Component(operand(base), plain_name(name))

    def ranged(self, name: str, count: int | n.Literal) -> n.Ranged:
        """Return the labels `L<4>` in a list of branch targets."""
        return n.Ranged(n.Symbol(plain_name(name)), operand(count))


class NamedNumbers:
    """The named numbers, part of the namespace `ptx`; as operands they are plain numbers."""

    PI: float
    """The ratio of a circle's circumference to its diameter."""
    E: float
    """The base of natural logarithms."""
    LN2: float
    """The natural logarithm of 2."""
    LN10: float
    """The natural logarithm of 10."""
    LOG2E: float
    """The logarithm of e to the base 2: `ex2(x * LOG2E)` is e to the power of x."""
    LOG10E: float
    """The logarithm of e to the base 10."""
    FLT_MAX: float
    """The largest finite number of 32 bits."""
    DBL_MAX: float
    """The largest finite number of 64 bits."""
    LN2_F64_2: float
    """The second of two numbers of 64 bits that LN2 is the sum of."""
    LOG2E_F32_2: float
    """The second of two numbers of 32 bits that LOG2E is the sum of."""
    HALF_PI_F32_1: float
    """The first of three numbers of 32 bits that half of PI is the sum of."""
    HALF_PI_F32_2: float
    """The second of three numbers of 32 bits that half of PI is the sum of."""
    HALF_PI_F32_3: float
    """The third of three numbers of 32 bits that half of PI is the sum of."""
    HALF_PI_F64_2: float
    """The second of three numbers of 64 bits that half of PI is the sum of; the first is PI / 2."""
    HALF_PI_F64_3: float
    """The third of three numbers of 64 bits that half of PI is the sum of."""
    EVICT_NORMAL: int
    """The cache policy of L2 that has no preference, 64 bits."""
    EVICT_FIRST: int
    """The cache policy of L2 that evicts lines first."""
    EVICT_LAST: int
    """The cache policy of L2 that evicts lines last."""
    FULL_MASK: int
    """The mask of members that has all threads of a warp: -1."""
    PHILOX_M0: int
    """The first multiplier of the generator Philox 4x32."""
    PHILOX_M1: int
    """Its second multiplier."""
    PHILOX_W0: int
    """The increment of its first key in each round."""
    PHILOX_W1: int
    """The increment of its second key in each round."""
    PCG_MULTIPLIER: int
    """The multiplier of the generator PCG with 32 bits of state."""
    PCG_INCREMENT: int
    """Its increment."""
    PCG_OUTPUT_MULTIPLIER: int
    """The multiplier of its output permutation."""


# The class lists the names for editors and type checkers; the values are in the table.
for _name, _number in NUMBERS.items():
    setattr(NamedNumbers, _name, _number)


if TYPE_CHECKING:  # every instruction by name, for editors: made by tools/generate_stubs
    from ptxpy.dsl.namespaces.instruction_stubs import ExplicitStubs as ExplicitNamed
    from ptxpy.dsl.namespaces.instruction_stubs import InstructionStubs as Named
else:
    Named, ExplicitNamed = Instructions, ExplicitInstructions


class PTX(Statements, ControlFlow, Expressions, NamedNumbers, RawText, Named):
    """The namespace `ptx`: every instruction, and the statements and operands around them.

    A dotted opcode emits exactly one instruction: `r[1] = ptx.add.s32(r[2], 1)`.
    """

    __all__ = ()
    """`from ptxpy.ptx import *` binds nothing: the names of opcodes hide those of Python."""

    inst = ExplicitNamed()
    special = SpecialRegisters()

    @property
    def NamedBarrier(self) -> type[NamedBarrier]:  # noqa: N802 - a class
        """The class of the result of `ptx.named_barrier`."""
        from ptxpy.dsl.helpers.pipelines import NamedBarrier  # noqa: PLC0415 - at its first use

        return NamedBarrier

    @property
    def PipelineState(self) -> type[PipelineState]:  # noqa: N802 - a class
        """The class of the result of `ptx.pipeline`."""
        from ptxpy.dsl.helpers.pipelines import PipelineState  # noqa: PLC0415 - at its first use

        return PipelineState


ptx = PTX()
"""The namespace of instructions and statements: `ptx.add.s32(a, b)`."""
