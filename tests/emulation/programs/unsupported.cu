// A call that the emulated device does not have is refused by its name.
#include "check.cuh"

int main() {
    int *memory;
    cudaIpcMemHandle_t handle;
    CUDA_CHECK(cudaMalloc(&memory, 100));
    cudaError_t error = cudaIpcGetMemHandle(&handle, memory);
    printf("%s\n", cudaGetErrorName(error));
    return error != cudaSuccess;
}
