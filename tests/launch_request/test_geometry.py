"""Grid, block, cluster and shared memory."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.launch_request import (
    LaunchError,
    check_limits,
    find_kernel,
    geometry_of,
    limits_of_target,
    signature_of,
)
from tests.launch_request.cases import module, rows, signature

GIVEN = {"grid": None, "block": None, "cluster": None, "shared_bytes": 0}


@pytest.mark.parametrize(("directives", "given", "expected"), rows("geometry.txt"))
def test_geometry(directives: str, given: str, expected: str) -> None:
    """What is given is completed by the header of the kernel, and checked."""
    options = eval(f"dict({given})", {"np": np, "dict": dict})  # noqa: S307 - of the file
    try:
        kernel = signature("", directives)
        made = geometry_of(kernel, **{**GIVEN, **options})
        check_limits(kernel, made, limits_of_target("sm_90a"))
        found = f"{made.grid} {made.block} {made.cluster} {made.shared_bytes}"
    except LaunchError as error:
        found = str(error)
    assert found == expected


@pytest.mark.parametrize(
    ("target", "shared", "cluster"),
    [
        ("sm_20", 48, 0),
        ("sm_61", 48, 0),
        ("sm_75", 64, 0),
        ("sm_80", 163, 0),
        ("sm_89", 99, 0),
        ("sm_90", 227, 16),
        ("sm_90a", 227, 16),
        ("sm_120a", 99, 16),
        ("sm_107", None, 16),
        ("", 48, 0),
    ],
)
def test_limits_of_targets(target: str, shared: int | None, cluster: int) -> None:
    """Architectures differ in shared memory, and since 9.0 there are clusters."""
    limits = limits_of_target(target)
    assert limits.shared == (None if shared is None else shared << 10)
    assert limits.cluster == cluster


def test_clusters_before_sm_90() -> None:
    """There are none."""
    kernel = signature()
    made = geometry_of(kernel, 4, 1, 4, 0)
    with pytest.raises(LaunchError, match=r"cluster .* has 4 CTAs; sm_80 has no clusters"):
        check_limits(kernel, made, limits_of_target("sm_80"))


BEFORE = """
.shared .align 16 .b8 tile[100];
.shared .f32 unused[1000];
.extern .shared .align 16 .b8 dynamic[];
.func leaf() { .shared .u64 own; .reg .u32 %r; mov.u32 %r, table; ret; }
.shared .align 8 .b8 table[24];
.func inner() { call leaf, (); call inner, (); ret; }
"""
BODY = """
.reg .u32 %r<3>; .shared .u8 small[3];
mov.u32 %r1, tile; mov.u32 %r2, dynamic; call inner, ();
"""


def test_static_shared_memory() -> None:
    """It counts what the kernel and its functions name, with alignment, and nothing else."""
    made = module("", "", BEFORE, BODY)
    kernel = find_kernel(made)
    shared = signature_of(made, kernel).shared
    assert shared == 100 + 4 + 24 + 3 + 5 + 8


def test_shared_memory_of_its_own_counts() -> None:
    """Static and dynamic shared memory are one."""
    made = module("", "", ".shared .b8 tile[40000];", ".reg .u32 %r; mov.u32 %r, tile;")
    kernel = signature_of(made, find_kernel(made))
    fits = geometry_of(kernel, 1, 1, None, (163 << 10) - 40000)
    check_limits(kernel, fits, limits_of_target("sm_80"))
    with pytest.raises(LaunchError, match=r"40,000 of its own and shared_bytes=126,913; sm_80 has"):
        check_limits(
            kernel, fits._replace(shared_bytes=fits.shared_bytes + 1), limits_of_target("sm_80")
        )
