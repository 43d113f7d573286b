// Several threads of the host work at once, each on its own stream; each has its own last error.
#include "check.cuh"
#include <thread>
#include <vector>

__global__ void step(int *values, int amount) { values[threadIdx.x] += amount; }

static void work(int number) {
    cudaStream_t stream;
    int *values, host[32] = {};
    CUDA_CHECK(cudaSetDevice(0));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaMalloc(&values, sizeof host));
    CUDA_CHECK(cudaMemsetAsync(values, 0, sizeof host, stream));
    for (int round = 0; round < 10; ++round) step<<<1, 32, 0, stream>>>(values, number);
    CUDA_CHECK(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(host[i], 10 * number);
    if (number == 3) {
        EXPECT(cudaMalloc(&values, ~size_t(0)) != cudaSuccess);
    } else {
        CUDA_CHECK(cudaFree(values));
    }
    CUDA_CHECK(cudaStreamDestroy(stream));
}

int main() {
    std::vector<std::thread> threads;
    for (int number = 1; number <= 4; ++number) threads.emplace_back(work, number);
    for (std::thread &thread : threads) thread.join();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    return passed();
}
