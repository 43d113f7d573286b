"""The trace: the statements that a Python program records, before they are lowered to IR.

Statements are recorded in order into the body that is open. When the module is complete, they are
lowered to IR nodes (`ptxpy.dsl.lowering`): by then every destination is bound to a register, and
the trivia that the style does not predict are attached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, count
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import ValueClass, value_class
from ptxpy.ir import nodes as n

_NUMBERED: Final = re.compile(r"(.*?)(0|[1-9][0-9]*)", re.ASCII | re.DOTALL)
_DIGITS: Final = "0123456789"
_MAX_DIGITS: Final = 12
"""No file has registers whose numbers have more."""


class DeclaredRegisters:
    """Files of registers, `%r<10>`, and single registers."""

    def __init__(self) -> None:
        """Begin without registers."""
        self.types: dict[str, str] = {}
        """The type of each file, by its prefix."""
        self._counts: dict[str, int | None] = {}
        self._single: dict[str, str] = {}

    def __bool__(self) -> bool:
        """Return whether any is declared."""
        return bool(self.types or self._single)

    def declare(self, name: str, kind: str, count: int | None, *, is_file: bool) -> None:
        """Add a register, or a file with a number of registers, None for an unknown number."""
        if is_file:
            self.types[name] = kind
            self._counts[name] = count
        else:
            self._single[name] = kind

    def storage(self, name: str) -> str | None:
        """Return the type with which a register is declared; None if it is not."""
        found = self.in_file(name)
        return self._single.get(name) if found is None else found

    def in_file(self, name: str) -> str | None:
        """Return the type of the file that has a register; None if there is none."""
        prefix = name.rstrip(_DIGITS)
        number = name[len(prefix) :]
        if not number:
            return None
        if number[0] == "0":
            prefix, number = self.parts(name)
        storage = self.types.get(prefix)
        if storage is None or len(number) > _MAX_DIGITS:
            return None
        count = self._counts[prefix]
        return storage if count is None or int(number) < count else None

    def parts(self, name: str) -> tuple[str, str]:
        """Return the prefix and the number of a name that ends in one."""
        # The prefix itself may end in digits: %r0<10> has %r01.
        number = name[len(name.rstrip(_DIGITS)) :].lstrip("0") or "0"
        return name[: -len(number)], number

    def is_beyond(self, name: str) -> bool:
        """Return whether a name ends in a number that is beyond the end of its file."""
        match = _NUMBERED.fullmatch(name)
        count = None if match is None else self._counts.get(name[: match.start(2)])
        return count is not None and self.in_file(name) is None

    def explain(self, name: str) -> str:
        """Return why no register has a name."""
        match = _NUMBERED.fullmatch(name)
        prefix = name[: match.start(2)] if match is not None else name
        if prefix in self._counts:
            count = self._counts[prefix] or 0
            return (
                f"{name} is not declared: {prefix}<{count}> are {prefix}0 to {prefix}{count - 1}; "
                "raise the number in reg.bulk to use it"
            )
        known = ", ".join([*(f"{each}<{self._counts[each]}>" for each in self._counts)]) or "none"
        return (
            f"{name} is not declared: the files of this function are {known}; a margin holds names "
            "of registers and nothing else, and another comment begins with a blank, # …"
        )


class TraceError(RuntimeError):
    """A statement or a value that is not allowed at its place in the program."""

    __module__ = "ptxpy"
    location: Any = None
    """The source location of a statement that is refused later (`source_lines.CodeLocation`)."""
    callers: tuple[Any, ...] = ()
    """The locations of the calls in its file that led to that one, the innermost first."""


class TriviaRequest(NamedTuple):
    """White space or a comment requested before a statement against the style."""

    kind: str
    """`line`, `trailing`, `block`, `callers` (comments) or `blank`."""
    text: str
    """The comment with its delimiters, or the white space."""
    space: str | None = None
    """The white space before the comment, unless the style predicts it."""
    callers: tuple[tuple[int, int, int], ...] = ()
    """The positions of callers that the comment after a `.loc` names."""


class RecordedStatement:
    """A recorded statement: its node without trivia, and the trivia that were requested."""

    node: n.Node | None = None
    trivia: list[TriviaRequest] | None = None
    before: str | None = None
    within: n.Gaps | str | None = None
    body: Body | None = None

    def __init__(
        self,
        node: n.Node | None,
        before: str | None = None,
        within: n.Gaps | str | None = None,
        body: Body | None = None,
    ) -> None:
        # What most statements do not have is left to the class: there are many.
        self.node = node
        if before is not None:
            self.before = before
        if within is not None:
            self.within = within
        if body is not None:
            self.body = body

    def build(self, function: Any) -> Any:  # noqa: ARG002 - instructions need it
        """Return the node without trivia and body; `function` is the function around it."""
        return self.node


class Body:
    """The statements of a module, function, scope or section while they are recorded."""

    __slots__ = ("closing", "function", "module", "scope", "statements", "token", "trivia")

    def __init__(self, module: Any, function: Any = None, scope: Any = None) -> None:
        self.module = module
        self.function = function
        self.statements: list[RecordedStatement] = []
        self.trivia: list[TriviaRequest] = []
        """Trivia requested before the next statement or the closing brace."""
        self.closing: str | None = None
        self.scope = scope
        """The checker of instructions and names (`instruction_checks.ModuleScope`), or None."""
        self.token: Any = None
        """The token that restores the outer body, while `enter` keeps this one open."""

    def append(self, statement: RecordedStatement) -> None:
        """Record a statement."""
        if self.trivia:
            statement.trivia = self.trivia
            self.trivia = []
        self.statements.append(statement)

    def precede(self, statement: RecordedStatement) -> None:
        """Record a statement before the last one."""
        self.statements.insert(-1, statement)

    def insert(self, at: int, statement: RecordedStatement) -> None:
        """Record a statement before another one."""
        self.statements.insert(at, statement)

    def remove(self, at: int) -> None:
        """Take a statement out."""
        del self.statements[at]

    def attach_location(self, index: int, error: TraceError) -> None:
        """Attach the source location of a statement to an error, if locations are kept."""

    def inner(self, function: Any = None, scope: Any = None) -> Body:
        """Return an empty body within this one."""
        return Body(self.module, function, scope)


class ArrayElement(NamedTuple):
    """A fresh register of an array."""

    position: int
    size: int
    """The number of registers of the array."""
    kind: str
    """The type of its value."""


class FunctionTrace:
    """A function while it is traced: its names, its fresh registers, its shared memory."""

    def __init__(
        self,
        symbol: str,
        labels: str,
        file: int = 1,
        index: int = 0,
        *,
        has_compiler_names: bool = False,
        scope: Any = None,
    ) -> None:
        self.symbol = symbol
        self.index = index
        """The number of functions with a body before this one."""
        self.file = file
        """The number of the file in which the function's source positions are."""
        self.labels = labels
        """The prefix of the basic-block labels."""
        self.counts: dict[tuple[str, str], int] = {}
        """The number of fresh registers, by prefix and class."""
        self.released: set[str] = set()
        """Fresh registers that nothing mentions any more, but for the last ones."""
        self._prefixes: dict[str, tuple[str, tuple[str, str], int | None]] = {}
        self.unnamed = 0
        self.referenced_labels: set[int] = set()
        """The numbers of basic-block labels that operands name."""
        self.scope = scope
        """The checker of its instructions (`instruction_checks.ModuleScope`), or None."""
        self.has_compiler_names = has_compiler_names
        """Whether fresh registers have the names that compilers use, `%r0`."""
        self.files = DeclaredRegisters()
        """The registers that it declares."""
        self.margins: Any = None
        """Its margins (`margins.function_margins.FunctionMargins`), or None."""
        self.said_positions: tuple[str, Any, int] = ("", None, 0)
        """The last positions that a margin said, the body and its number of statements then."""
        self.lacks_source = False
        """Whether its text would say which registers its values have, and cannot be read."""
        self.declared_prefixes: set[str] = set()
        """The prefixes that declarations of the function use."""
        self.shared: Any = None
        """Its shared memory (`shared_memory.segment.Segment`), once any is allocated."""
        # Only the last registers can be given back: `%r<10>` declares all from `%r0` to `%r9`.
        self.tensor_memory: Any = None
        """Its tensor memory (`helpers.tcgen05_memory.TensorMemory`), once any is allocated."""
        self.is_kernel = False
        """Whether it is a kernel, and no device function."""
        self.entry: Any = None
        """Its dimensions, template and raw parameters (`functions.binding.Binding`)."""
        self.intrinsics: list[str] = []
        """The intrinsics (`namespaces.intrinsics`) that are running, the outermost first."""
        self.array_registers: dict[str, ArrayElement] = {}
        """Fresh registers of arrays."""
        self.reducers: list[Any] = []
        """Its reducers (`tilelang.allocate.reducers.Reducer`)."""
        self.inversions: list[Any] = []
        """The results of `~` on predicates, which guards may take as `@!p`."""
        self.integer_operators: dict[int, Any] = {}
        """The operators without a view that take registers of bits for integers, by the identities
        of their results: where they are written (`source_lines.CodeLocation`)."""
        self.element_loads: list[Any] = []
        """The loads of elements of shared memory, of which some are used for the address alone."""
        self.elements: dict[str, Any] = {}
        """The registers of loaded elements of shared memory, and the arrays."""
        self.reductions: list[tuple[str, str, str, list[RecordedStatement]]] = []
        """Reductions of values, whose results have no names: the name in messages, the registers of
        the value and of the result, and the statements."""
        self.unassigned: list[str] = []
        """The registers that were declared without an initial value."""
        self.unopened: dict[int, tuple[str, Any, Any]] = {}
        """Blocks that were created and not yet opened by `with` (`control_flow.with_blocks`)."""
        self.loops: list[tuple[Body, RecordedStatement, RecordedStatement]] = []
        """Closed loops of the device: the body, the first and the last statement."""
        self.counts_of_loops: list[Any] = []
        """Its counted loops (`verification.loop_conditions.LoopCount`)."""
        self.module_names: dict[int, Any] = {}
        """Global names at the last block (`verification.rebinding`), by the module's identity."""
        self.unfinished_loops: list[tuple[str, Body]] = []
        """Loops whose end has not been recorded."""

    def fresh(self, kind: str) -> n.Register:
        """Return a register that nothing else uses; it is declared on a line of its own."""
        return self.fresh_result(kind)[0]

    def fresh_result(self, kind: str) -> tuple[n.Register, int | None]:
        """Return a fresh register, and the number of its sort (`Checker.code`) if it is known."""
        entry = self._prefixes.get(kind)
        if entry is None:
            if self.lacks_source:
                raise TraceError(self.explain_source())
            entry = self._prefixes[kind] = self._prefix(kind)
        prefix, key, code = entry
        index = self.counts[key]
        self.counts[key] = index + 1
        return tuple.__new__(n.Register, (f"{prefix}{index}",)), code

    def release(self, register: n.Register) -> None:
        """Take a fresh register back, which nothing mentions any more."""
        prefix = register.name.rstrip("0123456789")
        key = next((key for key in self.counts if key[0] == prefix), None)
        if key is None:
            return
        self.released.add(register.name)
        while f"{prefix}{self.counts[key] - 1}" in self.released:
            self.counts[key] -= 1
            self.released.discard(f"{prefix}{self.counts[key]}")

    def storage(self, kind: str) -> str:
        """Return the type with which fresh registers for a type are declared."""
        entry = self._prefixes.get(kind)
        if entry is None:
            entry = self._prefixes[kind] = self._prefix(kind)
        return entry[1][1]

    def explain_source(self) -> str:
        """Return why a value cannot have a register whose name only the text knows."""
        return _LACKS_SOURCE.format(self.symbol)

    def value_class(self, kind: str) -> ValueClass:
        """Return the class of a value in the style of a compiler, from the type of its result."""
        return value_class(kind, self.files.types)

    def _prefix(self, kind: str) -> tuple[str, tuple[str, str], int | None]:
        """Return the prefix of a class of fresh registers, the key of its count, and its code."""
        if self.has_compiler_names:
            prefix, declared = fresh_class(kind)
        else:
            declared, kind = self.value_class(kind)
            prefix = ""
        if not self.has_compiler_names or prefix in self.declared_prefixes:
            # An imported kernel may have been edited before, and have such registers already.
            names = (f"%new{number or ''}_{kind}_" for number in chain([0], count(2)))
            prefix = next(name for name in names if name not in self.declared_prefixes)
            # PTX declares no registers of alternate formats.
            if self.has_compiler_names and kind not in _ALTERNATE_FORMATS:
                declared = kind
        key = (prefix, declared)
        self.counts.setdefault(key, 0)
        code = None if self.scope is None else self.scope.registers(prefix, declared)
        return prefix, key, code

    def declares(self, name: str) -> None:
        """Reserve the prefix of a declared name, so that no fresh register takes it."""
        # `%r<10>` and a single register `%r3` both take the prefix `%r`.
        prefix = name.rstrip("0123456789")
        # Statements have these registers already, so that they cannot be called otherwise any more.
        if any(prefix == used for used, _ in self.counts):
            msg = (
                f"{name} is declared after registers that are called {prefix}0, {prefix}1, …: "
                "declare it at the top of the kernel, or give it another name"
            )
            raise TraceError(msg)
        self.declared_prefixes.add(prefix)
        # A type whose prefix is the declared one needs another prefix from here on.
        self._prefixes.clear()

    def unique(self, kind: str) -> str:
        """Return a name for something that is declared without one."""
        while True:
            self.unnamed += 1
            name = f"%{kind or 'x'}_{self.unnamed}_"
            if name not in self.declared_prefixes:
                return name


