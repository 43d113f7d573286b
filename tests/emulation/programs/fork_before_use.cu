// Two processes, forked before the first call of CUDA, work each with a device of its own.
#include "check.cuh"
#include <sys/wait.h>
#include <unistd.h>

__device__ int count;

__global__ void increment() { atomicAdd(&count, 1); }

static int counted(int threads) {
    int value;
    increment<<<1, threads>>>();
    CUDA_CHECK(cudaMemcpyFromSymbol(&value, count, sizeof value));
    return value;
}

int main() {
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0) _exit(counted(7));
    EXPECT_EQUAL(counted(20), 20);
    int status;
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status));
    EXPECT_EQUAL(WEXITSTATUS(status), 7);
    return passed();
}
