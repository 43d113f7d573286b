"""What is wanted of the generated Python, and what it was when last recorded.

`lifting_goals.toml` has a section for each group of files: the folder of a producer, or files that
are named. A goal is ``at_least`` or ``at_most`` a number; ``now`` is what was measured last, and
``baseline`` what was measured when the goal was set. A goal that is ``required`` has to be met.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

PATH = Path(__file__).with_suffix(".toml")
TOLERANCE = 0.005
"""What may be lost without being noticed, as a share."""

_HEAD = """\
# Goals of `tools/benchmarks/run lifting`, in % but for instructions per line and numbered tokens
# per instruction. `--gate` fails where a number is worse than its goal and worse than `now`; with
# `required = true` or `--strict`, where it is worse than its goal. `--bless` writes `now`.
# `baseline` is what a number was when its goal was set as a share of that.
# `block_depth` is the most blocks within each other, loops aside. More become branches and labels:
# `branches_left` and `labels_written` of cutlass and triton have risen for it.
# `numbered_targets` of seven producers has risen: values are called by their registers again whose
# names said that an operation was done to an operand that is several steps away: 6 of 100 sampled
# names were false. Those of three have risen a little since values that are called by their
# registers have them in the margin, too: a name that the line has no room for is not given.
"""


class Goal(NamedTuple):
    """What is wanted of one number of a group of files."""

    wanted: float
    most: bool
    """Whether the number is to be at most that, instead of at least."""
    now: float | None = None
    """What was recorded."""
    baseline: float | None = None
    """What was measured when the goal was set."""
    required: bool = False
    """Whether the record is no excuse."""

    def is_met(self, value: float) -> bool:
        """Whether a value is good enough."""
        return not self._is_worse(value, self.wanted)

    def is_kept(self, value: float) -> bool:
        """Whether a value is good enough, or as good as what excuses it, but for a tolerance."""
        slack = 1 + TOLERANCE if self.most else 1 - TOLERANCE
        return any(not self._is_worse(value, bound * slack) for bound in self._bounds())

    def blessed(self, value: float) -> Goal:
        """Return the goal with a value recorded, unless it is a step back that is not allowed."""
        better = self.now is None or not self._is_worse(value, self.now)
        return self._replace(now=round(value, 3)) if better or self.is_met(value) else self

    def _bounds(self) -> list[float]:
        return [self.wanted] if self.now is None or self.required else [self.wanted, self.now]

    def _is_worse(self, value: float, bound: float) -> bool:
        return value > bound if self.most else value < bound

    def __str__(self) -> str:
        """Return the goal for a table."""
        return f"{'<=' if self.most else '>='}{self.wanted:g}"


class Group(NamedTuple):
    """A group of files, and what is wanted of it."""

    goals: dict[str, Goal]
    """By the name of the number."""
    files: tuple[str, ...] = ()
    """Patterns of the files, if it is none of the producers' folders."""

    def has(self, name: str) -> bool:
        """Whether a file belongs to it by its name inside the corpus."""
        return any(fnmatch(name, pattern) for pattern in self.files)


def read(path: Path = PATH) -> dict[str, Group]:
    """Return the groups of a file of goals."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: _group(section) for name, section in found.items()}


def _group(section: dict[str, Any]) -> Group:
    files = tuple(section.pop("files", ()))
    goals = {}
    for name, item in section.items():
        most = "at_most" in item
        wanted = item["at_most" if most else "at_least"]
        required = item.get("required", False)
        goals[name] = Goal(wanted, most, item.get("now"), item.get("baseline"), required)
    return Group(goals, files)


def write(groups: Mapping[str, Group], path: Path = PATH) -> None:
    """Write a file of goals."""
    path.write_text("\n".join([_HEAD.rstrip("\n"), *_lines(groups), ""]), encoding="utf-8")


def _lines(groups: Mapping[str, Group]) -> Iterator[str]:
    for name, group in groups.items():
        yield from ("", f"[{name}]")
        if group.files:
            yield f"files = {json.dumps(group.files)}"
        for number, goal in group.goals.items():
            parts = {
                f"at_{'most' if goal.most else 'least'}": goal.wanted,
                "baseline": goal.baseline,
                "now": goal.now,
            }
            shown = [f"{key} = {value:g}" for key, value in parts.items() if value is not None]
            if goal.required:
                shown.append("required = true")
            yield f"{number} = {{ {', '.join(shown)} }}"


def required(groups: Mapping[str, Group]) -> dict[str, Group]:
    """Return groups of which every goal has to be met."""
    return {
        name: group._replace(
            goals={number: goal._replace(required=True) for number, goal in group.goals.items()}
        )
        for name, group in groups.items()
    }


def blessed(
    groups: Mapping[str, Group], measured: Mapping[str, Mapping[str, float]]
) -> dict[str, Group]:
    """Return groups with what has been measured, where it is no step back that is not allowed."""
    return {
        name: group._replace(
            goals={
                number: goal.blessed(measured[name][number]) if name in measured else goal
                for number, goal in group.goals.items()
            }
        )
        for name, group in groups.items()
    }


def worse(
    groups: Mapping[str, Group], measured: Mapping[str, Mapping[str, float]]
) -> Iterator[str]:
    """Yield a line for each number that is worse than its goal and than what was recorded."""
    for name, group in groups.items():
        for number, goal in group.goals.items():
            value = measured.get(name, {}).get(number)
            if value is not None and not goal.is_kept(value):
                was = "" if goal.now is None else f", and was {goal.now:g}"
                yield f"{name}: {number} is {value:.3f}; wanted is {goal}{was}"
