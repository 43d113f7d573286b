// The occupancy calculator gives a launch that fits.
#include "check.cuh"

__global__ void square(float *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= values[i];
}

__global__ void __launch_bounds__(128) bounded(int *out) { out[threadIdx.x] = threadIdx.x; }

int main() {
    const int n = 2000;
    int min_grid, block, resident, wide;
    CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&min_grid, &block, square));
    EXPECT(min_grid >= 1 && block >= 32 && block <= 1024 && block % 32 == 0);
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, square, block, 0));
    EXPECT(resident >= 1 && resident <= 32);
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&wide, square, 32, 40 * 1024));
    EXPECT(wide >= 1 && wide <= 5);

    cudaFuncAttributes attributes;
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, bounded));
    EXPECT_EQUAL(attributes.maxThreadsPerBlock, 128);
    EXPECT_EQUAL(attributes.ptxVersion, 80);
    EXPECT_EQUAL(attributes.sharedSizeBytes, 0);

    float host[n], *values;
    for (int i = 0; i < n; ++i) host[i] = i;
    CUDA_CHECK(cudaMalloc(&values, sizeof host));
    CUDA_CHECK(cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice));
    square<<<(n + block - 1) / block, block>>>(values, n);
    CUDA_CHECK(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(host[i], float(i) * i);
    CUDA_CHECK(cudaFree(values));
    return passed();
}
