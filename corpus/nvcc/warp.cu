// Everything that the lanes of a warp do together: shuffles, votes, matches, reductions.
__global__ void votes(const int *in, unsigned int *out) {
    int value = in[threadIdx.x];
    unsigned int active = __activemask();
    out[threadIdx.x] = __ballot_sync(active, value > 0);
    out[32 + threadIdx.x] = __any_sync(0xffffffffu, value) + 2 * __all_sync(0xffffffffu, value);
    out[64 + threadIdx.x] = __popc(__ballot_sync(0xffffffffu, value & 1));
    __syncwarp(0x0000ffffu);
#if __CUDA_ARCH__ >= 700
    int same;
    out[96 + threadIdx.x] = __match_any_sync(0xffffffffu, value);
    out[128 + threadIdx.x] = __match_all_sync(0xffffffffu, value, &same) + same;
#endif
#if __CUDA_ARCH__ >= 800
    out[160 + threadIdx.x] = __reduce_add_sync(0xffffffffu, value);
    out[192 + threadIdx.x] = __reduce_or_sync(0xffffffffu, (unsigned int)value);
#endif
}

__global__ void shuffles(const double *in, double *out, int lane) {
    double value = in[threadIdx.x];
    out[threadIdx.x] = __shfl_sync(0xffffffffu, value, lane);
    out[32 + threadIdx.x] = __shfl_up_sync(0xffffffffu, value, 1, 8);
    out[64 + threadIdx.x] = __shfl_down_sync(0xffffffffu, value, 1);
    out[96 + threadIdx.x] = __shfl_xor_sync(0xffffffffu, value, 5);
}

__global__ void bitonic_sort(unsigned int *keys) {
    unsigned int key = keys[blockIdx.x * 32 + threadIdx.x];
#pragma unroll
    for (int size = 2; size <= 32; size <<= 1) {
#pragma unroll
        for (int step = size / 2; step > 0; step >>= 1) {
            unsigned int other = __shfl_xor_sync(0xffffffffu, key, step);
            bool upper = (threadIdx.x & step) != 0;
            bool descending = (threadIdx.x & size) != 0;
            key = upper == descending ? min(key, other) : max(key, other);
        }
    }
    keys[blockIdx.x * 32 + threadIdx.x] = key;
}

__global__ void bits(const unsigned int *in, unsigned int *out) {
    unsigned int x = in[0], y = in[1];
    out[0] = __brev(x) + __clz(x) + __ffs(x);
    out[1] = __byte_perm(x, y, 0x5140);
    out[2] = __funnelshift_l(x, y, 5) ^ __funnelshift_r(x, y, y);
    out[3] = __umulhi(x, y) + __sad((int)x, (int)y, 3u) + __uhadd(x, y);
    out[4] = __vabsdiffu4(x, y) + __vmaxs2(x, y);
    out[5] = __dp4a(x, y, 7u) + __popc(x) + __mul24((int)x, (int)y);
}
