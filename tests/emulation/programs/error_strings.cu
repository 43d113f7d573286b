// The last error is kept until it is asked for; each has a name and a description.
#include "check.cuh"
#include <cstring>

int main() {
    CUDA_CHECK(cudaGetLastError());
    EXPECT(cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    EXPECT(std::strcmp(cudaGetErrorName(cudaSuccess), "cudaSuccess") == 0);
    EXPECT(std::strcmp(cudaGetErrorString(cudaSuccess), "no error") == 0);
    EXPECT(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
    EXPECT(std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") == 0);
    EXPECT(std::strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation") == 0);
    EXPECT(std::strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") == 0);
    EXPECT(std::strcmp(cudaGetErrorString(cudaErrorIllegalAddress),
                       "an illegal memory access was encountered") == 0);
    EXPECT(std::strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration),
                       "invalid configuration argument") == 0);
    EXPECT(std::strcmp(cudaGetErrorString(cudaErrorAssert), "device-side assert triggered") == 0);
    EXPECT(std::strcmp(cudaGetErrorName(cudaError_t(-5)), "unrecognized error code") == 0);
    return passed();
}
