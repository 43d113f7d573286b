"""What `wgmma` must not be given, and what the message says."""

from __future__ import annotations

import pytest

from ptxpy.sim.errors import SimulationError
from tests.sim.semantics.matrices.wgmma_kernels import COMMIT, F32, TYPES, Case, vector


def _fails(body: str, message: str, modifiers: str = F32) -> None:
    case = Case(modifiers)
    text = body.replace("MMA", case.instruction(vector(0, case.form.registers)))
    with pytest.raises(SimulationError, match=message):
        case.run(f"{text}{COMMIT}")


PLAIN = "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
FAULTS = [
    (0x0000000000010000 | 1 << 14, "bits 14 to 15 are reserved and hold 0x1"),
    (0x0000000000010000 | 1 << 31, "bits 30 to 31 are reserved and hold 0x2"),
    (0x0000000000010000 | 1 << 46, "bits 46 to 48 are reserved"),
    (0x4000000000010000 | 1 << 55, "bits 52 to 61 are reserved"),
    (0x4000000000010000 | 3 << 49, "the base offset is 3"),
    (0x4000004000010007, "start address 0x70 is misaligned.* row of 128 bytes"),
    (0xC000001000010001, "start address 0x10 is misaligned.* row of 32 bytes"),
    (0x4000004000011000, "with the start address 0x10000 the tile reaches outside of the 65,536"),
    (0x4000100000010000, "with the stride dimension byte offset 0x10000 the tile"),
    (0x0000000820000000, "with the leading dimension byte offset 0x20000 the tile"),
]


@pytest.mark.parametrize(("descriptor", "message"), FAULTS)
@pytest.mark.parametrize("side", ["A", "B"])
def test_wrong_descriptors(side: str, descriptor: int, message: str) -> None:
    """The field that is wrong is named, and the instruction, also if it is one of several."""
    registers_ = vector(0, 32)
    good = "0x0000000800080000"
    first, second = (f"{descriptor:#x}", good) if side == "A" else (good, f"{descriptor:#x}")
    body = f"""
        {PLAIN} {registers_}, {good}, {good}, 1, 1, 1, 0, 0;
        {PLAIN} {registers_}, {first}, {second}, 1, 1, 1, 0, 0;
        {PLAIN} {registers_}, {good}, {good}, 1, 1, 1, 0, 0;
    """
    where = (
        rf"(?s)descriptor {descriptor:#018x} of {side}: .*{message}.*{first}, {second}, 1, 1.*CTA"
    )
    _fails(body, where)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("cvt.u64.u32 %l3, %r0; MMA", "the matrix descriptor of A is not the same in all threads"),
        ("add.u64 %l4, %l4, %l5; MMA", "(?s)descriptor of B is not the same.*thread .1, 0, 0"),
        ("setp.lt.u32 %p2, %r0, 96;\n@%p2 ret;\nMMA", "all 128 threads.* and 32 of them are here"),
        ("setp.lt.u32 %p2, %r0, 96;\n@%p2 MMA", "all 128 threads.* and 96 of them are here"),
    ],
)
def test_not_the_same(body: str, message: str) -> None:
    """Threads of a warpgroup must come together, and agree."""
    case = Case("mma_async.sync.aligned.m64n64k16.f32.f16.f16")
    text = f"{PLAIN.replace('bf16', 'f16')} {vector(0, 32)}, %l3, %l4, 1, 1, 1, 0, 0;"
    with pytest.raises(SimulationError, match=message):
        case.run(f"{body.replace('MMA', text)}{COMMIT}")


def test_scale_must_be_the_same() -> None:
    """So must scale-d."""
    case = Case(F32)
    mma = case.instruction(vector(0, case.form.registers), "%p2")
    with pytest.raises(SimulationError, match=r"scale-d is not the same .* true .*false"):
        case.run(f"setp.lt.u32 %p2, %r0, 3;\n{mma}{COMMIT}")


@pytest.mark.parametrize(
    ("modifiers", "word", "bits"),
    [
        (TYPES[8], "0x4444E545", "0b0101"),
        (TYPES[9], "0x44444441", "0b0001"),
        (TYPES[10], "0xEEEEEAEE", "0b1010"),
    ],
)
def test_wrong_metadata(modifiers: str, word: str, bits: str) -> None:
    """Two elements at one place, or one at none."""
    case = Case(modifiers)
    mma = case.instruction(vector(0, case.form.registers))
    right = "0x4444EEEE"
    body = f"mov.b32 %a4, {right};\n{mma}\nmov.b32 %a4, {word};\n{mma}\nmov.b32 %a4, {right};{mma}"
    with pytest.raises(SimulationError, match=rf"the metadata {bits} of row .* of A means nothing"):
        case.run(f"{body}{COMMIT}")


@pytest.mark.parametrize("modifiers", [TYPES[8], TYPES[9], TYPES[10]])
def test_metadata_of_zeros(modifiers: str) -> None:
    """Elements that are zero may have any, as CUTLASS's compressor makes them."""
    case = Case(modifiers)
    case.machine.shared[:] = 0
    mma = case.instruction(vector(0, case.form.registers))
    clear = "".join(f"mov.b32 %a{k}, 0;\n" for k in range(4))
    none, some = (
        case.run(f"{clear}mov.b32 %a4, {word};\n{mma}{COMMIT}") for word in ("0", "0x4444EEEE")
    )
    assert all((a == b).all() for a, b in zip(none, some, strict=True))
