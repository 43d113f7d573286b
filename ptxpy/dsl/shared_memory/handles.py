"""Handles of objects in shared memory: arrays, their stages, mbarriers."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ptxpy._counts import format_count
from ptxpy.dsl.shared_memory.elements import (
    address_at,
    element_bytes,
    load_at,
    load_element,
    loaded_register,
    store_element,
)
from ptxpy.dsl.shared_memory.segment import object_name
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import (
    CONVERTERS,
    Handle,
    LoadedValue,
    Register,
    TracedValue,
    plain,
)
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n

TILE_DIMENSIONS: Final = 2
"""The dimensions of a tile for wgmma without stages: its rows and columns."""


class SharedObject(Handle):
    """An object at a fixed location in shared memory: a variable, and a byte offset in it."""

    __slots__ = ()

    def __init__(self) -> None:
        """Take nothing: the node follows from name and offset."""

    @property
    def symbol(self) -> n.Symbol:
        """The variable that contains it; `TraceError` in another trace than that which made it."""
        raise NotImplementedError

    @property
    def start(self) -> int:
        """The byte offset in the variable."""
        raise NotImplementedError

    def instead(self) -> str:
        """Return how its elements and addresses in it are written."""
        return "s[i] for an element, [s, 4] for an address in it, s.at(i) for one in a register"

    def operand(self) -> Any:
        """Return its address as an operand of `mov`: `name`, or `name+offset`."""
        if not self.start:
            return self.symbol
        return n.Binary(self.symbol, "+", n.Literal(str(self.start)))

    def address(self, offset: int = 0) -> n.Address:
        """Return the operand `[name+offset]` for an access, `offset` bytes after its start."""
        total = self.start + offset
        return n.Address(self.symbol, n.Literal(str(total)) if total else None, ())


class SharedAlloc(SharedObject):
    """An array in shared memory.

    `a[stage]` is the part for an index of the first dimension (`SharedSlice`); a tile for wgmma of
    rows and columns is one stage, `tile[0]`. Of an array of two dimensions, `a[row, column]` loads
    an element and `a[row, column] = x` stores one; of one dimension, `a[i]` and `a[i] = x` do, and
    `[a[3]]` is the address of an element (`SharedElement`).
    """

    __slots__ = (
        "byte_offset",
        "dtype",
        "gmma_layout",
        "gmma_major",
        "shape",
        "swizzle",
        "variable",
    )

    def __init__(
        self,
        name: str,
        dtype: Type,
        shape: tuple[int, ...],
        swizzle: str | None,
        gmma_layout: Any = None,
        gmma_major: str | None = None,
        byte_offset: int = 0,
    ) -> None:
        """Take the variable that contains it, its elements, and the byte offset in the variable."""
        self.traced_in = trace.traced_function()
        self.variable = name
        self.dtype = dtype
        self.shape = shape
        self.swizzle = swizzle
        self.gmma_layout = gmma_layout
        self.gmma_major = gmma_major
        self.byte_offset = byte_offset

    @property
    def name(self) -> str:
        """The variable that contains it; as an operand, the address of the array."""
        return object_name(self.variable, self.byte_offset)

    @property
    def symbol(self) -> n.Symbol:
        """The variable that contains it."""
        trace.check_trace(self)
        return n.Symbol(self.variable)

    @property
    def start(self) -> int:
        """The byte offset in the variable."""
        return self.byte_offset

    @property
    def nbytes(self) -> int:
        """How many bytes it has."""
        return prod(self.shape) * element_bytes(self.dtype)

    @property
    def stages(self) -> int:
        """The number of stages: the first dimension, or 1 for a tile of rows and columns."""
        return 1 if self._is_tile else self.shape[0]

    @property
    def stage_shape(self) -> tuple[int, ...]:
        """The dimensions of a stage."""
        return self.shape if self._is_tile else self.shape[1:]

    @property
    def stage_bytes(self) -> int:
        """The bytes from one stage to the next."""
        return prod(self.stage_shape) * element_bytes(self.dtype)

    @property
    def _is_tile(self) -> bool:
        return self.gmma_layout is not None and len(self.shape) == TILE_DIMENSIONS

    def at(self, stage: Any) -> Any:
        """Return a register with the address of a stage whose index is in a register.

        Emits `mov.u32` and `mad.lo.u32`. Helpers check it as they do a stage that is known while
        tracing (`StageAddress`).
        """
        register = address_at(self, stage, self.stage_bytes)
        return StageAddress(register, self) if self.stage_shape else register

    def __getitem__(self, index: Any) -> Any:
        """Return a stage, or load an element: `a[row, column]` emits the address and `ld.shared`.

        Of an array of one dimension, `a[i]` loads an element. `IndexError` for a stage or an
        element that there is not.
        """
        index = plain(index)
        if type(index) is tuple:
            return load_element(self, index)
        if isinstance(index, TracedValue) and len(self.shape) == 1:
            return load_element(self, (index,))
        if type(index) is not int:
            msg = (
                f"a stage must be a number that is known while tracing, got {index!r}; for an "
                "address computed on the device use at(stage)"
            )
            if len(self.shape) == 1:
                msg = f"an element must be a[i], with an integer or a register, got {index!r}"
            raise TypeError(msg)
        if not 0 <= index < self.stages:
            parts = "element" if len(self.shape) == 1 else "stage"
            has = f"the {parts}s 0 to {self.stages - 1}" if self.stages > 1 else f"one {parts}, [0]"
            msg = f"{self!r} has {has}, not {index}"
            raise IndexError(msg)
        return SharedElement(self, index) if len(self.shape) == 1 else SharedSlice(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Store an element: `a[row, column] = x` emits the address and `st.shared`.

        Of an array of one dimension, it is `a[i] = x`.
        """
        if type(index) is not tuple and len(self.shape) != 1:
            msg = "an element is written as a[row, column] = x, a stage is not written"
            raise TypeError(msg)
        store_element(self, index if type(index) is tuple else (index,), value)

    if not TYPE_CHECKING:  # a checker reports an unknown name as one

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse `load`, `store` and unknown names; `AttributeError` with the notation."""
            if name in ("load", "read"):
                name += ": write s[i], which loads an element"
            if name in ("store", "write"):
                name += ": write s[i] = value, which stores an element"
            msg = f"an array in shared memory has no {name}"
            raise AttributeError(msg)

    def __repr__(self) -> str:
        """Show name, type and shape."""
        name = _shown(self.traced_in, self.variable, self.byte_offset)
        return f"<shared {self.dtype.fundamental}{list(self.shape)} {name}>"


class SharedSlice(SharedObject):
    """One stage of an array in shared memory."""

    __slots__ = ("alloc", "stage")

    def __init__(self, alloc: SharedAlloc, stage: int) -> None:
        """Take the array and the index of its first dimension."""
        self.traced_in = alloc.traced_in
        self.alloc = alloc
        self.stage = stage

    @property
    def name(self) -> str:
        """The variable that contains it; as an operand, the address of the stage."""
        return object_name(self.alloc.variable, self.start)

    @property
    def symbol(self) -> n.Symbol:
        """The variable that contains it."""
        return self.alloc.symbol

    @property
    def dtype(self) -> Type:
        """The type of the elements."""
        return self.alloc.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions of the stage."""
        return self.alloc.stage_shape

    @property
    def nbytes(self) -> int:
        """How many bytes it has."""
        return self.alloc.stage_bytes

    @property
    def start(self) -> int:
        """The byte offset in the variable: that of the array and `stage` times a stage's bytes."""
        return self.alloc.byte_offset + self.stage * self.alloc.stage_bytes

    def __repr__(self) -> str:
        """Show array and stage."""
        return f"{self.alloc!r}[{self.stage}]"


