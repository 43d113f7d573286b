"""The helpers: names in `ptx` that emit several instructions. Each module registers its own."""

from __future__ import annotations

from typing import Final

from ptxpy.dsl.tracing.instructions import HELPERS

NAMES: Final = {
    "ptxpy.dsl.helpers.async_copies": (
        "cp.async.cg cp.async.ca fence.proxy_async fence.proxy_async_shared_cta"
        " fence.proxy_async_generic_acquire_shared_cluster fence.mbarrier_init"
    ),
    "ptxpy.dsl.helpers.barrier_slots": "mbarrier.array",
    "ptxpy.dsl.helpers.bulk_copies": "cp.async.bulk.* cp.async_bulk.*",
    "ptxpy.dsl.helpers.clusters": "cluster.*",
    "ptxpy.dsl.helpers.counted_loops": "range_ kloop",
    "ptxpy.dsl.helpers.divisions": "sdiv srem strunc sdivrem cdiv udiv urem",
    "ptxpy.dsl.helpers.mbarriers": (
        "mbarrier.init mbarrier.inval mbarrier.arrive mbarrier.arrive_expect_tx"
        " mbarrier.expect_tx mbarrier.try_wait mbarrier.wait"
    ),
    "ptxpy.dsl.helpers.notations": "pipe expr bar.sync bra cp.async.wait_group",
    "ptxpy.dsl.helpers.pipelines": "pipeline named_barrier",
    "ptxpy.dsl.helpers.printing": "printf",
    "ptxpy.dsl.helpers.rings": "wrap advance",
    "ptxpy.dsl.helpers.short_names": (
        "sreg ctaid_x ctaid_y param global_ptrs cvta.param cvta.to_global addr file_ var"
        " lut shfl.clamp tensormap.code"
    ),
    "ptxpy.dsl.helpers.tcgen05": (
        "tcgen05.mma tcgen05.fence_before_thread_sync tcgen05.fence_after_thread_sync"
        " tcgen05.commit tcgen05.mma_block_scale tcgen05.make_block_scale_instr_desc"
    ),
    "ptxpy.dsl.helpers.tcgen05_descriptors": (
        "tcgen05.make_instr_desc tcgen05.make_instr_desc_f16bf16_f32 tcgen05.descriptor"
        " tcgen05.auto_descriptor"
        " tcgen05.descriptor_bits tcgen05.masked_descriptor"
    ),
    "ptxpy.dsl.helpers.tcgen05_memory": (
        "tcgen05.alloc tcgen05.dealloc tcgen05.relinquish_alloc_permit tcgen05.ld tcgen05.st"
        " tcgen05.wait_ld tcgen05.wait_st tcgen05.cp tcgen05.shift"
    ),
    "ptxpy.dsl.helpers.tma": "tma.*",
    "ptxpy.dsl.helpers.typed_forms": (
        "mov add sub mul mad shl shr and or xor xor_ not setp selp cvt ld st"
    ),
    "ptxpy.dsl.helpers.warp_matrices": "mma.sync ldmatrix stmatrix stmatrix_x4_trans_f32_bf16",
    "ptxpy.dsl.helpers.warps": (
        "warp.reduce_sum warp.reduce_max warp.reduce_min elect_sync setmaxnreg setmaxnreg_inc"
        " setmaxnreg_dec"
    ),
    "ptxpy.dsl.helpers.wgmma": (
        "wgmma.mma_async wgmma.fence wgmma.commit_group wgmma.wait_group wgmma.auto_descriptor"
        " wgmma.make_descriptor wgmma.descriptor_bits wgmma.masked_descriptor wgmma.k_offset"
    ),
}
"""The helpers by the module that registers them, which is imported at their first use."""

for _module, _names in NAMES.items():
    HELPERS.declare(_module, _names)
