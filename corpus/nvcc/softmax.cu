// Softmax and layer normalisation of rows, with warp shuffles and fast or exact exponentials.
template <int kWarps>
__global__ void __launch_bounds__(kWarps * 32) softmax(const float *in, float *out, int columns) {
    __shared__ float shared[kWarps];
    const float *row = in + (size_t)blockIdx.x * columns;
    float *result = out + (size_t)blockIdx.x * columns;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    float best = -INFINITY;
    for (int i = threadIdx.x; i < columns; i += kWarps * 32) {
        best = fmaxf(best, row[i]);
    }
    for (int mask = 16; mask; mask >>= 1) {
        best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, mask));
    }
    if (lane == 0) {
        shared[warp] = best;
    }
    __syncthreads();
    best = shared[lane % kWarps];
    for (int mask = kWarps / 2; mask; mask >>= 1) {
        best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, mask));
    }
    __syncthreads();

    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += kWarps * 32) {
        sum += expf(row[i] - best);
    }
    for (int mask = 16; mask; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, mask);
    }
    if (lane == 0) {
        shared[warp] = sum;
    }
    __syncthreads();
    sum = shared[lane % kWarps];
    for (int mask = kWarps / 2; mask; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, mask);
    }
    for (int i = threadIdx.x; i < columns; i += kWarps * 32) {
        result[i] = expf(row[i] - best) / sum;
    }
}

template __global__ void softmax<4>(const float *, float *, int);
template __global__ void softmax<8>(const float *, float *, int);

__global__ void layer_norm(const float4 *in, const float4 *weight, float4 *out, float epsilon) {
    float4 x = in[blockIdx.x * 32 + threadIdx.x];
    float sum = x.x + x.y + x.z + x.w;
    float squares = x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w;
    for (int mask = 16; mask; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, mask);
        squares += __shfl_xor_sync(0xffffffffu, squares, mask);
    }
    float mean = sum * (1.0f / 128);
    float scale = rsqrtf(squares * (1.0f / 128) - mean * mean + epsilon);
    float4 w = weight[threadIdx.x];
    out[blockIdx.x * 32 + threadIdx.x] =
        make_float4((x.x - mean) * scale * w.x, (x.y - mean) * scale * w.y,
                    (x.z - mean) * scale * w.z, (x.w - mean) * scale * w.w);
}
