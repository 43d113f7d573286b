"""All rules over a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.check.subject import ModuleSubject, lenient_platform_of

if TYPE_CHECKING:
    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.ir import nodes as n
    from ptxpy.isa.targets import Target, Version

__all__ = ["diagnose_module"]


def diagnose_module(
    module: n.Module,
    *,
    version: Version | None = None,
    target: Target | None = None,
    dropped: frozenset[str] = frozenset(),
) -> list[Diagnostic]:
    """Return everything that is to be said of a module, in the order of its statements.

    Args:
        module: The module.
        version: The version of PTX to judge by; None for the module's own.
        target: The target to judge by; None for the module's own.
        dropped: Words of statements that could not be read; nothing is said of these names.
    """
    # Thirty modules, which importing a file does not need.
    from ptxpy.check.rules import RULES  # noqa: PLC0415

    own_version, own_target = lenient_platform_of(module)
    subject = ModuleSubject(module, version or own_version, target or own_target, dropped)
    found = {diagnostic for rule in RULES for diagnostic in rule(subject)}
    return sorted(found, key=lambda d: (d.ordinal, d.code, str(d.focus), d.message))
