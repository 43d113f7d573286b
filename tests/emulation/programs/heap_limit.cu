// The heap of kernels has a limit that the host sets; malloc beyond it gives a null pointer.
#include "check.cuh"

__global__ void try_allocate(size_t size, int *got) {
    void *memory = malloc(size);
    *got = memory != nullptr;
    free(memory);
}

int main() {
    size_t limit, stack;
    CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    EXPECT_EQUAL(limit, 8 << 20);
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
    CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    EXPECT(limit >= 32 << 20);
    CUDA_CHECK(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
    EXPECT(stack >= 1024);
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));

    int *got;
    CUDA_CHECK(cudaMallocManaged(&got, sizeof(int)));
    try_allocate<<<1, 1>>>(24 << 20, got);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(*got, 1);
    try_allocate<<<1, 1>>>(1 << 30, got);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(*got, 0);
    CUDA_CHECK(cudaFree(got));
    return passed();
}
