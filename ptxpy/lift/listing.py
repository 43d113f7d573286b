"""The statements of functions as tokens, of which repeated sequences are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.lift.repeats import Token, Use
from ptxpy.lift.statement_shapes import NAME, REGISTER, SLICE, Leaf, Names, Reader, Readings
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import RegisterFile

__all__ = ["LINE", "Function", "Listing", "Place", "difference"]


class Function(NamedTuple):
    """A function whose statements may be gathered in groups."""

    block: t.Block
    classes: Mapping[str, str]
    """The class of the registers of each file, by its Python name."""
    values: Collection[t.Register]
    """The registers that may be made without being named.

    Each is written by one instruction without a guard, and has the class of a fresh register.
    """
    names: Collection[str] = ()
    """The names of parameters."""
    spell: Callable[[t.Assign], t.Expression | None] = lambda statement: statement.value
    """Returns how the value of an assignment is spelled where no register takes it: `u32(8)`."""
    files: Mapping[str, RegisterFile] = MappingProxyType({})
    """The register files, by their Python names."""
    depth: int = 0
    """How deep groups nest in it, if it is one itself."""
    results: tuple[t.Expression, ...] = ()
    """The registers that it returns, if it is a group."""
    may_return: Callable[[t.Assign], bool] = lambda _: False
    """Returns whether a function may make the value of a register that is written again."""
    variable_type: Callable[[t.Register, int], str] = lambda *_: ""
    """Returns the type of a register that is written so many times, "" if others write it."""
    settle: Callable[[t.Register], None] = lambda _: None
    """Notes that a register is a value now, which one call makes."""
    candidates: Callable[[t.Register], Sequence[str]] = lambda _: ()
    """Returns the names that are true of a register, the best first."""


class Place(NamedTuple):
    """The place of a token, and the properties of its text."""

    function: int
    block: t.Block
    at: int
    """Its place in the block."""
    leaves: tuple[Leaf, ...]
    links: tuple[Use, ...]
    """The definitions that it reads, those within it included."""
    size: int
    """How many statements it is, those within it included."""
    lines: int
    """How many lines it takes, in twentieths, once values are written where they are used."""
    end: int
    """How many statements of the function begin before it ends."""
    inner: range
    """The tokens of the statements within it, which precede it in the listing."""
    depth: int
    """How deep the groups nest that it calls."""


class Listing:
    """The tokens of several functions, each with its place."""

    def __init__(
        self,
        functions: Sequence[Function],
        symbols: Collection[str],
        depths: Mapping[str, int],
        readings: Readings,
    ) -> None:
        """Read the functions.

        Args:
            functions: The functions.
            symbols: The names of the module's variables.
            depths: How deep groups nest in a function of a name.
            readings: Statements that earlier listings have read.
        """
        self.tokens: list[Token] = []
        self.places: list[Place] = []
        self.readers: list[Reader] = []
        self.last: list[dict[t.Register, int]] = []
        """For each function the number of the last statement that has a register."""
        self.last_names: list[dict[str, int]] = []
        """The last mention of the names of blocks, which may follow a block: `ptx.loop(block)`."""
        self._mentions: dict[int, Counter[t.Register]] = {}
        self._shapes: dict[Any, int] = {}
        self._depths = depths
        self._leaf = 0
        self.functions = functions
        for function in functions:
            self._begin(function, symbols, readings)
            self._definitions: dict[Any, int] = {}
            self._statement = 0
            self._block(function.block)

        self._definitions = {}
        self._leave_out_runs()

    def mentions(self, function: int) -> Counter[t.Register]:
        """Return how often the statements of a function mention each register."""
        found = self._mentions.get(function)
        if found is None:
            found = self._mentions[function] = Counter(
                part
                for statement in t.walk_statements(self.functions[function].block)
                for expression in t.head_expressions(statement)
                for part in t.walk_expression(expression)
                if type(part) is t.Register
            )
        return found

    def _begin(self, function: Function, symbols: Collection[str], readings: Readings) -> None:
        """Find where a function writes and reads its registers, and which are values."""
        tables: set[str] = set()
        local = {*function.names, *_bound(function.block, tables)}
        names = Names(dict(function.classes), local, symbols, tables)
        reader = Reader(names, readings)
        mentions = _Mentions(function, reader)
        # These registers need no name of their own in a group: one statement writes each, and
        # what reads them comes later, in the same block.
        single: set[t.Register] = set()
        if not mentions.everything:
            for register, (at, block) in mentions.written.items():
                if (
                    register in function.values
                    and register not in mentions.several
                    and register not in mentions.reached
                    and mentions.first[register] == 2 * at + 1
                    and mentions.last[register] <= mentions.ends[block]
                ):
                    single.add(register)
        reader.single = single
        self.last.append(mentions.last)
        self.last_names.append(mentions.last_names)
        self._uses = mentions.uses
        self.readers.append(reader)

    def _leave_out_runs(self) -> None:
        """Leave out of all sequences those that will be a loop: like statements in even steps."""
        tokens = self.tokens
        start = 0
        step: list[int] | None = None
        for index in range(1, len(tokens) + 1):
            steps = self._steps(index) if index < len(tokens) else None
            if steps is not None and step in (None, steps):
                step = steps
                continue
            if index - start >= _MIN_RUN:
                for at in range(start, index):
                    tokens[at] = tokens[at]._replace(shape=-1)
            # What does not go on evenly may begin a run together with the statement before it.
            start = index if steps is None else index - 1
            step = steps

    def _steps(self, index: int) -> list[int] | None:
        """Return how the numbers of a statement differ from those of the one before it.

        None if neither repeats the other, or if it reads a register that the other one writes.
        """
        before, token = self.tokens[index - 1], self.tokens[index]
        if token.shape < 0 or token.shape != before.shape or token.body != before.body:
            return None
        if any(use.definition >= before.start for use in token.uses):
            return None
        found: list[int] = []
        leaves = self.places[index].leaves
        for one, other in zip(self.places[index - 1].leaves, leaves, strict=True):
            step = difference(one, other)
            if step is None:
                return None
            found.append(step)
        return found

    def _block(self, block: t.Block) -> list[int | None]:
        """Read a block; return the shapes of its statements, whose tokens are the last ones."""
        tokens: list[Token] = []
        places: list[Place] = []
        shapes: list[int | None] = []
        for index, statement in enumerate(block):
            shape, token, place = self._read(statement, block, index)
            shapes.append(shape)
            tokens.append(token)
            places.append(place)
        # Those inside are in the list already, so that the statements of a block are neighbours.
        self.tokens += tokens
        self.places += places
        return shapes

    def _read(
        self, statement: t.Statement, block: t.Block, index: int
    ) -> tuple[int | None, Token, Place]:
        """Read a statement with those within it; the number of its shape knows no data flow."""
        begin = len(self.tokens)
        start = self._leaf
        self._statement += 1
        reader = self.readers[-1]
        shape: Any
        shape, leaves = reader.shape(statement)
        links: list[Use] = []
        inputs: list[tuple[Any, int]] = []
        single, known = reader.single, self._definitions
        at = start
        for kind, value, is_target, _ in leaves:
            if is_target:
                if kind == NAME or value in single:
                    known[value] = at
            elif kind in _INPUTS:
                # No definition is known of what is not a value.
                definition = known.get(value, -1)
                inputs.append((value, definition))
                if definition >= 0:
                    links.append(Use(at, definition, kind == NAME))
            at += 1
        self._leaf = at
        size = 1
        lines = _NESTED_LINES if self._is_nested(statement) else LINE
        depth = _depth(statement, self._depths) if self._depths else 0
        uses = links
        within: tuple[tuple[int, int], ...] = ()
        inner = _NONE
        if statement.body is not None:
            shapes = self._block(statement.body)
            end = len(self.tokens)
            first = end - len(shapes)
            shape = None if shape is None or None in shapes else (shape, tuple(shapes))
            every = [*leaves]
            for number in range(first, end):
                token, place = self.tokens[number], self.places[number]
                links += place.links
                every += place.leaves
                inputs += token.inputs
                lines += place.lines
                size += place.size
                depth = max(depth, place.depth)
            leaves = tuple(every)
            # What is made within the statement is no input, and one that is read again is one.
            inputs = [*dict.fromkeys([each for each in inputs if each[1] < start])]
            if shapes:
                inner = range(begin, end)
                uses = [use for use in links if use.definition < start]
                within = tuple(
                    [(at - start, made - start) for at, made, _ in links if made >= start]
                )
        number = -1
        if shape is not None:
            shape = self._shapes.setdefault(shape, len(self._shapes))
            number = self._shapes.setdefault((shape, within), len(self._shapes))
        function = len(self.readers) - 1
        end_statement = self._statement
        every_link = tuple(links)
        place = Place(
            function, block, index, leaves, every_link, size, lines, end_statement, inner, depth
        )
        uses_before = every_link if uses is links else tuple(uses)
        return shape, Token(number, id(block), start, uses_before, tuple(inputs)), place

    def _is_nested(self, statement: t.Statement) -> bool:
        """Return whether a value will be a part of an expression: its one use is near."""
        if not isinstance(statement, t.Assign) or len(statement.targets) != 1:
            return False
        target = statement.targets[0]
        if not isinstance(target, t.Register) or target not in self.readers[-1].single:
            return False
        uses, last = self._uses.get(target, 0), self.last[-1].get(target, 0)
        return uses == 1 and last <= self._statement + 1


_NONE: Final = range(0)


LINE: Final = 20
"""Lines are counted in twentieths: sums of integers are the same in any order, so that no tie
between groups depends on the rounding."""

_NESTED_LINES: Final = LINE // 5
"""The cost of a value that becomes a part of an expression: it makes a line longer."""

_MIN_RUN: Final = 4
"""The fewest statements in even steps that are better written as a loop."""


def difference(one: Leaf, other: Leaf) -> int | None:
    """Return the step between two leaves of one kind, or None if they have none."""
    a, b = one.value, other.value
    if a == b:
        return 0
    if isinstance(a, t.Register) and isinstance(b, t.Register) and a.file == b.file:
        a, b = a.number, b.number
    elif isinstance(a, t.Slice) and isinstance(b, t.Slice) and a.file == b.file:
        a, b = a.start, b.start
    elif isinstance(a, t.Hexadecimal) and isinstance(b, t.Hexadecimal):
        a, b = a.value, b.value
    return b - a if isinstance(a, int) and isinstance(b, int) else None


_INPUTS: Final = frozenset({REGISTER, SLICE, NAME})
"""The kinds of leaves that may read an earlier definition."""


_CALLING: Final = (t.Assign, t.Evaluate)


def _depth(statement: t.Statement, depths: Mapping[str, int]) -> int:
    """Return how deep the groups nest that a statement calls."""
    if not depths or not isinstance(statement, _CALLING):
        return 0
    value = statement.value
    return depths.get(str(value.function), 0) if isinstance(value, t.Call) else 0


def _bound(block: t.Block, tables: set[str]) -> Iterator[str]:
    """Yield the names that statements of a function bind; `tables` gets those of switches."""
    for statement in t.walk_statements(block):
        if isinstance(statement, t.Assign):
            value = statement.value
            table = value.right if type(value) is t.Binary else value
            if type(table) is t.Dictionary:
                tables.update(map(str, statement.targets))
            for target in statement.targets:
                # A register of a file binds no name, unless its number is computed.
                if type(target) is t.Register and type(target.number) is int:
                    continue
                yield from (
                    part
                    for part in t.walk_expression(target)
                    if isinstance(part, str) and part != "_"
                )
        elif isinstance(statement, t.With):
            yield from (context.name for context in statement.contexts if context.name)
        elif isinstance(statement, t.For):
            yield statement.variable


class _Mentions:
    """Where each register of a function is written and read."""

    def __init__(self, function: Function, reader: Reader) -> None:
        self._reader = reader
        self.first: dict[t.Register, int] = {}
        self.last: dict[t.Register, int] = {}
        self.last_names: dict[str, int] = {}
        self.uses: dict[t.Register, int] = {}
        """How often each is read."""
        self.written: dict[t.Register, tuple[int, int]] = {}
        """Where a register is written, and the number of the block."""
        self.several: set[t.Register] = set()
        self.reached: set[t.Register] = set()
        """The registers that slices and formulas reach."""
        self.ends: list[int] = []
        self.at = 0
        self._counts: dict[str, int] = {}
        self._block(function.block)
        # The results of a group are read after its last statement.
        self.at += 1
        for result in function.results:
            self._mention(t.walk_expression(result))
        self.ends[0] = self.at

    def _block(self, block: t.Block) -> None:
        number = len(self.ends)
        self.ends.append(0)
        for statement in block:
            self.at += 1
            self._mention(self._reader.reading(statement).reads())
            if isinstance(statement, t.Assign):
                for target in statement.targets:
                    self._target(target, number)
            if isinstance(statement, t.With):
                for context in statement.contexts:
                    if isinstance(context.value, t.Call):
                        for argument in context.value.arguments:
                            if isinstance(argument, str):
                                self.last_names[argument] = self.at
            inner = t.statement_bodies(statement)
            if inner is not None:
                variable = statement.variable if isinstance(statement, t.For) else ""
                if isinstance(statement, t.For):
                    self._counts[variable] = statement.count
                self._block(inner)
        self.ends[number] = self.at

    def _mention(self, parts: Iterable[t.Expression]) -> None:
        for part in parts:
            if type(part) is t.Register:
                if type(part.number) is int:
                    # A statement reads before it writes: reads have even numbers, and writes odd
                    # ones.
                    self.first.setdefault(part, 2 * self.at)
                    self.last[part] = self.at
                    self.uses[part] = self.uses.get(part, 0) + 1
                else:
                    self._reach(part.file, _bounds(part.number, self._counts))
            elif type(part) is t.Slice:
                low = _bounds(part.start, self._counts)
                high = low if part.stop is None else _bounds(part.stop, self._counts)
                self._reach(part.file, (min(low[0], high[0]), max(low[1], high[1])))
                # A slice without an end reaches register 0.
                if part.stop is None:
                    self._reach(part.file, (0, low[1]))

    def _target(self, target: t.Expression, block: int) -> None:
        parts = target.elements if type(target) is t.Tuple else (target,)
        for part in parts:
            if type(part) is t.Register and type(part.number) is int:
                if part in self.written:
                    self.several.add(part)
                self.written[part] = (self.at, block)
                self.first.setdefault(part, 2 * self.at + 1)
                self.last[part] = self.at
            else:
                self._mention(t.walk_expression(part))

    def _reach(self, file: str, bounds: tuple[int, int]) -> None:
        low, high = bounds
        if high - low > _MAX_REACHED:
            self.everything = True
            return
        self.reached.update([t.Register(file, number) for number in range(low, high + 1)])

    everything = False
    """Whether a formula reaches more than can be listed."""


_MAX_REACHED: Final = 4096
"""A formula that reaches more registers is taken to reach all."""

_UNKNOWN: Final = (0, _MAX_REACHED + 1)


def _bounds(expression: t.Expression, counts: Mapping[str, int]) -> tuple[int, int]:
    """Return the least and the greatest value of a formula of counters of loops."""
    if isinstance(expression, int):
        return (expression, expression)
    if isinstance(expression, str) and expression in counts:
        return (0, max(0, counts[expression] - 1))
    if isinstance(expression, t.Binary):
        a, b = _bounds(expression.left, counts), _bounds(expression.right, counts)
        if _UNKNOWN in (a, b):
            return _UNKNOWN
        if expression.operator == "+":
            return (a[0] + b[0], a[1] + b[1])
        if expression.operator == "-":
            return (a[0] - b[1], a[1] - b[0])
        if expression.operator == "*":
            products = [x * y for x in a for y in b]
            return (min(products), max(products))
    return _UNKNOWN
