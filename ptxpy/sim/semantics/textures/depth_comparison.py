"""Depth comparisons: `tex` and `tld4` with a depth operand (PTX ISA 9.7.10).

The manual does not say which comparison passes, since that is a property of the sampler. Graphics
interfaces have it so: the operand stands on the left, the element on the right (OpenGL 4.6,
8.23.1; Direct3D's `sample_c`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.launch_request import Sampler, Texture

__all__ = ["Depth", "depth_of"]

_COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "never": lambda _, element: np.zeros_like(element),
    "less": np.less,
    "equal": np.equal,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "not_equal": np.not_equal,
    "greater_equal": np.greater_equal,
    "always": lambda _, element: np.ones_like(element),
}


class Depth(NamedTuple):
    """The comparison of elements with a reference depth."""

    passes: Callable[[Any, Any], Any]
    value: Any
    """The reference depth of each lane."""

    def at(self, chosen: Any) -> Depth:
        """Return the comparison for some lanes."""
        return self._replace(value=self.value[chosen])

    def compared(self, elements: Any) -> Any:
        """Return 1 for each channel of each lane's element that passes, else 0."""
        return self.passes(self.value[:, None], elements).astype(np.float64)


def depth_of(
    texture: Texture, sampler: Sampler, operand: Any, number: int, chosen: Any, lanes: Any
) -> Depth | None:
    """Return the depth comparison of the elements that some lanes read; None if there is none.

    Args:
        texture: What they read.
        sampler: How they read it.
        operand: The depth for each lane; None where the instruction has none.
        number: How many lanes run.
        chosen: The positions of those that read this texture by this sampler.
        lanes: The indices of the lanes that run; None for all.

    `FaultError` where nothing says how to compare, or the elements are integers.
    """
    if operand is None:
        return None
    text = ""
    if sampler.compare is None:
        text = "a comparison of depths, and the sampler does not say which: compare='less_equal'"
    elif texture.dtype.kind != "f" and texture.read != "normalized":
        text = f"a comparison of depths with elements of {texture.dtype}, which are no fractions"
    if text:
        first = int(chosen[0])
        raise FaultError(text, first if lanes is None else int(lanes[first]))
    value = np.broadcast_to(operand, (number,))[chosen].astype(np.float64)
    return Depth(_COMPARISONS[sampler.compare or ""], value)
