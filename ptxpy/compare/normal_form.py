"""The form in which functions are compared: basic blocks of rows, each a key and entities.

Layout, comments, braces, positions in the source, declarations of registers, and labels that
nothing refers to are no part of it. Where a block starts and where it goes on are rows too, whether
they are written or not: a block that runs into the next one is the same as one that jumps to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.analysis import Code, flatten
from ptxpy.compare.entities import LABEL, OUTSIDE, Entities
from ptxpy.compare.spelling import Speller, Spelling
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, TERMINATORS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.analysis import SymbolTable

__all__ = ["Block", "Keys", "NormalForm", "Row", "normal_form"]


class Row(NamedTuple):
    """One thing that can be equal or differ."""

    key: int
    """What it says apart from names; equal keys have as many entities, of the same classes."""
    entities: tuple[int, ...]
    node: n.Node | None
    """What is written: a statement, a parameter, a directive, the function for its head. None for
    the start or the end of a block that is not written."""
    level: int
    """The scope it stands in."""
    ordinal: int
    """The number of its statement in the module; of the one after it where nothing is written."""


class Block(NamedTuple):
    """A basic block: rows of the normal form. The first stands for its start."""

    start: int
    stop: int
    successors: tuple[int, ...]
    """The blocks that its rows refer to, in their order."""


class NormalForm(NamedTuple):
    """A function as rows: those of its head, and then those of its blocks."""

    code: Code
    rows: list[Row]
    head: int
    """How many rows the head has; the last says at which block the function begins."""
    blocks: list[Block]
    entities: Entities
    same: Mapping[int, int]
    """Further labels of blocks, and for each the one that is the entity of its block."""


class Keys:
    """Gives equal contents equal numbers; what is compared shares one."""

    def __init__(self) -> None:
        """Begin without keys."""
        self.speller = Speller()
        self._numbers: dict[object, int] = {}

    def of(self, content: object) -> int:
        """Return the number of a content."""
        return self._numbers.setdefault(content, len(self._numbers))


_ENTRY: Final = "entry"
_START: Final = "start"
_JUMP: Final = "jump"
_RETURN: Final = n.Instruction(None, "ret", (), ())


class _Draft(NamedTuple):
    """A statement before the blocks are known."""

    at: int
    """Its index in the code."""
    node: n.Node
    key: int
    entities: tuple[int, ...]


def normal_form(  # noqa: PLR0913 - what it depends on
    function: n.Function,
    ordinal: int,
    outer: SymbolTable,
    keys: Keys,
    outside: Mapping[str, str],
    *,
    debug: bool = False,
) -> NormalForm:
    """Return the normal form of a function.

    Args:
        function: A function; one without a body has only a head.
        ordinal: Its number among the statements of its module.
        outer: The names of its module.
        keys: Shared with what it is compared with.
        outside: What names of the module are called there, where they differ.
        debug: Whether positions in the source count.
    """
    return _Maker(flatten(function, ordinal, outer), keys, outside, debug=debug).make(ordinal)


class _Maker:
    def __init__(self, code: Code, keys: Keys, outside: Mapping[str, str], *, debug: bool) -> None:
        self.code = code
        self.keys = keys
        self.outside = outside
        self.debug = debug
        self.entities = Entities(code)
        self.rows: list[Row] = []
        self.same: dict[int, int] = {}
        """Labels of one block are one entity: the first that is referred to."""
        self.start_key = keys.of(_START)
        self.jump_key = keys.of(_JUMP)

    def make(self, ordinal: int) -> NormalForm:
        self._head(ordinal)
        drafts = self._drafts() if self.code.function.body is not None else []
        groups = self._groups(drafts) if drafts else []
        starts = [self._start(group) for group in groups]
        through = self._through(groups, starts)
        if starts:
            ordinal = self.code.ordinals[groups[0][0].at]
            entry = (self.same.get(starts[0], starts[0]),)
            self.rows.append(Row(self.keys.of(_ENTRY), entry, None, 0, ordinal))
        head = len(self.rows)
        blocks = self._blocks(groups, starts, through)
        return NormalForm(self.code, self.rows, head, blocks, self.entities, self.same)

    # ------------------------------------------------------------------------------ rows

    def _draft(self, node: n.Node, level: int, *, own: bool = True) -> tuple[int, tuple[int, ...]]:
        """Return the key of a node and the entities that it names."""
        return self._keyed(self.keys.speller.spell(node), level, own=own)

    def _keyed(
        self, spelling: Spelling, level: int, *, own: bool = True
    ) -> tuple[int, tuple[int, ...]]:
        find, entities = self.entities.find, self.entities
        found = [find(name, level) for name in spelling.names] if own else []
        if OUTSIDE not in found and own:
            classes = tuple([entities.classes[number] for number in found])
            return self.keys.of((spelling.text, classes)), tuple(found)
        classes = tuple(
            [
                (
                    f"={self.outside.get(name, name)}"
                    if number == OUTSIDE
                    else entities.classes[number]
                )
                for name, number in zip(
                    spelling.names, found or [OUTSIDE] * len(spelling.names), strict=True
                )
            ]
        )
        key = self.keys.of((spelling.text, classes))
        return key, tuple([number for number in found if number != OUTSIDE])

    def _head(self, ordinal: int) -> None:
        function = self.code.function
        bare = function.replace(
            returns=None,
            parameters=None,
            directives=(),
            body=None,
            semicolon=True,
            name=n.Symbol(""),
        )
        key, _ = self._draft(bare, 0, own=False)
        name = function.name.name
        key = self.keys.of((key, self.outside.get(name, name)))
        self.rows.append(Row(key, (), function, 0, ordinal))
        for title, parameters in (("returns", function.returns), ("takes", function.parameters)):
            for parameter in parameters or ():
                key, entities = self._draft(parameter, 0)
                self.rows.append(Row(self.keys.of((title, key)), entities, parameter, 0, ordinal))
        for directive in sorted(function.directives, key=_directive):
            key, _ = self._draft(directive, 0, own=False)
            self.rows.append(Row(key, (), directive, 0, ordinal))

    def _drafts(self) -> list[_Draft]:
        """Return the statements that count, labels that are referred to among them."""
        code, entities = self.code, self.entities
        drafts: list[_Draft] = []
        referred: set[int] = set()
        for index, (node, level) in enumerate(zip(code.statements, code.scopes, strict=True)):
            kind = type(node)
            if kind is n.Label:
                number = entities.find(node.name, level)
                drafts.append(_Draft(index, node, self.start_key, (number,)))
                continue
            if kind is n.Variable and node.space == ".reg":
                continue
            if kind is n.Location:
                if self.debug:
                    key, _ = self._draft(node, level, own=False)
                    drafts.append(_Draft(index, node, key, ()))
                continue
            key, found = self._draft(node, level)
            if kind is n.TargetList:
                found += self._ranged(node, level)
            for number in found:
                if entities.classes[number] == LABEL:
                    referred.add(number)
            drafts.append(_Draft(index, node, key, found))
        return [
            draft
            for draft in drafts
            if type(draft.node) is not n.Label or draft.entities[0] in referred
        ]

    def _ranged(self, node: n.TargetList, level: int) -> tuple[int, ...]:
        """Return the labels that ranges of a list of targets stand for."""
        found: list[int] = []
        for target in node.targets:
            if type(target) is n.Ranged and type(target.count) is n.Literal:
                names = self.code.levels[level].names
                for index in range(min(int(target.count.value), len(self.code.statements))):
                    name = f"{target.name.name}{index}"
                    if names.find(name) is not None:
                        found.append(self.entities.find(name, level))
        return tuple([number for number in found if number != OUTSIDE])

    # ------------------------------------------------------------------------------ blocks

    def _blocks(
        self, groups: list[list[_Draft]], starts: list[int], through: frozenset[int]
    ) -> list[Block]:
        """Add the rows of all blocks but those that only jump on."""
        numbers = [number for number in range(len(groups)) if number not in through]
        number_of = {starts[number]: place for place, number in enumerate(numbers)}
        blocks: list[Block] = []
        for number in numbers:
            first = len(self.rows)
            following = None
            if number + 1 < len(groups):
                following = self.same.get(starts[number + 1], starts[number + 1])
            self._rows(groups[number], starts[number], following)
            successors = [
                number_of[entity]
                for row in self.rows[first + 1 :]
                for entity in row.entities
                if entity in number_of
            ]
            blocks.append(Block(first, len(self.rows), tuple(successors)))
        return blocks

    def _through(self, groups: list[list[_Draft]], starts: list[int]) -> frozenset[int]:
        """Return the blocks that only jump on; their labels become those of where it leads."""
        same = self.same
        leads: dict[int, tuple[int, int]] = {}
        for number, (group, start) in enumerate(zip(groups, starts, strict=True)):
            rest = [draft for draft in group if type(draft.node) is not n.Label]
            if len(rest) == 1 and _is_jump(rest[0].node) and len(rest[0].entities) == 1:
                target = rest[0].entities[0]
                leads[start] = same.get(target, target), number
        final: dict[int, int] = {}
        for start in leads:
            way = [start]
            seen = {start}
            while way[-1] in leads and way[-1] not in final:
                way.append(leads[way[-1]][0])
                if way[-1] in seen:
                    break
                seen.add(way[-1])
            end = final.get(way[-1], way[-1])
            # Blocks that jump to each other in a circle lead nowhere: they stay.
            final.update((at, at if end in leads else end) for at in way[:-1])
        for start, end in final.items():
            if end != start:
                same[start] = end
        for label, start in list(same.items()):
            same[label] = same.get(start, start)
        return frozenset(leads[start][1] for start, end in final.items() if end != start)

    @staticmethod
    def _groups(drafts: list[_Draft]) -> list[list[_Draft]]:
        """Cut the statements where blocks start.

        A jump behind a branch that may not be taken is no block: it is how the one before ends.
        """
        groups: list[list[_Draft]] = [[]]
        opens = False
        """Whether the next statement that is not a label starts a block."""
        only_labels = True
        for draft in drafts:
            node = draft.node
            is_label = type(node) is n.Label
            joins = opens and _is_jump(node) and not _ends(groups[-1][-1].node)
            if (is_label and not only_labels) or (opens and not joins):
                groups.append([])
                opens = False
            groups[-1].append(draft)
            only_labels = is_label
            opens = type(node) is n.Instruction and (node.opcode in TERMINATORS)
        return groups

    def _start(self, group: list[_Draft]) -> int:
        """Return the entity of a block: its first label, or one of its own."""
        labels = [draft.entities[0] for draft in group if type(draft.node) is n.Label]
        if not labels:
            return self.entities.add("", 0, LABEL)
        self.same.update(dict.fromkeys(labels[1:], labels[0]))
        return labels[0]

    def _rows(self, group: list[_Draft], start: int, following: int | None) -> None:
        """Add the rows of a block."""
        code, same = self.code, self.same
        ordinal = code.ordinals[group[0].at]
        label = group[0].node if type(group[0].node) is n.Label else None
        level = code.scopes[group[0].at]
        self.rows.append(Row(self.start_key, (start,), label, level, ordinal))
        goes_on = True
        for index, node, key, entities in group:
            if type(node) is n.Label:
                continue
            level, ordinal = code.scopes[index], code.ordinals[index]
            if same:
                entities = tuple([same.get(entity, entity) for entity in entities])  # noqa: PLW2901
            if _is_jump(node) and len(entities) == 1:
                self.rows.append(Row(self.jump_key, entities, node, level, ordinal))
            else:
                self.rows.append(Row(key, entities, node, level, ordinal))
            goes_on = not _ends(node)
        if goes_on and following is not None:
            self.rows.append(Row(self.jump_key, (following,), None, level, ordinal))
        elif goes_on:
            key, _ = self._draft(_RETURN, 0)
            self.rows.append(Row(key, (), None, level, ordinal))


def _directive(directive: n.TuningDirective | n.Pragma) -> tuple[str, str]:
    """Sort directives: their order says nothing."""
    if type(directive) is n.TuningDirective:
        return directive.name, repr(directive.values)
    return ".pragma", repr(directive)


def _is_jump(node: n.Node) -> bool:
    return type(node) is n.Instruction and node.opcode in DIRECT_BRANCHES and node.guard is None


def _ends(node: n.Node) -> bool:
    """Whether what follows a statement in the text does not follow it when it runs."""
    return type(node) is n.Instruction and node.guard is None and (node.opcode in TERMINATORS)
