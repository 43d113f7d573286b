"""Reading one statement whose text is new: its shape, its tokens, its layout."""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import Any, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.ir.tokens import Tokens, tokens
from ptxpy.styles import classify_item, classify_statement, join
from ptxpy.syntax.bare_registers import NO_NAMES, Names
from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.memo import Context, Entry
from ptxpy.syntax.node_factories import Factory
from ptxpy.syntax.semantic_actions import FillError
from ptxpy.syntax.shapes import factory_for
from ptxpy.syntax.statement_splitting import gap_pattern, space_pattern
from ptxpy.syntax.tokenizer import tokenize


class Reading(NamedTuple):
    """A statement that has been read, and what it was made from."""

    entry: Entry
    registers: list[str]
    """The names of its registers in order."""
    factory: Factory
    values: list[Any]
    gaps: n.Gaps | None


def read_statement(here: Context, text: str) -> Reading:
    """Read one statement; raises `ShapeError` when the text does not parse."""
    lead_end = space_pattern().match(text).end()  # type: ignore[union-attr] # matches the empty string
    end = len(text)
    start = here.start
    opens = text[end - 1] == "{" and start == "module_item"
    if opens:
        end -= 1
        start = "section_head" if text.startswith(".section", lead_end) else "function_head"
    terminals, values, offsets = tokenize(text, lead_end, end)
    factory = factory_for(start, terminals, offsets, end)
    found = [value for kind, value in zip(terminals, values, strict=True) if kind == "REGISTER"]
    registers = [tuple.__new__(n.Register, (name,)) for name in found]
    try:
        build = factory(values, None, here.names)
    except FillError as error:
        raise ShapeError(lead_end, str(error)) from None
    node = build(registers, 0, None)
    if opens:
        node = node.replace(body=())
    problem = problem_of(node)
    if problem is not None:
        raise ShapeError(lead_end, problem)
    spelled = tokens(node)
    gaps: n.Gaps | None = None
    if join(spelled, here.style.predict_inner_gaps(spelled, asm=here.asm)) != text[lead_end:]:
        gaps = gaps_between(spelled, text, lead_end)
        build = factory(values, gaps, here.names)
    kind = classify_item(node) if here.start == "module_item" else classify_statement(node)
    ready = None if found or opens else build((), 0, None)
    names = names_after(node, here.names)
    if opens and names is None:
        names = NO_NAMES
    lead = intern(text[:lead_end])
    entry = Entry(len(found), build, ready, int(kind), lead, names)
    return Reading(entry, found, factory, values, gaps)


DATA_TYPES = frozenset(f".{kind}{size}" for kind in "bus" for size in (8, 16, 32, 64))
"""The types of debug data."""


def problem_of(node: n.Node) -> str | None:
    """Say what is wrong with a declaration that the grammar takes; `None` for nothing."""
    if isinstance(node, n.Variable):
        return _problem_of_specifiers(node.specifiers)
    if isinstance(node, n.Data) and node.type not in DATA_TYPES:
        return "a line of a debug section begins with its type: .b8, .b16, .b32 or .b64"
    if isinstance(node, n.Function):
        if node.name.name == "_":
            return "a function needs a name"
        if node.kind == ".entry" and not node.semicolon:
            return "the declaration of a kernel needs its semicolon"
        parameters = (node.parameters or ()) + (node.returns or ())
    elif isinstance(node, n.CallPrototype):
        parameters = (node.parameters or ()) + (node.returns or ())
    else:
        return None
    problems = [_problem_of_specifiers(parameter.specifiers) for parameter in parameters]
    return next((problem for problem in problems if problem), None)


def _problem_of_specifiers(specifiers: tuple[n.AnySpecifier, ...]) -> str | None:
    words = [s.name for s in specifiers if isinstance(s, n.Specifier)]
    spaces = [word for word in words if n.space_of((n.Specifier(word),))]
    if not n.space_of(specifiers) or len(spaces) == len(words) or words[0] in DATA_TYPES:
        return "a declaration needs a state space and a type"
    return None


_MAX_RANGE_DIGITS = 20
"""Digits of a range's size; a longer one is not a size."""

MAX_NAMED_RANGE = 4096
"""`.reg .b32 r<n>;` without a percent sign declares its names one by one, up to this many."""


def names_after(node: n.Node, names: Names) -> Names | None:
    """Return the register names without a percent sign after a statement, if they change."""
    declarators: Sequence[n.Declarator]
    if isinstance(node, n.Variable):
        declarators = node.declarators
        if node.space != ".reg":
            rest = names.minus([d.name.name for d in declarators])
            return None if rest is names else rest
    elif isinstance(node, n.Function) and node.body is not None:
        parameters = (node.parameters or ()) + (node.returns or ())
        declarators = [p.declarator for p in parameters if p.space == ".reg"]
        names = NO_NAMES
    else:
        return None
    found: set[str] = set()
    for declarator in declarators:
        name = declarator.name.name
        if name.startswith("%"):
            continue
        size = declarator.range
        if isinstance(size, n.Literal) and len(size.text) < _MAX_RANGE_DIGITS:
            found.update(f"{name}{i}" for i in range(min(int(size.value), MAX_NAMED_RANGE)))
        else:
            found.add(name)
    more = names.plus(found)
    return None if more is names else more


def gaps_between(spelled: Tokens, text: str, start: int) -> n.Gaps:
    """Return the gaps between a statement's tokens in the text from `start` on.

    Proves on the way that the node spells exactly the tokens of the text; raises `ShapeError`
    when it does not.
    """
    gaps: list[str] = []
    position = start + len(spelled[0][1])
    match_gap = gap_pattern().match
    for _, spelling in spelled[1:]:
        if text.startswith(spelling, position) and spelling != "/":
            gaps.append("")
        else:
            match = match_gap(text, position)
            end = match.end()  # type: ignore[union-attr]  # the pattern matches the empty string
            gaps.append(text[position:end])
            position = end
            if not text.startswith(spelling, position):
                raise ShapeError(position, "this cannot be represented")
        position += len(spelling)
    if position != len(text) or not text.startswith(spelled[0][1], start):
        raise ShapeError(position, "this cannot be represented")
    return tuple(gaps)
