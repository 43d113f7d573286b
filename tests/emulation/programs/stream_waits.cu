// A producer and a consumer on two streams, ordered by events.
#include "check.cuh"

__global__ void produce(int *values, int round) { values[threadIdx.x] = 100 * round + threadIdx.x; }

__global__ void consume(const int *values, int *sums) { sums[threadIdx.x] += values[threadIdx.x]; }

int main() {
    int *values, *sums, host[32];
    CUDA_CHECK(cudaMalloc(&values, sizeof host));
    CUDA_CHECK(cudaMalloc(&sums, sizeof host));
    CUDA_CHECK(cudaMemset(sums, 0, sizeof host));
    cudaStream_t producer, consumer;
    cudaEvent_t full, empty;
    CUDA_CHECK(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&full, cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&empty, cudaEventDisableTiming));
    CUDA_CHECK(cudaDeviceSynchronize());

    const int rounds = 5;
    for (int round = 0; round < rounds; ++round) {
        CUDA_CHECK(cudaStreamWaitEvent(producer, empty));
        produce<<<1, 32, 0, producer>>>(values, round);
        CUDA_CHECK(cudaEventRecord(full, producer));
        CUDA_CHECK(cudaStreamWaitEvent(consumer, full, cudaEventWaitDefault));
        consume<<<1, 32, 0, consumer>>>(values, sums);
        CUDA_CHECK(cudaEventRecord(empty, consumer));
    }
    CUDA_CHECK(cudaStreamSynchronize(consumer));
    CUDA_CHECK(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(host[i], rounds * i + 100 * 10);
    CUDA_CHECK(cudaEventDestroy(full));
    CUDA_CHECK(cudaEventDestroy(empty));
    CUDA_CHECK(cudaStreamDestroy(producer));
    CUDA_CHECK(cudaStreamDestroy(consumer));
    CUDA_CHECK(cudaFree(values));
    CUDA_CHECK(cudaFree(sums));
    return passed();
}
