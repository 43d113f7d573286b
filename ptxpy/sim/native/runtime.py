"""The functions that compiled kernels call, as LLVM IR, compiled once for all kernels."""

from __future__ import annotations

from functools import cache
from typing import Final

from ptxpy.sim.native.accesses import access_text
from ptxpy.sim.native.address_search import LOCATE
from ptxpy.sim.native.barriers import barrier_text
from ptxpy.sim.native.directed import directed_text
from ptxpy.sim.native.elementary import elementary_text
from ptxpy.sim.native.fragments import fragment_text
from ptxpy.sim.native.local_memory import lanes_text
from ptxpy.sim.native.matrix_rows import matrix_rows_text
from ptxpy.sim.native.products import product_text
from ptxpy.sim.native.scheduler import SCHEDULER
from ptxpy.sim.native.strict_shadow import shadow_text
from ptxpy.sim.native.word_copies import word_copy_text

__all__ = ["function_text"]


@cache
def function_text(name: str) -> str:
    """Return the LLVM IR of a function of the run-time, with its declarations."""
    if name == "locate":
        return LOCATE
    if name == "run_ctas":
        return SCHEDULER
    return _TEXTS.get(name.partition(".")[0], access_text)(name)


_TEXTS: Final = {
    "barrier": barrier_text, "copy": word_copy_text, "directed": directed_text,
    "elementary": elementary_text, "fragment": fragment_text, "lanes": lanes_text,
    "matrix": matrix_rows_text, "mbarrier": barrier_text, "product": product_text,
    "shadow": shadow_text,
}  # fmt: skip
"""By the first word of a name: functions that write the function; others are accesses."""
