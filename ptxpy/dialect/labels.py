"""How compilers number basic-block labels: by the basic block, in the order before placement.

Blocks are numbered first and placed then, so that the numbers do not always grow through the text.
Where a compiler has moved a block can be seen from the branches (`order_of`):

- `@p bra A; bra.uni B; A:` was written with B first: the blocks from B on have been moved behind
  those from A on, up to where both meet.
- So was `@!p bra B;` with another block behind it.
- `bra.uni TOP; X: … TOP: … @p bra X;` is a loop whose last block has been moved before the first.

The tracer numbers the labels of structured control flow by this rule, and the code generator
writes a number out where a compiler departs from it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa import BRANCHES, DIRECT_BRANCHES, RETURNS

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence

__all__ = ["Step", "Steps", "block_number", "number_labels"]

_DIGITS: Final = 9


def block_number(name: str, prefix: str | None) -> int | None:
    """Return the number of a basic-block label, or None where the name is none of the rule's."""
    if prefix is None or not name.startswith(prefix):
        return None
    rest = name[len(prefix) :]
    if not (rest.isascii() and rest.isdecimal()) or len(rest) > _DIGITS:
        return None
    # LLVM writes no zeros before a number: `$L__BB0_07` is a label that somebody named.
    return int(rest) if rest == "0" or rest[0] != "0" else None


_JUMPS: Final = frozenset({"branch", "indexed-branch"})
_ENDING: Final = _JUMPS | {"end"}
"""The kinds of steps that end a basic block."""


class Step(NamedTuple):
    """A statement of a body that counts when basic blocks are numbered."""

    kind: str
    """``label``, ``branch``, ``indexed-branch``, ``end`` (of the thread or function), ``call`` or
    ``plain``."""
    key: Hashable = None
    """The label, or the target of a branch."""
    guarded: bool = False
    negated: bool = False
    number: int | None = None
    """The number of a label; None if it is not known."""

    @property
    def leaves(self) -> bool:
        """Whether control never reaches the next statement from here."""
        return self.kind in _ENDING and not self.guarded


class Steps:
    """The steps of a body, as it is read.

    A branch to a label that has a name of its own ends no block: it belongs to inline assembly or
    was inserted by hand, and did not exist when the blocks were numbered.
    """

    def __init__(self, prefix: str | None) -> None:
        """Start without any; `prefix` is that of basic-block labels."""
        self.prefix = prefix
        self.found: list[Step] = []

    def label(self, key: Hashable, number: int | None) -> None:
        """Pass a basic-block label."""
        self.found.append(Step("label", key, number=number))

    def instruction(
        self, opcode: str, target: Hashable, *, guarded: bool, negated: bool = False
    ) -> None:
        """Pass an instruction; `target` is that of a branch."""
        named = isinstance(target, str) and block_number(target, self.prefix) is None
        if opcode in BRANCHES and not named:
            kind = "branch" if opcode in DIRECT_BRANCHES else "indexed-branch"
            self.found.append(Step(kind, target, guarded, negated))
        elif opcode in RETURNS:
            self.found.append(Step("end", None, guarded))
        elif self.found and self.found[-1].kind in _ENDING:
            # Only the first behind a branch matters: it begins a block.
            self.found.append(Step("plain"))

    def call(self) -> None:
        """Pass a call or a scope."""
        self.found.append(Step("call"))


def number_labels(
    steps: Sequence[Step], taken: Collection[int] = ()
) -> Iterator[tuple[int, int, int]]:
    """Yield index, number and expected number of each label, in the order of numbering.

    A label without a known number gets the expected one, or the next free one if that is taken. The
    numbers of other labels are taken, and so are the numbers in `taken`.
    """
    counter = _Counter({step.number for step in steps if step.number is not None}.union(taken))
    for index in order_of(steps):
        if index == _BREAK:
            # Nothing falls through from the end of a moved run: the step behind it begins a block.
            counter.ended = "jump"
            continue
        step = steps[index]
        if step.kind == "label":
            expected = counter.label(step.number)
            yield index, expected if step.number is None else step.number, expected
        else:
            counter.step(step)


class _Counter:
    """Counts basic blocks, step by step."""

    def __init__(self, taken: set[int]) -> None:
        """Start in block 0, at the entry of a function; some numbers are taken by labels."""
        self.block = 0
        self.ended = ""
        self.taken = taken

    def label(self, number: int | None) -> int:
        """Pass a label, with its number if that is known; return the number by the rule."""
        expected = self.block + 1
        while number is None and expected in self.taken:
            expected += 1
        self.block = expected if number is None else number
        self.taken.add(self.block)
        self.ended = ""
        return expected

    def step(self, step: Step) -> None:
        """Pass another step; one behind a branch begins a block, unless it is its other branch."""
        # `@p bra A; bra.uni B;` was one conditional branch to LLVM, so its second half begins no
        # block.
        if self.ended == "either" and step.kind == "branch" and not step.guarded:
            self.ended = "jump"
            return
        if self.ended:
            self.block += 1
            self.ended = ""
        if step.kind in _JUMPS:
            self.ended = "either" if step.guarded else "jump"
        elif step.leaves:
            self.ended = "jump"


