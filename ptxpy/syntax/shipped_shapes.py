"""The statement shapes that the package ships, each with its template: those of the corpus.

They are lines of `common_shapes.txt`, which `tools/generate_syntax` writes: the shape, a tab, and
the template as JSON. The file is read when the first statement is, a line when its shape comes.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from ptxpy.ir import nodes as n
from ptxpy.syntax.ir_templates import (
    RUN,
    SLOTS,
    Build,
    Deferred,
    RegisterName,
    RegisterText,
    Slot,
    Template,
    Text,
)
from ptxpy.syntax.semantic_actions import ACTIONS

COMMON_SHAPES: Final = Path(__file__).with_name("common_shapes.txt")


@cache
def shipped_templates() -> dict[str, str]:
    """Return the templates that the package ships, each as JSON, by their shapes."""
    if not COMMON_SHAPES.is_file():
        return {}
    lines = COMMON_SHAPES.read_text(encoding="utf-8").splitlines()
    return dict([line.split("\t", 1) for line in lines if not line.startswith("#")])


def decode(line: str) -> Template:
    """Return the template that a line of the file holds after the shape.

    A number is the text of a token, `run4` the texts of a list of numbers, another word something
    that the reader supplies. A list begins with the class of a node, a semantic action, `register`,
    `name`, or, where it is a tuple, with nothing.
    """
    return _decode(json.loads(line))


_CLASSES: Final = {cls.__name__: cls for cls in vars(n).values() if isinstance(cls, type)}


def encode(template: Template) -> str:
    """Return the line for a template: see `decode`."""
    return json.dumps(_encode(template), separators=(",", ":"))


def _encode(template: Template) -> Any:  # noqa: ANN401 - JSON; one for each class
    if isinstance(template, Text):
        return template.token if template.token.startswith(RUN) else int(template.token)
    if isinstance(template, RegisterText):
        return ["register", int(template.token)]
    if isinstance(template, RegisterName):
        return ["name", int(template.token)]
    if isinstance(template, Build):
        return [template.cls.__name__, *map(_encode, template.values)]
    if isinstance(template, Deferred):
        return [template.function, *map(_encode, template.arguments)]
    if isinstance(template, Slot):
        return template.name
    if type(template) is tuple:
        return ["", *map(_encode, template)]
    return template


def _decode(found: Any) -> Template:  # noqa: ANN401 - as above
    """Return the template that a piece of JSON stands for."""
    if type(found) is int:
        return Text(str(found))
    if type(found) is list:
        head, *rest = found
        if head == "register":
            return RegisterText(str(rest[0]))
        row = tuple([_decode(item) for item in rest])
        if not head:
            return row
        if head == "name":
            return RegisterName(row[0].token)
        return Deferred(head, row) if head in ACTIONS else Build(_CLASSES[head], row)
    if type(found) is str:
        return SLOTS.get(found) or (Text(found) if found.startswith(RUN) else found)
    return found
