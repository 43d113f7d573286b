// What array libraries hand to NVRTC: elementwise kernels without a single header.
typedef unsigned long long size_type;

template <typename T>
struct View {
    T *data;
    size_type shape[3];
    long long strides[3];

    __device__ T &operator[](size_type i) const {
        long long offset = 0;
        for (int axis = 2; axis > 0; --axis) {
            offset += (i % shape[axis]) * strides[axis];
            i /= shape[axis];
        }
        return data[offset + i * strides[0]];
    }
};

extern "C" __global__ void gelu(View<const float> in, View<float> out, size_type n) {
    size_type stride = (size_type)blockDim.x * gridDim.x;
    for (size_type i = (size_type)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float x = in[i];
        out[i] = 0.5f * x * (1.0f + erff(x * 0.70710678f));
    }
}

extern "C" __global__ void where(const bool *which, const double *a, const double *b, double *out,
                                 int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = which[i] ? a[i] : b[i];
    }
}

extern "C" __global__ void integer_power(const int *base, const int *exponent, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    int result = 1, b = base[i];
    for (int e = exponent[i]; e > 0; e >>= 1, b *= b) {
        result *= e & 1 ? b : 1;
    }
    out[i] = result;
}
