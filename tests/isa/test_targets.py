"""Versions, targets and who has which feature."""

from __future__ import annotations

import pytest

from ptxpy.isa.targets import TARGETS, VERSIONS, has_feature, parse_target, parse_version


@pytest.mark.parametrize(
    ("target", "requirement", "has"),
    [
        ("sm_80", "sm_80", True),
        ("sm_90a", "sm_80", True),
        ("sm_75", "sm_80", False),
        ("sm_90a", "sm_90a", True),
        ("sm_90", "sm_90a", False),
        ("sm_100a", "sm_90a", False),
        ("sm_100f", "sm_100f", True),
        ("sm_103a", "sm_100f", True),
        ("sm_107f", "sm_100f", True),
        ("sm_100", "sm_100f", False),
        ("sm_100a", "sm_103f", False),
        ("sm_120a", "sm_100f", False),
        ("sm_110a", "sm_100f", False),
        ("sm_121a", "sm_120f", True),
    ],
)
def test_features(target: str, requirement: str, has: bool) -> None:
    """An architecture and those above it, one alone, or a family."""
    assert has_feature(parse_target(target), parse_target(requirement)) is has


def test_names() -> None:
    """A target is told by its name, and each was introduced by a version that exists."""
    assert str(parse_target("sm_90a")) == "sm_90a"
    assert set(TARGETS.values()) <= set(VERSIONS)
    for name in ("x", ""):
        with pytest.raises(ValueError, match=r"there are sm_10 .* sm_121f"):
            parse_target(name)
    for name, meant in {
        "sm_81": "sm_89 or sm_88", "sm_90b": "sm_90 or sm_90a", "SM_90": "sm_90 or sm_90a",
        "sm_90a\n": "sm_90a",
    }.items():  # fmt: skip
        with pytest.raises(ValueError, match=rf"did you mean {meant}\?"):
            parse_target(name)
    with pytest.raises(ValueError, match=r"did you mean 9\.0\?"):
        parse_version("9.0.1")
    for text in ("8.9", "8", "9.٣", "x"):
        with pytest.raises(ValueError, match=r"there are 1\.0 .* 9\.5"):
            parse_version(text)
