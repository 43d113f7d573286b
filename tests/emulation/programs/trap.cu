// A kernel ends itself by a trap.
#include "check.cuh"

__global__ void stop(int limit) {
    if (threadIdx.x > limit) __trap();
}

int main() {
    stop<<<1, 32>>>(40);
    CUDA_CHECK(cudaDeviceSynchronize());
    stop<<<1, 32>>>(30);
    EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    EXPECT_EQUAL(cudaErrorLaunchFailure, 719);
    return passed();
}
