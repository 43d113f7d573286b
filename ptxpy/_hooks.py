"""Functions of later layers that earlier ones call, set by the public face.

The DSL must not import the layers that launch kernels, no object the layer that shows it in a
notebook, and its kernels not the module that traces programs of kernels. This module imports none
of the package, so that the public face can set the functions before anything else is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ClassVar

__all__ = ["Display", "Loader", "Locator", "repr_html", "unseen"]


class Loader:
    """The functions that turn a traced kernel into one that can be launched."""

    load: Callable[[Any], Any] | None = None
    """Load a kernel; None where no layer that launches is there."""
    call: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any] | None = None
    """Call a kernel with tensors."""
    observe: Callable[[Any, str, tuple[Any, ...], dict[str, Any]], Any] | None = None
    """Trace, profile or record the timeline of a call of a kernel with tensors."""
    architecture: Callable[[], str | None] | None = None
    """Return the target of kernels for the GPU here, None without a GPU."""
    frameworks: ClassVar[dict[str, Callable[[Any, Any], Any]]] = {}
    """The caller of a kernel with tensors of a framework, by the root module of their type.

    It takes the kernel and the `ptxpy.launch.call_plans.CallArguments` of the call.
    """


class Locator:
    """The function that adds the lines of Python to a traced kernel."""

    locate: Callable[[Any], Any] | None = None
    """Return the module of a kernel with a `.loc` for each instruction; None without the face."""


class Display:
    """The function that shows objects of all layers in notebooks."""

    html: Callable[[Any], str | None] | None = None
    """Return the HTML of an object; None where no layer that shows it is there."""


def repr_html(value: Any) -> str | None:  # noqa: ANN401 - an object of any layer
    """Return an object as HTML, for its `_repr_html_`; None if it cannot be shown so."""
    return None if Display.html is None else Display.html(value)


_disabled: dict[Callable[..., Any], Callable[..., Any]] = {}


def unseen(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, of which `torch.compile` sees nothing.

    Where it breaks a graph it looks at every frame that runs then: it would trace a tracer or the
    simulator. Its package takes a second to load, so it is left alone unless it is in use.
    """
    if "torch._dynamo" not in sys.modules:
        return function
    found = _disabled.get(function)
    if found is None:
        found = _disabled[function] = sys.modules["torch"].compiler.disable(function)
    return found
