"""The passes of a reduction: each proposes changes of a module, from large ones to small ones.

The changes of a pass are in the order in which they are tried: the last statement first, since the
uses of a name come after its definition. The module that they leave is valid PTX by its syntax.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import bodies, constant, count_statements, flatten, items
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.reduce.changes import REMOVE, UNWRAP
from ptxpy.reduce.names import Renamed, used_in_module, uses
from ptxpy.reduce.simpler import forwarded, simpler_operands, without_modifiers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from ptxpy.reduce.changes import Change, Edit

__all__ = ["PASSES", "CandidatePass"]


class CandidatePass(NamedTuple):
    """A pass of a reduction."""

    name: str
    changes: Callable[[n.Module, AbstractSet[str]], Sequence[Change]]
    """From a module, and the names that stay, to changes of which any may be made together."""


_HEADER: Final = frozenset({n.Version, n.Target, n.AddressSize})
_CODE: Final = frozenset(
    {n.Instruction, n.Call, n.Location, n.Pragma, n.TargetList, n.CallPrototype, n.Alias}
)


def _names_of(item: Any) -> set[str]:  # noqa: ANN401 - dispatched by its class
    """Return the names that a statement declares."""
    if isinstance(item, n.Variable):
        return {declarator.name.name for declarator in item.declarators}
    return {item.name.name} if isinstance(item, n.Function | n.Alias) else set()


def _needless(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove functions and variables that no statement refers to, except kernels."""
    used = used_in_module(module) | kept
    return [
        {ordinal: REMOVE}
        for ordinal, item in items(module)
        if (names := _names_of(item))
        and not names & used
        and not (isinstance(item, n.Function) and item.kind == ".entry")
    ][::-1]


