"""The stubs show each helper's own parameters and documentation."""

from __future__ import annotations

import ast
import inspect
import operator
import pydoc
from inspect import Parameter

import pytest

from ptxpy import ptx
from ptxpy.dialect.spelling import attribute
from ptxpy.dsl.namespaces.ptx_namespace import PTX
from ptxpy.dsl.tracing.instructions import HELPERS
from tests.dsl.test_stubs import CLASSES, calls, following

KINDS = {
    "posonlyargs": Parameter.POSITIONAL_ONLY,
    "args": Parameter.POSITIONAL_OR_KEYWORD,
    "kwonlyargs": Parameter.KEYWORD_ONLY,
}


def class_of(name: str) -> str:
    """Return the class in the stubs to which the attributes of a name lead."""
    here = "InstructionStubs"
    for position, word in enumerate(name.split(".")):
        if position == 0 and word in dir(PTX):
            here = word[0].upper() + word[1:]
            continue
        here = following(here)[attribute(word) or word]
    return here


@pytest.mark.parametrize("name", sorted(HELPERS))
def test_helper(name: str) -> None:
    """The class of a helper is called as the helper is, and says what the helper does."""
    here = class_of(name)
    assert inspect.getdoc(HELPERS[name])
    documentation = ast.get_docstring(CLASSES[here]) or ""
    assert documentation.startswith((inspect.getdoc(HELPERS[name]) or "").partition("\n")[0])
    given = calls(here)[0].args
    shown: dict[str, object] = {
        parameter.arg: kind
        for field, kind in KINDS.items()
        for parameter in getattr(given, field)
        if parameter.arg != "self"
    }
    if given.vararg:
        shown[given.vararg.arg] = Parameter.VAR_POSITIONAL
    if given.kwarg:
        shown[given.kwarg.arg] = Parameter.VAR_KEYWORD
    taken = inspect.signature(HELPERS[name]).parameters
    assert shown == {parameter.name: parameter.kind for parameter in taken.values()}


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("tma", ["ptx.tma.load: Load a box into shared memory", "ptx.tma.store: "]),
        ("mbarrier", ["ptx.mbarrier.array: ", "mbarrier.try_wait: Wait for some time"]),
        ("mbarrier.try_wait.parity", ["mbarrier.try_wait: Wait for some time"]),
        ("pipeline", ["PipelineState has advance, cursor, n_stages, phase"]),
    ],
)
def test_help_of_a_name(name: str, texts: list[str]) -> None:
    """Python's `help` shows what begins with it, and the names that a result has."""
    thing = operator.attrgetter(name)(ptx)
    shown = pydoc.plain(pydoc.render_doc(thing, "%s"))
    for text in texts:
        assert text in shown
    assert "class Operation" not in shown
