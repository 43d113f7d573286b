// A read of four bytes from an odd address is error 716.
#include "check.cuh"

__global__ void read(const char *bytes, int offset, int *out) {
    *out = *reinterpret_cast<const int *>(bytes + offset);
}

int main() {
    char *bytes;
    int *out;
    CUDA_CHECK(cudaMalloc(&bytes, 64));
    CUDA_CHECK(cudaMemset(bytes, 1, 64));
    CUDA_CHECK(cudaMalloc(&out, sizeof(int)));
    read<<<1, 1>>>(bytes, 4, out);
    CUDA_CHECK(cudaDeviceSynchronize());
    read<<<1, 1>>>(bytes, 7, out);
    EXPECT(cudaDeviceSynchronize() == cudaErrorMisalignedAddress);
    EXPECT_EQUAL(cudaErrorMisalignedAddress, 716);
    return passed();
}
