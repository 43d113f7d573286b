"""Structured control flow: `if_`, `unless`, `block` and `loop` emit branches and labels.

| Python | PTX |
|---|---|
| `with ptx.unless(p): …` | `@p bra END; … END:` |
| `with ptx.if_(p): …` | `@!p bra END; … END:` |
| `with ptx.if_(i < n): …`, in dialect 2 | `setp.ge.s32 %p1, %r1, %r2; @%p1 bra END; … END:` |
| `with ptx.block() as b: … b.leave(when=p) …` | `… @p bra END; … END:` |
| `with ptx.if_(p): … with ptx.else_(): …` | `@!p bra ELSE; … bra.uni END; ELSE: … END:` |
| the same in a block `b`, with `ptx.else_(end=b)` | … without `END:`, as `b` has it |
| `with ptx.loop() as l: … l.again(when=p)` | `TOP: … @p bra TOP;` |
| `with ptx.loop(rotated=True) as l: … l.entry() …` | `bra.uni ENTRY; TOP: … ENTRY: …` |
| `ptx.next_block()` | `bra.uni NEXT; NEXT:` |

A loop without a condition is endless, with `bra.uni TOP` at its end (in a compiler's style, `again`
writes that branch); `ptx.loop("TOP", pred=p)` ends with `@p bra TOP`.

A branch of two, as compilers emit that know both sides, names with `over` or `next` the label after
the second branch:

| Python | PTX |
|---|---|
| `b.leave(when=p, next=True)` | `@p bra END; bra.uni NEXT; NEXT:` |
| `b.leave(unless=p, over=True)` | `@p bra OVER; bra.uni END; OVER:` |

Labels are numbered as compilers do (`ptxpy.dialect`); `end=`, `next=`, `over=` and the label of a
loop name one.
"""

from __future__ import annotations

from collections.abc import Generator
from types import CodeType
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from ptxpy.dialect import NAME, inverse_comparison, vocabulary
from ptxpy.dsl.control_flow.with_blocks import with_block
from ptxpy.dsl.namespaces.statements import LabelName
from ptxpy.dsl.other_names import LOOP_NAMES
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import guard_of
from ptxpy.dsl.tracing.pending_results import PendingResult, is_unbound
from ptxpy.dsl.tracing.trace import RecordedStatement
from ptxpy.dsl.values.operand_conversion import TracedValue
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.verification.early_exits import is_pass
from ptxpy.dsl.verification.rebinding import Region
from ptxpy.ir import nodes as n
from ptxpy.isa import nearest

Gap = str | None
Gaps = n.Gaps | str | None
LabelSpec = int | str | LabelName | None


class PendingLabel:
    """A label whose name is known when the function has been traced."""

    __slots__ = ("name", "number")

    def __init__(self, where: LabelSpec) -> None:
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
        elif where is not None:
            if type(where) is not int or where < 0:
                msg = f"a label must be a number of at least 0 or a name, got {where!r}"
                raise TypeError(msg)
            self.number = where


