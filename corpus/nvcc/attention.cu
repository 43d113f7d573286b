// Attention with an online softmax, one warp a query, in plain CUDA C++.
#include <cuda_fp16.h>

template <int kDim, int kKeys, bool kCausal>
__global__ void __launch_bounds__(128)
    attention(const __half *__restrict__ q, const __half *__restrict__ k,
              const __half *__restrict__ v, __half *__restrict__ out, int length, float scale) {
    constexpr int kLanes = kDim / 32;
    __shared__ __half keys[kKeys][kDim];
    __shared__ __half values[kKeys][kDim];
    int lane = threadIdx.x % 32;
    int query = blockIdx.x * 4 + threadIdx.x / 32;
    size_t head = (size_t)blockIdx.y * length * kDim;

    float own[kLanes], sum[kLanes] = {};
#pragma unroll
    for (int i = 0; i < kLanes; ++i) {
        own[i] = __half2float(q[head + query * kDim + i * 32 + lane]) * scale;
    }
    float best = -INFINITY, total = 0.0f;
    for (int first = 0; first < length; first += kKeys) {
        __syncthreads();
        for (int i = threadIdx.x; i < kKeys * kDim / 8; i += 128) {
            reinterpret_cast<uint4 *>(keys)[i] =
                reinterpret_cast<const uint4 *>(k + head + first * kDim)[i];
            reinterpret_cast<uint4 *>(values)[i] =
                reinterpret_cast<const uint4 *>(v + head + first * kDim)[i];
        }
        __syncthreads();
        int last = kCausal ? min(kKeys, query - first + 1) : kKeys;
        for (int j = 0; j < last; ++j) {
            float score = 0.0f;
#pragma unroll
            for (int i = 0; i < kLanes; ++i) {
                score += own[i] * __half2float(keys[j][i * 32 + lane]);
            }
#pragma unroll
            for (int mask = 16; mask; mask >>= 1) {
                score += __shfl_xor_sync(0xffffffffu, score, mask);
            }
            float larger = fmaxf(best, score);
            float keep = __expf(best - larger), weight = __expf(score - larger);
            best = larger;
            total = total * keep + weight;
#pragma unroll
            for (int i = 0; i < kLanes; ++i) {
                sum[i] = sum[i] * keep + weight * __half2float(values[j][i * 32 + lane]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < kLanes; ++i) {
        out[head + query * kDim + i * 32 + lane] = __float2half(sum[i] / total);
    }
}

void launch(const __half *q, const __half *k, const __half *v, __half *out, int heads, int length) {
    dim3 grid(length / 4, heads);
    attention<64, 32, false><<<grid, 128>>>(q, k, v, out, length, 0.125f);
    attention<128, 16, true><<<grid, 128>>>(q, k, v, out, length, 0.08838835f);
}
