"""What a launch notifies while it runs: the protocol of the race detector and of observers."""

from ptxpy.sim.hooks.protocol import Hooks, SharedAddresses

__all__ = ["Hooks", "SharedAddresses"]
