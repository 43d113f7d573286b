"""The normal form in which functions are compared: basic blocks of rows.

A row is a key for the statement without its names, and the entities that it names: registers,
labels and local variables of the function, by number. Functions are compared up to a renaming of
their entities (alpha-equivalence). Layout, comments, braces, source locations, register
declarations and unused labels are left out. The start of a block and its unconditional successor
are rows even if they are implicit: a block that falls through to the next one equals a block that
jumps to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import Code, flatten
from ptxpy.compare.spelling import Speller
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, TERMINATORS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.analysis import SymbolTable
from typing import TYPE_CHECKING

from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from ptxpy.analysis import Code
    from ptxpy.isa import Actual

__all__ = [
    "LABEL",
    "NOT_LOCAL",
    "Entities",
    "KeyTable",
    "NormalForm",
    "Row",
    "RowBlock",
    "build_normal_form",
]

LABEL: Final = "label"
"""The class of labels."""

NOT_LOCAL: Final = -1
"""Stands for a name that the function does not declare, in place of the number of an entity."""


class Entities:
    """The entities of a function, numbered from 0 in the order of their first lookup.

    Only entities of the same class can correspond to each other. Registers of one size form a
    class, because the instructions determine the meaning of their bits.
    """

    def __init__(self, code: Code) -> None:
        """Begin without entities."""
        self._levels = code.levels
        self._known: list[dict[str, int]] = [{} for _ in code.levels]
        self._numbers: dict[tuple[int, str], int] = {}
        self.names: list[str] = []
        """The name of each entity; empty for the start of a block without a label."""
        self.classes: list[str] = []
        self.types: list[str] = []
        """The declared type of each entity, without its dot; empty if it has no type."""
        self.levels: list[int] = []
        """The scope that declares each entity."""

    def find(self, name: str, level: int) -> int:
        """Return the entity that a name refers to in a scope, or `NOT_LOCAL`."""
        found = self._known[level].get(name)
        if found is None:
            found = self._known[level][name] = self._find(name, level)
        return found

    def _find(self, name: str, level: int) -> int:
        found = self._levels[level].names.local(name)
        if found is None:
            return NOT_LOCAL
        actual = found.actual
        return self.add(found.meant_by(name), found.level, _class(actual), actual.type)

    def add(self, name: str, level: int, kind: str, type_: str = "") -> int:
        """Return the number of an entity, which is added if it is new.

        Returns `NOT_LOCAL` if `kind` is empty. An entity without a name is always new.
        """
        if not kind:
            return NOT_LOCAL
        number = self._numbers.get((level, name)) if name else None
        if number is None:
            number = len(self.names)
            if name:
                self._numbers[level, name] = number
            self.names.append(name)
            self.classes.append(kind)
            self.types.append(type_)
            self.levels.append(level)
        return number


def _class(actual: Actual) -> str:
    """Return the class of a declared name; empty for a function."""
    kind = actual.kind
    if kind == "register":
        return f"register {_bits(actual.type)}"
    if kind == "vector":
        return f"vector {len(actual.parts)} {_bits(actual.parts[0].type)}"
    if kind == "symbol":
        return f"variable {actual.space}"
    return kind if kind in (LABEL, "targets") else ""


def _bits(name: str) -> int | str:
    return TYPES[name].bits if name in TYPES else name


class Row(NamedTuple):
    """The unit of comparison: a statement, a part of the head, or the start or end of a block."""

    key: int
    """The content without names. Rows with equal keys have equal numbers of entities, of the same
    classes."""
    entities: tuple[int, ...]
    node: n.Node | None
    """The statement, parameter or directive, or the function for its head. None for an implicit
    start or end of a block."""
    level: int
    """The scope that contains it."""
    ordinal: int
    """The ordinal of its statement in the module; for an implicit row, of the next statement."""


class RowBlock(NamedTuple):
    """A basic block: a range of rows of the normal form, of which the first is its start."""

    start: int
    stop: int
    successors: tuple[int, ...]
    """The blocks that its rows refer to, in the order of the rows."""


class NormalForm(NamedTuple):
    """A function as rows: first the rows of its head, then the rows of its blocks."""

    code: Code
    rows: list[Row]
    head: int
    """The number of rows of the head. The last one refers to the entry block."""
    blocks: list[RowBlock]
    entities: Entities
    label_aliases: Mapping[int, int]
    """For each additional label of a block, the label that is the entity of the block."""


class KeyTable:
    """A table that gives equal contents equal numbers; functions that are compared share it."""

    def __init__(self) -> None:
        """Begin with an empty table."""
        self.speller = Speller()
        self._numbers: dict[object, int] = {}

    def intern(self, content: object) -> int:
        """Return the number of a content, which is added if it is new."""
        return self._numbers.setdefault(content, len(self._numbers))


_ENTRY: Final = "entry"
_START: Final = "start"
_JUMP: Final = "jump"
_RETURN: Final = n.Instruction(None, "ret", (), ())


class _KeyedStatement(NamedTuple):
    """A statement with its key and entities, before blocks are formed."""

    at: int
    """The index of the statement in the code."""
    node: n.Node
    key: int
    entities: tuple[int, ...]


def build_normal_form(
    function: n.Function,
    ordinal: int,
    outer: SymbolTable,
    keys: KeyTable,
    symbol_map: Mapping[str, str],
    *,
    debug: bool = False,
) -> NormalForm:
    """Return the normal form of a function.

    Args:
        function: The function; without a body it has only a head.
        ordinal: The ordinal of the function among the statements of its module.
        outer: The symbol table of its module.
        keys: The table of keys, shared with the function it is compared with.
        symbol_map: For symbols of the module, their names in the other module if they differ.
        debug: Whether source locations count.
    """
    return _NormalFormBuilder(
        flatten(function, ordinal, outer), keys, symbol_map, debug=debug
    ).make(ordinal)


class _NormalFormBuilder:
    def __init__(
        self, code: Code, keys: KeyTable, symbol_map: Mapping[str, str], *, debug: bool
    ) -> None:
        self.code = code
        self.keys = keys
        self.symbol_map = symbol_map
        self.debug = debug
        self.entities = Entities(code)
        self.rows: list[Row] = []
        self.label_aliases: dict[int, int] = {}
        """The labels of one block are one entity, the first label that is used."""
        self.start_key = keys.intern(_START)
        self.jump_key = keys.intern(_JUMP)

    def make(self, ordinal: int) -> NormalForm:
        function = self.code.function
        strip_trivia = function.replace(
            returns=None,
            parameters=None,
            directives=(),
            body=None,
            semicolon=True,
            name=n.Symbol(""),
        )
        key, _ = self._draft(strip_trivia, 0, own=False)
        name = function.name.name
        key = self.keys.intern((key, self.symbol_map.get(name, name)))
        self.rows.append(Row(key, (), function, 0, ordinal))
        for title, parameters in (("returns", function.returns), ("takes", function.parameters)):
            for parameter in parameters or ():
                key, entities = self._draft(parameter, 0)
                self.rows.append(
                    Row(self.keys.intern((title, key)), entities, parameter, 0, ordinal)
                )
        for directive in sorted(function.directives, key=_directive):
            key, _ = self._draft(directive, 0, own=False)
            self.rows.append(Row(key, (), directive, 0, ordinal))
        drafts = self._drafts() if self.code.function.body is not None else []
        groups = self._groups(drafts) if drafts else []
        starts = [self._start(group) for group in groups]
        through = self._through(groups, starts)
        if starts:
            ordinal = self.code.ordinals[groups[0][0].at]
            entry = (self.label_aliases.get(starts[0], starts[0]),)
            self.rows.append(Row(self.keys.intern(_ENTRY), entry, None, 0, ordinal))
        head = len(self.rows)
        # Blocks that consist of a jump have no rows of their own: their label is the target's.
        numbers = [number for number in range(len(groups)) if number not in through]
        number_of = {starts[number]: place for place, number in enumerate(numbers)}
        blocks: list[RowBlock] = []
        for number in numbers:
            first = len(self.rows)
            following = None
            if number + 1 < len(groups):
                following = self.label_aliases.get(starts[number + 1], starts[number + 1])
            self._rows(groups[number], starts[number], following)
            successors = [
                number_of[entity]
                # The first row names the block itself.
                for row in self.rows[first + 1 :]
                for entity in row.entities
                if entity in number_of
            ]
            blocks.append(RowBlock(first, len(self.rows), tuple(successors)))
        return NormalForm(self.code, self.rows, head, blocks, self.entities, self.label_aliases)

    # ------------------------------------------------------------------------------ rows

    def _draft(self, node: n.Node, level: int, *, own: bool = True) -> tuple[int, tuple[int, ...]]:
        """Return the key of a node and the entities it names."""
        spelling = self.keys.speller.spell(node)
        find, entities = self.entities.find, self.entities
        found = [find(name, level) for name in spelling.names] if own else []
        # Most statements name nothing but entities of the function.
        if NOT_LOCAL not in found and own:
            classes = tuple([entities.classes[number] for number in found])
            return self.keys.intern((spelling.text, classes)), tuple(found)
        classes = tuple(
            [
                # A symbol of the module belongs to the key: calls of two functions are never equal.
                (
                    f"={self.symbol_map.get(name, name)}"
                    if number == NOT_LOCAL
                    else entities.classes[number]
                )
                for name, number in zip(
                    spelling.names, found or [NOT_LOCAL] * len(spelling.names), strict=True
                )
            ]
        )
        key = self.keys.intern((spelling.text, classes))
        return key, tuple([number for number in found if number != NOT_LOCAL])

    def _drafts(self) -> list[_KeyedStatement]:
        """Return the statements that are compared, including labels that are used."""
        code, entities = self.code, self.entities
        drafts: list[_KeyedStatement] = []
        referred: set[int] = set()
        for index, (node, level) in enumerate(zip(code.statements, code.scopes, strict=True)):
            kind = type(node)
            if kind is n.Label:
                number = entities.find(node.name, level)
                # Whether a branch names a label is known only when all statements have been read.
                drafts.append(_KeyedStatement(index, node, self.start_key, (number,)))
                continue
            if kind is n.Variable and node.space == ".reg":
                continue
            if kind is n.Location:
                if self.debug:
                    key, _ = self._draft(node, level, own=False)
                    drafts.append(_KeyedStatement(index, node, key, ()))
                continue
            key, found = self._draft(node, level)
            if kind is n.TargetList:
                found += self._ranged(node, level)
            for number in found:
                if entities.classes[number] == LABEL:
                    referred.add(number)
            drafts.append(_KeyedStatement(index, node, key, found))
        return [
            draft
            for draft in drafts
            if type(draft.node) is not n.Label or draft.entities[0] in referred
        ]

    def _ranged(self, node: n.TargetList, level: int) -> tuple[int, ...]:
        """Return the labels that the ranges in a list of branch targets stand for."""
        found: list[int] = []
        for target in node.targets:
            if type(target) is n.Ranged and type(target.count) is n.Literal:
                names = self.code.levels[level].names
                # A range may claim billions of labels, but a function has no more than it has
                # statements.
                for index in range(min(int(target.count.value), len(self.code.statements))):
                    name = f"{target.name.name}{index}"
                    if names.find(name) is not None:
                        found.append(self.entities.find(name, level))
        return tuple([number for number in found if number != NOT_LOCAL])

    # ------------------------------------------------------------------------------ blocks

    def _through(self, groups: list[list[_KeyedStatement]], starts: list[int]) -> frozenset[int]:
        """Return the blocks that consist of a jump; alias their labels to the final target."""
        label_aliases = self.label_aliases
        leads: dict[int, tuple[int, int]] = {}
        for number, (group, start) in enumerate(zip(groups, starts, strict=True)):
            rest = [draft for draft in group if type(draft.node) is not n.Label]
            if len(rest) == 1 and _is_jump(rest[0].node) and len(rest[0].entities) == 1:
                target = rest[0].entities[0]
                leads[start] = label_aliases.get(target, target), number
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
            # Blocks of a cycle of jumps have no final target, so that they are kept.
            final.update((at, at if end in leads else end) for at in way[:-1])
        for start, end in final.items():
            if end != start:
                label_aliases[start] = end
        # A label whose block was a jump stands for the block that the jump led to.
        for label, start in list(label_aliases.items()):
            label_aliases[label] = label_aliases.get(start, start)
        return frozenset(leads[start][1] for start, end in final.items() if end != start)

    @staticmethod
    def _groups(drafts: list[_KeyedStatement]) -> list[list[_KeyedStatement]]:
        """Split the statements into blocks.

        A jump after a conditional branch belongs to the block that the branch ends.
        """
        groups: list[list[_KeyedStatement]] = [[]]
        opens = False
        """Whether the next statement that is not a label starts a block."""
        only_labels = True
        for draft in drafts:
            node = draft.node
            is_label = type(node) is n.Label
            # `@p bra A; bra B;` has the two ways out of one block, as `@p bra A;` right before B
            # has.
            joins = opens and _is_jump(node) and not _ends(groups[-1][-1].node)
            if (is_label and not only_labels) or (opens and not joins):
                groups.append([])
                opens = False
            groups[-1].append(draft)
            only_labels = is_label
            opens = type(node) is n.Instruction and (node.opcode in TERMINATORS)
        return groups

    def _start(self, group: list[_KeyedStatement]) -> int:
        """Return the entity of a block: its first label, or else a new entity."""
        labels = [draft.entities[0] for draft in group if type(draft.node) is n.Label]
        if not labels:
            return self.entities.add("", 0, LABEL)
        self.label_aliases.update(dict.fromkeys(labels[1:], labels[0]))
        return labels[0]

    def _rows(self, group: list[_KeyedStatement], start: int, following: int | None) -> None:
        """Add the rows of a block."""
        code, label_aliases = self.code, self.label_aliases
        ordinal = code.ordinals[group[0].at]
        label = group[0].node if type(group[0].node) is n.Label else None
        level = code.scopes[group[0].at]
        self.rows.append(Row(self.start_key, (start,), label, level, ordinal))
        goes_on = True
        for index, node, key, named in group:
            if type(node) is n.Label:
                continue
            level, ordinal = code.scopes[index], code.ordinals[index]
            entities = named
            if label_aliases:
                entities = tuple([label_aliases.get(entity, entity) for entity in named])
            # `bra`, `bra.uni` and falling through to the same block are equal.
            if _is_jump(node) and len(entities) == 1:
                self.rows.append(Row(self.jump_key, entities, node, level, ordinal))
            else:
                self.rows.append(Row(key, entities, node, level, ordinal))
            goes_on = not _ends(node)
        if goes_on and following is not None:
            self.rows.append(Row(self.jump_key, (following,), None, level, ordinal))
        elif goes_on:
            # The closing brace of a function returns from it.
            key, _ = self._draft(_RETURN, 0)
            self.rows.append(Row(key, (), None, level, ordinal))


def _directive(directive: n.TuningDirective | n.Pragma) -> tuple[str, str]:
    """Return a sort key of a directive, as the order of directives has no meaning."""
    if type(directive) is n.TuningDirective:
        return directive.name, repr(directive.values)
    return ".pragma", repr(directive)


def _is_jump(node: n.Node) -> bool:
    return type(node) is n.Instruction and node.opcode in DIRECT_BRANCHES and node.guard is None


def _ends(node: n.Node) -> bool:
    """Whether a statement never falls through to the next one."""
    return type(node) is n.Instruction and node.guard is None and (node.opcode in TERMINATORS)
