"""Names that are not declared before their use, and the types that they should have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import SymbolTable, add_names
from ptxpy.check.fixes import Suggestion
from ptxpy.check.operand_lookup import operand_of
from ptxpy.check.rules.addresses import is_wide
from ptxpy.check.rules.missing_ends import is_unended
from ptxpy.check.rules.special_registers import misspelt
from ptxpy.ir import nodes as n
from ptxpy.isa import BRANCHES, DIRECT_BRANCHES, check_legality, is_known, is_special, traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import Declaration
    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_undeclared_names", "fitting_type", "usual_type"]


_BUILT_IN: Final = frozenset({"_", "WARP_SZ"})


class _Missing(NamedTuple):
    """An undeclared name."""

    index: int  # type: ignore[assignment]  # hides tuple.index
    """The index of the first statement that uses it."""
    level: int
    uses: int


def check_undeclared_names(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report the names that are not declared before their use, once for each function."""
    for function in context.functions:
        missing = _missing(function)
        beyond: dict[Declaration, list[str]] = {}
        for name, use in missing.items():
            if context.is_unparsed(name):
                continue
            wanted = _range_of(function, name, use)
            if wanted is not None:
                # `%r12` beyond `%r<10>` is reported with all others of the range in one message.
                beyond.setdefault(wanted, []).append(name)
            else:
                yield _undeclared(function, name, use)
        for wanted, found in beyond.items():
            yield _beyond(function, wanted, found, missing)


def _missing(function: FunctionContext) -> dict[str, _Missing]:
    code, find = function.code, function.declaration
    known: list[set[str]] = [set(_BUILT_IN) for _ in code.levels]
    missing: dict[str, _Missing] = {}
    found: list[str] = []
    for index, (statement, level) in enumerate(zip(code.statements, code.scopes, strict=True)):
        found.clear()
        _used(statement, found)
        if is_unended(function, index):
            del found[-1]  # the next statement, and no name
        seen = known[level]
        for name in found:
            # A name that was found in this scope stays declared, so it is looked up once.
            if name in seen:
                continue
            earlier = missing.get(name)
            if earlier is not None:
                missing[name] = earlier._replace(uses=earlier.uses + 1)
            elif find(name, level, index) is not None or is_special(name):
                seen.add(name)
            else:
                missing[name] = _Missing(index, level, 1)
    return missing


def _used(statement: Any, found: list[str]) -> None:  # noqa: ANN401 - dispatched by its class
    """Add the names that a statement uses, except labels, which another rule checks."""
    kind = type(statement)
    if kind is n.Instruction:
        guard, opcode, _, operands, _, _ = statement
        if opcode in BRANCHES:
            # The targets of branches are labels, which have a rule of their own.
            operands = () if opcode in DIRECT_BRANCHES else operands[:-1]
        elif not is_known(opcode):
            return
        if guard is not None:
            add_names(guard.register, found)
        for operand in operands:
            add_names(operand, found)
    elif kind is n.Call:
        if statement.guard is not None:
            add_names(statement.guard.register, found)
        for operand in (
            *(statement.returns or ()),
            statement.target,
            *(statement.arguments or ()),
        ):
            add_names(operand, found)
    elif kind is n.TargetList and statement.directive == ".calltargets":
        for operand in statement.targets:
            add_names(operand, found)


def _range_of(function: FunctionContext, name: str, use: _Missing) -> Declaration | None:
    """Return the range of registers whose count a name exceeds, or None."""
    for scope in function.names_at(use.level).scopes():
        found = scope.range_of(name)
        if found is not None and (found.place <= use.index or scope.level < 0):
            return found
    return None


def _beyond(
    function: FunctionContext,
    wanted: Declaration,
    found: list[str],
    missing: dict[str, _Missing],
) -> Diagnostic:
    first = min(found, key=lambda name: missing[name].index)
    prefix, count = wanted.name, wanted.count
    declares = f"{prefix}0 to {prefix}{count - 1}" if count > 1 else f"{prefix}0" * count
    message = f"{first} is beyond {wanted.spelled()}, which declares {declares or 'nothing'}"
    if len(found) > 1:
        message += f"; so are {len(found) - 1} more"
    # One declaration that reaches to the highest name covers all of them.
    most = max(map(wanted.number_of, found))
    enough = wanted._replace(count=most + 1).spelled()
    return function.report(
        "PTX022",
        missing[first].index,
        message,
        ("name", first),
        f"declare it: {enough};",
        Suggestion("widen", str(most + 1), is_certain=False) if wanted.node else None,
        related=(function.declaration_note(wanted, prefix),) if wanted.node else (),
    )


