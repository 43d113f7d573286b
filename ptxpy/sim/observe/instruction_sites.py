"""What is known of an instruction before it runs: what it accesses, writes, and waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.isa.types import TYPES
from ptxpy.sim.compile.memory_operands import memory_space
from ptxpy.sim.compile.operand_values import special_name
from ptxpy.sim.compile.site import Site, types_of
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError
from ptxpy.sim.observe.shown_values import operand_types, type_of
from ptxpy.sim.semantics.matrices.forms import shape_of

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["Access", "Copy", "InstructionSite", "Named", "describe"]

_ROW: Final = 16
"""Bytes of a row of a matrix of 8 by 8."""


class Access(NamedTuple):
    """An access to memory, at an address that each lane gives."""

    operand: int
    """The operand that is the address."""
    space: str
    """`global`, `const`, `param`, `shared`, `cluster`, `local`, or `generic`."""
    size: int
    """Bytes of a lane."""
    what: str
    """`load`, `store` or `atomic`."""
    lanes: int = 32
    """The lanes of a warp that give an address, from the first on; 0 if it is not known which."""
    values: tuple[Named, ...] = ()
    """The registers that are read or written, one after the other in memory."""


class Copy(NamedTuple):
    """A copy by the asynchronous proxy."""

    what: str
    """`load` to shared memory, `store` to global memory, `exchange` between CTAs."""
    tensor: int
    """The operand that is a tensor map; -1 for none."""
    target: int
    """The operand that is the address in shared memory of a load or an exchange."""
    barrier: int
    """The operand that is an mbarrier; -1 for a bulk group."""
    size: int
    """The operand that is the number of bytes; -1 with a tensor map."""
    mask: int
    """The operand that chooses CTAs of the cluster; -1 for none."""
    own: bool
    """Whether the target is in the own CTA by its state space."""
    boxes: int
    """Rows that are copied as boxes of their own: 4 with `.tile::gather4`."""


class Named(NamedTuple):
    """A register as an instruction names it, or a constant."""

    name: str
    """A constant has its text."""
    type: str
    """As which it is shown."""
    slots: tuple[int, ...]
    size: int
    """Bytes that the instruction takes of it."""
    constant: int = 0
    """The bits of a constant, which has no slots."""


class InstructionSite:
    """An instruction, or a call."""

    def __init__(self, ordinal: int, region: int, node: Any) -> None:
        """Begin with what an instruction without operands has.

        Args:
            ordinal: Its number in `ptxpy.ir.statements`.
            region: The number of the stretch of text between labels that it is in.
            node: The instruction.
        """
        self.ordinal = ordinal
        self.region = region
        self.node = node
        self.opcode: str = node.opcode if type(node) is n.Instruction else "call"
        self.accesses: tuple[Access, ...] = ()
        self.copy: Copy | None = None
        self.role = ""
        """`arrive`, `init` or `wait` at an mbarrier; `bulk`, `async` or `wgmma` for what belongs to
        a group, with `commit` or `wait` for what closes or awaits groups."""
        self.tracks = False
        """Whether it lets an mbarrier track the copies initiated so far."""
        self.barrier = -1
        """The operand that is an mbarrier."""
        self.groups = -1
        """How many groups a wait leaves open; -1 for an instruction that waits for none."""
        self.writes: tuple[Named, ...] = ()
        self.reads: tuple[Named, ...] = ()
        self.addressed: tuple[int, ...] = ()
        """The operands whose addresses are reported, in order."""

    def address(self, addresses: tuple[Any, ...], operand: int) -> Any:
        """Return the address that an operand means; None if it is not reported."""
        return addresses[self.addressed.index(operand)] if operand in self.addressed else None


def describe(writer: PieceWriter, spot: InstructionSite, node: n.Instruction, level: int) -> None:
    """Fill in what is known of an instruction."""
    site = Site(node, level, writer.at, None)
    written = set(range(isa.destinations(node.opcode, node.modifiers)))
    written |= set(isa.explicit_writes(node.opcode, node.modifiers))
    types = operand_types(node.opcode, node.modifiers)
    found = traits(node.opcode, node.modifiers)
    writes: list[Named] = []
    reads: list[Named] = []
    if node.guard is not None:
        reads += _named(writer, node.guard.register, "pred", level)
    for position, operand in enumerate(node.operands):
        asked = types[position] if position < len(types) else ""
        if isinstance(operand, n.Address):
            reads += _named(writer, operand.base, "u64", level)
        elif isinstance(operand, n.Subscript):
            index = operand.index.left if isinstance(operand.index, n.Binary) else operand.index
            reads += _named(writer, index, "u32", level)
        elif position not in written:
            # An accumulator holds its result only when its group has been waited for.
            if not (position == 0 and "wgmma-group" in found.completion):
                reads += _named(writer, operand, asked, level)
        elif not found.barrier:
            writes += _named(writer, operand, asked, level)
    spot.writes, spot.reads = tuple(writes), tuple(dict.fromkeys(reads))
    try:
        spot.accesses = tuple(_accesses(writer, site, spot))
    except (UnsupportedInstructionError, StopIteration):
        spot.accesses = ()
    _roles(spot, site)


def _named(writer: PieceWriter, operand: Any, asked: str, level: int) -> list[Named]:
    """Return the registers that stand in an operand."""
    if isinstance(operand, n.Pair):
        parts = [(operand.first, asked), (operand.second, "pred")]
    elif isinstance(operand, n.Vector):
        parts = [(each, asked) for each in operand.elements]
    elif isinstance(operand, n.Unary):
        parts = [(operand.operand, asked)]
    else:
        parts = [(operand, asked)]
    found = []
    for part, type_ in parts:
        held = None if special_name(part) else writer.slots.register(part, level)
        if held is None:
            continue
        base: Any = part.base if isinstance(part, n.Component) else part
        declared = _declared(writer, base.name, level)
        name = f"{base.name}.{part.component}" if isinstance(part, n.Component) else base.name
        found.append(Named(name, type_of(type_, declared), held.slots, -(-held.bits // 8)))
    return found


def _declared(writer: PieceWriter, name: str, level: int) -> str:
    """Return the type that a register is declared with."""
    levels = writer.routine.code.levels
    while level >= 0:
        actual = levels[level].names.own(name)
        if actual is not None:
            return actual.parts[0].type if actual.kind == "vector" else actual.type
        level = levels[level].outer
    return "b64"


# --------------------------------------------------------------------- accesses


def _accesses(writer: PieceWriter, site: Site, spot: InstructionSite) -> list[Access]:
    """Return the accesses of an instruction to memory at addresses of lanes."""
    opcode, operands = site.node.opcode, site.operands
    found = traits(opcode, site.modifiers)
    if found.has_size_of_type:
        kind, at, _ = found.accesses[0]
        values = spot.writes if kind == "read" else tuple(_of(writer, site, at + 1))
        return [_data(writer, site, at, _WORDS[kind], values)]
    if opcode == "ldmatrix":
        return [_rows(writer, site, 1, "load")]
    if opcode == "stmatrix":
        return [_rows(writer, site, 0, "store")]
    if opcode == "wmma" and not site.has(".mma"):
        return _tile(writer, site)
    if "async-group" in found.completion:
        size = operands[2]
        count = int(size.value) if isinstance(size, n.Literal) else 0
        return [Access(1, "global", count, "load"), Access(0, "shared", count, "store")]
    return []


_WORDS: Final = {"read": "load", "write": "store", "atomic": "atomic"}


def _of(writer: PieceWriter, site: Site, position: int) -> list[Named]:
    """Return the registers and constants that an operand consists of."""
    types = operand_types(site.node.opcode, site.modifiers)
    asked = types[position] if position < len(types) else ""
    operand = site.operands[position]
    found: list[Named] = []
    for part in operand.elements if isinstance(operand, n.Vector) else (operand,):
        constant = _constant(part, asked) if isinstance(part, n.Literal) else None
        found += _named(writer, part, asked, site.level) if constant is None else [constant]
    return found


def _constant(literal: n.Literal, type_: str) -> Named | None:
    """Return an integer, or a floating-point constant that is written by its bits."""
    if type_ not in TYPES:
        return None
    value, text = literal.value, literal.text
    bits = int(value) if isinstance(value, int) else 0
    if isinstance(value, float):
        if text[:2].lower() not in ("0f", "0d"):
            return None
        bits = int.from_bytes(bytes.fromhex(text[2:]))
    return Named(text, type_, (), TYPES[type_].bits // 8, bits & ((1 << TYPES[type_].bits) - 1))


def _space(writer: PieceWriter, site: Site, position: int) -> str:
    for space in ("const", "param"):
        if any(word[1:].partition("::")[0] == space for word in site.modifiers):
            return space
    return memory_space(writer, site, _plain(site.operands[position]))


def _plain(operand: n.Operand) -> n.Operand:
    return operand.base if isinstance(operand, n.Component) else operand


def _data(
    writer: PieceWriter, site: Site, position: int, what: str, values: tuple[Named, ...]
) -> Access:
    bits = TYPES[types_of(site)[-1]].bits
    width = next((int(word[2:]) for word in site.modifiers if word in (".v2", ".v4", ".v8")), 1)
    size = bits // 8
    held = tuple([each._replace(size=size) for each in values])
    return Access(position, _space(writer, site, position), size * width, what, values=held)


def _rows(writer: PieceWriter, site: Site, position: int, what: str) -> Access:
    count = next((int(word[2:]) for word in site.modifiers if word in (".x1", ".x2", ".x4")), 1)
    return Access(position, _space(writer, site, position), _ROW, what, lanes=8 * count)


def _tile(writer: PieceWriter, site: Site) -> list[Access]:
    """Return the access of `wmma.load` and `wmma.store`: which lane moves what is not said."""
    shape, load = shape_of(site.modifiers), site.has(".load")
    if shape is None:
        return []
    side = site.modifiers[1][1:]
    (m, n_, k), bits = shape, TYPES[types_of(site)[-1]].bits
    elements = {"a": m * k, "b": k * n_}.get(side, m * n_)
    position = int(load)
    size = elements * bits // 8 // 32
    what = "load" if load else "store"
    return [Access(position, _space(writer, site, position), size, what, lanes=0)]


# ------------------------------------------------------------------------ roles


def _roles(spot: InstructionSite, site: Site) -> None:
    """Fill in what an instruction has to do with mbarriers and asynchronous groups."""
    found = traits(site.node.opcode, site.modifiers)
    spot.tracks = bool(found.tracks)
    if found.mbarrier:
        spot.role = next((role for role, does in _ROLES.items() if found.mbarrier & does), "")
        spot.barrier = found.mbarrier_position
    elif "complete-tx" in found.completion and found.proxy != "async":
        spot.role, spot.barrier = "arrive", found.mbarrier_position
    elif found.completion and found.proxy == "async" and "wgmma-group" not in found.completion:
        spot.copy = _copy(site)
        if spot.copy is not None and spot.copy.barrier < 0:
            spot.role = "bulk"
    else:
        for mechanism, kind in _KINDS.items():
            if mechanism in found.completion:
                spot.role = kind
            elif mechanism in found.commits:
                spot.role = f"{kind} commit"
            elif mechanism in found.waits:
                spot.role = f"{kind} wait"
                count = site.operands[0] if site.operands else None
                spot.groups = int(count.value) if isinstance(count, n.Literal) else 0


_ROLES: Final = {
    "init": frozenset({"init"}),
    "wait": frozenset({"wait"}),
    "arrive": frozenset({"arrive", "complete-tx", "expect-tx"}),
}
"""The roles of operations on an mbarrier."""
_KINDS: Final = {"async-group": "async", "bulk-async-group": "bulk", "wgmma-group": "wgmma"}
"""The kinds of groups, by the mechanism of completion."""


def _copy(site: Site) -> Copy | None:
    """Return the parts of a bulk copy."""
    spaces = (".global", ".shared::cta", ".shared::cluster")
    named = [word for word in site.modifiers if word in spaces]
    if len(named) != 2:  # noqa: PLR2004 - where it goes, and where it comes from
        return None
    to, from_ = named
    tensor = ".tensor" in site.modifiers
    boxes = 4 if site.has(".tile::gather4", ".tile::scatter4") else 1
    if to == ".global":
        return Copy("store", -1 + tensor, 1, -1, -1 if tensor else 2, -1, own=True, boxes=boxes)
    what = "load" if from_ == ".global" else "exchange"
    barrier = 2 if tensor else 3
    mask = -1
    if site.has(".multicast::cluster"):
        im2col = any(word.startswith(".im2col") for word in site.modifiers)
        mask = barrier + 1 + (tensor and im2col)
    own = to == ".shared::cta"
    return Copy(what, 1 if tensor else -1, 0, barrier, -1 if tensor else 2, mask, own, boxes)
