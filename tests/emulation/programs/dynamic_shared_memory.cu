// Shared memory whose size the launch says; above 48 KB the kernel must be allowed to.
#include "check.cuh"

__global__ void reverse(int *values, int n) {
    extern __shared__ int buffer[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) buffer[i] = values[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = buffer[n - 1 - i];
}

static void check(int n) {
    int *values;
    CUDA_CHECK(cudaMallocManaged(&values, n * sizeof(int)));
    for (int i = 0; i < n; ++i) values[i] = 3 * i;
    reverse<<<1, 128, n * sizeof(int)>>>(values, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(values[i], 3 * (n - 1 - i));
    CUDA_CHECK(cudaFree(values));
}

int main() {
    const int large = 96 * 1024;
    check(1000);
    reverse<<<1, 128, large>>>(nullptr, 0);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    CUDA_CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, large));
    check(large / sizeof(int));
    cudaFuncAttributes attributes;
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, reverse));
    EXPECT_EQUAL(attributes.maxDynamicSharedSizeBytes, large);
    EXPECT(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20) ==
           cudaErrorInvalidValue);
    return passed();
}
