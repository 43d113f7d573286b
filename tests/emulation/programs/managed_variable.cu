// A __managed__ variable has one name on the host and in kernels.
#include "check.cuh"

__managed__ int values[32] = {7, 8, 9};
__managed__ float total;
__managed__ int *chosen;

__global__ void update() {
    int i = threadIdx.x;
    values[i] = values[i] * 2 + i;
    if (i == 0) total += 0.25f;
    if (i == 1) *chosen = 41;
}

int main() {
    EXPECT_EQUAL(values[2], 9);
    values[3] = 50;
    total = 1;
    CUDA_CHECK(cudaMallocManaged(&chosen, sizeof(int)));
    *chosen = 1;
    update<<<1, 32>>>();
    CUDA_CHECK(cudaDeviceSynchronize());
    const int before[4] = {7, 8, 9, 50};
    for (int i = 0; i < 32; ++i) EXPECT_EQUAL(values[i], (i < 4 ? before[i] * 2 : 0) + i);
    EXPECT_EQUAL(total, 1.25f);
    EXPECT_EQUAL(*chosen, 41);

    cudaPointerAttributes attributes;
    CUDA_CHECK(cudaPointerGetAttributes(&attributes, values));
    EXPECT(attributes.type == cudaMemoryTypeManaged);
    CUDA_CHECK(cudaFree(chosen));
    return passed();
}
