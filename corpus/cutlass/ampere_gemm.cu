// An Ampere GEMM of CUTLASS 2: a three-stage cp.async pipeline, mma.sync, and a fused bias and
// activation.

#include "cutlass/epilogue/thread/linear_combination_gelu.h"
#include "cutlass/gemm/device/gemm_universal.h"

using Epilogue = cutlass::epilogue::thread::LinearCombinationGELU<cutlass::half_t, 8, float, float>;

using Gemm = cutlass::gemm::device::GemmUniversal<
    cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t, cutlass::layout::ColumnMajor,
    cutlass::half_t, cutlass::layout::RowMajor, float, cutlass::arch::OpClassTensorOp,
    cutlass::arch::Sm80, cutlass::gemm::GemmShape<128, 128, 32>,
    cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>, Epilogue,
    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<8>, 3>;

void launch(Gemm::GemmKernel::Params const &params, dim3 grid) {
    cutlass::Kernel2<Gemm::GemmKernel>
        <<<grid, Gemm::GemmKernel::kThreadCount, sizeof(Gemm::GemmKernel::SharedStorage)>>>(params);
}
