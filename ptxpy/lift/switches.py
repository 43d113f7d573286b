"""Switches: compare trees and jump tables, of which each target has a key in a table of labels.

A compiler turns a `switch` into comparisons of one register with constants, which branch to its
cases and to each other, or into `brx.idx` with a list of targets. In Python the labels are the
values of a dictionary, and their keys say when a thread comes there, or which value is tested:
`case[7]`, `case[">4"]`, `case["8?"]`, `case["default"]`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import BRANCHES, INDEXED_BRANCHES, RETURNS
from ptxpy.lift.regions import Key, Switch, target_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ptxpy.lift.regions import Region

__all__ = ["make_room", "switches_of"]


_FEWEST_TESTS: Final = 3
"""A compare tree of fewer comparisons is read as an `if`."""
_FEWEST_CASES: Final = 4
"""A switch with fewer cases, the default among them, is read as an `if`."""
_FEWEST_NUMBERS: Final = 3
"""With fewer cases of one number, a compare tree finds ranges, and is read as an `if`, too."""
_FEWEST_TARGETS: Final = 2
"""A jump table with fewer labels has nothing to tell apart."""
_NEAR: Final = 5
"""Most statements between the parts of a test: its label, its comparison, its branch."""
_LONGEST_ARM: Final = 1000
"""A branch that ends a case is looked for in this many statements."""
_MOST_SWITCHES: Final = 200
"""Further switches of a body have no tables."""

DEFAULT: Final = "default"


class _Range(NamedTuple):
    """The values of the register at a statement, as comparisons on the way restrict them."""

    low: int | None = None
    high: int | None = None
    without: frozenset[int] = frozenset()

    def where(self, operator: str, value: int) -> _Range:
        """Return the values of these for which a comparison with a constant is true."""
        low, high, without = self
        if operator == "eq":
            low = high = value
        elif operator == "ne":
            without |= {value}
        elif operator in ("gt", "ge"):
            least = value + (operator == "gt")
            low = least if low is None else max(low, least)
        else:
            most = value - (operator == "lt")
            high = most if high is None else min(high, most)
        while low is not None and low in without:
            low += 1
        while high is not None and high in without:
            high -= 1
        return _Range(low, high, without)

    @property
    def is_empty(self) -> bool:
        """Whether no value is left."""
        return self.low is not None and self.high is not None and self.low > self.high

    def key(self) -> Key:
        """Return the value, if it is one, or words for the values."""
        low, high = self.low, self.high
        if self.is_empty or low is high is None:
            return DEFAULT
        if low is None:
            return f"<={high}"
        if high is None:
            return f">{low - 1}"
        return low if low == high else f"{low}..{high}"


_NOT: Final = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_SIGNS: Final = {"eq": "", "ne": "", "lt": "<", "ge": ">=", "gt": ">", "le": "<="}
_UNSIGNED: Final = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


class _Test(NamedTuple):
    """A comparison of a register with a constant, and the branch by it."""

    setp: int
    branch: int
    register: str
    operator: str
    """The comparison under which the branch is taken."""
    value: int


def switches_of(
    body: Sequence[n.Node], places: Mapping[str, int], regions: Sequence[Region]
) -> list[Switch]:
    """Return the switches of a body, in their order.

    Args:
        body: The statements.
        places: The label of each name, if it has one place.
        regions: The blocks and loops of the body, whether they nest or not.
    """
    if len(places) < _FEWEST_TARGETS:
        return []
    finder = _Finder(body, places, regions)
    found = [*finder.tables(), *finder.trees()]
    found.sort(key=lambda switch: switch.position)
    del found[_MOST_SWITCHES:]
    shared = Counter(name for switch in found for name in {*switch.table.values()})
    for switch in found:
        for key, name in switch.table.items():
            # A label behind the switch that others have, too, is placed by its number.
            if shared[name] == 1:
                switch.labels.setdefault(places[name], key)
    return found


def make_room(regions: list[Region], switches: Sequence[Switch]) -> list[Region]:
    """Leave out the blocks that end with a label of a table; others begin where a switch does.

    A block that is left in a case would begin in it, and end behind the switch.
    """
    labels = {index for switch in switches for index in switch.labels}
    branches = {index for switch in switches for index in switch.branches}
    kept = [
        region
        for region in regions
        if region.kind != "block"
        or (region.label not in labels and branches.isdisjoint(region.branches))
    ]
    for region in kept:
        if region.kind != "block":
            continue
        for switch in switches:
            first = region.branches[0]
            if switch.start < first < switch.end <= region.label or region.label == switch.leave:
                region.start = min(region.start, switch.start)
    return kept


class _Finder:
    """Finds the switches of a body."""

    def __init__(
        self, body: Sequence[n.Node], places: Mapping[str, int], regions: Sequence[Region]
    ) -> None:
        self.body = body
        self.places = places
        self.blocks = sorted(
            (region for region in regions if region.kind == "block"),
            key=lambda region: region.label,
        )
        self.ends = [region.label for region in self.blocks]
        self.branches = {region.label: region.branches for region in self.blocks}
        """The branches of each block, by its label."""
        self.loops = {region.label for region in regions if region.kind == "loop"}
        self.tests = [*self._tests()]
        self.flat: set[int] = set()
        """Labels that a switch before has in its table."""

    # ------------------------------------------------------------------ jump tables

    def tables(self) -> Iterator[Switch]:
        """Yield the jump tables."""
        lists = [
            (index, node)
            for index, node in enumerate(self.body)
            if type(node) is n.TargetList and node.directive == ".branchtargets"
        ]
        users = self._users() if lists else {}
        tests = {
            behind: test
            for test in self.tests
            for behind in range(test.branch + 1, test.branch + 1 + _NEAR)
        }
        for index, node in lists:
            names = [each.name for each in node.targets if type(each) is n.Symbol]
            at = [self.places.get(name, -1) for name in names]
            if len({*at}) < _FEWEST_TARGETS or min(at) < index or len(at) < len(node.targets):
                continue
            start = users.get(node.name, -1)
            if start < index:
                continue
            table: dict[Key, str] = dict(enumerate(names))
            arms: dict[int, Key] = {}
            for key, place in enumerate(at):
                arms.setdefault(place, key)
            leave = self._leave([*arms])
            branches: dict[int, Key] = {}
            before = tests.get(start)
            if before is not None:
                name = target_of(self.body[before.branch]) or ""
                # What is out of the range of the table goes to the default case.
                if self._is_case(self.places[name], before.setp, leave):
                    start = before.setp
                    table[DEFAULT] = name
                    arms.setdefault(self.places[name], DEFAULT)
                    branches[before.branch] = DEFAULT
            yield self._switch(start, table, arms, branches, leave, {}, index)

    def _users(self) -> dict[str, int]:
        """Return the first branch that takes each list of targets."""
        found: dict[str, int] = {}
        for index, node in enumerate(self.body):
            if type(node) is n.Instruction and node.opcode in INDEXED_BRANCHES:
                operand = node.operands[-1]
                if type(operand) is n.Symbol:
                    found.setdefault(operand.name, index)
        return found

    # ------------------------------------------------------------------ compare trees

    def trees(self) -> Iterator[Switch]:
        """Yield the compare trees."""
        by_register: dict[str, list[_Test]] = {}
        for test in self.tests:
            by_register.setdefault(test.register, []).append(test)
        roots = [tests for tests in by_register.values() if len(tests) >= _FEWEST_TESTS]
        trees: list[_Tree] = []
        for tests in roots:
            at = {self._begin(test.setp): test for test in reversed(tests)}
            seen: set[int] = set()
            for test in tests:
                if test.branch not in seen:
                    tree = _Tree(self, at, test)
                    seen |= tree.seen
                    if tree.has_cases():
                        trees.append(tree)
        uses = Counter(name for tree in trees for name in {site.name for site in tree.sites})
        for tree in trees:
            own = {site.name for site in tree.sites}
            others = {self.places[name] for name in uses if name not in own}
            switch = self._of_tree(tree, others)
            if switch is not None:
                yield switch

    def _tests(self) -> Iterator[_Test]:
        """Yield the comparisons of registers with constants that a branch follows."""
        pending: dict[str, tuple[int, tuple[str, str, int]]] = {}
        for index, node in enumerate(self.body):
            kind = type(node)
            if kind is n.Label:
                pending.clear()
            if kind is not n.Instruction:
                continue
            if node.opcode == "setp":  # type: ignore[attr-defined]
                compared = _comparison(node)  # type: ignore[arg-type]
                if compared is not None:
                    pending[compared[0]] = index, compared[1:]
            elif pending and node.opcode in BRANCHES:  # type: ignore[attr-defined]
                guard = node.guard  # type: ignore[attr-defined]
                found = pending.get(guard.register.name) if guard is not None else None
                if found is not None and target_of(node) in self.places:
                    setp, (register, operator, value) = found
                    if index - setp <= _NEAR:
                        operator = _NOT[operator] if guard.negated else operator
                        yield _Test(setp, index, register, operator, value)
                pending.clear()

    def _begin(self, setp: int) -> int:
        """Return where the basic block of a test begins, if that is near, or the test itself."""
        for index in range(setp - 1, max(-1, setp - 1 - _NEAR), -1):
            node = self.body[index]
            if type(node) is n.Label:
                return index
            if type(node) is not n.Instruction:
                continue
            if node.opcode in BRANCHES or node.opcode in RETURNS:
                return index + 1
        return setp

    def _of_tree(self, tree: _Tree, others: Collection[int]) -> Switch | None:
        """Return the switch of a compare tree that has cases of its own, none of the `others`."""
        root = tree.root.setp
        tests = {self.places[site.name] for site in tree.sites if site.is_test}
        leave = self._leave([*tree.starts], tests)
        sites = [each for each in tree.sites if self._is_case(self.places[each.name], root, leave)]
        default = _default_of(sites)
        table: dict[Key, str] = {}
        branches: dict[int, Key] = {}
        arms: dict[int, Key] = {}
        for site in sites:
            key = site.key
            if site.is_test and self._is_next(site):
                continue
            if site.name == default and type(key) is str:
                key = DEFAULT
            if site.asked and (key == DEFAULT or table.get(key, site.name) != site.name):
                key = site.asked
            key = _free(key, site.name, table)
            table[key] = site.name
            arms.setdefault(self.places[site.name], key)
            if site.branch >= 0:
                branches[site.branch] = key
        if len(arms) < _FEWEST_CASES - 1:
            return None
        return self._switch(root, table, arms, branches, leave, tree.inline, others=others)

    def _is_next(self, site: _Site) -> bool:
        """Return whether a branch leads to the label behind it, and is the only one that does."""
        at = self.places[site.name]
        return site.branch == at - 1 and self.branches[at] == [site.branch]

    def _is_case(self, at: int, root: int, leave: int) -> bool:
        """Return whether a label is one of a switch alone, so that no block needs it."""
        if at in (leave, -1) or at in self.loops or at < root:
            return False
        # What is left before the switch, too, is the end of more than that.
        return at in self.branches and (self.branches[at][0] > root or at in self.flat)

    # ------------------------------------------------------------------ the whole

    def _switch(
        self,
        start: int,
        table: dict[Key, str],
        arms: dict[int, Key],
        branches: dict[int, Key],
        leave: int,
        inline: Mapping[int, Key],
        listed: int = -1,
        others: Collection[int] = (),
    ) -> Switch:
        """Return a switch, with the labels that branches out of one case into another need."""
        inside = [at for at in arms if leave < 0 or at < leave]
        end = leave if leave >= 0 else max(arms) + 1
        starts = sorted([*inside, *[at for at in inline if at < end and at not in arms]])
        keys = {**arms, **inline}
        borders = sorted(inside)
        labels = {at: arms[at] for at in inside}
        for region in self.blocks[bisect_right(self.ends, start) :]:
            at = region.label
            if at >= end:
                break
            if at in arms or at in self.loops or at in others:
                continue
            source = region.branches[0]
            if bisect_right(borders, max(source, start)) == bisect_left(borders, at):
                continue
            owners = {bisect_right(starts, each) for each in region.branches}
            owner = min(owners)
            key: Key = "shared"
            if len(owners) == 1:
                # A case that goes on there after its other statements has a rest.
                word = "else" if _leaves(self.body[at - 1]) else "rest"
                key = f"{keys[starts[owner - 1]] if owner else DEFAULT} {word}"
            key = _free(key, "", table)
            table[key] = self.body[at].name  # type: ignore[attr-defined]
            labels[at] = key
        for index in range(start, end):
            at = self.places.get(target_of(self.body[index]) or "", -1)
            if at in labels:
                branches.setdefault(index, labels[at])
        self.flat.update(labels, arms)
        position = start if listed < 0 else min(start, listed)
        return Switch(position, start, end, table, branches, labels, leave, listed)

    def _leave(self, starts: Sequence[int], tests: Collection[int] = ()) -> int:
        """Return the label to which most cases lead in the end, no further test, or -1."""
        votes: dict[int, int] = {}
        for start in starts:
            for index in range(start, min(start + _LONGEST_ARM, len(self.body))):
                node = self.body[index]
                if type(node) is not n.Instruction or node.guard is not None:
                    continue
                if node.opcode in BRANCHES:
                    at = self.places.get(target_of(node) or "", -1)
                    if at > index and at not in tests:
                        votes[at] = votes.get(at, 0) + 1
                    break
                if node.opcode in RETURNS:
                    break
        most = max(votes, key=lambda at: (votes[at], at), default=-1)
        if most < 0 or votes[most] < _FEWEST_TARGETS or most in self.loops:
            return -1
        return most


class _Site(NamedTuple):
    """A branch to a case, or to a further test."""

    branch: int
    """Its index; -1 where a thread falls into the case."""
    name: str
    """The label."""
    key: Key
    """The values with which a thread comes there."""
    asked: str = ""
    """The question of a further test, `8?`; empty for a case."""

    @property
    def is_test(self) -> bool:
        """Whether it leads to a further test."""
        return self.asked != ""


def _default_of(sites: Sequence[_Site]) -> str:
    """Return the label to which most threads come that no number takes to a case."""
    counts: dict[str, int] = {}
    for site in sites:
        if not site.is_test and type(site.key) is str:
            counts[site.name] = counts.get(site.name, 0) + 1
    return max(counts, key=lambda name: counts[name], default="")


def _free(key: Key, name: str, table: Mapping[Key, str]) -> Key:
    """Return a key like one that is wanted, which has no other label yet."""
    wanted = key
    count = 1
    while table.get(key, name) != name or (key in table and not name):
        count += 1
        key = f"{wanted} ({count})"
    return key


class _Tree:
    """The comparisons that lead from one to the next."""

    def __init__(self, finder: _Finder, at: Mapping[int, _Test], root: _Test) -> None:
        """Follow the branches from the first comparison; `at` has tests by their blocks."""
        self.root = root
        self.seen: set[int] = set()
        """The branches of the tests."""
        self.sites: list[_Site] = []
        self.starts: dict[int, None] = {}
        """Where the cases begin."""
        self.inline: dict[int, Key] = {}
        """Cases that follow a test without a label."""
        self._finder = finder
        self._at = at
        pending = [(root, _Range())]
        while pending:
            test, values = pending.pop()
            self.seen.add(test.branch)
            pending += reversed([*self._sides(test, values)])

    def has_cases(self) -> bool:
        """Return whether there are enough cases for a switch."""
        if len(self.seen) < _FEWEST_TESTS or len(self.starts) < _FEWEST_CASES:
            return False
        keys = [*self.inline.values(), *(site.key for site in self.sites)]
        return len({key for key in keys if type(key) is int}) >= _FEWEST_NUMBERS

    def _sides(self, test: _Test, values: _Range) -> Iterator[tuple[_Test, _Range]]:
        """Yield the tests to which one leads."""
        body, places = self._finder.body, self._finder.places
        taken = values.where(test.operator, test.value)
        other = values.where(_NOT[test.operator], test.value)
        yield from self._side(test.branch, target_of(body[test.branch]), taken)
        behind = test.branch + 1
        node = body[behind] if behind < len(body) else None
        if type(node) is n.Label and node.name in places:
            yield from self._side(-1, node.name, other)
        elif node is not None:
            target = target_of(node)
            plain = target in places and node.guard is None  # type: ignore[attr-defined]
            yield from self._side(behind, target if plain else None, other)

    def _side(
        self, branch: int, name: str | None, values: _Range
    ) -> Iterator[tuple[_Test, _Range]]:
        """Note where a test leads; yield it if that is a further test."""
        at = branch if name is None else self._finder.places[name]
        test = self._at.get(at)
        is_test = test is not None and test.branch not in self.seen and at > self.root.setp
        # A test that other statements fall into is none that belongs to this tree alone.
        if is_test and name is not None and branch >= 0 and not _leaves(self._finder.body[at - 1]):
            is_test = False
        key = values.key()
        if is_test and type(key) is int:
            key = f"={key}"
        if name is not None:
            asked = f"{_SIGNS[test.operator]}{test.value}?" if is_test and test is not None else ""
            self.sites.append(_Site(branch, name, key, asked))
        if is_test and test is not None:
            yield test, values
            return
        self.starts[at] = None
        if name is None:
            self.inline[at] = key


def _leaves(node: n.Node) -> bool:
    """Return whether control never goes on behind a statement."""
    return (
        type(node) is n.Instruction
        and (node.opcode in BRANCHES or node.opcode in RETURNS)
        and node.guard is None
    )


_PLAIN: Final = (".eq", ".s32")
"""The modifiers of a comparison that does no more: `setp.eq.and.s32` does."""


def _comparison(node: n.Instruction) -> tuple[str, str, str, int] | None:
    """Return predicate, register, comparison and constant of a plain comparison of integers."""
    if len(node.modifiers) != len(_PLAIN) or node.guard is not None:
        return None
    predicate, register, *rest = node.operands
    if len(rest) != 1:
        return None
    constant = rest[0]
    operator, kind = node.modifiers[0][1:], node.modifiers[1][1:]
    operator = _UNSIGNED.get(operator, operator)
    if (
        operator not in _NOT
        or kind[0] not in "sub"
        or type(predicate) is not n.Register
        or type(register) is not n.Register
        or type(constant) is not n.Literal
    ):
        return None
    value = constant.value
    return (predicate.name, register.name, operator, value) if type(value) is int else None
