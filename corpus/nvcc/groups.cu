// Cooperative groups: tiles, coalesced groups, block and grid synchronisation.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void tiles(const int *in, int *out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int value = in[block.thread_rank()];
    int sum = cg::reduce(tile, value, cg::plus<int>());
    if (tile.thread_rank() == 0) {
        out[block.thread_rank() / 8] = sum + tile.meta_group_rank();
    }
    if (value > 10) {
        auto some = cg::coalesced_threads();
        out[block.thread_rank()] = some.shfl(value, 0) + some.size();
    }
}

__global__ void grid_barrier(float *data, int n) {
    auto grid = cg::this_grid();
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size()) {
        data[i] *= 2.0f;
    }
    grid.sync();
    for (unsigned long long i = grid.thread_rank(); i + 1 < n; i += grid.size()) {
        data[i] += data[i + 1];
    }
}
