"""The statements of a function body, scope or section as Python."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from ptxpy.codegen import debug_statements
from ptxpy.codegen.control import Control, control_of, values_of
from ptxpy.codegen.declarations import (
    bulk_count,
    declarator_expression,
    fundamental_of,
    size_expression,
    type_expression,
    variable_call,
)
from ptxpy.codegen.instruction_calls import instruction_statement
from ptxpy.codegen.operand_expressions import expression
from ptxpy.codegen.statements import STATEMENTS, call_statement
from ptxpy.codegen.writer import Writer
from ptxpy.dialect import vocabulary
from ptxpy.dsl import PREFIXES
from ptxpy.ir import AnyStatement
from ptxpy.ir import nodes as n
from ptxpy.pytree import INDENT, WIDTH, quoted
from ptxpy.pytree import tree as t
from ptxpy.styles import ASM_END, StatementKind, classify_statement

DEEPEST_WITH = 16
"""Deeper scopes are opened and closed by calls: CPython nests at most 20 blocks."""

_STEERING = frozenset({n.Instruction, n.Label, n.TargetList})
"""Statements that may be a part of a block, a loop or a switch."""

_STACK = 3
"""The declarations that a stack consists of."""

_FLOATS = ("f32", "f64")

_CALLER = r" @\[ ([^ :]+):([1-9][0-9]{0,8}|0):([1-9][0-9]{0,8}|0)"
_CALLSEQ = re.compile(r" // callseq (0|[1-9][0-9]{0,8}), 0(?=\n)")


Owner: TypeAlias = n.Function | n.Scope | n.Section


class BodyWriter(Writer):
    """Writes the statements of one function."""

    def body(
        self, body: Sequence[AnyStatement], owner: Owner, end: StatementKind
    ) -> tuple[t.Keyword, ...]:
        """Write statements up to a closing brace; return its `closing=` argument, if any."""
        self.layout.previous = None
        outer = self.region, self.expected
        section = end is StatementKind.SECTION_END
        self.region = None
        gaps = (*[node.before for node in body], owner.closing)
        if not section and any(gap is not None and "inline asm" in gap for gap in gaps):
            from ptxpy.codegen.regions import regions  # noqa: PLC0415 - seldom needed

            self.region = regions(self, body, owner.closing)
        self.expected = frozenset()
        if end is StatementKind.FUNCTION_END:
            self.expected = self.scope.lifting.expected_labels(body, self.scope.labels)
        control = None if section else control_of(self, body, owner.closing)
        position = 0
        while position < len(body):
            if control is None:
                node: AnyStatement = body[position]
                before = self.lead(node.before, classify_statement(node), node)
                position = self._statement(body, position, owner, before)
            else:
                position = self._controlled(body, position, owner, control)
        if control is not None:
            self._close(control, len(body), owner.closing)
        closing = self.lead(owner.closing, end, None)
        self.behind_assembly()
        self.region, self.expected = outer
        if not self.block:
            self.write(t.Pass())
        return tuple([t.Keyword("closing", value) for value in values_of(closing)])

    def _controlled(
        self, body: Sequence[AnyStatement], position: int, owner: Owner, control: Control
    ) -> int:
        """Write a statement of a body that has blocks or loops; return the position behind it."""
        node: AnyStatement = body[position]
        self._close(control, position, node.before)
        before = self.lead(node.before, classify_statement(node), node)
        self.behind_assembly()
        control.open(position, inside=True)
        if type(node) in _STEERING:
            behind = control.statement(position, before)
            if behind > position:
                return behind
        return self._statement(body, position, owner, before)

    def _close(self, control: Control, position: int, gap: str | None) -> None:
        """Close the regions that end before a statement, and open those that begin there.

        Where inline assembly ends in the gap, the regions around it wait until it has been written.
        """

        def around() -> None:
            control.close(position)
            control.open(position, inside=False)

        if gap is None or ASM_END not in gap:
            around()
        else:
            control.close(position, inside=True)
            self.behind = around

    def _statement(
        self,
        body: Sequence[AnyStatement],
        position: int,
        owner: Owner,
        before: tuple[t.Keyword, ...],
    ) -> int:
        """Write a statement; return the position behind it and the statements written with it."""
        node: Any = body[position]
        cls = type(node)
        layout = self.layout
        if cls is n.Instruction:
            if node.within is not None:
                before = self.layout_arguments(before, node.within)
            self.write(instruction_statement(node, self.scope, before))
            layout.advance(classify_statement(node), node)
            return position + 1
        behind = self._together(body, position, owner, before)
        if behind > position:
            return behind
        following = body[position + 1].before if position + 1 < len(body) else owner.closing
        if cls is n.Scope:
            sequence = self._sequence(node, following) if not before else None
            region = None
            if sequence is None and not before and node.body and type(node.body[0]) is n.Variable:
                from ptxpy.codegen.regions import scope_region  # noqa: PLC0415 - as above

                region = scope_region(self, node)
            outer = self.block
            self.block = []
            self.layout.advance(StatementKind.SCOPE, node)
            deep = self.depth > DEEPEST_WITH
            numbered = self.layout.style.numbers_calls
            # The comment that marks the sequence is implied by the form of its Python.
            if sequence is not None and not deep:
                self.skip = f"// callseq {sequence}, 0" if numbered else ""
            self.depth += not deep
            closing = self.body(node.body, node, StatementKind.SCOPE_END)
            self.depth -= not deep
            inner, self.block = self.block, outer
            if deep:
                self.call(t.Call(vocabulary.SCOPE_OPEN), before)
                # A `pass` fills a `with` block, and this one has no `with`.
                self.block += [statement for statement in inner if type(statement) is not t.Pass]
                self.call(t.Call(vocabulary.SCOPE_CLOSE), closing)
            elif region is not None:
                self.block = inner
                region.write_call(t.Call(vocabulary.SCOPE, closing), inner)
            elif sequence is not None and not closing:
                number = self._sequence_number(sequence) if numbered else None
                call = call_statement(self, node, inner, number)
                if call is None:
                    head = t.Call(vocabulary.CALLSEQ, () if number is None else (number,))
                    call = t.With([t.Context(head)], inner)
                self.write(call)
                self.skip = f"// callseq {sequence}" if numbered else ""
            else:
                head = t.Call(vocabulary.SCOPE, (*before, *closing))
                self.write(t.With([t.Context(head)], inner))
            self.layout.advance(StatementKind.SCOPE_END, node)
            return position + 1
        arguments = self.layout_arguments(before, node.within)
        layout.advance(classify_statement(node), node)
        if cls is n.Location:
            debug_statements.position(self, node, self._callers(following, arguments))
        else:
            STATEMENTS[cls](self, node, arguments)
        return position + 1

    def _together(
        self,
        body: Sequence[AnyStatement],
        position: int,
        owner: Owner,
        before: tuple[t.Keyword, ...],
    ) -> int:
        """Write a statement that is written with those behind it, if it is one."""
        node: Any = body[position]
        cls = type(node)
        if cls is n.Variable:
            if not before and self._stack(body, position):
                return position + _STACK
            if node.space == ".reg":
                return self._registers(body, position, before)
        elif cls is n.Label and node.within is None:
            if type(owner) is n.Section and not before:
                row, count = self.program.lifting.info_string(body, position)
                if row is not None:
                    return self._row(body, position, row, count)
            return self._mark(body, position, owner, before)
        elif cls is n.Data and not before:
            return self._data(body, position)
        return position

    def _data(self, body: Sequence[AnyStatement], position: int) -> int:
        """Write a line of a debug section, with those after it that fit on its line of Python."""
        node: Any = body[position]
        room = WIDTH - len(INDENT) * self.depth
        row, count = self.program.lifting.each_row(
            body, position, room, lambda value: expression(value, self.scope)
        )
        if row is not None and count > 1:
            return self._row(body, position, row, count)
        self.layout.advance(StatementKind.DATA, node)
        STATEMENTS[n.Data](self, node, self.layout_arguments((), node.within))
        return position + 1

    def _row(self, body: Sequence[AnyStatement], position: int, row: t.Call, count: int) -> int:
        """Write several statements of a section as one; return where the next one is."""
        for at, node in enumerate(body[position : position + count]):
            kind = classify_statement(node)
            if at:
                self.lead(None, kind, node)
            self.layout.advance(kind, node)
        self.call(row)
        return position + count

    def _mark(
        self,
        body: Sequence[AnyStatement],
        position: int,
        owner: Owner,
        before: tuple[t.Keyword, ...],
    ) -> int:
        """Write a label for debug information, with the source position behind it."""
        node: Any = body[position]
        if position + 1 < len(body):
            other: Any = body[position + 1]
            if (
                debug_statements.is_folded(self, other)
                and other.before is None
                and other.within is None
                and (mark := debug_statements.mark_keyword(self, node)) is not None
            ):
                self.layout.advance(classify_statement(node), node)
                self.lead(None, classify_statement(other), other)
                self.layout.advance(classify_statement(other), other)
                behind = position + 2
                following = body[behind].before if behind < len(body) else owner.closing
                debug_statements.position(self, other, self._callers(following, before), mark)
                return behind
        if debug_statements.mark(self, node, before):
            self.layout.advance(classify_statement(node), node)
            return position + 1
        return position

    def _callers(
        self, following: str | None, arguments: tuple[t.Keyword, ...]
    ) -> tuple[t.Keyword, ...]:
        """Return the arguments of a `.loc`, with the callers that the comment behind it names."""
        layout = self.layout
        if following is None or " @[ " not in following or layout.style.describe_location is None:
            return arguments
        comment = following.partition("\n")[0].lstrip(" ")
        numbers = {name: number for number, name in layout.files.items()}
        callers = []
        for name, line, column in re.findall(_CALLER, comment):
            if name in numbers:
                callers.append((numbers[name], int(line), int(column)))
        # The comment is left out only if the style writes the same one for these callers.
        said = layout.predict_location_comment(callers)
        if said != comment or following[
            : -len(following.lstrip(" "))
        ] != layout.predict_trailing_space(""):
            return arguments
        self.skip = said
        named = t.Keyword("callers", t.Tuple(tuple([t.Tuple(caller) for caller in callers])))
        return (named, *arguments)

    def _sequence(self, node: n.Scope, following: str | None) -> int | None:
        """Return the number of a call sequence, if the scope has a compiler's marks of one.

        It is 0 in styles that do not number them.
        """
        first = node.body[0].before if node.body else node.closing
        if not self.layout.style.numbers_calls:
            return 0 if _is_unnumbered(node, following) else None
        match = _CALLSEQ.match(first or "")
        if match is None or node.closing is not None:
            return None
        mark = f" // callseq {match[1]}"
        if following is None or not following.startswith(mark + "\n"):
            return None
        return int(match[1])

    def _sequence_number(self, sequence: int) -> int | None:
        """Return the number of a call sequence if it has to be said."""
        expected = self.program.sequence + 1
        self.program.sequence = sequence
        return None if sequence == expected else sequence

    # ----------------------------------------------------------------- registers

    def _stack(self, body: Sequence[AnyStatement], position: int) -> bool:
        """Write the declaration of a function's stack; return whether it is one."""
        nodes: Any = body[position : position + _STACK]
        index = self.scope.index
        stack = self.scope.lifting.stack_of(nodes) if index is not None else None
        if stack is None:
            return False
        arguments: list[t.Expression] = [stack.size, t.Keyword("align", stack.align)]
        if stack.depot != index:
            arguments.append(t.Keyword("depot", stack.depot))
        name = self.namer.name("stack")
        self.use("reg")
        self.assign(name, t.Call("reg.stack", tuple(arguments)))
        self.scope.symbols[nodes[0].declarators[0].name.name] = f"{name}.depot"
        for register in ("SP", "SPL"):
            self.scope.types[f"%{register}"] = "b64"
            self.scope.registers[f"%{register}"] = f"{name}.{register}"
        self.scope.changed()
        for node in nodes:
            kind = classify_statement(node)
            self.layout.advance_over_comments(self.layout.predict(kind, node))
            self.layout.advance(kind, node)
        return True

    def _registers(
        self, body: Sequence[n.Node], position: int, before: tuple[t.Keyword, ...]
    ) -> int:
        """Write a declaration of registers, with those that follow it in one line."""
        node: Any = body[position]
        arguments = self.layout_arguments(before, node.within)
        bulk = bulk_count(node)
        self.layout.advance(StatementKind.REGISTERS, node)
        if bulk is None:
            self._odd_registers(node, arguments)
            return position + 1
        group = [bulk]
        position += 1
        while not arguments and position < len(body):
            other: Any = body[position]
            if type(other) is not n.Variable or other.space != ".reg":
                break
            bulk = bulk_count(other)
            # A gap that the style does not predict needs a statement of its own.
            if bulk is None or other.before is not None or other.within is not None:
                break
            # `reg.bulk` takes each prefix once, as a keyword.
            if bulk[0] in dict(group):
                break
            group.append(bulk)
            self.layout.advance_over_comments(self.layout.predict(StatementKind.REGISTERS, other))
            self.layout.advance(StatementKind.REGISTERS, other)
            position += 1
        names = [self._file("%" + prefix, PREFIXES[prefix], count) for prefix, count in group]
        self.use("reg")
        counts = [t.Keyword(prefix, count) for prefix, count in group]
        self.assign(_targets(names), t.Call("reg.bulk", tuple(counts)), arguments)
        return position

    def _file(self, prefix: str, kind: str, count: int | None = None) -> str:
        """Return the Python name of a register file, which is declared from here on."""
        files = self.scope.files
        self.scope.types[prefix] = kind
        # Another declaration of the file may have another count, or none.
        self.scope.counts.pop(prefix, None)
        if count is not None:
            self.scope.counts[prefix] = count
        if prefix not in files:
            files[prefix] = self.namer.name(prefix.removeprefix("%"))
        self.scope.changed()
        return files[prefix]

    def _single(self, name: str, kind: str) -> str:
        registers = self.scope.registers
        self.scope.types[name] = kind
        if "." in registers.get(name, "."):  # a stack has it: another is declared in a scope
            registers[name] = self.namer.name(self.scope.own_name(name))
            self.scope.changed()
        return registers[name]

    def _odd_registers(self, node: n.Variable, layout: tuple[t.Keyword, ...]) -> None:
        """Write a declaration of registers that `reg.bulk` cannot say."""
        self.use("reg")
        uses = self.program.uses
        specifiers = node.specifiers
        names = [d.name.name for d in node.declarators]
        only_space = not node.linkage and specifiers[0] == n.Specifier(".reg")
        only_space = only_space and len(specifiers) > 1 and not n.space_of(specifiers[1:])
        if not only_space or not names or any(d.initializer is not None for d in node.declarators):
            self.call(variable_call(node, uses), layout)
            return
        kind = type_expression(specifiers[1:], (), uses)
        vector = any(s.name in (".v2", ".v4", ".v8") for s in specifiers if type(s) is n.Specifier)
        declared = "" if vector else fundamental_of(specifiers).removeprefix(".")
        if all(d.range is None and not d.dimensions for d in node.declarators):
            targets = [self._single(name, declared) for name in names]
            call = t.Call("reg.scalar", (kind, *map(quoted, names)))
            self.assign(_targets(targets), call, layout)
            return
        only = node.declarators[0]
        if len(names) == 1 and type(only.range) is n.Literal and not only.dimensions:
            name = only.name.name
            count = size_expression(only.range)
            usual = PREFIXES.get(name.removeprefix("%"), "")
            # `.reg .b32 %f<9>;` holds floats in untyped registers: a view tells operators so.
            view = usual if usual in _FLOATS and declared == f"b{usual[1:]}" else ""
            python = self._file(name, view or declared, count if type(count) is int else None)
            arguments: list[t.Expression] = [kind, count, quoted(name)]
            if view:
                self.use(view)
                arguments.append(t.Keyword("view", view))
            self.assign(python, t.Call("reg.array", tuple(arguments)), layout)
            return
        targets = [
            (
                self._single(d.name.name, declared)
                if d.range is None
                else self._file(d.name.name, declared)
            )
            for d in node.declarators
        ]
        spelled = [declarator_expression(d, "", uses) for d in node.declarators]
        self.assign(t.Tuple(tuple(targets)), t.Call("reg.declare", (kind, *spelled)), layout)


def _is_unnumbered(node: n.Scope, following: str | None) -> bool:
    """Whether a scope is a call sequence with a space in the place of each dropped comment."""
    return (
        bool(node.body)
        and node.body[0].before == " \n"
        and node.closing is None
        and following is not None
        and following.startswith(" \n")
        and any(type(item) is n.Call for item in node.body)
    )


def _targets(names: Sequence[str]) -> t.Expression:
    """Return the target of several names, or of one."""
    return names[0] if len(names) == 1 else t.Tuple(tuple(names))
