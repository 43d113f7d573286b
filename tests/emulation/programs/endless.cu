// A kernel that never ends: the program is ended by a signal.
#include "check.cuh"

__global__ void wait(volatile int *flag) {
    while (*flag == 0) {
    }
}

int main() {
    int *flag;
    CUDA_CHECK(cudaMallocManaged(&flag, sizeof *flag));
    printf("waiting\n");
    fflush(stdout);
    wait<<<1, 1>>>(flag);
    return cudaDeviceSynchronize();
}
