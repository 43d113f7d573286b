// __device__ variables keep their values from launch to launch; the host reads and writes them.
#include "check.cuh"

__device__ int counter = 100;
__device__ double results[64];
__device__ const int *table;

__global__ void count() {
    int before = atomicAdd(&counter, 1);
    results[threadIdx.x] = table[threadIdx.x] * 0.5;
    if (before < 0) __trap();
}

int main() {
    int host_table[64], *device_table;
    for (int i = 0; i < 64; ++i) host_table[i] = 3 * i;
    CUDA_CHECK(cudaMalloc(&device_table, sizeof host_table));
    CUDA_CHECK(cudaMemcpy(device_table, host_table, sizeof host_table, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(table, &device_table, sizeof device_table));

    int value;
    CUDA_CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    EXPECT_EQUAL(value, 100);
    for (int launch = 0; launch < 3; ++launch) count<<<1, 64>>>();
    CUDA_CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    EXPECT_EQUAL(value, 100 + 3 * 64);

    double tail[4];
    CUDA_CHECK(cudaMemcpyFromSymbol(tail, results, sizeof tail, 60 * sizeof(double)));
    for (int i = 0; i < 4; ++i) EXPECT_EQUAL(tail[i], 1.5 * (60 + i));
    CUDA_CHECK(cudaFree(device_table));
    return passed();
}
