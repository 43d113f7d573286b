"""Where ptxas and the manual part: disagreements with a known reason."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from isa_prover.probes import Probe


class Quirk(NamedTuple):
    """A disagreement that is understood."""

    statement: str
    """A pattern that the statement matches from its start."""
    ptxas: str
    """A pattern of ptxas's message; empty if ptxas accepts the probe."""
    reason: str


QUIRKS: Final[tuple[Quirk, ...]] = (
    Quirk(r"\S*\.(pred|b2)\b", "", "ptxas passes over one .pred or .b2 too many among the types"),
    Quirk(r"cvt\S*\.ftz\S* .*%b128_", "instruction 'mov'", "ptxas cannot move 128 bits here"),
    Quirk(
        r"cvt\.r[nz]\.\S*e2m1x2\S*bf16x2",
        "",
        "ptxas does not look at the source of cvt.e2m1x2.bf16x2",
    ),
    Quirk(
        r"cvta\S*\.u32",
        r"32-Bit ABI|32-bit address",
        "32-bit addresses need .address_size 32, which no target from sm_90 on has",
    ),
    Quirk(
        r"w?g?mma\.\S*popc\.(xor|and)",
        "Illegal reduction operation",
        "ptxas wants .and and .xor before .popc, though it is free about other orders",
    ),
    Quirk(
        r"w?mma\.\S*\.(bf16|bf16x2|tf32|b1|s4|u4)\b",
        "",
        "ptxas passes over one type too many among these",
    ),
    Quirk(
        r"mma\.\S*(block_scale|\.sp).*\b0f[0-9A-F]{8}\b",
        "",
        "ptxas takes a floating-point constant for metadata and scale data",
    ),
    Quirk(
        r"mma\.\S*(block_scale|\.sp).*\{%b32_1, %b32_2\}",
        "",
        "ptxas takes a vector of two for metadata and scale data",
    ),
    Quirk(
        r"(mma\.sp|movmatrix).*%pred_",
        "",
        "ptxas takes predicates for 32-bit operands here, or has an internal error, by target",
    ),
    Quirk(
        r"mma\.sp::ordered_metadata\S*kind::f8f6f4.*%f16x2",
        "",
        "whether ptxas takes .f16x2 metadata depends on whether the target emulates "
        "the instruction",
    ),
    Quirk(
        r"tcgen05\.mma\S* .*0f3F800000",
        "",
        "ptxas takes a floating-point constant for the predicate enable-input-d",
    ),
    Quirk(
        r"tcgen05\.ld\.red",
        "PREAD offset mismatch",
        "ptxas refuses a register that is both in the vector and the result of the reduction",
    ),
    Quirk(
        r"cp\.(reduce\.)?async\.bulk",
        "",
        "ptxas does not check memory operands of bulk copies that are not addresses",
    ),
    Quirk(
        r"(tex|tld4|txq|sust|suld)\.",
        "",
        "ptxas flattens the operands of texture and surface instructions: it does not check their "
        "grouping, nor the operands after the coordinates",
    ),
    Quirk(
        r"tex\.grad",
        "instruction 'st'",
        "ptxas's own expansion of a constant offset fails",
    ),
    Quirk(
        r"wgmma\.mma_async\.sp",
        "",
        "ptxas takes floating-point constants and vectors for metadata",
    ),
    Quirk(
        r"(add|sub)\S*\.e[45]m[23]x4",
        "",
        "ptxas does not look at the first source of packed 8-bit sums",
    ),
    Quirk(r"mov\.v2\.u32 .*, s_v", "", "ptxas unpacks an address of any size"),
    Quirk(
        r"createpolicy\.fractional\S*evict_unchanged\S*evict_normal",
        "secondary_priority",
        "ptxas takes the second priority for the secondary one",
    ),
    Quirk(
        r"st\.bulk \[%b64_1\], %s32_1",
        "",
        "ptxas asks PTX 9.0 of a 32-bit size in most modules, not in all",
    ),
    Quirk(
        r"st\.bulk\S*\.shared::cta \[s_v",
        "instruction 'add'",
        "ptxas fails on a variable as address here",
    ),
    Quirk(
        r"fabric\.try_",
        "",
        "ptxas does not look at memory operands that are no addresses",
    ),
    Quirk(
        r"createpolicy\.range",
        "must be less than or equal",
        "a constant primary-size larger than total-size",
    ),
    Quirk(
        r"st\.async\S* ",
        "",
        "ptxas lets [mbar] and the completion mechanism be missing",
    ),
    Quirk(r"mov\.b(16|32|128) \{.*\}, s_v", "", "ptxas unpacks an address of any size"),
    Quirk(r"mov\.f32 .*f_v", "", "ptxas moves a function's address as a float"),
    Quirk(
        r"mov\.[bus]32 .*, g_v",
        "32-Bit|32-bit",
        "whether a module may hold 32-bit addresses depends on the target",
    ),
    Quirk(
        r"multimem\.st\.async\S*8 .*%f16_",
        "Rounding modifier required",
        "ptxas's own expansion fails",
    ),
    Quirk(
        r"(ld|st)\.\S*param::func",
        "Function call sequence invalid",
        "about the variable, not the statement",
    ),
    Quirk(
        r"red\.async",
        "",
        "ptxas does not look at [mbar], and takes constants on some targets",
    ),
    Quirk(
        r"atom\S*exch\.b128.*, %b128_\d+;",
        "",
        "ptxas takes the fourth operand for that of cas",
    ),
    Quirk(
        r"mbarrier\.arrive.*\{%b32_\d+, %b32_\d+\}",
        "",
        "ptxas takes a vector of two as a count",
    ),
    Quirk(
        r"mbarrier\.\S*.*\|_",
        "",
        "ptxas takes p|_ where there is no second result",
    ),
    Quirk(
        r"(vote\.sync|barrier\.cta\.red)\S* %f16x2_",
        "",
        "ptxas does not look at the type of the result",
    ),
    Quirk(
        r"v\w+4\.\S+ .*\.b1024\b",
        "Parsing error",
        "ptxas takes the selector .b1024, one of 4,096, for the type of this name",
    ),
)


def quirk_of(probe: Probe, ptxas: str, table: str) -> str:
    """Return the reason for a disagreement, or nothing."""
    if bool(ptxas) == bool(table):
        return ""
    for quirk in QUIRKS:
        if re.match(quirk.statement, probe.statement) and (
            re.search(quirk.ptxas, ptxas) if quirk.ptxas else not ptxas
        ):
            return quirk.reason
    return ""
