"""The node classes of the IR, the syntax tree of a PTX module. No opcode is treated specially.

Statements store their layout in three optional fields. Each contains white space and comments only,
and is `None` if it is the gap that the module's style predicts:

- `before`: the gap before the first token of the statement (leading trivia);
- `within`: the gaps between the tokens of the statement, in the order of `ptxpy.ir.tokens`;
- `closing`: the gap before the closing brace of a statement with a body.

Names follow the PTX ISA manual (chapters 4, 5 and 11). Modifiers, types and directives keep
their leading dot (`.s32`); register names keep their percent sign (`%r1`).
"""

from __future__ import annotations

import struct
from typing import TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir.node import Node as Node  # noqa: PLC0414 - exported: `n.Node`


class StyleOptions(NamedTuple):
    """The deviations of one file from the layout of its style.

    All options but the last are white space. `ptxpy.styles.options` applies them to a style.
    """

    newline: str = "\n"
    """The line end, including the white space before it on every line."""
    blank_line: str | None = None
    """The text of a blank line including its end; `None` if it is `newline`."""
    indent: str | None = None
    """The replacement of each unit of the style's indentation: a tab, in `ptxpy` four spaces."""
    tab: str | int | None = None
    """The replacement of the style's other tabs, or a tab width to which they are expanded."""
    most_blank_lines: int | None = None
    """The maximum number of consecutive blank lines."""
    before: tuple[tuple[str, str], ...] = ()
    """The usual gaps before statements, by kind (`styles.StatementKind`)."""
    within: tuple[tuple[str, str], ...] = ()
    """The gaps before tokens inside statements, by role (`ptxpy.ir.token_roles`)."""
    function_comments: bool = True
    """Whether the style's comments that name functions are written, `// .globl scale`."""


NO_OPTIONS = StyleOptions()
"""The options of a file without deviations from its style."""


Gaps: TypeAlias = tuple[str, ...]
"""The white space and comments between the tokens of a statement."""

# --------------------------------------------------------------------------- operands


class Register(Node):
    """A register's name: `%r1`, the prefix `%r` of `%r<10>`, or a declared name such as `acc`."""

    name: str


class Symbol(Node):
    """Any other identifier: variable, function, parameter, label, or the sink `_`."""

    name: str


class Literal(Node):
    """A number as written: `16`, `-1`, `0x0000007f`, `0f3F800000`, `0xFFU`, `1.0e-3`."""

    text: str

    @property
    def value(self) -> int | float:
        """The value of the number (PTX ISA 4.5); raises `ValueError` beyond 4,000 digits."""
        text = self.text.lower()
        sign = -1 if text.startswith("-") else 1
        digits = text.lstrip("-")
        # The hexadecimal form has the bits of the number: `0f3F800000` is 1.0 (PTX ISA 4.5.2).
        if digits[:2] in ("0f", "0d"):
            width, form = (8, ">f") if digits[1] == "f" else (16, ">d")
            number: float = struct.unpack(form, bytes.fromhex(digits[2:].rjust(width, "0")))[0]
            return sign * number
        digits = digits.rstrip("u")
        if digits[:2] in ("0x", "0b"):
            return sign * int(digits, 0)
        if "." in digits or "e" in digits:
            return sign * float(digits)
        # A leading zero makes a number octal, as in C (PTX ISA 4.5.1).
        return sign * int(digits, 8 if digits.startswith("0") and digits != "0" else 10)


class Component(Node):
    """A component of a vector register or special register: `%tid.x`, `v.r`; `[a].unified`."""

    base: Register | Symbol | Address
    component: str


class Unary(Node):
    """An operator before an operand: `!%p1`, `-x`, `~3`."""

    operator: str
    operand: Operand


class Binary(Node):
    """A constant expression of two operands: `3 + 4`."""

    left: Operand
    operator: str
    right: Operand


class Conditional(Node):
    """The constant expression `condition ? chosen : otherwise`."""

    condition: Operand
    chosen: Operand
    otherwise: Operand


class Parenthesized(Node):
    """An operand in parentheses."""

    operand: Operand


class Cast(Node):
    """The constant expression `(.s64)operand`."""

    type: str
    operand: Operand


class Apply(Node):
    """An operator written like a call: `generic(x)`, `0xff00(x)` in initialisers."""

    function: Operand
    argument: Operand


class Pair(Node):
    """Two operands joined by a bar: `%r1|%p1`."""

    first: Operand
    second: Operand


class Vector(Node):
    """A brace-enclosed list: `{%f1, %f2}`, an initialiser `{1, {2, 3}}`."""

    elements: tuple[Operand, ...]


