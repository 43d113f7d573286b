// A matrix product by CUTLASS, through its host API: a Hopper kernel with TMA and warp groups.
#include "check.cuh"
#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/util/packed_stride.hpp>

using namespace cute;
using Element = cutlass::half_t;
using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
using Arch = cutlass::arch::Sm90;
using Tensors = cutlass::arch::OpClassTensorOp;
using TileShape = Shape<_64, _64, _64>;
using Cluster = Shape<_1, _1, _1>;
using Epilogue = cutlass::epilogue::collective::CollectiveBuilder<
    Arch, Tensors, TileShape, Cluster, cutlass::epilogue::collective::EpilogueTileAuto, float, float,
    float, Row, 4, float, Row, 4, cutlass::epilogue::collective::EpilogueScheduleAuto>::CollectiveOp;
using Mainloop = cutlass::gemm::collective::CollectiveBuilder<
    Arch, Tensors, Element, Row, 8, Element, Column, 8, float, TileShape, Cluster,
    cutlass::gemm::collective::StageCountAutoCarveout<sizeof(typename Epilogue::SharedStorage)>,
    cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue>;
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;

int main() {
    const int m = 64, n = 128, k = 128;
    Element *a, *b;
    float *c, *d;
    CUDA_CHECK(cudaMallocManaged(&a, m * k * sizeof *a));
    CUDA_CHECK(cudaMallocManaged(&b, n * k * sizeof *b));
    CUDA_CHECK(cudaMallocManaged(&c, m * n * sizeof *c));
    CUDA_CHECK(cudaMallocManaged(&d, m * n * sizeof *d));
    for (int i = 0; i < m * k; ++i) a[i] = Element(float(i % 7 - 3));
    for (int i = 0; i < n * k; ++i) b[i] = Element(float(i % 5 - 2));
    for (int i = 0; i < m * n; ++i) c[i] = float(i % 11);

    auto stride_a = cutlass::make_cute_packed_stride(Gemm::GemmKernel::StrideA{}, {m, k, 1});
    auto stride_b = cutlass::make_cute_packed_stride(Gemm::GemmKernel::StrideB{}, {n, k, 1});
    auto stride_c = cutlass::make_cute_packed_stride(Gemm::GemmKernel::StrideC{}, {m, n, 1});
    Gemm::Arguments arguments{cutlass::gemm::GemmUniversalMode::kGemm, {m, n, k, 1},
                              {a, stride_a, b, stride_b}, {{2.0f, 0.5f}, c, stride_c, d, stride_c}};
    Gemm gemm;
    void *workspace = nullptr;
    if (size_t size = Gemm::get_workspace_size(arguments)) CUDA_CHECK(cudaMalloc(&workspace, size));
    EXPECT(gemm.can_implement(arguments) == cutlass::Status::kSuccess);
    EXPECT(gemm.initialize(arguments, workspace) == cutlass::Status::kSuccess);
    EXPECT(gemm.run() == cutlass::Status::kSuccess);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int row = 0; row < m; ++row) {
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += float(a[row * k + i]) * float(b[column * k + i]);
            EXPECT_EQUAL(d[row * n + column], 2 * sum + 0.5f * c[row * n + column]);
        }
    }
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(c));
    CUDA_CHECK(cudaFree(d));
    CUDA_CHECK(cudaFree(workspace));
    return passed();
}
