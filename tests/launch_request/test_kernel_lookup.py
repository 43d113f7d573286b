"""Kernels by name."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.launch_request import KernelNameError, find_kernel

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
TWO = ("_Z5scalePfi", "_Z5scalePdi")


def made(*names: str) -> ptxpy.ir.Module:
    """Return a module with these kernels."""
    return ptxpy.parse(HEAD + "".join(f".entry {name}() {{ ret; }}\n" for name in names))


@pytest.mark.parametrize(
    ("names", "name", "found"),
    [
        (["copy"], None, "copy"),
        (["copy", "scale"], "scale", "scale"),
        (["copy", TWO[0]], "scale", TWO[0]),
        (TWO, "scale(double*, int)", TWO[1]),
        (["scale", TWO[0]], "scale", "scale"),
    ],
)
def test_found(names: list[str], name: str | None, found: str) -> None:
    """A symbol, a base name, a declaration of C++, or nothing where there is one kernel."""
    assert find_kernel(made(*names), name).name.name == found


@pytest.mark.parametrize(
    ("names", "name", "message"),
    [
        ([], None, "the module has no kernel: no .entry with a body"),
        (
            ["copy", "scale"],
            None,
            "the module has 2 kernels; name one of them:\n    copy\n    scale",
        ),
        (
            TWO,
            "scale",
            (
                "'scale' matches 2 kernels; give the symbol of one:\n"
                "    _Z5scalePfi  scale(float*, int)\n    _Z5scalePdi  scale(double*, int)"
            ),
        ),
        (["copy"], "coyp", "no kernel 'coyp'; did you mean copy? The module has:\n    copy"),
        (["copy"], "zzz", "no kernel 'zzz'. The module has:\n    copy"),
    ],
)
def test_not_found(names: list[str], name: str | None, message: str) -> None:
    """The message lists what there is."""
    with pytest.raises(KernelNameError) as caught:
        find_kernel(made(*names), name)
    assert str(caught.value) == message


def test_many_kernels_are_not_all_listed() -> None:
    """The message stays readable."""
    with pytest.raises(KernelNameError, match="and 980 more"):
        find_kernel(made(*[f"k{number}" for number in range(1000)]))
