"""The functions that the generator calls when a lift pass may have something to say.

Without passes, each function finds nothing, and the program is plain: it has a call for each
instruction. The passes (`ptxpy.codegen.passes`) put others in their places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ptxpy import lift
from ptxpy._records import NamedTuple
from ptxpy.demangle import Demangled
from ptxpy.dialect import Signature, Stack
from ptxpy.ir import nodes as n
from ptxpy.naming import Context, Facts
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from ptxpy.lift import BlockResults, FunctionTree, Spellings, Structure

__all__ = ["PLAIN", "Lifting"]

_Body: TypeAlias = Sequence[Any]
"""The statements of a function, a scope or a section."""
_Comments: TypeAlias = "Callable[[n.Function, Mapping[str, str], Facts | None], list[t.Comment]]"
"""Returns the comments at the top of a function, given the Python names of symbols."""
_Row: TypeAlias = tuple[t.Call | None, int]
"""A call that says several statements, and their number; None and 0 if none does."""


def _nothing(*_: object) -> None:
    """Find nothing, and do nothing."""


class Lifting(NamedTuple):
    """The forms that are looked for while a program is written, and the changes after that."""

    omits_zeros: bool = True
    """Whether an address `[x, 0]` is `[x]`: the file has no `[x+0]`."""

    # ------------------------------------------------------------------ instructions

    operator_line: Callable[..., t.Assign | None] = _nothing
    """Returns the assignment for an instruction in a scope, whose result may have a name."""
    float_readers: Callable[[n.Function], frozenset[int]] = lambda _: frozenset()
    """Returns the identities of instructions whose operators take a float for an integer."""
    spell_instructions: Callable[[n.Function], Spellings] = lambda _: {}
    """Returns the meanings of numbers in a function."""
    results_of: Callable[..., BlockResults] = lambda *_: lift.NOTHING
    """Returns the results of a block of inline assembly, as `ptxpy.lift.block_results` does."""

    # ------------------------------------------------------------------ statements together

    structure_of: Callable[[_Body, list[tuple[int, int]], int], Structure | None] = _nothing
    """Returns the blocks and loops of a body, as `ptxpy.lift.structure` does."""
    expected_labels: Callable[[_Body, str | None], frozenset[str]] = lambda *_: frozenset()
    """Returns the labels whose numbers need not be written: the tracer finds them."""
    stack_of: Callable[[_Body], Stack | None] = _nothing
    """Returns the stack that three declarations make."""
    signature_of: Callable[[n.Function], Signature | None] = _nothing
    """Returns the parameters and results of a function that Python can call."""

    # ------------------------------------------------------------------ debug information

    at_arguments: Callable[[n.Location, int], list[t.Expression] | None] = _nothing
    """Returns the arguments of `at(…)` for a position, given the file that need not be said."""
    file_of: Callable[[_Body], int] = lambda _: 1
    """Returns the file that need not be said in a function."""
    mark_of: Callable[[n.Node], tuple[str, int] | None] = _nothing
    """Returns stem and number of a label that debug information refers to."""
    named_marks: Callable[[n.Module], frozenset[str]] = lambda _: frozenset()
    """Returns the labels of this kind whose numbers are written."""
    each_row: Callable[..., _Row] = lambda *_: (None, 0)
    """Returns the longest row of lines of a section, as `ptxpy.codegen.debug_statements` does."""
    info_string: Callable[[_Body, int], _Row] = lambda *_: (None, 0)
    """Returns the call for a label and the text behind it in a section."""
    text_of: Callable[[n.Data], str | None] = _nothing
    """Returns the values of a line of a section as a quoted text."""

    # ------------------------------------------------------------------ names and comments

    demangled: Callable[[str], Demangled] = lambda symbol: Demangled(symbol, "")
    """Returns the name and the signature of a symbol in the source."""
    context_of: Callable[[n.Module], Mapping[str, Context]] = lambda _: {}
    """Returns the facts that names need, those of debug information among them, by function."""
    name_rows: Callable[..., None] = _nothing
    """Names the long lists of registers in a function, as `ptxpy.codegen.recurring_names` does."""
    memory_comments: Callable[[n.Module], _Comments] = lambda _: lambda *_: []
    """Returns a function that returns the comments at the top of a function of a module."""

    # ------------------------------------------------------------------ what is written is changed

    roll_declarations: Callable[
        [n.Module, t.Block, Mapping[str, str], Callable[[str], str]], t.Block
    ] = lambda _, block, *__: block
    """Returns statements at module level as loops, given the Python names of symbols."""
    name_gaps: Callable[[t.Block], list[t.Statement]] = lambda _: []
    """Names the layout of statements that recurs; returns the argument of `module(…)`."""
    early_changes: tuple[Callable[[FunctionTree], None], ...] = ()
    """The changes of each function before groups are looked for."""
    group: Callable[..., list[t.Define]] = lambda *_: []
    """Makes functions of statements that recur, as `ptxpy.codegen.grouping` does."""
    nest: Callable[[FunctionTree], None] = _nothing
    """Writes the values of such a function where they are used."""
    changes: tuple[Callable[[FunctionTree], None], ...] = ()
    """The changes of each function of the module, one after the other."""
    write_roles: Callable[[n.Module, Sequence[FunctionTree], Sequence[t.Define]], None] = _nothing
    """Says what the warps of kernels do, given the functions that they call."""
    fold: Callable[[Sequence[FunctionTree], Sequence[t.Define]], None] = _nothing
    """Changes the functions last of all, when their margins are known, and those they call."""


PLAIN = Lifting()
"""No pass has anything to say."""
