"""A plugin of pytest: which Blackwell kernels of the corpus the tests have launched.

`pytest -n 0 -p tests.sim.launched_kernels tests/sim/kernels tests/sim/blackwell` lists at its end
the kernels for sm_100 and later that were not launched both plainly and in strict mode.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.syntax import parse
from ptxpy.syntax.printer import emit_bytes

if TYPE_CHECKING:
    import pytest

CORPUS: Final = Path(__file__).parents[2] / "corpus"
FIRST: Final = 100
"""The first compute capability of Blackwell."""
TARGET: Final = re.compile(rb"^\s*\.target\s+sm_(\d+)", re.MULTILINE)

_launched: Final[set[tuple[bytes, str, bool]]] = set()
"""The texts, kernels and modes (whether it is strict) of all launches."""


def pytest_configure() -> None:
    """Record each launch of a module."""
    execute = LoadedModule.execute

    def recorded(loaded: LoadedModule, launch: Any, output: Any, *more: Any, **named: Any) -> Any:
        hooks = more[0] if more else named.get("hooks")
        _launched.add((emit_bytes(loaded.module), launch.routine.name, hooks is not None))
        return execute(loaded, launch, output, *more, **named)

    setattr(LoadedModule, "execute", recorded)  # noqa: B010 - a method


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the kernels that were not launched, and how many there are."""
    every, launched = 0, 0
    for path in sorted(CORPUS.rglob("*.ptx")):
        data = path.read_bytes()
        target = TARGET.search(data)
        if target is None or int(target[1]) < FIRST:
            continue
        for kernel in parse(data, filename=str(path)).kernels:
            every += 1
            name = kernel.name.name
            modes = {strict for strict in (False, True) if (data, name, strict) in _launched}
            if modes == {False, True}:
                launched += 1
                continue
            note = "strict mode alone" if True in modes else "plainly alone" if modes else "never"
            terminalreporter.write_line(f"{path.relative_to(CORPUS)}: {name[:60]}: {note}")
    terminalreporter.write_line(f"{launched} of {every} kernels for sm_{FIRST} and later launched")
