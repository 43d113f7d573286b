"""The emulated driver has the interface of `cuda.bindings`."""

from __future__ import annotations

import inspect
import re

import pytest

from tests.launch.cuda.fake_driver import FUNCTIONS, REAL


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_take_as_many_arguments(name: str) -> None:
    """The bindings tell in the first line of their documentation what they take."""
    head = (getattr(REAL, name).__doc__ or "").partition("\n")[0]
    match = re.fullmatch(rf"{name}\((.*)\)", head)
    assert match is not None
    expected = len(match[1].split(", ")) if match[1] else 0
    parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return
    assert len(parameters) - 1 == expected
