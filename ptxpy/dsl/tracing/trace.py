"""The trace: what running Python records, before it becomes IR.

Statements are recorded as drafts, in order, into the body that is open. When a module is closed
its drafts are settled into IR nodes: destinations are known by then, and the layout that the
style does not predict is put into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, count
from typing import Any, NamedTuple

from ptxpy.ir import nodes as n


class TraceError(RuntimeError):
    """A statement where none can stand, or a value that cannot be used as it is."""

    __module__ = "ptxpy"
    place: Any = None
    """Where a statement was written that is refused later (`lines.Place`), if that is kept."""


class Event(NamedTuple):
    """Layout that was asked for before a statement."""

    kind: str
    """`line`, `behind`, `block`, `callers` (comments) or `blank`."""
    text: str
    """The comment with its delimiters, or the white space."""
    space: str | None = None
    """The white space before the comment, where the style does not predict it."""
    callers: tuple[tuple[int, int, int], ...] = ()
    """Positions that the comment behind a `.loc` names."""


class Draft:
    """A statement that has been recorded: a node without layout, and the layout asked for."""

    node: n.Node | None = None
    events: list[Event] | None = None
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

    def build(self, function: Any) -> Any:  # noqa: ARG002 - drafts of instructions need it
        """Return the node without layout and body; `function` is the one that it stands in."""
        return self.node


class Body:
    """The statements of a module, function, scope or section while they are recorded."""

    __slots__ = ("closing", "drafts", "events", "function", "module", "scope", "token")

    def __init__(self, module: Any, function: Any = None, scope: Any = None) -> None:
        self.module = module
        self.function = function
        self.drafts: list[Draft] = []
        self.events: list[Event] = []
        """Layout asked for before the next statement or the closing brace."""
        self.closing: str | None = None
        self.scope = scope
        """What checks the instructions and knows the names (`checks.ModuleScope`), if anything."""
        self.token: Any = None
        """What leads back to the outer body, while the body is open by hand."""

    def append(self, draft: Draft) -> None:
        """Record a statement."""
        if self.events:
            draft.events = self.events
            self.events = []
        self.drafts.append(draft)

    def precede(self, draft: Draft) -> None:
        """Record a statement before the last one."""
        self.drafts.insert(-1, draft)

    def insert(self, at: int, draft: Draft) -> None:
        """Record a statement before another one."""
        self.drafts.insert(at, draft)

    def blame(self, index: int, error: TraceError) -> None:
        """Let an error say where a statement of the body was recorded, if that is known."""

    def inner(self, function: Any = None, scope: Any = None) -> Body:
        """Return an empty body that stands in this one."""
        return Body(self.module, function, scope)


class FunctionTrace:
    """A function while it is traced: its names, its fresh registers, its shared memory."""

    def __init__(  # noqa: PLR0913 - a function has these parts
        self,
        symbol: str,
        labels: str,
        file: int = 1,
        index: int = 0,
        *,
        short: bool = False,
        scope: Any = None,
    ) -> None:
        self.symbol = symbol
        self.index = index
        """How many functions with a body stand before it."""
        self.file = file
        """The number of the file in which the function's source positions are."""
        self.labels = labels
        """The prefix of the basic-block labels."""
        self.counts: dict[tuple[str, str], int] = {}
        """How many fresh registers there are, by prefix and class."""
        self._prefixes: dict[str, tuple[str, tuple[str, str], int | None]] = {}
        self.made = 0
        self.named: set[int] = set()
        """The numbers of basic-block labels that operands name."""
        self.scope = scope
        """What checks its instructions (`checks.ModuleScope`), if anything."""
        self.short = short
        """Whether fresh registers have the names that compilers use, `%r0`."""
        self.taken: set[str] = set()
        """The prefixes that declarations of the function use."""
        self.shared: Any = None
        """Its shared memory (`shared.segment.Segment`), once any is allocated."""
        self.tensor_memory: Any = None
        """Its tensor memory (`helpers.tcgen05_memory.TensorMemory`), once any is allocated."""
        self.entry: Any = None
        """Its dimensions, template and raw parameters (`binding.Binding`)."""
        self.intrinsics: list[str] = []
        """The intrinsics (`intrinsics.intrinsic`) that are being run, the outermost first."""
        self.unset: list[str] = []
        """The registers that were asked for without a value."""
        self.unopened: dict[int, tuple[str, Any, Any]] = {}
        """Blocks that were made and not opened by `with` (`with_blocks`)."""
        self.loops: list[tuple[Body, Draft, Draft]] = []
        """Loops of the device that are closed: where they stand, first and last statement."""
        self.unfinished: list[tuple[str, Body]] = []
        """Loops that have not come to their end."""

    def fresh(self, kind: str) -> n.Register:
        """Return a register that nothing else uses; it is declared on a line of its own."""
        return self.fresh_result(kind)[0]

    def fresh_result(self, kind: str) -> tuple[n.Register, int | None]:
        """Return a fresh register, and the number of its sort (`Checker.code`) if it is known."""
        entry = self._prefixes.get(kind)
        if entry is None:
            entry = self._prefixes[kind] = self._prefix(kind)
        prefix, key, code = entry
        index = self.counts[key]
        self.counts[key] = index + 1
        return tuple.__new__(n.Register, (f"{prefix}{index}",)), code

    def storage(self, kind: str) -> str:
        """Return the type with which fresh registers for a type are declared."""
        entry = self._prefixes.get(kind)
        if entry is None:
            entry = self._prefixes[kind] = self._prefix(kind)
        return entry[1][1]

    def _prefix(self, kind: str) -> tuple[str, tuple[str, str], int | None]:
        """Return how the fresh registers of a class begin, where they count, and their code."""
        prefix, declared = fresh_class(kind)
        if not self.short or prefix in self.taken:
            # An imported kernel may have been edited before, and have such registers already.
            names = (f"%new{number or ''}_{kind}_" for number in chain([0], count(2)))
            prefix = next(name for name in names if name not in self.taken)
            declared = declared if kind in _ALTERNATE else kind
        key = (prefix, declared)
        self.counts.setdefault(key, 0)
        code = None if self.scope is None else self.scope.registers(prefix, declared)
        return prefix, key, code

    def declares(self, name: str) -> None:
        """Keep a declared name apart from those of fresh registers."""
        prefix = name.rstrip("0123456789")
        if any(prefix == used for used, _ in self.counts):
            msg = (
                f"{name} is declared behind registers that are called {prefix}0, {prefix}1, …: "
                "declare it at the top of the kernel, or give it another name"
            )
            raise TraceError(msg)
        self.taken.add(prefix)
        self._prefixes.clear()

    def unique(self, kind: str) -> str:
        """Return a name for something that is declared without one."""
        while True:
            self.made += 1
            name = f"%{kind or 'x'}_{self.made}_"
            if name not in self.taken:
                return name


