// Small programs of numerical computing: bodies, fractals, options, sparse rows, random walks.
__global__ void __launch_bounds__(256) bodies(const float4 *at, float4 *push, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 own = at[i];
    float3 sum = make_float3(0.0f, 0.0f, 0.0f);
    for (int first = 0; first < n; first += 256) {
        tile[threadIdx.x] = at[first + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float x = tile[j].x - own.x, y = tile[j].y - own.y, z = tile[j].z - own.z;
            float inverse = rsqrtf(x * x + y * y + z * z + 1e-6f);
            float scale = tile[j].w * inverse * inverse * inverse;
            sum.x += x * scale, sum.y += y * scale, sum.z += z * scale;
        }
        __syncthreads();
    }
    push[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
}

template <typename Real>
__global__ void mandelbrot(unsigned char *image, int width, Real scale, Real cx, Real cy) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    Real re = cx + px * scale, im = cy + py * scale;
    Real x = 0, y = 0;
    int count = 0;
    while (x * x + y * y < Real(4) && count < 255) {
        Real next = x * x - y * y + re;
        y = Real(2) * x * y + im;
        x = next;
        ++count;
    }
    image[py * width + px] = count;
}
template __global__ void mandelbrot<float>(unsigned char *, int, float, float, float);
template __global__ void mandelbrot<double>(unsigned char *, int, double, double, double);

__device__ float normal_cdf(float x) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(x));
    float tail = 0.39894228f * expf(-0.5f * x * x) * k *
                 (0.31938153f +
                  k * (-0.356563782f +
                       k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return x > 0 ? 1.0f - tail : tail;
}

__global__ void black_scholes(const float *price, const float *strike, const float *years,
                              float *call, float *put, float rate, float volatility, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float root = sqrtf(years[i]);
        float d1 = (logf(price[i] / strike[i]) +
                    (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root;
        float discount = strike[i] * expf(-rate * years[i]);
        call[i] = price[i] * normal_cdf(d1) - discount * normal_cdf(d2);
        put[i] = discount * normal_cdf(-d2) - price[i] * normal_cdf(-d1);
    }
}

__global__ void sparse_rows(const int *rows, const int *columns, const double *values,
                            const double *x, double *y, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row < n) {
        double sum = 0.0;
        for (int i = rows[row] + lane; i < rows[row + 1]; i += 32) {
            sum += values[i] * x[columns[i]];
        }
        for (int step = 16; step; step /= 2) {
            sum += __shfl_down_sync(0xffffffffu, sum, step);
        }
        if (lane == 0) {
            y[row] = sum;
        }
    }
}

__global__ void random_walks(unsigned long long *state, float *out, int steps) {
    unsigned long long s = state[threadIdx.x];
    float x = 0.0f;
    for (int i = 0; i < steps; ++i) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        unsigned int mixed = ((s >> 18) ^ s) >> 27;
        unsigned int r = __funnelshift_r(mixed, mixed, s >> 59);
        x += (r >> 8) * 0x1p-24f - 0.5f;
    }
    state[threadIdx.x] = s;
    out[threadIdx.x] = x;
}

__global__ void breadth_first(const int *rows, const int *edges, int *distance, int *queue,
                              int *tail, int head, int level) {
    int i = head + blockIdx.x * blockDim.x + threadIdx.x;
    int vertex = queue[i];
    for (int e = rows[vertex]; e < rows[vertex + 1]; ++e) {
        if (atomicCAS(&distance[edges[e]], -1, level) == -1) {
            queue[atomicAdd(tail, 1)] = edges[e];
        }
    }
}
