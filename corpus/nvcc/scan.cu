// Prefix sums: inclusive in a warp, exclusive over a block, a work-efficient sweep.
__device__ __noinline__ int scan_warp(int value) {
    for (int step = 1; step < 32; step <<= 1) {
        int left = __shfl_up_sync(0xffffffffu, value, step);
        if (threadIdx.x % 32 >= step) {
            value += left;
        }
    }
    return value;
}

__global__ void __launch_bounds__(512, 2) scan_block(const int *in, int *out, int *totals, int n) {
    __shared__ int warps[16];
    int i = blockIdx.x * 512 + threadIdx.x;
    int own = i < n ? in[i] : 0;
    int sum = scan_warp(own);
    if (threadIdx.x % 32 == 31) {
        warps[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        int value = warps[threadIdx.x];
        for (int step = 1; step < 16; step <<= 1) {
            int left = __shfl_up_sync(0xffffu, value, step, 16);
            value += threadIdx.x >= step ? left : 0;
        }
        warps[threadIdx.x] = value;
    }
    __syncthreads();
    int before = threadIdx.x >= 32 ? warps[threadIdx.x / 32 - 1] : 0;
    if (i < n) {
        out[i] = before + sum - own;
    }
    if (threadIdx.x == 511) {
        totals[blockIdx.x] = before + sum;
    }
}

__global__ void scan_sweep(float *data) {
    __shared__ float tree[1024];
    int t = threadIdx.x;
    tree[2 * t] = data[2 * t];
    tree[2 * t + 1] = data[2 * t + 1];
    int offset = 1;
    for (int active = 512; active > 0; active >>= 1, offset <<= 1) {
        __syncthreads();
        if (t < active) {
            tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        }
    }
    if (t == 0) {
        tree[1023] = 0.0f;
    }
    for (int active = 1; active < 1024; active <<= 1) {
        offset >>= 1;
        __syncthreads();
        if (t < active) {
            int a = offset * (2 * t + 1) - 1;
            int b = offset * (2 * t + 2) - 1;
            float held = tree[a];
            tree[a] = tree[b];
            tree[b] += held;
        }
    }
    __syncthreads();
    data[2 * t] = tree[2 * t];
    data[2 * t + 1] = tree[2 * t + 1];
}