class Subscript(Node):
    """An element of an array: `table[4]`, `table[%r1]`."""

    base: Register | Symbol
    index: Operand  # type: ignore[assignment]  # hides tuple.index


class Ranged(Node):
    """The names `L0` to `L3` in the list of a `.branchtargets`: `L<4>`."""

    name: Symbol
    count: Literal  # type: ignore[assignment]  # hides tuple.count


class Address(Node):
    """A memory operand: `[base]`, `[base+offset]`, `[base, {x, y}]`, `[a, {x}, [bar]]`."""

    base: Operand
    offset: Operand | None = None
    coordinates: tuple[Operand, ...] = ()


Operand: TypeAlias = (
    Register
    | Symbol
    | Literal
    | Component
    | Unary
    | Binary
    | Conditional
    | Parenthesized
    | Cast
    | Apply
    | Pair
    | Vector
    | Subscript
    | Ranged
    | Address
)
"""An operand of an instruction, or a part of one."""

# --------------------------------------------------------------------------- parts of statements


class Guard(Node):
    """The predicate of an instruction: `@%p1`, `@!%p1`."""

    register: Register | Component
    negated: bool = False


class Align(Node):
    """`.align 16`."""

    bytes: Operand


class Attributes(Node):
    """`.attribute(.managed)`, `.attribute(.unified(1, 2))`."""

    attributes: tuple[Attribute, ...]


class Attribute(Node):
    """One variable attribute and its arguments (PTX ISA 5.4.8)."""

    name: str
    arguments: tuple[Operand, ...] | None = None


class Specifier(Node):
    """A dotted word of a declaration: a type (`.b32`), a vector size (`.v4`), `.ptr`, a space."""

    name: str


AnySpecifier: TypeAlias = Specifier | Align | Attributes
"""A word or group of a declaration between its directive and its type."""


class Dimension(Node):
    """An array dimension: `[16]` or `[]`."""

    size: Operand | None = None


class Declarator(Node):
    """A declared name: `%r<10>`, `x[4][4] = {…}`."""

    name: Register | Symbol
    range: Operand | None = None
    dimensions: tuple[Dimension, ...] = ()
    initializer: Operand | None = None


class Parameter(Node):
    """A formal parameter or return value of a function or prototype."""

    specifiers: tuple[AnySpecifier, ...]
    declarator: Declarator

    @property
    def space(self) -> str:
        """The state space with its dot, or "" when none is given."""
        return space_of(self.specifiers)


STATE_SPACES = frozenset(
    {".reg", ".sreg", ".const", ".global", ".local", ".param", ".shared", ".tex"}
)
"""State spaces (PTX ISA 5.1)."""


def space_of(specifiers: tuple[AnySpecifier, ...]) -> str:
    """Return the first state space among the specifiers of a declaration, or ""."""
    for specifier in specifiers:
        if isinstance(specifier, Specifier):
            if specifier.name == ".ptr":
                break  # the space after `.ptr` is the space that the pointer points to
            base = specifier.name.partition("::")[0].partition("[")[0]
            if base in STATE_SPACES:
                return base
    return ""


class TuningDirective(Node):
    """A directive of a function header: `.maxntid 128, 1, 1`, `.noreturn` (PTX ISA 11.4)."""

    name: str
    values: tuple[Operand, ...] = ()


class InlinedAt(Node):
    """The tail of a `.loc`: `, function_name $L__info0+4, inlined_at 1 20 5`."""

    function: Symbol
    offset: Literal | None
    file: Literal
    line: Literal
    column: Literal


# --------------------------------------------------------------------------- statements


class Instruction(Node):
    """Guard, opcode, modifiers, operands: `@%p1 ld.global.u32 %r1, [%rd1+4];`."""

    guard: Guard | None
    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[Operand, ...]
    before: str | None = None
    within: Gaps | None = None


class Call(Node):
    """`call.uni (returns), target, (arguments), prototype;`. Absent lists are `None`."""

    guard: Guard | None
    modifiers: tuple[str, ...]
    returns: tuple[Operand, ...] | None
    target: Operand
    arguments: tuple[Operand, ...] | None = None
    prototype: Symbol | None = None
    before: str | None = None
    within: Gaps | None = None


class Label(Node):
    """`name:`."""

    name: str
    before: str | None = None
    within: Gaps | None = None


class Variable(Node):
    """A declaration of variables or registers: `.shared .align 16 .b8 tile[4096];`.

    `specifiers` has the state space, the type and the other specifiers in the order of the text.
    """

    linkage: tuple[str, ...]
    specifiers: tuple[AnySpecifier, ...]
    declarators: tuple[Declarator, ...]
    before: str | None = None
    within: Gaps | None = None

    @property
    def space(self) -> str:
        """The state space with its dot, or "" when none is given."""
        return space_of(self.specifiers)


