// The lanes of a warp vote, and find those with the same value.
#include "check.cuh"

__global__ void vote(const int *in, unsigned *out) {
    const int value = in[threadIdx.x];
    const unsigned all = 0xFFFFFFFF;
    out[threadIdx.x] = __ballot_sync(all, value > 10);
    out[32 + threadIdx.x] = __any_sync(all, value == 12) * 2 + __all_sync(all, value >= 0);
    out[64 + threadIdx.x] = __match_any_sync(all, value % 4);
    if (value % 2) out[96 + threadIdx.x] = __activemask();
}

int main() {
    int in[32], *device_in;
    unsigned out[128], *device_out, above = 0, odd = 0, same[4] = {};
    for (int i = 0; i < 32; ++i) {
        in[i] = (i * 5) % 17;
        if (in[i] > 10) above |= 1u << i;
        if (in[i] % 2) odd |= 1u << i;
        same[in[i] % 4] |= 1u << i;
    }
    CUDA_CHECK(cudaMalloc(&device_in, sizeof in));
    CUDA_CHECK(cudaMalloc(&device_out, sizeof out));
    CUDA_CHECK(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice));
    vote<<<1, 32>>>(device_in, device_out);
    CUDA_CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQUAL(out[i], above);
        EXPECT_EQUAL(out[32 + i], 2 + 1);
        EXPECT_EQUAL(out[64 + i], same[in[i] % 4]);
        if (in[i] % 2) EXPECT_EQUAL(out[96 + i], odd);
    }
    CUDA_CHECK(cudaFree(device_in));
    CUDA_CHECK(cudaFree(device_out));
    return passed();
}
