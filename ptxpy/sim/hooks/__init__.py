"""The events of a launch: the protocol that the race detector and observers implement."""

from ptxpy.sim.hooks.protocol import Hooks, SharedAddresses

__all__ = ["Hooks", "SharedAddresses"]
