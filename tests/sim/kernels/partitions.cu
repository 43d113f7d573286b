// Groups of a warp that work side by side, each on its own. Compiled by nvcc 13.0:
// nvcc -ptx -arch=sm_80 -o partitions.ptx partitions.cu

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void labels(const int *label, const int *x, int *sum, int *most, int *rank, int *scan)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto group = cg::labeled_partition(warp, label[i]);
    sum[i] = cg::reduce(group, x[i], cg::plus<int>());
    most[i] = cg::reduce(group, x[i], cg::greater<int>());
    rank[i] = group.thread_rank() * 100 + group.size();
    scan[i] = cg::exclusive_scan(group, x[i]);
}

__global__ void halves(const int *x, int *out)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = threadIdx.x;
    auto group = cg::binary_partition(warp, x[i] > 0);
    int first = group.shfl(x[i], 0);
    bool all = group.all(x[i] != 7);
    out[i] = first + 1000 * all + 100000 * cg::reduce(group, 1, cg::plus<int>());
}

__global__ void matched(const int *x, int *out)
{
    int i = threadIdx.x;
    unsigned peers = __match_any_sync(__activemask(), x[i]);
    int leader = __ffs(peers) - 1;
    int votes = __popc(__ballot_sync(peers, i & 1));
    out[i] = __reduce_add_sync(peers, i) + 10000 * votes + 1000000 * leader;
}
