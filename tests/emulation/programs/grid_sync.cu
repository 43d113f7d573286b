// A cooperative launch: all blocks wait for each other at grid.sync().
#include "check.cuh"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/// Each round, a thread adds its neighbour's value; without the wait it would read the wrong round's.
__global__ void rotate(int *a, int *b, int rounds) {
    cg::grid_group grid = cg::this_grid();
    const int i = grid.thread_rank(), n = grid.size();
    for (int round = 0; round < rounds; ++round) {
        b[i] = a[i] + a[(i + 1) % n];
        grid.sync();
        int *swap = a;
        a = b;
        b = swap;
    }
}

int main() {
    const int blocks = 4, threads = 64, n = blocks * threads;
    int *a, *b, host[n], expected[n], next[n], rounds = 6;
    for (int i = 0; i < n; ++i) host[i] = expected[i] = i % 10;
    CUDA_CHECK(cudaMalloc(&a, sizeof host));
    CUDA_CHECK(cudaMalloc(&b, sizeof host));
    CUDA_CHECK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));

    void *arguments[] = {&a, &b, &rounds};
    CUDA_CHECK(cudaLaunchCooperativeKernel(rotate, dim3(blocks), dim3(threads), arguments));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < n; ++i) next[i] = expected[i] + expected[(i + 1) % n];
        for (int i = 0; i < n; ++i) expected[i] = next[i];
    }
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(host[i], expected[i]);

    EXPECT(cudaLaunchCooperativeKernel(rotate, dim3(1 << 20), dim3(threads), arguments) ==
           cudaErrorCooperativeLaunchTooLarge);
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    return passed();
}
