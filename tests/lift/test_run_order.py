"""In which direction arrays count: as most of what makes and reads them does."""

from __future__ import annotations

from ptxpy.lift.run_order import Mentioned, turned_families

FAMILY = [1, 2, 3, 4]
OTHER = [11, 12, 13, 14]


def test_an_array_that_is_only_read_from_its_end_counts_from_there() -> None:
    """What single statements make and a loop reads backwards counts as the loop does."""
    assert turned_families([FAMILY], [Mentioned(0, FAMILY[::-1])]) == {0}
    assert turned_families([FAMILY], [Mentioned(0, FAMILY)]) == set()


def test_an_array_that_is_made_and_read_in_two_directions_goes_with_others() -> None:
    """Where as much grows as shrinks, an array counts as the others in its statements do."""
    made, read = Mentioned(0, FAMILY), Mentioned(1, FAMILY[::-1])
    assert turned_families([FAMILY], [made, read]) == set()
    assert turned_families([FAMILY], [made, read, Mentioned(1, OTHER)], [OTHER]) == {0}
    assert turned_families([FAMILY], [made, read, Mentioned(1, OTHER[::-1])], [OTHER]) == set()


def test_what_is_no_row_of_one_array_has_no_direction() -> None:
    """A single register, or registers of two arrays, turn nothing."""
    mixed = Mentioned(0, [FAMILY[2], OTHER[0]])
    assert turned_families([FAMILY, OTHER], [mixed, Mentioned(1, FAMILY[:1])]) == set()
