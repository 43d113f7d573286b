// Warp-specialised Hopper GEMMs, D = alpha * A B + beta * C, from CUTLASS's CollectiveBuilder:
// TMA loads and stores, wgmma, mbarrier pipelines, a 2 x 1 cluster. Two schedules: two
// consumer warp groups that share a tile, and two that take turns.

#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

using namespace cute;

template <typename Element, typename TileShape, typename MainloopSchedule,
          typename EpilogueSchedule>
struct Gemm {
    using ClusterShape = Shape<_2, _1, _1>;
    using RowMajor = cutlass::layout::RowMajor;
    using ColumnMajor = cutlass::layout::ColumnMajor;
    static constexpr int kAlignment = 16 / sizeof(Element);

    using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
        cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
        cutlass::epilogue::collective::EpilogueTileAuto, float, float, Element, RowMajor,
        kAlignment, Element, RowMajor, kAlignment, EpilogueSchedule>::CollectiveOp;

    using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
        cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Element, RowMajor, kAlignment,
        Element, ColumnMajor, kAlignment, float, TileShape, ClusterShape,
        cutlass::gemm::collective::StageCountAutoCarveout<
            static_cast<int>(sizeof(typename Epilogue::SharedStorage))>,
        MainloopSchedule>::CollectiveOp;

    using Kernel =
        cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue>;
};

using Cooperative = Gemm<cutlass::half_t, Shape<_128, _256, _64>,
                         cutlass::gemm::KernelTmaWarpSpecializedCooperative,
                         cutlass::epilogue::TmaWarpSpecializedCooperative>::Kernel;
using Pingpong = Gemm<cutlass::bfloat16_t, Shape<_64, _128, _64>,
                      cutlass::gemm::KernelTmaWarpSpecializedPingpong,
                      cutlass::epilogue::TmaWarpSpecialized>::Kernel;

void launch(Cooperative::Params const &cooperative, Pingpong::Params const &pingpong, dim3 grid) {
    cutlass::device_kernel<Cooperative>
        <<<grid, Cooperative::get_block_shape(), Cooperative::SharedStorageSize>>>(cooperative);
    cutlass::device_kernel<Pingpong>
        <<<grid, Pingpong::get_block_shape(), Pingpong::SharedStorageSize>>>(pingpong);
}
