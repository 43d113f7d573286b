// Memory is allocated and freed in the order of a stream.
#include "check.cuh"

__global__ void square(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; }

int main() {
    int supported, host[64];
    CUDA_CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    EXPECT(supported);
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    for (int round = 0; round < 10; ++round) {
        int *in, *out;
        for (int i = 0; i < 64; ++i) host[i] = i + round;
        CUDA_CHECK(cudaMallocAsync(&in, sizeof host, stream));
        CUDA_CHECK(cudaMallocAsync(&out, sizeof host, stream));
        CUDA_CHECK(cudaMemcpyAsync(in, host, sizeof host, cudaMemcpyHostToDevice, stream));
        square<<<1, 64, 0, stream>>>(in, out);
        CUDA_CHECK(cudaFreeAsync(in, stream));
        CUDA_CHECK(cudaMemcpyAsync(host, out, sizeof host, cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaFreeAsync(out, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        for (int i = 0; i < 64; ++i) EXPECT_EQUAL(host[i], (i + round) * (i + round));
    }
    CUDA_CHECK(cudaStreamDestroy(stream));
    return passed();
}
