"""Edits of generated Python whose statements nest several values, and what must change in the PTX.

A statement emits the instructions of all its values; `emitted` knows them by its lines. An edit of
it changes these, byte for byte nothing else, and of these only what has been edited:

- a number or an operator changes instructions of the statement, none more or less;
- a statement that is put in adds its own instructions, and one that is put into an expression
  changes the instruction that takes its value;
- a statement whose names nothing reads takes its instructions away with it; where its names are
  read, the readers are refused, or read what the names stood for before;
- a margin gives names to registers, and means nothing else.

The declarations of fresh registers, for values without a margin, may be added. An edit may be
refused, at a line of the program that it concerns.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from random import Random

from fuzzing.cases import BrokenLawError
from fuzzing.edited import FORMS, Edited, Program, Statement, edit, program, refuse
from fuzzing.emitted import rename_registers
from fuzzing.names import called
from ptxpy.dialect import MARGIN_MARK, parse_names, split_margin
from ptxpy.ir import nodes as n

NUMBER = "a number changes operands of its own instructions"
OPERATOR = "an operator is the opcode of one instruction"
INSERTED = "what is put in adds its own instruction"
DELETED = "a statement that is deleted takes its instructions away"
MARGIN = "a margin names registers and means nothing else"


def check_random_locality(source: bytes, rng: Random) -> None:
    """Edit a random statement of a text in one of the forms, and check the properties."""
    chosen = program(source, rng.randrange(len(FORMS)))
    if chosen.statements:
        check_locality(chosen, rng.choice(chosen.statements), rng)


def check_locality(chosen: Program, statement: Statement, rng: Random) -> None:
    """Edit a statement in a random way, and check the properties."""
    kinds = (number_changed, operator_changed, margin_changed, put_in, nested, deleted)
    try:
        rng.choice(kinds)(chosen, statement, rng)
    except BrokenLawError as error:
        error.source = chosen.source.encode("utf-8", "surrogateescape")
        raise


def _spliced(chosen: Program, statement: Statement, node: ast.expr, text: str) -> list[str]:
    """Return the lines of a statement with another text for an expression."""
    own = statement.own
    lines = [line.encode() for line in chosen.lines[own.start - 1 : own.stop - 1]]
    first, last = node.lineno - own.start, (node.end_lineno or node.lineno) - own.start
    end = lines[last][node.end_col_offset or 0 :]
    lines[first : last + 1] = [lines[first][: node.col_offset] + text.encode() + end]
    return [line.decode() for line in lines]


def _source(chosen: Program, node: ast.expr) -> str:
    text = "\n".join(chosen.lines[node.lineno - 1 : node.end_lineno])
    return ast.get_source_segment(text, _at_top(node)) or ""


def _at_top(node: ast.expr) -> ast.expr:
    moved = ast.Constant(0)
    ast.copy_location(moved, node)
    return ast.increment_lineno(moved, 1 - node.lineno)


def _is_own(chosen: Program, statement: Statement) -> bool:
    """Return whether a statement emits something, and all of that itself."""
    made = not chosen.made.isdisjoint(statement.own)
    return made and not called(statement.head, chosen.helpers) and not _opens_scope(statement)


def _opens_scope(statement: Statement) -> bool:
    """Return whether a statement opens or closes a brace by hand, for the statements after it."""
    words = {node.attr for node in statement.nodes() if isinstance(node, ast.Attribute)}
    return not words.isdisjoint(("scope_open", "scope_close"))


def _is_in_margin(line: str, lines: Sequence[str]) -> bool:
    """Return whether the margin of a line names a register that others mention as an element."""
    _, names, _ = _margin(line)
    if "&" in names:  # a row of the table at the end of the function may have any
        return True
    registers = set(parse_names(names)) if names else set()
    elements = re.findall(r"\b([a-z]+)\[(\d+)\]", "\n".join(lines))
    return not registers.isdisjoint({f"%{file}{number}" for file, number in elements})


def number_changed(chosen: Program, statement: Statement, rng: Random) -> None:
    """Change a number."""
    if not _is_own(chosen, statement) or (statement.is_simple() and _moves(chosen, statement)):
        return  # the labels after a numbered one are numbered on from it
    labels = _label_numbers(statement)
    numbers = [
        node
        for node in statement.nodes()
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in labels
    ]
    if not numbers:
        return
    number = rng.choice(numbers)
    value = int(str(number.value)) + rng.choice((1, 2, 7))
    lines = _spliced(chosen, statement, number, str(value))
    edited = edit(chosen, statement, lines)
    if isinstance(edited, int):
        is_named = edited and _is_in_margin(chosen.lines[edited - 1], lines)
        if edited and edited not in chosen.readers(statement) and not is_named:
            refuse(chosen, statement, lines, edited)
        return
    edited.check_others(chosen.readers(statement))
    was = chosen.emitted.owned(statement.own)
    now = edited.emitted.owned(edited.own)
    cut = any(isinstance(node, ast.Slice) for node in statement.nodes())  # may be beyond the end
    if [each.kind for each in was] != [each.kind for each in now] or (was == now and not cut):
        edited.fail(NUMBER, f"{was} became {now}")


def _label_numbers(statement: Statement) -> set[int]:
    """Return the identities of numbers of labels: others stand by their numbers, too."""
    found: set[int] = set()
    for node in statement.nodes():
        # `case[1]` is a label of a table.
        name = ast.unparse(node.value) if isinstance(node, ast.Subscript) else ""
        is_label = re.fullmatch(r"L|case(_[0-9]+)?", name) is not None
        if is_label or (isinstance(node, ast.keyword) and node.arg == "end"):
            found.update(map(id, ast.walk(node)))
    return found


def _moves(chosen: Program, statement: Statement) -> bool:
    """Return whether a statement makes a label, or a new basic block."""
    words = {node.attr for node in statement.nodes() if isinstance(node, ast.Attribute)}
    labels = any(piece.kind is n.Label for piece in chosen.emitted.owned(statement.own))
    return labels or "next_block" in words


_OTHER_OPERATORS: dict[type, str] = {
    ast.Add: "-", ast.Sub: "+", ast.BitAnd: "|", ast.BitOr: "^", ast.BitXor: "&",
    ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip


def operator_changed(chosen: Program, statement: Statement, rng: Random) -> None:
    """Change an operator between two values."""
    if not _is_own(chosen, statement):
        return
    addresses = {
        id(inner)
        for node in statement.nodes()
        if isinstance(node, ast.List | ast.Subscript)
        for inner in ast.walk(node)
    }
    found = [
        node
        for node in statement.nodes()
        if isinstance(node, ast.BinOp)
        and type(node.op) in _OTHER_OPERATORS
        and id(node) not in addresses
        and not (isinstance(node.right, ast.Constant) and node.right.value == 0)
    ]
    if not found:
        return
    node = rng.choice(found)
    operator = _OTHER_OPERATORS[type(node.op)]
    text = f"({_source(chosen, node.left)}) {operator} ({_source(chosen, node.right)})"
    lines = _spliced(chosen, statement, node, f"({text})")
    edited = edit(chosen, statement, lines)
    if isinstance(edited, int):
        if edited:
            refuse(chosen, statement, lines, edited)
        return
    edited.check_others()
    was = chosen.emitted.owned(statement.own)
    now = edited.emitted.owned(edited.own)
    different = [(a, b) for a, b in zip(was, now, strict=False) if a.text != b.text]
    if len(was) != len(now) or not different or (len(different) > 1 and not statement.repeated):
        edited.fail(OPERATOR, f"{was} became {now}")
    for one, other in different:
        if one.registers != other.registers:
            edited.fail(OPERATOR, f"{one} became {other}")


def _margin(line: str) -> tuple[str, str, str]:
    """Return a line without its margin, and the registers and the positions in that."""
    code, mark, text = line.rpartition(f"  {MARGIN_MARK} ")
    names, positions = split_margin(text)
    return (code, names.strip(), positions) if mark else (line, "", "")


def margin_changed(chosen: Program, statement: Statement, rng: Random) -> None:
    """Remove a margin or a name of it, or write another register's name there."""
    lines = chosen.lines[statement.own.start - 1 : statement.own.stop - 1]
    code, names, positions = _margin(lines[-1])
    if not names or "&" in names:
        return
    items = names.split(" ")
    at = rng.randrange(len(items))
    lines[-1] = f"{code}  {MARGIN_MARK} {positions}" if positions else code
    named = ""
    if "(" not in names and ".." not in items[at] and rng.random() < 0.6:
        named = rng.choice(("_", _unused(chosen, statement, items[at], rng)))
        kept = [*items[:at], named, *items[at + 1 :]]
        lines[-1] = f"{code}  {MARGIN_MARK} {' '.join([*kept, positions])}".rstrip()
    edited = edit(chosen, statement, lines)
    if isinstance(edited, int):
        if edited or named in ("", "_"):  # another name may be one that is not declared
            refuse(chosen, statement, lines, edited)
        return
    renamed = _check_renamed(edited)
    told = any(isinstance(node, ast.Subscript) for node in _targets(statement))
    unheard = told and not renamed  # `r[3], r[4] = …` says it, whatever the margin says
    if named not in ("", "_") and {*renamed.values()} != {f"%{named}"} and not unheard:
        edited.fail(MARGIN, f"{renamed}")


