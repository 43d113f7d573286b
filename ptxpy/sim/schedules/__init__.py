"""All schedules of a launch: the orders of its warps and of its asynchronous operations."""

from ptxpy.sim.schedules.exploring import Exploration, explore, replay

__all__ = ["Exploration", "explore", "replay"]
