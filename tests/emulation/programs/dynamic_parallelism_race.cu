// A kernel launches another, whose threads write to one place.
#include "check.cuh"

__global__ void child(int *value) { *value = threadIdx.x; }

__global__ void parent(int *value) {
    if (threadIdx.x == 0) child<<<1, 64>>>(value);
}

int main() {
    int *value;
    CUDA_CHECK(cudaMalloc(&value, sizeof *value));
    parent<<<1, 32>>>(value);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
