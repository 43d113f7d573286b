"""The meaning of the opcodes, types and special registers of PTX.

The grammar and the IR name no opcode; this layer does. It consists of data and of functions that
look it up: `roles` (the operands that an instruction writes), `types`, and `special_registers`. It
imports no other layer.
"""

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.isa.legality import USUAL_MODIFIERS, Problem, check_legality, completions
from ptxpy.isa.matching import Match, beginning, matches, reach
from ptxpy.isa.named_values import (
    CACHE_POLICIES,
    CONSTANTS,
    FULL_MASK,
    GENERATORS,
    OPCODE_NUMBERS,
    TENSOR_MAP_CODES,
    WARP_LANES,
    segment_clamp,
    tensor_map_code,
)
from ptxpy.isa.notation import Entry, Form, Gate, Slot, modifiers_of
from ptxpy.isa.operand_slots import least_operands, operand_names
from ptxpy.isa.roles import (
    DestinationKind,
    allows_predicate,
    destination_arity,
    destinations,
    explicit_writes,
    is_known,
    needs_predicate,
    opcodes,
    part_types,
    read_modify_writes,
    result_type,
    value_type,
)
from ptxpy.isa.special_registers import (
    SPECIAL_REGISTERS,
    SpecialRegister,
    is_special,
    lookup,
    may_change,
)
from ptxpy.isa.suggest import format_choice, format_words, nearest
from ptxpy.isa.swizzles import (
    LINE_BYTES,
    MATRIX_SWIZZLES,
    MAX_PATTERN_BYTES,
    NO_SWIZZLE,
    STANDARD_SWIZZLES,
    SWIZZLES,
    TCGEN05_CODES,
    UNIT_BYTES,
    WGMMA_CODES,
    Swizzle,
    standard_swizzle,
)
from ptxpy.isa.table import (
    all_entries,
    all_opcodes,
    chapters,
    entries,
    entry_effects,
    names,
    nearest_traits,
)
from ptxpy.isa.targets import (
    TARGET_OPTIONS,
    TARGETS,
    VERSIONS,
    Target,
    Version,
    has_feature,
    parse_target,
    parse_version,
    shared_limit,
)
from ptxpy.isa.traits import (
    ABORTS,
    BRANCHES,
    CONTROL_FLOW,
    DIRECT_BRANCHES,
    EXITS,
    INDEXED_BRANCHES,
    RETURNS,
    TERMINATORS,
    Access,
    Traits,
    follows_protocol,
    is_aligned,
    is_pure,
    passes_floats,
    traits,
    type_sources,
)
from ptxpy.isa.type_compatibility import UNKNOWN, Actual, value_fits
from ptxpy.isa.types import (
    REGISTER_CLASSES,
    STATE_SPACES,
    TYPES,
    StateSpace,
    Type,
    register_class,
)

if TYPE_CHECKING:
    from ptxpy.isa.constants import constant_types
    from ptxpy.isa.descriptions import Description, Example, describe, description_of, example_lines
    from ptxpy.isa.directives import DIRECTIVES, PRAGMAS, Directive
    from ptxpy.isa.instruction_descriptors import (
        BLOCK_SCALE_KINDS,
        KINDS,
        BlockScaleFields,
        InstructionFields,
        block_scale_descriptor,
        instruction_descriptor,
        read_block_scale_descriptor,
        read_descriptor,
    )
    from ptxpy.isa.lookup_tables import table_expression, table_of
    from ptxpy.isa.matrix_descriptors import (
        MatrixFields,
        encode_offset,
        read_tcgen05_descriptor,
        read_wgmma_descriptor,
        swizzle_code,
        tcgen05_bits,
        tcgen05_descriptor,
        wgmma_descriptor,
    )
    from ptxpy.isa.operation_counts import Work, matrix_of, work_of
    from ptxpy.isa.plain_words import (
        Availability,
        OperandWords,
        availability,
        condition_words,
        modifier_classes,
        operand_words,
        rule_words,
    )
    from ptxpy.isa.predicates import Comparison, choices, comparison, conjunction, order
    from ptxpy.isa.trait_sentences import trait_sentence

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.isa.constants": "constant_types",
        "ptxpy.isa.descriptions": "Description Example describe description_of example_lines",
        "ptxpy.isa.directives": "DIRECTIVES PRAGMAS Directive",
        "ptxpy.isa.instruction_descriptors": (
            "BLOCK_SCALE_KINDS KINDS BlockScaleFields InstructionFields"
            " block_scale_descriptor instruction_descriptor read_block_scale_descriptor"
            " read_descriptor"
        ),
        "ptxpy.isa.lookup_tables": "table_expression table_of",
        "ptxpy.isa.matrix_descriptors": (
            "MatrixFields encode_offset read_tcgen05_descriptor read_wgmma_descriptor"
            " swizzle_code tcgen05_bits tcgen05_descriptor wgmma_descriptor"
        ),
        "ptxpy.isa.operation_counts": "Work matrix_of work_of",
        "ptxpy.isa.plain_words": (
            "Availability OperandWords availability condition_words modifier_classes"
            " operand_words rule_words"
        ),
        "ptxpy.isa.predicates": "Comparison choices comparison conjunction order",
        "ptxpy.isa.trait_sentences": "trait_sentence",
    },
)

