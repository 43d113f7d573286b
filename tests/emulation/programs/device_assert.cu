// A failed assert in a kernel: its text is on stderr, and the next synchronization says so.
#include "check.cuh"
#include <cassert>

__global__ void positive(const int *values) {
    assert(values[threadIdx.x] > 0 && "all values must be positive");
}

int main() {
    int host[32], *values;
    for (int i = 0; i < 32; ++i) host[i] = i;
    CUDA_CHECK(cudaMalloc(&values, sizeof host));
    CUDA_CHECK(cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice));
    positive<<<1, 32>>>(values);
    CUDA_CHECK(cudaGetLastError());
    EXPECT(cudaDeviceSynchronize() == cudaErrorAssert);
    EXPECT_EQUAL(cudaErrorAssert, 710);
    EXPECT(cudaGetLastError() == cudaErrorAssert);
    EXPECT(cudaFree(values) == cudaErrorAssert);
    return passed();
}
