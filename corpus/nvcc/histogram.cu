// Histograms and what else atomics do: every operation and width, scopes, CAS loops.
__global__ void histogram(const unsigned char *data, unsigned int *bins, long long n) {
    __shared__ unsigned int local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        local[i] = 0;
    }
    __syncthreads();
    long long stride = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += stride) {
        atomicAdd(&local[data[i]], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        if (local[i]) {
            atomicAdd(&bins[i], local[i]);
        }
    }
}

__global__ void atomics(int *i, unsigned int *u, unsigned long long *l, float *f, double *d) {
    int t = threadIdx.x;
    i[32 + t] = atomicSub(&i[0], t);
    i[64 + t] = atomicMin(&i[1], t);
    i[96 + t] = atomicMax(&i[2], t);
    u[32 + t] = atomicAnd(&u[0], 0x0fu);
    u[64 + t] = atomicOr(&u[1], 1u << t);
    u[96 + t] = atomicXor(&u[2], t);
    u[128 + t] = atomicInc(&u[3], 31u);
    u[160 + t] = atomicDec(&u[4], 31u);
    u[192 + t] = atomicExch(&u[5], t);
    l[32 + t] = atomicAdd(&l[0], (unsigned long long)t);
    l[64 + t] = atomicCAS(&l[1], 0ull, (unsigned long long)t);
    l[96 + t] = atomicMax(&l[2], (unsigned long long)t);
    f[32 + t] = atomicAdd(&f[0], 1.5f);
    d[32 + t] = atomicAdd(&d[0], 1.5);
    atomicAdd_block(&i[3], 1);
    atomicAdd_system(&i[4], 1);
}

__device__ float atomic_max(float *address, float value) {
    int *bits = reinterpret_cast<int *>(address);
    int seen = *bits;
    while (__int_as_float(seen) < value) {
        int previous = atomicCAS(bits, seen, __float_as_int(value));
        if (previous == seen) {
            break;
        }
        seen = previous;
    }
    return __int_as_float(seen);
}

__global__ void largest(const float *in, float *out) {
    atomic_max(out, in[threadIdx.x]);
    __nanosleep(100);
    __threadfence_system();
}
