// Arithmetic of bfloat16; atomic addition of pairs.
#include "check.cuh"
#include <cuda_bf16.h>

__global__ void compute(const __nv_bfloat16 *x, __nv_bfloat16 *y, __nv_bfloat162 *total) {
    const int i = threadIdx.x;
    y[i] = __hfma(x[i], __float2bfloat16(2), __float2bfloat16(0.25f));
    atomicAdd(total, __nv_bfloat162(x[i], __float2bfloat16(1)));
}

int main() {
    const int n = 16;
    __nv_bfloat16 *x, *y;
    __nv_bfloat162 *total;
    CUDA_CHECK(cudaMallocManaged(&x, n * sizeof *x));
    CUDA_CHECK(cudaMallocManaged(&y, n * sizeof *y));
    CUDA_CHECK(cudaMallocManaged(&total, sizeof *total));
    for (int i = 0; i < n; ++i) x[i] = __float2bfloat16(i);
    *total = __floats2bfloat162_rn(0, 0);
    compute<<<1, n>>>(x, y, total);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT_EQUAL(__bfloat162float(y[i]), 2 * i + 0.25f);
    EXPECT_EQUAL(__low2float(*total), n * (n - 1) / 2);
    EXPECT_EQUAL(__high2float(*total), n);
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(y));
    CUDA_CHECK(cudaFree(total));
    return passed();
}
