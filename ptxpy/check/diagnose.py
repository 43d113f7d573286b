"""The application of all rules to a module, as it is, or with another target or version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._pickling import PicklableError
from ptxpy.check.checker import lenient_version_and_target_of
from ptxpy.check.context import ModuleContext
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.isa import Target, Version

__all__ = ["PLATFORM_CODES", "RetargetError", "diagnose_module", "retarget"]


def diagnose_module(
    module: n.Module,
    *,
    version: Version | None = None,
    target: Target | None = None,
    unparsed_names: frozenset[str] = frozenset(),
    pause: Callable[[], object] | None = None,
) -> list[Diagnostic]:
    """Return the diagnostics of a module, in the order of its statements.

    Args:
        module: The module.
        version: The version of PTX to check against; None for that of the module.
        target: The target to check against; None for that of the module.
        unparsed_names: Identifiers in statements that failed to parse; they get no diagnostics.
        pause: Called before each rule; an error that it raises ends the check.

    Raises:
        TypeError: A node has a field of a wrong type, which a sentence names.
    """
    # Rules may find the same mistake by two ways, so each is kept once.
    # Importing the modules of rules takes time that importing a file does not need.
    from ptxpy.check.rules import RULES  # noqa: PLC0415

    own_version, own_target = lenient_version_and_target_of(module)
    context = ModuleContext(module, version or own_version, target or own_target, unparsed_names)
    found: dict[Diagnostic, Diagnostic] = {}
    for rule in RULES:
        if pause is not None:
            pause()
        try:
            for each in rule(context):
                found.setdefault(each._replace(related=()), each)
        except (AttributeError, IndexError, KeyError, TypeError) as error:
            from ptxpy.ir import find_wrong_field  # noqa: PLC0415 - an error

            wrong = find_wrong_field(module)
            if wrong is None:
                raise
            raise TypeError(wrong) from error
    return sorted(found.values(), key=lambda d: (d.ordinal, d.code, str(d.focus), d.message))


class RetargetError(PicklableError, ValueError):
    """An error for a module that the requested target or version does not allow."""

    def __init__(self, module: n.Module, diagnostics: Sequence[Diagnostic]) -> None:
        """Create the error from the module with its new header, and its diagnostics."""
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
    # Errors that were there before are not the fault of the new header.
    before = {_reason(diagnostic) for diagnostic in _errors(module)}
    new = [
        diagnostic
        for diagnostic in _errors(changed)
        # A version or target that lacks an instruction may have the same diagnostic as before, with
        # another reason.
        if diagnostic.code in PLATFORM_CODES or _reason(diagnostic) not in before
    ]
    if new:
        raise RetargetError(changed, new)
    return changed


PLATFORM_CODES: Final = frozenset({"PTX017", "PTX018"})
"""The codes of instructions that the version or the target does not support."""


def _changed(item: n.ModuleItem, version: Version | None, target: Target | None) -> n.ModuleItem:
    if type(item) is n.Version and version is not None:
        return item.replace(number=f"{version[0]}.{version[1]}")
    if type(item) is n.Target and target is not None:
        # `debug` and `texmode_independent` after the architecture are kept.
        return item.replace(names=(str(target), *item.names[1:]))
    return item


def _errors(module: n.Module) -> list[Diagnostic]:
    return [found for found in diagnose_module(module) if found.severity == "error"]


def _reason(diagnostic: Diagnostic) -> tuple[object, ...]:
    return diagnostic.code, diagnostic.ordinal, diagnostic.focus
