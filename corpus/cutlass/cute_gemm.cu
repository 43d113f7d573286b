// A GEMM written with CuTe's layouts and atoms for sm_80: cp.async, ldmatrix, mma.sync,
// swizzled shared memory, a pipeline of three stages.

#include <cute/tensor.hpp>

using namespace cute;

template <class ElementA, class ElementB, class LayoutA, class LayoutB>
struct SharedStorage {
    ArrayEngine<ElementA, cosize_v<LayoutA>> a;
    ArrayEngine<ElementB, cosize_v<LayoutB>> b;
};

using Swizzled = ComposedLayout<Swizzle<3, 3, 3>, _0,
                                Layout<Shape<_8, Shape<_8, _8>>, Stride<_8, Stride<_1, _64>>>>;
using BlockTile = Shape<_128, _128, _64>;
using Stages = _3;
using SmemA = decltype(tile_to_shape(Swizzled{}, Shape<_128, _64, Stages>{}));
using SmemB = decltype(tile_to_shape(Swizzled{}, Shape<_128, _64, Stages>{}));
using Mma = decltype(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{},
                                    Tile<_32, _32, _16>{}));
using Copy = decltype(make_tiled_copy(
    Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
    Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));

__global__ static __launch_bounds__(128) void gemm(int m, int n, int k, half_t const *a,
                                                   half_t const *b, half_t *c, float alpha) {
    Tensor all_a = make_tensor(make_gmem_ptr(a), make_shape(m, k), make_stride(k, _1{}));
    Tensor all_b = make_tensor(make_gmem_ptr(b), make_shape(n, k), make_stride(k, _1{}));
    Tensor all_c = make_tensor(make_gmem_ptr(c), make_shape(m, n), make_stride(n, _1{}));
    auto block = make_coord(blockIdx.x, blockIdx.y, _);
    Tensor from_a = local_tile(all_a, BlockTile{}, block, Step<_1, X, _1>{});
    Tensor from_b = local_tile(all_b, BlockTile{}, block, Step<X, _1, _1>{});
    Tensor to_c = local_tile(all_c, BlockTile{}, block, Step<_1, _1, X>{});

    extern __shared__ char storage[];
    auto &shared = *reinterpret_cast<SharedStorage<half_t, half_t, SmemA, SmemB> *>(storage);
    Tensor smem_a = make_tensor(make_smem_ptr(shared.a.begin()), SmemA{});
    Tensor smem_b = make_tensor(make_smem_ptr(shared.b.begin()), SmemB{});

    Copy copy_tile;
    auto copier = copy_tile.get_slice(threadIdx.x);
    Tensor load_a = copier.partition_S(from_a);
    Tensor stage_a = copier.partition_D(smem_a);
    Tensor load_b = copier.partition_S(from_b);
    Tensor stage_b = copier.partition_D(smem_b);

    Mma mma;
    auto multiplier = mma.get_slice(threadIdx.x);
    Tensor part_c = multiplier.partition_C(to_c);
    Tensor reg_a = multiplier.partition_fragment_A(smem_a(_, _, 0));
    Tensor reg_b = multiplier.partition_fragment_B(smem_b(_, _, 0));
    Tensor sum = multiplier.make_fragment_C(part_c);
    clear(sum);

    auto ld_a = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
    auto ld_b = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
    auto slice_a = ld_a.get_slice(threadIdx.x);
    auto slice_b = ld_b.get_slice(threadIdx.x);
    Tensor view_a = slice_a.retile_D(reg_a);
    Tensor view_b = slice_b.retile_D(reg_b);
    Tensor read_a = slice_a.partition_S(smem_a);
    Tensor read_b = slice_b.partition_S(smem_b);

    int tiles = size<3>(load_a);
    int next = 0;
    auto fetch = [&](int stage) {
        if (next < tiles) {
            copy(copy_tile, load_a(_, _, _, next), stage_a(_, _, _, stage));
            copy(copy_tile, load_b(_, _, _, next), stage_b(_, _, _, stage));
        }
        cp_async_fence();
        ++next;
    };
    CUTE_UNROLL
    for (int stage = 0; stage < Stages::value - 1; ++stage) {
        fetch(stage);
    }
    for (int tile = 0, stage = 0; tile < tiles; ++tile, stage = (stage + 1) % Stages::value) {
        cp_async_wait<Stages::value - 2>();
        __syncthreads();
        fetch((stage + Stages::value - 1) % Stages::value);
        CUTE_UNROLL
        for (int step = 0; step < size<2>(reg_a); ++step) {
            copy(ld_a, read_a(_, _, step, stage), view_a(_, _, step));
            copy(ld_b, read_b(_, _, step, stage), view_b(_, _, step));
            gemm(mma, reg_a(_, _, step), reg_b(_, _, step), sum);
        }
    }
    CUTE_UNROLL
    for (int i = 0; i < size(sum); ++i) {
        part_c(i) = static_cast<half_t>(alpha * sum(i));
    }
}

void launch(int m, int n, int k, half_t const *a, half_t const *b, half_t *c) {
    gemm<<<dim3(m / 128, n / 128), 128, sizeof(SharedStorage<half_t, half_t, SmemA, SmemB>)>>>(
        m, n, k, a, b, c, 1.0f);
}
