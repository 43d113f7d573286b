"""Print what a command of ptxpy pays once for a process, by kind: counts and CPU seconds, as JSON.

The kinds overlap: a module that is loaded compiles patterns and makes named tuples. Watching costs
some time itself, so the numbers are for comparison.
"""

import io
import json
import re
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from ptxpy import _records

kinds: dict[str, list[float]] = {}
running: set[str] = set()


def watched(kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that notes its calls, and the time of those that are not within another."""
    found = kinds.setdefault(kind, [0, 0.0])

    def noted(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as the function itself
        found[0] += 1
        if kind in running:
            return function(*arguments, **options)
        running.add(kind)
        started = time.process_time()
        try:
            return function(*arguments, **options)
        finally:
            found[1] += time.process_time() - started
            running.discard(kind)

    return noted


def watch(kind: str, owner: object, name: str) -> None:
    """Watch a function of a module or class."""
    setattr(owner, name, watched(kind, getattr(owner, name)))


def watch_package() -> None:
    """Watch what the layers of the package make at their first use."""
    import ptxpy.isa.table  # noqa: PLC0415 - the watches above come first
    from ptxpy.syntax import lark_parser, shapes  # noqa: PLC0415

    watch("entries of the instruction table", ptxpy.isa.table, "parse_entry")
    watch("forms of statements that are shipped", shapes, "known_forms")
    watch("Lark with its tables", lark_parser, "shape_parser")
    watch("factories of nodes", shapes, "factory_of")


def main() -> None:
    """Run the command in the arguments."""
    watch("regular expressions", re._compiler, "compile")  # type: ignore[attr-defined] # noqa: SLF001
    watch("named tuples", type(_records.NamedTuple), "__new__")
    command = watched("the whole command", run)
    command()
    print(json.dumps(kinds))


def run() -> None:
    """Run the command without its output."""
    from ptxpy.cli import main as ptxpy_main  # noqa: PLC0415 - as above

    watch_package()
    out, error = (io.TextIOWrapper(io.BytesIO()) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(error):
        ptxpy_main(sys.argv[1:])


main()
