"""Instructions and control flow, as an import path: `from ptxpy.ptx import if_, mbarrier`.

The module is the namespace `ptxpy.ptx` itself: an import binds that object.
"""

from sys import modules
from typing import TYPE_CHECKING, Any

from ptxpy.dsl import ptx

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # noqa: ANN401 - an opcode


modules[__name__] = ptx  # type: ignore[assignment]  # an object with every opcode as an attribute
