"""Rules for integers that encode something, by the operand that they are.

A rule gives an expression for the bits of a number only if their meaning is sure: the operand's
name in the manual says it, and the fields that are read give the very same bits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.ir import nodes as n
from ptxpy.isa import (
    CACHE_POLICIES,
    FULL_MASK,
    GENERATORS,
    TENSOR_MAP_CODES,
    TYPES,
    WARP_LANES,
    operand_names,
    segment_clamp,
    traits,
)
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from ptxpy.isa import BlockScaleFields, InstructionFields, MatrixFields, Traits

__all__ = [
    "GENERATOR",
    "BitMask",
    "CachePolicy",
    "FullMask",
    "InstructionDescriptor",
    "LookupTable",
    "MatrixDescriptor",
    "PowerOfTwo",
    "Rule",
    "SegmentClamp",
    "TensorMapCode",
    "Thousands",
    "Use",
    "generator_names",
    "joined",
    "negated",
    "use_of",
]

_SHAPES: Final[dict[type, str]] = {n.Address: "address", n.Vector: "vector", n.Pair: "pair"}


class Use(NamedTuple):
    """An operand of an instruction."""

    opcode: str
    modifiers: tuple[str, ...]
    position: int
    name: str
    """The name of the operand in the manual; "" if it is not known."""

    @property
    def traits(self) -> Traits:
        """The traits of the instruction."""
        return traits(self.opcode, self.modifiers)

    @property
    def is_double(self) -> bool:
        """Whether a Python float is a number of 64 bits there."""
        return ".f64" in self.modifiers


def shapes_of(instruction: n.Instruction) -> tuple[str, ...]:
    """Return the shape of each operand, as `operand_names` takes it."""
    return tuple([_SHAPES.get(type(operand), "plain") for operand in instruction.operands])


def use_of(instruction: n.Instruction, position: int) -> Use:
    """Return the use that an instruction makes of an operand."""
    opcode, modifiers = instruction.opcode, instruction.modifiers
    names = operand_names(opcode, modifiers, shapes_of(instruction))
    return Use(opcode, modifiers, position, names[position])


def negated(expression: t.Expression) -> t.Expression:
    """Return the negation of an expression; a power in parentheses, as black writes it."""
    is_power = type(expression) is str and "**" in expression
    return f"-({expression})" if is_power else t.Unary("-", expression)


class Rule:
    """A rule: which numbers it spells, and how."""

    name: ClassVar[str]
    help: ClassVar[str]
    is_notation: ClassVar[bool] = False
    """Whether it only writes other digits: numbers in hexadecimal are left as they are."""

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Return an expression for an integer that is this operand; None for none."""
        raise NotImplementedError


class FullMask(Rule):
    """The mask of members with all threads of a warp."""

    name = "full-mask"
    help = "the mask of all threads of a warp: ptx.FULL_MASK"

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell -1 as the mask of members."""
        is_mask = use.name == "membermask" and use.traits.has_member_mask
        return "ptx.FULL_MASK" if is_mask and value == FULL_MASK else None


class SegmentClamp(Rule):
    """The clamp of a shuffle within segments of a warp."""

    name = "segment-clamp"
    help = "clamps of shuffles within segments of lanes: ptx.shfl.clamp(8)"

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell the operand c of a shuffle with segments of fewer lanes than a warp has."""
        # Many instructions have an operand `c`: only that of a shuffle is a clamp.
        if use.name != "c" or not (use.traits.has_member_mask and use.traits.passes):
            return None
        up = ".up" in use.modifiers
        width = next((w for w in _WIDTHS if segment_clamp(w, up=up) == value), None)
        if width is None:
            return None
        return t.Call(vocabulary.SHUFFLE_CLAMP, (width, *([t.Keyword("up", "True")] if up else ())))


_WIDTHS: Final = tuple(1 << bit for bit in range(WARP_LANES.bit_length() - 1))


class LookupTable(Rule):
    """The table of truth of `lop3`."""

    name = "lookup-table"
    help = "tables of truth of lop3: ptx.lut(lambda a, b, c: a & b | c)"

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell a table that has a short expression."""
        if use.name != "immLut" or not 0 <= value < 1 << 8:
            return None
        text = isa.table_expression(value)
        return t.Call(vocabulary.LUT, (f"lambda a, b, c: {text}",)) if text else None


class CachePolicy(Rule):
    """The cache policy of L2 of an access."""

    name = "cache-policy"
    help = "cache policies of L2: ptx.EVICT_FIRST"

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell a policy that has a name."""
        if use.name != "cache-policy":
            return None
        found = next((name for name, bits in CACHE_POLICIES.items() if bits == value), None)
        return None if found is None else f"ptx.{found}"


