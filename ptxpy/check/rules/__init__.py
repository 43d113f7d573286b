"""The rules of `ptxpy check`, each a function from a `ModuleContext` to diagnostics in any order.

A rule reports no consequences of another mistake: an undeclared name is reported by the rule on
undeclared names only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.rules.accumulators import check_unwritten_accumulators
from ptxpy.check.rules.addresses import (
    check_address_offsets,
    check_address_sizes,
    static_access,
)
from ptxpy.check.rules.asynchronous_work import (
    check_async_groups,
    check_mbarriers,
    check_proxy_fences,
)
from ptxpy.check.rules.calls import check_calls
from ptxpy.check.rules.constants import check_constants
from ptxpy.check.rules.control_flow import check_divergence, check_unreachable_code
from ptxpy.check.rules.debug_information import check_debug_sections, check_inlined_locations
from ptxpy.check.rules.declaration_placement import check_declaration_placement, check_specifiers
from ptxpy.check.rules.declared_names import check_aliases, check_declared_names, check_duplicates
from ptxpy.check.rules.directives import check_directives, check_pragmas, check_setmaxnreg
from ptxpy.check.rules.header import check_characters, check_header
from ptxpy.check.rules.initialisers import check_initialisers
from ptxpy.check.rules.instructions import check_instructions
from ptxpy.check.rules.memory_limits import check_memory_limits
from ptxpy.check.rules.missing_ends import check_missing_ends
from ptxpy.check.rules.missing_labels import check_missing_labels
from ptxpy.check.rules.register_values import (
    check_carry_flags,
    check_overwritten_inputs,
    check_undefined_registers,
    check_unused_results,
)
from ptxpy.check.rules.special_registers import check_special_registers
from ptxpy.check.rules.undeclared_names import check_undeclared_names
from ptxpy.check.rules.variable_types import check_variable_types
from ptxpy.check.rules.wgmma import check_wgmma_fences, check_wgmma_in_flight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.check.context import ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["RULES"]

RULES: Final[tuple[Callable[[ModuleContext], Iterable[Diagnostic]], ...]] = (
    check_missing_ends,
    check_instructions,
    check_undeclared_names,
    check_special_registers,
    check_duplicates,
    check_declared_names,
    check_missing_labels,
    check_calls,
    check_address_sizes,
    check_header,
    check_characters,
    check_directives,
    check_declaration_placement,
    check_debug_sections,
    check_pragmas,
    check_mbarriers,
    check_divergence,
    check_async_groups,
    check_wgmma_in_flight,
    check_setmaxnreg,
    check_proxy_fences,
    check_undefined_registers,
    check_unwritten_accumulators,
    check_unreachable_code,
    check_unused_results,
    check_carry_flags,
    check_overwritten_inputs,
    check_wgmma_fences,
    check_variable_types,
    check_memory_limits,
    check_initialisers,
    static_access,
    check_address_offsets,
    check_aliases,
    check_constants,
    check_inlined_locations,
    check_specifiers,
)
"""All rules."""