def _undeclared(function: FunctionContext, name: str, use: _Missing) -> Diagnostic:
    used = f"; it is used {use.uses} times" if use.uses > 1 else ""
    later = function.names_at(use.level).declaration(name)
    if later is not None:
        help_ = f"declare the {later.kind} before its first use"
        if later.kind == "function":
            help_ = f"declare it before: .func {name} with its parameters, and a semicolon"
        message = f"{name} is used before its declaration{used}"
        notes = (function.declaration_note(later, name),) if later.node else ()
        return function.report("PTX020", use.index, message, ("name", name), help_, related=notes)
    context = function.module
    special = misspelt(name) if context.may_suggest else None
    close = context.nearest(name, _candidates(function, name, use))
    # A near declared name is likelier than a special register.
    if special is not None and not close:
        message = f"{name} is not a special register; the nearest one is {special}"
        return function.report(
            "PTX024",
            use.index,
            message,
            ("name", name),
            f"write {special} for {name}",
            Suggestion("replace", special, is_certain=False),
        )
    message = f"{name} is not declared{used}"
    # A hostile file has thousands of ranges, and as many names.
    hollow = _hollow_range(function, name, use.level) if context.may_suggest else None
    if hollow is not None:
        help_ = (
            f"{hollow.spelled()} declares no names, since its prefix ends in a digit: give it "
            "another prefix"
        )
        return function.report("PTX020", use.index, message, ("name", name), help_)
    help_ = f"is it {' or '.join(close)}?" if close else _how(function, name, use)
    suggestion = None
    if close:
        suggestion = Suggestion("replace", close[0], is_certain=False, alternatives=close[1:])
    return function.report("PTX020", use.index, message, ("name", name), help_, suggestion)


def _hollow_range(function: FunctionContext, name: str, level: int) -> Declaration | None:
    """Return a range `%r1<10>` that was to declare a name such as `%r12`, or None."""
    # The number of a name is all of its digits, so that `%r12` could only be in a range `%r<…>`.
    for scope in function.names_at(level).scopes():
        for prefix, found in scope.ranges.items():
            if prefix[-1:].isdigit() and name.startswith(prefix) and name[len(prefix) :].isdigit():
                return found
    return None


def _how(function: FunctionContext, name: str, use: _Missing) -> str:
    """Return a declaration of a name that matches its use, as help."""
    statement = function.code.statements[use.index]
    if type(statement) is n.Call and type(statement.target) is n.Symbol:
        if statement.target.name == name:
            return f"declare it before: .extern .func {name} with its parameters, and a semicolon"
        if not name.startswith("%"):
            return f"declare it: .param .b32 {name};"
    if not name.startswith("%"):
        return ""
    type_ = usual_type(name)
    if function.module.may_suggest:
        type_ = fitting_type(function, use.index, name)
    return f"declare it: .reg .{type_} {name};"


def _candidates(function: FunctionContext, name: str, use: _Missing) -> Iterator[str]:
    """Yield declared names that a misspelt name may stand for."""
    prefix = name.rstrip("0123456789")
    digits = name[len(prefix) :] or "0"
    for table in function.names_at(use.level).scopes():
        for known, declaration in table.exact.items():
            # Names of the module are suggested even if they come later, and labels are never
            # operands.
            here = declaration.place <= use.index or table.level < 0
            if here and declaration.kind != "label" and abs(len(known) - len(name)) <= _FAR:
                yield known
        for known, declaration in table.ranges.items():
            if len(digits) < _FAR and int(digits) < declaration.count:
                yield f"{known}{digits}"


_FAR: Final = 6
"""Difference in length from which two names are not compared."""


_PREFIX: Final = re.compile(r"%?([a-z]*)")
_USUAL: Final = {"rd": "b64", "fd": "f64", "f": "f32", "rs": "b16", "p": "pred", "r": "b32"}
_TYPES: Final = ("b32", "b64", "pred", "b16", "f32", "f64", "b128")
_FLOATS: Final = {"b32": ".f32", "b64": ".f64"}


def usual_type(name: str) -> str:
    """Return the type that compilers give to registers of this name: `b64` for `%rd1`."""
    match = _PREFIX.match(name)
    return _USUAL.get(match[1] if match else "", "b32")


def fitting_type(function: FunctionContext, index: int, name: str) -> str:
    """Return the type with which a register would match the statement at an index.

    The usual type of the name is preferred, and is the result if no type matches. The type of a
    generic address or an address in global memory is `b64`.
    """
    usual = usual_type(name)
    statement = function.code.statements[index]
    if type(statement) is not n.Instruction:
        return usual
    guard, opcode, modifiers, operands, _, _ = statement
    if guard is not None and getattr(guard.register, "name", "") == name:
        return "pred"
    outer = function.code.levels[function.code.scopes[index]].names
    context = function.module
    if (
        is_wide(modifiers)
        and not traits(opcode, modifiers).is_asynchronous
        and any(
            type(operand) is n.Address and getattr(operand.base, "name", "") == name
            for operand in operands
        )
    ):
        usual = "b64"
    # Each type is tried on the statement itself, as if the register were declared with it.
    for kind in (usual, *_TYPES):
        names = SymbolTable(outer)
        declarator = n.Declarator(n.Register(name))
        words = (n.Specifier(".reg"), n.Specifier(f".{kind}"))
        names.declare([n.Variable((), words, (declarator,))])
        actual = tuple(operand_of(operand, names) for operand in operands)
        if check_legality(opcode, modifiers, actual, context.version, context.target) is None:
            floats = _FLOATS.get(kind, "")
            # An operand of `.f32` may be `.b32` or `.f32`: the declaration then says what it holds.
            return floats[1:] if floats in modifiers else kind
    return usual