_LACKS_SOURCE = (
    "the text of {} cannot be read, or is not what was compiled, so that the registers in its "
    "margins (#: r3) are unknown: run the file itself, or give every result its register, r[3] = …"
)

_FRESH_CLASSES = {
    "pred": ("%p", "pred"),
    **dict.fromkeys(("b8", "u8", "s8", "b16", "u16", "s16", "f16", "bf16"), ("%rs", "b16")),
    **dict.fromkeys(("e4m3", "e5m2"), ("%rs", "b16")),
    **dict.fromkeys(("b32", "u32", "s32", "f16x2", "bf16x2", "tf32"), ("%r", "b32")),
    **dict.fromkeys(("b64", "u64", "s64"), ("%rd", "b64")),
    "f32": ("%f", "f32"),
    "f64": ("%fd", "f64"),
    "b128": ("%rq", "b128"),
}
"""The prefix and the class of fresh registers, as in NVVM."""


_ALTERNATE_FORMATS = frozenset({"bf16", "bf16x2", "tf32", "e4m3", "e5m2"})
"""Alternate floating-point formats, kept in untyped registers (PTX ISA 5.2.3)."""


def fresh_class(kind: str) -> tuple[str, str]:
    """Return the prefix and the declared class of the fresh registers of a type."""
    return _FRESH_CLASSES.get(kind) or (f"%new_{kind}_", kind)