def _items(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove any item of a module but its header."""
    return [
        {ordinal: REMOVE}
        for ordinal, item in items(module)
        if type(item) not in _HEADER and not _names_of(item) & kept
    ][::-1]


class _Placed(NamedTuple):
    """A statement of a function, and its ordinal in the module."""

    ordinal: int
    node: Any


def _function_statements(module: n.Module) -> Iterator[tuple[n.Function, list[_Placed]]]:
    """Yield each function with a body, and its statements at any depth, in preorder."""
    for body in bodies(module):
        placed = [
            _Placed(body.ordinal + 1 + index, each)
            for index, each in enumerate(statements(body.function))
        ]
        yield body.function, placed


def _references(placed: list[_Placed]) -> dict[str, list[int]]:
    """Return the branches to each label, by ordinal."""
    found: dict[str, list[int]] = {}
    for ordinal, node in placed:
        if type(node) is n.Instruction:
            for operand in node.operands:
                if type(operand) is n.Symbol:
                    found.setdefault(operand.name, []).append(ordinal)
    return found


def _blocks(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove the code from a label to the next, with the branches to it."""
    del kept
    changes: list[Change] = []
    for function, placed in _function_statements(module):
        references = _references(placed)
        block: dict[int, Edit] = {}
        blocks = [block]
        ordinal = placed[0].ordinal if placed else 0
        for node in function.body or ():
            if type(node) is n.Label:
                block = dict.fromkeys(references.get(node.name, ()), REMOVE)
                blocks.append(block)
            if type(node) in _CODE or type(node) in (n.Label, n.Scope):
                block[ordinal] = REMOVE
            ordinal += count_statements(node)
        changes += [each for each in blocks if each]
    return changes[::-1]


def _statements(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove statements other than declarations; a label goes with the branches to it."""
    del kept
    changes: list[Change] = []
    for _, placed in _function_statements(module):
        references = _references(placed)
        for ordinal, node in placed:
            if type(node) is n.Label:
                branches = dict.fromkeys(references.get(node.name, ()), REMOVE)
                changes.append({**branches, ordinal: REMOVE})
            elif type(node) in _CODE or type(node) in (n.Scope, n.Function):
                changes.append({ordinal: REMOVE})
    return changes[::-1]


def _scopes(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Put the statements of a scope into the body around the scope."""
    del kept
    return [
        {ordinal: UNWRAP}
        for _, placed in _function_statements(module)
        for ordinal, node in placed
        if type(node) is n.Scope
    ][::-1]


def _guards(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove guards."""
    del kept
    return [
        {ordinal: lambda node: node.replace(guard=None, within=None)}
        for _, placed in _function_statements(module)
        for ordinal, node in placed
        if isinstance(node, n.Instruction | n.Call) and node.guard is not None
    ][::-1]


def _operands(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Put 0 for registers and numbers, and addresses without offsets."""
    del kept
    changes: list[Change] = []
    for body in bodies(module):
        code = flatten(body.function, body.ordinal)
        for statement, ordinal, scope in zip(
            code.statements, code.ordinals, code.scopes, strict=True
        ):
            if type(statement) is n.Instruction:
                edits = simpler_operands(statement, code.levels[scope].names)
                changes += [{ordinal: edit} for edit in edits]
    return changes[::-1]


def _forwarded(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove instructions, and let a register that they read take the place of their result."""
    del kept
    changes: list[Change] = []
    for body in bodies(module):
        code = flatten(body.function, body.ordinal)
        places: dict[str, list[int]] = {}
        for statement, ordinal in zip(code.statements, code.ordinals, strict=True):
            if isinstance(statement, n.Instruction | n.Call):
                for name in uses([statement]):
                    places.setdefault(name, []).append(ordinal)
        for statement, ordinal, scope in zip(
            code.statements, code.ordinals, code.scopes, strict=True
        ):
            if type(statement) is n.Instruction:
                found = forwarded(statement, code.levels[scope].names)
                if found is not None:
                    result, source = found
                    edit = Renamed({result: source}).visit
                    changes.append({**dict.fromkeys(places[result], edit), ordinal: REMOVE})
    return changes[::-1]


def _modifiers(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove modifiers."""
    del kept
    return [
        {ordinal: edit}
        for _, placed in _function_statements(module)
        for ordinal, node in placed
        if isinstance(node, n.Instruction | n.Call)
        for edit in without_modifiers(node)
    ][::-1]


def _unused(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove registers, variables and labels that nothing uses, and shrink ranges of registers."""
    del kept
    changes: list[Change] = []
    debug = uses(line for item in module.body if type(item) is n.Section for line in item.body)
    for _, placed in _function_statements(module):
        used = uses(node for _, node in placed) | debug
        ranges = {
            target.name.name
            for _, node in placed
            if type(node) is n.TargetList
            for target in node.targets
            if type(target) is n.Ranged
        }
        for ordinal, node in placed:
            if type(node) is n.Variable:
                shrunk = _shrunk(node, used)
                if shrunk is None:
                    changes.append({ordinal: REMOVE})
                elif shrunk is not node:
                    changes.append({ordinal: _becoming(shrunk)})
            elif (
                type(node) is n.Label
                and node.name not in used
                # `L<4>` in a list of targets is a use of `L0`.
                and node.name.rstrip("0123456789") not in ranges
            ):
                changes.append({ordinal: REMOVE})
    return changes[::-1]


def _becoming(new: n.Node) -> Callable[[n.Node], n.Node]:
    return lambda _: new


def _shrunk(variable: n.Variable, used: AbstractSet[str]) -> n.Variable | None:
    """Return a declaration of the names that are used; None if there are none."""
    left: list[n.Declarator] = []
    for declarator in variable.declarators:
        name = declarator.name.name
        count = None if declarator.range is None else constant(declarator.range)
        if declarator.range is None:
            if name in used:
                left.append(declarator)
            continue
        numbers = [
            int(each[len(name) :])
            for each in used
            if each.startswith(name) and each[len(name) :].isdigit() and len(each) < len(name) + 18
        ]
        needed = max((number + 1 for number in numbers), default=0)
        if count is None or needed >= count:
            left.append(declarator)
        elif needed:
            left.append(declarator.replace(range=n.Literal(str(needed))))
    if not left:
        return None
    if tuple(left) == variable.declarators:
        return variable
    return variable.replace(declarators=tuple(left), within=None)


def _parameters(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove parameters and return values, in calls as well."""
    changes: list[Change] = []
    calls = [
        _Placed(ordinal, node)
        for ordinal, node in enumerate(statements(module))
        if type(node) is n.Call and type(node.target) is n.Symbol
    ]
    heads: dict[str, list[_Placed]] = {}
    for ordinal, item in items(module):
        if type(item) is n.Function and item.name.name not in kept:
            heads.setdefault(item.name.name, []).append(_Placed(ordinal, item))
    for name, functions in heads.items():
        own = [call for call in calls if call.node.target.name == name]
        for field, field_of_call in (("parameters", "arguments"), ("returns", "returns")):
            count = max(len(getattr(each.node, field) or ()) for each in functions)
            for index in range(count):
                change: dict[int, Edit] = {}
                for ordinal, node in functions:
                    change |= _without(ordinal, field, getattr(node, field), index)
                for ordinal, node in own:
                    parts = getattr(node, field_of_call)
                    change |= _without(ordinal, field_of_call, parts, index)
                changes.append(change)
    return changes[::-1]


def _without(
    ordinal: int, field: str, parts: tuple[Any, ...] | None, index: int
) -> dict[int, Edit]:
    """Return the edit that removes one of the parts in a field of a statement."""
    if parts is None or index >= len(parts):
        return {}
    part = parts[index]

    def edit(node: Any) -> Any:  # noqa: ANN401 - a function or a call
        # Other changes may have removed parts before it.
        left = [*getattr(node, field)]
        at = next((i for i, each in enumerate(left) if each is part), None)
        if at is not None:
            del left[at]
        empty: tuple[Any, ...] | None = () if field == "parameters" else None
        return node.replace(**{field: tuple(left) or empty}, within=None)

    return {ordinal: edit}


def _directives(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove directives and attributes of functions, and the words before variables."""
    del kept
    changes: list[Change] = []
    for ordinal, item in items(module):
        if type(item) is not n.Function:
            continue
        for field in ("attributes", "directives"):
            changes += [{ordinal: _filtering(field, part)} for part in getattr(item, field)]
    return changes[::-1]


def _filtering(field: str, part: n.Node) -> Callable[[n.Function], n.Function]:
    """Return the edit that removes a directive or an attribute."""

    def edit(node: n.Function) -> n.Function:
        left = tuple(each for each in getattr(node, field) if each is not part)
        return node.replace(**{field: left}, within=None)

    return edit


def _initial_values(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove initial values, and let arrays have one element."""
    changes: list[Change] = []
    for ordinal, node in enumerate(statements(module)):
        if type(node) is not n.Variable or _names_of(node) & kept:
            continue
        if any(each.initializer is not None for each in node.declarators):
            changes.append({ordinal: _without_initial_values})
        if any(_is_large(size) for each in node.declarators for size in each.dimensions):
            changes.append({ordinal: _with_one_element})
    return changes[::-1]


def _without_initial_values(node: n.Variable) -> n.Variable:
    declarators = tuple(
        each.replace(initializer=None, dimensions=_extents(each)) for each in node.declarators
    )
    return node.replace(declarators=declarators, within=None)


def _extents(declarator: n.Declarator) -> tuple[n.Dimension, ...]:
    """Return the dimensions of an array without its initial value."""
    first, *rest = declarator.dimensions or (n.Dimension(n.Literal("1")),)
    if not declarator.dimensions:
        return ()
    # `.b8 x[] = {1, 2};` has its extent from its value.
    count = declarator.initializer
    if first.size is None and isinstance(count, n.Vector):
        first = n.Dimension(n.Literal(str(len(count.elements))))
    return first, *rest


def _is_large(dimension: n.Dimension) -> bool:
    return dimension.size is not None and (constant(dimension.size) or 0) > 1


def _with_one_element(node: n.Variable) -> n.Variable:
    one = n.Dimension(n.Literal("1"))
    declarators = tuple(
        each.replace(dimensions=tuple(one if _is_large(size) else size for size in each.dimensions))
        for each in node.declarators
    )
    return node.replace(declarators=declarators, within=None)


def _declarations(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Remove declarations of names that are used."""
    del kept
    return [
        {ordinal: REMOVE}
        for _, placed in _function_statements(module)
        for ordinal, node in placed
        if type(node) is n.Variable
    ][::-1]


def _bodies(module: n.Module, kept: AbstractSet[str]) -> Sequence[Change]:
    """Leave functions declared only."""
    return [
        {body.ordinal: lambda node: node.replace(body=None, within=None, closing=None)}
        for body in bodies(module)
        if body.function.kind == ".func" and body.function.name.name not in kept
    ][::-1]


PASSES: Final = (
    CandidatePass("unused functions and variables", _needless),
    CandidatePass("functions and variables", _items),
    CandidatePass("bodies of functions", _bodies),
    CandidatePass("blocks", _blocks),
    CandidatePass("statements", _statements),
    CandidatePass("unused names", _unused),
    CandidatePass("scopes", _scopes),
    CandidatePass("guards", _guards),
    CandidatePass("operands", _operands),
    CandidatePass("results", _forwarded),
    CandidatePass("modifiers", _modifiers),
    CandidatePass("parameters", _parameters),
    CandidatePass("directives", _directives),
    CandidatePass("initial values", _initial_values),
    CandidatePass("declarations", _declarations),
)
"""The passes, in the order in which they are run until no pass changes anything."""
