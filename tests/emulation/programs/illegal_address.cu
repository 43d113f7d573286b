// A write beyond an allocation is error 700, which every later call repeats.
#include "check.cuh"

__global__ void fill(int *values, int n) {
    int i = threadIdx.x;
    values[i * n] = i;
}

int main() {
    int *values, host;
    CUDA_CHECK(cudaMalloc(&values, 32 * sizeof(int)));
    fill<<<1, 32>>>(values, 1);
    CUDA_CHECK(cudaDeviceSynchronize());

    fill<<<1, 32>>>(values, 1 << 24);
    CUDA_CHECK(cudaGetLastError());
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    EXPECT_EQUAL(cudaErrorIllegalAddress, 700);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    EXPECT(cudaMemcpy(&host, values, 4, cudaMemcpyDeviceToHost) == cudaErrorIllegalAddress);
    fill<<<1, 32>>>(values, 1);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    EXPECT(cudaMalloc(&values, 4) == cudaErrorIllegalAddress);
    return passed();
}
