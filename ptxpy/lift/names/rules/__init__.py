"""The naming rules, the strongest first.

To add one: a class with `name` and `help` in a file here, its place in `RULES`, and cases in
`tests/lift/names`.
"""

from typing import Final

from ptxpy.lift.names.rule import Rule
from ptxpy.lift.names.rules.debug_information import DebugInformation
from ptxpy.lift.names.rules.fragments import Fragments
from ptxpy.lift.names.rules.parameters import Parameters
from ptxpy.lift.names.rules.pointers import Pointers
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
    Variables,
    Pointers,
)
"""All rules, the strongest first."""
