"""The end of a function: names are given again where a statement makes more or fewer values.

The last name is the last value's, those before it are given in order, and the other values get
fresh registers: so an operator that is inserted into an expression leaves the register of its
result alone. In a Python loop that holds for each execution of the statement, if the names can be
divided evenly; a loop whose number of turns has been edited keeps the names of those that are left
(`loop_turns`). If that names a register of another class than the value's, names and values are
aligned by their classes. Only statements whose counts differ are touched; unchanged programs cost
nothing.

Registers that a margin names although they hold another value, which is read later, are refused
(`margins.register_meanings`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ptxpy.dsl.margins.checks import (
    check_second_names,
    check_targets,
    check_unused,
    error_at,
    recorded_in,
    register_of,
)
from ptxpy.dsl.margins.function_margins import Claim, FunctionMargins, StatementValues
from ptxpy.dsl.margins.statement_map import repeats
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart
from ptxpy.dsl.tracing.renaming import nodes_in, rename_in
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import Body, TraceError
from ptxpy.dsl.values.operand_conversion import SINK
from ptxpy.dsl.values.registers import RegisterFile
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from ptxpy.dsl.margins.helper_values import Names, Origin

__all__ = ["check_live", "finish_margins", "number_fresh"]


def finish_margins(margins: FunctionMargins, body: Body) -> None:
    """Settle the names of all statements of a function that has been run.

    Raises `TraceError`, located at its line, for a margin that does not parse, or has names without
    a value, and for a name such as `r5` that is another register.
    """
    # What does not parse comes first: the other steps would misread it.
    for note in margins.statements.source.notes:
        raise error_at(margins, note.line, note.message)
    check_targets(margins, body)
    check_second_names(margins)
    _settle_numbered(margins)
    for statement in margins.named:
        _settle(margins, statement)
    check_unused(margins)
    if margins.renamed:
        names = {key: new for key, (_, new) in margins.renamed.items()}
        for statement in recorded_in(body):
            rename_in(statement, names)
        # Names that were given again leave gaps among the fresh registers.
        number_fresh(body)
    # All values have their last registers now.
    check_live(margins, body)
    # A frame keeps all values of the body alive.
    margins.frame = None


def _settle(margins: FunctionMargins, statement: StatementValues) -> None:
    """Give the values of a statement their registers."""
    if margins.callers is not None:
        _settle_helpers(margins, statement)
    if statement.claims:
        _settle_claims(margins, statement)
    # Most statements have as many names as values, and each value has its register already.
    if len(statement.entries) == len(statement.names):
        for value, name in zip(statement.entries, statement.names, strict=True):
            if type(value) is not PendingResult or value.destination is not name or name is None:
                break
        else:
            return
    entries = [each for each in statement.entries if not _is_explicit(each)]
    names = statement.names
    if not entries:
        own = margins.statements.source.statements.get(statement.line)
        if not names or (own is not None and any(map(margins.numbered, own.targets))):
            # The value has the register of its target, and the names are those of former operands.
            return
        shown = " ".join(name[0].removeprefix("%") for name in names if name is not None)
        msg = (
            f"#: {shown}: this statement makes no value whose register is open: leave the name "
            "out of the margin"
        )
        raise error_at(margins, statement.line, msg)
    if len(entries) != len(names) and not statement.claims:
        from ptxpy.dsl.margins.loop_turns import names_of_turns  # noqa: PLC0415 - seldom needed

        names = statement.names = (
            names_of_turns(margins.statements, statement.line, names, len(entries)) or names
        )
    if len(entries) != len(names):
        names = _spread(margins, statement, entries)
        # A name of another class shows that the new values are not where the last names leave room.
        if not all(map(partial(_fits, margins), entries, names)):
            names = _aligned(margins, entries, statement.names) or names
    for value, name in zip(entries, names, strict=True):
        try:
            _give(margins, value, name)
        except TraceError as error:
            attach_location(error, (margins.code, statement.offset))
            raise


def _settle_helpers(margins: FunctionMargins, statement: StatementValues) -> None:
    """Give names again where a helper makes other values than it did for the margin.

    Nothing is changed where the rows of the helpers do not tell which names are whose.
    """
    claims, names = statement.claims, [*statement.names]
    entries = [each for each in statement.entries if not _is_explicit(each)]
    if len(entries) == len(names) and all(each.name is not None for each in claims):
        return
    items: list[Any] = [*statement.entries]
    for claim in reversed(claims):
        items.insert(claim.at, claim)
        if claim.name is not None:
            names.insert(claim.at, claim.name)
    explicit = [each for each in items if not isinstance(each, Claim) and _is_explicit(each)]
    items = [each for each in items if isinstance(each, Claim) or not _is_explicit(each)]

    def align(places: Sequence[int], some: Names, tail: int) -> Names:
        values = [items[at] for at in places]
        found: Names = _ends(some, len(values), tail)
        if not all(map(partial(_fits, margins), values, found)):
            found = _aligned(margins, values, some) or [None] * len(values)
        return found

    from ptxpy.dsl.margins.helper_values import name_values  # noqa: PLC0415 - seldom needed

    chosen = [*map(_origin, statement.explicit), *map(_origin, explicit)]
    found = name_values([*map(_origin, items)], chosen, names, margins.lines, align)
    if found is None or not all(map(partial(_fits, margins), items, found)):
        return
    statement.entries = entries
    statement.names = []
    for item, name in zip(items, found, strict=True):
        if isinstance(item, Claim):
            item.name = name
        else:
            statement.names.append(name)


def _origin(value: Any) -> Origin:
    """Return the calls of helpers in which a value is made, or a register declared."""
    origin: Origin = (value.instruction if isinstance(value, ResultPart) else value).origin
    return origin


def _settle_claims(margins: FunctionMargins, statement: StatementValues) -> None:
    """Give the registers that a statement declares their names.

    If one is of another class, names and values are aligned by their classes, declared registers
    included. Raises `TraceError` for a name that fits nowhere.
    """
    claims = statement.claims
    fitting = [each.name is not None and margins.fits(each.name, each.kind) for each in claims]
    # A function that has been called may make other values than the margin names.
    if not all(fitting) and statement.entries:
        items: list[Any] = [each for each in statement.entries if not _is_explicit(each)]
        names = [*statement.names]
        for claim in reversed(claims):
            items.insert(claim.at, claim)
            if claim.name is not None:
                names.insert(claim.at, claim.name)
        aligned = _aligned(margins, items, names)
        if aligned:
            given = zip(items, aligned, strict=True)
            statement.names = [name for item, name in given if not isinstance(item, Claim)]
        for claim, name in zip(items, aligned, strict=False):
            if isinstance(claim, Claim):
                claim.name = name
    for claim in claims:
        name = claim.name
        if name is not None:
            try:
                margins.check(name, claim.kind)
            except TraceError as error:
                attach_location(error, (margins.code, statement.offset))
                raise
        if name != claim.node and (name is not None or margins.function.files.in_file(*claim.node)):
            old = claim.node
            claim.node = margins.function.fresh(claim.kind) if name is None else n.Register(*name)
            margins.rename(old, claim.node)


def _is_explicit(value: Any) -> bool:
    """Return whether the program itself has chosen the register of a value."""
    if isinstance(value, ResultPart):
        return value.node is not SINK and value.node is not value.placeholder
    return value.destination is not None and value.destination is not value.placeholder


def _spread(
    margins: FunctionMargins, statement: StatementValues, entries: Sequence[Any]
) -> list[n.Register | None]:
    """Return a name or None for each of the values of a statement that has another number of names.

    The executions of a statement in a Python loop are as many as all its parts are run alike.
    """
    names, count = statement.names, len(entries)
    tail = statement.tail
    source = margins.statements.source.statements.get(statement.line)
    if source is None or not source.targets:
        tail = _count_last_parts(entries)
    if repeats(margins.statements, statement.line):
        executions = margins.count_executions(statement)
        if len(names) % executions or count % executions or executions == 1:
            return [*names, *[None] * count][:count]
        own, values = len(names) // executions, count // executions
        return [
            name
            for at in range(executions)
            for name in _ends(names[at * own : (at + 1) * own], values, tail)
        ]
    return _ends(names, count, tail)


def _count_last_parts(entries: Sequence[Any]) -> int:
    """Return how many of the last values are those of one instruction, its parts."""
    last = entries[-1]
    if not isinstance(last, ResultPart):
        return 1
    parts = takewhile(lambda each: isinstance(each, ResultPart), reversed(entries))
    return sum(each.instruction is last.instruction for each in parts)


def _ends(names: list[n.Register | None], count: int, tail: int) -> list[n.Register | None]:
    """Return names for a number of values: the last names are the last values'."""
    last = names[max(0, len(names) - tail) :]
    if count <= len(last):
        return last[len(last) - count :]
    front = names[: len(names) - len(last)][: count - len(last)]
    return [*front, *[None] * (count - len(last) - len(front)), *last]


