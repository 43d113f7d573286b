// A program that ends by abort().
#include "check.cuh"

__global__ void nothing() {}

int main() {
    nothing<<<1, 1>>>();
    CUDA_CHECK(cudaDeviceSynchronize());
    abort();
}
