"""The meaning of instructions in Python's own terms: found in the IR, proved by the emitted PTX."""

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.lift.function_tree import FunctionTree, RegisterFile, count_writes, declared_files
from ptxpy.lift.groups import Groups
from ptxpy.lift.idioms import write_divisions, write_rings
from ptxpy.lift.listing import Function
from ptxpy.lift.naming import name_registers
from ptxpy.lift.nesting import nest
from ptxpy.lift.numbers.flow import Spellings, spell_instructions
from ptxpy.lift.regions import Region, Switch
from ptxpy.lift.reroll import MIN_REPETITIONS, roll_function
from ptxpy.lift.shapes import Shape, replace_numbers, shape_and_spellings_of, shape_of
from ptxpy.lift.slices import write_slices
from ptxpy.lift.structure import DEEPEST, Structure, TwoWay, structure_of
from ptxpy.lift.values import NAMED_MOVES, has_its_class, made_value, write_margins

if TYPE_CHECKING:
    from ptxpy.lift.block_results import NOTHING, BlockResults, results_of
    from ptxpy.lift.carried import MAX_CARRIED
    from ptxpy.lift.declaration_loops import roll_declarations
    from ptxpy.lift.linear_forms import LinearForms
    from ptxpy.lift.margin_positions import MovePositions, emits_nothing
    from ptxpy.lift.margin_tables import write_margin_table, write_values_row
    from ptxpy.lift.memory_map import memory_comments, shared_memory_map
    from ptxpy.lift.pipeline_headings import write_pipeline_headings
    from ptxpy.lift.position_folding import FoldPositions
    from ptxpy.lift.role_headings import write_role_headings
    from ptxpy.lift.shared_memory_parts import SharedVariable, dynamic_extent
    from ptxpy.lift.uneven import MAX_COLUMNS

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.lift.block_results": "NOTHING BlockResults results_of",
        "ptxpy.lift.carried": "MAX_CARRIED",
        "ptxpy.lift.declaration_loops": "roll_declarations",
        "ptxpy.lift.linear_forms": "LinearForms",
        "ptxpy.lift.margin_positions": "MovePositions emits_nothing",
        "ptxpy.lift.margin_tables": "write_margin_table write_values_row",
        "ptxpy.lift.position_folding": "FoldPositions",
        "ptxpy.lift.pipeline_headings": "write_pipeline_headings",
        "ptxpy.lift.role_headings": "write_role_headings",
        "ptxpy.lift.memory_map": "memory_comments shared_memory_map",
        "ptxpy.lift.shared_memory_parts": "SharedVariable dynamic_extent",
        "ptxpy.lift.uneven": "MAX_COLUMNS",
    },
)

__all__ = [
    "DEEPEST",
    "MAX_CARRIED",
    "MAX_COLUMNS",
    "MIN_REPETITIONS",
    "NAMED_MOVES",
    "NOTHING",
    "BlockResults",
    "FoldPositions",
    "Function",
    "FunctionTree",
    "Groups",
    "LinearForms",
    "MovePositions",
    "Region",
    "RegisterFile",
    "Shape",
    "SharedVariable",
    "Spellings",
    "Structure",
    "Switch",
    "TwoWay",
    "count_writes",
    "declared_files",
    "dynamic_extent",
    "emits_nothing",
    "has_its_class",
    "made_value",
    "memory_comments",
    "name_registers",
    "nest",
    "replace_numbers",
    "results_of",
    "roll_declarations",
    "roll_function",
    "shape_and_spellings_of",
    "shape_of",
    "shared_memory_map",
    "spell_instructions",
    "structure_of",
    "write_divisions",
    "write_margin_table",
    "write_margins",
    "write_pipeline_headings",
    "write_rings",
    "write_role_headings",
    "write_slices",
    "write_values_row",
]
