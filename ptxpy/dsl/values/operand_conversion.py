"""Conversion of Python values to operands of instructions.

| Python | PTX |
|---|---|
| `7`, `-1` | `7`, `-1` |
| `1.0` | `0f3F800000`, in an instruction with `.f64` `0d3FF0000000000000` |
| a register, `r[3]` | `%r3` |
| `"name"`, `"%laneid"` | the symbol or register of that name |
| `[base]`, `[base, 16]`, `[map, (x, y)]` | `[base]`, `[base+16]`, `[map, {x, y}]` |
| `(a, b)`, `r[1:5]` | `{a, b}`, `{%r1, %r2, %r3, %r4}` |
| the result of an instruction | its destination |
"""

from __future__ import annotations

import numbers
import operator
import struct
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self

from ptxpy.dialect import (
    BINARY,
    COMPARISONS,
    DOT_NAME,
    NAME,
    NUMBER,
    REGISTER_NAME,
    VIEWS,
)
from ptxpy.dsl.other_names import advice_for
from ptxpy.dsl.tracing.trace import (
    FunctionTrace,
    check_trace,
    function_body,
    traced_function,
)
from ptxpy.dsl.values.types import AnyValue, Type, fundamental
from ptxpy.ir import nodes as n


def python_uses() -> Any:
    """Return the module that describes how Python uses a value: for messages alone."""
    from ptxpy.dsl.values import python_uses as found  # noqa: PLC0415 - seldom needed

    return found


SINK = n.Symbol("_")


def refuse(instruction: str) -> Callable[[Any, Any], Any]:
    """Return an operator that raises `TypeError` and names the instruction to write instead."""

    def method(self: Any, _other: Any) -> Any:
        instead = self.instead() or instruction
        msg = f"{self!r} has no value while Python runs: write {instead}"
        raise TypeError(msg)

    return method


def _refuse_math(name: str) -> Callable[[Any], Any]:
    """Return a method that Python's function of a name calls, and that refuses."""

    def method(self: Any, *_digits: Any) -> Any:
        kind = self.type_name()
        msg = f"{self!r} has no value while Python runs: write {python_uses().math_of(name, kind)}"
        raise TypeError(msg)

    return method


