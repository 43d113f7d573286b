// Memory is freed twice, and an address is freed that is no allocation's: both are refused.
#include "check.cuh"

int main() {
    int *memory, *kept, on_stack;
    CUDA_CHECK(cudaMalloc(&memory, 1000));
    CUDA_CHECK(cudaMalloc(&kept, 1000));
    CUDA_CHECK(cudaFree(memory));
    EXPECT(cudaFree(memory) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaFree(kept + 1) == cudaErrorInvalidValue);
    EXPECT(cudaFree(&on_stack) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    CUDA_CHECK(cudaFree(kept));
    CUDA_CHECK(cudaDeviceSynchronize());
    return passed();
}
