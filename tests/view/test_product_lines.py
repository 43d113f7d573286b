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


def _found(*texts: str) -> dict[int, int]:
    survey = Survey(ptxpy.parse(PTX, filename="k.ptx"))
    lines = [MachineLine("k:", 0)]
    lines += [MachineLine(text, 1, None, 16 * at) for at, text in enumerate(texts)]
    return product_lines(survey, LineFacts(survey, PTX).lines, MachineCode(tuple(lines)))


def test_products_are_joined_by_order() -> None:
    """One by one, where the shapes agree."""
    first, second = "    HGMMA.64x8x16.F32 R24, gdesc[UR4]", "    @P0 HGMMA.64x8x8.F32.TF32 R24, R4"
    assert _found("    UMOV UR4, 0x1", first, second) == {2: 10, 3: 13}
    assert _found(first) == {}
    assert _found(second, first) == {}
