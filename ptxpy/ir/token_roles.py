"""The roles of tokens: the functions that tokens have in a statement, by which styles predict gaps.

`ptxpy.ir.tokens` assigns a role to each token. A role is named after the syntax it belongs to
(`call.target`), and a token at a distinguished place has a suffix: `.first`, `.next`, `.close`.
"""

from __future__ import annotations

SEPARATED = frozenset(
    {
        "align",
        "call.target.only",
        "conditional",
        "data",
        "declarator.const",
        "declarator.global",
        "declarator.local",
        "declarator.param",
        "declarator.reg",
        "declarator.register",
        "declarator.shared",
        "declarator.sreg",
        "declarator.tex",
        "directive",
        "directive.value",
        "file.name",
        "file.number",
        "function.name",
        "function.name.entry",
        "function.name.func",
        "guarded",
        "kind",
        "linkage",
        "location",
        "location.file",
        "operands",
        "operator",
        "operator.right",
        "parameter.name",
        "prototype.directive",
        "prototype.function",
        "section.name",
        "specifier",
        "targets.first",
        "word",
    }
)
"""The roles of tokens that must have white space before them.

Without it they would merge with the token before: a word after a word, or `%` in `%a % 20`.
"""

JOINED = frozenset(
    {
        "address.base",
        "address.close",
        "apply",
        "attribute",
        "call.argument",
        "call.arguments",
        "call.close",
        "call.first",
        "call.prototype",
        "call.returns",
        "call.semicolon",
        "call.target",
        "cast",
        "close",
        "colon",
        "comma",
        "coordinate",
        "data.next",
        "declared.parameters",
        "declared.semicolon",
        "dimension",
        "directive.next",
        "element",
        "equals",
        "first",
        "function.open",
        "guard",
        "initializer",
        "location.offset",
        "location.plus",
        "offset",
        "offset.value",
        "operand",
        "pair",
        "parameter",
        "parameter.close",
        "parameter.close.empty",
        "parameter.next",
        "parameters",
        "pragma",
        "prototype",
        "prototype.parameter",
        "prototype.parameter.close",
        "prototype.parameter.close.empty",
        "prototype.parameter.next",
        "prototype.parameters",
        "prototype.return",
        "prototype.return.close",
        "prototype.return.close.empty",
        "prototype.return.next",
        "prototype.returns",
        "prototype.semicolon",
        "range",
        "return",
        "return.close",
        "return.close.empty",
        "return.next",
        "returns",
        "section.open",
        "semicolon",
        "subscript",
        "targets",
        "targets.next",
        "unary",
        "value",
        "value.close",
        "value.first",
        "vector.close",
        "vector.first",
    }
)
"""The roles of tokens that need no white space before them.

`lead`, `modifier` and `component` are in neither set: the gap before `lead` is the gap before the
statement, and a modifier or component never has one.
"""
