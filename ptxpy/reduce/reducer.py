"""`Reducer`: delta debugging of a module, by the changes that passes propose.

Of the changes of a pass, large groups are tried first, then halves of these, and so on to single
ones (the `ddmin` of Zeller and Hildebrandt, without its complements: accepted changes stay). The
passes are repeated until none has a change that the test accepts.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.ir import statements, without_layout
from ptxpy.passes import rename, strip
from ptxpy.reduce.candidates import PASSES
from ptxpy.reduce.changes import apply_changes
from ptxpy.reduce.names import shorter_names
from ptxpy.styles import PLAIN
from ptxpy.syntax import emit_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from ptxpy.reduce.changes import Change
    from ptxpy.reduce.interest import InterestTest, Outcome

__all__ = ["NotInterestingError", "Reducer", "Size", "size_of"]


class NotInterestingError(ValueError):
    """The test does not find the unreduced module interesting."""

    def __init__(self, outcome: Outcome) -> None:
        """Store the verdict of the test."""
        super().__init__(outcome.said)
        self.outcome = outcome


class Size(NamedTuple):
    """The size of a module."""

    bytes: int
    instructions: int


def size_of(module: n.Module) -> Size:
    """Return the size of a module."""
    instructions = sum(type(each) in (n.Instruction, n.Call) for each in statements(module))
    return Size(len(emit_bytes(module)), instructions)


class Reducer:
    """A reduction of a module; `best` is the smallest so far, also after an exception."""

    def __init__(
        self,
        module: n.Module,
        test: InterestTest,
        *,
        kept: AbstractSet[str] = frozenset(),
        jobs: int = 1,
        packed: Callable[[bytes], bytes] = bytes,
        progress: Callable[[Reducer], None] = lambda _: None,
    ) -> None:
        """Take a module and a test.

        Args:
            module: The module.
            test: Whether a candidate is interesting. It is called from `jobs` threads.
            kept: Kernels and variables that stay, the kernels with all their parameters.
            jobs: How many candidates are tested at a time. The result does not depend on it if the
                test is deterministic.
            packed: From the PTX of a candidate to the contents of the file that the test is given.
            progress: Called after each test, and with each smaller module.
        """
        self.best = module
        self.size = size_of(module)
        """The size of the smallest module."""
        self.tests = 0
        """How many tests have been run."""
        self.stage = ""
        """The name of the pass that is at work."""
        self._test = test
        self._kept = kept
        self._jobs = jobs
        self._packed = packed
        self._progress = progress
        self._known: dict[bytes, bool] = {}
        """Whether candidates are interesting, by their hashes."""
        self._pool: ThreadPoolExecutor | None = None

    def run(self) -> None:
        """Reduce the module; raise `NotInterestingError` if it is not interesting at first."""
        text = emit_bytes(self.best)
        outcome = self._test(self._packed(text))
        self.tests += 1
        if not outcome.interesting:
            raise NotInterestingError(outcome)
        self._known[sha256(text).digest()] = True
        if self._jobs > 1:
            self._pool = ThreadPoolExecutor(self._jobs)
        self._simplify_text()
        while True:
            before = self.best
            for each in PASSES:
                self.stage = each.name
                self._minimize(each.changes(self.best, self._kept))
            if self.best is before:
                break
        self._simplify_text()
        self.stage = "names"
        for rule in (lambda module: shorter_names(module, self._kept), rename):
            renamed = rule(self.best)
            # Canonical names may be longer than those that compilers give.
            if len(emit_bytes(renamed)) < self.size.bytes:
                self._take_first([renamed])

    def close(self) -> None:
        """Wait for the tests that run; after an interruption their processes are stopped first."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def is_stable(self) -> bool:
        """Test the result once more: a test that is not deterministic may say something else."""
        self.tests += 1
        return self._test(self._packed(emit_bytes(self.best))).interesting

    def _simplify_text(self) -> None:
        """Remove debug information, comments and white space of its own, all three or only some."""
        self.stage = "debug information"
        bare = without_layout(strip(self.best, comments=False))
        # The style of a producer has a header of its own.
        plain = bare.replace(style=PLAIN.name, options=n.NO_OPTIONS)
        for made in (plain, bare, strip(self.best), without_layout(self.best)):
            # The indentation of a style may be wider than that of the file.
            if len(emit_bytes(made)) <= self.size.bytes and self._take_first([made]) is not None:
                return

    def _minimize(self, changes: Sequence[Change]) -> None:
        """Make as many of the changes as the test accepts, large groups first."""
        base = self.best
        taken: list[Change] = []
        rest = list(changes)
        size = len(rest)
        while size and rest:
            at = 0
            while at < len(rest):
                # Several groups are tried at a time; the first that is accepted is taken.
                starts = range(at, len(rest), size)[: self._jobs]
                made = [
                    apply_changes(base, [*taken, *rest[start : start + size]]) for start in starts
                ]
                found = self._take_first(made)
                if found is None:
                    at = starts[-1] + size
                    continue
                at = starts[found]
                taken += rest[at : at + size]
                del rest[at : at + size]
            size = min(size, len(rest)) // 2 if size > 1 else 0

    def _take_first(self, modules: Sequence[n.Module]) -> int | None:
        """Make the first interesting module the best one, and return its index."""
        texts = [emit_bytes(module) for module in modules]
        for index, interesting in enumerate(self._results(texts)):
            if interesting:
                changed = modules[index] != self.best
                if changed:
                    self.best = modules[index]
                    self.size = size_of(self.best)
                    self._progress(self)
                return index
        return None

    def _results(self, texts: Sequence[bytes]) -> list[bool]:
        """Return whether texts are interesting, up to the first that is."""
        keys = [sha256(text).digest() for text in texts]
        if self._pool is None:
            found: list[bool] = []
            for key, text in zip(keys, texts, strict=True):
                if key not in self._known:
                    self.tests += 1
                    self._known[key] = self._tested(text)
                    self._progress(self)
                found.append(self._known[key])
                if found[-1]:
                    break
            return found
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        self.tests += len(new)
        for key, result in zip(new, self._pool.map(self._tested, new.values()), strict=True):
            self._known[key] = result
            self._progress(self)
        return [self._known[key] for key in keys]

    def _tested(self, text: bytes) -> bool:
        return self._test(self._packed(text)).interesting
