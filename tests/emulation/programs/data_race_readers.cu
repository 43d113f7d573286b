// A fault for --strict to find: the carry of a scan is written while other warps read it.
#include "check.cuh"

__global__ void carry(int *values, int *results, int number) {
    __shared__ int base;
    if (threadIdx.x == 127) base = 0;
    __syncthreads();
    for (int first = 0; first < number; first += 128) {
        int result = values[first + threadIdx.x] + base;
        results[first + threadIdx.x] = result;
        if (threadIdx.x == 127) base = result;  // __syncthreads() belongs before this, too.
        __syncthreads();
    }
}

int main() {
    int *values, *results;
    CUDA_CHECK(cudaMalloc(&values, 512 * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&results, 512 * sizeof(int)));
    CUDA_CHECK(cudaMemset(values, 1, 512 * sizeof(int)));
    carry<<<1, 128>>>(values, results, 512);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    return error != cudaSuccess;
}
