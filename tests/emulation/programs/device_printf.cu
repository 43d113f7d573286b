// printf in a kernel: the lines are on the program's own output after the next synchronization.
#include "check.cuh"

__global__ void report(int n, const float *values) {
    if (threadIdx.x < n) {
        printf("thread %d: %5.2f %s %c %llx %%\n", threadIdx.x, values[threadIdx.x], "text", 'z',
               0x123456789abcull + threadIdx.x);
    }
}

__global__ void no_arguments() { printf("no arguments\n"); }

int main() {
    float host[3] = {1.5f, -2.25f, 1e3f}, *values;
    CUDA_CHECK(cudaMalloc(&values, sizeof host));
    CUDA_CHECK(cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice));
    printf("before\n");
    fflush(stdout);
    report<<<1, 32>>>(3, values);
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("between\n");
    fflush(stdout);
    no_arguments<<<1, 1>>>();
    CUDA_CHECK(cudaDeviceSynchronize());

    size_t size;
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
    CUDA_CHECK(cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize));
    EXPECT(size >= 2 << 20);
    CUDA_CHECK(cudaFree(values));
    return passed();
}
