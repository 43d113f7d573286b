"""Settings that all tests share."""

from __future__ import annotations

import builtins
import doctest
import gc
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import settings

from ptxpy.sim import process_report

# The same examples in every run. HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("repeat", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=10_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))

os.environ["PTXPY_CACHE"] = "off"  # of this process, and of those that tests start


_MAX_SHOWN_REASONS: Final = 12
_LAUNCHES: Final = pytest.StashKey[Counter[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that chooses the engine of launches on the CPU."""
    parser.addoption(
        "--engine", choices=("interpreted", "compiled"), help="what runs launches on the CPU"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the engine, for the processes that tests start as well."""
    if config.getoption("--engine") is not None:
        os.environ["PTXPY_ENGINE"] = config.getoption("--engine")
    config.stash[_LAUNCHES] = Counter()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count the launches by engine; a worker of pytest-xdist passes them on."""
    report = process_report()
    found = Counter() if report is None else Counter(report.reasons)
    if report is not None:
        found[""] = report.compiled.total()
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["launches"] = dict(found)
    session.config.stash[_LAUNCHES].update(found)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the launches of a worker of pytest-xdist."""
    node.config.stash[_LAUNCHES].update(getattr(node, "workeroutput", {}).get("launches", {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say how many launches were compiled, and the reasons of the others."""
    launches = config.stash[_LAUNCHES]
    if launches:
        compiled = launches.pop("", 0)
        terminalreporter.section("launches on the CPU")
        terminalreporter.line(f"{compiled} compiled, {launches.total()} interpreted")
        for reason, count in launches.most_common(_MAX_SHOWN_REASONS):
            terminalreporter.line(f"{count:6} {reason}")


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of garbage collections, which look at every object."""
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _settled_objects() -> Iterator[None]:
    """Leave out the caches that the tests of a file have filled, but collect its garbage."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def doctests() -> Iterator[doctest.DocTestRunner]:
    """Give a runner of doctests; `_`, which they leave among the built-in names, is removed."""
    yield doctest.DocTestRunner(verbose=False)
    vars(builtins).pop("_", None)


@pytest.fixture
def collect_new_objects() -> Iterator[None]:
    """Have `gc.collect` look at objects that the test makes, and no others.

    A process that has run thousands of tests holds so many that each collection takes seconds.
    """
    gc.freeze()
    yield
    gc.unfreeze()
