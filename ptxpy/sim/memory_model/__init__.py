"""The memory consistency model of PTX: which executions of a small launch its axioms allow."""

from ptxpy.sim.memory_model.behaviours import Behaviours, explore_behaviours
from ptxpy.sim.memory_model.deciding import Decision, decide
from ptxpy.sim.memory_model.events import Event, Place
from ptxpy.sim.memory_model.executions import AXIOMS, Execution, Rules, executions
from ptxpy.sim.memory_model.limits import TooLargeError
from ptxpy.sim.memory_model.outcomes import Observed, Outcome, outcomes
from ptxpy.sim.memory_model.structure import Candidate

__all__ = [
    "AXIOMS",
    "Behaviours",
    "Candidate",
    "Decision",
    "Event",
    "Execution",
    "Observed",
    "Outcome",
    "Place",
    "Rules",
    "TooLargeError",
    "decide",
    "executions",
    "explore_behaviours",
    "outcomes",
]
