"""Values: registers that one instruction writes, and that need no place of their own in the text.

The expression that makes such a register is written in the place of its use (`nest`), or the
register has a name (`name_registers`) and is left in the margin alone. Which registers are such
values is decided here, for all passes alike: one instruction without a guard writes it, in a
statement whose only target it is; every mention follows that statement in the text; and it has the
class that a fresh register for the value would have (`value_classes`), so that it means the same by
any name.

A register that changes may be a variable, which is written by `x.set(…)` and `x += …`: it begins
with `reg.from_` where one statement is its first, else it is declared before all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.dialect import VIEWS, format_names, value_class, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits
from ptxpy.lift.mentions import Loop, evaluate, repetitions
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from ptxpy.lift.function_tree import FunctionTree, RegisterFile
    from ptxpy.lift.mentions import Key, Mention, Mentions

__all__ = [
    "add_nested",
    "cast_of",
    "has_first_value",
    "has_its_class",
    "is_copy",
    "is_declared",
    "is_value",
    "is_variable",
    "made_value",
    "registers_made",
    "write_margins",
]

NAMED_MOVES: Final = frozenset(
    name
    for name, kind in TYPES.items()
    if name in {"b16", "b32", "b64", "b128", "u16", "u32", "u64", "s16", "s32", "s64"}
    or (kind.kind == "float" and name in {"f32", "f64"})
)
"""The types whose `mov` is written as a call of the type, `u32(8)`."""


def is_value(tree: FunctionTree, mentions: Mentions, key: Key, mention: Mention) -> bool:
    """Return whether a register, as it is written, may be a value without a place in the text."""
    register = mention.register
    file = tree.files.get(register.file)
    if file is None or len(mention.targets) != 1 or mention.escapes:
        return False
    # A register that is read before it is written has its value from elsewhere.
    if 0 <= mention.first_use <= mention.first_target or not mentions.alone(key):
        return False
    for name, number in mentions.registers(key):
        exact = tree.register_name(name, number)
        if tree.writes.get(exact) != 1 or exact in mentions.names:
            return False
    return has_its_class(tree, mention.targets[0], register)


def has_its_class(tree: FunctionTree, statement: t.Assign, register: t.Register) -> bool:
    """Return whether the register of a target has the class of the value that it gets."""
    if len(statement.targets) != 1:
        return False
    if register in statement.emits:
        return True
    makers = statement.makers or (statement.instruction,)
    classes: list[tuple[str, str]] = []
    for instruction in makers:
        # Under a guard the old value may stay, which a fresh register does not have.
        if instruction is None or instruction.guard is not None:
            return False
        classes += tree.value_classes(instruction)
    target = statement.targets[0]
    parts = target.elements if isinstance(target, t.Tuple) else (target,)
    if len(parts) != len(classes) or made_value(statement, tree) is None:
        return False
    file = tree.files[register.file]
    if classes[parts.index(register)] == (file.storage, file.type):
        return True
    return cast_of(statement, tree) is not None


def is_copy(statement: t.Assign) -> bool:
    """Return whether a statement copies a register."""
    instruction = statement.instruction
    return (
        instruction is not None
        and instruction.opcode == "mov"
        and type(instruction.operands[-1]) is n.Register
        and not isinstance(statement.value, t.Call)
    )


_OPERATIONS: Final = (t.Binary, t.Unary, t.Call)


def made_value(statement: t.Assign, tree: FunctionTree) -> t.Expression | None:
    """Return the expression that makes the value of a statement; None if there is none.

    An assignment of a number or of a register is a `mov`, which a value has to say: `u32(8)`.
    """
    value = statement.value
    instruction = statement.instruction
    if statement.makers:
        return value
    cast = cast_of(statement, tree)
    if cast is not None:
        return cast
    if instruction is None or instruction.opcode != "mov":
        return value if isinstance(value, _OPERATIONS) else None
    return value if _emits_move(value) else _move(statement, tree)


def cast_of(statement: t.Assign, tree: FunctionTree) -> t.View | None:
    """Return the bits of a register, or a load of fewer bits, in a register of another class.

    `f[21] = r[15].b32` makes the value `r[15].as_f32`, and `r[48] = ptx.ld.global_.u8([p])` makes
    `ptx.ld.global_.u8([p]).as_b32`. The result is None for any other statement.
    """
    instruction, target = statement.instruction, statement.targets[0]
    if instruction is None or instruction.guard is not None or statement.makers:
        return None
    if type(target) is not t.Register:
        return None
    found = traits(instruction.opcode, instruction.modifiers)
    is_load = [access.kind for access in found.accesses] == ["read"]
    if not is_load and not is_copy(statement):
        return None
    file = tree.files.get(target.file)
    if file is None or file.type not in VIEWS or not instruction.modifiers:
        return None
    declared = {each.prefix: each.storage for each in tree.files.values()}
    own = file.storage, file.type
    if tree.value_classes(instruction) == (own,) or value_class(file.type, declared) != own:
        return None
    kind = TYPES.get(instruction.modifiers[-1][1:])
    wanted = TYPES[file.type]
    value = statement.value
    if kind is None:
        return None
    if is_load:
        # A float is no number of another width.
        is_wider = kind.bits < wanted.bits and wanted.kind != "float"
        is_one = is_wider and kind.kind != "float" and ".v2" not in instruction.modifiers
        return t.View(value, f"as_{file.type}") if is_one and isinstance(value, t.Call) else None
    source = value.value if isinstance(value, t.View) else value
    if type(source) is not t.Register or source.file not in tree.files:
        return None
    held = TYPES.get(tree.files[source.file].type)
    is_cast = (
        kind.name == f"b{wanted.bits}"
        and wanted.kind == "float"
        and held is not None
        and held.bits == wanted.bits
        and held.name != wanted.name
    )
    return t.View(source, f"as_{file.type}") if is_cast else None


def _emits_move(value: t.Expression) -> bool:
    """Return whether an expression is a `mov` that is called by its name, or as `tid.x()`."""
    if not isinstance(value, t.Call):
        return False
    if not isinstance(value.function, str):
        return True
    root = value.function.partition(".")[0]
    return root in NAMED_MOVES or (root == "ptx" and value.function not in _OPERANDS)


_OPERANDS: Final = vocabulary.words(operand=True)


def _move(statement: t.Assign, tree: FunctionTree) -> t.Expression | None:
    instruction = statement.instruction
    if instruction is None or instruction.opcode != "mov" or len(instruction.modifiers) != 1:
        return None
    kind = instruction.modifiers[0][1:]
    value = statement.value
    # The type of the move says what the view has said.
    if isinstance(value, t.View):
        value = value.value
    if kind in NAMED_MOVES and (not isinstance(value, t.Register) or _holds(tree, value, kind)):
        return t.Call(kind, (value,))
    return t.Call(f"ptx.mov.{kind}", (value,)) if kind in TYPES else None


def _holds(tree: FunctionTree, register: t.Register, kind: str) -> bool:
    """Return whether a register holds values of a type, floats or other bits."""
    file = tree.files.get(register.file)
    if file is None:
        return False
    return file.type == kind or (file.type[0] == "b" and TYPES[kind].kind != "float")


def is_variable(tree: FunctionTree, mentions: Mentions, key: Key, mention: Mention) -> bool:
    """Return whether a register that changes may have a name."""
    register, targets = mention.register, mention.targets
    exact = _exact(tree, mentions, key)
    if not exact:
        return False
    file = tree.files[register.file]
    # A function that is called may write what it is given.
    writes = tree.writes.get(exact, 0)
    if not targets or writes < max(len(targets), 2) or exact in mentions.names:
        return False
    return (
        file.type != "pred"
        and file.type in TYPES
        and has_first_value(tree, mention)
        and all(
            each.targets == [register]
            and each.instruction is not None
            and register not in each.emits
            for each in targets
        )
    )


def has_first_value(tree: FunctionTree, mention: Mention) -> bool:
    """Return whether the first statement that writes a register can be its beginning."""
    # A read before the first write has its value from elsewhere, and a loop of Python would
    # begin the variable anew in each turn.
    if 0 <= mention.first_use <= mention.first_target or any(
        loop.identity for loop in mention.loops
    ):
        return False
    # In a block that may be left out, it would seem to end with the block.
    if mention.escapes:
        return False
    first = mention.targets[0]
    value = first.value
    # A variable begins on a line of its own.
    if first.targets != [mention.register]:
        return False
    # The value of a function that is called has a register before the variable gets it.
    if isinstance(value, t.Call) and not _is_instruction(value):
        return False
    return (
        mention.register not in first.emits
        and first.instruction is not None
        and first.instruction.guard is None
        and made_value(first, tree) is not None
    )


def is_declared(tree: FunctionTree, mentions: Mentions, key: Key, mention: Mention) -> bool:
    """Return whether a register that changes may be declared before its first value."""
    register, targets = mention.register, mention.targets
    exact = _exact(tree, mentions, key)
    if not exact:
        return False
    file = tree.files[register.file]
    if not targets or exact in mentions.names or tree.writes.get(exact, 0) < len(targets):
        return False
    # A register that may be read before it is written has a value that no name tells.
    suggestions = tree.suggestions
    if suggestions is None or exact in suggestions.unassigned:
        return False
    # A name that only says how a single value is made is not worth its declaration.
    if (
        len(targets) == 1
        and (mention.escapes or 0 <= mention.first_use <= mention.first_target)
        and not suggestions.candidates.get(exact)
    ):
        return False
    declared = {each.prefix: each.storage for each in tree.files.values()}
    return value_class(file.type, declared) == (file.storage, file.type) and all(
        len(each.targets) == 1 and register not in each.emits for each in targets
    )


def _exact(tree: FunctionTree, mentions: Mentions, key: Key) -> str:
    """Return the name in PTX of one register that nothing else mentions, else ""."""
    register, _ = key
    if register.file not in tree.files or not isinstance(register.number, int):
        return ""
    is_alone = mentions.alone(key)
    return tree.register_name(register.file, register.number) if is_alone else ""


def _is_instruction(call: t.Call) -> bool:
    """Return whether a call is that of an instruction by its name, or of a type for its `mov`."""
    function = call.function
    return type(function) is str and (function.startswith("ptx.") or function in TYPES)


def write_margins(
    block: Sequence[t.Statement],
    files: Mapping[str, RegisterFile],
    variables: Container[str],
    loop: Loop | None = None,
) -> None:
    """Write the margins of the statements of a function's body.

    `variables` are all names of variables in the program, none of which is a word of a margin.
    """
    around = loop or Loop((), 0)
    for statement in block:
        made = registers_made(statement)
        if made and isinstance(statement, t.Assign | t.Evaluate | t.With | t.Update):
            # The values of a loop are listed turn by turn, in the order in which they are made.
            names = [
                f"{files[register.file].prefix}{evaluate(register.number, values)}"
                for values in repetitions(around)
                for register in made
            ]
            statement.margin = format_names(names, variables)
        inner = t.statement_bodies(statement)
        if inner is not None:
            inside = around
            if isinstance(statement, t.For):
                inside = Loop((*around.counters, (statement.variable, statement.count)), 1)
            write_margins(inner, files, variables, inside)


def registers_made(statement: t.Statement) -> list[t.Register]:
    """Return the registers of the values that a statement makes, in order."""
    found: list[t.Register] = []
    if isinstance(statement, t.Assign):
        add_nested(statement.value, found)
        for target in statement.targets:
            add_nested(target, found)
    else:
        for head in t.head_expressions(statement):
            add_nested(head, found)
    found += statement.emits
    return found


def add_nested(expression: t.Expression, found: list[t.Register]) -> None:
    """Add the registers of the values within an expression, in the order in which they are made."""
    for part in t.children(expression):
        if type(part) is not str and type(part) is not int:
            add_nested(part, found)
    if type(expression) is t.Value:
        found.append(expression.register)


_POSITIONS: Final = vocabulary.words(position=True)


def is_position(statement: t.Statement) -> bool:
    """Return whether a statement says a position in a source file."""
    return (
        isinstance(statement, t.Evaluate)
        and isinstance(statement.value, t.Call)
        and statement.value.function in _POSITIONS
    )
