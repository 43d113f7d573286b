// Function pointers, a virtual call, printf, a constant table and a switch.
extern "C" int printf(const char *, ...);

typedef float (*Unary)(float);
__device__ __noinline__ float half_of(float x) { return 0.5f * x; }
__device__ __noinline__ float squared(float x) { return x * x; }
__device__ __noinline__ float rooted(float x) { return sqrtf(x); }
__constant__ float weights[4] = {0.5f, 0.25f, 1e-3f, 1e30f};
__device__ Unary table[3] = {half_of, squared, rooted};

struct Operation {
    __device__ virtual float apply(float x) const = 0;
};
struct Shift : Operation {
    float by;
    __device__ Shift(float b) : by(b) {}
    __device__ float apply(float x) const { return x + by; }
};
struct Stretch : Operation {
    float by;
    __device__ Stretch(float b) : by(b) {}
    __device__ float apply(float x) const { return x * by; }
};

extern "C" __global__ void dispatch(float *data, const int *which) {
    int i = threadIdx.x;
    float x = data[i];
    x = table[which[i] % 3](x);
    Shift shift(x);
    Stretch stretch(weights[i & 3]);
    const Operation *operation = which[i] > 5 ? (const Operation *)&shift : &stretch;
    x = operation->apply(x);
    switch (which[i]) {
    case 0: x += 1.0f; break;
    case 1: x *= 3.0f; break;
    case 2: x = fabsf(x); break;
    case 3: x = sinf(x); break;
    case 4: printf("%d: %f\n", i, x); break;
    }
    data[i] = x;
}
