"""Structured control flow: `with ptx.unless(p):`, `with ptx.loop() as loop:` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.codegen.operands import expression
from ptxpy.ir import nodes as n
from ptxpy.lift.structure import Region, Structure, structure_of
from ptxpy.styles import ASM_BEGIN, ASM_END
from ptxpy.styles.comments import comments_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.codegen.writer import Writer

DEEPEST = 17
"""No `with` is opened deeper than this: CPython nests at most 20 blocks."""


class Open:
    """A region whose `with` has been written."""

    def __init__(self, region: Region, line: int, name: str, head: str) -> None:
        """Take the region, the index of its line, its Python name and the line's beginning."""
        self.region = region
        self.line = line
        self.name = name
        self.head = head
        self.arguments: list[str] = []


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

    def open(self, position: int, *, inside: bool) -> None:
        """Open the blocks that begin before a statement, but for what the statement itself is.

        Those inside inline assembly are opened when its function has begun.
        """
        for region in self.structure.opening.get(position, ()):
            if (region.inside is not None) is not inside:
                continue
            if region.kind == "block" and not self._is_guard(region, position):
                name = self.writer.namer.name("block")
                self._push(region, f"with ptx.block(§) as {name}:", name)

    def statement(self, position: int, before: str) -> bool:
        """Write a statement that opens, closes or leaves a region; return whether it was one."""
        node = self.body[position]
        if type(node) is n.Label:
            return self._label(node, position, before)
        region = self.structure.branches.get(position)
        if region is None:
            return False
        arguments = self.writer.layout_arguments(before, node.within)
        for opened in self.structure.opening.get(position, ()):
            if opened.kind == "block" and self._is_guard(opened, position):
                self._skip(opened, node, arguments)
                return True
        self._branch(region, node, arguments)
        return True

    def close(self, position: int) -> None:
        """Close the loops that end before a statement."""
        while self.stack and self.stack[-1].region.end <= position:
            opened = self.stack.pop()
            self._pop(opened)

    # ----------------------------------------------------------------- parts

    def _is_guard(self, region: Region, position: int) -> bool:
        """Return whether a block is left by its first statement alone, under a guard."""
        return region.branches == [position] and self.body[position].guard is not None

    def _push(self, region: Region, head: str, name: str) -> Open:
        writer = self.writer
        opened = Open(region, len(writer.lines), name, head)
        writer.write(head)
        writer.depth += 1
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

    def _label(self, node: n.Label, position: int, before: str) -> bool:
        region = self.structure.labels.get(position)
        writer = self.writer
        where = writer.label_argument(node.name, exposed=position in self.structure.exposed)
        if region is None:
            writer.count_label(node.name)
            return False
        if region.kind == "block":
            opened = self.stack.pop()
            end = f"end={where}" if where else ""
            opened.arguments += [end, before.replace("before=", "closing=", 1)]
            self.closed[position] = opened.name
            self._pop(opened)
        loops = [
            other
            for other in (
                *self.structure.opening.get(position, ()),
                *self.structure.opening.get(position + 1, ()),
            )
            if other.kind == "loop" and other.label == position
        ]
        for loop in loops:
            name = writer.namer.name("loop")
            opened = self._push(loop, f"with ptx.loop(§) as {name}:", name)
            if loop.shared:
                opened.arguments = [self.closed[position]]
            else:
                opened.arguments = [where, before]
        writer.count_label(node.name)
        return True

    def _skip(self, region: Region, node: n.Instruction, arguments: str) -> None:
        guard = node.guard
        assert guard is not None  # noqa: S101 - that makes it one
        word = "if_" if guard.negated else "unless"
        predicate = expression(guard.register, self.writer.scope)
        name = ""
        if any(
            loop.shared and loop.label == region.label
            for loop in self.structure.opening.get(region.label + 1, ())
        ):
            name = self.writer.namer.name("skipped")
        as_ = f" as {name}" if name else ""
        opened = self._push(region, f"with ptx.{word}(§){as_}:", name)
        uniform = "uni=True" if node.modifiers else ""
        opened.arguments = [predicate, uniform, arguments]

    def _branch(self, region: Region, node: n.Instruction, arguments: str) -> None:
        opened = next(item for item in reversed(self.stack) if item.region is region)
        verb = "again" if region.kind == "loop" else "leave"
        parts = []
        guard = node.guard
        if guard is not None:
            word = "unless" if guard.negated else "when"
            parts.append(f"{word}={expression(guard.register, self.writer.scope)}")
        if bool(node.modifiers) is not (guard is None):
            parts.append(f"uni={bool(node.modifiers)}")
        if arguments:
            parts.append(arguments)
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
