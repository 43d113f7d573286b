"""The rules: each looks at a module and yields diagnostics.

A rule is a function from a `ModuleSubject` to diagnostics, in any order. It says nothing that
follows from another mistake: of a name that is not declared only the rule on names speaks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.rules.instructions import instructions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.check.subject import ModuleSubject

__all__ = ["RULES"]

RULES: Final[tuple[Callable[[ModuleSubject], Iterable[Diagnostic]], ...]] = (instructions,)
"""All rules."""