class StageAddress(Register):
    """The address of a stage whose index the device computes: a register that knows its array."""

    __slots__ = ("alloc",)

    def __init__(self, register: Register, alloc: SharedAlloc) -> None:
        """Take the register with the address, and the array."""
        super().__init__(register.node, register.declared, register.storage)
        self.alloc = alloc

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions of the stage."""
        return self.alloc.stage_shape

    def __add__(self, distance: Any) -> Any:
        """Emit a sum, which is an address in the array, too."""
        return self._within(super().__add__(distance), distance)

    def __radd__(self, distance: Any) -> Any:
        """Emit a sum, which is an address in the array, too."""
        return self._within(super().__radd__(distance), distance)

    def _within(self, result: Any, distance: Any) -> Any:
        if isinstance(result, PendingResult):
            result.stage = self
            result.distance = distance if type(distance) is int else None
        return result

    def __repr__(self) -> str:
        """Show array and register."""
        return f"{self.alloc!r}.at(…) in {self.node.name}"


class SharedElement(SharedSlice, LoadedValue):
    """An element of an array of one dimension: its value where a value is taken.

    The value is read when the element is named. In brackets, and as the argument of a helper for
    shared memory, it is the address; an element that is used so alone is not loaded.
    """

    __slots__ = ("_loaded",)

    def __init__(self, alloc: SharedAlloc, stage: int) -> None:
        """Take the array and the index; load the element."""
        super().__init__(alloc, stage)
        # The load is recorded here, as the value at this place is meant; one that nothing reads is
        # taken out at the end.
        self._loaded = load_at(alloc, stage)

    def register(self) -> Register:
        """Return the register with the value; `TypeError` if it cannot be loaded in this way."""
        if self._loaded is None:
            msg = (
                f"{self!r} is no operand here: load the element with "
                f"smem.load(dtype, a[{self.stage}]), or take its address with a.at({self.stage})"
            )
            raise TypeError(msg)
        return loaded_register(self.alloc, self._loaded)

    def operand(self) -> Any:
        """Return the register with the value."""
        return self.register().node

    def __repr__(self) -> str:
        """Show array and index."""
        return f"{repr(self.alloc)[:-1]}[{self.stage}]>"


class MbarrierArray:
    """mbarriers in shared memory, 8 bytes each; `bars[i]` is one."""

    __slots__ = ("byte_offset", "count", "traced_in", "variable")

    def __init__(self, name: str, count: int, byte_offset: int = 0) -> None:
        """Take the variable that contains them, their number, and the byte offset of the first."""
        self.traced_in = trace.traced_function()
        self.variable = name
        self.count = count
        self.byte_offset = byte_offset

    @property
    def name(self) -> str:
        """The variable that contains them; as an operand, the address of the first."""
        return object_name(self.variable, self.byte_offset)

    def __getitem__(self, idx: int) -> MbarrierRef:
        """Return one; `IndexError` if there is none."""
        idx = plain(idx)
        if type(idx) is not int:
            msg = (
                f"an mbarrier's index must be known while tracing, got {idx!r}; "
                "at(stage) takes a register"
            )
            raise TypeError(msg)
        if not 0 <= idx < self.count:
            msg = f"{self!r} has the mbarriers 0 to {self.count - 1}, not {idx}"
            raise IndexError(msg)
        return MbarrierRef(self, idx)

    def at(self, stage: Any) -> Any:
        """Return a register with the address of the one whose index is in a register.

        Emits `mov.u32` and `mad.lo.u32`. `ptx.mbarrier.array` gives slots that do more.
        """
        return address_at(self[0], stage, 8)

    def __len__(self) -> int:
        """Return how many there are."""
        return self.count

    def __repr__(self) -> str:
        """Show name and number."""
        name = _shown(self.traced_in, self.variable, self.byte_offset)
        return f"<{format_count(self.count, 'mbarrier')} {name}>"


class MbarrierRef(SharedObject):
    """An mbarrier in shared memory."""

    __slots__ = ("array", "idx")

    def __init__(self, array: MbarrierArray, idx: int) -> None:
        """Take the array and the index."""
        self.traced_in = array.traced_in
        self.array = array
        self.idx = idx

    @property
    def name(self) -> str:
        """The variable that contains it; as an operand, the address of the mbarrier."""
        return object_name(self.array.variable, self.byte_offset)

    @property
    def byte_offset(self) -> int:
        """The byte offset in the variable: that of the array and 8 for each before it."""
        return self.array.byte_offset + 8 * self.idx

    @property
    def symbol(self) -> n.Symbol:
        """The variable that contains it."""
        trace.check_trace(self)
        return n.Symbol(self.array.variable)

    @property
    def start(self) -> int:
        """The byte offset in the variable."""
        return self.byte_offset

    def __repr__(self) -> str:
        """Show array and index."""
        name = _shown(self.array.traced_in, self.array.variable, self.array.byte_offset)
        return f"<mbarrier {name}[{self.idx}]>"


def _shown(function: Any, variable: str, offset: int) -> str:
    """Return the name in messages of the object at a place in a function's shared memory."""
    memory = None if function is None else function.shared
    return variable if memory is None else str(memory.name_of(variable, offset))


def _of_shared(value: SharedObject, _double: bool) -> Any:  # noqa: FBT001 - called by a table
    return value.operand()


# The table is asked for the class itself first: its subclasses would take the slow way.
for _kind in (SharedAlloc, SharedSlice, SharedElement, MbarrierRef):
    CONVERTERS[_kind] = _of_shared
CONVERTERS[StageAddress] = CONVERTERS[Register]
