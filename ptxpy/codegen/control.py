"""Structured control flow: `with ptx.unless(p):`, `with ptx.loop() as loop:` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.codegen.instruction_calls import instruction_statement
from ptxpy.codegen.operand_expressions import guard_expression, names_label
from ptxpy.dialect import Steps, block_number, number_labels, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.pytree import tree as t
from ptxpy.styles import ASM_BEGIN, ASM_END, classify_statement, comments_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.codegen.writer import Writer
    from ptxpy.lift import Region, Structure, Switch, TwoWay

DEEPEST = 17
"""No `with` is opened deeper than this: CPython nests at most 20 blocks."""

MAX_NESTED_LABELS = 3
"""The most labels of no region within each other."""


class Open:
    """A region whose `with` has been written."""

    def __init__(
        self, region: Region | None, outer: t.Block, statement: t.With, head: t.Expression
    ) -> None:
        """Take the region, the block around its `with`, the `with`, and the call of that.

        Statements under a label have no region, and their `with` calls nothing.
        """
        self.region = region
        self.outer = outer
        self.statement = statement
        self.head = head
        self.arguments: list[t.Expression] = []

    @property
    def name(self) -> str:
        """The Python name of the region."""
        return self.statement.contexts[0].name

    @property
    def loops(self) -> int:
        """How many loops it is: one or none."""
        return int(self.region is not None and self.region.kind == "loop")

    def ends(self, position: int) -> bool:
        """Return whether it ends before a statement."""
        return self.region is not None and self.region.end <= position


class Control:
    """Writes the regions of one body, statement by statement."""

    def __init__(self, writer: Writer, structure: Structure, body: Sequence[Any]) -> None:
        """Take the writer, the structure and the statements."""
        self.writer = writer
        self.structure = structure
        self.body = body
        self.stack: list[Open] = []
        self.closed: dict[int, str] = {}
        """The names of blocks by the index of their label, for loops that share it."""
        self.early: set[Region] = set()
        """Blocks that have been opened before a loop that begins with them."""
        self.leaves = {
            switch.leave for switches in structure.switches.values() for switch in switches
        }
        """The labels to which the cases of switches lead in the end."""
        self.cases: dict[int, t.Expression] = {}
        """The keys of labels and branches in tables that have been written, and these tables for
        lists of all their labels, by the index of the statement."""

    def open(self, position: int, *, inside: bool) -> None:
        """Open the blocks that begin before a statement, except one that the statement opens.

        Those inside inline assembly are opened when its function has begun.
        """
        if not inside:
            for switch in self.structure.switches.pop(position, ()):
                self._table(switch)
        for region in self.structure.opening.get(position, ()):
            if (region.inside is not None) is inside and region.kind == "block":
                self._open(region, position)

    def _table(self, switch: Switch) -> None:
        """Write the table of a switch."""
        from ptxpy.codegen.switch_tables import (  # noqa: PLC0415 - seldom needed
            key_expression,
            table_expression,
        )

        writer = self.writer
        items: dict[int | str, t.Expression] = {
            key: writer.scope.symbol(label) for key, label in switch.table.items()
        }
        # Labels with names say more than the keys of a table.
        if not all(map(names_label, items.values())):
            return
        writer.use("L")
        name = writer.namer.name("case")
        writer.write(t.Assign([name], table_expression(items, name, writer.depth)))
        for index, key in (*switch.labels.items(), *switch.branches.items()):
            self.cases[index] = t.Element(name, key_expression(key))
        self.cases[switch.listed] = name

    def _open(self, region: Region, position: int) -> None:
        if (
            region not in self.early
            and not self._is_guard(region, position)
            and not self._is_next(region, position)
        ):
            name = self.writer.namer.name("switch" if region.label in self.leaves else "block")
            self._push(region, t.Call(vocabulary.BLOCK), name)

    def statement(self, position: int, before: tuple[t.Keyword, ...]) -> int:
        """Write a statement that opens, closes or leaves a region.

        Returns the position behind it and those that were written with it, or its own position
        when it is none of these.
        """
        node = self.body[position]
        if type(node) is n.Label:
            return self._label(node, position, before)
        pair = self.structure.two_way.get(position)
        region = pair.region if pair is not None else self.structure.branches.get(position)
        if region is None:
            return self._case(position, before)
        arguments = self.writer.layout_arguments(before, node.within)
        if position in self.structure.rotated:
            return self._rotated(region, position, arguments)
        if position in self.structure.elses:
            return self._else(self.structure.elses[position], position, arguments)
        if self._is_next(region, position):
            return self._next(region, position, arguments)
        self.writer.passed(node)
        side = [] if pair is None else self._side(pair)
        if self._is_guard(region, position):
            self._skip(region, position, side, arguments)
        else:
            self._branch(region, position, side, arguments)
        return position + (1 if pair is None else 3)

    def _case(self, position: int, before: tuple[t.Keyword, ...]) -> int:
        """Write a branch to a label that has a key in a table, or a list of all its labels."""
        key = self.cases.get(position)
        if key is None:
            return position
        writer = self.writer
        node = self.body[position]
        arguments = writer.layout_arguments(before, node.within)
        writer.passed(node)
        if type(node) is n.TargetList:
            from ptxpy.codegen.switch_tables import targets_call  # noqa: PLC0415 - seldom needed

            writer.call(targets_call(node, (key,)), arguments)
            return position + 1
        made = instruction_statement(node, writer.scope, arguments).value
        if type(made) is t.Call:
            made = made._replace(arguments=(key, *made.arguments[1:]))
        writer.write(t.Evaluate(made))
        return position + 1

    def close(self, position: int, *, inside: bool = False) -> None:
        """Close the loops that end before a statement, and the labels in them.

        With `inside`, only those that are part of inline assembly.
        """
        ending = next((i for i, item in enumerate(self.stack) if item.ends(position)), None)
        # At the end of the body labels of no region end, too.
        if position == len(self.body):
            ending = 0
        while ending is not None and len(self.stack) > ending:
            region = self.stack[-1].region
            if inside and (region is None or region.inside is None):
                break
            self._pop(self.stack.pop())

    # ----------------------------------------------------------------- parts

    def _is_guard(self, region: Region, position: int) -> bool:
        """Return whether a block begins with a branch to its end, under a guard."""
        opening = self.structure.opening.get(position)
        if not opening or opening[-1] is not region or region.kind != "block":
            return False
        pair = self.structure.two_way.get(position)
        first = region.branches[0]
        node = self.body[position]
        if type(node) is not n.Instruction or node.guard is None:
            return False
        # In `@p bra A; bra B; A:` the second branch leads to the end of the block.
        return first == position if pair is None or not pair.over else first == position + 1

    def _is_next(self, region: Region, position: int) -> bool:
        """Return whether a block is no more than a branch to the label behind it."""
        body = self.body
        return (
            region.kind == "block"
            and region.start == position
            and region.branches == [position]
            and region.label == position + 1
            and body[position].guard is None
            and body[position + 1].before is None
        )

    def _push(self, region: Region | None, head: t.Expression, name: str) -> Open:
        writer = self.writer
        statement = t.With([t.Context(head, name)])
        opened = Open(region, writer.block, statement, head)
        writer.write(statement)
        writer.block = statement.body
        writer.depth += 1
        writer.scope.loops += opened.loops
        self.stack.append(opened)
        return opened

    def _pop(self, opened: Open) -> None:
        writer = self.writer
        statement = opened.statement
        # Python has no empty blocks; a label without statements of its own needs none.
        if not statement.body:
            if opened.region is None:
                opened.outer[-1] = t.Evaluate(t.Call(vocabulary.LABEL, (opened.head,)))
            else:
                statement.body.append(t.Pass())
        if type(opened.head) is t.Call:
            call = t.Call(opened.head.function, tuple(opened.arguments))
            statement.contexts = [t.Context(call, opened.name)]
        writer.block = opened.outer
        writer.depth -= 1
        writer.scope.loops -= opened.loops

    def _pop_to(self, region: Region) -> Open:
        """Close a block, and the labels in it."""
        while True:
            opened = self.stack.pop()
            if opened.region is region:
                return opened
            self._pop(opened)

    def _where(self, position: int) -> tuple[t.Expression, ...]:
        """Return the argument that names a label if the tracer does not find it."""
        exposed = position in self.structure.exposed
        return self.writer.label_argument(self.body[position].name, exposed=exposed)

    def _label_of_loop(self, where: tuple[t.Expression, ...]) -> tuple[t.Expression, ...]:
        """Return the label of a loop as a label: a bare number reads as how often it runs."""
        if not where or type(where[0]) is not int:
            return where
        self.writer.use("L")
        return (t.Element("L", where[0]), *where[1:])

    def _label(self, node: n.Label, position: int, before: tuple[t.Keyword, ...]) -> int:
        region = self.structure.labels.get(position)
        writer = self.writer
        where = self._where(position)
        if region is None and position in self.structure.entries:
            loop = self.structure.entries[position]
            opened = next(item for item in reversed(self.stack) if item.region is loop)
            writer.call(t.Call(f"{opened.name}.entry", (*where, *before)))
            writer.passed(node)
            return position + 1
        if region is None:
            return self._section(node, position, before)
        if region.kind == "block":
            opened = self._pop_to(region)
            opened.arguments += [*_named("end", where), *_named("closing", values_of(before))]
            self.closed[position] = opened.name
            self._pop(opened)
        begun = self._loop_at(position)
        if begun is not None:
            name = writer.namer.name("loop")
            opened = self._push(begun, t.Call(vocabulary.LOOP), name)
            if begun.shared:
                opened.arguments = [self.closed[position]]
            else:
                opened.arguments = [*self._label_of_loop(where), *before]
        writer.passed(node)
        return position + 1

    def _loop_at(self, position: int) -> Region | None:
        """Return the loop that begins with a label; open the blocks around it."""
        # A loop whose label also ends a block begins with the statement behind the label.
        for start in (position, position + 1):
            opening = self.structure.opening.get(start, ())
            for place, other in enumerate(opening):
                if other.kind == "loop" and other.label == position:
                    for around in opening[:place] if other.shared else ():
                        self._open(around, start)
                        self.early.add(around)
                    return other
        return None

    def _section(self, node: n.Label, position: int, before: tuple[t.Keyword, ...]) -> int:
        """Write a label of no region; its `with` holds the statements up to the next one."""
        writer = self.writer
        if writer.scope.is_template:
            return position
        symbol = writer.scope.symbol(node.name)
        if not names_label(symbol):
            return position
        symbol = self.cases.get(position, symbol)
        if self.stack and self.stack[-1].region is None:
            self._pop(self.stack.pop())
        nested = sum(opened.region is None for opened in self.stack)
        if before or node.within or nested >= MAX_NESTED_LABELS or writer.depth >= DEEPEST:
            return position
        writer.use("L")
        self._push(None, symbol, "")
        writer.passed(node)
        return position + 1

    def _side(self, pair: TwoWay) -> list[t.Expression]:
        """Return the arguments that say where a two-way branch goes on; pass its statements."""
        writer = self.writer
        where: tuple[t.Expression, ...] = ()
        for position in (pair.position + 1, pair.position + 2):
            node = self.body[position]
            writer.lead(None, classify_statement(node), node)
            where = self._where(position) if position == pair.small.label else ()
            writer.passed(node)
        uniform = bool(self.body[pair.position + 1].modifiers)
        parts = _named("over" if pair.over else "next", where or ("True",))
        if not uniform:
            parts.append(t.Keyword("other_uni", "False"))
        return parts

    def _skip(
        self,
        region: Region,
        position: int,
        side: Sequence[t.Expression],
        layout: Sequence[t.Keyword],
    ) -> None:
        """Write the head of a block that a guarded branch opens."""
        node = self.body[position]
        guard = node.guard
        pair = self.structure.two_way.get(position)
        over = pair is not None and pair.over
        # `@p bra END;` runs the block unless `p`, and `@!p bra END;` if `p`.
        word = "if_" if guard.negated is not over else "unless"
        predicate = guard_expression(guard, self.writer.scope)
        name = ""
        if len(region.branches) > 1 or self._lends(region):
            name = self.writer.namer.name("block")
        opened = self._push(region, t.Call(f"ptx.{word}"), name)
        uniform = _named("uni", ("True",) if node.modifiers else ())
        opened.arguments = [predicate, *side, *uniform, *layout]

    def _lends(self, region: Region) -> bool:
        """Return whether a loop begins with the label that ends a block."""
        return any(
            loop.shared and loop.label == region.label
            for loop in self.structure.opening.get(region.label + 1, ())
        )

    def _else(self, outer: Region, position: int, layout: Sequence[t.Keyword]) -> int:
        """Write the head of an else, with the branch before it."""
        writer = self.writer
        jump, label = self.body[position], self.body[position + 1]
        region = self.structure.labels[position + 1]
        writer.passed(jump)
        writer.lead(None, classify_statement(label), label)
        where = self._where(position + 1)
        opened = self._pop_to(region)
        opened.arguments += _named("end", where)
        self._pop(opened)
        writer.passed(label)
        name = ""
        end: list[t.Expression] = []
        if outer.kind == "else":
            end = _named("end", [self._around(outer.label).name])
        elif len(outer.branches) > 1 or self._lends(outer):
            name = writer.namer.name("block")
        opened = self._push(outer, t.Call(vocabulary.ELSE), name)
        opened.arguments = [*end, *_not_uniform(jump), *layout]
        return position + 2

    def _around(self, label: int) -> Open:
        """Return the open block that ends with a label."""
        region = self.structure.labels[label]
        return next(item for item in reversed(self.stack) if item.region is region)

    def _next(self, region: Region, position: int, layout: Sequence[t.Keyword]) -> int:
        """Write a branch to the label behind it, at which a loop may begin."""
        writer = self.writer
        node, label = self.body[position], self.body[position + 1]
        uniform = _not_uniform(node)
        writer.passed(node)
        writer.lead(None, classify_statement(label), label)
        where = self._where(region.label)
        loop = self._loop_at(region.label)
        if loop is None:
            writer.call(t.Call(vocabulary.NEXT_BLOCK, (*where, *uniform, *layout)))
        else:
            name = writer.namer.name("loop")
            opened = self._push(loop, t.Call(vocabulary.LOOP), name)
            opened.arguments = [
                *self._label_of_loop(where),
                t.Keyword("enter", "True"),
                *uniform,
                *layout,
            ]
        writer.passed(label)
        return position + 2

    def _rotated(self, loop: Region, position: int, layout: Sequence[t.Keyword]) -> int:
        """Write the head of a loop that is entered in its middle, with the branch before it."""
        writer = self.writer
        node, label = self.body[position], self.body[loop.label]
        uniform = _not_uniform(node)
        writer.passed(node)
        writer.lead(None, classify_statement(label), label)
        where = self._where(loop.label)
        name = writer.namer.name("loop")
        opened = self._push(loop, t.Call(vocabulary.LOOP), name)
        opened.arguments = [
            *self._label_of_loop(where),
            t.Keyword("rotated", "True"),
            *uniform,
            *layout,
        ]
        writer.passed(label)
        return position + 2

    def _branch(
        self,
        region: Region,
        position: int,
        side: Sequence[t.Expression],
        layout: Sequence[t.Keyword],
    ) -> None:
        """Write a branch that leaves a block or goes round a loop."""
        node = self.body[position]
        opened = next(item for item in reversed(self.stack) if item.region is region)
        verb = "again" if region.kind == "loop" else "leave"
        parts: list[t.Expression] = []
        guard = node.guard
        pair = self.structure.two_way.get(position)
        over = pair is not None and pair.over
        if guard is not None:
            word = "unless" if guard.negated is not over else "when"
            parts.append(t.Keyword(word, guard_expression(guard, self.writer.scope)))
        # LLVM writes `.uni` at branches without a guard, and only there: anything else is said.
        if bool(node.modifiers) is not (guard is None):
            parts.append(t.Keyword("uni", str(bool(node.modifiers))))
        self.writer.call(t.Call(f"{opened.name}.{verb}", (*parts, *side, *layout)))


def _named(name: str, values: Sequence[t.Expression]) -> list[t.Expression]:
    """Return the argument of a name, if there is a value for it."""
    return [t.Keyword(name, value) for value in values]


def values_of(layout: Sequence[t.Keyword]) -> list[t.Expression]:
    """Return the values of layout arguments."""
    return [argument.value for argument in layout]


def _not_uniform(branch: n.Instruction) -> list[t.Expression]:
    """Return the argument of a plain branch that is not said to be uniform."""
    return [] if branch.modifiers else [t.Keyword("uni", "False")]


def control_of(writer: Writer, body: Sequence[Any], closing: str | None) -> Control | None:
    """Return the writer of a body's regions, or None if it has none or is written flat."""
    # A region begins or ends at a label.
    if not any(type(node) is n.Label for node in body):
        return None
    spans = []
    start = -1
    for index, gap in enumerate((*[node.before for node in body], closing)):
        if gap is None or "inline asm" not in gap:
            continue
        for comment in comments_in(gap):
            if comment == ASM_BEGIN:
                start = index
            elif comment == ASM_END and start >= 0:
                spans.append((start, index))
                start = -1
    structure = writer.scope.lifting.structure_of(body, spans, DEEPEST - writer.depth)
    return None if structure is None else Control(writer, structure, body)


def expected_labels(body: Sequence[Any], prefix: str | None) -> frozenset[str]:
    """Return the labels of a function that have the numbers that the rule gives them."""
    steps = Steps(prefix)
    for node in body:
        if isinstance(node, n.Label):
            number = block_number(node.name, prefix)
            if number is not None:
                steps.label(node.name, number)
        elif isinstance(node, n.Instruction):
            first = node.operands[0] if node.operands else None
            target = first.name if type(first) is n.Symbol else None
            guard = node.guard
            negated = guard is not None and guard.negated
            steps.instruction(node.opcode, target, guarded=guard is not None, negated=negated)
        elif isinstance(node, n.Call | n.Scope):
            steps.call()
    return frozenset(
        str(steps.found[index].key)
        for index, number, expected in number_labels(steps.found)
        if number == expected
    )
