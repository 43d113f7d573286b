// A program that becomes another: it executes itself with an argument, and that one uses the device.
#include "check.cuh"
#include <unistd.h>

__global__ void set(int *value) { *value = 42; }

int main(int count, char **arguments) {
    int *value;
    CUDA_CHECK(cudaMallocManaged(&value, sizeof *value));
    if (count == 1) {
        execl("/proc/self/exe", arguments[0], "second", nullptr);
        return 1;
    }
    set<<<1, 1>>>(value);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(*value, 42);
    CUDA_CHECK(cudaFree(value));
    return passed();
}
