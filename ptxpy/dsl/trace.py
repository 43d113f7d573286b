"""The trace: what running Python records, before it becomes IR.

Statements are recorded as drafts, in order, into the body that is open. When a module is closed
its drafts are settled into IR nodes: destinations are known by then, and the layout that the
style does not predict is put into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
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

    __slots__ = ("before", "body", "events", "node", "within")

    def __init__(
        self,
        node: n.Node | None,
        before: str | None = None,
        within: n.Gaps | str | None = None,
        body: Body | None = None,
    ) -> None:
        self.node = node
        self.events: list[Event] | None = None
        self.before = before
        self.within = within
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

    def blame(self, index: int, error: TraceError) -> None:
        """Let an error say where a statement of the body was recorded, if that is known."""

    def inner(self, function: Any = None, scope: Any = None) -> Body:
        """Return an empty body that stands in this one."""
        return Body(self.module, function, scope)


class FunctionTrace:
    """A function while it is traced: its names, its fresh registers."""

    def __init__(self, symbol: str, labels: str, file: int = 1, index: int = 0) -> None:
        self.symbol = symbol
        self.index = index
        """How many functions with a body stand before it."""
        self.file = file
        """The number of the file in which the function's source positions are."""
        self.labels = labels
        """The prefix of the basic-block labels."""
        self.counts: dict[str, int] = {}
        self.made = 0

    def fresh(self, kind: str) -> n.Register:
        """Return a register that nothing else uses; it is declared on a line of its own."""
        index = self.counts.get(kind, 0)
        self.counts[kind] = index + 1
        return n.Register(f"{fresh_prefix(kind)}{index}")

    def unique(self, kind: str) -> str:
        """Return a name for a register that is declared without one."""
        self.made += 1
        return f"%{kind or 'x'}_{self.made}_"


def fresh_prefix(kind: str) -> str:
    """Return the prefix of the fresh registers of a class."""
    return f"%new_{kind}_"


_BODY: ContextVar[Body | None] = ContextVar("ptxpy_body", default=None)


def body() -> Body:
    """Return the body that is open; `TraceError` when there is none."""
    found = _BODY.get()
    if found is None:
        msg = "PTX is written here, but no module or kernel is being traced"
        raise TraceError(msg)
    return found


def function_body() -> Body:
    """Return the function body that is open; `TraceError` when there is none."""
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
