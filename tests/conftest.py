"""Settings that all tests share."""

from __future__ import annotations

import builtins
import doctest
import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# The same examples in every run. HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("repeat", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=10_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))

os.environ["PTXPY_CACHE"] = "off"  # of this process, and of those that tests start


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
