"""Structured control flow: `with ptx.unless(p):`, `with ptx.loop() as loop:` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.codegen.operand_expressions import guard_text
from ptxpy.codegen.regions import TemplateScope
from ptxpy.ir import nodes as n
from ptxpy.lift.structure import Region, Structure, TwoWay, structure_of
from ptxpy.styles import ASM_BEGIN, ASM_END, classify_statement
from ptxpy.styles.comments import comments_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.codegen.python_lines import Writer

DEEPEST = 17
"""No `with` is opened deeper than this: CPython nests at most 20 blocks."""

_SECTIONS = 3
"""So many labels of no region stand under each other at most."""


class Open:
    """A region whose `with` has been written."""

    def __init__(self, region: Region | None, line: int, name: str, head: str) -> None:
        """Take the region, the index of its line, its Python name and the line's beginning.

        What stands under a label has no region.
        """
        self.region = region
        self.line = line
        self.name = name
        self.head = head
        self.arguments: list[str] = []

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

    def open(self, position: int, *, inside: bool) -> None:
        """Open the blocks that begin before a statement, but for what the statement itself is.

        Those inside inline assembly are opened when its function has begun.
        """
        for region in self.structure.opening.get(position, ()):
            if (region.inside is not None) is inside and region.kind == "block":
                self._open(region, position)

    def _open(self, region: Region, position: int) -> None:
        if (
            region not in self.early
            and not self._is_guard(region, position)
            and not self._is_next(region, position)
        ):
            name = self.writer.namer.name("block")
            self._push(region, f"with ptx.block(§) as {name}:", name)

    def statement(self, position: int, before: str) -> int:
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
            return position
        arguments = self.writer.layout_arguments(before, node.within)
        if position in self.structure.rotated:
            return self._rotated(region, position, arguments)
        if position in self.structure.elses:
            return self._else(self.structure.elses[position], position)
        if self._is_next(region, position):
            return self._next(region, position, arguments)
        self.writer.passed(node)
        side = "" if pair is None else self._side(pair)
        if self._is_guard(region, position):
            self._skip(region, position, side, arguments)
        else:
            self._branch(region, position, side, arguments)
        return position + (1 if pair is None else 3)

    def close(self, position: int, *, inside: bool = False) -> None:
        """Close the loops that end before a statement, and the labels in them.

        With `inside`, only those that are part of inline assembly.
        """
        ending = next((i for i, item in enumerate(self.stack) if item.ends(position)), None)
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

    def _push(self, region: Region | None, head: str, name: str) -> Open:
        writer = self.writer
        opened = Open(region, len(writer.lines), name, head)
        writer.write(head)
        writer.depth += 1
        writer.scope.loops += opened.loops
        self.stack.append(opened)
        return opened

    def _pop(self, opened: Open) -> None:
        writer = self.writer
        depth, _ = writer.lines[opened.line]
        if opened.line == len(writer.lines) - 1:
            writer.write("pass")
        text = opened.head.replace("§", ", ".join(filter(None, opened.arguments)))
        writer.lines[opened.line] = (depth, text)
        writer.depth = depth
        writer.scope.loops -= opened.loops

    def _pop_to(self, region: Region) -> Open:
        """Close a block, and the labels in it."""
        while True:
            opened = self.stack.pop()
            if opened.region is region:
                return opened
            self._pop(opened)

    def _where(self, position: int) -> str:
        """Return what names a label where the tracer does not find it."""
        exposed = position in self.structure.exposed
        return self.writer.label_argument(self.body[position].name, exposed=exposed)

    def _label(self, node: n.Label, position: int, before: str) -> int:
        region = self.structure.labels.get(position)
        writer = self.writer
        where = self._where(position)
        if region is None and position in self.structure.entries:
            loop = self.structure.entries[position]
            opened = next(item for item in reversed(self.stack) if item.region is loop)
            parts = filter(None, (where, before))
            writer.write(f"{opened.name}.entry({', '.join(parts)})")
            writer.passed(node)
            return position + 1
        if region is None:
            return self._section(node, position, before)
        if region.kind == "block":
            opened = self._pop_to(region)
            end = f"end={where}" if where else ""
            opened.arguments += [end, before.replace("before=", "closing=", 1)]
            self.closed[position] = opened.name
            self._pop(opened)
        begun = self._loop_at(position)
        if begun is not None:
            name = writer.namer.name("loop")
            opened = self._push(begun, f"with ptx.loop(§) as {name}:", name)
            if begun.shared:
                opened.arguments = [self.closed[position]]
            else:
                opened.arguments = [where, before]
        writer.passed(node)
        return position + 1

    def _loop_at(self, position: int) -> Region | None:
        """Return the loop that begins with a label; open the blocks around it."""
        for start in (position, position + 1):
            opening = self.structure.opening.get(start, ())
            for place, other in enumerate(opening):
                if other.kind == "loop" and other.label == position:
                    for around in opening[:place] if other.shared else ():
                        self._open(around, start)
                        self.early.add(around)
                    return other
        return None

    def _section(self, node: n.Label, position: int, before: str) -> int:
        """Write a label of no region: what follows stands under it, up to the next."""
        writer = self.writer
        if isinstance(writer.scope, TemplateScope):
            return position
        text = writer.scope.symbol(node.name)
        if not text.startswith("L["):
            return position
        if self.stack and self.stack[-1].region is None:
            self._pop(self.stack.pop())
        nested = sum(opened.region is None for opened in self.stack)
        if before or node.within or nested >= _SECTIONS or writer.depth >= DEEPEST:
            return position
        writer.use("L")
        self._push(None, f"with {text}:", "")
        writer.passed(node)
        return position + 1

    def _side(self, pair: TwoWay) -> str:
        """Return the argument that says where a two-way branch goes on; pass its statements."""
        writer = self.writer
        for position in (pair.position + 1, pair.position + 2):
            node = self.body[position]
            writer.lead(None, classify_statement(node), node)
            where = self._where(position) if position == pair.small.label else ""
            writer.passed(node)
        uniform = bool(self.body[pair.position + 1].modifiers)
        parts = [f"{'over' if pair.over else 'next'}={where or True}"]
        if not uniform:
            parts.append("other_uni=False")
        return ", ".join(parts)

    def _skip(self, region: Region, position: int, side: str, arguments: str) -> None:
        """Write the head of a block that a guarded branch opens."""
        node = self.body[position]
        guard = node.guard
        pair = self.structure.two_way.get(position)
        over = pair is not None and pair.over
        word = "if_" if guard.negated is not over else "unless"
        predicate = guard_text(guard, self.writer.scope)
        name = ""
        if len(region.branches) > 1 or self._lends(region):
            name = self.writer.namer.name("block")
        as_ = f" as {name}" if name else ""
        opened = self._push(region, f"with ptx.{word}(§){as_}:", name)
        uniform = "uni=True" if node.modifiers else ""
        opened.arguments = [predicate, side, uniform, arguments]

    def _lends(self, region: Region) -> bool:
        """Return whether a loop begins with the label that ends a block."""
        return any(
            loop.shared and loop.label == region.label
            for loop in self.structure.opening.get(region.label + 1, ())
        )

    def _else(self, outer: Region, position: int) -> int:
        """Write the head of an else, with the branch before it."""
        writer = self.writer
        jump, label = self.body[position], self.body[position + 1]
        region = self.structure.labels[position + 1]
        writer.passed(jump)
        writer.lead(None, classify_statement(label), label)
        where = self._where(position + 1)
        opened = self._pop_to(region)
        opened.arguments.append(f"end={where}" if where else "")
        self._pop(opened)
        writer.passed(label)
        name = ""
        if len(outer.branches) > 1 or self._lends(outer):
            name = writer.namer.name("block")
        as_ = f" as {name}" if name else ""
        opened = self._push(outer, f"with ptx.else_(§){as_}:", name)
        opened.arguments = [] if jump.modifiers else ["uni=False"]
        return position + 2

    def _next(self, region: Region, position: int, arguments: str) -> int:
        """Write a branch to the label behind it, at which a loop may begin."""
        writer = self.writer
        node, label = self.body[position], self.body[position + 1]
        uniform = "" if node.modifiers else "uni=False"
        writer.passed(node)
        writer.lead(None, classify_statement(label), label)
        where = self._where(region.label)
        loop = self._loop_at(region.label)
        if loop is None:
            parts = filter(None, (where, uniform, arguments))
            writer.write(f"ptx.next_block({', '.join(parts)})")
        else:
            name = writer.namer.name("loop")
            opened = self._push(loop, f"with ptx.loop(§) as {name}:", name)
            opened.arguments = [where, "enter=True", uniform, arguments]
        writer.passed(label)
        return position + 2

    def _rotated(self, loop: Region, position: int, arguments: str) -> int:
        """Write the head of a loop that is entered in its middle, with the branch before it."""
        writer = self.writer
        node, label = self.body[position], self.body[loop.label]
        uniform = "" if node.modifiers else "uni=False"
        writer.passed(node)
        writer.lead(None, classify_statement(label), label)
        where = self._where(loop.label)
        name = writer.namer.name("loop")
        opened = self._push(loop, f"with ptx.loop(§) as {name}:", name)
        opened.arguments = [where, "rotated=True", uniform, arguments]
        writer.passed(label)
        return position + 2

    def _branch(self, region: Region, position: int, side: str, arguments: str) -> None:
        """Write a branch that leaves a block or goes round a loop."""
        node = self.body[position]
        opened = next(item for item in reversed(self.stack) if item.region is region)
        verb = "again" if region.kind == "loop" else "leave"
        parts = []
        guard = node.guard
        pair = self.structure.two_way.get(position)
        over = pair is not None and pair.over
        if guard is not None:
            word = "unless" if guard.negated is not over else "when"
            parts.append(f"{word}={guard_text(guard, self.writer.scope)}")
        if bool(node.modifiers) is not (guard is None):
            parts.append(f"uni={bool(node.modifiers)}")
        parts += [part for part in (side, arguments) if part]
        self.writer.write(f"{opened.name}.{verb}({', '.join(parts)})")


def control_of(writer: Writer, body: Sequence[Any], closing: str | None) -> Control | None:
    """Return what writes the regions of a body, or None where it has none or is written flat."""
    if not writer.scope.structured or not any(type(node) is n.Label for node in body):
        return None
    structure = structure_of(body, _spans(body, closing), DEEPEST - writer.depth)
    return None if structure is None else Control(writer, structure, body)


def _spans(body: Sequence[Any], closing: str | None) -> list[tuple[int, int]]:
    """Return the statements of each block of inline assembly."""
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
    return spans