def _kind_of(value: Any) -> str:
    """Return the class of a value's register."""
    kind: str = value.kind if isinstance(value, ResultPart | Claim) else value.operation.result
    return kind


def _fits(margins: FunctionMargins, value: Any, name: n.Register | None) -> bool:
    """Return whether a value may have the register of a name, or a fresh one for None."""
    return name is None or margins.fits(name, _kind_of(value))


def _aligned(
    margins: FunctionMargins, values: Sequence[Any], names: Sequence[n.Register | None]
) -> list[n.Register | None]:
    """Return a name or None for each value, so that as many names as can be keep their order.

    A helper that has been edited makes other values than the margins of its calls name, and the
    classes say which are new. This is the longest common subsequence, found from its end. The
    result is empty where no name fits.
    """
    # A row has the largest numbers of names that so many values can share with the first names.
    lengths = [[0] * (len(names) + 1)]
    for value in values:
        above, row = lengths[-1], [0]
        for at, name in enumerate(names):
            fits = name is not None and margins.fits(name, _kind_of(value))
            row.append(max(above[at] + 1 if fits else 0, above[at + 1], row[at]))
        lengths.append(row)
    found: list[n.Register | None] = [None] * len(values)
    row_at, at = len(values), len(names)
    # The way back begins at the end: of equal choices, the last names stay with the last values.
    while lengths[row_at][at]:
        name = names[at - 1]
        fits = name is not None and margins.fits(name, _kind_of(values[row_at - 1]))
        if fits and lengths[row_at][at] == lengths[row_at - 1][at - 1] + 1:
            row_at, at = row_at - 1, at - 1
            found[row_at] = name
        elif lengths[row_at - 1][at] == lengths[row_at][at]:
            row_at -= 1
        else:
            at -= 1
    return found if any(found) else []