def _targets(statement: Statement) -> list[ast.AST]:
    """Return what a statement assigns to, and what that consists of."""
    node = statement.head.node
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [part for target in targets for part in ast.walk(target)]


def _unused(chosen: Program, statement: Statement, name: str, rng: Random) -> str:
    """Return a register of the same file that the function does not use, if there is one."""
    stem = name.rstrip("0123456789")
    used = {each for piece in chosen.function(statement) for each in piece.registers}
    free = [f"{stem}{number}" for number in range(64) if f"%{stem}{number}" not in used]
    return rng.choice(free or ["_"]).removeprefix("%")


def _check_renamed(edited: Edited) -> dict[str, str]:
    """Check that an edit has renamed registers of its function to unused ones, each to one."""
    nowhere = range(0)
    was, now = edited.chosen.emitted.others(nowhere), edited.emitted.others(nowhere)
    own = {piece.function for piece in edited.chosen.function(edited.statement)}
    known = {name for piece in was if piece.function in own for name in piece.registers}
    names: dict[str, str] = {}
    for one, other in zip(was, now, strict=False):
        if one.function in own:
            pairs = zip(one.registers, other.registers, strict=False)
            names |= {old: new for old, new in pairs if old != new}
    for one, other in zip(was, now, strict=False):
        mine = names if one.function in own else {}
        expected = rename_registers(one.text, mine)
        if (one.line, expected) != (other.line, other.text):
            edited.fail(MARGIN, f"{one} became {other}, with {names}")
    new = [*names.values()]
    if len(was) != len(now) or len(new) != len({*new}) or not known.isdisjoint(new):
        edited.fail(MARGIN, f"{len(was)} statements became {len(now)}, with {names}")
    return names


