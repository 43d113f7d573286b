// Shared memory of a fixed size: a matrix product by tiles.
#include "check.cuh"

const int TILE = 8, N = 32;

__global__ void multiply(const float *a, const float *b, float *c) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < N; k += TILE) {
        tile_a[y][x] = a[row * N + k + x];
        tile_b[y][x] = b[(k + y) * N + column];
        __syncthreads();
        for (int i = 0; i < TILE; ++i) sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    c[row * N + column] = sum;
}

int main() {
    float *a, *b, *c;
    CUDA_CHECK(cudaMallocManaged(&a, N * N * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&b, N * N * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&c, N * N * sizeof(float)));
    for (int i = 0; i < N * N; ++i) {
        a[i] = i % 7 - 3;
        b[i] = i % 5 - 2;
    }
    multiply<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(a, b, c);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int row = 0; row < N; ++row) {
        for (int column = 0; column < N; ++column) {
            float sum = 0;
            for (int k = 0; k < N; ++k) sum += a[row * N + k] * b[k * N + column];
            EXPECT_EQUAL(c[row * N + column], sum);
        }
    }
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(c));
    return passed();
}
