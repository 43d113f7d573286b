"""Names for blocks of inline assembly, and for the registers that they are given.

The names are the manual's, those of the operands of the block's most telling instruction, in lower
case.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import destinations, explicit_writes, is_special, matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.isa import Slot

__all__ = [
    "COORDINATES",
    "LANE_OPERANDS",
    "Role",
    "Title",
    "number_name",
    "operand_names",
    "operand_roles",
    "result_name",
    "role_names",
    "roles_of",
    "tells",
    "title_of",
]

_PLAIN: Final = frozenset(
    {
        *("mov", "setp", "bra", "add", "sub", "selp", "cvt", "cvta", "shl", "shr", "and", "or"),
        *("xor", "not", "ret", "prmt", "mad", "mul", "neg"),
    }
)
"""Opcodes that say little about the purpose of a block."""

_MEMORY: Final = frozenset({"ld", "st"})
_WAITS: Final = frozenset({"mbarrier.try_wait", "mbarrier.test_wait"})
_TYPE: Final = r"\.(?:[bsuf][0-9]+(?:x[0-9]+)?|bf16(?:x2)?|tf32|e[0-9]m[0-9]x?[0-9]*|pred)\Z"
_SILENT: Final = frozenset({".sync", ".aligned"})
_TELLING: Final = frozenset({".expect_tx", ".async", ".noComplete"})
"""Modifiers that belong to the name of an operation."""
_LONGEST: Final = 40
_MAX_NAMED_INSTRUCTIONS: Final = 2
"""The most instructions whose names make up the name of a block."""


_LAST: Final = 99


class Role(NamedTuple):
    """The role of a register in a block: `addr`, or the second of a vector `d`."""

    name: str
    place: int | None = None
    """Its place in a vector."""
    order: int = _LAST
    """Its place among the operands of the most telling instruction."""
    written: bool = False
    part: str = ""
    """The manual's name for its place, if there is one: `low`, `x`."""

    def __str__(self) -> str:
        """Return a name for the register alone."""
        if self.part:
            return self.part
        return self.name if self.place is None else f"{self.name}{self.place}"


class Title(NamedTuple):
    """A name for a block, and the details that tell it from others of the same name."""

    name: str
    details: tuple[str, ...]


def roles_of(block: Sequence[n.Node]) -> dict[str, Role]:
    """Return the role of each register of a block, by the most telling instruction that has it."""
    found: dict[str, tuple[int, Role]] = {}
    written: set[str] = set()

    def note(name: str, rank: int, role: Role) -> None:
        if name not in found or found[name][0] > rank:
            found[name] = (rank, role)

    instructions = [*_instructions(block)]
    # From the end, the role of a result is known before the instruction that makes it.
    for node in reversed(instructions):
        rank = _rank(node)
        handed_on = _handed_on(node, found)
        writes = {*explicit_writes(node.opcode, node.modifiers)}
        if destinations(node.opcode, node.modifiers):
            writes.add(0)
        for order, (operand, slot) in enumerate(zip(node.operands, _slots(node), strict=False)):
            is_written = order in writes
            for name, role in _roles(node, operand, slot, order, written=is_written):
                note(name, rank, role)
                if is_written:
                    written.add(name)
        if handed_on is not None:
            note(*handed_on)
        guard = node.guard.register if node.guard is not None else None
        if type(guard) is n.Register:
            note(guard.name, rank, Role("predicate"))
    for node in instructions:
        guard = node.guard.register if node.guard is not None else None
        if node.opcode != "mov" or type(guard) is not n.Register:
            continue
        match node.operands:
            case [n.Register() as target, n.Literal()]:
                # A number that is moved under a guard holds the guard's answer.
                _, told = found.get(guard.name, (0, Role("")))
                rank, role = found.get(target.name, (0, Role("")))
                if role.name == "dst" and tells(told) and told.name != "predicate":
                    found[target.name] = (rank, role._replace(name=told.name))
    # A role that was handed on is that of a value which something else may write.
    return {
        name: role if role.written == (name in written) else role._replace(written=name in written)
        for name, (_, role) in found.items()
    }


def operand_roles(node: n.Instruction) -> Iterator[tuple[str, Role]]:
    """Yield the registers among the operands of one instruction, each with its role."""
    for order, (operand, slot) in enumerate(zip(node.operands, _slots(node), strict=False)):
        yield from _roles(node, operand, slot, order)