_MARKERS = (
    'ptx.inst.fuzzed.u32("%edited", 7)',
    "fuzzed = ptx.mov.u32(7)",
    'fuzzed = ptx.inst.mov.u32(ptx.mov.u32(7), "%edited")',
)


def put_in(chosen: Program, statement: Statement, rng: Random) -> None:
    """Insert a statement before another one."""
    was = chosen.lines[statement.own.start - 1 : statement.own.stop - 1]
    if _is_else(was[0]) or isinstance(statement.head.node, ast.Return):
        return
    in_helper = statement.function.name in chosen.helpers
    marker = _MARKERS[0] if in_helper else rng.choice(_MARKERS)
    before = rng.random() < 0.5 or not statement.is_simple()
    line = statement.indent + marker
    edited = edit(chosen, statement, [line, *was] if before else [*was, line])
    if isinstance(edited, int):
        refuse(chosen, statement, [line], edited)
        return
    at = edited.own.start if before else edited.own.stop - 1
    made = edited.emitted.owned(range(at, at + 1))
    count = 2 if marker is _MARKERS[2] else 1
    executions = max(1, len(made) // count)
    if len(made) != count * executions or (executions > 1 and not statement.repeated):
        edited.fail(INSERTED, f"it emits {made}")
    rest = range(edited.own.start + before, edited.own.stop - 1 + before)
    left = [piece.text for piece in edited.emitted.owned(rest)]
    if left != [piece.text for piece in chosen.emitted.owned(statement.own)] and (
        chosen.emitted.labels == edited.emitted.labels
    ):
        edited.fail(INSERTED, f"what stood there emits {left}")
    edited.check_others()


def _is_else(line: str) -> bool:
    return "ptx.else_(" in line


def nested(chosen: Program, statement: Statement, rng: Random) -> None:
    """Put an instruction between a value and what takes it."""
    in_helper = statement.function.name in chosen.helpers
    if not _is_own(chosen, statement) or not statement.is_simple() or in_helper:
        return  # the values of a function have the names in the margins of its calls
    operands: list[ast.expr] = []
    for node in statement.nodes():
        if isinstance(node, ast.BinOp):
            operands += [node.left, node.right]
        elif isinstance(node, ast.Compare):
            operands.append(node.left)
    counters = {
        node.target.id
        for node in ast.walk(statement.function)
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name)
    }  # numbers of Python
    operands = [each for each in operands if isinstance(each, ast.Name) and each.id not in counters]
    if not operands:
        return
    operand = rng.choice(operands)
    lines = _spliced(chosen, statement, operand, f"ptx.mov.b32({_source(chosen, operand)})")
    edited = edit(chosen, statement, lines)
    if isinstance(edited, int):
        if edited:
            refuse(chosen, statement, lines, edited)
        return
    edited.check_others()
    was = chosen.emitted.owned(statement.own)
    now = edited.emitted.owned(edited.own)
    if len(now) != len(was) + 1 and not statement.repeated:
        edited.fail(INSERTED, f"{was} became {now}")
    fresh = [piece for piece in now if piece.opcode == "mov.b32"]
    kept = [piece for piece in now if piece.opcode != "mov.b32"]
    if not fresh or [piece.opcode for piece in was if piece.opcode != "mov.b32"] != [
        piece.opcode for piece in kept
    ]:
        edited.fail(INSERTED, f"{was} became {now}")