class TracedValue(AnyValue):
    """A traced value, which exists on the device only: Python can neither test nor compute it."""

    __slots__ = ()
    if TYPE_CHECKING:  # a handle is no number of a type, which `u32(5)` makes

        def __new__(cls, *_arguments: Any, **_options: Any) -> Self:
            """Make a value."""

    __eq__ = refuse("ptx.setp.eq…")
    __ne__ = refuse("ptx.setp.ne…")
    __lt__ = refuse("ptx.setp.lt…")
    __le__ = refuse("ptx.setp.le…")
    __gt__ = refuse("ptx.setp.gt…")
    __ge__ = refuse("ptx.setp.ge…")
    __add__ = __radd__ = refuse("ptx.add…")
    __sub__ = __rsub__ = refuse("ptx.sub…")
    __mul__ = __rmul__ = refuse("ptx.mul…")
    __truediv__ = __rtruediv__ = refuse("ptx.div…")
    __mod__ = __rmod__ = refuse("ptx.rem…")
    __and__ = __rand__ = refuse("ptx.and_…")
    __or__ = __ror__ = refuse("ptx.or_…")
    __xor__ = __rxor__ = refuse("ptx.xor…")
    __lshift__ = __rlshift__ = refuse("ptx.shl…")
    __rshift__ = __rrshift__ = refuse("ptx.shr…")
    __floordiv__ = __rfloordiv__ = refuse(
        "a / b, which is the div of integers; of floats ptx.cvt.rmi.f32.f32(a / b)"
    )
    __pow__ = __rpow__ = refuse("x * x, or ptx.ex2 and ptx.lg2 for other powers")
    __divmod__ = __rdivmod__ = refuse("a / b and a % b")
    max = refuse("ptx.max…")  # type: ignore[assignment]
    min = refuse("ptx.min…")  # type: ignore[assignment]
    # Python takes the hash away from a class that has its own `__eq__`.
    __hash__ = object.__hash__

    def __index__(self) -> int:
        """Refuse: no number while Python runs, for `range`, an index or a shape."""
        msg = (
            f"{self!r} is not a number while a kernel is traced: count with ptx.range_ or "
            "ptx.kloop, and address memory with it, for Python's range and [] take no registers"
        )
        raise TypeError(msg)

    def instead(self) -> str:
        """Return what to write where an operator is given the value itself; empty for its call."""
        return ""

    def type_name(self) -> str:
        """Return the type of the value, without its dot; empty if it has none."""
        return str(getattr(self, "value_type", "") or getattr(self, "declared", ""))

    def __int__(self) -> int:
        """Refuse: convert on the device."""
        msg = (
            f"{self!r} has no value while Python runs: convert on the device with "
            f"ptx.cvt{python_uses().describe_number_use(self.type_name())}"
        )
        raise TypeError(msg)

    def __float__(self) -> float:
        """Refuse: convert on the device."""
        msg = (
            f"{self!r} has no value while Python runs: convert on the device with "
            f"ptx.cvt{python_uses().describe_number_use(self.type_name())}"
        )
        raise TypeError(msg)

    __abs__ = _refuse_math("abs")
    __round__ = _refuse_math("round")
    __floor__ = _refuse_math("floor")
    __ceil__ = _refuse_math("ceil")
    __trunc__ = _refuse_math("trunc")

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Compute an operator with a number of NumPy; `TypeError` for NumPy's functions."""
        compute = _NUMPY_OPERATORS.get(function.__name__)
        if compute is None or method != "__call__" or options:
            use = python_uses().describe_number_use(self.type_name())
            msg = f"{self!r} has no value while Python runs, when NumPy computes{use}"
            raise TypeError(msg)
        import numpy as np  # noqa: PLC0415 - it is there, as it calls this

        objects = []
        # An array without dimensions holds the value as it is: otherwise NumPy looks for elements
        # in it.
        for each in inputs:
            held = np.empty((), dtype=object)
            held[()] = each
            objects.append(held if isinstance(each, TracedValue) else each)
        return np.frompyfunc(compute, len(inputs), 1)(*objects)

    def __array_function__(self, function: Any, _types: Any, _values: Any, _options: Any) -> Any:
        """Refuse: NumPy's functions compute with numbers of Python; `TypeError`."""
        known = advice_for(function.__name__)
        shown = f"; {function.__name__} is NumPy's, write {known}" if known else ""
        msg = f"{self!r} has no value while Python runs, when NumPy computes{shown}"
        raise TypeError(msg)

    def __bool__(self) -> bool:
        """Refuse: the value is known on the device, not while Python runs."""
        shown = repr(self).strip("<>")
        use = python_uses().describe_truth_test()
        msg = f"the value of {shown} is not known while a kernel is traced: {use}"
        raise TypeError(msg)

    def __iter__(self) -> Any:
        """Refuse: a single operand has no parts."""
        msg = (
            f"{self!r} is one operand, not several; a loop of the device is "
            "for i in ptx.range_(0, n): …"
        )
        raise TypeError(msg)

    def __getitem__(self, index: Any) -> Any:
        """Refuse: a value has no elements."""
        msg = f"{self!r} has no elements while Python runs: {_element(self)}"
        raise TypeError(msg)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Refuse: a value has no elements."""
        msg = f"{self!r} has no elements while Python runs: {_element(self, stored=True)}"
        raise TypeError(msg)


_NUMPY_OPERATORS: Final[dict[str, Callable[..., Any]]] = {
    name: getattr(operator, method)
    for names, methods in (
        ("add subtract multiply divide true_divide", "add sub mul truediv truediv"),
        ("remainder bitwise_and bitwise_or bitwise_xor", "mod and_ or_ xor"),
        ("left_shift right_shift less less_equal", "lshift rshift lt le"),
        ("greater greater_equal equal not_equal", "gt ge eq ne"),
    )
    for name, method in zip(names.split(), methods.split(), strict=True)
}
"""The operators of Python that NumPy's functions of these names are."""


def _element(value: TracedValue, *, stored: bool = False) -> str:
    """Return how to write an access to memory at an address."""
    instead = value.instead()
    if instead:
        return f"write {instead} first"
    if not value.type_name().endswith("64"):
        return "memory is read and written by ptx.ld… and ptx.st…, at an address of 64 bits"
    if stored:
        return "write ptx.st.global_.f32([address + i * 4], value), for elements of 4 bytes"
    return "write ptx.ld.global_.f32([address + i * 4]), for elements of 4 bytes"


class Handle(TracedValue):
    """A Python value that stands for an operand."""

    __slots__ = ("node", "traced_in")
    traced_in: FunctionTrace | None
    """The trace that it belongs to; None if it is the same in all."""

    def __init__(self, node: Any, traced_in: FunctionTrace | None = None) -> None:
        """Take the operand's node, and the trace of which it is a part."""
        self.node = node
        self.traced_in = traced_in

    def operand(self) -> Any:
        """Return the operand's node; `TraceError` in another trace."""
        check_trace(self)
        return self.node


