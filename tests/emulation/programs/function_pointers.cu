// Pointers to device functions: in a table, and carried over by the host.
#include "check.cuh"

typedef float (*Operation)(float, float);

__device__ float add(float a, float b) { return a + b; }
__device__ float subtract(float a, float b) { return a - b; }
__device__ float multiply(float a, float b) { return a * b; }
__device__ Operation table[3] = {add, subtract, multiply};
__device__ Operation favourite = subtract;

__global__ void apply_table(float *out) {
    int i = threadIdx.x;
    out[i] = table[i % 3](i, 2.5f);
}

__global__ void apply(Operation operation, float *out) { out[threadIdx.x] = operation(threadIdx.x, 10); }

int main() {
    const int n = 32;
    float *out;
    CUDA_CHECK(cudaMallocManaged(&out, n * sizeof(float)));
    apply_table<<<1, n>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) {
        EXPECT_EQUAL(out[i], i % 3 == 0 ? i + 2.5f : i % 3 == 1 ? i - 2.5f : i * 2.5f);
    }
    Operation operation;
    CUDA_CHECK(cudaMemcpyFromSymbol(&operation, favourite, sizeof operation));
    apply<<<1, n>>>(operation, out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(out[i], i - 10);
    CUDA_CHECK(cudaFree(out));
    return passed();
}