class RecordedBranch(RecordedStatement):
    """A branch to a target."""

    leaves: Literal["top", "before"] | None = None
    """That it ends a loop which counts, from its top or before it; None if it does not."""

    def __init__(
        self,
        guard: n.Guard | None,
        modifiers: tuple[str, ...],
        target: PendingLabel,
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


class RecordedLabel(RecordedStatement):
    """The label of a target."""

    def __init__(self, target: PendingLabel, before: Gap, *, skipped: bool = False) -> None:
        super().__init__(None, before)
        self.target = target
        self.skipped = skipped
        """Whether an `else_` may follow."""

    def build(self, function: Any) -> n.Label:  # noqa: ARG002 - the name is known by now
        """Return the label."""
        return n.Label(self.target.name or "")


BranchSide = int | str | LabelName | bool | None


class _BranchOptions:
    """The options of a branch out of a block or back to the top of a loop."""

    def __init__(
        self,
        *,
        uni: bool | None = None,
        next: BranchSide = None,  # noqa: A002 - as the argument that the user gives
        over: BranchSide = None,
        other_uni: bool = True,
        before: Gap = None,
        within: Gaps = None,
    ) -> None:
        """Take the arguments of `leave`, `again`, `if_` and `unless`."""
        next, over = (None if side is False else side for side in (next, over))  # noqa: A001
        if next is not None and over is not None:
            msg = "a branch of two goes on with next= or over=, not both"
            raise TypeError(msg)
        self.uni = uni
        self.over = over is not None
        side = over if self.over else next
        self.side = None if side is None else PendingLabel(None if side is True else side)
        self.other_uni = other_uni
        self.before = before
        self.within = within

    def emit(self, target: PendingLabel, when: Any, unless: Any) -> None:
        """Emit the branch to a label, and a second branch with its label if there are two."""
        guard = guard_of(when, unless)
        # All threads of a warp take a branch without a guard, for which compilers write `bra.uni`.
        uniform = guard is None if self.uni is None else self.uni
        modifiers = (".uni",) if uniform else ()
        layout = (self.before, self.within)
        body = trace.function_body()
        if self.side is None:
            body.append(RecordedBranch(guard, modifiers, target, *layout))
            return
        if guard is None:
            msg = "a branch of two needs a predicate: when= or unless="
            raise TypeError(msg)
        first, second = (target, self.side)
        # The guarded branch leads over the other one, so its condition is the opposite.
        if self.over:
            first, second = second, first
            guard = n.Guard(guard.register, not guard.negated)
        body.append(RecordedBranch(guard, modifiers, first, *layout))
        other = (".uni",) if self.other_uni else ()
        body.append(RecordedBranch(None, other, second, None, None))
        body.append(RecordedLabel(self.side, None))


class _OpenRegion:
    """A block or a loop that is open."""

    if not TYPE_CHECKING:  # a checker reports an unknown name as one

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse a name of another language; `AttributeError` with what to write."""
            known = LOOP_NAMES.get(name)
            what = "a block" if isinstance(self, BlockRegion) else "a loop"
            own = [each for each in dir(type(self)) if not each.startswith("_")]
            close = () if known else nearest(name, own)[:1]
            known = known or "".join(f"{each}(…)" for each in close)
            msg = f"{what} has no {name}" + (f": write {known}" if known else "")
            raise AttributeError(msg)


class BlockRegion(_OpenRegion):
    """A block that is open, as `with ptx.block() as b:` names it."""

    def __init__(self, target: PendingLabel) -> None:
        """Take the label at the end of the block."""
        self.target = target
        self.traced_in = trace.traced_function()
        self.closed = False
        self.place: tuple[CodeType, int, int] | None = None
        """The code of Python's block, and the offsets at which it begins and ends, once it has."""
        self.region: Region | None = None
        """The code after the first branch to the end, once there is such a branch."""
        self.ended_else = -1
        """The number of statements at the end of an `else_` that ends where the block does."""

    @property
    def is_pass(self) -> bool:
        """Whether Python's block consists of `pass`, once it has ended."""
        return self.place is not None and is_pass(*self.place)

    @property
    def always_ends(self) -> bool:
        """Whether nothing has branched out of the block so far: it is run as a whole, and once."""
        return self.region is None

    def leave(self, *conditions: Any, when: Any = None, unless: Any = None, **options: Any) -> None:
        """Branch to the end of the block: `bra`, or without a guard `bra.uni`.

        `TraceError` when the block has been closed.

        Options: `uni`; `next` or `over` for a branch of two (True, or a number or a name for the
        label); `other_uni=False` where the other branch is a plain `bra`; `before`, `within` for
        layout.
        """
        _named(conditions, "block.leave")
        _inside("a block is left", self)
        _BranchOptions(**options).emit(self.target, when, unless)
        # From here on the device may have left; what Python rebinds before is rebound in any case.
        self.may_be_left()

    def may_be_left(self) -> None:
        """Note that a branch leaves the block here: later rebinding may not take place."""
        if self.region is None:
            self.region = Region("a block that may have been left")

    def check_else(self, body: trace.Body) -> None:
        """Raise `TraceError` if something follows an else that is to end with the block."""
        if self.ended_else not in (-1, len(body.statements)):
            msg = (
                "ptx.else_(end=block) ends where the block does, and instructions of the block "
                "follow it: write ptx.else_() for an else that ends before them"
            )
            raise trace.TraceError(msg)

    def again(self, *_conditions: Any, **_options: Any) -> None:
        """Refuse: only a loop has a top to branch to; `TraceError` with what to write."""
        msg = "a block has no again: write with ptx.loop() as loop: … and loop.again(when=p) in it"
        raise trace.TraceError(msg)


def _named(conditions: tuple[Any, ...], what: str) -> None:
    """Raise `TypeError` for a condition that does not say which way it leads."""
    if conditions:
        msg = f"a condition says when or unless: write {what}(when=p)"
        raise TypeError(msg)


def _inside(what: str, region: BlockRegion | LoopRegion) -> None:
    trace.check_trace(region)
    if region.closed:
        msg = f"{what} from inside its with, not after it"
        raise trace.TraceError(msg)


class LoopRegion(_OpenRegion):
    """A loop that is open, as `with ptx.loop() as l:` names it."""

    def __init__(self, target: PendingLabel, entered: PendingLabel | None = None) -> None:
        """Take the label at the top of the loop, and that at which it is entered, if another."""
        self.target = target
        self.entered = entered
        self.traced_in = trace.traced_function()
        self.closed = False
        self.repeated = False
        """Whether a branch to the top has been emitted."""

    def entry(self, label: LabelSpec = None, *, before: Gap = None) -> None:
        """Place the label at which a rotated loop is entered; `TraceError` for any other loop."""
        if self.entered is None:
            msg = "a loop that is not rotated is entered at its top, a rotated one at one place"
            raise trace.TraceError(msg)
        # The branch before the loop refers to this label already: it is filled in, not replaced.
        given = PendingLabel(label)
        self.entered.name, self.entered.number = given.name, given.number
        trace.function_body().append(RecordedLabel(self.entered, before))
        self.entered = None

    def leave(self, *_conditions: Any, **_options: Any) -> None:
        """Refuse: only a block has an end to branch to; `TraceError` with what to write."""
        msg = (
            "a loop has no leave: put it in a block, with ptx.block() as block, ptx.loop() as "
            "loop:, and write block.leave(when=…)"
        )
        raise trace.TraceError(msg)

    def again(self, *conditions: Any, when: Any = None, unless: Any = None, **options: Any) -> None:
        """Branch to the top of the loop: `bra`, or without a guard `bra.uni`.

        The options are those of `BlockRegion.leave`.
        """
        _named(conditions, "loop.again")
        _inside("a loop is gone round", self)
        self.repeated = True
        _BranchOptions(**options).emit(self.target, when, unless)


class ControlFlow:
    """Structured control flow in the namespace `ptx`."""

    @with_block
    def unless(
        self,
        predicate: Any = None,
        *more: Any,
        end: LabelSpec = None,
        closing: Gap = None,
        **options: Any,
    ) -> Generator[BlockRegion, None, None]:
        """Skip the block if the predicate is true: `@p bra END; … END:`.

        `end` names the label, `closing` is the white space before it; other options are those of
        `BlockRegion.leave`.
        """
        target = PendingLabel(end)
        _check_predicate("unless", predicate, *more, **options)
        _BranchOptions(**options).emit(target, predicate, None)
        opened = BlockRegion(target)
        conditional = _Conditional("unless", opened)
        yield opened
        conditional.close()
        trace.function_body().append(RecordedLabel(target, closing, skipped=True))

    @with_block
    def if_(
        self,
        pred_reg: Any = None,
        *more: Any,
        end: LabelSpec = None,
        closing: Gap = None,
        **options: Any,
    ) -> Generator[BlockRegion, None, None]:
        """Skip the block if the predicate is false: `@!p bra END; … END:`.

        A comparison of integers in the call becomes its inverse in dialect 2, `ptx.if_(i < n)` is
        `setp.ge.s32 p, i, n; @p bra END;`, unless the branch is one of two. Options are those of
        `unless`.
        """
        target = PendingLabel(end)
        _check_predicate("if_", pred_reg, *more, **options)
        branch = _BranchOptions(**options)
        if branch.side is None and _invert_comparison(pred_reg):
            branch.emit(target, pred_reg, None)
        else:
            branch.emit(target, None, pred_reg)
        opened = BlockRegion(target)
        conditional = _Conditional("if_", opened)
        yield opened
        conditional.close()
        trace.function_body().append(RecordedLabel(target, closing, skipped=True))

    @with_block
    def else_(
        self,
        *conditions: Any,
        end: LabelSpec | BlockRegion = None,
        uni: bool = True,
        closing: Gap = None,
        before: Gap = None,
        within: Gaps = None,
    ) -> Generator[BlockRegion, None, None]:
        """Open the else branch of the block just closed: `… bra.uni END; ELSE: … END:`.

        With `end=block`, a block that is open around both, END is the end of that block, which has
        nothing behind the else:

            with ptx.if_(i < n) as block:
                with ptx.if_(x > 0):
                    total.set(total + x)
                with ptx.else_(end=block):
                    block.leave(when=x == 0)
                    total.set(total - x)

        `before` and `within` are the layout of the branch.
        """
        if conditions:
            msg = (
                "ptx.else_() takes no condition: write with ptx.else_(): …, or with ptx.else_(), "
                "ptx.if_(p): … for a second one"
            )
            raise TypeError(msg)
        body = trace.function_body()
        skipped = body.statements[-1] if body.statements and not body.trivia else None
        if not isinstance(skipped, RecordedLabel) or not skipped.skipped:
            msg = (
                "ptx.else_ follows an if_ or unless, directly behind its block and as far to the "
                "left: with ptx.if_(p): … and with ptx.else_(): … below"
            )
            raise trace.TraceError(msg)
        outer = end if isinstance(end, BlockRegion) else None
        if outer is not None:
            _inside("an else ends with a block", outer)
            if closing is not None:
                msg = "the label that ends ptx.else_(end=block) is the block's: give it closing="
                raise TypeError(msg)
            outer.may_be_left()
            target = outer.target
        else:
            target = PendingLabel(end)  # type: ignore[arg-type]
        modifiers = (".uni",) if uni else ()
        # The branch around the else part belongs before the label that ends the first block.
        branch = RecordedBranch(None, modifiers, target, before, within)
        # So do the comments at the end of that block, and the mark of inline assembly that ends.
        branch.trivia, skipped.trivia = skipped.trivia, None
        body.precede(branch)
        # Only one `else_` may follow a block.
        skipped.skipped = False
        opened = BlockRegion(target)
        conditional = _Conditional("else_", opened)
        yield opened
        conditional.close()
        if outer is None:
            body.append(RecordedLabel(target, closing))
        else:
            outer.ended_else = len(body.statements)

    @with_block
    def block(
        self, *, end: LabelSpec = None, closing: Gap = None
    ) -> Generator[BlockRegion, None, None]:
        """Open a block with a label at its end, to which `leave` branches."""
        target = PendingLabel(end)
        opened = BlockRegion(target)
        body = trace.function_body()
        yield opened
        _check_body("block", body)
        opened.check_else(body)
        # Without a branch out of it, the block is run as a whole, and once.
        if opened.region is not None:
            opened.region.close()
        opened.closed = True
        trace.function_body().append(RecordedLabel(target, closing))

    def next_block(
        self, label: LabelSpec = None, *, uni: bool = True, before: Gap = None, within: Gaps = None
    ) -> None:
        """End a basic block with a branch to the next, as without optimisation: `bra.uni N; N:`."""
        target = PendingLabel(label)
        body = trace.function_body()
        body.append(RecordedBranch(None, (".uni",) if uni else (), target, before, within))
        body.append(RecordedLabel(target, None))

    @with_block
    def loop(
        self,
        label_name: LabelSpec | BlockRegion = None,
        *,
        pred: Any = None,
        when: Any = None,
        enter: bool = False,
        rotated: bool = False,
        uni: bool = True,
        before: Gap = None,
        within: Gaps = None,
    ) -> Generator[LoopRegion, None, None]:
        """Open a loop with a label at its top, to which `again` branches.

        With `pred`, the end of the block emits `@pred bra TOP`. Without `pred`, and if `again` has
        not been called, the end emits `bra.uni TOP` and the loop is endless. In the style of a
        compiler an endless loop is an error unless `again` writes it, so that no line is emitted
        for the absence of another.

        A `BlockRegion` that has just been closed can be given as the label: the loop begins at its
        end. With `enter`, a branch to the label precedes it; with `rotated`, a branch to the place
        of `entry`.
        """
        if when is not None:
            msg = "the condition of a loop is tested at its end: write with ptx.loop(pred=p): …"
            raise TypeError(msg)
        body = trace.function_body()
        # The label is not recorded yet: the `not.pred` must be the last statement to be replaced.
        inverted = _inverted(body, pred)
        entered = PendingLabel(None) if rotated else None
        if isinstance(label_name, BlockRegion):
            last = body.statements[-1] if body.statements else None
            if not isinstance(last, RecordedLabel) or last.target is not label_name.target:
                msg = "a loop begins with the label of a block that has just been closed"
                raise trace.TraceError(msg)
            target = label_name.target
        else:
            if isinstance(label_name, TracedValue) and not isinstance(label_name, LabelName):
                msg = (
                    f"a loop takes a label first, and not {label_name!r}: write "
                    "with ptx.loop(pred=p): …, which tests p at the end, or for i in "
                    "ptx.range_(0, n): … for a number of turns"
                )
                raise TypeError(msg)
            target = PendingLabel(label_name)
            if enter or entered is not None:
                modifiers = (".uni",) if uni else ()
                body.append(RecordedBranch(None, modifiers, entered or target, before, within))
                # The white space was that before the branch, which comes first.
                before = None
            body.append(RecordedLabel(target, before))
        opened = LoopRegion(target, entered)
        first = body.statements[-1]
        # The test is at the end, so that the body runs at least once.
        region = Region(vocabulary.LOOP, repeated=True, always=True)
        yield opened
        _check_body("loop", body)
        region.close()
        if pred is None and not opened.repeated and not body.module.style.is_typed:
            msg = (
                "nothing goes round this loop: write again(when=p) of the loop where a branch "
                "leads to its top, or again() for one that goes on for ever"
            )
            raise trace.TraceError(msg)
        if pred is not None or not opened.repeated:
            opened.again(when=pred if inverted is None else None, unless=inverted)
        opened.closed = True
        # Whether its condition can change is found when the function is complete (`verifier`).
        body.function.loops.append((body, first, body.statements[-1]))
        if opened.entered is not None:
            msg = "a rotated loop says with entry() where it is entered"
            raise trace.TraceError(msg)


def _invert_comparison(predicate: Any) -> bool:
    """Invert a comparison of integers that the call of a block makes, in dialect 2.

    Compilers branch around a block by the inverse of the condition in the source.
    """
    module = trace.function_body().module
    if module.dialect == 1 or type(predicate) is not PendingResult:
        return False
    inverse = inverse_comparison(predicate.modifiers)
    is_plain = predicate.operation.result == "pred" and predicate.guard is None
    if not inverse or not is_plain or not is_unbound(predicate):
        return False
    predicate.operation = operation(predicate.opcode + "".join(inverse))
    return True


def _inverted(body: trace.Body, predicate: Any) -> Any:
    """Return `p` of a loop with `pred=~p`, which tests it anew in each iteration, or None."""
    inversions = body.function.inversions
    if not inversions or predicate is not inversions[-1] or body.statements[-1] is not predicate:
        return None
    inversion: Any = predicate
    inversion.is_replaced = True
    return inversion.sources[0]


def _check_predicate(what: str, predicate: Any, *more: Any, **options: Any) -> None:
    if predicate is None and options:
        name, value = next(iter(options.items()))
        shown = repr(value) if type(value) is int else "…"
        msg = (
            f"ptx.{what} takes a predicate register, and {name}= names an option: write "
            f"ptx.{what}({name} == {shown})"
        )
        raise TypeError(msg)
    if predicate is None:
        msg = f"ptx.{what} takes a predicate register, not None: write ptx.{what}(i < n)"
        raise TypeError(msg)
    if more:
        msg = f"ptx.{what} takes one predicate: write ptx.{what}((a < b) & (c < d)), or | for or"
        raise TypeError(msg)


class _Conditional:
    """The block of a branch, in which names may not be rebound, and which has an instruction.

    A block that says `pass` is meant to have none.
    """

    def __init__(self, what: str, opened: BlockRegion) -> None:
        """Open the block of `what`."""
        self.what = what
        self.opened = opened
        self.body = trace.function_body()
        self.count = len(self.body.statements)
        self.region = Region(f"ptx.{what}")

    def close(self) -> None:
        """Close the block; `TraceError` if that is refused."""
        self.region.close()
        body = self.body
        if (
            body.module.style.is_typed
            and len(body.statements) == self.count
            and not self.opened.is_pass
        ):
            msg = (
                f"the block of ptx.{self.what} writes no instruction, so that the branch has no "
                "effect: what Python assigns is not what the device does; write x.set(…) to a "
                "register that is declared to change, x = reg.scalar(dtype, 0), or leave the block "
                "out"
            )
            raise trace.TraceError(msg)
        _check_body(self.what, body)
        self.opened.check_else(body)
        self.opened.closed = True


def _check_body(what: str, body: trace.Body) -> None:
    """Raise `TraceError` if a block ends in another body than that in which it began."""
    if trace.function_body() is not body:
        msg = f"ptx.{what}: the block ends in another scope than that in which it began"
        raise trace.TraceError(msg)
