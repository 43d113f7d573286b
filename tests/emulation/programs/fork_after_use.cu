// A child forked after CUDA was used can't use it (error 3); the parent goes on.
#include "check.cuh"
#include <sys/wait.h>
#include <unistd.h>

__global__ void increment(int *value) { *value += 1; }

int main() {
    int *value, host = 0;
    CUDA_CHECK(cudaMalloc(&value, sizeof *value));
    CUDA_CHECK(cudaMemset(value, 0, sizeof *value));
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0) {
        void *memory;
        _exit(cudaMalloc(&memory, 4) == cudaErrorInitializationError ? 0 : 1);
    }
    int status;
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    increment<<<1, 1>>>(value);
    CUDA_CHECK(cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost));
    EXPECT_EQUAL(host, 1);
    CUDA_CHECK(cudaFree(value));
    return passed();
}
