"""From a template to a builder: Python code that fills the template for each statement.

`builder_source` turns a template into the source of a maker (see `ptxpy.syntax.makers`). The code
is generated from templates alone, never from the text of a file.
"""

from __future__ import annotations

from collections.abc import Sequence

from ptxpy.syntax.makers import RUN
from ptxpy.syntax.templates import (
    BEFORE,
    BODY,
    CLOSING,
    WITHIN,
    Build,
    Deferred,
    RegisterName,
    RegisterText,
    Template,
    Text,
)

_SLICED = 4
"""From this many registers in a row on, a slice is taken."""


def builder_source(template: Template, types: Sequence[str]) -> str:
    """Return the source of `make` for a template and the terminal types of its tokens."""
    return _Generator(types).source(template)


class _Generator:
    def __init__(self, types: Sequence[str]) -> None:
        positions = [i for i, kind in enumerate(types) if kind == "REGISTER"]
        self.ordinal = {str(position): k for k, position in enumerate(positions)}
        self.constants: list[str] = []

    def source(self, template: Template) -> str:
        result = self._runtime(template)
        lines = ["def make(t, w, names):"]
        lines += [f"    k{i} = {constant}" for i, constant in enumerate(self.constants)]
        lines += ["    def build(r, i, b):", f"        return {result}", "    return build"]
        return "\n".join(lines)

    def _varies(self, template: Template) -> bool:
        if isinstance(template, RegisterText | RegisterName) or template is BEFORE:
            return True
        if isinstance(template, Build):
            return any(map(self._varies, template.values))
        if type(template) is tuple:
            return any(map(self._varies, template))
        return False

    def _runtime(self, template: Template) -> str:  # noqa: PLR0911 - one for each class
        if template is BEFORE:
            return "b"
        if isinstance(template, RegisterText):
            return self._register(template.token)
        if isinstance(template, RegisterName):
            return self._register(template.token) + ".name"
        if not self._varies(template):
            if template is None or isinstance(template, bool) or template == ():
                return repr(template)
            self.constants.append(self._constant(template))
            return f"k{len(self.constants) - 1}"
        if isinstance(template, Build):
            return f"new({template.cls.__name__}, {self._row(template.values)})"
        return self._row(template)

    def _register(self, token: str) -> str:
        ordinal = self.ordinal[token]
        return f"r[i + {ordinal}]" if ordinal else "r[i]"

    def _row(self, values: tuple[Template, ...]) -> str:
        if len(values) >= _SLICED and all(isinstance(v, RegisterText) for v in values):
            first, last = self.ordinal[values[0].token], self.ordinal[values[-1].token]
            if last - first == len(values) - 1:
                return f"tuple(r[i + {first}:i + {last + 1}])"
        return "(" + "".join(self._element(value) + ", " for value in values) + ")"

    def _element(self, template: Template) -> str:
        """Return an element of a row; the middle of a long list of numbers is spliced in."""
        spliced = (
            self._listed(template) if isinstance(template, Deferred) and template.arguments else ""
        )
        if not spliced.startswith("*"):
            return self._runtime(template)
        self.constants.append(spliced[1:])
        return f"*k{len(self.constants) - 1}"

    def _constant(self, template: Template) -> str:  # noqa: PLR0911 - one for each class
        if template is WITHIN:
            return "w"
        if template is BODY or template is CLOSING:
            return "None"
        if isinstance(template, Text):
            return f"t[{template.token}]"
        if isinstance(template, Deferred):
            arguments = "".join(self._constant(value) + ", " for value in template.arguments)
            return f"fill_{template.function}({arguments}names)"
        if isinstance(template, Build):
            values = "".join(self._constant(value) + ", " for value in template.values)
            return f"new({template.cls.__name__}, ({values}))"
        if type(template) is tuple:
            return "(" + "".join(self._listed(value) + ", " for value in template) + ")"
        return repr(template)

    def _listed(self, template: Template) -> str:
        if isinstance(template, Deferred):
            (text,) = template.arguments[:1]
            if isinstance(text, Text) and text.token.startswith(RUN):
                token = text.token.removeprefix(RUN)
                return f"*[fill_{template.function}(x, names) for x in t[{token}]]"
        return self._constant(template)
