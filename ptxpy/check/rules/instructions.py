"""Instructions that the instruction table does not allow, or whose constants ptxas refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.analysis import add_names
from ptxpy.check.checker import lenient_version_and_target_of, problems
from ptxpy.check.diagnostic import INSTRUCTION_CODES, Related, parted
from ptxpy.check.fixes import Suggestion
from ptxpy.check.rules.missing_ends import is_unended
from ptxpy.ir import nodes as n
from ptxpy.isa import UNKNOWN, traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.isa import Problem
    from ptxpy.syntax import Focus

__all__ = ["check_constant_fragments", "check_instructions"]


def check_instructions(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report instructions that the table does not allow, and invalid guards."""
    for function in context.functions:
        wrong: set[int] = set()
        for index, problem in problems(function.code, context.version, context.target):
            wrong.add(index)
            # A wrong instruction has its report: rules on its parts would repeat it.
            if not (_is_own_result(function, index, problem) or is_unended(function, index)):
                yield _diagnostic(function, index, problem)
        for index, statement in enumerate(function.code.statements):
            if type(statement) is n.Instruction and index not in wrong:
                yield from check_constant_fragments(function, index, statement)
        yield from _guards(function)


def _is_own_result(function: FunctionContext, index: int, problem: Problem) -> bool:
    """Return whether a device function stores to its return value through a register.

    The table allows only names there, because registers in a kernel crash ptxas.
    """
    statement = function.code.statements[index]
    if problem.rule != "kind" or problem.position != 0 or function.is_kernel:
        return False
    address = statement.operands[0] if type(statement) is n.Instruction else None
    is_register = type(address) is n.Address and type(address.base) is n.Register
    accesses = traits(statement.opcode, statement.modifiers).accesses
    stores = any(access.writes and access.space == "param" for access in accesses)
    return is_register and stores


def _diagnostic(function: FunctionContext, index: int, problem: Problem) -> Diagnostic:
    focus: Focus = ("opcode",)
    if problem.position >= 0:
        focus = ("modifier" if problem.rule == "modifier" else "operand", problem.position)
    message, help_ = problem.message, ""
    module = function.module
    if problem.rule == "version" and module.version is not None:
        major, minor = module.version
        message += f"; the file is PTX {major}.{minor}"
    elif problem.rule == "target" and module.target is not None:
        message += f"; the file is for {module.target}"
    elif problem.rule not in ("opcode", "modifier", "version", "target"):
        message, help_ = parted(problem)
        if problem.rule == "count":
            statement = function.code.statements[index]
            message = f"{statement.opcode}{''.join(statement.modifiers)} {message}"
    suggestion = None
    if problem.rule == "version" and problem.version is not None:
        suggestion = Suggestion("version", "{}.{}".format(*problem.version))
    elif problem.rule in ("opcode", "modifier") and problem.nearest:
        first, *others = problem.nearest
        suggestion = Suggestion("replace", first, is_certain=False, alternatives=tuple(others))
    return function.report(
        INSTRUCTION_CODES[problem.rule],
        index,
        message,
        focus,
        help_,
        suggestion,
        _notes(function, index, problem),
    )


def _notes(function: FunctionContext, index: int, problem: Problem) -> tuple[Related, ...]:
    """Return where the names of a wrong operand are declared, or where the file is limited."""
    statement = function.code.statements[index]
    if problem.rule in ("kind", "type", "space") and type(statement) is n.Instruction:
        names: list[str] = []
        if 0 <= problem.position < len(statement.operands):
            add_names(statement.operands[problem.position], names)
        return function.declared(index, names)
    if problem.rule in ("version", "target"):
        kind = n.Version if problem.rule == "version" else n.Target
        # With the option --arch or --ptx-version, what the file says is not what limits it.
        own = lenient_version_and_target_of(function.module.module)
        if own[problem.rule == "target"] != getattr(function.module, problem.rule):
            return ()
        for at, item in function.module.items:
            if type(item) is kind:
                return (Related(f".{problem.rule} of the file", at),)
    return ()


