"""`ptx.cp.async_`: copies by threads, their groups, and the groups of bulk copies."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy import Symbol, b32, f32, kernel, ptx, reg, smem, u64
from tests.dsl.helpers.written import accepted, written


def test_what_is_emitted() -> None:
    """Addresses are registers, arrays, stages, and those with offsets."""

    def body(tensor_map: Symbol) -> None:
        source = ptx.ld.param.u64([tensor_map]).register()
        tile = smem.alloc(f32, (2, 32), name="tile")
        lane = ptx.special.laneid().register()
        first = lane == 0
        place = ptx.mov.u32(tile).register()
        ptx.cp.async_.cg(tile[1], source, 16)
        ptx.cp.async_.ca([place, 8], [source, 4], 4, pred=first)
        ptx.cp.async_.ca(place, source, 8)
        ptx.cp.async_.commit_group(pred=first)
        ptx.cp.async_.wait_group(1, pred=first)
        ptx.cp.async_.wait_all()
        ptx.cp.async_.bulk.commit_group()
        ptx.cp.async_bulk.commit_group(pred=first)
        ptx.cp.async_.bulk.wait_group(2)
        ptx.cp.async_.bulk.wait_group(1, read=True, pred=first)
        ptx.cp.async_.bulk.wait_group(n=0, unless=first)
        ptx.cp.async_bulk.wait_group(0)
        ptx.cp.async_.bulk.wait_group.read(0)

    assert written(body)[4:] == [
        "cp.async.cg.shared.global [tile+128], [%rd0], 16;",
        "@%p0 cp.async.ca.shared.global [%r1+8], [%rd0+4], 4;",
        "cp.async.ca.shared.global [%r1], [%rd0], 8;",
        "@%p0 cp.async.commit_group;",
        "@%p0 cp.async.wait_group 1;",
        "cp.async.wait_all;",
        "cp.async.bulk.commit_group;",
        "@%p0 cp.async.bulk.commit_group;",
        "cp.async.bulk.wait_group 2;",
        "@%p0 cp.async.bulk.wait_group.read 1;",
        "@!%p0 cp.async.bulk.wait_group 0;",
        "cp.async.bulk.wait_group 0;",
        "cp.async.bulk.wait_group.read 0;",
    ]
    assert accepted(body)


@pytest.mark.parametrize(
    ("cache", "count", "message"),
    [("cg", 8, "copies 16 bytes, not 8"), ("ca", 12, "copies 4, 8 or 16 bytes, not 12")],
)
def test_sizes(cache: str, count: int, message: str) -> None:
    """The sizes are those that PTX has."""

    def body(_: object) -> None:
        getattr(ptx.cp.async_, cache)(smem.alloc(f32, 32), "%rd1", count)

    with pytest.raises(ValueError, match=message):
        written(body)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("size", [4, 8, 16])
def test_two_stages(size: int, strict: bool) -> None:
    """Each thread copies ahead of what it adds up, in two stages."""
    chunks = 5

    @kernel(arch="sm_80", version="7.4")
    def add_up(source: u64, out: u64) -> None:
        start = ptx.ld.param.u64([source])
        target = ptx.ld.param.u64([out])
        tile = smem.alloc(b32, (2, 32 * size // 4), name="tile")
        lane = ptx.special.tid.x().register()
        offset = ptx.mul.lo.u32(lane, size).register()
        here = ptx.add.u64(start, ptx.cvt.u64.u32(offset)).register()
        places = [ptx.add.u32(ptx.mov.u32(tile[stage]), offset).register() for stage in range(2)]
        copy = ptx.cp.async_.cg if size == 16 else ptx.cp.async_.ca
        total = reg.scalar(f32, 0.0)
        for chunk in range(chunks + 1):
            if chunk < chunks:
                copy(places[chunk % 2], [here, 32 * size * chunk], size)
            ptx.cp.async_.commit_group()
            if chunk:
                ptx.cp.async_.wait_group(1)
                for word in range(size // 4):
                    loaded = ptx.ld.shared.f32([places[(chunk - 1) % 2], 4 * word])
                    ptx.inst.add.f32(total, total, loaded)
        ptx.st.global_.f32([ptx.add.u64(target, ptx.mul.wide.u32(lane, 4))], total)
        ptx.ret()

    x = np.random.default_rng(1).integers(-9, 9, (chunks, 32, size // 4)).astype("f4")
    out = np.zeros(32, "f4")
    add_up.launch(x, out, grid=1, block=32, device="cpu", strict=strict)
    assert (out == x.sum(axis=(0, 2))).all()
