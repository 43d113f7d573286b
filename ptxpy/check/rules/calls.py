"""Calls that do not match the signature of the callee, or the prototype of an indirect call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import add_names, parameters_of, returns_of
from ptxpy.ir import nodes as n
from ptxpy.ir import operand_tokens
from ptxpy.isa import TYPES, is_special, traits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.analysis import Declaration, Storage
    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.syntax import Focus

__all__ = ["check_calls"]

_CODE: Final = "PTX025"
_SINK: Final = "_"
_WARP_SIZE: Final = "WARP_SZ"
_BUILT_IN: Final = frozenset({_SINK, _WARP_SIZE})
_NAMES: Final = frozenset({n.Register, n.Symbol})
_EXPRESSIONS: Final = frozenset(
    {n.Literal, n.Symbol, n.Unary, n.Binary, n.Conditional, n.Cast, n.Apply}
)
_PASSABLE: Final = "only a .param variable or a register can be passed"


class _Signature(NamedTuple):
    """The name, return values and parameters of a callee or prototype."""

    name: str
    returns: tuple[Storage, ...]
    parameters: tuple[Storage, ...]


def check_calls(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report calls that do not match the callee."""
    for function in context.functions:
        for index, statement in enumerate(function.code.statements):
            if type(statement) is n.Call:
                yield from _check_modifiers(function, index, statement)
                yield from _check_call(function, index, statement)
            elif type(statement) is n.Instruction:
                known = traits(statement.opcode, statement.modifiers)
                is_guarded_access = known.has_size_of_type and statement.guard is not None
                if known.copies or is_guarded_access:
                    yield from _param_accesses(
                        function, index, statement, is_move=bool(known.copies)
                    )


def _check_modifiers(function: FunctionContext, index: int, call: n.Call) -> Iterator[Diagnostic]:
    for position, modifier in enumerate(call.modifiers):
        if modifier != ".uni":
            message = f"call does not take {modifier}"
            focus = ("modifier", position)
            yield function.report("PTX011", index, message, focus, "write call or call.uni")


def _param_accesses(
    function: FunctionContext, index: int, statement: n.Instruction, *, is_move: bool
) -> Iterator[Diagnostic]:
    """Report guarded accesses to the `.param` variables of a function, and uses of their addresses.

    These variables hold the arguments and results of calls.
    """
    for operand in statement.operands:
        base = operand.base if type(operand) is n.Address else operand
        # A move takes addresses as plain names, an access takes them in brackets.
        if type(base) is not n.Symbol or is_move is (type(operand) is n.Address):
            continue
        found = function.declaration(base.name, function.code.scopes[index], index)
        node = None if found is None else found.node
        if type(node) is n.Variable and node.space == ".param":
            message = f"{base.name} is passed to a call, so accesses to it cannot be guarded"
            help_ = "branch around the call"
            if is_move:
                message, help_ = (
                    f"{base.name} is passed to a call, so its address cannot be taken",
                    "",
                )
            yield function.report(_CODE, index, message, ("name", base.name), help_)


def _check_call(function: FunctionContext, index: int, call: n.Call) -> Iterator[Diagnostic]:
    signature, problem, help_ = _callee(function, index, call)
    if problem:
        name = getattr(call.target, "name", "")
        notes = function.declared(index, [name])
        yield function.report(_CODE, index, problem, ("name", name), help_, related=notes)
    # Arguments that are malformed are reported even where the callee is unknown.
    for what, actuals in (("return value", call.returns), ("argument", call.arguments)):
        for actual in actuals or ():
            wrong, help_ = _malformed(function, index, what, actual)
            if wrong:
                yield function.report(_CODE, index, wrong, _focus(call, actual), help_)
    if signature is None:
        return
    name, returns, parameters = signature
    for what, formals, actuals in (
        ("return value", returns, call.returns or ()),
        ("argument", parameters, call.arguments or ()),
    ):
        wrong = _count_mismatch(what, formals, len(actuals))
        if wrong:
            notes = function.declared(index, [name])
            yield function.report(_CODE, index, f"{name} {wrong}", ("name", name), related=notes)
            continue
        # Where the counts differ, nothing says which argument is which.
        for formal, actual in zip(formals, actuals, strict=False):
            wrong = _mismatch(function, index, actual, formal)
            if wrong:
                names = [name]
                add_names(actual, names)
                focus, notes = _focus(call, actual), function.declared(index, names)
                yield function.report(_CODE, index, f"{what} {wrong}", focus, related=notes)


