// A grouped Hopper GEMM: many products of different shapes by one launch. Tensor maps are changed
// on the device, and the pointers to matrices come from global memory.

#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/group_array_problem_shape.hpp"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

using namespace cute;

using TileShape = Shape<_128, _128, _64>;
using ClusterShape = Shape<_2, _1, _1>;
using RowMajor = cutlass::layout::RowMajor;
using ColumnMajor = cutlass::layout::ColumnMajor;
using Element = cutlass::half_t;

using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float, Element, RowMajor *, 8,
    Element, RowMajor *, 8,
    cutlass::epilogue::PtrArrayTmaWarpSpecializedCooperative>::CollectiveOp;

using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Element, RowMajor *, 8, Element,
    ColumnMajor *, 8, float, TileShape, ClusterShape,
    cutlass::gemm::collective::StageCountAutoCarveout<
        static_cast<int>(sizeof(typename Epilogue::SharedStorage))>,
    cutlass::gemm::KernelPtrArrayTmaWarpSpecializedCooperative>::CollectiveOp;

using Problems = cutlass::gemm::GroupProblemShape<Shape<int, int, int>>;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Problems, Mainloop, Epilogue>;

void launch(Kernel::Params const &params, dim3 grid) {
    cutlass::device_kernel<Kernel>
        <<<grid, Kernel::get_block_shape(), Kernel::SharedStorageSize>>>(params);
}