_CLASSES = {
    "pred": ("%p", "pred"),
    **dict.fromkeys(("b8", "u8", "s8", "b16", "u16", "s16", "f16", "bf16"), ("%rs", "b16")),
    **dict.fromkeys(("e4m3", "e5m2"), ("%rs", "b16")),
    **dict.fromkeys(("b32", "u32", "s32", "f16x2", "bf16x2", "tf32"), ("%r", "b32")),
    **dict.fromkeys(("b64", "u64", "s64"), ("%rd", "b64")),
    "f32": ("%f", "f32"),
    "f64": ("%fd", "f64"),
    "b128": ("%rq", "b128"),
}
"""The prefix and the class of fresh registers, as NVVM has them."""


_ALTERNATE = frozenset({"bf16", "bf16x2", "tf32", "e4m3", "e5m2"})
"""Formats that are no types of registers: they lie in untyped ones (PTX ISA 5.2.3)."""


def fresh_class(kind: str) -> tuple[str, str]:
    """Return the prefix and the declared class of the fresh registers of a type."""
    return _CLASSES.get(kind) or (f"%new_{kind}_", kind)


_BODY: ContextVar[Body | None] = ContextVar("ptxpy_body", default=None)

current = _BODY.get
"""Return the body that is open, or None."""


def body() -> Body:
    """Return the body that is open; `TraceError` when there is none."""
    found = _BODY.get()
    if found is None:
        msg = "PTX is written here, but no module or kernel is being traced"
        raise TraceError(msg)
    return found


def function_body() -> Body:
    """Return the function body that is open; `TraceError` when there is none."""
    found = _BODY.get()
    if found is None:
        found = body()
    if found.function is None:
        msg = "an instruction stands in a function, not at module level"
        raise TraceError(msg)
    return found


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


def record(node: n.Node, before: str | None, within: n.Gaps | str | None) -> Draft:
    """Record a statement with its layout into the body that is open."""
    draft = Draft(node, before, within)
    opened = body()
    opened.append(draft)
    if opened.scope is not None:
        opened.scope.record(node)
    return draft
