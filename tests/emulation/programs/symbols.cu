// The address and the size of a symbol; asynchronous copies to and from it.
#include "check.cuh"

__device__ int table[100];
__constant__ short weights[7];

__global__ void fill(int *target) { target[threadIdx.x] = weights[threadIdx.x % 7] * threadIdx.x; }

int main() {
    size_t size;
    CUDA_CHECK(cudaGetSymbolSize(&size, table));
    EXPECT_EQUAL(size, sizeof table);
    CUDA_CHECK(cudaGetSymbolSize(&size, weights));
    EXPECT_EQUAL(size, sizeof weights);
    void *address;
    CUDA_CHECK(cudaGetSymbolAddress(&address, table));

    const short host_weights[7] = {1, 2, 3, 4, 5, 6, 7};
    CUDA_CHECK(cudaMemcpyToSymbolAsync(weights, host_weights, sizeof host_weights, 0,
                                       cudaMemcpyHostToDevice, 0));
    fill<<<1, 100>>>(static_cast<int *>(address));
    int host[100];
    CUDA_CHECK(cudaMemcpyFromSymbolAsync(host, table, sizeof host, 0, cudaMemcpyDeviceToHost, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 100; ++i) EXPECT_EQUAL(host[i], host_weights[i % 7] * i);

    static int no_symbol;
    EXPECT(cudaGetSymbolAddress(&address, no_symbol) == cudaErrorInvalidSymbol);
    EXPECT(cudaGetLastError() == cudaErrorInvalidSymbol);
    EXPECT(cudaMemcpyToSymbol(weights, host, sizeof host) == cudaErrorInvalidValue);
    return passed();
}
