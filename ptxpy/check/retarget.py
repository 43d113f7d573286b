"""Another target or version of PTX for a module, where everything in it allows that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.diagnose import diagnose_module
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.isa.targets import Target, Version

__all__ = ["RetargetError", "retarget"]


class RetargetError(ValueError):
    """A module that is not for the wanted target or version."""

    def __init__(self, module: n.Module, diagnostics: Sequence[Diagnostic]) -> None:
        """Keep the reasons, and the module with its new header, in which they stand."""
        self.module = module
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics[:3]))


def retarget(
    module: n.Module, *, version: Version | None = None, target: Target | None = None
) -> n.Module:
    """Return a module whose header names another version of PTX, target, or both.

    Nothing but the header changes, and of `.target` only the architecture: its options stay. What
    is wrong with the module as it was is no hindrance.

    Raises:
        RetargetError: With a diagnostic for each statement that the new header does not allow.
    """
    changed = module.replace(body=tuple(_changed(item, version, target) for item in module.body))
    if changed == module:
        return module
    before = {_reason(diagnostic) for diagnostic in _errors(module)}
    new = [
        diagnostic
        for diagnostic in _errors(changed)
        if diagnostic.code in _PLATFORM or _reason(diagnostic) not in before
    ]
    if new:
        raise RetargetError(changed, new)
    return changed


_PLATFORM: Final = frozenset({"PTX017", "PTX018"})
"""What is said of instructions that the version or the target does not have."""


def _changed(item: n.ModuleItem, version: Version | None, target: Target | None) -> n.ModuleItem:
    if type(item) is n.Version and version is not None:
        return item.replace(number=f"{version[0]}.{version[1]}")
    if type(item) is n.Target and target is not None:
        return item.replace(names=(str(target), *item.names[1:]))
    return item


def _errors(module: n.Module) -> list[Diagnostic]:
    return [found for found in diagnose_module(module) if found.severity == "error"]


def _reason(diagnostic: Diagnostic) -> tuple[object, ...]:
    return diagnostic.code, diagnostic.ordinal, diagnostic.focus
