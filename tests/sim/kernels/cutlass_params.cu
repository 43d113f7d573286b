// Prints what CUTLASS 2 passes to the kernel of corpus/cutlass/ampere_gemm.cu, for sizes m, n, k:
// the grid, the bytes of Params in hexadecimal, and in them 1111, 2222, 3333 and 4444 where the
// pointers to A, B, C and D belong. For cutlass_params.txt:
//     nvcc -std=c++17 -arch=sm_80 -I .../cutlass/include -o params cutlass_params.cu
//     ./params 200 136 72

#include "cutlass/epilogue/thread/linear_combination_gelu.h"
#include "cutlass/gemm/device/gemm_universal.h"
#include <cstdio>
#include <cstdlib>
using Epilogue = cutlass::epilogue::thread::LinearCombinationGELU<cutlass::half_t, 8, float, float>;
using Gemm = cutlass::gemm::device::GemmUniversal<
    cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t, cutlass::layout::ColumnMajor,
    cutlass::half_t, cutlass::layout::RowMajor, float, cutlass::arch::OpClassTensorOp,
    cutlass::arch::Sm80, cutlass::gemm::GemmShape<128, 128, 32>,
    cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>, Epilogue,
    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<8>, 3>;
int main(int argc, char **argv) {
    int m = atoi(argv[1]), n = atoi(argv[2]), k = atoi(argv[3]);
    auto pointer = [](unsigned long long x) { return (void *)(x << 48 | 0xABCDEF000000ULL); };
    Gemm::Arguments arguments(
        cutlass::gemm::GemmUniversalMode::kGemm, {m, n, k}, 1, {0.5f, 0.25f}, pointer(0x1111),
        pointer(0x2222), pointer(0x3333), pointer(0x4444), (long long)m * k, (long long)n * k,
        (long long)m * n, (long long)m * n, k, k, n, n);
    Gemm::GemmKernel::Params params(arguments, 1, 1);
    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<8> swizzle;
    dim3 grid = swizzle.get_grid_shape(params.grid_tiled_shape);
    printf("%d %d %d: %d %d %d\n", m, n, k, grid.x, grid.y, grid.z);
    auto *bytes = (unsigned char *)&params;
    for (size_t i = 0; i < sizeof(params); i++)
        printf(i % 48 == 47 ? "%02x\n" : "%02x", bytes[i]);
    printf("\n");
}
