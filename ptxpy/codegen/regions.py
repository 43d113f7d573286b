"""Inline assembly: every distinct block becomes one Python function, called in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ptxpy import isa
from ptxpy.codegen.identifiers import UNNAMED, Namer
from ptxpy.codegen.instruction_calls import destination, parts_of
from ptxpy.codegen.operand_expressions import Scope, expression
from ptxpy.codegen.writer import Writer
from ptxpy.dialect import vocabulary
from ptxpy.ir import nodes as n
from ptxpy.lift import NOTHING, BlockResults
from ptxpy.naming import COORDINATES, Role, Title, result_name, roles_of, tells, title_of
from ptxpy.pytree import quoted
from ptxpy.pytree import tree as t
from ptxpy.styles import ASM_BEGIN, ASM_END, comments_in

_DEPTH = 2
"""The depth of the statements of a template."""

_ROW = 2
"""From this many registers in a row on, a template takes them as one parameter."""


class TemplateScope(Scope):
    """Names inside a template: registers declared outside become parameters."""

    is_template = True

    def __init__(
        self, outer: Scope, namer: Namer, roles: Mapping[str, Role], made: BlockResults
    ) -> None:
        """Take the scope around the block, the source of names, roles and results."""
        super().__init__(outer.labels, outer.globals, outer.lifting)
        self.outer = outer
        self.numbered = outer.numbered
        self.unchecked = outer.unchecked
        self.style = outer.style
        self.file = outer.file
        self.spellings = outer.spellings
        self.float_readers = outer.float_readers
        self.namer = namer
        self.parameters: dict[tuple[str, t.Expression], str] = {}
        """Parameter name by its kind and its argument."""
        self.arguments: list[t.Expression] = []
        self.roles = roles
        self.owners: dict[tuple[str, t.Expression], Role | None] = {}
        """The role of each parameter in the block."""
        self._made = made
        self._pending = {*made.scalars}
        self.results: dict[str, str] = {}
        """The name of each result, by its register; of several in one, by ""."""

    def take_result(self, destination: n.Operand) -> str | None:
        """Return the name for a destination that is a result, at its first write."""
        whole = self._made.whole
        key = destination.name if type(destination) is n.Register else ""
        if key in self._pending:
            self._pending.remove(key)
            maker = self._made.scalars[key]
        elif whole is not None and destination is whole.operands[0]:
            maker = whole
        else:
            return None
        wanted = result_name(maker, self.roles.get(key), self.roles)
        self.results[key] = self.namer.name(wanted if self.namer.free(wanted) else "result")
        return self.results[key]

    def own_name(self, name: str) -> str:
        """Return the name wanted for a register of the block: not `P1` but its role."""
        role = self.roles.get(name)
        if role is None or not name[-1].isdigit() or not tells(role):
            return super().own_name(name)
        return str(role)

    def _parameter(self, key: tuple[str, t.Expression], wanted: str, argument: t.Expression) -> str:
        found = self.parameters.get(key)
        if found is None:
            found = self.parameters[key] = self.namer.name(wanted)
            self.arguments.append(argument)
        return found

    def ordered(self) -> tuple[list[str], list[t.Expression]]:
        """Return parameters and arguments: written ones first, then as in the manual."""
        pairs = []
        for (key, parameter), argument in zip(self.parameters.items(), self.arguments, strict=True):
            role = self.owners.get(key)
            rank = (2, 0) if role is None else (not role.written, role.order)
            pairs.append((rank, parameter, argument))
        pairs.sort(key=lambda pair: pair[0])
        return [pair[1] for pair in pairs], [pair[2] for pair in pairs]

    def register(self, name: str) -> t.Expression:
        """Return the expression for a register: a parameter when it comes from outside."""
        if name in self.registers or self.indexed(name) is not None:
            return super().register(name)
        if name in self.results:
            return self.results[name]
        outer = self.outer
        indexed = outer.indexed(name)
        if name in outer.registers or indexed is not None:
            stem = name.removeprefix("%").rstrip("0123456789")
            role = self.roles.get(name)
            # Without a role, numbers keep the parameters of one file apart.
            wanted = str(role or f"{Namer.identifier(stem)}{len(self.parameters)}")
            self.owners["register", name] = role
            return self._parameter(("register", name), wanted, outer.register(name))
        return super().register(name)

    def declared(self, name: str) -> str | None:
        """Return the type of a register; a parameter has the type of its argument."""
        return super().declared(name) or self.outer.declared(name)

    def symbol(self, name: str) -> t.Expression:
        """Return the expression for a symbol: a parameter when it is local to the function."""
        if name in self.symbols:
            return self.symbols[name]
        if name in self.outer.symbols:
            wanted = f"s{len(self.parameters)}"
            return self._parameter(("symbol", name), wanted, self.outer.symbol(name))
        return super().symbol(name)

    def vector(self, elements: Sequence[n.Operand]) -> t.Expression | None:
        """Return a slice, or a parameter for several registers from outside."""
        inner = super().vector(elements)
        if inner is not None or len(elements) < _ROW:
            return inner
        # Registers of the block itself cannot be given to it.
        if any(self._declared_here(element) for element in elements):
            return None
        first = elements[0]
        role = self.roles.get(first.name) if type(first) is n.Register else None
        argument = self._argument(elements, role)
        if argument is None:
            return None
        wanted = role.name if role is not None else f"row{len(self.parameters)}"
        self.owners["row", argument] = role
        return self._parameter(("row", argument), wanted, argument)

    def coordinates(self, operand: n.Vector) -> t.Expression:
        """Return the place of a box in a tensor, as a parameter if it comes from outside."""
        return expression(operand, self)

    def _argument(self, elements: Sequence[n.Operand], role: Role | None) -> t.Expression | None:
        """Return the argument for several registers: a slice, or a tuple; None for others."""
        are_registers = all(type(element) is n.Register for element in elements)
        if role is not None and role.name == COORDINATES and are_registers:
            return t.Tuple(tuple([expression(element, self.outer) for element in elements]))
        row = self.outer.slice(elements)
        if row is None and are_registers:
            return t.Tuple(tuple(self.outer.starred(elements)))
        return row

    def _declared_here(self, element: n.Operand) -> bool:
        name = element.name if type(element) is n.Register else ""
        return name in self.registers or self.indexed(name) is not None or name in self.results


class Region:
    """Turns the blocks of inline assembly in one list of statements into templates."""

    def __init__(self, writer: Writer, blocks: Iterator[Sequence[n.Node]]) -> None:
        """Take the writer, whose statements are diverted in a block, and all the blocks."""
        self.writer = writer
        self.blocks = blocks
        self.title = Title("", ())
        self.made = NOTHING
        self.saved: tuple[t.Block, int, Scope, Namer] | None = None
        self.opening: str | None = None

    def begin(self, space: str | None) -> None:
        """Divert statements into a template of inline assembly."""
        self.divert()
        self.opening = space

    def divert(self) -> None:
        """Divert the statements of the next block into a template."""
        writer = self.writer
        self.saved = (writer.block, writer.depth, writer.scope, writer.namer)
        namer = Namer(writer.program.namer)
        writer.block = []
        writer.depth = _DEPTH
        writer.namer = namer
        block = next(self.blocks)
        self.title = title_of(block)
        self.made = self.results_of(block)
        writer.scope = TemplateScope(writer.scope, namer, roles_of(block), self.made)

    def results_of(self, block: Sequence[n.Node]) -> BlockResults:
        """Return the results that a block has as a function."""
        outer = self.writer.scope
        made = outer.lifting.results_of(
            block,
            lambda name: outer.declared(name) if outer.indexed(name) is not None else None,
            outer.types,
            outer.unchecked,
        )
        # Several results at once need a target of the function's that takes all of them.
        if made.whole is not None and _target(made.whole, outer) is None:
            made = made._replace(whole=None)
        return made

    def end(self, space: str | None) -> None:
        """Write the call of a template of inline assembly."""
        block = self.writer.block or [t.Pass()]
        options: list[t.Expression] = []
        if len(block) > 1 and space is None and _is_blank(block[-1]):
            block.pop()
            options.append(t.Keyword("newline", "True"))
        if self.opening is not None:
            options.append(t.Keyword("begin", quoted(self.opening)))
        if space is not None:
            options.append(t.Keyword("end", quoted(space)))
        self.write_call(t.Call(vocabulary.ASM, tuple(options)), block)

    def write_call(self, head: t.Call, block: t.Block) -> None:
        """Name the template, or find the one that is the same, and write the call."""
        writer = self.writer
        scope = writer.scope
        if self.saved is None or not isinstance(scope, TemplateScope):
            msg = "a template ends that has not begun"
            raise AssertionError(msg)
        writer.block, writer.depth, writer.scope, writer.namer = self.saved
        self.saved = None
        if scope.uses_labels:
            writer.scope.uses_labels = True
        whole = t.With([t.Context(head)], block)
        for (kind, argument), name in scope.parameters.items():
            if kind == "row":
                writer.scope.rows.setdefault(argument, []).append(name)
        parameters, arguments = scope.ordered()
        call = t.Call(UNNAMED, tuple(arguments))
        results = tuple(scope.results.values())
        statement = self._results(call, scope) if results else t.Evaluate(call)
        writer.program.templates.call(self.title, parameters, results, whole, statement)
        writer.write(statement)

    def _results(self, call: t.Call, scope: TemplateScope) -> t.Assign:
        """Return the call of a template with the registers that its results are written to."""
        outer = self.writer.scope
        made = self.made
        target: t.Expression | None
        if made.whole is not None:
            target = _target(made.whole, outer)
            makers: tuple[n.Instruction, ...] = (made.whole,)
        else:
            targets = [outer.register(name) for name in scope.results]
            target = targets[0] if len(targets) == 1 else t.Tuple(tuple(targets))
            makers = tuple([made.scalars[name] for name in scope.results])
            # For the function around, the call writes a result once, however often the block does.
            outer.rewritten.update({name: count - 1 for name, count in made.writes.items()})
        statement = t.Assign([] if target is None else [target], call, makers[0])
        statement.makers = makers
        return statement


def _target(node: n.Instruction, scope: Scope) -> t.Expression | None:
    """Return the left side for an instruction that writes several registers, each if few."""
    written = (node.operands[0], node.opcode, node.modifiers, scope)
    apart = parts_of(*written)
    is_short = isinstance(apart, t.Tuple) and len(apart.elements) <= _ROW
    return apart if is_short else destination(*written)


_LONGEST_SCOPE = 4
"""The most statements of a scope that is a function: a longer one is a part of its kernel."""


def scope_region(writer: Writer, node: n.Scope) -> Region | None:
    """Divert a scope of few instructions that makes a value; None for another scope.

    Compilers write such a scope for what PTX cannot say without a register that nobody reads: nvcc
    takes the high half of a double so.
    """
    declared = [each for each in node.body if type(each) is n.Variable and each.space == ".reg"]
    instructions = [each for each in node.body if type(each) is n.Instruction]
    if (
        writer.scope.is_template
        or not declared
        or not instructions
        or len(declared) + len(instructions) != len(node.body)
        or len(node.body) > _LONGEST_SCOPE
        or not all(isa.destinations(each.opcode, each.modifiers) for each in instructions)
    ):
        return None
    region = Region(writer, iter([node.body]))
    made = region.results_of(node.body)
    if not made.scalars and made.whole is None:
        return None
    region.divert()
    return region


def _is_blank(statement: t.Statement) -> bool:
    """Return whether a statement is `ptx.blank()`."""
    return type(statement) is t.Evaluate and statement.value == t.Call(vocabulary.BLANK)


def regions(writer: Writer, body: Sequence[n.Node], closing: str | None) -> Region | None:
    """Return a region when the marks of inline assembly are balanced in a list of statements."""
    # Inside of a template the marks are no more than comments.
    if writer.scope.is_template:
        return None
    blocks: list[Sequence[n.Node]] = []
    start: int | None = None
    for position, gap in enumerate((*[node.before for node in body], closing)):  # type: ignore[attr-defined]
        if gap is None or "inline asm" not in gap:
            continue
        for comment in comments_in(gap):
            if comment in (ASM_BEGIN, ASM_END):
                # Marks that do not alternate are kept as comments.
                if (start is None) is not (comment == ASM_BEGIN):
                    return None
                if start is None:
                    start = position
                else:
                    blocks.append(body[start:position])
                    start = None
    return Region(writer, iter(blocks)) if blocks and start is None else None
