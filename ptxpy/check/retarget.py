"""Change of the target or PTX version of a module, if all its statements allow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._pickling import PicklableError
from ptxpy.check.diagnose import diagnose_module
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.isa.targets import Target, Version

__all__ = ["RetargetError", "retarget"]


class RetargetError(PicklableError, ValueError):
    """An error for a module that the requested target or version does not allow."""

    def __init__(self, module: n.Module, diagnostics: Sequence[Diagnostic]) -> None:
        """Create the error from the module with its new header and the diagnostics of it."""
        self.module = module
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics[:3]))


def retarget(
    module: n.Module, *, version: Version | None = None, target: Target | None = None
) -> n.Module:
    """Return a module with another version of PTX, another target, or both in its header.

    Only the header changes, and in `.target` only the architecture. Errors that the module has
    already do not prevent the change.

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
"""The codes of instructions that the version or the target does not support."""


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
