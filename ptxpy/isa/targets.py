"""PTX versions and targets, the features that targets have, and a multiprocessor's resources.

A *requirement* is a set of targets in the manual's words: ``sm_80`` is that architecture or a
higher one; ``sm_90a`` is that architecture alone; ``sm_100f`` is the family of that architecture,
from it upwards (PTX ISA 9.0, sections 11.1.1 and 11.1.2).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.isa.suggest import format_choice, nearest

__all__ = [
    "TARGETS",
    "TARGET_OPTIONS",
    "VERSIONS",
    "Target",
    "Version",
    "has_feature",
    "parse_target",
    "parse_version",
    "shared_limit",
]

Version: TypeAlias = tuple[int, int]
"""A version of PTX: major and minor."""

VERSIONS: Final[tuple[Version, ...]] = tuple(
    (major, minor)
    for major, last in ((1, 5), (2, 3), (3, 2), (4, 3), (5, 0), (6, 5), (7, 8), (8, 8), (9, 5))
    for minor in range(last + 1)
)
"""All versions of PTX, first to last (section 13, the release notes)."""

TARGET_OPTIONS: Final = frozenset(
    {"debug", "map_f64_to_f32", "texmode_independent", "texmode_unified"}
)
"""The options of `.target`, which are not architectures (section 11.1.2)."""

TARGETS: Final[dict[str, Version]] = {
    "sm_10": (1, 0),
    "sm_11": (1, 0),
    "sm_12": (1, 2),
    "sm_13": (1, 2),
    "sm_20": (2, 0),
    "sm_21": (2, 0),
    "sm_30": (3, 0),
    "sm_32": (4, 0),
    "sm_35": (3, 1),
    "sm_37": (4, 1),
    "sm_50": (4, 0),
    "sm_52": (4, 1),
    "sm_53": (4, 2),
    "sm_60": (5, 0),
    "sm_61": (5, 0),
    "sm_62": (5, 0),
    "sm_70": (6, 0),
    "sm_72": (6, 1),
    "sm_75": (6, 3),
    "sm_80": (7, 0),
    "sm_86": (7, 1),
    "sm_87": (7, 4),
    "sm_88": (9, 0),
    "sm_89": (7, 8),
    "sm_90": (7, 8),
    "sm_90a": (8, 0),
    "sm_100": (8, 6),
    "sm_100a": (8, 6),
    "sm_100f": (8, 8),
    "sm_101": (8, 6),
    "sm_101a": (8, 6),
    "sm_101f": (8, 8),
    "sm_103": (8, 8),
    "sm_103a": (8, 8),
    "sm_103f": (8, 8),
    "sm_107": (9, 4),
    "sm_107a": (9, 4),
    "sm_107f": (9, 4),
    "sm_110": (9, 0),
    "sm_110a": (9, 0),
    "sm_110f": (9, 0),
    "sm_120": (8, 7),
    "sm_120a": (8, 7),
    "sm_120f": (8, 8),
    "sm_121": (8, 8),
    "sm_121a": (8, 8),
    "sm_121f": (8, 8),
}
"""Each target and the first version of PTX that has it."""

_FAMILIES: Final = ((100, 103, 107), (101, 110), (120, 121))
"""Architectures that share family-specific features, in order (section 11.1.2)."""

_NAME: Final = r"sm_(\d+)([af]?)"


class Target(NamedTuple):
    """A target, split into architecture and variant."""

    number: int
    """The architecture: 90 for ``sm_90a``."""
    variant: str
    """``a``, ``f`` or nothing."""

    def __str__(self) -> str:
        """Return the name."""
        return f"sm_{self.number}{self.variant}"


@lru_cache(maxsize=256)
def parse_target(name: str) -> Target:
    """Parse the name of a target; `ValueError` says which is meant, or lists those that exist."""
    if name not in TARGETS:
        meant = _meant_targets(str(name))
        hint = (
            f"did you mean {format_choice(meant)}?" if meant else f"there are {' '.join(TARGETS)}"
        )
        msg = f"no target {name!r}; {hint}"
        raise ValueError(msg)
    match = re.fullmatch(_NAME, name)
    assert match is not None  # noqa: S101 - every key of TARGETS has this form
    return Target(int(match[1]), match[2])


def _meant_targets(name: str) -> tuple[str, ...]:
    """Return the targets that a name may stand for which is none."""
    # Other programs call one `compute_90a`, or 90a alone.
    found = re.search(r"(\d{2,3})([af]?)(?!\d)", name, re.ASCII)
    if found is not None:
        same = [each for each in TARGETS if re.fullmatch(f"sm_{found[1]}[af]?", each)]
        exact = f"sm_{found[0]}"
        if same:
            return (exact,) if found[2] and exact in same else tuple(same)
    return nearest(name, TARGETS)[:2]


@lru_cache(maxsize=256)
def parse_version(text: str) -> Version:
    """Parse a version number; `ValueError` says which is meant, or lists those that exist."""
    major, _, minor = text.partition(".")
    if (
        f"{major}{minor}".isascii()
        and major.isdecimal()
        and minor.isdecimal()
        and (int(major), int(minor)) in VERSIONS
    ):
        return int(major), int(minor)
    known = [f"{major}.{minor}" for major, minor in VERSIONS]
    meant = [each for each in known if text.startswith(each)]
    hint = f"did you mean {meant[-1]}?" if meant else f"there are {' '.join(known)}"
    msg = f"no PTX version {text!r}; {hint}"
    raise ValueError(msg)


def has_feature(target: Target, requirement: Target) -> bool:
    """Return whether a target has a feature that requires another target."""
    if requirement.variant == "":
        return target.number >= requirement.number
    if requirement.variant == "a":
        # Features with an `a` are not part of any later target.
        return target == requirement
    # A family-specific target runs on later members of its family.
    return target.variant != "" and any(
        requirement.number in family
        and target.number in family
        and target.number >= requirement.number
        for family in _FAMILIES
    )


_SHARED_KIB: Final = {
    70: 96,
    72: 96,
    75: 64,
    80: 163,
    86: 99,
    87: 163,
    89: 99,
    90: 227,
    100: 227,
    101: 227,
    103: 227,
    110: 227,
    120: 99,
    121: 99,
}
"""The most KiB of shared memory of a CTA, by architecture, for those with more than 48 (CUDA C++
Programming Guide, "Technical Specifications per Compute Capability")."""

_DEFAULT_SHARED_KIB: Final = 48
_FIRST_ARCHITECTURE_WITH_MORE: Final = 70


def shared_limit(target: str) -> int | None:
    """Return the most bytes of shared memory that a CTA of a target can have; None if unknown."""
    match = re.match(r"sm_(\d{1,4})", target)
    architecture = int(match[1]) if match else 0
    # Earlier architectures have 48 KiB, later ones are not known.
    kib = _SHARED_KIB.get(
        architecture, _DEFAULT_SHARED_KIB if architecture < _FIRST_ARCHITECTURE_WITH_MORE else None
    )
    return None if kib is None else kib << 10