class Scope(Node):
    """A brace-enclosed block of statements inside a function body."""

    body: tuple[Statement, ...]
    before: str | None = None
    closing: str | None = None


class Location(Node):
    """A source location: `.loc file line column` with optional inlining information."""

    file: Literal
    line: Literal
    column: Literal | None
    inlined: InlinedAt | None = None
    before: str | None = None
    within: Gaps | None = None


class Pragma(Node):
    """`.pragma "nounroll";`: the strings, without their quotes."""

    strings: tuple[str, ...]
    before: str | None = None
    within: Gaps | None = None


class CallPrototype(Node):
    """A call prototype: `name: .callprototype (returns) _ (parameters) directives;`."""

    name: str
    returns: tuple[Parameter, ...] | None
    function: Symbol
    parameters: tuple[Parameter, ...] | None
    directives: tuple[TuningDirective | Pragma, ...] = ()
    before: str | None = None
    within: Gaps | None = None


class TargetList(Node):
    """A list of targets: `name: .branchtargets a, b;` or `name: .calltargets f, g;`."""

    name: str
    directive: str
    targets: tuple[Operand, ...]
    before: str | None = None
    within: Gaps | None = None


# --------------------------------------------------------------------------- module level


class Version(Node):
    """`.version 9.0`."""

    number: str
    before: str | None = None
    within: Gaps | None = None


class Target(Node):
    """`.target sm_90a, debug`."""

    names: tuple[str, ...]
    before: str | None = None
    within: Gaps | None = None


class AddressSize(Node):
    """`.address_size 64`."""

    bits: Literal
    before: str | None = None
    within: Gaps | None = None


class File(Node):
    """`.file 1 "kernel.cu", 1690000000, 1234`: the name is the text between the quotes.

    LLVM may write two strings, `.file 1 "/src" "kernel.cl"`: the first is the `directory`.
    """

    number: Literal
    name: str
    details: tuple[Literal, ...] = ()
    directory: str | None = None
    before: str | None = None
    within: Gaps | None = None


class Alias(Node):
    """`.alias name, target;`."""

    name: Symbol
    target: Symbol
    before: str | None = None
    within: Gaps | None = None


class Data(Node):
    """A line of a debug section: `.b8 1, 2`, `.b32 .debug_loc+65`."""

    type: str
    values: tuple[Operand, ...]
    before: str | None = None
    within: Gaps | None = None


class Section(Node):
    """`.section .debug_info { … }`."""

    name: str
    body: tuple[SectionItem, ...]
    before: str | None = None
    within: Gaps | None = None
    closing: str | None = None


class Function(Node):
    """A kernel (`.entry`) or device function (`.func`); `body` is `None` for a declaration.

    A declaration may lack its `semicolon`, as in the output of some compilers.
    """

    linkage: tuple[str, ...]
    kind: str
    attributes: tuple[Attributes, ...]
    returns: tuple[Parameter, ...] | None
    name: Symbol
    parameters: tuple[Parameter, ...] | None
    directives: tuple[TuningDirective | Pragma, ...]
    body: tuple[Statement, ...] | None
    semicolon: bool = True
    before: str | None = None
    within: Gaps | None = None
    closing: str | None = None


class Module(Node):
    r"""A PTX module: the name of its style, its items, and the gap before the end of the file.

    In gaps, `\n` stands for the line end given by the options, and `\r\n` for any other line end.
    """

    style: str
    body: tuple[ModuleItem, ...]
    options: StyleOptions = NO_OPTIONS
    closing: str | None = None

    @property
    def functions(self) -> tuple[Function, ...]:
        """Kernels and device functions, declarations included, in the order of the file."""
        return tuple(item for item in self.body if type(item) is Function)

    @property
    def kernels(self) -> tuple[Function, ...]:
        """The `.entry` functions."""
        return tuple(function for function in self.functions if function.kind == ".entry")

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        from ptxpy._hooks import repr_html  # noqa: PLC0415 - nodes are loaded without the package

        return repr_html(self)


Statement: TypeAlias = (
    Instruction
    | Call
    | Label
    | Variable
    | Scope
    | Location
    | Pragma
    | CallPrototype
    | TargetList
    | Alias
    | Function
)
"""A statement of a function's body."""
SectionItem: TypeAlias = Data | Label
"""A line of a section of debug information."""
ModuleItem: TypeAlias = (
    Version
    | Target
    | AddressSize
    | File
    | Location
    | Pragma
    | Alias
    | Section
    | Variable
    | Function
)
"""A statement of a module."""
