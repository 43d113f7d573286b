"""Debug sections and their lines: `with section(".debug_str") as d: d.b8(1)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ptxpy.dialect import DOT_NAME, INFO_STRING, LABEL_PREFIX
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.trace import RecordedStatement, record
from ptxpy.dsl.values.operand_conversion import operands, plain_name
from ptxpy.ir import nodes as n

__all__ = ["SectionLines", "section"]

Gap = str | None
Gaps = n.Gaps | str | None


class EachLine:
    """Lines of one value: `d.each.b8(1, 2).b32(".debug_line")` emits three.

    Text is one line for each character, `b8(b"ab")` two; a list is one line, `b8([1, 2], 3)` two.
    """

    def __getattr__(self, name: str) -> Callable[..., EachLine]:
        """Return a function that emits a line of a type for each value."""
        kind = _data_type(name)

        def emit(*values: Any) -> EachLine:
            for value in values:
                for line in value if isinstance(value, bytes) else (value,):
                    _emit_data(kind, line if isinstance(line, list) else (line,))
            return self

        # Python asks `__getattr__` only for what is missing: the next use finds the attribute.
        setattr(self, name, emit)
        return emit

    def string(self, text: str) -> EachLine:
        """Emit the characters of a text on a line, and the 0 that ends it on another."""
        _emit_data(".b8", (_characters(text),))
        _emit_data(".b8", (0,))
        return self


def _emit_data(kind: str, values: Iterable[Any], before: Gap = None, within: Gaps = None) -> None:
    """Emit a line of data; text is a number for each character."""
    spread: list[Any] = []
    for value in values:
        spread += value if isinstance(value, bytes) else (value,)
    record(n.Data(kind, operands(tuple(spread))), before, within)


def _characters(text: str) -> bytes:
    """Return the characters of a text; `ValueError` if it is empty or not ASCII."""
    if not text or not text.isascii():
        msg = f"a text of a debug section must have ASCII characters, at least one, got {text!r}"
        raise ValueError(msg)
    return text.encode()


def _data_type(name: str) -> str:
    kind = "." + name
    if name.startswith("_") or not DOT_NAME.match(kind):
        raise AttributeError(name)
    return kind


class SectionLines:
    """The lines of a debug section."""

    each = EachLine()

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Return a function that emits a line of a type: `d.b8(1, 2)`, `d.b8(b"text")`."""
        kind = _data_type(name)

        def emit(*values: Any, before: Gap = None, within: Gaps = None) -> None:
            _emit_data(kind, values, before, within)

        setattr(self, name, emit)
        return emit

    def info_string(self, number: int, text: str, *, width: int = 40) -> None:
        """Emit `$L__info_string0:` and a text with the 0 that ends it, in lines of 40 characters.

        `at(…, function=0)` refers to it by its number.
        """
        if any(type(count) is not int or count < 0 for count in (number, width)) or not width:
            msg = (
                "the number of a text must be at least 0, and the width of its lines at least 1, "
                f"got {number!r} and {width!r}"
            )
            raise ValueError(msg)
        record(n.Label(f"{LABEL_PREFIX}{INFO_STRING}{number}"), None, None)
        data = _characters(text) + b"\0"
        for start in range(0, len(data), width):
            _emit_data(".b8", (data[start : start + width],))

    def label(self, name: str, *, before: Gap = None, within: Gaps = None) -> None:
        """Place a label."""
        record(n.Label(plain_name(name)), before, within)


@contextmanager
def section(
    name: str, *, before: Gap = None, within: Gaps = None, closing: Gap = None
) -> Iterator[SectionLines]:
    """Emit a debug section; the block emits its lines.

    `with section(".debug_str") as d: d.b8(1)`.
    """
    if not DOT_NAME.match(name):
        msg = f"not a section's name: {name!r}"
        raise ValueError(msg)
    outer = trace.body()
    inner = outer.inner()
    outer.append(RecordedStatement(n.Section(name, ()), before, within, inner))
    with trace.opened(inner):
        yield SectionLines()
    inner.closing = closing
