// Events measure the time of a kernel; without timing they only order.
#include "check.cuh"

__global__ void work(float *values) {
    float x = values[threadIdx.x];
    for (int i = 0; i < 50; ++i) x = x * 0.5f + 1;
    values[threadIdx.x] = x;
}

int main() {
    float *values;
    CUDA_CHECK(cudaMalloc(&values, 32 * sizeof(float)));
    CUDA_CHECK(cudaMemset(values, 0, 32 * sizeof(float)));
    cudaEvent_t start, stop, untimed;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
    CUDA_CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));

    float milliseconds = -1;
    EXPECT(cudaEventElapsedTime(&milliseconds, start, stop) == cudaErrorInvalidResourceHandle);
    CUDA_CHECK(cudaEventRecord(start));
    work<<<1, 32>>>(values);
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventRecord(untimed));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventQuery(stop));
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    EXPECT(milliseconds > 0 && milliseconds < 60000);
    EXPECT(cudaEventElapsedTime(&milliseconds, start, untimed) == cudaErrorInvalidResourceHandle);
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    CUDA_CHECK(cudaEventDestroy(untimed));

    // The refused calls above leave no error that lasts beyond this.
    cudaGetLastError();
    CUDA_CHECK(cudaFree(values));
    return passed();
}
