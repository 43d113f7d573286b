"""The application of all rules to a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.check.context import ModuleContext, lenient_version_and_target_of

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
    unparsed_names: frozenset[str] = frozenset(),
) -> list[Diagnostic]:
    """Return the diagnostics of a module, in the order of its statements.

    Args:
        module: The module.
        version: The version of PTX to check against; None for that of the module.
        target: The target to check against; None for that of the module.
        unparsed_names: Identifiers in statements that failed to parse; they get no diagnostics.
    """
    # Importing the thirty modules of rules takes time that importing a file does not need.
    from ptxpy.check.rules import RULES  # noqa: PLC0415

    own_version, own_target = lenient_version_and_target_of(module)
    context = ModuleContext(module, version or own_version, target or own_target, unparsed_names)
    found = {diagnostic for rule in RULES for diagnostic in rule(context)}
    return sorted(found, key=lambda d: (d.ordinal, d.code, str(d.focus), d.message))
