// A fault: a kernel reads memory that the host has freed.
#include "check.cuh"

__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
    int *in, *out;
    CUDA_CHECK(cudaMalloc(&in, 32 * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&out, 32 * sizeof(int)));
    CUDA_CHECK(cudaMemset(in, 1, 32 * sizeof(int)));
    CUDA_CHECK(cudaFree(in));
    copy<<<1, 32>>>(in, out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    return error != cudaSuccess;
}
