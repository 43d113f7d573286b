// A fault for --strict to find: a histogram whose counters are never set to zero. Half of the
// values are never written either, and are read, but no result depends on that.
#include "check.cuh"

__global__ void count(const volatile int *values, int *counters, int number) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = values[i];
    if (i < number)
        atomicAdd(&counters[value & 15], 1);
}

int main(int number_of_arguments, char **) {
    int *values, *counters, host[256], found[16];
    for (int i = 0; i < 256; i++)
        host[i] = 7 * i;
    CUDA_CHECK(cudaMalloc(&values, 2 * sizeof(host)));
    CUDA_CHECK(cudaMalloc(&counters, sizeof(found)));
    CUDA_CHECK(cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice));
    if (number_of_arguments > 1)
        CUDA_CHECK(cudaMemset(counters, 0, sizeof(found)));
    count<<<4, 128>>>(values, counters, 256);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess) {
        CUDA_CHECK(cudaMemcpy(found, counters, sizeof(found), cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaFree(values));
        CUDA_CHECK(cudaFree(counters));
        printf("%s %d\n", cudaGetErrorName(error), found[0]);
    } else
        printf("%s\n", cudaGetErrorName(error));
    return error != cudaSuccess;
}