def deleted(chosen: Program, statement: Statement, rng: Random) -> None:
    """Delete a statement."""
    del rng
    line = chosen.lines[statement.own.start - 1]
    if not statement.is_simple() or not _is_own(chosen, statement) or _moves(chosen, statement):
        return
    if ".again(" in line:
        return  # without its end, a loop goes on for ever
    lines = [f"{statement.indent}pass"] if statement.alone else []
    edited = edit(chosen, statement, lines)
    reading = chosen.readers(statement)
    if isinstance(edited, int):
        if edited not in reading | _rebinding(chosen, statement) and not _declares(
            chosen, statement
        ):
            refuse(chosen, statement, lines, edited)
        return
    if edited.emitted.owned(edited.own):
        edited.fail(DELETED, "it still emits something")
    edited.check_others(reading)


def _rebinding(chosen: Program, statement: Statement) -> frozenset[int]:
    """Return the lines that give something else the names that a statement gives."""
    return frozenset(
        line
        for each in chosen.statements
        if not statement.head.binds.isdisjoint(each.head.binds)
        for line in each.own
    )


def _declares(chosen: Program, statement: Statement) -> bool:
    """Return whether a statement declares what others may read by its name in PTX."""
    return any(piece.kind is n.Variable for piece in chosen.emitted.owned(statement.own))
