// Row sums and arg-max with shared memory, shuffles and a double-width atomic.
extern "C" __global__ void __launch_bounds__(256) row_sums(const float *in, float *out, int n) {
    __shared__ float warps[8];
    float sum = 0.0f;
    const float4 *row = reinterpret_cast<const float4 *>(in + (long long)blockIdx.x * n);
    for (int i = threadIdx.x; i < n / 4; i += 256) {
        float4 x = row[i];
        sum += (x.x + x.y) + (x.z + x.w);
    }
#pragma unroll
    for (int step = 16; step; step >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    }
    if (threadIdx.x % 32 == 0) {
        warps[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; ++i) {
            sum += warps[i];
        }
        out[blockIdx.x] = sum;
    }
}

__device__ unsigned long long best;

extern "C" __global__ void arg_max(const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned int bits = __float_as_uint(in[i]);
        bits = bits >> 31 ? ~bits : bits | 0x80000000u;
        atomicMax(&best, (unsigned long long)bits << 32 | (unsigned int)~i);
    }
}

extern "C" __global__ void histogram(const int *in, int *bins, int n) {
    extern __shared__ int local[];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        atomicAdd(local + (in[i] & 255), 1);
    }
    __syncthreads();
    atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}
