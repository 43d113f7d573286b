"""Another header for a module, where everything in it allows that."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.check import RetargetError, retarget
from ptxpy.isa.targets import parse_target

PLAIN = """\
.version 8.0
.target sm_80, debug
.address_size 64

.visible .entry kernel()
{
    .reg .b32 %r<3>;
    mov.u32 %r1, %tid.x;
    bar.sync 0;
    ret;
}
"""

HOPPER = """\
.version 8.0
.target sm_90a
.address_size 64

.visible .entry kernel()
{
    wgmma.fence.sync.aligned;
    bar.sync 0;
    setmaxnreg.inc.sync.aligned.u32 160;
    ret;
}
"""


def test_only_the_header_changes() -> None:
    """Only the architecture changes; the options of the target stay."""
    changed = retarget(ptxpy.parse(PLAIN), version=(8, 8), target=parse_target("sm_100"))
    expected = PLAIN.replace("8.0", "8.8").replace("sm_80", "sm_100")
    assert ptxpy.emit(changed) == expected


def test_the_same_header_is_the_same_module() -> None:
    """A module that already has the target is the same object."""
    module = ptxpy.parse(PLAIN)
    assert retarget(module, version=(8, 0), target=parse_target("sm_80")) is module
    assert retarget(module) is module


def test_each_unsupported_instruction_is_reported() -> None:
    """The error lists all unsupported instructions with their requirements."""
    with pytest.raises(RetargetError) as caught:
        retarget(ptxpy.parse(HOPPER), version=(8, 8), target=parse_target("sm_100"))
    assert [each.code for each in caught.value.diagnostics] == ["PTX018", "PTX018"]
    assert "wgmma.fence.sync.aligned needs sm_90a" in caught.value.diagnostics[0].message


def test_a_version_that_the_target_does_not_have() -> None:
    """An error in the new header prevents the change."""
    with pytest.raises(RetargetError) as caught:
        retarget(ptxpy.parse(PLAIN), target=parse_target("sm_100"))
    assert [each.code for each in caught.value.diagnostics] == ["PTX030"]


def test_what_was_wrong_before_does_not_hinder() -> None:
    """An instruction that neither target supports prevents the change."""
    module = ptxpy.parse(PLAIN.replace("bar.sync 0", "bar.sync 99"))
    retarget(module, target=parse_target("sm_86"))
    module = ptxpy.parse(PLAIN.replace("bar.sync 0", "wgmma.fence.sync.aligned"))
    with pytest.raises(RetargetError):
        retarget(module, target=parse_target("sm_86"))