@lru_cache(maxsize=4096)
def role_names(opcode: str, modifiers: tuple[str, ...]) -> frozenset[str]:
    """Return the names of the roles that the operands of an instruction may have."""
    return frozenset(
        _name(opcode, slot.name, address=address)
        for _, slots in _forms(opcode, modifiers)
        for place in slots
        for slot in (place, *place.parts)
        for address in (False, True)
    )


def operand_names(node: n.Instruction) -> tuple[str, ...]:
    """Return the manual's names for the operands of an instruction, in order; empty if unknown.

    An operand in brackets, braces or with a bar has the empty name, and its parts have their own.
    """
    return tuple(slot.name for slot in _slots(node))


def number_name(node: n.Instruction, place: int) -> str:
    """Return the role of a number as an operand of an instruction; "" if nobody knows.

    >>> from ptxpy.ir import nodes as n
    >>> one, two = n.Register("%r1"), n.Register("%r2")
    >>> number_name(n.Instruction(None, "shl", (".b32",), (one, two, n.Literal("4"))), 2)
    'shift'
    """
    slots = _slots(node)
    if place >= len(slots):
        return ""
    name = _name(node.opcode, slots[place].name, address=False)
    if tells(Role(name)):
        return name
    if name != "b":
        return ""
    if node.opcode == "shfl":
        return next((LANE_OPERANDS[word] for word in node.modifiers if word in LANE_OPERANDS), "")
    return _SECOND_OPERANDS.get(node.opcode, "")


LANE_OPERANDS: Final = {
    ".bfly": "lane_mask",
    ".up": "lane_delta",
    ".down": "lane_delta",
    ".idx": "source_lane",
}
"""Names for the operand `b` of a shuffle, which says which lane is meant, by mode."""
_SECOND_OPERANDS: Final = {"shl": "shift", "shr": "shift", "and": "mask"}
"""The role of a number for which the manual has the letter `b`, by opcode."""


def _handed_on(
    node: n.Instruction, found: dict[str, tuple[int, Role]]
) -> tuple[str, int, Role] | None:
    """Return the role of a plain instruction's source: the one that its result has further on."""
    if node.opcode not in _PLAIN or len(node.operands) < 2:  # noqa: PLR2004
        return None
    target, *sources = node.operands
    registers = [source.name for source in sources if type(source) is n.Register]
    if type(target) is not n.Register or target.name not in found or len(registers) != 1:
        return None
    rank, role = found[target.name]
    return None if role.written else (registers[0], rank, role)


def _instructions(block: Sequence[n.Node]) -> Iterator[n.Instruction]:
    for node in block:
        if type(node) is n.Scope:
            yield from _instructions(node.body)
        elif type(node) is n.Instruction:
            yield node


def _rank(node: n.Instruction) -> int:
    """Return how little an instruction tells."""
    if node.opcode in _PLAIN:
        return 2
    return 1 if node.opcode in _MEMORY else 0


@lru_cache(maxsize=4096)
def _forms(opcode: str, modifiers: tuple[str, ...]) -> tuple[tuple[str, tuple[Slot, ...]], ...]:
    return tuple((match.form.name, match.form.slots) for match in matches(opcode, modifiers))


def _slots(node: n.Instruction) -> Sequence[Slot]:
    """Return the places of an instruction's operands in the form that it has."""
    given = tuple([type(operand) is n.Address for operand in node.operands])
    return _fitting(node.opcode, node.modifiers, given)


@lru_cache(maxsize=4096)
def _fitting(
    opcode: str, modifiers: tuple[str, ...], are_addresses: tuple[bool, ...]
) -> Sequence[Slot]:
    """Return the places of the form whose addresses are where an instruction has them."""
    for _, every in _forms(opcode, modifiers):
        slots = _given(every, modifiers, len(are_addresses))
        if tuple(slot.shape == "address" for slot in slots) == are_addresses:
            return slots
    return ()


_ASKED: Final = {
    "cache-policy": ".L2::cache_hint",
    "ctaMask": ".multicast::cluster",
    "im2colInfo": ".im2col",
    "ignore-src": "",
}
"""Modifiers with which an optional operand comes."""


def _given(slots: Sequence[Slot], modifiers: tuple[str, ...], count: int) -> Sequence[Slot]:
    """Return the places without the optional ones that an instruction does not use."""
    surplus = len(slots) - count
    asked = [slot for slot in slots if slot.name in _ASKED]
    unused = [slot for slot in asked if _ASKED[slot.name] not in modifiers]
    # Optional operands come with a modifier, and go if it is missing. If the count is still wrong,
    # all optional ones go.
    for unlikely in (unused, [slot for slot in slots if slot.optional]):
        if surplus <= 0 or len(unlikely) == surplus:
            slots = [slot for slot in slots if surplus <= 0 or slot not in unlikely]
            break
    return slots


