// Page-locked memory of the host: by cudaMallocHost, by cudaHostAlloc, and registered afterwards.
#include "check.cuh"
#include <cstdlib>

__global__ void increment(int *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] += 1;
}

int main() {
    const int n = 300;
    int *pinned, *device;
    CUDA_CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&device, n * sizeof(int)));
    for (int i = 0; i < n; ++i) pinned[i] = i;
    CUDA_CHECK(cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    increment<<<3, 100>>>(device, n);
    CUDA_CHECK(cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(pinned[i], i + 1);

    // Mapped memory: a kernel works on the memory of the host itself.
    int *mapped, *alias;
    CUDA_CHECK(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped));
    for (int i = 0; i < n; ++i) mapped[i] = 10 * i;
    CUDA_CHECK(cudaHostGetDevicePointer(&alias, mapped, 0));
    increment<<<3, 100>>>(alias, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(mapped[i], 10 * i + 1);
    unsigned int flags;
    CUDA_CHECK(cudaHostGetFlags(&flags, mapped));
    EXPECT(flags & cudaHostAllocMapped);

    CUDA_CHECK(cudaFreeHost(mapped));
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(device));
    return passed();
}