class MatrixDescriptor(Rule):
    """The constant fields of a descriptor of a matrix in shared memory."""

    name = "matrix-descriptor"
    help = "constant fields of matrix descriptors: ptx.wgmma.descriptor_bits(…)"

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell a descriptor without an address and with an offset or a swizzle."""
        if use.name not in _DESCRIPTORS or not value:
            return None
        feature = use.traits.feature
        encoding = next((each for each in _ENCODINGS if each.feature == feature), None)
        fields = None if encoding is None else encoding.read(value % (1 << 64))
        if encoding is None or fields is None or fields.stride == 0 == fields.leading:
            return None
        options = _options(fields, encoding.leading, encoding.stride)
        return _signed(t.Call(encoding.function, tuple(options)), value, 64)


_DESCRIPTORS: Final = frozenset({"a-desc", "b-desc"})


class _Encoding(NamedTuple):
    """Matrix descriptors of instructions with a feature."""

    feature: str
    read: Callable[[int], MatrixFields | None]
    function: str
    leading: str
    """The name of the argument for the leading dimension byte offset."""
    stride: str
    """The same for the stride dimension byte offset."""


_ENCODINGS: Final = (
    _Encoding(
        "wgmma",
        lambda bits: isa.read_wgmma_descriptor(bits),  # noqa: PLW0108 - loaded at its first use
        vocabulary.WGMMA_DESCRIPTOR,
        "leading_byte_offset",
        "stride_byte_offset",
    ),
    _Encoding(
        "tcgen05",
        lambda bits: isa.read_tcgen05_descriptor(bits),  # noqa: PLW0108 - likewise
        vocabulary.TCGEN05_DESCRIPTOR,
        "leading_bytes",
        "stride_bytes",
    ),
)


def _options(fields: MatrixFields, leading: str, stride: str) -> Iterator[t.Keyword]:
    """Yield the fields of a descriptor that are not 0, as arguments."""
    if fields.leading:
        yield t.Keyword(leading, fields.leading)
    if fields.stride:
        yield t.Keyword(stride, fields.stride)
    if fields.swizzle != "NONE":
        yield t.Keyword("swizzle", f'"{fields.swizzle}"')
    if fields.base_offset:
        yield t.Keyword("base_offset", fields.base_offset)
    if fields.lbo_mode:
        yield t.Keyword("lbo_mode", fields.lbo_mode)
    if fields.version != 1:
        yield t.Keyword("version", fields.version)


class InstructionDescriptor(Rule):
    """The instruction descriptor of `tcgen05.mma`."""

    name = "instruction-descriptor"
    help = 'instruction descriptors: ptx.tcgen05.make_instr_desc("f16", m=128, …)'

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell a descriptor of a kind, which has another layout with block scaling."""
        if use.name != "idesc":
            return None
        kind = next((m[7:] for m in use.modifiers if m.startswith(".kind::")), "")
        # A negative literal stands for the same 32 bits.
        bits = value % (1 << 32)
        fields: InstructionFields | BlockScaleFields | None = isa.read_descriptor(kind, bits)
        function = vocabulary.INSTRUCTION_DESCRIPTOR
        if fields is None:
            fields = isa.read_block_scale_descriptor(kind, bits)
            function = vocabulary.BLOCK_SCALE_INSTRUCTION_DESCRIPTOR
        if fields is None:
            return None
        return _signed(t.Call(function, (f'"{kind}"', *_arguments(fields))), value, 32)


def _arguments(fields: InstructionFields | BlockScaleFields) -> Iterator[t.Keyword]:
    defaults = fields._field_defaults
    values: dict[str, int | str] = fields._asdict()
    for name, value in values.items():
        if name == "dtype_b" and value == fields.dtype_a:
            continue
        if name in defaults and value == defaults[name]:
            continue
        if name in ("a_major", "b_major"):
            yield t.Keyword(name, '"MN"')
        elif name in ("saturate", "sparse"):
            yield t.Keyword(name, "True")
        else:
            yield t.Keyword(name, f'"{value}"' if isinstance(value, str) else int(value))