def _roles(
    node: n.Instruction,
    operand: n.Node,
    slot: Slot,
    order: int,
    *,
    written: bool = False,
    address: bool = False,
) -> Iterator[tuple[str, Role]]:
    kind = type(operand)
    if kind is n.Address:
        inner = (operand.base, *(operand.coordinates or ()))  # type: ignore[attr-defined]
        for part, place in zip(inner, slot.parts, strict=False):
            is_base = part is inner[0]
            yield from _roles(node, part, place, order, written=written, address=is_base)
        return
    if kind is n.Pair:
        for part, place in zip((operand.first, operand.second), slot.parts, strict=False):  # type: ignore[attr-defined]
            yield from _roles(node, part, place, order, written=written)
        return
    name = _name(node.opcode, slot.name, address=address)
    if kind is n.Register:
        yield operand.name, Role(name, None, order, written)  # type: ignore[attr-defined]
    elif kind is n.Vector:
        elements = operand.elements  # type: ignore[attr-defined]
        parts = _parts(node.opcode, name, len(elements))
        for index, element in enumerate(elements):
            if type(element) is n.Register:
                number = index if len(elements) > 1 else None
                part = parts[index] if index < len(parts) else ""
                yield element.name, Role(name, number, order, written, part)


COORDINATES: Final = "tensor_coords"
"""The word of the instruction table for the place of a box in a tensor."""
_COMPONENTS: Final = ("x", "y", "z", "w")
_HALVES: Final = ("low", "high")
"""The halves of a register that an instruction takes apart, the lower bits first."""


def _parts(opcode: str, name: str, count: int) -> Sequence[str]:
    """Return the names for the places of a vector: halves, components or coordinates."""
    if name == COORDINATES:
        return (*_COMPONENTS, "v")
    if opcode == "mov" and count == len(_HALVES):
        return _HALVES
    if name in ("value", "dst") and 1 < count <= len(_COMPONENTS):
        stem = "value" if name == "value" else "result"
        return [f"{stem}_{component}" for component in _COMPONENTS]
    return ()


_WORDS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|[^A-Za-z0-9]+")
_VALUES: Final = frozenset({"st", "atom", "red"})
_MEANINGS: Final = {
    "mapa": {"a": "addr", "b": "cta_rank"},
    "bar": {"a": "barrier", "b": "threads"},
    "barrier": {"a": "barrier", "b": "threads"},
    "mov": {"a": "value"},
    "elect": {"d": "leader", "p": "is_leader"},
    "cp": {"src_size_16": "src_size", "src_size_4": "src_size", "src_size_8": "src_size"},
}
"""Better names where the manual has letters."""


@lru_cache(maxsize=4096)
def _name(opcode: str, slot: str, *, address: bool) -> str:
    name = "_".join(word.lower() for word in _WORDS.split(slot) if word) or "x"
    if opcode == "mbarrier" and name == "addr":
        return "mbar"
    if name in _MEANINGS.get(opcode, ()):
        return _MEANINGS[opcode][name]
    # The manual calls addresses `a`, `p` or `src`.
    if address and name in ("a", "p", "src", "x"):
        return "addr"
    if name == "b" and opcode in _VALUES:
        return "value"
    if name == "d":
        return "acc" if opcode == "wgmma" else "dst"
    return name


_WHOLE: Final = {"ld": "values", "ldmatrix": "fragment", "mov": "parts", "wmma": "fragment"}


def result_name(node: n.Instruction, role: Role | None, roles: Mapping[str, Role]) -> str:
    """Return the name for a value that a block makes.

    Args:
        node: The instruction that makes it.
        role: The register's; None if the instruction makes several values at once.
        roles: Those of all registers of the block.
    """
    if role is None:
        return _WHOLE.get(node.opcode, "result")
    if role.name != "dst":
        return str(role)
    if role.part:
        return role.part
    if node.opcode in _PLAIN:
        special = next(_special([node]), "")
        sources = [
            roles[operand.name]
            for operand in node.operands[1:]
            if type(operand) is n.Register and operand.name in roles
        ]
        telling = [source.name for source in sources if source.written and tells(source)]
        return special or (telling[0] if len(telling) == 1 else "result")
    return "value" if node.opcode == "ld" else "result"


