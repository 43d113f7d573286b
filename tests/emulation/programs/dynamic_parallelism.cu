// Kernels that launch kernels: nested, in streams, at the end of a grid, and wrongly.
#include "check.cuh"

__global__ void leaf(int *counts, int at) { atomicAdd(&counts[at], 1); }

// Sort by launching itself on both halves, as deep as that goes.
__global__ void sort(int *values, int left, int right) {
    if (right - left < 2) return;
    int pivot = values[(left + right) / 2], low = left, high = right - 1;
    while (low <= high) {
        while (values[low] < pivot) ++low;
        while (values[high] > pivot) --high;
        if (low <= high) {
            int held = values[low];
            values[low++] = values[high];
            values[high--] = held;
        }
    }
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    sort<<<1, 1, 0, stream>>>(values, left, high + 1);
    cudaStreamDestroy(stream);
    sort<<<1, 1>>>(values, low, right);
}

struct Part {
    char name[20];
    double factor;
};

__global__ void scale(double *values, Part part) {
    extern __shared__ double held[];
    held[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    values[blockIdx.x * blockDim.x + threadIdx.x]
        = part.factor * held[blockDim.x - 1 - threadIdx.x] + part.name[0];
}

__global__ void total(const double *values, int count, double *result) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i];
    *result = sum;
}

__global__ void parent(int *counts, double *values, double *result, int *errors) {
    leaf<<<2, 32>>>(counts, threadIdx.x % 4);
    if (threadIdx.x == 0) {
        total<<<1, 1, 0, cudaStreamTailLaunch>>>(values, 64, result); // after `scale`
        Part part = {"a", 2};
        scale<<<2, 32, 32 * sizeof(double)>>>(values, part);
        leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(counts, 4);
        errors[0] = cudaGetLastError();
        leaf<<<1, 2048>>>(counts, 5);
        errors[1] = cudaPeekAtLastError();
        errors[2] = cudaGetLastError();
        errors[3] = cudaGetLastError();
    }
}

__global__ void chain(int *steps, int left) {
    ++*steps;
    if (left > 1) chain<<<1, 1, 0, cudaStreamTailLaunch>>>(steps, left - 1);
}

// Memory that a kernel allocates, a child fills and the next kernel reads and frees.
__device__ int *block;

__global__ void fill_block(int *values) { values[threadIdx.x] = 3 * threadIdx.x; }

__global__ void make_block(int *errors) {
    errors[0] = cudaMalloc(&block, 32 * sizeof(int));
    fill_block<<<1, 32>>>(block);
    int *none;
    errors[1] = cudaMalloc(&none, size_t(1) << 40);
    errors[2] = cudaGetLastError();
}

__global__ void take_block(int *sum, int *errors) {
    for (int i = 0; i < 32; ++i) *sum += block[i];
    errors[3] = cudaFree(block);
}

int main() {
    int *counts, *errors;
    double *values, *result;
    CUDA_CHECK(cudaMallocManaged(&counts, 6 * sizeof *counts));
    CUDA_CHECK(cudaMallocManaged(&errors, 4 * sizeof *errors));
    CUDA_CHECK(cudaMallocManaged(&values, 64 * sizeof *values));
    CUDA_CHECK(cudaMallocManaged(&result, sizeof *result));
    for (int i = 0; i < 64; ++i) values[i] = i;
    parent<<<1, 8>>>(counts, values, result, errors);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 4; ++i) EXPECT_EQUAL(counts[i], 2 * 2 * 32);
    EXPECT_EQUAL(counts[4], 1);
    EXPECT_EQUAL(counts[5], 0);
    for (int i = 0; i < 64; ++i) EXPECT_EQUAL(values[i], 2 * (i / 32 * 32 + 31 - i % 32) + 'a');
    EXPECT_EQUAL(*result, 2 * 2016 + 64 * 'a');
    EXPECT_EQUAL(errors[0], cudaSuccess);
    EXPECT_EQUAL(errors[1], cudaErrorInvalidConfiguration);
    EXPECT_EQUAL(errors[2], cudaErrorInvalidConfiguration);
    EXPECT_EQUAL(errors[3], cudaSuccess);

    int *numbers;
    CUDA_CHECK(cudaMallocManaged(&numbers, 40 * sizeof *numbers));
    for (int i = 0; i < 40; ++i) numbers[i] = i * 17 % 41;
    sort<<<1, 1>>>(numbers, 0, 40);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 1; i < 40; ++i) EXPECT(numbers[i - 1] <= numbers[i]);

    numbers[0] = 0;
    make_block<<<1, 1>>>(errors);
    take_block<<<1, 1>>>(numbers, errors);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(numbers[0], 3 * 31 * 16);
    EXPECT_EQUAL(errors[0], cudaSuccess);
    EXPECT_EQUAL(errors[1], cudaErrorMemoryAllocation);
    EXPECT_EQUAL(errors[2], cudaErrorMemoryAllocation);
    EXPECT_EQUAL(errors[3], cudaSuccess);

    numbers[0] = 0;
    chain<<<1, 1>>>(numbers, 20);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQUAL(numbers[0], 20);
    cudaFree(numbers), cudaFree(counts), cudaFree(errors), cudaFree(values), cudaFree(result);
    return passed();
}
