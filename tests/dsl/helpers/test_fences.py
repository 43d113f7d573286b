"""`ptx.fence`: each is one instruction."""

from __future__ import annotations

import pytest

from ptxpy import TraceError, ptx
from tests.dsl.helpers.written import accepted, written

FENCES = {
    "proxy_async": "fence.proxy.async",
    "proxy_async_shared_cta": "fence.proxy.async.shared::cta",
    "mbarrier_init": "fence.mbarrier_init.release.cluster",
}
LATER = "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster"


@pytest.mark.parametrize(("name", "instruction"), FENCES.items())
def test_one_instruction(name: str, instruction: str) -> None:
    """With a predicate or without."""

    def body(_: object) -> None:
        first = ptx.special.tid.x() == 0
        getattr(ptx.fence, name)()
        getattr(ptx.fence, name)(pred=first)

    assert written(body)[-2:] == [f"{instruction};", f"@%p0 {instruction};"]
    assert accepted(body)


def test_the_one_that_came_later() -> None:
    """The table knows from which version on there is the fence of one direction."""

    def body(_: object) -> None:
        ptx.fence.proxy_async_generic_acquire_shared_cluster()

    assert written(body, version="8.6") == [f"{LATER};"]
    assert accepted(body, version="8.6")
    with pytest.raises(TraceError, match=r"PTX 8\.0"):
        written(body)


def test_the_instructions_remain() -> None:
    """A name that goes on is that of an instruction."""
    assert written(lambda _: ptx.fence.mbarrier_init.release.cluster()) == [
        "fence.mbarrier_init.release.cluster;"
    ]
    assert written(lambda _: ptx.fence.proxy.async_.global_()) == ["fence.proxy.async.global;"]
