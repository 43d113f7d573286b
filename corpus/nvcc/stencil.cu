// Neighbourhoods: a transpose, a 7-point stencil, a separable convolution, the game of life.
__global__ void transpose(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
        if (x < width && y + j < height) {
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
        }
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
        if (x < height && y + j < width) {
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
        }
    }
}

__global__ void heat(const double *__restrict__ now, double *__restrict__ next, int nx, int ny,
                     int nz, double rate) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= nx - 1 || y >= ny - 1) {
        return;
    }
    int plane = nx * ny;
    int i = y * nx + x + plane;
    double below = now[i - plane];
    double here = now[i];
    for (int z = 1; z < nz - 1; ++z, i += plane) {
        double above = now[i + plane];
        next[i] = here + rate * (below + above + now[i - 1] + now[i + 1] + now[i - nx] +
                                 now[i + nx] - 6.0 * here);
        below = here;
        here = above;
    }
}

__constant__ float weights[17];

__global__ void blur_rows(const uchar4 *in, uchar4 *out, int width) {
    extern __shared__ uchar4 row[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    row[threadIdx.x + 8] = in[blockIdx.y * width + min(x, width - 1)];
    if (threadIdx.x < 8) {
        row[threadIdx.x] = in[blockIdx.y * width + max(x - 8, 0)];
        row[threadIdx.x + blockDim.x + 8] =
            in[blockIdx.y * width + min(x + (int)blockDim.x, width - 1)];
    }
    __syncthreads();
    float3 sum = make_float3(0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int i = 0; i < 17; ++i) {
        uchar4 pixel = row[threadIdx.x + i];
        sum.x += weights[i] * pixel.x;
        sum.y += weights[i] * pixel.y;
        sum.z += weights[i] * pixel.z;
    }
    if (x < width) {
        out[blockIdx.y * width + x] = make_uchar4(sum.x, sum.y, sum.z, 255);
    }
}

__global__ void life(const bool *now, bool *next, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx != 0 || dy != 0) {
                alive += now[(y + dy + height) % height * width + (x + dx + width) % width];
            }
        }
    }
    next[y * width + x] = alive == 3 || (alive == 2 && now[y * width + x]);
}