def _focus(call: n.Call, actual: n.Operand) -> Focus:
    names: list[str] = []
    add_names(actual, names)
    add_names(call.target, names)
    return ("name", names[0])


def _malformed(
    function: FunctionContext, index: int, what: str, actual: n.Operand
) -> tuple[str, str]:
    """Return a message and help if an argument is neither a name nor a constant."""
    is_returned = what == "return value"
    spelled = "".join(text for _, text in operand_tokens(actual))
    names: list[str] = []
    add_names(actual, names)
    inner = actual
    # `(x)` is `x` to the grammar, but ptxas takes names without parentheses alone.
    while type(inner) is n.Parenthesized:
        inner = inner.operand
    is_name = type(inner) in _NAMES and names != [_WARP_SIZE]
    if is_name and inner is not actual:
        return f"a name is passed without parentheses, not as {spelled}", f"write {names[0]}"
    if is_name and names == [_SINK]:
        return ("", "") if is_returned else (f"{_SINK} has no value that could be passed", "")
    if is_name and (
        function.declaration(names[0], function.code.scopes[index], index) is not None
        or not is_special(names[0])
    ):
        return "", ""
    if not is_returned and set(names) <= {_WARP_SIZE} and type(inner) in _EXPRESSIONS:
        return "", ""
    if is_returned:
        allowed, help_ = "a .param variable, a register or _", "copy it from a register after"
    else:
        allowed = "a .param variable, a register or a constant"
        help_ = "copy it into a register before"
    return f"the {what} must be {allowed}, not {spelled}", help_


def _callee(
    function: FunctionContext, index: int, call: n.Call
) -> tuple[_Signature | None, str, str]:
    """Return the signature of the callee, a message if the target is invalid, and help."""
    target = call.target
    if type(target) is not n.Register and type(target) is not n.Symbol:
        return None, "", ""
    declared = function.declaration(target.name, function.code.scopes[index], index)
    if declared is None and (target.name in _BUILT_IN or is_special(target.name)):
        return None, f"{target.name} cannot be called, only a .func or a register", ""
    if declared is None or function.module.is_unparsed(target.name):
        return None, "", ""
    if declared.kind == "function":
        node: Any = declared.node
        # An alias has the signature of its function.
        if type(node) is n.Alias:
            found = function.module.names.declaration(node.target.name)
            node = None if found is None else found.node
        if type(node) is not n.Function:
            return None, "", ""
        if node.kind == ".entry":
            return None, f"{target.name} is a kernel; only a .func can be called", ""
        if call.prototype is not None:
            help_ = f"leave out {call.prototype.name}"
            return None, f"{target.name} is called directly, which takes no prototype", help_
        return _Signature(target.name, returns_of(node), parameters_of(node)), "", ""
    if declared.kind != "register":
        return (
            None,
            f"{target.name} is a {declared.kind}; only a .func or a register can be called",
            "",
        )
    name = target.name
    if call.prototype is None:
        help_ = "write P: .callprototype _ (); before the call and P after the arguments"
        return None, f"the call through {name} needs a .callprototype or .calltargets", help_
    wanted = call.prototype.name
    if function.module.is_unparsed(wanted):
        return None, "", ""
    level = function.code.scopes[index]
    declared = function.declaration(wanted, level, index)
    # A prototype is a label to the grammar, and must be declared before the call.
    if declared is None or (declared.kind == "label" and declared.place > index):
        later = function.names_at(level).declaration(wanted)
        problem = f"there is no prototype {wanted}"
        if later is not None:
            problem = f"the prototype {wanted} is declared after the call"
        return None, problem, f"write {wanted}: .callprototype before the call"
    signature = _prototype(function, declared)
    if signature is None and declared.kind not in (".calltargets", "function"):
        problem = f"{wanted} is a {declared.kind}, neither a .callprototype nor a .calltargets"
        return None, problem, ""
    if declared.kind == "function":
        help_ = "write a .callprototype with the same parameters before the call"
        return None, f"{wanted} is a function; a call through a register takes a prototype", help_
    return signature, "", ""


