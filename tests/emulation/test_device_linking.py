"""Modules of several relocatable units."""

from __future__ import annotations

import pytest

from ptxpy.emulation.images import ImageError, texts_of
from ptxpy.emulation.statuses import DeviceError, Status
from tests.binaries.making import container, entry
from tests.emulation.device_harness import HEADER, device, launch, load, words

CALLER = """
.extern .func (.param .b32 r) get (.param .b32 x);
.extern .global .align 4 .u32 counter;
.extern .shared .align 4 .b8 dynamic[];
.global .align 4 .u32 hidden = 100;
.file 1 "caller.cu"
.visible .entry call(.param .u64 p)
{
    .reg .u64 %rd<2>;
    .reg .u32 %r<9>;
    ld.param.u64 %rd1, [p];
    ld.global.u32 %r1, [hidden];
    ld.global.u32 %r2, [counter];
    {
        .param .b32 x0;
        .param .b32 r0;
        st.param.b32 [x0], %r2;
        call.uni (r0), get, (x0);
        ld.param.b32 %r3, [r0];
    }
    add.u32 %r4, %r1, %r3;
    st.shared.u32 [dynamic], %r4;
    .loc 1 31 1
    ld.shared.u32 %r5, [dynamic];
    st.global.u32 [%rd1], %r5;
    ret;
}
"""

CALLEE = """
.visible .global .align 4 .u32 counter = 7;
.global .align 4 .u32 hidden = 20;
.file 1 "callee.cu"
.func (.param .b32 r) get (.param .b32 x);
.visible .func (.param .b32 r) get (.param .b32 x)
{
    .reg .u32 %r<5>;
    ld.param.u32 %r1, [x];
    .loc 1 44 1
    ld.global.u32 %r2, [hidden];
    add.u32 %r3, %r1, %r2;
    st.param.b32 [r], %r3;
    ret;
}
"""


def _result(*units: str) -> int:
    found = device()
    module = load(found, *units)
    address = found.allocate(4)
    result = launch(found, module, "call", address, dynamic_shared=4)
    assert result.status == Status.SUCCESS, result.message
    return words(found, address, 1)[0]


def test_names_are_resolved_and_local_names_kept_apart() -> None:
    """A unit calls what another defines; variables of one name are a unit's own."""
    assert _result(CALLER, CALLEE) == 127
    assert _result(CALLEE, CALLER) == 127


def test_a_declaration_in_a_function_hides_a_name_of_the_unit() -> None:
    """A variable, a label or a parameter of a function keeps its name."""
    hides = CALLEE.replace(
        "ld.global.u32 %r2, [hidden];",
        """{
            .local .align 4 .u32 hidden;
            st.local.u32 [hidden], 3;
            ld.local.u32 %r2, [hidden];
        }
        ld.global.u32 %r4, [hidden];
        add.u32 %r2, %r2, %r4;
        bra hidden2;
        hidden2:""",
    )
    assert _result(CALLER, hides) == 130


def test_initial_values_refer_to_the_names_of_their_unit() -> None:
    """A pointer in an initial value points to the variable of its own unit."""
    pointer = ".visible .global .align 8 .u64 pointer = hidden;\n"
    found = device()
    module = load(found, CALLER, CALLEE + pointer)
    address, _ = found.variable(module, "pointer")
    low, high = words(found, address, 2)
    assert words(found, low + (high << 32), 1) == [20]


WEAK = """
.weak .func (.param .b32 r) get (.param .b32 x)
{
    st.param.b32 [r], 1;
    ret;
}
"""


def test_weak_definitions_are_merged() -> None:
    """The first weak definition is taken, unless there is a strong one."""
    other = WEAK.replace("], 1;", "], 2;")
    counter = ".visible .global .u32 counter;"
    assert _result(CALLER + WEAK, CALLEE) == 127
    assert _result(CALLER, WEAK + counter, other) == 101
    assert _result(CALLER, other + counter, WEAK) == 102


def test_common_variables_are_merged() -> None:
    """Variables with `.common` are one, as large as the largest, or as the strong definition."""
    small, large = (f".common .global .align 4 .b8 c[{size}];\n" for size in (4, 32))
    found = device()
    module = load(found, CALLER + small, CALLEE + large)
    assert found.variable(module, "c")[1] == 32
    module = load(found, CALLER + small, CALLEE + ".visible .global .align 4 .b8 c[16];\n", large)
    assert found.variable(module, "c")[1] == 16


def test_two_definitions_of_a_name_are_an_error() -> None:
    """Both units are named."""
    with pytest.raises(
        DeviceError, match=r"unit2.ptx:\d+:\d+: get is defined here and in unit1.ptx:"
    ):
        load(device(), CALLER, CALLEE, CALLEE.replace("counter", "other"))
    with pytest.raises(DeviceError, match=r"unit0.ptx:.*: other is defined here and in unit0.ptx:"):
        load(device(), ".visible .global .u32 other;\n.visible .global .u32 other;\n")


@pytest.mark.parametrize("units", [(CALLER,), (CALLER, WEAK)])
def test_a_variable_that_is_missing_is_told(units: tuple[str, ...]) -> None:
    """A module with a variable that no unit defines is not loaded."""
    with pytest.raises(DeviceError) as caught:
        load(device(), *units)
    assert caught.value.status == Status.INVALID_PTX
    assert "the variable counter is declared in unit0.ptx, and defined in no unit" in str(
        caught.value
    )


