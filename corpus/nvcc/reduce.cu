// Block reductions: a tree in shared memory, warp shuffles, and a last-block-finishes sum.
#include <cfloat>

__global__ void reduce_tree(const float *in, float *out, int n) {
    extern __shared__ float partial[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    partial[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) {
            partial[threadIdx.x] += partial[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}

template <typename T, typename Op>
__device__ T reduce_warp(T value, Op op) {
#pragma unroll
    for (int step = 16; step > 0; step >>= 1) {
        value = op(value, __shfl_down_sync(0xffffffffu, value, step));
    }
    return value;
}

template <typename T, int kThreads, typename Op>
__device__ T reduce_block(T value, T identity, Op op) {
    __shared__ T warps[kThreads / 32];
    value = reduce_warp(value, op);
    if (threadIdx.x % 32 == 0) {
        warps[threadIdx.x / 32] = value;
    }
    __syncthreads();
    value = threadIdx.x < kThreads / 32 ? warps[threadIdx.x] : identity;
    return threadIdx.x < 32 ? reduce_warp(value, op) : value;
}

__global__ void __launch_bounds__(256) reduce_max(const float *in, float *out, int n) {
    float best = -FLT_MAX;
    for (int i = threadIdx.x; i < n; i += 256) {
        best = fmaxf(best, in[i]);
    }
    best = reduce_block<float, 256>(best, -FLT_MAX, [](float a, float b) { return fmaxf(a, b); });
    if (threadIdx.x == 0) {
        *out = best;
    }
}

__device__ unsigned int finished_blocks;

__global__ void __launch_bounds__(128) reduce_single_pass(const double *in, volatile double *sums,
                                                          double *out, int n) {
    auto add = [](double a, double b) { return a + b; };
    double sum = 0.0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
        sum += in[i];
    }
    sum = reduce_block<double, 128>(sum, 0.0, add);
    __shared__ bool last;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&finished_blocks, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        sum = 0.0;
        for (int i = threadIdx.x; i < gridDim.x; i += 128) {
            sum += sums[i];
        }
        sum = reduce_block<double, 128>(sum, 0.0, add);
        if (threadIdx.x == 0) {
            *out = sum;
            finished_blocks = 0;
        }
    }
}
