"""Structured control flow: `if_`, `unless`, `block` and `loop` emit branches and labels.

| Python | PTX |
|---|---|
| `with ptx.unless(p): …` | `@p bra END; … END:` |
| `with ptx.if_(p): …` | `@!p bra END; … END:` |
| `with ptx.block() as b: … b.leave(when=p) …` | `… @p bra END; … END:` |
| `with ptx.loop() as l: … l.again(when=p)` | `TOP: … @p bra TOP;` |

Labels are numbered as compilers do (`ptxpy.lift.labels`); `end=` and `label=` name one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ptxpy.dsl import trace
from ptxpy.dsl.instructions import Place, guard_of
from ptxpy.dsl.spelling import NAME
from ptxpy.dsl.statements import LabelName
from ptxpy.dsl.trace import Body, Draft
from ptxpy.ir import nodes as n
from ptxpy.lift.labels import BlockCounter, block_number

Gap = str | None
Gaps = n.Gaps | str | None
Where = int | str | LabelName | None


class Target:
    """A label whose name is known when the function has been traced."""

    __slots__ = ("name", "number")

    def __init__(self, where: Where) -> None:
        """Take a block's number, a name, a label, or None for the number by the rule."""
        self.name: str | None = None
        self.number: int | None = None
        if isinstance(where, LabelName):
            self.number = where.number
        elif isinstance(where, str):
            if not NAME.match(where):
                msg = f"not an identifier: {where!r}"
                raise ValueError(msg)
            self.name = where
        else:
            self.number = where


class BranchDraft(Draft):
    """A branch to a target."""

    __slots__ = ("guard", "modifiers", "target")

    def __init__(
        self,
        guard: n.Guard | None,
        modifiers: tuple[str, ...],
        target: Target,
        before: Gap,
        within: Gaps,
    ) -> None:
        super().__init__(None, before, within)
        self.guard = guard
        self.modifiers = modifiers
        self.target = target

    def build(self, function: Any) -> n.Instruction:  # noqa: ARG002 - the name is known by now
        """Return the branch."""
        operands = (n.Symbol(self.target.name or ""),)
        return n.Instruction(self.guard, "bra", self.modifiers, operands)


class LabelDraft(Draft):
    """The label of a target."""

    __slots__ = ("target",)

    def __init__(self, target: Target, before: Gap) -> None:
        super().__init__(None, before)
        self.target = target

    def build(self, function: Any) -> n.Label:  # noqa: ARG002 - the name is known by now
        """Return the label."""
        return n.Label(self.target.name or "")


def _branch(  # noqa: PLR0913 - a branch has these parts
    target: Target,
    when: Any,
    unless: Any,
    *,
    uni: bool | None,
    before: Gap,
    within: Gaps,
) -> None:
    guard = guard_of(when, unless)
    uniform = guard is None if uni is None else uni
    modifiers = (".uni",) if uniform else ()
    trace.function_body().append(BranchDraft(guard, modifiers, target, before, within))


class Block:
    """A block that is open, as `with ptx.block() as b:` names it."""

    def __init__(self, target: Target) -> None:
        """Take the label at the end of the block."""
        self.target = target

    def leave(
        self,
        *,
        when: Any = None,
        unless: Any = None,
        uni: bool | None = None,
        before: Gap = None,
        within: Gaps = None,
    ) -> None:
        """Branch to the end of the block: `bra`, or without a guard `bra.uni`."""
        _branch(self.target, when, unless, uni=uni, before=before, within=within)


class Loop:
    """A loop that is open, as `with ptx.loop() as l:` names it."""

    def __init__(self, target: Target) -> None:
        """Take the label at the top of the loop."""
        self.target = target

    def again(
        self,
        *,
        when: Any = None,
        unless: Any = None,
        uni: bool | None = None,
        before: Gap = None,
        within: Gaps = None,
    ) -> None:
        """Branch to the top of the loop: `bra`, or without a guard `bra.uni`."""
        _branch(self.target, when, unless, uni=uni, before=before, within=within)


class ControlFlow:
    """Structured control flow in the namespace `ptx`."""

    @contextmanager
    def unless(  # noqa: PLR0913 - a branch and a label have these parts
        self,
        predicate: Any,
        *,
        end: Where = None,
        uni: bool | None = None,
        before: Gap = None,
        within: Gaps = None,
        closing: Gap = None,
    ) -> Iterator[Block]:
        """Skip what the block emits where the predicate is true: `@p bra END; … END:`."""
        target = Target(end)
        _branch(target, predicate, None, uni=uni, before=before, within=within)
        with _same_body("unless"):
            yield Block(target)
        trace.function_body().append(LabelDraft(target, closing))

    @contextmanager
    def if_(  # noqa: PLR0913 - as above
        self,
        predicate: Any,
        *,
        end: Where = None,
        uni: bool | None = None,
        before: Gap = None,
        within: Gaps = None,
        closing: Gap = None,
    ) -> Iterator[Block]:
        """Skip what the block emits where the predicate is false: `@!p bra END; … END:`."""
        target = Target(end)
        _branch(target, None, predicate, uni=uni, before=before, within=within)
        with _same_body("if_"):
            yield Block(target)
        trace.function_body().append(LabelDraft(target, closing))

    @contextmanager
    def block(self, *, end: Where = None, closing: Gap = None) -> Iterator[Block]:
        """Open a block that `leave` branches out of; its label stands at the end."""
        target = Target(end)
        with _same_body("block"):
            yield Block(target)
        trace.function_body().append(LabelDraft(target, closing))

    @contextmanager
    def loop(self, label: Where | Block = None, *, before: Gap = None) -> Iterator[Loop]:
        """Open a loop that `again` goes round; its label stands at the top.

        A `Block` that has just been closed lends its label to a loop that begins there.
        """
        trace.function_body()
        if isinstance(label, Block):
            target = label.target
        else:
            target = Target(label)
            trace.function_body().append(LabelDraft(target, before))
        with _same_body("loop"):
            yield Loop(target)


@contextmanager
def _same_body(what: str) -> Iterator[None]:
    body = trace.function_body()
    yield
    if trace.function_body() is not body:
        msg = f"ptx.{what}: the block ends in another scope than that in which it began"
        raise trace.TraceError(msg)


def name_labels(body: Body, prefix: str) -> None:
    """Give the targets of a function's body their names; `TraceError` when two have the same."""
    _name(body, prefix, BlockCounter())


def _name(body: Body, prefix: str, counter: BlockCounter) -> None:
    seen: set[str] = set()
    for draft in body.drafts:
        if isinstance(draft, LabelDraft):
            name = _target_name(draft.target, prefix, counter)
            if name in seen:
                msg = f"two labels {name}: give one another number with end= or label="
                raise trace.TraceError(msg)
            seen.add(name)
        elif isinstance(draft, BranchDraft):
            counter.instruction("bra", guarded=draft.guard is not None)
        elif isinstance(draft, Place):
            counter.instruction(draft.opcode, guarded=draft.guard is not None)
        elif type(draft.node) is n.Label:
            seen.add(draft.node.name)
            number = block_number(draft.node.name, prefix)
            if number is not None:
                counter.label(number)
        elif draft.body is not None:
            counter.other()
            _name(draft.body, prefix, BlockCounter())
        elif type(draft.node) is n.Call:
            counter.other()


def _target_name(target: Target, prefix: str, counter: BlockCounter) -> str:
    """Return the name of a target; one that has none yet is given its number's."""
    if target.name is None:
        number = counter.label(target.number)
        if target.number is None:
            target.number = number
        target.name = f"{prefix}{target.number}"
    return target.name
