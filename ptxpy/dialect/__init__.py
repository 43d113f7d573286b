"""The dialect of Python that an imported kernel is written in, and how each of its names is PTX.

The package that writes it, `ptxpy.codegen`, and the one that runs it, `ptxpy.dsl`, read the same
facts here: the instruction of each operator, the spelling of opcodes as attributes, the numbers of
labels, the layout of calls and positions, the class of each value, and the notation of a margin.
"""

from ptxpy.dialect import vocabulary
from ptxpy.dialect.calls import Signature, element_type, result_of, sequence_of, signature_of
from ptxpy.dialect.divisions import DIVISIONS, Literal, Step, division_steps
from ptxpy.dialect.labels import Steps, block_number, number_labels
from ptxpy.dialect.margin_notation import (
    MARGIN_MARK,
    format_names,
    looks_like_margin,
    parse_names,
    plain_names,
)
from ptxpy.dialect.operators import (
    BINARY,
    COMPARISONS,
    INVERSES,
    UNARY,
    VIEWS,
    Operator,
    inverse_comparison,
    move_of,
    moved_by,
    opcode_of,
    operator_of,
)
from ptxpy.dialect.positions import (
    INFO_STRING,
    LABEL_PREFIX,
    POSITION_STEM,
    MarginPosition,
    Marks,
    Place,
    file_of,
    format_position,
    has_positions,
    looks_like_positions,
    mark_of,
    named_marks,
    parse_positions,
    split_label,
    split_margin,
)
from ptxpy.dialect.program_grammar import ProgramGrammarError, parse_program
from ptxpy.dialect.spelling import (
    DOT_NAME,
    MODIFIER,
    NAME,
    NUMBER,
    REGISTER_NAME,
    attribute,
    split_opcode,
    word,
)
from ptxpy.dialect.stack import Stack, stack_of
from ptxpy.dialect.value_classes import ValueClass, value_class

__all__ = [
    "BINARY",
    "COMPARISONS",
    "DIVISIONS",
    "DOT_NAME",
    "INFO_STRING",
    "INVERSES",
    "LABEL_PREFIX",
    "MARGIN_MARK",
    "MODIFIER",
    "NAME",
    "NUMBER",
    "POSITION_STEM",
    "REGISTER_NAME",
    "UNARY",
    "VIEWS",
    "Literal",
    "MarginPosition",
    "Marks",
    "Operator",
    "Place",
    "ProgramGrammarError",
    "Signature",
    "Stack",
    "Step",
    "Steps",
    "ValueClass",
    "attribute",
    "block_number",
    "division_steps",
    "element_type",
    "file_of",
    "format_names",
    "format_position",
    "has_positions",
    "inverse_comparison",
    "looks_like_margin",
    "looks_like_positions",
    "mark_of",
    "move_of",
    "moved_by",
    "named_marks",
    "number_labels",
    "opcode_of",
    "operator_of",
    "parse_names",
    "parse_positions",
    "parse_program",
    "plain_names",
    "result_of",
    "sequence_of",
    "signature_of",
    "split_label",
    "split_margin",
    "split_opcode",
    "stack_of",
    "value_class",
    "vocabulary",
    "word",
]
