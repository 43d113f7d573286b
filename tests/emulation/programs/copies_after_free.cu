// A copy out of memory that was freed is refused.
#include "check.cuh"

int main() {
    int *memory, host[10];
    CUDA_CHECK(cudaMalloc(&memory, sizeof host));
    CUDA_CHECK(cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost));
    EXPECT(cudaMemcpy(host, memory, sizeof host + 512, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CUDA_CHECK(cudaFree(memory));
    EXPECT(cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    EXPECT(cudaMemset(memory, 0, sizeof host) == cudaErrorInvalidValue);
    return passed();
}
