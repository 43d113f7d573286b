"""Looking at kernels while the simulator runs them: traces, profiles, timelines."""

from ptxpy.sim.observe.profile import Profile
from ptxpy.sim.observe.runs import profile, timeline, trace
from ptxpy.sim.observe.timeline import Timeline
from ptxpy.sim.observe.trace import Trace

__all__ = ["Profile", "Timeline", "Trace", "profile", "timeline", "trace"]
