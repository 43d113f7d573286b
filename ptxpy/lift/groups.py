"""Groups: statements that occur several times become one function, called wherever they stood.

A group is a run of neighbouring statements, whole blocks included, that are the same up to
registers, numbers and symbols and have one data flow. Values that the function alone needs have no
register in its text: the call's statement says in `emits` which registers these are. Values that
are read after it are returned. Everything else that differs is a parameter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.lift.group_search import (
    MAX_DEPTH,
    Chosen,
    Search,
    definitions_of,
    leaves_of,
    may_begin_meaning,
)
from ptxpy.lift.listing import Function, Listing
from ptxpy.lift.statement_shapes import NAME, NUMBER, REGISTER, SLICE, Leaf, Readings, Rewriter
from ptxpy.pytree import rebuild, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import RegisterFile
    from ptxpy.lift.related_numbers import Formula

__all__ = ["Function", "Group", "Groups", "deepen"]

_MARK: Final = "\0"
"""The beginning of a name that is replaced in the end."""
_OF_PARAMETER: Final = re.compile(r"param_[0-9]+_(?!at)")
"""The parameter of a kernel in the name of a value; functions that kernels call do not know it."""


class Group(NamedTuple):
    """A group, as a function."""

    name: str
    """Its mark, until all groups are known and it gets a name."""
    parameters: list[Parameter]
    body: t.Block
    results: list[t.Expression]
    depth: int
    files: Mapping[str, RegisterFile]
    """The register files of its values."""
    classes: Mapping[str, str]
    agreed: Mapping[t.Expression, Sequence[str]] = {}
    """The names that are true of a parameter or a value in all calls, the best first."""
    variables: Sequence[Parameter] = ()
    """The registers that it declares, as no statement but those of a call writes them."""


class Parameter(NamedTuple):
    """A parameter: its mark, until it gets a name, and the arguments of the calls."""

    name: str
    kind: str
    arguments: tuple[Any, ...]


class Groups:
    """Repeated statements become functions."""

    def __init__(self) -> None:
        """Begin without groups."""
        self._groups: dict[str, Group] = {}
        self._readings = Readings()
        self._new: set[int] | None = None
        """The identities of the calls, and of the functions' blocks, that were made last."""
        self.results: dict[str, list[str]] = {}
        """The names of the results of functions, by theirs: "" for one without a name."""
        self.parameters: dict[str, Sequence[str]] = {}
        """The names of the parameters of functions, by theirs."""

    def apply(
        self,
        functions: Sequence[Function],
        *,
        symbols: Collection[str] = (),
        signatures: Mapping[str, Sequence[str]] | None = None,
        unique: Callable[[Sequence[str]], str],
        is_free: Callable[[str], bool] = lambda _: True,
        nest: Callable[[t.Define, Mapping[str, RegisterFile]], None] = lambda *_: None,
    ) -> list[t.Define]:
        """Replace repeated statements of functions by calls; return the functions to be called.

        Args:
            functions: The functions, whose blocks are changed.
            symbols: The names of the module's variables.
            signatures: The parameters of the module's other functions, by their names.
            unique: Gives a name that nothing else in the module has, the first that can be given.
            is_free: Returns whether a name has no meaning in the module yet.
            nest: Writes values in a function where they are used, given its register files.
        """
        for _ in range(MAX_DEPTH):
            if not self._round(functions, symbols):
                break
        self.parameters.update(signatures or {})
        return self._definitions(functions, unique, is_free, nest)

    def _round(self, functions: Sequence[Function], symbols: Collection[str]) -> bool:
        """Look for groups once; return whether there were any."""
        inner = [_as_function(group) for group in self._groups.values()]
        every = [*functions, *inner]
        depths = {name: group.depth for name, group in self._groups.items()}
        listing = Listing(every, symbols, depths, self._readings)
        search = Search(listing, self._is_new(listing))
        self._new = set()
        found = False
        replaced: dict[int, list[tuple[int, int, t.Statement]]] = {}
        blocks: dict[int, t.Block] = {}
        for chosen in search.chosen():
            found = True
            group, calls = self._made(listing, chosen)
            for start, call in zip(chosen.starts, calls, strict=True):
                place = listing.places[start]
                blocks[id(place.block)] = place.block
                replaced.setdefault(id(place.block), []).append((place.at, chosen.length, call))
            self._groups[group.name] = group
            self._new.update([id(group.body), *map(id, calls)])
        for key, changes in replaced.items():
            block = blocks[key]
            # From the end, the places of earlier changes stay valid.
            for index, length, call in sorted(changes, key=lambda each: -each[0]):
                block[index : index + length] = [call]
        deepen(self._groups)
        return found

    def _is_new(self, listing: Listing) -> list[bool] | None:
        """Return which tokens are new since the last search, or hold one; None in the first.

        Sequences of other tokens have been looked at and are not worth a function. A token that may
        begin a group with a meaning counts as new: an earlier choice may have cut it off.
        """
        if self._new is None:
            return None
        bodies = [id(function.block) in self._new for function in listing.functions]
        found: list[bool] = []
        for place in listing.places:
            is_new = bodies[place.function] or id(place.block[place.at]) in self._new
            is_new = is_new or may_begin_meaning(place)
            found.append(is_new or any(found[place.inner.start : place.inner.stop]))
        return found

    # ------------------------------------------------------------------ making a function

    def _made(self, listing: Listing, chosen: Chosen) -> tuple[Group, list[t.Statement]]:
        """Return the function of a group, and its calls."""
        start = chosen.starts[0]
        place = listing.places[start]
        reader = listing.readers[place.function]
        leaves = leaves_of(listing, start, chosen.length)
        roles = definitions_of(listing, start, chosen.length)
        parameters = [
            Parameter(f"{_MARK}{number}", leaf.kind, arguments)
            for number, (leaf, arguments) in enumerate(chosen.parameters)
        ]
        returned = self._returned(listing, chosen)
        made: dict[int, t.Expression] = {}
        for at, leaf in enumerate(leaves):
            if leaf.is_target and (at in returned or at not in chosen.columns):
                if leaf.kind == NAME:
                    made[at] = f"{_MARK}n{at}"
                else:
                    made[at] = t.Register(_MARK + leaf.value.file.removeprefix(_MARK), at)
        at = -1
        written = {chosen.columns[each]: each for each in returned}
        read: set[int] = set()

        def take(leaf: Leaf) -> t.Expression:
            nonlocal at
            # The rewriter asks for each leaf, in the order of `leaves_of`.
            at += 1
            if at in made:
                return made[at]
            if at in chosen.columns:
                column = chosen.columns[at]
                if column in written and at > written[column]:
                    return made[written[column]]
                read.add(column)
                return parameters[column].name
            if at in roles:
                return made[roles[at]]
            value: t.Expression = leaf.value
            return value

        function = listing.functions[place.function]
        rewriter = Rewriter(reader, take, function.spell, returned.values())
        body = rewriter.block(place.block[place.at : place.at + chosen.length])
        depth = 1 + max(listing.places[start + n].depth for n in range(chosen.length))
        types = self._variables(listing, chosen, written)
        name = f"{_MARK}g{len(self._groups)}"
        results = [made[result] for result in [*chosen.results, *returned]]
        # Calls name the registers in the order of the declarations.
        variables = [parameters[number] for number in sorted(types, key=lambda each: types[each])]
        for column in types:
            for at_start, register in zip(chosen.starts, chosen.parameters[column][1], strict=True):
                listing.functions[listing.places[at_start].function].settle(register)
        declarations: t.Block = []
        for kind in sorted({*types.values()}):
            row = [parameters[number].name for number, own in types.items() if own == kind]
            if len(row) == 1:
                declared = t.Assign(row, t.Call("reg.scalar", (kind,)))
            else:
                made_row = t.Call("reg.run", (kind, len(row)))
                declared = t.Assign([t.Tuple((*row,))], made_row)
            declared.makes = len(row)
            declarations.append(declared)
        body[:0] = declarations
        parameters = [
            each for number, each in enumerate(parameters) if number in read and number not in types
        ]
        unread = self._unread(listing, chosen, variables)
        results += [each.name for each in variables if each.name not in unread]
        files = {_MARK + file.removeprefix(_MARK): each for file, each in function.files.items()}
        classes = {_MARK + f.removeprefix(_MARK): each for f, each in function.classes.items()}
        group = Group(name, parameters, body, results, depth, files, classes)
        agreed = self._agreed(listing, chosen, [*parameters, *variables], made)
        group = group._replace(agreed=agreed, variables=variables)
        results_at = [*chosen.results, *returned]
        return group, [
            self._call(listing, chosen, group, results_at, number)
            for number in range(len(chosen.starts))
        ]

    @staticmethod
    def _returned(listing: Listing, chosen: Chosen) -> dict[int, int]:
        """Return the leaves that write a register of the caller and may return the value instead.

        Such a leaf is the only one of its register in the group, no slice has the register, and no
        condition is around it. The result has the identities of the statements.
        """
        found: dict[int, int] = {}
        writes = Counter[int]()
        at = 0
        for step in range(chosen.length):
            every = [listing.places[start + step] for start in chosen.starts]
            for leaf in every[0].leaves:
                column = chosen.columns.get(at) if leaf.is_target else None
                if column is not None:
                    writes[column] += 1
                    statements = [place.block[place.at] for place in every]
                    if all(
                        isinstance(each, t.Assign)
                        and each.targets
                        and type(each.targets[0]) is t.Register
                        and listing.functions[place.function].may_return(each)
                        for each, place in zip(statements, every, strict=True)
                    ):
                        found[at] = id(statements[0])
                at += 1
        return {
            at: each
            for at, each in found.items()
            if writes[chosen.columns[at]] == 1 and not _is_in_slice(listing, chosen, at)
        }

    @staticmethod
    def _variables(listing: Listing, chosen: Chosen, returned: Collection[int]) -> dict[int, str]:
        """Return the parameters that are registers of the group's own, with their types.

        Nothing but a call writes such a register, which it returns. Parameters whose values it
        returns are none.
        """
        writes = Counter[int]()
        first: dict[int, bool] = {}
        for at, leaf in enumerate(leaves_of(listing, chosen.starts[0], chosen.length)):
            column = chosen.columns.get(at)
            if column is not None:
                writes[column] += leaf.is_target
                is_own = leaf.is_target and not _is_in_slice(listing, chosen, at)
                first.setdefault(column, is_own)
        functions = [listing.functions[listing.places[start].function] for start in chosen.starts]
        found: dict[int, str] = {}
        for column, (leaf, arguments) in enumerate(chosen.parameters):
            if leaf.kind == REGISTER and column not in returned and first[column]:
                types = {
                    function.variable_type(register, writes[column])
                    for function, register in zip(functions, arguments, strict=True)
                }
                kind = types.pop()
                if kind and not types and len(set(arguments)) == len(arguments):
                    found[column] = kind
        return found

    @staticmethod
    def _unread(listing: Listing, chosen: Chosen, variables: Sequence[Parameter]) -> set[str]:
        """Return the variables of a group that nothing outside of a call reads, by their marks."""
        if not variables:
            return set()
        mentions = Counter(
            (listing.places[start].function, leaf.value)
            for start in chosen.starts
            for leaf in leaves_of(listing, start, chosen.length)
            if leaf.kind == REGISTER
        )
        functions = [listing.places[start].function for start in chosen.starts]
        return {
            variable.name
            for variable in variables
            if all(
                listing.mentions(function)[register] == mentions[function, register]
                for function, register in zip(functions, variable.arguments, strict=True)
            )
        }

    @staticmethod
    def _agreed(
        listing: Listing,
        chosen: Chosen,
        parameters: Sequence[Parameter],
        made: Mapping[int, t.Expression],
    ) -> dict[t.Expression, list[str]]:
        """Return the names that are true of parameters and values wherever the group is called."""
        functions = [listing.functions[listing.places[start].function] for start in chosen.starts]
        found: dict[t.Expression, list[str]] = {}

        def note(key: t.Expression, registers: Sequence[Any]) -> None:
            if type(registers[0]) is not t.Register:
                return
            names = [_OF_PARAMETER.sub("", each) for each in functions[0].candidates(registers[0])]
            for function, register in zip(functions[1:], registers[1:], strict=True):
                if not names:
                    return
                if type(register) is not t.Register:
                    return
                others = {_OF_PARAMETER.sub("", each) for each in function.candidates(register)}
                names = [name for name in names if name in others]
            if names:
                found[key] = names

        for parameter in parameters:
            note(parameter.name, parameter.arguments)
        every = [leaves_of(listing, start, chosen.length) for start in chosen.starts]
        for at, key in made.items():
            note(key, [leaves[at].value for leaves in every])
        return found

    def _call(
        self,
        listing: Listing,
        chosen: Chosen,
        group: Group,
        results: Sequence[int],
        number: int,
    ) -> t.Statement:
        """Return one call of a group."""
        start = chosen.starts[number]
        place = listing.places[start]
        leaves = leaves_of(listing, start, chosen.length)
        call = t.Call(group.name, tuple([each.arguments[number] for each in group.parameters]))
        targets = [leaves[result].value for result in results]
        own = [each.arguments[number] for each in group.variables]
        returned = [
            register
            for variable, register in zip(group.variables, own, strict=True)
            if variable.name in group.results
        ]
        targets += returned
        made: t.Assign | t.Evaluate
        if targets:
            made = t.Assign([targets[0] if len(targets) == 1 else t.Tuple(tuple(targets))], call)
            made.declares = len(returned)
        else:
            made = t.Evaluate(call)
        single = listing.readers[place.function].single
        statements = place.block[place.at : place.at + chosen.length]
        made.emits = (*own, *_emitted(statements, single))
        return made

    # ------------------------------------------------------------------ giving names

    def _definitions(
        self,
        functions: Sequence[Function],
        unique: Callable[[Sequence[str]], str],
        is_free: Callable[[str], bool],
        nest: Callable[[t.Define, Mapping[str, RegisterFile]], None],
    ) -> list[t.Define]:
        """Return the functions of all groups that are called, with their names."""
        if not self._groups:
            return []
        from ptxpy.lift import group_names  # noqa: PLC0415 - seldom needed
        from ptxpy.lift.group_places import places_of_calls  # noqa: PLC0415 - seldom needed
        from ptxpy.lift.group_purposes import result_name  # noqa: PLC0415 - seldom needed

        formulas = self._leave_out(functions)
        names: dict[str, str] = {}
        made: dict[str, int] = {}
        """How many values each function makes, by its name."""
        found: list[t.Define] = []
        places = places_of_calls(functions, {n: g.body for n, g in self._groups.items()})
        # Groups that others call come first: their parameters name the values of their callers.
        order = sorted(self._groups.values(), key=lambda group: group.depth)
        for group in order:
            _rename(group.body, names, {})
            chosen = group_names.names_of_group(
                group.body,
                [(each.name, each.kind) for each in (*group.parameters, *group.variables)],
                self.parameters,
                group.agreed,
                is_free,
            )
            parameters = [t.Parameter(chosen.names[each.name]) for each in group.parameters]
            definition = t.Define(group.name, parameters, group.body)
            if group.results:
                results = tuple(group.results)
                value = results[0] if len(results) == 1 else t.Tuple(results)
                definition.body.append(t.Return(value))
            _count_values(definition, made)
            nest(definition, group.files)
            values, results_named = group_names.name_values(
                definition, chosen, group.agreed, is_free, self.results
            )
            by_result = result_name(definition.body, results_named)
            wanted = chosen.wanted or ((by_result,) if by_result else (places[group.name],))
            name = names[group.name] = definition.name = unique(wanted)
            made[name] = made.pop(group.name)
            self.results[name] = results_named
            self.parameters[name] = [each.name for each in parameters]
            computed = {
                number: _formula(chosen.names[base], factor, summand)
                for number, (base, factor, summand) in formulas.get(group.name, {}).items()
            }
            _rename(definition.body, chosen.names, values, computed)
            # Inside of a function the values have no registers; its calls say which these are.
            for statement in t.walk_statements(definition.body):
                if isinstance(statement, t.Assign | t.Evaluate | t.With):
                    statement.emits = ()
            found.append(definition)
        for function in functions:
            _rename(function.block, names, {})
        return found

    def _leave_out(self, functions: Sequence[Function]) -> dict[str, dict[str, Formula]]:
        """Leave out parameters that follow from others; return how they do, by group."""
        inner: set[str] = set().union(
            *[_called(each.body, self._groups) for each in self._groups.values()]
        )
        found: dict[str, dict[str, Formula]] = {}
        kept: dict[str, list[int]] = {}
        for name, group in self._groups.items():
            numbers = {
                each.name: each.arguments
                for each in group.parameters
                if each.kind == NUMBER and all(type(value) is int for value in each.arguments)
            }
            # The calls within other groups have parameters of those for arguments.
            if name in inner or len(numbers) < len(("one", "other")):
                continue
            from ptxpy.lift.related_numbers import (  # noqa: PLC0415 - seldom needed
                is_computable,
                related_numbers,
            )

            formulas = {
                number: formula
                for number, formula in related_numbers(numbers).items()
                if is_computable(group.body, number)
            }
            if formulas:
                found[name] = formulas
                kept[name] = [
                    at for at, each in enumerate(group.parameters) if each.name not in formulas
                ]
                left = [group.parameters[at] for at in kept[name]]
                self._groups[name] = group._replace(parameters=left)

        def shorten(expression: t.Expression) -> t.Expression | None:
            if isinstance(expression, t.Call) and expression.function in kept:
                places = kept[str(expression.function)]
                return t.Call(
                    expression.function, tuple([expression.arguments[at] for at in places])
                )
            return None

        for function in functions if kept else ():
            for statement in t.walk_statements(function.block):
                transform_statement(statement, shorten)
        return found


