// Values pass between the lanes of a warp: up, down, across, and from one lane to all.
#include "check.cuh"

__global__ void exchange(const int *in, int *out, double *sums) {
    const int lane = threadIdx.x;
    const unsigned all = 0xFFFFFFFF;
    int value = in[lane];
    out[lane] = __shfl_sync(all, value, 5);
    out[32 + lane] = __shfl_up_sync(all, value, 3);
    out[64 + lane] = __shfl_down_sync(all, value, 4, 16);
    out[96 + lane] = __shfl_xor_sync(all, value, 9);
    double sum = value * 0.25;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(all, sum, offset);
    sums[lane] = sum;
    out[128 + lane] = __reduce_add_sync(all, value);
}

int main() {
    int in[32], out[160], *device_in, *device_out, total = 0;
    double sums[32], *device_sums;
    for (int i = 0; i < 32; ++i) total += in[i] = i * i - 7 * i;
    CUDA_CHECK(cudaMalloc(&device_in, sizeof in));
    CUDA_CHECK(cudaMalloc(&device_out, sizeof out));
    CUDA_CHECK(cudaMalloc(&device_sums, sizeof sums));
    CUDA_CHECK(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice));
    exchange<<<1, 32>>>(device_in, device_out, device_sums);
    CUDA_CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQUAL(out[i], in[5]);
        EXPECT_EQUAL(out[32 + i], in[i < 3 ? i : i - 3]);
        EXPECT_EQUAL(out[64 + i], in[i % 16 < 12 ? i + 4 : i]);
        EXPECT_EQUAL(out[96 + i], in[i ^ 9]);
        EXPECT_EQUAL(sums[i], total * 0.25);
        EXPECT_EQUAL(out[128 + i], total);
    }
    CUDA_CHECK(cudaFree(device_in));
    CUDA_CHECK(cudaFree(device_out));
    CUDA_CHECK(cudaFree(device_sums));
    return passed();
}
