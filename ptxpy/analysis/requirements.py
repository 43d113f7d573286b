"""The oldest version of PTX, and the targets, that have all features of a function.

The instruction table has the needs of each form. Operands are not looked at, so it may be that a
function needs more than is said here, never less.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import (
    DIRECTIVES,
    TARGETS,
    Target,
    Version,
    has_feature,
    lookup,
    matches,
    parse_target,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.analysis.code import Code
    from ptxpy.isa import Match

__all__ = ["Requirements", "requirements_of", "requirements_of_forms"]

_ALL_TARGETS: Final = frozenset(TARGETS)


class Requirements(NamedTuple):
    """The lowest PTX version and the targets on which a function can be compiled."""

    version: Version
    targets: frozenset[str]
    """The targets that support the whole function; empty if no target does."""

    @property
    def listed(self) -> list[str]:
        """Return the names of the targets, lowest first."""
        return [name for name in TARGETS if name in self.targets]

    @property
    def least(self) -> str:
        """Return the lowest targets in words: `sm_80`, which implies higher ones; `sm_90a or …`."""
        names = self.listed
        if not names:
            return "no target"
        first = parse_target(names[0])
        if all(has_feature(parse_target(name), first) for name in names):
            return names[0]
        # A target that has all features of another one in the list is implied by that.
        lowest = [
            name
            for name in names
            if not any(
                other != name and has_feature(parse_target(name), parse_target(other))
                for other in names
            )
        ]
        return " or ".join(lowest)


def requirements_of(code: Code, names: Iterable[str] = ()) -> Requirements:
    """Return the lowest PTX version and the targets that a function requires.

    Args:
        code: The function.
        names: The names of registers that it uses; special registers add requirements.
    """
    forms = {
        (statement[1], statement[2])
        for statement in code.statements
        if type(statement) is n.Instruction
    }
    directives = [
        Requirements(known.version, _targets_from(known.target))
        for directive in code.function.directives
        if type(directive) is n.TuningDirective
        and (known := DIRECTIVES.get(directive.name)) is not None
    ]
    return _joined([requirements_of_forms(forms, names), *directives])


def requirements_of_forms(
    forms: Iterable[tuple[str, tuple[str, ...]]], names: Iterable[str] = ()
) -> Requirements:
    """Return the lowest PTX version and the targets that instructions require.

    Args:
        forms: Their opcodes, each with its modifiers with their dots.
        names: The names of registers that they use; special registers add requirements.

    >>> requirements_of_forms([("cp", (".async", ".wait_all"))]).least
    'sm_80'
    """
    parts = [_form_requirements(*form) for form in forms]
    for name in names:
        special = lookup(name)
        if special is not None:
            parts.append(Requirements(special.version, _targets_from(special.target)))
    return _joined(parts)


def _joined(parts: list[Requirements]) -> Requirements:
    targets = _ALL_TARGETS.intersection(*[part.targets for part in parts])
    version = max([part.version for part in parts], default=(1, 0))
    # A version that knows none of these targets could not name one in `.target`.
    oldest = min((TARGETS[name] for name in targets), default=version)
    return Requirements(max(version, oldest), targets)


@lru_cache(maxsize=1 << 14)
def _form_requirements(opcode: str, modifiers: tuple[str, ...]) -> Requirements:
    """Return the requirements of the least demanding form that fits; none if no form fits."""
    parts = [_match_requirements(match) for match in matches(opcode, modifiers)]
    if not parts:
        return Requirements((1, 0), _ALL_TARGETS)
    return Requirements(
        min(part.version for part in parts), frozenset().union(*[part.targets for part in parts])
    )


def _match_requirements(match: Match) -> Requirements:
    version: Version = (1, 0)
    targets = _ALL_TARGETS
    for gate in match.form.gates:
        facts = [fact for facts in gate.condition.alternatives for fact in facts]
        # Only conditions on modifiers are decided here: operands are not known.
        if gate.until or any(not fact.name.startswith(".") for fact in facts):
            continue
        if gate.condition.holds(match.binding):
            version = max(version, gate.version)
            if gate.targets:
                targets &= _targets_with(gate.targets)
    return Requirements(version, targets)


@lru_cache(maxsize=256)
def _targets_with(requirements: tuple[Target, ...]) -> frozenset[str]:
    """Return the targets that meet at least one of the requirements."""
    return frozenset(
        name
        for name in TARGETS
        if any(has_feature(parse_target(name), requirement) for requirement in requirements)
    )


def _targets_from(architecture: int) -> frozenset[str]:
    return _targets_with((Target(architecture, ""),))
