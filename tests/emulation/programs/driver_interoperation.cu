// The runtime makes the primary context current, which functions of the driver then use.
#include <cuda.h>

#include "check.cuh"

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

template <typename Function>
Function *driver(const char *name) {
    void *found = nullptr;
    cudaDriverEntryPointQueryResult result;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &result));
    EXPECT(found != nullptr && result == cudaDriverEntryPointSuccess);
    return reinterpret_cast<Function *>(found);
}

int main() {
    CUDA_CHECK(cudaFree(nullptr));
    CUcontext context = nullptr, primary = nullptr;
    EXPECT(!driver<CUresult(CUcontext *)>("cuCtxGetCurrent")(&context) && context != nullptr);
    EXPECT(!driver<CUresult(CUcontext *, CUdevice)>("cuDevicePrimaryCtxRetain")(&primary, 0));
    EXPECT(context == primary);
    unsigned flags;
    int is_active;
    EXPECT(!driver<CUresult(CUdevice, unsigned *, int *)>("cuDevicePrimaryCtxGetState")(0, &flags, &is_active));
    EXPECT(is_active);
    CUdeviceptr memory;
    EXPECT(!driver<CUresult(CUdeviceptr *, size_t)>("cuMemAlloc")(&memory, 32 * sizeof(int)));
    fill<<<1, 32>>>(reinterpret_cast<int *>(memory));
    int values[32];
    CUDA_CHECK(cudaMemcpy(values, reinterpret_cast<void *>(memory), sizeof values, cudaMemcpyDefault));
    for (int i = 0; i < 32; i++)
        EXPECT(values[i] == i);
    EXPECT(!driver<CUresult(CUdeviceptr)>("cuMemFree")(memory));
    return passed();
}
