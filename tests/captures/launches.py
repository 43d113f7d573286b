"""Launches to capture, and where they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ptxpy
from ptxpy.captures import CapturedLaunch, load_capture
from ptxpy.emulation.device_options import CaptureOptions

if TYPE_CHECKING:
    from pathlib import Path

HEADER = ".version 8.0\n.target sm_90\n.address_size 64\n"

ADD = f"""{HEADER}
.visible .global .align 4 .u32 total;
.visible .entry add(.param .u64 x, .param .u64 y, .param .f32 by)
{{
    .reg .b64 %rd<5>;
    .reg .f32 %f<4>;
    .reg .b32 %r<3>;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd1, %r1, 4;
    ld.param.u64 %rd2, [x];
    ld.param.u64 %rd3, [y];
    ld.param.f32 %f1, [by];
    add.u64 %rd2, %rd2, %rd1;
    add.u64 %rd3, %rd3, %rd1;
    ld.global.f32 %f2, [%rd2];
    add.f32 %f3, %f2, %f1;
    st.global.f32 [%rd3], %f3;
    atom.global.add.u32 %r2, [total], 1;
    ret;
}}
"""


def captured(folder: Path, kernel: Any, *arguments: Any, **options: Any) -> CapturedLaunch:
    """Launch a kernel on the CPU, and return what has been captured of it."""
    with ptxpy.capture(folder) as recorder:
        kernel.launch(*arguments, **options, device="cpu")
    return load_capture(recorder.files[-1])


def capturing(folder: Path, **options: Any) -> CaptureOptions:
    """Return the options of a device that records its launches."""
    return CaptureOptions(str(folder), **options)