class Register(Handle):
    """A register."""

    __slots__ = ("declared", "storage", "variable")
    node: n.Register

    def __init__(
        self, node: n.Register, declared: str = "", storage: str = "", *, variable: bool = False
    ) -> None:
        """Take the register's node and the type of its values, without its dot.

        `storage` is the type with which it is declared in PTX, if that is another: a `u32` is kept
        in a `.b32`. A `variable` is declared to change: `x += 1` and `x.set(v)` write it.
        """
        self.node = node
        self.traced_in = traced_function()
        self.declared = declared
        self.storage = storage or declared
        self.variable = variable

    @property
    def name(self) -> str:
        """The name with its percent sign."""
        return self.node.name

    @property
    def dtype(self) -> Type:
        """The type of its values."""
        return fundamental(self.declared or "b32")

    def __repr__(self) -> str:
        """Show the name."""
        return f"<register {self.node.name}>"

    def component(self, name: str) -> n.Component:
        """Return a component of a vector register: `v.component("x")` is `v.x`."""
        return n.Component(self.node, plain_name(name))


class Symbol(Handle):
    """A variable, function, parameter or label."""

    __slots__ = ()
    node: n.Symbol

    @property
    def name(self) -> str:
        """The exact name."""
        return self.node.name

    def __repr__(self) -> str:
        """Show the name."""
        return f"<symbol {self.node.name}>"


class LoadedValue(Handle):
    """A handle of a place in memory: outside addresses it is the value there."""

    __slots__ = ()

    def register(self) -> Register:
        """Return the register that the value has been loaded to."""
        raise NotImplementedError

    @property
    def declared(self) -> str:
        """The type of the value, without its dot."""
        return self.register().declared

    def operand(self) -> Any:
        """Return the register of the value."""
        return self.register().node


def in_register(value: Any) -> Any:
    """Return the register of a value that has been loaded; any other value as it is."""
    return value.register() if isinstance(value, LoadedValue) else value


class ParameterName(Symbol):
    """A parameter of the function that is traced: an address in `.param`, not its value."""

    __slots__ = ("dtype",)

    def __init__(self, node: n.Symbol, dtype: Type) -> None:
        """Take the name's node, and the type of the parameter."""
        super().__init__(node)
        self.dtype = dtype

    def instead(self) -> str:
        """Return how the parameter is read."""
        kind = "u64" if self.dtype.dimensions else self.dtype.fundamental  # the address of many
        return f'ptx.param({kind}, "{self.name}")'

    def type_name(self) -> str:
        """Return the empty text: the name is that of an address, not of a value."""
        return ""

    def __repr__(self) -> str:
        """Show the name, and how it is read."""
        return f"<parameter {self.name}, read by {self.instead()}>"


def plain_name(name: str) -> str:
    """Return a name without percent sign and dots; `ValueError` when it is not one."""
    if not NAME.match(name):
        msg = f"not an identifier: {name!r}"
        raise ValueError(msg)
    return name


def named(text: str) -> n.Register | n.Symbol | n.Component:
    """Return the operand of a name: `%r1`, `%tid.x`, `table`, `v.x`, `.debug_loc`."""
    if NAME.match(text) or DOT_NAME.match(text):
        return n.Symbol(text)
    if REGISTER_NAME.match(text):
        return n.Register(text)
    base, dot, component = text.rpartition(".")
    if dot and component.replace("_", "a").isalnum() and component.isascii():
        if REGISTER_NAME.match(base):
            return n.Component(n.Register(base), component)
        if NAME.match(base):
            return n.Component(n.Symbol(base), component)
    msg = f"not the name of an operand: {text!r}"
    raise ValueError(msg)


def number(text: str) -> n.Literal:
    """Return a number as it is spelled; `ValueError` when it is not one."""
    if not NUMBER.match(text):
        msg = f"not a number: {text!r}"
        raise ValueError(msg)
    return n.Literal(text)


def float_text(value: float, *, double: bool) -> str:
    """Return the PTX spelling of a float: `0f` with 8 or `0d` with 16 hexadecimal digits."""
    if double:
        return "0d" + struct.pack(">d", value).hex().upper()
    try:
        data = struct.pack(">f", value)
    except OverflowError:
        raise beyond(value, "f32", "3.4028235e38") from None
    # The first byte of -0.0 has the sign, 0x80.
    check_zero(value, "f32", is_zero=not any(data[1:]) and data[0] in (0, 0x80))
    return "0f" + data.hex().upper()


