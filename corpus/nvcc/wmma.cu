// Tensor cores through the nvcuda::wmma interface, for half, bfloat16, tf32, double and int8.
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

template <typename Input, typename Output, int kM, int kN, int kK>
__global__ void multiply(const Input *a, const Input *b, Output *c, int n, int k) {
    wmma::fragment<wmma::matrix_a, kM, kN, kK, Input, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, kM, kN, kK, Input, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, kM, kN, kK, Output> sum;
    wmma::fill_fragment(sum, static_cast<Output>(0));
    for (int step = 0; step < k; step += kK) {
        wmma::load_matrix_sync(left, a + blockIdx.y * kM * k + step, k);
        wmma::load_matrix_sync(right, b + blockIdx.x * kN * k + step, k);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i) {
        sum.x[i] = sum.x[i] + sum.x[i];
    }
    wmma::store_matrix_sync(c + blockIdx.y * kM * n + blockIdx.x * kN, sum, n,
                            wmma::mem_row_major);
}

template __global__ void multiply<half, float, 16, 16, 16>(const half *, const half *, float *,
                                                           int, int);
template __global__ void multiply<half, half, 32, 8, 16>(const half *, const half *, half *, int,
                                                         int);
template __global__ void multiply<signed char, int, 8, 32, 16>(const signed char *,
                                                               const signed char *, int *, int,
                                                               int);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
template __global__ void multiply<__nv_bfloat16, float, 16, 16, 16>(const __nv_bfloat16 *,
                                                                    const __nv_bfloat16 *,
                                                                    float *, int, int);
template __global__ void multiply<double, double, 8, 8, 4>(const double *, const double *,
                                                           double *, int, int);
#endif
