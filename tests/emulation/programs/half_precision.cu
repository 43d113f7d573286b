// Arithmetic of half precision, in scalars and in pairs.
#include "check.cuh"
#include <cuda_fp16.h>

__global__ void compute(const half2 *x, half2 *y, half *sum, bool *larger) {
    const int i = threadIdx.x;
    y[i] = __hfma2(x[i], __float2half2_rn(0.5f), make_half2(1, -1));
    const half low = __low2half(y[i]), high = __high2half(y[i]);
    larger[i] = __hgt(low, high);
    sum[i] = __hadd(low, __hmul(high, __float2half(2)));
    sum[i] = hsqrt(__hmul(sum[i], sum[i]));
}

int main() {
    const int n = 32;
    half2 *x, *y;
    half *sum;
    bool *larger;
    CUDA_CHECK(cudaMallocManaged(&x, n * sizeof *x));
    CUDA_CHECK(cudaMallocManaged(&y, n * sizeof *y));
    CUDA_CHECK(cudaMallocManaged(&sum, n * sizeof *sum));
    CUDA_CHECK(cudaMallocManaged(&larger, n * sizeof *larger));
    for (int i = 0; i < n; ++i) x[i] = __floats2half2_rn(i, 10 - i);
    compute<<<1, n>>>(x, y, sum, larger);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) {
        const float low = 0.5f * i + 1, high = 0.5f * (10 - i) - 1;
        EXPECT_EQUAL(__low2float(y[i]), low);
        EXPECT_EQUAL(__high2float(y[i]), high);
        EXPECT_EQUAL(larger[i], low > high);
        const float total = low + 2 * high;
        EXPECT_EQUAL(__half2float(sum[i]), total < 0 ? -total : total);
    }
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(y));
    CUDA_CHECK(cudaFree(sum));
    CUDA_CHECK(cudaFree(larger));
    return passed();
}