def _guards(function: FunctionContext) -> Iterator[Diagnostic]:
    code = function.code
    scopes: dict[tuple[int, str], str] = {}
    for index, statement in enumerate(code.statements):
        guard = getattr(statement, "guard", None)
        if guard is None or isinstance(guard.register, n.Component):
            continue
        name = guard.register.name
        level = code.scopes[index]
        kind = scopes.get((level, name))
        if kind is None:
            # A predicate of an outer scope may be hidden by a register of another type.
            actual = code.levels[level].names.find(name) or UNKNOWN
            wrong = actual.kind != "unknown" and (actual.kind, actual.type) != ("register", "pred")
            kind = scopes[level, name] = actual.describe() if wrong else ""
        if kind:
            message = f"the guard {name} must be a predicate, not {kind}"
            notes = function.declared(index, [name])
            yield function.report("PTX019", index, message, ("name", name), related=notes)


_CODE: Final = "PTX014"
_ACCUMULATOR: Final = 3
"""The position of C."""
_TYPES: Final = frozenset({".f16", ".f32", ".f64", ".s32"})
_HALF_BYTES: Final = frozenset({".s4", ".u4"})
_INTEGERS: Final = frozenset({"integer"})
_SINGLE: Final = frozenset({"0f"})
_TAKEN: Final = {
    ".s32": _INTEGERS,
    ".f32": _SINGLE,
    ".f64": frozenset({"0f", "float", "integer"}),
}
"""The kinds of constants that a fragment of C may consist of, by its type."""


def check_constant_fragments(
    function: FunctionContext, index: int, node: n.Instruction
) -> Iterator[Diagnostic]:
    """Report fragments of constants that do not have the type of the matrix."""
    # ptxas checks constants in fragments only if all of a fragment are constants.
    if node.opcode == "stmatrix":
        wrong = _wrong(node, 1, _SINGLE)
    elif node.opcode == "mma" or (node.opcode == "wmma" and ".mma" in node.modifiers):
        # The type of C is the last one of the modifiers: D, A, B and C are named in this order.
        type_ = next((word for word in reversed(node.modifiers) if word in _TYPES), "")
        factors = _factors(node, type_)
        wrong = _wrong(node, 1, factors) or _wrong(node, 2, factors)
        wrong = wrong or _wrong(node, _ACCUMULATOR, _TAKEN.get(type_, frozenset()))
    else:
        return
    if wrong:
        message = "these constants do not have the type of the matrix"
        help_ = "move one of them into a register"
        yield function.report(_CODE, index, message, ("operand", wrong), help_)


def _factors(node: n.Instruction, type_: str) -> frozenset[str]:
    """Return the kinds of constants that a fragment of A or B may have, given the type of C."""
    is_wmma = node.opcode == "wmma"
    if type_ == ".f64":
        return _TAKEN[".f64"] - _INTEGERS if is_wmma else _TAKEN[".f64"]
    if is_wmma:
        return _INTEGERS if _HALF_BYTES.intersection(node.modifiers) else frozenset()
    return _SINGLE if type_ == ".s32" and ".m8n8k16" not in node.modifiers else frozenset()


def _wrong(node: n.Instruction, position: int, taken: frozenset[str]) -> int:
    """Return `position` if its operand has constants that are not accepted, else 0."""
    operand = node.operands[position] if position < len(node.operands) else None
    if type(operand) is not n.Vector:
        return 0
    kinds = {_kind(part) for part in operand.elements if type(part) is n.Literal}
    is_constant = all(type(part) is n.Literal for part in operand.elements)
    return position if is_constant and kinds - taken else 0


def _kind(literal: n.Literal) -> str:
    if literal.text.lower().lstrip("-")[:2] == "0f":
        return "0f"
    return "integer" if isinstance(literal.value, int) else "float"
