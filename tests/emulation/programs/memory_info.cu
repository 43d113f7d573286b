// Free memory shrinks with an allocation and comes back; too much is refused, and without damage.
#include "check.cuh"

int main() {
    size_t before, during, after, total, size = size_t(64) << 20;
    CUDA_CHECK(cudaMemGetInfo(&before, &total));
    EXPECT(before <= total && before >= size);
    void *memory;
    CUDA_CHECK(cudaMalloc(&memory, size));
    CUDA_CHECK(cudaMemGetInfo(&during, &total));
    EXPECT(before - during >= size);
    CUDA_CHECK(cudaFree(memory));
    CUDA_CHECK(cudaMemGetInfo(&after, &total));
    EXPECT(after > during);

    EXPECT(cudaMalloc(&memory, size_t(1) << 50) == cudaErrorMemoryAllocation);
    EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMalloc(&memory, 0));
    EXPECT(memory == nullptr);

    // Freed memory is used again: 100 times 256 MB fit.
    for (int round = 0; round < 100; ++round) {
        CUDA_CHECK(cudaMalloc(&memory, size_t(256) << 20));
        CUDA_CHECK(cudaFree(memory));
    }
    return passed();
}
