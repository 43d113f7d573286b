"""`@intrinsic`: Python functions whose instructions are marked by comments with their name."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.tracing import trace

_F = TypeVar("_F", bound=Callable[..., Any])
MAX_RECURSION_DEPTH: Final = 64
"""Calls of an intrinsic within itself: Python unrolls them, so they must come to an end."""
_STATEMENTS = Statements()


def intrinsic(fn: _F) -> _F:
    """Enclose the code that a function emits in the comments `// begin name` and `// end name`.

    The function may call other intrinsics. Outside a kernel it is called as it is. A call raises
    `TraceError` for unbounded recursion.
    """

    @functools.wraps(fn)
    def scoped(*arguments: Any, **options: Any) -> Any:
        if not trace.in_function():
            return fn(*arguments, **options)
        function = trace.function_body().function
        name = fn.__name__
        if function.intrinsics.count(name) >= MAX_RECURSION_DEPTH:
            msg = (
                f"the intrinsic {name} calls itself {MAX_RECURSION_DEPTH} deep: recursion is "
                "unrolled while a kernel is traced, so Python must know the condition that ends it"
            )
            raise trace.TraceError(msg)
        function.intrinsics.append(name)
        _STATEMENTS.comment(f"begin {name}")
        try:
            result = fn(*arguments, **options)
        finally:
            function.intrinsics.pop()
        _STATEMENTS.comment(f"end {name}")
        return result

    return cast("_F", scoped)
