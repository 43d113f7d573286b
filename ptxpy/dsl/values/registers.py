"""Registers: declaring them, and the files that `%r<10>` declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ptxpy._counts import are, format_count
from ptxpy.dialect import NAME, REGISTER_NAME, move_of
from ptxpy.dsl.other_names import registers_advice
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import bind, fresh, is_unbound
from ptxpy.dsl.values.assignment import assign, emit_move, move
from ptxpy.dsl.values.operand_conversion import (
    Register,
    RegisterSlice,
    Symbol,
    TracedValue,
    in_register,
    plain,
    refuses_operators,
)
from ptxpy.dsl.values.operators import ROWS, View, style
from ptxpy.dsl.values.types import Type, fundamental, name_node, number, pred
from ptxpy.dsl.verification.chained_assignment import check_names, is_moved
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

PREFIXES = {
    "p": "pred",
    "rs": "b16",
    "r": "b32",
    "rd": "b64",
    "rq": "b128",
    "f": "f32",
    "fd": "f64",
    "h": "b16",
    "hh": "b32",
}
"""The register types that go with the prefixes that NVVM and LLVM use."""


_ASSIGNED_REGISTERS: set[str] = set()
"""The registers that have been assigned to since one was last looked up."""


def _check_order(register: Register, value: Any) -> None:
    """Refuse a register that was read by Python before another assignment wrote it.

    In `r[1], r[2] = r[2], r[1]`, Python evaluates both reads first, so the second move would read
    the value that the first one has written. The same holds for `x = r[1]`, then `r[1] = r[2]` and
    `r[2] = x`.
    """
    if type(value) is Register and value.name in _ASSIGNED_REGISTERS and value is not register:
        msg = (
            f"{value.name} has been written before it is moved to {register.name}, which would get "
            # Python evaluates all reads of `r[1], r[2] = r[2], r[1]` before the first write: a
            # look-up after writes belongs to a later statement.
            "the new value: keep the old one first, t = reg.from_(r[1], u32)"
        )
        raise trace.TraceError(msg)


class RegisterFile:
    """The registers of one declaration `%r<10>`: `r[3]` is `%r3`, `r[1:5]` are four.

    `r[3] = ptx.…` makes `%r3` the destination of the instruction just emitted;
    `f[1:5] = ptx.…` makes a vector of four the destination, and `f[1:5] = 0.0` is four `mov`.
    """

    __slots__ = ("_registers", "count", "declared", "prefix", "storage", "traced_in", "wraps")

    def __init__(
        self, prefix: str, declared: str, count: int | None = None, storage: str = ""
    ) -> None:
        """Create a register file.

        Args:
            prefix: The prefix of the names, percent sign included.
            declared: The type of the values.
            count: How many registers there are; None if the declaration has no plain number.
            storage: The type of the declaration, if it differs from that of the values.
        """
        self.prefix = prefix
        self.count = count
        self.declared = declared
        self.storage = storage or declared
        self.wraps = False
        """Whether `-1` is the last register, as in a list, and not a number that PTX lacks."""
        self._registers: dict[int, Register] = {}
        self.traced_in = trace.traced_function()

    def __getitem__(self, index: int | slice) -> Any:
        """Return a register, or a tuple of registers."""
        if _ASSIGNED_REGISTERS:
            _ASSIGNED_REGISTERS.clear()
        if isinstance(index, slice):
            return RegisterSlice([self._register(i) for i in self._indices(index)])
        return self._register(self._wrapped(index))

    def _wrapped(self, index: Any) -> Any:
        """Return an index that counts from the end of an array as the number of the register."""
        index = plain(index)
        if self.wraps and self.count is not None and type(index) is int and index < 0:
            return index + self.count if index >= -self.count else index
        return index

    def _indices(self, index: slice) -> range:
        """Return the numbers of the registers of a slice, whose ends may be left out."""
        step = 1 if index.step is None else plain(index.step)
        start, stop = self._wrapped(index.start), self._wrapped(index.stop)
        if start is None and self.count is not None:
            # As in a list, a step backwards begins at the end.
            start = 0 if step > 0 else self.count - 1
        if stop is None:
            # A slice that runs backwards to the first register has -1 as the end of its range.
            stop = -1 if step < 0 else self.count
        if start is None or stop is None:
            msg = f"the number of registers {self.prefix}<…> is unknown: a slice names both ends"
            raise IndexError(msg)
        return range(start, stop, step)

    def _register(self, index: int) -> Register:
        # Each register has one handle: `_check_order` tells two registers apart by identity.
        register = self._registers.get(index)
        if register is None:
            trace.check_trace(self)
            if index < 0:
                msg = f"{self.prefix}{index}: the index of a register must be at least 0"
                raise IndexError(msg)
            if self.count is not None and index >= self.count:
                msg = (
                    f"{self.prefix}{index} is not declared: {self.prefix}<{self.count}> are "
                    f"{self.prefix}0 to {self.prefix}{self.count - 1}"
                )
                raise IndexError(msg)
            node = n.Register(f"{self.prefix}{index:d}")
            register = Register(node, self.declared, self.storage, variable=True)
            self._registers[index] = register
        return register

    def used_names(self) -> list[str]:
        """Return the names of the registers that have been read or written as elements."""
        return [register.name for register in self._registers.values()]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        """Make a register, or a vector of registers, the destination of an instruction."""
        if isinstance(index, slice):
            _assign_row([self._register(i) for i in self._indices(index)], value)
        else:
            _assign_one(self._register(self._wrapped(index)), value)

    def __len__(self) -> int:
        """Return the number of registers; `TypeError` if the declaration has no plain number."""
        if self.count is None:
            msg = f"the number of registers {self.prefix}<…> is unknown: use a slice"
            raise TypeError(msg)
        return self.count

    def __iter__(self) -> Iterator[Register]:
        """Yield the registers in order."""
        return iter(self.regs())

    def regs(self) -> list[Register]:
        """Return the registers in order."""
        return [self[i] for i in range(len(self))]

    def hw_order(self, *, reverse: bool = False) -> list[Register]:
        """Return the registers in order, or from the last to the first."""
        return self.regs()[::-1] if reverse else self.regs()

    @property
    def base(self) -> str:
        """The prefix of the names, percent sign included."""
        return self.prefix

    @property
    def dtype(self) -> Type:
        """The type with which the registers are declared."""
        return fundamental(self.declared)

    def __repr__(self) -> str:
        """Show the prefix."""
        return f"<register file {self.prefix}>"


class RegisterArray(RegisterFile):
    """Registers of an array that has no name of its own: they are numbered as fresh ones are."""

    __slots__ = ("_declared",)

    def __init__(self, dtype: Type, count: int, view: Type) -> None:
        """Take as many fresh registers; operators take their values for those of `view`."""
        function = trace.function_body().function
        kind = dtype.fundamental
        storage = function.storage(kind)
        nodes = [function.fresh(kind) for _ in range(count)]
        for at, node in enumerate(nodes):
            function.array_registers[node.name] = trace.ArrayElement(at, count, view.fundamental)
        prefix = nodes[0].name.rstrip("0123456789") if nodes else ""
        super().__init__(prefix, view.fundamental, count, storage)
        self.wraps = True
        self._declared = _declaring_line()
        for index, node in enumerate(nodes):
            self._registers[index] = Register(node, self.declared, storage, variable=True)

    def _register(self, index: int) -> Register:
        register = self._registers.get(index)
        if register is None:
            raise _no_register(index, self.count or 0, "an array", self._declared)
        return register


def _no_register(index: Any, count: int, what: str, declared: int) -> TypeError | IndexError:
    """Return the error for an index that some registers do not have.

    Args:
        index: The index.
        count: The number of registers.
        what: The name of their kind, with its article.
        declared: The line of the program that declares them; 0 if it is not known.
    """
    if isinstance(index, TracedValue):
        msg = (
            f"a register has no address: {index!r} is known on the device alone. Index "
            "with numbers of Python, or keep the values in memory, "
            "s = smem.alloc(f32, 32), s[i]"
        )
        return TypeError(msg)
    import ast  # noqa: PLC0415 - an error

    from ptxpy.dsl.tracing.calling_expressions import (  # noqa: PLC0415 - seldom needed
        calling_expressions,
        calling_frame,
    )

    around = calling_expressions(calling_frame())
    node = next((each for each in around if isinstance(each, ast.Subscript)), None)
    name = "the row" if node is None else ast.unparse(node.value)
    line = f", declared in line {declared}" if declared else ""
    known = f", 0 to {count - 1}" if count else ""
    msg = (
        f"{name} has no register {index}: it is {what} of {format_count(count, 'register')}{known}"
        f"{line}"
    )
    return IndexError(msg)


def _declaring_line() -> int:
    """Return the line of the program that is running; 0 if it is not known."""
    from ptxpy.dsl.tracing.calling_expressions import calling_frame  # noqa: PLC0415 - for runs

    frame = calling_frame()
    return 0 if frame is None else frame.f_lineno


class RegisterRun:
    """Registers in a row that a program has named: `acc = reg.run(f32, 64)`."""

    __slots__ = ("_declared", "_registers", "dtype")

    def __init__(self, registers: list[Register], dtype: Type) -> None:
        """Take the registers, and the type of their values."""
        self._registers = registers
        self.dtype = dtype
        self._declared = _declaring_line()

    def __getitem__(self, index: int | slice) -> Any:
        """Return a register, or a tuple of registers.

        Indices and slices are those of a list, but for a slice that ends beyond the end: that is an
        `IndexError`.
        """
        if _ASSIGNED_REGISTERS:
            _ASSIGNED_REGISTERS.clear()
        found = self._found(index)
        return RegisterSlice(found) if isinstance(found, list) else found

    def __setitem__(self, index: int | slice, value: Any) -> None:
        """Make a register, or a vector of registers, the destination of an instruction."""
        found = self._found(index)
        if isinstance(found, list):
            _assign_row(found, value)
        else:
            _assign_one(found, value)

    def _found(self, index: int | slice) -> Register | list[Register]:
        count = len(self._registers)
        index = plain(index)
        # A list would give fewer registers, and an instruction another vector, without an error.
        if isinstance(index, slice) and isinstance(index.stop, int) and index.stop > count:
            msg = (
                f"a slice up to {index.stop} of a run of "
                f"{format_count(count, 'register')}: end it at {count}"
            )
            raise IndexError(msg)
        try:
            return self._registers[index]
        except (IndexError, TypeError):
            raise _no_register(index, count, "a run", self._declared) from None

    def __len__(self) -> int:
        """Return the number of registers."""
        return len(self._registers)

    def __iter__(self) -> Iterator[Register]:
        """Yield the registers in order."""
        return iter(self.regs())

    def regs(self) -> list[Register]:
        """Return the registers in order."""
        return [*self._registers]

    def hw_order(self, *, reverse: bool = False) -> list[Register]:
        """Return the registers in order, or from the last to the first."""
        return self.regs()[::-1] if reverse else self.regs()

    def __repr__(self) -> str:
        """Show how many there are."""
        return f"<run of {format_count(len(self), 'register')}>"


for _kind in (RegisterFile, RegisterArray, RegisterRun):
    ROWS.add(refuses_operators(_kind))


def _assign_one(register: Register, value: Any) -> None:
    """Make a register the destination of an instruction; move any other value into it."""
    value = in_register(value)
    # Only a move can read a register that an earlier target has written: a result is new.
    if is_moved(value):
        _check_order(register, value)
        check_names(register, value)
    assign(register, value)
    _ASSIGNED_REGISTERS.add(register.name)


def _assign_row(registers: Sequence[Register], value: Any) -> None:
    """Make registers the vector that an instruction writes, or give each its part of a tuple.

    One number or register is moved into each.
    """
    value = plain(value)
    if isinstance(value, int | float | Register | View):
        value = [value] * len(registers)
    if not isinstance(value, tuple | list):
        bind(n.Vector(tuple([register.node for register in registers])), value)
        return
    if len(value) != len(registers):
        msg = (
            f"{format_count(len(registers), 'register')} {are(len(registers))} given "
            f"{format_count(len(value), 'value')}"
        )
        raise ValueError(msg)
    for register, part in zip(registers, value, strict=True):
        _assign_one(register, part)


def new_registers(kind: str, count: int) -> list[Register]:
    """Return registers that no instruction has written: those of the margin, or fresh ones."""
    function = trace.function_body().function
    margins = function.margins
    names = [None] * count if margins is None else margins.claim(count, kind)
    storage = function.storage(kind) if None in names else ""
    found = []
    for name in names:
        node = function.fresh(kind) if name is None else name
        declared = storage if name is None else function.files.storage(name.name) or kind
        found.append(Register(node, kind, declared, variable=True))
    return found


def variable_of(src: Any, kind: str) -> Register:
    """Return a register that is declared to change, written by a value or by its `mov`.

    It is that of the margin, if the margin names one for the value, else a fresh one.
    """
    function = trace.function_body().function
    opcode = "" if function.has_compiler_names else move_of(kind, "", style())
    value = src if is_unbound(src) else emit_move(kind, src, opcode)
    name = value.margin
    if name is None or not function.margins.may_hold(name, kind):
        register = fresh(kind, variable=True)
    else:
        register = Register(name, kind, function.files.storage(name.name) or kind, variable=True)
        value.margin = None  # it stays the value's, whose register the margin has chosen
    assign(register, value)
    value.margin = name
    value.placeholder = register.node
    return register


class Stack:
    """The stack of a function: its memory, and the registers for its address."""

    __slots__ = ("SP", "SPL", "depot")
    SP: Any
    SPL: Any
    depot: Symbol

    def __init__(self, depot: Symbol, sp: Register, spl: Register) -> None:
        """Create a stack: its variable, and the registers of its generic and local address."""
        # The method `__setattr__` of this class writes registers of the device.
        for name, value in (("depot", depot), ("SP", sp), ("SPL", spl)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        """Make a register the destination of an instruction: `stack.SPL = ptx.mov.u64(…)`."""
        if name not in ("SP", "SPL"):
            raise AttributeError(name)
        assign(getattr(self, name), value)


def _count(size: Any) -> int | None:
    """Return how many registers a declaration declares; None unless it is an integer."""
    return size if type(size) is int else None


def _declare(
    kind: Type,
    declarators: tuple[n.Declarator, ...],
    before: str | None,
    within: n.Gaps | str | None,
) -> None:
    specifiers = (n.Specifier(".reg"), *kind.specifiers)
    function = trace.function_body().function
    storage = kind.fundamental
    for declared in declarators:
        function.declares(declared.name.name)
        size = declared.range
        function.files.declare(
            declared.name.name,
            storage,
            int(size.text) if type(size) is n.Literal and size.text.isdecimal() else None,
            is_file=size is not None,
        )
    trace.record(n.Variable((), specifiers, declarators), before, within)


class Registers:
    """The namespace `reg`: declares registers in the function that is being traced."""

    pred_type = pred
    """The type of a predicate, as `ptxpy.pred`."""

    __all__ = (
        *("Reg", "RegArray", "alloc", "alloc_array", "array", "bulk", "declare", "from_", "run"),
        *("scalar", "stack", "wgmma_frag"),
    )
    """What `from ptxpy.reg import *` binds."""

    Reg = Register
    RegArray = RegisterFile

    if not TYPE_CHECKING:  # a checker reports an unknown name as one

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse an unknown name; `AttributeError` with the functions of `reg`."""
            msg = f"reg has no {name}: write {registers_advice(name)}"
            raise AttributeError(name if name.startswith("__") else msg)

    def __call__(self, *_arguments: Any, **_options: Any) -> NoReturn:
        """Refuse: registers are declared by the functions of `reg`."""
        msg = f"reg is no function: write {registers_advice('')}"
        raise TypeError(msg)

    def bulk(
        self, *, before: str | None = None, within: n.Gaps | str | None = None, **counts: Any
    ) -> Any:
        """Declare register files: `p, r = reg.bulk(p=3, r=11)` is `%p<3>` and `%r<11>`.

        The type follows from the usual prefixes (`PREFIXES`); any other is given with the count:
        `reg.bulk(x=(f16, 4))`. One file alone is returned as it is, several as a tuple.
        """
        files = []
        for prefix, count in counts.items():
            kind, size = count if type(count) is tuple else (None, count)
            if kind is None:
                if prefix not in PREFIXES:
                    msg = f"prefix {prefix!r} implies no type; write {prefix}=(b32, {size})"
                    raise TypeError(msg)
                kind = fundamental(PREFIXES[prefix])
            declarator = n.Declarator(n.Register("%" + prefix), number(size))
            _declare(kind, (declarator,), before, within)
            files.append(RegisterFile("%" + prefix, kind.fundamental, _count(size)))
        return files[0] if len(files) == 1 else tuple(files)

    def array(
        self,
        dtype: Type,
        count: int,
        name: str | None = None,
        *,
        view: Type | None = None,
        before: str | None = None,
        within: n.Gaps | str | None = None,
    ) -> RegisterFile:
        """Declare a register file: `reg.array(f32, 8, "%acc")` is `.reg .f32 %acc<8>;`.

        Without a name, in a kernel that is written by hand, the registers are fresh ones, `%f0` to
        `%f7`. `view` is the type that operators use for its registers, if it is not the declared
        one.
        """
        _check_type(dtype)
        count = plain(count)
        _check_count(count)
        if name is not None and not isinstance(name, str):
            msg = (
                f"reg.array has no first values: the third argument must be a name, got {name!r}; "
                f"write acc = reg.array({dtype.fundamental}, {count!r}) and for i in "
                f"range({count!r}): acc[i] = {name!r}"
            )
            raise TypeError(msg)
        if name is None:
            function = trace.function_body().function
            is_plain = type(count) is int and dtype == fundamental(dtype.fundamental)
            if function.has_compiler_names and is_plain and before is None and within is None:
                return RegisterArray(dtype, count, dtype if view is None else view)
            name = function.unique(dtype.fundamental)
        node = n.Register(name_node(name).name)
        _declare(dtype, (n.Declarator(node, number(count)),), before, within)
        seen = dtype if view is None else view
        made = RegisterFile(node.name, seen.fundamental, _count(count), dtype.fundamental)
        made.wraps = trace.function_body().function.has_compiler_names
        return made

    def wgmma_frag(self, *, m: int, n: int, dtype: Type, name: str | None = None) -> RegisterFile:
        """Declare the fragment of a wgmma accumulator of `m` by `n` elements that a thread holds.

        That is `m * n / 128` registers for f32 and s32; for f16, two to a register,
        `m * n / 256` of type b32 (PTX ISA 9.7.15.5.1). `m` is a multiple of 64 and `n` of 8.
        """
        _check_type(dtype)
        kind = dtype.fundamental
        if kind not in ("f32", "s32", "f16"):
            msg = f"a wgmma accumulator must be f32, f16 or s32, not {kind}"
            raise TypeError(msg)
        if m <= 0 or m % 64 or n <= 0 or n % 8:
            msg = (
                "a wgmma accumulator must have a multiple of 64 rows and of 8 columns, "
                f"not {m} x {n}"
            )
            raise ValueError(msg)
        if kind == "f16":
            return self.array(fundamental("b32"), m * n // 256, name)
        return self.array(dtype, m * n // 128, name)

    def scalar(
        self,
        dtype: Type,
        init: Any = None,
        name: str | None = None,
        *names: str,
        before: str | None = None,
        within: n.Gaps | str | None = None,
    ) -> Any:
        """Declare single registers: `reg.scalar(b32, "a", "b")` is `.reg .b32 a, b;`.

        Without a name it is a fresh register. `init`, a number or a register, is moved there:
        `reg.scalar(u32, 0)` emits `mov.u32`, for a predicate `setp.ne.b32`. An unsigned register
        takes a number below 0 for its bits, as `x.set`, `x + -1` and `x & -4` do: -1 is all ones.
        `InstructionError` for one that a signed register would take for a number below 0. Returns
        the register, or a tuple of several.
        """
        _check_type(dtype)
        # In `reg.scalar(b32, "a", "b")`, the first name is where a first value may be.
        if isinstance(init, str):
            return self._named(dtype, (init, *((name,) if name else ()), *names), before, within)
        if name is None:
            function = trace.function_body().function
            if init is not None:
                return variable_of(emit_move(dtype.fundamental, init), dtype.fundamental)
            (register,) = new_registers(dtype.fundamental, 1)
            function.unassigned.append(register.name)
        else:
            register = self._named(dtype, (name, *names), before, within)
        if init is not None:
            move(register, init)
        return register

    def _named(
        self,
        kind: Type,
        names: tuple[str, ...],
        before: str | None,
        within: n.Gaps | str | None,
    ) -> Any:
        for name in names:
            if not (REGISTER_NAME.match(name) or NAME.match(name)):
                msg = f"not a register's name: {name!r}"
                raise ValueError(msg)
        nodes = [n.Register(name) for name in names]
        _declare(
            kind, tuple(n.Declarator(node, None, kind.dimensions) for node in nodes), before, within
        )
        registers = tuple(Register(node, kind.fundamental, variable=True) for node in nodes)
        return registers[0] if len(registers) == 1 else registers

    def stack(self, size: int, *, align: int, depot: int | None = None) -> Stack:
        """Declare the stack of a function as compilers do: memory, and two registers for it.

        `size` and `align` are bytes. The memory is `.local .align 8 .b8 __local_depot0[16];`, with
        the index of the function or `depot`; the registers `%SP` and `%SPL` are `stack.SP` and
        `stack.SPL`.
        """
        function = trace.function_body().function
        name = n.Symbol(f"__local_depot{function.index if depot is None else depot:d}")
        specifiers = (n.Specifier(".local"), n.Align(number(align)), n.Specifier(".b8"))
        declarator = n.Declarator(name, None, (n.Dimension(number(size)),))
        trace.record(n.Variable((), specifiers, (declarator,)), None, None)
        b64 = fundamental("b64")
        if style().is_typed:
            function.unassigned += ["%SP", "%SPL"]
        return Stack(Symbol(name), self.scalar(b64, "%SP"), self.scalar(b64, "%SPL"))

    def declare(
        self,
        kind: Type,
        *declarators: n.Declarator,
        before: str | None = None,
        within: n.Gaps | str | None = None,
    ) -> tuple[Any, ...]:
        """Declare any mixture: `reg.declare(b32, declarator("%a"), declarator("%b", count=4))`.

        Returns a register or, for a declarator with a count, a register file for each.
        """
        # `declarator("a")` has a symbol for a name without a percent sign, which is a register
        # here.
        made = tuple(d.replace(name=n.Register(d.name.name)) for d in declarators)
        _declare(kind, made, before, within)
        return tuple(
            (
                Register(n.Register(d.name.name), kind.fundamental, variable=True)
                if d.range is None
                else RegisterFile(d.name.name, kind.fundamental)
            )
            for d in made
        )

    def alloc(self, dtype: Type) -> Any:
        """Return a fresh register of a type, which has no value yet."""
        return self.scalar(dtype)

    def alloc_array(self, dtype: Type, count: int) -> RegisterFile:
        """Declare a register file, as `array` does."""
        return self.array(dtype, count)

    def from_(self, src: Any, dtype: Type) -> Any:
        """Return a fresh register of a type, written by a value call or by a `mov`."""
        _check_type(dtype)
        return variable_of(src, dtype.fundamental)

    def run(self, dtype: Type, count: int) -> RegisterRun:
        """Return a run of registers: `acc = reg.run(f32, 64)  #: f1..64`.

        Its elements are read and written, alone and in slices: `acc[4 * i + 2]`, `acc[3:0:-1]`.
        The margin names its registers; without one they are fresh.
        """
        _check_type(dtype)
        count = plain(count)
        _check_count(count)
        made = new_registers(dtype.fundamental, count)
        function = trace.function_body().function
        if function.has_compiler_names:
            for at, register in enumerate(made):
                element = trace.ArrayElement(at, count, dtype.fundamental)
                function.array_registers[register.name] = element
        return RegisterRun(made, dtype)


def _check_count(count: Any) -> None:
    """Raise for a number of registers that no declaration has."""
    if isinstance(count, tuple | list) and all(type(each) is int for each in count):
        msg = (
            f"the registers of an array have one index: write {prod(count)} for {count!r}, and "
            f"acc[i * {count[-1]} + j] for an element"
        )
        raise TypeError(msg)
    if isinstance(count, Type | TracedValue):
        what = "a type" if isinstance(count, Type) else "known on the device alone"
        msg = f"the number of registers must be an integer from 0 on, and {count!r} is {what}"
        raise TypeError(msg)
    if type(count) in (int, float, bool) and (type(count) is not int or count < 0):
        msg = f"the number of registers must be an integer from 0 on, not {count!r}"
        raise ValueError(msg)


_PYTHON_TYPES: Final = {
    "float": "f32",
    "int": "s32",
    "bool": "pred",
    "double": "f64",
    "half": "f16",
}
"""The PTX types for types of Python and NumPy whose names do not say them, as `float32` does."""


def _check_type(dtype: Any) -> None:
    if isinstance(dtype, Type):
        return
    name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", "")
    for long, short in (("bfloat", "bf"), ("float", "f"), ("uint", "u"), ("int", "s")):
        if name.startswith(long) and name.removeprefix(long).isdecimal():
            name = name.replace(long, short)
    name = _PYTHON_TYPES.get(name, name)
    hint = f": write {name} (from ptxpy import {name})" if name in TYPES else ""
    # A number in the place of the type is mostly the first value.
    if not hint and isinstance(dtype, int | float | TracedValue):
        hint = ": the type comes first, reg.scalar(f32, 0.0)"
    msg = f"the type of a register must be one of ptxpy.types, as u32 or f32, not {dtype!r}{hint}"
    raise TypeError(msg)


reg = Registers()
"""The namespace of registers: `reg.scalar(u32, 0)`, `reg.array(f32, 8)`."""
