// Device functions that call themselves and each other.
#include "check.cuh"

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ bool is_odd(int n);
__device__ __noinline__ bool is_even(int n) { return n == 0 || is_odd(n - 1); }
__device__ __noinline__ bool is_odd(int n) { return n != 0 && is_even(n - 1); }

__device__ __noinline__ void reverse(int *values, int first, int last) {
    if (first >= last) return;
    int swap = values[first];
    values[first] = values[last];
    values[last] = swap;
    reverse(values, first + 1, last - 1);
}

__global__ void compute(int *numbers, bool *even, int *values) {
    int i = threadIdx.x;
    numbers[i] = fibonacci(i);
    even[i] = is_even(i);
    int local[5] = {i, i + 1, i + 2, i + 3, i + 4};
    reverse(local, 0, 4);
    values[i] = local[1];
}

int main() {
    const int n = 10;
    int *numbers, *values;
    bool *even;
    CUDA_CHECK(cudaMallocManaged(&numbers, n * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&values, n * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&even, n * sizeof(bool)));
    compute<<<1, n>>>(numbers, even, values);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0, a = 0, b = 1; i < n; ++i) {
        EXPECT_EQUAL(numbers[i], a);
        EXPECT_EQUAL(even[i], i % 2 == 0);
        EXPECT_EQUAL(values[i], i + 3);
        int next = a + b;
        a = b;
        b = next;
    }
    CUDA_CHECK(cudaFree(numbers));
    CUDA_CHECK(cudaFree(values));
    CUDA_CHECK(cudaFree(even));
    return passed();
}
