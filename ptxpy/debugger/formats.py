"""The formats of values: `/x`, `/8fw` and `/f32` on the terminal, `name,x` in an editor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.debugger.stops import SessionError
from ptxpy.isa import TYPES
from ptxpy.sim import format_bits

if TYPE_CHECKING:
    from ptxpy.debugger.expressions import Place, Typed

__all__ = ["Format", "after_comma", "before_expression", "formatted", "parsed_format"]

_WIDTHS: Final = {"b": 8, "h": 16, "w": 32, "g": 64}
"""The bits of the letters for widths of gdb."""
_TYPES: Final = "|".join(sorted(TYPES, key=len, reverse=True))
_LETTERS: Final = re.compile(rf"(\d*)([xdtuf]?)([bhwg]?)([xdtuf]?)|(\d*)\.?({_TYPES})([xdtuf]?)")


class Format(NamedTuple):
    """How values are shown."""

    letter: str = ""
    """`x`, `d`, `u`, `t` or `f`, as in gdb; empty for that of the type."""
    type: str = ""
    """The type by which memory, or the bits of a register, are read; empty for their own."""
    width: int = 0
    """The bits of an element of memory; 0 for those of its type."""
    number: int = 1
    """How many elements of memory are shown."""

    def of_memory(self, place: Place) -> Place:
        """Return memory as this format reads it."""
        if self.type:
            return place._replace(type=self.type)
        if self.width:
            return place._replace(type=f"{'f' if self.letter == 'f' else 'b'}{self.width}")
        bits = TYPES[place.type].bits
        if self.letter in ("x", "d", "u", "t") and bits in _WIDTHS.values():
            # As in gdb a letter for integers reads bits, whatever their type.
            return place._replace(type=f"{'s' if self.letter == 'd' else 'u'}{bits}")
        return place


def parsed_format(text: str) -> Format | None:
    """Return the format of a text such as `x`, `8fw` or `4f32`; None for something else.

    >>> parsed_format("8xw")
    Format(letter='x', type='', width=32, number=8)
    >>> parsed_format("4f32")
    Format(letter='', type='f32', width=0, number=4)
    """
    match = _LETTERS.fullmatch(text)
    if match is None or not text:
        return None
    if match[6]:
        return Format(match[7], match[6], 0, int(match[5] or 1))
    letters = match[2] + match[4]
    if len(letters) > 1 or (letters == "f" and match[3] == "b"):
        return None
    return Format(letters, "", _WIDTHS.get(match[3], 0), int(match[1] or 1))


def before_expression(argument: str, *, is_memory: bool = False) -> tuple[Format, str]:
    """Return the format and the expression of `/x %r1`, or of `/8xw x[0]` if it is of memory."""
    if not argument.startswith("/"):
        return Format(), argument
    text, _, expression = argument[1:].partition(" ")
    found = parsed_format(text)
    if found is None or (not is_memory and (found.number != 1 or found.width)):
        message = (
            "the formats are /x, /d, /u, /t and /f, or a type, /f32; x/8 is for 8 elements, x/8f32 "
            "for 8 of a type, x/8xw for 8 words, of b, h, w or g for 1, 2, 4 or 8 bytes"
        )
        raise SessionError(message)
    return found, expression.strip()


def after_comma(text: str) -> tuple[Format, str]:
    """Return the format and the expression of `tile[3],x`, as editors write them: `tile,f32`."""
    expression, comma, suffix = text.rpartition(",")
    found = parsed_format(suffix.strip()) if comma else None
    if found is None or found.number != 1 or found.width:
        return Format(), text
    return found, expression.strip()


def formatted(found: Typed, index: int, letter: str) -> str:
    """Return the text of a value in a thread, given its index among the threads."""
    if not letter:
        return found.text(index)
    held = found.bits[index]
    if letter == "f":
        # Numbers stay, and types that are floats already, and bits for which there is no float.
        type_ = TYPES.get(found.type)
        if type_ is None or type_.kind not in ("bits", "signed", "unsigned"):
            return found.text(index)
        as_float = f"f{type_.bits}"
        return format_bits(as_float, int(held)) if as_float in TYPES else found.text(index)
    if isinstance(held, float | np.floating):
        message = "/x, /d and /t are for integers: a float has bits as %f1.b32"
        raise SessionError(message)
    value: Any = int(held)
    if letter == "d" and found.type != "number":
        return str(int(found.values[index]))
    return {"x": f"{value:#x}", "t": f"{value:#b}"}.get(letter, str(value))