def _is_in_slice(listing: Listing, chosen: Chosen, at: int) -> bool:
    """Return whether a slice in a group has the register of a leaf.

    The slice is an argument of the call, with the registers as they are before it.
    """
    for start in chosen.starts:
        leaves = leaves_of(listing, start, chosen.length)
        register = leaves[at].value
        for kind, value, _, _ in leaves:
            if kind == SLICE and value.file == register.file:
                numbers = range(value.start, value.stop or 0, value.step)
                if value.stop is None or register.number in numbers:
                    return True
    return False


def _count_values(definition: t.Define, made: dict[str, int]) -> None:
    """Note how many values a function makes, and its statements that call others."""
    for statement in t.walk_statements(definition.body):
        if isinstance(statement, t.Assign | t.Evaluate) and isinstance(statement.value, t.Call):
            statement.makes = made.get(str(statement.value.function), statement.makes)
    made[definition.name] = sum(each.makes for each in t.walk_statements(definition.body))


def _formula(base: str, factor: int, summand: int) -> t.Expression:
    """Return a number as a formula of another one."""
    product = base if factor == 1 else t.Binary(factor, "*", base)
    if not summand:
        return product
    return t.Binary(product, "+" if summand > 0 else "-", abs(summand))


def _as_function(group: Group) -> Function:
    """Return a group as a function in which others are looked for."""
    block = group.body
    registers = {
        part
        for statement in t.walk_statements(block)
        for expression in t.head_expressions(statement)
        for part in t.walk_expression(expression)
        if type(part) is t.Register
    }
    names = {parameter.name for parameter in (*group.parameters, *group.variables)}
    return Function(
        block,
        group.classes,
        registers,
        names,
        files=group.files,
        depth=group.depth,
        results=tuple(group.results),
        candidates=lambda register: group.agreed.get(register, ()),
    )


