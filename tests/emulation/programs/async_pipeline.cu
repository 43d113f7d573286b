// Asynchronous copies to shared memory (cp.async), two stages: one is copied while the other is used.
#include "check.cuh"
#include <cuda_pipeline.h>

const int TILE = 128, TILES = 6;

__global__ void sum_tiles(const int4 *in, int *sums) {
    __shared__ int4 stages[2][TILE / 4];
    const int i = threadIdx.x;
    int sum = 0;
    __pipeline_memcpy_async(&stages[0][i], &in[i], sizeof(int4));
    __pipeline_commit();
    for (int tile = 0; tile < TILES; ++tile) {
        if (tile + 1 < TILES) {
            __pipeline_memcpy_async(&stages[(tile + 1) % 2][i], &in[(tile + 1) * TILE / 4 + i],
                                    sizeof(int4));
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        const int4 value = stages[tile % 2][TILE / 4 - 1 - i];
        sum += value.x + value.y * 2 + value.z * 3 + value.w * 4;
        __syncthreads();
    }
    sums[i] = sum;
}

int main() {
    int *in, *sums;
    CUDA_CHECK(cudaMallocManaged(&in, TILE * TILES * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&sums, TILE / 4 * sizeof(int)));
    for (int i = 0; i < TILE * TILES; ++i) in[i] = i % 23;
    sum_tiles<<<1, TILE / 4>>>(reinterpret_cast<const int4 *>(in), sums);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < TILE / 4; ++i) {
        int sum = 0;
        for (int tile = 0; tile < TILES; ++tile) {
            const int *value = in + tile * TILE + 4 * (TILE / 4 - 1 - i);
            sum += value[0] + value[1] * 2 + value[2] * 3 + value[3] * 4;
        }
        EXPECT_EQUAL(sums[i], sum);
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(sums));
    return passed();
}
