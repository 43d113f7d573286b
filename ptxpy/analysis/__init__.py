"""Analyses of a function's code: control flow, accesses to registers, liveness, divergence.

Everything here reads the IR and the instruction table and changes nothing. A statement is named
by its index in the `Code` of its function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.analysis.control_flow import control_flow
from ptxpy.analysis.loops import loops

if TYPE_CHECKING:
    from ptxpy.analysis.code import (
        Body,
        Code,
        blocks_of,
        bodies,
        count_statements,
        declarations_of,
        flatten,
        items,
    )
    from ptxpy.analysis.control_flow import Block, ControlFlowGraph, merge_blocks, postdominators
    from ptxpy.analysis.dataflow import (
        GenKill,
        facts_after,
        facts_before,
        positions_by_block,
        solve,
        solve_backward,
        solve_forward,
    )
    from ptxpy.analysis.divergence import Divergence
    from ptxpy.analysis.entry_registers import fixes_registers, registers_at_entry
    from ptxpy.analysis.guard_facts import Change, guarded_facts
    from ptxpy.analysis.instruction_classes import (
        InstructionClass,
        classify,
        features,
        instruction_mix,
    )
    from ptxpy.analysis.live_registers import Liveness, Pressure, Profile, liveness
    from ptxpy.analysis.loops import Loops
    from ptxpy.analysis.references import free_names, propagate_facts
    from ptxpy.analysis.registers import (
        Accesses,
        RegisterTable,
        accesses,
        add_names,
        register_table,
    )
    from ptxpy.analysis.requirements import Requirements, requirements_of, requirements_of_forms
    from ptxpy.analysis.storage import (
        Storage,
        constant,
        parameters_of,
        registers_of,
        returns_of,
        types_of,
        variables_of,
    )
    from ptxpy.analysis.symbol_table import Declaration, SymbolTable
    from ptxpy.analysis.uses_of_parameters import ParameterUse, Use, parameter_uses
    from ptxpy.analysis.uses_of_variables import accessed_types, element_type

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.analysis.code": (
            "Body Code blocks_of bodies count_statements declarations_of flatten items"
        ),
        "ptxpy.analysis.control_flow": "Block ControlFlowGraph merge_blocks postdominators",
        "ptxpy.analysis.dataflow": (
            "GenKill facts_after facts_before positions_by_block solve solve_backward"
            " solve_forward"
        ),
        "ptxpy.analysis.divergence": "Divergence",
        "ptxpy.analysis.entry_registers": "fixes_registers registers_at_entry",
        "ptxpy.analysis.guard_facts": "Change guarded_facts",
        "ptxpy.analysis.instruction_classes": "InstructionClass classify features instruction_mix",
        "ptxpy.analysis.live_registers": "Liveness Pressure Profile liveness",
        "ptxpy.analysis.loops": "Loops",
        "ptxpy.analysis.references": "free_names propagate_facts",
        "ptxpy.analysis.registers": "Accesses RegisterTable accesses add_names register_table",
        "ptxpy.analysis.requirements": "Requirements requirements_of requirements_of_forms",
        "ptxpy.analysis.storage": (
            "Storage constant parameters_of registers_of returns_of types_of variables_of"
        ),
        "ptxpy.analysis.symbol_table": "Declaration SymbolTable",
        "ptxpy.analysis.uses_of_parameters": "ParameterUse Use parameter_uses",
        "ptxpy.analysis.uses_of_variables": "accessed_types element_type",
    },
)

__all__ = [
    "Accesses",
    "Block",
    "Body",
    "Change",
    "Code",
    "ControlFlowGraph",
    "Declaration",
    "Divergence",
    "GenKill",
    "InstructionClass",
    "Liveness",
    "Loops",
    "ParameterUse",
    "Pressure",
    "Profile",
    "RegisterTable",
    "Requirements",
    "Storage",
    "SymbolTable",
    "Use",
    "accessed_types",
    "accesses",
    "add_names",
    "blocks_of",
    "bodies",
    "classify",
    "constant",
    "control_flow",
    "count_statements",
    "declarations_of",
    "element_type",
    "facts_after",
    "facts_before",
    "features",
    "fixes_registers",
    "flatten",
    "free_names",
    "guarded_facts",
    "instruction_mix",
    "items",
    "liveness",
    "loops",
    "merge_blocks",
    "parameter_uses",
    "parameters_of",
    "positions_by_block",
    "postdominators",
    "propagate_facts",
    "register_table",
    "registers_at_entry",
    "registers_of",
    "requirements_of",
    "requirements_of_forms",
    "returns_of",
    "solve",
    "solve_backward",
    "solve_forward",
    "types_of",
    "variables_of",
]
