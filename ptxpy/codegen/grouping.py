"""Groups in a program that is generated: which values they may make, and their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from ptxpy.codegen.identifiers import Namer
from ptxpy.codegen.program_writer import ProgramBuilder
from ptxpy.dialect import value_class
from ptxpy.lift import (
    NAMED_MOVES,
    Function,
    FunctionTree,
    Groups,
    RegisterFile,
    has_its_class,
    made_value,
)
from ptxpy.pytree import tree as t

__all__ = ["group"]


def group(
    trees: Sequence[FunctionTree], templates: Sequence[t.Define], program: ProgramBuilder
) -> list[t.Define]:
    """Gather repeated statements of functions; return the functions that they call now."""

    def nest(definition: t.Define, files: Mapping[str, RegisterFile]) -> None:
        program.lifting.nest(_group_tree(definition, files, program))

    groups = Groups()
    groups.results.update({each.name: _returned(each) for each in templates})
    definitions = groups.apply(
        [_function(tree) for tree in trees],
        symbols={*program.symbols.values()},
        signatures={each.name: [each.name for each in each.parameters] for each in templates},
        unique=partial(_name, program.namer),
        is_free=program.namer.free,
        nest=nest,
    )
    for tree in trees:
        tree.results.update(groups.results)
        tree.parameters.update(groups.parameters)
    return definitions


def _returned(template: t.Define) -> list[str]:
    """Return the names of the results of a template, "" for one whose name tells nothing."""
    last = template.body[-1] if template.body else None
    if not isinstance(last, t.Return):
        return []
    parts = last.value.elements if isinstance(last.value, t.Tuple) else (last.value,)
    return [each if type(each) is str and each not in _PLAIN else "" for each in parts]


_PLAIN: Final = frozenset({"result", "value"})
"""Names of results of templates that tell nothing about a value."""


def _name(namer: Namer, wanted: Sequence[str]) -> str:
    """Return the first of several names that nothing has, or one like the best, and take it."""
    # A name that some function has would read there as something else.
    free = [name for name in wanted if name not in namer.every and namer.free(name)]
    return namer.unique(free[0] if free else wanted[0])


def _function(tree: FunctionTree) -> Function:
    """Return a function whose statements may be gathered in groups."""

    def spell(statement: t.Assign) -> t.Expression | None:
        value = made_value(statement, tree)
        function = value.function if isinstance(value, t.Call) else "."
        # The type of `u32(8)` is a name of the DSL, which the program has to import.
        if function in NAMED_MOVES:
            tree.use(str(function))
        return value

    def may_return(statement: t.Assign) -> bool:
        [target] = statement.targets
        return (
            isinstance(target, t.Register)
            and target.file in tree.files
            and has_its_class(tree, statement, target)
        )

    declared = {file.prefix: file.storage for file in tree.files.values()}

    def variable_type(register: t.Register, writes: int) -> str:
        file = tree.files.get(register.file)
        if file is None or type(register.number) is not int or tree.suggestions is None:
            return ""
        exact = tree.register_name(register.file, register.number)
        if tree.writes.get(exact) != writes or exact in tree.suggestions.unassigned:
            return ""
        if value_class(file.type, declared) != (file.storage, file.type):
            return ""
        tree.use(file.type)
        tree.use("reg")
        return file.type

    values = {*_values(tree)}

    def settle(register: t.Register) -> None:
        values.add(register)
        if type(register.number) is int:
            tree.writes[tree.register_name(register.file, register.number)] = 1

    candidates = {} if tree.suggestions is None else tree.suggestions.candidates

    def names_of(register: t.Register) -> Sequence[str]:
        if register.file not in tree.files or type(register.number) is not int:
            return ()
        return candidates.get(tree.register_name(register.file, register.number), ())

    return Function(
        tree.block,
        {python: file.type for python, file in tree.files.items()},
        values,
        [parameter.name for parameter in tree.definition.parameters],
        spell,
        tree.files,
        may_return=may_return,
        variable_type=variable_type,
        settle=settle,
        candidates=names_of,
    )


def _values(tree: FunctionTree) -> Iterator[t.Register]:
    """Yield the registers that one instruction writes without a guard, and that have its class."""
    for statement in t.walk_statements(tree.block):
        if not isinstance(statement, t.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        for part in target.elements if isinstance(target, t.Tuple) else (target,):
            if (
                isinstance(part, t.Register)
                and isinstance(part.number, int)
                and part.file in tree.files
                and tree.writes.get(tree.register_name(part.file, part.number)) == 1
                and has_its_class(tree, statement, part)
            ):
                yield part


def _group_tree(
    definition: t.Define, files: Mapping[str, RegisterFile], program: ProgramBuilder
) -> FunctionTree:
    """Return the tree of a group, in which each value has a register that stands for it."""
    writes = Counter(
        f"{files[part.file].prefix}{part.number}"
        for statement in t.walk_statements(definition.body)
        if isinstance(statement, t.Assign)
        for target in statement.targets
        for part in t.walk_expression(target)
        if isinstance(part, t.Register)
    )
    return FunctionTree(
        definition, files, writes, None, program.namer.free, program.namer.name, program.uses.add
    )