def beyond(value: float, kind: str, largest: str) -> ValueError:
    """Return the error for a number that is too large for a type."""
    return ValueError(
        f"{value} is beyond the numbers of .{kind}, of which the largest is {largest}"
    )


def check_zero(value: float, kind: str, *, is_zero: bool) -> None:
    """Raise `ValueError` for a number that is not zero and becomes zero in a type."""
    if is_zero and value != 0:
        msg = f"{value} becomes 0 as a .{kind}: write 0.0 for that, or compute in a wider type"
        raise ValueError(msg)


def rounded(value: int, kind: str) -> float:
    """Return the number of a floating-point type that an integer is rounded to, if it has one."""
    form = {"f16": "<e", "f32": "<f"}.get(kind, "<d")
    try:
        found: float = struct.unpack(form, struct.pack(form, float(value)))[0]
    except OverflowError:
        return float(value)
    return found


class _Plain(dict[type, bool]):
    """Whether `plain` leaves the values of a class as they are, without a closer look."""

    def __missing__(self, kind: type) -> bool:
        """Look at the class once: whether it is a number's takes long to find."""
        # An enumeration may be an int.
        found = self[kind] = kind not in (tuple, list) and (
            kind is float or issubclass(kind, int) or not issubclass(kind, numbers.Real)
        )
        return found


_PLAIN: Final = _Plain()


def plain(value: Any) -> Any:
    """Return a number of NumPy as Python's, in a tuple or list too, and anything else as it is."""
    kind = type(value)
    if _PLAIN[kind]:
        return value
    if kind is tuple or kind is list:
        # Mostly there is nothing to convert, so that no copy is made.
        for item in value:
            if not _PLAIN[type(item)] and plain(item) is not item:
                return kind([plain(each) for each in value])
        return value
    return int(value) if isinstance(value, numbers.Integral) else float(value)


class _Literals(dict[int, n.Literal]):
    """Literals of integers, made on demand."""

    def __missing__(self, value: int) -> n.Literal:
        node = n.Literal(str(value))
        if -4096 < value < 4096:  # noqa: PLR2004 - small numbers recur, large ones need not be kept
            self[value] = node
        return node


LITERALS = _Literals()
"""The literals of integers."""


def operand(value: Any, *, double: bool = False) -> Any:
    """Return the operand of a Python value; `TypeError` when it has none."""
    # Nearly all operands are of exactly these classes.
    convert = CONVERTERS.get(type(value))
    if convert is not None:
        return convert(value, double)
    # Nodes are tuples, and would be taken for vectors below.
    if isinstance(value, n.Node):
        return value
    if isinstance(value, Handle):
        return value.operand()
    # Subclasses are found by their bases: `np.float64` is a float, an enumeration may be an int.
    for base, converter in CONVERTERS.items():
        if isinstance(value, base):
            return converter(value, double)
    if isinstance(value, numbers.Integral):  # NumPy's numbers
        return LITERALS[int(value)]
    if isinstance(value, numbers.Real):
        return _of_float(float(value), double)
    count = getattr(value, "count", None)
    hint = f"; a vector of its registers is a slice, [0:{count}]" if type(count) is int else ""
    if isinstance(value, Type):
        hint = "; the type of an instruction is part of its name, as in ptx.add.f32(a, b)"
    elif value is None:
        hint = "; a function that returns nothing gives None, as x.set(…) does"
    msg = f"{value!r} is not an operand{hint}"
    raise TypeError(msg)


def operands(values: Iterable[Any], *, double: bool = False) -> tuple[Any, ...]:
    """Return the operands of several Python values."""
    # A debug section has hundreds of thousands of numbers.
    return tuple(
        [
            LITERALS[value] if type(value) is int else operand(value, double=double)
            for value in values
        ]
    )


def _of_handle(value: Handle, _double: bool) -> Any:  # noqa: FBT001 - called through a table
    return value.operand()


def _of_int(value: int, _double: bool) -> n.Literal:  # noqa: FBT001
    return LITERALS[value]


def _of_bool(value: bool, _double: bool) -> n.Literal:  # noqa: FBT001
    msg = f"{value} is not an operand; write 0 or 1"
    raise TypeError(msg)


def _of_float(value: float, double: bool) -> n.Literal:  # noqa: FBT001
    return n.Literal(float_text(value, double=double))


def _of_str(value: str, _double: bool) -> Any:  # noqa: FBT001
    return named(value)


