// A grid that waits for itself twice: a sum of all elements, and a division by it.
// nvcc 13.0: nvcc -arch=sm_80 -ptx cooperative.cu

#include <cooperative_groups.h>

extern "C" __global__ void normalise(float *x, float *sums, int n) {
    auto grid = cooperative_groups::this_grid();
    int first = grid.thread_rank();
    float sum = 0;
    for (int i = first; i < n; i += grid.size()) sum += x[i];
    atomicAdd(&sums[0], sum);
    grid.sync();
    float total = sums[0];
    for (int i = first; i < n; i += grid.size()) x[i] /= total;
    grid.sync();
    if (first == 0) sums[1] = x[0] + x[n - 1];
}

extern "C" __global__ void unequal(float *x, int n) {
    // Blocks do not have the same work between the barriers, and read what others wrote.
    auto grid = cooperative_groups::this_grid();
    for (int step = 0; step < 5; step++) {
        for (int i = 0; i < (int)blockIdx.x % 3; i++) x[grid.thread_rank()] += 1;
        grid.sync();
        float other = x[(grid.thread_rank() + blockDim.x) % n];
        grid.sync();
        x[grid.thread_rank()] += other;
        grid.sync();
    }
}
