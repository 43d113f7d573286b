"""The static facts of an instruction: its accesses, the registers it writes, its waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits
from ptxpy.sim.compile.memory_operands import memory_space
from ptxpy.sim.compile.operand_values import special_name
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, cta_group, types_of
from ptxpy.sim.observe.shown_values import operand_types, type_of
from ptxpy.sim.semantics.matrices.forms import shape_of

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["Access", "Copy", "InstructionSite", "RegisterOperand", "describe"]

_REGISTER_BYTES: Final = 4
"""Bytes of a register of an instruction on tensor memory."""
_ROW_BYTES: Final = 16
"""Bytes of a row of an 8x8 matrix of 16-bit elements."""


class Access(NamedTuple):
    """An access to memory at per-lane addresses."""

    operand: int
    """The index of the address operand."""
    space: str
    """`global`, `const`, `param`, `shared`, `cluster`, `local`, `tensor`, or `generic`."""
    size: int
    """Bytes that each lane accesses."""
    kind: str
    """`load`, `store` or `atomic`."""
    lanes: int = 32
    """How many lanes, from lane 0, give an address; 0 if unknown."""
    values: tuple[RegisterOperand, ...] = ()
    """The registers that are read or written, consecutive in memory."""


class Copy(NamedTuple):
    """A copy by the async proxy."""

    kind: str
    """`load` to shared memory, `store` to global memory, `exchange` between shared memories."""
    tensor: int
    """The index of the operand that is a tensor map; -1 for none."""
    target: int
    """The index of the operand that is the address in shared memory."""
    barrier: int
    """The index of the mbarrier operand; -1 if the copy completes by a bulk async-group."""
    size: int
    """The index of the operand that is the number of bytes; -1 with a tensor map."""
    mask: int
    """The index of the operand that is the mask of CTAs of the cluster; -1 for none."""
    to_own_cta: bool
    """Whether the destination is `.shared::cta`."""
    boxes: int
    """How many boxes the copy consists of: 4 with `.tile::gather4` or `.tile::scatter4`, else 1."""
    cta_group: int = 0
    """The value of `.cta_group`; 0 without one."""


class RegisterOperand(NamedTuple):
    """A register operand of an instruction, or a constant."""

    name: str
    """The name of the register, or the constant as written."""
    type: str
    """The PTX type in which the value is displayed."""
    slots: tuple[int, ...]
    size: int
    """How many of its bytes the instruction reads or writes."""
    constant: int = 0
    """The bits of a constant, which has no slots."""


class InstructionSite:
    """An instruction, or a call."""

    def __init__(self, ordinal: int, region: int, node: Any) -> None:
        """Create a site without accesses or registers; `describe` fills it.

        Args:
            ordinal: Its index in `ptxpy.ir.statements`.
            region: The ordinal at which the labelled region that contains it begins.
            node: The instruction.
        """
        self.ordinal = ordinal
        self.region = region
        self.node = node
        self.opcode: str = node.opcode if type(node) is n.Instruction else "call"
        self.accesses: tuple[Access, ...] = ()
        self.copy: Copy | None = None
        self.role = ""
        """`arrive`, `init` or `wait` at an mbarrier; `bulk`, `async` or `wgmma` for an operation of
        a bulk, `cp.async` or wgmma group, with `commit` or `wait` appended for the instruction that
        commits or waits for groups; `tensor` for one of a thread on tensor memory."""
        self.tracks = ""
        """The kind of operations initiated so far that it lets an mbarrier track: `async` or
        `tensor`; empty for none."""
        self.barrier = -1
        """The index of the mbarrier operand; -1 for none."""
        self.mask = -1
        """The index of the operand of an arrival that is the mask of CTAs; -1 for none."""
        self.pending_groups = -1
        """How many groups may still be pending after a wait; -1 if it is not such a wait."""
        self.writes: tuple[RegisterOperand, ...] = ()
        self.reads: tuple[RegisterOperand, ...] = ()
        self.address_operands: tuple[int, ...] = ()
        """The operands whose addresses are reported at run time, in order."""

    def address(self, addresses: tuple[Any, ...], operand: int) -> Any:
        """Return the address of an operand; None if it is not reported."""
        operands = self.address_operands
        return addresses[operands.index(operand)] if operand in operands else None


def describe(writer: PieceWriter, site: InstructionSite, node: n.Instruction, scope: int) -> None:
    """Fill in the static facts of an instruction."""
    context = Site(node, scope, writer.at, None)
    written = set(range(isa.destinations(node.opcode, node.modifiers)))
    written |= set(isa.explicit_writes(node.opcode, node.modifiers))
    types = operand_types(node.opcode, node.modifiers)
    instruction_traits = traits(node.opcode, node.modifiers)
    writes: list[RegisterOperand] = []
    reads: list[RegisterOperand] = []
    if node.guard is not None:
        reads += _register_operands(writer, node.guard.register, "pred", scope)
    for position, operand in enumerate(node.operands):
        expected_type = types[position] if position < len(types) else ""
        if isinstance(operand, n.Address):
            reads += _register_operands(writer, operand.base, "u64", scope)
        elif isinstance(operand, n.Subscript):
            index = operand.index.left if isinstance(operand.index, n.Binary) else operand.index
            reads += _register_operands(writer, index, "u32", scope)
        elif position not in written:
            # An accumulator holds its result only when its group has been waited for.
            if not (position == 0 and "wgmma-group" in instruction_traits.completion):
                reads += _register_operands(writer, operand, expected_type, scope)
        elif not instruction_traits.barrier:
            writes += _register_operands(writer, operand, expected_type, scope)
    site.writes, site.reads = tuple(writes), tuple(dict.fromkeys(reads))
    try:
        site.accesses = tuple(_describe_accesses(writer, context, site))
    except (UnsupportedInstructionError, StopIteration):
        site.accesses = ()
    _fill_role(site, context)


def _register_operands(
    writer: PieceWriter, operand: Any, expected_type: str, scope: int
) -> list[RegisterOperand]:
    """Return the registers that an operand contains."""
    if isinstance(operand, n.Pair):
        parts = [(operand.first, expected_type), (operand.second, "pred")]
    elif isinstance(operand, n.Vector):
        parts = [(each, expected_type) for each in operand.elements]
    elif isinstance(operand, n.Unary):
        parts = [(operand.operand, expected_type)]
    else:
        parts = [(operand, expected_type)]
    found = []
    for part, type_ in parts:
        held = None if special_name(part) else writer.slots.register(part, scope)
        if held is None:
            continue
        base: Any = part.base if isinstance(part, n.Component) else part
        declared = _declared_type(writer, base.name, scope)
        name = f"{base.name}.{part.component}" if isinstance(part, n.Component) else base.name
        found.append(
            RegisterOperand(name, type_of(type_, declared), held.slots, -(-held.bits // 8))
        )
    return found


def _declared_type(writer: PieceWriter, name: str, scope: int) -> str:
    """Return the declared type of a register."""
    found = writer.routine.code.levels[scope].names.local(name)
    if found is None:
        return "b64"
    actual = found.actual
    return actual.parts[0].type if actual.kind == "vector" else actual.type


# --------------------------------------------------------------------- accesses


def _describe_accesses(writer: PieceWriter, context: Site, site: InstructionSite) -> list[Access]:
    """Return the memory accesses of an instruction at per-lane addresses."""
    opcode, operands = context.node.opcode, context.operands
    instruction_traits = traits(opcode, context.modifiers)
    if any(access.space == "tensor" for access in instruction_traits.accesses):
        return _tensor_access(writer, context)
    if instruction_traits.has_size_of_type:
        kind, at, _ = instruction_traits.accesses[0]
        values = site.writes if kind == "read" else tuple(_operand_values(writer, context, at + 1))
        return [_typed_access(writer, context, at, _ACCESS_KINDS[kind], values)]
    if opcode in ("ldmatrix", "stmatrix"):
        loads = instruction_traits.accesses[0].kind == "read"
        return [_row_access(writer, context, int(loads), "load" if loads else "store")]
    if opcode == "wmma" and not context.has(".mma"):
        return _fragment_access(writer, context)
    if "async-group" in instruction_traits.completion:
        size = operands[2]
        count = int(size.value) if isinstance(size, n.Literal) else 0
        return [Access(1, "global", count, "load"), Access(0, "shared", count, "store")]
    return []


def _tensor_access(writer: PieceWriter, context: Site) -> list[Access]:
    """Return the access of a warp to tensor memory; none for operations of a thread."""
    found = traits(context.node.opcode, context.modifiers)
    if found.collective != "warp":
        return []
    kind, position, space = found.accesses[0]
    vector = context.operands[0 if kind == "read" else -1]
    size = _REGISTER_BYTES * len(writer.slots.elements(vector, context.level))
    return [Access(position, space, size, _ACCESS_KINDS[kind], lanes=0)]


_ACCESS_KINDS: Final = {"read": "load", "write": "store", "atomic": "atomic"}


def _operand_values(writer: PieceWriter, context: Site, position: int) -> list[RegisterOperand]:
    """Return the registers and constants of an operand."""
    types = operand_types(context.node.opcode, context.modifiers)
    expected_type = types[position] if position < len(types) else ""
    operand = context.operands[position]
    found: list[RegisterOperand] = []
    for part in operand.elements if isinstance(operand, n.Vector) else (operand,):
        constant = _read_constant(part, expected_type) if isinstance(part, n.Literal) else None
        found += (
            _register_operands(writer, part, expected_type, context.level)
            if constant is None
            else [constant]
        )
    return found


def _read_constant(literal: n.Literal, type_: str) -> RegisterOperand | None:
    """Return an integer, or a floating-point constant that is written by its bits."""
    if type_ not in TYPES:
        return None
    value, text = literal.value, literal.text
    bits = int(value) if isinstance(value, int) else 0
    if isinstance(value, float):
        if text[:2].lower() not in ("0f", "0d"):
            return None
        # `0f3F800000` gives the bits, the high ones first. A decimal constant has another value in
        # another type.
        bits = int.from_bytes(bytes.fromhex(text[2:]))
    return RegisterOperand(
        text, type_, (), TYPES[type_].bits // 8, bits & ((1 << TYPES[type_].bits) - 1)
    )


def _access_space(writer: PieceWriter, context: Site, position: int) -> str:
    for space in ("const", "param"):
        if any(word[1:].partition("::")[0] == space for word in context.modifiers):
            return space
    operand = context.operands[position]
    return memory_space(
        writer, context, operand.base if isinstance(operand, n.Component) else operand
    )


def _typed_access(
    writer: PieceWriter,
    context: Site,
    position: int,
    kind: str,
    values: tuple[RegisterOperand, ...],
) -> Access:
    bits = TYPES[types_of(context)[-1]].bits
    width = next((int(word[2:]) for word in context.modifiers if word in (".v2", ".v4", ".v8")), 1)
    size = bits // 8
    held = tuple([each._replace(size=size) for each in values])
    return Access(
        position, _access_space(writer, context, position), size * width, kind, values=held
    )


def _row_access(writer: PieceWriter, context: Site, position: int, kind: str) -> Access:
    count = next((int(word[2:]) for word in context.modifiers if word in (".x1", ".x2", ".x4")), 1)
    # Each lane up to these gives the address of a row of a matrix; those of other lanes are not
    # used.
    lanes = (16 if context.has(".m16n16") else 8) * count
    return Access(position, _access_space(writer, context, position), _ROW_BYTES, kind, lanes=lanes)


def _fragment_access(writer: PieceWriter, context: Site) -> list[Access]:
    """Return the access of `wmma.load` or `wmma.store`.

    PTX does not specify which lane holds which element.
    """
    shape, load = shape_of(context.modifiers), context.has(".load")
    if shape is None:
        return []
    side = context.modifiers[1][1:]
    (m, n_, k), bits = shape, TYPES[types_of(context)[-1]].bits
    elements = {"a": m * k, "b": k * n_}.get(side, m * n_)
    position = int(load)
    # The whole matrix is divided among the 32 lanes.
    size = elements * bits // 8 // 32
    kind = "load" if load else "store"
    return [Access(position, _access_space(writer, context, position), size, kind, lanes=0)]


# ------------------------------------------------------------------------ roles


def _fill_role(site: InstructionSite, context: Site) -> None:
    """Fill in the role of an instruction for mbarriers and async-groups."""
    instruction_traits = traits(context.node.opcode, context.modifiers)
    if instruction_traits.tracks:
        site.tracks = next((_KINDS.get(each, "tensor") for each in instruction_traits.tracks), "")
    in_tensor_memory = any(access.space == "tensor" for access in instruction_traits.accesses)
    if instruction_traits.mbarrier:
        site.role = next(
            (role for role, effects in _ROLES.items() if instruction_traits.mbarrier & effects), ""
        )
        site.barrier = instruction_traits.mbarrier_position
        if context.has(".multicast::cluster"):
            site.mask = site.barrier + 1
    elif "complete-tx" in instruction_traits.completion and instruction_traits.proxy != "async":
        site.role, site.barrier = "arrive", instruction_traits.mbarrier_position
    elif (
        instruction_traits.completion
        and instruction_traits.proxy == "async"
        and "wgmma-group" not in instruction_traits.completion
        and not in_tensor_memory
    ):
        site.copy = _describe_copy(context)
        if site.copy is not None and site.copy.barrier < 0:
            site.role = "bulk"
    elif in_tensor_memory:
        is_issued = instruction_traits.completion and not instruction_traits.collective
        site.role = "tensor" if is_issued else ""
    else:
        for mechanism, kind in _KINDS.items():
            if mechanism in instruction_traits.completion:
                site.role = kind
            elif mechanism in instruction_traits.commits:
                site.role = f"{kind} commit"
            elif mechanism in instruction_traits.waits:
                site.role = f"{kind} wait"
                count = context.operands[0] if context.operands else None
                site.pending_groups = int(count.value) if isinstance(count, n.Literal) else 0


_ROLES: Final = {
    "init": frozenset({"init"}),
    "wait": frozenset({"wait"}),
    "arrive": frozenset({"arrive", "complete-tx", "expect-tx"}),
}
"""The roles of operations on an mbarrier."""
_KINDS: Final = {
    "async-group": "async",
    "bulk-async-group": "bulk",
    "wgmma-group": "wgmma",
}
"""The kinds of groups, by the mechanism of completion."""


def _describe_copy(context: Site) -> Copy | None:
    """Return the parts of a bulk copy."""
    spaces = (".global", ".shared::cta", ".shared::cluster")
    named = [word for word in context.modifiers if word in spaces]
    # A prefetch (`cp.async.bulk.prefetch`) has one space, and moves nothing that is observed.
    if len(named) != 2:  # noqa: PLR2004 - destination and source
        return None
    to, from_ = named
    tensor = ".tensor" in context.modifiers
    boxes = 4 if context.has(".tile::gather4", ".tile::scatter4") else 1
    if to == ".global":
        return Copy(
            "store", -1 + tensor, 1, -1, -1 if tensor else 2, -1, to_own_cta=True, boxes=boxes
        )
    kind = "load" if from_ == ".global" else "exchange"
    barrier = 2 if tensor else 3
    mask = -1
    if context.has(".multicast::cluster"):
        im2col = any(word.startswith(".im2col") for word in context.modifiers)
        # The offsets of im2col come between the mbarrier and the mask.
        mask = barrier + 1 + (tensor and im2col)
    return Copy(
        kind,
        1 if tensor else -1,
        0,
        barrier,
        -1 if tensor else 2,
        mask,
        to == ".shared::cta",
        boxes,
        cta_group(context),
    )
