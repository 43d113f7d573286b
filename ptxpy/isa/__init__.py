"""The meaning of the opcodes, types and special registers of PTX.

The grammar and the IR name no opcode; this layer does. It consists of data and of functions that
look it up: `roles` (the operands that an instruction writes), `types`, and `special_registers`. It
imports no other layer.
"""

from ptxpy.isa.constants import constant_types
from ptxpy.isa.roles import (
    DestinationKind,
    allows_predicate,
    destination_arity,
    destinations,
    explicit_writes,
    is_known,
    opcodes,
    part_types,
    read_modify_writes,
    result_type,
    value_type,
)
from ptxpy.isa.special_registers import SPECIAL_REGISTERS, SpecialRegister, is_special, lookup
from ptxpy.isa.traits import (
    ABORTS,
    BRANCHES,
    CONTROL_FLOW,
    DIRECT_BRANCHES,
    EXITS,
    INDEXED_BRANCHES,
    RETURNS,
    TERMINATORS,
    Access,
    Traits,
    is_aligned,
    is_pure,
    passes_floats,
    traits,
    type_sources,
)
from ptxpy.isa.types import (
    REGISTER_CLASSES,
    STATE_SPACES,
    TYPES,
    StateSpace,
    Type,
    register_class,
)

__all__ = [
    "ABORTS",
    "BRANCHES",
    "CONTROL_FLOW",
    "DIRECT_BRANCHES",
    "EXITS",
    "INDEXED_BRANCHES",
    "REGISTER_CLASSES",
    "RETURNS",
    "SPECIAL_REGISTERS",
    "STATE_SPACES",
    "TERMINATORS",
    "TYPES",
    "Access",
    "DestinationKind",
    "SpecialRegister",
    "StateSpace",
    "Traits",
    "Type",
    "allows_predicate",
    "constant_types",
    "destination_arity",
    "destinations",
    "explicit_writes",
    "is_aligned",
    "is_known",
    "is_pure",
    "is_special",
    "lookup",
    "opcodes",
    "part_types",
    "passes_floats",
    "read_modify_writes",
    "register_class",
    "result_type",
    "traits",
    "type_sources",
    "value_type",
]
