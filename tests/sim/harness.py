"""Small kernels around a few instructions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ptxpy.launch import load
from ptxpy.launch_request import Reference

FRAME = """\
.version 8.0
.target {target}
.address_size 64
{declarations}
.visible .entry kernel({parameters})
{{
    .reg .pred %p<9>;
    .reg .b16 %h<20>;
    .reg .b32 %r<30>;
    .reg .f32 %f<30>;
    .reg .b64 %rd<20>;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %r0, %tid.x;
{body}
    ret;
}}
"""


def kernel(body: str, parameters: str = "", declarations: str = "", target: str = "sm_80") -> str:
    """Return a kernel of which `%r0` is the thread and `%out` the last parameter."""
    listed = f"{parameters}, .param .u64 out" if parameters else ".param .u64 out"
    return FRAME.format(body=body, parameters=listed, declarations=declarations, target=target)


def run(
    text: str,
    *arguments: Any,
    grid: int = 1,
    block: int = 32,
    references: Mapping[str, Reference] | None = None,
) -> None:
    """Run a kernel on the CPU."""
    load(text).launch(*arguments, grid=grid, block=block, device="cpu", references=references)
