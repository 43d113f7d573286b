// A kernel that launches a kernel, which is not emulated: the launch fails, and says why.
#include "check.cuh"

__global__ void child(int *value) { *value = 1; }

__global__ void parent(int *value) { child<<<1, 1>>>(value); }

int main() {
    int *value;
    CUDA_CHECK(cudaMallocManaged(&value, sizeof *value));
    parent<<<1, 1>>>(value);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    return error != cudaSuccess;
}
