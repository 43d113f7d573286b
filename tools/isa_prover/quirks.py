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
    """A pattern of ptxas's message; empty where ptxas accepts."""
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
        "whether ptxas takes .f16x2 metadata depends on whether the target emulates the instruction",
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
