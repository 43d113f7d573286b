// Launches that no device takes are refused, and do no harm.
#include "check.cuh"

__global__ void one(int *value) { *value = 1; }

__global__ void __launch_bounds__(64) at_most_64(int *value) { *value = 2; }

static cudaError_t launch(dim3 grid, dim3 block, size_t shared = 0) {
    one<<<grid, block, shared>>>(nullptr);
    return cudaGetLastError();
}

int main() {
    EXPECT(launch(0, 32) == cudaErrorInvalidConfiguration);
    EXPECT(launch(1, 0) == cudaErrorInvalidConfiguration);
    EXPECT(launch(1, 1025) == cudaErrorInvalidConfiguration);
    EXPECT(launch(1, dim3(1, 1, 65)) == cudaErrorInvalidConfiguration);
    EXPECT(launch(dim3(1, 65536), 32) == cudaErrorInvalidConfiguration);
    EXPECT(launch(1, 32, 1 << 20) == cudaErrorInvalidValue);
    EXPECT_EQUAL(cudaErrorInvalidConfiguration, 9);

    int *value, host = 0;
    CUDA_CHECK(cudaMalloc(&value, sizeof *value));
    at_most_64<<<1, 128>>>(value);
    EXPECT(cudaGetLastError() != cudaSuccess);
    at_most_64<<<1, 64>>>(value);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost));
    EXPECT_EQUAL(host, 2);
    CUDA_CHECK(cudaFree(value));
    return passed();
}
