"""The naming rules, the strongest first.

To add one: a class with `name` and `help` in a file here, its place in `RULES`, and cases in
`tests/lift/names`.
"""

from typing import Final

from ptxpy.lift.names.rule import Rule
from ptxpy.lift.names.rules.accumulators import Accumulators
from ptxpy.lift.names.rules.arrays import Arrays
from ptxpy.lift.names.rules.barriers import Barriers
from ptxpy.lift.names.rules.chains import Chains
from ptxpy.lift.names.rules.comparisons import Comparisons
from ptxpy.lift.names.rules.conditions import Conditions
from ptxpy.lift.names.rules.constants import Constants
from ptxpy.lift.names.rules.coordinates import Coordinates
from ptxpy.lift.names.rules.counters import Counters
from ptxpy.lift.names.rules.debug_information import DebugInformation
from ptxpy.lift.names.rules.elections import Elections
from ptxpy.lift.names.rules.exchanges import Exchanges
from ptxpy.lift.names.rules.flags import Flags
from ptxpy.lift.names.rules.fragments import Fragments
from ptxpy.lift.names.rules.loads import Loads
from ptxpy.lift.names.rules.mathematics import Mathematics
from ptxpy.lift.names.rules.offsets import Offsets
from ptxpy.lift.names.rules.operand_roles import OperandRoles
from ptxpy.lift.names.rules.operations import Operations
from ptxpy.lift.names.rules.parameters import Parameters
from ptxpy.lift.names.rules.pointers import Pointers
from ptxpy.lift.names.rules.reductions import Reductions
from ptxpy.lift.names.rules.rings import Rings
from ptxpy.lift.names.rules.running import Running
from ptxpy.lift.names.rules.special_registers import SpecialRegisters
from ptxpy.lift.names.rules.threads import Threads
from ptxpy.lift.names.rules.variables import Variables

__all__ = ["RULES"]

RULES: Final[tuple[type[Rule], ...]] = (
    DebugInformation,
    SpecialRegisters,
    Threads,
    Parameters,
    Fragments,
    Rings,
    Running,
    Coordinates,
    Counters,
    Accumulators,
    Barriers,
    Elections,
    Comparisons,
    OperandRoles,
    Variables,
    Reductions,
    Pointers,
    Loads,
    Mathematics,
    Exchanges,
    Conditions,
    Offsets,
    Chains,
    Operations,
    Constants,
    Flags,
    Arrays,
)
"""All rules, the strongest first."""
