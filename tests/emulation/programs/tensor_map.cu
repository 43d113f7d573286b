// A tile of a matrix is loaded and stored by the tensor memory accelerator (TMA).
#include "check.cuh"
#include <cstdint>
#include <cuda.h>
#include <cuda/barrier>

// A barrier in shared memory is made by init(), not by its constructor.
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace ptx = cuda::device::experimental;

const int WIDTH = 64, HEIGHT = 32, TILE = 16;

__global__ void double_tile(const __grid_constant__ CUtensorMap map, int x, int y) {
    __shared__ alignas(128) int tile[TILE][TILE];
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        ptx::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, barrier);
        token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
    } else {
        token = barrier.arrive();
    }
    barrier.wait(std::move(token));
    for (int row = 0; row < TILE; ++row) tile[row][threadIdx.x] *= 2;
    ptx::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read<0>();
    }
}

static decltype(&cuTensorMapEncodeTiled) encoder() {
    void *plain = nullptr, *versioned = nullptr;
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &versioned, 12000,
                                                cudaEnableDefault, &found));
    EXPECT(found == cudaDriverEntryPointSuccess && versioned != nullptr);
#if CUDART_VERSION < 13000
    CUDA_CHECK(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &plain, cudaEnableDefault));
    EXPECT(plain == versioned);
#endif
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &plain, 12000, cudaEnableDefault,
                                                &found));
    EXPECT(found == cudaDriverEntryPointSymbolNotFound && plain == nullptr);
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(versioned);
}

int main() {
    int *matrix;
    CUDA_CHECK(cudaMallocManaged(&matrix, WIDTH * HEIGHT * sizeof(int)));
    for (int i = 0; i < WIDTH * HEIGHT; ++i) matrix[i] = i;
    CUtensorMap map;
    const cuuint64_t sizes[] = {WIDTH, HEIGHT}, strides[] = {WIDTH * sizeof(int)};
    const cuuint32_t box[] = {TILE, TILE}, steps[] = {1, 1};
    EXPECT(encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, sizes, strides, box, steps,
                     CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                     CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
    const int left = 24, top = 8;
    double_tile<<<1, TILE>>>(map, left, top);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        int x = i % WIDTH - left, y = i / WIDTH - top;
        bool inside = x >= 0 && x < TILE && y >= 0 && y < TILE;
        EXPECT_EQUAL(matrix[i], inside ? 2 * i : i);
    }
    CUDA_CHECK(cudaFree(matrix));
    return passed();
}
