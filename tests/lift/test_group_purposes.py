"""Names of groups after their purpose, their only result, or the place of their calls."""

from __future__ import annotations

import pytest

from ptxpy.lift.group_places import places_of_calls
from ptxpy.lift.group_purposes import purpose_of, result_name
from ptxpy.lift.listing import Function
from tests.lift.trees import read

_CLASSES = {"r": "b32", "p": "pred"}
_SHUFFLE = "r[1] = ptx.shfl.sync.{}.b32(a, n, 31, ptx.FULL_MASK)\n"
_PURPOSES = [
    (_SHUFFLE.format("bfly") + "r[2] = a + r[1]", "add_butterfly"),
    (_SHUFFLE.format("bfly") + "r[2] = ptx.max.f32(a, r[1])", "max_butterfly"),
    ("ptx.bar.sync(0)\n" + _SHUFFLE.format("bfly") + "r[2] = a + r[1]", "sync_and_add_butterfly"),
    (_SHUFFLE.format("down") + "r[2] = ptx.min.s32(a, r[1])", "min_from_higher"),
    (_SHUFFLE.format("up") + "r[2] = ptx.mov.b32(r[1])\nr[3] = a + r[2]", "add_from_lower"),
    (_SHUFFLE.format("up") + "r[2] = a * r[1]\nr[3] = a - r[2]", "combine_from_lower"),
    # The lane that takes part is chosen by a comparison.
    (
        _SHUFFLE.format("up") + "p[1] = b > n\nr[2] = a + r[1]\nr[3] = ptx.selp.b32(r[2], a, p[1])",
        "combine_from_lower",
    ),
    (_SHUFFLE.format("idx"), "exchange_from_lane"),
    # Something else happens beside the exchange, which alone would be a false name.
    (_SHUFFLE.format("bfly") + "r[2] = a + r[1]\nr[3] = b * c", ""),
    (_SHUFFLE.format("bfly") + "r[2] = a + r[1]\nptx.st.global_.b32([a], r[2])", ""),
    ("r[1] = a | b\nr[2] = r[1] % c", ""),
    ("r[1] = ptx.ex2.approx.f32(a)\nr[2] = r[1] * b", ""),
    ("r[1] = a * b\nr[2] = ptx.ex2.approx.f32(r[1])", "ex2"),
    ("r[1] = a + 8\ncp_async(r[1], b)", "cp_async"),
    ("cp_async(a, b)\nptx.bar.sync(0)", "cp_async_and_sync"),
    ("_u, p[1] = ptx.elect.sync(ptx.FULL_MASK)\nmbarrier_init(a, p[1])", "elected_mbarrier_init"),
    ("mbarrier_init(a, p)\n_u, p[1] = ptx.elect.sync(ptx.FULL_MASK)", "mbarrier_init"),
    ("r[1] = a + b\nr[2] = r[1] + c", "add"),
    ("one(a)\ntwo(b)", "one_and_two"),
    ("one(a)\ntwo(b)\nthree(c)", ""),
    (
        "r[1] = ptx.ld.global_.f32([a])\nr[2] = r[1] * b\nptx.st.global_.f32([a], r[2])",
        "compute_and_st_global",
    ),
    ("ptx.bar.sync(0)\nmbarrier_arrive(a)\nptx.bar.sync(0)", "sync_and_mbarrier_arrive_and_sync"),
    ("ptx.bar.sync(0)\nmbarrier_arrive_expect_tx(a)", "sync_and_arrive_expect_tx"),
]


@pytest.mark.parametrize(("text", "name"), _PURPOSES)
def test_purposes(text: str, name: str) -> None:
    """A name says all that a group does, or there is none."""
    assert purpose_of(read(text + "\n", _CLASSES)) == name


@pytest.mark.parametrize(
    ("text", "names", "name"),
    [
        ("r[1] = a % b", ["index"], "compute_index"),
        ("r[1] = a % b", ["a_or_n"], "compute_a_or_n"),
        ("r[1] = a + b", ["sum"], ""),
        ("r[1] = a + b", [""], ""),
        ("r[1] = a + b", ["one", "other"], ""),
        ("ptx.bar.sync(0)\nr[1] = a + b", ["index"], ""),
    ],
)
def test_results(text: str, names: list[str], name: str) -> None:
    """Only what computes a single value is called after it."""
    assert result_name(read(text + "\n", _CLASSES), names) == name


@pytest.mark.parametrize(
    ("kernel", "places"),
    [
        (
            "one()\nwith ptx.loop() as loop:\n    two()\nthree()\n",
            {"one": "prologue_part", "two": "loop_part", "three": "epilogue_part"},
        ),
        ("one()\ntwo()\n", {"one": "part", "two": "part"}),
        ("one()\nwith ptx.loop() as loop:\n    one()\n", {"one": "part"}),
        # Between two loops is neither.
        (
            "with ptx.loop() as loop:\n    two()\none()\nwith ptx.loop() as loop:\n    two()\n",
            {"one": "part", "two": "loop_part"},
        ),
        # What follows a branch to a label may be in a loop.
        ("ptx.bra(top)\nwith ptx.loop() as loop:\n    pass_()\none()\n", {"one": "part"}),
    ],
)
def test_places(kernel: str, places: dict[str, str]) -> None:
    """A place is named where all calls are there, those by other groups included."""
    groups = {name: read("inner()\n" if name == "two" else "x()\n", {}) for name in places}
    if "two" in groups:
        groups["inner"] = read("x()\n", {})
        places = {**places, "inner": places["two"]}
    assert places_of_calls([Function(read(kernel, {}), {}, ())], groups) == places
