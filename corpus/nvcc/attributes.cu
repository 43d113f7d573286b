// What an entry can be told: bounds, clusters, register limits, grid constants, weak, noreturn.
__global__ void __launch_bounds__(128, 4) bounded(int *out) { out[threadIdx.x] = threadIdx.x; }

__global__ void __maxnreg__(40) few_registers(int *out) { out[threadIdx.x] = clock(); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 2, 1) __launch_bounds__(64) clustered(int *out) {
    unsigned int rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    out[rank] = 1;
}

__global__ void __launch_bounds__(256, 1, 8) limited_cluster(int *out) { out[0] = gridDim.x; }

__global__ void __block_size__((64, 1, 1), (2, 1, 1)) sized(int *out) { out[1] = blockDim.x; }
#endif

struct Parameters {
    int sizes[4];
    float *data;
    double scale;
};

__global__ void constant_parameters(const __grid_constant__ Parameters p, int i) {
    const Parameters *q = &p;
    p.data[i] = q->sizes[i & 3] * p.scale;
}

__global__ void by_value(Parameters p, char3 small, float4 wide) {
    p.data[0] = p.sizes[2] + small.z + wide.w;
}

[[noreturn]] __device__ __noinline__ void give_up(int code) {
    asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"((int *)nullptr), "r"(code));
    asm volatile("exit;");
    __builtin_unreachable();
}

__device__ __attribute__((weak)) int replaceable(int x) { return x + 1; }

__global__ void uses(int *out, int x) {
    if (x < 0) {
        give_up(x);
    }
    out[0] = replaceable(x);
}

template <typename T>
__device__ __noinline__ T shared_template(T x) {
    return x * x + x;
}
template __device__ int shared_template<int>(int);
template __device__ double shared_template<double>(double);

extern "C" __global__ void c_name(float *__restrict__ out, const float *__restrict__ in) {
    out[threadIdx.x] = __ldg(&in[threadIdx.x]) + __ldcs(&in[32]) + __ldcg(&in[64]);
    __stwt(&out[64], 1.0f);
    out[32] = 0.0f;
}
