"""The naming rules, as one table; the strongest rule comes first.

To add one: a function in a module here whose docstring explains it and has an example, its place
in `RULES`, and cases in `tests/naming`.
"""

from typing import Final

from ptxpy.naming.rule import Rule
from ptxpy.naming.rules.loops import name_accumulators, name_counters
from ptxpy.naming.rules.memory import (
    name_arrays,
    name_loads,
    name_offsets,
    name_parameters,
    name_pointers,
    name_source_variables,
    name_variables,
)
from ptxpy.naming.rules.operations import (
    POINTERS_INTO,
    STORED,
    name_constants,
    name_functions,
    name_results,
    name_shuffles,
    name_uses,
)
from ptxpy.naming.rules.predicates import (
    name_comparisons,
    name_conditions,
    name_flags,
    name_selectors,
)
from ptxpy.naming.rules.reductions import name_chains, name_running_results, name_warp_results
from ptxpy.naming.rules.rings import name_barriers, name_rings
from ptxpy.naming.rules.tensors import name_coordinates, name_fragments, name_roles
from ptxpy.naming.rules.threads import name_elections, name_special_registers, name_threads

__all__ = ["POINTERS_INTO", "RULES", "STORED"]

RULES: Final = (
    Rule("debug", name_source_variables),
    Rule("special", name_special_registers),
    Rule("threads", name_threads),
    Rule("parameters", name_parameters),
    Rule("fragments", name_fragments),
    Rule("rings", name_rings),
    Rule("running", name_running_results),
    Rule("coordinates", name_coordinates, is_weak=True),
    Rule("counters", name_counters),
    Rule("accumulators", name_accumulators),
    Rule("barriers", name_barriers),
    Rule("elections", name_elections),
    Rule("selectors", name_selectors),
    Rule("comparisons", name_comparisons),
    Rule("roles", name_roles),
    Rule("variables", name_variables),
    Rule("reductions", name_warp_results),
    Rule("pointers", name_pointers),
    Rule("loads", name_loads),
    Rule("mathematics", name_functions),
    Rule("exchanges", name_shuffles, is_weak=True),
    Rule("conditions", name_conditions, is_weak=True),
    Rule("offsets", name_offsets, is_weak=True),
    Rule("chains", name_chains, is_weak=True),
    Rule("operations", name_results, is_weak=True),
    Rule("constants", name_constants, is_weak=True),
    Rule("uses", name_uses, is_weak=True),
    Rule("flags", name_flags, is_weak=True),
    Rule("arrays", name_arrays, is_weak=True),
)
"""All rules, the strongest first."""
