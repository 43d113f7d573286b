// Two allocations are never freed, which --strict says in the end.
#include "check.cuh"

__global__ void touch(int *values) { values[threadIdx.x] = 1; }

int main() {
    int *first, *second, *freed;
    CUDA_CHECK(cudaMalloc(&first, 400));
    CUDA_CHECK(cudaMalloc(&freed, 500));
    CUDA_CHECK(cudaMalloc(&second, 600));
    touch<<<1, 32>>>(first);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(freed));
    return passed();
}
