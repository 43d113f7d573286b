"""Products in machine code are joined to those of PTX by their order."""

from __future__ import annotations

import ptxpy
from ptxpy.summaries import Survey
from ptxpy.view.line_facts import LineFacts
from ptxpy.view.machine_code import MachineCode, MachineLine
from ptxpy.view.product_lines import product_lines

PTX = """\
.version 8.0
.target sm_90a
.address_size 64

.visible .entry k()
{
	.reg .b64 %rd<3>;
	.reg .b32 %r<5>;
	.reg .f32 %f<5>;
	wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
		{%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;
	wgmma.commit_group.sync.aligned;
	wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1;
	ret;
}
"""


def _found(ptx: str, *rows: tuple[str, int]) -> dict[int, int]:
    survey = Survey(ptxpy.parse(ptx, filename="k.ptx"))
    lines = [MachineLine("k:", 0)]
    lines += [MachineLine(text, place, None, 16 * at) for at, (text, place) in enumerate(rows)]
    return product_lines(survey, LineFacts(survey, ptx).lines, MachineCode(tuple(lines)))


MOVE = "    UMOV UR4, 0x1"
FIRST = "    HGMMA.64x8x16.F32 R24, gdesc[UR4]"
SECOND = "    @P0 HGMMA.64x8x8.F32.TF32 R24, R4"


def test_products_are_joined_by_order() -> None:
    """One by one, where the shapes agree."""
    # The line of a product itself is that of whatever was before it.
    assert _found(PTX, (MOVE, 9), (FIRST, 9), (SECOND, 9)) == {2: 10, 3: 13}
    assert _found(PTX, (MOVE, 9), (FIRST, 9)) == {}
    assert _found(PTX, (MOVE, 9), (SECOND, 9), (FIRST, 9)) == {}


def test_parts_of_a_function_may_be_elsewhere() -> None:
    """The lines around tell which part a product is of; far from them it is left out."""
    product = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
    operands = "{%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;"
    filler = "\tmov.b32 %r1, %r2;\n" * 300
    ptx = PTX[: PTX.index("\twgmma")] + f"\t{product} {operands}\n{filler}\t{product} {operands}\n"
    ptx += "\tret;\n}\n"
    second, first = [(MOVE, 305)] * 9, [(MOVE, 12)] * 9
    rows = [*second, (FIRST, 305), *second, *first, (FIRST, 12), *first]
    assert _found(ptx, *rows) == {10: 311, 29: 10}
    assert _found(ptx, *second, (FIRST, 305), (FIRST, 305)) == {}
