// Barriers in shared memory (mbarrier): a warp that produces and one that consumes, in turns.
#include "check.cuh"
#include <cuda/barrier>

// A barrier in shared memory is made by init(), not by its constructor.
#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void pass_on(const int *in, int *out, int rounds) {
    __shared__ int box[32];
    __shared__ Barrier full, empty;
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
    }
    __syncthreads();
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int round = 0; round < rounds; ++round) {
            empty.arrive_and_wait();
            box[lane] = in[32 * round + lane];
            (void)full.arrive();
        }
    } else {
        (void)empty.arrive();
        for (int round = 0; round < rounds; ++round) {
            full.arrive_and_wait();
            out[32 * round + lane] = box[31 - lane] + round;
            if (round + 1 < rounds) (void)empty.arrive();
        }
    }
}

int main() {
    const int rounds = 5, n = 32 * rounds;
    int *in, *out;
    CUDA_CHECK(cudaMallocManaged(&in, n * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; ++i) in[i] = i * 3;
    pass_on<<<1, 64>>>(in, out, rounds);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(out[i], in[i / 32 * 32 + 31 - i % 32] + i / 32);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return passed();
}
