// A product of matrices of NVFP4 by CUTLASS, through its host API: a Blackwell kernel for pairs of
// blocks, with block scaling, tensor memory, and TMA of packed elements of 4 bits.
#include "check.cuh"
#include <cstring>
#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/util/packed_stride.hpp>
#include <vector>

using namespace cute;
using Element = cutlass::nv_float4_t<cutlass::float_e2m1_t>;
using Factor = Element::ScaleFactorType;
using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
using Arch = cutlass::arch::Sm100;
using Tensors = cutlass::arch::OpClassBlockScaledTensorOp;
using TileShape = Shape<_256, _128, _256>;
using Cluster = Shape<_2, _1, _1>;
using Epilogue = cutlass::epilogue::collective::CollectiveBuilder<
    Arch, Tensors, TileShape, Cluster, cutlass::epilogue::collective::EpilogueTileAuto, float, float,
    float, Row, 4, float, Row, 4, cutlass::epilogue::collective::EpilogueScheduleAuto>::CollectiveOp;
using Mainloop = cutlass::gemm::collective::CollectiveBuilder<
    Arch, Tensors, Element, Row, 32, Element, Column, 32, float, TileShape, Cluster,
    cutlass::gemm::collective::StageCountAutoCarveout<sizeof(typename Epilogue::SharedStorage)>,
    cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue>;
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;
using Factors = Kernel::CollectiveMainloop::Sm1xxBlkScaledConfig;

constexpr int kBlock = 16;

struct Matrix {
    unsigned char *codes;
    Factor *factors;
    std::vector<float> values;

    template <typename Layout>
    Matrix(int rows, int depth, Layout places, int seed) : values(rows * depth) {
        size_t count = size(filter_zeros(places));
        CUDA_CHECK(cudaMallocManaged(&codes, rows * depth / 2));
        CUDA_CHECK(cudaMallocManaged(&factors, count * sizeof *factors));
        std::memset(codes, 0, rows * depth / 2);
        std::memset(factors, 0, count * sizeof *factors);
        for (int row = 0; row < rows; ++row) {
            for (int i = 0; i < depth; ++i) {
                int at = row * depth + i;
                float value = float((row * seed + i * 3) % 5 - 2);
                float factor = float(1 << (row + i / kBlock * seed) % 4) / 2;
                codes[at / 2] |= cutlass::float_e2m1_t(value).storage << at % 2 * 4;
                factors[places(row, i, 0)] = Factor(factor);
                values[at] = value * factor;
            }
        }
    }
};

int main() {
    const int m = 256, n = 128, k = 512;
    auto places_a = Factors::tile_atom_to_shape_SFA(make_shape(m, n, k, 1));
    auto places_b = Factors::tile_atom_to_shape_SFB(make_shape(m, n, k, 1));
    Matrix a(m, k, places_a, 5), b(n, k, places_b, 7);
    float *c, *d;
    CUDA_CHECK(cudaMallocManaged(&c, m * n * sizeof *c));
    CUDA_CHECK(cudaMallocManaged(&d, m * n * sizeof *d));
    for (int i = 0; i < m * n; ++i) c[i] = float(i % 11);

    using Codes = Kernel::CollectiveMainloop::ArrayElementA;
    auto stride_a = cutlass::make_cute_packed_stride(Kernel::StrideA{}, {m, k, 1});
    auto stride_b = cutlass::make_cute_packed_stride(Kernel::StrideB{}, {n, k, 1});
    auto stride_c = cutlass::make_cute_packed_stride(Kernel::StrideC{}, {m, n, 1});
    Gemm::Arguments arguments{
        cutlass::gemm::GemmUniversalMode::kGemm,
        {m, n, k, 1},
        {reinterpret_cast<Codes *>(a.codes), stride_a, reinterpret_cast<Codes *>(b.codes), stride_b,
         a.factors, places_a, b.factors, places_b},
        {{2.0f, 0.5f}, c, stride_c, d, stride_c}};
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
            for (int i = 0; i < k; ++i) sum += a.values[row * k + i] * b.values[column * k + i];
            EXPECT_EQUAL(d[row * n + column], 2 * sum + 0.5f * c[row * n + column]);
        }
    }
    for (void *each : {(void *)a.codes, (void *)a.factors, (void *)b.codes, (void *)b.factors,
                       (void *)c, (void *)d, workspace}) {
        CUDA_CHECK(cudaFree(each));
    }
    return passed();
}