__all__ = [
    "ABORTS",
    "BLOCK_SCALE_KINDS",
    "BRANCHES",
    "CACHE_POLICIES",
    "CONSTANTS",
    "CONTROL_FLOW",
    "DIRECTIVES",
    "DIRECT_BRANCHES",
    "EXITS",
    "FULL_MASK",
    "GENERATORS",
    "INDEXED_BRANCHES",
    "KINDS",
    "LINE_BYTES",
    "MATRIX_SWIZZLES",
    "MAX_PATTERN_BYTES",
    "NO_SWIZZLE",
    "OPCODE_NUMBERS",
    "PRAGMAS",
    "REGISTER_CLASSES",
    "RETURNS",
    "SPECIAL_REGISTERS",
    "STANDARD_SWIZZLES",
    "STATE_SPACES",
    "SWIZZLES",
    "TARGETS",
    "TARGET_OPTIONS",
    "TCGEN05_CODES",
    "TENSOR_MAP_CODES",
    "TERMINATORS",
    "TYPES",
    "UNIT_BYTES",
    "UNKNOWN",
    "USUAL_MODIFIERS",
    "VERSIONS",
    "WARP_LANES",
    "WGMMA_CODES",
    "Access",
    "Actual",
    "Availability",
    "BlockScaleFields",
    "Comparison",
    "Description",
    "DestinationKind",
    "Directive",
    "Entry",
    "Example",
    "Form",
    "Gate",
    "InstructionFields",
    "Match",
    "MatrixFields",
    "OperandWords",
    "Problem",
    "Slot",
    "SpecialRegister",
    "StateSpace",
    "Swizzle",
    "Target",
    "Traits",
    "Type",
    "Version",
    "Work",
    "all_entries",
    "all_opcodes",
    "allows_predicate",
    "availability",
    "beginning",
    "block_scale_descriptor",
    "chapters",
    "check_legality",
    "choices",
    "comparison",
    "completions",
    "condition_words",
    "conjunction",
    "constant_types",
    "describe",
    "description_of",
    "destination_arity",
    "destinations",
    "encode_offset",
    "entries",
    "entry_effects",
    "example_lines",
    "explicit_writes",
    "follows_protocol",
    "format_choice",
    "format_words",
    "has_feature",
    "instruction_descriptor",
    "is_aligned",
    "is_known",
    "is_pure",
    "is_special",
    "least_operands",
    "lookup",
    "matches",
    "matrix_of",
    "may_change",
    "modifier_classes",
    "modifiers_of",
    "names",
    "nearest",
    "nearest_traits",
    "needs_predicate",
    "opcodes",
    "operand_names",
    "operand_words",
    "order",
    "parse_target",
    "parse_version",
    "part_types",
    "passes_floats",
    "reach",
    "read_block_scale_descriptor",
    "read_descriptor",
    "read_modify_writes",
    "read_tcgen05_descriptor",
    "read_wgmma_descriptor",
    "register_class",
    "result_type",
    "rule_words",
    "segment_clamp",
    "shared_limit",
    "standard_swizzle",
    "swizzle_code",
    "table_expression",
    "table_of",
    "tcgen05_bits",
    "tcgen05_descriptor",
    "tensor_map_code",
    "trait_sentence",
    "traits",
    "type_sources",
    "value_fits",
    "value_type",
    "wgmma_descriptor",
    "work_of",
]
