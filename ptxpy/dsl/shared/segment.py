"""The shared memory of a function: variables of its own, or offsets in one block at launch."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl import trace
from ptxpy.dsl.types import number
from ptxpy.ir import nodes as n

STATIC_LIMIT: Final = 48 * 1024
"""Bytes that a block may declare; more are asked for at its launch (PTX ISA 5.1.8, CUDA)."""

DYNAMIC: Final = "dyn_smem"
"""The variable that stands for the shared memory that a launch gives."""


class NeedsDynamicError(Exception):
    """A kernel whose shared memory is declared asks for what only a launch gives."""


class Segment:
    """What a function has allocated in shared memory."""

    def __init__(self, *, dynamic: bool = False, name: str = DYNAMIC) -> None:
        """Begin empty; `dynamic` memory is a block that the launch gives."""
        self.dynamic = dynamic
        self.name = name
        self.size = 0
        """Bytes allocated so far."""
        self.alignment = 16
        """The largest alignment asked for, bytes."""
        self.declared = False
        self.counts: dict[str, int] = {}
        self.ready: set[tuple[str, int]] = set()
        """Addresses of the mbarriers that have been initialised so far."""
        self.barriers: dict[tuple[str, int], str] = {}
        """The mbarriers, by variable and byte offset, with what they are called."""

    def allocate(self, name: str, size: int, align: int, kind: str, count: int) -> tuple[str, int]:
        """Allocate memory; return the variable that it lies in and the byte offset there.

        Static memory is declared here, as `.shared .align N .b8 name[bytes]`.
        """
        offset = -(-self.size // align) * align
        self.size = offset + size
        self.alignment = max(self.alignment, align)
        if self.dynamic:
            return self.name, offset
        specifiers = (
            n.Specifier(".shared"),
            n.Align(number(align)),
            n.Specifier(f".{kind}"),
        )
        declarator = n.Declarator(n.Symbol(name), None, (n.Dimension(number(count)),))
        trace.record(n.Variable((), specifiers, (declarator,)), None, None)
        return name, 0

    def require_dynamic(self) -> None:
        """Go on only where the launch gives the memory; else the kernel is traced again so."""
        if not self.dynamic:
            raise NeedsDynamicError

    def named(self, stem: str) -> str:
        """Return a name that begins so and that nothing else here has."""
        count = self.counts.get(stem, 0)
        self.counts[stem] = count + 1
        return f"{stem}_{count}"


def segment() -> Segment:
    """Return the shared memory of the function that is being traced."""
    function = trace.function_body().function
    if function.shared is None:
        function.shared = Segment()
    found: Segment = function.shared
    return found


def declaration(found: Segment) -> n.Variable:
    """Return the declaration of memory that the launch gives, at the top of the module."""
    specifiers: tuple[Any, ...] = (
        n.Specifier(".shared"),
        n.Align(number(max(128, found.alignment))),
        n.Specifier(".b8"),
    )
    declarator = n.Declarator(n.Symbol(found.name), None, (n.Dimension(None),))
    return n.Variable((".extern",), specifiers, (declarator,))


def alignment_of(variable: n.Variable) -> int:
    """Return the alignment that a declaration asks for, in bytes."""
    for item in variable.specifiers:
        if isinstance(item, n.Align) and isinstance(item.bytes, n.Literal):
            return int(item.bytes.text)
    return 1
