"""The syntax tree of a generated program, the changes to it, and how it is printed."""

from ptxpy.pytree import tree
from ptxpy.pytree.tree_changes import (
    join_withs,
    rebuild,
    remove_unused_names,
    transform_statement,
    variable_names,
)
from ptxpy.pytree.tree_text import expression_text, statement_text, target_text
from ptxpy.pytree.wrap import INDENT, WIDTH, lay_out, quoted, quoted_bytes

__all__ = [
    "INDENT",
    "WIDTH",
    "expression_text",
    "join_withs",
    "lay_out",
    "quoted",
    "quoted_bytes",
    "rebuild",
    "remove_unused_names",
    "statement_text",
    "target_text",
    "transform_statement",
    "tree",
    "variable_names",
]
