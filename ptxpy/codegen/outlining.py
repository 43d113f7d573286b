"""Templates: blocks of inline assembly that differ in registers and numbers alone are one function.

Blocks are gathered while the program is generated; which numbers differ is known at the end, and
those become parameters.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from ptxpy._records import NamedTuple
from ptxpy.codegen.identifiers import Namer
from ptxpy.dialect import vocabulary, word
from ptxpy.ir import compile_pattern
from ptxpy.ir import nodes as n
from ptxpy.lift import Shape, replace_numbers, shape_and_spellings_of
from ptxpy.naming import Title, number_name
from ptxpy.pytree import expression_text
from ptxpy.pytree import tree as t

MAX_NUMBER_PARAMETERS = 6
"""Blocks that differ in more numbers than this are functions of their own."""

MAX_DISTINGUISHING_MODIFIERS = 2
"""The most modifiers in the name of a template that tell it from others."""

MAX_TITLES_COMPARED = 64
"""The most templates of the same name that one is told apart from."""


class TemplateCall(NamedTuple):
    """A call of a template; its function is known when all blocks are."""

    statement: t.Assign | t.Evaluate
    """Its value is the call, of `UNNAMED`."""
    numbers: tuple[int, ...]
    """The numbers of the block in order."""
    spellings: Mapping[int, t.Spelled]
    """The numbers that say their meaning, by their places."""


class Template(NamedTuple):
    """The properties in which blocks of inline assembly agree that are one function."""

    parameters: tuple[str, ...]
    results: tuple[str, ...]
    shape: Shape
    """The shape of its body."""


class Templates:
    """The templates of a program."""

    def __init__(self) -> None:
        """Start without any."""
        self._groups: dict[Template, list[TemplateCall]] = {}
        self._titles: dict[Template, Title] = {}
        self._bodies: dict[Template, t.Statement] = {}

    def call(
        self,
        title: Title,
        parameters: Sequence[str],
        results: Sequence[str],
        body: t.Statement,
        statement: t.Assign | t.Evaluate,
    ) -> None:
        """Note the call of a template with the given body.

        Args:
            title: The name of the template.
            parameters: Its parameters.
            results: The names of the values that it returns.
            body: Its only statement.
            statement: The call, of `UNNAMED`, with the registers that it gives results to.
        """
        shape, numbers, spellings = shape_and_spellings_of(body)
        key = Template(tuple(parameters), tuple(results), shape)
        made = TemplateCall(statement, numbers, spellings)
        self._groups.setdefault(key, []).append(made)
        self._titles.setdefault(key, title)
        self._bodies.setdefault(key, body)

    def functions(self, namer: Namer) -> list[t.Define]:
        """Return the functions of all templates, and give every call its value."""
        found: list[t.Define] = []
        names = _distinct([*self._titles.values()])
        for (key, calls), name in zip(self._groups.items(), names, strict=True):
            body = self._bodies[key]
            found += [_function(namer.unique(name), key, body, group) for group in _alike(calls)]
        return found


def _distinct(titles: Sequence[Title]) -> list[str]:
    """Return a name for each title; equal ones are told apart by more words."""
    same: dict[str, dict[tuple[str, ...], None]] = {}
    for title in titles:
        same.setdefault(title.name, {})[title.details] = None
    names = {
        Title(name, details): _told_apart(Title(name, details), [*every][:MAX_TITLES_COMPARED])
        for name, every in same.items()
        for details in every
    }
    return [names[title] for title in titles]


def _told_apart(title: Title, others: Sequence[tuple[str, ...]]) -> str:
    different = [{*details} for details in others if details != title.details]
    # Short words are tried first, so that names stay short.
    words = sorted(title.details, key=len)
    for count in range(1, MAX_DISTINGUISHING_MODIFIERS + 1):
        for chosen in itertools.combinations(words, count):
            if different and not any(details.issuperset(chosen) for details in different):
                return "_".join([title.name, *chosen])
    return title.name


def _varying(calls: Sequence[TemplateCall]) -> list[int]:
    """Return the positions of the numbers that are not the same in all calls."""
    columns = zip(*(call.numbers for call in calls), strict=True)
    return [position for position, column in enumerate(columns) if len(set(column)) > 1]


def _alike(calls: Sequence[TemplateCall]) -> list[list[TemplateCall]]:
    """Split calls into groups that can share a function."""
    if len(_varying(calls)) <= MAX_NUMBER_PARAMETERS:
        return [list(calls)]
    # Too many parameters do not read well: blocks of equal numbers share a function instead.
    groups: dict[tuple[int, ...], list[TemplateCall]] = {}
    for call in calls:
        groups.setdefault(call.numbers, []).append(call)
    return list(groups.values())


def _function(
    name: str, template: Template, body: t.Statement, calls: Sequence[TemplateCall]
) -> t.Define:
    """Return the function of a template; its calls get their values."""
    meanings = _meanings(body)
    namer = Namer()
    namer.taken.update(template.parameters, template.results, _words(body))
    columns: dict[tuple[int, ...], str] = {}
    places: list[int] = []
    numbers: list[t.Expression] = [*calls[0].numbers]
    told = [position for position, meaning in enumerate(meanings) if meaning.is_told]
    for position in sorted({*_varying(calls), *told}):
        column = tuple(call.numbers[position] for call in calls)
        # Places whose numbers are equal in every call share a parameter.
        if column not in columns:
            columns[column] = namer.name(meanings[position].name)
            places.append(position)
        numbers[position] = columns[column]
    for statement, given, spellings in calls:
        row = [spellings.get(place, given[place]) for place in places]
        value = statement.value
        arguments = value.arguments if isinstance(value, t.Call) else ()
        statement.value = t.Call(name, (*arguments, *row))
    taken = [t.Parameter(parameter) for parameter in (*template.parameters, *columns.values())]
    whole = [replace_numbers(body, iter(numbers))]
    results = template.results
    if results:
        whole.append(t.Return(results[0] if len(results) == 1 else t.Tuple(results)))
    return t.Define(name, taken, whole)


_WORD = compile_pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_TEXT = compile_pattern(r'"(?:[^"\\]|\\.)*"')


def _words(body: t.Statement) -> set[str]:
    """Return the words in a template's text, which no further parameter may be called."""
    found: set[str] = set()
    for statement in t.walk_statements([body]):
        for head in t.head_expressions(statement):
            found.update(_WORD.findall(_TEXT.sub('""', expression_text(head))))
        if type(statement) is t.With:
            found.update(context.name for context in statement.contexts)
    return found