def tells(role: Role) -> bool:
    """Return whether the manual's name of an operand is more than a letter."""
    return len(role.name) > 1 and role.name != "dst"


def title_of(block: Sequence[n.Node]) -> Title:
    """Return the name of a block, after its most telling instructions."""
    instructions = [*_instructions(block)]
    if not instructions:
        return Title("empty_asm", ())
    least = min(map(_rank, instructions))
    telling = [node for node in instructions if _rank(node) == least]
    if least == 2:  # noqa: PLR2004
        # A block of plain instructions alone is often there to read a special register.
        special = [*_special(instructions)]
        if special:
            return Title(f"read_{special[0]}", ())
        telling = [node for node in telling if node.opcode != "mov"] or telling
        packs = _half(block, telling) or _packs(telling)
        if packs:
            return Title(packs, ())
    names = list(dict.fromkeys([_dotted(node.opcode, node.modifiers) for node in telling]))
    jumps = any(node.opcode == "bra" for node in instructions)
    # `try_wait` may give up early, so that a block which loops around it waits for the phase.
    if names[0] in _WAITS and jumps:
        return Title("mbarrier_wait", _details(telling[0].modifiers, names[0]))
    words = names[0].split(".")
    for other in names[1:_MAX_NAMED_INSTRUCTIONS]:
        parts = other.split(".")
        # The words that both names begin with are written once.
        same = next((i for i, (a, b) in enumerate(zip(words, parts, strict=False)) if a != b), 0)
        words += parts[same:]
    name = "_".join(map(_word, words))
    if len(name) > _LONGEST:
        words = names[0].split(".")
        name = "_".join(map(_word, words))
    details = _details(telling[0].modifiers, names[0])
    if len(words) == 1:
        general = [_word(word[1:]) for word in telling[0].modifiers if not re.match(_TYPE, word)]
        name = "_".join([name, *general[:2]])
        details = tuple(word for word in details if word not in general[:2])
    return Title(name, details)


def _half(block: Sequence[n.Node], instructions: Sequence[n.Instruction]) -> str:
    """Return `low_half` or `high_half` for a `mov` whose other half is a register of the block."""
    first = instructions[0].operands[0]
    declaration, *others = block
    if len(others) > 1 or not isinstance(declaration, n.Variable):
        return ""
    if not isinstance(first, n.Vector) or len(first.elements) != len(_HALVES):
        return ""
    own = {declared.name.name for declared in declaration.declarators}
    kept = [
        half
        for half, part in zip(_HALVES, first.elements, strict=True)
        if isinstance(part, n.Register) and part.name not in own
    ]
    return f"{kept[0]}_half" if len(kept) == 1 else ""


def _packs(instructions: Sequence[n.Instruction]) -> str:
    """Return `pack` or `unpack` for a single `mov` of a vector."""
    only = instructions[0]
    if len(instructions) > 1 or only.opcode != "mov":
        return ""
    kinds = [type(operand) is n.Vector for operand in only.operands]
    return "unpack" if kinds == [True, False] else "pack" if kinds == [False, True] else ""


@lru_cache(maxsize=4096)
def _dotted(opcode: str, modifiers: tuple[str, ...]) -> str:
    forms = _forms(opcode, modifiers)
    if forms:
        name = forms[0][0]
        # A group of the manual's that is named after its opcode alone says too little.
        spaces = [word for word in modifiers if word in (".global", ".shared", ".local")]
        if name in _MEMORY:
            return name + "".join(spaces[:1])
        known = {f".{word}" for word in name.split(".")}
        return name + "".join(w for w in modifiers if w in _TELLING and w not in known)
    return opcode + "".join(modifiers[:1])


@lru_cache(maxsize=4096)
def _details(modifiers: tuple[str, ...], name: str) -> tuple[str, ...]:
    known = {f".{word}" for word in name.split(".")}
    words = [word for word in modifiers if word not in known | _SILENT]
    # Types come last, since other modifiers say more about the purpose.
    words.sort(key=lambda word: bool(re.match(_TYPE, word)))
    last = name.rpartition(".")[2] + "_"
    return tuple(_word(word[1:]).removeprefix(last) for word in words)


def _special(instructions: Sequence[n.Instruction]) -> Iterator[str]:
    for node in instructions:
        for operand in node.operands[1:]:
            base = operand.base if type(operand) is n.Component else operand
            if type(base) is n.Register and is_special(base.name):
                part = f"_{operand.component}" if type(operand) is n.Component else ""
                yield _word(base.name.removeprefix("%")) + part


@lru_cache(maxsize=4096)
def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", text)
