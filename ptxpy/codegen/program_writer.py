"""The program: what all generated functions share."""

from __future__ import annotations

import re

from ptxpy.codegen.annotations import Annotations
from ptxpy.codegen.declarations import (
    attributes_expression,
    directives_expression,
    parameter_expression,
)
from ptxpy.codegen.identifiers import Namer
from ptxpy.codegen.lifting import Lifting
from ptxpy.codegen.outlining import Templates
from ptxpy.demangle import abridged
from ptxpy.dialect import Marks, Signature
from ptxpy.ir import nodes as n
from ptxpy.pytree import INDENT, WIDTH, quoted
from ptxpy.pytree import tree as t
from ptxpy.styles import TriviaPredictor

_LINE = WIDTH - len(INDENT) - 2 * len('"""')
_LINES = 4
_PRINTABLE = re.compile(r"[ !#-\[\]-~…]++(?<! )")


class Program:
    """A Python program while it is generated."""

    def __init__(self, layout: TriviaPredictor, lifting: Lifting) -> None:
        """Start with nothing imported and no names taken."""
        self.layout = layout
        self.lifting = lifting
        self.uses: set[str] = set()
        """Names of the DSL to import."""
        self.namer = Namer()
        self.annotations = Annotations(self.namer, self.uses)
        self.symbols: dict[str, str] = {}
        """Python names of symbols at module level."""
        self.signatures: dict[str, Signature] = {}
        """What the functions that can be called as Python take and give."""
        self.sequence = -1
        """The number of the last call sequence."""
        self.marks = Marks()
        """The numbers of labels for debug information."""
        self.named_marks: frozenset[str] = frozenset()
        """Those of them whose number is written."""
        self.templates = Templates()
        """The blocks of inline assembly."""

    def short(self, symbol: str) -> str:
        """Return a name for a symbol: that of the source, where it is mangled."""
        return self.lifting.demangled(symbol).name

    def documentation(self, symbol: str) -> str:
        """Return what a mangled symbol stands for, in lines of a docstring, or nothing."""
        signature = self.lifting.demangled(symbol).signature
        text = signature if len(signature) <= _LINE else abridged(signature, _LINES * _LINE)
        if not _PRINTABLE.fullmatch(text):
            return ""
        if len(text) <= _LINE:
            return text
        from textwrap import wrap  # noqa: PLC0415 - seldom needed

        lines = wrap(text, _LINE, break_on_hyphens=False, break_long_words=False)
        if len(lines) > 1 and len(INDENT) + len(lines[-1]) + len('"""') > WIDTH:
            lines.append("")
        return f"\n{INDENT}".join(lines)

    def extern_call(self, node: n.Function) -> t.Call:
        """Return `extern(…)` for a function's declaration."""
        self.uses.add("extern")
        style = self.layout.style
        name = node.name.name
        parts: list[t.Expression] = [quoted(name)]
        for position, item in enumerate(node.parameters or ()):
            expected = style.parameter_name(name, position, f"{name}_param_{position}")
            parts.append(parameter_expression(item, expected, self.uses))
        if node.kind != ".func":
            parts.append(t.Keyword("kind", quoted(node.kind)))
        linkage = " ".join(word[1:] for word in node.linkage)
        if linkage != "extern":
            parts.append(t.Keyword("linkage", quoted(linkage) if linkage else "None"))
        parts += self.header_options(node)
        if node.parameters is None:
            parts.append(t.Keyword("parentheses", "False"))
        if not node.semicolon:
            parts.append(t.Keyword("semicolon", "False"))
        return t.Call("extern", tuple(parts))

    def header_options(self, node: n.Function) -> list[t.Keyword]:
        """Return the options for returns, attributes and directives."""
        parts = []
        if node.returns is not None:
            kinds = [parameter_expression(item, "func_retval0", self.uses) for item in node.returns]
            only = kinds[0] if len(kinds) == 1 else t.Tuple(tuple(kinds))
            parts.append(t.Keyword("returns", only))
        if node.attributes:
            found = [attributes_expression(item, self.uses) for item in node.attributes]
            parts.append(t.Keyword("attributes", t.Tuple(tuple(found))))
        if node.directives:
            directives = directives_expression(node.directives, self.uses)
            parts.append(t.Keyword("directives", directives))
        return parts