_TOLD = compile_pattern(
    r"ptx\.(?:inst\.)?(?:setmaxnreg|wgmma\.wait_group|tcgen05\.alloc|nanosleep"
    r"|cp\.async_\.(?:bulk\.)?wait_group|bar(?:rier)?\.(?:sync|arrive|red|cta))\b"
)
"""Instructions whose constants a reader wants to see at the call."""

_CALLED = compile_pattern(r"ptx\.(?:inst\.)?([a-z0-9_.]+)")
_NAMES = {
    "setmaxnreg": ("registers",),
    "bar": ("barrier", "threads"),
    "barrier": ("barrier", "threads"),
    "wgmma.wait_group": ("pending",),
    "cp.async_.wait_group": ("pending",),
    "cp.async_.bulk.wait_group": ("pending",),
    "tcgen05.alloc": ("columns",),
    "tcgen05.dealloc": ("columns",),
    "nanosleep": ("nanoseconds",),
    "mbarrier.init": ("count",),
    "mbarrier.arrive.expect_tx": ("tx_count",),
    "mbarrier.expect_tx": ("tx_count",),
    "mov": ("value",),
}
"""The names for numbers of instructions, by the beginnings of the instructions' names."""


class _Meaning:
    """What to call a number of a template, if it becomes a parameter."""

    __slots__ = ("is_told", "name")

    def __init__(self, name: str, *, is_told: bool) -> None:
        """Take the name, and whether it is a parameter even if all calls have the same."""
        self.name = name
        self.is_told = is_told


def _meanings(body: t.Statement) -> list[_Meaning]:
    """Return the meaning of each number of a template, in the order of `shape_of`."""
    found: list[_Meaning] = []
    for statement in t.walk_statements([body]):
        for head in t.head_expressions(statement):
            found += _meanings_of(head)
    return found


def _names_of(function: str) -> Sequence[str]:
    """Return the names for numbers of an instruction, by the way it is called."""
    called = _CALLED.match(function)
    words = called[1].split(".") if called is not None else []
    # Longer beginnings come first: they say more of the instruction.
    for count in range(len(words), 0, -1):
        found = _NAMES.get(".".join(words[:count]))
        if found is not None:
            return found
    return ()


def _meanings_of(head: t.Expression) -> list[_Meaning]:
    function = expression_text(head.function) if type(head) is t.Call else ""
    told = _TOLD.match(function) is not None
    names = _names_of(function)
    operands = _names_of_operands(head) if not names else []
    found: list[_Meaning] = []
    for place, (is_offset, operand) in enumerate(
        itertools.zip_longest(_offsets(head), operands, fillvalue="")
    ):
        if function == vocabulary.AT:
            name = ("line", "column")[place % 2]
        elif place < len(names):
            name = names[place]
        else:
            name = "offset" if is_offset else operand or "n"
        found.append(_Meaning(name, is_told=told))
    return found


def _names_of_operands(head: t.Expression) -> list[str]:
    """Return the manual's name of the operand that each number of an instruction is, or "".

    None at all are returned for anything else than an instruction.
    """
    if type(head) is not t.Call or _CALLED.match(expression_text(head.function)) is None:
        return []
    opcode, *modifiers = map(word, expression_text(head.function).split(".")[1:])
    if opcode == "inst":
        opcode, *modifiers = modifiers
    given = [each for each in head.arguments if type(each) is not t.Keyword]
    zero = n.Literal("0")
    operands = tuple([n.Address(zero) if type(each) is t.List else zero for each in given])
    made = n.Instruction(None, opcode, tuple([f".{each}" for each in modifiers]), operands)
    found: list[str] = []
    for place, argument in enumerate(head.arguments):
        is_number = type(t.number_of(argument)) is int
        name = number_name(made, place) if is_number else ""
        found += [name for _ in _offsets(argument)]
    return found


def _offsets(expression: t.Expression, *, is_offset: bool = False) -> Iterator[bool]:
    """Yield for each integer of an expression whether it is the offset of an address."""
    if type(expression) is int:
        yield is_offset
    elif type(expression) is t.List:
        last = len(expression.elements) - 1
        for place, element in enumerate(expression.elements):
            # The last of several parts in brackets is the offset: `[base, 16]`.
            yield from _offsets(element, is_offset=place == last > 0)
    else:
        for part in t.children(expression):
            yield from _offsets(part)
