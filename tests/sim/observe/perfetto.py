"""What a file for Perfetto must hold: the trace event format, as far as timelines use it."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import pairwise
from typing import Any

__all__ = ["checked"]

METADATA = {
    "process_name": "name",
    "process_sort_index": "sort_index",
    "thread_name": "name",
    "thread_sort_index": "sort_index",
}


def checked(text: str) -> list[dict[str, Any]]:
    """Return the events of a file, which are looked at first.

    Slices of one thread do not overlap, instants are of threads with slices, all threads have
    names, and each arrow begins in one slice and ends in another, not before it.
    """
    read = json.loads(text)
    assert set(read) == {"traceEvents", "otherData"}
    events: list[dict[str, Any]] = read["traceEvents"]
    named = {name: set() for name in METADATA}  # type: dict[str, set[tuple[int, int]]]
    slices: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    marked: set[tuple[int, int]] = set()
    arrows: dict[str, dict[int, tuple[int, int, int]]] = {"s": {}, "f": {}}
    for event in events:
        where = event["pid"], event["tid"]
        assert all(type(each) is int and each >= 0 for each in where)
        if event["ph"] == "M":
            assert set(event["args"]) == {METADATA[event["name"]]}
            named[event["name"]].add(where)
            continue
        assert type(event["ts"]) is int
        assert event["name"]
        if event["ph"] == "X":
            assert type(event["dur"]) is int
            assert event["dur"] > 0
            slices[where].append((event["ts"], event["ts"] + event["dur"]))
        elif event["ph"] == "i":
            assert event["s"] == "t"  # an instant of its thread
            assert event["cat"] in ("barrier", "groups", "trip")
            marked.add(where)
        else:
            assert event["ph"] == "s" or event["bp"] == "e"
            assert event["id"] not in arrows[event["ph"]]
            arrows[event["ph"]][event["id"]] = *where, event["ts"]
    assert marked <= slices.keys()
    for where, each in slices.items():
        assert where in named["thread_name"]
        assert (where[0], 0) in named["process_name"]
        each.sort()
        assert all(one[1] <= other[0] for one, other in pairwise(each))
    assert arrows["s"].keys() == arrows["f"].keys()
    for number, (*start, time) in arrows["s"].items():
        *end, later = arrows["f"][number]
        assert any(low <= time < high for low, high in slices[start[0], start[1]])
        assert any(low <= later < high for low, high in slices[end[0], end[1]])
        assert time <= later
    return events