_BREAK: Final = -1
"""The mark in an order at which a moved block ends."""

_FAR: Final = 200
"""The most labels after which two sides of a branch meet; others are taken to go on to the end."""


def order_of(steps: Sequence[Step]) -> list[int]:
    """Return the indexes of steps as they were before blocks were placed, with breaks between."""
    return _Placement(steps).order()


class _Placement:
    """Undoes the placement of blocks."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.labels = [index for index, step in enumerate(steps) if step.kind == "label"]
        self.places = {steps[index].key: index for index in self.labels}
        self.sources: dict[Hashable, list[int]] = {}
        for index, step in enumerate(steps):
            if step.kind == "branch":
                self.sources.setdefault(step.key, []).append(index)
        self.moved: dict[int, int] = {}
        """The end of each run of steps that is passed elsewhere, by its beginning."""
        self.late: dict[int, list[tuple[int, int]]] = {}
        """Runs that are passed behind a step."""

    def order(self) -> list[int]:
        """Return the indexes of the steps, with breaks between."""
        out: list[int] = []
        # Runs wait on a stack: they nest as deep as branches do, deeper than Python's calls may.
        pending = [(0, len(self.steps), True)]
        while pending:
            start, end, moved = pending.pop()
            if start == _BREAK:
                out.append(_BREAK)
                continue
            run = self._next(start, end, out, moved=moved)
            if run is not None:
                at, runs = run
                pending.append((at, end, False))
                for first, last in reversed(runs):
                    pending += [(_BREAK, _BREAK, False), (first, last, True)]
        # Steps that no run has led to come last, so that each label gets a number.
        seen = {*out}
        return out + [index for index in range(len(self.steps)) if index not in seen]

    def _next(
        self, start: int, end: int, out: list[int], *, moved: bool
    ) -> tuple[int, list[tuple[int, int]]] | None:
        """Pass steps up to one with which others come; return where to go on, and the others.

        `moved` says that a run that has been moved is passed here, from its beginning.
        """
        at = start
        while at < end:
            if at in self.moved and not (moved and at == start):
                at = self.moved[at]
                continue
            out.append(at)
            runs = self.late.pop(at, [])
            behind = at + 1
            if self._is_pair(at, end):
                out.append(behind)
                runs += self.late.pop(behind, []) + self._run(behind, at + 2, end)
                behind = at + 2
            elif self._is_turned(at, end):
                runs += self._run(at, behind, end)
            self._rotate(at, end)
            if runs:
                return behind, runs
            at = behind
        return None

    def _is_pair(self, at: int, end: int) -> bool:
        """Return whether a guarded branch leads over the plain one behind it."""
        if at + 2 >= end:
            return False
        first, second, label = self.steps[at : at + 3]
        return (
            first.kind == second.kind == "branch"
            and first.guarded
            and not second.guarded
            and label.kind == "label"
            and label.key == first.key
        )

    def _is_turned(self, at: int, end: int) -> bool:
        """Return whether a branch has been negated, so that its own block came later."""
        step = self.steps[at]
        if step.kind != "branch" or not step.negated or at + 2 >= end:
            return False
        return self.steps[at + 1].kind != "label"

    def _run(self, branch: int, behind: int, end: int) -> list[tuple[int, int]]:
        """Return the blocks from the target of a branch on, which came right behind it."""
        start = self.places.get(self.steps[branch].key, -1)
        # Only a block that nothing falls into can have been moved: the step before it leaves.
        if not behind < start < end or start in self.moved or not self.steps[start - 1].leaves:
            return []
        last = self._meeting(behind, start, end)
        self.moved[start] = last
        return [(start, last)]

    def _meeting(self, start: int, end: int, limit: int) -> int:
        """Return the first label behind `end` to which a step between `start` and `end` leads."""
        first = bisect_left(self.labels, end + 1)
        for label in self.labels[first : first + _FAR]:
            if label >= limit:
                break
            sources = self.sources.get(self.steps[label].key, ())
            place = bisect_left(sources, start)
            if place < len(sources) and sources[place] < end:
                return label
        return limit

    def _rotate(self, at: int, end: int) -> None:
        """Note the last blocks of a loop that were placed before its first, to be passed later."""
        step = self.steps[at]
        if step.kind != "branch" or step.guarded or at + 1 >= end:
            return
        label = self.steps[at + 1]
        top = self.places.get(step.key, -1)
        sources = self.sources.get(label.key, []) if label.kind == "label" else []
        # The moved block falls into the first one of the loop, and only branches of the loop lead
        # to it.
        if not at + 1 < top < end or not sources or self.steps[top - 1].leaves:
            return
        if sources[0] > top and sources[-1] < end and at + 1 not in self.moved:
            self.moved[at + 1] = top
            self.late.setdefault(sources[-1], []).append((at + 1, top))
