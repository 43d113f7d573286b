// A fault for --strict to find: the wait between writing and reading shared memory is missing.
#include "check.cuh"

__global__ void reverse(int *values) {
    __shared__ int buffer[64];
    buffer[threadIdx.x] = values[threadIdx.x];
    values[threadIdx.x] = buffer[63 - threadIdx.x];  // __syncthreads() belongs before this.
}

int main() {
    int *values;
    CUDA_CHECK(cudaMalloc(&values, 64 * sizeof(int)));
    CUDA_CHECK(cudaMemset(values, 0, 64 * sizeof(int)));
    reverse<<<1, 64>>>(values);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    return error != cudaSuccess;
}
