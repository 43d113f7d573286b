"""The program: its imports and options, and the names and types that its functions share.

The type of a parameter that is more than a name is `Annotated`, for type checkers. It gets a name
of its own above the functions, `b8x128_align64 = Annotated[b8, b8.align(64)[128]]`, as parameters
share it, unless it has the exact name of one parameter, as `u32.named("%n")` has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ptxpy.codegen.declarations import (
    attributes_expression,
    directives_expression,
    parameter_expression,
)
from ptxpy.codegen.identifiers import Namer
from ptxpy.codegen.lifting import Lifting
from ptxpy.demangle import abridged
from ptxpy.dialect import MYPY_COMMENT, Marks, Signature
from ptxpy.ir import StyleOptions
from ptxpy.ir import nodes as n
from ptxpy.pytree import INDENT, WIDTH, expression_text, quoted
from ptxpy.pytree import tree as t
from ptxpy.styles import TriviaPredictor, explicit_options

if TYPE_CHECKING:
    from ptxpy.codegen.outlining import Templates

_NAME = re.compile(r"([a-z][a-z0-9]*)(?:\[|\.)")
_POINTER = re.compile(r'u64\.ptr\((?:"([a-z]+)")?(?:, )?(?:align=([0-9]+))?\)')
_ARRAY = re.compile(r"([a-z][a-z0-9]*)(?:\.align\(([0-9]+)\))?\[([0-9]+)\]")
_PLAIN = re.compile(r"[a-z][a-z0-9]*")


class Annotations:
    """The annotations of a program, and the names that they get."""

    def __init__(self, namer: Namer, uses: set[str]) -> None:
        """Take where names come from, and the names of the DSL that are used."""
        self._namer = namer
        self._uses = uses
        self._names: dict[str, str] = {}

    def annotation(self, kind: t.Expression) -> str:
        """Return the annotation for a type of the DSL."""
        return self._annotation(expression_text(kind))

    def _annotation(self, kind: str) -> str:
        # A type that is a plain name needs no `Annotated`.
        if _PLAIN.fullmatch(kind):
            return kind
        base = _NAME.match(kind)
        if base is None:  # `fundamental("x")` and the like
            self._uses.add("b8")
        annotated = f"Annotated[{base[1] if base else 'b8'}, {kind}]"
        if ".named(" in kind:
            self._uses.add("Annotated")
            return annotated
        if annotated not in self._names:
            self._uses.add("Annotated")
            self._names[annotated] = self._namer.name(alias(kind))
        return self._names[annotated]

    def statements(self) -> list[t.Statement]:
        """Return the definitions of the names."""
        return [t.Assign([name], annotated) for annotated, name in self._names.items()]


def alias(kind: str) -> str:
    """Return the name wanted for a type: `ptr_global_align16`, `b8x128_align64`."""
    pointer = _POINTER.fullmatch(kind)
    if pointer is not None:
        space, size = pointer.groups()
        return "ptr" + (f"_{space}" if space else "") + (f"_align{size}" if size else "")
    array = _ARRAY.fullmatch(kind)
    if array is not None:
        base, size, count = array.groups()
        return f"{base}x{count}" + (f"_align{size}" if size else "")
    return re.sub(r"[^a-z0-9]+", "_", kind).strip("_")


_LINE = WIDTH - len(INDENT) - 2 * len('"""')
_LINES = 4
_PRINTABLE = re.compile(r"[ !#-\[\]-~…]++(?<! )")


class ProgramBuilder:
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
        """The parameters and results of functions that Python can call."""
        self.sequence = -1
        """The number of the last call sequence."""
        self.marks = Marks()
        """The numbers of labels for debug information."""
        self.named_marks: frozenset[str] = frozenset()
        """The labels whose number is written."""
        self._templates: Templates | None = None

    @property
    def templates(self) -> Templates:
        """The blocks of inline assembly."""
        if self._templates is None:
            from ptxpy.codegen.outlining import Templates  # noqa: PLC0415 - seldom needed

            self._templates = Templates()
        return self._templates

    def template_functions(self) -> list[t.Define]:
        """Return the functions of all blocks of inline assembly."""
        return [] if self._templates is None else self._templates.functions(self.namer)

    def short(self, symbol: str) -> str:
        """Return a name for a symbol: that of the source for a mangled one."""
        return self.lifting.demangled(symbol).name

    def documentation(self, symbol: str) -> str:
        """Return the signature of a mangled symbol, in lines of a docstring, or nothing."""
        signature = self.lifting.demangled(symbol).signature
        text = signature if len(signature) <= _LINE else abridged(signature, _LINES * _LINE)
        # A quote or a backslash would end the docstring, or change it.
        if not _PRINTABLE.fullmatch(text):
            return ""
        if len(text) <= _LINE:
            return text
        from textwrap import wrap  # noqa: PLC0415 - seldom needed

        lines = wrap(text, _LINE, break_on_hyphens=False, break_long_words=False)
        # The quotes that end the docstring get a line of their own if there is no room for them.
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


def import_lines(body: str, uses: Iterable[str]) -> list[str]:
    """Return the comment for mypy, and imports of those of some names that are in a program's text.

    Functions of a program have no types but those of PTX, and a name may be given to values of
    several types: what of `mypy --strict` asks for more is off in the file.
    """
    # What a line that has been folded into another would have used is used no more.
    used = {name for name in uses if re.search(rf"\b{name}\b", body)}
    # Constants come first, as ruff sorts the names of an import.
    names = sorted(used, key=lambda name: (not name.isupper(), _natural(name)))
    head = [MYPY_COMMENT]
    if "Annotated" in used:
        names.remove("Annotated")
        head += ["from typing import Annotated", ""]
    line = f"from ptxpy import {', '.join(names)}"
    if len(line) <= WIDTH:
        return [*head, line]
    return [*head, "from ptxpy import (", *(f"    {name}," for name in names), ")"]


def _natural(name: str) -> list[tuple[int, str]]:
    """Return the key that sorts names by the numbers in them: b8 before b32."""
    parts = re.split(r"(\d+)", name)
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def option_arguments(options: StyleOptions) -> list[t.Keyword]:
    """Return options of a style as the arguments of `module(…)` that give them."""
    return [t.Keyword(name, _value(value)) for name, value in explicit_options(options)]


def option_texts(options: StyleOptions) -> list[str]:
    """Return the text of these arguments."""
    return [expression_text(argument) for argument in option_arguments(options)]


def _value(value: str | int | dict[str, str]) -> t.Expression:
    if isinstance(value, dict):
        return t.Dictionary(tuple([(quoted(name), quoted(gap)) for name, gap in value.items()]))
    return quoted(value) if isinstance(value, str) else str(value)