def _of_tuple(value: tuple[Any, ...], double: bool) -> n.Vector:  # noqa: FBT001
    return n.Vector(tuple([operand(item, double=double) for item in value]))


def _of_list(value: list[Any], _double: bool) -> n.Address:  # noqa: FBT001
    if not value:
        msg = "[] is not an address: it has no base"
        raise TypeError(msg)
    base, *rest = value
    if list in map(type, rest):  # no address stands within another one
        rest = [tuple(item) if type(item) is list else item for item in rest]
    offset = None
    if rest and type(rest[0]) is int:
        if rest[0] or function_body().module.zero_offsets:
            offset = LITERALS[rest[0]]
        del rest[0]
    if type(base) is not Register:
        based = getattr(base, "address", None)  # what lies in shared memory
        if based is not None:
            whole: n.Address = based(0 if offset is None else int(offset.text))
            return whole.replace(coordinates=operands(rest))
    # The constructor of nodes runs Python code, which is left out for these as for instructions.
    node: n.Address = tuple.__new__(
        n.Address, (operand(base), offset, operands(rest) if rest else ())
    )
    return node


CONVERTERS: dict[type, Callable[[Any, bool], Any]] = {
    Register: _of_handle,
    Symbol: _of_handle,
    ParameterName: _of_handle,
    bool: _of_bool,
    int: _of_int,
    float: _of_float,
    str: _of_str,
    tuple: _of_tuple,
    list: _of_list,
}
"""How values of a type become operands; the layers above add their own types."""


DUNDERS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "%": "mod",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
"""The method of each binary operator of Python, without its underscores."""


def refuse_row(row: Any, symbol: str) -> NoReturn:
    """Raise `TypeError` for an operator on several registers, with what to write instead."""
    # Advice is loaded where there is something to advise.
    from ptxpy.dsl.verification.row_advice import row_problem  # noqa: PLC0415

    raise TypeError(row_problem(row, symbol))


def _refuses(symbol: str) -> Callable[..., Any]:
    def operator(self: Any, *_: Any) -> Any:
        refuse_row(self, symbol)

    return operator


def _refuses_equality(symbol: str) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        # Containers are compared by Python itself.
        if isinstance(other, int | float | TracedValue):
            refuse_row(self, symbol)
        return NotImplemented

    return operator


def refuses_operators(kind: type) -> type:
    """Let a class of several registers refuse operators, and the views of one register."""
    for symbol in BINARY:
        for letter in ("", "r", "i"):
            setattr(kind, f"__{letter}{DUNDERS[symbol]}__", _refuses(symbol))
    for symbol, name in COMPARISONS.items():
        is_equality = symbol in ("==", "!=")
        refused = _refuses_equality(symbol) if is_equality else _refuses(symbol)
        setattr(kind, f"__{name}__", refused)
    kind.__hash__ = object.__hash__  # type: ignore[assignment]
    _refuse_others(kind)
    return kind


def _refuse_others(kind: type) -> None:
    """Let a class refuse the operators of one operand, and views."""
    for symbol, name in {"neg": "neg", "~": "invert"}.items():
        setattr(kind, f"__{name}__", _refuses(symbol))
    for name in VIEWS:
        setattr(kind, name, property(_refuses(f".{name}")))


class RegisterSlice(tuple[Any, ...]):
    """The registers of a slice: a tuple, of which Python's operators join, and compute nothing."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        """Join the registers with those of a tuple."""
        if isinstance(other, tuple):
            return (*self, *other)
        refuse_row(self, "+")

    def __radd__(self, other: Any) -> Any:
        """Leave it to a tuple or a list before the registers to join them."""
        if isinstance(other, tuple | list):
            return NotImplemented
        refuse_row(self, "+")

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        """Refuse an assignment, which would change the tuple and no register."""
        message = (
            "an item of a slice of registers is not assigned; write "
            f"NAME[{index!r}].set(…), with the name of the slice"
        )
        raise TypeError(message)


def _install_rows() -> None:
    joins = RegisterSlice.__add__, RegisterSlice.__radd__
    for symbol in BINARY:
        for letter in ("", "r"):
            setattr(RegisterSlice, f"__{letter}{DUNDERS[symbol]}__", _refuses(symbol))
    RegisterSlice.__add__, RegisterSlice.__radd__ = joins  # type: ignore[method-assign]
    _refuse_others(RegisterSlice)
    CONVERTERS[RegisterSlice] = CONVERTERS[tuple]


_install_rows()
