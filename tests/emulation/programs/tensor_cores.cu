// A product of half-precision matrices on tensor cores, by the wmma functions.
#include "check.cuh"
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int N = 32;

__global__ void multiply(const half *a, const half *b, float *c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> tile_a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> tile_b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 1.0f);
    const int row = 16 * blockIdx.y, column = 16 * blockIdx.x;
    for (int k = 0; k < N; k += 16) {
        wmma::load_matrix_sync(tile_a, a + row * N + k, N);
        wmma::load_matrix_sync(tile_b, b + column * N + k, N);
        wmma::mma_sync(sum, tile_a, tile_b, sum);
    }
    wmma::store_matrix_sync(c + row * N + column, sum, N, wmma::mem_row_major);
}

int main() {
    half *a, *b;
    float *c;
    CUDA_CHECK(cudaMallocManaged(&a, N * N * sizeof(half)));
    CUDA_CHECK(cudaMallocManaged(&b, N * N * sizeof(half)));
    CUDA_CHECK(cudaMallocManaged(&c, N * N * sizeof(float)));
    for (int i = 0; i < N * N; ++i) {
        a[i] = __float2half(i % 9 - 4);
        b[i] = __float2half(i % 7 * 0.5f);
    }
    multiply<<<dim3(N / 16, N / 16), 32>>>(a, b, c);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int row = 0; row < N; ++row) {
        for (int column = 0; column < N; ++column) {
            float sum = 1;
            for (int k = 0; k < N; ++k) {
                sum += __half2float(a[row * N + k]) * __half2float(b[column * N + k]);
            }
            EXPECT_EQUAL(c[row * N + column], sum);
        }
    }
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(c));
    return passed();
}