def test_a_function_that_is_missing_is_told_by_the_launch() -> None:
    """Kernels that do not call it can be launched."""
    found = device()
    module = load(
        found,
        CALLER + ".visible .entry other() { ret; }",
        ".visible .global .align 4 .u32 counter;",
    )
    assert launch(found, module, "other").status == Status.SUCCESS
    result = launch(found, module, "call", found.allocate(4), dynamic_shared=4)
    assert result.status == Status.NOT_SUPPORTED
    assert "unit0.ptx" in result.message
    assert "get, which has no body" in result.message


def test_messages_name_the_unit_and_its_lines() -> None:
    """Lines are those of the unit, not of what was linked."""
    found = device()
    module = load(found, CALLER, CALLEE.replace("[hidden]", "[hidden+2]"))
    result = launch(found, module, "call", found.allocate(4), dynamic_shared=4)
    assert "at callee.cu:44 (unit1.ptx:14): ld.global.u32 %r2, [hidden$unit1+2];" in result.message
    module = load(found, CALLER, CALLEE)
    result = launch(found, module, "call", found.allocate(4))
    assert "at unit0.ptx:25: st.shared.u32 [dynamic], %r4;" in result.message


def test_the_highest_target_is_taken() -> None:
    """A linked module is for the newest architecture of its units."""
    found = device()
    texts = [
        f".version {version}\n.target {target}\n.address_size 64\n{text}".encode()
        for version, target, text in (("8.0", "sm_80", CALLER), ("8.7", "sm_90a", CALLEE))
    ]
    module = found.load(texts, ["a.ptx", "b.ptx"])
    info = found.kernel(module, "call")
    assert (info.target, info.ptx_version) == ("sm_90a", 87)


GRID_BARRIER = """
.extern .func (.param .b64 r) cudaCGGetIntrinsicHandle (.param .b32 scope);
.extern .func (.param .b32 r) cudaCGSynchronize (.param .b64 handle, .param .b32 flags);
.visible .entry rotate(.param .u64 values, .param .u64 out)
{
    .reg .b64 %rd<9>;
    .reg .b32 %r<9>;
    ld.param.u64 %rd1, [values];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r1;
    {
        .param .b32 scope;
        .param .b64 handle;
        st.param.b32 [scope], 1;
        call.uni (handle), cudaCGGetIntrinsicHandle, (scope);
        ld.param.b64 %rd5, [handle];
    }
    {
        .param .b64 handle;
        .param .b32 flags;
        .param .b32 status;
        st.param.b64 [handle], %rd5;
        st.param.b32 [flags], 0;
        call.uni (status), cudaCGSynchronize, (handle, flags);
        ld.param.b32 %r2, [status];
    }
    add.u32 %r3, %r1, 1;
    mov.u32 %r4, %nctaid.x;
    rem.u32 %r5, %r3, %r4;
    mul.wide.u32 %rd6, %r5, 4;
    add.s64 %rd7, %rd1, %rd6;
    ld.global.u32 %r6, [%rd7];
    add.s64 %rd8, %rd2, %rd3;
    st.global.u32 [%rd8], %r6;
    ret;
}
"""


@pytest.mark.parametrize("strict", [False, True])
def test_a_grid_waits_for_itself_by_the_device_library(strict: bool) -> None:
    """Its functions need no library; a launch that is not cooperative traps."""
    found = device(strict=strict)
    module = load(found, GRID_BARRIER)
    values, out = found.allocate(4 * 5), found.allocate(4 * 5)
    result = launch(found, module, "rotate", values, out, grid=5, block=32, cooperative=True)
    assert result.status == Status.SUCCESS, result.message
    assert words(found, out, 5) == [1, 2, 3, 4, 0]
    result = launch(found, module, "rotate", values, out, grid=5, block=32)
    assert result.status == Status.LAUNCH_FAILED
    assert "only a cooperative launch" in result.message


def test_a_definition_of_a_program_is_taken_before_the_device_library() -> None:
    """As a linker searches a library for what is not defined."""
    own = """
.visible .func (.param .b64 r) cudaCGGetIntrinsicHandle (.param .b32 scope)
{
    st.param.b64 [r], 0;
    ret;
}
.visible .func (.param .b32 r) cudaCGSynchronize (.param .b64 handle, .param .b32 flags)
{
    st.param.b32 [r], 0;
    ret;
}
"""
    found = device()
    module = load(found, GRID_BARRIER, own)
    values = found.allocate(4)
    assert not launch(found, module, "rotate", values, values, block=1).status


def test_libraries_are_linked_by_their_ptx() -> None:
    """That of each member of an archive; one without PTX for the device may not be needed."""
    units = [container(entry((HEADER + text).encode(), arch=80)) for text in (CALLER, CALLEE)]
    later = container(entry(HEADER.encode(), arch=121))
    archive = b"!<arch>\n" + b"/ header".join([b"", *units, later])
    size = len(archive).to_bytes(8, "little")
    linked = b"PTXPYLNK" + (1).to_bytes(4, "little") + size + archive + b"\0"
    for image in (archive, linked):
        texts = texts_of([image], 90)
        assert [text.text for text in texts] == [
            (HEADER + text).encode() for text in (CALLER, CALLEE)
        ]
    with pytest.raises(ImageError, match="has no PTX"):
        texts_of([b"!<arch>\n" + later], 90)
    with pytest.raises(ImageError, match="a library or an object that a program links has no PTX"):
        texts_of([b"!<arch>\nnothing"], 90)
