// Device functions alone, to be linked with others: no entry, externs, weak and noreturn.
#include <cstdio>

struct Complex {
    double re, im;
};

extern __device__ Complex external_product(Complex a, Complex b);
extern __device__ int external_counter;
extern __constant__ float external_table[];
extern __shared__ float scratch[];

__device__ int exported_counter = 3;
__constant__ int exported_table[4] = {1, 2, 3, 5};

__device__ Complex power(Complex base, int exponent) {
    Complex result = {1.0, 0.0};
    while (exponent > 0) {
        if (exponent & 1) {
            result = external_product(result, base);
        }
        base = external_product(base, base);
        exponent >>= 1;
    }
    return result;
}

__device__ __attribute__((weak)) int replaceable(int x) { return x + exported_table[x & 3]; }

[[noreturn]] __device__ void give_up(const char *why) {
    printf("gave up: %s\n", why);
    __trap();
    __builtin_unreachable();
}

__device__ float lookup(int i) {
    if (i < 0) {
        give_up("negative index");
    }
    scratch[threadIdx.x] = external_table[i];
    __syncthreads();
    return scratch[threadIdx.x ^ 1] + atomicAdd(&external_counter, exported_counter++);
}

inline __device__ __noinline__ int shared_inline(int x) { return x * replaceable(x); }
__device__ int user(int x) { return shared_inline(x) + 1; }

template <typename T>
__device__ __noinline__ void swap_pair(T *a, T *b) {
    T held = *a;
    *a = *b;
    *b = held;
}
template __device__ void swap_pair<short>(short *, short *);
template __device__ void swap_pair<Complex>(Complex *, Complex *);
