"""The class of a value: how its register is declared, and the type that its operators use.

In a module in the style of a compiler, a value that no register of a file holds has the class that
follows from its instruction and from the files that the function declares, and from nothing else.
So a value means the same whether a margin names its register or the register is fresh, and a
register that is declared otherwise is written as an element of its file, ``r[3]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES, register_class

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ValueClass", "value_class"]

FLOAT_FILES: Final = {"f32": "%f", "f64": "%fd"}
"""The files that hold floats, if a function declares them; recent LLVM declares none."""


class ValueClass(NamedTuple):
    """How the register of a value is declared, and the type that operators take it for."""

    storage: str
    """The type of the declaration, without its dot: of a fresh register, or of the margin's."""
    type: str
    """The type of operators without a view: ``add.s32`` for ``b32``."""


def value_class(result: str, files: Mapping[str, str]) -> ValueClass:
    """Return the class of a value, from the result type of its instruction.

    Args:
        result: The type of the result (`isa.result_type`), or of one of its parts
            (`isa.part_types`), or a type that the program names (``reg.run(f32, 4)``).
        files: The declared types of the register files of the function, by prefix:
            ``{"%r": "b32", "%f": "f32"}``.

    Examples: ``u32`` is ``b32``, ``u8`` is ``b16``; ``f32`` is ``f32`` in a function with a file
    ``%f``, declared as that is, and ``b32`` in one without.
    """
    file = FLOAT_FILES.get(result)
    if file is not None:
        declared = files.get(file)
        if declared is not None:
            return ValueClass(declared, result)
        return _CLASSES[f"b{TYPES[result].bits}"]
    return _CLASSES.get(result) or ValueClass(result, result)


def _class_of(name: str) -> ValueClass:
    kind = name if name == "b8" else register_class(name)  # of e2m1x2, which ptxas has in .b8
    return ValueClass(kind, kind)


_CLASSES: Final = {name: _class_of(name) for name in TYPES}