def _give(margins: FunctionMargins, value: Any, name: n.Register | None) -> None:
    """Give a value the register of a name, or a fresh one for None."""
    kind = _kind_of(value)
    now = value.node if isinstance(value, ResultPart) else value.destination
    is_fresh = value.margin is not now
    if name is not None:
        if now is name:
            return
        name = n.Register(name.name)  # the name itself may be one that is renamed
        margins.check(name, kind)
    is_open = now is None or now is SINK
    if name is None:
        value.margin = None
        if is_open or is_fresh:
            return
        name = margins.function.fresh(kind)
    else:
        value.margin = name
    if isinstance(value, ResultPart):
        value.node = value.placeholder = name
    else:
        value.destination = value.placeholder = name
    if not is_open:
        # Statements that were recorded with the former register are renamed at the end of the
        # function.
        margins.rename(now, name)
        if value.bound is not None:
            # Names of Python may hold the handle, which has to be that of the new register.
            value.bound.node = name
    if is_fresh and not is_open:
        margins.function.release(now)


def _settle_numbered(margins: FunctionMargins) -> None:
    """Give values that have names such as `r319` these registers; refuse names that are not true.

    Most have them already, as the last values of their statements. A function that is called may
    return another one of its values.
    """
    assigned = margins.statements.source.numbered
    if margins.frame is None or not margins.takes_numbered or not assigned:
        return
    values = margins.frame.f_locals
    for name, line in assigned.items():
        node = margins.numbered(name)
        if node is None:
            files = margins.function.files
            beyond = next((each for each in (f"%{name}", name) if files.is_beyond(each)), "")
            if beyond:
                raise error_at(
                    margins, line, f"{files.explain(beyond)}, or take a name without a number"
                )
        if node is None or name not in values:
            continue
        value = values[name]
        found = register_of(value) or getattr(value, "margin", None)
        if found == node:
            # A function may have returned a value that is not the last that it made: the value
            # keeps its register, and the statement settles the others.
            statement = getattr(value, "statement", None)
            if (
                isinstance(statement, StatementValues)
                and len(statement.entries) != len(statement.names)
                and node in statement.names
                and any(each is value for each in statement.entries)
            ):
                statement.entries = [each for each in statement.entries if each is not value]
                statement.explicit.append(value)
                statement.names.remove(node)
                statement.tail -= 1
            continue
        is_own = found is not None and found.name == name  # a register p1 beside %p<9>
        if is_own or _choose(margins, value, node, line):
            continue
        shown = f"is {found.name}" if found is not None else "is not a register"
        if value is None:
            shown = "is None, as the call returns nothing"
        msg = (
            f"{name} is the name of {node.name}, and what it stands for here {shown}: give {name} "
            f"a line of its own, copy a value with {name} = ptx.mov…(…), or take another name"
        )
        raise error_at(margins, line, msg)


