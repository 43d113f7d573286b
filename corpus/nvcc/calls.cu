// Calls of every kind: not inlined, recursive, indirect, virtual, with structs, variadic.
#include <cassert>
#include <cstdio>
#include <cstdlib>

struct Triple {
    float x, y, z;
};

struct Big {
    double values[9];
    char tail;
};

__device__ __noinline__ Triple cross(Triple a, Triple b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

__device__ __noinline__ Big rotate(Big in, int by) {
    Big out;
    for (int i = 0; i < 9; ++i) {
        out.values[i] = in.values[(i + by) % 9];
    }
    out.tail = in.tail + 1;
    return out;
}

__device__ __noinline__ unsigned int ackermann(unsigned int m, unsigned int n) {
    if (m == 0) {
        return n + 1;
    }
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__device__ __noinline__ bool is_even(int n);
__device__ __noinline__ bool is_odd(int n) { return n == 0 ? false : is_even(n - 1); }
__device__ __noinline__ bool is_even(int n) { return n == 0 ? true : is_odd(n - 1); }

using Unary = float (*)(float);
__device__ float twice(float x) { return 2.0f * x; }
__device__ float square(float x) { return x * x; }
__device__ float inverse(float x) { return 1.0f / x; }
__device__ Unary table[3] = {twice, square, inverse};

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float side;
    __device__ explicit Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3.14159265f * radius * radius; }
};

__global__ void call_structs(const Triple *in, Triple *out, Big *big, int by) {
    out[threadIdx.x] = cross(in[threadIdx.x], in[threadIdx.x + 1]);
    big[threadIdx.x] = rotate(big[threadIdx.x], by);
}

__global__ void call_recursive(unsigned int *out, int n) {
    out[0] = ackermann(2, n);
    out[1] = is_even(n);
}

__global__ void call_indirect(float *data, const int *which) {
    data[threadIdx.x] = table[which[threadIdx.x]](data[threadIdx.x]);
}

__global__ void call_virtual(float *out, int n) {
    Shape *shape;
    if (threadIdx.x & 1) {
        shape = new Square(n);
    } else {
        shape = new Circle(n);
    }
    out[threadIdx.x] = shape->area();
    delete shape;
}

__global__ void call_system(const int *in, int *out) {
    int *copy = static_cast<int *>(malloc(sizeof(int) * 4));
    assert(copy != nullptr && "out of memory");
    copy[0] = in[0];
    printf("thread %d: %d %f %s\n", threadIdx.x, copy[0], 1.5, "text with \t and \"quotes\"");
    out[0] = copy[0];
    free(copy);
    if (out[0] < 0) {
        __trap();
    }
    if (out[0] == 0) {
        __brkpt();
    }
}
