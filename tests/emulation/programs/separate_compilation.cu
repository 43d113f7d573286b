// Two files compiled apart: a device function and variables of the other file (-rdc=true).
#include "check.cuh"

extern __device__ int calls;
extern __constant__ float factors[3];
__device__ float scaled(float value, int which);

static __device__ int own = 10;  // The other file has a variable of the same name.

__global__ void compute(float *out) {
    out[threadIdx.x] = scaled(threadIdx.x, threadIdx.x % 3) + factors[0] + own;
}

/// Launch the kernel of the other file, which doubles the values.
void launch_doubling(float *values, int n);

int main() {
    const float host_factors[3] = {2, 3, 0.5f};
    float *out;
    int count;
    CUDA_CHECK(cudaMallocManaged(&out, 32 * sizeof(float)));
    CUDA_CHECK(cudaMemcpyToSymbol(factors, host_factors, sizeof host_factors));
    compute<<<1, 32>>>(out);
    launch_doubling(out, 32);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(out[i], 2 * (i * host_factors[i % 3] + 2 + 10) + 1000);
    CUDA_CHECK(cudaMemcpyFromSymbol(&count, calls, sizeof count));
    EXPECT_EQUAL(count, 32);
    CUDA_CHECK(cudaFree(out));
    return passed();
}
