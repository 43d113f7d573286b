"""Looking at kernels while the simulator runs them: traces, profiles, timelines."""

from ptxpy.sim.observing.profile import Profile
from ptxpy.sim.observing.runs import profile, timeline, trace
from ptxpy.sim.observing.timeline import Timeline
from ptxpy.sim.observing.trace import Trace

__all__ = ["Profile", "Timeline", "Trace", "profile", "timeline", "trace"]
