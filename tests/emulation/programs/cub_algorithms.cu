// CUB: a reduction, a scan and a radix sort of the whole device, and a reduction of a block.
#include "check.cuh"
#include <cub/cub.cuh>

__global__ void block_sum(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0) *out = sum;
}

/// Run an algorithm of CUB twice: for the size of the memory that it needs, and for the work.
template <class Algorithm> static void run(Algorithm algorithm) {
    void *memory = nullptr;
    size_t size = 0;
    CUDA_CHECK(algorithm(memory, size));
    CUDA_CHECK(cudaMalloc(&memory, size));
    CUDA_CHECK(algorithm(memory, size));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(memory));
}

int main() {
    const int n = 300;
    int *in, *out, *sum;
    CUDA_CHECK(cudaMallocManaged(&in, n * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&out, n * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&sum, sizeof(int)));
    int total = 0, first = 0;
    for (int i = 0; i < n; ++i) {
        in[i] = (i * 31) % 97 + (i % 3) * 1000;
        total += in[i];
        if (i < 64) first += in[i];
    }
    run([&](void *memory, size_t &size) { return cub::DeviceReduce::Sum(memory, size, in, sum, n); });
    EXPECT_EQUAL(*sum, total);
    run([&](void *memory, size_t &size) { return cub::DeviceScan::ExclusiveSum(memory, size, in, out, n); });
    for (int i = 0, before = 0; i < n; before += in[i++]) EXPECT_EQUAL(out[i], before);
    run([&](void *memory, size_t &size) { return cub::DeviceRadixSort::SortKeys(memory, size, in, out, n); });
    long long sorted = 0;
    for (int i = 0; i < n; ++i) {
        EXPECT(i == 0 || out[i - 1] <= out[i]);
        sorted += out[i];
    }
    EXPECT_EQUAL(sorted, total);
    block_sum<<<1, 64>>>(in, sum);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(*sum, first);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(sum));
    return passed();
}