_BODY: ContextVar[Body | None] = ContextVar("ptxpy_body", default=None)

current = _BODY.get
"""Return the body that is open, or None."""


def body() -> Body:
    """Return the body that is open; `TraceError` if none is open."""
    found = _BODY.get()
    if found is None:
        msg = "PTX is written here, but no module or kernel is being traced"
        raise TraceError(msg)
    return found


def function_body() -> Body:
    """Return the function body that is open; `TraceError` if none is open."""
    found = _BODY.get()
    if found is None:
        # This raises the error: the usual case is one call less.
        found = body()
    if found.function is None:
        msg = "an instruction stands in a function, not at module level"
        raise TraceError(msg)
    return found


def traced_function() -> FunctionTrace | None:
    """Return the function that is being traced, or None."""
    found = _BODY.get()
    return None if found is None else found.function


def check_trace(value: Any) -> None:
    """Raise `TraceError` for a value that another trace has made (`value.traced_in`).

    A register of the same name in this one would be read for it.
    """
    made, now = value.traced_in, traced_function()
    # What belongs to no trace, as a special register, is the same in all.
    if made is None or now is None or made is now:
        return
    which = "an earlier trace" if made.symbol == now.symbol else f"the trace of {made.symbol}"
    msg = (
        f"{value!r} belongs to {which}, and registers, memory and labels are those of one trace: "
        f"make it in {now.symbol}, each time that it is traced. A global, a default argument, a "
        "closure or functools.cache would keep it for another trace"
    )
    raise TraceError(msg)


def in_function() -> bool:
    """Return whether a function is being traced, so that an instruction can be written."""
    found = current()
    return found is not None and found.function is not None


def enter(inner: Body | None) -> Any:
    """Open a body by hand; give the result to `leave`."""
    return _BODY.set(inner)


def leave(token: Any) -> None:
    """Close a body that `enter` has opened."""
    _BODY.reset(token)


@contextmanager
def opened(inner: Body) -> Iterator[Body]:
    """Record into a body while the block runs."""
    token = _BODY.set(inner)
    try:
        yield inner
    finally:
        _BODY.reset(token)


def record(node: n.Node, before: str | None, within: n.Gaps | str | None) -> RecordedStatement:
    """Record a statement with its layout into the body that is open."""
    statement = RecordedStatement(node, before, within)
    opened = body()
    opened.append(statement)
    if opened.scope is not None:
        opened.scope.record(node)
    return statement
