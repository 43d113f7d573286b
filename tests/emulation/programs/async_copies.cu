// Copies in all directions: host to device, in the device, back, host to host, and by address alone.
#include "check.cuh"
#include <cstring>

int main() {
    const size_t n = 5000, bytes = n * sizeof(short);
    short *source, *target, *a, *b;
    CUDA_CHECK(cudaMallocHost(&source, bytes));
    CUDA_CHECK(cudaMallocHost(&target, bytes));
    CUDA_CHECK(cudaMalloc(&a, bytes));
    CUDA_CHECK(cudaMalloc(&b, bytes));
    for (size_t i = 0; i < n; ++i) source[i] = short(i * 7);

    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMemcpyAsync(a, source, bytes, cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(target, b, bytes, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    EXPECT(std::memcmp(source, target, bytes) == 0);

    std::memset(target, 0, bytes);
    CUDA_CHECK(cudaMemcpyAsync(target, source, bytes, cudaMemcpyHostToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    EXPECT(std::memcmp(source, target, bytes) == 0);

    // cudaMemcpyDefault finds the direction from the addresses; also from the middle of an allocation.
    short stack[3] = {11, 12, 13}, back[5];
    CUDA_CHECK(cudaMemcpy(a + 100, stack, sizeof stack, cudaMemcpyDefault));
    CUDA_CHECK(cudaMemcpy(back, a + 99, sizeof back, cudaMemcpyDefault));
    EXPECT(back[0] == source[99] && back[4] == source[103]);
    for (int i = 0; i < 3; ++i) EXPECT_EQUAL(back[1 + i], stack[i]);

    EXPECT(cudaMemcpy(a, source, bytes, cudaMemcpyKind(77)) == cudaErrorInvalidMemcpyDirection);
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFreeHost(source));
    CUDA_CHECK(cudaFreeHost(target));
    return passed();
}
