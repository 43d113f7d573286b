// A library with a runtime of its own, linked statically.
#include <cuda_runtime.h>

__global__ void add(int *values) { values[threadIdx.x] += 5; }

cudaError_t fail_in_library() { return cudaSetDevice(-1); }

cudaError_t last_error_of_library() { return cudaGetLastError(); }

cudaError_t launch_from_library(int *values) {
    add<<<1, 32>>>(values);
    return cudaGetLastError();
}
