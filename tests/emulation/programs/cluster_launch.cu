// A launch with clusters: the blocks of one read each other's shared memory.
#include "check.cuh"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void exchange(int *out) {
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), size = cluster.num_blocks();
    box[threadIdx.x] = 1000 * blockIdx.x + threadIdx.x;
    cluster.sync();
    const int *neighbour = cluster.map_shared_rank(box, (rank + 1) % size);
    out[blockIdx.x * 32 + threadIdx.x] = neighbour[31 - threadIdx.x];
    cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) fixed(int *out) {
    out[blockIdx.x] = cg::this_cluster().block_rank() + 10 * cg::this_cluster().num_blocks();
}

int main() {
    const int blocks = 8;
    int *out;
    CUDA_CHECK(cudaMallocManaged(&out, blocks * 32 * sizeof(int)));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 4;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    int clusters = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveClusters(&clusters, exchange, &config));
    EXPECT(clusters >= 1);
    CUDA_CHECK(cudaLaunchKernelEx(&config, exchange, out));
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < blocks * 32; ++i) {
        int block = i / 32, neighbour = block / 4 * 4 + (block + 1) % 4;
        EXPECT_EQUAL(out[i], 1000 * neighbour + 31 - i % 32);
    }

    void *arguments[] = {&out};
    attribute.val.clusterDim.x = 2;
    CUDA_CHECK(cudaLaunchKernelExC(&config, reinterpret_cast<void *>(exchange), arguments));
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(out[0], 1000 + 31);
    EXPECT_EQUAL(out[32], 31);

    fixed<<<blocks, 32>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int block = 0; block < blocks; ++block) EXPECT_EQUAL(out[block], 20 + block % 2);
    config.gridDim = 7;
    EXPECT(cudaLaunchKernelEx(&config, exchange, out) != cudaSuccess);
    CUDA_CHECK(cudaFree(out));
    return passed();
}
