// Names: deep templates, lambdas, anonymous namespaces, aliases of constructors, weak statics.
namespace layout {
template <int... kExtents>
struct Shape {};

template <typename Extents, typename Strides, bool kPadded = false>
struct Tensor {
    float *data;
    __device__ __noinline__ float at(int i) const { return data[i * (kPadded ? 33 : 32)]; }
};

template <typename First, typename... Rest>
struct Chain {
    template <typename T>
    static __device__ __noinline__ T apply(T value) {
        return Chain<Rest...>::apply(First::apply(value));
    }
};
template <typename Last>
struct Chain<Last> {
    template <typename T>
    static __device__ T apply(T value) {
        return Last::apply(value);
    }
};

template <int kBy>
struct Scale {
    template <typename T>
    static __device__ T apply(T value) {
        return value * T(kBy);
    }
};
struct Negate {
    template <typename T>
    static __device__ T apply(T value) {
        return -value;
    }
};
}  // namespace layout

template <typename Tensor, typename Chain, typename... Tags>
__global__ void transform(Tensor in, float *out) {
    out[threadIdx.x] = Chain::apply(in.at(threadIdx.x));
}

using Input = layout::Tensor<layout::Shape<128, 64, 32, 16>, layout::Shape<1, 128, 8192, 262144>>;
using Padded = layout::Tensor<layout::Shape<7>, layout::Shape<-1>, true>;
using Steps = layout::Chain<layout::Scale<2>, layout::Negate, layout::Scale<-7>,
                            layout::Chain<layout::Negate, layout::Scale<3>>>;

template __global__ void transform<Input, Steps, Padded, Steps, layout::Chain<Steps, Steps, Steps>>(
    Input, float *);
template __global__ void transform<Padded, layout::Negate>(Padded, float *);

namespace {
__device__ int hidden_counter;
__device__ __noinline__ int hidden(int x) { return atomicAdd(&hidden_counter, x); }
__global__ void hidden_kernel(int *out) { out[0] = hidden(out[1]); }
}  // namespace

template <typename Function>
__global__ void for_each(Function function, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        function(i);
    }
}

struct Counter {
    int value;
    __device__ __noinline__ Counter(int start) : value(start) {}
    __device__ __noinline__ ~Counter() { atomicAdd(&hidden_counter, value); }
    __device__ Counter &operator+=(int by) {
        value += by;
        return *this;
    }
};

__global__ void count(int n) {
    Counter counter(n);
    counter += threadIdx.x;
}

template <typename T>
__device__ T shared_state = T(1);

template <typename T>
__device__ __noinline__ T next(T by) {
    static T state = T(5);
    state += by + shared_state<T>;
    return state;
}

__global__ void use_state(int *i, double *d) {
    i[0] = next(i[1]);
    d[0] = next(d[1]);
}

extern "C" __device__ __noinline__ int lambda(int pass) { return pass ^ 3; }
extern "C" __global__ void global(int *in, int is, int yield) {
    in[is] = lambda(yield);
}

void launch(float *data, int n) {
    hidden_kernel<<<1, 1>>>(reinterpret_cast<int *>(data));
    for_each<<<1, 32>>>([=] __device__(int i) { data[i] *= 2.0f; }, n);
    for_each<<<1, 32>>>([=] __device__(int i) { data[i] += n; }, n);
}
