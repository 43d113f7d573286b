// Pools of memory: the device's own and one of ours, with a threshold of what is kept.
#include "check.cuh"

__global__ void fill(int *values, int value) { values[threadIdx.x] = value; }

int main() {
    cudaMemPool_t ours, current, standard;
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
    CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
    EXPECT(current == standard);

    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    CUDA_CHECK(cudaMemPoolCreate(&ours, &properties));
    unsigned long long threshold = 1 << 20, back = 0;
    CUDA_CHECK(cudaMemPoolSetAttribute(ours, cudaMemPoolAttrReleaseThreshold, &threshold));
    CUDA_CHECK(cudaMemPoolGetAttribute(ours, cudaMemPoolAttrReleaseThreshold, &back));
    EXPECT_EQUAL(back, 1 << 20);

    int *values, host[32];
    CUDA_CHECK(cudaMallocFromPoolAsync(&values, sizeof host, ours, 0));
    fill<<<1, 32>>>(values, 9);
    CUDA_CHECK(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, 0));
    CUDA_CHECK(cudaFreeAsync(values, 0));
    CUDA_CHECK(cudaStreamSynchronize(0));
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(host[i], 9);
    CUDA_CHECK(cudaMemPoolTrimTo(ours, 0));

    CUDA_CHECK(cudaDeviceSetMemPool(0, ours));
    CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
    EXPECT(current == ours);
    CUDA_CHECK(cudaMallocAsync(&values, sizeof host, 0));
    CUDA_CHECK(cudaFree(values));
    CUDA_CHECK(cudaDeviceSetMemPool(0, standard));
    CUDA_CHECK(cudaMemPoolDestroy(ours));
    return passed();
}