class TensorMapCode(Rule):
    """A value of a field of a tensor map that has a name."""

    name = "tensor-map-code"
    help = 'codes of tensor maps: ptx.tensormap.code("swizzle_mode", "128B")'

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell the new value of such a field."""
        if use.name != "new_val" or not use.traits.tensor_maps:
            return None
        field = next((m[1:] for m in use.modifiers if m[1:] in TENSOR_MAP_CODES), "")
        names = TENSOR_MAP_CODES.get(field, ())
        if not 0 <= value < len(names):
            return None
        return t.Call(vocabulary.TENSOR_MAP_CODE, (f'"{field}"', f'"{names[value]}"'))


class BitMask(Rule):
    """A mask of bits, and the selector of bytes of `prmt`: numbers of digits, not of quantity."""

    name = "bit-mask"
    help = "masks of bits and selectors of bytes in hexadecimal: x & 0x3FC0"
    is_notation = True

    def spell(self, use: Use, value: int) -> t.Expression | None:
        """Spell a large operand of a bitwise instruction in hexadecimal digits."""
        found = use.traits
        if use.position in found.bits and not found.copies and not _counts(use):
            return t.Hexadecimal(value) if _is_mask(value) else None
        # Each hexadecimal digit of the selector of `prmt` chooses a byte.
        is_selector = found.permutes and use.position and use.position not in found.permutes
        return t.Hexadecimal(value) if is_selector and value >= _SMALL_MASK else None


_SMALL_MASK: Final = 256
"""Masks below it are read as quickly in decimal digits."""
_LARGE_MASK: Final = 1 << 16
"""From here on any bits are more plainly read in hexadecimal digits."""


def _is_mask(value: int) -> bool:
    """Return whether a number is a mask, and not a small number that is united with another."""
    size = abs(value)
    if size < _SMALL_MASK:
        return False
    if value < 0 or size >= _LARGE_MASK:
        return True
    # A small number counts as a mask if its ones are in a row: `0x3FC0`.
    ones = value // (value & -value)
    return ones > 1 and not ones & (ones + 1)


class PowerOfTwo(Rule):
    """A large power of 2, or one less: the ends of ranges of integers."""

    name = "power-of-two"
    help = "ends of ranges of integers: 2**31 - 1"
    is_notation = True

    def spell(self, _use: Use, value: int) -> t.Expression | None:
        """Spell 2**k, 2**k - 1 and -2**k from 2**20 on."""
        size = abs(value)
        bits = size.bit_length()
        if bits <= _SMALL_POWER:
            return None
        if size == 1 << (bits - 1):
            power = f"2**{bits - 1}"
            return negated(power) if value < 0 else power
        return t.Binary(f"2**{bits}", "-", 1) if value == (1 << bits) - 1 else None


_SMALL_POWER: Final = 20
"""Bits of numbers whose decimal digits are known by heart."""


class Thousands(Rule):
    """A large round number."""

    name = "thousands"
    help = "large round numbers by their thousands: 10_000_000"
    is_notation = True

    def spell(self, _use: Use, value: int) -> t.Expression | None:
        """Spell multiples of 1,000 from a million on."""
        return f"{value:_}" if value >= _MILLION and not value % 1000 else None


_MILLION: Final = 1_000_000


def _counts(use: Use) -> bool:
    """Return whether an instruction has numbers, not bits: a type with or without a sign."""
    return any(TYPES[m[1:]].kind != "bits" for m in use.modifiers if m[1:] in TYPES)


def _signed(expression: t.Expression, value: int, bits: int) -> t.Expression:
    """Return the expression of unsigned bits as that of a number that is negative."""
    return expression if value >= 0 else t.Binary(expression, "-", f"2**{bits}")


def joined(spellings: Iterable[t.Expression | None]) -> t.Expression | None:
    """Return the expression that all uses of a number agree on; None where they do not."""
    found = [*spellings]
    return found[0] if found and all(each == found[0] for each in found) else None


# ------------------------------------------------- generators of random numbers

GENERATOR: Final = "generator"
"""The name of the rule."""

_FAMILIES: Final = {
    "PHILOX": ("PHILOX_M0", "PHILOX_M1"),
    "PCG": ("PCG_MULTIPLIER", "PCG_INCREMENT", "PCG_OUTPUT_MULTIPLIER"),
}
"""The constants that identify a generator, by the beginning of its constants' names."""

_WORD: Final = 1 << 32
_NUMBER: Final = re.compile(r"-?[1-9][0-9]{8,9}\Z")


def generator_names(
    literals: Iterable[n.Literal], without: Container[str] = ()
) -> dict[str, t.Expression]:
    """Return the names of literals of a function by their texts."""
    if GENERATOR in without:
        return {}
    texts = {literal.text for literal in literals if _NUMBER.match(literal.text)}
    present: dict[int, set[str]] = {}
    for text in texts:
        present.setdefault(int(text) % _WORD, set()).add(text)
    found: dict[str, t.Expression] = {}
    for family, needed in _FAMILIES.items():
        # One constant alone may be a coincidence.
        if not all(GENERATORS[name] in present for name in needed):
            continue
        for name, bits in GENERATORS.items():
            if name.startswith(family):
                for text in present.get(bits, ()):
                    found.update(_spelled(text, name, bits))
    return found


def _spelled(text: str, name: str, bits: int) -> dict[str, t.Expression]:
    if int(text) == bits:
        return {text: f"ptx.{name}"}
    if int(text) == bits - _WORD:
        return {text: t.Binary(f"ptx.{name}", "-", "2**32")}
    return {}
