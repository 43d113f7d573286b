// Memory that a kernel allocates lives until a kernel frees it, over launches.
#include "check.cuh"

__device__ int *blocks[32];

__global__ void allocate() {
    int *memory = static_cast<int *>(malloc(16 * sizeof(int)));
    for (int i = 0; memory != nullptr && i < 16; ++i) memory[i] = 100 * threadIdx.x + i;
    blocks[threadIdx.x] = memory;
}

__global__ void sum(int *sums) {
    const int *memory = blocks[31 - threadIdx.x];
    sums[threadIdx.x] = 0;
    for (int i = 0; i < 16; ++i) sums[threadIdx.x] += memory[i];
}

__global__ void release() { free(blocks[threadIdx.x]); }

struct Pair {
    int first, second;
    __device__ Pair(int a, int b) : first(a), second(b) {}
};

__global__ void create(int *out) {
    Pair *pair = new Pair(threadIdx.x, 5);
    int *many = new int[pair->second];
    for (int i = 0; i < pair->second; ++i) many[i] = i * pair->first;
    out[threadIdx.x] = many[4];
    delete[] many;
    delete pair;
}

int main() {
    int *out;
    CUDA_CHECK(cudaMallocManaged(&out, 32 * sizeof(int)));
    allocate<<<1, 32>>>();
    sum<<<1, 32>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(out[i], 16 * 100 * (31 - i) + 120);
    release<<<1, 32>>>();
    create<<<1, 32>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(out[i], 4 * i);
    CUDA_CHECK(cudaFree(out));
    return passed();
}
