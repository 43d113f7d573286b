"""The header of a linked module: the version, target and address size that all units can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import TARGET_OPTIONS, has_feature, parse_target
from ptxpy.link.problems import LinkProblem, located

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.link.symbols import Item, Unit

__all__ = ["HEADER", "header_of", "header_problems"]

HEADER: Final = (n.Version, n.Target, n.AddressSize)
"""Items that a module has once, at its beginning."""

_DEBUG: Final = "debug"


class _Targets(NamedTuple):
    """The words of a `.target`."""

    item: Item
    architecture: str
    options: frozenset[str]


def header_of(items: Sequence[Item], *, debug: bool) -> list[Any]:
    """Return the header of a linked module.

    Args:
        items: The items of all units.
        debug: Whether the module has the debug sections of a unit.
    """
    found: list[Any] = []
    versions = [each.node for each in items if type(each.node) is n.Version]
    if versions:
        found.append(max(versions, key=_number))
    targets = _targets(items)
    chosen = _common(targets)
    if chosen is not None:
        node: n.Target = chosen.item.node
        words = [word for word in node.names if debug or word != _DEBUG]
        if debug and _DEBUG not in words and any(_DEBUG in each.options for each in targets):
            words.append(_DEBUG)
        same = tuple(words) == node.names
        found.append(node if same else node.replace(names=tuple(words), within=None))
    sizes = [each.node for each in items if type(each.node) is n.AddressSize]
    return [*found, *sizes[:1]]


def _number(version: n.Version) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in version.number.split(".")]


def _targets(items: Sequence[Item]) -> list[_Targets]:
    found = []
    for item in items:
        if type(item.node) is n.Target:
            options = frozenset(item.node.names) & TARGET_OPTIONS
            names = [name for name in item.node.names if name not in options]
            if names:
                found.append(_Targets(item, names[0], options))
    return found


def _common(targets: Sequence[_Targets]) -> _Targets | None:
    """Return the target on which the code of all targets runs; None if there is none."""
    return next(
        (
            each
            for each in targets
            if all(_runs_on(other.architecture, each.architecture) for other in targets)
        ),
        None,
    )


def _runs_on(needed: str, target: str) -> bool:
    """Whether code for one target runs on another."""
    if needed == target:
        return True
    try:
        return has_feature(parse_target(target), parse_target(needed))
    except ValueError:
        return False  # one that no version of PTX has is like no other


def header_problems(units: Sequence[Unit], items: Sequence[Item]) -> Iterator[LinkProblem]:
    """Yield why units cannot have one header."""
    yield from _address_sizes(units, items)
    targets = _targets(items)
    if targets and _common(targets) is None:
        first = targets[0]
        for other in targets[1:]:
            if _common([first, other]) is None:
                break
        else:
            # Each fits the first, but no two of the rest each other.
            other = targets[-1]
            first = next((each for each in targets if _common([each, other]) is None), first)
        yield _at_target(
            units,
            other,
            other.architecture,
            f"no target runs code for {other.architecture} and for {first.architecture} of "
            f"{units[first.item.unit].name}; compile both for one target",
        )
    modes = [each for each in targets if each.options - {_DEBUG}]
    for each in modes[1:]:
        if each.options - {_DEBUG} != modes[0].options - {_DEBUG}:
            word = min(each.options - {_DEBUG})
            others = " ".join(sorted(modes[0].options - {_DEBUG}))
            text = f"{word} here, and {others} in {units[modes[0].item.unit].name}; units need one"
            yield _at_target(units, each, word, text)


def _at_target(units: Sequence[Unit], target: _Targets, word: str, message: str) -> LinkProblem:
    return located(units, target.item.unit, target.item.ordinal, ("name", word), message)


def _address_sizes(units: Sequence[Unit], items: Sequence[Item]) -> Iterator[LinkProblem]:
    sizes = [each for each in items if type(each.node) is n.AddressSize]
    for each in sizes[1:]:
        if each.node.bits.value != sizes[0].node.bits.value:
            text = each.node.bits.text
            message = (
                f"addresses have {text} bits here, and {sizes[0].node.bits.text} in "
                f"{units[sizes[0].unit].name}; compile both for one size"
            )
            yield located(units, each.unit, each.ordinal, ("name", text), message)
