// A program that dies by a signal after it has used the device.
#include "check.cuh"
#include <csignal>

int main() {
    void *memory;
    CUDA_CHECK(cudaMalloc(&memory, 100));
    printf("about to die\n");
    fflush(stdout);
    raise(SIGKILL);
    return 0;
}
