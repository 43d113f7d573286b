// One program for several devices: the kernel that runs is the one for the device.
#include "check.cuh"

__global__ void architecture(int *out) {
#ifdef __CUDA_ARCH__
    *out = __CUDA_ARCH__;
#endif
}

int main() {
    int *out;
    cudaDeviceProp properties;
    cudaFuncAttributes attributes;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, architecture));
    CUDA_CHECK(cudaMallocManaged(&out, sizeof *out));
    architecture<<<1, 1>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("%d\n", *out);
    EXPECT_EQUAL(*out, attributes.ptxVersion * 10);
    EXPECT(*out <= properties.major * 100 + properties.minor * 10);
    CUDA_CHECK(cudaFree(out));
    return passed();
}
