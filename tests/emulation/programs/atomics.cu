// Atomic operations of all kinds on global and shared memory, from several blocks at once.
#include "check.cuh"

struct Results {
    int sum, least, most;
    unsigned bits, ring;
    unsigned long long wide;
    float real;
    double exact;
    int lock_count;
};

__global__ void update(Results *r, int *histogram) {
    __shared__ int local[8];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 8) local[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&local[i % 8], 1);
    atomicAdd(&r->sum, i);
    atomicMin(&r->least, 50 - i);
    atomicMax(&r->most, i * 3);
    atomicOr(&r->bits, 1u << (i % 20));
    atomicInc(&r->ring, 9);
    atomicAdd(&r->wide, 1ull << 33);
    atomicAdd(&r->real, 0.5f);
    atomicAdd(&r->exact, 0.25);
    int old = r->lock_count, seen;  // A sum by compare and swap.
    do {
        seen = old;
        old = atomicCAS(&r->lock_count, seen, seen + 2);
    } while (old != seen);
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&histogram[threadIdx.x], local[threadIdx.x]);
}

int main() {
    const int blocks = 4, threads = 64, n = blocks * threads;
    Results *r;
    int *histogram;
    CUDA_CHECK(cudaMallocManaged(&r, sizeof *r));
    CUDA_CHECK(cudaMallocManaged(&histogram, 8 * sizeof(int)));
    *r = {};
    for (int i = 0; i < 8; ++i) histogram[i] = 0;
    update<<<blocks, threads>>>(r, histogram);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(r->sum, n * (n - 1) / 2);
    EXPECT_EQUAL(r->least, 50 - (n - 1));
    EXPECT_EQUAL(r->most, (n - 1) * 3);
    EXPECT_EQUAL(r->bits, (1u << 20) - 1);
    EXPECT_EQUAL(r->ring, n % 10);
    EXPECT_EQUAL(r->wide, double(n) * double(1ull << 33));
    EXPECT_EQUAL(r->real, n * 0.5f);
    EXPECT_EQUAL(r->exact, n * 0.25);
    EXPECT_EQUAL(r->lock_count, 2 * n);
    for (int i = 0; i < 8; ++i) EXPECT_EQUAL(histogram[i], n / 8);
    CUDA_CHECK(cudaFree(r));
    CUDA_CHECK(cudaFree(histogram));
    return passed();
}
