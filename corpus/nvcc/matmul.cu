// Matrix products: naive, through shared memory, and with a tile of registers a thread.
__global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n) {
        return;
    }
    float sum = 0.0f;
    for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = sum;
}

template <typename T, int kTile>
__global__ void matmul_tiled(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c,
                             int n, int k) {
    __shared__ T left[kTile][kTile];
    __shared__ T right[kTile][kTile + 1];
    int row = blockIdx.y * kTile + threadIdx.y;
    int col = blockIdx.x * kTile + threadIdx.x;
    T sum = 0;
    for (int step = 0; step < k; step += kTile) {
        left[threadIdx.y][threadIdx.x] = a[row * k + step + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(step + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kTile; ++i) {
            sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
}

template __global__ void matmul_tiled<float, 16>(const float *, const float *, float *, int, int);
template __global__ void matmul_tiled<double, 8>(const double *, const double *, double *, int,
                                                 int);

__global__ void __launch_bounds__(256, 2)
    matmul_registers(const float4 *__restrict__ a, const float4 *__restrict__ b,
                     float4 *__restrict__ c, int n4, int k) {
    __shared__ float4 left[16][16];
    __shared__ float4 right[16][16];
    int tx = threadIdx.x % 16;
    int ty = threadIdx.x / 16;
    float sum[4][4] = {};
    for (int step = 0; step < k; step += 16) {
        left[ty][tx] = a[(blockIdx.y * 16 + tx) + (step + ty) * n4];
        right[ty][tx] = b[(blockIdx.x * 16 + tx) + (step + ty) * n4];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            float4 x = left[i][ty];
            float4 y = right[i][tx];
            float xs[4] = {x.x, x.y, x.z, x.w};
            float ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int u = 0; u < 4; ++u) {
#pragma unroll
                for (int v = 0; v < 4; ++v) {
                    sum[u][v] = fmaf(xs[u], ys[v], sum[u][v]);
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
        c[(blockIdx.y * 64 + ty * 4 + u) * n4 + blockIdx.x * 16 + tx] =
            make_float4(sum[u][0], sum[u][1], sum[u][2], sum[u][3]);
    }
}