def _choose(margins: FunctionMargins, value: Any, node: n.Register, line: int) -> bool:
    """Give a register to the value that its name stands for, which was not the last one made.

    The value or declaration that held the register takes over the one of the value. Returns False
    if the statement at that line has not made the value, or not chosen the register.
    """
    statement = margins.by_line.get(line)
    if not isinstance(statement, StatementValues):
        return False
    now = register_of(value)
    claim = next((each for each in statement.claims if each.node is now), None)
    is_entry = any(each is value for each in statement.entries) and not _is_explicit(value)
    if claim is None and not is_entry:
        return False
    holder = next((each for each in statement.claims if each.name == node), None)
    if node in statement.names:
        at = statement.names.index(node)
        statement.names[at : at + 1] = [] if claim is None or claim.name is None else [claim.name]
    elif holder is not None:
        holder.name = None if claim is None else claim.name
    else:
        return False
    statement.tail -= 1
    if claim is None:
        statement.entries = [each for each in statement.entries if each is not value]
        statement.explicit.append(value)
        _give(margins, value, node)
    else:
        statement.claims.remove(claim)
        margins.check(node, claim.kind)
        former, claim.name, claim.node = claim.node, node, n.Register(*node)
        margins.rename(former, claim.node)
    return True


def number_fresh(body: Body) -> None:
    """Number fresh registers anew: some were made for values that have got a name since."""
    counts = body.function.counts
    if not any(counts.values()):
        return
    prefixes = {key[0]: key for key in counts}
    given: dict[str, str] = {}
    names: dict[int, n.Register] = {}
    used = dict.fromkeys(counts, 0)
    # Numbers follow the order of the text.
    for statement in recorded_in(body):
        for node in nodes_in(statement):
            if type(node) is not n.Register:
                continue
            key = prefixes.get(node.name.rstrip("0123456789"))
            if key is None:
                continue
            if node.name not in given:
                given[node.name] = f"{key[0]}{used[key]}"
                used[key] += 1
            names[id(node)] = n.Register(given[node.name])
    function = body.function
    # Nothing was given back, so there are no gaps.
    if all(used[key] == count for key, count in counts.items()):
        return
    for statement in recorded_in(body):
        rename_in(statement, names)
    function.unassigned = [given.get(name, name) for name in function.unassigned]
    function.array_registers = {
        given.get(name, name): element for name, element in function.array_registers.items()
    }
    for key, count in used.items():
        counts[key] = count


def check_live(margins: FunctionMargins, body: Body) -> None:
    """Refuse a register in a margin that holds another value which is read later."""
    lines = dict(_named(margins))
    owners = {number: node for number, (node, _) in lines.items()}
    shared = _shared(margins, [node.name for node in owners.values()])
    if not shared:
        return
    from ptxpy.dsl.margins.register_meanings import find_intruders  # noqa: PLC0415 - seldom needed

    groups = {
        name: [number for number, node in owners.items() if node.name == name]
        for name in sorted(shared)
    }
    numbered = {
        node.name: (name, line)
        for name, line in margins.statements.source.numbered.items()
        if (node := margins.numbered(name)) is not None
    }
    for name, intruder in find_intruders(body, groups):
        own, line = numbered.get(name, ("", 0))
        # The line that was written last is the one to change: an edit is below what it reads.
        if line > lines[intruder][1]:
            msg = (
                f"{own} is the name of {name}, which the margin of line {lines[intruder][1]} gives "
                "to a value that is read later: take another name"
            )
            raise error_at(margins, line, msg)
        msg = (
            f"{name} holds another value, which is read after this statement has written it: "
            "name another register in the margin, or none"
        )
        raise error_at(margins, lines[intruder][1], msg)


def _named(margins: FunctionMargins) -> Iterator[tuple[int, tuple[n.Register, int]]]:
    """Yield the registers that margins name, by identity, each with its line.

    A name that a target has, too, belongs to the register and not to a value.
    """
    source = margins.statements.source

    def targets_at(line: int) -> list[n.Register | None]:
        own = source.statements.get(line)
        return [] if own is None else [margins.numbered(name) for name in own.targets]

    for claim in margins.claimed:
        if claim.node not in targets_at(claim.line):
            yield id(claim.node), (claim.node, claim.line)
    for statement in margins.named:
        targets = targets_at(statement.line)
        for value in statement.entries:
            made = register_of(value)
            if made is None or value.margin is None or made in targets:
                continue
            if value.bound is None or value.bound.node is made:
                yield id(made), (made, statement.line)


def _shared(margins: FunctionMargins, names: Collection[str]) -> set[str]:
    """Return the names that occur twice, or that the program uses as registers besides."""
    found: set[str] = set()
    numbered = map(margins.numbered, margins.statements.source.numbered)
    known = {node.name for node in numbered if node is not None}
    if margins.frame is not None:
        for value in margins.frame.f_locals.values():
            if type(value) is RegisterFile:
                known.update(value.used_names())
    for name in names:
        if name in known:
            found.add(name)
        known.add(name)
    return found
