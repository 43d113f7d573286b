"""The rules: each looks at a module and yields diagnostics.

A rule is a function from a `ModuleSubject` to diagnostics, in any order. It says nothing that
follows from another mistake: of a name that is not declared only the rule on names speaks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.rules.addresses import addresses
from ptxpy.check.rules.aliases import aliases
from ptxpy.check.rules.barriers import barriers
from ptxpy.check.rules.calls import calls
from ptxpy.check.rules.constants import constants
from ptxpy.check.rules.directives import directives
from ptxpy.check.rules.divergence import divergence
from ptxpy.check.rules.duplicates import duplicates
from ptxpy.check.rules.groups import groups
from ptxpy.check.rules.header import header
from ptxpy.check.rules.in_flight import in_flight
from ptxpy.check.rules.initialisers import initialisers
from ptxpy.check.rules.instructions import instructions
from ptxpy.check.rules.labels import labels
from ptxpy.check.rules.locations import locations
from ptxpy.check.rules.maxnreg import maxnreg
from ptxpy.check.rules.memory import memory
from ptxpy.check.rules.names import names
from ptxpy.check.rules.offsets import offsets
from ptxpy.check.rules.placement import placement
from ptxpy.check.rules.pragmas import pragmas
from ptxpy.check.rules.proxies import proxies
from ptxpy.check.rules.special_registers import special_registers
from ptxpy.check.rules.specifiers import specifiers
from ptxpy.check.rules.static_access import static_access
from ptxpy.check.rules.storages import storages
from ptxpy.check.rules.undefined import undefined
from ptxpy.check.rules.unreachable import unreachable
from ptxpy.check.rules.unused import unused
from ptxpy.check.rules.wgmma import wgmma

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.check.subject import ModuleSubject

__all__ = ["RULES"]

RULES: Final[tuple[Callable[[ModuleSubject], Iterable[Diagnostic]], ...]] = (
    instructions,
    names,
    special_registers,
    duplicates,
    labels,
    calls,
    addresses,
    header,
    directives,
    placement,
    pragmas,
    barriers,
    divergence,
    groups,
    in_flight,
    maxnreg,
    proxies,
    undefined,
    unreachable,
    unused,
    wgmma,
    storages,
    memory,
    initialisers,
    static_access,
    offsets,
    aliases,
    constants,
    locations,
    specifiers,
)
"""All rules."""
