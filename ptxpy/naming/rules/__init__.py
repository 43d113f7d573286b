"""The naming rules, the strongest first.

To add one: a class with `name` and `help` in a file here, its place in `RULES`, and cases in
`tests/naming`.
"""

from typing import Final

from ptxpy.naming.rule import Rule
from ptxpy.naming.rules.accumulators import Accumulators
from ptxpy.naming.rules.arrays import Arrays
from ptxpy.naming.rules.barriers import Barriers
from ptxpy.naming.rules.chains import Chains
from ptxpy.naming.rules.comparisons import Comparisons
from ptxpy.naming.rules.conditions import Conditions
from ptxpy.naming.rules.constants import Constants
from ptxpy.naming.rules.coordinates import Coordinates
from ptxpy.naming.rules.counters import Counters
from ptxpy.naming.rules.debug_information import DebugInformation
from ptxpy.naming.rules.elections import Elections
from ptxpy.naming.rules.exchanges import Exchanges
from ptxpy.naming.rules.flags import Flags
from ptxpy.naming.rules.fragments import Fragments
from ptxpy.naming.rules.loads import Loads
from ptxpy.naming.rules.mathematics import Mathematics
from ptxpy.naming.rules.offsets import Offsets
from ptxpy.naming.rules.operand_roles import OperandRoles
from ptxpy.naming.rules.operations import Operations
from ptxpy.naming.rules.parameters import Parameters
from ptxpy.naming.rules.pointers import Pointers
from ptxpy.naming.rules.reductions import Reductions
from ptxpy.naming.rules.rings import Rings
from ptxpy.naming.rules.running import Running
from ptxpy.naming.rules.special_registers import SpecialRegisters
from ptxpy.naming.rules.threads import Threads
from ptxpy.naming.rules.variables import Variables

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
