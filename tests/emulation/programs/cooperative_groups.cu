// Cooperative groups: tiles of a block, reductions and scans in them, and coalesced threads.
#include "check.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void reduce_tiles(const int *in, int *sums, int *largest, int *prefixes) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    const int value = in[block.thread_rank()];
    const int sum = cg::reduce(tile, value, cg::plus<int>());
    const int most = cg::reduce(tile, value, cg::greater<int>());
    prefixes[block.thread_rank()] = cg::exclusive_scan(tile, value);
    if (tile.thread_rank() == 0) {
        sums[tile.meta_group_rank()] = sum;
        largest[tile.meta_group_rank()] = most;
    }
}

__global__ void count_odd(const int *in, int *count, int *ranks) {
    const int value = in[threadIdx.x];
    if (value % 2) {
        cg::coalesced_group odd = cg::coalesced_threads();
        ranks[threadIdx.x] = odd.thread_rank();
        if (odd.thread_rank() == 0) atomicAdd(count, odd.size());
    }
}

int main() {
    const int n = 64;
    int *data;
    CUDA_CHECK(cudaMallocManaged(&data, 6 * n * sizeof(int)));
    int *in = data, *sums = data + n, *largest = data + 2 * n, *prefixes = data + 3 * n;
    int *count = data + 4 * n, *ranks = data + 5 * n;
    for (int i = 0; i < n; ++i) in[i] = (i * 37) % 101;
    *count = 0;
    reduce_tiles<<<1, n>>>(in, sums, largest, prefixes);
    count_odd<<<1, n>>>(in, count, ranks);
    CUDA_CHECK(cudaDeviceSynchronize());

    int odd = 0;
    for (int tile = 0; tile < n / 16; ++tile) {
        int sum = 0, most = 0;
        for (int i = 16 * tile; i < 16 * tile + 16; ++i) {
            EXPECT_EQUAL(prefixes[i], sum);
            sum += in[i];
            most = in[i] > most ? in[i] : most;
        }
        EXPECT_EQUAL(sums[tile], sum);
        EXPECT_EQUAL(largest[tile], most);
    }
    for (int i = 0; i < n; ++i) {
        if (i == 32) odd = 0;
        if (in[i] % 2) EXPECT_EQUAL(ranks[i], odd++);
    }
    int all = 0;
    for (int i = 0; i < n; ++i) all += in[i] % 2;
    EXPECT_EQUAL(*count, all);
    CUDA_CHECK(cudaFree(data));
    return passed();
}
