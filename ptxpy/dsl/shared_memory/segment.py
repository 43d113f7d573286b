"""The shared memory of a function: variables of its own, or offsets in one block at launch.

An object that does not begin with its variable has a name of its own, `dyn_smem+1024`.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import NAME
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.values.operand_conversion import CONVERTERS
from ptxpy.dsl.values.types import number
from ptxpy.ir import nodes as n
from ptxpy.isa import shared_limit

MAX_STATIC_BYTES: Final = 48 * 1024
"""Bytes of shared memory that a kernel may declare; a launch gives more (PTX ISA 5.1.8, CUDA)."""

DYNAMIC_VARIABLE: Final = "dyn_smem"
"""The variable that stands for the shared memory that a launch gives."""


_MIN_ALIGNMENT: Final = 128
"""Bytes to which that memory is aligned at least."""


class NeedsDynamicError(Exception):
    """A kernel with declared shared memory requests a feature of launch-time shared memory."""


class SharedPart(NamedTuple):
    """A place in shared memory that has a name of its own in messages."""

    name: str
    """`tile`, `tile[1]` for a stage, `full[1]` for an mbarrier."""
    variable: str
    """The variable that contains it."""
    offset: int
    """Its byte offset there."""


class Segment:
    """The allocations of a function in shared memory."""

    def __init__(
        self,
        *,
        dynamic: bool = False,
        name: str = DYNAMIC_VARIABLE,
        may_be_dynamic: bool = False,
    ) -> None:
        """Begin empty; `dynamic` memory is a block that the launch gives.

        `may_be_dynamic` means that the function can be traced again with such memory.
        """
        self.dynamic = dynamic
        self.may_be_dynamic = may_be_dynamic
        self.name = name
        self.size = 0
        """Bytes allocated so far."""
        self.alignment = 16
        """The largest alignment requested, bytes."""
        self.counts: dict[str, int] = {}
        self.alignments: dict[str, int] = {}
        """The alignments of the variables that are declared, bytes."""
        self.ready: set[tuple[str, int]] = set()
        """Addresses of the mbarriers that have been initialised so far."""
        self.barriers: dict[tuple[str, int], str] = {}
        """The mbarriers by variable and byte offset, with their names in messages."""
        self.parts: list[SharedPart] = []
        """The places in the segment, in order, with the names that the program has given."""

    def allocate(
        self, name: Any, size: int, align: int, kind: str, count: int, stages: int = 0
    ) -> tuple[str, int]:
        """Allocate memory; return the variable that contains it and the byte offset there.

        Static memory is declared here, as `.shared .align N .b8 name[bytes]`. `stages` is the
        number of parts that have an index, 0 for an object without. `TraceError` for a name that
        something else has, and for more memory than a CTA of the target can have.
        """
        if not isinstance(name, str) or not NAME.fullmatch(name):
            msg = f"a variable must be named with letters, digits and _, got {name!r}"
            raise ValueError(msg)
        if _taken(name):
            msg = f"{name} is the name of something else in this kernel: give the variable another"
            raise trace.TraceError(msg)
        # The sum counts against the limit of a CTA also if each object is a variable of its own.
        offset = -(-self.size // align) * align
        self.size = offset + size
        self.alignment = max(self.alignment, align)
        _check_room(name, size, self.size)
        # Memory is mostly allocated at the top of a kernel, so that little has been traced in vain.
        if self.size > MAX_STATIC_BYTES and self.may_be_dynamic:
            self.require_dynamic()
        variable, start = (self.name, offset) if self.dynamic else (name, 0)
        self.parts += [
            SharedPart(
                f"{name}[{index}]" if stages else name,
                variable,
                start + size // (stages or 1) * index,
            )
            for index in range(stages or 1)
        ]
        if self.dynamic:
            return variable, start
        specifiers = (
            n.Specifier(".shared"),
            n.Align(number(align)),
            n.Specifier(f".{kind}"),
        )
        declarator = n.Declarator(n.Symbol(name), None, (n.Dimension(number(count)),))
        trace.record(n.Variable((), specifiers, (declarator,)), None, None)
        self.alignments[name] = align
        return variable, start

    def name_of(self, variable: str, offset: int) -> str:
        """Return the name that the program has given to the object at a place."""
        names = (part.name for part in self.parts if part[1:] == (variable, offset))
        return next(names, variable).partition("[")[0]

    def alignment_of(self, variable: str) -> int | None:
        """Return the alignment in bytes of a variable in this segment; None if it is unknown."""
        if self.dynamic and variable == self.name:
            return max(_MIN_ALIGNMENT, self.alignment)
        return self.alignments.get(variable)

    def require_dynamic(self) -> None:
        """Go on only where the launch gives the memory; else the kernel is traced again so."""
        if not self.dynamic:
            raise NeedsDynamicError

    def named(self, stem: str) -> str:
        """Return a name that begins so and that nothing else here has."""
        while True:
            count = self.counts.get(stem, 0)
            self.counts[stem] = count + 1
            if not _taken(f"{stem}_{count}"):
                return f"{stem}_{count}"


def _taken(name: str) -> bool:
    """Say whether the body that is open, or its function, declares a name."""
    body = trace.function_body()
    scopes = (body.scope, body.function.scope)
    return any(scope is not None and scope.names.own(name) is not None for scope in scopes)


def _check_room(name: str, size: int, total: int) -> None:
    scope = trace.function_body().scope
    target = None if scope is None else scope.checker.target
    limit = None if target is None else shared_limit(str(target))
    if limit is not None and total > limit:
        msg = (
            f"{size:,} bytes for {name} make {total:,} of shared memory: a CTA of {target} "
            f"has at most {limit:,}"
        )
        raise trace.TraceError(msg)


def segment() -> Segment:
    """Return the shared memory of the function that is being traced."""
    function = trace.function_body().function
    if function.shared is None:
        function.shared = Segment(may_be_dynamic=function.is_kernel)
    found: Segment = function.shared
    return found


def declaration(found: Segment) -> n.Variable:
    """Return the declaration of memory that the launch gives, at the top of the module."""
    specifiers: tuple[Any, ...] = (
        n.Specifier(".shared"),
        n.Align(number(max(_MIN_ALIGNMENT, found.alignment))),
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


class ObjectName(str):
    """The name of an object `start` bytes after its variable: `tile.name`, `ring[1].name`.

    It equals the name of the variable. As an operand, in an address and in text it stands for the
    address of the object, `dyn_smem+1024`.
    """

    __slots__ = ("start",)
    start: int

    @property
    def variable(self) -> str:
        """The name of the variable, without the offset."""
        return str.__str__(self)

    def operand(self) -> n.Binary:
        """Return the address as an operand of `mov`."""
        return n.Binary(n.Symbol(self.variable), "+", n.Literal(repr(self.start)))

    def address(self, offset: int = 0) -> n.Address:
        """Return `[name+offset]`; `TypeError` for an offset that may be that of the object."""
        if offset == self.start:
            msg = (
                f"the name of an object stands for its address, {self}, to which {offset} is "
                "added again: give the object itself, as in ptx.addr(tile)"
            )
            raise TypeError(msg)
        return n.Address(n.Symbol(self.variable), n.Literal(repr(self.start + offset)), ())

    def __str__(self) -> str:
        """Return the address."""
        return f"{str.__str__(self)}+{self.start}"

    def __format__(self, specification: str) -> str:
        """Format the address."""
        return format(str(self), specification)

    def __add__(self, text: str) -> str:
        """Append text to the address."""
        return str(self) + text

    def __radd__(self, text: str) -> str:
        """Put text before the address."""
        return text + str(self)


def object_name(variable: str, start: int) -> str:
    """Return the name of an object that begins `start` bytes after a variable."""
    if not start:
        return variable
    name = ObjectName(variable)
    name.start = start
    return name


CONVERTERS[ObjectName] = lambda name, _double: name.operand()
