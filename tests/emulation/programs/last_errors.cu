// Each copy of the runtime has its own last error: that of a library is not the program's.
#include "check.cuh"

cudaError_t fail_in_library();
cudaError_t last_error_of_library();
cudaError_t launch_from_library(int *values);

__global__ void set(int *values) { values[threadIdx.x] = 3; }

int main() {
    int host[32], *values;
    CUDA_CHECK(cudaMalloc(&values, sizeof host));
    EXPECT_EQUAL(fail_in_library(), cudaErrorInvalidDevice);
    EXPECT_EQUAL(cudaPeekAtLastError(), cudaSuccess);
    set<<<1, 32>>>(values);
    EXPECT_EQUAL(cudaGetLastError(), cudaSuccess);
    EXPECT_EQUAL(last_error_of_library(), cudaErrorInvalidDevice);
    EXPECT_EQUAL(last_error_of_library(), cudaSuccess);

    EXPECT_EQUAL(cudaSetDevice(-1), cudaErrorInvalidDevice);
    EXPECT_EQUAL(launch_from_library(values), cudaSuccess);
    EXPECT_EQUAL(cudaGetLastError(), cudaErrorInvalidDevice);
    CUDA_CHECK(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(host[i], 8);
    CUDA_CHECK(cudaFree(values));
    return passed();
}