def _prototype(function: FunctionContext, declared: Declaration) -> _Signature | None:
    """Return the signature of a `.callprototype`, or of the first function of a `.calltargets`."""
    node: Any = declared.node
    if type(node) is n.CallPrototype:
        # A prototype has the parts of a function: its parameters are laid out alike.
        as_function = n.Function(
            (), ".func", (), node.returns, node.function, node.parameters, (), None
        )
        return _Signature(node.name, returns_of(as_function), parameters_of(as_function))
    if type(node) is n.TargetList and node.targets and type(node.targets[0]) is n.Symbol:
        # All functions of a list must have the same signature, so the first one stands for them.
        first = function.module.names.declaration(node.targets[0].name)
        if first is not None and type(first.node) is n.Function:
            return _Signature(node.name, returns_of(first.node), parameters_of(first.node))
    return None


def _count_mismatch(what: str, formals: Sequence[Storage], given: int) -> str:
    wanted = len(formals)
    # An array without a size, `.b8 rest[]`, takes variable arguments and may be left out.
    is_unsized = bool(formals) and None in formals[-1].dimensions
    if given == wanted or (is_unsized and given == wanted - 1):
        return ""
    plural = "" if wanted == 1 else "s"
    if what == "return value":
        return f"returns {wanted} value{plural}, but the call takes {given}"
    return f"takes {wanted} {what}{plural}, but the call passes {given}"


def _mismatch(function: FunctionContext, index: int, actual: n.Operand, formal: Storage) -> str:
    """Return why an argument or variable does not match a parameter, or an empty string."""
    if type(actual) is n.Literal:
        kind = TYPES[formal.type].kind if formal.type in TYPES and not formal.dimensions else ""
        try:
            is_integer = isinstance(actual.value, int)
        except (ValueError, OverflowError):
            return ""
        if (kind == "float") if is_integer else (kind in ("signed", "unsigned")):
            what = "an integer" if is_integer else "a floating-point constant"
            return f"{actual.text} is {what}, but the parameter {formal.name} is .{formal.type}"
        return ""
    if type(actual) is not n.Register and type(actual) is not n.Symbol:
        return ""
    declared = function.declaration(actual.name, function.code.scopes[index], index)
    if declared is None:
        return ""
    if declared.kind == "parameter":
        return f"{actual.name} is a parameter of this function; copy it into a .param variable"
    if declared.kind not in ("register", "variable"):
        return f"{actual.name} is a {declared.kind}; {_PASSABLE}"
    given = declared.storage()
    if given is None:
        return ""
    given = given._replace(name=actual.name)
    if given.space not in ("param", "reg"):
        return f"{actual.name} is in .{given.space}; {_PASSABLE}"
    wanted = f"the parameter {formal.name}" if formal.name != "_" else "the parameter"
    is_vector = "." in given.type or "." in formal.type
    # A vector is passed as so many bytes, whatever its elements are.
    if is_vector and given.size != formal.size:
        return f"{given.name} is .{given.type}, but {wanted} is .{formal.type}: the sizes differ"
    if formal.type not in TYPES or given.type not in TYPES:
        return ""
    own, other = TYPES[given.type], TYPES[formal.type]
    if bool(given.dimensions) != bool(formal.dimensions):
        one, two = ("is", "is not") if given.dimensions else ("is not", "is")
        return f"{given.name} {one} an array, but {wanted} {two}"
    if given.dimensions:
        if None not in formal.dimensions and given.size != formal.size:
            size = f"{given.size} byte{'s' * (given.size != 1)}"
            return f"{given.name} has {size}, but {wanted} has {formal.size}"
        if given.alignment != formal.alignment:
            aligned = f"{given.name} is aligned to {given.alignment}"
            return f"{aligned}, but {wanted} to {formal.alignment}"
        return ""
    if own.bits != other.bits:
        return f"{given.name} is .{given.type}, but {wanted} is .{formal.type}: the sizes differ"
    # Untyped bits agree with all kinds: only floats and integers exclude each other.
    if {own.kind, other.kind} in ({"float", "signed"}, {"float", "unsigned"}):
        return f"{given.name} is .{given.type}, but {wanted} is .{formal.type}: the kinds differ"
    return ""
