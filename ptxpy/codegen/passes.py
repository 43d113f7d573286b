"""The lift passes, which turn calls of instructions into idiomatic Python, by their names.

`PASSES` is their one list. The command line, the proof and the generator read it, so a pass
is a row here and the function that does its work; a case in `tests/lift/cases` shows its effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from ptxpy import lift
from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.codegen.control import expected_labels
from ptxpy.codegen.debug_statements import (
    at_arguments,
    each_row,
    fold_positions,
    info_string,
    text_of,
)
from ptxpy.codegen.grouping import group
from ptxpy.codegen.lifting import PLAIN, Lifting
from ptxpy.codegen.operator_expressions import find_float_readers, operator_line
from ptxpy.codegen.recurring_names import name_gaps, name_rows
from ptxpy.demangle import demangled
from ptxpy.dialect import file_of, mark_of, named_marks, signature_of, stack_of
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.lift import (
    name_registers,
    nest,
    roll_function,
    spell_instructions,
    structure_of,
    write_divisions,
    write_rings,
    write_slices,
)
from ptxpy.naming import context_of
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.codegen.census import ProgramCensus, Source, Written
    from ptxpy.lift import BlockResults
    from ptxpy.naming import Facts

__all__ = ["PASSES", "Pass", "chosen", "lifting_by"]


def _nothing_left(*_: object) -> Iterator[str]:
    return iter(())


def _branches_left(program: ProgramCensus, function: Written, source: Source) -> Iterator[str]:
    from ptxpy.codegen.census import why_left  # noqa: PLC0415 - for reports

    for reason, count in why_left(program, function, source.listed).most_common():
        yield f"{count:,} bra {reason}"


_MOST_REPETITIONS: Final = 3
"""The most repetitions that are listed with their lines; the others are counted."""


def _repetitions_left(_: ProgramCensus, function: Written, __: Source) -> Iterator[str]:
    found = function.repetitions
    for each in found[:_MOST_REPETITIONS]:
        yield f"lines {each.line}-{each.last}: {format_count(each.turns, 'turn')} {each.reason}"
    if len(found) > _MOST_REPETITIONS:
        yield f"{len(found) - _MOST_REPETITIONS} more repetitions"


def _memory_comments(
    module: n.Module,
) -> Callable[[n.Function, Mapping[str, str], Facts | None], list[t.Comment]]:
    """Return the function for maps of shared memory; a module without any loads nothing for it."""
    every = chain(module.body, *map(statements, module.functions))
    if any(type(each) is n.Variable and each.space == ".shared" for each in every):
        return lift.memory_comments(module)
    return lambda *_: []


def _results_of(*given: Any) -> BlockResults:  # noqa: ANN401 - as the function itself
    """Return `lift.results_of` of a block, which files without inline assembly do not load."""
    return lift.results_of(*given)


def _write_roles(
    module: n.Module, trees: Sequence[lift.FunctionTree], definitions: Sequence[t.Define]
) -> None:
    """Write the roles of warps and the parts of pipelines; most programs load nothing for it."""
    found = {
        each.opcode
        for function in module.functions
        for each in statements(function)
        if type(each) is n.Instruction
        and (each.opcode == "setmaxnreg" or (each.opcode == "cp" and ".async" in each.modifiers))
    }
    blocks = [tree.block for tree in trees]
    if "setmaxnreg" in found:
        lift.write_role_headings(blocks, definitions)
    elif "cp" in found:
        every = chain(module.body, *map(statements, module.functions))
        shared = [each for each in every if type(each) is n.Variable and each.space == ".shared"]
        names = [declared.name.name for each in shared for declared in each.declarators]
        # A mangled name is another one in the program.
        is_plain = all(name.isidentifier() and name[:1].isalpha() for name in names)
        is_plain = is_plain and len("".join(names)) <= _MAX_NAME
        lift.write_pipeline_headings(blocks, definitions, names if is_plain else ())


_MAX_NAME: Final = 60
"""The characters of a variable that comments name."""
_MIN_VARIABLES: Final = 4
"""With fewer variables no declarations are rolled, and nothing is loaded for it."""


def _roll_declarations(
    module: n.Module,
    block: Sequence[t.Statement],
    names: Mapping[str, str],
    choose_name: Callable[[str], str],
) -> t.Block:
    """Return `lift.roll_declarations` of a module that declares several variables."""
    if sum(type(each) is n.Variable for each in module.body) < _MIN_VARIABLES:
        return [*block]
    return lift.roll_declarations(module, block, names, choose_name)


class Pass(NamedTuple):
    """A lift pass. It keeps the IR: its Python emits the very same statements."""

    name: str
    """A word, to list the pass and to leave it out."""
    help: str
    """A line that explains it, with an example."""
    run: Callable[[Lifting], Lifting]
    """Returns how a program is lifted with this pass as well."""
    needs: tuple[str, ...] = ()
    """The earlier passes whose results it works on: without them it has nothing to do."""
    left: Callable[[ProgramCensus, Written, Source], Iterator[str]] = _nothing_left
    """Yields the rest that it left in a function, and why, for `ptxpy import --report`."""


PASSES: Final[dict[str, Pass]] = {
    each.name: each
    for each in (
        Pass(
            "operators",
            "instructions become operators, comparisons, views and assignments: r[1] + r[2]",
            lambda lifting: lifting._replace(
                operator_line=operator_line, float_readers=find_float_readers
            ),
        ),
        Pass(
            "control",
            "branches and labels become blocks and loops: with ptx.unless(p[1]):",
            lambda lifting: lifting._replace(
                structure_of=structure_of, expected_labels=expected_labels
            ),
            left=_branches_left,
        ),
        Pass(
            "stack",
            "a function's stack is declared at once: stack = reg.stack(16, align=8)",
            lambda lifting: lifting._replace(stack_of=stack_of),
        ),
        Pass(
            "calls",
            "call sequences become calls: r[22] = mix(v, r[19])",
            lambda lifting: lifting._replace(signature_of=signature_of),
        ),
        Pass(
            "positions",
            "debug information is folded: at(12, 26, mark=True)",
            lambda lifting: lifting._replace(
                at_arguments=at_arguments,
                file_of=file_of,
                mark_of=mark_of,
                named_marks=named_marks,
                each_row=each_row,
                info_string=info_string,
                text_of=text_of,
            ),
        ),
        Pass(
            "numbers",
            "numbers say what they mean: ptx.FULL_MASK, 1 / 3, 2**31 - 1",
            lambda lifting: lifting._replace(spell_instructions=spell_instructions),
        ),
        Pass(
            "gaps",
            'layout that recurs has names, in a table at the end: before="fma"',
            lambda lifting: lifting._replace(name_gaps=name_gaps),
        ),
        Pass(
            "shared-memory",
            "what lies where in shared memory is a comment: # smem + 64: 4 x 8 bytes",
            lambda lifting: lifting._replace(memory_comments=_memory_comments),
        ),
        # Before statements are compared: one that is a call is one statement.
        Pass(
            "divisions",
            "the steps of a division by a constant become a call: ptx.srem(x, 4)",
            lambda lifting: lifting._replace(
                early_changes=(*lifting.early_changes, write_divisions)
            ),
        ),
        Pass(
            "rings",
            "the step to the next stage of a ring becomes a call: ptx.advance(stage, 4, phase)",
            lambda lifting: lifting._replace(early_changes=(*lifting.early_changes, write_rings)),
        ),
        # Of all functions at once, before the passes that change each by itself.
        Pass(
            "groups",
            "statements that occur several times become functions: a, b = descriptors(tile, 128)",
            lambda lifting: lifting._replace(group=group),
        ),
        Pass(
            "roll",
            "statements that repeat become loops: for i in range(8):, for lane_mask in (4, 2, 1):",
            lambda lifting: lifting._replace(
                roll_declarations=_roll_declarations,
                changes=(*lifting.changes, roll_function),
            ),
            left=_repetitions_left,
        ),
        Pass(
            "nest",
            "values that are used once are written where they are used: (a + b) * c",
            lambda lifting: lifting._replace(nest=nest, changes=(*lifting.changes, nest)),
        ),
        Pass(
            "names",
            "values get true names, or those of their registers: tid = …; symbols those of the "
            "source",
            lambda lifting: lifting._replace(
                results_of=_results_of,
                demangled=demangled,
                context_of=context_of,
                name_rows=name_rows,
                changes=(*lifting.changes, name_registers),
            ),
        ),
        Pass(
            "slices",
            "elements in a row are a slice: acc[0:4] = mma(a_frag[0:4], *b_frag[0:2])",
            lambda lifting: lifting._replace(changes=(*lifting.changes, write_slices)),
        ),
        Pass(
            "roles",
            "what warps and parts of a pipeline do is a comment: # producer: loads tiles",
            lambda lifting: lifting._replace(write_roles=_write_roles),
        ),
        # The last one: it fills lines, on which the margins take room.
        Pass(
            "fold",
            "positions stand in the margin of the statement after them: x = a + b  #: r3 @28:18",
            lambda lifting: lifting._replace(fold=fold_positions),
            needs=("positions",),
        ),
    )
}
"""The passes by their names, in the order in which they are run."""


def chosen(*, flat: bool = False, roll: bool = True, without: Iterable[str] = ()) -> frozenset[str]:
    """Return the passes to run; `ValueError`, with those that there are, for an unknown one."""
    left_out = {*without}
    unknown = left_out - {*PASSES}
    if unknown:
        msg = f"no pass {min(unknown)!r}; there are {' '.join(PASSES)}"
        raise ValueError(msg)
    if flat:
        return frozenset()
    if not roll:
        left_out.add("roll")
    return frozenset(PASSES) - left_out


def lifting_by(passes: frozenset[str]) -> Lifting:
    """Return how a program is lifted by some passes."""
    lifting = PLAIN
    for each in PASSES.values():
        if passes.issuperset((each.name, *each.needs)):
            lifting = each.run(lifting)
    return lifting