def deepen(groups: MutableMapping[str, Group]) -> None:
    """Let each group be deeper than those that it calls, which may have become deeper."""
    calls = {name: _called(group.body, groups) for name, group in groups.items()}
    pending = [*groups]
    while pending:
        deeper = {
            name
            for name in pending
            if any(groups[inner].depth >= groups[name].depth for inner in calls[name])
        }
        for name in deeper:
            depth = 1 + max(groups[inner].depth for inner in calls[name])
            groups[name] = groups[name]._replace(depth=depth)
        # A group that has become deeper may push down those that call it.
        pending = [name for name, inner in calls.items() if not deeper.isdisjoint(inner)]
        pending += [name for name in deeper if name not in pending]


def _called(block: t.Block, groups: Mapping[str, Group]) -> set[str]:
    """Return the groups that a block calls."""
    return {
        str(statement.value.function)
        for statement in t.walk_statements(block)
        if isinstance(statement, t.Assign | t.Evaluate) and isinstance(statement.value, t.Call)
    }.intersection(groups)


def _emitted(
    statements: Sequence[t.Statement], single: Collection[t.Register]
) -> Iterator[t.Register]:
    """Yield the registers of the values that statements make, in order."""
    for statement in t.walk_statements(statements):
        if statement.emits:
            yield from statement.emits
        elif isinstance(statement, t.Assign):
            for target in statement.targets:
                parts = target.elements if isinstance(target, t.Tuple) else (target,)
                for part in parts:
                    if isinstance(part, t.Register) and part in single:
                        yield part


def _rename(
    block: t.Block,
    names: Mapping[str, str],
    registers: Mapping[t.Register, t.Expression],
    computed: Mapping[str, t.Expression] = MappingProxyType({}),
) -> None:
    """Put names, and formulas for the numbers that are computed, in the place of their marks."""

    def change(expression: t.Expression) -> t.Expression | None:
        if type(expression) is t.Register:
            return registers.get(expression)
        if type(expression) is t.Value:
            return rebuild(expression.expression, change)
        if type(expression) is str and expression[:1] == _MARK:
            if expression in computed:
                return computed[expression]
            first, dot, rest = expression.partition(".")
            given = names.get(first, first)
            return f"{given}.{rest}" if dot else given
        return None

    for statement in t.walk_statements(block):
        transform_statement(statement, change)
        if isinstance(statement, t.With):
            statement.contexts = [
                each._replace(name=names.get(each.name, each.name)) for each in statement.contexts
            ]
        elif isinstance(statement, t.For):
            statement.variable = names.get(statement.variable, statement.variable)
