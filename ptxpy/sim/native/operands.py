"""Operands of the instructions of a warp: registers, constants, addresses, special registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.check import operand_of
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.float_constants import float_bits, float_of
from ptxpy.sim.compile.operand_values import special_name
from ptxpy.sim.compile.placement import variable_key
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError
from ptxpy.sim.compile.symbol_operands import resolve_symbol
from ptxpy.sim.native.layout import CONTEXT, COORDINATES, TID
from ptxpy.sim.native.vector_builder import (
    BITS,
    LANES,
    Value,
    VectorBuilder,
    type_of_kind,
    vector,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim.compile.placement import SharedLayout
    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.native.activations import Activation, Layout
    from ptxpy.sim.pieces import Program, Routine

__all__ = ["OperandTranslator", "Unsupported"]

_WORKSPACE: Final = {"%envreg1": 32, "%envreg2": 0}
"""The registers with the address of the workspace of a grid, and its bits that are left out."""
EVERY_LANE: Final = "splat (i1 true)"
"""The mask of all lanes."""

Unsupported = UnsupportedInstructionError


class OperandTranslator(VectorBuilder):
    """Reads and writes the operands of the piece of a kernel that is being written."""

    def __init__(
        self,
        program: Program,
        blocks: Layout,
        shared: SharedLayout,
        addresses: Mapping[str, int],
        *,
        clustered: bool = False,
    ) -> None:
        """Take the blocks of a kernel, and the addresses of its variables.

        In a launch with clusters addresses in shared memory have the rank of the CTA.
        """
        super().__init__()
        self.clustered = clustered
        self.program = program
        self.blocks = blocks
        self.activation = blocks.kernel
        """The function whose block is being written."""
        self.helpers: dict[str, None] = {}
        """The functions of the run-time that the kernel calls."""
        self._shared = shared
        self._addresses = addresses
        self._number = 0
        """The piece that is being written."""
        self._mask = Value("", "i1")
        self._entry: dict[tuple[str, ...], str] = {}
        self._entry_lines: list[str] = []
        # What each piece reads before it writes it, and what it writes in all lanes.
        self._needed: list[set[int]] = []
        self._written: list[set[int]] = []
        self._changed: list[set[int]] = []
        """The registers that each piece writes in some lanes at least."""
        self._shared_by_pieces: frozenset[int] = frozenset(range(len(blocks.kinds)))
        self._values: dict[int, Value] = {}
        """The registers that the piece alone reads, each written there before."""
        self._versions: dict[int, int] = {}
        self._plain_numbers: dict[tuple[object, ...], Value] = {}
        """Results of arithmetic of the piece whose NaNs have any bits, by the keys of registers."""

    # -------------------------------------------------------------- registers

    @property
    def routine(self) -> Routine:
        """The function whose block is being written."""
        return self.activation.routine

    @property
    def slots(self) -> Slots:
        """The registers of that function."""
        return self.activation.slots

    def _type(self, place: int) -> str:
        return type_of_kind(self.blocks.kinds[place])

    def read(self, slot: int, kind: str) -> Value:
        """Return a register as a NumPy type, truncated or zero-extended."""
        return self.as_kind(self.read_place(self.activation.first_register + slot), kind)

    def read_place(self, place: int) -> Value:
        """Return a register, given its number among those of all functions."""
        self.need(place)
        return self.peek(place)

    def peek(self, place: int) -> Value:
        """Return a register that a block reads for others, which say if it lives."""
        type_ = self._type(place)
        if place not in self._shared_by_pieces:
            # Its type alone is asked before it is written.
            return self._values.get(place) or Value("poison", type_)
        return Value(self.let(f"load {vector(type_)}, ptr %R{place}"), type_)

    def need(self, place: int) -> None:
        """Note that the block reads a register, unless it has written it."""
        if place not in self._written[self._number]:
            self._needed[self._number].add(place)

    def as_kind(self, value: Value, kind: str) -> Value:
        """Return the bits of a value as a NumPy type, truncated or zero-extended."""
        wanted = type_of_kind(kind)
        if value.type == wanted:
            return value
        size, new = BITS[value.type], BITS[wanted]
        if new == 1:
            return self.compare("ne", self.as_bits(value), self.constant(0, f"i{size}"))
        bits = self.resize(self.as_bits(value), f"i{new}") if size != new else self.as_bits(value)
        return self.bitcast(bits, wanted)

    def as_bits(self, value: Value) -> Value:
        """Return the bits of a value as an integer."""
        return self.bitcast(value, f"i{BITS[value.type]}")

    def write(self, slot: int, value: Value, kind: str, guard: Value | None) -> None:
        """Write a register in the lanes that run; smaller values are extended as their type is."""
        self._versions[slot] = self._versions.get(slot, 0) + 1
        self.write_place(self.activation.first_register + slot, value, kind, guard)

    def write_place(self, place: int, value: Value, kind: str, guard: Value | None) -> None:
        """Write a register, given its number among those of all functions."""
        own = self._type(place)
        if value.type != own:
            signed = kind[0] == "i"
            if own == "i1" or value.type == "i1":
                value = self.as_kind(value, self.blocks.kinds[place])
            else:
                value = self.resize(self.as_bits(value), own, signed=signed)
        if guard is not None:
            self.need(place)
        else:
            self._written[self._number].add(place)
        mask = guard
        # What is read in this piece alone may have any value in lanes that do not run.
        if place in self._shared_by_pieces and self._mask.text != EVERY_LANE:
            mask = self.running(guard)
        self.put(place, value, mask)

    def put(self, place: int, value: Value, mask: Value | None) -> None:
        """Write a register in lanes of a mask, or in all."""
        self._changed[self._number].add(place)
        own = self._type(place)
        if mask is not None:
            value = self.select(mask, value, self.peek(place))
        if place in self._shared_by_pieces:
            self.emit(f"store {vector(own)} {value.text}, ptr %R{place}")
        else:
            self._values[place] = value

    def version(self, site: Site, operand: Any) -> tuple[object, ...]:
        """Return a key of an operand, another one when its value has changed in the piece."""
        location = operand if isinstance(operand, int) else None
        if location is None:
            found = self.slots.register(operand, site.level)
            if found is None:
                return (operand,)
            location = found.slots[0]
        return location, self._versions.get(location, 0)

    def plain_number(self, site: Site, operand: Any) -> Value | None:
        """Return a register for arithmetic that makes each NaN a canonical one, if it is known."""
        return self._plain_numbers.get(self.version(site, operand))

    def note_plain_number(self, site: Site, operand: Any, value: Value) -> None:
        """Keep the value of a register that has been written, with NaNs of any bits."""
        location = self.slots.register(operand, site.level)
        if location is not None:
            self._plain_numbers[self.version(site, operand)] = value

    # --------------------------------------------------------------- operands

    def guard(self, site: Site) -> Value | None:
        """Return the lanes in which the guard of an instruction holds; None without a guard."""
        guard = site.node.guard
        if guard is None:
            return None
        value = self.source(site, guard.register, "?")
        return self.invert(value) if guard.negated else value

    def require_every_lane(self) -> None:
        """Give up unless all lanes run, which is then known of the rest of the piece."""
        if self._mask.text != EVERY_LANE:
            self.give_up(self.let(f"icmp ne i32 {self.bits(self._mask)}, -1"))
            self._mask = Value(EVERY_LANE, "i1")

    def give_up(self, condition: str) -> None:
        """Leave the launch to the interpreter if a condition, an `i1`, holds."""
        goes_on = self.new_label("goes_on")
        self.emit(f"br i1 {condition}, label %gives_up, label %{goes_on}")
        self.label(goes_on)

    @property
    def mask(self) -> Value:
        """The lanes that run."""
        return self._mask

    def running(self, guard: Value | None) -> Value:
        """Return the lanes that run an instruction with a guard, or without."""
        return self._mask if guard is None else self.binary("and", self._mask, guard)

    def assign(
        self, site: Site, operand: Any, value: Value, kind: str, guard: Value | None
    ) -> None:
        """Write the destination of an instruction; `_` takes nothing."""
        if isinstance(operand, n.Symbol) and operand.name == "_":
            return
        if isinstance(operand, int):
            self.write(operand, value, kind, guard)
            return
        location = self.slots.register(operand, site.level)
        if location is None or len(location.slots) != 1:
            msg = "a destination that is not a single register"
            raise Unsupported(msg)
        self.write(location.slots[0], value, kind, guard)

    def source(self, site: Site, operand: Any, kind: str) -> Value:
        """Return an operand, read as a NumPy type; see `ptxpy.sim.compile.operand_values`."""
        if isinstance(operand, int):
            return self.read(operand, kind)
        location = self.slots.register(operand, site.level)
        if location is not None:
            if len(location.slots) != 1:
                msg = "a vector or 128 bits as one value"
                raise Unsupported(msg)
            return self.read(location.slots[0], kind)
        wanted = type_of_kind(kind)
        if isinstance(operand, n.Literal) or float_of(operand) is not None:
            return self._literal(operand, kind)
        if (
            isinstance(operand, n.Unary)
            and self.slots.register(operand.operand, site.level) is not None
        ):
            value = self.source(site, operand.operand, kind)
            if operand.operator in ("!", "~"):
                return self.invert(value)
            msg = f"the operand {operand.operator}…"
            raise Unsupported(msg)
        name = special_name(operand)
        if name is not None:
            return self.as_kind(self._special(name), kind)
        names = self.routine.code.levels[site.level].names
        actual = operand_of(operand, names)
        if actual.kind == "integer":
            if kind[0] == "f":
                msg = "an integer as a floating-point number"
                raise Unsupported(msg)
            return self.constant(int(actual.value), wanted)
        return self.as_kind(self._address_of_symbol(site, operand), kind)

    def _literal(self, operand: Any, kind: str) -> Value:
        size = 1 if kind == "?" else int(kind[1:])
        bits = float_bits(operand, size)
        if bits is not None:
            single = isinstance(operand, n.Literal) and operand.text.lstrip("-")[:2].lower() == "0f"
            if kind[0] != "f" and size != (4 if single else 8):
                msg = f"a floating-point number as {8 * size} bits of another type"
                raise Unsupported(msg)
            return self.constant(bits, type_of_kind(kind))
        value = operand.value
        if kind[0] == "f":
            # An integer where a float is expected is its value.
            msg = "an integer as a floating-point number"
            raise Unsupported(msg)
        return self.constant(bool(value) if kind == "?" else int(value), type_of_kind(kind))

    def _address_of_symbol(self, site: Site, operand: Any) -> Value:
        """Return the address that an operand names: `x`, `x+4`, `x[2]`."""
        found = resolve_symbol(self.slots, operand, site.level)
        if found is None or found.counter is not None:
            msg = f"the operand {type(operand).__name__}"
            raise Unsupported(msg)
        place = self.parameter_offset(found.name, site.level)
        if place is not None:
            base = self.splat(self.context("parameter_address", "i64"), "i64")
            return self.binary("add", base, self.constant(place + found.offset, "i64"))
        local = self.routine.local_variable(found.name, site.level)
        if local is not None:
            return self.local_address(local[1].offset + found.offset)
        own = self.slots.declaring_level(found.name, site.level)
        key = found.name if own is None else variable_key(self.routine, own, found.name)
        if key in self._shared.offsets:
            offset = self.constant(self._shared.offsets[key] + found.offset, "i64")
            return self.binary("add", self.shared_low(), offset) if self.clustered else offset
        if key in self._addresses:
            return self.constant(self._addresses[key] + found.offset, "i64")
        msg = f"the address of {found.name}"
        raise Unsupported(msg)

    def shared_low(self) -> Value:
        """Return the first address in the shared memory of the CTA."""
        return self.splat(self.context("shared_low", "i64"), "i64")

    def local_address(self, offset: int) -> Value:
        """Return the address in local memory of a byte of the function's variables."""
        recursive, constant = self.activation.origin()
        found = self.constant(constant + offset, "i64")
        if recursive is None:
            return found
        return self.binary("add", self.read_place(recursive.base_register), found)

    def local_hosts(self, owner: Activation) -> Value:
        """Return where the variables of a function are in the memory of the host, for each lane."""
        found = self._entry.get(("local", "hosts"))
        if found is None:
            first, size = self.context("first_thread", "i64"), self.context("local_bytes", "i64")
            start = self.context("local", "i64")
            lines, self.lines = self.lines, self._entry_lines
            skipped = self.let(f"mul i64 {first}, {size}")
            begins = self.splat(self.let(f"add i64 {start}, {skipped}"), "i64")
            lanes = self.binary("mul", self.splat(size, "i64"), self.lanes(range(LANES), "i64"))
            found = self._entry["local", "hosts"] = self.binary("add", begins, lanes).text
            self.lines = lines
        recursive, constant = owner.origin()
        hosts = Value(found, "i64")
        if recursive is not None:
            hosts = self.binary("add", hosts, self.read_place(recursive.base_register))
        return self.binary("add", hosts, self.constant(constant, "i64"))

    def parameter_offset(self, name: str, level: int) -> int | None:
        """Return where a parameter of the kernel is among its parameters; None for other names."""
        if not self.routine.is_kernel or self.routine.local_variable(name, level) is not None:
            return None
        return next(
            (each.offset or 0 for each in self.routine.parameters if each.name == name), None
        )

    def context(self, name: str, type_: str) -> str:
        """Return a word of the context, which is loaded once, as a scalar."""
        found = self._entry.get((name, type_))
        if found is None:
            lines, self.lines = self.lines, self._entry_lines
            place = self._place("%context", CONTEXT[name])
            found = self._entry[name, type_] = self.let(f"load {type_}, ptr {place}")
            self.lines = lines
        return found

    def _place(self, base: str, offset: int) -> str:
        return self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

    def fresh(self, name: str, type_: str) -> str:
        """Return a word of the context as it is now, as a scalar."""
        return self.let(f"load {type_}, ptr {self._place('%context', CONTEXT[name])}")

    def _special(self, name: str) -> Value:
        base, _, component = name.partition(".")
        axis = "xyz".find(component) if component else 0
        if axis < 0:
            return self.constant(0, "i32")
        if base == "%tid":
            place = self._place("%frame", TID + 4 * LANES * axis)
            return Value(self.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
        if self.clustered:
            if base in ("%cluster_nctarank", "%cluster_ctarank"):
                word = "cluster_size" if base == "%cluster_nctarank" else "rank"
                number = self.let(f"trunc i64 {self.context(word, 'i64')} to i32")
                return self.splat(number, "i32")
            base = {"%cluster_nctaid": "%cluster"}.get(base, base)
        else:
            # Each cluster has one CTA.
            base = {"%clusterid": "%ctaid", "%nclusterid": "%nctaid"}.get(base, base)
        if base[1:] in COORDINATES and base != "%tid":
            return self.splat(self.context(f"{base[1:]}.{'xyz'[axis]}", "i32"), "i32")
        if base == "%laneid":
            return self.lanes(range(LANES), "i32")
        if base == "%warpid":
            first = self.context("first_thread", "i64")
            number = self.let(f"trunc i64 {self.let(f'lshr i64 {first}, 5')} to i32")
            return self.splat(number, "i32")
        if base.startswith("%lanemask_"):
            bits = {
                "eq": lambda lane: 1 << lane,
                "lt": lambda lane: (1 << lane) - 1,
                "le": lambda lane: (2 << lane) - 1,
                "ge": lambda lane: 0xFFFFFFFF & -(1 << lane),
                "gt": lambda lane: 0xFFFFFFFF & -(2 << lane),
            }[base[-2:]]
            return self.lanes(map(bits, range(LANES)), "i32")
        if base in ("%total_smem_size", "%aggr_smem_size"):
            size = self.let(f"trunc i64 {self.context('shared_bytes', 'i64')} to i32")
            return self.splat(size, "i32")
        if base in _WORKSPACE:
            address = self.context("workspace", "i64")
            part = self.let(f"lshr i64 {address}, {_WORKSPACE[base]}")
            return self.splat(self.let(f"trunc i64 {part} to i32"), "i32")
        if base == "%is_explicit_cluster":
            number = self.let(f"trunc i64 {self.context('explicit_cluster', 'i64')} to i32")
            return self.splat(number, "i32")
        numbers = {
            "%smid": 0, "%nsmid": 1, "%nwarpid": 64, "%cluster_nctarank": 1, "%cluster_ctarank": 0,
            "%cluster_ctaid": 0, "%cluster_nctaid": 1,
        }  # fmt: skip
        if base in numbers:
            return self.constant(numbers[base], "i32")
        msg = f"the register {name}"
        raise Unsupported(msg)
